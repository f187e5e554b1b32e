"""`python -m kanon hierarchy VERB`: hierarchies are made by rule, converted, drawn, and held against a table.

Each verb is a `main(options)`.
"""

from __future__ import annotations

from .. import __version__
from ..builders.inspect import examined, findings_text
from ..cli.screen import put
from ..cli.words import COMMANDS
from ..tables.grid import json_text
from .make import counts_of


def print_covers(options):
    """The exit status: 1 where a run would be refused."""
    found = [examined(column, counts, options.hierarchies, options.redact)
             for column, counts in counts_of(options)[0].items()]
    report = {'program': COMMANDS['covers'], 'version': __version__, 'data': options.data,
              'hierarchies': options.hierarchies, 'refused': any(column['refused'] for column in found), 'columns': found}
    put(json_text(report) if options.json else findings_text(report), 'the report', options)
    return int(report['refused'])
