"""What a partition says of its tuples."""

from kanon.partition import Partition


def test_codes_and_columns_are_of_the_dimensions_alone():
    """Not of the sensitive values and the count, which stand behind the codes."""
    partition = Partition([(0, 3, ('flu',), 2), (1, 4, ('ulcer',), 1)], 3, ((0, 1), (3, 4)), [1, 1])
    assert partition.codes() == [(0, 3), (1, 4)]
    assert partition.columns() == [(0, 1), (3, 4)]
