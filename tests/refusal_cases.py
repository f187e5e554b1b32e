"""The cases of refusals/: commands that must be refused, and what each of them says.

A file there has the cases of one program, in the order of their names. A case looks like this:

    == attack-broken-interval
    $ python -m kanon attack released.csv --known known.csv --quasi age,sex --sensitive job
    1 released.csv: column 'age': cannot tell which values the label '[39-30]' covers
    without people.csv
    -- released.csv
        age,sex,job
        [39-30],f,a

That is its name, the command, the exit status and the message. Then it names default inputs that it
does without, if any. Then come its own inputs. Their lines are moved in by four blanks.
An input of which the bytes matter, or that is long, is a file in refusals/NAME/ instead.
The inputs that a case lacks are those of refusals/default/.
A case keeps an input of its own where the default one would hide what the case tests, even if the
message stays the same.
"""

import glob
import os
from typing import NamedTuple

from conftest import HOME, files_below

FOLDER = os.path.join(HOME, 'tests', 'refusals')
DEFAULTS = files_below(os.path.join(FOLDER, 'default'))


class Case(NamedTuple):
    """A command that must be refused."""

    command: str
    status: int
    message: str
    without: list       # names of default inputs that are not there
    inputs: dict        # {name: the bytes of an input of its own}

    def inputs_in(self, folder):
        """Write the inputs into a new folder, a Path: its own, and the default ones that it lacks."""
        folder.mkdir()
        for name, content in self.inputs.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(content)
        for name, content in DEFAULTS.items():
            path = folder / name
            in_the_way = any(place.is_file() for place in path.parents)
            if name not in self.without and not path.exists() and not in_the_way:
                path.parent.mkdir(exist_ok=True)
                path.write_bytes(content)


def cases_of(text):
    """{name: its Case} of the text of one file, without the inputs that are files."""
    cases = {}
    for line in text.split('\n'):
        if line.startswith('== '):
            name, inputs, without = line[3:], {}, []
            assert name not in cases, name
        elif line.startswith('$ '):
            command = line[2:]
        elif line.startswith('without '):
            without += line.split()[1:]
        elif line.startswith('-- '):
            own = line[3:]
            inputs[own] = b''
        elif line.startswith('    '):
            inputs[own] += line[4:].encode() + b'\n'
        elif line:
            status, _, message = line.partition(' ')
            cases[name] = Case(command, int(status), message, without, inputs)
    return cases


def all_cases():
    """{name: its Case}, of all files, in the order of their names."""
    cases = {}
    for path in glob.glob(os.path.join(FOLDER, '*.txt')):
        with open(path, encoding='utf-8', newline='\n') as file:
            of_file = cases_of(file.read())
        assert not cases.keys() & of_file.keys(), path
        cases.update(of_file)
    for name in os.listdir(FOLDER):
        if name != 'default' and not name.endswith('.txt'):
            cases[name].inputs.update(files_below(os.path.join(FOLDER, name)))
    return dict(sorted(cases.items()))


CASES = all_cases()
