// The door of the page to the server that sent it: a request for each method, to the same address, with the cookie and the key of the page.
// The key comes behind the # of the first address, which is sent to nobody. It is kept for this address and port, and leaves the address.
// A tab has a number of its own, which a reload keeps. A tab that the browser has made as a copy of another gets a new one, and begins anew.
// Names and values stand in bodies and headers, never in an address.
(function () {
  'use strict';
  const KEPT = 'tab', PATIENCE = 200;      // milliseconds in which another tab says that the number is its own
  const before = sessionStorage.getItem(KEPT), tab = before || number(), others = new BroadcastChannel('tabs');
  let copied = false, asking = true;        // copied: another tab has this number; asking: it may still say so
  // Whatever is sent waits for this. In a tab that is a copy it never comes, because that tab loads anew.
  const alone = new Promise(go => { setTimeout(() => { if (!copied) { go(); } }, before ? PATIENCE : 0); });
  alone.then(() => { asking = false; });
  sessionStorage.setItem(KEPT, tab);
  others.onmessage = function ({data: {who, number}}) {
    if (number !== tab) { return; }
    if (who === 'asks') { others.postMessage({who: 'has', number: tab}); }
    else if (asking) {
      copied = true;
      sessionStorage.removeItem(KEPT);
      location.reload();
    }
  };
  others.postMessage({who: 'asks', number: tab});
  if (/^#[\w-]{43}$/.test(location.hash)) {
    localStorage.setItem('key', location.hash.slice(1));
    history.replaceState(null, '', location.pathname);
  }
  const ours = {'Content-Type': 'application/json', 'X-Kanon-Tab': tab, 'X-Kanon-Key': localStorage.getItem('key') || ''};

  function number() {
    return Array.from(crypto.getRandomValues(new Uint8Array(8)), function (byte) { return byte.toString(16).padStart(2, '0'); }).join('');
  }

  async function send(path, body, headers) {
    await alone;
    const answer = await fetch(path, {method: 'POST', body: body, credentials: 'same-origin', cache: 'no-store',
      headers: {...ours, 'X-Kanon-Language': window.page.state.plan.language, ...headers}})
      .catch(() => { throw new Error(window.page.text('no_answer')); });
    if (!answer.ok) { throw new Error(await refusal(answer)); }
    return answer;
  }

  // What the server says of a request that it refuses: {error: {message}}, or the line of its status.
  async function refusal(answer) {
    const text = await answer.text();
    try { return JSON.parse(text).error.message; } catch (other) { return answer.status + ' ' + answer.statusText; }
  }

  async function ask(path, values) { return (await send(path, JSON.stringify(values))).json(); }

  // The answer comes as lines of JSON: {progress} any number of times, then {answer}.
  async function lines(answer, tell) {
    const reader = answer.body.getReader(), decoder = new TextDecoder();
    let rest = '', found = null;
    for (;;) {
      const {done, value} = await reader.read().catch(() => ({done: true}));       // the server has gone
      rest += done ? decoder.decode() : decoder.decode(value, {stream: true});
      const parts = rest.split('\n');
      rest = parts.pop();
      parts.filter(Boolean).map(JSON.parse).forEach(function (line) {
        if ('progress' in line) { tell(line.progress); } else { found = line.answer; }
      });
      if (done) { break; }
    }
    if (!found) { throw new Error(window.page.text('no_answer')); }
    return found;
  }

  window.door = {
    can: CAN,
    tab: tab,
    list: function (path) { return ask('/list', {path: path}); },
    open: function (path) { return ask('/open', {path: path}); },
    put: async function (file) {
      return (await send('/put', file, {'Content-Type': 'application/octet-stream', 'X-Kanon-Name': encodeURIComponent(file.name)})).json();
    },
    ask: async function (name, values, tell) { return lines(await send('/ask/' + name, JSON.stringify(values)), tell); },
    stop: async function () { await ask('/stop', {}); },
    get: async function (name) { return (await send('/get', JSON.stringify({name: name}))).blob(); },
    leave: function () {
      if (copied) { return; }       // the number is that of the other tab
      fetch('/leave', {method: 'POST', body: '{}', keepalive: true, credentials: 'same-origin', headers: ours}).catch(() => null);      // there may be nobody left
    }
  };
}());
