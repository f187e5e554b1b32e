"""What a step did, in a sentence, and the lines of a trace.

voice/of_explaining.py has the texts.
"""

from __future__ import annotations

from functools import lru_cache

from ...core.desk.as_text import option_word
from ...core.voice import LANGUAGES
from ...core.voice.speaking import speaker
from ..voice.of_explaining import TEXTS

# Kinds of steps that belong to the one before. A trace indents them.
WITHIN = frozenset('''
    fails satisfies fails_alone satisfies_alone known_to_fail known_to_satisfy
    known_to_satisfy_counted not_ruled_out all_of_it half half_ruled_out better kept settled single
    distinct raise'''.split())
MOST_COUNTS = 24        # values of a frequency set that a sentence names
# {kind of a step: the key of the question that may be asked before it}
QUESTIONS = {
    'try': 'ask_try', 'classes': 'ask_classes', 'satisfies': 'ask_verdict', 'fails': 'ask_verdict',
    'satisfies_alone': 'ask_alone', 'fails_alone': 'ask_alone', 'reached': 'ask_low_high',
    'not_reached': 'ask_low_high', 'all_of_it': 'ask_all_of_it', 'chosen': 'ask_chosen',
    'box': 'ask_box', 'half_ruled_out': 'ask_half_ruled_out', 'kept': 'ask_half',
    'settled': 'ask_half', 'single': 'ask_half', 'too_many': 'ask_enough',
    'few_enough': 'ask_enough', 'raise': 'ask_raise', 'part': 'ask_part', 'few': 'ask_cut',
    'equal': 'ask_cut', 'widest': 'ask_widest', 'median': 'ask_median',
    'allowable': 'ask_sides', 'not_allowable': 'ask_sides', 'not_allowable_rule': 'ask_sides',
    'nothing_below': 'ask_nothing_below', 'finished': 'ask_finished'}


@lru_cache(maxsize=None)
def teller(language):
    """A speaker that shows a vector as (1, 2), and a number with a fraction with four decimals.

    >>> teller('en')('explained_best', vector=(1, 2), measure='lm', value=0.25)
    'best so far: (1, 2), lm 0.2500'
    """
    say = speaker(language)

    def tell(key, **values):
        return say(key, **{name: shown_value(value) for name, value in values.items()})
    tell.listed = say('comma').join
    return tell


def shown_value(value):
    if isinstance(value, tuple):
        return vector_text(value)
    return '%.4f' % value if isinstance(value, float) else value


def vector_text(vector) -> str:
    """
    >>> vector_text((1, 2)), vector_text((1,))
    ('(1, 2)', '(1)')
    """
    return '(%s)' % ', '.join(map(str, vector))


def unfilled(language, beginning) -> dict:
    """The texts of keys that begin so, by the rest of the key. Their names in braces stay.

    >>> unfilled('en', 'explained_script_of_v')['ector_fails']
    '{vector} fails.'
    """
    place = list(LANGUAGES).index(language)
    return {key[len(beginning):]: of_key[place] for key, of_key in TEXTS.items()
            if key.startswith(beginning)}


def key_of_kind(kind, variants=('',)) -> str:
    """The key of the sentence of a kind of step, in the first of the variants that has one.

    >>> key_of_kind('part', ['_beyond', '_persons', ''])
    'step_part_persons'
    """
    keys = ('step_%s%s' % (kind, variant) for variant in variants)
    return next(key for key in keys if key in TEXTS)


def question(kind, values, language) -> str:
    """What may be asked before a step of this kind. '' if nothing is."""
    return teller(language)(QUESTIONS[kind], **values) if kind in QUESTIONS else ''


def sentence(key, values, names, language='en') -> str:
    """What a step did, in words. names: of the columns.

    >>> print(sentence('step_fails', {'how': 'checked', 'vector': (0, 3), 'height': 3,
    ...                               'suppressed': 1, 'most': 0}, []))
    ... # doctest: +NORMALIZE_WHITESPACE
    (0, 3), of height 3, is checked now. It would suppress 1 record, and at most 0 may be
    suppressed. So it fails, and so does every vector below it.
    >>> sentence('step_cut', {'part': 0, 'dim': 1, 'at': '29', 'sizes': (4, 1), 'parts': (1, 2)},
    ...          ['zip', 'age'])
    'Part 0 is cut by age at 29: 4 records up to it are part 1, 1 above it are part 2.'
    """
    tell = teller(language)
    text = tell(key, **in_words(values, names, tell))
    if 'how' in values:
        first = tell('step_how_' + values['how'], **values)
        text = first + tell('blank') + text
    return text


def in_words(values, names, tell) -> dict:
    """The values of a step as its sentence names them."""
    words = dict(values)
    for name in 'dim', 'column':
        if isinstance(values.get(name), int):
            words['column'] = names[values[name]]
    if 'rules' in values:
        words['rules'] = tell.listed(map(option_word, values['rules']))
    if 'parent' in values:
        words['origin'] = origin_of(values['parent'], tell)
    if 'vectors' in values:
        words['vectors'] = tell.listed(map(vector_text, values['vectors']))
    if 'labels' in values:
        words['labels'] = tell.listed(labels_of(values['labels'], names))
    if 'others' in values:
        others = tell.listed(tell('step_measured', column=names[dim], width=width)
                             for width, dim in values['others'])
        words['others'] = tell('step_others_some' if others else 'step_others_none', others=others)
    if 'counts' in values:
        counts = [tell('step_count', value=value, n=n) for value, n in values['counts']]
        words['counts'] = first_texts(counts, tell)
    if 'class_sizes' in values:
        words['class_sizes'] = first_texts(list(map(str, values['class_sizes'])), tell)
    if 'sizes' in values:
        words['left'], words['right'] = values['sizes']
        words['first'], words['second'] = values['parts']
    return words


def origin_of(parent, tell) -> str:
    """Which part a part was cut from."""
    return tell('step_whole') if parent is None else tell('step_of_part', parent=parent)


def labels_of(labels, names):
    """Yield each column with its label, or in Datafly's steps with how many labels it has."""
    for column, label in labels:
        yield '%s %s' % (names[column] if isinstance(column, int) else column, label)


def first_texts(texts, tell) -> str:
    """The first MOST_COUNTS of some texts in a list, and how many more there are."""
    more = len(texts) - MOST_COUNTS
    return tell.listed(texts[:MOST_COUNTS] + ([tell('step_more', n=more)] if more > 0 else []))


def trace_lines(trace, language='en'):
    """The lines of a trace, as lattice_steps.py and cut_steps.py make it.

    >>> print(*trace_lines([{'step': 'try', 'low': 0, 'high': 3, 'height': 1},
    ...                     {'step': 'known_to_fail', 'vector': (1, 0), 'height': 1, 'by': (3, 0)}
    ...                    ]), sep='\\n')       # doctest: +NORMALIZE_WHITESPACE
    Height 1 is tried. It is halfway between low = 0 and high = 3. Its vectors are checked one by
    one until one satisfies.
      (1, 0), of height 1, need not be checked. It is below (3, 0), which is ruled out, so it fails,
    too.
    """
    for step in trace:
        if 'step' in step:
            kind = step['step']
            indent = '  ' if kind in WITHIN else ''
            yield indent + sentence(key_of_kind(kind), step, (), language)
        else:
            yield from look_lines(step, teller(language))


def look_lines(look, tell):
    """What Mondrian did with a part."""
    widths = tell.listed(
        tell('step_unmeasured' if width is None else 'step_measured', column=name, width=width)
        for name, width in look['widths'].items())
    yield tell('step_look', part=look['part'], origin=origin_of(look['parent'], tell),
               size=look['size'], widths=widths)
    for columns, reason in look['refused']:
        why = tell('step_%s_reason' % reason, n=2 * look['k'], k=look['k'])
        yield '  ' + tell('step_not_cut', columns=tell.listed(columns), reason=why)
    if not look['kind']:
        yield '  ' + tell('step_look_finished', part=look['part'])
        return
    sizes = look['parts']
    yield '  ' + tell(
        'step_cut_' + look['kind'], size=look['size'], column=look['column'], at=look['at'],
        left=sizes[0], right=sizes[-1], sizes=tell.listed(map(str, sizes)),
        parts=tell('step_parts', parts=tell.listed(map(str, look['numbers']))))
