"""Pages: HTML text from a report and its pictures, in one file.

A page loads nothing: no script, font or picture from anywhere. It opens in any browser without a network, and prints on A4.
"""
