"""k-anonymous tables from microdata, with nothing but the standard library.

`kanon.anonymize` makes a release in one call. help(kanon.anonymize) lists its arguments,
help(kanon.Release) says what it returns.

>>> import kanon
>>> release = kanon.anonymize('data/inpatients/inpatients.csv', quasi=['zip', 'age'],
...                           sensitive=['condition'], k=4)
>>> release
<kanon.Release: 12 records in 3 classes, k = 4, 0 suppressed, cut by Mondrian, lm 0.221797>
>>> release.rows[0]
('[13053-13068]', '[21-29]', 'Heart disease')

kanon/plain/samarati.py and kanon/plain/mondrian.py have each algorithm on one page, from csv to
csv. Begin to read there.

release.write('released.csv') writes the release aside, audits the file, and puts it in place. The
table may also be a list of dicts or tuples. A request that cannot be served is a kanon.DataError,
whose message says what to do.

kanon/core/ is all that a release needs, and kanon/tools/ is what people use around one. A module of
them, such as kanon.core.levels.lattice or kanon.core.tables.table, is loaded when it is asked for.

Every function uses these shapes. Q is the number of quasi-identifiers.

name            shape                                      example
record          tuple of str, one per column               ('39', 'State-gov', ..., 'Male')
quasi tuple     tuple of Q str, in the order in which they ('39', 'Male', 'White', 'Widowed')
                are named
carried values  published as they are, never generalized   ('Sales',)
frequency set   {quasi tuple (+ carried values): count}    {('39', 'Male', 'White', 'Widowed'): 12}
                A run keeps it as columns of codes, which
                read like the dict (FrequencySet,
                core/counts/frequency.py).
hierarchy       dict tree {child: parent}                  {'39': '[35-39]',
                                                            '[35-39]': '[30-39]'}
ladder          a leaf's labels, from level 0 to the top   ('93', '[90-]', '[90-]', '*')
root            the label at the top of a hierarchy        '*'
level           int: 0 for the recorded value; the root is 1
                at the top level, the tree's height
vector          tuple of Q levels; the vector's height is  (1, 0, 1, 2), height 4
                the sum of its levels
lattice         {vector: records that it suppresses},      {(1, 0, 1, 2): 17,
                computed on first access                    (0, 0, 0, 0): 2301}
box             all vectors from a low one to a high one   ((0, 0, 0, 0), (4, 1, 0, 2))
cost            what the optimal search makes least: a     9151150294
                measure, scaled to a whole number
dimension       a column in order, as Mondrian cuts it     17 < 18 < ... < 90
code            int: a value's place in its dimension      0
partition       Mondrian: some points of the table. Its    [(22, 1, 0, 0, 12), (23, 1, 0, 0, 9)]
                `tuples` are (code, ..., code, count); with
                rules, sensitive values before the count
recoding        {quasi tuple: published tuple, or None if  {('39', 'Male', 'White', 'Widowed'):
                its records are suppressed}, kept by        ('[35-39]', 'Male', '*', '*')}
                classes (Recoding, core/counts/recoding.py)
split           the recoding of a tuple whose records are  {(): {('[35-39]', ...): 7,
                in several classes, after relaxed cuts; by       ('[39-44]', ...): 5}}
                sensitive values, () for k alone
loss table      {published label: loss from 0 to 1},       {'39': 0.0, '[35-39]': 0.055,
                one per quasi-identifier                    '*': 1.0}
class           the records of one published tuple
histogram       {sensitive value: records} of a class      {'Sales': 3, 'Tech-support': 1}
k               every published class has at least k records
rule            what a class's histogram must satisfy      Distinct(l=3), Closeness(t=(2, 10), ...)
required        k and the rules, as one value              Required(k=5)
tally           the counted table: its frequency set
                without the carried values, and the rows
                with them
lm, dm          two measures of what a release costs: the  2.0554, 55783469
                loss metric and the discernibility metric

A run in steps, by Samarati's search. The two scripts do the same, and add progress, messages and a
report.

>>> from collections import Counter
>>> from kanon.core.levels import lattice, samarati
>>> from kanon.core.counts import measures, recoding
>>> from kanon.core.tables import hierarchy_file, table
>>> inpatients = table.Table('data/inpatients/inpatients.csv')
>>> frequency_set = Counter(inpatients.tuples(['zip', 'age']))
>>> trees = [hierarchy_file.load('data/inpatients/hierarchies/%s.txt' % name)
...          for name in ('zip', 'age')]
>>> vectors = lattice.Lattice(frequency_set, trees, k=4)
>>> search = samarati.least_height(vectors, max_suppression=0)
>>> recoded = recoding.full_domain(vectors, search.vectors[0])
>>> search.vectors, recoded['13053', '28']
([(1, 2)], ('1305*', '[0-39]'))
>>> round(measures.all_measures(measures.of_vector(vectors, (1, 2), recoded), k=4)['lm'], 4)
0.6263

The best vector of the whole lattice, proven, in place of the best of the least height:

>>> from kanon.core.levels import objective, optimal
>>> dm = objective.objective_for('dm', vectors, max_suppression=0)
>>> *_, best = optimal.branch_and_bound(vectors, dm, max_suppression=0)
>>> best.vector, best.cost, best.proven
((1, 2), 48, True)
"""

__version__ = '0.1.0'

# Aliases, so that a signature reads as a sentence. The typing module could say more, but takes 2 ms
# to import.
Record = tuple
Vector = tuple

# {name: the module that has it}. Each is loaded when it is asked for.
WHERE = {name: module for module, names in {
    'library': 'anonymize Release Plan plan',
    'core.errors': 'DataError Unsatisfied',
    'core.settings.sources': 'Csv Records',
    'core.algorithms.full_domain': 'Samarati Optimal',
    'core.algorithms.greedy': 'Datafly RoundRobin',
    'core.algorithms.by_cuts': 'Mondrian',
    'tools.judging.uniqueness': 'population_uniques',
    'tools.judging.survey_weights': 'individual_risk',
    'tools.judging.suda': 'special_uniques special_scores',
    'core.rules.of_values':
        'Distinct Entropy Recursive Closeness Alpha Likeness EnhancedLikeness Disclosure',
    'core.rules.of_people': 'KMap Presence',
}.items() for name in names.split()}
__all__ = [*WHERE]


def lazily(package):
    """The __getattr__ of a package whose modules are loaded when they are first asked for."""
    def load(name):
        from importlib import import_module
        try:
            if not name.startswith('__'):       # __main__ would take the signals
                return import_module('.' + name, package)
        except ModuleNotFoundError as error:
            if error.name != '%s.%s' % (package, name):
                raise
        raise AttributeError('module %r has no attribute %r' % (package, name))
    return load


def __getattr__(name):
    if name not in WHERE:
        return load_module(name)
    from importlib import import_module
    try:
        module = import_module('.' + WHERE[name], __name__)
    except ModuleNotFoundError as error:
        if error.name not in (__name__ + '.tools', __name__ + '.library'):
            raise
        place = 'kanon/tools/' if error.name.endswith('tools') else 'kanon/library.py'
        raise AttributeError('kanon.%s is in %s, which is not in this copy of kanon; copy that, too'
                             % (name, place)) from None
    return getattr(module, name)


load_module = lazily(__name__)


def __dir__():
    return sorted({*globals(), *__all__})
