"""The page of a run: numbers worked out by hand, the questions of the person who signs, and sums that hold."""

import csv
import json
import os
import re
from pathlib import Path
from random import Random

import pytest

from conftest import kanon, run, seeds
from kanon.tools.pictures.svg import Sheet
from readers import read

PATIENTS = 'data/inpatients/inpatients.csv'
WARDS = '''\
age,ward,illness
61001,Aspen,gout
61002,Aspen,gout
61003,Birch,gout
61004,Birch,flu
61007,Cedar,flu
61008,Cedar,croup
61009,Cedar,flu
61010,,croup
'''


@pytest.fixture
def wards(tmp_path):
    """Eight people, one of them without a ward. Mondrian with k = 3 makes two classes of 3 and 4: see the numbers below."""
    (tmp_path / 'wards.csv').write_text(WARDS)
    (tmp_path / 'wards.ini').write_text('[kanon]\nquasi = age, ward\nsensitive = illness\nk = 3\n')
    return tmp_path / 'wards.csv'


def page_of(script, data, *options, folder=None, more=(), named=True, whole=True):
    """whole: whether it is the page of --internal, where nothing has to be hidden."""
    options = [*options, *['--internal'] * (whole and not {'--redact', '--internal'} & set(options))]
    folder = folder or data.parent
    if named and os.path.basename(str(data)) == 'wards.csv':        # of the fixture; an option that is typed later wins
        more = [*more, '--config', data.parent / 'wards.ini']
    arguments = [data, *more, '-o', folder / 'out.csv', '--html', folder / 'out.html', '--force', *options]
    result = (kanon if script == 'datafly' else run)(*([script, *arguments]))
    assert result.returncode == 0, result.stderr
    return read(folder / 'out.html')


# The numbers of `wards`. The cut is at the median of the ages, 61004: a class of ages 61001 to 61004 (three gout, one flu), one of
# 61007 to 61009 (two flu, one croup). loss of age: (4 x 3/8 + 3 x 2/8) / 7; loss of ward: 4 x 1/2 / 7 (two of three wards).
BY_HAND = [
    'Of 8 records, 7 are published, and every published combination of age, ward stands for at least 3 records (asked by the INI file: k = 3)',
    '8 records read = 7 published + 0 suppressed + 1 left out',
    "Left out: records with a missing value ('?' or nothing) in any column.",
    '2 classes are published, with 3 to 4 records each, 3.5 on average.',
    'The records were parted by 1 cut. The search found no further cut that the requirement allows.',
    'age numbers 7 → 2 0.3214',
    'lm 0.607143',
    'dm 25 Pairs of records that look alike; a suppressed record looks like all. 21: the least at this k. 49: all records look alike.',
    'c_avg 1.1667',
    'no class has a single value. The fewest different values in a class are 2, and one value has at most 75% of a class.',
    'labels name values that fewer than k = 3 records of the whole table have',
    'found 7 records in 2 classes, the smallest with 3.',
    '3 to 5 2 7 1 in 3']


@pytest.mark.parametrize('sentence', BY_HAND)
def test_numbers_worked_out_by_hand(wards, sentence):
    assert sentence in page_of('run_mondrian.py', wards, '--categories', 'frequency').words()


def test_classes_of_one_size(tmp_path):
    for k, text, sentence in ((4, '3 after 2 cuts, with 4 records each', '3 classes are published, with 4 records each.'),
                              (12, '1 after 0 cuts, with 12 records', '1 class is published, with 12 records.')):
        result = run('run_mondrian.py', 'data/inpatients/inpatients.csv', '-k', k, '-o', tmp_path / 'o.csv', '--html', tmp_path / 'o.html', '--force')
        assert '\nclasses    %s\n' % text in result.stdout and sentence in read(tmp_path / 'o.html').words()


# What a data protection officer asks, and where the page of one run answers. docs/how-to/seeing.md has the same table.
QUESTIONS = [
    ('How many people are in it?', 'If a person has several rows, this does not hold.'),
    ('Who collected it, and for what?', 'kanon does not know who collected it, from how many people, or for what.'),
    ('What was promised?', 'Every combination of zip, age that is published has at least k = 4 records.'),
    ('Was anything required of the diagnoses?', 'Nothing is required of the sensitive values in a class.'),
    ('Who was left out, and why?', '12 records read = 12 published + 0 suppressed + 0 left out'),
    ('What is the greatest risk?', 'picks the right one with a chance of at most 1 in 4.'),
    ('Is anybody alone?', 'By the quasi-identifiers nobody stands alone.'),
    ('Can a diagnosis be learned without finding the person?',
     'in 1 class with 4 records, all records have the same value. A rule beyond k, such as --l-diversity 2, prevents it.'),
    ('Can extremes be seen?', 'labels of zip, age name values that fewer than k = 4 records of the whole table have.'),
    ('How much is left of each column?', 'zip numbers 2 67% age numbers 3 33%'),
    ('How large are the classes?', 'c_avg 1.0000 Average size of a class, in units of k.'),
    ('How much was lost of the recorded values?', 'could tell them. The report and the record have it.'),
    ('Is there another release of this table?', 'records another release of the same table, with other options. Whoever has both can join them.'),
    ('Does the order of the rows tell something?', 'Their order says nothing of the input.'),
    ('Which options did nobody type?', 'inpatients.ini set these options, which nobody typed: quasi = zip, age; sensitive = condition; k = 4.'),
    ('Which options were typed?', 'choose = lm'),
    ('Who checked it?', 'kanon/core/audit/recount.py read the finished file again and found 12 records in 3 classes, the smallest with 4.'),
    ('What was not checked?', 'Not checked: whether the right columns are named as quasi-identifiers'),
    ('Which files exactly?', 'out.json has the sha256 of the other files. Here they could tell values of the table.'),
    ('Who may see this page?', 'This page can be read by people who may not see the table.'),
    ('Can it be repeated?', 'python -m kanon replay'),
    ('How can I check it myself?', '--quasi zip,age --sensitive condition -k 4'),
    ('What is not protected at all?', 'k-anonymity does not protect people whose class has only one sensitive value'),
    ('What must I decide?', 'Decide on this, too: For 4 records in 1 class, whoever knows zip, age learns condition, too')]


@pytest.fixture(scope='module')
def signed(tmp_path_factory):
    folder = tmp_path_factory.mktemp('signed')
    run('run_samarati.py', PATIENTS, '-o', folder / 'first.csv', '--record', folder / 'first.json', '--quiet')
    return page_of('run_mondrian.py', PATIENTS, '--record', folder / 'out.json', '--choose', 'lm', folder=folder, whole=False)


@pytest.mark.parametrize('question, answer', QUESTIONS, ids=[question for question, _ in QUESTIONS])
def test_a_question_is_answered_by_the_page_alone(signed, question, answer):
    assert answer in signed.words()


def test_the_order_of_the_page(signed):
    headings = [text for where, text in signed.texts if where[-1:] == ('h2',)]
    assert headings == ['1. What to decide', '2. What it is for', '3. What an attacker can still do', '4. What was asked', '5. What was done',
                        '6. What it cost', '7. What the audit found', '8. Which files, exactly', '9. How to repeat it', 'Details']


def test_the_release_is_named_by_its_hash_and_every_file_by_that_of_the_record(signed):
    """An internal page has the hashes of the record."""
    (folder,) = {re.search(r'replay (\S+)out\.json', signed.words()).group(1)}
    with open(folder + 'out.json', encoding='utf-8') as file:
        record = json.load(file)
    assert re.findall('[0-9a-f]{64}', signed.source) == [record['output']['sha256']] and record['files']
    whole = page_of('run_mondrian.py', PATIENTS, '--record', folder + 'out.json', '--choose', 'lm', folder=Path(folder))
    hashes = set(re.findall(r'\b[0-9a-f]{64}\b', whole.words()))
    assert hashes == {record['input']['sha256'], record['output']['sha256'], *record['files'].values()}


def test_a_quiet_run_without_a_record_has_all_hashes_and_commands(wards):
    page = page_of('run_mondrian.py', wards, '--quiet').words()
    assert len(set(re.findall(r'\b[0-9a-f]{64}\b', page))) == 4      # input, INI file, the hierarchy of age that came with kanon, release
    assert 'No record was written.' in page and 'python -m kanon check' in page and 'python -m kanon attack' in page


def test_no_page_names_a_file_that_changed_meanwhile(wards, monkeypatch):
    """As with --record: the run ends, and there is no release."""
    from kanon.core.desk import publication
    from conftest import run_here
    monkeypatch.setattr(publication, 'sha256_of', lambda path: (wards.parent / 'wards.ini').write_text('[kanon]\nk = 2\n') and 'x')
    status, _, error = run_here('mondrian', [wards, '--config', wards.parent / 'wards.ini', '-o', wards.parent / 'out.csv', '--html', wards.parent / 'out.html'])
    assert status == 1 and 'changed while the table was read' in error
    assert not (wards.parent / 'out.csv').exists() and not (wards.parent / 'out.html').exists()


def test_classes_with_one_value_are_counted_in_the_release(wards):
    """Samarati's toy answer by hand. '' and '?' are not known."""
    page = page_of('run_mondrian.py', wards, '--missing', 'value', '--publish', 'ward', '--quasi', 'age', '--sensitive', 'illness', '-k', '4')
    assert 'The fewest different values in a class are 2' in page.words()
    wards.write_text(WARDS.replace('flu', '?').replace('croup', ''))
    page = page_of('run_mondrian.py', wards, '--missing', 'value', '--quasi', 'age', '--sensitive', 'illness', '-k', '4')
    assert 'in 2 classes with 8 records, no two known values differ. The value of 5 records of the release is not known.' in page.words()
    assert 'For 8 records in 2 classes, whoever knows age may learn illness, too' in page.words()


@pytest.mark.parametrize('seed', seeds(40))
@pytest.mark.parametrize('script', ['run_samarati.py', 'run_mondrian.py', 'datafly'])
def test_sums_hold(tmp_path, seed, script):
    """Read = published + suppressed + left out, and the classes by size have all classes and all published records."""
    random = Random(seed)
    rows = [(random.choice(['1', '2', '3', '?']), random.choice('ab'), random.choice(['x', 'y'])) for _ in range(random.randrange(50, 80))]
    (tmp_path / 'hierarchies').mkdir()
    (tmp_path / 'hierarchies' / 'n.txt').write_text('1,*\n2,*\n3,*\n')
    (tmp_path / 'hierarchies' / 'w.txt').write_text('a,*\nb,*\n')
    (tmp_path / 't.csv').write_text('n,w,s\n' + ''.join('%s,%s,%s\n' % row for row in rows))
    page = page_of(script, tmp_path / 't.csv', '--quasi', 'n,w', '--sensitive', 's', '-k', '4').words()
    read_, published, suppressed, missing = map(int, re.search(
        r'(\d+) records read = (\d+) published \+ (\d+) suppressed \+ (\d+) left out', page).groups())
    assert read_ == len(rows) == published + suppressed + missing and missing == sum(row[0] == '?' for row in rows)
    with open(tmp_path / 'out.csv', encoding='utf-8') as file:
        released = [tuple(row[:2]) for row in csv.reader(file)][1:]
    sizes = re.search('Sizes of the classes (.*) All options', page).group(1)
    found = re.findall(r'(?:\d+ to \d+|\d+ or more) (\d+) (\d+) 1 in \d+', sizes)
    assert sum(int(classes) for classes, _ in found) == len(set(released))
    assert sum(int(records) for _, records in found) == len(released) == published
    smallest = min(map(released.count, released))
    assert 'stands for at least %d records (asked: k = 4)' % smallest in page
    same = {}
    with open(tmp_path / 'out.csv', encoding='utf-8') as file:
        for n, w, s in list(csv.reader(file))[1:]:
            same.setdefault((n, w), []).append(s)
    alone = [values for values in same.values() if len(set(values)) == 1]
    told = re.search(r'in (\d+) class(?:es)? with (\d+) records, all records have the same value', page)
    assert (tuple(map(int, told.groups())) if told else (0, 0)) == (len(alone), sum(map(len, alone)))


def test_where_persons_are_counted_the_classes_by_size_count_persons(tmp_path):
    """Four persons of 1 have six rows, and two of them a row of 2, too, where they are with four others."""
    rows = ['a,1,x', 'a,1,y', 'a,1,x', 'b,1,x', 'c,1,y', 'd,1,x', 'a,2,x', 'b,2,y', 'e,2,x', 'f,2,y', 'g,2,x', 'h,2,y']
    (tmp_path / 't.csv').write_text('who,n,s\n' + '\n'.join(rows) + '\n')
    page = page_of('run_mondrian.py', tmp_path / 't.csv', '--quasi', 'n', '--sensitive', 's', '-k', '2', '--person', 'who').words()
    sizes = re.search('Sizes of the classes (.*) All options', page).group(1)
    assert sizes == 'Persons in a class Classes Persons, each once in each class 4 to 9 2 10'
    page = page_of('run_mondrian.py', tmp_path / 't.csv', '--quasi', 'n', '--sensitive', 's', '-k', '2', '--publish', 'who').words()
    assert 'Records in a class Classes Records Chance to pick the right record, at most 4 to 9 2 12 1 in 4' in page


WARNINGS = [        # options that call for a decision, and what the head of the page then says
    (['--order', 'input'], 'The rows stand in the order of the input (section 3).'),
    (['--labels', 'box', '--quasi', 'age', '-k', '7'], '1 record is left out, and 0 suppressed (section 5).')]


@pytest.mark.parametrize('options, sentence', WARNINGS)
def test_what_calls_for_a_decision_stands_at_the_head(wards, options, sentence):
    page = page_of('run_mondrian.py', wards, *options).words()
    assert sentence in page.partition('2. What it is for')[0]


def test_a_column_that_tells_who_it_is(tmp_path):
    (tmp_path / 'many.csv').write_text('age,number,illness\n' + ''.join('%d,%d,flu\n' % (n % 5, n) for n in range(1000)))
    page = page_of('run_mondrian.py', tmp_path / 'many.csv', '--quasi', 'age', '--publish', 'number', '--sensitive', 'illness').words()
    head, _, rest = page.partition('2. What it is for')
    assert 'Nearly every record has its own value in number (section 3).' in head
    assert 'Whoever knows this value knows whose record it is.' in rest


def test_what_an_ini_file_sets_that_nobody_named_is_said(wards):
    (wards.parent / 'wards.ini').write_text('[kanon]\nquasi = age\nsensitive = illness\npublish = ward\n')
    words = 'run_mondrian.py', wards, '--missing', 'value', '-k', '4'
    page = page_of(*words, named=False).words()
    assert 'publish = ward. Such a file may come from the sender of the table.' in page.partition('2. What it is for')[0] and 'WARNING: nobody named' in page
    assert 'WARNING: nobody' not in page_of(*words).words()
    calm = page_of('run_mondrian.py', wards, '--config', '/dev/null', '--quasi', 'age', '--sensitive', 'illness', '-k', '4').words()
    assert 'WARNING' not in calm


def test_rules_beyond_k_are_said(wards):
    page = page_of('run_mondrian.py', wards, '--l-diversity', '2', '--alpha', '0.8').words()
    assert 'Every class has at least 2 different values of illness; alpha = 0.8 in illness.' in page
    assert 'l-diversity distinct l = 2 typed' in page and 'k 3 the INI file' in page


def test_the_risk_stands_before_the_signature_and_all_pictures_among_the_details(wards, monkeypatch):
    def drawn(*_, **__):
        return {name: Sheet(80, 40, 'Picture of ' + name, 'One bar.') for name in ('columns', 'classes', 'risk')}
    monkeypatch.setattr('kanon.tools.pictures.run_pictures.drawn_run', drawn)
    from conftest import run_here
    words = [wards, '--config', wards.parent / 'wards.ini', '-o', wards.parent / 'out.csv', '--html', wards.parent / 'out.html', '--internal']
    assert run_here('mondrian', words)[0] == 0
    before, _, after = read(wards.parent / 'out.html').words().partition(' Details ')
    assert [before.count('Picture of ' + name) for name in ('columns', 'classes', 'risk')] == [0, 0, 1]
    assert [after.count('Picture of ' + name) for name in ('columns', 'classes', 'risk')] == [1, 1, 1]


def test_the_steps_of_the_search_are_shown_where_they_are_asked_for(wards):
    assert 'Steps of the search' not in page_of('run_mondrian.py', wards).words()
    page = page_of('run_mondrian.py', wards, '--trace', '--internal')
    report = run('run_mondrian.py', wards, '--config', wards.parent / 'wards.ini', '-o', wards.parent / 'out.csv', '--force', '--trace').stdout
    steps = report.partition('run_mondrian.py 0')[0].split('\n')
    shown = ''.join(text for where, text in page.texts if 'pre' in where)
    assert len(steps) > 1 and '\n'.join(filter(None, steps)) in shown


# Nine people: a and b four times, c once. With k = 4 and one suppressed record the letters stay as they are, and c is not published.
# dm: 4 x 4 + 4 x 4 + 1 x 9; precision: 8 of 9 cells unused; lm: 1 of 9 records lost.
LETTERS = 'letter,s\n' + 'a,x\na,y\n' * 2 + 'b,x\nb,y\n' * 2 + 'c,x\n'
LETTER_OPTIONS = '--quasi', 'letter', '--sensitive', 's', '-k', '4', '--max-suppression', '1'
LEVELS = [      # options, and what the page then says
    ((), ['9 records read = 8 published + 1 suppressed + 0 left out', 'At most 1 record may be suppressed',
          'Suppressed, each for the first requirement that its class fails: 1 for k.', '0 records are left out, and 1 suppressed (section 5).',
          'Quasi-identifier Level Values → labels Loss For example letter 0 of 1 3 → 2 0.1111 a Loss of a column',
          'The vector of levels is (0), its height 0.', 'At the least height 1 vector satisfies. Of the vectors of the least height that satisfy, the best by lm'
          ' was taken. Other heights were not compared.',
          'lm 0.111111 Loss: the losses of the 1 column above, added up. 0: all is published as recorded. 1: nothing is left.',
          'lm_published 0.000000', 'dm 41', '36: the least at this k. 81: all records look alike.',
          'c_avg 1.0000 Average size of a class, in units of k. 1: as small as k allows. 2.0: one class holds all.',
          'precision 0.8889', 'distortion 0.0000', 'the labels are those of the hierarchies', 'quasi-identifiers: letter; sensitive: s;',
          'Options beside the table No INI file was used.', 'Hierarchy {0}/hierarchies/letter.txt', 'Input {0}/letters.csv', 'Release {0}/out.csv',
          'max-suppression 1 typed']),
    (('--optimal',), ['The search ruled out all other vectors: proven to be the best by lm.', 'Other options optimal = yes']),
    (('--max-suppression', '0'), ['letter 1 of 1 3 → 1 1.0000 a → *', 'Another choice may lose less (section 5).', 'dm 81']),
    (('--weights', 'letter=2'), ['added up, with the weights letter=2. 0: all is published as recorded. 2: nothing is left.', 'lm 0.222222']),
    (('--redact',), ['At least 8 records read = 8 published + fewer than 4 suppressed + 0 left out', 'letter level 0 2 50% 6. What it cost',
                     'c_avg 1.0000', 'How much of the recorded values was lost']),
    (('{0}/more.csv',), ['Input, 2 files together', '13 records read = 12 published + 1 suppressed'])]


@pytest.mark.parametrize('options, sentences', LEVELS, ids=range(len(LEVELS)))
def test_levels_worked_out_by_hand(tmp_path, options, sentences):
    (tmp_path / 'letters.csv').write_text(LETTERS)
    (tmp_path / 'more.csv').write_text('letter,s\n' + 'a,x\nb,y\n' * 2)
    (tmp_path / 'hierarchies').mkdir()
    (tmp_path / 'hierarchies' / 'letter.txt').write_text('a,*\nb,*\nc,*\n')
    files = [option.format(tmp_path) for option in options if '{' in option]
    words = [*LETTER_OPTIONS, *(option for option in options if '{' not in option)]
    page = page_of('run_samarati.py', tmp_path / 'letters.csv', *words, more=files).words()
    assert [sentence for sentence in sentences if sentence.format(tmp_path) not in page] == []


def test_datafly_and_what_is_left_of_a_search(tmp_path):
    page = page_of('datafly', 'data/inpatients/inpatients.csv', folder=tmp_path).words()
    assert 'The search does not look for the best vector.' in page and 'the best by' not in page


NOTES = [       # options, the table, and what the page then says
    (('--missing', 'root'), WARDS, ['Missing values published as the root label, such as *: ward 1.', 'A missing value is published as the root']),
    (('--missing', 'value'), WARDS, ['is a value like any other.', '8 records read = 8 published + 0 suppressed + 0 left out']),
    (('--missing-in', 'used'), WARDS, ["Left out: records with a missing value ('?' or nothing) in a column that is used.",
                                       'in a column that is used is left out.']),
    (('--unreadable', 'missing', '--internal'), WARDS.replace('61001', 'old'), ["Unreadable, and so taken as missing: age 1 value in 1 record, such as 'old'."]),
    (('--unreadable', 'missing', '--redact'), WARDS.replace('61001', 'old'), ['taken as missing: age some values in fewer than 3 records.']),
    (('--counts', 'n'), 'age,ward,illness,n\n1,a,flu,3\n2,b,gout,4\n', ['Each row stands for as many records as column n says.']),
    (('--quasi', 'age', '--labels', 'box'), 'age,ward,illness\n' + '1,a,flu\n2,a,gout\n' * 4, [
        'no end of a range and no value in a set was taken from a value that fewer than k = 3 records of the whole table have.']),
    (('--sensitive', ''), WARDS, ['no column is named as sensitive, so none was judged.'])]


@pytest.mark.parametrize('options, table, sentences', NOTES, ids=range(len(NOTES)))
def test_what_was_done_with_records_is_said(wards, options, table, sentences):
    wards.write_text(table)
    page = page_of('run_mondrian.py', wards, '--categories', 'frequency', *options).words()
    assert [sentence for sentence in sentences if sentence not in page] == []


def test_standard_input_and_output_are_named(tmp_path):
    from conftest import run_apart
    with open(PATIENTS, encoding='utf-8') as file:
        result = run_apart('run_mondrian.py', '-', '-o', '-', '--html', tmp_path / 'p.html', '--quasi', 'zip,age',
                           '--sensitive', 'condition', '-k', '4', stdin=file)
    assert result.returncode == 0, result.stderr
    page = read(tmp_path / 'p.html').words()
    assert 'The release standard output' in page and 'from standard input.' in page and 'To check and to attack' not in page
