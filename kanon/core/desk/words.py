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


def name_of(word) -> str:
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
    'The character between fields; write tab for a tab, blank for a blank (default: recognized'
    ' from the first lines).')
SKIP_LINES = Word(
    '--skip-lines', 'N-N,N',
    'Lines of each file that are not read, among the first 20, such as 1-3,5: titles above the'
    ' header, or a second header. Messages count them, too.')
DECIMAL = Word(
    '--decimal', '.|,',
    'The decimal sign of numbers in the table and in what is published (default the point).'
    ' Numbers in options always have a point.')
ENCODING = Word('--encoding', 'NAME', 'The encoding of the data and of the output (default utf-8).')
ENCODING_OF_FILES = ENCODING._replace(help='The encoding of all files (default utf-8).')
CONFIG = Word(
    '--config', 'FILE',
    'The INI file of options (default: <data>.ini beside the data, if there is one).')
HIERARCHIES = Word(
    '--hierarchies', 'DIR',
    'The folder with a file <column>.txt for each hierarchy (default: hierarchies/ beside the'
    ' data, else the one that came with kanon, whose own files serve the columns of UCI Adult'
    ' alone).')
COUNTS = Word(
    '--counts', 'COLUMN',
    'The table is counted: each row stands for as many records as this column says.')
MISSING_VALUES = Word(
    '--missing', 'drop|value|root',
    "A value is missing if it is '?' or nothing. drop: records with missing values are left out"
    ' and counted (default). value: a missing value of a quasi-identifier is a value like any'
    ' other. root: it is published as the root of its hierarchy.')
MISSING_IN = Word(
    '--missing-in', 'any|used',
    'With --missing drop. any: a missing value in any column leaves a record out (default). used:'
    ' only one in a column that is used does.')
NA = Word(
    '--na', 'WORD;WORD',
    "Further words that mean a missing value in any column, such as 'NA;k.A.;unknown'. Capitals"
    ' count. They are read, and published, as ?.')
NA_IN = Word(
    '--na-in', 'A=W;B=W,W',
    "Words that mean a missing value in one column alone, such as 'age=99; bp=-9,-1'. They are"
    ' read, and published, as ?.')
OTHERS_PUBLISHED = Word(
    '--publish', 'A,B',
    'Further columns that the run published. Under --missing-in used a missing value in one of'
    ' them leaves a record out, too.')
NA_IN_FILES = NA._replace(
    help="Further words that mean a missing value in any file, such as 'NA;k.A.;unknown'. Capitals"
         ' count. They are read as ?.')
UNREADABLE = Word(
    '--unreadable', 'refuse|missing',
    'What to do with a few values of a quasi-identifier that have no leaf in its hierarchy or, if'
    ' it has none, are no plain numbers in a column of numbers. refuse: the run ends (default).'
    ' missing: they are taken as missing values, and counted. If half of the records or more have'
    ' such a value, the run ends all the same.')
TOTALS = Word(
    '--totals', 'keep|leave-out',
    'A row is a total if its first cell with something in it is a word such as Total or Summe, and'
    ' all others are numbers or empty. leave-out: totals are left out and counted. keep: they are'
    ' records (default, with a warning if one is the last row).')
MEMORY = Word(
    '--memory', 'SIZE',
    'Take no more memory than this, such as 512M or 2G. What need not be in memory goes to'
    ' temporary files. A table of too many different combinations is refused.')
SINCE = Word(
    '--since', 'A=B,C=B',
    'Read these columns as days: the number of days from the date in column B to the date in'
    ' column A. 0 is the same day. B stays as it is. Where one of both is missing, so is the'
    ' number.')
DATE_FORMAT = Word(
    '--date-format', 'FORMAT',
    'How the dates are written, as in strptime, such as %d/%m/%Y (default YYYY-MM-DD, with or'
    ' without a time). If they are written in several ways, give all formats, with commas.')
CENTURY = Word(
    '--century', 'YEAR',
    'The first of the hundred years that two digits of a year mean, where --date-format has %y.'
    ' 1925 means 1925 to 2024.')
THOUSANDS = Word(
    '--thousands', 'A=S;B=S',
    'What stands between the thousands of these columns of numbers: . , _ blank or apostrophe.'
    ' They are read, and published, without it. none: nothing does, and 1.200 is 1.2. A column in'
    ' which 1.200 may be either is refused without an answer.')
ITEMS = Word(
    '--items', 'COLUMN=S',
    'The cells of this sensitive column are sets of items with the sign S between them, such as'
    ' diagnoses=| where a cell is B20|E11. comma, semicolon, slash, plus and blank name signs.'
    ' dx=dx1,dx2 makes the column dx of the items of dx1 and dx2, to be named with --sensitive in'
    ' their place. Rules beyond k are then about one item at a time. It may be typed for each such'
    ' column.')
EXACT = Word(
    '--exact', 'A,B',
    'In these columns each way to write a value is a value of its own. In others HIV, hiv and'
    ' "HIV " count as one value for l and alpha, and Ann and ann are no two persons.')
READING = (
    COLUMNS, COUNTS, HIERARCHIES, MISSING_VALUES, MISSING_IN, NA, NA_IN, UNREADABLE, TOTALS, SINCE,
    DATE_FORMAT, CENTURY, THOUSANDS, ITEMS, EXACT, DELIMITER, SKIP_LINES, DECIMAL, ENCODING, MEMORY,
    CONFIG)

# What a class must satisfy.
L_DIVERSITY = Word(
    '--l-diversity', 'RULE',
    'Every published class has at least L different known values in each sensitive column. RULE is'
    ' L, entropy:L or recursive:C,L. "column=RULE; column=RULE" sets rules for some columns.')
T_CLOSENESS = Word(
    '--t-closeness', 'RULE',
    'In every published class the distribution of each sensitive column is at most T from that of'
    ' the whole table. RULE is T (equal distance), ordered:T (for numbers) or hierarchical:T.'
    ' "column=RULE; column=RULE" sets rules for some columns.')
ALPHA = Word(
    '--alpha', 'A',
    'No sensitive value has more than this share of a published class. "column=A; column=A" sets'
    ' shares for some columns.')
BETA_LIKENESS = Word(
    '--beta-likeness', 'RULE',
    "No sensitive value's share of a published class is more than 1 + B times its share of the"
    ' whole table. RULE is B, or enhanced:B, which also bounds the gain by -log of that share.'
    ' "column=RULE; column=RULE" sets rules for some columns.')
DELTA_DISCLOSURE = Word(
    '--delta-disclosure', 'D',
    "The logarithm of each sensitive value's share of a published class, divided by its share of"
    ' the whole table, is between -D and D. So every class has every value. "column=D; column=D"'
    ' sets it for some columns.')
BEYOND_K = L_DIVERSITY, T_CLOSENESS, ALPHA, BETA_LIKENESS, DELTA_DISCLOSURE
POPULATION = Word(
    '--population', 'FILE',
    'A csv file of the population that the people of the table come from, with the same'
    ' quasi-identifiers, recorded as in the table. It is read as DATA is.')
POPULATION_COUNTS = Word(
    '--population-counts', 'COLUMN',
    'The population is counted: each row stands for as many people as this column says (default:'
    ' the column of --counts, if the population has it).')
K_MAP = Word(
    '--k-map', 'N',
    'The labels of every published class fit at least N people of the population. With -k 1'
    ' nothing else is required.')
DELTA_PRESENCE = Word(
    '--delta-presence', 'LEAST:MOST',
    "Of the people of the population whom a class's labels fit, a share of LEAST to MOST is in the"
    ' table, such as 0:0.5 or 1/2:2/3. A least share above 0 is for all people of the population,'
    ' so nothing is suppressed.')
IN_POPULATION = POPULATION, POPULATION_COUNTS, K_MAP, DELTA_PRESENCE
K = Word('--k', 'N', 'Every published class has at least N records (default 10).')
PERSON = Word(
    '--person', 'COLUMN',
    'The column that says whose row each row is. It is counted and never published. Every'
    ' published class then has rows of at least k different persons, and rules beyond k count'
    ' persons.')
HISTORY = Word(
    '--history', 'FILE',
    'What earlier releases of this table say of each person. All releases side by side then show'
    ' each published person with the same labels and absences as k - 1 others. Whoever would stand'
    ' with fewer is held back. The first release makes the file, and each one brings it up to'
    ' date. It is as confidential as the table. Needs --person. Of a person with several rows all'
    ' are published or none. The others then have equally many rows under the same labels.')
MAX_SUPPRESSION = Word(
    '--max-suppression', 'N|P%',
    'How many records may be suppressed, as a number or a share (default 20).')
WEIGHTS = Word(
    '--weights', 'A=W,B=W',
    'How much the loss of each quasi-identifier counts in lm (default 1 each).')
RULED = Word(
    '--sensitive', 'A,B',
    'The sensitive columns, which rules beyond k are about (default occupation).')

RECODING_MAPS = Word(
    '--recoding-maps', 'FOLDER',
    'Write the recoding as one small csv file for each column, with the columns value and label,'
    ' and beside them the SQL that publishes by them in an engine. python -m kanon recode FOLDER'
    ' publishes another table so.')

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
         'strict: all records with the same value go to one side of a cut (default). relaxed:'
         ' those with the median may go to either side, so that the sides are halves. both:'
         ' relaxed cuts where no strict one is left. optimal: the strict cuts that lose least in'
         ' all, proven; for one column of numbers and few categories. clustered: the best cut of'
         ' all, and classes grown from single records; for many columns.'),
    Word('--relaxed', {'action': 'store_const', 'const': 'relaxed', 'dest': 'partitioning'},
         'The same as --partitioning relaxed.'),
    Word('--choose', 'widest|random|lm',
         'The dimension to cut. widest: the widest that can be cut (default). random: any that'
         ' can be cut; needs --seed. lm: the one whose cut leaves the least loss.'),
    Word('--seed', 'N', 'The seed for --choose random.'),
    Word('--categories', 'leaves|frequency|hierarchy',
         "How categories are cut. leaves: at the median, in the order of their hierarchy's leaves"
         ' (default where there is a hierarchy). frequency: at the median, in the order of their'
         ' frequency. hierarchy: a node is cut into its children.'),
    Word('--labels', 'WORD,WORD',
         'What a class publishes. For numbers, range: from its least to its greatest value'
         ' (default), or box: from cut line to cut line. For categories, set: its values as {a|b}'
         ' (default), or ancestor: their lowest common ancestor (default with --categories'
         ' hierarchy). grid, for both: ranges between edges that are declared beforehand, and'
         ' nodes of the hierarchies.'),
    Word('--grid', 'A=W,B=E:E:E',
         'With --labels grid: the edges of columns of numbers, as a width (age=5) or as a list'
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
TABLE_OUTPUT = Word('--output', 'FILE', 'The file for the table (default -, standard output).')
REPORT_OUTPUT = Word('--output', 'FILE', 'The file for the report (default -, standard output).')
STARS = Word(
    '--stars', 'suppressed|class',
    "What a row with '*' in every quasi-identifier is: a suppressed record, or a record of a class"
    ' (default suppressed; class if the INI file says missing = root).')
PICTURE = Word(
    '--picture', 'FILE',
    'Draw what the report says as a picture: an SVG file, which every browser opens.')
HTML = Word(
    '--html', 'FILE',
    'Write the report and its pictures as a page: one HTML file, which needs no network.')
OTHER_LANGUAGES = [name for name, _ in LANGUAGES.values() if name != 'English']
IN_LANGUAGES = ': English (default) or %s.' % ', '.join(OTHER_LANGUAGES)
LANGUAGE = Word(
    '--language', '|'.join(LANGUAGES),
    'The language of reports, pages and pictures' + IN_LANGUAGES)
PAGE_LANGUAGE = LANGUAGE._replace(help='The language of the page' + IN_LANGUAGES)
PICTURE_LANGUAGE = LANGUAGE._replace(
    help='The language of the report and of the picture' + IN_LANGUAGES)
REPORT_LANGUAGE = LANGUAGE._replace(help='The language of the report' + IN_LANGUAGES)
SEEN = PICTURE, HTML, LANGUAGE
TO_SIGN = (
    Word('--page-text', 'FILE',
         'With --html: an INI file with the texts that fill the fields of the page, such as'
         ' purpose = research on waiting times, below a line [page]. A field without a text is a'
         ' line to write on.'),
    switch('--internal',
           'With --html: the full page, which is as confidential as the table. It shows values'
           ' that fewer than k records, or persons, have, and each sheet of its print says that'
           ' it is internal. Without this the page can be read by people who may not see the'
           ' table.'))
STANDARDS = (
    Word('--standard', {'metavar': 'NAME', 'action': 'extend', 'type': SETTINGS['standard'].kind},
         'Say of each clause of an official standard whether it holds, fails, or cannot be'
         ' checked from the file: cms-11, gdpr-wp216, hipaa-safe-harbor, risk-0.09, or a file of'
         ' your own. Several with commas, or the option again.'),
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
         ' standard output, and none, with --recoding, writes no release. It is packed if its'
         ' name ends in .gz, .bz2 or .xz.'),
    Word('--order', 'sorted|input',
         'The order of the published rows (default sorted). The order of the input may tell who'
         ' is who. In an INI file, input counts only where --config names the file.'),
    Word('--output-delimiter', 'C',
         'The character between the fields of the published table: , ; | or the word tab (default'
         ' ,).'),
    Word('--max-rows', 'N',
         'With --counts: how many rows the published table may have (default 10,000,000). A row'
         ' of a counted table may stand for very many.'),
    Word('--record', 'FILE',
         'Write a JSON record of what went in and what came out, for python -m kanon replay.'),
    Word('--recoding', 'FILE',
         'Write the recoding as a csv file, which an engine joins with its records: what is'
         ' published for each combination of recorded quasi-identifiers. Without -o no release is'
         ' written: the engine writes it. The recoding is as confidential as the table.'),
    switch('--spreadsheet-safe',
           "Put a ' before values that a spreadsheet would run (those that begin with = + - @)."),
    JSON, *SEEN, *TO_SIGN, *STANDARDS,
    switch('--trace', 'Report every step of the search.'))

# The two scripts.
PATIENTS = ('', ' patients.csv -k 5 --quasi age,sex,zip --sensitive diagnosis',
            ' - -o published.csv < patients.csv')
MEASURE = '|'.join([*MEASURES, 'first'])
SAMARATI_WORDS = (
    Word('--like', 'RECORD',
         'Publish this table as an earlier run published another: RECORD is what it wrote with'
         ' --record. The columns, k, the rules, the hierarchies and the level of each column are'
         ' those of that run. Nothing is searched. Classes that fail are suppressed, within'
         ' --max-suppression.'),
    K, MAX_SUPPRESSION, QUASI, PERSON, HISTORY, *BEYOND_K, *IN_POPULATION,
    switch('--optimal',
           'Find the best vector of the whole lattice by --measure, and prove it. Without this,'
           ' the best vector of the least height is taken.'),
    Word('--time-limit', 'SECONDS',
         'With --optimal: stop the search after so many seconds, and publish with the best vector'
         ' so far. Ctrl-C does the same.'),
    Word('--measure', MEASURE,
         'The measure by which the best vector is chosen (default lm). first takes the first'
         ' vector of the least height.'),
    WEIGHTS, *LIMITS, *READING, *RELEASE, RECODING_MAPS, QUIET, REDACT, FORCE)
MONDRIAN_WORDS = (
    Word('--plan', 'FILE',
         'Cut this table as an earlier run cut another: FILE is what it wrote with --save-plan.'
         ' The columns, k, the rules, the cuts and the labels are those of that run, and the'
         ' hierarchies must be the same. Nothing is searched. Classes that fail are suppressed,'
         ' within --max-suppression.'),
    Word('--save-plan', 'FILE',
         'Write a plan for --plan, with --labels box or grid. It holds values of the table, and'
         ' is as confidential. Only its owner may read it.'),
    MAX_SUPPRESSION._replace(help='With --plan: how many records may be suppressed, as a number'
                                  ' or a share (default 20).'),
    K, QUASI, PERSON, *BEYOND_K,
    WEIGHTS, *LIMITS, *CUTS,
    switch('--bound',
           'Also work out a lower bound of lm, and report how far the release can be from the'
           ' best possible. It takes up to 15 seconds, or --time-limit.'),
    Word('--time-limit', 'SECONDS',
         'With --partitioning optimal or clustered: stop the search after so many seconds, and'
         ' publish with the best cuts so far. With --bound: stop raising the bound after so many.'
         ' Ctrl-C does the same.'),
    *READING, *RELEASE, OVER, QUIET, REDACT, FORCE)
