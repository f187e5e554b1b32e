// Step 5: what each algorithm loses at each k, as a picture and as a table of the same points. One of them is chosen.
(function () {
  'use strict';
  const page = window.page, make = page.make, state = page.state;
  let box, shown = null;

  // What a comparison depends on. A choice of k is no other comparison.
  function key() {
    return page.keyOf(['table', 'read', 'person', 'quasi', 'sensitive', 'publish', 'edits', 'language']) + JSON.stringify({...state.plan.settings, k: ''});
  }

  function draw(body) {
    box = {error: make('div'), found: make('div'), chosen: make('p', {id: 'chosen', role: 'status'})};
    const ks = make('input', {id: 'ks', value: state.ks, on: {change: () => { state.ks = ks.value; page.keep(); }}});
    const submit = event => {
      event.preventDefault();
      state.ks = ks.value;
      compare();
    };
    body.append(make('form', {on: {submit: submit}}, page.field(ks, page.text('ks'), page.text('ks_why')),
      make('fieldset', null, make('legend', null, page.text('algorithms')), page.data.algorithms.map(algorithm),
        page.folded(page.text('ways'), page.list(page.data.algorithms.map(name => [make('strong', null, name), ' ', page.text('way_' + name)])))),
      make('button', {type: 'submit', id: 'compare'}, page.text('compare'))), box.error, box.found, box.chosen);
    if (page.seen.compare && page.seen.compare.key === key()) { drawFound(page.seen.compare.answer); }
    drawChosen();
  }

  function algorithm(name) {
    const put = checked => {
      state.algorithms = page.data.algorithms.filter(one => one === name ? checked : state.algorithms.includes(one));
      page.keep();
    };
    return page.checkbox('with-' + name, state.algorithms.includes(name), put, name);
  }

  async function compare() {
    const ready = await page.required();
    if (!ready) { return; }
    const asked = key(), ks = state.ks.split(/[\s,;，、]+/).filter(Boolean);
    const answer = ready.error ? ready : await page.ask('compare', {ks: ks, algorithms: state.algorithms});
    if (!answer || !box.found.isConnected) { return; }
    page.fill(box.error, answer.error ? page.message(answer.error) : null);
    if (answer.error) { return; }
    page.seen.compare = {key: asked, answer: answer};
    drawFound(answer);
    page.tell(page.text('compared', {n: answer.rows.length}));
  }

  function drawFound(answer) {
    if (shown) { URL.revokeObjectURL(shown); }
    shown = answer.picture ? URL.createObjectURL(new Blob([answer.picture], {type: 'image/svg+xml'})) : null;
    const heads = [[page.text('chosen')], [page.text('algorithm')], ...['k_is', 'loss', 'suppressed', 'classes'].map(head => [page.text(head), 'number'])];
    page.fill(box.found, make('h3', null, page.text('loss_by_k')),
      shown ? make('figure', null, make('img', {src: shown, alt: page.text('picture_says')})) : null,
      make('h3', null, page.text('choose_point')), page.rows(page.text('choose_point'), heads, answer.rows, point, {class: 'radios'}));
  }

  function point(row, place) {
    const none = row.lm === null || row.lm === undefined;
    const number = text => make('td', {class: 'number'}, text);
    return make('tr', null,
      make('td', null, page.radio({name: 'point', id: 'point-' + place, disabled: none, checked: isChosen(row), on: {change: () => choose(row)}},
        page.text('point_is', {algorithm: row.algorithm, k: row.k}))),
      make('th', {scope: 'row'}, row.algorithm), number(page.number(row.k)),
      none ? make('td', {colspan: '3'}, page.text('nothing_published'))
        : [row.lm.toFixed(4), page.number(row.suppressed), page.number(row.classes)].map(number));
  }

  function isChosen(row) { return row.algorithm === state.plan.algorithm && String(row.k) === state.plan.settings.k; }

  function choose(row) {
    state.plan.algorithm = row.algorithm;
    state.plan.settings.k = String(row.k);
    page.byHand();
    drawChosen();
  }

  page.chosenPoint = function () {
    const values = {algorithm: state.plan.algorithm, k: state.plan.settings.k};
    return values.k ? page.text('chosen_is', values) : page.text('chosen_algorithm', {algorithm: values.algorithm});
  };

  function drawChosen() { box.chosen.textContent = page.chosenPoint(); }

  page.steps.push({name: 'compare', draw: draw, ready: () => true});
}());
