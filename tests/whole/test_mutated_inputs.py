"""No mutated input makes a run lie, lose data or end in a traceback.

A valid table, its hierarchies, its INI file and its options are made from a seed, and broken in one to three places. Then the
run either refuses, in one line and with nothing written, or what it published is recounted here with csv and Counter alone. A recoding and
column maps are applied here to the records, and judged as a release is.
There are 300 runs, with KANON_ALL=1 there are 10,000; `one_run(seed, folder)` does one of them again.
"""

import contextlib
import csv
import gzip
import io
import json
import os
import re
import tempfile
import zlib
from argparse import Namespace
from collections import Counter
from random import Random

import pytest

from conftest import ALL, only_its_error, program_named, run_here
from kanon.core.audit.recount import Promises, verify
from kanon.core.counts.required import Required
from kanon.core.desk.options import parse
from kanon.core.errors import DataError

RUNS, CHUNKS = 10000 if ALL else 300, 20
FIELDS = ['', '?', '"', '\0', '1,5', '1e400', 'nan', '\u0661\u0662', '=1+1', "'", '*', '[1-2]', '{a|b}', 'x' * 5000, 'two\nlines', 'cr\rlf\r\n',
          ' blank', 'a;b', '\ufeff', '#', '|', '""', '-5', '1_000', '\u2028', '\ud7ff', '30', 'nurse', '[30-39]', '1305*', '\x0b', '+', 'a|b']
BYTES = [b'\0', b'"', b',', b'\n', b'\r', b'\xff', b'\xe9', b';', b'\t', b'|', b' ', b'\x1a', b'\xef\xbb\xbf', b'\xc3', b'\x1f\x8b', b'#', b'\\']
ENCODINGS = ['utf-16', 'utf-16-le', 'gbk', 'latin-1', 'utf-8-sig', 'utf-32', 'utf-7', 'ascii', 'cp037']
COLUMNS = ['id', 'age', 'zip', 'sex', 'job', 'note']
QUASI = ['age', 'zip', 'sex']
VALUES = {      # of options: what may be said, and what may not
    '--quasi': ['age,zip,sex', 'zip,age', 'age', 'sex,age', 'age,zipp', '', 'age,age', 'age;zip', '"age,zip"', 'job', 'Age', 'age,,zip', 'note,sex'],
    '--sensitive': ['job', '', 'job,note', 'jobs', 'age', 'id', 'note'],
    '--publish': ['note', 'id', '', 'job', 'id,note', 'nothing'],
    '--k': ['2', '3', '5', '10', '0', '1', '-1', '2.5', 'k', '', '999999999999999999', '9' * 30, '\u0663', ' 3', '1000'],
    '--max-suppression': ['0', '5', '20', '10%', '100%', '0.5%', '101%', '-1', 'many', '', '1000000', '%', '5 %', '1e3'],
    '--measure': ['lm', 'dm', 'entropy', 'first', 'height', 'precision', 'c_avg', 'LM', ''],
    '--order': ['input', 'sorted', 'random'],
    '--missing': ['drop', 'value', 'root', 'keep', ''],
    '--missing-in': ['any', 'used', 'all'],
    '--delimiter': [',', ';', 'tab', '|', ';;', '', '"', ' ', 'a', '\xe9', '\\t', '0'],
    '--encoding': ['utf-8', 'utf-16', 'latin-1', 'gbk', 'ascii', 'hex', 'rot13', 'zip', 'nothing', '', 'utf-8-sig', 'idna', 'punycode', 'utf-7',
                   'undefined', 'unicode_escape', 'cp037', 'utf-32', 'hz', 'iso2022_jp', 'base64', 'bz2'],
    '--hierarchies': ['hierarchies', '.', 'nowhere', 'data.csv', ''],
    '--columns': ['id,age,zip,sex,job,note', 'a,b', 'id,age', 'ID,Age,zip,sex,job,note', 'age,age', 'v,age,zip,sex,job,note'],
    '--config': ['data.ini', 'nowhere.ini', 'data.csv', 'hierarchies', '.', ''],
    '--l-diversity': ['2', '3', 'entropy:1.5', 'recursive:2,2', 'job=2', '0', 'many', '99', 'jobs=2', 'job=2; job=3'],
    '--t-closeness': ['0.3', '1', '0', 'ordered:0.5', 'hierarchical:0.4', '2', 'nan', '-0.1'],
    '--alpha': ['0.5', '0.9', '1', '0', '2', 'x'],
    '--weights': ['age=2', 'age=2,sex=0.5', 'age=0', 'agee=1', 'age', 'age=-1', 'age=1e3', 'age=inf'],
    '--output': ['out.csv', '-', 'data.csv', 'hierarchies/age.txt', '.', 'no/out.csv', 'x' * 300, '', 'data.ini', 'hierarchies', 'none'],
    '--recoding-maps': ['maps', 'maps/', './maps', 'hierarchies', 'no/maps', 'data.csv', '-', ''],
    '--record': ['run.json', 'out.csv', 'data.csv', 'no/run.json', '.', ''],
    '--recoding': ['r.csv', 'out.csv', 'run.json', 'data.csv', 'no/r.csv', 'hierarchies/age.txt', '-', ''],
    '--labels': ['range', 'box', 'set', 'ancestor', 'box,ancestor', 'range,box', ''],
    '--categories': ['leaves', 'frequency', 'hierarchy', 'tree'],
    '--partitioning': ['optimal', 'clustered', 'both', 'strict', 'relaxed', 'loose'],
    '--choose': ['widest', 'lm', 'random', 'best'], '--seed': ['1', 'x', '-1'],
    '--time-limit': ['5', '0', 'x', '-1'],
    '--algorithm': ['samarati,mondrian', 'optimal', 'datafly', 'round-robin,datafly', 'incognito', ''],
    '--format': ['json', 'csv', 'text', 'markdown', 'html', 'svg'],
    '--picture': ['run.svg', 'drawn.svg', 'out.csv', 'page.html', 'data.csv', 'no/run.svg', '.', '-', ''],
    '--html': ['page.html', 'read.html', 'out.csv', 'run.svg', 'run.json', 'data.ini', 'no/page.html', '.', '-', ''],
    '--language': ['en', 'zh', 'de', ''],
    '--over': ['age,zip', 'age,sex', 'sex,zip', 'age', 'age,age', 'age,job', 'age,zip,sex', ''],
    '--require': ['k=2', 'k=3,l=2', 't=0.5', 'alpha=0.5', 'ordered-t=0.2', 'entropy=1.5', 'recursive=2:2', 'k', 'l=0', 'hierarchical-t=0.5', 'm=1'],
    '--known': ['known.csv', 'data.csv', 'nowhere.csv', '-', ''], '--second': ['known.csv', 'data.csv', 'nowhere.csv'],
    '--second-known': ['known.csv', 'data.csv', 'nowhere.csv', ''], '--person': ['id', 'age', 'zip', 'nobody', ''],
    '--standard': ['cms-11', 'hipaa-safe-harbor,risk-0.09', 'gdpr-wp216', 'cms', 'data.csv', 'hierarchies', ''],
    '--control': ['known.csv', 'data.csv', 'known.csv', 'nowhere.csv', '-', ''], '--holds': ['zip=zip', 'age=age', 'zip', 'zips=zip', 'zip=job', ''],
    '--small-zips': ['data.csv', 'nowhere.csv', ''], '--total': ['900', '1', '0', 'x'],
    '--population': ['known.csv', 'data.csv', 'nowhere.csv', ''], '--threshold': ['0.1', '1', '0', '2', 'x'], '--most': ['1', '2', '0', 'x'], '--suda': ['1', '2', '9', '0', 'x'],
    '--satisfying': None, '--minimal': None, '--all': None, '--optimal': None, '--round-robin': None, '--json': None, '--trace': None, '--quiet': None, '--force': None, '--redact': None,
    '--spreadsheet-safe': None, '--relaxed': None,
}
MORE = {    # what a valid run of each program may say besides
    'samarati': ['--optimal', '--measure', '--time-limit', '--recoding-maps'], 'datafly': ['--round-robin', '--recoding-maps'], 'check': ['--require', '--standard'], 'sweep': ['--algorithm'],
    'lattice': ['--satisfying', '--minimal'], 'risk': ['--threshold', '--most', '--population', '--all', '--suda'], 'attack': ['--second', '--control'],
    'mondrian': ['--labels', '--categories', '--partitioning', '--partitioning', '--choose', '--relaxed', '--over']}
PUBLISHED = ['--order', '--missing', '--l-diversity', '--t-closeness', '--alpha', '--spreadsheet-safe', '--publish', '--record', '--recoding', '--weights',
             '--trace', '--redact', '--picture', '--html', '--standard']
GOOD = {word: values and values[:3] for word, values in VALUES.items()}
PROGRAMS = ['samarati'] * 5 + ['mondrian'] * 6 + ['datafly'] * 3 + ['check'] * 2 + ['sweep', 'lattice', 'risk', 'attack']
WRITTEN = 'output', 'record', 'recoding', 'picture', 'html'
ASIDE = 'check', 'sweep', 'lattice', 'risk', 'attack'       # what publishes nothing


# A valid run.

def valid(random):
    """(program, {file: bytes}, [[word, value]...]); the data are data.csv."""
    program = random.choice(PROGRAMS)
    ages, zips = random.sample(range(20, 60), random.randint(3, 12)), ['1305%d' % random.randrange(10) for _ in range(3)] + ['13068', '14853']
    rows = [[str(number), str(random.choice(ages)), random.choice(zips), random.choice('mf'), random.choice(['nurse', 'clerk', 'smith', 'cook']),
             random.choice(['a, b', 'plain', '\xfcber', 'say "so"', 'two\nlines'] if random.random() < .3 else ['plain', 'more'])]
            for number in range(random.randint(20, 60))]
    for row in rows:
        if random.random() < .03:
            row[random.randrange(6)] = random.choice(['?', ''])
    files = {'data.csv': as_csv([COLUMNS, *rows])}
    if program in ('attack', 'risk'):
        files['known.csv'] = as_csv([COLUMNS, *random.sample(rows, len(rows))])
    for name, paths in (('age', [['%d' % a, '[%d-%d]' % (a // 10 * 10, a // 10 * 10 + 9), '*'] for a in range(20, 60)]),
                        ('zip', [[z, z[:4] + '*', z[:3] + '**', '*'] for z in sorted(set(zips))]), ('sex', [['m', '*'], ['f', '*']]),
                        ('job', [['nurse', 'care', '*'], ['cook', 'care', '*'], ['clerk', '*'], ['smith', '*']])):
        files['hierarchies/%s.txt' % name] = as_csv(paths)
    options = [['--quasi', random.choice(['age,zip,sex', 'sex,age', 'zip,age', 'age,sex,zip'])], ['--sensitive', random.choice(['job', 'job', ''])]]
    if program == 'attack':
        options += [['--known', 'known.csv']]
    if program not in ('check', 'risk'):
        options += [['--k', random.choice('2235')]]
    if program in ('samarati', 'datafly'):
        options += [['--max-suppression', random.choice(['0', '5', '20', '30%'])]]
    words = [*MORE[program], *(PUBLISHED if program not in ASIDE else [])]
    for word in random.sample(words, min(len(words), random.randrange(4))):
        options += [[word, random.choice(GOOD[word])] if GOOD[word] else [word]]
    if program == 'risk':
        options = [option for option in options if option[0] != '--sensitive']
    if program in ASIDE:
        options += [['--json']] if program == 'check' else [['--format', 'json']]
    elif random.random() < .1:      # an engine is to write the release
        options = [option for option in options if option[0] not in ('--record', '--html', '--standard', '--order', '--spreadsheet-safe', '--recoding')]
        options += [['--recoding', random.choice(['out.csv', 'r.csv'])], ['--force'], ['--json'], *random.choice([[], [['--output', 'none']]])]
    else:
        options += [['--output', 'out.csv'], ['--force'], ['--json']] if random.random() < .8 else [['--output', '-']]
    if random.random() < .3:        # some of it is said in the INI file
        said = [option for option in options if option[0] in ('--quasi', '--sensitive', '--k', '--max-suppression', '--order', '--missing')]
        options = [option for option in options if option not in said]
        if random.random() < .8:        # a file that nobody names is often refused
            options += [['--config', 'data.ini']]
        files['data.ini'] = ('[kanon]\n' + ''.join('%s = %s\n' % (word[2:], value) for word, value in said)).encode()
    if random.random() < .5:
        files['out.csv'] = b'old\n'
    return program, files, options


def as_csv(rows, delimiter=','):
    lines = io.StringIO()
    csv.writer(lines, delimiter=delimiter, lineterminator='\n').writerows(rows)
    return lines.getvalue().encode()


# What breaks it.

def mutated_bytes(random, data):
    start, how = random.randrange(len(data) + 1), random.randrange(7)
    end = min(len(data), start + random.choice([1, 1, 2, 5, 30]))
    part = data[start:end]
    if how == 0 and data:
        flipped = bytearray(data)
        flipped[start % len(data)] ^= 1 << random.randrange(8)
        return bytes(flipped)
    return [data[:start] + random.choice(BYTES) + data[start:], data[:start] + data[end:], data[:start] + part + data[start:], data[:start],
            data[:start] + random.choice(BYTES) + data[end:], data[start:], data[:start] + b'"' + data[start:]][how]


def mutated_lines(random, data):
    lines = data.splitlines(True)
    if not lines:
        return data
    a, b = random.randrange(len(lines)), random.randrange(len(lines))
    how = random.randrange(6)
    if how == 0:
        del lines[a]
    elif how == 1:
        lines.insert(b, lines[a])
    elif how == 2:
        lines[a], lines[b] = lines[b], lines[a]
    elif how == 3:
        lines.insert(a, random.choice([b'\n', b'  \n', b'# said\n', b'|said\n', b',\n', b'""\n', b'[kanon]\n', b'k = 3\n']))
    elif how == 4:
        lines[a] = lines[a].rstrip(b'\n') + random.choice([b',', b',x', b'"', b';', b' ']) + b'\n'
    else:
        lines = lines[:a]
    return b''.join(lines)


def mutated_fields(random, data):
    rows = list(csv.reader(io.StringIO(data.decode('utf-8', 'replace').replace('\0', ''), newline='')))
    if not any(rows):
        return data
    row = random.choice(list(filter(None, rows[:1] if random.random() < .15 else rows)) or [rows[0] or ['']])
    if row:
        row[random.randrange(len(row))] = random.choice(FIELDS + COLUMNS) if random.random() < .8 else random.choice(random.choice(rows) or [''])
    if random.random() < .2:        # not quoted
        return ''.join(','.join(row) + '\n' for row in rows).encode('utf-8', 'replace')
    return as_csv(rows).replace(b'\0', b'') if random.random() < .5 else as_csv(rows)


def rewritten(random, data):
    text = data.decode('utf-8', 'replace')
    how = random.randrange(7)
    if how == 0:
        return as_csv(csv.reader(io.StringIO(text.replace('\0', ''), newline='')), random.choice(';\t|:^'))
    if how == 1:
        return data.replace(b'\n', random.choice([b'\r\n', b'\r', b'\n\n']))
    if how == 2:
        return text.encode(random.choice(ENCODINGS), 'replace')
    if how == 3:
        packed = gzip.compress(data, mtime=0)
        return packed if random.random() < .5 else mutated_bytes(random, packed)
    return [b'\xef\xbb\xbf' + data, data.rstrip(b'\n'), data.replace(b',', b', ')][how - 4]


def mutated_columns(random, data):
    """Of the header alone, or of all rows: a column left out, moved or doubled."""
    rows = list(csv.reader(io.StringIO(data.decode('utf-8', 'replace').replace('\0', ''), newline='')))
    if not rows or len(rows[0]) < 2:
        return data
    a, b, names = random.randrange(len(rows[0])), random.randrange(len(rows[0])), rows[0]
    how = random.randrange(5)
    if how == 0:
        names[a] = random.choice(['', names[b], names[a].upper(), ' %s ' % names[a], 'x' * 300, 'a,b', '"', '\n'])
    elif how == 1:
        del names[a]
    elif how == 2:
        rows = [row[:a] + row[a + 1:] for row in rows]
    elif how == 3:
        names.insert(a, names[b])
    else:
        rows = [[*row, row[a] if a < len(row) else ''] for row in rows]
    return as_csv(rows)


def mutated_options(random, options):
    options = [list(option) for option in options]
    options = options or [['--quiet']]
    place, how = random.randrange(len(options)), random.randrange(7)
    if how == 0:
        del options[place]
    elif how == 1:
        options.append(options[place])
    elif how == 2 and options:
        options[place][1:] = [random.choice(random.choice([values for values in VALUES.values() if values]))]
    else:
        word = random.choice(list(VALUES)) if how < 5 else options[place][0]
        options.append([word, random.choice(VALUES[word])] if VALUES.get(word) else [word])
    if random.random() < .05:
        options.append([random.choice(['--suppress', 'more.csv', '-x', '--', '--quasi', '-k=3', '--K', '\xe9'])])
    return options


MUTATIONS = [mutated_bytes, mutated_lines, mutated_fields, mutated_fields, rewritten, mutated_columns]


def mutated(random, files, options):
    for _ in range(random.choice([0, 1, 1, 1, 1, 2, 3])):
        if random.random() < .2:
            options = mutated_options(random, options)
            continue
        name = 'data.csv' if random.random() < .6 else random.choice(sorted(set(files) - {'out.csv'}))
        files[name] = random.choice(MUTATIONS)(random, files[name])
    return files, options


# The same read again, in plain csv.

def plain_records(content, options):
    """(the names of the columns, all records) of a table that was taken; None where a delimiter is a matter of opinion."""
    if content[:2] == b'\x1f\x8b':
        content = gzip.decompress(content)
    text = content.decode('utf-8-sig' if options.encoding.lower().replace('_', '-') in ('utf-8', 'utf8') else options.encoding)
    assert '\0' not in text
    found = []
    for delimiter in [options.delimiter] if options.delimiter else ',;\t|':
        lines = io.StringIO(text, newline='').readlines()
        while len(lines) > 1 and lines[0].startswith('|') and len(next(csv.reader(lines[:1], delimiter=delimiter))) == 1:
            del lines[0]
        try:
            rows = [row for row in csv.reader(lines, delimiter=delimiter, skipinitialspace=True, strict=True) if row not in ([], [''])]
        except csv.Error:
            continue
        names = [name.strip() for name in rows[0]] if rows else []
        if options.columns:
            rows = rows if names == options.columns else [[], *rows]
            names = options.columns
        if set(map(len, rows[1:])) <= {len(names)} and set(options.quasi + options.carried) <= set(names):
            found.append((names, rows[1:]))
    assert found
    return found[0] if len(found) == 1 else None


def plain_paths(content):
    """{value: the labels it climbs to the root} of a hierarchy's file."""
    text = (gzip.decompress(content) if content[:2] == b'\x1f\x8b' else content).decode('utf-8-sig')
    lines = [line for line in io.StringIO(text, newline='') if not line.startswith('#')]
    parents, paths = {}, {}
    for row in csv.reader(lines, skipinitialspace=True):
        if any(one == other for one, other in zip(row, row[1:])):
            paths[row[0]] = row
        parents.update((child, parent) for child, parent in zip(row, row[1:]) if child != parent)
    for leaf in parents:
        path = [leaf]
        while path[-1] in parents and parents[path[-1]] not in path:    # Mondrian reads no hierarchy of numbers, a broken one neither
            path.append(parents[path[-1]])
        paths.setdefault(leaf, path)
    return paths


def generalized(value, paths, level):
    height = max(map(len, paths.values())) - 1
    path = paths[value]
    return path[max(0, level - height + len(path) - 1)]


def covers(label, value, paths):
    if label in (value, '*') or label in paths.get(value, ()):
        return True
    interval = re.fullmatch(r'\[(\*|[^*]+?)-(\*|[^*]+)\]', label)
    if interval:
        low, high = interval.groups()
        return (low == '*' or float(low) <= float(value)) and (high == '*' or float(value) <= float(high))
    try:
        return float(label) == float(value)
    except ValueError:
        return label[:1] == '{' and value in label[1:-1].split('|') or label[:1] == '{' and '|' in value and value in label


def unguarded(value):
    return value[1:] if re.match("'+ *[=+\\-@\t\r\n\uff1d\uff0b\uff0d\uff20]", value) else value


# What must hold of a run.

class Run:
    """One run in a folder: what was there before, how it ended, what is there now."""

    def __init__(self, program, files, options, folder):
        self.program, self.files = program, files
        self.argv = ['data.csv', *(word for option in options for word in option)]
        os.makedirs('hierarchies')
        os.makedirs('temporary')
        for name, content in self.files.items():
            with open(name, 'wb') as file:
                file.write(content)
        tempfile.tempdir = os.path.join(folder, 'temporary')
        self.options = self.parsed()
        self.status, self.out, self.err = run_here(self.program, self.argv)
        self.now = {}
        for where, _, names in os.walk('.'):
            for name in names:
                with open(os.path.join(where, name), 'rb') as file:
                    self.now[os.path.relpath(os.path.join(where, name))] = file.read()

    def parsed(self):
        """The options as the run will have them; None where it must refuse them. No table here has Adult's sensitive column."""
        try:
            with contextlib.redirect_stderr(io.StringIO()):
                options = parse(program_named(self.program)[0], self.argv)
        except (DataError, SystemExit):
            return None
        carried = [name for name in options.carried if name != 'occupation']
        return options if 'sensitive' in options.said else Namespace(**{**vars(options), 'sensitive': [], 'carried': carried})

    def check(self):
        assert self.status in (0, 1, 2)
        assert 'Traceback' not in self.err
        if self.status == 0:
            self.check_files()
            {'check': self.check_judged, 'sweep': self.check_swept, 'lattice': self.check_swept, 'risk': self.check_counted,
             'attack': self.check_counted}.get(self.program, self.check_published)()
        elif self.program == 'check' and (not self.err or ': nobody named ' in self.err):
            self.check_files()
            assert self.status == 1 and (self.out or self.options.quiet or self.options.output != '-')    # a requirement does not hold
        else:
            assert self.err.count('\n') == 1 and self.err.endswith('\n') and only_its_error(self.out, self.argv, self.status)
            assert self.now == self.files

    def check_files(self):
        written = {name for name in map(vars(self.options).get, WRITTEN) if name and name != '-'}
        if getattr(self.options, 'recoding_maps', None):
            written |= {self.map_of(name) for name in self.options.quasi}
            written |= {os.path.join(os.path.normpath(self.options.recoding_maps), name) for name in ('maps.ini', 'release.sql', 'sums.sql')}
        before, now = ({name: content for name, content in files.items() if name not in written} for files in (self.files, self.now))
        assert now == before
        assert written <= set(self.now) and not written & (set(self.files) - {'out.csv'})

    def map_of(self, name):
        """The file of a column's map."""
        return os.path.join(os.path.normpath(self.options.recoding_maps), 'map_%s.csv' % name)

    def check_published(self):
        options, counted, read = self.options, self.counted(), plain_records(self.files['data.csv'], self.options)
        if options.output is not None:
            rows = self.released()
            if read is not None:
                self.check_against(*read, rows, counted)
        if options.recoding:
            self.check_recoding(read, counted)
        if options.recoding_maps and read is not None:
            self.check_maps(read, counted)

    def released(self):
        """The rows of the release, each class of which is large enough."""
        options = self.options
        released = self.out if options.output == '-' else self.now[options.output]
        rows = list(csv.reader(io.StringIO(released.decode(options.encoding), newline='')))
        plain = unguarded if options.spreadsheet_safe else str
        header, rows = list(map(plain, rows[0])), [list(map(plain, row)) for row in rows[1:]]
        assert header == options.quasi + options.carried and set(map(len, rows)) == {len(header)}
        width = len(options.quasi)
        classes = Counter(tuple(row[:width]) for row in rows)
        assert min(classes.values()) >= options.k
        with open('again.csv', 'wb') as file:
            file.write(released)
        promised = Promises(header, options.quasi, Required(options.k), len(rows), options.spreadsheet_safe)
        assert verify('again.csv', promised, options.encoding) == (len(rows), len(classes), min(classes.values()))
        return rows

    def check_recoding(self, read, counted):
        """The file says one class of each published tuple, and has a row for each combination that was counted and for no other."""
        options, width = self.options, len(self.options.quasi)
        header, *rows = csv.reader(io.StringIO(self.now[options.recoding].decode(options.encoding), newline=''))
        assert header == [*options.quasi, *(name + '_published' for name in options.quasi), 'kanon_class']
        classes = {tuple(row[width:-1]): row[-1] for row in rows if row[-1] != '0'}
        assert [classes[published] for published in sorted(classes)] == [str(number) for number in range(1, len(classes) + 1)]
        recoding = {}
        for *row, number in rows:
            values, published = tuple(row[:width]), tuple(row[width:])
            assert values not in recoding and (published == ('',) * width if number == '0' else classes[published] == number)
            recoding[values] = None if number == '0' else published
        if read is not None:
            kept = self.kept(*read)
            keys = [self.recorded(record) for record in kept]
            assert set(keys) == set(recoding)
            self.check_applied(read, counted, [(record, recoding[key]) for record, key in zip(kept, keys)])

    def check_maps(self, read, counted):
        """Each value has one label. The classes that the maps make are those of the run, but for the small ones."""
        options, maps = self.options, []
        for name in options.quasi:
            header, *rows = csv.reader(io.StringIO(self.now[self.map_of(name)].decode(options.encoding), newline=''))
            assert header == ['value', 'label'] and len(dict(rows)) == len(rows)
            maps.append(dict(rows))
        kept = self.kept(*read)
        published = [tuple(labels[value] for labels, value in zip(maps, self.recorded(record))) for record in kept]
        sizes = Counter(published)
        if not self.beyond_k():
            self.check_applied(read, counted, [(record, labels if sizes[labels] >= options.k else None) for record, labels in zip(kept, published)])

    def check_applied(self, read, counted, pairs):
        """pairs: of each record that was kept, and what is published for it, None if it is suppressed."""
        width, trees = len(self.options.quasi), self.trees()
        rows = [[*labels, *record[width:]] for record, labels in pairs if labels]
        assert min(Counter(tuple(row[:width]) for row in rows).values()) >= self.options.k
        self.check_against(*read, rows, counted)
        for record, labels in pairs:
            for label, value, paths in zip(labels or (), record, trees):
                assert covers(label, value, paths), (label, value)

    def kept(self, names, records):
        """The columns that are used of the records that are not left out."""
        options = self.options
        places = [names.index(name) for name in options.quasi + options.carried]
        kept = []
        for record in records:
            used = [record[place] for place in places]
            of_interest = record if options.missing_in == 'any' else used
            if options.missing != 'drop' or not any(value in ('', '?') for value in of_interest):
                kept.append(used)
        return kept

    def recorded(self, record):
        """The quasi tuple of a record as a recoding has it."""
        quasi = record[:len(self.options.quasi)]
        return tuple('' if self.options.missing == 'root' and value == '?' else value for value in quasi)

    def beyond_k(self):
        return self.options.l_diversity or self.options.t_closeness or self.options.alpha

    def counted(self):
        """The report's numbers, and its vector; of a run that says nothing None."""
        if self.options.json:
            report = json.loads(self.out.decode())
            assert report['audit']['ok'] and report['k'] == self.options.k
            return report['records'], report.get('vector')
        said = re.search('^([0-9,]+) records read = ([0-9,]+) published [+] ([0-9,]+) suppressed [+] ([0-9,]+) left out$',
                         self.err if self.options.output == '-' else self.out.decode(), re.M)
        if self.options.quiet:
            return None, None
        return dict(zip(('read', 'published', 'suppressed', 'missing'), map(int, said.groups()))), None

    def check_against(self, names, records, rows, counted):
        options, (numbers, vector), kept = self.options, counted, self.kept(names, records)
        if numbers:
            assert numbers == {'read': len(records), 'missing': len(records) - len(kept), 'published': len(rows),
                               'suppressed': len(kept) - len(rows)}
        width = len(options.quasi)
        went_in, came_out = (Counter(tuple(row[width:]) for row in table) for table in (kept, rows))
        assert not came_out - went_in and (len(rows) < len(kept) or came_out == went_in)
        trees = self.trees()
        if vector and not self.beyond_k():
            assert Counter(map(tuple, rows)) == self.expected(kept, trees, vector)
        elif not vector and options.order == 'input' and len(rows) == len(kept):
            for row, record in zip(rows, kept):
                for label, value, paths in zip(row, record[:width], trees):
                    assert covers(label, value, paths), (label, value)
                assert row[width:] == record[width:] or 'relaxed' in options.partitioning or options.partitioning == 'both'

    def trees(self):
        folder = self.options.hierarchies.rstrip('/')
        files = [os.path.normpath('%s/%s.txt' % (folder, name)) for name in self.options.quasi]
        try:
            return [plain_paths(self.files[file]) if file in self.files else {} for file in files]
        except (OSError, EOFError, zlib.error, UnicodeError, csv.Error):
            assert self.program == 'mondrian'       # which reads no hierarchy of numbers
            return [{} for _ in files]

    def expected(self, kept, trees, vector):
        """The rows of a full-domain generalization, those of small classes left out."""
        options, found = self.options, {}
        for record in kept:
            quasi = record[:len(trees)]
            if options.missing == 'root':
                quasi = [next(iter(paths.values()))[-1] if value in ('', '?') else value for value, paths in zip(quasi, trees)]
            quasi = tuple(value if options.missing == 'root' and value == next(iter(paths.values()))[-1] else
                          generalized(value, paths, vector[name]) for name, value, paths in zip(options.quasi, quasi, trees))
            found.setdefault(quasi, Counter())[tuple(record[len(trees):])] += 1
        return Counter({quasi + carried: n for quasi, rows in found.items() if sum(rows.values()) >= options.k
                        for carried, n in rows.items()})

    def check_judged(self):
        if self.options.quiet or not self.options.json:
            return
        report, read = json.loads(self.out.decode() or '{}'), plain_records(self.files['data.csv'], self.options)
        if read is not None:
            places = [read[0].index(name) for name in self.options.quasi]
            sizes = Counter(tuple(record[place] for place in places) for record in read[1])
            if len(sizes) > 1 and self.options.stars == 'suppressed':
                sizes.pop(('*',) * len(places), None)
            assert report['classes']['k'] == min(sizes.values()) and report['classes']['count'] == len(sizes)
            assert report['records']['read'] == len(read[1])

    def check_counted(self):
        """Of a risk or an attack: it says something, and what it was asked for."""
        assert self.out if self.options.output == '-' else self.now[self.options.output]
        if self.options.format == 'json' and self.options.output == '-':
            assert json.loads(self.out.decode())

    def check_swept(self):
        read = plain_records(self.files['data.csv'], self.options)
        if read is None or self.options.format != 'json' or self.options.missing != 'drop' or self.options.output != '-':
            return
        names, records = read
        kept = [record for record in records if '' not in record and '?' not in record]
        if self.beyond_k() or self.options.missing_in != 'any':
            return
        for row in json.loads(self.out.decode()):
            if row['vector'] is not None:
                vector = dict(zip(self.options.quasi, row['vector']))
                self.options.k = row.get('k', self.options.k)
                found = self.expected([[record[names.index(name)] for name in self.options.quasi] for record in kept], self.trees(), vector)
                assert (row['classes'], row['suppressed']) == (len(found), len(kept) - sum(found.values()))


def one_run(seed, folder):
    os.makedirs(folder)
    home, temporary = os.getcwd(), tempfile.tempdir
    os.chdir(folder)
    try:
        random = Random(seed)
        program, *run = valid(random)
        run = Run(program, *mutated(random, *run), folder)
        try:
            run.check()
        except Exception as error:
            raise AssertionError('seed %d, %s: %s %s\nstatus %s, %r' % (
                seed, os.getcwd(), run.program, run.argv, run.status, run.err)) from error
        return run.program, run.status
    finally:
        os.chdir(home)
        tempfile.tempdir = temporary


@pytest.mark.parametrize('chunk', range(CHUNKS))
def test_a_run_refuses_or_publishes_what_is_true(chunk, tmp_path):
    import shutil
    ended = Counter()
    for seed in range(chunk, RUNS, CHUNKS):
        folder = str(tmp_path / str(seed))
        ended.update([one_run(seed, folder)[1]])
        shutil.rmtree(folder)
    assert RUNS < 300 or ended[0] and ended[1] + ended[2]


# A judge that cannot fail is none. The recoding and the maps of a run that is right are changed in one place, and must be refused.

JUDGED = {'recoding': ['--recoding', 'r.csv'], 'maps': ['--recoding-maps', 'maps', '-o', 'none']}


def run_that_decides(program, by, folder, monkeypatch):
    """A run that publishes nothing itself, of 40 records in a few classes, and one of a combination of its own."""
    monkeypatch.chdir(folder)
    monkeypatch.setattr(tempfile, 'tempdir', None)
    random = Random(5)
    rows = [[str(n), str(random.choice([21, 24, 33, 38, 52])), random.choice(['13051', '13052', '13068']), random.choice('mf'), 'cook', 'plain']
            for n in range(40)] + [['40', '29', '13068', 'f', 'cook', 'plain']]
    files = {'data.csv': as_csv([COLUMNS, *rows])}
    for name, paths in (('age', [['%d' % a, '[%d-%d]' % (a // 10 * 10, a // 10 * 10 + 9), '*'] for a in range(20, 60)]),
                        ('zip', [[z, z[:4] + '*', '*'] for z in ('13051', '13052', '13068')])):
        files['hierarchies/%s.txt' % name] = as_csv(paths)
    options = [['--quasi', 'age,zip'], ['--sensitive', 'job'], ['--k', '3'], ['--json'], JUDGED[by]]
    return Run(program, files, options + [['--max-suppression', '5']] * (program != 'mondrian'), str(folder))


def changed_cells(content, change):
    """A csv file whose rows, as lists, `change` has been given."""
    rows = list(csv.reader(io.StringIO(content.decode(), newline='')))
    change(rows)
    return as_csv(rows)


def row_of_class(rows, number='1'):
    return next(row for row in rows[1:] if row[-1] == number)


def own_class(rows):
    row_of_class(rows)[-1] = str(1 + max(int(row[-1]) for row in rows[1:]))


def other_label(rows):
    row_of_class(rows)[2] = '[90-99]'


def suppressed(rows):
    row_of_class(rows)[2:] = ['', '', '0']


def without_a_row(rows):
    del rows[1]


def one_row_more(rows):
    rows.append(['99', '13051', *rows[1][2:]])


def finer_class(rows):
    """The combination of one record is published as it is, in a class of its own, and the classes are numbered anew."""
    row = next(row for row in rows if row[0] == '29')
    row[2:4] = row[:2]
    numbers = {published: str(n) for n, published in enumerate(sorted({tuple(row[2:4]) for row in rows[1:] if row[-1] != '0'}), 1)}
    for row in rows[1:]:
        row[-1] = numbers.get(tuple(row[2:4]), '0')


@pytest.mark.parametrize('program', ['samarati', 'mondrian', 'datafly'])
@pytest.mark.parametrize('change', [own_class, other_label, suppressed, without_a_row, one_row_more, finer_class])
def test_a_recoding_that_is_not_that_of_the_run_is_refused(program, change, tmp_path, monkeypatch):
    run = run_that_decides(program, 'recoding', tmp_path, monkeypatch)
    run.check()
    assert run.options.output is None
    run.now['r.csv'] = changed_cells(run.now['r.csv'], change)
    with pytest.raises((AssertionError, KeyError)):
        run.check()


@pytest.mark.parametrize('program', ['samarati', 'datafly'])
@pytest.mark.parametrize('place', ['label', 'finer', 'lacks'])
def test_maps_that_are_not_those_of_the_run_are_refused(program, place, tmp_path, monkeypatch):
    run = run_that_decides(program, 'maps', tmp_path, monkeypatch)
    run.check()

    def change(rows):
        row = next(row for row in rows if row[0] == '21')
        if place == 'lacks':
            rows.remove(row)
        row[1] = {'label': '[90-99]', 'finer': row[0] if row[1] != row[0] else '*'}.get(place)
    run.now['maps/map_age.csv'] = changed_cells(run.now['maps/map_age.csv'], change)
    with pytest.raises((AssertionError, KeyError)):
        run.check()
