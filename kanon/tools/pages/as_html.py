"""HTML in a few functions: elements, tables, and the frame of a page.

Promise: a text is escaped wherever it stands, unless it is Html already. What cannot be printed is
shown as in the reports. The page names nothing outside of itself, and its policy forbids the
browser to load anything.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections import namedtuple
from hashlib import sha256
from html import escape

from ...core.errors import one_line
from ...core.tables.text_table import width
from ...core.voice import LANGUAGES, speaking

WORD = 28           # characters that stand on one line of a cell
LONGEST = 400       # characters of a text that are shown; a value can be a whole file
# With the hash of the one style of a page, and of its one script if it has one.
POLICY = "default-src 'none'; style-src %s"
HEAD = '''<!DOCTYPE html>
<html lang="%s">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="%s">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>%s</title>
<style>%s</style>
</head>
<body>
'''
STYLE = '''
:root { color-scheme: light; }
body { margin: 0; background: #fff; color: #222; \
font: 16px/1.45 Helvetica, Arial, "DejaVu Sans", "Noto Sans CJK SC", sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 1rem; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .5rem; }
h2 { font-size: 1.15rem; margin: 1.4rem 0 .4rem; border-bottom: 1px solid #5a5a5a; }
h3 { font-size: 1rem; margin: 1rem 0 .3rem; }
p, ul { margin: .35rem 0; }
ul { padding-left: 1.2rem; }
.finding { font-size: 1.1rem; border: 2px solid #222; padding: .6rem .8rem; margin: .6rem 0; }
.heed { border-left: 6px solid #222; padding-left: .6rem; }
.note { color: #5a5a5a; font-size: .9rem; }
.scroll { overflow-x: auto; margin: .4rem 0; }
table { border-collapse: collapse; font-size: .9rem; overflow-wrap: normal; }
.long { overflow-wrap: anywhere; min-width: 10rem; }
th, td { text-align: left; vertical-align: top; padding: .2rem .6rem .2rem 0; \
border-bottom: 1px solid #c8c8c8; }
th { font-weight: bold; }
.short { white-space: nowrap; }
.wide td:last-child { min-width: 14rem; }
.number { text-align: right; }
td.number { white-space: nowrap; }
code, pre { font-family: "DejaVu Sans Mono", Consolas, Menlo, "Noto Sans Mono CJK SC", monospace; \
font-size: .85em; }
pre { white-space: pre-wrap; background: #f4f4f4; padding: .4rem .6rem; margin: .3rem 0; }
figure { margin: .8rem 0; }
svg { max-width: 100%; height: auto; }
.parts svg { display: block; margin-bottom: .6rem; }
.decide, .fields { width: 100%; }
.decide th, .fields th { white-space: nowrap; }
.decide td:last-child { min-width: 6rem; }
.decide tbody td:last-child, .fields td { border-bottom: 1px solid #222; }
.fields td { width: 100%; }
.internal { background: #222; color: #fff; font-weight: bold; padding: .4rem .8rem; \
margin: .6rem 0; }
.sheet { display: none; }
.sign { display: flex; flex-wrap: wrap; gap: 1rem; margin-top: 1.2rem; break-inside: avoid; }
.sign div { flex: 1 1 12rem; border-bottom: 1px solid #222; height: 2.4rem; }
@media (max-width: 34rem) {
  th, td { padding-right: .45rem; }
  th.short { white-space: normal; }
  .wide td:last-child { min-width: 8rem; }
  figure { overflow-x: auto; }
  svg { max-width: none; }
}
@page { margin: 9mm 12mm; }
@media print {
  body { font-size: 7.7pt; line-height: 1.19; }
  main { max-width: none; padding: 0; }
  h1 { font-size: 12.5pt; margin-bottom: .6mm; }
  h2 { font-size: 9.5pt; margin: 1.8mm 0 .6mm; break-after: avoid; }
  h3 { font-size: 8.6pt; break-after: avoid; }
  p, ul, .scroll, pre { margin: .5mm 0; }
  .finding { font-size: 9pt; padding: 1.2mm 2mm; margin: 1mm 0; }
  table, .note { font-size: 7.2pt; }
  th, td { padding: .2mm 3mm .2mm 0; }
  tr, figure, pre, .approval { break-inside: avoid; }
  .parts { break-inside: auto; }
  .parts svg { break-inside: avoid; margin-bottom: 1mm; }
  .parts svg:first-child { break-after: avoid; }
  svg { max-height: 225mm; }
  .fields th, .fields td { padding-top: 2mm; }
  .internal { padding: 1mm 2mm; margin: 1mm 0; border: 2px solid #222; }
  .sheet { display: block; position: fixed; top: 0; bottom: 0; left: 0; width: 6mm; \
writing-mode: vertical-rl; text-align: center;
           font-size: 11pt; font-weight: bold; line-height: 6mm; border: 1px solid #222; }
  .sheet ~ * { margin-left: 9mm; }
  thead { display: table-header-group; }
  .scroll { overflow: visible; }
  pre { padding: .6mm 1.5mm; break-before: avoid; }
  code, pre { font-size: 7.2pt; }
  figure { margin: 1mm 0; }
  .small svg { max-height: 44mm; }
  .details { break-before: page; }
  .sign { margin-top: 2mm; }
  .sign div { height: 9mm; }
}
'''


class Html(str):
    """A text that is HTML, and so is not escaped again. What is put into it is.

    >>> Html('<p>{a}</p>').format(a='x < y'), Html('{a}').format(a=Html('<br>'))
    ('<p>x &lt; y</p>', '<br>')
    """

    def join(self, parts):
        return Html(str.join(self, map(shown, parts)))

    def format(self, **values):
        escaped = {name: value if isinstance(value, (int, float)) else shown(value)
                   for name, value in values.items()}
        return Html(str.format(self, **escaped))


def html_speaker(language):
    """A function from a key and values to the text in a language, as Html.

    >>> html_speaker('en')('sum', read=12, published=9, suppressed=2, missing=1)
    '12 records read = 9 published + 2 suppressed + 1 left out'
    """
    def written(text):
        return Html(escape(text, quote=False))

    def listed(comma, names):
        return joined_html(names, comma)
    return speaking.speaker(language, written, listed)


def shown(text) -> Html:
    """A text as HTML, cut where it is long.

    >>> shown('<script>\\x00&"'), shown('x' * 500)[-3:]
    ('&lt;script&gt;\\\\x00&amp;&quot;', 'xx…')
    """
    if isinstance(text, Html):
        return text
    text = one_line(text)
    return Html(escape(text if len(text) <= LONGEST else text[:LONGEST] + '…'))


def element(tag, *parts, **attributes) -> Html:
    """An element with its parts, Html or text. class_ stands for class.

    >>> element('p', 'a < b ', element('code', 'x'), class_='note')
    '<p class="note">a &lt; b <code>x</code></p>'
    """
    at = ''
    for name, value in attributes.items():
        if value is not None:
            at += ' %s="%s"' % (name.rstrip('_'), shown(value))
    return Html('<%s%s>%s</%s>' % (tag, at, ''.join(map(shown, parts)), tag))


def joined_html(parts, between) -> Html:
    return shown(between).join(parts)


def code(text) -> Html:
    """What is typed or read as it is, such as a command. It is never cut."""
    return element('code', Html(escape(one_line(text))))


def command_block(text) -> Html:
    return element('pre', code(text))


def bullets(*items) -> Html:
    if not items:
        return Html()
    return element('ul', *(element('li', item) for item in items))


def table(head, rows, numbers=(), class_=None) -> Html:
    """A table whose first cell of each row is its heading.

    head: the headings of the columns, () for none. numbers: the places of columns of numbers.
    """
    parts = []
    if head:
        cells = [head_cell(cell, place in numbers) for place, cell in enumerate(head)]
        parts.append(element('thead', element('tr', *cells)))
    body = [table_row(row, numbers) for row in rows]
    parts.append(element('tbody', *body))
    return element('div', element('table', *parts, class_=class_), class_='scroll', tabindex='0')


def head_cell(cell, is_number) -> Html:
    shape = 'number' if is_number else cell_shape(cell, 14)
    return element('th', cell, scope='col', class_=shape)


def table_row(row, numbers) -> Html:
    cells = []
    for place, cell in enumerate(row):
        tag, scope, places = ('td', None, 14) if place else ('th', 'row', 22)
        shape = 'number' if place in numbers else cell_shape(cell, places)
        cells.append(element(tag, cell, scope=scope, class_=shape))
    return element('tr', *cells)


def cell_shape(cell, places):
    """'short' for a text that stays on one line, 'long' for one with a word that no line can hold.

    None for any other.

    >>> cells = '(1, 0, 1, 2)', 'everybody who is named here', 'x' * 40
    >>> [cell_shape(cell, 14) for cell in cells]
    ['short', None, 'long']
    """
    text = re.sub('<[^>]*>', '', cell)
    if width(text) <= places:
        return 'short'
    longest = max(map(len, text.split()), default=0)
    return 'long' if longest > WORD else None


def figure(sheet) -> Html:
    """A picture, which says by itself what it shows.

    One that was stacked is parted there, so that no sheet of paper slices a legend.
    """
    parts = map(Html, sheet.parts or [sheet])
    return element('figure', *parts, class_='parts' if sheet.parts else None)


def head(title, language, style, script='') -> str:
    """A page up to the begin of its body.

    script: the text of its one script element, which alone may run.
    """
    policy = POLICY % hashed(style)
    if script:
        policy += '; script-src %s' % hashed(script)
    return HEAD % (LANGUAGES[language][1], escape(policy, quote=False), shown(title), style)


def hashed(text) -> str:
    """The source expression of a policy that allows this text of an element, and no other.

    >>> hashed('x')
    "'sha256-LXEWQrcmsEQBYnyp+6wy9chTD7GQPMTbAiWHF5IaSIE='"
    """
    return "'sha256-%s'" % b64encode(sha256(text.encode('utf-8')).digest()).decode()


def framed(title, language, *parts) -> Html:
    """The whole page."""
    body = '\n'.join(map(shown, parts))
    return Html('%s<main>\n%s\n</main>\n</body>\n</html>' % (head(title, language, STYLE), body))


# Where a part of a report stands on its page.

# where: the place on the page. part: its name or, where one sentence says several, their names with
# blanks between them. said(say, report): what stands there, one by one.
Place = namedtuple('Place', ('where', 'part', 'said'))


def said_at(places, where, say, report) -> list:
    """What stands at a place of a page, in the order of the page.

    >>> places = Place('head', 'k', lambda say, report: ['k', report['k']]), Place(None, 'l', None)
    >>> said_at(places, 'head', None, {'k': 4})
    ['k', 4]
    """
    texts: list = []
    for place in places:
        if place.where == where:
            texts += place.said(say, report)
    return texts
