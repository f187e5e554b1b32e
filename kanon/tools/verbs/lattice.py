"""`python -m kanon lattice`: every generalization vector of a table, with what it would suppress and cost."""

from __future__ import annotations

from functools import partial

from ...core.algorithms.full_domain import checked
from ...core.counts.measures import of_vector, vector_and_measures
from ...core.counts.recoding import full_domain
from ...core.desk.as_text import as_one_lines
from ...core.desk.inputs import algorithm_for, count_for, open_table
from ...core.desk.options import settle_table
from ...core.desk.screen import Screen, print_table
from ...core.desk.words import (BEYOND_K, DRAWN, FORCE, IN_POPULATION, K, LANGUAGE, LIMITS,
                                MAX_SUPPRESSION, OUTPUT, PERSON, QUASI, QUIET, READING, REDACT,
                                RULED, WEIGHTS, Program, switch)
from ...core.errors import DataError, many
from ...core.levels.lattice import NONE_SATISFIES, vectors, with_level
from ...core.own_files import as_typed_here
from ...core.settings.kinds import weights_of
from ...core.voice.speaking import speaker
from ..pages.found_by_sweep import column_names, yes_no_in_words
from . import VERBS

MOST_VECTORS = 100_000      # that are listed

WORDS = (
    K, MAX_SUPPRESSION, QUASI,
    PERSON, RULED, *BEYOND_K, *IN_POPULATION, WEIGHTS, *LIMITS,
    switch('--satisfying', 'List only vectors that satisfy k with at most --max-suppression.'),
    switch('--minimal', 'List only vectors that satisfy, and lie above no other vector that does.'),
    *READING, DRAWN, LANGUAGE, OUTPUT, QUIET, REDACT, FORCE)
PROGRAM = Program('lattice', 'python -m kanon lattice', VERBS['lattice'], WORDS, settle_table,
                  ('', ' data/adult.data -k 10 --max-suppression 20 --minimal'), defaults={'satisfying': False, 'minimal': False},
                  by=lambda values: ['datafly'])     # any that searches by levels


def main(options):
    algorithm = algorithm_for(options)
    with open_table(options) as table:
        counted = count_for(table, options, algorithm, Screen(options))
    _, lattice, max_suppression, _ = algorithm.space(counted)
    say = speaker(options.language)
    as_one = list(as_one_lines(say, counted.required.counted_as_one()))
    print_table(every_vector(lattice, max_suppression, options), lambda rows: checked(lattice), options, column_names(say),
                (lambda rows: as_one) if as_one else None, draw=lambda rows, say: drawn(rows, lattice, counted.required, max_suppression, options, say), worded=partial(yes_no_in_words, say))


def drawn(rows, lattice, required, max_suppression, options, say):
    from ..pictures.lattice_picture import asked_text, listed_picture       # only --format svg draws
    people = {say('of_population'): required.population.asked()} if required.population else {}
    title = asked_text(options.quasi, lattice.size(), lattice.k, {**required.rules, **people}, max_suppression, lattice.records, say)
    return listed_picture(rows, title, say)


def every_vector(lattice, max_suppression, options):
    """Yield a dict for every vector, in lexicographic order, or for those that --satisfying or --minimal asks for.

    A minimal vector satisfies, and no vector below it does. DataError if there are too many vectors to list, or if only satisfying
    or minimal vectors are asked for and there is none.
    """
    if lattice.size() > MOST_VECTORS:
        raise DataError('the lattice has {:,} vectors, more than can be listed; {} finds the best of'
                        ' them'.format(lattice.size(), as_typed_here('run_samarati.py --optimal')))
    if options.satisfying or options.minimal:
        lattice.check_top(max_suppression)

    def satisfies(vector):
        return lattice[vector] <= max_suppression

    above = set()       # vectors that satisfy or lie above one that does
    for vector in vectors(lattice.top, lattice.bottom):
        lower = [with_level(vector, column, level - 1) for column, level in enumerate(vector) if level]
        lies_above = not above.isdisjoint(lower)
        minimal = satisfies(vector) and not lies_above
        if lies_above or satisfies(vector):
            above.add(vector)
        if minimal or not options.minimal and (satisfies(vector) or not options.satisfying):
            outcome = of_vector(lattice, vector, full_domain(lattice, vector))
            yield {**vector_and_measures(outcome, lattice.k, weights_of(options)),
                   'satisfies': satisfies(vector), 'minimal': minimal}
    if not above and (options.satisfying or options.minimal):       # a rule beyond k may let check_top pass
        raise lattice.unsatisfied(max_suppression, NONE_SATISFIES % many(max_suppression, 'record'))
