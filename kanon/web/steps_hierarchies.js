// Step 3: the hierarchy of each quasi-identifier, as a tree and as its levels. It is made by a rule, by groups, or as a text.
(function () {
  'use strict';
  const page = window.page, make = page.make, state = page.state;
  const TOOLS = {ranges: ['widths', 'origin', 'bottom', 'top'], quantiles: ['parts'], mask: ['end', 'keep'], codes: ['cuts', 'style'],
    dates: ['levels', 'date_format'], flat: [], sets: [], text: []};
  const CHOICES = {end: ['', 'right', 'left'], style: ['', 'prefix', 'mask']};
  let box;

  // What `draft` writes. What was edited stays. It is asked for again if other columns are named.
  page.drafted = async function () {
    const key = page.keyOf('table', 'read', 'person', 'quasi', 'sensitive', 'publish');
    if (!page.seen.draft || page.seen.draft.key !== key) {
      const answer = await page.ask('draft', {keep: Object.keys(state.edits).filter(function (column) { return state.edits[column].made; })});
      if (!answer || answer.error) { return answer; }
      const there = page.seen.draft = {key: key, hierarchies: {}, doubts: answer.doubts || []};
      delete page.seen.required;        // the INI file is a new one
      answer.hierarchies.forEach(function (one) { there.hierarchies[one.column] = one; });
    }
    return chosen(page.seen.draft);
  };

  // The draft with the hierarchies that were chosen as an answer to a doubt, and are not made yet.
  async function chosen(draft) {
    for (const column of state.plan.quasi) {
      const edit = state.edits[column];
      if (edit && !edit.made) {
        const answer = await page.ask('hierarchy', {column: column, by: edit.by});
        if (!answer || answer.error) { return answer; }
        edit.made = true;
        draft.hierarchies[column] = answer.hierarchy;
        page.keep();
      }
    }
    return draft;
  }

  async function draw(body) {
    box = {error: make('div'), doubts: make('div'), list: make('div')};
    body.append(box.error, box.doubts, box.list);
    await show();
  }

  async function show() {
    const drafted = await page.drafted();
    if (!drafted || !box.list.isConnected) { return; }
    page.fill(box.error, drafted.error ? page.message(drafted.error) : null);
    if (drafted.error) { return; }
    page.fill(box.doubts, page.questions(drafted.doubts, show));
    page.some(page.fill(box.list), state.plan.quasi, function (column, place) { return section(column, place, drafted); });
  }

  function section(column, place, drafted) {
    const seen = {levels: make('div'), tree: make('div'), form: make('div'), error: make('div')};
    const tree = make('details', {on: {toggle: function () { if (tree.open) { drawTree(column, seen); } }}},
      make('summary', null, page.text('as_tree')), seen.tree);
    const edit = make('details', {on: {toggle: function () { if (edit.open) { drawForm(column, place, seen, drafted); } }}},
      make('summary', null, page.text('edit')), seen.form, seen.error);
    drawLevels(drafted.hierarchies[column], seen.levels);
    seen.again = function () { if (tree.open) { drawTree(column, seen); } };
    return make('section', {class: 'column', 'aria-labelledby': 'hierarchy-' + place}, make('h3', {id: 'hierarchy-' + place}, column), seen.levels, tree, edit);
  }

  function drawLevels(hierarchy, where) {
    page.fill(where, page.table(page.text('levels_of', {column: hierarchy.column}), ['level', 'labels', 'records_of_rarest', 'rarest'].map(function (key) {
      return page.text(key);
    }), hierarchy.levels.map(function (one) {
      return [String(one.level), page.number(one.labels), page.number(one.smallest), one.rarest === null ? page.text('not_shown') : one.rarest];
    }), [1, 2]));
  }

  // The tree

  async function treeOf(column) {
    const answer = await page.ask('tree', {column: column});
    return answer;
  }

  async function drawTree(column, seen) {
    const answer = await treeOf(column);
    if (!answer) { return; }
    page.fill(seen.tree, answer.error ? page.message(answer.error) : branches(nested(answer.hierarchy.tree), 0));
  }

  // Nodes in the order of a walk, each with its depth, as nodes with children.
  function nested(nodes) {
    const path = [{children: []}];
    nodes.forEach(function (node) {
      const one = {...node, children: []};
      path.length = node.depth + 1;
      path[node.depth].children.push(one);
      path.push(one);
    });
    return path[0].children;
  }

  function branches(nodes, depth) {
    return page.some(make('ul', {class: 'tree'}), nodes, function (node) {
      if (node.left_out) { return make('li', {class: 'note'}, page.text('more', {n: node.leaves})); }
      const said = [make('span', {class: 'label'}, node.label), ' ', make('span', {class: 'note'}, page.text('records_of', {n: node.records}))];
      if (!node.children.length) { return make('li', null, said); }
      const inside = make('details', {open: depth < 1, on: {toggle: function () { grow(); }}}, make('summary', null, said));
      function grow() { if (inside.open && inside.children.length === 1) { inside.append(branches(node.children, depth + 1)); } }
      grow();
      return make('li', null, inside);
    });
  }

  // The form

  function drawForm(column, place, seen, drafted) {
    const hierarchy = drafted.hierarchies[column], by = hierarchy.by || {tool: 'text', options: {}}, fields = make('div', {class: 'fields'});
    const id = 'tool-' + place;
    const tools = make('select', {id: id, on: {change: function () { drawFields(tools.value, {}); }}}, Object.keys(TOOLS).map(function (tool) {
      return make('option', {value: tool, selected: tool === by.tool}, page.text('tool_' + tool));
    }));
    function drawFields(tool, options) {
      page.fill(fields, make('p', {class: 'note'}, page.text('tool_' + tool + '_why')),
        tool === 'text' ? textField(hierarchy, place) : tool === 'sets' ? groupFields(column, place) : TOOLS[tool].map(function (option) {
          return optionField(option, options[option], place);
        }));
    }
    drawFields(tools.value, by.options || {});
    page.fill(seen.form, make('form', {on: {submit: function (event) {
      event.preventDefault();
      change(column, place, seen, drafted, asked(tools.value, fields));
    }}}, make('div', {class: 'field'}, make('label', {for: id}, page.text('made_by')), tools), fields,
    make('button', {type: 'submit'}, page.text('make_hierarchy'))));
  }

  function optionField(option, value, place) {
    const id = 'by-' + place + '-' + option, about = {id: id, 'data-option': option, 'aria-describedby': id + '-why'};
    const field = CHOICES[option] ? make('select', about, CHOICES[option].map(function (choice) {
      return make('option', {value: choice, selected: choice === (value || '')}, choice ? page.text('by_' + option + '_' + choice) : page.text('by_itself'));
    })) : make('input', {...about, value: value === undefined || value === null ? '' : [].concat(value).join(',')});
    return make('div', {class: 'field'}, make('label', {for: id}, page.text('by_' + option)), field,
      make('p', {class: 'note', id: id + '-why'}, page.text('by_' + option + '_why')));
  }

  function textField(hierarchy, place) {
    const id = 'text-' + place;
    return make('div', {class: 'field'}, make('label', {for: id}, page.text('the_text')), make('textarea', {id: id, rows: '12', class: 'code', spellcheck: 'false',
      'data-text': '', value: hierarchy.text, disabled: hierarchy.more > 0}), hierarchy.more ? make('p', {class: 'note'}, page.text('text_too_long', {n: hierarchy.more})) : null);
  }

  // The leaves below some nodes, each with the label above it. That of the root is no group.
  function leavesOf(nodes, group) {
    return nodes.flatMap(function (node) {
      return node.left_out ? [] : node.children.length ? leavesOf(node.children, node.depth ? node.label : '') : [{...node, group: group}];
    });
  }

  // A group for each value. The values are the leaves of the tree.
  function groupFields(column, place) {
    const rows = make('tbody');
    treeOf(column).then(function (answer) {
      if (!answer || answer.error) { return; }
      page.some(rows, leavesOf(nested(answer.hierarchy.tree), ''), row);
    });
    function row(leaf, number) {
      const id = 'group-' + place + '-' + number;
      return make('tr', null, make('th', {scope: 'row'}, make('label', {for: id}, leaf.label)), make('td', {class: 'number'}, page.number(leaf.records)),
        make('td', null, make('input', {id: id, value: leaf.group, 'data-value': leaf.label})));
    }
    return make('div', {class: 'scroll'}, make('table', null, make('thead', null, make('tr', null, ['value', 'records', 'group'].map(function (key) {
      return make('th', {scope: 'col'}, page.text(key));
    }))), rows));
  }

  // What the form asks for: {by} or {text}.
  function asked(tool, fields) {
    if (tool === 'text') { return {text: fields.querySelector('[data-text]').value}; }
    const options = {};
    fields.querySelectorAll('[data-option]').forEach(function (field) { if (field.value !== '') { options[field.dataset.option] = field.value; } });
    if (tool === 'sets') {
      const groups = new Map();
      fields.querySelectorAll('[data-value]').forEach(function (field) {
        if (field.value !== '') { groups.set(field.value, (groups.get(field.value) || []).concat(field.dataset.value)); }
      });
      options.group = Array.from(groups, function ([name, values]) { return name + '=' + values.join('|'); });
    }
    return {by: {tool: tool, options: options}};
  }

  async function change(column, place, seen, drafted, edit) {
    const answer = await page.ask('hierarchy', {column: column, ...edit});
    if (!answer) { return; }
    page.fill(seen.error, answer.error ? page.message(answer.error) : make('p', {class: 'done'}, page.text('hierarchy_made')));
    if (answer.error) { return; }
    state.edits[column] = {...edit, made: true};
    page.keep();
    drafted.hierarchies[column] = answer.hierarchy;
    drawLevels(answer.hierarchy, seen.levels);
    page.tell(page.text('hierarchy_made'));
    seen.again();
  }

  page.steps.push({name: 'hierarchies', draw: draw, ready: function () { return true; }});
}());
