"""The people behind a table that nobody has a register of: estimates from the sizes of its classes, from weights, and from who stands out.

Promise: all that is worked out here is an estimate, or tells of the table alone. No function says that a person is safe.
"""

from .. import lazily

__getattr__ = lazily(__name__)
