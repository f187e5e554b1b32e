// Step 6: the release is made, shown beside the table, checked, attacked, taken away, and made again next month.
// The page says what the library's audit said, and no more.
(function () {
  'use strict';
  const page = window.page, make = page.make, state = page.state;
  let box;

  function key() {
    return page.keyOf('table', 'read', 'person', 'quasi', 'sensitive', 'publish', 'edits', 'settings', 'standards', 'algorithm', 'chosen');
  }

  function draw(body) {
    box = {error: make('div'), found: make('div')};
    body.append(make('ul', {class: 'plan'}, planned().map(function (text) { return make('li', null, text); })),
      page.button('make_release', release, {id: 'release', class: 'big'}), box.error, box.found);
    if (!page.seen.release && state.released) {      // the page was loaded anew: the files are still there
      page.seen.release = {...state.released, answer: {files: state.released.files}, more: []};
    }
    if (page.seen.release) { drawFound(page.seen.release.answer); }
  }

  function planned() {
    const plan = state.plan, comma = page.text('comma');
    return [page.text('plan_table', {name: plan.table}), page.text('plan_quasi', {columns: plan.quasi.join(comma)}),
      plan.sensitive.length ? page.text('plan_sensitive', {columns: plan.sensitive.join(comma)}) : page.text('heed_no_sensitive'),
      plan.person ? page.text('plan_person', {column: plan.person}) : page.text('plan_rows'),
      plan.publish.length ? page.text('plan_publish', {columns: plan.publish.join(comma)}) : null,
      plan.settings.k ? page.text('chosen_is', {algorithm: plan.algorithm, k: plan.settings.k}) : page.text('chosen_algorithm', {algorithm: plan.algorithm}),
    ].filter(Boolean);
  }

  function fails(answer) {
    page.fill(box.error, answer.error ? page.message(answer.error) : null);
    return Boolean(answer.error);
  }

  async function release() {
    const ready = await page.required();
    if (!ready || fails(ready)) { return; }
    const asked = key();
    taken(await page.ask('release', {}), asked, null);
  }

  // next: the name of the table of next month, if it is that which was published.
  function taken(answer, asked, next) {
    if (!answer || !box.found.isConnected || fails(answer)) { return; }
    page.seen.release = {key: asked, next: next, answer: answer, more: []};
    state.released = {key: asked, next: next, files: answer.files};
    page.keep();
    drawFound(answer);
    const heading = document.getElementById('released');
    if (heading) { heading.focus(); }
  }

  function drawFound(answer) {
    const report = answer.report || {}, records = report.records || {}, classes = report.classes || {}, audit = report.audit || {};
    const stale = page.seen.release.key !== key(), next = page.seen.release.next;
    page.fill(box.found, make('h3', {id: 'released', tabindex: '-1'}, page.text('released')),
      next ? make('p', null, make('strong', null, page.text('made_again', {name: next}))) : null, stale ? make('p', {class: 'error'}, page.text('plan_changed')) : null,
      make('ul', {class: 'finding'}, [
        records.read === undefined ? null : page.text('released_records', {read: records.read, published: records.published, suppressed: records.suppressed, missing: records.missing}),
        classes.count === undefined ? null : page.text('released_classes', {n: classes.count, smallest: classes.smallest}),
        audit.ok === undefined ? null : page.text(audit.ok ? 'audit_agrees' : 'audit_differs', {records: audit.records, classes: audit.classes, k: audit.k})]
        .filter(Boolean).map(function (text) { return make('li', null, text); })),
      make('p', {class: 'note'}, page.text('no_more_than_shown')),
      beforeAfter(answer), printed(answer.text, 'the_report'), printed((answer.notes || []).join('\n'), 'the_notes'), files(answer.files, 'files'),
      make('div', {id: 'signed'}),
      next ? null : make('section', {'aria-labelledby': 'tried'}, make('h3', {id: 'tried'}, page.text('try_it')), make('p', null, page.text('try_it_why')),
        page.button('check_release', function () { judge('check'); }, {id: 'check'}), ' ', page.button('attack_release', function () { judge('attack'); }, {id: 'attack'}),
        make('div', {id: 'judged'})), next ? null : beside(), nextMonth());
    drawFrames(answer);
  }

  async function drawFrames(answer) {
    const file = fileOf(answer, 'page'), where = document.getElementById('signed'), shown = make('div');
    if (file) {
      page.fill(where, make('h3', null, page.text('to_sign')), shown);
      await frame(shown, file.name, page.text('to_sign'));
    }
    drawJudgements();
  }

  async function drawJudgements() {
    const where = document.getElementById('judged');
    if (!where) { return; }
    where.replaceChildren();
    for (const one of page.seen.release.more) { await drawJudged(where, one); }
  }

  function beforeAfter(answer) {
    function one(key, rows) {
      return make('div', null, make('h4', null, page.text(key)), page.table(page.text(key), answer.columns, rows));
    }
    return answer.before && answer.after ? [make('div', {class: 'beside'}, one('before', answer.before), one('after', answer.after)),
      answer.report.order === 'sorted' ? make('p', {class: 'note'}, page.text('sorted')) : null] : null;
  }

  function printed(text, key) {
    return text ? make('details', null, make('summary', null, page.text(key)), make('pre', {tabindex: '0', 'aria-label': page.text(key)}, text)) : null;
  }

  // Files

  function files(list, id) {
    return make('section', {'aria-labelledby': id}, make('h3', {id: id}, page.text('files')), page.some(make('ul', {class: 'files'}), list || [], function (file) {
      return make('li', null, make('button', {type: 'button', on: {click: function () { download(file.name); }}}, page.text('download', {name: file.name})), ' ',
        make('span', null, page.has('file_' + file.what) ? page.text('file_' + file.what) : file.what), ' ',
        make('span', {class: 'note'}, page.text('bytes', {n: file.bytes}), ' ', file.sha256 ? make('span', {class: 'hash'}, 'sha256 ' + file.sha256) : null));
    }));
  }

  async function download(name) {
    const blob = await page.during(page.text('fetching', {name: name}), function () { return window.door.get(name); });
    if (!blob) { return; }
    if (blob.error) { fails(blob); return; }
    const address = URL.createObjectURL(blob), link = make('a', {href: address, download: name});
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(function () { URL.revokeObjectURL(address); }, 60000);
  }

  // A page that came from the library, such as the page to sign. In its frame it runs no script.
  async function frame(where, name, title) {
    const blob = await page.during(page.text('fetching', {name: name}), function () { return window.door.get(name); });
    if (!blob || !where.isConnected) { return; }
    const address = blob.error ? null : URL.createObjectURL(new Blob([blob], {type: 'text/html'}));
    page.fill(where, blob.error ? page.message(blob.error) : make('iframe', {src: address, sandbox: '', title: title, class: 'framed'}));
  }

  function fileOf(answer, what) { return (answer.files || []).find(function (file) { return file.what === what; }); }

  // Check and attack

  async function judge(name) {
    const answer = await page.ask(name, {});
    if (!answer || !box.found.isConnected) { return; }
    page.seen.release.more = page.seen.release.more.filter(function (one) { return one.name !== name; }).concat({name: name, answer: answer});
    await drawJudgements();
    page.tell(page.text(name + '_done'));
  }

  async function drawJudged(where, one) {
    const said = page.text(one.name + '_done'), shown = make('div'), file = fileOf(one.answer, one.name);
    where.append(make('h4', null, said), ...[one.answer.error ? page.message(one.answer.error) : null,
      one.answer.text ? make('pre', {tabindex: '0', 'aria-label': said}, one.answer.text) : null, shown,
      one.answer.files && one.answer.files.length ? files(one.answer.files, 'files-' + one.name) : null].filter(Boolean));
    if (file) { await frame(shown, file.name, said); }
  }

  // Beside the table, and next month

  function beside() {
    if (!window.door.can.beside) { return null; }
    const said = make('div', {'aria-live': 'polite'});
    async function write(yes) {
      const answer = await page.ask('beside', {yes: yes});
      if (!answer) { return; }
      if (answer.error && answer.error.kind === 'exists') {
        page.fill(said, make('p', null, page.text('already_there')), make('ul', null, answer.there.map(function (path) { return make('li', null, path); })),
          page.button('replace', function () { write(true); }), ' ', page.button('replace_not', function () { page.fill(said); }));
      } else {
        page.fill(said, answer.error ? page.message(answer.error) : [make('p', null, page.text('written_beside')),
          make('ul', null, answer.written.map(function (path) { return make('li', null, path); }))]);
      }
    }
    return make('section', {'aria-labelledby': 'beside'}, make('h3', {id: 'beside'}, page.text('beside_table')), make('p', null, page.text('beside_table_why')),
      page.button('write_beside', function () { write(false); }, {id: 'write'}), said);
  }

  function nextMonth() {
    async function take(file) {
      const put = await page.during(page.text('reading', {name: file.name}), function () { return window.door.put(file); });
      if (!put || fails(put)) { return; }
      taken(await page.ask('again', {table: put.table}), key(), put.table);
    }
    return make('section', {'aria-labelledby': 'monthly'}, make('h3', {id: 'monthly'}, page.text('next_month')), make('p', {id: 'next-why'}, page.text('next_month_why')),
      page.fileField('next-file', 'next_table', take, {'aria-describedby': 'next-why'}));
  }

  page.steps.push({name: 'release', draw: draw, ready: function () { return true; }});
  page.start();
}());
