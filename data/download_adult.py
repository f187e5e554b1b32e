#!/usr/bin/env python3
"""Fetch UCI Adult (32,561 real census records, CC BY 4.0) to data/adult.data and data/adult.test.

    python3 data/download_adult.py

What is fetched is unpacked only if adult.data has the checksum that every number of Adult in the documents was measured on. An
adult.data that is here already, and is the right one, is left as it is.
"""

import hashlib
import io
import os
import sys
import urllib.error
import urllib.request
import zipfile

URL = 'https://archive.ics.uci.edu/static/public/2/adult.zip'
SHA256 = '5b00264637dbfec36bdeaab5676b0b309ff9eb788d63554ca0a249491c86603d'     # of adult.data
FILES = ('adult.data', 'adult.test')
FOLDER = os.path.dirname(os.path.abspath(__file__))


def fetch(url=URL, folder=FOLDER) -> str:
    """Fetch and unpack; what to tell the user. OSError or ValueError where that fails, with nothing written."""
    here = os.path.join(folder, 'adult.data')
    if os.path.exists(here):
        with open(here, 'rb') as file:
            if hashlib.sha256(file.read()).hexdigest() == SHA256:
                return '%s is here already, and is the right one' % here
    with urllib.request.urlopen(url, timeout=60) as answer:
        packed = io.BytesIO(answer.read())
    try:
        with zipfile.ZipFile(packed) as archive:
            contents = {name: archive.read(name) for name in FILES}
    except (zipfile.BadZipFile, KeyError):
        raise ValueError('what came is no archive of adult.data and adult.test') from None
    if hashlib.sha256(contents['adult.data']).hexdigest() != SHA256:
        raise ValueError('the adult.data that came is another one (its sha256 differs)')
    for name, content in contents.items():
        part = os.path.join(folder, name + '.part')
        with open(part, 'wb') as file:
            file.write(content)
        os.replace(part, os.path.join(folder, name))
    return 'adult.data and adult.test are in %s; now run_samarati.py and run_mondrian.py take adult.data' % folder


def main(url=URL, folder=FOLDER) -> int:
    try:
        print(fetch(url, folder))
        return 0
    except (OSError, ValueError) as error:
        reason = getattr(error, 'reason', error)
        print('download_adult.py: %s: %s; download it elsewhere, and put adult.data (unzipped) into %s'
              % (url, ' '.join(str(reason).split()), folder), file=sys.stderr)
        return 1


if __name__ == '__main__':
    sys.exit(main())
