// Step 2: what each column is. The steward decides. Only a column that the library takes for an identifier is left out from the start.
(function () {
  'use strict';
  const page = window.page, make = page.make, state = page.state, ROLES = ['person', 'quasi', 'sensitive', 'publish', 'out'];
  const MOST_NAMES = 8;      // that a warning lists
  let box;

  async function draw(body) {
    box = {error: make('div'), table: make('div'), parts: make('div'), answers: make('div', {id: 'by-answers'}), warnings: make('div', {id: 'warnings', 'aria-live': 'polite'})};
    body.append(make('dl', {class: 'roles'}, ROLES.map(role => [
      make('dt', null, page.text('role_' + role)), make('dd', null, page.text('role_' + role + '_why'))])), box.error, box.table, box.parts, box.answers, box.warnings);
    const answer = await page.looked();
    if (!answer || !box.table.isConnected) { return; }
    page.fill(box.error, answer.error ? page.message(answer.error) : null);
    if (answer.error) { return; }
    const columns = answer.columns.filter(column => !column.part_of);
    columns.forEach(column => {
      if (column.role === 'identifier' && !(column.name in state.roles)) { state.roles[column.name] = 'out'; }
    });
    drawTable(columns);
    drawParts(answer.columns.filter(column => column.part_of));
    settle(columns);
  }

  // Which columns are not there, because they are read as one.
  function drawParts(parts) {
    const wholes = [...new Set(parts.map(column => column.part_of))];
    const named = whole => page.joined(parts.filter(column => column.part_of === whole).map(column => column.name));
    page.fill(box.parts, wholes.map(whole => page.note(page.text('read_as_one', {column: whole, columns: named(whole)}))));
  }

  function drawTable(columns) {
    const heads = [[page.text('a_column')], [page.text('looks_like')], ...ROLES.map(role => [page.text('role_' + role), 'role'])];
    const row = (column, place) => make('tr', null, make('th', {scope: 'row'}, page.whole(column.name)), make('td', null, page.whole(column.said)),
      ROLES.map(role => make('td', {class: 'role'}, page.radio({
        name: 'role-' + place, id: 'role-' + place + '-' + role, checked: state.roles[column.name] === role,
        on: {change: () => choose(column, role, columns)}}, page.text('role_of', {column: column.name, role: page.text('role_' + role)})))));
    page.fill(box.table, page.rows(page.text('roles'), heads, columns, row, {class: 'radios'}));
  }

  function choose(column, role, columns) {
    if (role === 'person') {
      page.isPerson(column.name);
      columns.forEach((other, place) => {
        const field = document.getElementById('role-' + place + '-person');
        if (field && other !== column) { field.checked = false; }
      });
    }
    state.roles[column.name] = role;
    settle(columns);
  }

  // The roles become the plan, and what is to be heeded is said.
  function settle(columns) {
    page.byHand();
    const plan = state.plan, names = columns.map(column => column.name);
    const undecided = names.filter(name => !(name in state.roles)), published = [...plan.quasi, ...plan.sensitive, ...plan.publish];
    const shown = columns.filter(column => column.role === 'identifier').map(column => column.name).filter(name => published.includes(name));
    const warnings = [
      plan.quasi.length ? null : page.text('heed_no_quasi'),
      plan.sensitive.length ? null : page.text('heed_no_sensitive'),
      plan.person ? null : page.text('heed_no_person'),
      shown.length ? page.text('heed_identifier', {columns: listed(shown)}) : null,
      undecided.length ? page.text('heed_undecided', {n: undecided.length, columns: listed(undecided)}) : null].filter(Boolean);
    const changed = page.rolesByAnswers().map(([column, role, answer]) =>
      page.text('role_by_answer', {column: column, role: page.text('role_' + role), choice: page.chosenAs(answer)}));
    page.fill(box.answers, changed.length ? [make('h3', null, page.text('by_answers')), page.list(changed)] : null);
    page.fill(box.warnings, warnings.length ? [make('h3', null, page.text('to_heed')), page.list(warnings)] : null);
    page.refresh();
  }

  function listed(names) {
    const left = names.length - MOST_NAMES;
    return page.joined([...names.slice(0, MOST_NAMES), ...left > 0 ? [page.text('more', {n: left})] : []]);
  }

  page.steps.push({name: 'roles', draw: draw, ready: () => state.plan.quasi.length > 0});
}());
