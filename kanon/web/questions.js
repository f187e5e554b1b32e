// The doubts of the library as questions with a button for each choice. An answer changes the plan, or how a hierarchy is made.
// What was answered stays, with what was chosen, and can be taken back.
(function () {
  'use strict';
  const page = window.page, make = page.make, state = page.state;
  const LISTS = page.LISTS = ['na', 'columns'];       // what the table is read with that is a list

  function same(one, other) { return one.key === other.key && one.column === other.column; }

  // doubts: of the library. after: what is done when one is answered. A doubt that was answered before is not asked again.
  page.questions = function (doubts, after) {
    const open = doubts.filter(function (doubt) { return !state.answered.some(function (one) { return same(one, doubt); }); });
    const before = state.answered.filter(function (one) { return one.step === state.step; });
    before.forEach(function (one) { one.said = (doubts.find(function (doubt) { return same(one, doubt); }) || one).said; });     // perhaps in another language
    return make('section', {class: 'questions', 'aria-labelledby': 'questions'}, make('h3', {id: 'questions', tabindex: '-1'}, page.text('questions')),
      open.length || before.length ? null : make('p', null, page.text('no_questions')),
      page.some(make('ol', {class: 'plain'}), open, function (doubt, place) { return question(doubt, place, after); }),
      before.length ? make('details', {open: before.length < 6}, make('summary', null, page.text('answered', {n: before.length})),
        page.some(make('ol', {class: 'plain'}), before, function (one) { return answered(one, after); })) : null);
  };

  function question(doubt, place, after) {
    const id = 'doubt-' + place;
    function chosen(choice) { return {click: function () { decide(doubt, choice); ask(after); }}; }
    return make('li', {class: 'question'}, make('p', {id: id}, doubt.said), doubt.choices.map(function (choice) {
      return [make('button', {type: 'button', 'aria-describedby': id, on: chosen(choice)}, choice.said), ' '];
    }), make('button', {type: 'button', 'aria-describedby': id, on: chosen(null)}, page.text(doubt.choices.length ? 'leave_it' : 'have_seen')));
  }

  function answered(one, after) {
    const chosen = one.choice ? one.choice.said : page.text(one.asked ? 'leave_it' : 'have_seen');
    return make('li', {class: 'answered'}, make('p', null, one.said), make('p', null, make('strong', null, page.text('you_chose', {choice: chosen})), ' ',
      page.button('take_back', function () { takeBack(one); ask(after); })));
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
    Object.entries(choice && choice.set || {}).forEach(function ([option, value]) {
      if (option === 'person') { page.isPerson(value); }
      else { read[option] = LISTS.includes(option) ? [...new Set([...(read[option] || []), ...[].concat(value)])] : value; }
    });
  }

  function takeBack(one) {
    const read = state.plan.read;
    state.answered.splice(state.answered.indexOf(one), 1);
    if (one.choice && one.choice.by) {
      delete state.edits[one.column];
      delete page.seen.draft;
    }
    Object.entries(one.choice && one.choice.set || {}).forEach(function ([option, value]) {
      if (option === 'person') { page.isPerson(null); }
      else if (LISTS.includes(option)) { read[option] = (read[option] || []).filter(function (word) { return ![].concat(value).includes(word); }); }
      else { delete read[option]; }
    });
  }

  // One column says whose row each row is, or none does.
  page.isPerson = function (column) {
    Object.keys(state.roles).forEach(function (name) { if (state.roles[name] === 'person') { delete state.roles[name]; } });
    if (column !== null) { state.roles[column] = 'person'; }
    state.plan.person = column;
  };
}());
