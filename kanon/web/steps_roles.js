// Step 2: what each column is. The steward decides. Only a column that the library takes for an identifier is left out from the start.
(function () {
  'use strict';
  const page = window.page, make = page.make, state = page.state, ROLES = ['person', 'quasi', 'sensitive', 'publish', 'out'];
  let box;

  async function draw(body) {
    box = {error: make('div'), warnings: make('div', {id: 'warnings', 'aria-live': 'polite'}), table: make('div')};
    body.append(make('dl', {class: 'roles'}, ROLES.map(function (role) {
      return [make('dt', null, page.text('role_' + role)), make('dd', null, page.text('role_' + role + '_why'))];
    })), box.error, box.table, box.warnings);
    const answer = await page.looked();
    if (!answer || !box.table.isConnected) { return; }
    if (answer.error) { page.fill(box.error, page.message(answer.error)); return; }
    answer.columns.forEach(function (column) {
      if (column.role === 'identifier' && !(column.name in state.roles)) { state.roles[column.name] = 'out'; }
    });
    drawTable(answer.columns);
    settle(answer.columns);
  }

  function drawTable(columns) {
    page.fill(box.table, make('div', {class: 'scroll', tabindex: '0', role: 'region', 'aria-label': page.text('roles')}, make('table', {class: 'radios'},
      make('caption', {class: 'unseen'}, page.text('roles')),
      make('thead', null, make('tr', null, make('th', {scope: 'col'}, page.text('a_column')), make('th', {scope: 'col'}, page.text('looks_like')),
        ROLES.map(function (role) { return make('th', {scope: 'col', class: 'role'}, page.text('role_' + role)); }))),
      page.some(make('tbody'), columns, function (column, place) {
        return make('tr', null, make('th', {scope: 'row', id: 'column-' + place}, column.name), make('td', null, column.said), ROLES.map(function (role) {
          return make('td', {class: 'role'}, make('label', {class: 'radio'}, make('input', {type: 'radio', name: 'role-' + place, value: role,
            id: 'role-' + place + '-' + role, checked: state.roles[column.name] === role, on: {change: function () { choose(column, role, columns); }}}),
          make('span', {class: 'unseen'}, page.text('role_of', {column: column.name, role: page.text('role_' + role)}))));
        }));
      }))));
  }

  function choose(column, role, columns) {
    if (role === 'person') {
      page.isPerson(column.name);
      columns.forEach(function (other, place) {
        const field = document.getElementById('role-' + place + '-person');
        if (field && other !== column) { field.checked = false; }
      });
    }
    state.roles[column.name] = role;
    settle(columns);
  }

  // The roles become the plan, and what is to be heeded is said.
  function settle(columns) {
    function named(role) { return columns.map(function (column) { return column.name; }).filter(function (name) { return state.roles[name] === role; }); }
    const plan = state.plan, undecided = columns.filter(function (column) { return !(column.name in state.roles); });
    plan.person = named('person')[0] || null;
    ['quasi', 'sensitive', 'publish'].forEach(function (role) { plan[role] = named(role); });
    const shown = columns.filter(function (column) {
      return column.role === 'identifier' && ['quasi', 'sensitive', 'publish'].includes(state.roles[column.name]);
    });
    const warnings = [
      plan.quasi.length ? null : page.text('heed_no_quasi'), plan.sensitive.length ? null : page.text('heed_no_sensitive'),
      plan.person ? null : page.text('heed_no_person'), shown.length ? page.text('heed_identifier', {columns: list(shown)}) : null,
      undecided.length ? page.text('heed_undecided', {n: undecided.length, columns: list(undecided)}) : null].filter(Boolean);
    page.fill(box.warnings, warnings.length ? [make('h3', null, page.text('to_heed')), make('ul', null, warnings.map(function (text) {
      return make('li', null, text);
    }))] : null);
    page.refresh();
  }

  function list(columns) {
    const names = columns.map(function (column) { return column.name; }), comma = page.text('comma');
    return names.slice(0, 8).join(comma) + (names.length > 8 ? comma + page.text('more', {n: names.length - 8}) : '');
  }

  page.steps.push({name: 'roles', draw: draw, ready: function () { return state.plan.quasi.length > 0; }});
}());
