"""The steps of a page are what the search did, its last table is what the program publishes, and a value of the data is text."""

import csv
import json
import os
import re
import sys
from base64 import b64encode
from collections import Counter
from hashlib import sha256
from html.parser import HTMLParser
from random import Random

import pytest

from conftest import HOME, fields_of, kanon, random_table, run, seeds
from definitions import BY_LEVELS, below, roll_up, space_of
from flat import anonymize
from kanon.core.algorithms.by_cuts import Mondrian
from kanon.core.counts.frequency import columns
from kanon.core.counts.hierarchy import Hierarchy
from kanon.core.counts.required import Required
from kanon.core.cutting.cuts import cut_for, cuts_of, relaxed_cuts, strict_cuts
from kanon.core.cutting.dimension import dimension_of
from kanon.core.cutting.mondrian import mondrian
from kanon.core.cutting.partition import partition_of
from kanon.core.errors import Unsatisfied
from kanon.core.levels.demands import lattice_of
from kanon.core.levels.lattice import Lattice, vectors
from kanon.core.levels.samarati import least_height
from kanon.core.rules.of_values import Distinct, Entropy
from kanon.core.tables.hierarchy_file import file_of
from kanon.core.tables.tally import Tally
from kanon.core.voice import LANGUAGES
from kanon.tools.explain import cut_steps, lattice_steps, page as explain, stories
from kanon.tools.explain.cut_steps import CutLesson
from kanon.tools.explain.sentences import key_of_kind, sentence, teller, trace_lines
from kanon.tools.explain.lattice_steps import SearchLesson, search_steps
from kanon.tools.explain.statements import statements_of
from kanon.tools.explain.steps import above, codes_of, logged
from kanon.tools.voice.of_explaining import TEXTS

TOY = 'data/inpatients/inpatients.csv'
ALGORITHMS = 'samarati', 'optimal', 'datafly', 'mondrian'

# Samarati 2001, figure 1: races and postcodes.
RACE_ZIP = Counter([('asian', z) for z in ('94142', '94141', '94139', '94139', '94139')]
                    + [('black', z) for z in ('94138', '94139')] + [('white', z) for z in ('94139', '94141')])
TREES = [Hierarchy(dict.fromkeys(('asian', 'black', 'white'), 'person')),
         Hierarchy({'94138': '9413*', '94139': '9413*', '94141': '9414*', '94142': '9414*', '9413*': '941**', '9414*': '941**'})]

# By hand: below k = 2 at (0, 0) are 6 records, at (1, 0) and (0, 1) two, at (1, 1) and (0, 2) none. After (0, 0) fails, the column
# with fewer labels, race, is raised: (1, 0) lies halfway to the top. After (0, 1) it is the postcode, with two labels: (0, 2).
SAMARATI = [    # MaxSup, and (kind, vector or heights) of each step
    (2, [('top', (1, 2)), ('between', 0, 3), ('try', 0, 3, 1), ('satisfies', (0, 1)), ('reached', 1), ('try', 0, 1, 0),
         ('fails', (0, 0)), ('satisfies', (1, 0)), ('not_reached', 1), ('least', 1), ('satisfies', (0, 1)), ('satisfies', (1, 0)),
         ('all_of_it',), ('chosen', (0, 1))]),
    (0, [('top', (1, 2)), ('between', 0, 3), ('try', 0, 3, 1), ('fails', (0, 1)), ('satisfies', (0, 2)), ('fails', (1, 0)),
         ('satisfies', (1, 1)), ('not_reached', 2), ('try', 2, 3, 2), ('satisfies', (0, 2)), ('reached', 2), ('least', 2),
         ('satisfies', (0, 2)), ('satisfies', (1, 1)), ('all_of_it',), ('chosen', (0, 2))])]


# As on the plain page: each vector of a height is checked until one satisfies, and at the least height all are.
PLAIN = [
    (2, [('granted', (1, 2)), ('between', 0, 3), ('try', 0, 3, 1), ('classes', 3, 2, 2, 1, 1), ('satisfies', (0, 1)), ('reached', 1),
         ('try', 0, 1, 0), ('classes', 3, 1, 1, 1, 1, 1, 1), ('fails', (0, 0)), ('not_reached', 1), ('least', 1), ('satisfies', (0, 1)),
         ('classes', 5, 2, 1, 1), ('satisfies', (1, 0)), ('all_of_it',), ('chosen', (0, 1))]),
    (0, [('granted', (1, 2)), ('between', 0, 3), ('try', 0, 3, 1), ('classes', 3, 2, 2, 1, 1), ('fails', (0, 1)), ('classes', 5, 2, 1, 1),
         ('fails', (1, 0)), ('not_reached', 2), ('try', 2, 3, 2), ('classes', 5, 2, 2), ('satisfies', (0, 2)), ('reached', 2), ('least', 2),
         ('satisfies', (0, 2)), ('classes', 6, 3), ('satisfies', (1, 1)), ('all_of_it',), ('chosen', (0, 2))])]


def searching(algorithm, lattice, most):
    """algorithm: the name of one by levels, or 'plain' for the plain page of Samarati's."""
    return SearchLesson(BY_LEVELS['samarati' if algorithm == 'plain' else algorithm], space_of(lattice, most), algorithm == 'plain')


def shown(algorithm):
    """The functions whose lines a page shows."""
    return explain.shown_functions({**BY_LEVELS, 'mondrian': Mondrian()}[algorithm])


def short(step):
    values = step.values
    about = {'between': ('low', 'high'), 'try': ('low', 'high', 'height'), 'reached': ('high',), 'not_reached': ('low',),
             'least': ('height',), 'all_of_it': ()}.get(step.kind, ('vector',))
    if step.kind == 'classes':
        return (step.kind, *values['class_sizes'])
    return (step.kind, *(values[name] for name in about))


@pytest.mark.parametrize('algorithm, most, expected', [*(('samarati', *case) for case in SAMARATI), *(('plain', *case) for case in PLAIN)])
def test_samaratis_example_step_by_step(algorithm, most, expected):
    steps = search_steps(searching(algorithm, Lattice(RACE_ZIP, TREES, 2), most))
    assert list(map(short, steps)) == expected


def test_five_ages_step_by_step():
    """Of 1, 2, 3, 3, 4, 5 the median is 3. Four records up to it, two above: both have k = 2. Then 1 2 | 3 3, and 4 5 is too small."""
    table = {('1',): 1, ('2',): 1, ('3',): 2, ('4',): 1, ('5',): 1}
    ages = [dimension_of(columns(table)[0])]
    steps = cut_steps.cut_steps(table, CutLesson(['age'], ages, 2))
    told = [(step.kind, step.values) for step in steps]
    assert [values['part'] for kind, values in told if kind == 'part'] == [0, 1, 2, 3, 4]
    cuts = [(values['part'], values['at'], values['sizes'], values['parts']) for kind, values in told if kind == 'cut']
    assert cuts == [(0, '3', (4, 2), (1, 2)), (1, '2', (2, 2), (3, 4))]
    assert [values['median'] for kind, values in told if kind == 'median'] == ['3', '2']
    assert [(values['left'], values['right']) for kind, values in told if kind == 'allowable'] == [(4, 2), (2, 2)]
    assert next(values['counts'] for kind, values in told if kind == 'counts') == (('1', 1), ('2', 1), ('3', 2), ('4', 1), ('5', 1))
    assert [values['labels'] for kind, values in told if kind == 'finished'] == [((0, '[4-5]'),), ((0, '[1-2]'),), ((0, '3'),)]


def test_a_refused_median_is_told():
    """Nine of ten are 5: `<= 5` leaves none above, `< 5` leaves one below, and so k = 2 cannot be had."""
    table = {('4',): 1, ('5',): 9}
    ages = [dimension_of(columns(table)[0])]
    steps = cut_steps.cut_steps(table, CutLesson(['age'], ages, 2))
    assert [step.kind for step in steps] == ['part', 'width', 'widest', 'counts', 'median', 'not_allowable', 'not_allowable',
                                             'no_cut_here', 'refused', 'finished', 'all_finished']
    assert [(step.values['left'], step.values['right']) for step in steps if step.kind == 'not_allowable'] == [(10, 0), (1, 9)]


# Properties.

def recorded(frequency_set, sensitive=('flu', 'ulcer')):
    """A Recorded, as the verb makes it, with a sensitive value for each record."""
    random = Random(len(frequency_set))
    rows = [(*quasi, random.choice(sensitive)) for quasi, n in frequency_set.items() for _ in range(n)]
    tally = Tally(len(rows[0]) - 1)
    tally.count([rows])
    names = ['q%d' % place for place in range(tally.width)]
    return stories.RecordedTable('t.csv', names, ['job'], tally.frequency_set, sorted(tally.records()), False, 0), rows


def published_by(story, shown):
    """The table at the last step: {row: records}."""
    rows = Counter()
    for number in shown.tables[story.frames[-1]['table']]:
        one = shown.classes[number]
        for *values, n in one['rows']:
            if one['n'] >= story.k:
                rows[(*one['labels'], *values)] += int(n)
    return rows


def story_of(algorithm, frequency_set, trees, k, most, shown=None):
    table, rows = recorded(frequency_set)
    shown = shown or stories.SharedContent()
    if algorithm == 'mondrian':
        dimensions = [dimension_of(values) for values in columns(table.frequency_set)]
        return stories.story_of_cuts(Mondrian(), table, dimensions, Required(k), 'en', shown), rows
    return stories.story_of_lattice(BY_LEVELS[algorithm], table, space_of(Lattice(table.frequency_set, trees, k), most), 'en', shown), rows


@pytest.mark.parametrize('algorithm', ALGORITHMS)
@pytest.mark.parametrize('seed', seeds(120))
def test_the_last_table_is_what_is_published(algorithm, seed):
    frequency_set, trees = random_table(seed)
    k, most = 2 + seed % 3, seed % 5 * (algorithm != 'mondrian')
    shown = stories.SharedContent()
    try:
        story, rows = story_of(algorithm, frequency_set, trees, k, most, shown)
    except Unsatisfied:
        return
    names = story.table.names
    if algorithm != 'mondrian' and not story.steps[-1].values['published']:
        return
    release = anonymize([dict(zip([*names, 'job'], row)) for row in rows], names, ['job'], k=k, algorithm=algorithm,
                        max_suppression=most, hierarchies=None if algorithm == 'mondrian' else dict(zip(names, trees)))
    assert published_by(story, shown) == Counter(tuple(row[name] for name in [*names, 'job']) if isinstance(row, dict) else tuple(row)
                                          for row in release.rows)


@pytest.mark.parametrize('words', ['', '--labels box', '--labels grid --grid age=10,zip=00020', '--labels grid --categories leaves', '-k 2 --labels grid --grid age=7,zip=00001',
                                   '--quasi age,condition --sensitive zip', '--quasi condition,age --sensitive zip --categories frequency -k 2',
                                   '--quasi condition,age --sensitive zip --labels box -k 3'])
def test_the_last_table_of_mondrian_with_other_labels(words, tmp_path):
    """The plain page cuts, whatever is published for its partitions."""
    page = tmp_path / 'page.html'
    for result in kanon('explain', 'mondrian', TOY, *words.split(), '-o', page), run('run_mondrian.py', TOY, *words.split(), '-o', '-', '--quiet'):
        assert result.returncode == 0, result.stderr
    data, rows = Page(page).data, Counter()
    for number in data['tables'][data['steps'][-1]['table']]:
        for *values, n in data['classes'][number]['rows']:
            rows[(*data['classes'][number]['labels'], *values)] += int(n)
    assert rows == Counter(map(tuple, list(csv.reader(result.stdout.splitlines()))[1:]))


@pytest.mark.parametrize('algorithm', ALGORITHMS[:3])
@pytest.mark.parametrize('seed', seeds(120))
def test_what_is_said_of_a_vector_is_true(algorithm, seed):
    """By the definition: how many records are in classes of fewer than k."""
    frequency_set, trees = random_table(seed)
    k, most = 2 + seed % 3, seed % 5
    try:
        story, _ = story_of(algorithm, frequency_set, trees, k, most)
    except Unsatisfied:
        return
    lattice = Lattice(frequency_set, trees, k)
    suppressed = {vector: below(roll_up(frequency_set, lattice.maps(vector)).values(), k) for vector in vectors(lattice.top)}
    order, last = list(suppressed), {}
    for step, frame in zip(story.steps, story.frames):
        last.update(frame['set'])
        values = step.values
        if 'suppressed' in values:
            assert values['suppressed'] == suppressed[values['vector']]
        if step.kind == 'classes':
            sizes = roll_up(frequency_set, lattice.maps(values['vector'])).values()
            assert values['class_sizes'] == tuple(sorted(sizes, reverse=True)) and values['n'] == len(sizes)
        if step.kind in ('fails', 'satisfies', 'known_to_fail', 'known_to_satisfy'):
            assert (suppressed[values['vector']] <= most) == step.kind.endswith(('satisfies', 'satisfy'))
        if 'by' in values:
            pair = (values['by'], values['vector'])
            assert above(*(pair if step.kind == 'known_to_fail' else pair[::-1]))
        if step.kind == 'half_ruled_out':
            assert all(suppressed[v] > most for v in suppressed if above(values['high'], v) and above(v, values['low']))
    for place, state in last.items():
        assert (suppressed[order[place]] <= most) == (state in ('satisfies', 'in', 'chosen')), (order[place], state)
    assert last[order.index(story.steps[-1].values['vector'])] == 'chosen'


@pytest.mark.parametrize('seed', seeds(60))
def test_the_tree_of_cuts_holds_every_record(seed):
    frequency_set, _ = random_table(seed)
    k, records = 2 + seed % 3, sum(frequency_set.values())
    if records < k:
        return
    shown = stories.SharedContent()
    story, _ = story_of('mondrian', frequency_set, None, k, 0, shown)
    sizes, parents, finished = {0: records}, {}, []
    for step, frame in zip(story.steps, story.frames):
        values = step.values
        if step.kind == 'cut':
            assert sum(values['sizes']) == sizes[values['part']] and min(values['sizes']) >= k
            sizes.update(zip(values['parts'], values['sizes']))
            parents.update(dict.fromkeys(values['parts'], values['part']))
        if step.kind == 'finished':
            finished.append(values['part'])
        assert sum(sizes[part] for part in frame['parts']) == records == sum(shown.classes[story.first + part]['n'] for part in frame['parts'])
    assert sorted(finished) == sorted(set(sizes) - set(parents.values())) == story.frames[-1]['parts']


@pytest.mark.parametrize('partitioning', ['strict', 'relaxed'])
@pytest.mark.parametrize('seed', seeds(60))
def test_a_refused_dimension_has_no_cut(partitioning, seed):
    frequency_set, _ = random_table(seed)
    k = 2 + seed % 3
    if sum(frequency_set.values()) < k:
        return
    dimensions, required = [dimension_of(values) for values in columns(frequency_set)], Required(k)
    parts = []

    def kept(part, cut=cut_for(dimensions, required, partitioning)):
        parts.append(part)
        made = cut(part)
        cuts_in = strict_cuts if partitioning == 'strict' else relaxed_cuts
        possible = [dim for dim in range(len(dimensions)) if part.size >= 2 * k and dimensions[dim].width(*part.ends(dim))
                    and (partitioning == 'relaxed' or any(True for _ in cuts_of(part, dim, dimensions[dim], k, cuts_in)))]
        allowed.append(possible)
        return made
    allowed = []
    cut, looks = logged(kept, dimensions, required)
    mondrian(partition_of(frequency_set, dimensions, required), cut)
    for look, possible in zip(looks, allowed):
        widths = list(look.widths.values())
        assert widths == sorted(widths, reverse=True) and set(look.widths) == set(range(len(dimensions)))
        assert not {dim for dim, _ in look.refused} & set(possible)
        assert look.cut or len(look.refused) == len(dimensions)
        for dim, reason in look.refused:
            assert reason == ('few' if look.size < 2 * k else 'equal' if not look.widths[dim] else 'k')


def test_a_cut_that_a_rule_refuses_is_told():
    required = Required(1, {'job': [NoCut()]}, {('1',): {('a',): 1}, ('2',): {('a',): 1}})
    ages = [dimension_of({'1': 1, '2': 1})]
    cut, looks = logged(cut_for(ages, required), ages, required)
    mondrian(partition_of({('1',): 1, ('2',): 1}, ages, required), cut)
    assert [look.refused for look in looks] == [[(0, 'rule')]]      # the cut would be at the first value, whose code is 0


class NoCut:
    """A rule that the whole table passes, and no part of it."""
    survives_merging, values, counts_values, same = True, 1, True, {}

    def passes(self, histogram):
        return sum(histogram.values()) > 1


# Lines.

@pytest.mark.parametrize('algorithm', ALGORITHMS)
def test_a_marked_line_is_a_statement_of_the_lesson(algorithm):
    lessons = cut_steps.TOLD if algorithm == 'mondrian' else lattice_steps.TOLD
    story, _ = story_of(algorithm, RACE_ZIP, TREES, 2, 0)
    _, places = explain.code_lines(shown(algorithm))
    of_page = {'samarati': lattice_steps.PLAIN, 'mondrian': cut_steps.FUNCTIONS}
    functions = of_page[algorithm] if algorithm in of_page else BY_LEVELS[algorithm].functions
    codes = {code.co_name: code for code in codes_of(functions)}
    for step in story.steps[:-1] if algorithm != 'mondrian' else story.steps:
        function = explain.WITHIN.get(step.function, step.function)
        assert (function, step.line) in places
        lesson = lessons[step.function]
        statement = statements_of(codes[step.function], lesson.names)[step.line]
        assert statement.line == step.line and set(statement.signs) & set(lesson.tellers)


@pytest.mark.parametrize('algorithm', ALGORITHMS)
def test_the_steps_of_the_inpatients_are_those_that_are_stored(algorithm, tmp_path):
    """The same in every Python. Line numbers are left out, because they change with the file."""
    result = kanon('explain', algorithm, '-o', tmp_path / 'page.html')
    assert result.returncode == 0 and result.stdout.startswith('%s: ' % (tmp_path / 'page.html'))
    page = Page(tmp_path / 'page.html')
    said = ''.join('%s | %s\n' % (page.code.get('L%d' % step['line'], '-').strip(), step['why']) for step in page.data['steps'])
    stored = os.path.join(HOME, 'tests', 'tools', 'pages', 'inpatients_%s.txt' % algorithm)
    if os.environ.get('KANON_STORE'):
        with open(stored, 'w', encoding='utf-8') as file:
            file.write(said)
    with open(stored, encoding='utf-8') as file:
        assert file.read() == said


# Pages.

def told_run(data, run):
    """A run of the JSON of a page, with its sentences and its classes."""
    steps = [{**step, 'why': data['texts'][step['why']]} for step in run['steps']]
    parts = 1 + max((step['made'] for step in steps if 'made' in step), default=len(data['classes']))       # only those of Mondrian are of one run
    classes = data['classes'][run['first']:run['first'] + parts]
    return {'steps': steps, 'classes': [{**one, 'fails': one['n'] < run['k'] or bool(one['fails'])} for one in classes], 'tables': data['tables']}


class Page(HTMLParser):
    """The elements of a page, the lines of code by id, the data of its script, and the texts that are shown."""

    def __init__(self, path):
        super().__init__()
        self.elements, self.code, self.scripts, self.shown, self._open = [], {}, [], [], []
        with open(str(path), encoding='utf-8') as file:
            self.text = file.read()
        self.feed(self.text)
        self.all = json.loads(self.scripts[0])
        self.run = self.all['runs'][self.all['asked']]
        self.data = told_run(self.all, self.run)

    def handle_starttag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))
        if tag not in ('meta', 'input'):
            self._open.append((tag, dict(attributes)))

    def handle_startendtag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))

    def handle_endtag(self, tag):
        assert self._open.pop()[0] == tag

    def handle_data(self, data):
        if self._open and self._open[-1][0] == 'script':
            self.scripts.append(data)
        elif self._open and self._open[-1][0] == 'code':
            identity = self._open[-2][1]['id']
            self.code[identity] = self.code.get(identity, '') + data
        else:
            self.shown.append(data)


HOSTILE = ['<script>alert(1)</script>', '</script><b>', ']]>', '&amp;', '"quoted\'', '<!--', '\u2028', 'x' * 10000, '\x07\x1b[2K',
           '\u4e2d\u6587', '%s{0}']


@pytest.mark.parametrize('language', ['en', 'zh'])
@pytest.mark.parametrize('algorithm', ALGORITHMS)
def test_hostile_names_and_values_are_text(algorithm, language, tmp_path):
    (tmp_path / 'hierarchies').mkdir()
    names = ['<i>a', '&quot;b%d{}']
    with open(str(tmp_path / 'd.csv'), 'w', newline='', encoding='utf-8') as file:
        csv.writer(file).writerows([[*names, '</td>'], *([value, place % 3, value] for place, value in enumerate(HOSTILE * 2))])
    with open(file_of(str(tmp_path / 'hierarchies'), names[0]), 'w', newline='', encoding='utf-8') as file:
        csv.writer(file).writerows([value, '<u>', '*'] for value in HOSTILE)
    with open(file_of(str(tmp_path / 'hierarchies'), names[1]), 'w', newline='', encoding='utf-8') as file:
        csv.writer(file).writerows([str(n), '*'] for n in range(3))
    result = kanon('explain', algorithm, 'd.csv', '--quasi', ','.join(names), '--sensitive', '</td>', '-k', 2, '-o', 'p.html',
                   '--language', language, cwd=str(tmp_path))
    assert result.returncode == 0, result.stderr
    page = Page(tmp_path / 'p.html')
    tags = Counter(tag for tag, _ in page.elements)
    assert (tags['script'], tags['b'], tags['i'], tags['u']) == (2, 0, 0, 0)
    assert len(page.text) < 40000 * len(page.all['runs']) and 'x' * 100 not in page.text and '\x07' not in page.text and '\x1b' not in page.text
    assert any('<i>a' in text for text in page.shown)
    assert all(text.isprintable() for one in page.data['classes'] for text in [*one['labels'], *sum(one['rows'], [])])
    assert all(step['why'].isprintable() for step in page.data['steps'])
    again = kanon('explain', algorithm, 'd.csv', '--quasi', ','.join(names), '--sensitive', '</td>', '-k', 2, '-o', 'q.html',
                  '--language', language, cwd=str(tmp_path))
    assert again.returncode == 0 and Page(tmp_path / 'q.html').text == page.text


@pytest.mark.parametrize('algorithm', ALGORITHMS)
def test_a_page_loads_nothing_and_has_what_it_promises(algorithm, tmp_path):
    assert kanon('explain', algorithm, '-o', tmp_path / 'p.html').returncode == 0
    page = Page(tmp_path / 'p.html')
    policy = next(attributes['content'] for _, attributes in page.elements if attributes.get('http-equiv'))
    style, script = (b64encode(sha256(text.encode()).digest()).decode()
                     for text in re.findall('<(?:style|script)>(.*?)</(?:style|script)>', page.text, re.DOTALL))
    assert policy == "default-src 'none'; style-src 'sha256-%s'; script-src 'sha256-%s'" % (style, script)
    assert not any('style' in attributes for _, attributes in page.elements), 'the policy forbids it'
    for tag, attributes in page.elements:
        assert not set(attributes) & {'src', 'href', 'onclick', 'onload', 'data-src'}
        assert tag not in ('link', 'img', 'iframe', 'object')
    identities = [attributes['id'] for _, attributes in page.elements if 'id' in attributes]
    assert len(identities) == len(set(identities))
    assert {'first', 'back', 'play', 'forward', 'last', 'step', 'why', 'code', 'rows', 'data'} <= set(identities)
    assert 'eval' not in page.scripts[1] and 'innerHTML' not in page.scripts[1] and 'http' not in page.scripts[1]
    steps = page.data['steps']
    shown = ''.join(page.shown)
    assert all(step['why'] in shown for step in steps), 'the list of all steps, for who has no script'
    assert all(0 <= step['table'] < len(page.data['tables']) for step in steps)
    assert {'L%d' % step['line'] for step in steps if step['line'] >= 0} <= set(page.code)
    tell = teller('en')
    assert tell('explained_shows_values') in shown and tell('explained_intro_' + algorithm) in shown
    assert (explain.PAPERS.get(algorithm) or tell('explained_paper')) in shown
    ids = page.run['ids']
    drawn = {identity for identity in identities if re.fullmatch(ids + r'[vmbpt]\d+', identity)}
    for step in steps:
        assert all({'v%d' % place, 'm%d' % place, 'b%d' % place} <= drawn for place, _ in step.get('set', ()))
        assert all({ids + 'p%d' % part, ids + 't%d' % part} <= drawn for part in step.get('parts', ()))


def table_of(data, run):
    """The published rows at the last step of a run, {row: records}."""
    rows = Counter()
    for number in data['tables'][run['steps'][-1]['table']]:
        for *values, n in data['classes'][number]['rows']:
            if data['classes'][number]['n'] >= run['k']:
                rows[(*data['classes'][number]['labels'], *values)] += int(n)
    return rows


PROGRAMS = {'samarati': ['run_samarati.py'], 'optimal': ['run_samarati.py', '--optimal'], 'datafly': ['kanon', 'datafly'], 'mondrian': ['run_mondrian.py']}


@pytest.mark.parametrize('algorithm', ALGORITHMS)
def test_every_run_that_can_be_chosen_ends_as_the_program_does(algorithm, tmp_path):
    """The page of the twelve patients has k = 2 to 12. Its run says which lines and which k are shown."""
    assert kanon('explain', algorithm, '-o', tmp_path / 'p.html').returncode == 0
    page = Page(tmp_path / 'p.html')
    runs = page.all['runs']
    assert {run['k'] for run in runs} == set(range(2, 13)) and len({(run['k'], run['most']) for run in runs}) == len(runs)
    assert page.run['k'] == 4 and page.run['most'] == -(algorithm == 'mondrian')
    chosen = [attributes['value'] for tag, attributes in page.elements if tag == 'option' and 'selected' in attributes]
    assert chosen == [str(value) for value in (page.run['k'], page.run['most']) if value >= 0]
    program, *words = PROGRAMS[algorithm]
    for run_ in runs[::3] + [page.run]:
        most = ['--max-suppression', run_['most']] if run_['most'] >= 0 else []
        result = run(program, *words, TOY, '-k', run_['k'], *most, '-o', '-', '--quiet')
        assert result.returncode == 0, result.stderr
        assert table_of(page.all, run_) == Counter(tuple(row) for row in list(csv.reader(result.stdout.splitlines()))[1:]), (run_['k'], run_['most'])
        assert 'k = %d' % run_['k'] in run_['asked'] and 'k = %d' % run_['k'] in run_['below']
        assert all(step.get('ask', 0) < len(page.all['texts']) for step in run_['steps'])


def test_what_kanon_skips_is_its_trace(tmp_path):
    """Of each run. A marked sentence says that a check is not needed."""
    assert kanon('explain', 'samarati', '-o', tmp_path / 'p.html').returncode == 0
    page, spared = Page(tmp_path / 'p.html'), 0
    for run_ in page.all['runs'][::4]:
        result = run('run_samarati.py', TOY, '-k', run_['k'], '--max-suppression', run_['most'], '-o', '-', '--trace')
        trace = [line.strip() for line in result.stderr.partition('\n\n')[0].splitlines()]
        assert [page.all['texts'][why] for why, _ in run_['spared']] == trace
        for why, spares in run_['spared']:
            assert spares == ('need not be checked' in page.all['texts'][why])
            spared += spares
    assert spared > 3
    for algorithm in 'optimal', 'mondrian':
        assert kanon('explain', algorithm, '-o', tmp_path / (algorithm + '.html')).returncode == 0
        assert not any(run_['spared'] for run_ in Page(tmp_path / (algorithm + '.html')).all['runs'])


def test_a_run_that_publishes_nothing_cannot_be_chosen(tmp_path):
    """Of six persons in four records each, no class has seven. Samarati with MaxSup = all suppresses all at k = 25."""
    (tmp_path / 'd.csv').write_text('age,who\n' + ''.join('%d,p%d\n' % (20 + n % 4, n % 6) for n in range(24)), encoding='utf-8')
    (tmp_path / 'age.txt').write_text(''.join('%d,*\n' % age for age in range(20, 24)), encoding='utf-8')
    words = ['d.csv', '--quasi', 'age', '--sensitive', '', '--hierarchies', '.', '-k', 2]
    for algorithm in 'samarati', 'mondrian':
        for person, greatest in (([], 24), (['--person', 'who'], 6)):
            assert kanon('explain', algorithm, *words, *person, '-o', 'p.html', '--force', cwd=str(tmp_path)).returncode == 0
            assert max(run_['k'] for run_ in Page(tmp_path / 'p.html').all['runs']) == greatest


def test_rows_of_many_records_have_a_page(tmp_path):
    """The nearest k are taken one after the other, until there are steps enough. (The plain page of Mondrian lists all records for a median.)"""
    (tmp_path / 'd.csv').write_text('age,n\n20,999999999999\n21,999999999999\n22,1\n', encoding='utf-8')
    (tmp_path / 'age.txt').write_text('20,*\n21,*\n22,*\n', encoding='utf-8')
    result = kanon('explain', 'samarati', 'd.csv', '--quasi', 'age', '--sensitive', '', '--hierarchies', '.', '--counts', 'n', '-k', 200,
                   '-o', 'p.html', cwd=str(tmp_path))
    assert result.returncode == 0, result.stderr
    runs = Page(tmp_path / 'p.html').all['runs']
    assert {199, 200, 201} < {run['k'] for run in runs} and 2000 < sum(len(run['steps']) for run in runs) < 2100


def test_both_languages_say_everything():
    """The noun and the two words of English aside, a text has the same names in each language."""
    for key, texts in TEXTS.items():
        assert len(texts) == len(LANGUAGES), key
        assert len({frozenset(fields_of(text)) for text in texts}) == 1, key


@pytest.mark.parametrize('algorithm', ALGORITHMS)
def test_the_page_in_chinese_has_no_english_sentence(algorithm, tmp_path):
    assert kanon('explain', algorithm, '-o', tmp_path / 'p.html', '--language', 'zh').returncode == 0
    assert '12 条记录，zip、age，k = 4。' in ' '.join(Page(tmp_path / 'p.html').shown)
    page = Page(tmp_path / 'p.html')
    for step in page.data['steps']:
        assert re.search('[\u4e00-\u9fff]', step['why']) and not re.search(r'\b(the|records?|is|are|of)\b', step['why']), step['why']


# The trace.

@pytest.mark.parametrize('algorithm, words', [('optimal', ['run_samarati.py', '--optimal']), ('datafly', ['kanon', 'datafly'])])
def test_the_trace_says_what_the_page_says(algorithm, words, tmp_path):
    program, *more = words
    result = run(program, *more[:1 if program == 'kanon' else 0], TOY, *more[1 if program == 'kanon' else 0:], '-o', '-', '--trace')
    trace = result.stderr.partition('\n\n')[0].splitlines()
    assert kanon('explain', algorithm, '-o', tmp_path / 'p.html').returncode == 0
    assert [line.strip() for line in trace] == [step['why'] for step in Page(tmp_path / 'p.html').data['steps']]


@pytest.mark.parametrize('seed', seeds(120))
def test_samaratis_trace_tells_the_search_of_the_page(seed):
    """The trace says besides which checks kanon skips, and what it says of a vector is true."""
    frequency_set, trees = random_table(seed)
    k, most = 2 + seed % 3, seed % 5
    try:
        page, trace = (search_steps(searching(algorithm, Lattice(frequency_set, trees, k), most)) for algorithm in ('plain', 'samarati'))
    except Unsatisfied:
        return

    def course(steps):
        return [(step.kind, step.values) for step in steps
                if step.kind in ('between', 'try', 'reached', 'not_reached', 'least', 'all_of_it', 'chosen')]
    assert course(page) == course(trace)
    lattice = Lattice(frequency_set, trees, k)
    for step in trace:
        if step.kind.startswith(('fails', 'satisfies', 'known')):
            assert (lattice[step.values['vector']] <= most) == ('satisf' in step.kind)


def test_the_trace_of_mondrian_has_a_tree_and_reasons():
    result = run('run_mondrian.py', TOY, '-k', 2, '-o', '-', '--trace')
    trace = result.stderr.partition('\n\n')[0]
    heads = re.findall(r'^Part (\d+)(?:, which was cut from part (\d+)|, the whole table): (\d+) records. Widths: .*$', trace, re.M)
    cuts = re.findall(r'^  Cut (\d+) records by \w+ at \d+: (\d+) up to it, (\d+) above. These are parts (\d+), (\d+).$', trace, re.M)
    sizes = {part: size for part, _, size in heads}
    assert sorted(map(int, sizes)) == list(range(1 + 2 * len(cuts)))
    for size, one, other, left, right in cuts:
        parent = {part: parent for part, parent, _ in heads}
        assert parent[left] == parent[right] and sizes[parent[left]] == size and (sizes[left], sizes[right]) == (one, other)
    assert trace.count('is finished.') == 1 + len(cuts)
    assert '  Not by age, zip: the part has fewer than 2 k = 4 records.\n' in trace
    hidden = run('run_mondrian.py', TOY, '-k', 2, '-o', '-', '--trace', '--redact').stderr.partition('\n\n')[0]
    assert re.sub(r' at \d+:', ' at (value):', trace) == hidden


def test_the_trace_in_json_holds_the_same(tmp_path):
    for program, more in (('run_samarati.py', []), ('run_samarati.py', ['--optimal']), ('run_mondrian.py', [])):
        words = [program, TOY, *more, '-o', tmp_path / 'o.csv', '--force', '--trace']
        report = json.loads(run(*words, '--json').stdout)
        text = run(*words).stdout.partition('\n\n')[0].splitlines()
        tuples = [{name: tuple(value) if isinstance(value, list) and all(isinstance(level, int) for level in value) and name != 'parts'
                   and name != 'numbers' else tuple(map(tuple, value)) if name == 'vectors' else value for name, value in step.items()}
                  for step in report['trace']]
        assert list(trace_lines(tuples)) == text


@pytest.mark.parametrize('seed', seeds(60))
def test_a_trace_with_rules_beyond_k_says_nothing_wrong(seed):
    frequency_set, trees = random_table(seed)
    random = Random(seed)
    histograms = {quasi: Counter((random.choice('ab'),) for _ in range(n)) for quasi, n in frequency_set.items()}
    required = Required(2, {'job': [random.choice((Distinct(2), Entropy((15, 10))))]}, histograms)
    most = seed % 4
    for algorithm in 'samarati', 'optimal':
        try:
            steps = search_steps(searching(algorithm, lattice_of(frequency_set, trees, required), most))
        except Unsatisfied:
            continue
        lattice = lattice_of(frequency_set, trees, required)
        for kind, values, _, _ in steps:
            key = key_of_kind(kind)
            assert sentence(key, values, ['q'] * 4, 'zh') and sentence(key, values, ['q'] * 4)
            if kind.startswith(('satisfies', 'fails', 'known')):
                vector = values['vector']
                assert (lattice[vector] <= most) == ('satisf' in kind)
                under = [lattice[v] <= most for v in vectors(lattice.top) if above(vector, v)]
                over = [lattice[v] <= most for v in vectors(lattice.top) if above(v, vector)]
                assert kind != 'fails' or not any(under)
                assert kind != 'satisfies' or all(over)


def test_a_search_that_was_stopped_says_so():
    """With rules that nobody waits for: a trace of a search that --time-limit ended tells no more than it did."""
    frequency_set, trees = random_table(5, columns=4)
    steps = search_steps(searching('optimal', Lattice(frequency_set, trees, 2), 3), stopped=(2, Lattice(frequency_set, trees, 2).top))
    assert steps[-1].kind == 'stopped' and 'proven' not in [step.kind for step in steps]
    checked = [step for step in steps if step.values.get('how') in ('checked', 'far')]
    assert len(checked) <= 3


def test_the_search_that_is_watched_is_the_search():
    """Tracing changes nothing, and leaves nothing behind."""
    before = sys.gettrace()
    known = searching('samarati', Lattice(RACE_ZIP, TREES, 2), 0)
    steps = search_steps(known)
    assert search_steps(searching('plain', Lattice(RACE_ZIP, TREES, 2), 0))[-1] == steps[-1]
    plain = Lattice(RACE_ZIP, TREES, 2)
    assert list(least_height(plain, 0).vectors) == list(next(step.values['vectors'] for step in steps if step.kind == 'all_of_it'))
    assert list(plain.items()) == list(known.lattice.items())
    with pytest.raises(Unsatisfied):
        search_steps(searching('samarati', Lattice(RACE_ZIP, TREES, 99), 0))
    assert sys.gettrace() is before


def test_what_is_left_out_is_said(tmp_path):
    """Records with missing values, and sensitive columns of a table of too many rows."""
    (tmp_path / 'd.csv').write_text('age,job\n' + ''.join('%d,%s\n' % (n % 9, n) for n in range(450)) + '?,x\n', encoding='utf-8')
    assert kanon('explain', 'mondrian', 'd.csv', '--quasi', 'age', '--sensitive', 'job', '-k', 2, '-o', 'p.html',
                 cwd=str(tmp_path)).returncode == 0
    page = Page(tmp_path / 'p.html')
    shown = ' '.join(page.shown)
    assert '450 records, age, k = 2. Left out: 1 record with a missing value. The sensitive columns are left out: there are too many' in shown
    assert {len(row) for one in page.data['classes'] for row in one['rows']} == {1}


def test_a_part_whose_records_are_equal_is_told():
    table = {('1', 'a'): 9}
    dimensions = [dimension_of(values) for values in columns(table)]
    steps = cut_steps.cut_steps(table, CutLesson(['age', 'job'], dimensions, 2))
    assert [step.kind for step in steps] == ['part', 'no_width', 'no_width', 'equal', 'finished', 'all_finished']
