// What is wrong with the picture or page in this window, as lines of text. Run by chromium.py.
// Every text is measured by its letters, from the top of a "d" to the foot of a "g". So two lines may stand close.

const TOP = 0.78, FOOT = 0.22, NEAR = 0.6;       // of the size of the font; pixels that are forgiven

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

// {text, shape} of every text of the pictures.
function textsOfPictures() {
  const found = [];
  for (const element of document.querySelectorAll('svg text')) {
    const text = own(element), frame = text.trim() && visible(element) ? element.getBBox() : null;
    if (frame && frame.width) {
      const size = parseFloat(getComputedStyle(element).fontSize), base = element.getStartPositionOfChar(0).y;
      found.push({text, element, size, shape: corners(element, frame.x, base - TOP * size, frame.width, (TOP + FOOT) * size)});
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
    let window_ = [-1e9, -1e9, 1e9, 1e9], floats = false;
    for (let at = parent; at; at = at.parentElement) {
      const style = getComputedStyle(at), frame = at.getBoundingClientRect();
      floats = floats || style.position === 'fixed' || style.position === 'sticky';
      if (style.overflowX !== 'visible' && at !== document.body && at !== document.documentElement)
        window_ = [Math.max(window_[0], frame.left), Math.max(window_[1], frame.top), Math.min(window_[2], frame.right),
                   Math.min(window_[3], frame.bottom)];
    }
    if (floats) continue;       // it lies over others on purpose
    for (const rect of range.getClientRects()) {
      const less = rect.height * 0.14, left = Math.max(rect.left, window_[0]), right = Math.min(rect.right, window_[2]);
      const top = Math.max(rect.top + less, window_[1]), bottom = Math.min(rect.bottom - less, window_[3]);
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

// Texts and shapes that leave their picture; texts that lie over the side of a box, or are too small.
function leaving(texts) {
  const found = [];
  for (const svg of document.querySelectorAll('svg')) {
    const {x, y, width, height} = svg.viewBox.baseVal, sheet = box(corners(svg, x, y, width, height));
    for (const element of svg.querySelectorAll('rect, circle, ellipse, line, polyline, polygon, path')) {
      const frame = element.getBBox();
      if (visible(element) && element.closest('defs') === null && !inside(corners(element, frame.x, frame.y, frame.width, frame.height), sheet))
        found.push(`${named(element.outerHTML)} leaves the picture`);
    }
    const boxes = [...svg.querySelectorAll('rect')].filter(visible).map(element => {
      const frame = element.getBBox();
      return box(corners(element, frame.x, frame.y, frame.width, frame.height));
    });
    for (const {text, size, shape} of texts.filter(text => text.element.ownerSVGElement === svg)) {
      if (!inside(shape, sheet)) found.push(`${named(text)} leaves the picture`);
      if (size < 10) found.push(`${named(text)} is written in ${size} pixels`);
      const [left, top, right, bottom] = box(shape), middle = (top + bottom) / 2;
      for (const [start, head, end, foot] of boxes)
        if (head < middle && middle < foot && [start, end].some(edge => left + 2 < edge && edge < right - 2))
          found.push(`${named(text)} leaves its box`);
    }
  }
  return found;
}

// Elements of a page that are wider than the window or than their box.
function wide() {
  const found = [], root = document.documentElement;
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

const root = document.documentElement;
if (root.localName === 'svg') {      // a picture, as wide as the window
  root.setAttribute('width', innerWidth);
  root.removeAttribute('height');
}
const pictured = textsOfPictures();
return [...broken(), ...overlaps([...pictured, ...textsOfPage()]), ...leaving(pictured), ...wide()];
