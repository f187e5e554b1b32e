"""`python -m kanon datafly`: run_samarati.py with Datafly in place of Samarati's search."""

from __future__ import annotations

from ...core.algorithms.release import release_of
from ...core.desk.inputs import algorithm_for
from ...core.desk.options import settle_release
from ...core.desk.publication import Publication
from ...core.desk.words import (BEYOND_K, FORCE, HISTORY, IN_POPULATION, K, LIMITS, MAX_SUPPRESSION, PATIENTS,
                                PERSON, QUASI, QUIET, READING, RECODING_MAPS, REDACT, RELEASE,
                                WEIGHTS, Program, switch)
from . import VERBS


def settle(values, said, typed, error):
    """As many records as k may be suppressed if nobody says otherwise. Round robin suppresses none."""
    if values['round_robin'] and 'max_suppression' in typed:
        error('--round-robin suppresses nothing; leave --max-suppression out')
    if values['round_robin'] or 'max_suppression' not in said:
        values['max_suppression'] = '0' if values['round_robin'] else str(values['k'])
    settle_release(values, said, typed, error)


WORDS = (K, MAX_SUPPRESSION,
         QUASI, PERSON, HISTORY, *BEYOND_K, *IN_POPULATION,
         switch('--round-robin', 'Raise each column in turn, and suppress nothing.'),
         WEIGHTS, *LIMITS, *READING, *RELEASE, RECODING_MAPS, QUIET, REDACT, FORCE)
PROGRAM = Program('datafly', 'python -m kanon datafly', VERBS['datafly'], WORDS, settle, PATIENTS,
                  defaults={'max_suppression': None}, publishes=True,
                  by=lambda values: ['round-robin' if values['round_robin'] else 'datafly'])


def main(options):
    with Publication(options) as publication:
        algorithm = algorithm_for(publication.options)
        release = release_of(publication.count(algorithm), algorithm, publication.watch)
        published = publication.publish(release)
    publication.finish(release, published)
