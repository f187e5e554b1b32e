"""Each report is one list of parts, which text, page and JSON render.

Each key of the JSON belongs to a part. What a part has is read by its text, and by its page, in some
run of many cases. What stands in one of the three alone has its reason here.
"""

import json
import re

import pytest

from conftest import run_here
from kanon.core.desk import run_parts
from kanon.core.desk.run_parts import RUN
from kanon.tools.pages import findings, found_by_use, run_page, to_sign
from kanon.tools.pages.findings import ATTACK_PAGE, CHECK_PAGE, RISK_PAGE
from kanon.tools.pages.found_by_use import USE, USE_PAGE
from kanon.tools.pages.run_page import RUN_PAGE
from kanon.tools.verbs import attack, check_text, risk
from kanon.tools.verbs.attack import ATTACK
from kanon.tools.verbs.check_text import CHECK
from kanon.tools.verbs.risk import RISK
from readers import read
from test_pages_say_all import CASES
from test_pages_say_all import folder as tables_of_findings

folder = tables_of_findings
REPORTS = {'run': (RUN, RUN_PAGE), 'check': (CHECK, CHECK_PAGE), 'risk': (RISK, RISK_PAGE),
           'attack': (ATTACK, ATTACK_PAGE), 'use': (USE, USE_PAGE)}
KIND = {'mondrian': 'run', 'samarati': 'run', 'datafly': 'run'}

# The parts that are not in the text, and why.
NOT_IN_THE_TEXT = {
    ('run', 'others'): 'a warning on standard error says it',
    ('run', 'kept_missing'): 'no line says that nothing was left out',
    ('run', 'cutting'): 'whoever typed the run knows',
    ('run', 'trace'): 'the views of a run say it, above the text',
    ('run', 'standards'): 'the views of a run say it, below the measures',
    ('risk', 'quasi'): 'the sets of columns name them',
    ('attack', 'run'): 'it stands above each table that is printed (desk/screen.py)',
    ('attack', 'telling'): 'as above',
    ('attack', 'reading'): 'as above',
    ('attack', 'rows'): 'they are the table that is printed',
    ('attack', 'columns'): 'the table has what each attack links by',
    ('attack', 'known'): 'whoever typed it knows the file',
    ('use', 'quasi'): 'their names are those of the columns',
    ('use', 'missing'): 'the line on how the tables were read has it',
}
# The parts that are not on the page, and why.
NOT_ON_THE_PAGE = {
    ('run', 'seconds'): 'the same run gives the same page',
    ('use', 'quasi'): 'as in the text',
}
# The keys of parts that a text or a page does not read, although it has the part.
IN_OPTIONS = 'the page has all options'
KEYS_UNREAD = {
    ('text', 'check', 'clauses'): 'they are added up from the standards',
    ('text', 'attack', 'second'): 'the rows tell that there are two releases',
    ('text', 'attack', 'control'): 'the rows tell that there is a control',
    **{('page', 'run', key): IN_OPTIONS for key in (
        'weights', 'limit', 'from', 'partitioning', 'choose', 'seed', 'labels', 'categories', 'grid')},
    ('page', 'run', 'hierarchies'): 'the page has the file of each hierarchy',
    ('page', 'run', 'trace'): 'the page has its lines, which are the steps',
    ('page', 'check', 'holds'): 'the page says how many requirements fail, and how many clauses',
    ('page', 'check', 'clauses'): 'they are added up from the standards',
    ('page', 'use', 'missing'): 'the line on how the tables were read has it',
}
# The keys of a report that its JSON has not.
NOT_IN_JSON = {
    **{('attack', key): 'the JSON is the table of the rows' for part in ATTACK
       for key in part.keys.split() if key != 'rows'},
    ('use', 'not_followed'): 'only a verb that judges a table passes settings over',
}
# The parts that a page alone has.
ALONE = {
    'run': {'page', 'rests', 'shapes', 'files', 'typed', 'settings', 'pictures'},
    'check': {'page', 'other_releases', 'sha256', 'typed', 'pictures'},
}

P = 'people.csv --quasi age,zip,sex --sensitive ill,pay -k 4 --missing value'
H = '--hierarchies h --max-suppression 60%'
RUNS = [
    'mondrian %s --trace --l-diversity 2 --standard cms-11 --order input' % P,
    'mondrian %s --bound --time-limit 1 --weights age=2 --publish w' % P,
    'mondrian %s --labels box --choose random --seed 1 --redact' % P,
    'mondrian %s --labels grid --grid age=5 --save-plan plan.json --hierarchies h' % P,
    'mondrian people.csv --plan plan.json --max-suppression 20 --hierarchies h',
    'mondrian %s --partitioning clustered --from age>=1 --hierarchies h --labels ancestor' % P,
    'mondrian %s --person who --l-diversity 2' % P,
    'mondrian counted.csv --quasi age,zip --sensitive ill --counts n -k 4 --missing value',
    'mondrian counted.csv --quasi age,zip --sensitive ill -k 4 --missing value',
    'mondrian messy.csv --config run.ini --items dx=semicolon --since left=came',
    'samarati %s %s --record first.json --alpha 0.9' % (P, H),
    'samarati people.csv --like first.json --max-suppression 60%',
    'samarati %s %s --optimal --measure dm --limit zip<=1' % (P, H),
    'samarati %s %s --optimal --time-limit 0' % (P, H),
    'samarati %s %s --population register.csv --k-map 3' % (P, H),
    'samarati %s %s --person who --history history.bin -k 2' % (P, H),
    'datafly %s %s' % (P, H),
]


INI = '''[kanon]
quasi = age, zip, left
sensitive = ill, dx, pay
publish = box
k = 3
missing = drop
missing-in = any
totals = leave-out
unreadable = missing
max-suppression = 50%
'''
MESSY = '| a comment\nage,zip,came,left,ill,dx,pay,box,fax\n' + ''.join(
    '%s,%s,2020-01-01,2020-01-%02d,%s,%s,%s,%s,%s\n' % (
        'old' if n == 7 else 20 + n % 9, 'ab'[n % 2], 2 + n % 3, ['flu', 'Flu', '?', 'hiv'][n % 4],
        ['a;b', 'b', 'c;a'][n % 3], ['x;y', 'y;z;x', 'z'][n % 3], n, '' if n % 9 == 5 else 1)
    for n in range(90)) + 'Total,,,,,,,,\n'


FURTHER = [
    'use totals.csv m.csv --quasi age,zip,sex --sensitive ill,pay --totals leave-out',
    'use told.csv m.csv', 'attack m.csv --known told.csv',
    'use many.csv many.csv --quasi age --sensitive who',
]
TOLD = '[kanon]\nquasi = age, zip, sex\nsensitive = ill, pay\nmissing = drop\nmissing-in = used\nhierarchies = h\n'


class Watched(dict):
    """A report that remembers which of its keys were read."""

    def __init__(self, report):
        super().__init__(report)
        self.read = set()

    def __getitem__(self, key):
        self.read.add(key)
        return super().__getitem__(key)

    def get(self, key, *default):
        self.read.add(key)
        return super().get(key, *default)

    def __contains__(self, key):
        self.read.add(key)
        return super().__contains__(key)


class Readings:
    """What the texts and the pages of many cases read, and what the JSON of these has."""

    def __init__(self):
        self.read = {'text': {}, 'page': {}}        # {part: the keys that were read for it}
        self.keys = set()       # of the JSON

    def said(self, parts, say, report):
        for part in parts:
            if part.said:
                watched = Watched(report)
                yield from part.said(say, watched)
                self.read['text'].setdefault(part.name, set()).update(watched.read)

    def said_at(self, places, where, say, report):
        texts = []
        for place in places:
            if place.where == where:
                watched = Watched(report)
                texts += place.said(say, watched)
                for name in place.part.split():
                    self.read['page'].setdefault(name, set()).update(watched.read)
        return texts


def asked(report, case, made, *more):
    """Run a case of a report, in the folder of its tables: what it prints."""
    verb, *words = case.split()
    words = [made / word if (made / word).exists() else word for word in words]
    if report in ('run', 'check'):
        words += ['--internal'] * ('--html' in more and '--redact' not in words)
    if report == 'run':
        words += ['-o', made / 'out.csv', '--force']
    status, text, error = run_here(verb, [*words, *more])
    assert status in (0, 1) and text, (case, error)
    return text


@pytest.fixture(scope='module')
def readings(folder):
    """{report: its Readings} of all cases."""
    (folder / 'run.ini').write_text(INI)
    (folder / 'messy.csv').write_text(MESSY)
    (folder / 'many.csv').write_text('age,who\n' + ''.join('%d,p%d\n' % (n % 9, n) for n in range(300)))
    (folder / 'told.csv').write_text((folder / 'people.csv').read_text())
    (folder / 'told.ini').write_text(TOLD)
    found = {report: Readings() for report in REPORTS}
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        for case in RUNS + CASES + FURTHER:
            report = KIND.get(case.split()[0], case.split()[0])
            as_json = ['--json'] if report in ('run', 'check') else ['--format', 'json']
            told = json.loads(asked(report, case, folder, *as_json))
            found[report].keys |= {'rows'} if report == 'attack' else set(told)
            for module in run_parts, check_text, risk, attack, found_by_use:
                patch.setattr(module, 'said', found[report].said)
            for module in run_page, findings, found_by_use, to_sign:
                patch.setattr(module, 'said_at', found[report].said_at)
            asked(report, case, folder, '--html', folder / 'page.html', '--force')
    return found


def keys_of(report) -> dict:
    """{part: its keys} of a report."""
    keys = {}
    for part in REPORTS[report][0]:
        keys.setdefault(part.name, set()).update(part.keys.split())
    return keys


def names_on_the_page(report) -> set:
    return {name for place in REPORTS[report][1] if place.where for name in place.part.split()}


both = pytest.mark.parametrize('report', REPORTS)


@both
def test_each_part_is_said_by_the_text_or_has_a_reason(report):
    parts, _ = REPORTS[report]
    unsaid = {(report, part.name) for part in parts if part.said is None}
    assert unsaid == {pair for pair in NOT_IN_THE_TEXT if pair[0] == report}


@both
def test_each_part_is_said_by_the_page_or_has_a_reason(report):
    parts, places = REPORTS[report]
    names, on_page = {part.name for part in parts}, names_on_the_page(report)
    unsaid = {(report, name) for name in names - on_page}
    assert unsaid == {pair for pair in NOT_ON_THE_PAGE if pair[0] == report}
    assert on_page - names == ALONE.get(report, set())
    assert {place.part for place in places if place.said is None} == names - on_page


@both
def test_each_key_of_the_json_belongs_to_a_part_and_each_key_of_a_part_stands_there(report, readings):
    keys = set().union(*keys_of(report).values())
    assert readings[report].keys - keys == set(), 'add it to a part, or add a part'
    assert keys - readings[report].keys == {key for of, key in NOT_IN_JSON if of == report}


@both
@pytest.mark.parametrize('where', ['text', 'page'])
def test_what_a_part_has_is_read_where_it_is_said(report, where, readings):
    unread = set()
    for name, keys in keys_of(report).items():
        left_out = NOT_IN_THE_TEXT if where == 'text' else NOT_ON_THE_PAGE
        if (report, name) not in left_out:
            unread |= {(where, report, key) for key in keys - readings[report].read[where].get(name, set())}
    assert unread == {key for key in KEYS_UNREAD if key[:2] == (where, report)}


# What the text says of a search that was stopped, or that was too large, stands on the page that has all.

def test_the_page_says_how_far_a_stopped_search_is_from_the_best(folder, monkeypatch):
    monkeypatch.chdir(folder)
    case = 'samarati %s %s --optimal --time-limit 0' % (P, H)
    for more, has_it in ((['--internal'], True), ([], False)):
        text = run_here_as(case, folder, more)
        said = re.search(r'then stopped: (lm [\d.]+, .* the best possible)\n', text).group(1)
        page = read(folder / 'page.html').words()
        assert 'A better vector by lm may exist.' in page
        assert (said + '.' in page) == has_it, 'a loss is of recorded values'


def test_the_page_says_that_an_optimum_needs_too_many_intervals(folder, monkeypatch):
    monkeypatch.chdir(folder)
    monkeypatch.setattr('kanon.core.best_cuts.search.MOST', 1)
    text = run_here_as('mondrian %s --partitioning optimal' % P, folder, ['--internal'])
    said = re.search(r'\nsearch +(.* intervals are too many to prove an optimum; .*)\n', text).group(1)
    assert said + '.' in read(folder / 'page.html').words()


def test_the_names_of_a_set_of_columns_are_escaped_once(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / 't.csv').write_text('a<b,c&d\n1,x\n1,x\n2,x\n2,y\n')
    words = ['t.csv', '--quasi', 'a<b,c&d', '--suda', '2', '--html', 'page.html']
    assert run_here('risk', words)[0] == 0
    source = read('page.html').source
    assert 'class="short">c&amp;d</td>' in source and 'a&lt;b' in source
    assert '&amp;amp;' not in source and '&amp;lt;' not in source


def run_here_as(case, folder, more) -> str:
    verb, *words = case.split()
    words += ['-o', folder / 'out.csv', '--html', folder / 'page.html', '--force', *more]
    status, text, error = run_here(verb, words)
    assert status == 0, error
    return text.decode()
