#!/usr/bin/env python3
"""kanon.html: the page of `python3 -m kanon serve` in one file, with a Python in it. It opens from the disk.

    python3 examples/browser/build.py                       takes Pyodide from npm, and writes kanon.html
    python3 examples/browser/build.py --pyodide FOLDER      takes it from a folder, or from the .tgz that npm packs
    python3 examples/browser/build.py -o FILE

Promise: the page asks for nothing. Its own policy forbids every connection, so the browser itself keeps the tables on the machine.
Pyodide is of one version, whose files are known by their sha256. The same checkout makes the
same bytes.

The file holds kanon and Pyodide, packed. pyodide_door.js is what the page talks to, and pyodide_worker.js runs kanon beside the page.
compiled.mjs compiles some of Python's library beforehand, where there is node, which npm brings.
Pyodide comes as two modules that fetch the rest. Here all of it is one script: a worker of a page from the disk may load nothing.
"""

import argparse
import base64
import gzip
import hashlib
import io
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
import zlib
from contextlib import suppress

HOME = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
HERE = os.path.join(HOME, 'examples', 'browser')
VERSION = '314.0.7'     # of Pyodide, which is Python 3.14
FILES = {
    'pyodide.asm.mjs': 'f7cdc8ece80678ceb712f8e65ebe6d3a83203a180c399865f49612a051693635',
    'pyodide.asm.wasm': 'cc36e3cab04fdfc9a63ff13eb52eae2b911bf46c025cc7b281f394bd3de1d5e6',
    'pyodide.mjs': '6f1d60f7bf529beb300f0f47983c921d3982363640ba20af0e38efdddbc66109',
    'pyodide-lock.json': '5dc2fc119108bc148c7457dc86e7675b5c87e1cafd420b9c34c1eaef7b36c010',
    'python_stdlib.zip': 'fa1957e5777068fc4f7437f96d860ae2fbe9c19732ba06c84e004ec16dd7dd7a',
}
# Of Python's library: what neither kanon nor Pyodide imports. A quarter of it is this, and a test sees that kanon does without.
LEFT_OUT = {
    '_pyrepl', 'doctest.py', 'ftplib.py', 'imaplib.py', 'mailbox.py', 'multiprocessing', 'pdb.py', 'poplib.py', 'pydoc.py', 'smtplib.py',
    'unittest', 'wsgiref', 'xml', 'xmlrpc',
}
# What is changed in Pyodide's modules, each once or as often as said: (file, how often, what stands there, what takes its place).
CHANGES = [
    ('pyodide.asm.mjs', 3, 'import.meta.url', "'memory:/pyodide.asm.mjs'"),
    ('pyodide.asm.mjs', 1, 'export default _createPyodideModule', 'return _createPyodideModule'),
    ('pyodide.mjs', 1, 'export{dt as loadPyodide,U as version};', 'return dt;'),
    ('pyodide.mjs', 1, '//# sourceMappingURL=pyodide.mjs.map', ''),
]
FOLDERS = 'kanon', 'hierarchies'
PROGRAMS = 'run_samarati.py', 'run_mondrian.py'
POLICY = ("default-src 'none'; script-src {} 'wasm-unsafe-eval'; style-src {}; img-src data: blob:; frame-src blob:; worker-src blob:; "
          "connect-src 'none'; base-uri 'none'; form-action 'none'")


class Refusal(Exception):
    """Why no file is made, in one line."""


# Pyodide.

def pyodide(where) -> dict:
    """{name: bytes} of FILES: from a folder, from the .tgz that npm packs, or from npm where nothing is named."""
    if where is None:
        with tempfile.TemporaryDirectory() as folder:
            return checked(*of_archive(packed_by_npm(folder)))
    if os.path.isdir(where):
        inner = os.path.join(where, 'package')
        folder = inner if os.path.isdir(inner) else where
        return checked({name: content(os.path.join(folder, name)) for name in FILES if os.path.isfile(os.path.join(folder, name))}, where)
    if not os.path.isfile(where):
        raise Refusal('%s: there is no such folder and no such file' % where)
    return checked(*of_archive(where))


def packed_by_npm(folder) -> str:
    """The .tgz that npm puts into a folder."""
    npm = shutil.which('npm')
    if npm is None:
        raise Refusal('there is no npm; install it, or say with --pyodide where pyodide@%s is' % VERSION)
    done = subprocess.run([npm, 'pack', 'pyodide@' + VERSION, '--silent', '--pack-destination', folder], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, cwd=folder, timeout=300)
    archives = [name for name in os.listdir(folder) if name.endswith('.tgz')]
    if done.returncode or len(archives) != 1:
        said = str(done.stderr, 'utf-8', 'replace').strip().splitlines()
        raise Refusal('npm could not get pyodide@%s: %s' % (VERSION, said[-1] if said else 'it says nothing'))
    return os.path.join(folder, archives[0])


def of_archive(path) -> tuple:
    """({name: bytes} of FILES, the path) of a .tgz. Nothing is unpacked to the disk."""
    try:
        with tarfile.open(path, 'r:gz') as archive:
            return {name: archive.extractfile('package/' + name).read() for name in FILES}, path
    except (KeyError, AttributeError, tarfile.TarError, zlib.error, OSError, EOFError) as error:      # AttributeError: a folder of that name
        raise Refusal('%s: is no .tgz of Pyodide (%s)' % (path, error)) from None


def checked(files, where) -> dict:
    """The files, if each is the one of VERSION."""
    for name, digest in FILES.items():
        if name not in files:
            raise Refusal('%s: has no %s' % (where, name))
        if hashlib.sha256(files[name]).hexdigest() != digest:
            raise Refusal('%s: its %s is not that of pyodide@%s' % (where, name, VERSION))
    return files


def script_of(files) -> str:
    """The script of the worker: Pyodide's modules as two functions, and the lines that run kanon."""
    made = {name: str(files[name], 'utf-8') for name in ('pyodide.asm.mjs', 'pyodide.mjs')}
    for name, times, old, new in CHANGES:
        if made[name].count(old) != times:
            raise Refusal('%s: %r does not stand there %d times' % (name, old, times))
        made[name] = made[name].replace(old, new)
    lock = {'info': json.loads(str(files['pyodide-lock.json'], 'utf-8'))['info'], 'packages': {}}
    return '\n'.join([
        'self.importScripts = undefined;     // Pyodide starts only where there is none. It has nothing to load',
        'const LOCK = %s;' % json.dumps(json.dumps(lock)),
        'const createPyodideModule = (() => {', made['pyodide.asm.mjs'], '})();',
        'const loadPyodide = (() => {', made['pyodide.mjs'], '})();',
        str(content(os.path.join(HERE, 'pyodide_worker.js')), 'utf-8')])


# The two folders: Python's library, and kanon. Each is {name: bytes}, and becomes a zip that is not packed: the page packs all of it.

def library(archive) -> dict:
    """Python's library without LEFT_OUT."""
    with zipfile.ZipFile(io.BytesIO(archive)) as whole:
        return {name: whole.read(name) for name in whole.namelist() if name.split('/')[0] not in LEFT_OUT}


def checkout() -> dict:
    """kanon with its hierarchies and programs."""
    names = list(PROGRAMS)
    for top in FOLDERS:
        for folder, _, files in os.walk(os.path.join(HOME, top)):
            names += [os.path.relpath(os.path.join(folder, name), HOME) for name in files if not name.endswith(('.pyc', '.part'))]
    return {name.replace(os.sep, '/'): content(os.path.join(HOME, name)) for name in names}


def started_quickly(files, stdlib) -> dict:
    """Python's library with compiled modules in the place of those that each start imports, where node can compile them.

    They are a third of what a start takes. With kanon and the rest of the library compiled, too, the file would be a third larger.
    """
    node = shutil.which('node')
    if node is None:
        print('build.py: there is no node, so nothing is compiled, and the page takes longer to start', file=sys.stderr)
        return stdlib
    with tempfile.TemporaryDirectory() as folder:
        for name, part in {**files, 'python_stdlib.zip': zipped(stdlib)}.items():
            with open(os.path.join(folder, name), 'wb') as file:
                file.write(part)
        made = os.path.join(folder, 'compiled.zip')
        done = subprocess.run([node, os.path.join(HERE, 'compiled.mjs'), folder, made], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, timeout=600)
        if done.returncode:
            said = [line for line in str(done.stderr, 'utf-8', 'replace').splitlines() if 'Error: ' in line[:80]]
            raise Refusal('node could not compile: %s' % (said[0] if said else 'it says nothing'))
        with zipfile.ZipFile(made) as archive:
            compiled = {name: archive.read(name) for name in archive.namelist()}
    return {**{name: part for name, part in stdlib.items() if name + 'c' not in compiled}, **compiled}


def zipped(files) -> bytes:
    """{name: bytes} as a zip, in the order of the names, with no time in it."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, 'w') as archive:
        for name in sorted(files):
            archive.writestr(zipfile.ZipInfo(name), files[name])
    return out.getvalue()


def content(path) -> bytes:
    with open(path, 'rb') as file:
        return file.read()


# The page.

def made(files) -> str:
    """The text of kanon.html. files: Pyodide's."""
    sys.path.insert(0, HOME)
    from kanon.tools.web.page import served_page
    page, hashes = served_page(str(content(os.path.join(HERE, 'pyodide_door.js')), 'utf-8'))
    stdlib = started_quickly(files, library(files['python_stdlib.zip']))
    parts = {'worker': script_of(files).encode(), 'wasm': files['pyodide.asm.wasm'], 'stdlib': zipped(stdlib), 'kanon': zipped(checkout())}
    policy = POLICY.format(*(' '.join(hashes[kind]) for kind in ('script', 'style')))
    charset, end = '<meta charset="utf-8">', '</body>'
    before, _, after = page.partition(charset)
    body, _, rest = after.rpartition(end)
    blocks = ['<script type="text/plain" id="part-%s">%s</script>\n' % (name, packed(part)) for name, part in parts.items()]
    return ''.join([before, charset, '\n<meta http-equiv="Content-Security-Policy" content="%s">' % policy, body, *blocks, end, rest])


def packed(part) -> str:
    """Bytes as a page can hold them: gzip without a time, in base64."""
    return str(base64.b64encode(gzip_of(part)), 'ascii')


def gzip_of(part) -> bytes:
    out = io.BytesIO()
    with gzip.GzipFile(filename='', fileobj=out, mode='wb', compresslevel=9, mtime=0) as file:
        file.write(part)
    return out.getvalue()


def main(argv=None) -> int:
    parser = argparse.ArgumentParser(description='Make one page of kanon that opens from the disk and needs no network.')
    parser.add_argument('-o', '--output', metavar='FILE', default='kanon.html', help='default: kanon.html')
    parser.add_argument('--pyodide', metavar='FOLDER', help='where pyodide@%s is: a folder, or the .tgz that npm packs (default: npm gets it)' % VERSION)
    options = parser.parse_args(argv)
    try:
        text = made(pyodide(options.pyodide)).encode('utf-8')
        part = options.output + '.part'
        try:
            with open(part, 'wb') as file:
                file.write(text)
            os.replace(part, options.output)
        finally:
            with suppress(FileNotFoundError):
                os.remove(part)
    except (Refusal, OSError, subprocess.TimeoutExpired) as error:
        print('build.py: %s' % error, file=sys.stderr)
        return 1
    print('%s: %.1f MB, sha256 %s' % (options.output, len(text) / 1e6, hashlib.sha256(text).hexdigest()))
    return 0


if __name__ == '__main__':
    sys.exit(main())
