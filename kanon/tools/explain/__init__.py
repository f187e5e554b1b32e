"""The pages that replay an algorithm, and the trace of a report, which has the same steps and sentences.

Begin with `page.py`. `steps.py` records what a search does, `lattice_steps.py` and `cut_steps.py` make steps of it,
`sentences.py` says them, `step_pictures.py` draws, and `explain.js` is the script of the page.
"""
