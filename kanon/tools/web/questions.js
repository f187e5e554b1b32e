// The doubts of the library. One with choices is a question with a button for each, and one without is told.
// An answer changes the plan (answers.js). It stays, with what was chosen, and can be taken back. One that the library refuses is not taken.
(function () {
  'use strict';
  const page = window.page, make = page.make, state = page.state;
  let refused = null;       // {step, choice, error} of the last answer, if it was not taken

  // Whether a doubt was answered so. Its sentences may differ, by their language or by what was answered.
  const same = (one, doubt) => one.column === doubt.column && one.asks === asks(doubt);
  // What is asked: what each choice would change. An answer that is part of the plan already is asked as it was.
  const asks = doubt => JSON.stringify(doubt.choices.map(choice => page.changes(page.doesNow(choice, doubt.column))));
  const isOpen = doubt => doubt.choices.length > 0 && !state.answered.some(one => same(one, doubt));

  // The questions that must be answered before a release.
  page.toAnswer = doubts => doubts.filter(doubt => doubt.must && isOpen(doubt));

  // doubts: of the library. after: what is done when one is answered, which returns the error of the library, if there is one.
  // A doubt that was answered before is not asked again.
  page.questions = function (doubts, after) {
    const open = doubts.filter(isOpen), told = doubts.filter(doubt => !doubt.choices.length);
    const before = state.answered.filter(one => one.step === state.step);
    const kept = before.length ? page.folded(page.text('answered', {n: before.length}), page.some(make('ol'), before, one => answered(one, after))) : null;
    if (kept) { kept.open = before.length < 6; }
    const made = page.section('questions', page.text('questions'), notTaken(),
      open.length || before.length ? null : make('p', null, page.text('no_questions')),
      page.some(make('ol'), open, (doubt, place) => question(doubt, place, after)),
      kept,
      told.length ? [make('h3', null, page.text('to_heed')), page.list(told.map(doubt => [doubt.asked, mend(doubt), toType(doubt)]))] : null);
    made.classList.add('questions');
    return made;
  };

  // What was answered in this step, so that it can be taken back where the library refuses the table. null if nothing was.
  page.answers = after => state.answered.some(one => one.step === state.step) ? page.questions([], after) : null;

  function notTaken() {
    return refused && refused.step === state.step ? make('div', {class: 'error', role: 'alert'},
      make('p', null, page.text('not_taken', {choice: refused.choice}), page.text('blank'), refused.error.message)) : null;
  }

  // The whole text of the library, if it tells what to type.
  function toType(doubt) { return doubt.asked === doubt.said ? null : page.folded(page.text('what_to_type'), make('p', null, doubt.said)); }

  // What can be done in a spreadsheet program, which this page cannot do.
  function mend(doubt) { return page.has('mend_' + doubt.key) ? page.note(page.text('mend_' + doubt.key)) : null; }

  function question(doubt, place, after) {
    const about = {'aria-describedby': 'doubt-' + place};
    const chosen = choice => () => decide(doubt, choice, after);
    return make('li', {class: 'question'}, make('p', {id: 'doubt-' + place}, doubt.asked),
      doubt.choices.map(choice => [page.named(choice.said, chosen(choice), about), ' ']),
      doubt.must ? null : page.button('leave_it', chosen(null), about), mend(doubt), toType(doubt));
  }

  // What was chosen, in the language of the page.
  page.chosenAs = one => one.choice ? one.in[state.plan.language].choices[one.place] : page.text('leave_it');

  function answered(one, after) {
    const takeBack = () => {
      refused = null;
      page.takeBack(one);
      return ask(after);
    };
    return make('li', {class: 'answered'}, make('p', null, one.in[state.plan.language].asked), make('p', null,
      make('strong', null, page.text('you_chose', {choice: page.chosenAs(one)})), ' ', page.button('take_back', takeBack)));
  }

  // An answer after which the library refuses is not taken: all is as before.
  async function decide(doubt, choice, after) {
    const {step, hand, answered: before} = state;
    refused = null;
    page.decide({step: step, key: doubt.key, column: doubt.column, asks: asks(doubt), in: doubt.in, choice: choice, place: doubt.choices.indexOf(choice),
      does: page.doesNow(choice, doubt.column)});
    const error = await ask(after);
    if (error) {
      refused = {step: step, choice: choice ? choice.said : page.text('leave_it'), error: error};
      Object.assign(state, {hand: hand, answered: before});
      page.settle();
      await ask(after);
    }
  }

  async function ask(after) {
    page.keep();
    const error = await after();
    const heading = document.getElementById('questions');
    if (heading) { heading.focus(); }
    return error;
  }
}());
