"""An INI file's text with other options: what is set is read back, and nothing else changes."""

from io import StringIO
from random import Random

import pytest

from conftest import seeds
from kanon.core.errors import DataError
from kanon.core.settings import ini
from kanon.core.settings.ini import pairs_of, section_of, with_settings


@pytest.mark.parametrize('text, values, expected', [
    ('', {'k': '5'}, '[kanon]\nk = 5\n'),
    ('; mine', {'k': ' 5 '}, '; mine\n[kanon]\nk = 5\n'),
    ('[kanon]\nk = 3', {'k': '5', 'missing_in': 'used'}, '[kanon]\nk = 5\nmissing-in = used\n'),
    ('[kanon]\n; why\nk : 3\n# and\nquasi = a\n', {'k': None, 'quasi': 'b, "c, d"'}, '[kanon]\n; why\n# and\nquasi = b, "c, d"\n'),
    ('[kanon]\nlimit = a<=1;\n  ; not b\n\n  c<=2\nk = 3\n', {'limit': 'a<=2'}, '[kanon]\nlimit = a<=2\n  ; not b\n\nk = 3\n'),
    ('[kanon]\nquasi = a\n  k = 3\nK = 4\n', {'k': '5'}, '[kanon]\nquasi = a\n  k = 3\nk = 5\n'),       # the second line goes on with quasi
    ('[kanon]\n  quasi = a\n  k = 3\n', {'quasi': None}, '[kanon]\nk = 3\n'),
    ('[kanon]\nlimit = a<=1\n    c<=2\n  \nquasi = a\n  b\n', {'quasi': None}, '[kanon]\nlimit = a<=1\n    c<=2\n  \n'),
    ('[kanon]\nk=3\nquasi = a\n\n  k = 4\n', {'quasi': None, 'k': '4'}, '[kanon]\nk = 4\n\n'),
    ('  [kanon]\n  quasi = a\n    b\n  k = 3\n', {'k': '5'}, '  [kanon]\nquasi = a\n    b\nk = 5\n'),
    ('[kanon]\nmax-suppression = 1%\nmax_suppression = 2%\n', {'max_suppression': '3%'}, '[kanon]\nmax-suppression = 3%\n'),
    ('[kanon]\r\nk = 3\r\n', {'na': 'NA;%(k)s', 'k': '4'}, '[kanon]\r\nk = 4\r\nna = NA;%(k)s\r\n'),
    ('[kanon]\nk = 3\n[DEFAULT]\n; none\n', {'totals': 'keep'}, '[kanon]\nk = 3\ntotals = keep\n[DEFAULT]\n; none\n'),
    ('[kanon]\nk = 3\n', {'na': ';NA', 'quasi': '[kanon]'}, None),
    ('[kanon]\nk = 3\n', {'quasi': '[kanon]', 'sensitive': '=;#%', 'publish': ''}, '[kanon]\nk = 3\nquasi = [kanon]\nsensitive = =;#%\npublish =\n'),
    ('[kanon]\nk = 3\n', {'quasi': 'a\nsensitive = b'}, None), ('[kanon]\nk = 3\n', {'quasi': 'a\rb'}, None),
    ('[kanon]\nk = 3\n', {'k': '0'}, None), ('[kanon]\nk = 3\n', {'k = 5\nquasi': 'a'}, None), ('[kanon]\nk = 3\n', {'output': 'a.csv'}, None),
    ('[other]\nk = 3\n', {'k': '5'}, None), ('k = 3\n', {'k': '5'}, None), ('[kanon]\nk = 3\n', {'quasi': '\ud800'}, None)])
def test_the_lines_of_options_are_replaced_added_or_taken_out(text, values, expected):
    """None: it is refused."""
    if expected is None:
        with pytest.raises(DataError):
            with_settings(text, values)
        return
    assert with_settings(text, values) == expected


# Options that take any text, for names and paths.
ANY = 'quasi', 'sensitive', 'publish', 'population', 'counts', 'person', 'columns'
SIGNS = ['a', 'b c', 'é', '年', ';', '#', '=', ':', '%', '%(k)s', '[', ']', '[kanon]', ',', '"', "'", '\\', '\t', '  ', '\n', '\r', '\r\n  ', '\nk = 1', '\0', '\x0b',
         '\x0c', '\x1c', '\x85', '\u2028', '\ufeff', '\xa0', '\ud800', 'DEFAULT', '!', '$', '\x1b[31m']


def drawn_ini(random):
    """An INI file's text and its options: with comments, empty lines, indented options and values of several lines."""
    lines, options = ['; made by hand', '', '[kanon]'], {}
    for name in random.sample([*ANY, 'limit', 'k'], random.randrange(7)):
        edge = ' ' * random.choice((0, 0, 0, 2) if len(lines) > 3 and lines[-1] == '' else (0,))
        value = {'limit': 'a<=1', 'k': '%d' % random.randrange(2, 30)}.get(name, random.choice(['a', 'b; c', 'x = 1', '50%', '']))
        options[name] = value
        lines.append('%s%s%s%s' % (edge, name.replace('_', random.choice('_-')), random.choice([' = ', '=', ': ']), value))
        if name == 'limit' and random.random() < .7:
            lines += ['    ; more', '    ; b<=2', '']
        lines += random.choice([[], ['; a comment: k = 7'], ['# another', '']])
    return random.choice(['\n', '\r\n']).join(lines) + random.choice(['', '\n']), options


def comments_of(text):
    return [line.strip() for line in StringIO(text, newline='') if line.strip()[:1] in tuple(';#')]


@pytest.mark.parametrize('seed', seeds(4000))
def test_what_is_set_is_read_back_and_adds_no_other_option(seed, tmp_path):
    random = Random(seed)
    text, _ = drawn_ini(random)
    before = {word.replace('-', '_'): value for word, value in pairs_of(text)}
    values = {name: random.choice([None, ''.join(random.choice(SIGNS) for _ in range(random.randrange(6)))]) for name in random.sample(ANY, random.randrange(1, 4))}
    try:
        made = with_settings(text, values)
    except DataError:
        assert any(value is not None for value in values.values())
        return
    path = str(tmp_path / 'd.ini')
    with open(path, 'w', encoding='utf-8', newline='') as file:
        file.write(made)
    after = {word.replace('-', '_'): value for word, value in section_of(path)}
    assert after == {**{name: value for name, value in before.items() if name not in values},
                     **{name: value.strip() for name, value in values.items() if value is not None}}
    assert comments_of(made) == comments_of(text)
    assert not any(set(value.strip()) & set('\n\r\0') for value in values.values() if value is not None)
    assert with_settings(made, values) == made


def test_most_drawn_values_can_be_set():
    def works(seed):
        random = Random(seed)
        try:
            return bool(with_settings(drawn_ini(random)[0], {'quasi': random.choice(SIGNS) + 'x'}))
        except DataError:
            return False
    assert .5 < sum(map(works, range(300))) / 300 < 1


def test_a_text_that_does_not_read_back_is_refused(monkeypatch):
    """Whatever a check of a value has let through."""
    monkeypatch.setattr(ini, 'option_text', lambda name, value, path: value)
    with pytest.raises(DataError, match='cannot be told apart'):
        with_settings('[kanon]\nk = 3\n', {'quasi': 'a\nsensitive = b'})
