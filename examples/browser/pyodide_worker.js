// kanon in a worker: Python comes up once, then each ask runs in the folder of the tab, in memory.
// build.py puts Pyodide before these lines: createPyodideModule, loadPyodide and LOCK are its.
// In:  {start: {number, wasm, stdlib, kanon, files}}, {put: {number, name, file}}, {ask: {number, name, values}}
// Out: {number, module}, {number, table}, {number, progress} now and then and {number, answer, changed, gone}, or {number, error}
// Nothing is fetched. Pyodide asks for its parts by fetch, and gets them from memory.
'use strict';

const TAB = '/home/tab';
let python = null, seen = new Map();     // seen: each file of the tab as the page knows it, by its name

async function unpacked(text) {
  const packed = Uint8Array.from(atob(text), sign => sign.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

async function start({wasm, stdlib, kanon, files}) {
  const [module, library, folder] = await Promise.all([
    wasm instanceof WebAssembly.Module ? wasm : unpacked(wasm).then(bytes => WebAssembly.compile(bytes)),
    unpacked(stdlib), unpacked(kanon)]);
  self.fetch = async address => new Response(String(address).endsWith('python_stdlib.zip') ? library : null);
  WebAssembly.instantiateStreaming = async (response, imports) => ({module, instance: await WebAssembly.instantiate(module, imports)});
  python = await loadPyodide({
    indexURL: 'memory:/', createPyodideModule, lockFileContents: LOCK,
    env: {HOME: TAB, PYTHONDONTWRITEBYTECODE: '1'}, stdin: () => null, stdout: () => {}, stderr: () => {}});
  python.unpackArchive(folder, 'zip', {extractDir: '/kanon'});
  python.FS.chdir(TAB);
  for (const [name, file] of files) await write(name, file).catch(() => {});     // a table that has gone from the disk is missed when it is asked for
  look();
  python.runPython(`
    import gc, json, sys
    sys.path[:] = ['/kanon', *filter(None, sys.path)]       # nothing is imported from the tab's folder
    from kanon.tools.web import asks
    from kanon.tools.web.plain_names import name_in_tab

    def answer(name, values, tell):
        try:
            return json.dumps(asks.answer(name, json.loads(values), tell))
        finally:
            gc.collect()        # a run switches the collector off (kanon/core/desk/run.py), and here one Python runs them all
  `);
  python.setInterruptBuffer(clock);
  return module;
}

// Python looks here for a signal, thousands of times a second. Twice a second it finds SIGALRM, at which kanon tells how far it is
// (kanon/core/desk/screen.py): there are no threads that could.
const SIGALRM = 14, clock = {
  looks: 0, last: 0,
  get 0() {
    if (++this.looks & 63) return 0;
    const now = performance.now();
    if (now - this.last < 500) return 0;
    this.last = now;
    return SIGALRM;
  },
  set 0(none) {},
};

async function write(name, file) {
  python.FS.mkdirTree(`${TAB}/${name}`.replace(/\/[^/]*$/, ''));
  python.FS.writeFile(`${TAB}/${name}`, new Uint8Array(await file.arrayBuffer()), {canOwn: true});
}

// What has changed in the tab's folder since the last look: new contents by name, and the names that are gone.
function look() {
  const {FS} = python, now = new Map(), changed = [];
  const walk = (folder, before) => {
    for (const name of FS.readdir(folder)) {
      if (name === '.' || name === '..') continue;
      const path = `${folder}/${name}`, {mode, size, mtime, ino} = FS.lstat(path);
      if (FS.isDir(mode)) walk(path, `${before}${name}/`);
      else if (FS.isFile(mode)) now.set(before + name, `${ino} ${size} ${+mtime}`);
    }
  };
  walk(TAB, '');
  for (const [name, state] of now) if (seen.get(name) !== state) changed.push([name, new Blob([FS.readFile(`${TAB}/${name}`)])]);
  const gone = [...seen.keys()].filter(name => !now.has(name));
  seen = now;
  return {changed, gone};
}

const handlers = {
  async start({number, ...parts}) {
    return {number, module: await start(parts)};
  },
  async put({number, name, file}) {
    const table = python.globals.get('name_in_tab')(name);
    await write(table, file);
    look();
    return {number, table};
  },
  async ask({number, name, values}) {
    const answer = python.globals.get('answer')(name, JSON.stringify(values), progress => postMessage({number, progress}));
    return {number, answer: JSON.parse(answer), ...look()};
  },
};

// One after the other, in the order in which they came: a table is there before it is asked for.
let last = Promise.resolve();
self.onmessage = ({data}) => {
  const [[name, values]] = Object.entries(data);
  last = last.then(async () => {
    try {
      postMessage(await handlers[name](values));
    } catch (error) {
      const text = String(error.message || error).trim();      // of Python it is a whole traceback
      console.error(text);
      postMessage({number: values.number, error: text.split('\n').pop()});
    }
  });
};
