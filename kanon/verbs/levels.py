"""`python -m kanon hierarchy VERB`: hierarchies are made by rule, converted, drawn, and held against a table.

Each verb is a `main(options)`.
"""

from __future__ import annotations

from collections import Counter

from ..cli.screen import print_table
from ..tables.hierarchy_file import load_for
from .make import counts_of
from .start_text import SAFE


def print_levels(options):
    rows, (found, rooted) = [], counts_of(options)
    for column, counts in found.items():
        tree = load_for(column, counts, options.hierarchies)
        for level in range(tree.height + 1):
            records = Counter()
            for value, label in tree.level_map(counts, level).items():
                records[label] += counts[value]
            records.update({tree.root: rooted[column]} if rooted[column] else {})
            rarest = min(records, key=lambda label: (records[label], label))
            hidden = options.redact or rarest in counts and records[rarest] < SAFE
            rows.append({'column': column, 'level': level, 'labels': len(records), 'smallest': records[rarest],
                         'rarest': None if hidden else rarest})
    print_table(rows, lambda found: '', options)
