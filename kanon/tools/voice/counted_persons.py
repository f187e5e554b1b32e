"""What check and risk say where they count persons: {key of a text of records: key of the text of persons, with the same values}."""

from __future__ import annotations

PERSONS = {
    # A report, and its page.
    'k_is': 'k_is_persons', 'below': 'below_persons', 'measured': 'measured_persons',
    'measured_by_counts': 'measured_by_counts_persons', 'check_finding': 'check_finding_persons',
    'gaps_k': 'gaps_k_persons',
    'risk_is': 'risk_is_persons', 'unique_is': 'unique_is_persons', 'unique_journalist': 'unique_journalist_persons', 'above': 'above_persons',
    'unique_records': 'unique_records_persons', 'risk_finding': 'risk_finding_persons', 'sets_are': 'sets_are_persons',
    'smallest': 'smallest_persons', 'stands_for': 'stands_for_persons', 'estimate_of_uniques': 'estimate_of_uniques_persons',
    # The pictures.
    'sizes_title': 'sizes_title_persons', 'sizes_drawn': 'sizes_drawn_persons', 'none_below': 'none_below_persons', 'some_below': 'some_below_persons',
    'records_are': 'records_are_persons', 'size_range': 'size_range_persons', 'in_classes': 'in_classes_persons', 'worst_class': 'worst_class_persons',
    'alone_known': 'alone_known_persons', 'risk_prosecutor': 'risk_prosecutor_persons', 'risk_journalist': 'risk_journalist_persons',
    'risks_none': 'risks_none_persons', 'risks_some': 'risks_some_persons', 'records_share': 'records_share_persons',
    'unique_bars': 'unique_bars_persons', 'pair_bars': 'pair_bars_persons', 'uniques_are': 'uniques_are_persons', 'some_unique': 'some_unique_persons'}


def in_persons(say, report):
    """`say` for a report that counts persons, if this one does."""
    if 'person' not in report:
        return say

    def of_persons(key, **values):
        return say(PERSONS.get(key, key), **values)
    of_persons.language = say.language
    return of_persons
