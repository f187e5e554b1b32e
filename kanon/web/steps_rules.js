// Step 4: what is required. The library checks it, and its message stands beside the field that it is about.
(function () {
  'use strict';
  const page = window.page, make = page.make, state = page.state;
  const GROUPS = {alike: ['k'], values: ['l_diversity', 't_closeness', 'alpha', 'beta_likeness', 'delta_disclosure'],
    given_up: ['max_suppression', 'missing', 'missing_in'], coarse: ['limit', 'from', 'weights']};
  const CHOICES = {missing: ['', 'drop', 'value', 'root'], missing_in: ['', 'any', 'used']};
  let box;

  // The INI file with what is required. All that comes before it is asked for, too, if it is not there.
  page.required = async function () {
    const drafted = await page.drafted();
    if (!drafted || drafted.error) { return drafted; }
    const key = page.keyOf('table', 'read', 'person', 'quasi', 'sensitive', 'publish', 'edits', 'settings', 'standards', 'algorithm', 'chosen');
    if (!page.seen.required || page.seen.required.key !== key) {
      const answer = await page.ask('require', {});
      if (!answer) { return null; }
      page.seen.required = {key: key, answer: answer};
    }
    return page.seen.required.answer;
  };

  function draw(body) {
    box = {error: make('div'), ini: make('div')};
    body.append(make('form', {on: {submit: function (event) { event.preventDefault(); check(); }}},
      Object.keys(GROUPS).map(function (group) {
        return make('fieldset', null, make('legend', null, page.text('of_' + group)), make('div', {class: 'fields'}, GROUPS[group].map(field)));
      }),
      make('fieldset', null, make('legend', null, page.text('of_standards')), make('p', {class: 'note'}, page.text('of_standards_why')),
        page.data.standards.map(standard)),
      make('button', {type: 'submit'}, page.text('check_settings'))), box.error, box.ini);
    check();
  }

  function field(name) {
    const id = 'set-' + name, value = state.plan.settings[name] || '';
    const about = {id: id, 'aria-describedby': id + '-why', on: {change: function () { put(name, document.getElementById(id).value.trim()); }}};
    const made = CHOICES[name] ? make('select', about, CHOICES[name].map(function (choice) {
      return make('option', {value: choice, selected: choice === value}, choice ? page.text('take_' + choice) : page.text('by_itself'));
    })) : make('input', {...about, value: value, autocomplete: 'off'});
    return make('div', {class: 'field'}, make('label', {for: id}, page.text('ask_' + name)), made,
      make('p', {class: 'note', id: id + '-why'}, page.text('ask_' + name + '_why')), make('div', {id: id + '-error'}));
  }

  function put(name, value) {
    if (value) { state.plan.settings[name] = value; } else { delete state.plan.settings[name]; }
    check();
  }

  function standard(about) {
    const name = about.name, id = 'standard-' + name;
    const made = make('input', {type: 'checkbox', id: id, checked: state.plan.standards.includes(name), on: {change: function () {
      state.plan.standards = page.data.standards.map(function (one) { return one.name; }).filter(function (one) {
        return one === name ? made.checked : state.plan.standards.includes(one);
      });
      check();
    }}});
    return make('div', {class: 'choice'}, made, make('label', {for: id}, make('strong', null, name), ' ' + about.title[state.plan.language]));
  }

  async function check() {
    page.keep();
    const answer = await page.required();
    if (!answer || !box.ini.isConnected) { return; }
    const wrong = answer.error && fieldOf(answer.error.option);
    document.querySelectorAll('#body [aria-invalid]').forEach(function (one) {
      one.removeAttribute('aria-invalid');
      one.setAttribute('aria-describedby', one.id + '-why');
      document.getElementById(one.id + '-error').replaceChildren();
    });
    page.fill(box.error, answer.error && !wrong ? page.message(answer.error) : null);
    if (wrong) {
      wrong.setAttribute('aria-invalid', 'true');
      wrong.setAttribute('aria-describedby', wrong.id + '-error ' + wrong.id + '-why');
      document.getElementById(wrong.id + '-error').replaceChildren(page.message(answer.error));
    }
    page.fill(box.ini, answer.error ? null : [make('p', {class: 'done', role: 'status'}, page.text('settings_taken')),
      make('details', null, make('summary', null, page.text('the_ini')), make('pre', {tabindex: '0'}, make('code', null, answer.ini)))]);
  }

  // The field of an option that a message names, such as --l-diversity.
  function fieldOf(option) {
    return option ? document.getElementById('set-' + option.replace(/^-+/, '').replace(/-/g, '_')) : null;
  }

  page.steps.push({name: 'rules', draw: draw, ready: function () { return true; }});
}());
