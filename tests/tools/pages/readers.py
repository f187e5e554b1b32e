"""How a page is read in these tests."""

import re
from html.parser import HTMLParser

VOID = {'meta', 'br', 'hr'}
INLINE = {'code', 'strong', 'span'}


class Read(HTMLParser):
    """A page. It fails where an element is not closed in order. elements: (tag, attributes); texts: (the open elements, text)."""

    def __init__(self, text):
        super().__init__()
        self.source, self.open, self.texts, self.elements = text, [], [], []
        self.feed(text)
        self.close()
        assert not self.open, self.open

    def handle_starttag(self, tag, attributes):
        self.between(tag)
        self.elements.append((tag, dict(attributes)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))

    def handle_endtag(self, tag):
        assert self.open and self.open[-1] == tag, (tag, self.open)
        self.open.pop()
        self.between(tag)

    def between(self, tag):
        if tag not in INLINE:
            self.texts.append((('',), ' '))

    def handle_data(self, data):
        if 'style' not in self.open:
            self.texts.append((tuple(self.open), data))

    def words(self, *inside):
        """All text, or that inside of an element, with single blanks."""
        return re.sub(r'\s+', ' ', ''.join(text for where, text in self.texts if set(inside) <= set(where) or where == ('',)))


def read(path):
    with open(path, encoding='utf-8') as file:
        return Read(file.read())


NUMERIC = re.compile(r'[+-]?[\d,.]+%?|-|\d+ → \d+|more than \d+')


def misplaced(page, mixed=False):
    """Yield the columns of tables whose cells are all numbers and are not marked so, or are marked and hold a text.

    mixed: whether a column that is not marked may have numbers, as where a column of measures has texts on other pages.
    """
    for body in re.findall('<tbody>(.*?)</tbody>', page.source, re.S):
        rows = [re.findall('<t[dh]([^>]*)>(.*?)</t[dh]>', row) for row in re.findall('<tr>(.*?)</tr>', body)]
        for place, column in enumerate(zip(*rows)):
            if place and any(re.search(r'\d', text) for _, text in column):
                marked = all('class="number"' in attributes for attributes, _ in column)
                numeric = all(NUMERIC.fullmatch(re.sub('<[^>]*>', '', text)) for _, text in column)
                if marked != numeric and not (mixed and not marked):
                    yield column
