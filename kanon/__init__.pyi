# What a type checker and an editor see of __init__.py, which loads these names and its modules when they are asked for.
# `python tests/docs/made.py --write` makes the names.

from .algorithms.by_cuts import Mondrian as Mondrian
from .algorithms.full_domain import Optimal as Optimal
from .algorithms.full_domain import Samarati as Samarati
from .algorithms.greedy import Datafly as Datafly
from .algorithms.greedy import RoundRobin as RoundRobin
from .errors import DataError as DataError
from .errors import Unsatisfied as Unsatisfied
from .estimates.suda import special_scores as special_scores
from .estimates.suda import special_uniques as special_uniques
from .estimates.survey_weights import individual_risk as individual_risk
from .estimates.uniqueness import population_uniques as population_uniques
from .library import Plan as Plan
from .library import Release as Release
from .library import anonymize as anonymize
from .library import plan as plan
from .rules.of_people import KMap as KMap
from .rules.of_people import Presence as Presence
from .rules.of_values import Alpha as Alpha
from .rules.of_values import Closeness as Closeness
from .rules.of_values import Disclosure as Disclosure
from .rules.of_values import Distinct as Distinct
from .rules.of_values import EnhancedLikeness as EnhancedLikeness
from .rules.of_values import Entropy as Entropy
from .rules.of_values import Likeness as Likeness
from .rules.of_values import Recursive as Recursive
from .settings.sources import Csv as Csv
from .settings.sources import Records as Records

__version__: str
__all__ = ['anonymize', 'Release', 'Plan', 'plan', 'DataError', 'Unsatisfied', 'Csv', 'Records', 'Samarati', 'Optimal', 'Datafly',
           'RoundRobin', 'Mondrian', 'population_uniques', 'individual_risk', 'special_uniques', 'special_scores', 'Distinct',
           'Entropy', 'Recursive', 'Closeness', 'Alpha', 'Likeness', 'EnhancedLikeness', 'Disclosure', 'KMap', 'Presence']

Record = tuple
Vector = tuple

def lazily(package): ...
def __getattr__(name): ...
