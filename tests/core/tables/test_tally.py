"""However a table is counted - rows repeat, quasi tuples do, neither; in memory or put aside - the release is the same bytes."""

import csv
import io
from collections import Counter
from random import Random

import pytest

from conftest import ALL, run_here, seeds
from flat import anonymize
from kanon.core.counts import drawn as drawn_module
from kanon.core.counts.frequency import FrequencySet
from kanon.core.counts.parted import Split
from kanon.core.counts.recoding import Recoding, dealt, recoding_of
from kanon.core.errors import Unsatisfied
from kanon.core.tables import table as table_module, tally as tally_module
from kanon.core.tables.lines import field_formatter, sorted_lines
from kanon.core.tables.tally import CountedRows, Tally, sorted_classes

HUGE = 10 ** 6


def drawn(random, pools, rows):
    return [tuple(random.choice(pool) for pool in pools) for _ in range(rows)]


# How the rows of a table repeat: functions of (random, quasi columns, carried columns).

def rows_repeat(random, width, further):
    few = drawn(random, [['a', 'b', '', 'ü']] * (width + further), 4)
    return [random.choice(few) for _ in range(random.randint(20, 70))]


def quasi_tuples_repeat(random, width, further):
    quasis = drawn(random, [['a', 'b', 'c,"']] * width, 3)
    return [random.choice(quasis) + tuple('%s%d' % (random.choice(' xy'), random.randrange(99)) for _ in range(further))
            for _ in range(random.randint(20, 70))]


def neither(random, width, further):
    return drawn(random, [list(map(str, range(60)))] * width + [['x', 'y', '?', '', 'two\nlines']] * further, random.randint(20, 70))


def no_more_after_a_while(random, width, further):
    return rows_repeat(random, width, further) + neither(random, width, further)


def in_the_end_again(random, width, further):
    return neither(random, width, further) + rows_repeat(random, width, further)


KINDS = [rows_repeat, quasi_tuples_repeat, neither, no_more_after_a_while, in_the_end_again]


def tally_of(rows, width, bound, batch, distinct=False, empty=0, counted=False, in_order=False):
    """empty: so many batches without a record come after each batch. counted: whether the last field is a count."""
    tally = Tally(width, bound, distinct, in_order=in_order)
    batches = (part for start in range(0, len(rows), batch) for part in [rows[start:start + batch], *[iter(())] * empty])
    tally.count(batches, *[True] * counted)
    return tally


def counted_rows(random, rows):
    """The same table as rows that end with their count. A row may have several."""
    found = []
    for row, n in Counter(rows).items():
        parts = [random.randint(0, n)] * (random.random() < 0.3)
        found += [(*row, str(part)) for part in [*parts, n - sum(parts)] if part]
    random.shuffle(found)
    return found


def records_of(tally):
    """{row: records}."""
    quasis, found = list(tally.frequency_set), Counter()
    for place, carried, n in tally.records():
        found[quasis[place] + carried] += n
    return found


def in_order_of(tally):
    """The rows, in the order of the input."""
    quasis = list(tally.frequency_set)
    return [quasis[rows.places[row]] + rows.values[rows.codes[row]] for rows, order in tally.in_order() for row in order]


def entries_of(random, rows, width):
    """A published tuple for each quasi tuple: of few, so that classes have several; None for some."""
    published = [*[tuple('%s%d' % (random.choice('BaA,'), column) for column in range(width)) for _ in range(3)], None]
    return {row[:width]: random.choice(published) for row in rows}


def released(tally, entries, header):
    return ''.join(sorted_lines(header, tally, recoding_of(tally.frequency_set, entries), field_formatter()))


def test_the_order_is_put_aside_where_all_rows_are_the_same_few(monkeypatch):
    """Such rows are stored at the end, and until then the numbers of their records must not fill the memory."""
    monkeypatch.setattr(drawn_module, 'MOST', 10)
    drawn_ = drawn_module.Drawn()
    for _ in range(100):
        drawn_.count([('39', 'Sales'), ('50', 'Tech')])
    assert len(drawn_._drawn) == 200 and len(drawn_._drawn._last) < 10
    drawn_.found([0, 1])
    assert list(drawn_.rows) == [0, 1] * 100


def test_a_record_in_order_takes_four_bytes():
    """A list of the numbers would take 8 for each, and 28 for the number itself."""
    tracemalloc = pytest.importorskip('tracemalloc')        # PyPy has none
    numbers, n = drawn_module.NumberList(), 300_000
    tracemalloc.start()
    try:
        numbers.extend(range(1000, 1000 + n))
        assert len(numbers) == n and tracemalloc.get_traced_memory()[1] < 8 * n
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize('kind', KINDS)
@pytest.mark.parametrize('seed', seeds(200))
def test_every_way_of_counting_is_the_same_table(seed, kind, monkeypatch):
    """The frequency set, the records, what is sensitive, the classes and the bytes, against a Counter of the rows."""
    random = Random(seed)
    for name, values in (('CHUNK', (1, 2, 20)), ('SAMPLE', (1, 2, 64)), ('SLICE', (1, 3, 10_000)), ('FAN', (2, 64))):
        monkeypatch.setattr(tally_module, name, random.choice(values))
    monkeypatch.setattr(drawn_module, 'MOST', random.choice((1, 7, 1000)))
    width, further = random.randint(1, 3), random.choice((0, 1, 1, 2, 3))
    rows = kind(random, width, further)
    expected, quasis, entries = Counter(rows), Counter(row[:width] for row in rows), entries_of(random, rows, width)
    header = ['column%d' % place for place in range(width + further)]
    recoded = sorted(entries[row[:width]] + row[width:] for row in rows if entries[row[:width]] is not None)
    places = random.sample(range(further), random.randint(0, further))
    sensitive = Counter(row[:width] + tuple(row[width + place] or '?' for place in places) for row in rows)
    texts = set()
    for bound in (1, 2, 4, 9, 25, HUGE) if ALL else (1, 6, 25, HUGE):
        for distinct in (False, True):
            counted = random.random() < 0.3
            in_order = not counted and random.random() < 0.5
            tally = tally_of(counted_rows(random, rows) if counted else rows, width, bound, random.choice((1, 5, 17, 1000)), distinct,
                             random.choice((0, 0, 1, 2)), counted, in_order)
            table = tally.frequency_set
            assert dict(table) == quasis and table.records == len(rows) == sum(table.values())
            assert len(table) == len(quasis) if distinct or not table.apart else len(quasis) <= len(table) <= len(rows)
            for _ in range(2):      # it may be read again
                assert records_of(tally) == expected and (not in_order or in_order_of(tally) == rows)
            found, of_rows = Counter(), list(table)
            values, at, codes, counts = tally.sensitive(places)
            for place, code, n in zip(at, codes, counts):
                found[of_rows[place] + values[code]] += n
            assert found == sensitive and len(set(zip(at, codes))) == len(codes) and len(set(values)) == len(values)
            classes = [(published, list(pairs)) for published, pairs in sorted_classes(tally, recoding_of(table, entries))]
            assert [published + carried for published, pairs in classes for carried, n in pairs for _ in range(n)] == recoded
            assert all(len({carried for carried, _ in pairs}) == len(pairs) for _, pairs in classes)
            assert len({published for published, _ in classes}) == len(classes)
            texts.add(released(tally, entries, header))
    text, = texts
    assert list(map(tuple, csv.reader(io.StringIO(text, newline=''))))[1:] == recoded or width + further == 1 and ('',) in rows


@pytest.mark.parametrize('kind', KINDS)
@pytest.mark.parametrize('seed', seeds(100))
def test_parted_tuples_are_dealt_out_alike_however_they_are_counted(seed, kind):
    """By carried values in their order, not in the input's, and as often as the Splits say."""
    random = Random(seed)
    width, further = random.randint(1, 2), random.randint(0, 2)
    rows = kind(random, width, further)
    quasis, texts = Counter(row[:width] for row in rows), set()
    entries = {quasi: random.choice([Split({(): {('1',) * width: 1, ('2',) * width: n - 1}}), ('1',) * width]) if n > 1 else ('2',) * width
               for quasi, n in quasis.items()}
    for bound in (1, 4, HUGE):
        tally = tally_of(random.sample(rows, len(rows)), width, bound, random.choice((1, 5, 1000)), distinct=True)
        recoding = dealt(recoding_of(tally.frequency_set, entries), tally, [])
        texts.add(''.join(sorted_lines(['column'] * (width + further), tally, recoding, field_formatter())))
    text, = texts
    published = Counter(tuple(row[:width]) for row in list(csv.reader(io.StringIO(text, newline='')))[1:])
    expected = Counter()
    for quasi, entry in entries.items():
        expected.update(entry.classes() if isinstance(entry, Split) else {entry: quasis[quasi]})
    assert published == expected


# The ways, one by one. Each of these tables is counted in the way that its name says.

def ways(tally):
    """(whether equal rows stand apart, whether rows were put aside, how many rows there are)."""
    parts = list(tally.rows())
    return tally.frequency_set.apart, tally._aside is not None, sum(len(rows.codes) for rows in parts)


DISTINCT = [(str(number), 'x') for number in range(40)]
ONE_QUASI = [('a', str(number)) for number in range(40)]


@pytest.mark.parametrize('rows, bound, distinct, expected', [
    ([('a', 'x')] * 30 + [('b', 'x')] * 10, 4, False, (False, False, 2)),       # rows repeat: counted as text
    ([('a', 'x')] * 20 + DISTINCT, 16, False, (True, False, 41)),               # the first ones did, 24 later ones do not
    ([('a', 'x'), ('b', 'x')] * 20, 4, False, (False, False, 4)),               # two of two rows do not repeat, but nine do
    ([(value, 'x') for value in 'abcdefgh'] * 5, 7, False, (False, False, 8)),
    (DISTINCT, 8, False, (True, False, 40)),
    (DISTINCT + DISTINCT[:5], 8, False, (True, False, 45)),
    (DISTINCT, 40, False, (True, False, 40)),
    (DISTINCT, 160, False, (False, False, 40)),                             # fewer than a quarter of the bound
    (DISTINCT, 8, True, (False, False, 40)),
    (ONE_QUASI, 8, False, (False, True, 40)), (ONE_QUASI, 8, True, (False, True, 40)),
    (ONE_QUASI, 40, False, (False, False, 40)),                             # not more than the bound
    (ONE_QUASI, 39, False, (False, True, 40)),
    ([(str(number), str(number)) for number in range(40)], 8, False, (True, True, 40)),
    ([(str(number),) for number in range(40)], 8, False, (True, False, 40)),        # no carried column, so one carried value
    ([('a',)] * 40, 8, False, (False, False, 1)),
    ([(str(number // 4), 'x', 'y', str(number % 4)) for number in range(40)], 8, False, (False, False, 40)),        # four to a quasi tuple
    ([(str(number // 2), 'x', 'y', str(number % 2)) for number in range(40)], 8, False, (True, False, 40))])       # two
def test_how_a_table_is_counted(rows, bound, distinct, expected, monkeypatch):
    monkeypatch.setattr(tally_module, 'CHUNK', 1)
    tally = tally_of(rows, 1, bound, 1, distinct)
    assert ways(tally) == expected
    assert ways(tally_of([(*row, '1') for row in rows], 1, bound, 1, distinct, counted=True)) == expected
    assert records_of(tally) == Counter(rows)
    if not expected[0]:
        assert len(tally.frequency_set) == len({row[0] for row in rows})


@pytest.mark.parametrize('batches, bound, apart', [
    (['aabc', 'aaaa'], 8, False), (['abcd', 'aaaa'], 8, True),              # of the first rows one in 50 comes again, or none
    (['aaaaa', 'abcde', 'ffgg'], 4, False), (['aaaaa', 'abcde', 'ffg'], 4, True),       # of `bound` rows each comes twice, or not
    (['aaaaa', 'abcde', 'ffgg', 'hhiijjkkll'], 4, False), (['aaaaa', 'abcde', 'ffgg', 'hhiijjkkl'], 4, True)])        # nor of the next
def test_when_rows_repeat(batches, bound, apart):
    """How many came when they were looked at, not how many there are."""
    for counted in (False, True):
        tally = Tally(1, bound)
        tally._due = 1000       # is not looked at again
        tally.count([[(value, 'x', '1')[:2 + counted] for value in batch] for batch in batches], counted)
        assert tally.frequency_set.apart == apart and dict(tally.frequency_set) == Counter((value,) for batch in batches for value in batch)


def test_counts_do_not_make_rows_repeat():
    """A row that stands for many records is a row."""
    tally = tally_of([(str(number), 'x', '1000') for number in range(40)], 1, 8, 8, counted=True)
    assert ways(tally) == (True, False, 40) and tally.frequency_set.records == 40_000


@pytest.mark.parametrize('sample', [1, 2, 64])
def test_rows_that_stand_apart_after_others_that_do_not_are_looked_at_again(sample, monkeypatch):
    """Ten rows of one quasi tuple, each three times, and then rows that stand apart: what is carried has the most values."""
    monkeypatch.setattr(tally_module, 'SAMPLE', sample)
    monkeypatch.setattr(tally_module, 'CHUNK', 1)
    rows = [('q', 'q', carried) for carried in 'abcdefghij' for _ in range(3)] + [(one, other, 'j') for one in 'stuvw' for other in 'stuvw']
    tally = tally_of(rows, 2, 10, 1)
    assert records_of(tally) == Counter(rows) and tally.frequency_set.apart


@pytest.mark.parametrize('sample', [1, 64])
def test_equal_rows_are_added_up_where_a_sample_says_that_there_are_many(sample, monkeypatch):
    """Rows that do not repeat at first, and then come again. Not where each comes once: that would save nothing."""
    monkeypatch.setattr(tally_module, 'SAMPLE', sample)
    monkeypatch.setattr(tally_module, 'CHUNK', 1)
    different = [(quasi, carried) for quasi in 'abcdefghij' for carried in 'qrstuvwxyz']
    for times, least, most in ((1, 100, 100), (10, 100, 235)):
        tally = tally_of(different * times, 1, 12, 5)
        apart, put_aside, rows = ways(tally)
        assert not apart and not put_aside and least <= rows <= most
        assert records_of(tally) == Counter(different * times) and dict(tally.frequency_set) == {(quasi,): 10 * times for quasi in 'abcdefghij'}


def test_rows_of_one_record_each_have_no_counts():
    tally = tally_of(DISTINCT, 1, 8, 8)
    rows, = tally.rows()
    assert rows.counts is tally.frequency_set.counts is None
    again = tally_of(DISTINCT + [('0', 'x')], 1, 160, 8)
    rows, = again.rows()
    assert sorted(rows.counts) == sorted(again.frequency_set.counts) == [1] * 39 + [2]


def test_what_is_put_aside_is_read_in_parts_no_larger_than_the_bound(monkeypatch):
    """Or than one chunk, if that is larger."""
    monkeypatch.setattr(tally_module, 'CHUNK', 1)
    for batch in (1, 3, 20):
        tally = tally_of(ONE_QUASI * 3, 1, 10, batch)
        lengths = [len(rows.codes) for rows in tally.rows()]
        assert sum(lengths) == 120 and len(lengths) > 5 and max(lengths) <= max(10, batch)
        assert all(one + other > 10 for one, other in zip(lengths, lengths[1:])) and (batch > 1 or set(lengths[:-1]) == {10})


@pytest.mark.parametrize('rows', [DISTINCT, ONE_QUASI, [('a', 'x')] * 40])
@pytest.mark.parametrize('bound', [1, 8, HUGE])
def test_batches_without_a_record_do_not_end_the_counting(rows, bound):
    """All the records of many batches may have missing values."""
    tally = tally_of(rows, 1, bound, 5, empty=2 * tally_module.CHUNK)
    assert records_of(tally) == Counter(rows) and tally.frequency_set.records == 40


def test_a_table_of_no_record_has_an_empty_frequency_set():
    for batches in ([], [[]], [[], []]):
        for bound in (1, HUGE):
            tally = Tally(1, bound)
            tally.count(batches)
            assert not tally.frequency_set and tally.frequency_set.records == 0 and list(tally.records()) == []


def test_the_classes_of_rows_without_counts_are_counted():
    """Two rows of the same class and carried values, each a record; one that is suppressed."""
    table = FrequencySet(*counted_columns([('38',), ('39',), ('41',)]), apart=True)
    rows = CountedRows([0, 1, 2, 1], [('b',), ('a',)], [0, 0, 1, 1], None)
    recoding = recoding_of(table, {('38',): ('3*',), ('39',): ('3*',), ('41',): None})
    assert [(class_, list(pairs)) for class_, pairs in tally_module.sorted_rows(rows, recoding)] == [(0, [(('a',), 1), (('b',), 2)])]


def test_a_parted_row_of_rows_without_counts():
    """Where equal rows stand apart each is a record, and goes to the class that its Split says."""
    tally = tally_of(DISTINCT, 1, 8, 8)
    assert [rows.counts for rows in tally.rows()] == [None]
    recoding = Recoding(tally.frequency_set, [('1',), ('2',)], [0] * 40, splits={5: Split({(): {('2',): 1}})})
    classes = [(published, list(pairs)) for published, pairs in sorted_classes(tally, dealt(recoding, tally, []))]
    assert classes == [(('1',), [(('x',), 39)]), (('2',), [(('x',), 1)])]


def counted_columns(quasis):
    tally = Tally(len(quasis[0]))
    tally.count([quasis])
    return tally.frequency_set.columns, None


# Whole runs.

AGES, ZIPS = range(20, 90), range(60)


def put_table(folder, seed, kind):
    """A table and its hierarchies, with missing values, and ages that are written in two ways.

    kind: of 'distinct' rows and quasi tuples, of 'shared' quasi tuples, most of which have several different rows, or 'any'.
    """
    random = Random(seed)
    ages, zips = {'distinct': (70, 60), 'shared': (12, 3)}.get(kind) or random.choice(((3, 2), (70, 60), (20, 5)))
    jobs, towns = random.choice((2, 5, 40)), random.choice((1, 3, 100)) if kind != 'shared' else 100
    times = random.choice(((1, 2), (1, 1, 4))) if kind == 'any' else (1,)
    rows = []
    for _ in range(random.choice((40, 90))):
        row = ('%d%s' % (random.choice(AGES[:ages]), random.choice(('', '', '.0'))), 'z%02d' % random.choice(ZIPS[:zips]),
               'j%d' % random.randrange(jobs), 't%d' % random.randrange(towns))
        missing = random.randrange(80)
        rows += [tuple('?' if place == missing else value for place, value in enumerate(row))] * random.choice(times)
    random.shuffle(rows)
    (folder / 'data.csv').write_text('age,zip,job,town\n' + ''.join(','.join(row) + '\n' for row in rows))
    (folder / 'h').mkdir()
    (folder / 'h' / 'age.txt').write_text('?,*\n' + ''.join(
        '%d%s,a%d,b%d,*\n' % (age, end, age // 5, age // 20) for age in AGES for end in ('', '.0')))
    (folder / 'h' / 'zip.txt').write_text('?,*\n' + ''.join('z%02d,y%d,x%d,*\n' % (zip_, zip_ // 3, zip_ // 9) for zip_ in ZIPS))


def put_counted(folder, seed):
    """The same table as a row for each different one, with the column n. A few rows come in two parts."""
    header, *rows = (folder / 'data.csv').read_text().splitlines()
    lines = [header + ',n', *(','.join(row) for row in counted_rows(Random(seed), [tuple(row.split(',')) for row in rows]))]
    (folder / 'data.csv').write_text('\n'.join(lines) + '\n')


RUNS = [line.split() for line in '''
samarati --max-suppression 3
samarati --max-suppression 10% --sensitive job --l-diversity 2
samarati --max-suppression 0 --missing root
samarati --optimal --max-suppression 5%
samarati --optimal --max-suppression 10% --sensitive job --publish town --t-closeness 0.7
samarati --max-suppression 8 --missing value --order input --publish job,town
datafly --max-suppression 5 --sensitive job
datafly --max-suppression 5 --sensitive job --l-diversity entropy:1.4
lattice --max-suppression 5
lattice --max-suppression 5 --sensitive job --l-diversity 2
mondrian
mondrian --sensitive job --publish town
mondrian --missing root --labels box --sensitive job
mondrian --missing value --categories hierarchy --labels ancestor --publish job,town
mondrian --choose lm --weights age=2 --categories frequency --sensitive job --spreadsheet-safe
mondrian --choose random --seed 5 --sensitive job --l-diversity 2
mondrian --sensitive job --t-closeness 0.6 --publish town
mondrian --sensitive job --alpha 0.7 --missing root
mondrian --order input --sensitive job --publish town
mondrian --relaxed --sensitive job --publish town
mondrian --relaxed --labels box --missing root --choose lm
mondrian --relaxed --sensitive job --l-diversity 2 --publish town
mondrian --relaxed --sensitive job --publish town --order input
mondrian --partitioning both --labels ancestor --categories hierarchy --sensitive job
mondrian --partitioning both --sensitive job --t-closeness 0.6 --publish town --order input'''.strip().split('\n')]


def ended(words, folder, name, bound, **patched):
    """What a run returns, prints and writes, and whether equal rows stood apart. bound: of its Tally, None for the default."""
    apart, plain = [], Tally.count

    def count(self, *how):
        plain(self, *how)
        apart.append(self.frequency_set.apart)
    output = [] if words[0] == 'lattice' else ['-o', name, '--quiet']
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.setattr(Tally, 'count', count)
        patch.setattr(Tally.__init__, '__defaults__', (bound or tally_module.BOUND, *Tally.__init__.__defaults__[1:]))
        patch.setattr(tally_module, 'CHUNK', patched['chunk'])
        patch.setattr(tally_module, 'SAMPLE', 1)        # all rows are looked at again, so those that differ stay apart
        patch.setattr(table_module, 'BATCH', patched['batch'])
        status, out, err = run_here(words[0], ['data.csv', '--quasi', 'age,zip', '-k', '3', '--hierarchies', 'h', *words[1:], *output])
    release = (folder / name).read_bytes() if (folder / name).exists() else None
    return (status, out.replace(name.encode(), b'out'), err.replace(name, 'out'), release), any(apart)


@pytest.mark.parametrize('words', RUNS, ids=' '.join)
@pytest.mark.parametrize('seed', seeds(22))
def test_a_run_publishes_the_same_bytes_and_says_the_same_whatever_the_bound(seed, words, tmp_path):
    """Of two tables, one of which has nearly distinct rows. Under relaxed cuts equal quasi tuples stand together all the same."""
    random, relaxed = Random(seed), bool({'--relaxed', '--partitioning'} & set(words))
    for kind in ('shared' if relaxed else 'distinct', 'any'):
        folder = tmp_path / kind
        folder.mkdir()
        put_table(folder, seed, kind)
        patched = dict(chunk=random.choice((1, 20)), batch=random.choice((1, 7, 1000)))
        expected, apart = ended(words, folder, 'whole.csv', None, **patched)
        assert not apart and (expected[0] == 0 or 'suppress' in expected[2] or 'lower k' in expected[2] or 'as one class' in expected[2]), expected
        stood_apart = False
        for bound in (1, 4, 12) if ALL else (random.choice((1, 4)), 12):
            found, apart = ended(words, folder, 'parts.csv%d' % bound, bound, **patched)
            assert found == expected and apart <= (not relaxed)
            stood_apart |= apart
        assert stood_apart or kind != 'distinct' or patched['batch'] == 1000      # then all rows are looked at once, and two may be equal
        if 'input' not in words:        # the order of the records, of which a counted table knows nothing
            put_counted(folder, seed)
            for bound in (None, 1, 12) if ALL else (random.choice((None, 1, 12)),):
                status, out, *rest = ended([*words, '--counts', 'n'], folder, 'counted%s' % bound, bound, **patched)[0]
                told = b'read as: counts = n\n\n' if words[0] == 'lattice' and status == 0 else b''
                assert out.startswith(told) and (status, out[len(told):], *rest) == expected


@pytest.mark.parametrize('how', [
    dict(algorithm='mondrian'), dict(algorithm='mondrian', partitioning='relaxed'), dict(algorithm='mondrian', partitioning='both', l_diversity=2),
    dict(algorithm='samarati', max_suppression=5), dict(algorithm='optimal', max_suppression=5), dict(algorithm='datafly', max_suppression=9)])
@pytest.mark.parametrize('seed', seeds(44))
def test_the_library_answers_the_same_whatever_the_bound(seed, how, tmp_path, monkeypatch):
    put_table(tmp_path, seed, 'any' if seed % 2 else 'shared')
    answers = []
    for bound in (None, 1, 6):
        if bound:
            monkeypatch.setattr(Tally.__init__, '__defaults__', (bound, *Tally.__init__.__defaults__[1:]))
        try:
            release = anonymize(str(tmp_path / 'data.csv'), ['age', 'zip'], ['job'], ['town'], k=3, hierarchies=str(tmp_path / 'h'), **how)
        except Unsatisfied as error:
            answers.append(str(error))
            continue
        written = []
        for order in ('sorted', 'input'):
            release.write(str(tmp_path / 'out.csv'), order=order, force=True)
            written.append((tmp_path / 'out.csv').read_bytes())
        answers.append((written, release.measures))
    assert answers[0] == answers[1] == answers[2]


def whose_rows(tally):
    """{(quasi tuple, carried values, person): records} of a tally that counted persons, the persons as numbers."""
    stored = [(place, rows.values[code]) for rows in tally.rows() for place, code in zip(rows.places, rows.codes)]
    quasis, owners, found = list(tally.frequency_set), tally.owners, Counter()
    for row, person, n in zip(owners.rows, owners.persons, owners.counts or [1] * len(owners.rows)):
        place, carried = stored[row]
        found[quasis[place] + carried, person] += n
    return found


@pytest.mark.parametrize('kind', KINDS)
@pytest.mark.parametrize('seed', seeds(60, 5))
def test_whose_each_record_is(kind, seed):
    random = Random(seed)
    width, further, bound, batch = random.randint(1, 3), random.randint(0, 2), random.choice([1, 3, 9, 40]), random.choice([1, 2, 7])
    rows, counted = kind(random, width, further), seed % 2
    rows = [(*row, random.choice(['Ann', 'Bob', 'Cy', '?', ''])) for row in rows]
    records = counted_rows(random, rows) if counted else rows
    of_person = {record[-2 if counted else -1]: place for place, record in reversed(list(enumerate(records)))}      # its first record
    in_order = not counted and random.random() < 0.5
    tally, plain = Tally(width, bound, distinct=seed % 3 == 0, in_order=in_order), Tally(width, bound, distinct=seed % 3 == 0)
    tally.count((records[start:start + batch] for start in range(0, len(records), batch)), bool(counted), whose=True)
    assert whose_rows(tally) == Counter((row[:-1], of_person[row[-1]]) for row in rows)
    assert tally.owners.nobody == {place for person, place in of_person.items() if person in ('?', '')}
    plain.count([[row[:-1] for row in rows]])
    assert records_of(tally) == records_of(plain) and (not in_order or in_order_of(tally) == [row[:-1] for row in rows])


def test_whose_each_record_is_where_all_rows_go_aside_in_the_order_of_the_input():
    rows = [(str(n % 3), str(n), 'Ann' if n % 2 else 'Bob') for n in range(12)]
    tally = Tally(1, bound=2, in_order=True)
    tally.count([rows[start:start + 3] for start in range(0, 12, 3)], whose=True)
    assert in_order_of(tally) == [row[:-1] for row in rows] and list(tally.owners.rows) == list(range(12))
