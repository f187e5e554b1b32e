"""The hierarchies that came with kanon: those of UCI Adult, and of the sample that has its columns.

Promise: they serve no table with other columns. Its values are others, even where a column has the
same name. A file that somebody has put into their folder, or changed there, serves every table. So
does each file of a folder that somebody has named.
"""

from __future__ import annotations

import os

from ..own_files import is_file, is_same
from ..tables.hierarchy_file import HierarchyFolder
from ..tables.text import byte_stream
from .options import home

# {column: the first half of the sha256 of its file as it came, with \n at the ends of its lines}.
SHIPPED = {
    'age': 'aa4e409ecfaceb66',
    'class': '51982773e79ca7a2',
    'education': 'dbca111ea9af5b07',
    'education_num': '5fe1c340ef3065ba',
    'gender': 'c7ab332600fba486',
    'hours_per_week': '590d45b025a16f9f',
    'marital_status': '65b6168faeaa5d44',
    'native_country': 'a0096d332376633f',
    'occupation': '89efa70a3fb75356',
    'race': '47f0187be9e3977f',
    'relationship': 'fb27af3109a3ede2',
    'work_class': '878d60f7c6867c84',
}

# The columns by which a table is known as UCI Adult. Its weight and its class have several names.
ADULT = frozenset(SHIPPED) - {'class'}


def hierarchies_for(options, columns=None) -> HierarchyFolder:
    """The folder where a run finds the hierarchies of a table with these columns.

    Without columns every file of it counts, for whoever looks up what the labels of a release mean.
    """
    shipped = os.path.join(home(), 'hierarchies')
    named = 'hierarchies' in options.said
    every_file = named or columns is None or ADULT.issubset(columns)
    if every_file or not is_same(options.hierarchies, shipped):
        return HierarchyFolder(options.hierarchies)
    return HierarchyFolder(options.hierarchies, of_others=as_it_came)


def as_it_came(path) -> bool:
    """Whether a file of the folder is one that came with kanon, and nobody has changed it."""
    column = os.path.splitext(os.path.basename(path))[0]
    if column not in SHIPPED or not is_file(path):
        return False
    from hashlib import sha256      # 2 ms, and only tables without hierarchies of their own ask
    with byte_stream(path) as file:
        text = file.read().replace(b'\r\n', b'\n')
    return sha256(text).hexdigest().startswith(SHIPPED[column])
