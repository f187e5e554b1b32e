// Step 6: the release is made, shown beside the table, checked, attacked, taken away, and made again next month.
// The page says what the library's audit said, and no more.
(function () {
  'use strict';
  const page = window.page, make = page.make, state = page.state;
  const TEXTS = ['purpose', 'recipient', 'legal_basis', 'retention', 'chosen_by', 'reasons', 'name', 'date'];      // of the page to sign; the signature is for the hand
  const LONGEST = 400;      // signs of such a text
  let box;

  // page.seen.release. key: what the plan was when the release was made; next: the name of the next table, if that was published; answer: of the
  // library; more: what check and attack answered, [{name, answer}].

  const key = () => page.keyOf(page.OF_RELEASE);

  function draw(body) {
    box = {plan: make('div'), error: make('div'), found: make('div')};
    drawPlan();
    body.append(box.plan, ofPage(), page.button('make_release', release, {id: 'release', class: 'big'}), box.error, box.found);
    if (!page.seen.release && state.released) {      // the page was loaded anew: the files are still there
      page.seen.release = {...state.released, answer: {files: state.released.files}, more: []};
    }
    if (page.seen.release) { drawFound(); }
  }

  function planned() {
    const plan = state.plan;
    return [page.text('plan_table', {name: plan.table}), page.text('plan_quasi', {columns: page.joined(plan.quasi)}),
      plan.sensitive.length ? page.text('plan_sensitive', {columns: page.joined(plan.sensitive)}) : page.text('heed_no_sensitive'),
      plan.person ? page.text('plan_person', {column: plan.person}) : page.text('plan_rows'),
      plan.history ? page.text(plan.earlier ? 'plan_history' : 'plan_first', {name: plan.earlier}) : null,
      plan.publish.length ? page.text('plan_publish', {columns: page.joined(plan.publish)}) : null, page.chosenPoint()].filter(Boolean);
  }

  // What somebody will sign, beside what was found.
  function ofPage() {
    const {page: texts, internal} = state.plan;
    const fields = TEXTS.map(name => {
      const put = () => {
        const text = field.value.trim();
        if (text) { texts[name] = text; } else { delete texts[name]; }
        page.keep();
      };
      const field = make('input', {id: 'page-' + name, value: texts[name] || '', maxlength: String(LONGEST), autocomplete: 'off', on: {change: put}});
      return page.field(field, page.text('sign_' + name), page.has('sign_' + name + '_why') ? page.text('sign_' + name + '_why') : null);
    });
    const full = checked => {
      state.plan.internal = checked;
      page.keep();
    };
    const made = page.folded(page.text('fill_page'), page.note(page.text('fill_page_why')), make('div', {class: 'fields'}, fields),
      page.checkbox('internal', internal, full, page.text('internal')), page.note(page.text('internal_why')));
    made.id = 'fill-page';
    made.open = internal || Object.keys(texts).length > 0;
    return made;
  }

  function fails(answer) {
    page.fill(box.error, answer.error ? page.message(answer.error) : null);
    return Boolean(answer.error);
  }

  async function release() {
    const ready = await page.required();
    if (!ready || fails(ready) || await waits()) { return; }
    const asked = key();
    taken(await page.ask('release', {}), asked, null);
  }

  // Whether a question must be answered first, such as what becomes of many records that lack a value. It is asked here.
  async function waits() {
    const draft = await page.drafted(), open = draft && !draft.error ? page.toAnswer(draft.doubts) : [];
    if (open.length) { askFirst(open, answered); }
    return open.length > 0;
  }

  // next: the name of the next table, if it is about that.
  function askFirst(doubts, after, next) {
    page.fill(box.error, make('p', {class: 'error', role: 'alert'}, next ? page.text('answer_first_of', {table: next}) : page.text('answer_first')),
      page.questions(doubts, after));
  }

  // What will be published, and what was answered here, which can be taken back.
  async function drawPlan() {
    page.fill(box.plan, page.list(planned(), {class: 'plan'}), page.answers(drawPlan));
    page.fill(box.error);
    return null;
  }

  async function answered() {
    const ready = await page.required();
    if (!ready || ready.error) { return ready ? ready.error : null; }
    drawPlan();
    await release();
    return null;
  }

  // next: the name of the table of next month, if it is that which was published.
  function taken(answer, asked, next) {
    const said = state.plan.language;
    if (!answer || !box.found.isConnected || fails(answer)) { return; }
    state.released = {key: asked, next: next, language: said, files: answer.files};
    page.seen.release = {...state.released, answer: answer, more: []};
    page.keep();
    drawFound();
    document.getElementById('released').focus();
  }

  async function drawFound() {
    const {next, answer, language, key: asked} = page.seen.release, toSign = make('div'), judged = make('div', {id: 'judged'});
    page.fill(box.found, page.section('released', page.text('released'),
      next ? make('p', null, make('strong', null, page.text('made_again', {name: next})), page.text('blank'), answer.by ? page.text('again_' + answer.by) : null) : null,
      asked === key() ? null : make('p', {class: 'error'}, page.text('plan_changed')),
      language === state.plan.language ? null : make('p', {class: 'error', id: 'in-other-language'}, page.text('released_in', {language: page.data.names[language]})),
      answer.report ? [page.list(found(answer.report), {class: 'finding'}), page.note(page.text('no_more_than_shown'))] : null, beforeAfter(answer),
      answer.text ? page.folded(page.text('the_report'), page.printed(page.text('the_report'), answer.text)) : null,
      answer.notes && answer.notes.length ? [make('h4', null, page.text('the_notes')), page.printed(page.text('the_notes'), answer.notes.join('\n'))] : null),
    toSign, files(answer.files, 'files'), next ? null : [tried(judged), beside()], nextMonth());
    await drawPage(toSign, answer.files, 'page', 'to_sign');
    if (!next) { await drawJudged(judged); }
  }

  // What was counted, in sentences.
  function found(report) {
    const {records, classes, audit, persons, lost, history} = report;
    return [
      records ? page.text('released_records', records) : null,
      why('why_suppressed', report.suppressed_by),
      lost && lost.records ? page.text('released_lost', {n: lost.records, columns: page.joined(Object.keys(lost.columns))}) : null,
      persons ? page.text('released_persons', {read: persons.count, published: persons.published, partly: persons.partly, suppressed: persons.suppressed}) : null,
      persons ? why('why_persons_suppressed', persons.suppressed_by) : null,
      classes ? page.text('released_classes', {n: classes.count, smallest: classes.smallest}) : null,
      history ? page.text('released_history', {n: history.releases + 1, others: report.k - 1}) : null,
      history && history.held_back ? page.text('released_held', {n: history.held_back, fresh: history.new, withheld: history.withheld}) : null,
      audit && audit.ok ? page.text('audit_agrees', {records: audit.records, classes: audit.classes}) : page.text('audit_differs'),
      audit && audit.ok && audit.persons ? page.text('audit_persons', {persons: audit.persons}) : null].filter(Boolean);
  }

  // Why so many are suppressed, if not for k alone.
  function why(key, counts = {}) {
    const all = Object.entries(counts), some = all.filter(([, n]) => n);
    const said = some.map(([name, n]) => page.text('suppressed_for', {n: n, name: name.replaceAll('_', '-')}));
    return all[1] && some[0] ? page.text(key, {reasons: page.joined(said)}) : null;
  }

  function beforeAfter(answer) {
    const one = (title, rows) => make('div', null, make('h4', null, title), page.table(title, answer.columns, rows));
    return answer.before ? [make('div', {class: 'beside'}, one(page.text('before'), answer.before), one(page.text('after'), answer.after)),
      answer.report.order === 'sorted' ? page.note(page.text('sorted')) : null] : null;
  }

  // Files

  function files(list, id) {
    const private_ = list.some(file => file.what === 'hierarchy');
    return page.section(id, page.text(id), private_ ? make('p', null, page.text('keep_private')) : null, page.some(make('ul', {class: 'files'}), list, file => make('li', null,
      page.named(page.text('download', {name: file.name}), () => download(file.name)), ' ',
      page.has('file_' + file.what) ? page.text('file_' + file.what) : file.what, ' ',
      make('span', {class: 'note'}, page.text('bytes', {n: file.bytes}), make('span', {class: 'hash'}, 'sha256 ' + file.sha256)))));
  }

  function fetched(name) { return page.during(page.text('fetching', {name: name}), () => window.door.get(name)); }

  async function download(name) {
    const blob = await fetched(name);
    if (!blob || fails(blob)) { return; }
    const address = URL.createObjectURL(blob), link = make('a', {href: address, download: name.split('/').pop()});
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(address), 60000);
  }

  // A page that came from the library, such as the page to sign. In its frame it runs no script.
  async function drawPage(where, list, what, key) {
    const file = list.find(one => one.what === what), blob = file ? await fetched(file.name) : null;
    if (!blob || !where.isConnected) { return; }
    const save = what === 'page' ? make('p', null, page.button('save_page', () => download(file.name), {id: 'save-page'}), ' ', page.text('save_page_why')) : null;
    page.fill(where, make('h3', null, page.text(key)), save, blob.error ? page.message(blob.error) : make('iframe', {
      src: URL.createObjectURL(new Blob([blob], {type: 'text/html'})), sandbox: '', title: page.text(key), class: 'framed'}));
  }

  // Check and attack

  function tried(judged) {
    return page.section('tried', page.text('try_it'), make('p', null, page.text('try_it_why')),
      page.button('check_release', () => judge('check', judged), {id: 'check'}), ' ',
      page.button('attack_release', () => judge('attack', judged), {id: 'attack'}), judged);
  }

  async function judge(name, judged) {
    const answer = await page.ask(name, {}), seen = page.seen.release;
    if (!answer || !judged.isConnected) { return; }
    seen.more = seen.more.filter(one => one.name !== name).concat({name: name, answer: answer});
    page.tell(answer.error ? answer.error.message : page.text(name + '_done'));
    await drawJudged(judged);
  }

  async function drawJudged(judged) {
    judged.replaceChildren();
    for (const {name, answer} of page.seen.release.more) {
      const shown = make('div');
      judged.append(shown);
      if (answer.error) { page.fill(shown, make('h3', null, page.text(name + '_done')), page.message(answer.error)); }
      else {
        judged.append(files(answer.files, 'files_' + name));
        await drawPage(shown, answer.files, name, name + '_done');
      }
    }
  }

  // Beside the table, and next month

  function beside() {
    if (!window.door.can.beside || !state.opened) { return null; }
    const said = make('div', {'aria-live': 'polite'});
    return page.section('beside', page.text('beside_table'), make('p', null, page.text('beside_table_why')),
      page.button('write_beside', () => write(said, false), {id: 'write'}), said);
  }

  // yes: whether files that are there are replaced.
  async function write(said, yes) {
    const answer = await page.ask('beside', {yes: yes});
    if (!answer) { return; }
    if (!answer.error) { page.fill(said, make('p', null, page.text('written_beside')), page.list(answer.written)); }
    else if (answer.error.kind !== 'exists') { page.fill(said, page.message(answer.error)); }
    else {
      page.fill(said, make('p', null, page.text('already_there')), page.list(answer.there),
        page.button('replace', () => write(said, true)), ' ', page.button('replace_not', () => page.fill(said)));
    }
  }

  function nextMonth() {
    const field = make('input', {id: 'later', value: state.plan.later, autocomplete: 'off', on: {change: () => {
      state.plan.later = field.value.trim();
      page.keep();
    }}});
    return page.section('monthly', page.text('next_month'), make('p', {id: 'next-why'}, page.text(state.plan.history ? 'next_month_history' : 'next_month_why')),
      state.plan.history ? page.field(field, page.text('ask_max_suppression'), page.text('later_why')) : null,
      page.fileField('next-file', 'next_table', again, {'aria-describedby': 'next-why'}));
  }

  // Most exports have the same name each month. The table and the release of this month stay all the same.
  const alike = name => name.split('.')[0].toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

  async function again(file) {
    const other = alike(file.name) === alike(state.plan.table) ? new File([file], 'next_' + file.name) : file;
    const put = await page.during(page.text('reading', {name: file.name}), () => window.door.put(other));
    if (!put || fails(put)) { return; }
    const answer = await page.ask('again', {table: put.table});
    if (!answer) { return; }
    const {lacking, doubts} = answer.error || {};
    page.seen.lacking = lacking ? {table: put.table, of: lacking} : null;
    taken(answer, key(), put.table);
    if (lacking) { lacks(lacking, put.table, answer.error.message); }
    else if (doubts) { askFirst(doubts, () => answeredOf(file), put.table); }
  }

  // The next table has values that the hierarchies lack.
  function lacks(lacking, table, message) {
    const columns = Object.entries(lacking).map(([column, n]) => page.text('lacks', {column: column, n: n}));
    page.fill(box.error, make('div', {class: 'error', role: 'alert'}, make('p', null, page.text('widen_why', {table: table})), page.list(columns),
      page.button('widen', () => page.go(2), {id: 'widen'}), page.folded(page.text('what_to_type'), make('p', null, message))));
  }

  // An answer about the next table is one about the plan, by which both are published.
  async function answeredOf(file) {
    const error = await answered();
    if (!error && page.seen.release.key === key()) { await again(file); }
    return error;
  }

  page.steps.push({name: 'release', draw: draw, ready: () => true});
  page.start();
}());
