"""A table of ladders, {leaf: (leaf, label of level 1, ..., '*')}, and the file that holds it.

Promise: all ladders of a table are equally long. '?' and '' stay as they are up to the '*'. No label is a recorded value, except
the value itself. The file that `file_text` writes publishes exactly these labels when `hierarchy_file.load` reads it.
"""

from __future__ import annotations

from ...core.counts.hierarchy import ROOT, Hierarchy
from ...core.errors import DataError, show, some
from ...core.tables.hierarchy_file import tree_of


def laddered(labels, missing) -> dict:
    """Ladders from {leaf: its labels between itself and the root} and from missing values. DataError if a label is also a leaf.

    >>> laddered({'39': ['[35-39]']}, ['?'])
    {'39': ('39', '[35-39]', '*'), '?': ('?', '?', '*')}
    """
    if not labels:
        raise DataError('every value is missing (? or empty), so there is nothing to make a hierarchy of' if missing else
                        'there is no value to make a hierarchy of')
    height = max(map(len, labels.values()))
    ladders = {leaf: (leaf, *path, ROOT) for leaf, path in labels.items()}
    ladders.update((value, (value,) * (height + 1) + (ROOT,)) for value in sorted(missing))
    clashes = sorted({label for leaf, ladder in ladders.items() for label in ladder[1:]
                      if label in ladders and (label != leaf or leaf == ROOT)})
    if clashes:
        advice = 'if it means missing, write ? or nothing instead' if ROOT in clashes else 'write the value in another way'
        raise DataError('a label and a recorded value are the same: %s; %s' % (some(clashes), advice))
    return ladders


def hierarchy_of(ladders) -> Hierarchy:
    """The Hierarchy of a table of ladders, for `kanon.anonymize`.

    >>> hierarchy_of({'39': ('39', '[35-39]', '*'), '93': ('93', '[90-]', '*')}).labels('39')
    ['39', '[35-39]', '*']
    """
    return tree_of(enumerate(map(list, ladders.values()), 1), None)[0]


def file_text(ladders, head=()) -> str:
    """The text of a hierarchy file: the head as comment lines, then one line of csv for each ladder.

    >>> print(file_text({'a, b': ('a, b', 'ab', '*'), '': ('', '', '*')}, ['Two jobs.']), end='')
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
    """A field, in quotes if a hierarchy file needs them. csv.writer would leave ' a' and '# a' without quotes.

    >>> print(field_of('a'), field_of(' a'), field_of('a, b'), field_of('#a'), sep='; ')
    a; " a"; "a, b"; "#a"
    """
    plain = not set(field) & {delimiter, '"', '\r', '\n'} and not field.startswith((' ', '#', '\ufeff'))
    return field if plain else '"%s"' % field.replace('"', '""')
