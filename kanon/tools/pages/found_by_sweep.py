"""What the columns of sweep and lattice are called, and which settings lose least.

Promise: the text of a report, its page and its picture say the same, since all ask here.
"""

from __future__ import annotations

from ...core.algorithm_table import UNSUPPRESSED
from ...core.counts.measures import loss_of_rows, named_loss, told_loss

# The keys of their names.
COLUMNS = {
    'algorithm': 'algorithm', 'max_suppression': 'max_suppression', 'seconds': 'seconds',
    'vector': 'a_vector', 'height': 'height', 'suppressed': 'suppressed', 'classes': 'classes',
    'proven': 'proven', 'satisfies': 'mark_satisfies', 'minimal': 'minimal'}


def column_names(say) -> dict:
    """{column: its name}. Those that are not here are called as in csv and JSON.

    >>> from ...core.voice.speaking import ENGLISH
    >>> all(name == said for name, said in column_names(ENGLISH).items())
    True
    """
    return {name: say(key) for name, key in COLUMNS.items()}


def yes_no_in_words(say, row) -> dict:
    """A row whose yes and no are words."""
    words = {True: say('yes'), False: say('no')}
    return {name: words[value] if isinstance(value, bool) else value
            for name, value in row.items()}


def advice(rows, say):
    """Which row loses least at each k.

    Of equal losses it is the row that suppresses least, then the first.

    >>> from ...core.voice.speaking import ENGLISH
    >>> names = 'algorithm', 'k', 'max_suppression', 'lm', 'suppressed'
    >>> rows = [('samarati', 5, 20, 0.5, 9), ('optimal', 5, 100, 0.5, 7),
    ...         ('mondrian', 9, 0, 0.25, 0), ('datafly', 10, 20, None, None)]
    >>> print(*advice([dict(zip(names, row)) for row in rows], ENGLISH), sep='\\n')
    ... # doctest: +NORMALIZE_WHITESPACE
    Least is lost at k = 5 by optimal with max_suppression 100 (lm 0.5000),
    at k = 9 by mondrian (lm 0.2500).
    Nothing can be published at k = 10.
    """
    best, none = [], []
    for k, row in least_lost(rows).items():
        if row is None:
            none.append('k = %d' % k)
        else:
            best.append(setting_text(say, row))
    sentences = []
    if best:
        sentences.append(say('least_lost', best=best))
    if none:
        sentences.append(say('nothing_at', ks=none))
    names = {name for name, loss in map(named_loss, rows) if loss is not None}
    if 'lm' in names:
        others = sorted(names - {'lm'})
        sentences += [say('other_loss', name=name) for name in others]
    return sentences


def setting_text(say, row):
    """The algorithm of a row, its limit if it has one, and what it loses."""
    setting = {'k': str(row['k']), 'algorithm': row['algorithm'], **told_loss(row)}
    if row['algorithm'] in UNSUPPRESSED:
        return say('best_setting', **setting)
    return say('best_limited', limit=str(row['max_suppression']), **setting)


def least_lost(rows) -> dict:
    """{k: the row that loses least at it, None if nothing can be published}.

    Rows with another loss are compared only where no other is.
    """
    published: dict = {row['k']: [] for row in rows}
    for row in rows:
        if named_loss(row)[1] is not None:
            published[row['k']].append(row)
    least = {}
    for k, chosen in published.items():
        name = loss_of_rows(chosen) if chosen else 'lm'
        compared = [row for row in chosen if row[name] is not None]
        least[k] = min(compared, key=lambda row: (row[name], row['suppressed']), default=None)
    return least
