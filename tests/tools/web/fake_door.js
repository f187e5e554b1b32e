// A door with no library behind it: it gives the same plausible answers whatever the table is. For tests of the page alone.
// window.asked holds what the page asked for, as [name, values].
(function () {
  'use strict';
  const HOSTILE = '<img src=x onerror=alert(1)>"\'&';
  window.asked = [];
  let stop = null, there = true;

  function column(name, said, distinct, missing, notes, role) {
    return {name: name, kind: 'code', said: said, distinct: distinct, limit: 5000, missing: missing, notes: notes, role: role || null};
  }

  const COLUMNS = [
    column('case', 'likely identifier', 5000, 0, ['(nearly) every record has its own value: do not publish it'], 'identifier'),
    column('patient', 'code', 3338, 0, ['looks like an identifier, so no example is shown'], 'person'),
    column('born', 'date', 3154, 0, ['%Y-%m-%d', "for example '1954-02-05' (8 records)"]), column('sex', 'category', 2, 0, ["for example 'f' (2,689 records)"]),
    column('postcode', 'code', 238, 0, ["for example '10115' (297 records)"]), column('income', 'number', 744, 662, ["for example '36000' (27 records)"]),
    column(HOSTILE, 'category', 4, 95, ['for example ' + HOSTILE]), column('diagnosis', 'category', 8, 0, ["for example 'heart disease' (980 records)"])];

  function doubt(key, column, said, ...choices) {
    const words = {said: said, asked: said.split('. If it')[0]}, chosen = choices.map(function (choice) { return choice.said; });
    return {...words, key: key, column: column, columns: column ? [column] : [], set: null, choices: choices, in: {en: {...words, choices: chosen}, zh: {...words, choices: chosen}}};
  }

  function choice(said, set, by) { return {said: said, set: set, by: by || null}; }

  const DOUBTS = [
    doubt('persons', 'patient', "'patient' looks as if it said whose row each row is: 3,338 different values in 5,000 records.",
      choice("'patient' says whose row each row is.", {person: 'patient'})),
    doubt('like_missing', 'income', 'Some values look like missing ones, and count as values like any other: income (k.A.).', choice('k.A. means missing.', {na: ['k.A.']})),
    doubt('totals', null, '1 row looks like a total (line 5,002).', choice('Leave total rows out.', {totals: 'leave-out'})),
    doubt('taken_for_system', 'postcode', 'postcode: the values look like codes, and others may look so, too.', choice('They are codes.', null, {tool: 'codes', options: {cuts: '2,3'}})),
    doubt('two_widths', 'postcode', 'postcode: 12 codes in 20 records are not as wide as the others.')];

  function hierarchy(name, by) {
    return {column: name, levels: [{level: 0, labels: 238, smallest: 1, rarest: null}, {level: 1, labels: 40, smallest: 9, rarest: '0106*'},
      {level: 2, labels: 1, smallest: 5000, rarest: '*'}], text: '# The hierarchy of ' + name + '.\n01067,0106*,*\n10115,1011*,*\n', more: 0, by: by};
  }

  function node(depth, label, records, leaves, left) {
    return {depth: depth, label: label, level: 2 - depth, last_level: 2 - depth, leaves: leaves, records: records, left_out: Boolean(left)};
  }

  const NODES = [node(0, '*', 5000, 4), node(1, '0106*', 9, 1), node(2, '01067', 9, 1), node(1, '1011*', 4991, 3), node(2, '10115', 297, 1), node(2, HOSTILE, 40, 1),
    node(2, null, null, 12, true)];

  const FILES = [['clinic_mondrian.csv', 'release'], ['clinic_mondrian.json', 'record'], ['clinic_mondrian.html', 'page'], ['clinic.ini', 'ini'],
    ['hierarchies/postcode.txt', 'hierarchy']].map(function ([name, what]) { return {name: name, bytes: 1234, sha256: 'ab'.repeat(32), what: what}; });

  const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 300" width="800" height="300"><polyline points="80,250 300,180 600,90" fill="none" stroke="#0072b2"/></svg>';
  const RELEASED = {
    report: {records: {read: 5000, published: 4338, suppressed: 0, missing: 662}, classes: {count: 440, smallest: 5, largest: 21},
      persons: {count: 3338, published: 2900, partly: 0, suppressed: 438},
      order: 'sorted', audit: {records: 4338, classes: 440, k: 5, persons: 5, ok: true}},
    text: 'run_mondrian.py 0.1.0: clinic.csv -> clinic_mondrian.csv\nclasses    440\naudit      passed\n', notes: ['clinic.csv: a note'], columns: ['born', 'sex', 'postcode', 'diagnosis'],
    before: [['1954-02-05', 'f', '10115', 'heart disease'], ['1961-11-30', 'm', '01067', HOSTILE]],
    after: [['[1950-1959]', 'f', '1011*', 'heart disease'], ['[1960-1969]', 'm', '*', HOSTILE]], files: FILES};

  const ANSWERS = {
    look: function (values) {
      const read = values.plan.read;
      return {records: 5000, incomplete: 741, columns: COLUMNS, read: {decimal: '.', delimiter: ';'}, commands: ['python3 -m kanon start clinic.csv'],
        doubts: DOUBTS.filter(function (doubt) {
          return !(doubt.key === 'persons' && values.plan.person || doubt.key === 'like_missing' && read.na || doubt.key === 'totals' && read.totals);
        })};
    },
    draft: function (values) {
      return {doubts: [], hierarchies: values.plan.quasi.map(function (name, place) {
        return hierarchy(name, [{tool: 'ranges', options: {widths: '5,10'}}, {tool: 'mask', options: {}}, {tool: 'dates', options: {levels: 'month,year'}}, {tool: 'flat', options: {}}][place % 4]);
      }), commands: ['python3 -m kanon start clinic.csv --quasi ' + values.plan.quasi.join(',')]};
    },
    hierarchy: function (values) {
      if (values.by && values.by.options.widths === 'x') { return {error: {message: "argument --widths: numbers are expected, not 'x'", advice: 'Write 5,10.', option: null, kind: 'options'}, commands: []}; }
      return {hierarchy: hierarchy(values.column, values.by || null), commands: ['python3 -m kanon hierarchy ' + (values.by ? values.by.tool : 'check')]};
    },
    tree: function (values) { return {hierarchy: {...hierarchy(values.column, null), tree: NODES}, commands: ['python3 -m kanon hierarchy show']}; },
    require: function (values) {
      const k = values.plan.settings.k;
      return k === '0' ? {error: {message: 'argument -k/--k: 1 or more is expected, not 0', advice: null, option: 'k', kind: 'options'}, commands: []}
        : {ini: '[kanon]\nk = ' + (k || '10') + '\n', k: Number(k || 10), commands: []};
    },
    compare: function (values) {
      return {rows: values.algorithms.flatMap(function (name, place) {
        return values.ks.map(function (k) { return {algorithm: name, k: k, lm: k > 15 && place ? null : 0.1 * k / (2 + place), suppressed: place, classes: Math.round(4000 / k), risk: 1 / k}; });
      }), picture: SVG, commands: ['python3 -m kanon sweep clinic.csv']};
    },
    release: function () { return {...RELEASED, commands: ['python3 -m kanon mondrian clinic.csv']}; },
    again: function () { return {...RELEASED, by: 'options', commands: ['python3 -m kanon mondrian next.csv']}; },
    check: function () { return {report: {}, files: [{name: 'clinic_mondrian_check.html', bytes: 98, sha256: 'ef'.repeat(32), what: 'check'}], commands: ['python3 -m kanon check']}; },
    attack: function () { return {report: [], files: [{name: 'clinic_mondrian_attack.html', bytes: 99, sha256: 'cd'.repeat(32), what: 'attack'}], commands: ['python3 -m kanon attack']}; },
    beside: function (values) {
      if (there && !values.yes) { return {error: {message: 'exists', advice: null, option: 'force', kind: 'exists'}, there: ['clinic_mondrian.csv'], commands: []}; }
      return {written: ['clinic_mondrian.csv', 'clinic.ini'], commands: ['python3 -m kanon mondrian clinic.csv --force']};
    }};

  function waits(seconds) { return new Promise(function (go) { setTimeout(go, 1000 * seconds); }); }

  window.door = {
    can: {folder: true, beside: true, readOnly: false},
    list: async function (path) { return {path: path, folders: path ? [] : ['2024'], files: [{name: path ? 'march.csv' : 'clinic.csv', bytes: 399123}, {name: 'export.xlsx', bytes: 5}]}; },
    open: async function (path) { return {table: path.split('/').pop()}; },
    put: async function (file) { return {table: file.name}; },
    ask: async function (name, values, tell) {
      window.asked.push([name, JSON.parse(JSON.stringify(values))]);
      for (let part = 1; part <= (window.slow || 1); part++) {
        if (stop) { stop = null; return {error: {message: 'stopped', advice: null, option: null, kind: 'stopped'}, commands: []}; }
        tell('1,000,000 records read, part ' + part);
        await waits(0.02);
      }
      return JSON.parse(JSON.stringify(ANSWERS[name](values)));
    },
    stop: async function () { stop = true; },
    get: async function (name) { return new Blob([name.endsWith('.html') ? FAKE_PAGE : 'born,sex\n']); },
    leave: function () { window.left = true; }
  };
}());
