# What a type checker and an editor see of __init__.py, which loads these names and its modules when they are asked for.

from .algorithms.by_cuts import Mondrian as Mondrian
from .algorithms.full_domain import Optimal as Optimal, Samarati as Samarati
from .algorithms.greedy import Datafly as Datafly, RoundRobin as RoundRobin
from .errors import DataError as DataError, Unsatisfied as Unsatisfied
from .library import Release as Release, anonymize as anonymize
from .rules.of_people import KMap as KMap, Presence as Presence
from .rules.of_values import (Alpha as Alpha, Closeness as Closeness, Distinct as Distinct, Entropy as Entropy,
                              Recursive as Recursive)
from .settings.reading import Csv as Csv, Records as Records

__version__: str
__all__ = ['anonymize', 'Release', 'DataError', 'Unsatisfied', 'Csv', 'Records', 'Samarati', 'Optimal', 'Datafly', 'RoundRobin', 'Mondrian',
           'Distinct', 'Entropy', 'Recursive', 'Closeness', 'Alpha', 'KMap', 'Presence']

Record = tuple
Vector = tuple

def lazily(package): ...
def __getattr__(name): ...
