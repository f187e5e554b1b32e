// The modules of Python that each start of Pyodide imports, compiled by its own Python, so that the page need not do it each time.
//   node compiled.mjs FOLDER OUT.zip       FOLDER: Pyodide's files
// A compiled module stands in the place of its source, without docstrings, and is never compared with it.
import fs from 'node:fs';
import path from 'node:path';
import {pathToFileURL} from 'node:url';

const [folder, out] = process.argv.slice(2);
const {loadPyodide} = await import(pathToFileURL(path.resolve(folder, 'pyodide.mjs')));
const python = await loadPyodide();
const made = python.runPython(`
import sys
started = {name: getattr(module, '__file__', None) or '' for name, module in sys.modules.items()}

import io, py_compile, zipfile, zipimport
archive = next(entry for entry in sys.path if entry.endswith('.zip'))
reader, out = zipimport.zipimporter(archive), io.BytesIO()
with zipfile.ZipFile(out, 'w') as compiled:
    for source in sorted(started.values()):
        if source.startswith(archive + '/'):
            with open('/tmp/a.py', 'wb') as file:
                file.write(reader.get_data(source))
            py_compile.compile('/tmp/a.py', '/tmp/a.pyc', source, True, 2, py_compile.PycInvalidationMode.UNCHECKED_HASH)
            with open('/tmp/a.pyc', 'rb') as file:
                compiled.writestr(zipfile.ZipInfo(source[len(archive) + 1:] + 'c'), file.read())
out.getvalue()
`);
fs.writeFileSync(out, made.toJs());
