"""Dates that are read without a format: however they are written, the day is the one that stands there."""

import json
import random
from datetime import datetime, timedelta

import pytest
from conftest import run, seeds

from kanon.core.recognition.identifiers import sights
from kanon.core.errors import DataError
from kanon.core.tables.recorded_dates import Days, date_of, offsets_in
from kanon.core.tables.rows import Rows
from kanon.core.tables.table import Table
from kanon.tools.building.column_kinds import kind_of
from kanon.tools.building.dates import dates
from kanon.tools.building.draft import draft_of
from kanon.tools.building.survey import Survey

MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split()


def day_written(moment, rng):
    """A day in one of the writings."""
    y, m, d = moment.year, moment.month, moment.day
    word = rng.choice([str.upper, str.lower, str])(MONTHS[m - 1])
    return rng.choice(['%04d-%02d-%02d' % (y, m, d), '%04d-%d-%d' % (y, m, d), '%04d/%d/%d' % (y, m, d),
                       '%02d-%s-%04d' % (d, word, y), '%02d%s%04d' % (d, word, y), '%d%s%04d' % (d, word, y)])


def time_written(moment, rng):
    hour = rng.choice(['%02d', '%d']) % moment.hour
    seconds = rng.choice(['', ':%02d' % moment.second, ':%02d.%03d' % (moment.second, moment.microsecond // 1000)])
    offset = rng.choice(['', '', 'Z', '+01', '-03:30', '+0530', ' +02:00'])
    return rng.choice('T ') + hour + ':%02d' % moment.minute + seconds + offset


@pytest.mark.parametrize('seed', seeds(200))
def test_the_day_is_the_one_that_is_written(seed):
    rng = random.Random(seed)
    moment = datetime(1900, 1, 1) + timedelta(seconds=rng.randrange(4 * 10 ** 9), milliseconds=rng.randrange(1000))
    day = day_written(moment, rng)
    text = day + time_written(moment, rng)
    assert date_of(day, None) == datetime(moment.year, moment.month, moment.day)
    read = date_of(text, None)
    assert (read.date(), read.hour, read.minute, read.tzinfo) == (moment.date(), moment.hour, moment.minute, None)
    assert not ('.' in text) or read.microsecond == moment.microsecond
    assert dates([text], None, ('hour', 'day'))[text] == (
        text, moment.strftime('%Y-%m-%dT%H'), moment.strftime('%Y-M%m-D%d'), '*')


@pytest.mark.parametrize('text', [
    '2023-13-01', '2023-02-30', '2023-1/2', '2023-09', '23-9-4', '2023-09-04T', '2023-09-04T24:00', '2023-09-04T10', '2023-09-04T10:60',
    '2023-09-04 10:30 PM', '2023-09-04+01:00', '2023-09-04T10:30+15', '32-Jan-2020', '14-Sep2020', '14Sep-2020', '14-Sept-2020', '14-Xyz-2020',
    '14-Sep-20', ' 2023-09-04', '2023-09-04\n', '\u0662023-09-04', '20230904', '4.9.2023', '5May-2020', '1234-5678-9', 'APR1983', ''])
def test_what_is_no_date(text):
    assert date_of(text, None) is None


@pytest.mark.parametrize('values, format_', [
    (['2023-01-01T00:00:00Z', '2023-01-02T00:00:00Z'], '%Y-%m-%dT%H:%M:%S%z'),
    (['2023-01-01T00:00:00.000Z', '2023-01-02T12:30:00.250Z'], '%Y-%m-%dT%H:%M:%S.%f%z'),
    (['2023-01-01T00:00:00+02:00', '2023-01-02T00:00:00+01:00'], '%Y-%m-%dT%H:%M:%S%z'),
    (['2023-01-01T00:00:00', '2023-01-02T00:00:00'], '%Y-%m-%dT%H:%M:%S'),
    (['2020/9/4 8:03:22', '2020/12/24 18:03:22'], '%Y/%m/%d %H:%M:%S'), (['14-Sep-2020', '1-Oct-2020'], '%d-%b-%Y'),
    (['01APR1983', '24DEC1983'], '%d%b%Y'), (['2020-9-4', '2020-12-24'], '%Y-%m-%d'),
    (['2020-9-4', '2020-12-24T10:30'], '%Y-%m-%dT%H:%M')])
def test_a_column_of_them_is_one_of_dates(values, format_):
    assert kind_of(dict.fromkeys(values, 3))[:2] == ('date', (format_,))
    assert all('date' in sights(value)[0] for value in values)      # to the standards, too


def test_two_digits_of_a_year_need_an_answer(tmp_path):
    (tmp_path / 'd.csv').write_text('born,dx\n' + '24.07.91,flu\n01.02.30,gout\n31.12.24,flu\n' * 4)
    done = run('kanon', 'start', 'd.csv', '--quasi', 'born', '-k', '2', cwd=str(tmp_path))
    assert 'the dates have two digits of a year. Which years are meant?' in done.stdout


def test_most_are_dates_and_a_few_are_not():
    kind = kind_of({'2023-01-01T00:00:00Z': 4, '2023-01-02T00:00:00.5Z': 3, 'soon': 1})
    assert kind == ('mostly dates', ('%Y-%m-%dT%H:%M:%S.%f%z',), {'soon': 1})
    assert kind_of({'2020-9-4': 4, '2020-9-5 10:30': 3, '4.9.2020': 1}) == (
        'mostly dates', ('%Y-%m-%d %H:%M',), {'4.9.2020': 1})
    assert kind_of({'01APR1983': 4, '02APR1983': 3, 'soon': 1})[:2] == ('mostly dates', ('%d%b%Y',))


def test_start_cuts_times_as_dates(tmp_path):
    """Mondrian then publishes hours and days, and never a set of moments."""
    rng = random.Random(3)
    rows = ['2023-%02d-%02dT%02d:%02d:%02d.%03dZ,%s' % (
        rng.randint(1, 12), rng.randint(1, 3), rng.choice([9, 10]), rng.randrange(60), rng.randrange(60), rng.randrange(1000), rng.choice(['flu', 'gout']))
        for _ in range(200)]
    (tmp_path / 'd.csv').write_text('seen,dx\n' + '\n'.join(rows) + '\n')
    done = run('kanon', 'start', 'd.csv', '--quasi', 'seen', '--sensitive', 'dx', '-k', '3', cwd=str(tmp_path))
    assert done.returncode == 0 and '  hierarchies/seen.txt  hour, day, month' in done.stdout
    run('run_mondrian.py', 'd.csv', '--config', 'd.ini', '-o', 'r.csv', cwd=str(tmp_path))
    labels = {line.split(',')[0] for line in (tmp_path / 'r.csv').read_text().splitlines()[1:]}
    assert '2023-01-01T09' in labels or '2023-M01-D01' in labels
    assert not any('{' in label or 'Z' in label for label in labels)
    attacked = run('kanon', 'attack', 'r.csv', '--known', 'd.csv', '--config', 'd.ini', '--format', 'json', cwd=str(tmp_path))
    linkage = json.loads(attacked.stdout)[0]
    assert (linkage['people'], linkage['no_candidate'], linkage['below_k']) == (200, 0, 0)
    used = run('kanon', 'use', 'd.csv', 'r.csv', '--config', 'd.ini', '--queries', '20', cwd=str(tmp_path))
    assert used.returncode == 0, used.stderr


def test_an_hour_is_a_level_only_where_it_helps(tmp_path):
    def levels(*times):
        (tmp_path / 'd.csv').write_text('seen\n' + '\n'.join(times) + '\n')
        column, = Survey(Table(str(tmp_path / 'd.csv'), missing='value')).columns
        return draft_of(column).by

    assert levels('2023-01-01T10:00Z', '2023-01-01T10:05Z', '2023-01-01T11:05Z', '2023-01-02T11:05Z') == ('dates', '--levels', 'hour,day')
    assert levels('2023-01-01T10:00Z', '2023-01-01T11:00Z', '2023-01-02T11:00Z') == ('dates', '--levels', 'day')     # nothing below an hour
    assert levels('2023-01-01T10:00Z', '2023-01-02T10:00Z') == ('dates', '--levels', 'day')
    assert levels('2023-01-01T10:00Z', '2023-01-01T10:05Z', '2023-01-01T11:05Z', '2023-01-02') == ('dates', '--levels', 'day')


def test_levels_that_a_column_cannot_tell_are_refused():
    with pytest.raises(DataError) as refused:
        dates(['2023-01-01T10:00', '2023-01-01'], None, ('hour', 'day'))
    assert refused.value.told()['message'] == "1 of the 2 values tell no hour: '2023-01-01'; leave the level hour out"
    with pytest.raises(DataError, match='does not tell the hour; leave the level out'):
        dates(['1/2/2023'], '%d/%m/%Y', ('hour',))
    assert dates(['1/2/2023 17:05'], '%d/%m/%Y %H:%M', ('hour',))['1/2/2023 17:05'][1] == '2023-02-01T17'


def test_several_offsets_are_told(tmp_path):
    times = ['2023-01-01T23:30:00Z', '2023-01-01T23:30:00+02:00', '2023-01-02T00:30:00-0330', '2023-01-02 10:00']
    assert offsets_in(times) == ['', '+00:00', '+02:00', '-03:30']
    (tmp_path / 'd.csv').write_text('seen,dx\n' + ',x\n'.join(times) + ',y\n')
    told = 'the times have several offsets from Greenwich, none, +00:00, +02:00, -03:30; the day and the hour are those that are written'
    for words in (['start', 'd.csv', '--quasi', 'seen', '-k', '2'], ['hierarchy', 'dates', 'd.csv', '--column', 'seen', '--force']):
        done = run('kanon', *words, cwd=str(tmp_path))
        assert "column 'seen': " + told in done.stdout, done.stderr
    (tmp_path / 'd.csv').write_text('seen,dx\n' + ',x\n'.join(times[1:2] * 3) + ',y\n')
    assert 'offsets' not in run('kanon', 'hierarchy', 'dates', 'd.csv', '--column', 'seen', '--force', cwd=str(tmp_path)).stdout


def test_days_since_another_date():
    stays = Rows([('2023-01-01T23:30:00Z', '04-Jan-2023'), ('01JAN2023', '2023/1/2 8:03:22')], ['came', 'left'], 'value')
    counted = Days({'left': 'came'}).counted(stays.tuples(stays.columns), stays)
    assert [row[1] for row in counted] == ['3', '1']
