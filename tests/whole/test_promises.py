"""Every sentence that promises something has a test that makes it false and sees it withdrawn.

The sentences are those that a run, `check`, a standard, a page, a picture and `attack` can print with one of WORDS, such as "holds", "every",
"no", "passed" or "proven". promises.txt has a row for each: the test that sees it withdrawn, or why it promises nothing. CASES below
are sentences that a program prints in one run and not in another, in which they are not true.
"""

import ast
import glob
import os
import re
import shlex
import shutil
from functools import lru_cache

import pytest

from conftest import HOME, run, run_here
from kanon.core.tables import publishing

from readers import read

WORDS = re.compile(r'\b(holds?|every|everybody|no|nobody|none|passed|proven|never|stays on|what was required)\b', re.IGNORECASE)
TABLE = os.path.join(HOME, 'tests', 'whole', 'promises.txt')

# The files whose texts are printed. Those of voice/ may stand in a report, on a page or in a picture, those of pages/ on a page.
PRINTED = ['%s/%s.py' % (room, name) for room, names in (
    ('core/desk', 'report screen run inputs publication run_record as_text run_parts'),
    ('core/algorithms', 'full_domain by_cuts counted'),
    ('core/voice', 'of_all of_runs'),
    ('tools', 'views'),
    ('tools/judging', 'satisfied standard clauses'),
    ('tools/pages', 'run_page to_sign findings details shapes settings_shown choosing found_in_tables found_by_attacks found_by_estimates'
                    ' found_by_standards found_by_sweep found_by_use shown_values'),
    ('tools/verbs', 'check check_text attack risk sweep lattice recode replay datafly use'),
    ('tools/voice', 'of_all_tools of_run_pages of_signing of_tables of_estimates of_attacks of_use of_choosing of_start of_serve of_tools of_pictures'))
    for name in names.split()]

REFUSALS = {'DataError', 'Unsatisfied', 'error', 'Refused', 'refuse', 'refuse_recoding'}      # calls that are messages
HELP = {'Word', 'switch', 'Program', '_replace'}
NAMES = {'Part', 'Place', 'picked'}       # their arguments are keys of reports, and names of parts
LOOKUPS = {'say', 'get', 'pop'}         # their first argument is a key


def printed_by(path):
    """The sentences of a file with one of WORDS: without docstrings, help, messages of refusals, keys, and texts in Chinese."""
    with open(path, encoding='utf-8') as file:
        nodes = list(ast.walk(ast.parse(file.read())))
    left_out = set()
    for node in nodes:
        if isinstance(node, ast.Expr):
            left_out.add(node.value)
        elif isinstance(node, ast.Call):
            name = getattr(node.func, 'id', getattr(node.func, 'attr', ''))
            left_out.update(ast.walk(node) if name in REFUSALS | HELP | NAMES else node.args[:1] if name in LOOKUPS else ())
        elif isinstance(node, ast.Subscript):
            left_out.update(ast.walk(node.slice))
        elif isinstance(node, ast.Dict):
            left_out.update(node.keys)
        elif isinstance(node, ast.Compare):
            left_out.update(ast.walk(node))
        elif isinstance(node, ast.Tuple) and os.path.basename(path).startswith('of_') and len(node.elts) == 2:
            left_out.add(node.elts[1])      # Chinese
    return {node.value.strip() for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)
            and node not in left_out and WORDS.search(node.value)}


@lru_cache(None)
def sentences():
    """{sentence: the files that print it}, with the clauses of the standards that ship. The pages that explain count as one."""
    found = {}
    for name in PRINTED:
        for sentence in printed_by(os.path.join(HOME, 'kanon', name)):
            found.setdefault(sentence, []).append(name)
    for path in sorted(glob.glob(os.path.join(HOME, 'kanon', 'tools', 'judging', 'standards', '*.ini'))):
        with open(path, encoding='utf-8') as file:
            text = re.sub('\n[ \t]+', ' ', file.read())
        for sentence in re.findall('^text = (.*)', text, re.MULTILINE):
            if WORDS.search(sentence):
                found.setdefault(sentence, []).append('standards')
    assert printed_by(os.path.join(HOME, 'kanon', 'tools', 'voice', 'of_explaining.py'))
    return {**found, 'all of voice/of_explaining.py': ['explain']}      # they tell an algorithm that is run again, step by step


@lru_cache(None)
def table():
    """{sentence: the tests that see it withdrawn, or a text 'nothing: ...' that says why it promises nothing}, as promises.txt has them."""
    rows, head = {}, None
    with open(TABLE, encoding='utf-8') as file:
        for line in filter(str.strip, file):
            if line.startswith('#'):
                continue
            if line.startswith(' '):
                sentence = line.strip().replace('\\n', '\n')
                assert sentence not in rows, 'twice: ' + sentence
                rows[sentence] = head
            else:
                head = line.strip() if line.startswith('nothing: ') else line.split()
    return rows


def functions_of(path):
    with open(os.path.join(HOME, path), encoding='utf-8') as file:
        return {node.name for node in ast.walk(ast.parse(file.read())) if isinstance(node, ast.FunctionDef)}


def test_every_sentence_has_its_row_and_every_row_its_sentence():
    """A sentence that is new needs a test, or a reason. A sentence that is gone takes its row with it."""
    rows = {*table(), *(case[0] for case in CASES)}
    assert sorted(sentences().keys() - rows) == [], 'no row in promises.txt'
    assert sorted(rows - sentences().keys()) == [], 'nothing prints this'
    twice = [case[0] for case in CASES if str(table().get(case[0])).startswith('nothing')]
    assert twice == [], 'a sentence that promises nothing has a case'


@pytest.mark.parametrize('name', sorted({name for names in table().values() if isinstance(names, list) for name in names}))
def test_a_test_that_a_row_names_is_there(name):
    path, _, function = name.partition('::')
    assert function.startswith('test_') and function in functions_of(path)


def test_a_sentence_without_a_row_and_a_test_that_is_gone_are_seen(tmp_path):
    """The test of the test."""
    (tmp_path / 'of_x.py').write_text('"""Every docstring."""\nTEXTS = {"no": ("no x", "never: in Chinese")}\nsay("holds")\n'
                                       'f(x["none"]) == "none"\nprint("All is passed. ")\nDataError("no %s" % "no")\n')
    assert printed_by(str(tmp_path / 'of_x.py')) == {'no x', 'All is passed.'}
    assert 'test_no_such' not in functions_of('tests/whole/test_promises.py')


# What is typed, in a folder with the files of `folder`. A page and its pictures are made, too. Commands before ; are typed first.

MONDRIAN = 'run_mondrian.py inpatients.csv --quasi zip,age --sensitive condition -k 4 -o out.csv'
ZIP = 'run_mondrian.py inpatients.csv --quasi zip --sensitive condition -k 4 -o out.csv'
AGE = 'run_mondrian.py people.csv --quasi age --sensitive ill -k 2 -o out.csv'
SAMARATI = 'run_samarati.py inpatients.csv --quasi zip,age --sensitive condition -k 4 --max-suppression 0 -o out.csv'
ALONE = SAMARATI.replace('-k 4', '-k 1') + ' --hierarchies hierarchies --population register.csv --k-map 2 --limit "zip<=0;age<=0"'
OPTIMAL = MONDRIAN + ' --partitioning optimal'
FROM = ' --hierarchies hierarchies --from "age>=1"'
CHECK = 'check released.csv --quasi zip,age --sensitive condition'
ATTACK = 'attack released.csv --quasi zip,age --sensitive condition --known inpatients.csv'
RISK = 'risk inpatients.csv --quasi zip'

# (sentence, what is typed where it is true, what is typed where it is not, what is then said instead)
CASES = [
    # the page of a run
    ('No INI file was used. Every option was typed, or has its default.', ZIP, ZIP + ' --config k3.ini', 'k3.ini was read.'),
    ('{config} was read. It set no option of this run.', ZIP + ' --config empty.ini', ZIP.replace('-k 4 ', '') + ' --config k3.ini',
     'k3.ini set these options, which nobody typed: k = 3'),
    ('k = {k} is the default, which nobody changed', ZIP.replace('-k 4 ', ''), ZIP, 'asked: k = 4'),
    ('This page has no warning. What the run said on standard error is not repeated here. Section 3 says what remains possible.',
     AGE.replace('people', 'even'), AGE, 'Decide on this, too:'),
    ('No record of another release was found beside this one. Is there one elsewhere?', ZIP, SAMARATI + ' --record r.json; ' + ZIP,
     '1 other release of the same table was found'),
    ('No standard was named with --standard. Does one bind you?', ZIP, ZIP + ' --standard fives.ini', 'Failing: '),
    ('There is no column but quasi-identifiers and sensitive ones: {columns}. Does one of them tell who somebody is?', CHECK,
     CHECK.replace('zip,age', 'zip'), 'Not judged: age. Does one of them tell who somebody is?'),
    ('This page names no value of the table. --internal makes the full page.', CHECK, CHECK + ' --internal',
     'INTERNAL: this page shows values that few people have.'),
    ('The search found no further cut that the requirement allows.', MONDRIAN, OPTIMAL, 'No other strict cuts'),
    ('No other strict cuts along these orders lose less by {measure}. This is proven.', OPTIMAL,
     OPTIMAL + FROM, 'No other strict cuts along these orders and within the limits lose less by lm.'),
    ('No other strict cuts along these orders and within the limits lose less by {measure}. This is proven.',
     OPTIMAL + ' --limit "age<=20 wide"', MONDRIAN + ' --limit "age<=20 wide"', 'The search found no further cut that the requirement allows.'),
    ('no other strict cuts along these orders and within the limits lose less by {measure}, proven', OPTIMAL + ' --limit "age<=20 wide"', OPTIMAL,
     'no other strict cuts along these orders lose less by lm, proven'),
    ('no other strict cuts along these orders lose less by {measure}, proven', OPTIMAL, MONDRIAN + ' --partitioning clustered', 'the best cuts found'),
    ('The search ruled out all other vectors: proven to be the best by {measure}.', SAMARATI + ' --optimal',
     SAMARATI + ' --optimal' + FROM, 'The search ruled out all other vectors within the limits: proven to be the best of them by lm.'),
    ('The search ruled out all other vectors: proven to be the best by {measure}.', SAMARATI + ' --optimal',
     SAMARATI, 'Other heights were not compared.'),
    ('{checked}, {n} ruled out without a check: proven to be the best by {measure}', SAMARATI + ' --optimal', SAMARATI, 'from which the others up to height'),
    ('{checked}, {n} ruled out without a check: proven to be the best by {measure} within the limits', SAMARATI + ' --optimal' + FROM.replace('age', 'zip'),
     SAMARATI + ' --optimal', 'proven to be the best by lm'),
    ('The search ruled out all other vectors within the limits: proven to be the best of them by {measure}.',
     SAMARATI + ' --optimal' + FROM.replace('age', 'zip'), SAMARATI + ' --optimal', 'The search ruled out all other vectors: proven to be the best by lm.'),
    ('Find a person: whoever knows the quasi-identifiers of a person in the release finds at least {smallest:record}, and picks the right one'
     ' with a chance of at most 1 in {smallest}. By the quasi-identifiers nobody stands alone. If a person has several rows, this does not hold.',
     MONDRIAN, ALONE, 'Find a person: 12 records stand alone in a class.'),
    ('Learn {column} without finding the person: no class has a single value. The fewest different values in a class are {least}, and one value'
     ' has at most {share} of a class.', SAMARATI, MONDRIAN, 'in 1 class with 4 records, all records have the same value.'),
    ('no end of a range and no value in a set was taken from a value that fewer than k = {k} records of the whole table have.',
     AGE.replace('people', 'even'), MONDRIAN, 'labels of zip, age name values that fewer than k = 4 records of the whole table have'),
    ('By the labels alone, no value can be put back for certain. What the order of the cuts and the rules tell besides was not looked at.',
     ZIP, AGE, '4 generalized cells and 4 records as a whole can be put back'),
    ('none of them was found to have its own value in nearly every record. A table of fewer than 10'
     ' records, or one that is not in memory, is not looked at.', ZIP, ZIP + ' --publish age', 'nearly every record has its own value in age.'),
    ('Join releases: it is not known whether there is another release of the table. kanon looks only for the records that runs write with'
     ' --record, beside this release, and found none.', MONDRIAN, SAMARATI + ' --record first.json; ' + MONDRIAN.replace('out.csv', 'other.csv'),
     'first.json records another release of the same table'),
    ('None of these vectors satisfies and has a better {measure}.', SAMARATI + ' --optimal --internal',
     SAMARATI.replace('-k 4 --max-suppression 0', '-k 3 --max-suppression 4') + ' --measure first --internal',
     'satisfies, too, and its lm is better'),
    # check
    ('All that is required holds.', CHECK + ' --require k=4', CHECK + ' --require k=5', 'not hold'),
    ('No clause fails.', CHECK + ' --standard pairs.ini', CHECK + ' --standard fives.ini', '1 clause fails.'),
    ('No clause fails, and {n:clause} cannot be checked from the file.', CHECK + ' --require k=4 --standard open.ini', CHECK + ' --standard fives.ini',
     'Not all that is required holds: the exit status is 1.'),
    ('No record is in classes of fewer than k = {k}.', CHECK + ' --k 4', CHECK + ' --k 5', '12 records are in classes of fewer than k = 5.'),
    ('no class fits {n} {n:person|people} of the population', CHECK + ' --population strangers.csv', CHECK + ' --population inpatients.csv', 'fit at least 4 people'),
    # risk
    ('Highest risk {highest}, average risk {average}. No record is of a higher risk than {threshold}.', RISK + ' --threshold 0.5',
     RISK + ' --threshold 0.2', 'records are of a higher risk than 0.2.'),
    ('No record is unique. Each bar: which share of the pairs of records these columns tell apart.', RISK, RISK + ',age', 'that no other record has'),
    # attack
    ('NOBODY has a candidate. Perhaps the release and --known were swapped, or the release was made from another table.',
     ATTACK.replace('--known inpatients', '--known strangers'), ATTACK, 'people with one candidate or more, but fewer than k'),
    ('What the attack tells of the control, too, is not told by being in the table, if the control are people like those of the list who are not'
     ' in it. By chance: if the same people are dealt out at random to two lists of these sizes, the lists differ by no more than this in at'
     ' least 95 of 100 cases.', ATTACK + ' --control strangers.csv', ATTACK, 'A candidate of a person is'),
]


@pytest.fixture(scope='module')
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp('promises')
    shutil.copy('data/inpatients/inpatients.csv', str(made))
    shutil.copytree('data/inpatients/hierarchies', str(made / 'hierarchies'))
    with open('data/inpatients/inpatients.csv', encoding='utf-8') as file:
        head, *rows = file.read().splitlines()
    (made / 'register.csv').write_text('\n'.join([head, *rows, *rows, '']))
    (made / 'strangers.csv').write_text(head + '\n' + '99999,99,Cancer\n' * 3)
    (made / 'people.csv').write_text('age,ill\n' + '20,flu\n20,gout\n' * 2 + '30,flu\n31,gout\n33,flu\n34,gout\n')
    (made / 'even.csv').write_text('age,ill\n' + '20,flu\n20,gout\n30,flu\n30,gout\n' * 2)
    (made / 'eight.csv').write_text('age,ill\n' + ''.join('%d,%s\n' % (n, 'flu gout'.split()[n % 2]) for n in range(8)))
    (made / 'several.csv').write_text('n,ill\n' + '[1-2],flu\n[1-2],gout\n[1-4],flu\n[1-4],gout\n')
    (made / 'four.csv').write_text('n\n1\n2\n3\n4\n')
    (made / 'fewer.csv').write_text('\n'.join([head, *rows[1:] * 2, '']))
    (made / 'k3.ini').write_text('[kanon]\nk = 3\n')
    (made / 'empty.ini').write_text('[kanon]\n')
    clause = '\n[cells]\ntext = Classes have %d records.\nsource = a test\nmeasure = class-size\nleast = %d\n'
    for name, least, more in (('pairs', 2, ''), ('fives', 5, ''), ('open', 2, '\n[rest]\ntext = The rest.\nsource = a test\nmeasure = outside\n')):
        (made / (name + '.ini')).write_text('[standard]\ntitle = A test\nsource = a test\n' + clause % (least, least) + more)
    assert run('run_mondrian.py', *shlex.split(MONDRIAN.partition(' ')[2].replace('out.csv', 'released.csv')), cwd=str(made)).returncode == 0
    return made


@lru_cache(None)
def said(folder, line):
    """(What the last of the commands prints, the words of its page with the pictures), each with single blanks."""
    fresh = folder / ('run%d' % len(os.listdir(str(folder))))
    shutil.copytree(str(folder), str(fresh), ignore=shutil.ignore_patterns('run*'))
    for command in line.split('; '):
        script, *words = shlex.split(command)
        script, words = (script, words) if script.endswith('.py') else ('kanon', [script, *words])
        result = run(script, *words, '--html', 'page.html', '--force', cwd=str(fresh))
        assert result.returncode == 0 or script == 'kanon' and result.stderr == '', result.stderr
    return ' '.join((result.stdout + ' ' + result.stderr).split()), read(fresh / 'page.html').words()


def seen(name, printed, page):
    """Where a sentence of a file is seen."""
    return printed + ' ' + page if '/voice/' in name else page if name.startswith('tools/pages/') else printed


def as_pattern(sentence):
    """A regular expression for a sentence with its fields filled in."""
    parts = re.split(r'%[-+.0-9]*[sdfg]|\{[^}]*\}', ' '.join(sentence.split()))
    return re.compile('.{0,99}?'.join(map(re.escape, parts)))


@pytest.mark.parametrize('sentence, where_true, where_false, instead', CASES, ids=range(len(CASES)))
def test_a_sentence_that_is_not_true_is_not_said(sentence, where_true, where_false, instead, folder):
    for name in sentences()[sentence]:
        true, false = (seen(name, *said(folder, where)) for where in (where_true, where_false))
        assert as_pattern(sentence).search(true), (name, true)
        assert not as_pattern(sentence).search(false), name
    assert any(instead in text for text in said(folder, where_false)), said(folder, where_false)


# What has no command of its own.

TRIGGERS = [        # (what calls for a decision, how the head of the page says so); none of it may be followed by "no warning"
    (ZIP + ' --publish age', 'Nearly every record has its own value in age'), (ZIP + ' --order input', 'The rows stand in the order of the input'),
    (MONDRIAN, 'whoever knows zip, age learns condition, too'), (AGE, 'A reader can put back 4 values'),
    (ALONE, '12 records stand alone in a class'), (SAMARATI, 'The search compared choices of levels of one height alone.'),
    (SAMARATI + ' --record r.json; ' + ZIP, '1 other release of the same table was found'),
    (SAMARATI + ' --hierarchies hierarchies --population fewer.csv --k-map 2 --internal', '1 record of the table is not in the population'),
    (SAMARATI + ' --hierarchies hierarchies --population fewer.csv --k-map 2', 'Whether all of the table are in the population is not told here (section 5)'),
    (ZIP + ' --standard fives.ini', '1 clause of the standards fails')]


@pytest.mark.parametrize('line, sentence', TRIGGERS)
def test_a_page_with_a_warning_does_not_say_that_it_has_none(line, sentence, folder):
    _, page = said(folder, line)
    head = page.partition('2. What it is for')[0]
    assert 'This page has no warning.' not in page and sentence in head.partition('1. What to decide')[2]


def test_no_page_has_a_warning_and_says_that_it_has_none(folder):
    pages = [said(folder, line)[1] for case in CASES for line in case[1:3] if line.startswith('run_')]
    pages += [said(folder, line)[1] for line, _ in TRIGGERS]
    assert any('WARNING' in page for page in pages)
    assert not [page for page in pages if 'WARNING' in page and 'This page has no warning.' in page]


def test_few_records_are_not_said_to_have_been_looked_at(folder):
    """Eight people, each with an age of their own: too few for the look, and the page says so."""
    _, page = said(folder, 'run_mondrian.py eight.csv --quasi ill --sensitive "" --publish age -k 2 -o out.csv')
    assert 'A table of fewer than 10 records, or one that is not in memory, is not looked at.' in page


def test_what_is_the_best_within_limits_is_not_said_to_be_the_best(folder):
    """--from and --limit forbid what may lose less."""
    free, bound = (said(folder, OPTIMAL + more)[0] for more in ('', FROM))
    assert 'no other strict cuts along these orders lose less by lm, proven' in free
    assert 'no other strict cuts along these orders and within the limits lose less by lm, proven' in bound
    assert [re.search(' lm ([0-9.]+)', text)[1] for text in (free, bound)] == ['0.221797', '0.319837']
    for more in FROM, ' --limit "age<=2"':
        assert 'proven to be the best by lm within the limits' in said(folder, SAMARATI + ' --optimal' + more)[0]
    assert 'within the limits' not in said(folder, SAMARATI + ' --optimal')[0]


def test_of_people_whom_several_classes_fit_nothing_is_said(folder):
    """1 and 2 fit both classes, of two records each. All four people are in the table, so the classes do tell their presence."""
    printed, page = said(folder, 'check several.csv --quasi n --sensitive ill --population four.csv')
    assert 'several classes fit 2 people of the population; what this tells of their presence was not worked out' in printed
    assert 'Several classes fit 2 people of the population; what this tells of their presence was not worked out.' in page


def test_vectors_are_settled_only_if_the_search_proved_it(folder, monkeypatch):
    monkeypatch.setattr('kanon.tools.pictures.run_pictures.MOST_DRAWN', 1)
    settled, unseen = 'settled, as no such vector can be better than the chosen one', 'the search did not look at them'
    words = shlex.split(SAMARATI.partition(' -o ')[0])[2:]
    for name, program, more, there, absent in (
            ('proven', 'samarati', ['--optimal'], settled, unseen), ('greedy', 'datafly', [], unseen, settled),
            ('stopped', 'samarati', ['--optimal', '--time-limit', '0'], unseen, settled)):
        made = [folder / (name + ending) for ending in ('.csv', '.svg')]
        status, _, error = run_here(program, [folder / 'inpatients.csv', *words, *more, '--hierarchies', folder / 'hierarchies',
                                              '-o', made[0], '--picture', made[1]])
        assert status == 0, error
        picture = ' '.join(re.sub('<[^>]*>', ' ', made[1].read_text(encoding='utf-8')).split())
        assert there in picture and absent not in picture, name


def first_row_away(lines):
    return [lines[0], *lines[2:]]


def a_column_more(lines):
    return [line + ',x' for line in lines]


def another_label(lines):
    return [lines[0], '0' + lines[1], *lines[2:]]


def one_value_in_a_class(lines):
    """The sensitive value of the first row in all rows that have its labels."""
    labels, _, value = lines[1].rpartition(',')
    return [labels + ',' + value if line.startswith(labels + ',') else line for line in lines]


def a_row_twice(lines):
    return [*lines, lines[-1]]


@pytest.mark.parametrize('sabotage', [first_row_away, a_column_more, another_label, one_value_in_a_class, a_row_twice])
@pytest.mark.parametrize('script', ['mondrian', 'samarati'])
def test_nothing_is_said_of_a_release_that_is_false(script, sabotage, folder, tmp_path, monkeypatch):
    """The writer is sabotaged. Then there is no report, no page, no record and no release: k, the rules, the columns, the rows."""
    plain = publishing.write

    def write(path, *arguments):
        plain(path, *arguments)
        with open(path, encoding='utf-8') as file:
            lines = file.read().splitlines()
        with open(path, 'w', encoding='utf-8') as file:
            file.write('\n'.join(sabotage(lines)) + '\n')
    words = [folder / 'inpatients.csv', '--quasi', 'zip,age', '--sensitive', 'condition', '--l-diversity', '2', '--hierarchies', folder / 'hierarchies',
             '--config', '/dev/null', '-k', '4', '-o', tmp_path / 'out.csv', '--html', tmp_path / 'page.html', '--record', tmp_path / 'r.json']
    words += ['--max-suppression', '0'] if script == 'samarati' else []
    with monkeypatch.context() as patch:
        patch.setattr(publishing, 'write', write)
        status, printed, error = run_here(script, words)
    assert (status, printed, os.listdir(str(tmp_path))) == (1, b'', []) and 'the audit ' in error, error
    status, printed, error = run_here(script, words)
    assert status == 0 and b'passed: read again, the release has 12 records' in printed, error
