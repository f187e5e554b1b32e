"""The words of the command line: what a word is, what a program is, and the words that several programs share.

Each verb brings its own words, in its own file. Here are those of the two scripts and those that mean the same everywhere.
"""

from __future__ import annotations

from collections import namedtuple

from ..measures import MEASURES

# What holds where neither the command line nor an INI file says otherwise.
DEFAULTS = {
    'k': 10, 'max_suppression': '20', 'quasi': ['age', 'gender', 'race', 'marital_status'], 'sensitive': ['occupation'],
    'publish': [], 'columns': None, 'hierarchies': None, 'delimiter': None, 'encoding': 'utf-8',
    'missing': 'drop', 'missing_in': 'any', 'l_diversity': {}, 't_closeness': {}, 'alpha': {},
    'measure': 'lm', 'optimal': False, 'time_limit': None, 'round_robin': False, 'weights': {},
    'partitioning': 'strict', 'choose': 'widest', 'seed': None, 'categories': None, 'labels': '',
    'order': 'sorted', 'spreadsheet_safe': False, 'output': None, 'record': None, 'config': None,
    'json': False, 'trace': False, 'format': 'text', 'quiet': False, 'force': False, 'redact': False,
    'require': [], 'stars': 'suppressed', 'threshold': (1, 5), 'most': None,
}
EXAMPLES = '''\
examples (without DATA: the sample that ships, or data/adult.data where it is):
%s
Options that you always use go into an INI file beside the table: patients.ini, below a line [kanon].
Exit status: 0 done, 1 the data or the request cannot be served, 2 usage, 130 interrupted, 143 terminated.'''
EXAMPLES_OF_FILES = EXAMPLES.replace(' (without DATA: the sample that ships, or data/adult.data where it is)', '')
A_FILE = 'a csv file, plain or gzip; - is standard input'
DATA = {'metavar': 'DATA', 'nargs': '?', 'help': A_FILE}

# A program: `name` in options and records, `command` as it is typed, its `title` and its `words`. `settle` completes the values
# of its options (options.py says how it is called). `defaults` are those of its own words. `from_ini` names the options that it
# takes from an INI file, None for all. `data` is what argparse asks for DATA, `no_data` the file where none is typed.
Program = namedtuple('Program', 'name command title words settle examples epilog defaults from_ini data no_data publishes',
                     defaults=(EXAMPLES, {}, None, DATA, None, False))
# A word: its `flag` as it is typed, `how` (its metavar, or a dict of what argparse asks for), and a `type` if types.py has none.
Word = namedtuple('Word', 'flag how help type', defaults=(None,))
RULES = 'l_diversity', 't_closeness', 'alpha'      # the options that hold rules beyond k
SHORT = {'--k': '-k', '--output': '-o'}


def switch(flag, help_):
    """A word without a value."""
    return Word(flag, {'action': 'store_true'}, help_)


# How a table is read.
QUASI = Word('--quasi', 'A,B', "the quasi-identifiers (default Adult's: age,gender,race,marital_status)")
COLUMNS = Word('--columns', 'A,B', 'the names of all columns, of a file without a header line')
DELIMITER = Word('--delimiter', 'C', 'the character between fields, or tab (default: found out)')
ENCODING = Word('--encoding', 'NAME', 'of the data and the output (default utf-8)')
CONFIG = Word('--config', 'FILE', 'an INI file of options (default: <data>.ini beside the data)')
HIERARCHIES = Word('--hierarchies', 'DIR', 'the folder of <column>.txt files (default: hierarchies/ beside the data, else the one that'
                                           ' ships)')
MISSING = Word('--missing', 'drop|value|root', "a record with '?' or nothing in any column is left out and counted (default), or these"
                                               ' are values like any other, or published as the root of their column')
MISSING_IN = Word('--missing-in', 'any|used', 'a missing value in any column leaves a record out (default), or in those used')
READING = COLUMNS, HIERARCHIES, MISSING, MISSING_IN, DELIMITER, ENCODING, CONFIG

# What a class must satisfy.
L_DIVERSITY = Word('--l-diversity', 'RULE', 'every published class has L different values in each sensitive column, or RULE is entropy:L or'
                                            ' recursive:C,L; "column=RULE; column=RULE" is for some columns')
T_CLOSENESS = Word('--t-closeness', 'T', 'in every published class the distribution of each sensitive column is at most T from that of the'
                                         ' whole table: T by the equal distance, ordered:T (numbers) or hierarchical:T')
ALPHA = Word('--alpha', 'A', 'no sensitive value has more than this share of a published class')
BEYOND_K = L_DIVERSITY, T_CLOSENESS, ALPHA
K = Word('--k', 'N', 'every published class has at least N records (default 10)')
MAX_SUPPRESSION = Word('--max-suppression', 'N|P%', 'records that may be suppressed, or a share (default 20)')
WEIGHTS = Word('--weights', 'A=W,B=W', 'how much the loss of a quasi-identifier counts in lm (default 1 each)')

# How Mondrian cuts.
CUTS = (
    Word('--partitioning', 'strict|relaxed|both',
         'strict: all records of a value go to one side of a cut (default); relaxed: those equal to the median go to either, so'
         ' that the sides are halves; both: relaxed cuts where no strict one is left'),
    Word('--relaxed', {'action': 'store_const', 'const': 'relaxed', 'dest': 'partitioning'}, 'the same as --partitioning relaxed'),
    Word('--choose', 'widest|random|lm', 'the dimension to cut: the widest with an allowable cut (default), any (with --seed), the one'
                                         ' whose cut leaves the least loss'),
    Word('--seed', 'N', 'of --choose random'),
    Word('--categories', 'leaves|frequency|hierarchy',
         "categories are put in the order of their hierarchy's leaves (default where there is a hierarchy) or of frequency, and cut at"
         ' the median; hierarchy: a node is cut into its children'),
    Word('--labels', 'WORD,WORD',
         "range: a class publishes its own values (default), or box: its cut lines; and set: several categories are published as"
         ' {a|b} (default), or ancestor: as their lowest common ancestor (default with --categories hierarchy)'))

# What is published, and what is printed.
REDACT = switch('--redact', 'no value of the data in a message, nor in the report of what is published: counts and lines only')
FORCE = switch('--force', 'replace an output file that exists')
QUIET = switch('--quiet', 'no report, no progress')
NO_PROGRESS = switch('--quiet', 'no progress')
JSON = switch('--json', 'the report as one JSON object')
FORMAT = Word('--format', 'text|csv|markdown|json', 'of the table (default text)')
TABLE_OUTPUT = Word('--output', 'FILE', 'where the table goes (default -, standard output)')
REPORT_OUTPUT = Word('--output', 'FILE', 'where the report goes (default -, standard output)')
STARS = Word('--stars', 'suppressed|class', "what rows of '*' in every quasi-identifier are (default suppressed; class where the INI"
                                            ' file says missing = root)')
RELEASE = (
    Word('--sensitive', 'A,B', "sensitive columns, published as they are (default occupation); '' for none"),
    Word('--publish', 'A,B', 'further columns to be published as they are'),
    Word('--output', 'FILE', 'the published table (default: <data>_{program}.csv beside the data); - is standard output'),
    Word('--order', 'sorted|input', "of the published rows (default: sorted, not the input's)"),
    Word('--record', 'FILE', 'write down what went in and what came out, with sha256, for python -m kanon replay'),
    switch('--spreadsheet-safe', "put a ' before what a spreadsheet would run (= + - @)"),
    JSON,
    switch('--trace', 'report every step of the search'))

# The two scripts.
PATIENTS = '', ' patients.csv -k 5 --quasi age,sex,zip --sensitive diagnosis', ' - -o published.csv < patients.csv'
MEASURE = '|'.join([*MEASURES, 'first'])
SAMARATI_WORDS = (
    K, MAX_SUPPRESSION, QUASI, *BEYOND_K,
    switch('--optimal', 'the best vector of the whole lattice under --measure, proven, in place of the best of the least height'),
    Word('--time-limit', 'SECONDS', 'with --optimal: end the search then (as Ctrl-C does), with the best vector so far and how far from'
                                    ' the best possible it can be'),
    Word('--measure', MEASURE, 'what chooses among the vectors (default lm; first: the first one of the least height)'),
    WEIGHTS, *READING, *RELEASE, QUIET, REDACT, FORCE)
MONDRIAN_WORDS = (
    K, QUASI, *BEYOND_K,
    Word('--measure', 'WORD', 'accepted so that one INI file serves all; Mondrian has no vectors to choose from'),
    WEIGHTS, *CUTS, *READING, *RELEASE, QUIET, REDACT, FORCE)
