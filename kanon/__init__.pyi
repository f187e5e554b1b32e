# What a type checker and an editor see of __init__.py, which loads these names and its modules when they are asked for.

from .errors import DataError as DataError, Unsatisfied as Unsatisfied
from .library import Release as Release, anonymize as anonymize

__version__: str
__all__ = ['anonymize', 'Release', 'DataError', 'Unsatisfied']

Record = tuple
Vector = tuple

def lazily(package): ...
def __getattr__(name): ...
