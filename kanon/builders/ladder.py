"""A table of ladders, {leaf: (leaf, label of level 1, ..., '*')}: what holds for all of them, and their file.

Promise: all ladders of a table are equally long; '?' and '' stay as they are up to the '*'; no label but the value itself is
a recorded value. Loaded with hierarchy.load, the file that `text_of` writes publishes what the ladders say.
"""

from __future__ import annotations

from ..errors import DataError, show, some
from ..hierarchy import ROOT


def laddered(labels, missing) -> dict:
    """{leaf: its labels between itself and the root} and the missing values, as ladders; DataError where a label is a leaf.

    >>> laddered({'39': ['[35-39]']}, ['?'])
    {'39': ('39', '[35-39]', '*'), '?': ('?', '?', '*')}
    """
    if not labels:
        raise DataError('there is no value to make a hierarchy of, but missing ones (? and nothing)' if missing else
                        'there is no value to make a hierarchy of')
    height = max(map(len, labels.values()))
    found = {leaf: (leaf, *path, ROOT) for leaf, path in labels.items()}
    found.update((value, (value,) * (height + 1) + (ROOT,)) for value in sorted(missing))
    taken = sorted({label for leaf, ladder in found.items() for label in ladder[1:]
                    if label in found and (label != leaf or leaf == ROOT)})
    if taken:
        raise DataError('a label and a recorded value are the same: %s' % some(taken))
    return found


def text_of(ladders, head=()) -> str:
    """The text of a hierarchy file: the head as lines of comment, then a line of csv for each ladder.

    >>> print(text_of({'a, b': ('a, b', 'ab', '*'), '': ('', '', '*')}, ['Two jobs.']), end='')
    # Two jobs.
    "a, b",ab,*
    ,,*
    """
    lines = ['# ' + ' '.join(line.split()) for line in head]
    for ladder in ladders.values():
        lines.append(','.join(map(field_of, ladder)))
        if '\n#' in lines[-1].replace('\r', '\n'):
            wrong = next(label for label in ladder if '\n#' in label.replace('\r', '\n'))
            raise DataError('%s: a value with a line that begins with # cannot stand in a hierarchy file' % show(wrong))
    return ''.join(line + '\n' for line in lines)


def field_of(field, delimiter=',') -> str:
    """A field in quotes where a hierarchy file needs them; csv.writer would leave out those of ' a' and '# a'.

    >>> print(field_of('a'), field_of(' a'), field_of('a, b'), field_of('#a'), sep='; ')
    a; " a"; "a, b"; "#a"
    """
    plain = not set(field) & {delimiter, '"', '\r', '\n'} and not field.startswith((' ', '#', '\ufeff'))
    return field if plain else '"%s"' % field.replace('"', '""')
