"""x"""
from .svg import Sheet
def of_columns(report, outcome, redact): return Sheet(100, 10, '', '')
of_sizes = of_risk = lambda report, outcome: Sheet(100, 10, '', '')
