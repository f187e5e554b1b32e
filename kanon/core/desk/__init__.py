"""The command line: what is typed, how a run ends, and what is printed.

Begin with `options.py`, which turns the typed words, the INI file (settings/ini.py) and the
defaults (settings/table.py) into one Namespace. `inputs.py` turns that into an open table, an
algorithm and what is asked, and nothing below it sees the Namespace. `publication.py` is a run that
publishes, and `run.py` says how any run ends. `report.py` makes the report, and `screen.py` prints
it as `as_text.py` puts it into words. `views.py` is what a run asks of kanon/tools/.
`run_record.py` and `repeating.py` are --record and --like.
"""

from ... import lazily

__getattr__ = lazily(__name__)
