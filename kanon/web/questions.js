// The doubts of the library. One with choices is a question with a button for each, and one without is told.
// An answer changes the plan, or how a hierarchy is made. It stays, with what was chosen, and can be taken back.
(function () {
  'use strict';
  const page = window.page, make = page.make, state = page.state;
  const ADDED = ['na', 'na_in', 'thousands', 'items', 'skip_lines', 'exact'];      // lists of parts, to which an answer adds
  const ROLES = ['quasi', 'sensitive', 'publish'];
  page.LISTS = [...ADDED, 'columns'];     // what the table is read with that is a list

  // Whether two doubts ask for the same. Their sentences may differ, by their language or by what was answered.
  const same = (one, other) => one.column === other.column && asks(one) === asks(other);
  const asks = doubt => JSON.stringify(doubt.choices.map(choice => [choice.set, choice.by]));

  // doubts: of the library. after: what is done when one is answered. A doubt that was answered before is not asked again.
  page.questions = function (doubts, after) {
    const asked = doubts.filter(doubt => doubt.choices.length), told = doubts.filter(doubt => !doubt.choices.length);
    const open = asked.filter(doubt => !state.answered.some(one => same(one, doubt)));
    const before = state.answered.filter(one => one.step === state.step);
    before.forEach(one => {       // perhaps in another language
      const now = asked.find(doubt => same(one, doubt)) || one;
      Object.assign(one, {asked: now.asked, said: now.said});
    });
    const kept = before.length ? page.folded(page.text('answered', {n: before.length}), page.some(make('ol'), before, one => answered(one, after))) : null;
    if (kept) { kept.open = before.length < 6; }
    const made = page.section('questions', page.text('questions'),
      open.length || before.length ? null : make('p', null, page.text('no_questions')),
      page.some(make('ol'), open, (doubt, place) => question(doubt, place, after)),
      kept,
      told.length ? [make('h3', null, page.text('to_heed')), page.list(told.map(doubt => [doubt.asked, mend(doubt), toType(doubt)]))] : null);
    made.classList.add('questions');
    return made;
  };

  // What was answered in this step, so that an answer which the library refused can be taken back. null if nothing was.
  page.answers = after => state.answered.some(one => one.step === state.step) ? page.questions([], after) : null;

  // The whole text of the library, if it tells what to type.
  function toType(doubt) { return doubt.asked === doubt.said ? null : page.folded(page.text('what_to_type'), make('p', null, doubt.said)); }

  // What can be done in a spreadsheet program, which this page cannot do.
  function mend(doubt) { return page.has('mend_' + doubt.key) ? page.note(page.text('mend_' + doubt.key)) : null; }

  function question(doubt, place, after) {
    const about = {'aria-describedby': 'doubt-' + place};
    const chosen = choice => () => { decide(doubt, choice); ask(after); };
    return make('li', {class: 'question'}, make('p', {id: 'doubt-' + place}, doubt.asked),
      doubt.choices.map(choice => [page.named(choice.said, chosen(choice), about), ' ']),
      page.button('leave_it', chosen(null), about), mend(doubt), toType(doubt));
  }

  function answered(one, after) {
    const choice = one.choice ? one.choice.said : page.text('leave_it');
    return make('li', {class: 'answered'}, make('p', null, one.asked), make('p', null,
      make('strong', null, page.text('you_chose', {choice: choice})), ' ', page.button('take_back', () => { takeBack(one); ask(after); })));
  }

  async function ask(after) {
    page.keep();
    await after();
    const heading = document.getElementById('questions');
    if (heading) { heading.focus(); }
  }

  // before: what stood there before the answer, for taking it back.
  function decide(doubt, choice) {
    const before = {};
    state.answered.push({step: state.step, column: doubt.column, asked: doubt.asked, said: doubt.said,
      choices: doubt.choices, choice: choice, before: before});
    if (choice && choice.by) { state.edits[doubt.column] = {by: choice.by}; }
    setBy(choice).forEach(([option, value]) => {
      if (option === 'person') { page.isPerson(value); return; }
      const ofRole = ROLES.includes(option);
      before[option] = (ofRole ? state.plan : state.plan.read)[option] || [];
      if (ofRole) { giveRole(option, value); } else { put(option, value); }
    });
  }

  // [option, value] of what a choice sets. A list is the whole of it.
  const setBy = choice => Object.entries(choice && choice.set || {});

  function put(option, value) {
    if (value === null || value.length === 0) { delete state.plan.read[option]; }
    else { state.plan.read[option] = value; }
  }

  function takeBack(one) {
    state.answered.splice(state.answered.indexOf(one), 1);
    if (one.choice && one.choice.by) {
      delete state.edits[one.column];
      delete page.seen.draft;
    }
    setBy(one.choice).forEach(([option, value]) => {
      if (option === 'person') { page.isPerson(null); }
      else if (ADDED.includes(option)) { put(option, without(state.plan.read[option] || [], value, one.before[option])); }
      else if (!ROLES.includes(option)) {
        const last = state.answered.flatMap(other => setBy(other.choice)).filter(([name]) => name === option).pop();
        put(option, last ? last[1] : null);
      }
    });
    takeRoles(one);
  }

  // A list without what an answer added to it, and with what that took from it, in the former order. What other answers added stays.
  function without(now, answer, before) {
    const stay = now.filter(word => before.includes(word) || !answer.includes(word));
    const there = before.filter(word => stay.includes(word) || !answer.includes(word));
    return [...there, ...stay.filter(word => !before.includes(word))];
  }

  // The columns of a role are these. The others that had it are left out.
  function giveRole(role, names) {
    const {plan, roles} = state;
    plan[role].filter(name => !names.includes(name) && roles[name] === role).forEach(name => { roles[name] = 'out'; });
    names.forEach(name => { roles[name] = role; });
    plan[role] = names;
  }

  // The columns have their roles of before an answer, but for those that were given another one since.
  function takeRoles(one) {
    const {plan, roles} = state, given = setBy(one.choice).filter(([option]) => ROLES.includes(option));
    given.forEach(([role, names]) => {
      names.filter(name => !one.before[role].includes(name) && roles[name] === role).forEach(name => { delete roles[name]; });
    });
    given.forEach(([role, names]) => {
      const now = without(plan[role], names, one.before[role]);
      plan[role] = now.filter(name => [role, 'out', undefined].includes(roles[name]));
      plan[role].forEach(name => { roles[name] = role; });
    });
  }

  // One column says whose row each row is, or none does.
  page.isPerson = function (column) {
    Object.keys(state.roles).forEach(name => { if (state.roles[name] === 'person') { delete state.roles[name]; } });
    if (column !== null) { state.roles[column] = 'person'; }
    state.plan.person = column;
  };
}());
