// Step 3: the hierarchy of each quasi-identifier, as a tree and as its levels. It is made by a rule, by groups, or as a text.
(function () {
  'use strict';
  const page = window.page, make = page.make, state = page.state;
  const TOOLS = {ranges: ['widths', 'origin', 'bottom', 'top', 'bounds'], quantiles: ['parts'], mask: ['end', 'keep', 'bounds'], codes: ['cuts', 'style'],
    dates: ['levels', 'date_format', 'century', 'bounds'], flat: ['bounds'], sets: [], text: []};
  const CHOICES = {end: ['right', 'left'], style: ['prefix', 'mask']};
  let box;

  // What `draft` writes, {column: hierarchy}, and its doubts. What was edited stays. It is asked for again if other columns are named.
  page.drafted = async function () {
    if (state.columnsOf !== JSON.stringify(state.plan.read)) {        // the columns may be others
      const looked = await page.looked();
      if (!looked || looked.error) { return looked; }
    }
    if (!state.plan.quasi.length) { return {error: {message: page.text('no_quasi_left')}}; }
    const before = page.seen.draft, kept = Object.keys(state.edits).filter(column => state.edits[column].made);
    const answer = await page.asked('draft', ['table', 'read', 'person', 'quasi', 'sensitive', 'publish', 'settings.missing', 'language'], {keep: kept});
    if (page.seen.draft !== before) { delete page.seen.require; }       // the INI file is a new one
    if (!answer || answer.error) { return answer; }
    answer.of = answer.of || Object.fromEntries(answer.hierarchies.map(one => [one.column, kept.includes(one.column) ? {...one, by: state.edits[one.column].by} : one]));
    return chosen(answer);
  };

  // The draft with the hierarchies that were chosen as an answer to a doubt, and are not made yet.
  async function chosen(draft) {
    for (const column of state.plan.quasi) {
      const edit = state.edits[column];
      if (edit && !edit.made) {
        const answer = await page.ask('hierarchy', {column: column, ...('text' in edit ? {text: edit.text} : {by: edit.by})});
        if (!answer || answer.error) { return answer; }
        edit.made = true;
        draft.of[column] = answer.hierarchy;
        page.keep();
      }
    }
    return draft;
  }

  async function draw(body) {
    box = {error: make('div'), lacking: make('div'), doubts: make('div'), list: make('div')};
    body.append(box.error, box.lacking, box.doubts, box.list);
    await show();
  }

  async function show() {
    const draft = await page.drafted();
    if (!draft || !box.list.isConnected) { return null; }
    page.fill(box.error, draft.error ? page.message(draft.error) : null);
    if (draft.error) {
      page.fill(box.doubts, page.answers(show));
      page.fill(box.lacking);
      page.fill(box.list);
      return draft.error;
    }
    drawLacking(draft);
    page.fill(box.doubts, page.questions(draft.doubts, show));
    page.some(page.fill(box.list), state.plan.quasi, (column, place) => section(column, place, draft));
    return null;
  }

  // What the next table has and these hierarchies lack. page.seen.lacking: {table, of: {column: how many values}}, or null.
  function drawLacking(draft) {
    const lacking = page.seen.lacking, columns = lacking ? state.plan.quasi.filter(column => Object.keys(lacking.of).includes(column)) : [], error = make('div');
    const one = column => make('li', null, page.text('lacks', {column: column, n: lacking.of[column]}), ' ',
      draft.of[column].by ? page.button('take_values', () => takeValues(column, draft, error), {'data-column': column}) : page.text('by_hand'));
    page.fill(box.lacking, !lacking ? null : page.section('lacking', page.text('lacking', {table: lacking.table}),
      columns.length ? [page.note(page.text('lacking_why')), page.some(make('ul'), columns, one), error]
        : make('p', {class: 'done', role: 'status'}, page.text('lacks_none', {table: lacking.table}), page.text('blank'),
          page.button('to_release', () => page.go(5), {id: 'again'}))));
  }

  // By its rule, of both tables.
  async function takeValues(column, draft, error) {
    const {by} = draft.of[column], answer = await page.ask('hierarchy', {column: column, by: by, also: page.seen.lacking.table});
    if (!answer) { return; }
    page.fill(error, answer.error ? page.message(answer.error) : null);
    if (answer.error) { return; }
    isMade(column, {by: by}, answer.hierarchy, draft);
    await show();
    document.getElementById('lacking').focus();
  }

  // A hierarchy was made anew.
  function isMade(column, edit, hierarchy, draft) {
    state.edits[column] = {...edit, made: true};
    page.byHand();
    draft.of[column] = hierarchy;
    if (page.seen.lacking) { delete page.seen.lacking.of[column]; }
  }

  function section(column, place, draft) {
    const seen = {column: column, place: place, draft: draft, levels: make('div'), branches: make('div'), form: make('div'), error: make('div')};
    seen.tree = page.unfolding(page.text('as_tree'), () => drawTree(seen), seen.branches);
    drawLevels(seen);
    const made = page.section('hierarchy-' + place, column, seen.levels, seen.tree,
      page.unfolding(page.text('edit'), () => drawForm(seen), seen.form, seen.error));
    made.classList.add('column');
    return made;
  }

  function drawLevels(seen) {
    const heads = ['level', 'labels', 'records_of_rarest', 'rarest'].map(key => page.text(key));
    page.fill(seen.levels, page.table(page.text('levels_of', {column: seen.column}), heads, seen.draft.of[seen.column].levels.map(one => [
      String(one.level), page.number(one.labels), page.number(one.smallest), one.rarest === null ? page.text('not_shown') : one.rarest]), [1, 2]));
  }

  // The tree

  async function drawTree(seen) {
    const answer = await page.ask('tree', {column: seen.column});
    if (!answer) { return; }
    page.fill(seen.branches, answer.error ? page.message(answer.error) : branches(nested(answer.hierarchy.tree)));
  }

  // Nodes in the order of a walk, each with its depth, as nodes with children.
  function nested(nodes) {
    const path = [{children: []}];
    nodes.forEach(node => {
      const one = {...node, children: []};
      path.length = node.depth + 1;
      path[node.depth].children.push(one);
      path.push(one);
    });
    return path[0].children;
  }

  // The children of a node are made when it is opened.
  function branches(nodes) {
    return page.some(make('ul', {class: 'tree'}), nodes, node => {
      if (node.left_out) { return make('li', {class: 'note'}, page.text('more', {n: node.leaves})); }
      const said = make('span', null, make('span', {class: 'label'}, node.label), ' ',
        make('span', {class: 'note'}, page.text('records_of', {n: node.records})));
      if (!node.children.length) { return make('li', null, said); }
      const below = make('div'), open = () => { if (!below.firstChild) { below.append(branches(node.children)); } };
      const folded = page.unfolding(said, open, below);
      folded.open = node.depth === 0;
      return make('li', null, folded);
    });
  }

  // The form

  function drawForm(seen) {
    const by = seen.draft.of[seen.column].by || {tool: 'text', options: {}}, id = 'tool-' + seen.place;
    const fields = make('div'), tool = page.select({id: id, on: {change: () => drawFields({})}},
      Object.keys(TOOLS).map(name => [name, page.text('tool_' + name)]), by.tool);
    const drawFields = options => page.fill(fields, page.note(page.text('tool_' + tool.value + '_why')),
      tool.value === 'text' ? textField(seen) : tool.value === 'sets' ? groupFields(seen)
        : TOOLS[tool.value].map(option => optionField(option, options[option], seen.place)));
    const submit = event => {
      event.preventDefault();
      change(seen, asked(tool.value, fields));
    };
    drawFields(by.options || {});
    page.fill(seen.form, make('form', {on: {submit: submit}}, page.field(tool, page.text('made_by')), fields,
      make('button', {type: 'submit'}, page.text('make_hierarchy'))));
  }

  function optionField(option, value, place) {
    const about = {id: 'by-' + place + '-' + option, 'data-option': option}, shown = [].concat(value === undefined || value === null ? '' : value).join(',');
    const choices = (CHOICES[option] || []).map(choice => [choice, page.text('by_' + option + '_' + choice)]);
    const field = choices.length ? page.select(about, [['', page.text('by_itself')], ...choices], shown) : make('input', {...about, value: shown});
    return page.field(field, page.text('by_' + option), page.text('by_' + option + '_why'));
  }

  function textField(seen) {
    const hierarchy = seen.draft.of[seen.column];
    const field = make('textarea', {id: 'text-' + seen.place, rows: '12', class: 'code', spellcheck: 'false', 'data-text': '', value: hierarchy.text,
      disabled: hierarchy.more > 0});
    return page.field(field, page.text('the_text'), hierarchy.more ? page.text('text_too_long', {n: hierarchy.more}) : null);
  }

  // A group for each value. The values are the leaves of the tree.
  function groupFields(seen) {
    const where = make('div'), heads = [[page.text('value')], [page.text('records'), 'number'], [page.text('group')]];
    page.ask('tree', {column: seen.column}).then(answer => {
      if (!answer || answer.error) { return; }
      page.fill(where, page.rows(page.text('tool_sets'), heads, leavesOf(nested(answer.hierarchy.tree), ''), (leaf, place) => {
        const id = 'group-' + seen.place + '-' + place;
        return make('tr', null, make('th', {scope: 'row'}, make('label', {for: id}, leaf.label)), make('td', {class: 'number'}, page.number(leaf.records)),
          make('td', null, make('input', {id: id, value: leaf.group, 'data-value': leaf.label})));
      }));
    });
    return where;
  }

  // The leaves below some nodes, each with the label above it. That of the root is no group.
  function leavesOf(nodes, group) {
    return nodes.filter(node => !node.left_out).flatMap(node =>
      node.children.length ? leavesOf(node.children, node.depth ? node.label : '') : [{...node, group: group}]);
  }

  // What the form asks for: {by} or {text}.
  function asked(tool, fields) {
    if (tool === 'text') { return {text: fields.querySelector('[data-text]').value}; }
    const options = {}, groups = new Map();
    fields.querySelectorAll('[data-option]').forEach(field => { if (field.value !== '') { options[field.dataset.option] = field.value; } });
    fields.querySelectorAll('[data-value]').forEach(field => {
      if (field.value !== '') { groups.set(field.value, (groups.get(field.value) || []).concat(field.dataset.value)); }
    });
    if (groups.size) { options.group = Array.from(groups, ([name, values]) => name + '=' + values.join('|')); }
    return {by: {tool: tool, options: options}};
  }

  async function change(seen, edit) {
    const answer = await page.ask('hierarchy', {column: seen.column, ...edit});
    if (!answer) { return; }
    const beside = page.blame('by-' + seen.place + '-', answer.error);
    page.fill(seen.error, beside ? null : answer.error ? page.message(answer.error) : make('p', {class: 'done', role: 'status'}, page.text('hierarchy_made')));
    if (answer.error) { return; }
    isMade(seen.column, edit, answer.hierarchy, seen.draft);
    drawLacking(seen.draft);
    page.fill(box.doubts, page.questions(seen.draft.doubts, show));       // an answer may be withdrawn
    drawLevels(seen);
    if (seen.tree.open) { drawTree(seen); }
  }

  page.steps.push({name: 'hierarchies', draw: draw, ready: () => true});
}());
