"""`python -m kanon hierarchy levels`: how many labels each level leaves of each column, and how rare the rarest is."""

from __future__ import annotations

from ..cli.screen import print_table
from ..cli.words import FORMAT, Program
from ..frequency import added_up
from ..tables.hierarchy_file import HierarchyFolder
from . import HIERARCHY_VERBS
from .hierarchy import ENDING, EPILOG, LOOKING, TABLE_WORDS, THESE_COLUMNS, counts_as_run, settle_look
from .start_text import SAFE

PROGRAM = Program('levels', 'python -m kanon hierarchy levels', HIERARCHY_VERBS['levels'],
                  (*THESE_COLUMNS, *TABLE_WORDS, *LOOKING, FORMAT, *ENDING), settle_look,
                  (' patients.csv --quasi age,zip --format markdown',),
                  EPILOG, {'column': []})

HEADINGS = {'smallest': 'fewest records', 'rarest': 'rarest label'}


def main(options):
    print_table(list(level_rows(options)), lambda rows: '', options, HEADINGS)


def level_rows(options):
    """A row for each level of each column. A recorded value that few records have is not named."""
    counts, rooted = counts_as_run(options)
    for column, of_column in counts.items():
        tree = HierarchyFolder(options.hierarchies).tree_of(column, of_column)
        for level, labels in enumerate(tree.level_maps(of_column)):
            records = added_up(labels.values(), of_column.values())
            if rooted[column]:
                records[tree.root] = records.get(tree.root, 0) + rooted[column]
            rarest = min(records, key=lambda label: (records[label], label))
            hidden = options.redact or rarest in of_column and records[rarest] < SAFE
            yield {'column': column, 'level': level, 'labels': len(records), 'smallest': records[rarest],
                   'rarest': None if hidden else rarest}
