"""`python -m kanon replay FILE.json`: a recorded run is repeated, and the bytes are compared.

Promise: the recorded release is not touched. The exit status is 0 only if the same bytes and the same numbers come out again,
and the release, if it is still there, has these bytes.
"""

from __future__ import annotations

import os
from math import isclose

from ...core.desk.options import parse, place_of
from ...core.desk.repeating import options_again, refused_by_now
from ...core.desk.run_record import changed_files, files_of, load_record, sha256_of
from ...core.desk.screen import put
from ...core.desk.words import EXAMPLES_OF_FILES, LANGUAGE, REDACT, Program, switch
from ...core.errors import Changed, DataError, joined, quoted, worded
from ...core.own_files import exists, is_file
from ...core.tables.packed import ending_of, file_of_table
from ...core.tables.table import table_files
from ...core.tables.text import joined_sha256
from ...core.voice.speaking import speaker
from . import VERBS, program_of

CHANGED = 'other_bytes'


def settle(values, said, typed, error):
    values['output'] = '-'


WORDS = (switch('--quiet', 'Print nothing: the exit status says whether the bytes are the same.'), LANGUAGE, REDACT)
PROGRAM = Program('replay', 'python -m kanon replay', VERBS['replay'], WORDS, settle, (' released.json',), EXAMPLES_OF_FILES,
                  from_ini=(), data={'metavar': 'RECORD', 'help': 'A record, as --record writes it.'})


def main(options):
    """The exit status, 1 if the release has other bytes by now."""
    here, record = os.getcwd(), load_record(options.data)
    folder = os.path.join(os.path.dirname(os.path.abspath(options.data)), record['folder'])
    if not os.path.isdir(folder):
        raise DataError('the run was made in the folder %s, which is not there' % record['folder'], options.data)
    os.chdir(folder)
    try:
        sha256, release = compared_bytes(record, options.data)
    finally:
        os.chdir(here)
    if not options.quiet:
        say = speaker(options.language)
        by = say('recorded_by', version=str(record.get('kanon')), python=str(record.get('python')))
        put(joined([say('same_bytes', sha256=sha256, by=by), '%s %s' % (record['output']['file'], say(release))]), 'the result')
    return int(release == CHANGED)


def compared_bytes(record, name) -> tuple:
    """The sha256 that came out, and what has become of the release. Changed if other bytes come out, or if an input has changed.

    name: of the record, for messages. The current folder is the one in which it was run.
    """
    import tempfile
    if 'history' in record['result']:
        raise DataError('cannot be repeated: the run had a --history, which has gone on since', name)
    data = record['input']
    parts = data.get('files', [data['file']])       # older versions knew one file
    changed = changed_files(record)
    files = list(map(file_of_table, parts))
    if all(map(is_file, files)):
        same = joined_sha256(list(map(sha256_of, files))) == data['sha256']
    else:       # standard input, or a pipe: what it gives, the run will show
        same = all(file == '-' or exists(file) for file in parts)
    changed = [data['file']] * (not same) + changed
    if changed:
        raise Changed('cannot be repeated: %s'
                        % '; '.join('%s has changed since the run, or is missing' % path for path in changed), name)
    recorded = record['output']['sha256']
    with tempfile.TemporaryDirectory() as folder:
        output = os.path.join(folder, 'again.csv' + ending_of(record['output']['file']))
        program, main_of_program = program_of(record['program'])
        again_recorded = os.path.join(folder, 'again.json')
        options = options_again(record, program, parse, name, '--output', output, '--record', again_recorded)
        new = sorted(files_of(options).keys() - record['files'].keys() | set(table_files(options.data, options.further)) - set(parts))
        if new:
            raise Changed('cannot be repeated: %s did not exist then' % ', '.join(new), name)
        try:
            main_of_program(options)
        except Changed:
            raise
        except DataError as error:      # of the same files; so this version asks for more
            error.name_settings(lambda problem: worded(problem, place_of(vars(options), program)))
            where = ': '.join(str(part) for part in (error.file, error.line and 'line %d' % error.line) if part)
            raise refused_by_now(record, ': '.join(filter(None, [where, error.problem])), name) from None
        again, result = sha256_of(output), load_record(again_recorded)['result']
    if again != recorded:
        by = 'recorded with kanon %s on %s' % (record.get('kanon'), record.get('python'))
        raise Changed('another release comes out: sha256 %s, where %s was %s' % (again, recorded, by), name)
    for place, *both in differences(record['result'], result):
        shown = ['a list' if isinstance(value, (dict, list)) else quoted(str(value)) for value in both]
        raise Changed('the same bytes come out, but another result: %s is %s in the record, and %s comes out'
                        % (quoted(place), *shown), name)
    return again, state(record['output'])


def differences(recorded, found, place='result'):
    """Yield (place, recorded, found) where a result is another than the one that comes out, which may say more.

    Floats are compared in nine digits, because another Python adds them up in another way. Not compared are the lattice of a search
    that was stopped, and the records that were in the folder.

    >>> list(differences({'k': 4, 'classes': {'smallest': 50}, 'others': []}, {'k': 4, 'classes': {'smallest': 4}}))
    [('result.classes.smallest', 50, 4)]
    """
    if isinstance(recorded, dict) and isinstance(found, dict):
        for key, value in recorded.items():
            stopped = key == 'lattice' and isinstance(value, dict) and value.get('proven') is False
            if key != 'others' and not stopped:
                yield from differences(value, found.get(key), '%s.%s' % (place, key))
    elif isinstance(recorded, list) and isinstance(found, list) and len(recorded) == len(found):
        for number, pair in enumerate(zip(recorded, found), 1):
            yield from differences(*pair, '%s.%d' % (place, number))
    elif not (isclose(recorded, found) if isinstance(recorded, float) and isinstance(found, float) else recorded == found):
        yield place, recorded, found


def state(output) -> str:
    """What has become of the release, as a key of its words."""
    if output['file'] == '-':
        return 'was_standard_output'
    if not os.path.isfile(output['file']):
        return 'not_there'
    return 'has_bytes' if sha256_of(output['file']) == output['sha256'] else CHANGED
