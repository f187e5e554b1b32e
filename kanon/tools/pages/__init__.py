"""What was found, in sentences, and as one HTML file with its pictures.

A page loads nothing: no script, font or picture from anywhere. It opens in any browser without a
network, and prints on A4 and Letter.

Begin with `run_page.py`, the page of a run. The parts of its report stand in desk/run_parts.py.
`findings.py` has the pages of check, risk and attack, `found_by_use.py` that of use, and
`choosing.py` those of sweep and start. Each page is a table of places: where it stands, which part
of the report it is, and how it is said there. `to_sign.py` has what pages to sign have in common.
`shown_values.py` says what a page to sign may show. `as_html.py` writes HTML. The sentences stand
in core/voice/ and tools/voice/.
"""
