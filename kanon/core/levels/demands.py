"""The lattice of a table for all that is required of its classes.

What is required besides k records are demands. demand_on_values.py has the one of the rules beyond
k, demand_on_persons.py the one of k persons, and demand_on_people.py the one on a population. A
table that follows earlier releases has the lattice of of_groups.py.
"""

from __future__ import annotations

from ..counts.frequency import frequency_set_of
from .lattice import Lattice


def lattice_of(frequency_set, hierarchies, required, within=None) -> Lattice:
    """The lattice of a table for what is required (counts/required.py).

    within: the limits of its levels.

    >>> from ..counts.hierarchy import Hierarchy
    >>> from ..counts.required import Required
    >>> from ..rules.of_values import Distinct
    >>> ill = {('38',): {('flu',): 2}, ('39',): {('flu',): 1, ('ulcer',): 1}}
    >>> required = Required(1, {'ill': [Distinct(2)]}, ill)
    >>> tree = Hierarchy({'38': '*', '39': '*'})
    >>> lattice = lattice_of({('38',): 2, ('39',): 2}, [tree], required)
    >>> lattice[0,], lattice[1,]
    (2, 0)
    """
    if required.earlier:
        from .of_groups import LatticeOfGroups, LatticeOfLines      # few runs have a history
        of_groups = LatticeOfGroups if required.earlier.people is None else LatticeOfLines
        return of_groups(frequency_set, hierarchies, required, within)
    demands = demands_of(required, frequency_set_of(frequency_set))
    return Lattice(frequency_set, hierarchies, required.k, within, required, demands)


def demands_of(required, table) -> tuple:
    """The demands besides k records.

    Those that take little time come first. The next ones then judge fewer classes.
    """
    demands: list = []
    if required.population:
        from .demand_on_people import DemandOnPeople        # few runs have a population
        demands.append(DemandOnPeople(required, table))
    if required.persons:
        from .demand_on_persons import DemandOnPersons      # few runs count persons
        demands.append(DemandOnPersons(required))
    elif required.rules:
        from .demand_on_values import DemandOnValues        # few runs have rules beyond k
        demands.append(DemandOnValues(required, table))
    return tuple(demands)
