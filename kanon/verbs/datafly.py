"""`python -m kanon datafly`: run_samarati.py with Datafly in place of Samarati's search."""

from __future__ import annotations

from ..cli.inputs import hierarchies_for, levels_for, required_of, tally_of
from ..cli.options import settle_release
from ..cli.publication import Publication
from ..cli.report import vector_summary
from ..cli.words import (BEYOND_K, FORCE, IN_POPULATION, K, LIMITS, PATIENTS, QUASI, QUIET, READING, REDACT, RELEASE, WEIGHTS, Program,
                         Word, switch)
from ..levels.beyond_k import lattice_of
from ..levels.datafly import most_distinct_first, round_robin
from ..measures import of_vector
from ..recoding import full_domain
from ..settings.kinds import suppression_limit
from . import VERBS


def settle(values, said, typed, error):
    """As many records as k may be suppressed if nobody says otherwise. Round robin suppresses none."""
    if values['round_robin'] and 'max_suppression' in typed:
        error('--round-robin suppresses nothing; leave --max-suppression out')
    if values['round_robin'] or 'max_suppression' not in said:
        values['max_suppression'] = '0' if values['round_robin'] else str(values['k'])
    settle_release(values, said, typed, error)


WORDS = (K, Word('--max-suppression', 'N|P%', 'How many records may be suppressed, as a number or a share (default: as many as k).'),
         QUASI, *BEYOND_K, *IN_POPULATION,
         switch('--round-robin', 'Raise each column in turn, and suppress nothing.'),
         WEIGHTS, *LIMITS, *READING, *RELEASE, QUIET, REDACT, FORCE)
PROGRAM = Program('datafly', 'python -m kanon datafly', VERBS['datafly'], WORDS, settle, PATIENTS,
                  defaults={'max_suppression': None}, publishes=True)


def main(options):
    with Publication(options) as publication:
        table, options = publication.table, publication.options
        tally = tally_of(table, options)
        required = required_of(options, tally)
        publication.lap('read')

        trees = hierarchies_for(tally.frequency_set, table.roots, options)
        lattice = lattice_of(tally.frequency_set, trees, required, levels_for(trees, options))
        max_suppression = suppression_limit(options.max_suppression, lattice.records)
        *_, vector = round_robin(lattice) if options.round_robin else most_distinct_first(lattice, max_suppression)
        recoding = full_domain(lattice, vector)
        publication.lap('search')

        outcome = of_vector(lattice, vector, recoding)
        report = vector_summary(options, table, required, outcome, lattice, max_suppression, {})
        publication.lap('measures')

        published = publication.publish(tally, recoding, required, report, vector)
    publication.finish(report, published, outcome, lattice=lattice)
