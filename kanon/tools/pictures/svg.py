"""A sheet of shapes and texts, and its SVG text.

Promise: the text is well-formed XML, whatever the texts hold. The same shapes give the same bytes. A text that is given
`room` does not leave it: it is cut short, and the whole of it is shown when one points at it.
No font can be loaded, so the browser takes one that the machine has. `wide` measures a text for DejaVu Sans, the widest of the
fonts that SANS names. In another font a text is a little shorter. tests/browser compares it with what a browser measures.
"""

from __future__ import annotations

from html import escape     # xml.sax.saxutils would import urllib, in 25 ms

from ...core.errors import one_line
from ...core.tables.text_table import width
from ...core.voice import LANGUAGES

MARGIN = 16     # of a title and the sentences below it
SANS = 'Helvetica, Arial, DejaVu Sans, Noto Sans CJK SC, sans-serif'

INK, PALE, LINE, EDGE, PAPER = '#222222', '#5a5a5a', '#c8c8c8', '#767676', '#ffffff'      # LINE is for rulings, EDGE for what joins two shapes
# Colours that colour-blind people can tell apart (after Okabe and Ito, Color Universal Design). Their greys differ, too: from dark to light.
# Their contrast with PAPER is 3:1 or more, as WCAG 2.1 asks of shapes.
BLUE, RED, GREEN, ORANGE, SKY = '#0072b2', '#d55e00', '#009e73', '#c08400', '#3a93c9'

NARROW, BROAD = frozenset(" !'(),-./:;I[]fijlrt|"), frozenset('#%&+<=>@MW^mw~')      # ASCII characters, by their width
CHINESE_MARKS = '，。；：、'       # a line may end behind one of them
BROADER = frozenset('ÆæŒœŉЉЊЖШЩЫЮжфшщюљњωώ')      # Latin, Greek and Cyrillic letters that are wider than others


class Sheet:
    """Shapes on a sheet of width x height, all in pixels. x goes right, y goes down.

    title, description: what a screen reader says of the picture. language: of the texts; only another than English is named.

    >>> sheet = Sheet(120, 40, 'Ages', 'One bar.')
    >>> sheet.rect(10, 10.25, 30, 20, fill=BLUE, tip='[20-29]: 5 records')
    >>> sheet.text(10, 38, 'a < b', room=20)
    >>> print(sheet)        # doctest: +NORMALIZE_WHITESPACE
    <svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 120 40" width="120" height="40"
     font-family="Helvetica, Arial, DejaVu Sans, Noto Sans CJK SC, sans-serif"><title>Ages</title><desc>One bar.</desc>
    <rect width="100%" height="100%" fill="#ffffff"/>
    <rect x="10" y="10.25" width="30" height="20" fill="#0072b2"><title>[20-29]: 5 records</title></rect>
    <text x="10" y="38" font-size="12" fill="#222222">a…<title>a &lt; b</title></text>
    </svg>
    """

    def __init__(self, width_, height, title, description):
        self.width, self.height, self.title, self.description = width_, height, title, description
        self.language, self._shapes, self.parts = 'en', [], []      # parts: the sheets that it was stacked from

    def add(self, tag, text=None, tip=None, **attributes):
        """Any element. tip: shown when one points at it. In the names of attributes _ stands for -."""
        at = ''.join(' %s="%s"' % (name.rstrip('_').replace('_', '-'), attribute(value))
                     for name, value in attributes.items() if value is not None)
        inner = (content(text) if text is not None else '') + ('<title>%s</title>' % content(tip) if tip else '')
        self._shapes.append('<%s%s>%s</%s>' % (tag, at, inner, tag) if inner else '<%s%s/>' % (tag, at))

    def rect(self, x, y, width_, height, **attributes):
        self.add('rect', x=x, y=y, width=width_, height=height, **attributes)

    def circle(self, x, y, radius, **attributes):
        self.add('circle', cx=x, cy=y, r=radius, **attributes)

    def line(self, x1, y1, x2, y2, stroke=LINE, **attributes):
        self.add('line', x1=x1, y1=y1, x2=x2, y2=y2, stroke=stroke, **attributes)

    def path(self, points, **attributes):
        """A line through (x, y) points."""
        self.add('polyline', points=' '.join('%s,%s' % (two_decimals(x), two_decimals(y)) for x, y in points), fill='none', **attributes)

    def text(self, x, y, text, size=12, anchor=None, room=None, fill=INK, tip=None, **attributes):
        """A line of text that begins at x, or ends (anchor='end') or lies around it (anchor='middle'). y: its base line.

        room: the pixels that it may take.
        """
        text = one_line(text)       # so that what is measured is what is shown
        shown = text if room is None else cut_to_room(text, room, size)
        self.add('text', shown, tip or (text if shown != text else None), x=x, y=y, font_size=size, text_anchor=anchor, fill=fill,
                 **attributes)

    def paste(self, other, x, y):
        """Another sheet, with its upper left corner here."""
        self._shapes.append('<g transform="translate(%s %s)">\n%s\n</g>' % (two_decimals(x), two_decimals(y), '\n'.join(other._shapes)))

    def __str__(self):
        language = '' if self.language == 'en' else ' lang="%s"' % LANGUAGES[self.language][1]
        return ('<svg xmlns="http://www.w3.org/2000/svg"%s role="img" viewBox="0 0 %s %s" width="%s" height="%s" font-family="%s">'
                '<title>%s</title><desc>%s</desc>\n<rect width="100%%" height="100%%" fill="%s"/>\n%s\n</svg>'
                % (language, two_decimals(self.width), two_decimals(self.height), two_decimals(self.width), two_decimals(self.height), SANS,
                   content(self.title), content(self.description), PAPER, '\n'.join(self._shapes)))


def stacked(sheets, space=24) -> Sheet:
    """Sheets below each other as one sheet.

    >>> both = stacked([Sheet(50, 20, 'A', 'One.'), Sheet(80, 30, 'B', 'Two.')])
    >>> both.width, both.height, both.title, both.description
    (80, 74, 'A; B', 'One. Two.')
    """
    sheets = list(sheets)
    whole = Sheet(max(sheet.width for sheet in sheets), sum(sheet.height for sheet in sheets) + space * (len(sheets) - 1),
                  '; '.join(sheet.title for sheet in sheets), ' '.join(sheet.description for sheet in sheets))
    y, whole.parts = 0, sheets
    for sheet in sheets:
        whole.paste(sheet, 0, y)
        y += sheet.height + space
    return whole


def headed(title, sentences, width_=800) -> tuple:
    """A sheet with its title and sentences at the top, and the y below them. Its height is to be set when all is drawn.

    >>> sheet, y = headed('Ages', ['Five bars.', 'Three are red.'])
    >>> sheet.description, y
    ('Five bars. Three are red.', 70)
    """
    sheet, y = Sheet(width_, 0, title, ' '.join(sentences)), 24
    lines = folded_lines(title, 0.9 * (width_ - 2 * MARGIN), 16, 3)       # a bold font is wider
    for line in lines:
        sheet.text(MARGIN, y, line, size=16, tip=title if lines != [title] else None, font_weight='bold')
        y += 20
    for sentence in sentences:
        for line in folded_lines(sentence, width_ - 2 * MARGIN, 12, 3):
            sheet.text(MARGIN, y + 2, line, fill=PALE)
            y += 18
    return sheet, y - 10


def wide(text, size=12) -> float:
    """The pixels that a text takes, at most, in the fonts of SANS. Chinese characters are as wide as they are high.

    >>> wide('age', 10), wide('年龄', 10), wide('ill', 10), wide('\\x00', 10) == wide('0x00', 10)
    (19.2, 20.0, 12.6, True)
    """
    return round(sum(map(tenths, one_line(text))) * size / 10, 1)


def tenths(char) -> float:
    """The width of a character in tenths of the size of its font."""
    if not char.isascii():
        from unicodedata import normalize       # few texts need it
        base = normalize('NFD', char)[0]        # an accent takes no room
        if not base.isascii():
            return tenths_beyond_ascii(char)
        char = base
    return 4.2 if char in NARROW else 10 if char in BROAD else 7.9 if char.isupper() else 6.4


def tenths_beyond_ascii(char) -> float:
    if width(char) == 0:        # a mark above or below a letter; where the font has no place for it, it stands by itself
        return 0 if char < '\u0370' else 6.4
    if width(char) == 2:
        return 13 if '\U0001f000' <= char < '\U00020000' else 10         # emoji, Chinese
    if char < '\u0600' and char.isalpha():      # Latin, Greek, Cyrillic, Hebrew
        return 11 if char in BROADER else 8.8 if char.isupper() else 7.9
    return 13 if char.isalpha() else 10


def cut_to_room(text, room, size=12) -> str:
    """The text or, if it takes more room than this, its beginning and an ellipsis.

    >>> cut_to_room('Married-civ-spouse', 64), cut_to_room('Married', 60), cut_to_room('Married', 5)
    ('Married…', 'Married', '')
    """
    text, room = one_line(text), room + 1e-6        # sums of floats
    if wide(text, size) <= room:
        return text
    fits = fitting(text, room - wide('…', size), size)
    return text[:fits].rstrip() + '…' if fits else ''


def fitting(text, room, size) -> int:
    """How many characters of the text fit."""
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if wide(text[:middle], size) <= room else (low, middle - 1)
    return low


def folded_lines(text, room, size=12, most=3) -> list:
    """The text as lines that take no more room than this, at most so many. What does not fit on the last line is cut off.

    >>> folded_lines('age, gender, marital_status', 86), folded_lines('age, gender, marital_status', 60, most=2)
    (['age, gender,', 'marital_stat', 'us'], ['age,', 'gender…'])
    >>> folded_lines('k = 4，每个等价类', 50)
    ['k = 4，', '每个等价', '类']
    """
    text = one_line(text)
    lines: list = []
    while len(lines) < most - 1 and wide(text, size) > room:
        fits = fitting(text, room, size) or 1
        space, marked = text.rfind(' ', 1, fits + 1), 1 + max(text.rfind(mark, 1, fits) for mark in CHINESE_MARKS)
        end = marked if 2 * marked > fits else fits if space < 0 else space
        lines.append(text[:end])
        text = text[end:].lstrip(' ')
    return [*lines, cut_to_room(text, room, size)]


def content(text) -> str:
    """A text as XML. What cannot be printed is escaped as in the reports.

    >>> content('<script>\\x00]]>')
    '&lt;script&gt;\\\\x00]]&gt;'
    """
    return escape(one_line(text), quote=False)


def attribute(value) -> str:
    return escape(two_decimals(value) if isinstance(value, (int, float)) else one_line(value))


def two_decimals(value) -> str:
    """A number with at most two decimals.

    >>> two_decimals(3), two_decimals(2.5), two_decimals(0.126), two_decimals(-0.001), two_decimals(12345678)
    ('3', '2.5', '0.13', '0', '12345678')
    """
    text = '%.2f' % value
    text = text.rstrip('0').rstrip('.')
    return '0' if text == '-0' else text
