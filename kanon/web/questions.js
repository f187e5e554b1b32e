// The doubts of the library as questions with a button for each choice. An answer changes the plan, or how a hierarchy is made.
// What was answered stays, with what was chosen, and can be taken back.
(function () {
  'use strict';
  const page = window.page, make = page.make, state = page.state;
  page.LISTS = ['na', 'columns'];       // what the table is read with that is a list

  const same = (one, other) => one.key === other.key && one.column === other.column;

  // doubts: of the library. after: what is done when one is answered. A doubt that was answered before is not asked again.
  page.questions = function (doubts, after) {
    const open = doubts.filter(doubt => !state.answered.some(one => same(one, doubt)));
    const before = state.answered.filter(one => one.step === state.step);
    before.forEach(one => { one.said = (doubts.find(doubt => same(one, doubt)) || one).said; });     // perhaps in another language
    const made = page.section('questions', page.text('questions'),
      open.length || before.length ? null : make('p', null, page.text('no_questions')),
      page.some(make('ol'), open, (doubt, place) => question(doubt, place, after)),
      before.length ? page.folded(page.text('answered', {n: before.length}), page.some(make('ol'), before, one => answered(one, after))) : null);
    made.classList.add('questions');
    made.querySelectorAll('details').forEach(folded => { folded.open = before.length < 6; });
    return made;
  };

  function question(doubt, place, after) {
    const about = {'aria-describedby': 'doubt-' + place};
    const chosen = choice => () => { decide(doubt, choice); ask(after); };
    return make('li', {class: 'question'}, make('p', {id: 'doubt-' + place}, doubt.said),
      doubt.choices.map(choice => [page.named(choice.said, chosen(choice), about), ' ']),
      page.button(doubt.choices.length ? 'leave_it' : 'have_seen', chosen(null), about));
  }

  function answered(one, after) {
    const choice = one.choice ? one.choice.said : page.text(one.asked ? 'leave_it' : 'have_seen');
    return make('li', {class: 'answered'}, make('p', null, one.said), make('p', null,
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
    state.answered.push({step: state.step, key: doubt.key, column: doubt.column, said: doubt.said, asked: doubt.choices.length > 0, choice: choice});
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
      else if (page.LISTS.includes(option)) { read[option] = (read[option] || []).filter(word => ![].concat(value).includes(word)); }
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
