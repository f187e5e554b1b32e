// Step 5: what each algorithm loses at each k, as a picture and as a table of the same points. One of them is chosen.
(function () {
  'use strict';
  const page = window.page, make = page.make, state = page.state;
  let box, shown = null;

  function key() { return page.keyOf('table', 'read', 'person', 'quasi', 'sensitive', 'publish', 'edits', 'standards', 'language') + settings(); }

  function settings() { return JSON.stringify({...state.plan.settings, k: ''}); }     // a choice of k is no other comparison

  function draw(body) {
    box = {error: make('div'), found: make('div'), chosen: make('p', {id: 'chosen', role: 'status'})};
    const ks = make('input', {id: 'ks', value: state.ks, 'aria-describedby': 'ks-why', on: {change: function () { state.ks = ks.value; page.keep(); }}});
    body.append(make('form', {on: {submit: function (event) { event.preventDefault(); state.ks = ks.value; compare(); }}},
      make('div', {class: 'field'}, make('label', {for: 'ks'}, page.text('ks')), ks, make('p', {class: 'note', id: 'ks-why'}, page.text('ks_why'))),
      make('fieldset', null, make('legend', null, page.text('algorithms')), page.data.algorithms.map(algorithm)),
      make('button', {type: 'submit', id: 'compare'}, page.text('compare'))), box.error, box.found, box.chosen);
    if (page.seen.compare && page.seen.compare.key === key()) { drawFound(page.seen.compare.answer); }
    drawChosen();
  }

  function algorithm(name) {
    const id = 'with-' + name;
    const made = make('input', {type: 'checkbox', id: id, checked: state.algorithms.includes(name), on: {change: function () {
      state.algorithms = page.data.algorithms.filter(function (one) { return one === name ? made.checked : state.algorithms.includes(one); });
      page.keep();
    }}});
    return make('div', {class: 'choice'}, made, make('label', {for: id}, make('strong', null, name), ' ' + page.text('way_' + name)));
  }

  async function compare() {
    const ready = await page.required();
    if (!ready) { return; }
    if (ready.error) { page.fill(box.error, page.message(ready.error)); return; }
    const asked = key(), ks = state.ks.split(/[\s,;，、]+/).filter(Boolean).map(function (word) { return /^\d+$/.test(word) ? Number(word) : word; });
    const answer = await page.ask('compare', {ks: ks, algorithms: state.algorithms});
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
    const heads = ['chosen', 'algorithm', 'k_is', 'loss', 'suppressed', 'classes'];
    page.fill(box.found, make('h3', null, page.text('loss_by_k')),
      shown ? make('figure', null, make('img', {src: shown, alt: page.text('picture_says')})) : null,
      make('div', {class: 'scroll', tabindex: '0', role: 'region', 'aria-label': page.text('choose_point')}, make('table', {class: 'radios'},
        make('caption', null, page.text('choose_point')), make('thead', null, make('tr', null, heads.map(function (head) { return make('th', {scope: 'col', class: head === 'chosen' || head === 'algorithm' ? null : 'number'}, page.text(head)); }))),
        page.some(make('tbody'), answer.rows, point))));
  }

  function point(row, place) {
    const values = {algorithm: row.algorithm, k: row.k}, none = row.lm === null || row.lm === undefined;
    const field = make('input', {type: 'radio', name: 'point', id: 'point-' + place, disabled: none, checked: isChosen(row), on: {change: function () { choose(row); }}});
    return make('tr', null, make('td', null, make('label', {class: 'radio'}, field, make('span', {class: 'unseen'}, page.text('point_is', values)))),
      make('th', {scope: 'row'}, row.algorithm), make('td', {class: 'number'}, page.number(row.k)),
      none ? make('td', {colspan: '3'}, page.text('nothing_published')) : [row.lm.toFixed(4), page.number(row.suppressed), page.number(row.classes)].map(function (text) {
        return make('td', {class: 'number'}, text);
      }));
  }

  function isChosen(row) { return row.algorithm === state.plan.algorithm && String(row.k) === state.plan.settings.k; }

  function choose(row) {
    state.plan.algorithm = row.algorithm;
    state.plan.settings.k = String(row.k);
    state.plan.chosen = row.chosen || {};
    page.keep();
    drawChosen();
  }

  function drawChosen() {
    const k = state.plan.settings.k;
    box.chosen.textContent = k ? page.text('chosen_is', {algorithm: state.plan.algorithm, k: k}) : page.text('chosen_algorithm', {algorithm: state.plan.algorithm});
  }

  page.steps.push({name: 'compare', draw: draw, ready: function () { return true; }});
}());
