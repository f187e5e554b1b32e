// The frame of the page: the plan, asking the library, and going from step to step.
// It decides nothing about a table. The library answers each ask, and the page shows the answer.
// A step (steps_*.js): name; draw(body), which puts its elements into body; ready(), whether the step after it may be shown.
// page.state is kept for a reload. plan: what each ask is given. roles: {column: its role}. edits: {column: how its hierarchy is made}.
// hand, answered: of what these are made (answers.js). columns: the names of the table's, as it was read by `columnsOf`.
// parts: those of them that are read as a part of another one, and so have no role.
// opened: whether the table stands below the folder of the program. was: the name that its file has
// there, if that is no plain one.
// released: the files of the release. What the library answered (page.seen) is not kept.
(function () {
  'use strict';
  const page = window.page, make = page.make, data = page.data, byId = id => document.getElementById(id);
  const KEPT = 'page-of-steps ' + (window.door.tab || '');      // of this tab, and not of one that it is a copy of
  const ANEW = ['look', 'draft', 'release', 'again'];       // with these asks, the commands of a step begin anew
  const MOST_OF_A_WORD = 60;      // of a command, that stays on its line
  // What is pressed meanwhile is not done. While anything else is done, it waits.
  const FILE = 'door', LONG = ['compare', 'release', 'again', 'check', 'attack', 'beside'];
  const wanted = document.documentElement.dataset.language || navigator.language.slice(0, 2);
  const START = {step: 0, opened: false, was: null, released: null, ks: '2, 5, 10, 20', algorithms: ['mondrian', 'optimal'],
    roles: {}, edits: {}, answered: [], hand: {read: {}, settings: {}, roles: {}, edits: {}}, columns: [], parts: [], columnsOf: '',
    plan: {table: '', language: wanted in data.texts ? wanted : 'en', read: {}, person: null, quasi: [], sensitive: [], publish: [], settings: {},
      standards: [], holds: '', levels: {}, history: false, earlier: '', later: '', page: {}, internal: false, algorithm: 'mondrian'}};
  const NAMED = ['roles', 'edits'];        // by names of columns, of which one may be __proto__ or constructor, as those of plan.levels
  const state = page.state = kept() || named(START);
  // busy: the name of what is being done; ended: the promise that it is over
  let busy = null, ended = null, goTo = null, toldAt = 0;
  let at = null, leaves = false;      // at: where the browser's history is, {n: its place, step, from: the step of the place before, or null}

  // The state of before a reload. null if there is none, or if what stands there is not of this page.
  function kept() {
    try {
      const found = JSON.parse(sessionStorage.getItem(KEPT));
      const isOurs = found && alike(found, START) && alike(found.plan, START.plan) && alike(found.hand, START.hand);
      return isOurs && Object.keys(data.texts).includes(found.plan.language) ? named(found) : null;
    } catch (refused) { return null; }
  }

  function kindOf(value) { return Array.isArray(value) ? 'list' : typeof value; }

  // Whether an object has what another has, each of its kind.
  function alike(found, other) {
    return Object.keys(other).every(name => other[name] === null ? name in found : kindOf(found[name]) === kindOf(other[name]));
  }

  // A state whose objects of columns have no other names than those.
  function named(found) {
    [found, found.hand].forEach(of => NAMED.forEach(name => { of[name] = Object.assign(Object.create(null), of[name]); }));
    found.plan.levels = Object.assign(Object.create(null), found.plan.levels);
    return found;
  }

  page.keep = function () {
    try { sessionStorage.setItem(KEPT, JSON.stringify(state)); } catch (refused) { /* the page works without it */ }
  };

  // Another table: what was said of the former one is forgotten.
  page.begin = function (table, opened, was) {
    const settings = state.hand.settings;
    Object.assign(state.plan, {table: table, read: {}, person: null, quasi: [], sensitive: [], publish: [], settings: {...settings},
      holds: '', levels: {}, history: false, earlier: '', later: '', page: {}, internal: false});
    Object.assign(state, {hand: {read: {}, settings: settings, roles: {}, edits: {}}, columns: [], parts: [], columnsOf: ''});
    named(Object.assign(state, {roles: {}, edits: {}, answered: [], opened: opened, was: was === table ? null : was, released: null}));
    page.seen = {};
    page.commands = {};
    page.refresh();
  };
  page.seen = {};
  page.commands = {};

  // What a screen reader says, besides what is seen.
  page.tell = text => { byId('told').textContent = text; };

  function progress(text) {
    byId('progress').textContent = text;
    if (Date.now() - toldAt > 4000) {       // not every number is read aloud
      toldAt = Date.now();
      page.tell(text);
    }
  }

  function setBusy(name, text) {
    busy = name;
    toldAt = 0;
    progress(text);
    byId('stop').hidden = busy === null;
    byId('step').setAttribute('aria-busy', String(busy !== null));
    document.body.classList.toggle('long', LONG.includes(busy));
    ['back', 'next'].forEach(id => byId(id).setAttribute('aria-disabled', String(busy !== null)));
  }

  // Wait for something of the door. Its refusal becomes an answer with an error. null: something long is being done, for
  // which a file waits, too.
  page.during = async function (text, act, name = FILE) {
    while (busy !== null) {
      if (LONG.includes(busy) && name !== FILE) { return null; }
      await ended;
    }
    setBusy(name, text);
    ended = done(act);
    return ended;
  };

  async function done(act) {
    try { return await act(); }
    catch (refusal) { return {error: {message: refusal.message, advice: null, option: null, kind: 'door'}}; }
    finally {
      setBusy(null, '');
      setTimeout(goOn, 0);
    }
  }

  // Ask the library. The commands that do the same are shown below the step.
  page.ask = async function (name, values) {
    const step = page.steps[state.step].name, asked = {...values, plan: state.plan};
    const answer = await page.during(page.text('asking_' + name), () => window.door.ask(name, asked, progress), name);
    if (answer && answer.commands && answer.commands.length) {
      const before = page.commands[step] || new Map(), drafted = [...before].filter(([key]) => name === 'release' && key.startsWith('draft'));
      const typed = ANEW.includes(name) ? new Map(drafted) : before, key = name + ' ' + (asked.column || '');
      typed.delete(key);        // what is asked again stands last
      page.commands[step] = typed.set(key, answer.commands);
      drawCommands();
    }
    return answer;
  };

  // An answer that depends on parts of the plan. It is asked for again when they have changed, and an error is not kept.
  page.asked = async function (name, parts, values) {
    while (busy !== null && !LONG.includes(busy)) { await ended; }      // it may ask the same, and change the plan
    const key = page.keyOf(parts), seen = page.seen[name];
    if (seen && seen.key === key) { return seen.answer; }
    const answer = await page.ask(name, values);
    if (answer && !answer.error) { page.seen[name] = {key: key, answer: answer}; }
    return answer;
  };

  page.keyOf = parts => JSON.stringify(parts.map(name => name in state ? state[name] : name.split('.').reduce((of, part) => of[part], state.plan)));

  page.copy = function (text, said) {
    const tell = key => () => { said.textContent = page.text(key); };
    if (navigator.clipboard) { navigator.clipboard.writeText(text).then(tell('copied'), tell('not_copied')); }
    else { tell('not_copied')(); }
  };

  function drawCommands() {
    const box = byId('commands'), step = page.steps[state.step].name, typed = page.commands[step] || new Map();
    const lines = [...new Set(Array.from(typed.values()).flat())].join('\n'), title = page.text('same_command');
    const said = make('span', {class: 'note', role: 'status'});
    page.fill(box, make('h3', null, title), lines ? [
      page.note(page.text('same_command_why')), page.printed(title, page.whole(lines, MOST_OF_A_WORD)),
      page.button('copy', () => page.copy(lines, said), {id: 'copy'}), ' ', said]
      : page.note(page.text(page.has('no_command_' + step) ? 'no_command_' + step : 'no_command')));
  }

  function mayGo(place) { return page.steps.slice(0, place).every(step => step.ready()); }

  // Back is the browser's own Back where that leads to the same step.
  page.go = function (place) {
    if (leaves || !goesTo(place)) { return; }
    if (place === at.from) {
      setLeaves(true);
      history.back();
      return;
    }
    if (place !== at.step) {        // else the browser has gone there already
      at = {n: at.n + 1, step: place, from: at.step};
      history.pushState(at, '');
    }
    show(place);
  };

  // Whether a step can be shown now. One that is gone to while something is done that is not long is shown after it.
  function goesTo(place) {
    const may = place >= 0 && place < page.steps.length && mayGo(place);
    if (may && busy !== null && !LONG.includes(busy)) { goTo = place; }
    return may && busy === null;
  }

  function show(place) {
    state.step = place;
    page.draw();
    byId('heading').focus();
    window.scrollTo(0, 0);
  }

  function goOn() {
    const place = goTo;
    goTo = null;
    if (place !== null) { page.go(place); }
  }

  // The browser has gone back or forward. It comes back from a step that cannot be shown now.
  function moved() {
    const to = history.state, n = at.n;
    setLeaves(false);
    if (!to || to.n === n) { return; }
    if (goesTo(to.step)) {
      at = to;
      show(to.step);
    } else if (goTo === to.step) { at = to; }
    else { history.go(n - to.n); }
  }

  function setLeaves(is) {
    leaves = is;
    byId('step').setAttribute('aria-busy', String(is || busy !== null));
  }

  // Where the browser's history is. A reload keeps it.
  function begin() {
    const kept = history.state && 'n' in history.state ? history.state : {n: 0, from: null};
    at = {n: kept.n, step: state.step, from: kept.from};
    history.replaceState(at, '');
    history.scrollRestoration = 'manual';
    window.addEventListener('popstate', moved);
  }

  // The frame anew, because other steps may be gone to.
  page.refresh = function () {
    page.keep();
    page.fill(byId('steps'), make('ol', null, page.steps.map((step, place) => make('li', null, make('button', {
      type: 'button', id: 'to-' + step.name, disabled: !mayGo(place), 'aria-current': place === state.step ? 'step' : null, on: {click: () => page.go(place)}},
    make('span', {class: 'place'}, String(place + 1)), ' ', page.text('step_' + step.name))))));
    byId('back').hidden = state.step === 0;
    byId('next').hidden = state.step === page.steps.length - 1;
    byId('next').disabled = !mayGo(state.step + 1);
  };

  // The whole page: its frame and its step.
  page.draw = function () {
    const step = page.steps[state.step], language = state.plan.language, name = page.text('step_' + step.name), body = make('div', {id: 'body'});
    document.documentElement.lang = data.tags[language];
    document.title = name + ' – ' + page.text('page_title');
    Object.entries({title: 'page_title', skip: 'skip', back: 'back', next: 'next_step', stop: 'stop'}).forEach(([id, key]) => {
      byId(id).textContent = page.text(key);
    });
    byId('steps').setAttribute('aria-label', page.text('steps'));
    byId('languages').setAttribute('aria-label', page.text('language'));
    page.fill(byId('languages'), Object.keys(data.texts).map(other => page.named(data.names[other], () => speak(other), {
      id: 'in-' + other, lang: data.tags[other], 'aria-pressed': String(other === language)})));
    page.fill(byId('step'),
      make('h2', {id: 'heading', tabindex: '-1'}, page.text('heading', {n: state.step + 1, of: page.steps.length, name: name})),
      make('p', {class: 'why'}, page.text('why_' + step.name)), body,
      make('section', {id: 'commands', 'aria-label': page.text('same_command')}));
    drawCommands();
    page.refresh();
    step.draw(body);
  };

  async function speak(language) {
    while (busy !== null) {
      if (LONG.includes(busy)) { return; }
      await ended;
    }
    state.plan.language = language;
    page.draw();
  }

  page.start = function () {
    byId('back').addEventListener('click', () => page.go(state.step - 1));
    byId('next').addEventListener('click', () => page.go(state.step + 1));
    byId('stop').addEventListener('click', () => window.door.stop());
    byId('skip').addEventListener('click', event => {       // it is no place in the browser's history
      event.preventDefault();
      byId('step').focus();
    });
    window.addEventListener('pagehide', () => window.door.leave());
    ['dragover', 'drop'].forEach(event => {       // a file beside the field for it does not replace the page
      document.addEventListener(event, happened => happened.preventDefault());
    });
    if (!page.steps[state.step] || !mayGo(state.step)) { state.step = 0; }
    begin();
    page.draw();
  };
}());
