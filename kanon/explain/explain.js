// Shows one step after the other. The page holds the steps as JSON, and the code and the pictures with an id for each part.
// A step: line, the line that runs (-1: none); why, the sentence; now, the vector or part that it is about (-1: none);
// set, [place, state] of each vector that changes; box, the vectors of a box; table, the number of a table; facts, a line of text;
// parts, the parts that there are (Mondrian only).
(function () {
  'use strict';
  var data = JSON.parse(document.getElementById('data').textContent);
  var steps = data.steps, at = 0, timer = null;
  var marks = {fails: '✗', out: '(✗)', satisfies: '✓', 'in': '(✓)', chosen: '✓ ★'};

  function byId(id) { return document.getElementById(id); }

  function each(selector, deal) { Array.prototype.forEach.call(document.querySelectorAll(selector), deal); }

  function element(tag, text, name) {
    var made = document.createElement(tag);
    if (text !== undefined) { made.textContent = text; }
    if (name) { made.className = name; }
    return made;
  }

  // Scroll a picture, if it is larger than its frame, so that a shape of it can be seen. The page itself stays where it is.
  function intoView(shape) {
    if (!shape) { return; }
    var frame = shape.parentNode;
    while (frame.className !== 'scroll') { frame = frame.parentNode; }
    var there = shape.getBoundingClientRect(), seen = frame.getBoundingClientRect();
    if (there.left < seen.left || there.right > seen.right) {
      frame.scrollLeft += (there.left + there.right - seen.left - seen.right) / 2;
    }
    if (there.top < seen.top || there.bottom > seen.bottom) {
      frame.scrollTop += (there.top + there.bottom - seen.top - seen.bottom) / 2;
    }
  }

  // The states of all vectors at a step: the changes of all steps up to it.
  function statesAt(place) {
    var states = {};
    for (var i = 0; i <= place; i++) {
      (steps[i].set || []).forEach(function (change) { states[change[0]] = change[1]; });
    }
    return states;
  }

  function showLattice(step, states) {
    each('.v', function (field) {
      var place = Number(field.id.slice(1)), state = states[place] || '';
      field.setAttribute('class', 'v ' + state + (place === step.now ? ' asked' : ''));
      byId('m' + place).textContent = marks[state] || '?';
      byId('b' + place).setAttribute('class', step.box && step.box.indexOf(place) >= 0 ? 'box on' : 'box');
    });
  }

  function showCuts(step) {
    each('.part', function (box) {
      var place = Number(box.id.slice(1));
      var there = step.parts.indexOf(place) >= 0;
      box.setAttribute('class', 'part' + (there ? ' there' : '') + (place === step.now ? ' asked' : ''));
    });
    each('.t', function (field) {
      var place = Number(field.id.slice(1)), made = place <= step.made;
      var name = (made ? '' : ' unmade') + (place === step.now ? ' asked' : '') + (step.done.indexOf(place) >= 0 ? ' done' : '');
      field.setAttribute('class', 't' + name);
      each('.of-t' + place, function (text) { text.setAttribute('visibility', made ? 'visible' : 'hidden'); });
      if (byId('e' + place)) { byId('e' + place).setAttribute('visibility', made ? 'visible' : 'hidden'); }
    });
  }

  // The table as it would be published now. A row of a class below k has a mark and a colour.
  function showTable(step) {
    var body = byId('rows');
    body.textContent = '';
    data.tables[step.table].forEach(function (number) {
      var one = data.classes[number];
      one.rows.forEach(function (row, place) {
        var line = element('tr', undefined, (one.fails ? 'fails' : '') + (number === step.one ? ' mine' : '') + (place ? '' : ' first'));
        one.labels.concat(row).forEach(function (text) { line.appendChild(element('td', text)); });
        line.appendChild(element('td', place ? '' : one.size + (one.fails ? ' ✗' : '')));
        body.appendChild(line);
      });
    });
  }

  function show(place) {
    at = Math.max(0, Math.min(steps.length - 1, place));
    var step = steps[at];
    each('.now', function (line) { line.classList.remove('now'); line.removeAttribute('aria-current'); });
    if (step.line >= 0) {
      var line = byId('L' + step.line), code = byId('code');
      line.classList.add('now');
      line.setAttribute('aria-current', 'step');
      code.scrollTop = Math.max(0, line.offsetTop - code.offsetTop - code.clientHeight / 2);
    }
    byId('why').textContent = step.why;
    byId('facts').textContent = step.facts;
    byId('step').value = at + 1;
    byId('count').textContent = (at + 1) + ' / ' + steps.length;
    byId('first').disabled = byId('back').disabled = at === 0;
    byId('last').disabled = byId('forward').disabled = at === steps.length - 1;
    if (step.parts) { showCuts(step); } else { showLattice(step, statesAt(at)); }
    intoView(byId((step.parts ? 't' : 'v') + step.now));
    showTable(step);
    try { history.replaceState(null, '', '#step=' + (at + 1)); } catch (refused) { /* the page works without it */ }
  }

  function playing(on) {
    if (timer) { clearInterval(timer); timer = null; }
    if (on) {
      if (at === steps.length - 1) { show(0); }
      timer = setInterval(function () {
        show(at + 1);
        if (at === steps.length - 1) { playing(false); }
      }, 2000);
    }
    byId('play').textContent = on ? data.pause : data.play;
  }

  function go(place) { playing(false); show(place); }

  function fromAddress() {
    var found = /^#step=(\d+)$/.exec(location.hash);
    return found ? Number(found[1]) - 1 : 0;
  }

  var keys = {ArrowRight: function () { go(at + 1); }, ArrowLeft: function () { go(at - 1); }, Home: function () { go(0); },
              End: function () { go(steps.length - 1); }, ' ': function () { playing(!timer); }};
  byId('first').addEventListener('click', keys.Home);
  byId('back').addEventListener('click', keys.ArrowLeft);
  byId('play').addEventListener('click', keys[' ']);
  byId('forward').addEventListener('click', keys.ArrowRight);
  byId('last').addEventListener('click', keys.End);
  byId('step').addEventListener('input', function () { go(Number(byId('step').value) - 1); });
  window.addEventListener('beforeprint', function () { byId('list').setAttribute('open', ''); });
  window.addEventListener('hashchange', function () { go(fromAddress()); });
  document.addEventListener('keydown', function (event) {
    var tag = event.target.tagName, own = event.key === ' ' && /BUTTON|SUMMARY|A/.test(tag);      // keys that the element itself takes
    if (keys[event.key] && tag !== 'INPUT' && !own && !event.ctrlKey && !event.altKey && !event.metaKey) {
      event.preventDefault();
      keys[event.key]();
    }
  });
  document.body.classList.add('scripted');
  byId('list').removeAttribute('open');
  show(fromAddress());
}());
