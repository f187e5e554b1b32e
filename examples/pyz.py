#!/usr/bin/env python3
"""kanon.pyz: kanon in one file, for a machine that has Python and to which one file is carried more easily than a folder.

    python3 examples/pyz.py             writes kanon.pyz
    python3 examples/pyz.py -o FILE

Promise: the file holds what an installation puts on a machine, which setup.cfg lists, and nothing else that lies in the folder: no table of
yours, and no history of git. The same checkout makes the same bytes.
It is an application as Python's zipapp makes them. It is not packed, so that it starts more quickly.
"""

import argparse
import hashlib
import io
import os
import sys
import zipapp
from configparser import ConfigParser
from contextlib import suppress
from glob import glob

HERE = os.path.dirname(os.path.abspath(__file__))
HOME = os.path.dirname(HERE)
sys.path.insert(0, os.path.join(HERE, 'browser'))

from build import content, zipped       # noqa: E402

MAIN = '''\
import os
import sys

sys.path[0] = os.path.abspath(sys.path[0])      # the modules to come are found when the current folder has changed, too

try:
    from kanon.core.desk import signals
    signals.take_signals(__name__)      # as in run_samarati.py
except KeyboardInterrupt:
    sys.stderr.write('kanon: interrupted; no part of a file is left\\n')
    sys.exit(130)

from kanon.__main__ import main

sys.exit(main())
'''


def shipped() -> dict:
    """{name: bytes} of the modules, the programs and the files that setup.cfg lists."""
    config = ConfigParser()
    config.read(os.path.join(HOME, 'setup.cfg'), encoding='utf-8')
    patterns = [os.path.join('kanon', '**', '*.py'), *config['options']['scripts'].split()]
    for package, files in config['options.package_data'].items():
        patterns += [os.path.join(package, pattern) for pattern in files.split()]
    for files in config['options.data_files'].values():
        patterns += files.split()
    paths = [path for pattern in patterns for path in glob(os.path.join(HOME, pattern), recursive=True)]
    return {os.path.relpath(path, HOME).replace(os.sep, '/'): content(path) for path in paths}


def main(argv=None) -> int:
    parser = argparse.ArgumentParser(description='Make one file of kanon: python3 kanon.pyz does what python3 -m kanon does.')
    parser.add_argument('-o', '--output', metavar='FILE', default='kanon.pyz', help='default: kanon.pyz')
    options = parser.parse_args(argv)
    part = options.output + '.part'
    try:
        zipapp.create_archive(io.BytesIO(zipped({**shipped(), '__main__.py': MAIN.encode()})), part, '/usr/bin/env python3')
        os.replace(part, options.output)
    except OSError as error:
        print('pyz.py: %s' % error, file=sys.stderr)
        return 1
    finally:
        with suppress(FileNotFoundError):
            os.remove(part)
    made = content(options.output)
    print('%s: %.1f MB, sha256 %s' % (options.output, len(made) / 1e6, hashlib.sha256(made).hexdigest()))
    return 0


if __name__ == '__main__':
    sys.exit(main())
