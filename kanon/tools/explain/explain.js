// Shows one step after the other. The page holds the steps as JSON, and the code and the pictures with an id for each part.
// data: runs, those of several k and MaxSup; asked, the number of the run that was asked for; classes and tables, of all runs;
// texts, the sentences, which the runs name by their numbers; vectors, the text of each vector; words, what this script says itself.
// A run: k; most, MaxSup (-1: none); steps; ids, the beginning of the ids of its pictures; first, the number of its first class;
// asked and below, its lines of text; spared, [sentence, whether it spares a check].
// A step: line, the line that runs (-1: none); why, the sentence; ask, what may be asked before it; now, the vector or part that it is
// about (-1: none); set, [place, state] of each vector that changes; box, the vectors of a box; table, the number of a table; facts, a
// line of text; parts, done, made: the parts that there are, the finished ones, the last one made (Mondrian only).
(function () {
  'use strict';
  var data = JSON.parse(document.getElementById('data').textContent), words = data.words;
  var run = data.runs[data.asked], steps = run.steps, at = 0, asking = false, looked = null, timer = null;
  var marks = {fails: '✗', out: '(✗)', satisfies: '✓', 'in': '(✓)', chosen: '✓ ★'};

  function byId(id) { return document.getElementById(id); }

  function each(selector, deal) { Array.prototype.forEach.call(document.querySelectorAll(selector), deal); }

  function element(tag, text, name) {
    var made = document.createElement(tag);
    if (text !== undefined) { made.textContent = text; }
    if (name) { made.className = name; }
    return made;
  }

  // A text of `words` with its values.
  function said(text, values) {
    return text.replace(/\{(\w+)\}/g, function (_, name) { return values[name]; });
  }

  // The number at the end of an id such as k4-p12.
  function placeOf(shape) { return Number(/\d+$/.exec(shape.id)[0]); }

  // Scroll a picture, if it is larger than its frame, so that a shape of it can be seen. The page itself stays where it is.
  function intoView(shape) {
    if (!shape) { return; }
    var frame = shape.closest('.scroll'), there = shape.getBoundingClientRect(), seen = frame.getBoundingClientRect();
    if (there.left < seen.left || there.right > seen.right) {
      frame.scrollLeft += (there.left + there.right - seen.left - seen.right) / 2;
    }
    if (there.top < seen.top || there.bottom > seen.bottom) {
      frame.scrollTop += (there.top + there.bottom - seen.top - seen.bottom) / 2;
    }
  }

  // The last step that is told. A step that is asked for is not.
  function answered() { return asking ? at - 1 : at; }

  // Of each vector the state at a step, and the step that told it: the changes of all steps up to it.
  function statesAt(place) {
    var states = {};
    for (var i = 0; i <= place; i++) {
      (steps[i].set || []).forEach(function (change) { states[change[0]] = {state: change[1], step: i}; });
    }
    return states;
  }

  function showLattice(step, states) {
    each('.v', function (field) {
      var place = placeOf(field), state = states[place] ? states[place].state : '';
      field.setAttribute('class', 'v ' + state + (place === step.now ? ' asked' : ''));
      byId('m' + place).textContent = marks[state] || '?';
      byId('b' + place).setAttribute('class', step.box && step.box.indexOf(place) >= 0 ? 'box on' : 'box');
    });
  }

  function showCuts(step) {
    each('#pictures-' + run.ids + ' .part', function (box) {
      var place = placeOf(box), there = step.parts.indexOf(place) >= 0;
      box.setAttribute('class', 'part' + (there ? ' there' : '') + (place === step.now ? ' asked' : ''));
    });
    each('#pictures-' + run.ids + ' .t', function (field) {
      var place = placeOf(field), made = place <= step.made, edge = byId(run.ids + 'e' + place);
      var name = (made ? '' : ' unmade') + (place === step.now ? ' asked' : '') + (step.done.indexOf(place) >= 0 ? ' done' : '');
      field.setAttribute('class', 't' + name);
      each('.of-' + run.ids + 't' + place, function (text) { text.setAttribute('visibility', made ? 'visible' : 'hidden'); });
      if (edge) { edge.setAttribute('visibility', made ? 'visible' : 'hidden'); }
    });
  }

  // The table as it would be published now. A row of a class below k, or that fails a rule, has a mark and a colour.
  function showTable(step) {
    var body = byId('rows');
    body.textContent = '';
    data.tables[step.table].forEach(function (number) {
      var one = data.classes[number], fails = one.n < run.k || one.fails, mine = step.parts && number === run.first + step.now;
      one.rows.forEach(function (row, place) {
        var line = element('tr', undefined, (fails ? 'fails' : '') + (mine ? ' mine' : '') + (place ? '' : ' first'));
        one.labels.concat(row).forEach(function (text) { line.appendChild(element('td', text)); });
        line.appendChild(element('td', place ? '' : one.size + (fails ? ' ✗ ' + one.fails : '')));
        line.addEventListener('click', function () { look(function () { return aboutClass(number); }); });
        body.appendChild(line);
      });
    });
  }

  // Why a vector, a part or a class is what it is at this step, in the words of the steps that told it.

  function told(place) { return said(words.at_step, {n: place + 1, why: data.texts[steps[place].why]}); }

  function aboutVector(place) {
    var known = statesAt(answered())[place], names = {vector: data.vectors[place]};
    if (!known) { return said(words.of_vector_unknown, names); }
    names.by = data.vectors[steps[known.step].now];
    return said(words['of_vector_' + known.state], names) + words.blank + told(known.step);
  }

  function aboutPart(place) {
    var made = -1, ended = -1;
    for (var i = 0; i <= answered(); i++) {
      if (made < 0 && place && steps[i].parts.indexOf(place) >= 0) { made = i; }
      if (ended < 0 && steps[i].done.indexOf(place) >= 0) { ended = i; }
    }
    return [made, ended].filter(function (step) { return step >= 0; }).map(told).join(words.blank) || words.of_whole;
  }

  function aboutClass(number) {
    var one = data.classes[number], values = {size: one.size, k: run.k, fails: one.fails};
    var why = said(one.n < run.k ? words.class_below : one.fails ? words.class_fails : words.class_of_k, values);
    return steps[at].parts ? why + words.blank + aboutPart(number - run.first) : why;
  }

  // Say something besides, and say it anew at every step until something else is asked.
  function look(about) {
    looked = about;
    byId('about').textContent = about ? about() : words.to_ask;
  }

  function show(place, ask) {
    at = Math.max(0, Math.min(steps.length - 1, place));
    asking = Boolean(ask) && steps[at].ask !== undefined && at > 0;
    var step = steps[at], seen = steps[answered()];
    each('.now', function (line) { line.classList.remove('now'); line.removeAttribute('aria-current'); });
    if (seen.line >= 0) {
      var line = byId('L' + seen.line), code = byId('code');
      line.classList.add('now');
      line.setAttribute('aria-current', 'step');
      code.scrollTop = Math.max(0, line.offsetTop - code.offsetTop - code.clientHeight / 2);
    }
    byId('why').textContent = asking ? data.texts[step.ask] + words.blank + words.answer_first : data.texts[step.why];
    byId('facts').textContent = seen.facts;
    byId('step').value = at + 1;
    byId('count').textContent = (at + 1) + ' / ' + steps.length;
    byId('first').disabled = byId('back').disabled = at === 0;
    byId('last').disabled = byId('forward').disabled = at === steps.length - 1 && !asking;
    if (step.parts) { showCuts(seen); } else { showLattice(seen, statesAt(answered())); }
    intoView(byId((step.parts ? run.ids + 't' : 'v') + seen.now));
    showTable(seen);
    look(asking ? null : looked);
    try { history.replaceState(null, '', address()); } catch (refused) { /* the page works without it */ }
  }

  function address() {
    var of_run = run === data.runs[data.asked] ? '' : 'k=' + run.k + (run.most < 0 ? '' : '&maxsup=' + run.most) + '&';
    return '#' + of_run + 'step=' + (at + 1);
  }

  // Show another run from its first step. The lists behind the page are made anew.
  function take(other) {
    run = other;
    steps = run.steps;
    each('.of-run', function (pictures) { pictures.hidden = pictures.id !== 'pictures-' + run.ids; });
    byId('asked').textContent = run.asked;
    byId('below').textContent = run.below;
    byId('step').max = steps.length;
    byId('k').value = run.k;
    if (byId('maxsup')) { byId('maxsup').value = run.most; }
    fill('all', steps.map(function (step) { return [step.why, false]; }));
    if (byId('spared')) { fill('spared', run.spared); }
    looked = null;
    enlarge();
  }

  function fill(id, sentences) {
    byId(id).textContent = '';
    sentences.forEach(function (one) { byId(id).appendChild(element('li', data.texts[one[0]], one[1] ? 'spares' : '')); });
  }

  function runOf(k, most) {
    return data.runs.filter(function (one) { return one.k === k && (one.most < 0 || one.most === most); })[0];
  }

  function chosen() {
    var most = byId('maxsup'), other = runOf(Number(byId('k').value), most ? Number(most.value) : -1);
    playing(false);
    if (other) { take(other); show(0); } else { take(run); byId('about').textContent = words.no_release; }
  }

  function playing(on) {
    if (timer) { clearInterval(timer); timer = null; }
    if (on) {
      if (at === steps.length - 1) { show(0); }
      timer = setInterval(function () {
        forward();
        if (at === steps.length - 1 && !asking) { playing(false); }
      }, 2000);
    }
    byId('play').textContent = on ? words.pause : words.play;
  }

  function go(place) { playing(false); show(place); }

  function forward() {
    if (asking) { show(at); } else if (at < steps.length - 1) { show(at + 1, byId('predict').checked); }
  }

  function fromAddress() {
    var found = {};
    location.hash.slice(1).split('&').forEach(function (part) { found[part.split('=')[0]] = Number(part.split('=')[1]); });
    var asked = data.runs[data.asked];
    var other = 'k' in found || 'maxsup' in found ? runOf('k' in found ? found.k : asked.k, 'maxsup' in found ? found.maxsup : asked.most) : asked;
    take(other || asked);
    show((found.step || 1) - 1);
  }

  // In a small window, and where the page is shown to a class, one part of the page is seen at a time.

  function panel(name) {
    ['code', 'picture', 'table'].forEach(function (other) {
      document.body.classList.toggle('of-' + other, other === name);
      byId('tab-' + other).setAttribute('aria-pressed', String(other === name));
    });
    show(at, asking);
  }

  function enlarge() {
    var large = byId('large').checked;
    document.body.classList.toggle('large', large);
    each('.scroll svg', function (svg) {
      ['width', 'height'].forEach(function (side, place) {
        svg.setAttribute(side, svg.viewBox.baseVal[side] * (large ? 1.6 : 1));
      });
    });
  }

  function shape(selector, about) {
    each(selector, function (field) {
      function asked() { look(function () { return about(placeOf(field)); }); }
      field.setAttribute('tabindex', '0');
      field.addEventListener('click', asked);
      field.addEventListener('keydown', function (event) {
        if (event.key === 'Enter') { event.preventDefault(); asked(); }
      });
    });
  }

  var keys = {ArrowRight: function () { playing(false); forward(); }, ArrowLeft: function () { go(at - 1); },
              Home: function () { go(0); }, End: function () { go(steps.length - 1); }, ' ': function () { playing(!timer); }};
  byId('first').addEventListener('click', keys.Home);
  byId('back').addEventListener('click', keys.ArrowLeft);
  byId('play').addEventListener('click', keys[' ']);
  byId('forward').addEventListener('click', keys.ArrowRight);
  byId('last').addEventListener('click', keys.End);
  byId('step').addEventListener('input', function () { go(Number(byId('step').value) - 1); });
  byId('k').addEventListener('change', chosen);
  if (byId('maxsup')) { byId('maxsup').addEventListener('change', chosen); }
  byId('large').addEventListener('change', function () { enlarge(); show(at, asking); });
  ['code', 'picture', 'table'].forEach(function (name) { byId('tab-' + name).addEventListener('click', function () { panel(name); }); });
  shape('.v', aboutVector);
  shape('.t', aboutPart);
  window.addEventListener('beforeprint', function () { each('details', function (list) { list.setAttribute('open', ''); }); });
  window.addEventListener('hashchange', fromAddress);
  window.addEventListener('resize', function () { show(at, asking); });
  // A button that was clicked gives up the focus, so that the space bar plays. Whoever came to it by keys presses it.
  document.addEventListener('click', function (event) {
    if (event.detail && event.target.closest('button, input[type=checkbox]')) { document.activeElement.blur(); }
  });
  document.addEventListener('keydown', function (event) {
    var tag = event.target.tagName, own = event.key === ' ' && /BUTTON|SUMMARY|A/.test(tag);      // keys that the element itself takes
    if (keys[event.key] && tag !== 'INPUT' && tag !== 'SELECT' && !own && !event.ctrlKey && !event.altKey && !event.metaKey) {
      event.preventDefault();
      keys[event.key]();
    }
  });
  document.body.classList.add('scripted');
  each('details', function (list) { list.removeAttribute('open'); });
  fromAddress();
  panel('picture');
}());
