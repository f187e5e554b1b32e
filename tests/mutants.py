"""Do the tests see a slip? Each module is spoilt at one place at a time, and the tests that bear on it must fail.

    python tests/mutants.py                              every mutant of every module that carries a promise
    python tests/mutants.py kanon/core/levels/optimal.py             those of one module
    python tests/mutants.py --sample 400 --seed WORD     400 of them, drawn by the seed. It prints the words that draw the same again.

A mutant is the source text with one slip: a comparison turned round or off by one, a `not` dropped, `and` for `or`, a bound
shifted by one, + for -, min for max, any for all. It is killed if a test fails or does not end in time. A mutant that survives
is printed. It wants a test, or a line in tests/mutants.txt that says why no test can see it. The exit status is 1 if a survivor
has no such line, or if a line there is no longer true.

The quick tests judge, unless KANON_ALL=1 asks for every seed. They run in copies of the checkout, without the data sets that
only some machines have, so the answer is the same everywhere. mutants_forked.py tries the slips in functions, which are most,
in copies of one process. The others are tried by a pytest each.
"""

import argparse
import ast
import glob
import io
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tokenize
from collections import Counter, namedtuple
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from itertools import repeat
from queue import Queue

from mutants_forked import forget_bytecode, write

HOME = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
EXPLANATIONS = os.path.join(HOME, 'tests', 'mutants.txt')

MONDRIAN = 'tests/core/cutting/test_mondrian.py tests/core/cutting/test_partition.py tests/core/counts/test_missing.py tests/core/cutting/test_partitioning.py'
LIMITS = 'tests/core/cutting/test_limits.py tests/test_refusals.py -k "declared or limit or from"'
# The modules that carry the promises, each with the tests that bear on it, the quickest first.
TESTS = {
    'kanon/core/counts/frequency.py': 'kanon/core/counts/frequency.py tests/core/counts/test_frequency.py tests/core/counts/test_coded.py tests/core/cutting/test_mondrian.py tests/core/cutting/test_partitioning.py',
    'kanon/plain/samarati.py': 'tests/plain/test_plain.py -k "not mondrian"',
    'kanon/plain/mondrian.py': 'tests/plain/test_plain.py -k "not samarati"',
    'kanon/core/levels/samarati.py': 'kanon/core/levels/samarati.py tests/core/levels/test_samarati.py tests/core/rules/test_requirement.py '
                         '-k "samarati or full_domain or counterexample"',
    'kanon/core/cutting/mondrian.py': 'kanon/core/cutting/mondrian.py tests/core/cutting/test_mondrian.py tests/core/cutting/test_partitioning.py',
    'kanon/core/counts/parted.py': 'kanon/core/counts/parted.py tests/core/cutting/test_partitioning.py',
    'kanon/core/cutting/partition.py': 'kanon/core/cutting/partition.py tests/core/cutting/test_partition.py tests/core/counts/test_coded.py tests/core/cutting/test_mondrian.py '
                          'tests/core/cutting/test_partitioning.py tests/core/rules/test_persons.py',
    'kanon/core/counts/recoding.py': 'kanon/core/counts/recoding.py tests/core/counts/test_coded.py tests/core/cutting/test_mondrian.py tests/core/levels/test_samarati.py tests/core/cutting/test_partitioning.py '
                         'tests/core/rules/test_requirement.py',
    'kanon/core/audit/recount.py': 'kanon/core/audit/recount.py tests/core/audit/test_release.py tests/core/rules/test_requirement.py tests/core/rules/test_population.py '
                      'tests/core/rules/test_missing_values.py tests/core/audit/test_reported.py -k "audit or reported or missing_values"',
    'kanon/core/audit/deciders.py': 'kanon/core/audit/deciders.py tests/core/rules/test_likeness.py tests/core/rules/test_sameness.py '
                               'tests/core/rules/test_requirement.py tests/core/rules/test_missing_values.py tests/core/rules/test_a_new_rule.py '
                               '-k "audit or missing_values or new_rule or edges or leaf or likeness or sameness"',
    'kanon/core/audit/true_labels.py': 'kanon/core/audit/true_labels.py tests/core/audit/test_truth.py tests/core/cutting/test_limits.py tests/core/cutting/test_grid.py '
                      'tests/core/rules/test_population.py tests/core/rules/test_missing_values.py tests/core/audit/test_reported.py',
    'kanon/core/audit/stated.py': 'kanon/core/audit/stated.py tests/core/audit/test_reported.py tests/tools/verbs/test_verbs_of_persons.py',
    'kanon/core/audit/losses.py': 'kanon/core/audit/losses.py tests/core/audit/test_reported.py',
    'kanon/core/audit/recoding_files.py': 'kanon/core/audit/recoding_files.py tests/core/audit/test_reported.py tests/tools/verbs/test_verbs_of_persons.py',
    'kanon/core/counts/required.py': 'kanon/core/counts/required.py tests/core/rules/test_lattice.py tests/core/rules/test_population.py tests/core/rules/test_requirement.py '
                         'tests/core/cutting/test_partitioning.py tests/core/rules/test_missing_values.py',
    'kanon/core/algorithms/why_suppressed.py': 'kanon/core/algorithms/why_suppressed.py tests/core/algorithms/test_why_suppressed.py',
    'kanon/core/levels/optimal.py': 'kanon/core/levels/optimal.py tests/core/levels/test_optimal.py tests/core/rules/test_requirement.py '
                        '-k "optimal and not programs or full_domain or counterexample"',
    'kanon/core/levels/objective.py': 'kanon/core/levels/objective.py tests/core/levels/test_samarati.py tests/core/levels/test_optimal.py tests/core/rules/test_requirement.py '
                          '-k "objective or test_samarati or test_optimal or full_domain"',
    'kanon/core/levels/lattice.py': 'kanon/core/levels/lattice.py tests/core/levels/test_samarati.py tests/core/levels/test_rollup.py tests/core/levels/test_optimal.py '
                        'tests/whole/test_small_inputs.py tests/core/rules/test_population.py '
                        '-k "samarati or rollup or optimal or lattice or 61_columns or test_population and not programs"',
    'kanon/core/levels/sparing.py': 'kanon/core/levels/sparing.py tests/core/levels/test_samarati.py',
    'kanon/core/levels/rollup.py': 'kanon/core/levels/rollup.py kanon/core/counts/packing.py tests/core/rules/test_lattice.py tests/core/levels/test_rollup.py',
    'kanon/core/counts/packing.py': 'kanon/core/counts/packing.py kanon/core/levels/rollup.py tests/core/rules/test_lattice.py tests/core/levels/test_rollup.py',
    'kanon/core/cutting/cuts.py': 'kanon/core/cutting/cuts.py %s' % MONDRIAN,
    'kanon/core/cutting/dimension.py': 'kanon/core/cutting/dimension.py tests/core/counts/test_values.py %s' % MONDRIAN,
    'kanon/core/cutting/labels.py': 'kanon/core/cutting/labels.py %s tests/core/cutting/test_hidden_ends.py' % MONDRIAN,
    'kanon/core/levels/demand_on_values.py': 'kanon/core/levels/demand_on_values.py tests/core/rules/test_lattice.py tests/core/rules/test_requirement.py '
                                             'tests/core/rules/test_population.py -k "not programs"',
    'kanon/core/levels/demand_on_people.py': 'kanon/core/levels/demand_on_people.py tests/core/rules/test_population.py tests/core/rules/test_lattice.py',
    'kanon/core/rules/of_people.py': 'kanon/core/rules/of_people.py tests/core/rules/test_population.py',
    'kanon/tools/judging/people_fitted.py': 'kanon/tools/judging/people_fitted.py tests/core/rules/test_population.py',
    'kanon/core/rules/of_values.py': 'kanon/core/rules/of_values.py tests/core/rules/test_rule_values.py tests/core/rules/test_likeness.py tests/core/rules/test_a_new_rule.py '
                                'tests/core/rules/test_requirement.py tests/core/rules/test_missing_values.py -k "not programs"',
    'kanon/core/rules/items.py': 'kanon/core/rules/items.py tests/core/rules/test_items.py tests/test_refusals.py -k "item"',
    'kanon/core/audit/items.py': 'kanon/core/audit/items.py tests/core/rules/test_items.py -k "item"',
    'kanon/core/counts/items.py': 'kanon/core/counts/items.py tests/core/rules/test_items.py tests/core/desk/test_sets_of_items.py tests/test_refusals.py -k "item"',
    'kanon/core/rules/decimals.py': 'kanon/core/rules/decimals.py kanon/core/rules/of_values.py tests/core/rules/test_rule_values.py tests/core/desk/test_next_commands.py '
                               '-k "not test_next_commands or typed_as"',
    'kanon/core/rules/distance.py': 'kanon/core/rules/distance.py tests/core/rules/test_requirement.py -k "not programs"',
    'kanon/core/rules/put_back.py': 'kanon/core/rules/put_back.py tests/core/rules/test_witnesses.py',
    'kanon/tools/judging/witnesses.py': 'kanon/tools/judging/witnesses.py tests/core/rules/test_witnesses.py',
    'kanon/core/counts/persons.py': 'kanon/core/counts/persons.py tests/core/rules/test_persons.py tests/core/rules/test_runs_of_persons.py tests/core/rules/test_told_of_persons.py',
    'kanon/core/levels/cut_off.py': 'kanon/core/levels/cut_off.py tests/core/rules/test_persons.py',
    'kanon/core/levels/demand_on_persons.py': 'kanon/core/levels/demand_on_persons.py tests/core/rules/test_persons.py tests/core/rules/test_runs_of_persons.py',
    'kanon/core/cutting/of_persons.py': 'kanon/core/cutting/of_persons.py tests/core/rules/test_persons.py tests/core/rules/test_runs_of_persons.py',
    'kanon/core/rules/of_persons.py': 'kanon/core/rules/of_persons.py tests/core/rules/test_persons.py tests/tools/judging/test_persons_in_tables.py',
    'kanon/core/rules/told_of_persons.py': 'tests/core/rules/test_told_of_persons.py tests/core/rules/test_runs_of_persons.py',
    'kanon/core/audit/persons.py': 'kanon/core/audit/persons.py tests/core/rules/test_persons.py tests/tools/engines/test_engines_of_persons.py',
    'kanon/core/audit/persons_of_rows.py': 'kanon/core/audit/persons_of_rows.py tests/tools/verbs/test_verbs_of_persons.py tests/tools/engines/test_engines_of_persons.py',
    'kanon/tools/verbs/pseudonyms.py': 'kanon/tools/verbs/pseudonyms.py tests/tools/verbs/test_verbs_of_persons.py',
    'kanon/core/levels/limits.py': 'kanon/core/levels/limits.py %s' % LIMITS,
    'kanon/core/cutting/within_limits.py': 'kanon/core/cutting/within_limits.py %s' % LIMITS,
    'kanon/core/cutting/limited_cuts.py': 'kanon/core/cutting/limited_cuts.py %s' % LIMITS,
    'kanon/core/best_cuts/boxes.py': 'kanon/core/best_cuts/boxes.py tests/core/best_cuts/test_optimum.py tests/core/cutting/test_grid.py tests/core/cutting/test_limits.py',
    'kanon/core/best_cuts/optimum.py': 'kanon/core/best_cuts/optimum.py tests/core/best_cuts/test_optimum.py tests/core/best_cuts/test_search.py',
    'kanon/core/best_cuts/clusters.py': 'kanon/core/best_cuts/clusters.py tests/core/best_cuts/test_clusters.py',
    'kanon/core/best_cuts/search.py': 'tests/core/best_cuts/test_search.py',
    'kanon/core/cutting/edges.py': 'kanon/core/cutting/edges.py tests/core/cutting/test_grid.py',
    'kanon/core/best_cuts/bound.py': 'kanon/core/best_cuts/bound.py tests/core/best_cuts/test_bound.py',
    'kanon/core/best_cuts/neighbours.py': 'kanon/core/best_cuts/neighbours.py tests/core/best_cuts/test_bound.py',
    'kanon/core/best_cuts/regions.py': 'kanon/core/best_cuts/regions.py tests/core/best_cuts/test_bound.py',
    'kanon/core/counts/drawn.py': 'kanon/core/counts/drawn.py tests/core/tables/test_tally.py tests/core/audit/test_release.py',
    'kanon/core/tables/tally.py': 'kanon/core/tables/tally.py tests/core/tables/test_tally.py tests/core/tables/test_carried.py tests/core/tables/test_history.py tests/core/audit/test_release.py tests/core/tables/test_memory.py '
                            'tests/core/counts/test_na.py tests/core/tables/test_totals.py tests/core/rules/test_missing_values.py',
    'kanon/tools/judging/satisfied.py': 'kanon/tools/judging/satisfied.py tests/tools/judging/test_persons_in_tables.py tests/tools/judging/test_check.py '
                                     'tests/core/rules/test_population.py tests/core/rules/test_witnesses.py tests/core/rules/test_missing_values.py',
    'kanon/tools/judging/published_classes.py':
        'kanon/tools/judging/published_classes.py tests/tools/judging/test_persons_in_tables.py tests/tools/judging/test_check.py',
    'kanon/tools/judging/risks.py': 'kanon/tools/judging/risks.py tests/tools/judging/test_risk.py tests/tools/judging/test_persons_in_tables.py',
    'kanon/tools/judging/survey_weights.py': 'kanon/tools/judging/survey_weights.py tests/tools/judging/test_survey_weights.py',
    'kanon/tools/judging/suda.py': 'kanon/tools/judging/suda.py tests/tools/judging/test_suda.py',
    'kanon/tools/building/survey_of_persons.py': 'kanon/tools/building/survey_of_persons.py tests/tools/verbs/test_start_persons.py',
    'kanon/tools/judging/linkage.py': 'kanon/tools/judging/linkage.py tests/tools/judging/test_attack.py tests/core/rules/test_missing_values.py',
    'kanon/tools/comparing/spread.py': 'kanon/tools/comparing/spread.py tests/tools/comparing/test_compared.py',
    'kanon/tools/comparing/compared.py': 'kanon/tools/comparing/compared.py tests/tools/comparing/test_compared.py',
    'kanon/tools/comparing/naive_bayes.py': 'kanon/tools/comparing/naive_bayes.py tests/tools/comparing/test_naive_bayes.py',
    'kanon/tools/judging/attacks.py': 'kanon/tools/judging/attacks.py tests/tools/judging/test_attack.py',
    'kanon/core/levels/of_groups.py': 'kanon/core/levels/of_groups.py tests/core/tables/test_history.py tests/core/tables/test_several_rows.py',
    'kanon/core/tables/history.py': 'kanon/core/tables/history.py tests/core/tables/test_history.py tests/core/tables/test_several_rows.py tests/test_refusals.py '
                                 '-k "history or several"',
    'kanon/core/audit/side_by_side.py': 'kanon/core/audit/side_by_side.py tests/core/tables/test_history.py tests/core/tables/test_several_rows.py',
    'kanon/tools/comparing/two_releases.py': 'kanon/tools/comparing/two_releases.py tests/tools/comparing/test_two_releases.py tests/test_refusals.py '
                                       '-k "two_releases or attack-person"',
    'kanon/core/cutting/planned.py': 'tests/library/test_plans.py tests/core/desk/test_plan.py tests/test_refusals.py -k plan',
    'kanon/core/algorithms/by_plan.py': 'tests/library/test_plans.py tests/core/desk/test_plan.py tests/test_refusals.py -k plan',
    'kanon/core/algorithms/at_levels.py': 'tests/library/test_plans.py tests/core/desk/test_like.py tests/test_refusals.py -k "plan or like"',
    'kanon/core/settings/plan_file.py': 'tests/library/test_plans.py tests/core/desk/test_plan.py tests/test_refusals.py -k plan',
    'kanon/tools/judging/clauses.py': 'kanon/tools/judging/clauses.py tests/tools/judging/test_standard.py tests/tools/judging/test_persons_in_tables.py '
                                   'tests/core/recognition/test_recognize.py tests/whole/test_small_inputs.py',
    'kanon/tools/judging/standard.py': 'kanon/tools/judging/standard.py tests/tools/judging/test_standard.py tests/test_refusals.py -k standard',
    'kanon/tools/judging/published_labels.py':
        'kanon/tools/judging/published_labels.py tests/tools/judging/test_published_labels.py tests/tools/judging/test_attack.py',
    'kanon/core/tools_door.py': 'tests/core/test_core_alone.py',
    'kanon/core/desk/views.py': 'tests/core/test_core_alone.py tests/tools/test_views.py',
    'kanon/tools/views.py': 'tests/tools/test_views.py tests/tools/judging/test_standard.py tests/tools/pages/test_to_sign.py '
                            'tests/tools/explain/test_explain.py',
    'kanon/tools/web/guard.py': 'kanon/tools/web/guard.py tests/tools/web/test_guard.py',
}
# Of files that stand in no room: the tests that bear on them.
GROUND = {'kanon': 'tests/library', 'kanon/core': 'tests/core/counts', 'kanon/tools': 'tests/tools/pages'}
# What a checkout's tests need of it.
PARTS = ['kanon', 'tests', 'data', 'hierarchies', '*.py', '*.md', '*.cfg', '*.toml']
LEFT_OUT = shutil.ignore_patterns('__pycache__', 'benchmarks', 'adult.data', 'adult.test')
PYTEST = """
import sys
sys.path.insert(0, 'tests')
from mutants_forked import limited
del sys.path[0]
limited(int(sys.argv[1]))
import pytest
sys.exit(pytest.main(['-x', '-q', '-p', 'no:cacheprovider', *sys.argv[2:]]))
"""
FAILS = '%s: with nothing spoilt: %s; its tests are %s'
LEAST = 4       # seconds that a mutant may always take
TOO_LONG = {None, -getattr(signal, 'SIGXCPU', 0) or None}

COMPARISONS = {'<': ('<=', '>='), '<=': ('<', '>'), '>': ('>=', '<='), '>=': ('>', '<'), '==': ('!=',), '!=': ('==',),
               'in': ('not in',), 'not in': ('in',), 'is': ('is not',), 'is not': ('is',)}
SWAPS = {'and': 'or', 'or': 'and', '+': '-', '-': '+', '+=': '-=', '-=': '+='}
NAMES = {'min': 'max', 'max': 'min', 'any': 'all', 'all': 'any'}
NO_CODE = {tokenize.NEWLINE, tokenize.NL, tokenize.COMMENT, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}
LONG = 240      # characters of a statement that is named as one line

# line: where the slip is; code: its statement in one line; name: 'old -> new', with #2 for the second such of the code; text: the whole module's
Mutant = namedtuple('Mutant', 'line code name text')


class Source:
    """A module's text, its tokens, and where in the text a node lies. Offsets count characters."""

    def __init__(self, text):
        self.text, self.lines = text, text.split('\n')
        self.starts = [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line) + 1)
        self.tokens, self.comments, self.statements = [], {}, {}
        first = None        # the line in which the statement begins
        for kind, string, (line, column), _, _ in tokenize.generate_tokens(io.StringIO(text).readline):
            if kind in (tokenize.OP, tokenize.NAME):
                self.tokens.append((self.starts[line - 1] + column, string))
            elif kind == tokenize.COMMENT:
                self.comments[line] = column
            elif kind == tokenize.NEWLINE:
                self.statements.update(dict.fromkeys(range(first, line + 1), (first, line)))
                first = None
            if first is None and kind not in NO_CODE:
                first = line

    def offset(self, line, column):
        """Where a place of the syntax tree is, whose columns count the bytes of UTF-8."""
        return self.starts[line - 1] + len(self.lines[line - 1].encode()[:column].decode())

    def start(self, node):
        return self.offset(node.lineno, node.col_offset)

    def end(self, node):
        return self.offset(node.end_lineno, node.end_col_offset)

    def operator(self, start, end):
        """(start, end, operator) of the only operator there is between two operands."""
        found = [(at, string) for at, string in self.tokens if start <= at < end and string not in '()']
        return found[0][0], found[-1][0] + len(found[-1][1]), ' '.join(string for _, string in found)

    def code(self, line):
        """A line as it is printed: without indentation and comment."""
        return self.lines[line - 1][:self.comments.get(line)].strip()

    def statement(self, line):
        """The statement that a line belongs to, in one line. So it keeps its name where its lines are broken elsewhere.

        Of a statement that is too long for that, such as a table, it is the line itself.
        """
        first, last = self.statements[line]
        text = ' '.join(filter(None, map(self.code, range(first, last + 1))))
        text = re.sub(r',? ?(?<=[\s,])([)\]}])', r'\1', re.sub(r'([(\[{]) ', r'\1', text))
        return text if len(text) <= LONG else self.code(line)


def nodes(tree):
    """Every node of a syntax tree but annotations, which do nothing, and f-strings, whose places Python 3.8 does not know."""
    yield tree
    for name, value in ast.iter_fields(tree):
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and name not in ('annotation', 'returns') and not isinstance(child, ast.JoinedStr):
                yield from nodes(child)


def slips(source, node):
    """Yield (start, end, what to write there in its place) of one node."""
    if isinstance(node, ast.Compare):
        for left, right in zip([node.left, *node.comparators], node.comparators):
            start, end, operator = source.operator(source.end(left), source.start(right))
            yield from ((start, end, other) for other in COMPARISONS[operator])
    elif isinstance(node, ast.BoolOp):
        for left, right in zip(node.values, node.values[1:]):
            yield swapped(source, source.end(left), source.start(right))
    elif isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub)):
        yield swapped(source, source.end(node.left), source.start(node.right))
    elif isinstance(node, ast.AugAssign) and isinstance(node.op, (ast.Add, ast.Sub)):
        yield swapped(source, source.end(node.target), source.start(node.value))
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        yield source.start(node), source.start(node) + 1, '+'
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        end = source.start(node) + len('not')
        yield source.start(node), end + (source.text[end] == ' '), ''
    elif isinstance(node, ast.Name) and node.id in NAMES:
        yield source.start(node), source.end(node), NAMES[node.id]
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        yield source.start(node), source.end(node), str(node.value + 1)
    for bound in bounds(node):
        if not any(isinstance(inner, ast.Constant) and type(inner.value) is int for inner in nodes(bound)):
            text = source.text[source.start(bound):source.end(bound)]       # one that holds a number is shifted there
            simple = isinstance(bound, (ast.Name, ast.Attribute, ast.Call, ast.Subscript))
            yield source.start(bound), source.end(bound), '%s + 1' % (text if simple else '(%s)' % text)


def swapped(source, start, end):
    start, end, operator = source.operator(start, end)
    return start, end, SWAPS[operator]


def bounds(node):
    """The bounds of a slice or of a range."""
    if isinstance(node, ast.Slice):
        return [bound for bound in (node.lower, node.upper) if bound]
    is_range = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == 'range'
    return [bound for bound in node.args[:2] if not isinstance(bound, ast.Starred)] if is_range else []


def mutants_of(text):
    """The mutants of a module's text, in the order of the text.

    >>> for mutant in mutants_of('if not 0 < a: pass   # why'):
    ...     print(mutant.line, mutant.code, '|', mutant.name, '|', mutant.text)
    1 if not 0 < a: pass | not -> nothing | if 0 < a: pass   # why
    1 if not 0 < a: pass | 0 -> 1 | if not 1 < a: pass   # why
    1 if not 0 < a: pass | < -> <= | if not 0 <= a: pass   # why
    1 if not 0 < a: pass | < -> >= | if not 0 >= a: pass   # why
    """
    source, made, seen = Source(text), [], Counter()
    for start, end, new in sorted(slip for node in nodes(ast.parse(text)) for slip in slips(source, node)):
        line = text.count('\n', 0, start) + 1
        code, name = source.statement(line), ' '.join(('%s -> %s' % (text[start:end], new or 'nothing')).split())
        first, _ = source.statements[line]
        seen[first, code, name] += 1
        if seen[first, code, name] > 1:
            name += ' #%d' % seen[first, code, name]
        made.append(Mutant(line, code, name, text[:start] + new + text[end:]))
    return made


def explanations():
    """{(module, code, name): why} of the mutants that no test can see."""
    lines = [line for line in read(EXPLANATIONS).splitlines() if line and not line.startswith('#')]
    return {tuple(parts): why for *parts, why in ([part.strip() for part in line.split('||')] for line in lines)}


def read(module):
    """The text of a module of the checkout, or of a file by its whole path."""
    with open(os.path.join(HOME, module), encoding='utf-8') as file:
        return file.read()


def out_of_date(explained, modules):
    """Those of the explanations of these modules that no mutant has any more."""
    there = {(module, mutant.code, mutant.name) for module in modules for mutant in mutants_of(read(module))}
    return [key for key in explained if key[0] in modules and key not in there]


def arguments_of(module):
    """The arguments of pytest that bear on a module.

    A module that is not in TESTS has its doctests and the test file of its name in its room, or else all tests of its room.
    """
    if module in TESTS:
        return shlex.split(TESTS[module])
    folder, name = os.path.split(module)
    room = GROUND.get(folder, 'tests' + folder[len('kanon'):])
    own = '%s/test_%s' % (room, name)
    tests = own if os.path.exists(os.path.join(HOME, own)) else room
    return [module] + [tests] * os.path.exists(os.path.join(HOME, tests))


def environment():
    """The environment of the tests: without the data sets that only some machines have."""
    kept = {name: value for name, value in os.environ.items() if name not in ('KANON_ADULT', 'KANON_ARX', 'PYTHONPATH')}
    return {**kept, 'PYTHONHASHSEED': '0'}


def outcome(tree, arguments, seconds, write_bytecode=False):
    """What pytest returns in a tree; None if it did not end in time."""
    environ = {**environment(), **({} if write_bytecode else {'PYTHONDONTWRITEBYTECODE': '1'})}
    process = subprocess.Popen([sys.executable, '-c', PYTEST, str(seconds), *arguments], cwd=tree, env=environ, start_new_session=True,
                               stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        return process.wait(10 * seconds)
    except subprocess.TimeoutExpired:
        return None
    finally:
        if process.returncode is None:
            if hasattr(os, 'killpg'):
                os.killpg(process.pid, signal.SIGKILL)      # with what it started itself
            else:
                process.kill()
            process.wait()


def copied(tree):
    """Copy what the tests need of the checkout."""
    os.makedirs(tree)
    for path in [path for part in PARTS for path in glob.glob(os.path.join(HOME, part))]:
        to = os.path.join(tree, os.path.basename(path))
        shutil.copytree(path, to, ignore=LEFT_OUT) if os.path.isdir(path) else shutil.copy2(path, to)
    return tree


def seconds_of(tree, module):
    """How long the tests of a module may take: three times as long as with nothing spoilt, where they must pass."""
    began = time.time()
    if outcome(tree, arguments_of(module), 600, write_bytecode=True) != 0:     # the copy then holds all bytecode
        sys.exit(FAILS % (module, 'no test ran, or one failed', ' '.join(arguments_of(module))))
    return LEAST + int(3 * (time.time() - began))


def fate(tree, module, mutant, seconds):
    """What becomes of a mutant in a tree: 'killed', 'killed by time' or 'survived'."""
    path = os.path.join(tree, module)
    unspoilt = read(path)
    forget_bytecode(path)
    try:
        write(path, mutant.text)
        status = outcome(tree, arguments_of(module), seconds)
        return 'survived' if status == 0 else 'killed by time' if status in TOO_LONG else 'killed'
    finally:
        write(path, unspoilt)


def sample(work, n, seed):
    """So many of the (module, mutant) pairs, in their order. The seed decides which, and another line of code changes few of them."""
    def lot(pair):
        module, mutant = pair
        return sha256('\n'.join((seed, module, mutant.code, mutant.name)).encode()).digest()
    drawn = set(sorted(work, key=lot)[:n])
    return [pair for pair in work if pair in drawn]


def fates(tree, module, mutants):
    """What becomes of the mutants of a module in a tree, in their order."""
    if not hasattr(os, 'fork'):
        seconds = seconds_of(tree, module)
        return [fate(tree, module, mutant, seconds) for mutant in mutants]
    job = os.path.join(tree, 'job.json')
    write(job, json.dumps([mutant.text for mutant in mutants]))
    forked = [sys.executable, os.path.join('tests', 'mutants_forked.py'), module, job, str(LEAST)]
    result = subprocess.run(forked + arguments_of(module), cwd=tree, env=environment(), stdin=subprocess.DEVNULL,
                            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, encoding='utf-8')
    first, *found = result.stdout.splitlines() or ['']
    word, _, lasted = first.partition(' ')
    if word != 'unspoilt' or len(found) != len(mutants):
        sys.exit(FAILS % (module, first or 'no test ran', ' '.join(arguments_of(module))))
    seconds = LEAST + int(3 * float(lasted)) + 6        # and what pytest needs to begin
    return [fate(tree, module, mutant, seconds) if told == 'elsewhere' else told for mutant, told in zip(mutants, found)]


def judged(jobs, work):
    """Yield (module, mutant, fate), in the order of the work, (module, mutant) pairs."""
    mutants_in = {}
    for module, mutant in work:
        mutants_in.setdefault(module, []).append(mutant)
    with tempfile.TemporaryDirectory() as folder:
        first = copied(os.path.join(folder, '0'))
        free = Queue()
        for number in range(jobs):
            free.put(shutil.copytree(first, os.path.join(folder, str(number + 1))))

        def judge(lot):
            tree = free.get()
            try:
                return fates(tree, *lot)
            finally:
                free.put(tree)

        with ThreadPoolExecutor(jobs) as pool:
            for (module, mutants), found in zip(mutants_in.items(), pool.map(judge, mutants_in.items())):
                yield from zip(repeat(module), mutants, found)


def told(jobs, work, explained):
    """Run and say what came out: how many survivors are not explained, and how many explanations are not true."""
    counts, wrong = {}, 0
    for module, mutant, found in judged(jobs, work):
        why, survived = explained.get((module, mutant.code, mutant.name)), found == 'survived'
        counts.setdefault(module, Counter())['explained' if survived and why else found] += 1
        where = '%s:%d: %s  =>  %s' % (module, mutant.line, mutant.code, Source(mutant.text).code(mutant.line))
        if survived:
            print(where + '  (explained: %s)' % why if why else where, flush=True)
        elif why:
            print('%s  (a test does see it: take it out of tests/mutants.txt)' % where, flush=True)
        wrong += survived != bool(why)
    for module, of in counts.items():
        print('%s: %d mutants, %d killed, %d of them by time, %d explained, %d survived' % (
            module, sum(of.values()), of['killed'] + of['killed by time'], of['killed by time'], of['explained'], of['survived']))
    return wrong


def main():
    parser = argparse.ArgumentParser(description='Spoil a module at one place at a time; the tests must see it.')
    parser.add_argument('modules', nargs='*', metavar='module',
                        help='a file, or the name of one in kanon/ such as beyond/rules; by default: %s' % ' '.join(TESTS))
    parser.add_argument('--sample', type=int, metavar='N', help='only N of the mutants, drawn by the seed')
    parser.add_argument('--seed', default=time.strftime('%G-%V'), metavar='WORD', help='of the sample; by default the week (%(default)s)')
    parser.add_argument('--jobs', type=int, default=2, help='how many mutants are tried at once (2)')
    parser.add_argument('--only', type=int, metavar='LINE', help='only the mutants of this line')
    parser.add_argument('--list', action='store_true', help='print the mutants and run nothing')
    options = parser.parse_args()
    paths = [module if module.endswith('.py') else os.path.join(HOME, 'kanon', module + '.py') for module in options.modules]
    modules = [os.path.relpath(os.path.abspath(path), HOME).replace(os.sep, '/') for path in paths] or list(TESTS)
    for module in modules:
        if not os.path.isfile(os.path.join(HOME, module)):
            parser.error('there is no module %s' % module)
    work = [(module, mutant) for module in modules for mutant in mutants_of(read(module)) if options.only in (None, mutant.line)]
    if options.sample is not None and options.sample < len(work):
        print('a sample of %d of %d mutants; to draw the same again: --sample %d --seed %s'
              % (options.sample, len(work), options.sample, shlex.quote(options.seed)), flush=True)
        work = sample(work, options.sample, options.seed)
    explained, began = explanations(), time.time()
    gone = out_of_date(explained, modules)
    for key in gone:
        print('tests/mutants.txt explains what is no longer there: %s' % ' || '.join(key))
    if options.list:
        for module, mutant in work:
            print('%s:%d: %s  (%s)%s' % (module, mutant.line, mutant.code, mutant.name,
                                         '  explained' * ((module, mutant.code, mutant.name) in explained)))
        return bool(gone)
    wrong = told(options.jobs, work, explained)
    print('%d mutants in %d s' % (len(work), time.time() - began))
    return bool(gone or wrong)


if __name__ == '__main__':
    sys.exit(main())
