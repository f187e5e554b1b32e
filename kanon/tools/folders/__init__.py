"""Folders that others may write to: what is opened in them, and how files come to stand there.

Promise: what was checked is what is used, whoever swaps a name in the folder meanwhile. Nothing of
this room is loaded without the page.
"""
