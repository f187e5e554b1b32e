"""The record of a run (--record FILE.json), from which the run can be repeated.

Promise: a record names every file that the release depends on, with the sha256 of its bytes. For
the data these are the bytes that were read, for the release those that were written and audited. A
record holds no value of the data.
Whoever has two releases of one table can join them. So a run looks for records of other releases,
in the folders of its output and of its record.
"""

from __future__ import annotations

import os

from ... import __version__
from ..errors import DataError, of_system, option
from ..own_files import exists, is_file
from ..settings.table import BEARS, RUN, settings_marked
from ..tables.hierarchy_file import file_of
from ..tables.packed import file_of_table
from ..tables.table import table_files
from ..tables.text import byte_stream, open_text

MARK = 'kanon record'
PUBLISHING = 'samarati', 'mondrian', 'datafly'      # the programs that write records
LARGEST = 10_000_000        # bytes of a json file that is looked at
# What a report says of one run, and its record leaves out.
UNRECORDED = ('seconds', 'next', 'unchecked', 'unreadable_examples', 'from_ini', 'telling',
              'program', 'version', *settings_marked(RUN))


class Ledger:
    """What a run notes before anything is read: files for its record, and records of other runs.

    beside   [(path, record)] in the folders of its output and its record
    files    {file: sha256} of what it depends on besides the data
    names_files   whether the record or the page will name these files
    wanted   whether any sha256 is asked for
    """

    def __init__(self, options):
        self._options = options
        self.beside = records_beside(options)
        self.names_files = bool(options.record or options.html)
        self.files = files_of(options) if self.names_files else {}
        self.wanted = self.names_files or bool(self.beside)

    def changed(self) -> bool:
        """Whether a file that the record or the page will name is another by now."""
        return self.names_files and files_of(self._options) != self.files


def sha256_of(path) -> str:
    from hashlib import sha256
    digest = sha256()
    with byte_stream(path) as file:
        try:
            for block in iter(lambda: file.read(1 << 20), b''):
                digest.update(block)
        except OSError as error:
            raise of_system(error, path) from None
    return digest.hexdigest()


def files_of(options) -> dict:
    """{file: sha256} of what a run may look at besides the data, as far as it is there.

    These are the INI file, the record of --like, the plan, the population, the standards and the
    hierarchies.
    """
    population = options.population and file_of_table(options.population)
    files = [options.config, options.like, options.plan, population, *options.standard,
             options.small_zips]
    files += [file_of(options.hierarchies, name) for name in options.quasi + options.carried]
    return {file: sha256_of(file) for file in files if file and is_file(file)}


def changed_files(record) -> list:
    """The files of a record, besides the table, that have other bytes by now or are missing.

    Of what is no file, such as a pipe, it is only known whether it is missing.
    """
    return [file for file, sha256 in record['files'].items()
            if not exists(file) or is_file(file) and sha256_of(file) != sha256]


def record_of(options, files, input_sha256, output_sha256, report) -> dict:
    """The record of a run that has published."""
    import platform     # 1 ms, and only a record needs it
    result = {key: value for key, value in report.items() if key not in UNRECORDED}
    result['columns'] = [without_example(column) for column in report['columns']]
    folder = os.path.dirname(os.path.abspath(options.record))
    return {
        MARK: 1,
        'kanon': __version__,
        'python': '%s %s' % (platform.python_implementation(), platform.python_version()),
        'program': options.program,
        'folder': relative(os.getcwd(), folder),
        'arguments': options.arguments,
        'options': options_of_release(options),
        'input': {'file': options.data, **table_parts(options), 'sha256': input_sha256},
        'files': files,
        'result': result,
        'output': {'file': options.output, 'sha256': output_sha256},
    }


def without_example(column) -> dict:
    """What a report says of a column, without a value of it."""
    return {key: value for key, value in column.items() if key != 'example'}


def table_parts(options) -> dict:
    """The files of a table that is several, for its record."""
    files = table_files(options.data, options.further)
    return {'files': files} if files != [options.data] else {}


def options_of_release(options) -> dict:
    """The options that bear on a release, of any algorithm.

    The rules beyond k stand in the result.
    """
    return {name: getattr(options, name) for name in settings_marked(BEARS)}


def relative(path, start):
    """A path as seen from a folder; as it is where there is no way, on another drive."""
    try:
        return os.path.relpath(path, start)
    except ValueError:
        return path


def load_record(path) -> dict:
    """The record in a file. DataError if it is none."""
    import json
    with open_text(path) as file:
        try:
            text = ''.join(file)
            # Most JSON files beside a release are no records.
            record = json.loads(text) if MARK in text else {}
        except (ValueError, RecursionError):        # a file of a thousand brackets
            record = {}
    if not is_record(record):
        raise DataError('is not a record of a run; %s writes one' % option('record'), path)
    return record


def is_record(record) -> bool:
    """Whether this is a record, and has all of its parts.

    >>> is_record({MARK: 1}), is_record([])
    (False, False)
    """
    try:
        options, input_, output = record['options'], record['input'], record['output']
        lists = [record['arguments'], input_.get('files', []), options['quasi'],
                 options.get('sensitive', [])]      # older records lack some
        texts = [record['folder'], input_['file'], input_['sha256'], output['file'],
                 output['sha256'], *record['files'], *record['files'].values()]
        for names in lists:
            texts += names
        replay_prints = record['kanon'], record['python']
        return (record[MARK] == 1 and record['program'] in PUBLISHING
                and isinstance(record['result'], dict)
                and all(isinstance(names, list) for names in lists)
                and all(map(str.isprintable, replay_prints))
                and not any(b'\0' in os.fsencode(text) for text in texts))
    except (KeyError, TypeError, AttributeError, UnicodeError):
        return False        # UnicodeError: a lone surrogate, which no file name contains


def records_beside(options) -> list:
    """(path, record) of all records in the folders of the output and of the record.

    The one that is replaced is not among them.
    """
    output = options.output if options.output != '-' else None
    targets = [os.path.abspath(path) for path in (options.record, output) if path]
    own = options.record and os.path.abspath(options.record)
    records = []
    for folder in sorted({os.path.dirname(path) for path in targets}):
        for path in json_files(folder):
            if path != own and os.path.isfile(path) and os.path.getsize(path) <= LARGEST:
                try:
                    records.append((path, load_record(path)))
                except DataError:
                    continue        # some other json file
    return records


def json_files(folder) -> list:
    """The paths of the JSON files of a folder. [] if the folder cannot be read."""
    names = sorted(os.listdir(folder)) if os.access(folder, os.R_OK) else []
    return [os.path.join(folder, name) for name in names if name.endswith('.json')]


def other_releases(options, records, input_sha256, output_sha256) -> list:
    """(path, its quasi-identifiers, whether it is of the same input) of each other release.

    records: (path, record) pairs. One counts if it is of the same input, or of another one with the
    same quasi-identifiers and sensitive columns: perhaps the table has changed since. Where the
    quasi-identifiers are those of this run, there is [] in their place.
    """
    others = []
    for path, record in records:
        quasi = record['options']['quasi']
        same_input = record['input']['sha256'] == input_sha256
        same_output = record['output']['sha256'] == output_sha256
        if not same_output and (same_input or same_columns(options, record)):
            shown = [] if set(quasi) == set(options.quasi) else quasi
            others.append((relative(path, os.getcwd()), shown, same_input))
    return others


def same_columns(options, record) -> bool:
    """Whether a record has the quasi-identifiers and the sensitive columns of this run."""
    quasi = record['options'].get('quasi', ())
    sensitive = record['options'].get('sensitive', ())
    return set(quasi) == set(options.quasi) and set(sensitive) == set(options.sensitive)
