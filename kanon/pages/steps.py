"""What a search did, step by step, as values. The callers of a search record them, so the algorithm files stay free of it."""

from __future__ import annotations

from collections import namedtuple

# Mondrian looks at a part. number: 0 is the whole table, then in the order of the looks. parent: the number of the part that it was
# cut from, None of the whole table. side: which of the parent's parts it is. size: its records. ends: for each dimension its least
# and its greatest code. cut: the Cut that was made, with the sizes of its parts, or None.
Look = namedtuple('Look', 'number parent side size ends cut')


def logged(cut) -> tuple:
    """A cut function that records its looks, and the list of them.

    >>> from ..dimensions import dimension_of
    >>> from ..mondrian import mondrian, strict
    >>> from ..partition import partition_of
    >>> from ..required import Required
    >>> ages = [dimension_of(dict.fromkeys('12345', 1))]
    >>> cut, looks = logged(strict(ages, k=2))
    >>> partitions, cuts = mondrian(partition_of({(age,): 1 for age in '12345'}, ages, Required(2)), cut)
    >>> looks[0]
    Look(number=0, parent=None, side=None, size=5, ends=[(0, 4)], cut=Cut(dim=0, kind='strict', at=2, parts=[3, 2]))
    >>> [look.parent for look in looks], [look.ends for look in looks if not look.cut]
    ([None, 0, 0], [[(0, 2)], [(3, 4)]])
    """
    looks: list = []
    origin: dict = {}       # {id of a part that has not been looked at: (its parent, its side)}

    def look(part):
        number, (parent, side) = len(looks), origin.pop(id(part), (None, None))
        ends = [part.ends(dim) for dim in range(len(part.box))]
        made = cut(part)
        for place, new in enumerate(made.parts if made else ()):
            origin[id(new)] = number, place
        looks.append(Look(number, parent, side, part.size, ends, made and made._replace(parts=[new.size for new in made.parts])))
        return made
    return look, looks
