"""What the user declares before the data are seen: limits for each column, and the edges where a column may be cut.

Begin with `limits.py`: what a limit means, and the levels between which a full-domain search may choose. `coarse.py` makes the
dimensions of Mondrian within limits, and `cells.py` its first cut. `grid.py` is for labels that are fixed beforehand.
"""
