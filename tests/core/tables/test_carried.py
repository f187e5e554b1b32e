"""What a tally tells of the carried columns: which are nearly unique, and how often each value occurs."""

from collections import Counter

from kanon.core.tables import tally as tally_module
from kanon.core.tables.tally import Tally


def test_a_column_of_items_may_have_more_items_than_there_are_different_rows():
    """Ten different cells of two items each, in twenty records. The other column has one value."""
    tally = Tally(1)
    tally.count([[('39', 'a%d|b%d' % (number, number), 'x')] * 2 for number in range(10)])
    assert tally.nearly_unique(['|', None]) == [0]
    assert tally.nearly_unique([None, None]) == tally.nearly_unique() == []


def test_of_a_table_on_disk_the_first_values_are_counted_to_the_end(monkeypatch):
    """Two of three values are kept, and a value that is kept is counted in every part of the file."""
    monkeypatch.setattr(tally_module, 'BOUND', 2)
    tally = Tally(1, bound=2)
    rows = [('39', value) for value in 'aabbcc' * 4]
    tally.count([rows[start:start + 3] for start in range(0, len(rows), 3)])
    assert len(list(tally.rows())) > 2
    (values, count), = tally.carried_values(1)
    assert count() == Counter(a=8, b=8) and set(values) == {'a', 'b'}
