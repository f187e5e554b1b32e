"""A table means the same to every program: those whom a run has published are those whom attack and use look at, and what a run was told of
the table is told to whoever follows it: the commands that it prints, its record, its plan, and the INI file that start writes."""

import csv
import json
import os
import shlex
import sys
from random import Random

import pytest

import kanon
from conftest import HOME, run, seeds

sys.path.insert(0, os.path.join(HOME, 'data'))


def said(folder, *words):
    """What a program prints on standard output."""
    done = run(*(['kanon', *words[2:]] if words[0] == '-m' else words), cwd=str(folder))
    assert done.returncode == 0, done.stderr
    return done.stdout


def verb(folder, *words):
    return json.loads(said(folder, '-m', 'kanon', *words))


def write(path, lines, encoding='utf-8'):
    path.write_bytes(''.join(line + '\n' for line in lines).encode(encoding))


def rows_of(path):
    with open(str(path), newline='', encoding='utf-8') as file:
        return list(csv.reader(file))[1:]


def started(folder, name, *words):
    """start, with its INI file and its hierarchies."""
    said(folder, '-m', 'kanon', 'start', name + '.csv', *words, '--force', '--quiet')
    return '--config', name + '.ini'


GAPS = ['age,sex,dx,remark', *['30,F,flu,ok'] * 6, *['40,M,gout,ok'] * 6, '30,F,flu,', '40,M,flu,']


def published_as_read(folder, name, words, program):
    """The report of a run, and that attack and use look at the records that it has published, suppressed, and no others."""
    config = started(folder, name, *words)
    report = json.loads(said(folder, program, name + '.csv', *config, '--json', '-o', 'o.csv', '--force'))
    records = report['records']
    ours = records['published'] + records['suppressed']
    used = verb(folder, 'use', name + '.csv', 'o.csv', *config, '--format', 'json', '--queries', '20')
    assert used['records']['original'] == ours and used['records']['left_out'] == records['missing']
    attacked = verb(folder, 'attack', 'o.csv', '--known', name + '.csv', *config, '--format', 'json')[0]
    persons = report.get('persons')
    assert attacked['people'] == (persons['count'] if persons else ours)
    return report, attacked, used


@pytest.mark.parametrize('program', ['run_samarati.py', 'run_mondrian.py'])
def test_records_with_a_gap_in_a_column_that_is_not_used_are_attacked_and_compared(program, tmp_path):
    write(tmp_path / 'q.csv', GAPS)
    report, attacked, used = published_as_read(tmp_path, 'q', ['--quasi', 'age,sex', '--sensitive', 'dx', '-k', '3'], program)
    assert report['records'] == {'read': 14, 'missing': 0, 'published': 14, 'suppressed': 0} and attacked['people'] == 14
    assert used['queries'][0]['median'] == 0 and report['read_as'] == {'missing_in': 'used'}


def test_a_sensitive_value_that_only_a_record_with_such_a_gap_has(tmp_path):
    write(tmp_path / 'q.csv', [*GAPS[:-1], '40,M,HIV,'])
    _, attacked, used = published_as_read(tmp_path, 'q', ['--quasi', 'age,sex', '--sensitive', 'dx', '-k', '3'], 'run_mondrian.py')
    assert attacked['people'] == used['records']['original'] == 14


@pytest.mark.parametrize('seed', seeds(44))
def test_people_attacked_are_those_published_and_suppressed(seed, tmp_path):
    """Random tables with gaps in columns that are used, or published as they are, or neither."""
    random, gap = Random(seed), lambda value, share: random.choice(['', '?']) if random.random() < share else value
    share = random.choice([0, .05])
    lines = ['age,sex,dx,ward,remark']
    for _ in range(random.randint(40, 90)):
        lines.append(','.join([gap(str(random.randint(20, 40)), share), gap(random.choice('fm'), share), gap(random.choice(['flu', 'gout', 'HIV']), share),
                               gap(random.choice('ABC'), .1), gap(random.choice(['ok', 'well']), .3)]))
    write(tmp_path / 'q.csv', lines)
    publish = random.choice([[], ['--publish', 'ward']])
    report, _, _ = published_as_read(tmp_path, 'q', ['--quasi', 'age,sex', '--sensitive', 'dx', *publish, '-k', '3'],
                                     random.choice(['run_samarati.py', 'run_mondrian.py']))
    used = 4 if publish else 3
    complete = [line for line in lines[1:] if not {'', '?'} & set(line.split(',')[:used])]
    whole = [line for line in lines[1:] if not {'', '?'} & set(line.split(','))]
    kept = whole if report['missing_in'] == 'any' else complete
    assert report['records']['published'] + report['records']['suppressed'] == len(kept)


@pytest.mark.parametrize('program', ['run_samarati.py', 'run_mondrian.py'])
def test_the_people_of_the_clinic_are_all_attacked(program, tmp_path):
    from make_clinic import lines
    (tmp_path / 'clinic.csv').write_text(''.join(lines()), encoding='utf-8')
    report, attacked, _ = published_as_read(tmp_path, 'clinic', ['--quasi', 'born,sex,postcode', '--sensitive', 'diagnosis', '--person', 'patient', '-k', '5'],
                                            program)
    assert (report['persons']['count'], attacked['people'], attacked['below_k']) == (3338, 3338, 0)


def test_attack_and_use_say_first_how_many_are_left_out(tmp_path):
    write(tmp_path / 'q.csv', [*GAPS, '?,M,flu,ok', '40,,flu,ok'])
    config = started(tmp_path, 'q', '--quasi', 'age,sex', '--sensitive', 'dx', '-k', '3')
    said(tmp_path, 'run_mondrian.py', 'q.csv', *config, '-o', 'o.csv')
    line = '2 records of q.csv with a missing value are left out'
    attack = '-m', 'kanon', 'attack', 'o.csv', '--known', 'q.csv', *config
    assert said(tmp_path, *attack, '--html', 'a.html').split('\n').index(line) < 4
    assert line in (tmp_path / 'a.html').read_text(encoding='utf-8')
    assert said(tmp_path, '-m', 'kanon', 'use', 'q.csv', 'o.csv', *config).split('\n').index(line) < 4
    assert 'left out' not in said(tmp_path, *attack, '--missing', 'value')


# Totals in a table that is judged.

def with_totals(folder, records=3000):
    lines = ['%d,%s,%s' % (30 + n % 5, 'fm'[n % 2], ('flu', 'gout', 'HIV')[n % 3]) for n in range(records)]
    write(folder / 't.csv', ['age,sex,dx', *lines, 'Summe,,%d' % records])


@pytest.mark.parametrize('judge, form', [('check', '--json'), ('risk', '--format=json')])
def test_totals_are_left_out_of_a_table_that_is_judged_only_where_that_is_typed(judge, form, tmp_path):
    with_totals(tmp_path)
    words = judge, 't.csv', '--quasi', 'age,sex', form
    plain = verb(tmp_path, *words)
    assert plain['records']['read'] == 3001 and 'totals' not in plain and 'not_followed' not in plain
    typed = verb(tmp_path, *words, '--totals', 'leave-out')
    assert (typed['records']['read'], typed['totals'], typed['read_as']) == (3000, 1, {'totals': 'leave-out'})
    assert '\n1 total row was left out, and not taken for a record.\n' in said(tmp_path, '-m', 'kanon', judge, 't.csv', '--quasi', 'age,sex', '--totals', 'leave-out')
    (tmp_path / 't.ini').write_text('[kanon]\ntotals = leave-out\n')
    in_file = verb(tmp_path, *words)
    assert in_file['records']['read'] == 3001 and in_file['not_followed'] == {'totals': 'leave-out'} and not in_file['telling'] and 'read_as' not in in_file


LINE = ('not followed here is what t.ini says, totals = leave-out, because an INI file takes no row out of a table that is judged;'
        ' --totals leave-out leaves the totals out where it is typed')


@pytest.mark.parametrize('judge', ['check', 'risk'])
def test_what_an_ini_file_says_and_a_judge_does_not_follow_is_told_and_withdrawn(judge, tmp_path):
    with_totals(tmp_path, 30)
    (tmp_path / 't.ini').write_text('[kanon]\ntotals = leave-out\nmissing = drop\nmissing-in = used\n')
    words = '-m', 'kanon', judge, 't.csv', '--quasi', 'age'
    text, page = said(tmp_path, *words, '--html', 'p.html'), (tmp_path / 'p.html').read_text(encoding='utf-8')
    assert LINE in text.split('\n') and 'Not followed here is what t.ini says, ' in page
    assert 'not followed' not in said(tmp_path, *words, '--totals', 'leave-out')        # typed, it takes rows out
    write(tmp_path / 't.csv', ['age,sex,dx', '30,f,flu', '?,m,flu'])       # now drop would take a record out, too
    assert 'not followed here is what t.ini says, totals = leave-out; missing = drop; missing-in = used, because' in said(tmp_path, *words)
    (tmp_path / 't.ini').write_text('[kanon]\nmissing = drop\n')
    assert 'not followed here is what t.ini says, missing = drop, because' in said(tmp_path, *words)
    write(tmp_path / 't.csv', ['age,sex,dx', '30,f,flu', '31,m,flu'])
    assert 'not followed' not in said(tmp_path, *words)


# start counts records.

COUNTED = ['region,age,n', 'N,<18,300', 'N,18+,177']


def test_start_takes_a_table_of_counts(tmp_path):
    write(tmp_path / 'c.csv', COUNTED)
    alone = said(tmp_path, '-m', 'kanon', 'start', 'c.csv')
    assert "run again with --counts 'n'" in alone
    report = verb(tmp_path, 'start', 'c.csv', '--counts', 'n', '--quasi', 'region,age', '-k', '5', '--json')
    assert report['records'] == 477 and 'too_few' not in [doubt['key'] for doubt in report['doubts']]
    assert '\ncounts = n\n' in (tmp_path / 'c.ini').read_text()
    ran = json.loads(said(tmp_path, 'run_samarati.py', 'c.csv', '--config', 'c.ini', '--json'))
    assert ran['records']['read'] == 477 and ran['read_as'] == {'counts': 'n'}
    refused = run('kanon', 'start', 'c.csv', '--counts', 'n', '--person', 'age', cwd=str(tmp_path))
    assert refused.returncode == 2 and '--person and --counts exclude each other' in refused.stderr


@pytest.mark.parametrize('seed', seeds(33))
def test_start_counts_the_records_of_a_table_of_counts_as_those_of_its_rows(seed, tmp_path):
    random = Random(seed)
    rows = {(random.choice('NS'), random.choice(['20', '30', '?', ''])): random.randint(1, 9) for _ in range(8)}
    write(tmp_path / 'c.csv', ['region,age,n', *('%s,%s,%d' % (*row, n) for row, n in rows.items())])
    write(tmp_path / 'r.csv', ['region,age', *(','.join(row) for row, n in rows.items() for _ in range(n))])
    words = '--quasi', 'region,age', '-k', str(random.randint(2, 12)), '--json'
    counted, repeated = verb(tmp_path, 'start', 'c.csv', '--counts', 'n', *words), verb(tmp_path, 'start', 'r.csv', *words, '--force')
    assert [counted[name] for name in ('records', 'incomplete')] == [repeated[name] for name in ('records', 'incomplete')]
    assert [doubt['key'] for doubt in counted['doubts']] == [doubt['key'] for doubt in repeated['doubts']]


def test_where_gaps_leave_too_few_records_the_next_command_keeps_them(tmp_path):
    write(tmp_path / 'f.csv', ['age,sex,dx'] + ['?,m,flu', '31,f,'] * 6)
    report = verb(tmp_path, 'start', 'f.csv', '--quasi', 'age,sex', '--sensitive', 'dx', '-k', '3', '--json')
    command, = report['next']
    assert command == 'python -m kanon start f.csv --quasi age,sex --sensitive dx --missing root -k 3 --force'
    again = verb(tmp_path, *shlex.split(command)[3:], '--json')
    assert 'too_few_whole' not in [doubt['key'] for doubt in again['doubts']]
    for program in 'run_samarati.py', 'run_mondrian.py':
        released = json.loads(said(tmp_path, program, 'f.csv', '--config', 'f.ini', '--json', '-o', 'o.csv', '--force'))
        assert any(program in line for line in again['next']) and released['records']['published'] == 12


@pytest.mark.parametrize('seed', seeds(33))
def test_nothing_can_be_published_is_said_only_where_too_few_records_are_left(seed, tmp_path):
    random, k = Random(seed), 4
    complete, gaps, elsewhere = (random.randint(0, 5) for _ in range(3))
    lines = ['21,m,flu,ok'] * complete + ['?,m,flu,ok'] * gaps + ['21,m,flu,'] * elsewhere
    write(tmp_path / 'f.csv', ['age,sex,dx,note', *(lines or ['21,m,flu,ok'])])
    left, read = complete + elsewhere if lines else 1, len(lines) or 1
    words = 'start', 'f.csv', '--quasi', 'age,sex', '--sensitive', 'dx', '-k', str(k), '--json'
    for gaps, kept in ((), left), (('--missing', 'drop'), left), (('--missing', 'root'), read), (('--missing', 'value'), read):
        report = verb(tmp_path, *words, *gaps, '--force')
        assert bool({'too_few', 'too_few_whole'} & {doubt['key'] for doubt in report['doubts']}) == (kept < k)
        assert report['next'][0].endswith('-k 4 --force') == (kept < k <= read)
    without = {doubt['key'] for doubt in verb(tmp_path, 'start', 'f.csv', '-k', str(k), '--json')['doubts']}
    assert bool({'too_few', 'too_few_whole'} & without) == (read < k)


def test_four_rows_with_an_empty_note_are_published(tmp_path):
    write(tmp_path / 'f.csv', ['age,sex,dx,note', *['21,m,flu,'] * 4])
    assert 'nothing can be published' not in said(tmp_path, '-m', 'kanon', 'start', 'f.csv', '--quasi', 'age,sex', '--sensitive', 'dx', '-k', '2')
    assert json.loads(said(tmp_path, 'run_samarati.py', 'f.csv', '--config', 'f.ini', '--json'))['records']['published'] == 4


# What follows a run reads as it did.

PEOPLE = ['%d;%s;%s;%d,5' % (30 + n % 6, 'fm'[n % 2], ('flu', 'gout', 'HIV')[n % 3], n % 4) for n in range(36)]
WAYS = {      # {how the table is read: (its lines, the encoding, what is typed)}
    'na': (['age,sex,dx', *(line.rpartition(';')[0].replace(';', ',') for line in PEOPLE), '30,NA,flu', '31,k.A.,gout'], 'utf-8', ['--na', 'NA;k.A.']),
    'na that begins with a minus': (['age,sex,dx', *(line.rpartition(';')[0].replace(';', ',') for line in PEOPLE), '-,f,flu'], 'utf-8', ['--na=-']),
    'decimal': (['age;sex;dx', *('%d,5;%s' % (n, line.partition(';')[2].rpartition(';')[0]) for n, line in enumerate(PEOPLE))], 'utf-8',
                ['--decimal', ',', '--delimiter', ';']),
    'delimiter': (['age;sex;dx', *(line.rpartition(';')[0] for line in PEOPLE)], 'utf-8', ['--delimiter', ';']),
    'encoding': (['age,sex,dx', *(line.rpartition(';')[0].replace(';', ',').replace('gout', 'Grippe à virus') for line in PEOPLE)], 'latin-1',
                 ['--encoding', 'latin-1']),
    'columns': ([line.rpartition(';')[0].replace(';', ',') for line in PEOPLE], 'utf-8', ['--columns', 'age,sex,dx']),
    'missing-in': (['age,sex,dx,remark', *(line.rpartition(';')[0].replace(';', ',') + ',' + '?'[:n % 2] for n, line in enumerate(PEOPLE)), '?,f,flu,ok'], 'utf-8',
                   ['--missing-in', 'used']),
    'missing': (['age,sex,dx', *(line.rpartition(';')[0].replace(';', ',') for line in PEOPLE), *['31,?,flu'] * 3], 'utf-8', ['--missing', 'value']),
    'totals': (['age,sex,dx', *(line.rpartition(';')[0].replace(';', ',') for line in PEOPLE), 'Summe,7,7'], 'utf-8', ['--totals', 'leave-out']),
    'unreadable': (['age,sex,dx', *(line.rpartition(';')[0].replace(';', ',') for line in PEOPLE), '3O,f,flu'], 'utf-8', ['--unreadable', 'missing']),
    'items': (['age,sex,dx', *(line.rpartition(';')[0].replace(';', ',').replace('gout', 'gout|HIV') for line in PEOPLE)], 'utf-8', ['--items', 'dx=|']),
    'exact': (['age,sex,dx', *(line.rpartition(';')[0].replace(';', ',').replace('gout', 'hiv') for line in PEOPLE)], 'utf-8', ['--exact', 'dx']),
    'since': (['age,sex,dx,came', *('2020-01-%02d,%s,2020-01-01' % (2 + n % 6, line.partition(';')[2].rpartition(';')[0].replace(';', ','))
                                    for n, line in enumerate(PEOPLE))], 'utf-8', ['--since', 'age=came']),
}


def typed(text):
    """The words of a printed command, for this Python."""
    words = shlex.split(text)
    return words[words.index('-m'):] if '-m' in words else words[words[0].startswith('python'):]


@pytest.mark.parametrize('way', WAYS)
def test_every_command_that_a_run_prints_works_and_reads_as_the_run_did(way, tmp_path):
    lines, encoding, words = WAYS[way]
    write(tmp_path / 'my table.csv', lines, encoding)
    rules = ['--l-diversity', '2'] if way in ('items', 'exact') else []
    report = json.loads(said(tmp_path, 'run_mondrian.py', 'my table.csv', '--quasi', 'age,sex', '--sensitive', 'dx', '-k', '3', *rules, *words, '--json'))
    to_check, to_attack = report['next']
    checked = json.loads(said(tmp_path, *typed(to_check), '--json'))
    assert checked['holds'] and checked['records']['read'] == report['records']['published']
    attacked = json.loads(said(tmp_path, *typed(to_attack), '--format', 'json'))[0]
    records = report['records']     # unless somebody says so, a missing value leaves nobody out of an attack: it may be any
    assert attacked['people'] == (records['published'] if way == 'missing-in' else records['read']) and attacked['no_candidate'] == 0


@pytest.mark.parametrize('way', WAYS)
def test_a_record_and_a_plan_read_as_the_run_did(way, tmp_path):
    lines, encoding, words = WAYS[way]
    write(tmp_path / 't.csv', lines, encoding)
    rules = ['--l-diversity', '2'] if way in ('items', 'exact') else []
    run_ = 'run_mondrian.py', 't.csv', '--quasi', 'age,sex', '--sensitive', 'dx', '-k', '3', *rules, *words, '--labels', 'box'
    said(tmp_path, *run_, '-o', 'o.csv', '--record', 'r.json', '--save-plan', 'p.json')
    assert 'the same bytes' in said(tmp_path, '-m', 'kanon', 'replay', 'r.json')
    record, plan = (json.loads((tmp_path / name).read_text(encoding='utf-8')) for name in ('r.json', 'p.json'))
    name = words[0].partition('=')[0][2:].replace('-', '_')
    assert name == 'missing' or name in record['result']['read_as']
    said(tmp_path, 'run_mondrian.py', 't.csv', '--plan', 'p.json', '-o', 'again.csv')
    assert (tmp_path / 'again.csv').read_bytes() == (tmp_path / 'o.csv').read_bytes()
    said(tmp_path, 'run_mondrian.py', 't.csv', '--plan', 'p.json', '-o', 'again.csv', *words, '--force')     # what is typed is equal
    del plan['read']        # a plan of before
    (tmp_path / 'old.json').write_text(json.dumps(plan), encoding='utf-8')
    said(tmp_path, 'run_mondrian.py', 't.csv', '--plan', 'old.json', '-o', 'again.csv', *words, '--force')
    assert (tmp_path / 'again.csv').read_bytes() == (tmp_path / 'o.csv').read_bytes()


def test_a_plan_is_followed_by_a_program(tmp_path):
    lines, _, words = WAYS['na']
    write(tmp_path / 't.csv', lines)
    said(tmp_path, 'run_mondrian.py', 't.csv', '--quasi', 'age,sex', '--sensitive', 'dx', '-k', '3', *words, '--labels', 'box', '-o', 'o.csv', '--save-plan', 'p.json')
    plan = kanon.plan(str(tmp_path / 'p.json'))
    for data in str(tmp_path / 't.csv'), kanon.Csv(str(tmp_path / 't.csv'), na=['NA', 'k.A.']):
        assert [list(row) for row in plan.apply(data).rows] == rows_of(tmp_path / 'o.csv')
    with pytest.raises(kanon.DataError, match='na differs from'):
        plan.apply(kanon.Csv(str(tmp_path / 't.csv'), na=['n/a']))


def test_exact_alone_may_be_typed_anew_beside_a_plan_and_a_record(tmp_path):
    lines, _, words = WAYS['exact']
    write(tmp_path / 't.csv', lines)
    os.mkdir(str(tmp_path / 'h'))
    write(tmp_path / 'h' / 'age.txt', ['%d,*' % age for age in range(30, 36)])
    write(tmp_path / 'h' / 'sex.txt', ['f,*', 'm,*'])
    common = 't.csv', '--quasi', 'age,sex', '--sensitive', 'dx', '-k', '3', '--l-diversity', '2', *words, '--hierarchies', 'h'
    said(tmp_path, 'run_mondrian.py', *common, '--labels', 'box', '-o', 'm.csv', '--save-plan', 'p.json')
    said(tmp_path, 'run_samarati.py', *common, '-o', 's.csv', '--record', 'r.json')
    for program, word, file in ('run_mondrian.py', '--plan', 'p.json'), ('run_samarati.py', '--like', 'r.json'):
        report = json.loads(said(tmp_path, program, 't.csv', word, file, '--hierarchies', 'h', '--exact', 'sex,dx', '-o', 'x.csv', '--force', '--json'))
        assert report['read_as']['exact'] == 'sex,dx'
        refused = run(program, 't.csv', word, file, '--hierarchies', 'h', '--items', 'dx=|', '-o', 'x.csv', '--force', cwd=str(tmp_path))
        assert (refused.returncode, 'differs from %s' % file in refused.stderr) == (2, True)


def test_a_plan_says_how_its_table_was_read(tmp_path):
    """Every field but the columns that are used, which the plan names."""
    from kanon.core.settings.reading import NEUTRAL
    write(tmp_path / 't.csv', WAYS['na'][0])
    said(tmp_path, 'run_mondrian.py', 't.csv', '--quasi', 'age', '--sensitive', 'dx', '-k', '3', '--labels', 'box', '-o', 'o.csv', '--save-plan', 'p.json',
         '--na', 'NA')
    plan = json.loads((tmp_path / 'p.json').read_text())
    assert plan['read'].keys() == NEUTRAL.keys() and plan['read']['na'] == ['NA']
    plan['read']['missing'] = 'value'       # and another thing in its other place
    (tmp_path / 'p.json').write_text(json.dumps(plan))
    refused = run('run_mondrian.py', 't.csv', '--plan', 'p.json', '-o', 'x.csv', cwd=str(tmp_path))
    assert refused.returncode == 1 and 'whose parts do not fit each other' in refused.stderr


def altered(path, word, value, name, nothing):
    """A record, as if the run had been made before there was this option."""
    record = json.loads(path.read_text(encoding='utf-8'))
    place = record['arguments'].index(word)
    assert record['arguments'][place + 1] == value
    del record['arguments'][place:place + 2]
    record['options'][name], record['kanon'] = nothing, '0.0.9'
    path.write_text(json.dumps(record), encoding='utf-8')


@pytest.mark.parametrize('lines, words, name, nothing, problem', [
    (['who,age,dx', *('%s%d,%d,flu' % ('Pp'[n % 2], n // 2, 30 + n % 3) for n in range(12))], ['--person', 'who', '--exact', 'who'], 'exact', [],
     "t.csv: column 'who': 'P0' and 'p0' may be one person"),
    (['age,born,dx,came', *('0%d/01/20,x,flu,01/01/20' % (1 + n % 6) for n in range(12))], ['--since', 'age=came', '--date-format', '%d/%m/%y', '--century', '1925'],
     'century', None, '--date-format has %y'),
    (['age,dx', *('30,%s' % dx for dx in ('HIV', 'hiv') * 3)], ['--l-diversity', '2', '--exact', 'dx'], 'exact', [], '')])
def test_a_record_whose_run_this_version_refuses(lines, words, name, nothing, problem, tmp_path):
    write(tmp_path / 't.csv', lines)
    said(tmp_path, 'run_mondrian.py', 't.csv', '--quasi', 'age', '--sensitive', 'dx', '-k', '2', *words, '-o', 'o.csv', '--record', 'r.json')
    altered(tmp_path / 'r.json', *words[-2:], name, nothing)
    refused = run('kanon', 'replay', 'r.json', cwd=str(tmp_path))
    first = 'python -m kanon replay: r.json: was recorded with kanon 0.0.9 on '
    assert refused.returncode == 1 and refused.stderr.startswith(first) and refused.stderr.count('\n') == 1, refused.stderr
    assert ', and kanon %s refuses that run: ' % kanon.__version__ in refused.stderr and problem in refused.stderr
    assert "'P0'" not in run('kanon', 'replay', 'r.json', '--redact', cwd=str(tmp_path)).stderr


# A line of each report.

@pytest.mark.parametrize('words, key', [
    (['run_mondrian.py', 't.csv', '-k', '3', '-o', 'o.csv', '--force', '--sensitive', 'dx'], '--json'), (['-m', 'kanon', 'check', 't.csv'], '--json'),
    (['-m', 'kanon', 'risk', 't.csv'], '--format=json'), (['-m', 'kanon', 'start', 't.csv', '--force'], '--json'),
    (['-m', 'kanon', 'use', 't.csv', 'r.csv', '--sensitive', 'dx'], '--format=json'), (['-m', 'kanon', 'attack', 'r.csv', '--known', 't.csv', '--sensitive', 'dx'], None)])
def test_each_report_has_one_line_of_how_the_table_was_read(words, key, tmp_path):
    lines = WAYS['na'][0]
    write(tmp_path / 't.csv', lines)
    write(tmp_path / 'r.csv', [lines[0], *lines[1:37]])
    words, more = [*words, '--quasi', 'age,sex'], ['--na', 'NA;k.A.']
    plain, in_json = said(tmp_path, *words), said(tmp_path, *words, key) if key else '{}'
    english = said(tmp_path, *words, *more)
    assert [line for line in english.split('\n') if line.startswith('read as')] == ['read as: na = NA;k.A.'] and 'read as' not in plain
    assert said(tmp_path, *words, *more, '--language', 'zh').split('\n').count('读取方式：na = NA;k.A.') == 1
    said(tmp_path, *words, *more, '--html', 'page.html')
    page = (tmp_path / 'page.html').read_text(encoding='utf-8')
    hidden = words[0].startswith('run_')        # a page to sign tells no word that may be one record's
    assert ('na = %s' % '…' if hidden else 'NA;k.A.') in page.replace('</code>', '') and ('k.A.' in page) == (not hidden)
    if key:
        assert json.loads(said(tmp_path, *words, *more, key))['read_as'] == {'na': 'NA;k.A.'} and 'read_as' not in json.loads(in_json)


# What start prints, typed again.

def leaves(folder):
    """The lines of the hierarchy of age, without those of comment."""
    return [line for line in (folder / 'hierarchies' / 'age.txt').read_text(encoding='utf-8').split('\n') if not line.startswith('#')]


@pytest.mark.parametrize('way', [way for way in WAYS if way not in ('missing', 'missing-in', 'since')])
def test_the_commands_that_start_prints_and_writes_work(way, tmp_path):
    lines, encoding, words = WAYS[way]
    write(tmp_path / 't.csv', lines, encoding)
    choose = '--quasi', 'age,sex', '--sensitive', 'dx', '-k', '3'
    first = verb(tmp_path, 'start', 't.csv', *words, '--json')['next']
    again = first[0].replace('--quasi COLUMN,COLUMN --sensitive COLUMN -k 10', ' '.join(choose))
    said(tmp_path, *typed(again))
    report = verb(tmp_path, 'start', 't.csv', *words, *choose, '--json', '--force')
    for command in report['next']:
        said(tmp_path, *(os.path.basename(word) if word.endswith('.py') else word for word in typed(command)))
    for name in 't.ini', 'hierarchies/age.txt', 'hierarchies/sex.txt':
        mark = 'Made again by: ' if name.endswith('txt') else ';   '
        for line in (tmp_path / name).read_text(encoding='utf-8').split('\n'):
            if mark in line:
                before = leaves(tmp_path)
                said(tmp_path, *typed(line.partition(mark)[2].strip()), *['--force'] * (name == 't.ini'))
                assert leaves(tmp_path) == before
