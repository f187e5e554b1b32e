"""Samarati's search and Mondrian, each on one page that runs, as the papers have them.

They are never made faster. They import nothing of kanon, and nothing of kanon runs them but the
pages that explain them. Tests hold the two programs to them, byte for byte.
"""
