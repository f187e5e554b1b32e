// The doubts of the library. One with choices is a question with a button for each, and one without is told.
// An answer changes the plan, or how a hierarchy is made. It stays, with what was chosen, and can be taken back.
(function () {
  'use strict';
  const page = window.page, make = page.make, state = page.state;
  page.LISTS = ['na', 'na_in', 'thousands', 'items', 'columns', 'skip_lines'];     // what the table is read with that is a list

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

  // The whole text of the library, if it tells what to type.
  function toType(doubt) { return doubt.asked === doubt.said ? null : page.folded(page.text('what_to_type'), make('p', null, doubt.said)); }

  // What can be done in a spreadsheet program, which this page cannot do.
  function mend(doubt) { return page.has('mend_' + doubt.key) ? page.note(page.text('mend_' + doubt.key)) : null; }

  function question(doubt, place, after) {
    const about = {'aria-describedby': 'doubt-' + place};
    const chosen = choice => () => { decide(doubt, choice); ask(after); };
    return make('li', {class: 'question'}, make('p', {id: 'doubt-' + place}, doubt.asked),
      doubt.choices.map(choice => [page.named(choice.said, chosen(choice), about), ' ']),
      page.button('leave_it', chosen(null), about), toType(doubt));
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

  function decide(doubt, choice) {
    const read = state.plan.read;
    state.answered.push({step: state.step, column: doubt.column, asked: doubt.asked, said: doubt.said, choices: doubt.choices, choice: choice});
    if (choice && choice.by) { state.edits[doubt.column] = {by: choice.by}; }
    Object.entries(choice && choice.set || {}).forEach(([option, value]) => {
      if (option === 'person') { page.isPerson(value); }
      else { read[option] = page.LISTS.includes(option) ? [...new Set([...(read[option] || []), ...[].concat(value)])] : value; }
    });
  }

  function takeBack(one) {
    const read = state.plan.read;
    state.answered.splice(state.answered.indexOf(one), 1);
    if (one.choice && one.choice.by) {
      delete state.edits[one.column];
      delete page.seen.draft;
    }
    Object.entries(one.choice && one.choice.set || {}).forEach(([option, value]) => {
      if (option === 'person') { page.isPerson(null); }
      else if (page.LISTS.includes(option)) {
        const others = state.answered.flatMap(other => [].concat(((other.choice || {}).set || {})[option] || []));
        read[option] = (read[option] || []).filter(word => others.includes(word) || ![].concat(value).includes(word));
      }
      else { delete read[option]; }
    });
  }

  // One column says whose row each row is, or none does.
  page.isPerson = function (column) {
    Object.keys(state.roles).forEach(name => { if (state.roles[name] === 'person') { delete state.roles[name]; } });
    if (column !== null) { state.roles[column] = 'person'; }
    state.plan.person = column;
  };
}());
