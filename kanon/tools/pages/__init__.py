"""What was found, in sentences: as text, and as one HTML file with its pictures.

A page loads nothing: no script, font or picture from anywhere. It opens in any browser without a network, and prints on A4 and Letter.

Begin with `as_text.py`, the report of a run, and `run_page.py`, its page. `findings.py` has those of check, risk and attack,
`found_by_use.py` that of use, and `choosing.py` those of sweep and start. `to_sign.py` has what pages to sign have in common.
`as_html.py` writes HTML. The sentences stand in kanon/voice/.
"""
