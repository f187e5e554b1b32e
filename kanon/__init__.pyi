# What a type checker and an editor see of __init__.py, which loads these names and its modules when they are asked for.
# `python tests/docs/made.py --write` makes the names.

from .core.algorithms.by_cuts import Mondrian as Mondrian
from .core.algorithms.full_domain import Optimal as Optimal
from .core.algorithms.full_domain import Samarati as Samarati
from .core.algorithms.greedy import Datafly as Datafly
from .core.algorithms.greedy import RoundRobin as RoundRobin
from .core.errors import DataError as DataError
from .core.errors import Unsatisfied as Unsatisfied
from .core.rules.of_people import KMap as KMap
from .core.rules.of_people import Presence as Presence
from .core.rules.of_values import Alpha as Alpha
from .core.rules.of_values import Closeness as Closeness
from .core.rules.of_values import Disclosure as Disclosure
from .core.rules.of_values import Distinct as Distinct
from .core.rules.of_values import EnhancedLikeness as EnhancedLikeness
from .core.rules.of_values import Entropy as Entropy
from .core.rules.of_values import Likeness as Likeness
from .core.rules.of_values import Recursive as Recursive
from .core.settings.sources import Csv as Csv
from .core.settings.sources import Records as Records
from .library import Plan as Plan
from .library import Release as Release
from .library import anonymize as anonymize
from .library import plan as plan
from .tools.judging.suda import special_scores as special_scores
from .tools.judging.suda import special_uniques as special_uniques
from .tools.judging.survey_weights import individual_risk as individual_risk
from .tools.judging.uniqueness import population_uniques as population_uniques

__version__: str
__all__ = ['anonymize', 'Release', 'Plan', 'plan', 'DataError', 'Unsatisfied', 'Csv', 'Records', 'Samarati', 'Optimal', 'Datafly',
           'RoundRobin', 'Mondrian', 'population_uniques', 'individual_risk', 'special_uniques', 'special_scores', 'Distinct',
           'Entropy', 'Recursive', 'Closeness', 'Alpha', 'Likeness', 'EnhancedLikeness', 'Disclosure', 'KMap', 'Presence']

Record = tuple
Vector = tuple

def lazily(package): ...
def __getattr__(name): ...
