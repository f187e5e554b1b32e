"""Where the texts of an SVG picture stand, as `wide` measures them: which of them overlap, and which leave their sheet.

The size of the font is the height of a text: four fifths above its base line, one fifth below. Groups may be moved (translate).
A text may be turned by a quarter (rotate(-90 x y) or rotate(90 x y), around its own point).
"""

import re
import xml.etree.ElementTree as tree

from kanon.tools.pictures.svg import wide

SVG = '{http://www.w3.org/2000/svg}'
TOUCH = 0.5         # pixels that two texts may share, as rounding may move each of them


def texts(svg):
    """[(left, top, right, bottom, text)] of all texts that are not empty, in the order of the picture.

    >>> from kanon.tools.pictures.svg import Sheet
    >>> sheet, part = Sheet(100, 40, 'T', 'D'), Sheet(50, 20, 'P', 'Q')
    >>> part.text(10, 10, 'ab', size=10, anchor='end', tip='not seen')
    >>> sheet.paste(part, 20, 10)
    >>> texts(str(sheet))
    [(17.2, 12.0, 30.0, 22.0, 'ab')]
    """
    return [box for box in boxes(tree.fromstring(svg), 0, 0) if box[4]]


def boxes(element, x, y):
    moved = re.fullmatch(r'translate\(([-.\d]+)[ ,]+([-.\d]+)\)', element.get('transform', '')) if element.tag == SVG + 'g' else None
    if moved:
        x, y = x + float(moved[1]), y + float(moved[2])
    elif element.tag == SVG + 'text':
        yield box_of(element, x, y)
    for child in element:
        yield from boxes(child, x, y)


def box_of(element, x, y):
    text, size = element.text or '', float(element.get('font-size'))
    room = wide(text, size)
    start = -{'end': room, 'middle': room / 2}.get(element.get('text-anchor'), 0)
    left, top, right, bottom = start, -0.8 * size, start + room, 0.2 * size
    turned = re.match(r'rotate\((-?)90\b', element.get('transform', ''))
    if turned and turned[1]:
        left, top, right, bottom = top, -right, bottom, -left
    elif turned:
        left, top, right, bottom = -bottom, left, -top, right
    at = x + float(element.get('x')), y + float(element.get('y'))
    return (*(round(at[place % 2] + side, 2) for place, side in enumerate((left, top, right, bottom))), text)


def overlaps(svg):
    """The pairs of texts that overlap.

    >>> from kanon.tools.pictures.svg import Sheet
    >>> sheet = Sheet(100, 40, 'T', 'D')
    >>> sheet.text(10, 10, 'age'), sheet.text(20, 12, 'sex'), sheet.text(60, 12, 'zip')
    (None, None, None)
    >>> overlaps(str(sheet))
    [('age', 'sex')]
    """
    found, boxes_ = [], sorted(texts(svg))
    for place, (_, top, right, bottom, text) in enumerate(boxes_):
        for left, top_2, _, bottom_2, other in boxes_[place + 1:]:
            if left >= right - TOUCH:
                break
            if top < bottom_2 - TOUCH and top_2 < bottom - TOUCH:
                found.append((text, other))
    return found


def outside(svg):
    """The texts that leave their sheet.

    >>> from kanon.tools.pictures.svg import Sheet
    >>> sheet = Sheet(30, 40, 'T', 'D')
    >>> sheet.text(10, 20, 'age'), sheet.text(5, 40, 'sex'), sheet.text(5, 20, 'x')
    (None, None, None)
    >>> outside(str(sheet))
    ['age', 'sex']
    """
    _, _, width, height = map(float, tree.fromstring(svg).get('viewBox').split())
    return [text for left, top, right, bottom, text in texts(svg)
            if left < -TOUCH or top < -TOUCH or right > width + TOUCH or bottom > height + TOUCH]
