"""`python -m kanon hierarchy check`: every problem that a run would have with the hierarchies of a table."""

from __future__ import annotations

from .. import __version__
from ..builders.inspect import examined, findings_text
from ..cli.screen import put
from ..cli.words import JSON, Program
from ..tables.grid import json_text
from . import HIERARCHY_VERBS
from .hierarchy import ENDING, EPILOG, LOOKING, TABLE_WORDS, THESE_COLUMNS, counts_as_run, settle_look

PROGRAM = Program('covers', 'python -m kanon hierarchy check', HIERARCHY_VERBS['check'],
                  (*THESE_COLUMNS, *TABLE_WORDS, *LOOKING, JSON, *ENDING), settle_look,
                  (' patients.csv --quasi age,zip', ' patients.csv --column age --json'), EPILOG, {'column': []})


def main(options):
    """The exit status, 1 if a run would be refused."""
    columns = [examined(column, counts, options.hierarchies, options.redact)
               for column, counts in counts_as_run(options)[0].items()]
    report = {'program': options.command, 'version': __version__, 'data': options.data, 'config': options.config,
              'hierarchies': options.hierarchies, 'refused': any(column['refused'] for column in columns), 'columns': columns}
    put(json_text(report) if options.json else findings_text(report), 'the report', options.output, options.encoding)
    return int(report['refused'])
