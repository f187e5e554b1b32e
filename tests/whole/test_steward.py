"""What a data steward does ends in a true release, or in one line that says why not.

stewards.py makes folders as stewards have them. Each is published in this process. Then the release is read by csv, counted by
Counter, and compared with the table, which is read in the same way. Nothing of kanon takes part in that. A release is true if

- it has the promised columns, and the records that were read are those published, suppressed and left out;
- each class has at least k records, and satisfies l, alpha and t where they were asked for;
- each of its rows can be given a record of its own, which has the row's sensitive and other values, and whose quasi-identifiers
  the row's labels cover. A label covers its own value, the values of its interval or set, and those below it in the hierarchy;
- it is the expected table to the row, where all columns are generalized to one level each;
- in the order of the input, row after row is true to its record.

Hierarchies that a verb makes beforehand are read in the same way: each of their ranges and masks covers the values below it.
Of a run that ends in one line nothing is left. With --redact no value of the table is in its line or report.

There are 46 folders, with KANON_ALL=1 there are 500. `one_run(seed, folder)` makes one of them again.
"""

import bz2
import csv
import gzip
import io
import json
import lzma
import math
import os
import re
import tempfile
from collections import Counter
from fractions import Fraction
from itertools import accumulate

import pytest
from conftest import files_below, only_its_error, run_here, seeds
from stewards import CAN, case_of, listed
from test_mutated_inputs import generalized, plain_paths, unguarded

DEFAULTS = {'k': '10', 'quasi': 'age,gender,race,marital_status', 'sensitive': 'occupation', 'publish': '', 'missing': 'drop',
            'missing-in': 'any', 'encoding': 'utf-8', 'order': 'sorted', 'max-suppression': '20'}
COUNTED = re.compile('^([0-9,]+) records read = ([0-9,]+) published [+] ([0-9,]+) suppressed [+] ([0-9,]+) left out$', re.M)
NUMBER = re.compile(r'[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]{1,2})?')
UNPACKED = {b'\x1f\x8b': gzip.decompress, b'BZ': bz2.decompress, b'\xfd7': lzma.decompress}


class Run:
    """One folder that was published: what was there before, how the run ended, what is there now."""

    def __init__(self, case):
        self.case = case
        for name, data in case.files.items():
            os.makedirs(os.path.dirname(name) or '.', exist_ok=True)
            with open(name, 'wb') as file:
                file.write(data)
        os.makedirs('temporary', exist_ok=True)
        before, tempfile.tempdir = tempfile.tempdir, os.path.abspath('temporary')
        try:
            for program, argv in case.steps:
                self.ended(program, argv)
                self.check_made_hierarchies()
            self.ended(case.program, case.argv)
        finally:
            tempfile.tempdir = before

    def ended(self, program, argv):
        """Run a program. It ends with 0, or in one line and with the folder as it was."""
        self.before = files_below('.')
        self.argv = argv
        self.status, self.out, self.err = run_here(program, argv)
        self.now = files_below('.')
        assert self.status in (0, None, 1, 2), self.status
        assert not any(name.endswith('.part') or name.startswith('temporary') for name in self.now)
        if self.status:
            assert self.err.count('\n') == 1 and self.err.endswith('\n') and len(self.err) > 30
            assert only_its_error(self.out, argv, self.status) and self.now == self.before
            assert 'the audit' not in self.err, self.err        # it has nothing to find in a run that goes well
        if '--redact' in argv:
            self.shows_no_value()
        if CAN['first'] and not self.case.header and '--columns' not in argv and ' fields where ' not in self.err:
            self.shows_no_first_line()

    def shows_no_value(self):
        """With --redact no value of the table is shown, as far as one can tell it from what else is said."""
        said = self.err if '-' in self.argv else self.err + self.out.decode()
        typed = ' '.join(self.argv) + ' '.join(self.case.names)
        values = {value for row in self.case.rows for value in row if len(value) > 3 and value not in ('n/a', 'unknown')}
        if not self.status:         # a report has numbers of its own
            values = {value for value in values if re.search(r'[^\W\d_]{4}', value)}
        assert not [value for value in values if value in said and value not in typed]

    def shows_no_first_line(self):
        """A first line that is a record, and may be taken for a header, is not shown for one."""
        unique = [value for value, kind in zip(self.case.rows[0], self.case.kinds.values())
                  if kind in ('id', 'name') and len(value) > 5]
        assert not [value for value in unique if value in self.err + self.out.decode('utf-8', 'replace')]

    def check_made_hierarchies(self):
        """In a hierarchy that was made by rule a range holds the numbers and years below it, and a mask replaces characters by *."""
        for file in set(self.now) - set(self.before):
            paths = plain_paths(self.now[file]) if file.endswith('.txt') else {}
            inner = {label for path in paths.values() for label in path[1:] if label != path[0]}
            for value, label in ((value, label) for value, path in paths.items() if value not in inner for label in path[1:-1]):
                assert made_of(value, label), (file, value, label)

    # What is true.

    def check(self):
        if self.status:
            return
        options = self.effective()
        written = {options.get('output'), options.get('record')} - {'-', None}
        assert written <= set(self.now)
        before, now = ({name: data for name, data in files.items() if name not in written} for files in (self.before, self.now))
        assert now == before and (not written & set(self.before) or 'force' in options)
        assert options['order'] == self.case.typed.get('order', 'sorted') or 'config' in self.case.typed or not CAN['order']
        names, records = self.table(options)
        header, rows = self.release(options)
        self.quasi, self.sensitive = options['quasi'], options['sensitive']
        carried = self.sensitive + options['publish']
        assert header == self.quasi + carried
        assert all(len(row) == len(header) for row in rows)
        assert all(len(record) == len(names) for record in records)
        assert int(options['k']) > 1
        if options.get('unreadable') == 'missing':
            records = self.with_gaps(options, names, records, header)
        self.kept = self.not_left_out(options, names, records, header)
        self.rows, self.width = rows, len(self.quasi)
        self.check_numbers(options, len(records))
        self.check_classes(options)
        self.check_labels(options)
        if self.case.program != 'mondrian':
            self.check_levels(options)
        elif options['order'] == 'input':
            self.check_row_after_row(options)

    def effective(self):
        """The options that count: the defaults, the INI file's, and what was typed."""
        case, options = self.case, dict(DEFAULTS)
        ini = re.sub(r'(\.csv|\.txt)(\..*)?$', '.ini', case.data)
        if ini in self.before:
            text = self.before[ini].decode('utf-8-sig')
            pairs = re.findall(r'^([a-z_-]+) *= *(.*(?:\r?\n[ \t]+.*)*)$', text, re.M)
            options.update((word.replace('_', '-'), value.strip()) for word, value in pairs)
        options.update((word, listed(value) if isinstance(value, list) else value) for word, value in case.typed.items())
        for word in ('quasi', 'sensitive', 'publish'):
            options[word] = [name.strip() for name in next(csv.reader([options[word]], skipinitialspace=True), [])]
        if options.get('columns'):
            options['columns'] = [name.strip() for name in next(csv.reader([options['columns']], skipinitialspace=True))]
        return options

    def table(self, options):
        """The names of the columns and the records, read by csv as the options say."""
        data = self.before[self.case.data]
        data = UNPACKED.get(data[:2], bytes)(data)
        encoding = 'utf-8-sig' if options['encoding'] in ('utf-8', 'utf8') else options['encoding']
        lines = io.StringIO(data.decode(encoding), newline='').readlines()[self.case.comments:]
        assert not any('\0' in line for line in lines)
        delimiter = {'tab': '\t', None: self.case.delimiter}.get(options.get('delimiter'), options.get('delimiter'))
        rows = [row for row in csv.reader(lines, delimiter=delimiter, skipinitialspace=True, strict=True) if row not in ([], [''])]
        first = [name.strip() for name in rows[0]]
        names = options.get('columns') or first
        assert len(set(names)) == len(names)
        return names, rows[names == first:]

    def release(self, options):
        """The header and the rows of what was published."""
        data = self.out if options['output'] == '-' else self.now[options['output']]
        unpacked = {'gz': gzip, 'bz2': bz2, 'xz': lzma}.get(options['output'].rpartition('.')[2])
        text = (unpacked.decompress(data) if unpacked else data).decode(options['encoding'])
        delimiter = {'tab': '\t'}.get(options.get('output-delimiter', ','), options.get('output-delimiter', ','))
        rows = list(csv.reader(io.StringIO(text, newline=''), delimiter=delimiter, strict=True))
        if 'spreadsheet-safe' in options:
            rows = [list(map(unguarded, row)) for row in rows]
        return rows[0], rows[1:]

    def not_left_out(self, options, names, records, header):
        """The records that can be published, each with the columns of the release."""
        places, kept = [names.index(name) for name in header], []
        for record in records:
            used = [record[place] for place in places]
            looked_at = record if options['missing-in'] == 'any' else used
            if options['missing'] != 'drop' or not set(looked_at) & {'', '?'}:
                kept.append(used)
        return kept

    def with_gaps(self, options, names, records, header):
        """The records with ? in place of unreadable values, for --unreadable missing. These are in fewer than half of the records."""
        kept, unreadable = self.not_left_out(options, names, records, header), {}
        for place, name in enumerate(self.quasi):
            paths = self.hierarchy_of(name)
            present = Counter(record[place] for record in kept if record[place] not in ('', '?'))
            words = {value for value in present if number_of(value, options.get('decimal')) is None}
            inner = {label for path in paths.values() for label in path[1:] if label != path[0]}
            leafless = {value for value in present if value not in paths or value in inner} if paths else words
            found = words if self.case.program == 'mondrian' and words <= leafless else leafless - inner
            few = 2 * sum(present[value] for value in found) < sum(present.values())
            unreadable[names.index(name)] = found if few else ()
        return [['?' if value in unreadable.get(place, ()) else value for place, value in enumerate(record)] for record in records]

    def hierarchy_of(self, name):
        """{value: its path to the root} of a column's file, {} without one."""
        file = 'hierarchies/%s.txt' % re.sub('[/?*:|<>"\\\\]', lambda match: '%%%02X' % ord(match[0]), name)
        try:
            return plain_paths(self.before[file]) if file in self.before else {}
        except ValueError:
            assert self.case.program == 'mondrian'       # which reads no hierarchy of numbers
            return {}

    def check_numbers(self, options, read):
        """The report's numbers."""
        counted = {'read': read, 'missing': read - len(self.kept), 'published': len(self.rows),
                   'suppressed': len(self.kept) - len(self.rows)}
        if 'json' in options:
            report = json.loads(self.out)
            assert report['records'] == counted and report['audit']['ok']
            assert report['k'] == int(options['k']) and report['quasi'] == self.quasi
        elif 'quiet' not in options:
            read, published, suppressed, missing = map(int, ' '.join(
                COUNTED.search(self.err if options['output'] == '-' else self.out.decode()).groups()).replace(',', '').split())
            assert {'read': read, 'missing': missing, 'published': published, 'suppressed': suppressed} == counted
        if self.case.program == 'mondrian' or 'round-robin' in options:
            assert len(self.rows) == len(self.kept)
        elif self.case.program == 'samarati':
            assert len(self.kept) - len(self.rows) <= limit(options['max-suppression'], len(self.kept))

    def check_classes(self, options):
        self.rules = rules_of(options, self.kept, self.width, len(self.sensitive))
        for rows in grouped(self.rows, self.width).values():
            assert self.rules(rows), rows

    def check_labels(self, options):
        """Each row has a record of its own that it is true to."""
        self.columns = [Column(self, place, options) for place in range(self.width)]
        for published in {tuple(row[self.width:]) for row in self.rows}:
            rows, records = (Counter(tuple(row[:self.width]) for row in table if tuple(row[self.width:]) == published)
                             for table in (self.rows, self.kept))
            assert assigned(rows, records, self.covers), (published, rows, records)

    def covers(self, labels, values):
        return all(column.covers(label, value) for column, label, value in zip(self.columns, labels, values))

    def check_levels(self, options):
        """The release is the table with each column at one level, without the classes that fail."""
        if 'json' not in options:
            return
        vector, recoded = json.loads(self.out)['vector'], []
        for record in self.kept:
            labels = [column.at(value, vector[name]) for column, name, value in zip(self.columns, self.quasi, record)]
            recoded.append([*labels, *record[self.width:]])
        expected = [row for rows in grouped(recoded, self.width).values() if self.rules(rows) for row in rows]
        assert sorted(expected) == sorted(self.rows)
        if options['order'] == 'input':
            assert self.rows == [row for row in recoded if row in expected]

    def check_row_after_row(self, options):
        whole = options.get('partitioning', 'strict') == 'strict'
        label_of = {}
        for row, record in zip(self.rows, self.kept):
            labels, values = tuple(row[:self.width]), tuple(record[:self.width])
            assert row[self.width:] == record[self.width:]
            assert self.covers(labels, values), (labels, values)
            assert label_of.setdefault(values, labels) == labels or not whole


class Column:
    """A quasi-identifier: what its hierarchy file says, and which labels cover which values."""

    def __init__(self, run, place, options):
        self.texts = {record[place] for record in run.kept}
        self.paths = run.hierarchy_of(run.quasi[place])
        self.root = next((path[-1] for path in self.paths.values()), '*')
        self.missing, self.decimal, self.mondrian = options['missing'], options.get('decimal'), run.case.program == 'mondrian'
        self.is_code = any(re.match(r'[+-]?0[0-9]', text) for text in self.texts)

    def at(self, value, level):
        """The label of a value at a level."""
        if self.missing == 'root' and value in ('', '?'):
            return self.root
        return generalized(value, self.paths, level)

    def covers(self, label, value):
        if self.missing == 'root' and value in ('', '?'):
            return label == self.root
        if label == value or label in ('*', self.root) or label in self.paths.get(value, ()):
            return True
        if not self.mondrian:
            return False
        number = self.number(value)
        if number is None or label[:1] == '{':
            return label[:1] + label[-1:] == '{}' and any(value in members for members in listings(label[1:-1], self.texts))
        if self.number(label) is not None:
            return self.number(label) == number and label in self.texts and not self.is_code
        return any(self.is_end(low) and self.is_end(high) and (low == '*' or self.number(low) <= number)
                   and (high == '*' or number <= self.number(high)) for low, high in ends(label))

    def is_end(self, text):
        """Whether an interval may end so: with a number that somebody has, written as it was recorded."""
        return text == '*' or text in self.texts and self.number(text) is not None

    def number(self, text):
        return number_of(text, self.decimal)


def ends(label):
    """Where an interval may begin and end: each '-' may be the one between.

    >>> list(ends('[-5-3]')), list(ends('x')), list(ends('[0-10)'))
    ([('', '5-3'), ('-5', '3')], [], [('0', '10')])
    """
    if label[:1] + label[-1:] in ('[]', '[)'):
        for match in re.finditer('-', label):
            yield label[1:match.start()], label[match.end():-1]


def listings(text, values):
    """The lists of values that a text with bars between may stand for, where a value may have a bar itself.

    >>> list(listings('a|b|c', {'a', 'b', 'c', 'b|c'}))
    [['a', 'b|c'], ['a', 'b', 'c']]
    """
    if text in values:
        yield [text]
    for match in re.finditer('[|]', text):
        if text[:match.start()] in values:
            yield from ([text[:match.start()], *more] for more in listings(text[match.end():], values))


def plain(text):
    """The number that a text writes with a point or a comma, or None."""
    text = text.replace(',', '.')
    return Fraction(text) if NUMBER.fullmatch(text) else None


def number_of(text, decimal):
    """The number that a text writes with this decimal sign, or None."""
    return None if ('.' if decimal == ',' else ',') in text else plain(text)


def made_of(value, label):
    """Whether a label of a hierarchy that was made by rule can stand above a value.

    >>> made_of('37', '[35-39]'), made_of('40', '[35-39]'), made_of('01067', '0106*'), made_of('3.5.1967', '[1960-1969]'), made_of('10', '[0-10)')
    (True, False, True, True, False)
    """
    if label == value or re.fullmatch('[^0-9]*', label):
        return True
    year = re.search(r'(?<![0-9])[0-9]{4}(?![0-9])|^[0-9]{4}', value)
    if label[:1] == '[':
        numbers = [number for number in (plain(value), plain(year[0]) if year else None) if number is not None]
        return any((not low or plain(low) is not None and plain(low) <= number)
                   and (not high or plain(high) is not None and (number <= plain(high) if label[-1:] == ']' else number < plain(high)))
                   for low, high in ends(label) for number in numbers)
    if '*' in label:
        return len(label) == len(value) and all(one in ('*', other) for one, other in zip(label, value))
    return bool(year) and label[:4] == year[0]


def grouped(rows, width):
    """{published quasi-identifiers: rows}."""
    classes = {}
    for row in rows:
        classes.setdefault(tuple(row[:width]), []).append(row)
    return classes


def limit(text, records):
    return int(text) if not text.endswith('%') else int(Fraction(text[:-1]) * records / 100)


def rules_of(options, kept, width, sensitive):
    """A function that says whether the rows of a class satisfy k, l, alpha and t, from their counts."""
    places = range(width, width + sensitive)
    whole = [Counter(record[place] for record in kept) for place in places]
    kind, _, l = (options.get('l-diversity') or '0').rpartition(':')
    ordered, _, t = (options.get('t-closeness') or '1').rpartition(':')

    def diverse(counts):
        if kind == 'entropy':
            size = sum(counts.values())
            return -sum(n / size * math.log(n / size) for n in counts.values()) >= math.log(float(l)) - 1e-9
        return len(counts) >= int(l)

    def satisfied(rows):
        found = [Counter(row[place] for row in rows) for place in places]
        return (len(rows) >= int(options['k']) and all(map(diverse, found))
                and all(max(counts.values()) <= Fraction(options.get('alpha') or 1) * len(rows) for counts in found)
                and all(distance(counts, of_all, ordered) <= Fraction(t) for counts, of_all in zip(found, whole)))
    return satisfied


def distance(counts, of_all, ordered):
    """How far the shares of a class are from those of the table: moved by equal steps, or along the order of the numbers.

    >>> distance({'1': 1}, {'1': 1, '2': 1, '3': 2}, 'ordered'), distance({'1': 1}, {'1': 1, '2': 1, '3': 2}, '')
    (Fraction(5, 8), Fraction(3, 4))
    """
    difference = Counter({text: Fraction(-n, sum(of_all.values())) for text, n in of_all.items()})
    for text, n in counts.items():
        difference[text] += Fraction(n, sum(counts.values()))
    if not ordered:
        return sum(map(abs, difference.values())) / 2
    numbers = Counter()
    for text, share in difference.items():
        numbers[plain(text)] += share
    return sum(abs(moved) for moved in accumulate(numbers[number] for number in sorted(numbers))) / (len(numbers) - 1 or 1)


def assigned(rows, records, covers):
    """Whether each row can get a record of its own that its labels cover. rows and records: {tuple: how many}.

    >>> assigned({'ab': 1, 'b': 1}, {'a': 1, 'b': 1}, lambda row, record: record in row)
    True
    >>> assigned({'b': 2}, {'a': 1, 'b': 1}, lambda row, record: record in row)
    False
    """
    fits = {row: [record for record in records if covers(row, record)] for row in rows}
    free, given = Counter(records), {record: Counter() for record in records}
    for row in (row for row, n in rows.items() for _ in range(n)):
        taken_by, freed_from, waiting, end = {}, {row: None}, [row], None
        for one in waiting:         # from the row to a record that is free, by way of rows that can take another
            for record in fits[one]:
                if record not in taken_by:
                    taken_by[record] = one
                    if free[record]:
                        end = record
                        break
                    others = [other for other, n in given[record].items() if n and other not in freed_from]
                    freed_from.update(dict.fromkeys(others, record))
                    waiting.extend(others)
            if end is not None:
                break
        if end is None:
            return False
        free[end] -= 1
        while end is not None:
            one = taken_by[end]
            given[end][one] += 1
            end = freed_from[one]
            if end is not None:
                given[end][one] -= 1
    return True


def one_run(seed, folder):
    """The Run of one seed, checked."""
    os.makedirs(folder)
    home = os.getcwd()
    os.chdir(folder)
    case = case_of(seed)
    try:
        run = Run(case)
        run.check()
        return run
    except Exception as error:
        raise AssertionError('seed %d, %s: %s %s' % (seed, folder, case.program, case.argv)) from error
    finally:
        os.chdir(home)


@pytest.mark.parametrize('seed', seeds(500))
def test_a_release_is_true_or_the_run_ends_in_one_line(seed, tmp_path):
    one_run(seed, str(tmp_path / 'folder'))


def last_labels(rows, width):
    return [[*rows[-1][:width], *row[width:]] for row in rows]


def one_sensitive_value(rows, width):
    return [[*row[:width], *rows[0][width:]] for row in rows]


def one_row_less(rows, width):
    return rows[1:]


def one_row_twice(rows, width):
    return [rows[0], *rows]


def a_value_of_nobody(rows, width):
    return [[*rows[0][:width], *('%s.' % value for value in rows[0][width:])], *rows[1:]]


def one_class_relabelled(rows, width):
    first = rows[0][:width]
    return [[*('%s ' % label for label in first), *row[width:]] if row[:width] == first else row for row in rows]


SABOTAGES = [last_labels, one_sensitive_value, one_row_less, one_row_twice, a_value_of_nobody, one_class_relabelled]


def test_the_recount_refuses_a_false_release(tmp_path, monkeypatch):
    """Releases that were found true, each sabotaged in every way."""
    refused = 0
    for seed in range(40):
        run = one_run(seed, str(tmp_path / str(seed)))
        if run.status or 'quiet' in run.case.typed or not run.sensitive:
            continue
        if len(grouped(run.rows, run.width)) == 1 or len({row[-1] for row in run.rows}) == 1:
            continue        # nothing would change
        header, rows = run.release(run.effective())
        for sabotage in SABOTAGES:
            monkeypatch.setattr(run, 'release', lambda options: (header, sabotage(rows, run.width)))
            with pytest.raises(AssertionError):
                run.check()
            refused += 1
    assert refused > 5 * len(SABOTAGES)
