"""The command line: what is typed, how a run ends, and what is printed.

Begin with `options.py`, which turns the typed words, the INI file (`ini.py`) and the defaults (`words.py`) into one Namespace.
`inputs.py` and `mondrian_inputs.py` turn that into plain arguments, and nothing below them sees it. `publication.py` is a run
that publishes, and `run.py` says how any run ends. `report.py` makes the report, and `screen.py` prints it as
reports/as_text.py puts it into words. `arguments.py` reads what a program passes to `kanon.anonymize`, which takes the same values.
"""

from .. import lazily

__getattr__ = lazily(__name__)
