// What was said by hand and what was answered make the plan. state.hand: {read, settings, roles, edits}, what was said by hand alone.
// state.answered: the answers in their order. does: what each changes, a list of
//   {of: 'read' or 'settings', name, value}         an option has this value, or none if it is null
//   {of: 'read', name, was, now}                    a list of parts changes so
//   {of: 'role', name, was, now}                    the columns of a role change so
//   {of: 'person', now: [column]}                   a column says whose row each row is
//   {of: 'edit', name: column, value: by}           a hierarchy is made so
// So an answer that is taken back leaves the plan as if it had not been given, in whatever order. What is changed by hand after an answer that
// did something else to the same withdraws the answer.
(function () {
  'use strict';
  const page = window.page, state = page.state;
  const ADDED = ['na', 'na_in', 'thousands', 'items', 'skip_lines', 'exact'];      // lists of parts, to which an answer adds
  const BY_COLUMN = ['na_in', 'thousands', 'items', 'exact'];        // whose parts begin with the name of a column
  const ROLES = ['quasi', 'sensitive', 'publish'], SETTINGS = ['missing'];
  page.LISTS = [...ADDED, 'columns'];     // what the table is read with that is a list

  const without = (some, others) => some.filter(one => !others.includes(one));
  const map = entries => Object.assign(Object.create(null), Object.fromEntries(entries));
  const none = value => value === null || value.length === 0;

  // What a choice changes in the plan as it is. column: that of its doubt.
  page.doesNow = function (choice, column) {
    const {plan} = state;
    if (!choice) { return []; }
    if (choice.by) { return [{of: 'edit', name: column, value: choice.by}]; }
    return Object.entries(choice.set).map(([name, value]) => {
      if (name === 'person') { return {of: 'person', was: [], now: [value]}; }
      if (ROLES.includes(name)) { return {of: 'role', name: name, was: plan[name], now: value}; }
      if (ADDED.includes(name)) { return {of: 'read', name: name, was: plan.read[name] || [], now: value}; }
      return {of: SETTINGS.includes(name) ? 'settings' : 'read', name: name, value: value};
    });
  };

  // The same of two choices, whatever else has changed between.
  page.changes = does => JSON.stringify(does.map(one => 'now' in one
    ? [one.of, one.name, without(one.now, one.was), without(one.was, one.now)] : [one.of, one.name, one.value]));

  // The names of all that an effect touches.
  function touched(one) {
    if (!('now' in one)) { return [[one.of, one.name].join(' ')]; }
    const of = one.of === 'read' ? 'read ' + one.name : 'role', words = [...without(one.now, one.was), ...without(one.was, one.now)];
    return words.map(word => of + ' ' + word);
  }

  const touches = answers => new Set(answers.flatMap(answer => answer.does.flatMap(touched)));

  // The plan of what was said by hand and of some answers: {read, settings, roles, edits, quasi, sensitive, publish}.
  function folded(hand, answers) {
    const made = {read: {...hand.read}, settings: {...hand.settings}, roles: map(Object.entries(hand.roles)), edits: map(Object.entries(hand.edits))};
    ROLES.forEach(role => { made[role] = state.columns.filter(name => hand.roles[name] === role); });
    answers.forEach(answer => answer.does.forEach(one => apply(one, made)));
    ROLES.forEach(role => { made[role] = without(made[role], state.parts); });
    return made;
  }

  function apply(one, made) {
    if (one.of === 'edit') { made.edits[one.name] = {by: one.value}; }
    else if (one.of === 'person') { personIn(made.roles, one.now[0], made); }
    else if (one.of === 'role') { giveRole(one, made); }
    else { put(made[one.of], one.name, 'now' in one ? changed(made[one.of][one.name] || [], one) : one.value); }
  }

  // A list after a change that another one underwent.
  function changed(list, {was, now}) {
    if (JSON.stringify(list) === JSON.stringify(was)) { return now; }
    const left = without(list, without(was, now));
    return [...left, ...without(without(now, was), left)];
  }

  function put(options, name, value) {
    if (none(value)) { delete options[name]; } else { options[name] = value; }
  }

  function giveRole(one, made) {
    const {roles} = made, role = one.name, left = without(one.was, one.now);
    const given = changed(made[role], one);
    left.forEach(name => { if (roles[name] === role) { roles[name] = 'out'; } });
    given.forEach(name => { roles[name] = role; });
    made[role] = given;
    ROLES.filter(other => other !== role).forEach(other => { made[other] = without(made[other], given); });
  }

  // One column says whose row each row is, or none does.
  function personIn(roles, column, made) {
    Object.keys(roles).forEach(name => { if (roles[name] === 'person') { delete roles[name]; } });
    if (column !== null) { roles[column] = 'person'; }
    if (made) { ROLES.forEach(role => { made[role] = without(made[role], [column]); }); }
  }

  page.isPerson = column => personIn(state.roles, column);

  // The plan is that of what was said by hand and of all answers.
  page.settle = function () {
    const made = folded(state.hand, state.answered), {plan} = state, how = edit => JSON.stringify(edit && [edit.by, edit.text]);
    Object.keys(state.edits).filter(name => !made.edits[name]).forEach(() => { delete page.seen.draft; });      // its hierarchy is drafted anew
    Object.keys(made.edits).forEach(name => {
      const before = state.edits[name];
      made.edits[name] = {...made.edits[name], made: Boolean(before && before.made && how(before) === how(made.edits[name]))};
    });
    Object.assign(state, {roles: made.roles, edits: made.edits});
    Object.assign(plan, {read: made.read, settings: made.settings, quasi: made.quasi, sensitive: made.sensitive, publish: made.publish,
      person: Object.keys(made.roles).find(name => made.roles[name] === 'person' && (!state.columns.length || state.columns.includes(name))) || null});
    page.keep();
  };

  // All that the plan says, each by the name with which an effect touches it.
  function said({read, settings, roles, edits}) {
    const found = new Map();
    Object.entries(read).forEach(([name, value]) => {
      if (ADDED.includes(name)) { value.forEach(part => found.set('read ' + name + ' ' + part, true)); }
      else { found.set('read ' + name, JSON.stringify(value)); }
    });
    Object.entries(settings).forEach(([name, value]) => found.set('settings ' + name, value));
    Object.entries(roles).forEach(([name, role]) => found.set('role ' + name, role));
    Object.entries(edits).forEach(([name, edit]) => found.set('edit ' + name, JSON.stringify([edit.by, edit.text])));
    return found;
  }

  // Somebody has changed state.roles, state.edits, plan.read or plan.settings by hand. An answer that did something else there is withdrawn.
  page.byHand = function () {
    const now = inPlan(), before = said(folded(state.hand, state.answered)), after = said(now);
    const other = new Set([...before.keys(), ...after.keys()].filter(name => before.get(name) !== after.get(name)));
    keepOf(state.answered.filter(answer => !answer.does.some(one => touched(one).some(name => other.has(name)))), now);
    page.settle();
  };

  const inPlan = () => ({read: state.plan.read, settings: state.plan.settings, roles: state.roles, edits: state.edits});

  // These answers stay. What the others did is said by hand from now on.
  function keepOf(answers, now) {
    const theirs = touches(answers), {hand} = state, made = {};
    ['settings', 'roles', 'edits', 'read'].forEach(of => {
      const names = new Set([...Object.keys(now[of]), ...Object.keys(hand[of])]), key = {roles: 'role', edits: 'edit'}[of] || of;
      made[of] = map([...names].map(name => [name, of === 'read' && ADDED.includes(name) ? partsOfHand(name, now, theirs)
        : theirs.has(key + ' ' + name) ? hand[of][name] : now[of][name]]).filter(([, value]) => value !== undefined && value.length !== 0));
    });
    state.hand = made;
    state.answered = answers;
  }

  // The parts of a list that no answer has put there, and those that an answer has taken away.
  function partsOfHand(name, now, theirs) {
    const before = state.hand.read[name] || [], is = now.read[name] || [], ofAnswer = part => theirs.has('read ' + name + ' ' + part);
    return [...before.filter(ofAnswer), ...is.filter(part => !ofAnswer(part))];
  }

  // A new answer. Those that said something else of the same are withdrawn.
  page.decide = function (answer) {
    const options = touches([{does: answer.does.filter(one => !('now' in one))}]);
    const other = one => one.does.some(each => !('now' in each) && touched(each).some(name => options.has(name))
      && !answer.does.some(mine => page.changes([mine]) === page.changes([each])));
    state.answered = [...state.answered.filter(one => !other(one)), answer];
    settleNames();
  };

  // An answer is as if it had not been given. So are those that were given upon it: what it added they changed.
  page.takeBack = function (answer) {
    const added = new Set(answer.does.filter(one => 'now' in one).flatMap(one => without(one.now, one.was).map(word => one.of + one.name + ' ' + word)));
    state.answered = without(state.answered, [answer]);
    state.answered.filter(other => other.does.some(one => 'now' in one && without(one.was, one.now).some(word => added.has(one.of + one.name + ' ' + word))))
      .forEach(page.takeBack);
    settleNames();
  };

  // The plan anew. Where the columns get other names, what was said of the values of single columns is asked again.
  function settleNames() {
    const named = ({columns, header}) => JSON.stringify([columns, header]);
    if (named(folded(state.hand, state.answered).read) !== named(state.plan.read)) {
      state.answered = state.answered.filter(answer => !answer.does.some(one => one.of === 'read' && BY_COLUMN.includes(one.name)));
      state.hand.read = Object.fromEntries(Object.entries(state.hand.read).filter(([name]) => !BY_COLUMN.includes(name)));
    }
    page.settle();
  }

  // What the table has. columns: their names, in its order. parts: those of them that are read as a part of another one. Where all
  // are other names, such as without a header line, they are of the same columns.
  page.hasColumns = function (columns, parts) {
    const before = state.columns, renamed = before.length === columns.length && !columns.some(name => before.includes(name));
    state.columns = columns;
    state.parts = parts;
    state.columnsOf = JSON.stringify(state.plan.read);
    if (renamed) { move(new Map(before.map((name, place) => [name, columns[place]]))); }
    page.settle();
  };

  // The columns of a table without a header line have these names from now on.
  page.rename = function (names, columns) {
    move(names);
    const of = state.answered.flatMap(one => one.does).find(one => one.name === 'columns');
    if (of) { of.value = columns; } else { state.hand.read.columns = columns; }
    state.columns = columns;
    page.settle();
  };

  // Whether an item of --items names the sign in the cells of a column, and not the columns that it is made of.
  const hasSign = text => text.length - text.lastIndexOf('=') < 3;

  // What was said of a column is said of it under its new name. names: a Map. What was answered of it is then said by hand. Which
  // columns are read as one is asked again.
  function move(names) {
    const named = name => names.get(name) || name, moved = of => map(Object.entries(of).map(([name, value]) => [named(name), value]));
    const part = (option, text) => {
      const found = [...names].filter(([name]) => text === name || option !== 'exact' && text.startsWith(name + '=')).pop();
      return found ? found[1] + text.slice(found[0].length) : text;
    };
    keepOf(state.answered.filter(one => one.does.every(each => each.of === 'read' && !BY_COLUMN.includes(each.name))), inPlan());
    const {hand, plan} = state;
    Object.assign(hand, {roles: moved(hand.roles), edits: moved(hand.edits)});
    BY_COLUMN.filter(option => hand.read[option]).forEach(option => {
      put(hand.read, option, hand.read[option].filter(text => option !== 'items' || hasSign(text)).map(text => part(option, text)));
    });
    plan.levels = moved(plan.levels);
    state.edits = map([]);
  }

  // Which columns have another role by an answer: [[column, role, answer]].
  page.rolesByAnswers = () => state.answered.flatMap(answer => answer.does.filter(one => one.of === 'role' || one.of === 'person').flatMap(one => [
    ...without(one.now, one.was), ...without(one.was, one.now)]).filter(name => name in state.roles).map(name => [name, state.roles[name], answer]));
}());
