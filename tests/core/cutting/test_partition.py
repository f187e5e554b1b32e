"""What a partition says of its tuples."""

from types import SimpleNamespace

import pytest

from kanon.core.cutting.dimension import dimension_of
from kanon.core.cutting.labels import labelled
from kanon.core.cutting.partition import Partition, Points
from kanon.core.errors import DataError


def test_codes_and_columns_are_of_the_dimensions_alone():
    """Not of the sensitive values and the count, which stand behind the codes."""
    points = Points([[9, 0, 1], [9, 3, 4]], [9, 2, 1], [('cough',), ('flu',), ('ulcer',)])
    partition = Partition(points, [1, 2], 3, ((0, 1), (3, 4)), [1, 1])
    assert (partition.codes(0), partition.codes(1)) == ([0, 1], [3, 4])
    assert partition.columns() == [[0, 1], [3, 4]]
    assert partition.tuples == [(0, 3, ('flu',), 2), (1, 4, ('ulcer',), 1)]


@pytest.mark.parametrize('values, classes, says', [
    (['a', 'b', '{a|b}'], ([0, 1], [2]), 'is both a value and the label of a set'),
    (['a', 'a|b', 'b|c', 'c'], ([0, 2], [1, 3]), 'is the label of two different sets')])
def test_two_labels_that_are_written_alike(values, classes, says):
    parts = [SimpleNamespace(columns=lambda codes=codes: [codes], box=[None]) for codes in classes]
    with pytest.raises(DataError, match=says):
        labelled([dimension_of(dict.fromkeys(values, 1))], parts)
