"""Pages: HTML text from a report and its pictures, in one file.

A page loads nothing: no script, font or picture from anywhere. It opens in any browser without a network, and prints on A4.

`run.py` makes the page of a run. `explain.py` makes the page that replays an algorithm: `steps.py` records what a search does,
`lattice_steps.py` and `cut_steps.py` make steps of it, `explain_texts.py` has their sentences, `explain_pictures.py` draws, and
`explain.js` is the script of the page. The trace of a report has the same steps and sentences.
"""
