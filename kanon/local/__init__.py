"""Local recoding that keeps more than Mondrian's median cuts do.

What is found here is handed on as a cut function (mondrian.py), so recoding, measures and audit are those of every partition.
"""
