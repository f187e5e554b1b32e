"""`python -m kanon explain`: a page that replays an algorithm on a small table, step by step.

Promise: the last step shows the table that the program of that algorithm publishes, with the rules that are asked for. Mondrian's cuts are
the strict ones. What an INI file says besides of the release is named as left aside (`ASIDE`).
With --person k counts persons. With it, and with rules beyond k, the searches and cuts are kanon's own. The page shows how many persons a
class has, and no name of a person.
"""

from __future__ import annotations

import os
from contextlib import suppress
from copy import copy
from functools import partial
from heapq import merge

from ...core.desk.as_text import as_one_lines
from ...core.desk.inputs import count_for, for_table, open_table
from ...core.desk.options import home, need_folder
from ...core.desk.screen import Screen, behind, put
from ...core.desk.words import (BEYOND_K, CUTS, EXAMPLES_OF_FILES, FORCE, IN_POPULATION, K,
                                MAX_SUPPRESSION, MEASURE, LANGUAGE, NO_PROGRESS, ONE_DATA,
                                PERSON, QUASI, READING, WEIGHTS, Program, Word, setting_of_word)
from ...core.errors import DataError, Unsatisfied, many, one_line, quoted
from ...core.settings.asked import check_asked
from ...core.settings.ini import read_with_texts
from ...core.settings.kinds import one_of
from ...core.voice.speaking import speaker
from . import VERBS

ALGORITHMS = 'samarati', 'optimal', 'datafly', 'mondrian'
MOST_TUPLES, MOST_VECTORS, MOST_ROWS = 200, 300, 400        # more cannot be looked at
MOST_RECORDS = 1_000_000        # of Mondrian's plain page, which finds a median by a list of them
MOST_STEPS = 2000       # of all runs of a page. Runs for other k and MaxSup are added until there are so many
ASIDE, ASIDE_OF_CUTS = ('limit', 'from'), ('partitioning', 'choose')
OTHER_MOST = 0, 1, 2, 4         # the MaxSup that can be chosen besides the one that is asked for

WORDS = (
    K, MAX_SUPPRESSION,
    QUASI, PERSON._replace(help='The column that says whose row each row is. k then counts persons. The page says how many each class has, and'
                                ' names none.'),
    Word('--sensitive', 'A,B', "The sensitive columns, which the table shows (default occupation; '' for none)."),
    *BEYOND_K, *IN_POPULATION,
    MEASURE, WEIGHTS,
    *(word for word in CUTS if word.flag in ('--categories', '--labels', '--grid')), *READING,
    Word('--output', 'FILE', 'The file for the page (default explain_ALGORITHM.html in this folder; - is standard output).'),
    LANGUAGE, NO_PROGRESS, FORCE)


def settle(values, said, typed, error):
    """Datafly suppresses as many records as k if nobody says otherwise."""
    if values['algorithm'] == 'datafly' and 'max_suppression' not in said:
        values['max_suppression'] = str(values['k'])
    values['optimal'] = values['algorithm'] == 'optimal'
    values['output'] = values['output'] or 'explain_%s.html' % values['algorithm']
    values['carried'] = values['sensitive']
    need_folder(values, said)
    check_asked(values, typed, values['algorithm'] != 'mondrian')


def shipped() -> str:
    """The inpatients that came with kanon, by their whole path: it stays right when the current folder changes."""
    return os.path.join(os.path.abspath(home()), 'data', 'inpatients', 'inpatients.csv')


PROGRAM = Program(
    'explain', 'python -m kanon explain', VERBS['explain'], WORDS, settle,
    (' samarati', ' mondrian patients.csv --quasi age,zip --sensitive diagnosis -k 3 -o page.html'),
    EXAMPLES_OF_FILES.replace('examples', 'examples (without DATA kanon takes the inpatients that came with it)'),
    from_ini=tuple(setting_of_word(word) for word in WORDS if word.flag not in ('--output', '--language', '--quiet', '--force', '--config')),
    data=ONE_DATA, no_data=shipped(),
    by=lambda values: [values['algorithm']],
    before={'algorithm': {'metavar': 'ALGORITHM', 'type': one_of(*ALGORITHMS), 'help': 'samarati, optimal, datafly or mondrian.'}})


def main(options):
    from ..explain.page import explained_page
    from ..explain.stories import RecordedTable, SharedContent
    algorithm = options.algorithms[options.algorithm]
    with open_table(options) as table:
        options = for_table(options, table)
        counted = count_for(table, options, algorithm, Screen(options))
    tally = counted.tally
    check_small(len(set(tally.frequency_set)), 'different combinations of the quasi-identifiers', MOST_TUPLES, table)
    rows = sorted((row, values, n) for row, values, n in tally.records())
    sensitive, left_out, aside = options.sensitive, len(rows) > MOST_ROWS, left_aside(options, algorithm)
    if left_out:
        rows, sensitive = [(row, (), n) for row, n in enumerate(tally.frequency_set.values())], []
    recorded = RecordedTable(os.path.basename(table.name), options.quasi, sensitive, tally.frequency_set, rows, left_out, table.missing_records,
                             options.person, required_beyond_k(counted.required), aside)
    shown = SharedContent()
    stories = told_runs(partial(of_lattice if algorithm.by_levels else of_cuts, recorded=recorded, options=options, shown=shown), algorithm, counted)
    put(explained_page(stories, shown, options.language), 'the page', options.output)
    if options.output != '-' and not options.quiet:
        with behind('the page is in %s' % options.output):
            put('%s: %s; open it in a browser' % (one_line(options.output), many(len(stories[0].steps), 'step')), 'the message')
            for line in as_one_lines(speaker(options.language), counted.required.counted_as_one()):
                put(line, 'the message')
            if aside:
                put('the page leaves aside what %s says of %s' % (one_line(options.config), ', '.join(aside)), 'the message')


def required_beyond_k(required) -> dict:
    """What is required beyond k, as a RecordedTable has it (explain/stories.py)."""
    beyond = {column: list(map(str, rules)) for column, rules in required.rules.items()}
    return {**beyond, None: required.population.asked()} if required.population else beyond


def left_aside(options, algorithm) -> list:
    """The options of the INI file that bear on the release, and that the page does not follow."""
    if not options.config:
        return []
    in_file, names = read_with_texts(options.config), ASIDE if algorithm.by_levels else (*ASIDE, *ASIDE_OF_CUTS)
    return [name for name in names if name in in_file and in_file[name][0] != options.defaults[name]]


def told_runs(story_of, algorithm, counted) -> list:
    """The story that is asked for, and those of other k and MaxSup, the nearest k first, until they have MOST_STEPS steps."""
    stories = [story_of(algorithm, counted)]
    asked, most, steps = counted.required.k, stories[0].most, len(stories[0].steps)
    greatest = counted.required.persons.count if counted.required.persons else stories[0].records
    for k in merge(range(asked, 1, -1), range(asked + 1, greatest + 1), key=lambda k: (abs(k - asked), k)):     # there may be billions
        for other in [most] if most is None else sorted({most, *(n for n in OTHER_MOST if n < stories[0].records)}):
            if steps > MOST_STEPS:
                return stories
            if (k, other) == (asked, most):
                continue
            asked_so = copy(algorithm)
            asked_so.max_suppression = other
            with suppress(Unsatisfied):
                stories.append(story_of(asked_so, counted.with_k(k)))
                steps += len(stories[-1].steps)
    return stories


def of_lattice(algorithm, counted, recorded, options, shown):
    from ..explain.stories import is_by_page, story_of_lattice
    space = algorithm.space(counted)
    check_small(space.lattice.size(), 'vectors in the lattice', MOST_VECTORS, counted)
    skipping = algorithm.space(counted) if is_by_page(algorithm, recorded) else None
    story = story_of_lattice(algorithm, recorded, space, options.language, shown, skipping)
    if not story.steps[-1].values['published']:
        raise algorithm.nothing_left(space, space.lattice.records)
    return story


def of_cuts(algorithm, counted, recorded, options, shown):
    from ..explain.stories import story_of_cuts
    dimensions = algorithm.space(counted).dimensions
    for name, dimension in zip(options.quasi, dimensions):
        if dimension.by_node or dimension.has_missing:
            advice = ('leave out --missing root' if dimension.has_missing else 'leave out --categories hierarchy' if options.categories else
                      'take --categories leaves')
            raise DataError('the page shows cuts at a value, and column %s is cut otherwise; %s' % (quoted(name), advice), counted.name)
    if not counted.required.persons:
        check_small(sum(counted.frequency_set.values()), 'records', MOST_RECORDS, counted, 'take a smaller table')
    return story_of_cuts(algorithm, recorded, dimensions, counted.required, options.language, shown)


def check_small(n, what, most, table, advice='name fewer columns with --quasi, or take a smaller table'):
    """DataError if there is more than a page can show."""
    if n > most:
        raise DataError('there are {:,} {}, and a page shows up to {:,}; {}'.format(n, what, most, advice), table.name)
