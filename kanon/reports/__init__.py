"""What was found, as one HTML file: a report and its pictures.

A page loads nothing: no script, font or picture from anywhere. It opens in any browser without a network, and prints on A4.

Begin with `run_page.py`, the page of a run. `findings.py` has those of check, risk and attack, and `choosing.py` those of sweep and
start. `as_html.py` writes HTML, and `texts.py` has every sentence.
"""
