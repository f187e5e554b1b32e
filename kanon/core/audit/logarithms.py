"""Exact comparisons with powers of e, for the audit."""

from __future__ import annotations

from math import log


def is_exp_above(x, y) -> bool:
    """Whether e ** x > y, for Fractions x above 0 and y. The two are never equal.

    Where floats do not show it, the series 1 + x + x ** 2 / 2 + ... does. Its sums are below
    e ** x. From the n-th term on, n >= x, a term is at most x / (n + 1) times the one before. So
    all that comes after is at most that term * x / (n + 1 - x).

    >>> from fractions import Fraction
    >>> near = [Fraction(693147180559945309 + more, 10 ** 18) for more in (0, 1)]
    >>> [is_exp_above(x, Fraction(2)) for x in near]        # log 2 is between them
    [False, True]
    """
    apart = x - log(y)
    if abs(apart) > 1e-9 * max(1, x):
        return apart > 0
    n = 1
    term = x
    sums = 1 + term
    while sums <= y:
        if n >= x:
            most_after = term * x / (n + 1 - x)
            if sums + most_after < y:
                return False
        n += 1
        term *= x / n
        sums += term
    return True
