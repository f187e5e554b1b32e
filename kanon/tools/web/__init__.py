"""The page for those who do not type: what its steps ask of the programs, its text, and the server on this machine.

Promise: the programs decide, the page shows. Each step runs the commands that it shows, in a folder of its own, and so ends with their
bytes, their refusals and their audit. No rule is written here a second time. Nothing of this room is loaded without `serve`.
"""
