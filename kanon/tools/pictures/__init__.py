"""What was found, drawn: values in, SVG text out.

Every picture is a Sheet (svg.py), made by a function that takes plain values: vectors and counts, rows of a table, a report.
Nothing here reads a file, knows an option or asks for a network. The same values give the same bytes.
All words stand in core/voice/ and tools/voice/, in English and Chinese. A function that draws takes `say`, which says them in one language.
A picture shows a value of the data only where the text report would show it.
"""
