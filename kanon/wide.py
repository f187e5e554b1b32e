"""How wide a text is where every character has the same width: Chinese and other wide characters take two places.

Promise: columns padded by `left` and `right` line up on a terminal, whatever script they are in.
"""


def width(text) -> int:
    """The places a text takes.

    >>> width('age'), width('年龄'), width('e\\u0301')
    (3, 4, 1)
    """
    if text.isascii():
        return len(text)
    from unicodedata import category, east_asian_width      # few tables need it
    return sum(0 if category(char) in ('Mn', 'Me', 'Cf') else 2 if east_asian_width(char) in 'WF' else 1 for char in text)


def left(text, places) -> str:
    """The text with blanks behind it.

    >>> left('年龄', 6) + '|', right('年龄', 6)
    ('年龄  |', '  年龄')
    """
    return text + ' ' * (places - width(text))


def right(text, places) -> str:
    """The text with blanks before it."""
    return ' ' * (places - width(text)) + text
