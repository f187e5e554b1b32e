"""What the columns of sweep and lattice are called, and which settings lose least.

Promise: the text of a report, its page and its picture say the same, since all ask here.
"""

from __future__ import annotations

from ...core.algorithm_table import UNSUPPRESSED
from ...core.counts.measures import loss_of_rows, named_loss, told_loss

COLUMNS = {     # the keys of their names
    'algorithm': 'algorithm', 'max_suppression': 'max_suppression', 'seconds': 'seconds', 'vector': 'a_vector', 'height': 'height',
    'suppressed': 'suppressed', 'classes': 'classes', 'proven': 'proven', 'satisfies': 'mark_satisfies', 'minimal': 'minimal'}


def column_names(say) -> dict:
    """{column: its name}. Those that are not here are called as in csv and JSON.

    >>> from ...core.voice.speaking import ENGLISH
    >>> all(name == said for name, said in column_names(ENGLISH).items())
    True
    """
    return {name: say(key) for name, key in COLUMNS.items()}


def yes_no_in_words(say, row) -> dict:
    """A row whose yes and no are words."""
    return {name: say('yes' if value else 'no') if isinstance(value, bool) else value for name, value in row.items()}


def advice(rows, say):
    """Which row loses least at each k. Of equal losses it is the row that suppresses least, then the first.

    >>> from ...core.voice.speaking import ENGLISH
    >>> names = 'algorithm', 'k', 'max_suppression', 'lm', 'suppressed'
    >>> rows = [('samarati', 5, 20, 0.5, 9), ('optimal', 5, 100, 0.5, 7), ('mondrian', 9, 0, 0.25, 0), ('datafly', 10, 20, None, None)]
    >>> print(*advice([dict(zip(names, row)) for row in rows], ENGLISH), sep='\\n')
    Least is lost at k = 5 by optimal with max_suppression 100 (lm 0.5000), at k = 9 by mondrian (lm 0.2500).
    Nothing can be published at k = 10.
    """
    best, none = [], []
    for k, row in least_lost(rows).items():
        if row is None:
            none.append('k = %d' % k)
        elif row['algorithm'] in UNSUPPRESSED:
            best.append(say('best_setting', k=str(k), algorithm=row['algorithm'], **told_loss(row)))
        else:
            best.append(say('best_limited', k=str(k), algorithm=row['algorithm'], limit=str(row['max_suppression']), **told_loss(row)))
    names = {name for name, loss in map(named_loss, rows) if loss is not None}
    return [*([say('least_lost', best=best)] if best else []), *([say('nothing_at', ks=none)] if none else []),
            *(say('other_loss', name=name) for name in sorted(names - {'lm'}) if 'lm' in names)]


def least_lost(rows) -> dict:
    """{k: the row that loses least at it, None if nothing can be published}. Rows with another loss are compared only where no other is."""
    published: dict = {row['k']: [] for row in rows}
    for row in rows:
        published[row['k']] += [row] if named_loss(row)[1] is not None else []
    least = {}
    for k, chosen in published.items():
        name = loss_of_rows(chosen) if chosen else 'lm'
        least[k] = min((row for row in chosen if row[name] is not None), key=lambda row: (row[name], row['suppressed']), default=None)
    return least
