// The texts of the page, and its elements. What comes from a table or from the library is put in as text, never as markup.
// page.data: texts, {language: {key: text}}; tags, {language: its tag}; names, {language: its name}; standards, [{name, title}];
// algorithms, [name].
(function () {
  'use strict';
  const MOST = 200;      // the rows of a list that are shown at once
  const MOST_WHOLE = 26;
  const PROPERTIES = ['checked', 'disabled', 'hidden', 'value', 'selected', 'open'];
  const page = window.page = {data: JSON.parse(document.getElementById('data').textContent), steps: []};

  // A text with its values. A number has commas. {n:one|more} is one of two words.
  page.text = function (key, values) {
    const text = page.data.texts[page.state.plan.language][key];
    if (text === undefined) { throw new Error('no text ' + key); }
    return text.replace(/\{(\w+)(?::([^{}|]*)\|([^{}]*))?\}/g, (_, name, one, more) => {
      const value = values[name];
      if (more !== undefined) { return value === 1 ? one : more; }
      return typeof value === 'number' ? page.number(value) : String(value);
    });
  };

  page.has = key => key in page.data.texts[page.state.plan.language];

  page.number = value => Number(value).toLocaleString('en-US', {maximumFractionDigits: 4});

  page.joined = words => words.join(page.text('comma'));

  // An element. about: its attributes and properties, and on: {event: what is done}. A part is a text, an element, a list of these, or null.
  page.make = function (tag, about, ...parts) {
    const made = document.createElement(tag);
    Object.entries(about || {}).forEach(([name, value]) => {
      if (name === 'on') { Object.entries(value).forEach(([event, act]) => made.addEventListener(event, act)); }
      else if (PROPERTIES.includes(name)) { made[name] = value; }
      else if (value !== null && value !== undefined) { made.setAttribute(name, value); }
    });
    made.append(...there(parts));
    return made;
  };
  const make = page.make;

  function there(parts) { return parts.flat(4).filter(part => part !== null && part !== undefined && part !== false); }

  // New parts for a box. What had the focus has it again, if it has an id.
  page.fill = function (box, ...parts) {
    const focused = box.contains(document.activeElement) ? document.activeElement.id : '';
    box.replaceChildren(...there(parts));
    const again = focused && document.getElementById(focused);
    if (again) { again.focus(); }
    return box;
  };

  page.button = (key, act, about) => page.named(page.text(key), act, about);

  page.named = (name, act, about) => make('button', {type: 'button', on: {click: act}, ...about}, name);

  page.note = (text, id) => make('p', {class: 'note', id: id || null}, text);

  // A part of a step, under its heading.
  page.section = (id, title, ...parts) => make('section', {'aria-labelledby': id}, make('h3', {id: id, tabindex: '-1'}, title), parts);

  page.folded = (title, ...parts) => make('details', null, make('summary', null, title), parts);

  // Something that is folded, and made when it is opened.
  page.unfolding = function (title, show, ...parts) {
    const folded = page.folded(title, parts);
    folded.addEventListener('toggle', () => { if (folded.open) { show(); } });
    return folded;
  };

  // A text whose values stay whole: a line ends between words, and within a list after its sign. A part that is very long ends where it must.
  // most: how wide a part may be that stays whole. A sign of Chinese counts as two.
  page.whole = (text, most = MOST_WHOLE) => text.split(/(?<=[\s|，。；：、])/).map(part =>
    Array.from(part).reduce((width, sign) => width + (sign > '\u2e80' ? 2 : 1), 0) > most ? part : [make('span', {class: 'whole'}, part), make('wbr')]);

  page.printed = (title, text) => make('pre', {tabindex: '0', 'aria-label': title}, make('code', null, text));

  // A message of the library, with what to do. The first step asks how the table is read.
  page.message = error => make('div', {class: 'error', role: 'alert'}, make('p', null, error.message),
    error.advice && !error.message.includes(error.advice) ? make('p', null, error.advice) : null,
    page.LISTS.includes(error.option) && page.state.step > 0 ? page.button('asked_first', () => page.go(0)) : null);

  // The items of a list as elements, MOST of them, and a button that shows more.
  page.some = function (box, items, one, start = 0) {
    const left = items.length - start - MOST, inTable = box.tagName === 'TBODY';
    items.slice(start, start + MOST).forEach((item, place) => box.append(one(item, start + place)));
    if (left > 0) {
      const more = make(inTable ? 'tr' : 'li', {class: 'more'});
      const button = page.named(page.text('more', {n: left}), () => {
        more.remove();
        page.some(box, items, one, start + MOST);
        box.children[start + MOST].tabIndex = -1;
        box.children[start + MOST].focus();
      });
      more.append(inTable ? make('td', {colspan: '20'}, button) : button);
      box.append(more);
    }
    return box;
  };

  page.list = (items, about) => page.some(make('ul', about), items, item => make('li', null, item));

  // A table in a box that scrolls. heads: [[text, class]]. one: makes a row of an item.
  page.rows = function (caption, heads, items, one, about) {
    return make('div', {class: 'scroll', tabindex: '0', role: 'region', 'aria-label': caption}, make('table', about,
      make('caption', {class: 'unseen'}, caption),
      make('thead', null, make('tr', null, heads.map(([text, name]) => make('th', {scope: 'col', class: name || null}, text)))),
      page.some(make('tbody'), items, one)));
  };

  // The same, of rows of cells. numbers: the places of numbers.
  page.table = function (caption, heads, rows, numbers = []) {
    const name = place => numbers.includes(place) ? 'number' : null;
    return page.rows(caption, heads.map((head, place) => [head, name(place)]), rows, row => make('tr', null, row.map((cell, place) =>
      make(place ? 'td' : 'th', {scope: place ? null : 'row', class: name(place)}, page.whole(cell)))));
  };

  // A field with its label, its sentence and a place for a message about it.
  page.field = function (field, label, why, ...more) {
    field.setAttribute('aria-describedby', field.id + '-why');
    return make('div', {class: 'field'}, make('label', {for: field.id}, label), field, page.note(why || '', field.id + '-why'),
      make('div', {id: field.id + '-error'}), more);
  };

  // Whether a message stands beside the field that it is about. start: of the ids of such fields. No error: no message stands there any more.
  page.blame = function (start, error) {
    document.querySelectorAll('[id^="' + start + '"][aria-invalid]').forEach(field => {
      field.removeAttribute('aria-invalid');
      field.setAttribute('aria-describedby', field.id + '-why');
      document.getElementById(field.id + '-error').replaceChildren();
    });
    const wrong = error && error.option ? document.getElementById(start + error.option) : null;
    if (wrong) {
      wrong.setAttribute('aria-invalid', 'true');
      wrong.setAttribute('aria-describedby', wrong.id + '-error ' + wrong.id + '-why');
      document.getElementById(wrong.id + '-error').append(page.message(error));
      const folded = wrong.closest('details');
      if (folded) { folded.open = true; }
    }
    return Boolean(wrong);
  };

  // choices: [[value, its text]].
  page.select = function (about, choices, chosen) {
    return make('select', about, choices.map(([value, text]) => make('option', {value: value, selected: value === chosen}, text)));
  };

  page.checkbox = function (id, checked, change, ...label) {
    const field = make('input', {type: 'checkbox', id: id, checked: checked, on: {change: () => change(field.checked)}});
    return make('div', {class: 'choice'}, field, make('label', {for: id}, label));
  };

  // A button of a group of which one is chosen. Its name is for those who hear it.
  page.radio = (about, name) => make('label', {class: 'radio'}, make('input', {type: 'radio', ...about}), make('span', {class: 'unseen'}, name));

  // A field for a file, which looks like a button in the language of the page. act: is called with the file.
  page.fileField = function (id, key, act, about) {
    const chosen = () => { if (field.files[0]) { act(field.files[0]); } };
    const field = make('input', {type: 'file', id: id, class: 'unseen', ...about, on: {change: chosen}});
    return make('label', {class: 'file big'}, field, page.text(key));
  };
}());
