// What is wrong with the picture or page in this window, as lines of text. Run by chromium.py.
// Every text is measured by its letters, from the top of a "d" to the foot of a "g". So two lines may stand close.

const TOP = 0.78, FOOT = 0.22, NEAR = 0.6;       // of the size of the font; pixels that are forgiven
const root = document.documentElement;
const LEAST = 7.5;       // pixels of a letter on a page

function named(text) {
  const words = text.replace(/\s+/g, ' ').trim();
  return '"' + (words.length > 60 ? words.slice(0, 60) + '...' : words) + '"';
}

function visible(element) {
  return element.checkVisibility({checkOpacity: true, checkVisibilityCSS: true});
}

function own(element) {      // the text without the tip
  return [...element.childNodes].filter(node => node.nodeName !== 'title').map(node => node.textContent).join('');
}

// The four corners of a box of an SVG element, in pixels of the window. It may be turned.
function corners(element, x, y, width, height) {
  const matrix = element.getScreenCTM();
  return [[x, y], [x + width, y], [x + width, y + height], [x, y + height]].map(
    ([a, b]) => [matrix.a * a + matrix.c * b + matrix.e, matrix.b * a + matrix.d * b + matrix.f]);
}

function box(points) {
  const xs = points.map(point => point[0]), ys = points.map(point => point[1]);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

function rectangle(left, top, right, bottom) {
  return [[left, top], [right, top], [right, bottom], [left, bottom]];
}

// Two convex shapes lie apart if a line along one of their edges parts them.
function overlap(one, other) {
  for (const shape of [one, other])
    for (let at = 0; at < shape.length; at++) {
      const [x, y] = shape[at], [x2, y2] = shape[(at + 1) % shape.length], long = Math.hypot(x2 - x, y2 - y);
      if (!long) continue;
      const along = points => points.map(point => ((y - y2) * point[0] + (x2 - x) * point[1]) / long);
      const a = along(one), b = along(other);
      if (Math.max(...a) <= Math.min(...b) + NEAR || Math.max(...b) <= Math.min(...a) + NEAR) return false;
    }
  return true;
}

function inside(points, [left, top, right, bottom]) {
  return points.every(([x, y]) => x >= left - NEAR && x <= right + NEAR && y >= top - NEAR && y <= bottom + NEAR);
}

// What the boxes around an element that scroll or cut off leave of the window; null if it lies over the page on purpose.
function shownPart(element) {
  let found = [-1e9, -1e9, 1e9, 1e9];
  for (let at = element; at && at !== document.body && at !== document.documentElement; at = at.parentElement) {
    const style = getComputedStyle(at), frame = at.getBoundingClientRect();
    if (style.position === 'fixed' || style.position === 'sticky') return null;
    if (style.overflowX !== 'visible')
      found = [Math.max(found[0], frame.left), Math.max(found[1], frame.top), Math.min(found[2], frame.right), Math.min(found[3], frame.bottom)];
  }
  return found;
}

// {text, shape} of every text of the pictures. shown: whether no box around it cuts it off.
function textsOfPictures() {
  const found = [];
  for (const element of document.querySelectorAll('svg text')) {
    const text = own(element), frame = text.trim() && visible(element) ? element.getBBox() : null;
    if (frame && frame.width) {
      const size = parseFloat(getComputedStyle(element).fontSize), base = element.getStartPositionOfChar(0).y;
      const shape = corners(element, frame.x, base - TOP * size, frame.width, (TOP + FOOT) * size);
      const part = element.ownerSVGElement.parentElement ? shownPart(element.ownerSVGElement.parentElement) : [-1e9, -1e9, 1e9, 1e9];
      found.push({text, element, size, shape, shown: part !== null && inside(shape, part)});
    }
  }
  return found;
}

// {text, shape} of every line of text outside of the pictures, without what boxes that scroll do not show.
function textsOfPage() {
  const found = [], walk = document.body ? document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT) : null;
  while (walk && walk.nextNode()) {
    const node = walk.currentNode, parent = node.parentElement;
    if (!node.data.trim() || parent.closest('svg, script, style, option') || !visible(parent)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const part = shownPart(parent);
    if (!part) continue;
    for (const rect of range.getClientRects()) {
      const less = rect.height * 0.14, left = Math.max(rect.left, part[0]), right = Math.min(rect.right, part[2]);
      const top = Math.max(rect.top + less, part[1]), bottom = Math.min(rect.bottom - less, part[3]);
      if (right - left > 1 && bottom - top > 1) found.push({text: node.data, element: parent, shape: rectangle(left, top, right, bottom)});
    }
  }
  return found;
}

function overlaps(texts) {
  const found = [], rows = texts.map(text => ({...text, frame: box(text.shape)})).sort((a, b) => a.frame[1] - b.frame[1]);
  for (let at = 0; at < rows.length; at++)
    for (let next = at + 1; next < rows.length && rows[next].frame[1] < rows[at].frame[3]; next++)
      if (overlap(rows[at].shape, rows[next].shape)) found.push(`${named(rows[at].text)} lies over ${named(rows[next].text)}`);
  return found;
}

// Texts and shapes that leave their picture; texts that the border of a box goes through, or that are too small.
function leaving(texts) {
  const found = [];
  for (const svg of document.querySelectorAll('svg')) {
    const {x, y, width, height} = svg.viewBox.baseVal, sheet = box(corners(svg, x, y, width, height));
    for (const element of svg.querySelectorAll('rect, circle, ellipse, line, polyline, polygon, path')) {
      const frame = element.getBBox();
      if (visible(element) && element.closest('defs') === null && !inside(corners(element, frame.x, frame.y, frame.width, frame.height), sheet))
        found.push(`${named(element.outerHTML)} leaves the picture`);
    }
    const boxes = [...svg.querySelectorAll('rect')].filter(
      element => visible(element) && getComputedStyle(element).stroke !== 'none').map(element => {
      const frame = element.getBBox();
      return box(corners(element, frame.x, frame.y, frame.width, frame.height));
    });
    for (const {text, size, shape} of texts.filter(text => text.element.ownerSVGElement === svg)) {
      if (!inside(shape, sheet)) found.push(`${named(text)} leaves the picture`);
      const matrix = svg.getScreenCTM(), seen = size * Math.sqrt(matrix.a * matrix.d - matrix.b * matrix.c);
      if (size < 10) found.push(`${named(text)} is written in ${size} pixels`);
      else if (svg !== root && seen < LEAST) found.push(`${named(text)} is shown in ${seen.toFixed(1)} pixels`);
      const [left, top, right, bottom] = box(shape), middle = (top + bottom) / 2;
      for (const [start, head, end, foot] of boxes)
        if (head < middle && middle < foot && [start, end].some(edge => left + 2 < edge && edge < right - 2))
          found.push(`${named(text)} leaves its box`);
    }
  }
  return found;
}

// What is in the same place: the shapes that are painted over a text, and the colour on which it stands.

function rgb(colour, opacity, below) {       // the opaque colour that one sees
  const [red, green, blue, alpha = 1] = colour.match(/[\d.]+/g).map(Number);
  return [red, green, blue].map((value, at) => value * alpha * opacity + below[at] * (1 - alpha * opacity));
}

function light([red, green, blue]) {     // relative luminance, as WCAG 2 defines it
  const linear = [red, green, blue].map(value => value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
  return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
}

function contrast(one, other) {
  const [less, more] = [light(one), light(other)].sort((a, b) => a - b);
  return (more + 0.05) / (less + 0.05);
}

function opacity(element, svg) {
  let found = Number(getComputedStyle(element).fillOpacity);
  for (let at = element; at !== svg; at = at.parentElement) found *= Number(getComputedStyle(at).opacity);
  return found;
}

function covers(shape, [x, y]) {
  const point = new DOMPoint(x, y).matrixTransform(shape.getScreenCTM().inverse());
  return shape.isPointInFill(point);
}

function under(texts) {
  const found = [];
  for (const svg of document.querySelectorAll('svg')) {
    const shapes = [...svg.querySelectorAll('rect, circle, ellipse, polygon, path')].filter(
      shape => visible(shape) && !shape.closest('defs') && getComputedStyle(shape).fill !== 'none' && opacity(shape, svg) > 0.1
    ).map(shape => ({shape, frame: shape.getBoundingClientRect()}));
    for (const {text, element, shape: [[x, y], [x2, y2], , [x4, y4]]} of texts.filter(text => text.element.ownerSVGElement === svg)) {
      const at = (across, down) => [x + (x2 - x) * across + (x4 - x) * down, y + (y2 - y) * across + (y4 - y) * down];
      const points = [0.02, 0.14, 0.26, 0.38, 0.5, 0.62, 0.74, 0.86, 0.98].flatMap(across => [0.2, 0.5, 0.8].map(down => at(across, down)));
      const papers = [0.1, 0.5, 0.9].map(across => ({point: at(across, 0.5), colour: [255, 255, 255]}));
      let hidden = false;
      for (const {shape, frame} of shapes) {
        const within = ([a, b]) => a >= frame.left && a <= frame.right && b >= frame.top && b <= frame.bottom;
        if (shape.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING)
          hidden = hidden || points.some(point => within(point) && covers(shape, point));
        else
          for (const paper of papers)
            if (within(paper.point) && covers(shape, paper.point))
              paper.colour = rgb(getComputedStyle(shape).fill, opacity(shape, svg), paper.colour);
      }
      const inks = papers.map(paper => contrast(rgb(getComputedStyle(element).fill, opacity(element, svg), paper.colour), paper.colour));
      const differs = Math.min(...inks);
      if (hidden) found.push(`${named(text)} is painted over`);
      else if (differs < 4.5) found.push(`${named(text)} is hard to read: its contrast is ${differs.toFixed(1)}`);
    }
  }
  return found;
}

// Elements of a page that are wider than the window or than their box.
function wide() {
  const found = [];
  if (root.namespaceURI.endsWith('svg')) return found;
  const scrolls = element => element && element !== document.body && element !== root
    && (getComputedStyle(element).overflowX !== 'visible' || scrolls(element.parentElement));
  for (const element of document.body.querySelectorAll('*')) {
    if (element.ownerSVGElement || !visible(element) || scrolls(element.parentElement)) continue;
    const frame = element.getBoundingClientRect(), style = getComputedStyle(element);
    if (frame.width && frame.right > innerWidth + 1)
      found.push(`<${element.localName}> ${named(element.textContent)} ends at ${Math.round(frame.right)} of ${innerWidth} pixels`);
    if (style.overflowX === 'visible' && element.clientWidth && element.scrollWidth > element.clientWidth + 1)
      found.push(`<${element.localName}> ${named(element.textContent)} is wider than its box`);
  }
  if (root.scrollWidth > innerWidth + 1) found.push(`the page is ${root.scrollWidth} pixels wide in a window of ${innerWidth}`);
  return found;
}

function broken() {
  return document.querySelector('parsererror') ? ['not well-formed XML: ' + named(document.querySelector('parsererror').textContent)] : [];
}

if (root.localName === 'svg') {      // a picture, as wide as the window
  root.setAttribute('width', innerWidth);
  root.setAttribute('height', innerWidth * root.viewBox.baseVal.height / root.viewBox.baseVal.width);
}
const pictured = textsOfPictures();
return [...broken(), ...overlaps([...pictured.filter(text => text.shown), ...textsOfPage()]), ...leaving(pictured), ...under(pictured), ...wide()];
