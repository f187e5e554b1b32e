// The door of the page to the server that sent it: a request for each method, to the same address, with the cookie of the page.
// A tab has a number of its own, which a reload keeps. Names and values stand in bodies and headers, never in an address.
(function () {
  'use strict';
  const KEPT = 'tab', tab = sessionStorage.getItem(KEPT) || number();
  sessionStorage.setItem(KEPT, tab);

  function number() {
    return Array.from(crypto.getRandomValues(new Uint8Array(8)), function (byte) { return byte.toString(16).padStart(2, '0'); }).join('');
  }

  async function send(path, body, headers) {
    const answer = await fetch(path, {method: 'POST', body: body, credentials: 'same-origin', cache: 'no-store',
      headers: {'Content-Type': 'application/json', 'X-Kanon-Tab': tab, ...headers}});
    if (!answer.ok) { throw new Error(await refusal(answer)); }
    return answer;
  }

  // What the server says of a request that it refuses: {error: {message}}, or the line of its status.
  async function refusal(answer) {
    const text = await answer.text();
    try { const said = JSON.parse(text); return said.error.message || said.error; } catch (other) { return text || answer.status + ' ' + answer.statusText; }
  }

  async function ask(path, values) { return (await send(path, JSON.stringify(values))).json(); }

  // The answer comes as lines of JSON: {progress} any number of times, then {answer}.
  async function lines(answer, tell) {
    const reader = answer.body.getReader(), decoder = new TextDecoder();
    let rest = '', found = null;
    for (;;) {
      const {done, value} = await reader.read();
      rest += done ? decoder.decode() : decoder.decode(value, {stream: true});
      const parts = rest.split('\n');
      rest = parts.pop();
      parts.filter(Boolean).map(JSON.parse).forEach(function (line) {
        if ('progress' in line) { tell(line.progress); } else { found = line.answer; }
      });
      if (done) { break; }
    }
    if (!found) { throw new Error(window.page.text('ended_early')); }
    return found;
  }

  window.door = {
    can: CAN,
    list: function (path) { return ask('/list', {path: path}); },
    open: function (path) { return ask('/open', {path: path}); },
    put: async function (file) {
      return (await send('/put', file, {'Content-Type': 'application/octet-stream', 'X-Kanon-Name': encodeURIComponent(file.name)})).json();
    },
    ask: async function (name, values, tell) { return lines(await send('/ask/' + name, JSON.stringify(values)), tell); },
    stop: async function () { await ask('/stop', {}); },
    get: async function (name) { return (await send('/get', JSON.stringify({name: name}))).blob(); },
    leave: function () {
      fetch('/leave', {method: 'POST', body: '{}', keepalive: true, credentials: 'same-origin', headers: {'Content-Type': 'application/json', 'X-Kanon-Tab': tab}});
    }
  };
}());
