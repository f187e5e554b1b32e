"""What a page has for whoever signs it: the decisions first, the fields, the mark of an internal page, and no value that few people have."""

import csv
import os
import re
import shlex
from random import Random

import pytest

from conftest import HOME, kanon, run, seeds
from kanon.tools.pages.as_html import LONGEST
from kanon.tools.pages.page_text import BY_HAND, FIELDS, LONGEST_TEXT
from readers import read

PATIENTS = 'data/inpatients/inpatients.csv'
LINKED = '--quasi', 'zip,age', '--sensitive', 'condition'
DECISIONS = ['People or rows', 'Identifiers that are published', 'Options beside the table', 'Standards that are open', 'Other releases']
VISITS = 'who,age,ward,illness\n' + ''.join('p%d,%d,%s,%s\n' % (n // 2, 30 + n // 4, 'ab'[n % 2], 'xyz'[n % 3]) for n in range(24))


@pytest.fixture(scope='module')
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp('to_sign')
    (made / 'patients.csv').write_text(open(PATIENTS).read())
    (made / 'visits.csv').write_text(VISITS)
    (made / 'numbered.csv').write_text('number,' + VISITS.replace('\n', '\n%d,').rstrip(',%d') % tuple(range(24)))
    assert run('run_mondrian.py', made / 'patients.csv', *LINKED, '-k', '4', '-o', made / 'm.csv', '--quiet').returncode == 0
    return made


def page_of(folder, words, *more, status=0):
    script, *words = words.split() if isinstance(words, str) else words
    result = (kanon if script in ('datafly', 'check') else run)(*([script] if script in ('datafly', 'check') else [script]), *words, *more, '--html', 'p.html',
                                                                  '--force', cwd=folder)
    assert result.returncode == status, result.stderr
    return read(folder / 'p.html')


RUN = 'run_mondrian.py patients.csv --quasi zip,age --sensitive condition -k 4 -o out.csv'
BY_LEVELS = 'run_samarati.py %s --max-suppression 0 --hierarchies %s' % (RUN.partition(' ')[2], os.path.join(HOME, 'data', 'inpatients', 'hierarchies'))
VISIT = 'run_mondrian.py visits.csv --quasi age,ward --sensitive illness -k 3 -o out.csv'
CHECK = 'check m.csv --quasi zip,age --sensitive condition'
DECIDED = [     # what is typed, and what the page says of each decision
    (RUN, ['k = 4 counts rows. Does each person have one row?', 'Nothing that is published unchanged was taken for an identifier: condition.',
           'No INI file was used.', 'No standard was named with --standard.', 'No record of another release was found beside this one.']),
    (VISIT + ' --person who', ['k = 3 counts persons. The column who says whose row each row is, and is not published.']),
    ('run_mondrian.py numbered.csv --quasi age,ward --sensitive illness --publish number -k 3 -o out.csv',
     [None, 'Nearly every record has its own value in number (section 3).']),
    (RUN + ' --standard gdpr-wp216', [None, None, None, 'gdpr-wp216: 2 clauses hold, 1 fails, 2 cannot be checked from the file. Failing: inference. To decide:'
                                                        ' linkability, inference by chance.']),
    (CHECK, ['The classes count rows. Does each person have one row?', 'There is no column but quasi-identifiers and sensitive ones: zip, age, condition.',
             'No INI file was used.', 'No standard was named with --standard.', 'Not looked for.']),
    ('check visits.csv --quasi age --sensitive illness --person who', ['The column who says whose row each row is, and persons are counted.',
                                                                      'WARNING: the column who is in this file.']),
    ('check visits.csv --quasi age --sensitive illness', [None, 'Not judged: who, ward.']),
    ('check numbered.csv --quasi age --sensitive illness', [None, 'WARNING: every record has its own value in number.']),
    (CHECK + ' --standard cms-11', [None, None, None, 'cms-11: 0 clauses hold, 1 fails, 2 cannot be checked from the file. Failing: cells. To decide:'])]


@pytest.mark.parametrize('words, said', DECIDED, ids=range(len(DECIDED)))
def test_the_five_decisions_come_first(folder, words, said):
    page = page_of(folder, words, status=int('--standard cms-11' in words))
    table = page.words().partition('1. What to decide')[2].partition('2. What it is for')[0]
    places = [table.index(decision) for decision in DECISIONS]
    assert places == sorted(places)
    for sentence, first, after in zip(said, places, [*places[1:], len(table)]):
        assert sentence is None or sentence in table[first:after]
    assert [attributes for tag, attributes in page.elements if attributes.get('class') == 'decide']
    cells = re.search('class="decide"(.*?)</table>', page.source, re.DOTALL)[1]
    assert cells.count('<td class="short"></td></tr>') == len(DECISIONS), 'each has an empty cell to write in'


def test_other_releases_and_options_that_nobody_named_are_decisions(folder, tmp_path):
    for name in 'patients.csv', 'm.csv':
        (tmp_path / name).write_bytes((folder / name).read_bytes())
    (tmp_path / 'patients.ini').write_text('[kanon]\nquasi = zip\nsensitive = condition\n')
    words = 'run_mondrian.py patients.csv -k 4 -o out.csv'
    page_of(tmp_path, words.replace('out.csv', 'first.csv'), '--record', 'first.json')
    table = page_of(tmp_path, words, '--quasi', 'age').words().partition('2. What it is for')[0]
    assert 'Options beside the table patients.ini set these options, which nobody typed: sensitive = condition.' in table
    assert 'WARNING: nobody named patients.ini' in table and 'Other releases 1 other release of the same table was found (section 3).' in table
    table = page_of(tmp_path, 'check m.csv --config patients.ini').words().partition('2. What it is for')[0]
    assert 'Options beside the table patients.ini set these options' in table


def test_a_folder_of_hierarchies_that_nobody_named_is_told(tmp_path):
    (tmp_path / 't.csv').write_text('age,ill\n' + '31,a\n32,b\n' * 4)
    (tmp_path / 'hierarchies').mkdir()
    (tmp_path / 'hierarchies' / 'age.txt').write_text('31,[31-32],*\n32,[31-32],*\n')
    words = 'run_samarati.py t.csv --quasi age --sensitive ill -k 2 -o out.csv --from age>=1'
    assert 'nobody named the folder hierarchies, and --from rests on the hierarchies in it' in page_of(tmp_path, words).words()
    assert 'nobody named the folder' not in page_of(tmp_path, words, '--hierarchies', 'hierarchies').words()


@pytest.mark.parametrize('words', [RUN, BY_LEVELS, BY_LEVELS + ' --measure precision', RUN + ' --labels box', RUN + ' --bound'])
def test_the_risk_stands_before_three_measures(folder, words):
    source = page_of(folder, words, '--internal').source
    risk, cost = source.index('3. What an attacker can still do'), source.index('6. What it cost')
    assert risk < cost and source.index('class="small"') < cost
    signed = re.search('6. What it cost(.*?)</table>', source, re.DOTALL)[1]
    names = re.findall('<code>(.*?)</code></th>', signed)
    assert len(names) == 3 and 'c_avg' in names and ('precision' in names) == ('precision' in words)
    others = re.findall('More measures.*?</table>', source.partition('class="details"')[2], re.DOTALL)
    others = re.findall('<code>(.*?)</code></th>', ''.join(others))
    assert not set(names) & set(others) and ('bound' in others) == ('--bound' in words)
    assert ('More measures' in source) == bool(others) == ('--labels box' not in words), 'boxes hide the other measures'
    less = page_of(folder, words).source
    assert less.index('3. What an attacker can still do') < less.index('class="small"') < less.index('6. What it cost')
    assert re.findall('<code>(.*?)</code></th>', re.search('6. What it cost(.*?)</table>', less, re.DOTALL)[1]) == ['c_avg', 'dm']
    assert 'More measures' not in less


# The fields.

@pytest.mark.parametrize('words', [RUN, BY_LEVELS, BY_LEVELS.replace('run_samarati.py', 'datafly'), CHECK])
def test_the_fields_are_lines_to_write_on_or_are_filled_by_a_file(folder, words):
    empty = page_of(folder, words)
    cells = re.search('class="fields"(.*?)</table>', empty.source, re.DOTALL)[1]
    assert cells.count('<td class="short"></td>') == len(FIELDS)
    assert re.findall('<div>(.*?)</div>', empty.source.rpartition('class="sign"')[2]) == ['Name', 'Date', 'Signature']
    texts = {field: 'text of the %s' % field.replace('_', ' ') for field in FIELDS + BY_HAND}
    (folder / 'page.ini').write_text('[page]\n' + ''.join('%s = %s\n' % (field.replace('_', '-'), text) for field, text in texts.items()))
    filled = page_of(folder, words, '--page-text', 'page.ini')
    assert 'Purpose text of the purpose Recipient text of the recipient Legal basis text of the legal basis Retention text of the retention' in filled.words()
    assert 'Who chose the quasi-identifiers text of the chosen by Why these text of the reasons' in filled.words()
    assert 'Name: text of the name Date: text of the date Signature: text of the signature' in filled.words()
    again = page_of(folder, words, '--page-text', 'page.ini').source
    assert again == filled.source, 'the same bytes'
    chinese = page_of(folder, words, '--page-text', 'page.ini', '--language', 'zh').words()
    assert '目的 text of the purpose' in chinese and '谁选定了准标识符' in chinese


def test_what_fits_is_not_cut(folder):
    """A sign that the page writes as several, such as \\x1b, counts as these."""
    assert LONGEST_TEXT <= LONGEST
    text = '\x1b' * (LONGEST_TEXT // 4)
    (folder / 'page.ini').write_text('[page]\npurpose = %s\n' % text)
    assert 'Purpose %s Recipient' % text.replace('\x1b', '\\x1b') in page_of(folder, RUN, '--page-text', 'page.ini').words()
    (folder / 'page.ini').write_text('[page]\npurpose = %s\n' % (text + 'x'))
    result = run('run_mondrian.py', 'patients.csv', *LINKED, '--page-text', 'page.ini', '--html', 'p.html', '--force', cwd=folder)
    assert result.returncode == 1 and 'page.ini, line 2: purpose: ' in result.stderr and 'longer than 400 characters' in result.stderr


FILES = [       # the bytes of a file, and the text of the purpose on the page
    (b'[page]\npurpose = <script>alert("1")</script> & more\n', '<script>alert("1")</script> & more'),
    (b'\xef\xbb\xbf[page]\r\npurpose = research\r\n', 'research'),
    (b'[page]\nPurpose: waiting times\n  of 2024\n', 'waiting times of 2024'),
    (b'[page]\npurpose = a\x1b[2Kb\x07c\x00d\n', 'a\\x1b[2Kb\\x07c\\x00d'),
    (b'[page]\npurpose = 100 % of {it}\n# purpose = other\n', '100 % of {it}'),
    ('[page]\npurpose = 研究\u202e等候\n'.encode(), '研究\\u202e等候')]


@pytest.mark.parametrize('data, shown', FILES, ids=range(len(FILES)))
def test_a_text_is_shown_as_text(folder, data, shown):
    (folder / 'page.ini').write_bytes(data)
    page = page_of(folder, RUN, '--page-text', 'page.ini')
    assert 'Purpose %s Recipient' % shown in page.words()
    assert not [tag for tag, _ in page.elements if tag == 'script'] and page.source.replace('\n', '').isprintable()


def test_a_record_has_neither_the_texts_nor_the_mark(folder):
    (folder / 'page.ini').write_text('[page]\npurpose = research\n')
    page_of(folder, RUN, '--page-text', 'page.ini', '--internal', '--record', 'out.json')
    (folder / 'page.ini').unlink()
    assert 'page_text' not in (folder / 'out.json').read_text().partition('"options"')[2].partition('}')[0]
    result = kanon('replay', 'out.json', cwd=folder)
    assert result.returncode == 0 and result.stdout.startswith('the same bytes'), result.stderr


# What is shown.

MARKS = {'en': ('INTERNAL: this page shows values that few people have. Do not hand it on.', 'INTERNAL - do not hand on'),
         'zh': ('内部文件：本页显示少数人才有的值，请勿外传。', '内部文件 - 请勿外传')}


@pytest.mark.parametrize('language', MARKS)
@pytest.mark.parametrize('words', [RUN, CHECK])
def test_an_internal_page_says_so_above_and_on_each_sheet(folder, words, language):
    banner, sheet = MARKS[language]
    page = page_of(folder, words, '--internal', '--language', language)
    assert '<main>\n<div class="sheet">%s</div>\n<h1>' % sheet in page.source and '<div class="internal">%s</div>' % banner in page.source
    rules = re.search(r'\.sheet \{ display: block;.*?\}', page.source, re.DOTALL)[0]
    assert 'position: fixed' in rules and rules in page.source.partition('@media print')[2]
    other = page_of(folder, words, '--language', language).words()
    assert banner not in other and sheet not in other and '--internal' in other


def test_a_page_names_no_value_and_an_internal_one_does(folder):
    words = RUN + ' --trace'
    page, whole = (page_of(folder, words, *more).source for more in ((), ('--internal',)))
    with open(PATIENTS, encoding='utf-8') as file:
        zips = {row['zip'] for row in csv.DictReader(file)}
    assert not [value for value in zips if value in page] and all(value in whole for value in zips)
    assert '[31-37]' in whole and '[31-37]' not in page
    assert 'This page can be read by people who may not see the table.' in page and 'This page' not in whole.partition('Decide')[0]
    assert 'Steps of the search' not in page and 'by zip at 13068' in whole


OPTIONS = ['', ' --labels box', ' --categories frequency', ' --partitioning relaxed', ' --categories hierarchy --hierarchies hierarchies',
           ' --labels grid --grid age=1000 --hierarchies hierarchies', ' --person who', ' --person who --labels box', ' --unreadable missing']


@pytest.mark.parametrize('seed', seeds(12))
@pytest.mark.parametrize('script', ['run_mondrian.py', 'run_samarati.py', 'datafly'])
def test_no_value_is_on_a_page_of_a_random_table(tmp_path, seed, script):
    """The values are so written that no count looks like one. A person has up to six rows."""
    random = Random(seed)
    ages = ['7%d1' % (100 + random.randrange(60)) for _ in range(12)]
    towns = ['Qx%sy' % letter for letter in 'ABCDEFG']
    rows = []
    for person in range(60):
        age, town = random.choice(ages), random.choice(towns)
        for _ in range(random.choice([1, 1, 2, 6])):
            rows.append(('w%d' % person, age, town, random.choice('xyz')))
    (tmp_path / 'hierarchies').mkdir()
    (tmp_path / 'hierarchies' / 'age.txt').write_text(''.join('%s,[%s-%s],*\n' % (age, min(set(ages)), max(set(ages))) for age in sorted(set(ages))))
    (tmp_path / 'hierarchies' / 'town.txt').write_text(''.join('%s,%s,*\n' % (town, '{QxAy|QxBy}' if town < 'QxC' else 'Zyx') for town in towns))
    (tmp_path / 't.csv').write_text('who,age,town,ill\n' + ''.join(','.join(row) + '\n' for row in rows))
    options = random.choice(OPTIONS if script == 'run_mondrian.py' else ['', ' --person who', ' --max-suppression 20%', ' --from age>=1'])
    if 'unreadable' in options:
        (tmp_path / 't.csv').write_text((tmp_path / 't.csv').read_text().replace(rows[0][1], 'Zz' + rows[0][1], 1))
    words = '%s t.csv --quasi age,town --sensitive ill -k %d -o out.csv --trace%s' % (script, random.choice([2, 3, 5]), options)
    if script == 'run_mondrian.py' and 'hierarchies' not in options:
        (tmp_path / 'hierarchies' / 'town.txt').unlink()
        words += ' --hierarchies hierarchies'
    page = page_of(tmp_path, words)
    assert not [value for _, *values, _ in rows for value in values if value in page.source] and 'Zz7' not in page.source
    with open(str(tmp_path / 'out.csv'), encoding='utf-8') as file:
        labels = {label for row in list(csv.reader(file))[1:] for label in row[:2] if len(label) > 1}
    assert not [label for label in labels if label in page.source]


WORDS = '--na "k.A.;Zzweigert" --na-in ill=Qxlost --grid age=10:37:90 --labels grid'


@pytest.mark.parametrize('in_ini', [False, True])
def test_words_and_edges_that_were_typed_are_in_the_record_and_not_on_the_page(tmp_path, in_ini):
    """One record has the word, and one the value that an edge equals."""
    (tmp_path / 't.csv').write_text('age,ill\n37,x\nZzweigert,y\n' + '%d,x\n%d,y\n' * 5 % (20, 21, 40, 41, 50, 51, 60, 61, 70, 71))
    words = 'run_mondrian.py t.csv --quasi age --sensitive ill -k 3 -o out.csv --record r.json --standard gdpr-wp216'
    if in_ini:
        (tmp_path / 't.ini').write_text('[kanon]\nna = k.A.;Zzweigert\nna-in = ill=Qxlost\ngrid = age=10:37:90\nlabels = grid\n')
        words += ' --config t.ini'
    more = [] if in_ini else shlex.split(WORDS)
    for language in 'en', 'zh':
        page, whole = (page_of(tmp_path, words, *more, '--language', language, *internal) for internal in ((), ('--internal',)))
        for word in 'Zzweigert', 'k.A.', 'Qxlost', '10:37:90', '37':
            text = re.sub('<style>.*?</style>', '', page.source, flags=re.DOTALL)
            text = re.sub('[0-9a-f]{64}|="[^"]*"', '', text)
            assert word not in text and word in whole.source
    assert 'Zzweigert' in (tmp_path / 'r.json').read_text() and '10:37:90' in (tmp_path / 'r.json').read_text()


def test_the_page_of_check_names_no_value_and_an_internal_one_does(folder):
    page, whole = (page_of(folder, CHECK + ' -k 4', *more) for more in ((), ('--internal',)))
    with open(str(folder / 'm.csv'), encoding='utf-8') as file:
        values = {value for row in list(csv.reader(file))[1:] for value in row}
    assert not [value for value in values if value in page.source]
    assert {'[13053-13068]', '[31-37]', 'Cancer'} <= {value for value in values if value in whole.words()}
    assert 'This page names no value of the table.' in page.words() and '1 4 condition: all one value (not shown)' in page.words()


def test_the_page_of_check_hides_the_rows_that_differ(tmp_path):
    (tmp_path / 't.csv').write_text('age,ill\n' + '7001,flu\n' * 3 + '7002,ulcer\n' * 3)
    assert kanon('count', 't.csv', '--quasi', 'age', '--sensitive', 'ill', '-o', 'c.csv', cwd=tmp_path).returncode == 0
    assert run('run_mondrian.py', 't.csv', '--quasi', 'age', '--sensitive', 'ill', '-k', '3', '-o', 'o.csv', '--recoding', 'r.csv', cwd=tmp_path).returncode == 0
    (tmp_path / 'o.csv').write_text((tmp_path / 'o.csv').read_text().replace('ulcer', 'gout', 1))
    words = 'check o.csv --counted c.csv --recoding r.csv --sensitive ill'
    page, whole = (page_of(tmp_path, words, *more, status=1).words() for more in ((), ('--internal',)))
    assert 'gout' in whole and 'gout' not in page and 'ulcer' not in page and 'age …, ill …' in page


def test_the_page_of_check_tells_no_small_count_of_a_counted_table(tmp_path):
    (tmp_path / 't.csv').write_text('age,ill\n' + '7001,flu\n' * 3 + '7002,ulcer\n' * 3 + '?,gout\n')
    assert kanon('count', 't.csv', '--quasi', 'age', '--sensitive', 'ill', '-o', 'c.csv', cwd=tmp_path).returncode == 0
    assert run('run_mondrian.py', 't.csv', '--quasi', 'age', '--sensitive', 'ill', '-k', '3', '-o', 'o.csv', '--recoding', 'r.csv', cwd=tmp_path).returncode == 0
    words = 'check o.csv --counted c.csv --recoding r.csv --sensitive ill'
    page, whole = (page_of(tmp_path, words, *more).words() for more in ((), ('--internal',)))
    assert '7 records = 6 to publish + 0 to suppress + 1 left out' in whole
    assert 'at least 6 records = 6 to publish + 0 to suppress + fewer than 3 left out' in page


def test_the_page_of_check_names_its_file_and_its_command(folder):
    from hashlib import sha256
    page = page_of(folder, CHECK + ' -k 4').words()
    assert sha256((folder / 'm.csv').read_bytes()).hexdigest() in page
    assert 'python -m kanon check m.csv --quasi zip,age --sensitive condition -k 4 --html p.html --force I have read this page, and approve' in page
    assert page.index('Required Column Found') < page.index('Column l t alpha') < page.index('All measures of the sensitive columns')


def test_a_report_and_a_picture_are_those_of_before(folder):
    """Only the page leaves values out."""
    result = run('run_mondrian.py', *RUN.split()[1:], '--html', 'p.html', '--picture', 'p.svg', '--trace', '--force', cwd=folder)
    assert '13068' in result.stdout and '[31-37]' in (folder / 'p.svg').read_text() and '[31-37]' not in (folder / 'p.html').read_text()
    result = kanon(*CHECK.split(), '--html', 'p.html', '--picture', 'p.svg', '--force', cwd=folder)
    assert 'Cancer' in result.stdout and 'Cancer' in (folder / 'p.svg').read_text() and 'Cancer' not in (folder / 'p.html').read_text()


def test_a_table_of_many_columns_is_drawn_in_parts(folder):
    """No sheet of paper slices a legend: what is stacked on screen stands in pictures of its own."""
    source = page_of(folder, RUN, '--internal').source
    parts = re.search('<figure class="parts">(.*?)</figure>', source, re.DOTALL)[1]
    assert parts.count('<svg') == 3 == 1 + len(['zip', 'age'])
    assert '@page { margin:' in source and 'size: A4' not in source, 'the paper is that of the printer'


@pytest.mark.parametrize('words, said', [
    (BY_LEVELS + ' -k 1 --population patients.csv --k-map 2', 'of 1 to 1 only that they are fewer than 2;'),
    (RUN + ' --redact', 'This page can be read by people who may not see the table. It names no value and no label.'),
    (CHECK + ' --redact', 'This page names no value of the table.')])
def test_the_page_says_what_it_does_not_name(folder, words, said):
    assert said in page_of(folder, words).words()


def test_a_standard_of_which_no_clause_fails_says_nothing_of_failing(folder):
    (folder / 'two.ini').write_text('[standard]\ntitle = two\nsource = us\n\n[two]\ntext = two\nsource = none\nmeasure = class-size\nleast = 2\n')
    words = page_of(folder, RUN + ' --standard two.ini').words()
    assert 'two.ini' in words and 'Failing:' not in words and 'To decide: .' not in words
