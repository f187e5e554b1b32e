// Step 4: what is required. The library checks it, and its message stands beside the field that it is about.
(function () {
  'use strict';
  const page = window.page, make = page.make, state = page.state;
  const GROUPS = {alike: ['k'], values: ['l_diversity', 't_closeness', 'alpha', 'beta_likeness', 'delta_disclosure'],
    given_up: ['max_suppression', 'missing', 'missing_in'], coarse: ['limit', 'from', 'weights']};
  const CHOICES = {missing: ['drop', 'value', 'root'], missing_in: ['any', 'used']};
  // The parts of the plan that a release depends on.
  page.OF_RELEASE = ['table', 'read', 'person', 'quasi', 'sensitive', 'publish', 'edits', 'settings', 'standards', 'algorithm'];
  let box, checking = false, again = false;

  // The INI file with what is required. All that comes before it is asked for, too, if it is not there.
  page.required = async function () {
    const draft = await page.drafted();
    return !draft || draft.error ? draft : page.asked('require', page.OF_RELEASE, {});
  };

  function draw(body) {
    box = {error: make('div'), ini: make('div')};
    const submit = event => {
      event.preventDefault();
      check();
    };
    body.append(make('form', {on: {submit: submit}}, Object.keys(GROUPS).map(group => make('fieldset', null,
      make('legend', null, page.text('of_' + group)), make('div', {class: 'fields'}, GROUPS[group].map(field)))),
    make('fieldset', null, make('legend', null, page.text('of_standards')), page.note(page.text('of_standards_why')), page.data.standards.map(standard)),
    make('button', {type: 'submit'}, page.text('check_settings'))), box.error, box.ini);
    check();
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
    check();
  }

  function standard(about) {
    const put = checked => {
      state.plan.standards = page.data.standards.map(one => one.name).filter(name => name === about.name ? checked : state.plan.standards.includes(name));
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
    const beside = page.blame('set-', answer.error);
    page.fill(box.error, answer.error && !beside ? page.message(answer.error) : null);
    page.fill(box.ini, answer.error ? null : [make('p', {class: 'done', role: 'status'}, page.text('settings_taken')),
      page.folded(page.text('the_ini'), page.printed(page.text('the_ini'), answer.ini))]);
  }

  page.steps.push({name: 'rules', draw: draw, ready: () => true});
}());
