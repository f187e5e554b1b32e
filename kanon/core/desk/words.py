"""The words of the command line, and the programs that have them.

Each verb brings its own words, in its own file. Here are those of the two scripts, and those that
mean the same everywhere. docs/reference/options.md is made from these words by
tests/docs/options.py.
"""

from __future__ import annotations

from collections import namedtuple

from ..counts.measures import MEASURES
from ..own_files import as_typed_here
from ..settings.kinds import one_of
from ..settings.table import SETTINGS
from ..voice import LANGUAGES

# The end of --help, where %s stands for the examples of a program.
DEFAULT_DATA = ' (without DATA kanon takes data/adult.data, or else the sample that came with it)'
EXAMPLES = 'examples' + DEFAULT_DATA + ''':
%s
Options that you always use can stand in an INI file beside the table, such as patients.ini, below\
 a line [kanon].
Exit status: 0 done, 1 impossible with this data or these options, 2 usage error, 130 interrupted,\
 143 terminated.'''
EXAMPLES_OF_FILES = EXAMPLES.replace(DEFAULT_DATA, '')
CSV_FILE = ('A csv file, plain or packed with gzip, bzip2 or xz; - is standard input;'
            ' people.db::patients is a table of an SQLite file.')
DATA = {'metavar': 'DATA', 'nargs': '*',
        'help': CSV_FILE + ' Several files, or a folder of csv files, are one table.'}
ONE_DATA = {'metavar': 'DATA', 'nargs': '?',
            'help': CSV_FILE + ' A folder of csv files is one table.'}

# What a program is:
#   name       in options and records
#   typed      as it is typed in a checkout
#   title      of its --help
#   words      its options
#   settle     completes the values of its options (options.py says how it is called)
#   examples   of its --help
#   epilog     the end of its --help
#   defaults   those of its own words
#   from_ini   the options that it takes from an INI file, None for all
#   data       what argparse asks for DATA
#   no_data    the file where none is typed
#   publishes  whether it publishes a release
#   before     what argparse asks for before DATA, by name
#   by         a function from its options to the names of the algorithms that it runs


class Program(namedtuple('Program', 'name typed title words settle examples epilog defaults'
                                    ' from_ini data no_data publishes before by',
                         defaults=(EXAMPLES, {}, None, DATA, None, False, {}, lambda values: []))):
    __slots__ = ()

    @property
    def command(self) -> str:
        """How it is typed."""
        return as_typed_here(self.typed)


# A word is an option: its `flag` as it is typed, `how` (its metavar, or a dict of what argparse
# asks for), its `help`, and a `type` if it is not the kind of the setting.
Word = namedtuple('Word', 'flag how help type', defaults=(None,))
SHORT = {'--k': '-k', '--output': '-o'}


def setting_of_word(word) -> str:
    """The name of the setting that a word sets."""
    return word.flag[2:].replace('-', '_')


def switch(flag, help_):
    """A word without a value."""
    return Word(flag, {'action': 'store_true'}, help_)


# How a table is read.
QUASI = Word(
    '--quasi', 'A,B',
    'The quasi-identifiers (default: those of Adult, age,gender,race,marital_status).')
COLUMNS = Word('--columns', 'A,B', 'The names of all columns. For a file without a header line.')
DELIMITER = Word(
    '--delimiter', 'C',
    'The character between fields, or the word tab or blank (default: recognized from the first'
    ' lines).')
SKIP_LINES = Word(
    '--skip-lines', 'N-N,N',
    'Lines of each file that are not read, among the first 20, such as 1-3,5: titles, or a second'
    ' header. Messages count them, too.')
DECIMAL = Word(
    '--decimal', '.|,',
    'The decimal sign of numbers, read and published (default the point; start finds it out).'
    ' Numbers in options always have a point.')
ENCODING = Word(
    '--encoding', 'NAME',
    'The encoding of all tables, read or written (default utf-8). Hierarchies are always UTF-8.')
CONFIG = Word(
    '--config', 'FILE',
    'The INI file of options (default: <data>.ini beside the data, if there is one).')
HIERARCHIES = Word(
    '--hierarchies', 'DIR',
    'The folder with a file <column>.txt for each hierarchy (default: hierarchies/ beside the'
    ' data, else the one that came with kanon, for the columns of UCI Adult alone).')
COUNTS = Word(
    '--counts', 'COLUMN',
    'The table is counted: each row stands for as many records as this column says.')
MISSING_VALUES = Word(
    '--missing', 'drop|value|root',
    "A value is missing if it is '?' or nothing. drop: records with one are left out and counted"
    ' (default). value: in a quasi-identifier it is a value like any other. root: it is published'
    ' as the root of the hierarchy.')
MISSING_IN = Word(
    '--missing-in', 'any|used',
    'With --missing drop. A missing value leaves a record out if it is in any column (default), or'
    ' only in one that is used.')
NA = Word(
    '--na', 'WORD;WORD',
    "Further words that mean a missing value in any column, such as 'NA;k.A.;unknown'. Capitals"
    ' count. They are read as ?.')
NA_IN = Word(
    '--na-in', 'A=W;B=W,W',
    "The same in one column alone, such as 'age=99; bp=-9,-1'.")
UNREADABLE = Word(
    '--unreadable', 'refuse|missing',
    'What to do with values of a quasi-identifier that have no leaf in its hierarchy or, without'
    ' one, are no plain numbers in a column of numbers. refuse: the run ends (default). missing:'
    ' they are taken as missing, and counted. The run still ends if half of the records or more'
    ' have one.')
TOTALS = Word(
    '--totals', 'keep|leave-out',
    'A row is a total if its first cell with something in it is a word such as Total or Summe, and'
    ' all others are numbers or empty. leave-out: totals are left out and counted. keep: they are'
    ' records (default; a run warns if one is the last row).')
MEMORY = Word(
    '--memory', 'SIZE',
    'Take no more memory than this, such as 512M or 2G. What need not be in memory goes to'
    ' temporary files. A table of too many different combinations is refused.')
SINCE = Word(
    '--since', 'A=B,C=B',
    'Read these columns of a recorded table as numbers of days, from the date in column B to the'
    ' date in column A. 0 is the same day. B stays as it is. Where a date is missing, so is the'
    ' number.')
DATE_FORMAT = Word(
    '--date-format', 'FORMAT',
    'How dates are written, as in strptime, such as %d/%m/%Y (default YYYY-MM-DD, with or without'
    ' a time). Several formats with commas.')
CENTURY = Word(
    '--century', 'YEAR',
    'The first of the hundred years that two digits of a year (%y) mean. 1925: 1925 to 2024.')
THOUSANDS = Word(
    '--thousands', 'A=S;B=S',
    'What stands between the thousands of these columns of numbers: . , _ blank or apostrophe.'
    ' They are read and published without it. none: nothing does, and 1.200 is 1.2. A column in'
    ' which 1.200 may be either is refused without an answer.')
ITEMS = Word(
    '--items', 'COLUMN=S',
    'The cells of this sensitive column are sets of items with the sign S between them, such as'
    ' diagnoses=| where a cell is B20|E11. comma, semicolon, slash, plus and blank name signs.'
    ' dx=dx1,dx2 makes the column dx of the items of dx1 and dx2. Name it with --sensitive in'
    ' their place. Rules beyond k are then about one item at a time. Type it once a column.')
EXACT = Word(
    '--exact', 'A,B',
    'In these columns each way to write a value is a value of its own. In others HIV, hiv and'
    ' "HIV " are one value for l and alpha, and Ann and ann one person.')
READING = (
    COLUMNS, COUNTS, HIERARCHIES, MISSING_VALUES, MISSING_IN, NA, NA_IN, UNREADABLE, TOTALS, SINCE,
    DATE_FORMAT, CENTURY, THOUSANDS, ITEMS, EXACT, DELIMITER, SKIP_LINES, DECIMAL, ENCODING, MEMORY,
    CONFIG)

# How a recorded table beside a release of it is read.
RECORDED_COLUMNS = COLUMNS._replace(
    help='The names of all columns of the recorded table, if it has no header line. A release'
         ' always has one, and is read from its first line on.')
RECORDED_HIERARCHIES = HIERARCHIES._replace(
    help='The folder with a file <column>.txt for each hierarchy, which says what a label covers'
         ' (default: hierarchies/ beside the recorded table, else beside the release, else the one'
         ' that came with kanon).')
RECORDED_CONFIG = CONFIG._replace(
    help='The INI file of options (default: that beside the recorded table, else that beside the'
         ' release).')
OTHERS_PUBLISHED = Word(
    '--publish', 'A,B',
    'Further columns that the run published. Under --missing-in used a missing value in one of'
    ' them leaves a record out, too.')

# What a class must satisfy.
L_DIVERSITY = Word(
    '--l-diversity', 'RULE',
    'Every published class has at least L different known values in each sensitive column. RULE is'
    ' L, entropy:L or recursive:C,L. For some columns: "column=RULE; column=RULE".')
T_CLOSENESS = Word(
    '--t-closeness', 'RULE',
    'In every published class the distribution of each sensitive column is at most T from that of'
    ' the whole table. RULE is T (equal distance), ordered:T (for numbers) or hierarchical:T. For'
    ' some columns as --l-diversity.')
ALPHA = Word(
    '--alpha', 'A',
    'No sensitive value has more than this share of a published class. For some columns as'
    ' --l-diversity.')
BETA_LIKENESS = Word(
    '--beta-likeness', 'RULE',
    "No sensitive value's share of a published class is more than 1 + B times its share of the"
    ' whole table. RULE is B, or enhanced:B, which also bounds the gain by -log of that share. For'
    ' some columns as --l-diversity.')
DELTA_DISCLOSURE = Word(
    '--delta-disclosure', 'D',
    "The logarithm of each sensitive value's share of a published class, divided by its share of"
    ' the whole table, is between -D and D. So every class has every value. For some columns as'
    ' --l-diversity.')
BEYOND_K = L_DIVERSITY, T_CLOSENESS, ALPHA, BETA_LIKENESS, DELTA_DISCLOSURE
POPULATION = Word(
    '--population', 'FILE',
    'A csv file of the population that the people of the table come from, with the same'
    ' quasi-identifiers, recorded and read as DATA.')
POPULATION_COUNTS = Word(
    '--population-counts', 'COLUMN',
    'Each row of the population stands for as many people as this column says (default: the column'
    ' of --counts, if the population has it).')
K_MAP = Word(
    '--k-map', 'N',
    'The labels of every published class fit at least N people of the population. With -k 1'
    ' nothing else is required.')
DELTA_PRESENCE = Word(
    '--delta-presence', 'LEAST:MOST',
    "Of the people of the population whom a class's labels fit, a share of LEAST to MOST is in the"
    ' table, such as 0:0.5 or 1/2:2/3. A least share above 0 is for all people of the population:'
    ' then a run suppresses nothing.')
IN_POPULATION = POPULATION, POPULATION_COUNTS, K_MAP, DELTA_PRESENCE
K = Word('--k', 'N', 'Every published class has at least N records (default 10).')
PERSON = Word(
    '--person', 'COLUMN',
    'The column that says whose row each row is. It is counted and never published. Every class'
    ' then has rows of at least k different persons, and rules beyond k count persons.')
HISTORY = Word(
    '--history', 'FILE',
    'With --person. What earlier releases of this table say of each person. The first makes the'
    ' file, and each one brings it up to date. It is as confidential as the table. All releases'
    ' side by side then show each published person with the same labels and absences as k - 1'
    ' others. Whoever would stand with fewer is held back. Of several rows of a person all are'
    ' published or none, and the others have equally many under the same labels.')
MAX_SUPPRESSION = Word(
    '--max-suppression', 'N|P%',
    'How many records may be suppressed, as a number or a share (default 20; for datafly as many'
    ' as k).')
WEIGHTS = Word(
    '--weights', 'A=W,B=W',
    'How much the loss of each quasi-identifier counts in lm (default 1 each).')
RULED = Word(
    '--sensitive', 'A,B',
    'The sensitive columns, which rules beyond k are about (default occupation).')

RECODING_MAPS = Word(
    '--recoding-maps', 'FOLDER',
    'Write the recoding as one small csv file for each column, with the columns value and label,'
    ' and the SQL that publishes by them in an engine. python -m kanon recode FOLDER publishes'
    ' another table so.')

LIMITS = (
    Word('--limit', 'A<=L',
         'No label of these columns is coarser than this level, given by its number or its name,'
         ' such as "born<=decade; zip<=2". "age<=10 wide": no interval of numbers is wider than'
         ' this.'),
    Word('--from', 'A>=L',
         'No label of these columns is finer than this level, such as "zip>=1", or narrower than'
         ' this, such as "age>=5 wide".'))

# How Mondrian cuts.
CUTS = (
    Word('--partitioning', 'strict|relaxed|both|optimal|clustered',
         'strict: records with the same value go to one side of a cut (default). relaxed: those'
         ' with the median may go to either side, so that the sides are halves. both: relaxed'
         ' cuts where no strict one is left. optimal: the strict cuts that lose least in all,'
         ' proven; for one column of numbers and few categories. clustered: the best cut of all,'
         ' and classes grown from single records; for many columns.'),
    Word('--relaxed', {'action': 'store_const', 'const': 'relaxed', 'dest': 'partitioning'},
         'Short for --partitioning relaxed.'),
    Word('--choose', 'widest|random|lm',
         'The dimension to cut. widest: the widest that can be cut (default). random: any that'
         ' can be cut; needs --seed. lm: the one whose cut leaves the least loss.'),
    Word('--seed', 'N', 'The seed for --choose random.'),
    Word('--categories', 'leaves|frequency|hierarchy',
         "How categories are cut. leaves: at the median, in the order of their hierarchy's leaves"
         ' (default where there is one). frequency: the same, by frequency. hierarchy: a node is'
         ' cut into its children.'),
    Word('--labels', 'WORD,WORD',
         'What a class publishes. For numbers, range: from its least to its greatest value'
         ' (default), or box: from cut line to cut line. For categories, set: its values as {a|b}'
         ' (default), or ancestor: their lowest common ancestor (default with --categories'
         ' hierarchy). grid, for both: ranges between declared edges, and nodes of the'
         ' hierarchies.'),
    Word('--grid', 'A=W,B=E:E:E',
         'With --labels grid: the edges of numbers, as a width (age=5) or a list'
         ' (age=0:18:65:120) (default: those of the ranges in the hierarchy).'))

# What is published, and what is printed.
REDACT = switch(
    '--redact',
    'Show no value of the data in messages and reports, only counts and line numbers.')
FORCE = switch('--force', 'Replace an output file that exists.')
QUIET = switch('--quiet', 'Print no report and no progress.')
NO_PROGRESS = switch('--quiet', 'Print no progress.')
JSON = switch(
    '--json',
    'Print the report as one JSON object. A run that fails prints its error as one.')
# Of verbs that draw. An INI file serves all verbs, and so takes no svg.
DRAWN = Word(
    '--format', 'text|csv|markdown|json|svg',
    'The format of the table (default text). svg draws it.',
    one_of('text', 'csv', 'markdown', 'json', 'svg'))
OUTPUT = Word('--output', 'FILE', 'The file to write (default -, standard output).')
STARS = Word(
    '--stars', 'suppressed|class',
    "What a row with '*' in every quasi-identifier is: a suppressed record, or a record of a class"
    ' (default suppressed; class if the INI file says missing = root).')
PICTURE = Word(
    '--picture', 'FILE',
    'Draw the report: an SVG file, which every browser opens.')
HTML = Word(
    '--html', 'FILE',
    'Write the report and its pictures as one HTML file, which needs no network.')
OTHER_LANGUAGES = [name for name, _ in LANGUAGES.values() if name != 'English']
IN_LANGUAGES = ': English (default) or %s.' % ', '.join(OTHER_LANGUAGES)
LANGUAGE = Word(
    '--language', '|'.join(LANGUAGES),
    'The language of reports, pages and pictures' + IN_LANGUAGES)
SEEN = PICTURE, HTML, LANGUAGE
TO_SIGN = (
    Word('--page-text', 'FILE',
         'With --html: an INI file with the texts of the fields of the page, such as purpose ='
         ' research on waiting times, below a line [page]. A field without one is a line to'
         ' write on.'),
    switch('--internal',
           'With --html: the full page, which is as confidential as the table. It shows values'
           ' that fewer than k records, or persons, have, and each printed sheet says that it is'
           ' internal. Otherwise people who may not see the table can read the page.'))
STANDARDS = (
    Word('--standard', {'metavar': 'NAME', 'action': 'extend', 'type': SETTINGS['standard'].kind},
         'Say of each clause of an official standard whether it holds, fails, or cannot be'
         ' checked from the file: cms-11, gdpr-wp216, hipaa-safe-harbor, risk-0.09, or your own'
         ' file. Several with commas, or the option again.'),
    Word('--holds', 'KIND=COLUMN,...',
         'With --standard: what columns hold that are not recognized. zip=w,age=y: w has ZIP'
         ' codes, y has ages. none=z: z holds none of the kinds.'),
    Word('--small-zips', 'FILE',
         'With --standard hipaa-safe-harbor: the three-digit ZIP codes where 20,000 people or'
         ' fewer live, one a line.'))
OVER = Word(
    '--over', 'A,B',
    'The two columns over which --picture and --html draw the boxes (default: the two that were'
    ' cut most often).')
RELEASE = (
    Word('--sensitive', 'A,B',
         "The sensitive columns. They are published unchanged (default occupation; '' for none)."),
    Word('--publish', 'A,B', 'Other columns to publish unchanged (default none).'),
    Word('--output', 'FILE',
         'The file for the published table (default <data>_{program}.csv beside the data); - is'
         ' standard output. It is packed if its name ends in .gz, .bz2 or .xz.'),
    Word('--order', 'sorted|input',
         'The order of the published rows (default sorted). That of the input may tell who is'
         ' who. In an INI file, input counts only where --config names the file.'),
    Word('--output-delimiter', 'C',
         'The character between the fields of the table that is written: , ; | or the word tab'
         ' (default ,).'),
    Word('--max-rows', 'N',
         'With --counts, where a row may stand for very many: how many rows the published table'
         ' may have (default 10,000,000).'),
    Word('--record', 'FILE',
         'Write a JSON record of what went in and came out, for python -m kanon replay.'),
    Word('--recoding', 'FILE',
         'Write the recoding as a csv file, which an engine joins with its records: what is'
         ' published for each combination of recorded quasi-identifiers. It is as confidential as'
         ' the table. Without -o, or with -o none, no release is written.'),
    switch('--spreadsheet-safe',
           "Put a ' before values that a spreadsheet would run (those that begin with = + - @)."),
    JSON, *SEEN, *TO_SIGN, *STANDARDS,
    switch('--trace', 'Report every step of the search.'))

# The two scripts.
PATIENTS = ('', ' patients.csv -k 5 --quasi age,sex,zip --sensitive diagnosis',
            ' - -o published.csv < patients.csv')
MEASURE = Word(
    '--measure', '|'.join([*MEASURES, 'first']),
    'The measure by which the best vector is chosen (default lm). first takes the first vector of'
    " the least height, in Samarati's search alone.")
SAMARATI_WORDS = (
    Word('--like', 'RECORD',
         'Publish as an earlier run published another table: RECORD is what it wrote with'
         ' --record. The columns, k, the rules, the hierarchies and the levels are those of that'
         ' run. Nothing is searched. Classes that fail are suppressed, within'
         ' --max-suppression.'),
    K, MAX_SUPPRESSION, QUASI, PERSON, HISTORY, *BEYOND_K, *IN_POPULATION,
    switch('--optimal',
           'Find the best vector of the whole lattice by --measure, and prove it. Without this,'
           ' the best vector of the least height is taken.'),
    Word('--time-limit', 'SECONDS',
         'With --optimal: stop the search after so many seconds, and publish with the best vector'
         ' so far. Ctrl-C does the same.'),
    MEASURE, WEIGHTS, *LIMITS, *READING, *RELEASE, RECODING_MAPS, QUIET, REDACT, FORCE)
MONDRIAN_WORDS = (
    Word('--plan', 'FILE',
         'Cut as an earlier run cut another table: FILE is what it wrote with --save-plan. The'
         ' columns, k, the rules, the cuts and the labels are those of that run, and the'
         ' hierarchies must be the same. Nothing is searched. Classes that fail are suppressed,'
         ' within --max-suppression.'),
    Word('--save-plan', 'FILE',
         'With --labels box or grid: write a plan for --plan. It holds values of the table, and'
         ' is as confidential. Only its owner may read it.'),
    MAX_SUPPRESSION._replace(help='With --plan. ' + MAX_SUPPRESSION.help),
    K, QUASI, PERSON, *BEYOND_K,
    WEIGHTS, *LIMITS, *CUTS,
    switch('--bound',
           'Also report a lower bound of lm, and so how far the release can be from the best'
           ' possible. It takes up to 15 seconds, or --time-limit.'),
    Word('--time-limit', 'SECONDS',
         'With --partitioning optimal or clustered: stop the search after so many seconds, and'
         ' publish with the best cuts so far. With --bound: stop raising the bound after so many.'
         ' Ctrl-C does the same.'),
    *READING, *RELEASE, OVER, QUIET, REDACT, FORCE)
