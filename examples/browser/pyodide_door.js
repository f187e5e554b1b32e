// The door of the page to the Python that is in it. A worker runs kanon, so the page never waits.
// Invariant: `files` is the tab's folder as the last answer left it. Whoever stops an ask ends the worker; the next one gets these files,
// so a stopped ask has never been. A page from the disk has no shared memory through which a worker could be told to stop.
(function () {
  'use strict';
  const files = new Map(), waiting = new Map();     // name: Blob; its number: {kind, resolve, reject, tell}
  let worker = null, ready = null, source = null, module = null, numbers = 0;

  const SAID = {
    stopped: ['It was stopped. Nothing has changed.', '已停止。没有任何改动。'],
    old: ['This browser cannot run Python. One of 2023 or later can.', '此浏览器无法运行 Python。请使用 2023 年或更新的浏览器。'],
    folder: ['This page sees no folder. Drop a file.', '此页面看不到任何文件夹。请拖入一个文件。'],
    gone: ['There is no such file.', '没有这个文件。'],
    ended: ['Python has ended, perhaps for lack of memory. A smaller table may do.', 'Python 已终止，可能是内存不足。可以试一个较小的表。']
  };
  function say(key, language) { return SAID[key][(language || document.documentElement.lang).startsWith('zh') ? 1 : 0]; }

  function part(name) { return document.getElementById('part-' + name).textContent; }

  // A blob of what a part of the page holds, packed.
  async function unpacked(name) {
    const packed = Uint8Array.from(atob(part(name)), function (sign) { return sign.charCodeAt(0); });
    return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'))).blob();
  }

  // A worker with the files. `ready` is kept when Python is there, and fails where it cannot come.
  function begin() {
    ready = (async function () {
      if (!source) {
        if (!window.DecompressionStream || !window.WebAssembly) { throw new Error(say('old')); }
        source = URL.createObjectURL(new Blob([await unpacked('worker')], {type: 'text/javascript'}));
      }
      worker = new Worker(source);
      worker.onmessage = function (event) { heard(event.data); };
      worker.onerror = broken;
      const started = await send('start', {wasm: module || part('wasm'), stdlib: part('stdlib'), kanon: part('kanon'), files: files});
      module = started.module;
    }());
    ready.catch(function () {});      // whoever asks is told
  }

  function send(kind, values) {
    const number = ++numbers;
    return new Promise(function (resolve, reject) {
      waiting.set(number, {kind: kind, resolve: resolve, reject: reject, tell: values.tell});
      delete values.tell;
      worker.postMessage({[kind]: {number: number, ...values}});
    });
  }

  function heard(said) {
    const one = waiting.get(said.number);
    if (!one) { return; }
    if ('progress' in said) { one.tell(said.progress); return; }
    waiting.delete(said.number);
    if ('error' in said) { one.reject(new Error(said.error)); } else { one.resolve(said); }
  }

  // The worker is gone: whoever waits is told, and another one begins.
  function end(settle) {
    if (worker) { worker.terminate(); }
    const left = Array.from(waiting.values());
    waiting.clear();
    left.forEach(settle);
    begin();
  }

  // A worker that fails before Python is there would fail again. `ready` says so to whoever asks.
  function broken(event) {
    event.preventDefault();
    const starting = Array.from(waiting.values()).find(function (one) { return one.kind === 'start'; });
    if (starting) { worker.terminate(); starting.reject(new Error(say('old'))); return; }
    end(function (one) { one.reject(new Error(say('ended'))); });
  }

  let stop = function () {};        // what ends the ask that is running

  window.door = {
    can: {folder: false, beside: false, readOnly: false},
    list: function () { return Promise.reject(new Error(say('folder'))); },
    open: function () { return Promise.reject(new Error(say('folder'))); },
    put: async function (file) {
      await ready;
      const done = await send('put', {name: file.name, file: file});
      files.set(done.table, file);
      return {table: done.table};
    },
    ask: function (name, values, tell) {
      const language = (values.plan || {}).language;
      const stopped = new Promise(function (resolve) {
        stop = function () { resolve({error: {kind: 'stopped', message: say('stopped', language), advice: null, option: null}, commands: []}); };
      });
      const answered = (async function () {
        let over = false;
        stopped.then(function () { over = true; });
        await ready;
        if (over) { return null; }
        const done = await send('ask', {name: name, values: values, tell: tell});
        done.changed.forEach(function (pair) { files.set(pair[0], pair[1]); });
        done.gone.forEach(function (name) { files.delete(name); });
        return done.answer;
      }());
      return Promise.race([stopped, answered]);
    },
    stop: async function () {
      stop();
      if (Array.from(waiting.values()).some(function (one) { return one.kind === 'ask'; })) {
        end(function (one) { one.reject(new Error(say('stopped'))); });     // the ask itself has its answer already
      }
    },
    get: async function (name) {
      if (!files.has(name)) { throw new Error(say('gone')); }
      return files.get(name);
    },
    leave: function () {}       // all of it goes with the tab
  };
  // page.js keeps its steps there for a reload, which no file here outlives. A browser may refuse it to a page from the disk.
  try { sessionStorage.clear(); } catch (refused) { /* then nothing is kept */ }
  document.addEventListener('DOMContentLoaded', begin);
}());
