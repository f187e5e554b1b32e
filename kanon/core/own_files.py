"""The files that came with kanon, and how kanon is typed.

kanon may be a folder, or one file such as kanon.pyz.

Promise: what came with kanon is read wherever Python has found kanon. In a zip it is read out of
the zip, and nothing is unpacked to the disk. Such a file has a path below that of the zip, as
kanon.pyz/data/adult_sample.data has. All other paths are the system's. No other module asks where
kanon is, or whether kanon/tools/ came with it.
"""

from __future__ import annotations

import os
import re
import sys
from functools import lru_cache
from importlib.machinery import PathFinder

PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# The name of the package, such as kanon. __package__ is not set in a zip on PyPy.
NAME = __name__.rsplit('.', 2)[0]
# The folder that holds kanon/: the checkout or, where kanon is installed, site-packages.
# It may be a zip, or a folder in one.
CHECKOUT = os.path.dirname(PACKAGE)
LOADER = __spec__.loader
ARCHIVE = os.path.abspath(getattr(LOADER, 'archive')) if hasattr(LOADER, 'archive') else ''
# Whether Python was started with the zip, as in python3 kanon.pyz check.
IS_STARTED = ARCHIVE != '' and os.path.abspath(sys.argv[0]) == ARCHIVE


# Files.

def is_own(path) -> bool:
    """Whether a path leads into the zip in which kanon is."""
    if not ARCHIVE:
        return False
    return os.path.join(os.path.abspath(path), '').startswith(os.path.join(ARCHIVE, ''))


@lru_cache(maxsize=None)
def names_in_archive() -> dict:
    """{a name in the zip, with / in it: whether it is a file}.

    It has the files and the folders above them.
    """
    from zipfile import ZipFile     # few copies of kanon are a zip
    with ZipFile(ARCHIVE) as archive:
        files = [name for name in archive.namelist() if not name.endswith('/')]
    parts = [name.split('/') for name in files]
    folders = {'/'.join(part[:n]) for part in parts for n in range(len(part))}
    return {**dict.fromkeys(folders, False), **dict.fromkeys(files, True)}


def name_in_archive(path) -> str:
    name = os.path.relpath(path, ARCHIVE).replace(os.sep, '/')
    return '' if name == '.' else name


def kind_in_archive(path):
    """True for a file in the zip, False for a folder in it, None for any other path."""
    return names_in_archive().get(name_in_archive(path)) if is_own(path) else None


def is_file(path) -> bool:
    """os.path.isfile, for what came with kanon, too."""
    return os.path.isfile(path) or kind_in_archive(path) is True


def is_folder(path) -> bool:
    """os.path.isdir, for what came with kanon, too."""
    return os.path.isdir(path) or kind_in_archive(path) is False


def exists(path) -> bool:
    """os.path.exists, for what came with kanon, too."""
    return os.path.exists(path) or kind_in_archive(path) is not None


def is_same(path, other) -> bool:
    """Whether two paths lead to the same file or folder. False if one of them leads nowhere."""
    if is_own(path) or is_own(other):
        return exists(path) and os.path.abspath(path) == os.path.abspath(other)
    return os.path.exists(path) and os.path.exists(other) and os.path.samefile(path, other)


def own_names(folder, ending) -> list:
    """The names of the files of a folder that came with kanon, without their ending, in order.

    >>> own_names(os.path.join(PACKAGE, 'tools', 'building', 'classes'), '.txt')
    ['icd10', 'nace']
    """
    if is_own(folder):
        start = name_in_archive(folder)
        paths = map(os.path.split, names_in_archive())
        names = [name for above, name in paths if above == start]
    else:
        names = os.listdir(folder)
    return sorted(name[:-len(ending)] for name in names if name.endswith(ending))


def own_content(path) -> bytes:
    """The bytes of a file in the zip."""
    from zipfile import ZipFile     # few copies of kanon are a zip
    with ZipFile(ARCHIVE) as archive:
        return archive.read(name_in_archive(path))


def text_of_room(room, name) -> str:
    """The text of a file beside the modules of a room, such as tools.web.

    >>> text_of_room('tools.web', 'page.html').splitlines()[0]
    '<!DOCTYPE html>'
    """
    from pkgutil import get_data        # only pages have such files
    return str(get_data('%s.%s' % (NAME, room), name) or b'', 'utf-8')


@lru_cache(maxsize=None)
def tools_are_there() -> bool:
    """Whether kanon/tools/ came with this copy of kanon. kanon/core/ does without.

    Nothing of it is loaded. A folder without views.py, which opens the others, is none.
    """
    tools = PathFinder.find_spec(NAME + '.tools', [PACKAGE])
    places = tools and tools.submodule_search_locations
    return bool(places and PathFinder.find_spec(NAME + '.tools.views', places))


# What is typed.

def as_typed_here(text) -> str:
    """A text of kanon's own, with its programs as they are typed.

    Beside one file there are no scripts.

    >>> as_typed_here('see python -m kanon hierarchy, or run_samarati.py --optimal')
    'see python -m kanon hierarchy, or run_samarati.py --optimal'
    """
    if not tools_are_there():
        return in_core_alone(text)
    if not ARCHIVE:
        return text
    return in_one_file(text, started_by() if IS_STARTED else 'python -m kanon')


def in_core_alone(text) -> str:
    """The text where kanon/core/ is alone. Of a command that is not there it says what that needs.

    >>> in_core_alone('join them (see python -m kanon attack --second)')
    'join them (see python -m kanon attack --second, which needs kanon/tools/)'
    >>> in_core_alone('用 python -m kanon check 检查')
    '用 python -m kanon check（需要 kanon/tools/） 检查'
    """
    needs = '（需要 kanon/tools/）' if re.search('[一-鿿]', text) else ', which needs kanon/tools/'
    return re.sub('python3? -m kanon(?: -{0,2}[a-z-]+)*', lambda match: match[0] + needs, text)


def in_one_file(text, program) -> str:
    """The text where kanon is one file. program: what runs that.

    >>> in_one_file('see python -m kanon check, or run_mondrian.py', 'python3 kanon.pyz')
    'see python3 kanon.pyz check, or python3 kanon.pyz mondrian'
    """
    def with_verb(match):
        return '%s %s' % (program, match[1])
    text = re.sub(r'python3? -m kanon\b', lambda match: program, text)
    return re.sub(r'\b(?:python3? )?run_(samarati|mondrian)\.py\b', with_verb, text)


def started_by() -> str:
    from shlex import quote     # few copies of kanon are a zip
    return 'python3 ' + quote(sys.argv[0])
