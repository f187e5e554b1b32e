"""How the tables of a run are read: the Reading of its options, and what is said of it."""

from __future__ import annotations

from ..settings.reading import BY_NAME, JUDGED, NEUTRAL, RECORDED, Reading

JUDGES = 'check', 'risk'    # the verbs whose table may come from any tool


def reading_for(options, **others) -> Reading:
    """How the tables of a run are read. others: settings in place of those of the options."""
    used = [*options.quasi, *options.sensitive, *options.publish]
    if options.person is not None:
        used.append(options.person)
    return Reading.of(vars(options), used, **others)


def reading_of_data(options) -> Reading:
    """How DATA is read.

    An INI file takes no row and no line out of a table that is judged, because it was written for
    the table that was published as this one.
    """
    if options.program in JUDGES:
        takes_out = {name for name in ('totals', 'skip_lines') if name not in options.typed}
        return reading_for(options, **{name: NEUTRAL[name] for name in takes_out})
    if options.program == 'recode':
        return reading_for(options, since=None)     # its table has the days that were counted
    return reading_for(options)


def read_as(options) -> dict:
    """{setting: its text} of how DATA is read, where the program does not read it so by itself."""
    role = JUDGED if options.program in JUDGES else RECORDED
    texts = reading_of_data(options).told(role, Reading.of(options.defaults))
    # To an attack, a missing value may be any value, unless somebody says otherwise.
    if vars(options).get('missing_is_value'):
        texts['missing'] = 'value'
    return texts


def not_followed(options, gaps) -> dict:
    """{setting: its text} of what an INI file says of leaving rows out, and is not done.

    A verb that judges a table leaves none out. gaps: a function that tells whether the table has a
    missing value.
    """
    in_file = {name for name in options.said if name not in options.typed}
    texts = {}
    if 'totals' in in_file and options.totals == 'leave-out':
        texts['totals'] = options.totals
    if 'skip_lines' in in_file and options.skip_lines:
        texts['skip_lines'] = BY_NAME['skip_lines'].text(options.skip_lines)
    others = options.population or options.counted     # whose gaps --missing is about
    if 'missing' in in_file and options.missing == 'drop' and not others and gaps():
        texts['missing'] = options.missing
        if 'missing_in' in in_file:
            texts['missing_in'] = options.missing_in
    return texts


def typed_reading(options) -> set:
    """The settings of reading that were given for this run, or that it has from an earlier one."""
    given = read_as(options) if options.followed else options.typed
    return NEUTRAL.keys() & set(given)


def words_typed(pairs) -> list:
    """(flag, text) pairs as the words of a command.

    A text that begins with - stands behind a =, but for standard input.

    >>> words_typed([('--na', '-;NA'), ('--decimal', ','), ('--known', '-')])
    ['--na=-;NA', '--decimal', ',', '--known', '-']
    """
    words: list = []
    for flag, text in pairs:
        if text.startswith('-') and (flag, text) != ('--known', '-'):
            words.append('%s=%s' % (flag, text))
        else:
            words += [flag, text]
    return words
