"""Folders as a data steward has them: a table, its hierarchies and its INI file, and what is typed. Each is made from a seed.

Promise: `case_of(seed)` is the same folder in every Python. About half of the folders can be published. In the others one thing
or several are wrong, such as an encoding that is not typed, a ragged row, or a hierarchy that lacks a leaf.
What comes out is judged in test_steward.py. The generator tells it how the bytes were written, and nothing of what kanon makes
of them.
"""

import bz2
import csv
import gzip
import io
import lzma
import re
import unicodedata
from importlib.util import find_spec
from random import Random

from kanon.core.counts import values
from kanon.core.desk import words

FLAGS = {word.flag for word in words.MONDRIAN_WORDS}
# What some versions of kanon cannot do. Such inputs are made where it can.
CAN = {'decimal': '--decimal' in FLAGS,                 # read numbers with a decimal comma
       'formats': '--decimal' in FLAGS,                 # take several date formats for a column
       'unreadable': '--unreadable' in FLAGS,           # treat dirt among numbers as missing
       'delimiter': '--output-delimiter' in FLAGS,      # write another delimiter than a comma
       'packed': find_spec('kanon.core.tables.packed') is not None,      # write gzip, bzip2 or xz where the name of the output says so
       'zeros': hasattr(values, 'is_code'),             # keep the zeros at the start of a code, where Mondrian takes it for a number
       'first': find_spec('kanon.core.settings') is not None,                   # show no value of a first line that may be a record
       'order': find_spec('kanon.core.settings') is not None}                   # refuse the order of the input where only an INI file asks for it

PACKERS = {'gz': lambda data: gzip.compress(data, mtime=0), 'bz2': bz2.compress, 'xz': lzma.compress}

NAMES = {       # of columns, in the languages of the tables: kind -> name
    'en': {'id': 'patient_no', 'name': 'name', 'age': 'age', 'number': 'income, yearly', 'code': 'zip', 'date': 'admitted',
           'sex': 'sex', 'ward': 'ward', 'flag': 'insured', 'diagnosis': 'diagnosis', 'dose': 'dose', 'count': 'n'},
    'de': {'id': 'Fall-Nr.', 'name': 'Name', 'age': 'Alter', 'number': 'Größe (cm/h)', 'code': 'PLZ', 'date': 'Geburtsdatum',
           'sex': 'Geschlecht', 'ward': 'Station', 'flag': 'versichert?', 'diagnosis': 'Diagnose', 'dose': 'Dosis', 'count': 'Anzahl'},
    'zh': {'id': '病历号', 'name': '姓名', 'age': '年龄', 'number': '收入', 'code': '邮编', 'date': '出生日期',
           'sex': '性别', 'ward': '科室', 'flag': '医保', 'diagnosis': '诊断', 'dose': '剂量', 'count': '人数'}}
WORDS = {       # what stands in the columns of words
    'en': {'sex': ['f', 'm'], 'ward': ['Ward A', 'Ward B', 'Surgery', 'Surgery, day', 'ICU'], 'flag': ['yes', 'no'],
           'diagnosis': ['asthma', 'influenza', 'cancer', 'heart disease', 'gastritis'],
           'name': ['Ann', 'Bea', "O'Neil", 'van "Vic" Dyk']},
    'de': {'sex': ['w', 'm', 'divers'], 'ward': ['Innere', 'Säuglinge', 'Chirurgie', 'HNO|Augen'], 'flag': ['0', '1'],
           'diagnosis': ['Grippe', 'Ödem', 'Husten', 'Krebs'], 'name': ['Müller', 'Groß, Eva', 'José', 'Çelik']},
    'zh': {'sex': ['男', '女'], 'ward': ['内科', '外科', '儿科', '急诊'], 'flag': ['是', '否'],
           'diagnosis': ['流感', '哮喘', '胃炎', '癌症'], 'name': ['王伟', '李娜', '张敏', '欧阳, 静']}}
ENCODINGS = {'en': ['utf-8', 'utf-8', 'utf-8-sig', 'utf-16', 'ascii', 'cp1252'],
             'de': ['utf-8', 'utf-8', 'utf-8-sig', 'cp1252', 'latin-1', 'utf-16'],
             'zh': ['utf-8', 'utf-8', 'utf-8-sig', 'gb18030', 'utf-16', 'gbk']}
DATES = ['{0}年{1}月{2}日', '{0:04d}-{1:02d}-{2:02d}', '{2:02d}.{1:02d}.{0:04d}', '{1:d}/{2:d}/{0:04d}', '{2:02d}/{1:02d}/{0:04d}',
         '{0:04d}{1:02d}{2:02d}', '{0:04d}-{1:02d}', '{2:02d}.{1:02d}.{0:04d} 08:15']
NUMBERS = 'age', 'number', 'code', 'dose', 'count'
DIRT = {'age': ['n/a', '3O', 'unknown', '~40', '999'], 'number': ['1.234,5', '12,000.5', '$ 1200', '1e3', '-', '.5', 'nan'],
        'code': ['D-01067', '1067 ', 'EH1 1AB', '+1067'], 'date': ['31.02.2020', '0000-00-00', 'spring 1999', '99/99/9999', '1999'],
        'sex': ['F ', 'x', '*', 'W'], 'ward': ['{a|b}', '=1+1', '[1-2]', 'ward a', 'two\nlines'], 'flag': ['TRUE', '-'],
        'diagnosis': ['', '@flu', 'a, "b"', "'x"], 'dose': ['5mg', '1,5', '½'], 'name': ['', '\u2028', '=HYPERLINK("x")'],
        'id': ['', '0'], 'count': ['0', '-1']}


class Case:
    """One folder and what is typed in it.

    files       {name: bytes} of the folder
    steps       (program, arguments) that come before the run, such as those that make hierarchies
    program     what publishes, and `argv`, what is typed behind it
    delimiter   of the table, which has `comments` lines above it and was written in `encoding`
    header      whether the names of the columns are its first line
    kinds       {column: kind}, with the names as they should be
    """

    def __init__(self, seed):
        self.random = random = Random('steward %d' % seed)
        self.files, self.steps, self.typed, self.ini, self.dirty = {}, [], {}, {}, set()
        self.program = random.choice(['mondrian'] * 6 + ['samarati'] * 5 + ['datafly'] * 3)
        self.language = random.choice(['en', 'en', 'de', 'de', 'zh'])
        self.delimiter = random.choice([',', ',', ';', '\t', '|'] + ['^'] * self.one_in(6))
        self.encoding = random.choice(ENCODINGS[self.language])
        self.comments = 0
        self.data = random.choice(['data.csv', 'Patienten 2024.csv', 'table.txt'])
        self.make_table()
        self.choose_options()
        self.make_hierarchies()
        self.write_table()
        self.write_ini()

    def one_in(self, n):
        return self.random.randrange(n) == 0

    # The table.

    def make_table(self):
        random = self.random
        kinds = ['id', 'name', 'age', 'number', 'code', 'date', 'sex', 'ward', 'flag', 'diagnosis', 'dose', 'count']
        kinds = [kind for kind in kinds if kind in ('age', 'sex', 'diagnosis') or random.random() < .6]
        random.shuffle(kinds)
        self.kinds = {NAMES[self.language][kind]: kind for kind in kinds}
        self.names = list(self.kinds)
        size = random.choice([10, 20, 40, 80, 150, 300])
        self.values = {name: self.column(kind, size) for name, kind in self.kinds.items()}
        self.rows = list(map(list, zip(*self.values.values())))

    def column(self, kind, size):
        """The texts of a column, with some dirt and some missing values."""
        random, language = self.random, self.language
        if kind == 'id':
            texts = ['P%05d' % (7 * number + 3) for number in range(size)]
        elif kind == 'name':
            texts = ['%s %d' % (random.choice(WORDS[language]['name']), random.randrange(900)) for _ in range(size)]
        elif kind in WORDS[language]:
            texts = random.choices(WORDS[language][kind], [4, 3, 2, 1, 1][:len(WORDS[language][kind])], k=size)
        else:
            texts = {'age': self.ages, 'number': self.decimals, 'dose': self.decimals, 'code': self.codes, 'date': self.dates,
                     'count': lambda size: [str(random.randint(1, 4)) for _ in range(size)]}[kind](size)
        if self.one_in(12):
            for place in random.sample(range(size), max(1, size // 100)):
                texts[place] = random.choice(DIRT[kind])
            self.dirty.add(kind)
        if self.one_in(20):         # blanks around values
            texts = [random.choice([text, text, text + ' ', ' ' + text]) for text in texts]
        if self.one_in(4):
            share, marks = random.choice([.005, .02, .1, .3]), random.choice([['?'], [''], ['?', ''], ['NA'], ['-', '?']])
            texts = [random.choice(marks) if random.random() < share else text for text in texts]
        return texts

    def ages(self, size):
        steps = self.random.choice([1, 1, 5, 10])
        return [str(self.random.randrange(18, 95) // steps * steps) for _ in range(size)]

    def decimals(self, size):
        points = self.random.choice(['.', ',', ',']) if self.language == 'de' else '.'
        thousands = self.random.choice(['', '', '', '', ',' if points == '.' else '.', "'"])
        form, wide = self.random.choice(['%.1f', '%.2f', '%d']), self.random.choice([10, 50, 3000])
        texts = [form % (self.random.randrange(-2 if self.one_in(9) else 0, 40) * wide / 4) for _ in range(size)]
        if thousands and self.one_in(2):
            texts = [re.sub(r'(?<=\d)(?=(\d{3})+(\.|$))', '~', text) for text in texts]
        return [text.replace('.', points).replace('~', thousands) for text in texts]

    def codes(self, size):
        """Postcodes. Where some begin with 0, the program that typed them may have lost it."""
        keeps = self.program != 'mondrian' or CAN['zeros']
        first = self.random.choice(['0', '01', '013'] if keeps else ['1', '1', '13'])
        texts = [self.random.choice(first) + '%04d' % (self.random.randrange(30) * 7) for _ in range(size)]
        if self.one_in(5) and keeps:
            texts = [text.lstrip('0') if self.one_in(2) else text for text in texts]
        return texts

    def dates(self, size):
        forms = self.random.sample(DATES if self.language == 'zh' else DATES[1:], self.random.choice([1, 1, 1, 2]))
        years = self.random.choice([(1930, 2010), (2023, 2024)])
        return [self.random.choice(forms).format(self.random.randint(*years), self.random.randint(1, 12), self.random.randint(1, 28))
                for _ in range(size)]

    def write_table(self):
        """The table's bytes, and what may be wrong with them."""
        random, rows, names = self.random, [list(row) for row in self.rows], list(self.names)
        if self.one_in(25):         # a name in another writing, or twice
            place = random.randrange(len(names))
            name = names[place]
            names[place] = random.choice([unicodedata.normalize('NFD', name), name.upper(), names[0], ' ' + name, ''])
        if self.one_in(30):         # a ragged row
            row = random.choice(rows)
            row[:] = random.choice([row[:-1], [*row, ''], [*row, 'x', 'y']])
        header = [] if 'columns' in {**self.ini, **self.typed} and random.random() < .8 or self.one_in(40) else [names]
        self.header = bool(header)
        lines, end = io.StringIO(), random.choice(['\n', '\n', '\r\n'] + ['\r'] * self.one_in(9))
        csv.writer(lines, delimiter=self.delimiter, lineterminator=end,
                   quoting=random.choice([csv.QUOTE_MINIMAL, csv.QUOTE_MINIMAL, csv.QUOTE_ALL])).writerows([*header, *rows])
        text = lines.getvalue()
        if self.one_in(12):         # blank lines, or none at the end
            text = random.choice([text + end, text + end * 3, text.rstrip('\r\n'), text.replace(end, end + end, 1)])
        if self.one_in(15) and self.delimiter != '|':
            text, self.comments = '|made by the clinic%s%s' % (end, text), 1
        if self.one_in(60):
            place = random.randrange(len(text))
            text = text[:place] + random.choice(['\0', '"', self.delimiter, '\n', '\x1a', '\ufeff']) + text[place:]
        data = text.encode(self.encoding, 'replace')
        ending = random.choice(['gz', 'bz2', 'xz']) if self.one_in(15) else ''
        if ending and (ending == 'gz' or CAN['packed']):
            self.data, data = '%s.%s' % (self.data, ending), PACKERS[ending](data)
        elif self.one_in(60):
            data = random.choice([b'', b'PK\x03\x04' + data, data[:len(data) // 2], b'\xd0\xcf\x11\xe0' + data])
        self.files[self.data] = data

    # What is typed.

    def choose_options(self):
        random, kinds = self.random, self.kinds
        able = [name for name, kind in kinds.items() if kind not in ('id', 'name', 'diagnosis', 'dose', 'count')]
        quasi = random.sample(able, random.randint(1, min(4, len(able))))
        rest = [name for name in self.names if name not in quasi]
        sensitive = [name for name in rest if kinds[name] in ('diagnosis', 'dose')]
        options = {'quasi': quasi, 'sensitive': random.choice([sensitive, sensitive[:1], sensitive[:1], []]),
                   'k': random.choice(['2', '2', '3', '5', '10'] + ['1', '0', '400'] * self.one_in(8))}
        more = [name for name in rest if name not in options['sensitive']]
        if self.one_in(5) and more:
            options['publish'] = random.sample(more, 1)
        if self.one_in(40):
            options[random.choice(['quasi', 'sensitive'])] = random.choice([['agee'], [*quasi, quasi[0]], [quasi[0].upper()], ['']])
        if self.program != 'mondrian':
            options['max-suppression'] = random.choice(['0', '5', '20', '10%', '50%', '0.5%'])
        if self.one_in(4):
            options['missing'] = random.choice(['drop', 'value', 'root', 'root'])
        if self.one_in(6) and options.get('missing', 'drop') == 'drop':
            options['missing-in'] = random.choice(['any', 'used', 'used'])
        if self.one_in(5) and options['sensitive']:
            options['l-diversity'] = random.choice(['2', '2', '3', 'entropy:1.5'])
        if self.one_in(7) and options['sensitive']:
            numbers = all(kinds.get(name) == 'dose' for name in options['sensitive'])
            options['t-closeness'] = ('ordered:' if numbers else '') + random.choice(['0.4', '0.6', '0.25'])
        if self.one_in(9) and options['sensitive']:
            options['alpha'] = random.choice(['0.5', '0.75', '0.9'])
        self.choose_search(options)
        if self.encoding not in ('utf-8', 'utf-8-sig', 'ascii') and random.random() < .85:
            options['encoding'] = self.encoding
        elif self.one_in(40):
            options['encoding'] = random.choice(['utf-16', 'latin-1', 'gb18030', 'nothing', 'utf8'])
        if self.delimiter == '^' or self.one_in(8):
            options['delimiter'] = 'tab' if self.delimiter == '\t' else self.delimiter
        if self.one_in(7):
            options['columns'] = list(self.names)
            if self.one_in(6):
                random.choice([list.pop, list.reverse])(options['columns'])
        self.divide(options)

    def choose_search(self, options):
        """The options of the algorithm, and those that other versions of kanon do not have."""
        random = self.random
        if self.program == 'mondrian':
            for word, values in (('partitioning', ['strict', 'relaxed', 'both']), ('categories', ['leaves', 'frequency', 'hierarchy']),
                                 ('labels', ['range', 'box', 'set', 'ancestor', 'box,ancestor']),
                                 ('choose', ['widest', 'lm', 'random'])):
                if self.one_in(4):
                    options[word] = random.choice(values)
            if options.get('choose') == 'random':
                options['seed'] = '7'
        elif self.program == 'samarati' and self.one_in(3):
            options[random.choice(['optimal', 'optimal', 'trace'])] = None
            options['measure'] = random.choice(['lm', 'dm', 'entropy'])
        elif self.program == 'datafly' and self.one_in(4):
            options['round-robin'] = None
            options.pop('max-suppression')
        commas = any(re.fullmatch(r'-?[\d.]+,\d+', text) for name in options['quasi'] for text in self.values.get(name, ()))
        if CAN['decimal'] and (commas and random.random() < .8 or self.one_in(30)):
            options['decimal'] = ','
        if CAN['unreadable'] and self.one_in(2 if self.dirty & {self.kinds.get(name) for name in options['quasi']} else 9):
            options['unreadable'] = 'missing'
        if CAN['delimiter'] and self.one_in(8):
            options['output-delimiter'] = random.choice([';', 'tab', '|'])

    def divide(self, options):
        """Some options go into the INI file, the others are typed."""
        random = self.random
        in_file = self.one_in(3)
        for word, value in options.items():
            alone = value is None or word == 'columns' and in_file and random.random() < .3
            (self.ini if in_file and not alone and random.random() < .7 else self.typed)[word] = value
        typed = self.typed
        if self.one_in(4):
            typed['order'] = random.choice(['input', 'input', 'sorted'])
        for word in ('redact', 'spreadsheet-safe'):
            if self.one_in(5):
                typed[word] = None
        shown = random.randrange(10)
        if shown == 0:
            typed['output'] = '-'
        else:
            typed['output'] = random.choice(['out.csv', 'released table.csv'] + ['out.csv.gz', 'out.csv.xz'] * CAN['packed'])
            typed.update({1: {'quiet': None}, 2: {}, 3: {}}.get(shown, {'json': None}))
        if self.one_in(15):
            typed['record'] = 'run.json'
        if self.one_in(12):         # an earlier release is there
            self.files[random.choice(['out.csv', 'released table.csv'])] = b'an earlier release\n'
        if self.one_in(6):
            typed['force'] = None

    @property
    def ini_name(self):
        return re.sub(r'(\.csv|\.txt)(\..*)?$', '.ini', self.data)

    def name_ini(self):
        """Most stewards name their INI file. One that nobody names is often refused."""
        if not self.one_in(6):
            self.typed['config'] = self.ini_name

    @property
    def argv(self):
        return [self.data, *(part for word, value in self.typed.items()
                             for part in (['--' + word] if value is None else ['--' + word, listed(value)]))]

    def write_ini(self):
        if not self.ini:
            return
        random = self.random
        lines = ['[kanon]', *('%s = %s' % (random.choice([word, word.replace('-', '_')]), listed(value))
                              for word, value in self.ini.items())]
        if self.one_in(6):
            lines.insert(random.randint(1, len(lines)),
                         random.choice(['quassi = age', 'order = input', 'order = input', '; a comment', 'k = many', 'quasi age',
                                        '[other]', 'publish = name', 'quasi = beruf, wohnort', 'output = x.csv', 'sensitive = ']))
        if self.one_in(20):
            lines.pop(0)
        text = random.choice(['\n', '\n', '\r\n']).join([*lines, ''])
        encoding = 'cp1252' if self.one_in(20) else 'utf-8'
        self.files[self.ini_name] = text.encode(encoding, 'replace')
        self.name_ini()

    # Hierarchies.

    def make_hierarchies(self):
        """None, by hand, by the verbs that make them, or by `start`, which writes the INI file, too."""
        random, quasi = self.random, {**self.ini, **self.typed}['quasi']
        way = random.choice(['hand', 'hand', 'hand', 'verbs', 'start', 'none' if self.program == 'mondrian' else 'hand'])
        reading = [(word, value) for word, value in {**self.ini, **self.typed}.items() if word in ('columns', 'delimiter', 'encoding')]
        reading = [part for word, value in reading for part in ('--' + word, listed(value))]
        decimal = ['--decimal', ','] if {**self.ini, **self.typed}.get('decimal') and random.random() < .8 else []
        columns = [name for name in quasi if name in self.values]
        if way == 'hand':
            for name in columns:
                if self.kinds[name] not in NUMBERS or self.program != 'mondrian' or self.one_in(3):
                    self.files['hierarchies/%s.txt' % name.replace('/', '%2F').replace('?', '%3F')] = self.by_hand(name)
        elif way == 'verbs':
            for name in columns:
                rule = {'age': ['ranges', '--widths', '5,10,20'], 'number': ['ranges', '--widths', '10,100,1000'], 'code': ['mask'],
                        'date': ['dates']}.get(self.kinds[name], ['flat'])
                if rule[0] == 'dates' and self.one_in(2):
                    forms = ['%d.%m.%Y', '%Y-%m-%d', '%Y年%m月%d日'] + ['%d.%m.%Y,%Y-%m-%d', '%d.%m.%Y,%d.%m.%y'] * CAN['formats']
                    rule = ['dates', '--date-format', random.choice(forms)]
                if rule[0] == 'ranges' and self.one_in(3):
                    rule = random.choice([['quantiles', '--parts', '8,4,2'], ['ranges', '--widths', '5', '--top', '80'], ['flat']])
                self.steps.append((rule[0], [DATA, '--column', listed([name]), *rule[1:], *reading,
                                            *(decimal if rule[0] in ('ranges', 'quantiles') else [])]))
        elif way == 'start':
            said = [word for word in ('quasi', 'sensitive', 'publish', 'k') if word in {**self.ini, **self.typed}]
            given = {word: self.typed.pop(word) if word in self.typed and random.random() < .7 else {**self.ini, **self.typed}[word]
                     for word in said}
            self.ini = {}
            typed = [part for word, value in given.items() for part in ('--' + word, listed(value))]
            self.steps.append(('start', [DATA, *typed, *reading, *decimal, *['--redact'] * self.one_in(3)]))
            self.name_ini()

    def by_hand(self, name):
        """The file of a column's hierarchy. Now and then something is wrong with it."""
        random, kind = self.random, self.kinds[name]
        values = sorted(set(self.values[name]) | ({'?'} if self.one_in(3) else set()))
        if 'unreadable' in {**self.ini, **self.typed}:
            values = [value for value in values if value not in DIRT[kind]]
        paths = [path for path in ([value, *nodes(kind, value), '*'] for value in values) if self.keeps(path[0])]
        if self.one_in(25) and len(paths) > 1:
            wrong = random.randrange(4)
            if wrong == 0:
                paths.pop(random.randrange(len(paths)))         # it lacks a leaf
            elif wrong == 1:
                paths.append(['*', paths[0][0]])        # a cycle
            elif wrong == 2:
                paths.append([paths[0][0], 'elsewhere', '*'])       # two parents
            else:
                paths[0] = paths[0][:1]         # one field
        if self.one_in(6):      # child,parent
            paths = sorted({pair for path in paths for pair in zip(path, path[1:])})
        lines = io.StringIO()
        csv.writer(lines, lineterminator=random.choice(['\n', '\r\n'])).writerows(paths)
        return ('# by hand\n' * self.one_in(4) + lines.getvalue()).encode('utf-8-sig' if self.one_in(6) else 'utf-8')

    def keeps(self, value):
        """Blanks at the start cannot stand in a file of hierarchies, as in a table; a missing value needs no line."""
        return value.lstrip(' ') == value and (value not in ('', '?') or {**self.ini, **self.typed}.get('missing') == 'value')


DATA = object()         # stands for the table in the arguments of a step, which may be renamed after the step is chosen


def case_of(seed):
    case = Case(seed)
    case.steps = [(program, [case.data if word is DATA else word for word in argv]) for program, argv in case.steps]
    return case


def listed(value):
    """A list of columns as it is typed; a name with a comma is quoted."""
    if isinstance(value, str):
        return value
    return ','.join('"%s"' % name if ',' in name else name for name in value)


def nodes(kind, value):
    """What stands between a value and the root, by hand."""
    if kind == 'age' and value.isdigit():
        return ['[%d-%d]' % (int(value) // 10 * 10, int(value) // 10 * 10 + 9)]
    if kind == 'code' and len(value) > 3:
        return [value[:-1] + '*', value[:-2] + '**']
    if kind == 'date' and re.search(r'(19|20)\d\d', value):
        return [re.search(r'(19|20)\d\d', value)[0] + '.']
    if kind == 'ward' and value not in ('', '?'):
        return ['group %d' % (len(value) % 2)]
    return []
