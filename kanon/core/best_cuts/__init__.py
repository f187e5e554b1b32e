"""Cuts that keep more than Mondrian's median cuts do, and a bound of what any classes lose.

What is found here is handed on as a cut function (cutting/mondrian.py), so recoding, measures and
audit are those of every partition. Begin with `search.py`. It asks `optimum.py` for the best strict
cuts, over the boxes of `boxes.py`, or `clusters.py` for those and grown classes. `bound.py` says
how much any classes lose at least, by the prices of `regions.py` or of `neighbours.py`.
"""
