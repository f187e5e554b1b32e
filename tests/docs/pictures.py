#!/usr/bin/env python3
"""The pictures beside docs/teaching/pictures.md, made by the commands of that page.

    python3 tests/docs/pictures.py            say whether the pictures are those that the commands draw now
    python3 tests/docs/pictures.py --write    put them there

test_pages.py compares them. So change the page or a picture, then write them anew.
"""

import os
import sys
import tempfile

import pages

PAGE = 'docs/teaching/pictures.md'
FOLDER = os.path.join(pages.HOME, os.path.dirname(PAGE))


def drawn():
    """{name of a picture: its bytes} of all that the commands of the page draw."""
    with tempfile.TemporaryDirectory() as folder:
        typist = pages.Typist(os.path.realpath(folder))
        for block in pages.blocks(pages.source(PAGE)):
            for line in pages.joined(block.lines) if block.kind == 'commands' else ():
                typist.command(line)
        return pictures(folder)


def pictures(folder):
    found = {}
    for name in sorted(os.listdir(folder)):
        if name.endswith('.svg'):
            with open(os.path.join(folder, name), 'rb') as file:
                found[name] = file.read()
    return found


def main(arguments):
    now, before = drawn(), pictures(FOLDER)
    for name in sorted({*now, *before}):
        same = now.get(name) == before.get(name)
        print('%s: %s' % (name, 'as drawn' if same else 'rewritten' if '--write' in arguments else 'not what the commands draw'))
        if '--write' in arguments and not same:
            path = os.path.join(FOLDER, name)
            if name in now:
                with open(path, 'wb') as file:
                    file.write(now[name])
            else:
                os.remove(path)
    return int('--write' not in arguments and now != before)


if __name__ == '__main__':
    sys.path.insert(0, pages.HOME)
    sys.exit(main(sys.argv[1:]))
