// Step 4: what is required. The library checks it, and its message stands beside the field that it is about.
(function () {
  'use strict';
  const page = window.page, make = page.make, state = page.state;
  const ALIKE = ['k'], VALUES = ['l_diversity'], GIVEN_UP = ['max_suppression', 'missing', 'missing_in'];
  const SELDOM = ['t_closeness', 'alpha', 'beta_likeness', 'delta_disclosure'], COARSE = ['weights'];       // they are folded
  const CHOICES = {missing: ['drop', 'value', 'root'], missing_in: ['any', 'used']};
  // The parts of the plan that a release depends on.
  page.OF_RELEASE = ['table', 'read', 'person', 'quasi', 'sensitive', 'publish', 'edits', 'settings', 'standards', 'holds', 'levels', 'history', 'earlier',
    'page', 'internal', 'algorithm'];
  let box, checking = false, again = false;

  // The INI file with what is required. All that comes before it is asked for, too, if it is not there.
  page.required = async function () {
    const draft = await page.drafted();
    return !draft || draft.error ? draft : page.asked('require', page.OF_RELEASE, {});
  };

  function draw(body) {
    box = {error: make('div'), ini: make('div'), levels: make('div'), holds: make('div'), history: make('div'), k: make('div'), of: null};
    const submit = event => {
      event.preventDefault();
      check();
    };
    const {settings, standards, levels} = state.plan, fields = names => make('div', {class: 'fields'}, names.map(field));
    const set = (title, ...parts) => make('fieldset', null, make('legend', null, page.text(title)), parts);
    const seldom = (title, open, ...parts) => Object.assign(page.folded(page.text(title), parts), {open: open});
    body.append(make('form', {on: {submit: submit}}, set('of_alike', fields(ALIKE), box.k),
      set('of_values', fields(VALUES), seldom('more_rules', SELDOM.some(name => settings[name]), fields(SELDOM))),
      seldom('of_given_up', GIVEN_UP.some(name => settings[name]), fields(GIVEN_UP)),
      seldom('of_coarse', COARSE.some(name => settings[name]) || Object.keys(levels).length > 0, fields(COARSE), box.levels),
      seldom('of_history', state.plan.history, page.note(page.text('of_history_why')), box.history),
      seldom('of_standards', standards.length > 0, page.note(page.text('of_standards_why')), page.data.standards.map(standard), box.holds),
      make('button', {type: 'submit'}, page.text('check_settings'))), box.error, box.ini);
    drawHolds();
    drawHistory();
    check();
  }

  // Whether k holds over all releases of a table, and what the releases before this one have left.
  function drawHistory() {
    const {person, history, earlier, algorithm} = state.plan;
    const keeps = checked => {
      state.plan.history = checked;
      if (checked && algorithm === 'mondrian') { state.plan.algorithm = 'optimal'; }
      changed();
    };
    const changed = () => {
      drawHistory();
      check();
    };
    const leave = () => {
      state.plan.earlier = '';
      changed();
    };
    page.fill(box.history, !person && !history ? page.note(page.text('history_of_persons'))
      : page.checkbox('history', history, keeps, page.text('keep_history')), history ? [
        page.note(page.text('history_by_levels', {algorithm: state.plan.algorithm})),
        earlier ? make('p', {id: 'earlier'}, page.text('earlier_is', {name: earlier}), ' ', page.button('earlier_not', leave, {id: 'no-earlier'}))
          : [page.note(page.text('earlier_why')), page.fileField('earlier-file', 'choose_earlier', take)]] : null);
  }

  async function take(file) {
    const put = await page.during(page.text('reading', {name: file.name}), () => window.door.put(new File([file], 'earlier_' + file.name)));
    if (!put) { return; }
    page.fill(box.error, put.error ? page.message(put.error) : null);
    if (put.error) { return; }
    state.plan.earlier = put.table;
    drawHistory();
    check();
  }

  // The least and the most level of each quasi-identifier, of those that its hierarchy has.
  function drawLevels() {
    const of = page.seen.draft && page.seen.draft.answer.of;
    if (!of || of === box.of) { return; }
    box.of = of;
    const heads = [[page.text('a_column')], [page.text('at_least')], [page.text('at_most')]];
    page.fill(box.levels, page.note(page.text('levels_why')),
      state.plan.person ? page.note(page.text('levels_of_persons')) : null, page.rows(page.text('of_coarse'), heads, state.plan.quasi, (column, place) =>
      make('tr', null, make('th', {scope: 'row'}, column), [0, 1].map(end => make('td', null, levelField(column, place, end, of[column].levels))))));
  }

  function levelField(column, place, end, levels) {
    const pair = state.plan.levels[column] || [null, null], last = levels[levels.length - 1].level;
    const pick = () => {
      const both = (state.plan.levels[column] || [null, null]).map((one, at) => at !== end ? one : field.value === '' ? null : Number(field.value));
      if (both.some(one => one !== null)) { state.plan.levels[column] = both; } else { delete state.plan.levels[column]; }
      check();
    };
    const field = page.select({id: 'level-' + place + '-' + end, 'aria-label': page.text(end ? 'at_most_of' : 'at_least_of', {column: column}), on: {change: pick}},
      [['', page.text('any_level')], ...levels.filter(one => end ? one.level < last : one.level).map(one => [String(one.level), levelName(one)])],
      pair[end] === null ? '' : String(pair[end]));
    return field;
  }

  function levelName(one) {
    const values = {level: one.level, n: one.labels, label: one.rarest};
    return page.text(one.rarest === null ? 'level_is' : 'level_like', values);
  }

  // What columns hold that a standard asks about.
  function drawHolds() {
    const made = make('input', {id: 'set-holds', value: state.plan.holds, autocomplete: 'off', on: {change: () => {
      state.plan.holds = made.value.trim();
      check();
    }}});
    page.fill(box.holds, state.plan.standards.length ? page.field(made, page.text('ask_holds'), page.text('ask_holds_why', {column: state.plan.quasi[0]})) : null);
  }

  function field(name) {
    const about = {id: 'set-' + name, on: {change: () => put(name, made.value.trim())}}, value = state.plan.settings[name] || '';
    const choices = (CHOICES[name] || []).map(choice => [choice, page.text('take_' + choice)]);
    const made = choices.length ? page.select(about, [['', page.text('by_itself')], ...choices], value)
      : make('input', {...about, value: value, autocomplete: 'off'});
    return page.field(made, page.text('ask_' + name), page.text('ask_' + name + '_why', {column: state.plan.quasi[0]}));
  }

  function put(name, value) {
    if (value) { state.plan.settings[name] = value; } else { delete state.plan.settings[name]; }
    page.byHand();
    check();
  }

  function standard(about) {
    const put = checked => {
      state.plan.standards = page.data.standards.map(one => one.name).filter(name => name === about.name ? checked : state.plan.standards.includes(name));
      drawHolds();
      check();
    };
    return page.checkbox('standard-' + about.name, state.plan.standards.includes(about.name), put,
      make('strong', null, about.name), ' ', about.title[state.plan.language]);
  }

  // What changes during a check is checked after it.
  async function check() {
    page.keep();
    again = true;
    if (checking) { return; }
    checking = true;
    let answer = null;
    while (again) {
      again = false;
      answer = await page.required();
    }
    checking = false;
    if (answer && box.ini.isConnected) { tell(answer); }
  }

  function tell(answer) {
    drawLevels();
    const beside = page.blame('set-', answer.error);
    page.fill(box.error, answer.error && !beside ? page.message(answer.error) : null);
    page.fill(box.k, answer.error ? null : page.note(page.text(state.plan.settings.k ? 'k_as_typed' : 'k_by_default', {k: answer.k}), 'k-used'));
    page.fill(box.ini, answer.error ? null : [make('p', {class: 'done', role: 'status'}, page.text('settings_taken')),
      page.folded(page.text('the_ini'), page.printed(page.text('the_ini'), answer.ini))]);
  }

  page.steps.push({name: 'rules', draw: draw, ready: () => true});
}());
