"""A page that replays an algorithm on a small table: the lines that run, what it works on, the table as it would be published.

Promise: the steps are those of the functions whose lines are shown (lattice_steps.py, cut_steps.py, cut_steps_of_persons.py), and the
last one shows the table that the program publishes. Samarati's search and Mondrian are shown as the plain pages have them (plain/),
which count records. The others are shown as kanon runs them, and so are all where k counts persons. The page is one file that loads
nothing. A value of the data stands in it as text, whatever it is.
"""

from __future__ import annotations

import ast
import inspect
import json
import pkgutil
from collections import namedtuple
from functools import partial

from ..cutting.partition import columns_of, partition_of
from ..errors import one_line
from ..frequency import frequency_set_of
from ..pictures.svg import SANS, content
from ..plain import mondrian, samarati
from ..recoding import full_domain
from ..reports.as_html import head
from .cut_steps import Cutting, cut_steps
from .cut_steps_of_persons import SHOWN, CuttingOfPersons, cut_steps_of_persons
from .explain_texts import PAGE, STEPS, form, sentence
from .lattice_steps import Searching, search_steps
from .step_pictures import lattice_sheet, vector_places, plane_sheet, tree_sheet
from .steps import above

PAGES = {   # the functions of the plain pages
    'samarati': (samarati.samarati, samarati.at_height, samarati.satisfies, samarati.generalized, samarati.labels_at),
    'mondrian': (mondrian.mondrian, mondrian.cut, mondrian.choose_dimension, mondrian.frequency_set, mondrian.find_median)}
WITHIN = {'width': 'choose_dimension', 'most_distinct': 'most_distinct_first', '<lambda>': 'passing'}      # functions inside others
LONGEST = 60        # characters of a value that are shown

# What a page shows. algorithm: a value of kanon.algorithms. table: a Recorded. records, k, most: what was asked. steps: the
# Steps. frames: for each step a dict for the script (explain.js). classes: dicts for the script, and tables: lists of their places.
# pictures: [(heading, Sheet, 'scroll' or 'plane')]. key: what their marks mean.
Story = namedtuple('Story', 'algorithm table records k most steps frames classes tables pictures key')
# The table. data: its name. names, sensitive: of the columns. frequency_set: of the quasi-identifiers. rows: (row of the frequency
# set, sensitive values, records), sorted. left_out: whether the sensitive columns are not shown. missing: the records without a value,
# which are left out. person: the column that says whose row each row is, where k counts persons, or None.
RecordedTable = namedtuple('RecordedTable', 'data names sensitive frequency_set rows left_out missing person', defaults=(None,))


def story_of_lattice(algorithm, table, space, language):
    """The story of a search in the lattice of a table. space: what is searched, for k alone. Its lattice was asked nothing yet."""
    lattice, most = space.lattice, space.max_suppression
    top, k = lattice.top, lattice.k
    searching = Searching(algorithm, space, by_page=algorithm.name in PAGES and table.person is None)
    steps = search_steps(searching)
    persons = space.lattice.required.persons if table.person is not None else None
    places, classes, tables = vector_places(top), [], {}
    frames, states, facts, box, shown = [], {}, {}, [], (0,) * len(top)
    for step in steps:
        values = step.values
        vector = values.get('vector')
        shown = vector or shown
        if shown not in tables:
            tables[shown] = table_at(full_domain(lattice, shown), table, classes, persons, language)
        if isinstance(values.get('low'), tuple):
            box = [place for other, place in places.items() if above(other, values['low']) and above(values['high'], other)]
        elif step.kind in ('proven', 'chosen'):
            box = []
        frames.append({'now': places[vector] if vector else -1, 'set': newly_told(step, states, places), 'box': box,
                       'table': list(tables).index(shown), 'facts': facts_after(step, facts, language)})
    words = PAGE[language]
    said = form(words['lattice_said'], n=len(places))
    picture = words['picture']['lattice'], lattice_sheet(top, words['picture']['lattice'], said, words['height']), 'scroll'
    key = words['key_lattice'] + words['key_box'] * (algorithm.name == 'optimal')
    return Story(algorithm, table, lattice.records, k, most, steps, frames, classes,
                 list(tables.values()), [picture], key)


def facts_after(step, facts, language) -> str:
    """The line of facts after a step: low, high and try, or the best vector so far. facts: those so far, which are updated."""
    values, words = step.values, PAGE[language]
    if step.kind in ('between', 'try', 'reached', 'not_reached'):
        facts.update({name: values[name] for name in ('low', 'high') if name in values})
        facts['try_'] = values['height'] if step.kind == 'try' else None
    elif step.kind in ('first_best', 'better', 'proven'):
        facts['best'] = form(words['best'], **values)
    if 'low' in facts:
        return form(words['low_high'], **facts) + (form(words['try_is'], **facts) if facts['try_'] is not None else '')
    return facts.get('best', '')


def newly_told(step, states, places) -> list:
    """[place, state] of each vector about which this step tells something new. states: {vector: state}, which is updated.

    A vector that was asked fails or satisfies. What follows for the others is 'out' and 'in'.
    """
    vector, kind, new = step.values.get('vector'), step.kind, {}
    if kind in ('chosen', 'taken'):
        new[vector] = 'chosen'
    elif kind in ('fails', 'too_many', 'known_to_fail'):
        new = {other: 'out' for other in places if above(vector, other)}
    elif kind in ('satisfies', 'few_enough', 'known_to_satisfy', 'top', 'granted'):
        new = {other: 'in' for other in places if above(other, vector)}
    if new and 'suppressed' in step.values and kind not in ('chosen', 'taken'):     # it was checked
        new[vector] = {'out': 'fails', 'in': 'satisfies'}[new[vector]]
    new = {other: state for other, state in new.items() if state in ('fails', 'satisfies', 'chosen') or other not in states}
    new = {other: state for other, state in new.items() if states.get(other) != state}
    states.update(new)
    return [[places[other], state] for other, state in new.items()]


def table_at(recoding, table, classes, persons=None, language='en'):
    """The classes of a recoding, added to `classes`: their places there. persons: those of the table, if they are counted."""
    rows: dict = {}
    for place, sensitive, n in table.rows:
        rows.setdefault(recoding.classes[place], {}).setdefault(sensitive, []).append(n)
    first = len(classes)
    classes += [shown_class(recoding.labels[number], rows[number], number in recoding.failing) for number in sorted(rows)]
    if persons:
        found = persons.in_classes(recoding.classes)
        for number, one in zip(sorted(rows), classes[first:]):
            one['size'] = form(PAGE[language]['size_persons'], n=one['size'], persons=found.get(number, 0))
    return list(range(first, len(classes)))


def shown_class(labels, histogram, fails) -> dict:
    """A class for the script. histogram: {sensitive values: a list of records}."""
    rows = [[*map(briefly, sensitive), str(sum(counts))] for sensitive, counts in sorted(histogram.items())]
    return {'labels': list(map(briefly, labels)), 'rows': rows, 'size': sum(map(sum, histogram.values())), 'fails': fails}


def story_of_cuts(algorithm, table, dimensions, required, language):
    """The story of Mondrian with the paper's cuts or, where k counts persons, with strict cuts of kanon's own."""
    whole, k = partition_of(table.frequency_set, dimensions, required), required.k      # which refuses a table of fewer than k
    if required.persons:
        cutting = CuttingOfPersons(table.names, dimensions, required, table.frequency_set)
        steps = cut_steps_of_persons(whole, cutting)
    else:
        cutting = Cutting(table.names, dimensions, k)
        steps = cut_steps(table.frequency_set, cutting)
    codes = list(zip(*columns_of(frequency_set_of(table.frequency_set), dimensions)))      # of each row of the frequency set
    tuples = list(table.frequency_set)
    classes, ends = [], []
    for part in cutting.parts:
        rows: dict = {}
        for place, sensitive, n in table.rows:
            if tuples[place] in part.partition:
                rows.setdefault(sensitive, []).append(n)
        classes.append(shown_class([label for _, label in cutting.labels(part)], rows, part.size < k))
        ends.append([cutting.ends(part, dim) for dim in range(len(dimensions))])
    if required.persons:
        for one, persons in zip(classes, cutting.persons):
            one.update(size=form(PAGE[language]['size_persons'], n=one['size'], persons=persons), fails=persons < k)
    frames, tables, there, done, now, made = [], {}, [0], [], 0, 0
    for step in steps:
        now = step.values.get('part', now)
        if step.kind == 'cut':
            there = sorted({*there, *step.values['parts']} - {now})
            made = max(step.values['parts'])
        elif step.kind == 'finished':
            done = [*done, now]
        tables.setdefault(tuple(there), there)
        frames.append({'now': -1 if step.kind == 'all_finished' else now, 'one': now, 'parts': there, 'done': done, 'made': made,
                       'table': list(tables).index(tuple(there)),
                       'facts': form(PAGE[language]['parts_are'], n=len(done), open=len(there) - len(done))})
    pictures, key = cut_pictures(table, cutting, codes, ends, steps, language)
    return Story(algorithm, table, whole.size, k, None, steps, frames, classes,
                 list(tables.values()), pictures, key)


def cut_pictures(table, cutting, codes, ends, steps, language):
    """The plane and the tree, as in a Story, and what their marks mean."""
    words, points = PAGE[language], {}
    names = list(map(briefly, table.names))
    for at, n in zip(codes, frequency_set_of(table.frequency_set).values()):
        place = at[0], at[1] if len(at) > 1 else 0
        points[place] = points.get(place, 0) + n
    heading = words['picture']['cuts']
    plane = plane_sheet(cutting.dimensions, names, points, ends, heading, form(words['plane_said'], columns=', '.join(names[:2])),
                        partial(form, words['point']))
    sizes = [part.size for part in cutting.parts]
    why = {0: words['whole']}
    for step in steps:
        if step.kind == 'cut':
            first, second = step.values['parts']
            pair = names[step.values['dim']], briefly(step.values['at'])
            why[first], why[second] = ' ≤ '.join(pair), ' > '.join(pair)
    labels = [(form(words['part'], part=part, size=size), why[part]) for part, size in enumerate(sizes)]
    tree = tree_sheet([part.parent for part in cutting.parts], labels, words['tree'], words['tree_said'])
    key = words['key_cuts'] + (form(words['key_plane'], shown=2, n=len(names)) if len(names) > 2 else '')
    return [(heading, plane, 'plane'), (words['tree'], tree, 'scroll')], key


# The page.

def briefly(value):
    """A text as it is shown: on one line, and cut short if it is long. Of a tuple, each of them."""
    if isinstance(value, tuple):
        return tuple(map(briefly, value))
    if not isinstance(value, str):
        return value
    text = one_line(value)
    return text if len(text) <= LONGEST else text[:LONGEST] + '…'


def explained_page(story, language):
    """The HTML text."""
    words, names, name = PAGE[language], list(map(briefly, story.table.names)), story.algorithm.name
    of_persons = story.table.person is not None
    lines, places = code_lines(shown_functions(story.algorithm, of_persons))
    sentences = [sentence(kind_in_persons(step.kind) if of_persons else step.kind, {name: briefly(value) for name, value in step.values.items()}, names, language)
                 for step in story.steps]
    steps = [{**frame, 'line': places.get((WITHIN.get(step.function, step.function), step.line), -1), 'why': why}
             for step, frame, why in zip(story.steps, story.frames, sentences)]
    data = {'steps': steps, 'classes': story.classes, 'tables': story.tables, 'play': words['play'], 'pause': words['pause']}
    asked = form(words['asked'], data=briefly(story.table.data), records=story.records, columns=', '.join(names), k=story.k)
    if story.most is not None:
        asked += form(words['asked_most'], most=story.most)
    asked += form(words['asked_persons'], column=briefly(story.table.person)) if of_persons else ''
    asked += form(words['missing'], n=story.table.missing) if story.table.missing else ''
    asked += words['no_sensitive'] if story.table.left_out else ''
    heads = [*names, *map(briefly, story.table.sensitive), words['records'], words['size']]
    script = '\n' + pkgutil.get_data(__package__, 'explain.js').decode('utf-8')
    title = words['title'][name]
    return head(title, language, STYLE % SANS, script) + TEMPLATE % {
        'title': content(title),
        'intro': content(of_persons and words['intro_persons'].get(name) or words['intro'][name]), 'paper': content(words['paper'][name]),
        'asked': content(asked), 'code': ''.join(lines), 'key': content(story.key),
        'pictures': '\n'.join(map(framed_picture, story.pictures)),
        'heads': ''.join('<th scope="col">%s</th>' % content(head) for head in heads),
        'below_k': content(form(words['below_k_persons' if of_persons else 'below_k'], k=story.k)), 'most': len(steps),
        'list': '\n'.join('<li>%s</li>' % content(text) for text in sentences),
        'heading': content(story.pictures[0][0]), 'data': as_script(data), 'script': script,
        **{'word_' + name: content(words[name]) for name in (
            'shows_values', 'code', 'table', 'why', 'first', 'back', 'play', 'forward', 'last', 'step', 'keys', 'all_steps',
            'no_script')}}


def framed_picture(picture) -> str:
    """A heading and its picture. The plane takes the width that there is. Others are scrolled."""
    heading, sheet, name = picture
    return '<h3>%s</h3><div class="%s" tabindex="0">%s</div>' % (content(heading), name, sheet)


def as_script(data) -> str:
    """JSON for a script element. No value can end the element.

    >>> as_script(['</script>', '&'])
    '["\\\\u003c/script>","&"]'
    """
    return json.dumps(data, ensure_ascii=False, separators=(',', ':')).replace('<', '\\u003c')


def kind_in_persons(kind) -> str:
    """The key of the sentence of a step where k counts persons."""
    return kind + '_persons' if kind + '_persons' in STEPS['en'] else kind


def shown_functions(algorithm, of_persons=False) -> list:
    """The functions whose lines are shown: those of the plain page or, without one or for persons, those that run."""
    pages = {'mondrian': SHOWN} if of_persons else PAGES
    return [function for function in pages.get(algorithm.name) or algorithm.functions if callable(function)]


def code_lines(functions):
    """The lines of functions as HTML, and {(function, line of its file): place}. Docstrings are left out."""
    shown, places, files = [], {}, []
    for function in functions:
        source, start = inspect.getsourcelines(function)
        body = ast.parse(''.join(source)).body[0].body
        left_out = range(body[0].lineno - 1, body[0].end_lineno) if ast.get_docstring(ast.parse(''.join(source)).body[0]) else ()
        file = 'kanon/%s.py' % function.__module__[len(__package__.rpartition('.')[0]) + 1:].replace('.', '/')
        shown += [] if file in files[-1:] else ['<li class="file">%s</li>' % file]
        files.append(file)
        for number, text in enumerate(source):
            if number not in left_out:
                place = places[function.__name__, start + number] = len(places)
                shown.append('<li id="L%d" value="%d"%s><code>%s</code></li>' % (
                    place, start + number, '' if number else ' class="start"', content(text.rstrip('\n'))))
    return shown, places


STYLE = '''
*{box-sizing:border-box}
body{font:15px/1.45 %s;color:#222;margin:0;background:#fff}
header,main,#list{padding:0 16px}
h1{font-size:22px;margin:14px 0 6px}h2{font-size:15px;margin:8px 0 4px}h3{font-size:14px;margin:10px 0 2px}
p{margin:4px 0;max-width:75em}
.warning{border-left:4px solid #d55e00;padding-left:8px;font-weight:bold}
.small{color:#5a5a5a;font-size:13px}
main{display:grid;grid-template-columns:minmax(0,5fr) minmax(0,6fr) minmax(0,5fr);gap:18px;padding-bottom:20px}
section{min-width:0}
#code,.scroll,.table{overflow:auto;max-height:max(14rem,calc(100vh - 24rem));border:1px solid #c8c8c8}
#code{margin:0;padding:4px 0;list-style:none;font-size:12px}
#code li{white-space:pre;padding:1px 8px 1px 0;width:max-content;min-width:100%%}
#code code{font:12px/1.35 DejaVu Sans Mono,Menlo,Consolas,monospace}
#code li:not(.file)::before{content:attr(value);display:inline-block;width:3.4em;padding-right:1em;text-align:right;color:#5a5a5a}
#code .file{color:#5a5a5a;padding:6px 8px 2px;font-weight:bold}
#code .now{background:#f0e442;outline:1px solid #222}
#picture-heading+h3{display:none}
.scroll svg,.plane svg{display:block;margin:auto}
.plane{overflow:auto;border:1px solid #c8c8c8}.plane svg{width:100%%;min-width:400px;max-width:620px;height:auto}
.v{fill:#fff;stroke:#5a5a5a}
.v.fails{fill:#f2c29b;stroke:#d55e00;stroke-width:2.5}
.v.out{fill:#fbe9dc;stroke:#d55e00;stroke-dasharray:4 3}
.v.satisfies{fill:#9fcdec;stroke:#0072b2;stroke-width:2.5}
.v.in{fill:#e2f1fa;stroke:#0072b2;stroke-dasharray:4 3}
.v.chosen{fill:#9fcdec;stroke:#009e73;stroke-width:4}
.v.asked,.part.asked,.t.asked{stroke:#222;stroke-width:4;stroke-dasharray:none}
.box{stroke:none}.box.on{stroke:#e69f00;stroke-width:5}
.part{stroke:none}.part.there{stroke:#5a5a5a;stroke-width:1.5;fill:#56b4e9;fill-opacity:.13}
.part.there.asked{stroke:#222;stroke-width:4;fill-opacity:.3}
.t.unmade{stroke:none}.t.done{fill:#d8d8d8}
table{border-collapse:collapse;width:100%%;font-size:13px}
th,td{text-align:left;padding:2px 6px;border-bottom:1px solid #e4e4e4;overflow-wrap:break-word;max-width:15em;vertical-align:top}
th{position:sticky;top:0;background:#fff;border-bottom:2px solid #5a5a5a}
tr.first td{border-top:2px solid #5a5a5a}
tr.fails td{background:#fbe9dc}tr.mine td{background:#fdfadb}
#bar{position:sticky;bottom:0;background:#fff;border-top:2px solid #222;padding:6px 16px 8px}
#why{font-size:16px;min-height:3em;max-height:30vh;overflow:auto;margin:2px 0 6px}
#bar button{font:inherit;padding:4px 12px;margin:0 2px 2px 0}
#facts,#count{display:inline-block}
#code li+li.start{margin-top:8px}
#step{width:min(26em,60vw);vertical-align:middle}
body:not(.scripted) #bar,body:not(.scripted) #play-table{display:none}
@media(max-width:1000px){main{grid-template-columns:minmax(0,1fr) minmax(0,1fr)}#play-table{grid-column:1/-1}}
@media(max-width:640px){main{grid-template-columns:minmax(0,1fr)}
.scroll,.table{max-height:46vh}#code{max-height:26vh}#why{font-size:15px}
#bar button{padding:4px 8px}#bar p.small{display:none}}
@media print{#bar{position:static}#code,.scroll,.table{max-height:none;overflow:visible}.scroll svg{max-width:100%%;height:auto}}
'''

TEMPLATE = '''<header>
<h1>%(title)s</h1>
<p class="warning">%(word_shows_values)s</p>
<p>%(intro)s</p>
<p class="small">%(paper)s</p>
<p>%(asked)s</p>
<noscript><p>%(word_no_script)s</p></noscript>
</header>
<main>
<section aria-labelledby="code-heading"><h2 id="code-heading">%(word_code)s</h2>
<ol id="code" tabindex="0">
%(code)s
</ol></section>
<section aria-labelledby="picture-heading"><h2 id="picture-heading">%(heading)s</h2>
%(pictures)s
<p class="small">%(key)s</p></section>
<section id="play-table" aria-labelledby="table-heading"><h2 id="table-heading">%(word_table)s</h2>
<div class="table" tabindex="0"><table><thead><tr>%(heads)s</tr></thead><tbody id="rows"></tbody></table></div>
<p class="small">%(below_k)s</p></section>
</main>
<div id="bar" role="region" aria-label="%(word_why)s">
<p id="why" aria-live="polite"></p>
<button id="first" type="button">%(word_first)s</button><button id="back" type="button">%(word_back)s</button>
<button id="play" type="button">%(word_play)s</button><button id="forward" type="button">%(word_forward)s</button>
<button id="last" type="button">%(word_last)s</button>
<label for="step">%(word_step)s</label> <input id="step" type="range" min="1" max="%(most)d" value="1">
<span id="count"></span> <span id="facts" class="small"></span>
<p class="small">%(word_keys)s</p>
</div>
<details id="list" open><summary>%(word_all_steps)s</summary>
<ol>
%(list)s
</ol></details>
<script type="application/json" id="data">%(data)s</script>
<script>%(script)s</script>
</body>
</html>
'''
