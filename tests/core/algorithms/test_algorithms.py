"""Algorithms as values: equal settings are equal values, and a further algorithm is one class.

Who watches a search gets what was found so far.
"""

import os
import re
from argparse import Namespace
from glob import glob
from signal import SIGINT

import pytest

import kanon
from conftest import HOME
from kanon.core.algorithm_table import ALGORITHMS
from kanon.core.algorithms import algorithm_of, takes
from kanon.core.algorithms.full_domain import FoundVector, FullDomain
from kanon.core.algorithms.watching import UNSEEN
from kanon.core.desk.signals import StopSignal, Stopper
from kanon.core.levels.datafly import raised
from kanon.core.levels.lattice import with_level
from kanon.tools.verbs.sweep import SweepWatcher

INPATIENTS = HOME + '/data/inpatients/inpatients.csv', ['zip', 'age'], ['condition']
TREES = HOME + '/data/inpatients/hierarchies'


def test_the_table_has_a_row_for_each_algorithm_and_says_what_its_class_says():
    """The table is read in every run, and the classes are loaded when they run."""
    paths = glob(os.path.join(HOME, 'kanon', 'core', 'algorithms', '*.py'))
    written = {name for path in paths for name in named_in(path)}
    # Nobody names the levels of an earlier release as an algorithm.
    assert written == {*ALGORITHMS, 'like'}
    for name, row in ALGORITHMS.items():
        made, suppresses = algorithm_of(name), 'max_suppression' in takes(name)
        assert (made.name, made.by_levels, suppresses) == (name, row.by_levels, row.suppresses)


def named_in(path):
    """The names of the algorithms whose classes stand in a file."""
    with open(path, encoding='utf-8') as file:
        return re.findall(r"(?m)^    name.* = '([a-z-]+)'", file.read())


@pytest.mark.parametrize('name', ALGORITHMS)
def test_values_with_the_same_settings_are_equal(name):
    make = algorithm_of(name)
    one, other = make(weights={'age': 2}), make(weights={'age': 2.0})
    assert one == other and hash(one) == hash(other) and one != make() and make() != 5
    assert repr(one) == "%s(weights={'age': 2.0})" % make.__name__
    assert repr(make()) == make.__name__ + '()'
    assert eval('kanon.' + repr(one)) == one and make.asked({'weights': {'age': 2}}) == one


@pytest.mark.parametrize('name', ALGORITHMS)
def test_a_name_a_value_and_a_value_that_serves_twice_give_the_same_release(name):
    value = algorithm_of(name)()
    rows = [kanon.anonymize(*INPATIENTS, k=3, hierarchies=TREES, algorithm=algorithm).rows
            for algorithm in (name, value, value)]
    assert rows[0] == rows[1] == rows[2] != [] and value == algorithm_of(name)()


def test_a_constructor_speaks_of_arguments_and_the_command_line_of_options():
    make = algorithm_of('mondrian')
    for build, said in ((lambda: make(seed='x'), "seed: a seed is a whole number, not 'x'"),
                        (lambda: make.asked({'seed': 'x'}), '--seed: a seed is')):
        with pytest.raises(kanon.DataError) as refused:
            build()
        assert str(refused.value).startswith(said)


class Cheapest(FullDomain):
    """A further algorithm: the column whose next level loses least is raised, again and again."""
    name, measure = 'cheapest', 'lm'

    def __init__(self, *, max_suppression: int = 0, weights=None, limit=None, from_=None):
        self._take(locals())

    def search(self, space, watch):
        top = space.lattice.top

        def cheapest(vector):
            def cost_above(column):
                return space.target.cost(with_level(vector, column, vector[column] + 1))

            below = [column for column, level in enumerate(vector) if level < top[column]]
            return min(below, key=cost_above)
        return FoundVector(raised(space.lattice, space.max_suppression, cheapest)[-1], {})


def test_a_further_algorithm_is_one_class(tmp_path):
    release, best = [kanon.anonymize(*INPATIENTS, k=3, hierarchies=TREES, require=kanon.Distinct(2),
                                     algorithm=make(max_suppression=2))
                     for make in (Cheapest, kanon.Optimal)]
    assert best.measures['lm'] <= release.measures['lm'] and release.suppressed <= 2
    assert release.write(str(tmp_path / 'out.csv')).k >= 3
    with pytest.raises(kanon.DataError, match="^limit: 'agee' is not a quasi-identifier"):
        kanon.anonymize(*INPATIENTS, k=3, hierarchies=TREES,
                        algorithm=Cheapest(limit={'agee': 1}))


def test_ctrl_c_in_a_sweep_keeps_the_best_cuts_and_ends_a_search_for_a_vector():
    def states():
        yield Namespace(vector=(1, 0))
        raise StopSignal(SIGINT, Stopper())
    watch = SweepWatcher(Namespace(quiet=True, trace=False, picture=None, html=None))
    assert len(list(watch.until(None, states()))) == 1
    with pytest.raises(KeyboardInterrupt):
        watch.best_of(states(), kanon.Optimal(), None)


def test_nobody_who_watches_takes_the_first_vector_when_the_time_is_over():
    states = [Namespace(vector=vector) for vector in (None, None, (1, 0), (0, 0))]
    assert UNSEEN.best_of(states, kanon.Optimal(time_limit=0), None).vector == (1, 0)
    assert UNSEEN.best_of(states, kanon.Optimal(), None).vector == (0, 0)
