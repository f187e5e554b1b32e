"""The words of the command line, as data: for each program its title, its words, and what they mean where they are not said.

Promise: a word that several programs know stands here once for all that mean the same by it.
"""

from __future__ import annotations

from . import hierarchy_words as hierarchy
from ..objective import MEASURES

DEFAULTS = {
    'k': 10, 'max_suppression': '20', 'quasi': ['age', 'gender', 'race', 'marital_status'], 'sensitive': ['occupation'],
    'publish': [], 'columns': None, 'hierarchies': None, 'delimiter': None, 'encoding': 'utf-8',
    'missing': 'drop', 'missing_in': 'any',
    'measure': 'lm', 'weights': {}, 'labels': '', 'order': 'sorted', 'output': None, 'config': None,
    'optimal': False, 'time_limit': None, 'round_robin': False, 'json': False, 'trace': False, 'quiet': False, 'force': False,
    'redact': False, 'spreadsheet_safe': False, 'stars': 'suppressed', 'record': None,
    'l_diversity': {}, 't_closeness': {}, 'alpha': {},
    'partitioning': 'strict', 'choose': 'widest', 'seed': None, 'categories': None,
    'format': 'text', 'algorithm': ['samarati', 'optimal', 'datafly', 'mondrian'], 'satisfying': False, 'minimal': False,
    'known': None, 'second': None,
    'require': [], 'population': None, 'threshold': (1, 5), 'most': None, 'all': False,
}

COMMANDS = {'samarati': 'run_samarati.py', 'mondrian': 'run_mondrian.py', 'datafly': 'python -m kanon datafly',
            'sweep': 'python -m kanon sweep', 'lattice': 'python -m kanon lattice',
            'attack': 'python -m kanon attack',
            'start': 'python -m kanon start', 'replay': 'python -m kanon replay',
            'check': 'python -m kanon check', 'risk': 'python -m kanon risk'}

TITLES = {'samarati': "Publish a k-anonymous table: Samarati's full-domain generalization with suppression.",
          'mondrian': "Publish a k-anonymous table: Mondrian's multidimensional median cuts.",
          'datafly': "Publish a k-anonymous table: Datafly's greedy full-domain generalization with suppression.",
          'start': 'Look at a table: what its columns look like; with --quasi write an INI file and hierarchies to begin with.',
          'sweep': 'Compare algorithms and settings on one table, which is read once; nothing is published.',
          'lattice': 'List every generalization vector with what it would suppress and cost; nothing is published.',
          'attack': 'Play the linkage attack: how far an identified table narrows down who is who in a release.',
          'replay': 'Run again what a record says (--record FILE.json), and say whether the same bytes come out.',
          'check': 'Judge a published table, from any tool: k, l-diversity, t-closeness, and what is required of it.',
          'risk': 'Re-identification risks of a table from any tool, and which of its columns identify people.'}

EXAMPLE = {'publish': ['', ' patients.csv -k 5 --quasi age,sex,zip --sensitive diagnosis', ' - -o published.csv < patients.csv'],
           'start': [' patients.csv', ' patients.csv --quasi age,sex,zip --sensitive diagnosis -k 5'],
           'sweep': ['', ' -k 5,10,20,50 --max-suppression 0,20,100 --format csv -o sweep.csv'],
           'lattice': ['', ' data/adult.data -k 10 --max-suppression 20 --minimal'],
           'attack': [' released.csv --known voters.csv --quasi age,sex,zip --sensitive diagnosis'],
           'replay': [' released.json'],
           'check': [' released.csv --quasi zip,age --sensitive condition --require k=5,l=3'],
           'risk': [' released.csv --quasi zip,age --population register.csv --threshold 0.1']}

EXAMPLES = '''\
examples (without DATA: the sample that ships, or data/adult.data where it is):
%s
Options that you always use go into an INI file beside the table: patients.ini, below a line [kanon].
Exit status: 0 done, 1 the data or the request cannot be served, 2 usage, 130 interrupted, 143 terminated.'''

EXAMPLES_OF_FILES = EXAMPLES.replace(' (without DATA: the sample that ships, or data/adult.data where it is)', '')

PUBLISH = 'samarati mondrian datafly'   # programs that publish

STUDY = 'sweep lattice'                 # programs that print a table

ALL = PUBLISH + ' ' + STUDY

JUDGE = 'check risk'                    # programs that judge a table from any tool; they keep every record

READ = ALL + ' ' + JUDGE

WORDS = [       # (programs that know it, word, metavar or what else argparse asks for, help)
    (PUBLISH, '--k', 'N', 'every published class has at least N records (default 10)'),
    ('sweep', '--k', 'N,N', 'the least sizes of a class (default 10)'),
    ('lattice', '--k', 'N', 'the least size of a class (default 10)'),
    ('samarati lattice', '--max-suppression', 'N|P%', 'records that may be suppressed, or a share (default 20)'),
    ('datafly', '--max-suppression', 'N|P%', 'records that may be suppressed, or a share (default: k records)'),
    ('sweep', '--max-suppression', 'N,P%', 'how many records may be suppressed, or shares (default 20)'),
    (READ, '--quasi', 'A,B', "the quasi-identifiers (default Adult's: age,gender,race,marital_status)"),
    (PUBLISH, '--sensitive', 'A,B', "sensitive columns, published as they are (default occupation); '' for none"),
    (STUDY, '--sensitive', 'A,B', 'sensitive columns, for requirements beyond k (default occupation)'),
    (ALL, '--l-diversity', 'RULE', 'every published class has L different values in each sensitive column, or RULE is entropy:L or'
                                   ' recursive:C,L; "column=RULE; column=RULE" is for some columns'),
    (ALL, '--t-closeness', 'T', 'in every published class the distribution of each sensitive column is at most T from that of the'
                                ' whole table: T by the equal distance, ordered:T (numbers) or hierarchical:T'),
    (ALL, '--alpha', 'A', 'no sensitive value has more than this share of a published class'),
    (PUBLISH, '--publish', 'A,B', 'further columns to be published as they are'),
    (READ + ' start', '--columns', 'A,B', 'the names of all columns, of a file without a header line'),
    (ALL, '--hierarchies', 'DIR', 'the folder of <column>.txt files (default: hierarchies/ beside the data, else the one that'
                                  ' ships)'),
    ('sweep', '--algorithm', 'A,B', 'some of samarati, optimal, datafly, round-robin, mondrian (default: all but'
                                    ' round-robin)'),
    ('samarati', '--optimal', {'action': 'store_true'}, 'the best vector of the whole lattice under --measure, proven, in place'
                                                        ' of the best of the least height'),
    ('samarati', '--time-limit', 'SECONDS', 'with --optimal: end the search then (as Ctrl-C does), with the best vector'
                                            ' so far and how far from the best possible it can be'),
    ('sweep', '--time-limit', 'SECONDS', 'of each optimal search, which then is not proven'),
    ('datafly', '--round-robin', {'action': 'store_true'}, 'raise each column in turn, and suppress nothing'),
    ('samarati', '--measure', '|'.join([*MEASURES, 'first']),
     'what chooses among the vectors (default lm; first: the first one of the least height)'),
    ('mondrian', '--measure', 'WORD', 'accepted so that one INI file serves all; Mondrian has no vectors to choose from'),
    ('sweep', '--measure', '|'.join([*MEASURES, 'first']),
     'what samarati and optimal choose by (default lm; first, without optimal: the first one of the least height)'),
    (ALL, '--weights', 'A=W,B=W', 'how much the loss of a quasi-identifier counts in lm (default 1 each)'),
    ('mondrian sweep', '--partitioning', 'strict|relaxed|both',
     'strict: all records of a value go to one side of a cut (default); relaxed: those equal to the median go to either, so'
     ' that the sides are halves; both: relaxed cuts where no strict one is left'),
    ('mondrian sweep', '--relaxed', {'action': 'store_const', 'const': 'relaxed', 'dest': 'partitioning'},
     'the same as --partitioning relaxed'),
    ('mondrian sweep', '--choose', 'widest|random|lm', 'the dimension to cut: the widest with an allowable cut (default), any'
                                                       ' (with --seed), the one whose cut leaves the least loss'),
    ('mondrian sweep', '--seed', 'N', 'of --choose random'),
    ('mondrian sweep', '--categories', 'leaves|frequency|hierarchy',
     "categories are put in the order of their hierarchy's leaves (default where there is a hierarchy) or of frequency, and cut at"
     ' the median; hierarchy: a node is cut into its children'),
    ('mondrian sweep', '--labels', 'WORD,WORD',
     "range: a class publishes its own values (default), or box: its cut lines; and set: several categories are published as"
     ' {a|b} (default), or ancestor: as their lowest common ancestor (default with --categories hierarchy)'),
    ('lattice', '--satisfying', {'action': 'store_true'}, 'only vectors that satisfy k with at most --max-suppression'),
    ('lattice', '--minimal', {'action': 'store_true'}, 'only those that satisfy and lie above no other that does'),
    (ALL, '--missing', 'drop|value|root', "a record with '?' or nothing in any column is left out and counted (default), or these"
                                          ' are values like any other, or published as the root of their column'),
    (ALL, '--missing-in', 'any|used', 'a missing value in any column leaves a record out (default), or in those used'),
    (READ + ' start', '--delimiter', 'C', 'the character between fields, or tab (default: found out)'),
    (READ + ' start', '--encoding', 'NAME', 'of the data and the output (default utf-8)'),
    (READ, '--config', 'FILE', 'an INI file of options (default: <data>.ini beside the data)'),
    (STUDY, '--format', 'text|csv|markdown|json', 'of the table (default text)'),
    (PUBLISH, '--output', 'FILE', 'the published table (default: <data>_{program}.csv beside the data); - is standard output'),
    (STUDY + ' attack', '--output', 'FILE', 'where the table goes (default -, standard output)'),
    (PUBLISH, '--order', 'sorted|input', "of the published rows (default: sorted, not the input's)"),
    (PUBLISH, '--record', 'FILE', 'write down what went in and what came out, with sha256, for python -m kanon replay'),
    (PUBLISH, '--spreadsheet-safe', {'action': 'store_true'}, "put a ' before what a spreadsheet would run (= + - @)"),
    (PUBLISH, '--json', {'action': 'store_true'}, 'the report as one JSON object'),
    (PUBLISH, '--trace', {'action': 'store_true'}, 'report every step of the search'),
    (ALL, '--quiet', {'action': 'store_true'}, 'no report, no progress'),
    (READ + ' attack start replay', '--redact', {'action': 'store_true'},
     'no value of the data in a message, nor in the report of what is published: counts and lines only'),
    (READ + ' attack start', '--force', {'action': 'store_true'}, 'replace an output file that exists'),
    ('attack', '--known', {'metavar': 'FILE', 'required': True}, "what is known of each person: the quasi-identifiers' values, as"
                                                                 ' recorded'),
    ('attack', '--second', 'RELEASE', 'another release of the same table, to be joined with the first'),
    ('attack', '--k', 'N', "what counts as few candidates: fewer than N (default: the smallest class of the release)"),
    ('attack', '--quasi', 'A,B', 'the columns to link by (default age,gender,race,marital_status)'),
    ('attack', '--sensitive', 'A,B', "the columns that are of interest (default occupation); '' for none"),
    ('attack', '--columns', 'A,B', 'the names of all columns of the known table, if it has no header line; releases have one'),
    ('attack', '--hierarchies', 'DIR', 'the folder of <column>.txt files that say what a label covers (default: hierarchies/ beside'
                                       ' the known table, else beside the release, else the one that ships)'),
    ('attack', '--missing', 'drop|value', "in the known table '?' and nothing are values like any other (default), or who has one in"
                                          ' any column is left out'),
    ('attack', '--delimiter', 'C', 'the character between fields of the known table, or tab (default: found out)'),
    ('attack', '--encoding', 'NAME', 'of all the files (default utf-8)'),
    ('attack', '--config', 'FILE', 'an INI file of options (default: <known>.ini beside the known table, else <release>.ini)'),
    ('attack', '--format', 'text|csv|markdown|json', 'of the table (default text, with a few words of explanation)'),
    ('start', '--quasi', 'A,B', 'the quasi-identifiers: <data>.ini and a hierarchy for each are written beside the data'),
    ('start', '--sensitive', 'A,B', 'with --quasi: sensitive columns, to be published as they are'),
    ('start', '--publish', 'A,B', 'with --quasi: further columns to be published as they are'),
    ('start', '--k', 'N', 'with --quasi: the least size of a class (default 10)'),
    ('check', '--sensitive', 'A,B', 'the sensitive columns (default occupation, where there is such a column)'),
    ('check', '--k', 'N', 'count the records in classes of fewer than N'),
    ('check', '--require', 'WORD=N,...', 'what every class and sensitive column must satisfy, else the exit status is 1: some of'
     ' k=5, l=3 (distinct values), entropy=2.5 (the l of entropy l-diversity), recursive=3:2 (c:l), alpha=0.5, t=0.2,'
     ' ordered-t=0.2, hierarchical-t=0.2'),
    ('check', '--hierarchies', 'DIR', 'the folder of <column>.txt files of sensitive columns, for the hierarchical distance'),
    ('risk', '--population', 'FILE', 'the table that DATA is a sample of, with the same labels in the same columns'),
    ('risk', '--threshold', 'SHARE', 'count the records of a higher risk (default 0.2)'),
    ('risk', '--most', 'N', 'look at sets of at most N columns (default: all sets)'),
    ('risk', '--all', {'action': 'store_true'}, 'print all sets of columns, not the most identifying of each size (csv and'
                                                ' json always do)'),
    ('check', '--json', {'action': 'store_true'}, 'the report as one JSON object'),
    ('risk', '--format', 'text|csv|markdown|json', 'of the report (default text; csv: the sets of columns alone)'),
    (JUDGE, '--stars', 'suppressed|class', "what rows of '*' in every quasi-identifier are (default suppressed; class where the INI"
                                           ' file says missing = root)'),
    (JUDGE, '--output', 'FILE', 'where the report goes (default -, standard output)'),
    ('check', '--quiet', {'action': 'store_true'}, 'no report, no progress: the exit status alone'),
    ('risk attack start', '--quiet', {'action': 'store_true'}, 'no progress'),
    ('replay', '--quiet', {'action': 'store_true'}, 'the exit status alone'),
]


DEFAULTS.update(hierarchy.DEFAULTS)


COMMANDS.update(hierarchy.COMMANDS)


TITLES.update(hierarchy.TITLES)


EXAMPLE.update(hierarchy.EXAMPLE)


WORDS += hierarchy.WORDS


SHORT = {'--k': '-k', '--output': '-o'}
