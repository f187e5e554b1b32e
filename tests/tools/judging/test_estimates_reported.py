"""What `risk` says of the people behind a table and of who stands out: the same as the functions, in every format and language."""

import json
from collections import Counter

import pytest

import kanon
from conftest import run
from kanon.tools.pages.found_by_estimates import RECORDS, VALUES

from geometry import outside, overlaps
from readers import read

# The table of sdcMicro's test_indivRisk.R, with a row of stars, which is nobody's.
ROWS = [('2', '3', '1', '18.0'), ('3', '3', '3', '45.5'), ('2', '3', '1', '39.0'), ('2', '3', '3', '17.0'), ('3', '3', '1', ' 9.2e1'),
        ('3', '3', '1', '8'), ('1', '4', '2', '123.5'), ('2', '3', '1', '51'), ('*', '*', '*', '7')]
SIZES = Counter(row[:3] for row in ROWS[:-1])
ASKED = {'estimated': ['--sampling-fraction', '0.2'], 'individual': ['--weights', 'w'], 'special': ['--suda', '2']}
TITLES = {'estimated': ('How many people of the population are alone', '总体中独有取值的人数估计'), 'individual': ('The individual risk of', '按权数估计的'),
          'special': ('Which columns make records stand out', '哪些列使记录显眼')}


@pytest.fixture
def survey(tmp_path):
    (tmp_path / 'survey.csv').write_text('A,B,C,w\n' + ''.join(','.join(row) + '\n' for row in ROWS))
    return str(tmp_path)


def risk(folder, *words, name='survey.csv', quasi='A,B,C'):
    result = run('kanon', 'risk', name, '--quasi', quasi, *words, cwd=folder)
    assert (result.returncode, result.stderr) == (0, '')
    return result.stdout


def reported(folder, *words, **more):
    return json.loads(risk(folder, *words, '--format', 'json', **more))


def test_nothing_more_is_said_where_nothing_more_is_asked(survey):
    plain = reported(survey)
    assert not ASKED.keys() & plain.keys()
    for name, words in ASKED.items():
        report = reported(survey, *words)
        assert report.pop(name) and report == plain
        assert set(risk(survey).splitlines()) <= set(risk(survey, *words).splitlines())
        assert risk(survey, '--format', 'csv') == risk(survey, *words, '--format', 'csv')


def test_the_numbers_are_those_of_the_functions(survey):
    estimated = reported(survey, *ASKED['estimated'])['estimated']
    assert estimated.pop('records') == 8 and estimated == kanon.population_uniques(SIZES.values(), 0.2)
    individual = reported(survey, *ASKED['individual'])['individual']
    people = {row: sum(float(weight) for *quasi, weight in ROWS if tuple(quasi) == row) for row in SIZES}
    risks = {row: kanon.individual_risk(n, people[row]) for row, n in SIZES.items()}
    assert (individual['column'], individual['records'], individual['population'], individual['short']) == ('w', 8, 394.0, 0)
    assert individual['highest'] == max(risks.values()) == pytest.approx(0.17707583, abs=5e-9)
    assert individual['expected'] == pytest.approx(sum(n * risks[row] for row, n in SIZES.items())) and individual['above'] == 0
    special = reported(survey, *ASKED['special'])['special']
    found = kanon.special_uniques(SIZES, 2)
    assert [(tuple(row['quasi'].values()), row['score'], [tuple('ABC'.index(name) for name in chosen) for chosen in row['sets']])
            for row in special['first']] == [(row, score, found[row]) for row, score in kanon.special_scores(found, 3, 2).items()]
    assert (special['most'], special['records'], special['by_columns']) == (2, 3, {'1': 1, '2': 2})


def test_a_sentence_for_whoever_must_decide(survey):
    text = risk(survey, '--sampling-fraction', '0.2', '--suda', '2')
    for sentence in ('With a sampling fraction of 0.2, the 8 records of the classes stand for about 40 people.',
                     'ESTIMATE: about 4.6 of these people, 11.5%, are alone with their values in these columns (the SNB model).',
                     'Of the 3 unique records of the table, about 0.9 are of such people.',
                     '3 records of 8 are alone with the values of at most 2 columns (special uniques).', 'By the fewest columns that it takes: 1 record by 1, 2 records by 2.'):
        assert sentence in text.splitlines(), text
    text = risk(survey, '--weights', 'w', '--threshold', '0.05')
    for sentence in ("By the weights of the column 'w', the 8 records of the classes stand for about 394 people.",
                     'ESTIMATE: the individual risk of a record is 0.1771 at most, and 0.0475 on average; that of 2 records is above 0.05 (Benedetti and Franconi).',
                     'Whoever matches all of them with people of the population is expected to be right about 0.4.'):
        assert sentence in text.splitlines(), text


def test_a_model_without_an_answer_is_said_and_so_is_the_one_in_its_place(survey, tmp_path):
    text = risk(survey, '--sampling-fraction', '0.1')
    assert "Pitman's model does not converge, so the rule takes Zayatz's model in its place." in text.splitlines()
    assert [line.split() for line in text.splitlines() if line.startswith("Pitman's model:")] == [["Pitman's", 'model:', 'does', 'not', 'converge', '-', '-']]
    (tmp_path / 'pairs.csv').write_text('A,B,C\n' + '1,1,1\n1,1,1\n2,2,2\n2,2,2\n')
    text = risk(survey, '--sampling-fraction', '0.1', '--suda', '3', name='pairs.csv')
    assert 'ESTIMATE: about 0 of these people, 0.0%, are alone' in text and 'The table has 0 unique records, so two of the models have nothing to go by.' in text
    assert '0 records of 4 are alone with the values of at most 3 columns (special uniques).' in text and 'share of the scores' not in text


def test_weights_that_say_fewer_people_than_records(survey, tmp_path):
    (tmp_path / 'few.csv').write_text('A,B,C,w\n1,1,1,0.5\n1,1,1,0.5\n2,2,2,9\n')
    text = risk(survey, '--weights', 'w', name='few.csv')
    assert 'WARNING: the weights of the classes of 2 records say fewer people than records.' in text
    assert reported(survey, '--weights', 'w', name='few.csv')['individual']['highest'] == 0.5


def test_counted_rows_are_as_many_records(survey, tmp_path):
    (tmp_path / 'counted.csv').write_text('A,B,C,w,n\n' + ''.join('%s,%d\n' % (','.join(row), 2) for row in ROWS))
    (tmp_path / 'twice.csv').write_text('A,B,C,w\n' + ''.join(','.join(row) + '\n' for row in ROWS) * 2)
    for words in ASKED.values():
        counted, twice = reported(survey, *words, '--counts', 'n', name='counted.csv'), reported(survey, *words, name='twice.csv')
        assert {name: counted.get(name) for name in ASKED} == {name: twice.get(name) for name in ASKED}


def test_persons_of_one_class_each_are_the_sizes(survey, tmp_path):
    (tmp_path / 'stays.csv').write_text('A,B,C,who\n1,1,1,Ann\n1,1,1,Ann\n1,1,1,Bob\n2,2,2,Eve\n2,2,2,Eve\n3,3,3,\n')
    words = '--sampling-fraction', '0.5', '--person', 'who'
    found = reported(survey, *words, name='stays.csv')['estimated']
    assert found == {'records': 3, **kanon.population_uniques([2, 1], 0.5)}
    text = risk(survey, *words, name='stays.csv')
    assert 'the 3 persons of the classes stand for about 6 people.' in text and 'Of the 1 unique person of the table, about 0.5 are such people.' in text
    assert "The SNB model does not converge, so the rule takes Zayatz's model in its place." in text


def test_weights_of_an_ini_file_are_another_matter(survey, tmp_path):
    """They say how much the loss of a column counts in a run."""
    (tmp_path / 'survey.ini').write_text('[kanon]\nweights = A=2\n')
    assert 'individual' not in reported(survey) and reported(survey, *ASKED['individual'])['individual']['records'] == 8
    assert 'weights' not in risk(survey)


@pytest.mark.parametrize('language', [0, 1])
@pytest.mark.parametrize('name', ASKED)
def test_the_page_and_the_picture_say_what_the_text_says(name, language, survey, tmp_path):
    words = [*ASKED[name], '--language', ('en', 'zh')[language]]
    text = risk(survey, *words, '--html', 'p.html', '--picture', 'p.svg')
    page, svg = read(tmp_path / 'p.html'), (tmp_path / 'p.svg').read_text(encoding='utf-8')
    shown = ''.join(told for _, told in page.texts)
    assert TITLES[name][language] in shown and TITLES[name][language] in svg and not overlaps(svg) and not outside(svg)
    number = {'estimated': '11.5%', 'individual': '0.1771', 'special': '25.0%'}[name]       # worked out by hand: of 8 points B has 2
    assert number in text and number in shown and number in svg
    assert not language or not [told for told in shown.split('，') if ' people ' in told or ' records ' in told]


def test_what_is_redacted(survey, tmp_path):
    """The values of those who stand out most are what must not be shown."""
    (tmp_path / 'rare.csv').write_text('A,B,C\n' + 'common,common,common\n' * 5 + 'Zanzibar,common,common\n')
    assert all('Zanzibar' in risk(survey, '--suda', '2', '--format', form, name='rare.csv') for form in ('text', 'markdown', 'json'))
    for form in 'text', 'markdown', 'json':
        text = risk(survey, '--suda', '2', '--redact', '--format', form, '--html', 'p.html', '--picture', 'p.svg', '--force', name='rare.csv')
        written = text + (tmp_path / 'p.html').read_text(encoding='utf-8') + (tmp_path / 'p.svg').read_text(encoding='utf-8')
        assert 'Zanzibar' not in written and '(value)' in text


def test_the_text_has_a_screenful_and_json_has_all_values(survey, tmp_path):
    (tmp_path / 'many.csv').write_text('A,B,C\n' + ''.join('%d,x,y\n' % n for n in range(40)))
    text, report = (of(survey, '--suda', '1', '--most', '1', name='many.csv') for of in (risk, reported))
    assert len(report['special']['values']) == len(report['special']['first']) == 40
    assert '(%d further values: --format json)' % (40 - VALUES) in text and text.count('\nA    ') == VALUES + 1 and text.count(', B x, C y') == RECORDS
    assert len(text.splitlines()) < 50


@pytest.mark.parametrize('n', [VALUES - 1, VALUES, VALUES + 1, 40])
@pytest.mark.parametrize('language, words', [('en', 'further value'), ('zh', '另有')])
def test_the_page_counts_the_same_further_values_as_the_text(n, language, words, survey, tmp_path):
    (tmp_path / 'many.csv').write_text('A,B,C\n' + ''.join('%d,x,y\n' % number for number in range(n)))
    text = risk(survey, '--suda', '1', '--most', '1', '--html', 'p.html', '--language', language, name='many.csv')
    page = [told for _, told in read(tmp_path / 'p.html').texts if words in told and 'json' in told]
    assert page == [line for line in text.splitlines() if words in line and 'json' in line]
    assert len(page) == (n > VALUES) and all(str(n - VALUES) in line for line in page)
