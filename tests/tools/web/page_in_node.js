// The page of steps in node, for tests of its logic: its own scripts, on elements that know only what these scripts use of a document.
// A line of JSON on standard input is {open: the page's text, door: the text of a script that sets window.door, language} or {run: a
// function's body}. A line on standard output is {ask: [name, values]}, which waits for {answer: ...}, or {done: what was returned} once
// nothing is being done any more, or {fault: a text}.
'use strict';
const vm = require('vm'), readline = require('readline');

class Node_ {
  constructor(tag) {
    Object.assign(this, {tagName: tag.toUpperCase(), about: {}, parts: [], parentNode: null, listeners: {}, dataset: {}, tabIndex: 0});
    ['hidden', 'disabled', 'checked', 'open', 'selected'].forEach(name => { this[name] = false; });
  }
  get id() { return this.about.id || ''; }
  set id(text) { this.setAttribute('id', text); }
  get className() { return this.about.class || ''; }
  get classList() {
    const words = () => this.className.split(' ').filter(Boolean), put = list => { this.about.class = list.join(' '); };
    return {add: word => put([...new Set([...words(), word])]), contains: word => words().includes(word),
      toggle: (word, on) => put([...words().filter(one => one !== word), ...on ? [word] : []])};
  }
  get children() { return this.parts.filter(part => part instanceof Node_); }
  get firstChild() { return this.parts[0] || null; }
  get isConnected() { return this === page.document.documentElement || Boolean(this.parentNode && this.parentNode.isConnected); }
  get textContent() { return this.parts.map(part => part instanceof Node_ ? part.textContent : part).join(''); }
  set textContent(text) { this.replaceChildren(text); }
  get value() {
    if (this.tagName !== 'SELECT' || this.written !== undefined) { return this.written === undefined ? '' : this.written; }
    return (this.children.find(one => one.selected) || this.children[0] || {value: ''}).value;
  }
  set value(text) { this.written = String(text); }
  setAttribute(name, value) {
    this.about[name] = String(value);
    if (name.startsWith('data-')) { this.dataset[name.slice(5)] = String(value); }
  }
  getAttribute(name) { return name in this.about ? this.about[name] : null; }
  removeAttribute(name) { delete this.about[name]; }
  append(...parts) {
    parts.forEach(part => {
      if (part instanceof Node_) {
        part.remove();
        part.parentNode = this;
      }
      this.parts.push(part instanceof Node_ ? part : String(part));
    });
  }
  replaceChildren(...parts) {
    this.children.forEach(part => part.remove());
    this.parts = [];
    this.append(...parts);
  }
  remove() {
    if (this.parentNode) { this.parentNode.parts.splice(this.parentNode.parts.indexOf(this), 1); }
    this.parentNode = null;
  }
  contains(other) { return this === other || Boolean(other && this.contains(other.parentNode)) && other.parentNode !== null; }
  addEventListener(event, act) { (this.listeners[event] = this.listeners[event] || []).push(act); }
  async happens(event, about) {
    const happened = {target: this, preventDefault() {}, ...about};
    for (const act of this.listeners[event] || []) { await act(happened); }
  }
  get all() { return this.children.flatMap(part => [part, ...part.all]); }
  querySelectorAll(wanted) { return this.all.filter(one => wanted.split(',').some(each => one.fits(each.trim().split(/\s+/)))); }
  querySelector(wanted) { return this.querySelectorAll(wanted)[0] || null; }
  fits(words) {
    const {about, tagName, parentNode} = this, before = words.slice(0, -1), last = words[words.length - 1];
    const alone = (last.match(/^\w+|[.#][\w-]+|\[[^\]]+\]/g) || []).every(part => {
      if (part[0] === '.') { return this.classList.contains(part.slice(1)); }
      if (part[0] === '#') { return this.id === part.slice(1); }
      if (part[0] !== '[') { return tagName === part.toUpperCase(); }
      const [, name, sign, value] = part.match(/^\[([\w-]+)(?:(\^?=)"(.*)")?\]$/);
      return name in about && (!sign || (sign === '=' ? about[name] === value : about[name].startsWith(value)));
    });
    if (!alone) { return false; }
    for (let above = parentNode; before.length && above; above = above.parentNode) { if (above.fits(before)) { return true; } }
    return !before.length;
  }
  closest(wanted) { return this.fits([wanted]) ? this : this.parentNode && this.parentNode.closest(wanted); }
  focus() { page.document.activeElement = this; }
  select() {}
  async click() {
    if (this.disabled) { return; }
    await this.happens('click');
    if (this.about.type === 'submit') { await this.closest('form').happens('submit'); }
  }
}

let page = null, waiting = [], faults = [];
const say = line => process.stdout.write(JSON.stringify(line) + '\n');

// A page from its text. kept: what the browser keeps for a reload.
function open(text, door, language, kept) {
  const html = new Node_('html'), body = new Node_('body');
  html.append(body);
  html.setAttribute('data-language', language);
  for (const [, tag, id] of text.split('<script')[0].matchAll(/<(\w+)[^>]*\bid="(\w+)"/g)) {
    const one = new Node_(tag);
    one.setAttribute('id', id);
    one.hidden = id === 'stop';
    body.append(one);
  }
  const scripts = [...text.matchAll(/<script(?: type="application\/json" id="data")?>([^]*?)<\/script>/g)].map(found => found[1]);
  const data = new Node_('script');
  data.setAttribute('id', 'data');
  data.append(scripts[0]);
  body.append(data);
  const events = {}, listen = (event, act) => { events[event] = act; };
  const document = {documentElement: html, body: body, activeElement: body, title: '', createElement: tag => new Node_(tag), addEventListener: listen,
    getElementById: id => html.all.find(one => one.id === id) || null, querySelectorAll: wanted => html.querySelectorAll(wanted),
    querySelector: wanted => html.querySelector(wanted)};
  const places = [null], history = {place: 0, get state() { return places[this.place]; },
    pushState(state) { places.splice(++this.place, places.length, state); }, replaceState(state) { places[this.place] = state; },
    go(by) { this.place += by; setTimeout(() => events.popstate(), 0); }, back() { this.go(-1); }};
  const sessionStorage = {getItem: name => kept[name] || null, setItem: (name, value) => { kept[name] = value; }};
  const host = {document, history, sessionStorage, localStorage: {getItem: () => null, setItem() {}}, navigator: {language: language}, Blob, File, URL, fetch, setTimeout, clearTimeout,
    console, TextDecoder, TextEncoder, scrollTo() {}, addEventListener: listen, asking: (name, values) => new Promise(go => { waiting.push(go); say({ask: [name, values]}); }),
    kept, events, all: () => html.all};
  host.window = host;
  page = vm.createContext(host);
  [door, ...scripts.slice(2)].forEach((script, place) => vm.runInContext(script, page, {filename: 'script ' + place}));
}

// Nothing is being done, and nothing begins on its own.
async function idle() {
  const busy = () => waiting.length || !page.document.getElementById('stop').hidden;
  for (let still = 0; still < 3; still = busy() ? 0 : still + 1) { await new Promise(go => setTimeout(go, 1)); }
}

process.on('unhandledRejection', error => { faults.push(String(error && error.stack || error)); });
readline.createInterface({input: process.stdin}).on('line', async line => {
  const said = JSON.parse(line);
  if ('answer' in said) { waiting.shift()(said.answer); return; }
  try {
    let found = null;
    if ('open' in said) { open(said.open, said.door, said.language, said.kept || {}); }
    else { found = await vm.runInContext('(async function () {' + said.run + '\n})()', page); }
    await idle();
    say(faults.length ? {fault: faults.splice(0).join('\n')} : {done: found === undefined ? null : found});
  } catch (error) { say({fault: String(error && error.stack || error)}); }
});
