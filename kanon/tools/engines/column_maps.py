"""A full-domain recoding as column maps: for each column a csv file of its values and their labels.

Promise: a map has a row for each leaf of the column's hierarchy, whether the table has it or not, with its label at the level that was
chosen. Under --missing root it has one for a missing value, too, which is an empty field. `read_map` returns what was written.
So a map tells the hierarchy and the level. It tells nothing else of the table that was counted. (A hierarchy that was made from the
table tells which values that has.)
"""

from __future__ import annotations

import os

from ...core.errors import DataError, option, show
from ...core.tables.hierarchy_file import file_of
from ...core.tables.lines import field_formatter
from ...core.tables.table import Table

OF_MAP = 'map_%s'           # the name of a column's map, as a file without its ending and as a table
HEADER = 'value', 'label'


def map_file(folder, column) -> str:
    """The path of a column's map.

    >>> map_file('maps', 'km/h').replace(os.sep, '/')
    'maps/map_km%2Fh.csv'
    """
    return os.path.splitext(file_of(folder, OF_MAP % column))[0] + '.csv'


def map_at(tree, level, root=None) -> dict:
    """{value: label} of the leaves of a hierarchy at a level. root: what is published for a missing value, or None.

    >>> from ...core.counts.hierarchy import Hierarchy
    >>> map_at(Hierarchy({'38': '[35-39]', '39': '[35-39]', '[35-39]': '*'}), 1, '*')
    {'38': '[35-39]', '39': '[35-39]', '': '*'}
    """
    labels = tree.level_maps(tree.leaves)[level]
    return labels if root is None else {**labels, '': root}


def map_text(labels) -> str:
    """The text of a map, sorted by its values.

    >>> print(map_text({'39': '[35-39]', '38': '[35-39]'}), end='')
    value,label
    38,[35-39]
    39,[35-39]
    """
    fields = field_formatter()
    return ''.join(fields(row) + '\n' for row in [HEADER, *sorted(labels.items())])


def checksum_of(maps) -> str:
    """The sha256 of maps, {column: {value: label}}, in whichever order their columns and rows stand.

    >>> checksum_of({'age': {'39': '3*', '38': '3*'}, 'sex': {'m': '*'}}) == checksum_of({'sex': {'m': '*'}, 'age': {'38': '3*', '39': '3*'}})
    True
    """
    from hashlib import sha256      # 2 ms, and few runs have maps
    return sha256('\0'.join(text for name in sorted(maps) for text in (name, map_text(maps[name]))).encode()).hexdigest()


def read_map(path, encoding='utf-8') -> dict:
    """{value: label} of a map. DataError if the file is none."""
    labels: dict = {}
    with Table(path, delimiter=',', encoding=encoding, missing='value') as table:
        if table.columns != HEADER:
            raise DataError('is no map, as %s writes it: its columns would be %s and %s'
                            % (option('recoding_maps'), *HEADER), path)
        for value, label in table.tuples(HEADER):
            if labels.setdefault(value, label) != label:
                raise DataError('has two labels for %s' % show(value), path)
    if not labels:
        raise DataError('holds no row', path)
    return labels
