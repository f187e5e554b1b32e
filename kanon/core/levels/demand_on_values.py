"""The demand of the rules beyond k on the sensitive values of a class (rules/of_values.py).

Promise: a class fails if it fails a rule. It is hopeless if it fails a rule that survives merging,
or if it has fewer different values than every class that passes. Unions of classes that pass pass.
"""

from __future__ import annotations

from ..counts.frequency import FrequencySet
from ..counts.required import as_one, with_sensitive
from .demand import Demand, Judgement


class DemandOnValues(Demand):
    """Rules for the sensitive values of a class, which are counted in records.

    For the roll-ups the combinations of sensitive values are one more column. At its level 0 they
    are as recorded, which gives the histograms of the classes. At its level 1 they are left out,
    which gives the classes.
    """

    def __init__(self, required, table):
        super().__init__(required)
        self.steady = required.survives_merging
        self._sensitive = required.sensitive(table)

    def widened(self, wide, hierarchies):
        sensitive = self._sensitive
        columns, levels = with_sensitive(wide.rows.columns, sensitive)
        rows = FrequencySet(columns, sensitive.counts, wide.rows.apart)
        return wide._replace(rows=rows, places=sensitive.places, further=[*wide.further, levels])

    def judged(self, so_far, lattice, vector):
        failing, hopeless = so_far.failing[:], so_far.hopeless[:]
        combinations = self._sensitive.values
        for class_, codes in enumerate(lattice.roll_ups.histograms(lattice.at(vector))):
            if hopeless[class_]:
                continue
            histogram = {combinations[code]: n for code, n in codes.items()}
            if not self.required.passes_weakened(histogram):
                hopeless[class_] = failing[class_] = True
            elif not self.steady and not failing[class_]:
                failing[class_] = not self.required.passes(histogram)
        return Judgement(so_far.counts, failing, hopeless)

    def problem(self, lattice):
        if lattice.records < lattice.k:
            return ''
        lacking = self.required.lacks(as_one(self._sensitive))
        return 'not even the whole table as one class has %s' % lacking
