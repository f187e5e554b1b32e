"""What the attacks found, sentence by sentence.

Promise: the text of a report and its page say the same, since both are made here.
"""

from __future__ import annotations

from ...core.voice.speaking import per_cent
from ..voice.attack_names import BEHIND, attack_name

HEADINGS = {
    'attack': 'attack', 'by': 'linked_by', 'people': 'people', 'records': 'records',
    'suppressed': 'suppressed', 'k': 'k_of', 'no_candidate': 'no_candidate',
    'one_record': 'one_record', 'below_k': 'below_k', 'one_value': 'same_value', 'least': 'least',
    'mean': 'mean', 'guessed': 'guessed', 'in_order': 'in_order', 'told': 'told', 'right': 'right'}
MEANING = {
    'no_candidate': 'means_no_candidate', 'one_record': 'means_one_record',
    'below_k': 'means_below_k', 'one_value': 'means_one_value', 'least': 'means_least',
    'guessed': 'means_guessed', 'in_order': 'means_in_order', 'told': 'means_told',
    'right': 'means_right'}
# Those of two_releases.what_is_doubtful.
DOUBTS = {
    'nameless': 'doubt_nameless', 'repeated': 'doubt_repeated', 'overlapping': 'doubt_overlapping',
    'unpublished': 'doubt_unpublished', 'unlisted': 'doubt_unlisted',
    'uncertain': 'doubt_uncertain', 'changed': 'doubt_changed',
    'contradicting': 'doubt_contradicting'}
OVER_TIME = 'over time, '       # what the name of a row begins with that is about two releases


# The columns of the table, {name: number} for each attack.

def heading_of(say, name):
    """What stands above a column of the table."""
    if name in HEADINGS:
        return say(HEADINGS[name])
    return say('same_of', column=name[len('one_'):])


def meaning_of(say, name):
    return say(MEANING[name]) if name in MEANING else heading_of(say, name)


def row_in_words(say, row):
    """A row as a text shows it."""
    return {**row, 'attack': attack_name(say, row['attack'])}


def over_time_rows(rows) -> dict:
    """{'added', 'removed' or 'stayed': the row of these people}. Nothing without two lists."""
    return {row['attack'][len(OVER_TIME):]: row for row in rows
            if row['attack'].startswith(OVER_TIME)}


# What was read.

def left_out_lines(say, report):
    """How many rows of each list are left out for a missing value."""
    for known, n in report['left_out'].items():
        yield say('use_left_out', n=n, known=known)


def star_lines(say, report):
    """What rows of nothing but * are taken for, in a release that has other rows, too.

    >>> from ...core.voice.speaking import ENGLISH
    >>> print(*star_lines(ENGLISH, {'stars': [{'file': 'r.csv', 'rows': 7, 'as': 'people'}]}))
    rows of nothing but * in r.csv: 7, taken for people, so everybody's candidates
    """
    for release in report['stars']:
        key = 'stars_people' if release['as'] == 'people' else 'stars_suppressed'
        yield say(key, file=release['file'], n=release['rows'])


def doubts_of(say, doubtful, files):
    """Why people of the same value over time are not counted.

    doubtful: {doubt: its number for each release}. files: (release, list).
    """
    for name, numbers in doubtful.items():
        for (release, known), n in zip(files, numbers):
            if n:
                yield say(DOUBTS[name], release=release, known=known, n=n)


# The people who are not in the table, beside those who are.

def with_control(rows):
    """Yield the rows of an attack on both lists.

    They are that of the list, of the control, of their difference, of chance and of the risk.
    """
    by_attack = {row['attack']: row for row in rows}
    for row in rows:
        if row['attack'] + ', control' in by_attack:
            yield (row, *(by_attack['%s, %s' % (row['attack'], behind)] for behind in BEHIND))


def compared_rows(say, row, control, difference, chance, risk):
    """The heading, and a row for each number.

    It has the number's share of the list, that of the control, their difference, what chance gives,
    and the risk.
    """
    yield '', say('list'), say('control'), say('difference'), say('by_chance'), say('risk_added')
    for name in row:
        if difference[name] is None or name in ('attack', 'by'):
            continue
        of_chance = say('up_to_points', points='%.2f' % (100 * chance[name]))
        yield (heading_of(say, name), share_of(row, name), share_of(control, name),
               points(difference[name]), of_chance,
               '-' if risk[name] is None else '%.4f' % risk[name])


def share_of(row, name) -> str:
    return per_cent(row[name] / row['people'], 2)


def told_by_attack(say, row, control, difference, chance, _):
    """What the release tells of the people in it, beside what it tells of everybody."""
    name = 'guessed' if row['guessed'] is not None else 'below_k'
    yield say('told_guessed' if name == 'guessed' else 'told_below_k',
              of_list=share_of(row, name), of_control=share_of(control, name))
    by_chance = abs(difference[name]) <= chance[name]
    yield say('by_chance_alone' if by_chance else 'leaked', points=points(difference[name]))


def points(part) -> str:
    """A difference in points of per cent.

    >>> points(0.1234)
    '+12.34'
    """
    return '%+.2f' % (100 * part)
