// The frame of the page: texts, elements, the plan, asking the library, and going from step to step.
// It decides nothing about a table. The library answers each ask, and the page shows the answer.
// data: texts, {language: {key: text}}; tags, {language: its tag}; names, {language: its name}; standards and algorithms, [name].
// A step (steps_*.js): name; draw(body), which puts its elements into body; ready(), whether the step after it may be shown.
// page.state is kept for a reload: step, plan, roles, edits and answered. What the library answered (page.seen) is not kept.
(function () {
  'use strict';
  const data = JSON.parse(document.getElementById('data').textContent);
  const KEPT = 'page-of-steps', MOST = 200;      // MOST: the rows of a list that are shown at once
  const ANEW = ['look', 'draft', 'release', 'again'];       // with these, the commands of a step begin anew
  const page = window.page = {data: data, steps: [], seen: {}, commands: {}, MOST: MOST};
  const wanted = document.documentElement.dataset.language || navigator.language.slice(0, 2);
  const START = {step: 0, roles: {}, edits: {}, answered: [], ks: '2, 5, 10, 20', algorithms: ['mondrian', 'optimal'],
    plan: {table: '', language: wanted in data.texts ? wanted : 'en', read: {}, person: null,
      quasi: [], sensitive: [], publish: [], settings: {}, standards: [], algorithm: 'mondrian', chosen: {}}};
  let state = page.state = kept() || START, busy = false, toldAt = 0;

  function kept() {
    try { return JSON.parse(sessionStorage.getItem(KEPT)); } catch (refused) { return null; }
  }

  page.keep = function () {
    try { sessionStorage.setItem(KEPT, JSON.stringify(state)); } catch (refused) { /* the page works without it */ }
  };

  function byId(id) { return document.getElementById(id); }

  // A text with its values. A number has commas. {n:one|more} is one of two words.
  page.text = function (key, values) {
    const text = data.texts[state.plan.language][key];
    if (text === undefined) { throw new Error('no text ' + key); }
    return text.replace(/\{(\w+)(?::([^{}|]*)\|([^{}]*))?\}/g, function (_, name, one, more) {
      const value = values[name];
      if (more !== undefined) { return value === 1 ? one : more; }
      return typeof value === 'number' ? page.number(value) : String(value);
    });
  };

  page.has = function (key) { return key in data.texts[state.plan.language]; };

  page.number = function (value) { return Number(value).toLocaleString('en-US', {maximumFractionDigits: 4}); };

  // An element. on: {event: what is done}. A part is a text, an element, a list of these, or null.
  page.make = function (tag, about, ...parts) {
    const made = document.createElement(tag);
    Object.entries(about || {}).forEach(function ([name, value]) {
      if (name === 'on') {
        Object.entries(value).forEach(function ([event, act]) { made.addEventListener(event, act); });
      } else if (['checked', 'disabled', 'hidden', 'value', 'selected', 'open', 'htmlFor'].includes(name)) {
        made[name] = value;
      } else if (value !== null && value !== undefined) {
        made.setAttribute(name, value);
      }
    });
    made.append(...parts.flat(3).filter(function (part) { return part !== null && part !== undefined; }));
    return made;
  };
  const make = page.make;

  // New parts for a box. What had the focus has it again, if it has an id.
  page.fill = function (box, ...parts) {
    const focused = box.contains(document.activeElement) ? document.activeElement.id : '';
    box.replaceChildren(...parts.flat(3).filter(Boolean));
    if (focused && byId(focused)) { byId(focused).focus(); }
    return box;
  };

  page.button = function (key, act, about) {
    return make('button', {type: 'button', on: {click: act}, ...about}, page.text(key));
  };

  // A field for a file, which looks like a button in the language of the page. act: is called with the file.
  page.fileField = function (id, key, act, about) {
    const field = make('input', {type: 'file', id: id, class: 'unseen', ...about, on: {change: function () { if (field.files[0]) { act(field.files[0]); } }}});
    return make('label', {class: 'file big'}, field, page.text(key));
  };

  // The items of a list as elements, MOST of them, and a button that shows more.
  page.some = function (box, items, one, from) {
    const start = from || 0;
    items.slice(start, start + MOST).forEach(function (item, place) { box.append(one(item, start + place)); });
    const left = items.length - start - MOST;
    if (left > 0) {
      const more = make(box.tagName === 'TBODY' ? 'tr' : 'li', {class: 'more'});
      const button = make('button', {type: 'button', on: {click: function () {
        more.remove();
        page.some(box, items, one, start + MOST);
      }}}, page.text('more', {n: left}));
      more.append(box.tagName === 'TBODY' ? make('td', {colspan: '20'}, button) : button);
      box.append(more);
    }
    return box;
  };

  // A table in a box that scrolls. rows: [[cell]]; the first cell of a row is its heading. numbers: the places of numbers.
  page.table = function (caption, heads, rows, numbers) {
    function cell(part, place, tag, scope) {
      return make(tag, {scope: scope, class: (numbers || []).includes(place) ? 'number' : null}, part);
    }
    return make('div', {class: 'scroll', tabindex: '0', role: 'region', 'aria-label': caption}, make('table', null,
      make('caption', {class: 'unseen'}, caption),
      make('thead', null, make('tr', null, heads.map(function (head, place) { return cell(head, place, 'th', 'col'); }))),
      page.some(make('tbody'), rows, function (row) {
        return make('tr', null, row.map(function (part, place) { return cell(part, place, place ? 'td' : 'th', place ? null : 'row'); }));
      })));
  };

  // What a screen reader says, besides what is seen.
  page.tell = function (text) { byId('told').textContent = text; };

  function show(text) {
    byId('progress').textContent = text;
    if (Date.now() - toldAt > 4000) {       // not every number is read aloud
      toldAt = Date.now();
      page.tell(text);
    }
  }

  function setBusy(text) {
    busy = text !== null;
    toldAt = 0;
    show(text || '');
    byId('stop').hidden = !busy;
    byId('step').setAttribute('aria-busy', String(busy));
    ['back', 'next'].forEach(function (id) { byId(id).setAttribute('aria-disabled', String(busy)); });
  }

  // Wait for something of the door. Its refusal becomes an answer with an error. null: something else is still being done.
  page.during = async function (text, act) {
    if (busy) { return null; }
    setBusy(text);
    try { return await act(); }
    catch (refusal) { return {error: {message: refusal.message, advice: '', option: null, kind: 'door'}}; }
    finally { setBusy(null); }
  };

  // Ask the library. The commands that do the same are shown below the step.
  page.ask = async function (name, values) {
    const step = page.steps[state.step].name, asked = {...values, plan: state.plan};
    const answer = await page.during(page.text('asking_' + name), function () { return window.door.ask(name, asked, show); });
    if (answer && answer.commands && answer.commands.length) {
      const typed = page.commands[step] = ANEW.includes(name) ? new Map() : page.commands[step] || new Map(), key = name + ' ' + (asked.column || '');
      typed.delete(key);        // what is asked again stands last
      typed.set(key, answer.commands);
      drawCommands();
    }
    return answer;
  };

  // The parts of the plan that an answer depends on. An answer of other parts is asked for again.
  page.keyOf = function (...names) {
    return JSON.stringify(names.map(function (name) { return name in state ? state[name] : state.plan[name]; }));
  };

  // A message of the library, with what to do. id: of the field that it belongs to, if any.
  page.message = function (error, id) {
    return make('div', {class: 'error', role: 'alert', id: id || null}, make('p', null, error.message),
      error.advice ? make('p', null, error.advice) : null);
  };

  page.copy = function (text, said) {
    const done = function () { page.tell(page.text('copied')); said.textContent = page.text('copied'); };
    if (navigator.clipboard) { navigator.clipboard.writeText(text).then(done, function () { said.textContent = page.text('not_copied'); }); }
    else { said.textContent = page.text('not_copied'); }
  };

  function drawCommands() {
    const box = byId('commands'), step = page.steps[state.step].name;
    if (!box) { return; }
    const lines = [...new Set(Array.from((page.commands[step] || new Map()).values()).flat())];
    const said = make('span', {class: 'note'});
    page.fill(box, make('h3', null, page.text('same_command')), lines.length ? [
      make('p', {class: 'note'}, page.text('same_command_why')),
      make('pre', {tabindex: '0', 'aria-label': page.text('same_command')}, make('code', null, lines.join('\n'))),
      page.button('copy', function () { page.copy(lines.join('\n'), said); }, {id: 'copy'}), ' ', said]
      : make('p', {class: 'note'}, page.text(page.has('no_command_' + step) ? 'no_command_' + step : 'no_command')));
  }

  function mayGo(place) {
    return page.steps.slice(0, place).every(function (step) { return step.ready(); });
  }

  page.go = function (place) {
    if (busy || place < 0 || place >= page.steps.length || !mayGo(place)) { return; }
    state.step = place;
    page.keep();
    page.draw();
    byId('heading').focus();
    window.scrollTo(0, 0);
  };

  // The frame anew: what may be gone to has changed.
  page.refresh = function () {
    page.keep();
    page.fill(byId('steps'), make('ol', null, page.steps.map(function (step, place) {
      return make('li', null, make('button', {type: 'button', id: 'to-' + step.name, disabled: !mayGo(place),
        'aria-current': place === state.step ? 'step' : null, on: {click: function () { page.go(place); }}},
      make('span', {class: 'place'}, String(place + 1)), ' ', page.text('step_' + step.name)));
    })));
    byId('back').hidden = state.step === 0;
    byId('next').hidden = state.step === page.steps.length - 1;
    byId('next').disabled = !mayGo(state.step + 1);
  };

  // The whole page: its frame and its step.
  page.draw = function () {
    const step = page.steps[state.step], language = state.plan.language;
    document.documentElement.lang = data.tags[language];
    document.title = page.text('step_' + step.name) + ' – ' + page.text('page_title');
    byId('title').textContent = page.text('page_title');
    byId('skip').textContent = page.text('skip');
    byId('steps').setAttribute('aria-label', page.text('steps'));
    byId('languages').setAttribute('aria-label', page.text('language'));
    byId('back').textContent = page.text('back');
    byId('next').textContent = page.text('next_step');
    byId('stop').textContent = page.text('stop');
    page.fill(byId('languages'), Object.keys(data.texts).map(function (name) {
      return make('button', {type: 'button', id: 'in-' + name, lang: data.tags[name], 'aria-pressed': String(name === language),
        on: {click: function () { speak(name); }}}, data.names[name]);
    }));
    const body = make('div', {id: 'body'});
    page.fill(byId('step'), make('h2', {id: 'heading', tabindex: '-1'},
      page.text('heading', {n: state.step + 1, of: page.steps.length, name: page.text('step_' + step.name)})),
    make('p', {class: 'why'}, page.text('why_' + step.name)), body, make('section', {id: 'commands', 'aria-label': page.text('same_command')}));
    step.draw(body);
    drawCommands();
    page.refresh();
  };

  function speak(language) {
    if (busy) { return; }
    state.plan.language = language;
    page.draw();
  }

  page.start = function () {
    byId('back').addEventListener('click', function () { page.go(state.step - 1); });
    byId('next').addEventListener('click', function () { page.go(state.step + 1); });
    byId('stop').addEventListener('click', function () { window.door.stop(); });
    window.addEventListener('pagehide', function () { window.door.leave(); });
    ['dragover', 'drop'].forEach(function (event) {       // a file beside the field for it does not replace the page
      document.addEventListener(event, function (happened) { happened.preventDefault(); });
    });
    page.draw();
  };
}());
