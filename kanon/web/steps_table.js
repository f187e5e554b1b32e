// Step 1: a table is chosen, and the library says what each of its columns looks like. Its doubts are questions.
// After each answer the table is looked at again.
(function () {
  'use strict';
  const page = window.page, make = page.make, state = page.state;
  const WORKBOOK = /\.(xlsx?|xlsm|xlsb|ods)$/i;
  const READ = ['delimiter', 'decimal', 'encoding', 'na', 'totals', 'unreadable', 'columns'];
  const CHOICES = {decimal: ['', '.', ','], totals: ['', 'keep', 'leave-out'], unreadable: ['', 'refuse', 'missing']};
  let where = '', box;

  // What the library says of the table. It is asked again if the table is read in another way, or in another language.
  page.looked = async function () {
    const key = page.keyOf('table', 'read', 'person', 'language');
    if (!page.seen.look || page.seen.look.key !== key) {
      const answer = await page.ask('look', {});
      if (!answer) { return null; }
      page.seen.look = {key: key, answer: answer};
      delete page.seen.draft;       // the table is read anew, and its INI file is written anew
      delete page.seen.required;
    }
    return page.seen.look.answer;
  };

  function draw(body) {
    box = {choose: make('section', {'aria-labelledby': 'choose'}), found: make('div'), error: make('div')};
    body.append(box.choose, box.error, box.found);
    drawChooser();
    if (state.plan.table) { look(); }
  }

  function drawChooser() {
    const drop = make('div', {class: 'drop', id: 'drop', on: {
      dragover: function (event) { event.preventDefault(); drop.classList.add('over'); },
      dragleave: function () { drop.classList.remove('over'); },
      drop: function (event) { event.preventDefault(); drop.classList.remove('over'); take(event.dataTransfer.files[0]); }}},
    make('strong', null, page.text('drop_here')), page.fileField('file', 'choose_file', take));
    const browse = make('div', {id: 'browse'});
    page.fill(box.choose, make('h3', {id: 'choose'}, page.text('choose_table')), drop, make('p', {class: 'note'}, page.text('stays_here')),
      window.door.can.folder ? make('details', {on: {toggle: function (event) { if (event.target.open) { list(browse, where); } }}},
        make('summary', null, page.text('browse')), browse) : null);
  }

  async function take(file) {
    if (!file) { return; }
    if (WORKBOOK.test(file.name)) { fails({message: page.text('workbook', {name: file.name})}); return; }
    opened(await page.during(page.text('reading', {name: file.name}), function () { return window.door.put(file); }));
  }

  function fails(error) { page.fill(box.error, page.message(error)); }

  // A table was chosen: what was said of another one is forgotten.
  function opened(answer) {
    if (!answer) { return; }
    if (answer.error) { fails(answer.error); return; }
    Object.assign(state, {roles: {}, edits: {}, answered: [], released: null});
    Object.assign(state.plan, {table: answer.table, read: {}, person: null, quasi: [], sensitive: [], publish: []});
    page.seen = {};
    page.commands = {};
    page.refresh();
    look();
  }

  async function list(browse, path) {
    const found = await page.during(page.text('listing'), function () { return window.door.list(path); });
    if (!found) { return; }
    if (found.error) { fails(found.error); return; }
    where = found.path;
    const up = where.split('/').slice(0, -1).join('/'), inside = function (name) { return where ? where + '/' + name : name; };
    const folders = found.folders.map(function (name) { return {name: name, folder: true}; });
    page.fill(browse, make('p', null, page.text('folder_is', {path: where || '.'}), ' ',
      where ? page.button('folder_up', function () { list(browse, up); }) : null),
    page.some(make('ul', {class: 'files'}), folders.concat(found.files), function (one) {
      return make('li', null, one.folder ? make('button', {type: 'button', on: {click: function () { list(browse, inside(one.name)); }}}, one.name + '/')
        : make('button', {type: 'button', on: {click: function () { open(inside(one.name)); }}}, one.name),
      one.folder ? null : make('span', {class: 'note'}, ' ' + page.text('bytes', {n: one.bytes})));
    }));
  }

  async function open(path) {
    if (WORKBOOK.test(path)) { fails({message: page.text('workbook', {name: path})}); return; }
    opened(await page.during(page.text('reading', {name: path}), function () { return window.door.open(path); }));
  }

  async function look() {
    const answer = await page.looked();
    if (!answer || !box.found.isConnected) { return; }
    page.fill(box.error, answer.error ? page.message(answer.error) : null);
    if (answer.error) { page.fill(box.found, howRead(answer)); return; }
    page.refresh();
    page.tell(page.text('found_columns', {columns: answer.columns.length, records: answer.records}));
    page.fill(box.found, make('h3', null, page.text('table_is', {name: state.plan.table})),
      make('p', null, page.text('found_columns', {columns: answer.columns.length, records: answer.records}), page.text('blank'),
        page.text('found_gaps', {incomplete: answer.incomplete})),
      page.questions(answer.doubts, look), columns(answer.columns), howRead(answer));
  }

  function columns(rows) {
    return page.table(page.text('columns'), ['a_column', 'looks_like', 'distinct_values', 'lacking_value', 'note'].map(function (key) {
      return page.text(key);
    }), rows.map(function (row) {
      return [row.name, row.said, row.limit && row.distinct >= row.limit ? page.text('more_than', {n: row.limit}) : page.number(row.distinct),
        page.number(row.missing), row.notes.join(page.text('semicolon'))];
    }), [2, 3]);
  }

  // How the table is read: what nobody asked, but what can be said.

  function howRead(answer) {
    const read = state.plan.read, found = {totals: '', ...answer.read};
    const fields = READ.map(function (option) {
      const id = 'read-' + option, value = read[option];
      const field = CHOICES[option] ? make('select', {id: id}, CHOICES[option].map(function (choice) {
        return make('option', {value: choice, selected: choice === (value || '')}, choice ? page.text('read_as_' + (choice === ',' ? 'comma' : choice === '.' ? 'point'
          : choice.replace('-', '_'))) : page.text('by_itself'));
      })) : page.LISTS.includes(option) ? make('textarea', {id: id, rows: '3', value: (value || []).join('\n')})
        : make('input', {id: id, value: value || ''});
      return make('div', {class: 'field'}, make('label', {for: id}, page.text('read_' + option)), field, ['string', 'object'].includes(typeof found[option])
        && found[option].length ? make('p', {class: 'note'}, page.text('read_found', {value: [].concat(found[option]).join(', ')})) : null);
    });
    return make('details', {class: 'how'}, make('summary', null, page.text('how_read')), make('form', {on: {submit: function (event) {
      event.preventDefault();
      READ.forEach(function (option) {
        const text = document.getElementById('read-' + option).value;
        const value = page.LISTS.includes(option) ? text.split('\n').filter(Boolean) : text;
        if (value.length) { read[option] = value; } else { delete read[option]; }
      });
      page.keep();
      look();
    }}}, fields, make('button', {type: 'submit'}, page.text('read_again'))));
  }

  page.steps.push({name: 'table', draw: draw, ready: function () { return state.plan.table !== ''; }});
}());
