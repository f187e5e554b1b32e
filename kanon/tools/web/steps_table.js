// Step 1: a table is chosen, and the library says what each of its columns looks like. Its doubts are questions.
// After each answer the table is looked at again.
(function () {
  'use strict';
  const page = window.page, make = page.make, state = page.state;
  const WORKBOOK = /\.(xlsx?|xlsm|xlsb|ods)$/i;
  const READ = ['delimiter', 'decimal', 'encoding', 'na', 'na_in', 'thousands', 'century', 'items', 'exact', 'counts', 'totals',
    'unreadable', 'skip_lines', 'columns'];
  const CHOICES = {decimal: ['.', ','], totals: ['keep', 'leave-out'], unreadable: ['refuse', 'missing']};
  const ENCODINGS = ['utf-8', 'cp1252', 'latin-1', 'cp1250', 'cp1251', 'utf-16', 'gb18030', 'big5', 'shift_jis', 'euc_kr'];      // any other can be typed
  const OTHER = 'other';
  const SIGNS = {'.': 'point', ',': 'comma', 'leave-out': 'leave_out'};
  let where = '', box, failed = false, waits = false;      // failed: whether the library could not read the table; waits: for an answer

  // What the library says of the table. The table is then read anew, and what was written for it is written anew.
  page.looked = async function () {
    const before = page.seen.look, answer = await page.asked('look', ['table', 'read', 'person', 'language'], {});
    if (page.seen.look !== before) {
      delete page.seen.draft;
      delete page.seen.require;
      const names = columns => columns.map(column => column.name);
      page.hasColumns(names(answer.columns), names(answer.columns.filter(column => column.part_of)));
    }
    return answer;
  };

  function draw(body) {
    box = {choose: make('div'), error: make('div'), found: make('div')};
    body.append(box.choose, box.error, box.found);
    page.fill(box.choose, page.section('choose', page.text('choose_table'), dropField(), page.note(page.text('stays_here')),
      window.door.can.folder ? browser() : null));
    if (state.plan.table) { look(); }
  }

  // Choosing

  function dropField() {
    const over = is => event => { event.preventDefault(); drop.classList.toggle('over', is); };
    const dropped = event => { over(false)(event); take(event.dataTransfer.files[0]); };
    const drop = make('div', {class: 'drop', id: 'drop', on: {dragover: over(true), dragleave: over(false), drop: dropped}},
      make('strong', null, page.text('drop_here')), page.fileField('file', 'choose_file', take));
    return drop;
  }

  function take(file) { if (file) { choose(file.name, () => window.door.put(file), false); } }

  async function choose(name, act, opened) {
    const answer = WORKBOOK.test(name) ? {error: {message: page.text('workbook', {name: name})}}
      : await page.during(page.text('reading', {name: name}), act);
    if (!answer) { return; }
    if (answer.error) { page.fill(box.error, page.message(answer.error)); return; }
    page.begin(answer.table, opened, name);
    look();
  }

  function browser() {
    const box = make('div', {id: 'browse'});
    return page.unfolding(page.text('browse'), () => list(box, where), box);
  }

  async function list(browse, path) {
    const found = await page.during(page.text('listing'), () => window.door.list(path));
    if (!found) { return; }
    if (found.error) { page.fill(box.error, page.message(found.error)); return; }
    where = found.path;
    const inside = name => where ? where + '/' + name : name, up = where.split('/').slice(0, -1).join('/');
    const folders = found.folders.map(name => page.named(name + '/', () => list(browse, inside(name))));
    const files = found.files.map(file => [page.named(file.name, () => choose(file.name, () => window.door.open(inside(file.name)), true)), ' ',
      make('span', {class: 'note'}, page.text('bytes', {n: file.bytes}))]);
    page.fill(browse, make('p', null, page.text('folder_is', {path: where || '.'}), ' ', where ? page.button('folder_up', () => list(browse, up)) : null),
      page.list(folders.concat(files), {class: 'files'}));
  }

  // What is found

  async function look() {
    const answer = await page.looked();
    if (!answer || !box.found.isConnected) { return null; }
    failed = Boolean(answer.error);
    waits = !failed && page.toAnswer(answer.doubts).length > 0;
    page.blame('read-', null);
    page.refresh();
    if (failed) {
      const how = howRead({});
      page.fill(box.found, page.answers(look), how);
      how.open = !(answer.error.guesses || []).length;
      page.fill(box.error, (answer.error.guesses || []).length ? guesses(answer.error) : page.blame('read-', answer.error) ? null : page.message(answer.error));
      return answer.error;
    }
    page.fill(box.error);
    const said = page.text('found_columns', {columns: answer.columns.length, records: answer.records});
    page.tell(said);
    page.fill(box.found, make('h3', null, page.text('table_is', {name: state.plan.table})),
      state.was ? make('p', {id: 'was'}, page.text('was_named', {was: state.was, name: state.plan.table})) : null,
      make('p', null, said, page.text('blank'), page.text('found_gaps', {incomplete: answer.incomplete})),
      page.questions(answer.doubts, look), state.plan.read.columns ? names(recorded(answer.columns)) : null,
      make('h3', null, page.text('columns')), columns(answer.columns), howRead(answer.read));
    return null;
  }

  // Those that stand in the table, without what is made of several of them.
  const recorded = columns => columns.filter(column => !columns.some(other => other.part_of === column.name));

  // A table without a header line: a name for each column, beside what the column looks like.
  function names(rows) {
    const heads = ['name_of_column', 'looks_like', 'note'].map(key => [page.text(key)]);
    const row = (column, place) => make('tr', null,
      make('td', null, make('input', {id: 'name-' + place, value: column.name, autocomplete: 'off', 'aria-label': page.text('name_column', {place: place + 1})})),
      make('td', null, column.said), make('td', null, column.notes.join(page.text('semicolon'))));
    const submit = event => {
      event.preventDefault();
      const taken = rows.map((column, place) => {
        const field = document.getElementById('name-' + place);
        return field && field.value.trim() || column.name;
      });
      page.rename(new Map(rows.map((column, place) => [column.name, taken[place]])), taken);
      look();
    };
    return page.section('names', page.text('names'), page.note(page.text('names_why')), make('form', {on: {submit: submit}},
      page.rows(page.text('names'), heads, rows, row), make('button', {type: 'submit', id: 'take-names'}, page.text('take_names'))));
  }

  // The encodings that a message names, as buttons.
  function guesses(error) {
    const read = name => () => {
      state.plan.read.encoding = name;
      page.byHand();
      look();
    };
    return make('div', {class: 'error', role: 'alert'}, make('p', null, page.text('other_letters')), error.guesses.map(name =>
      make('p', null, page.named(page.text('read_with', {encoding: encoding(name)}), read(name), {class: 'big guess'}))),
      page.folded(page.text('what_to_type'), make('p', null, error.message)));
  }

  function encoding(name) {
    const key = 'encoding_' + name.replace('-', '_');
    return page.has(key) ? page.text('encoding_is', {name: name, what: page.text(key)}) : name;
  }

  function columns(rows) {
    const heads = ['a_column', 'looks_like', 'distinct_values', 'lacking_value', 'note'].map(key => page.text(key));
    const distinct = row => row.limit && row.distinct >= row.limit ? page.text('more_than', {n: row.limit}) : page.number(row.distinct);
    return page.table(page.text('columns'), heads, rows.map(row => [
      row.name, row.said, distinct(row), page.number(row.missing), row.notes.join(page.text('semicolon'))]), [2, 3]);
  }

  // How the table is read: what nobody asked, but what can be said.

  function howRead(found) {
    const submit = event => {
      event.preventDefault();
      READ.forEach(put);
      page.byHand();
      look();
    };
    return page.folded(page.text('how_read'), make('form', {on: {submit: submit}}, READ.map(option => readField(option, found[option])),
      make('button', {type: 'submit'}, page.text('read_again'))));
  }

  function readField(option, found) {
    const id = 'read-' + option, value = state.plan.read[option];
    const choices = (CHOICES[option] || []).map(choice => [choice, page.text('read_as_' + (SIGNS[choice] || choice))]);
    if (option === 'encoding') { return encodingField(id, value || ''); }
    const field = choices.length ? page.select({id: id}, [['', page.text('by_itself')], ...choices], value || '')
      : page.LISTS.includes(option) ? make('textarea', {id: id, rows: '3', value: (value || []).join('\n')})
        : make('input', {id: id, value: value || ''});
    const plain = typeof found === 'string' || Array.isArray(found);
    return page.field(field, page.text('read_' + option), plain && found.length ? page.text('read_found', {value: [].concat(found).join(' ')}) : null);
  }

  // One of the list, or any other by its name.
  function encodingField(id, value) {
    const listed = ENCODINGS.includes(value), other = make('input', {id: id + '-other', value: listed ? '' : value, 'aria-label': page.text('encoding_name'),
      placeholder: page.text('encoding_name'), hidden: listed || value === ''});
    const field = page.select({id: id, on: {change: () => { other.hidden = field.value !== OTHER; }}}, [['', page.text('by_itself')],
      ...ENCODINGS.map(name => [name, encoding(name)]), [OTHER, page.text('encoding_other')]], other.hidden ? value : OTHER);
    return page.field(field, page.text('read_encoding'), page.text('read_encoding_why'), other);
  }

  function put(option) {
    const valueOf = id => document.getElementById('read-' + id).value, chosen = valueOf(option);
    const text = option === 'encoding' && chosen === OTHER ? valueOf('encoding-other').trim() : chosen;
    const value = page.LISTS.includes(option) ? text.split('\n').filter(Boolean) : text;
    if (value.length) { state.plan.read[option] = value; } else { delete state.plan.read[option]; }
  }

  page.steps.push({name: 'table', draw: draw, ready: () => state.plan.table !== '' && !failed && !waits});
}());
