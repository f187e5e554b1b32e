"""What may be wrong with a table that `start` looked at: values, of which the report, the page and the JSON are made.

Promise: a doubt is said in the same words wherever it is said. A choice of a doubt can be typed as it is offered: its `set` are
options of `start`, its `by` is a verb of `kanon hierarchy` with its options.
A sentence is a Phrase, a key of the voice and its values, which may be Phrases. `spoken` says it in a language.
"""

from __future__ import annotations

import shlex
from collections import namedtuple

from ...core.recognition.column_names import named_kinds
from ...core.recognition.known_words import KINDS as KINDS_OF_VALUES
from ...core.recognition.remarks import says_whose
from ...core.counts.like_lists import columns_of_items, sign_between_items, stem_of
from ...core.counts.values import MISSING, NO_SIGN, few, present_in, two_widths
from ...core.counts.writings import codes_for_missing, in_thousands, is_common_code, lost_zeros
from ...core.desk.as_text import counted_lines
from ...core.errors import DataError, quoted
from ...core.settings.ini import listed_for_ini
from ...core.settings.reading import items_text, thousands_text, words_text
from ...core.tables.dialect import SAMPLE, lines_text
from ...core.tables.recorded_dates import (date_of, formats_that_fit, has_two_digits, offsets_in,
                                           present_year, year_in)
from ...core.voice import LANGUAGES
from ...core.voice.speaking import speaker
from ..building.code_systems import SYSTEMS
from ..building.column_kinds import in_second, is_plain, two_ways
from ..building.inspect import groups_alike
from ..building.survey import doubt
from ..building.survey_of_persons import SHARED, fewest_of
from .start_text import (OTHERS, SAFE, command_by, counted_values, looks_personal, cut_values,
                         records_left, surely_personal, units_told, values_records, what_most_are)

MANY = 0.1      # of the records: so many that are left out for a missing value must be decided
MOST_LEFT = 4   # columns that can be left out for it
COSTLY = 0.01   # of the records: so many that are left out for gaps in columns that are published as they are must be told
SIGNS = {'balanced': 'repeats_balanced', 'numbered': 'repeats_numbered', 'constant': 'repeats_constant', 'together': 'repeats_together'}
CUTS_SAID = {'labels': 'leaves_and_labels', 'sets': 'leaves_alone'}
GROUPS = 3      # of values that may be the same, of a column
SHOWN, NOT_SHOWN = ('category', 'code', *OTHERS), ('likely identifier',)        # kinds of columns with such values
LOOK_SO = {       # what else looks like the codes of a system
    'icd10': 'look_icd10', 'isco08': 'look_isco08', 'nace': 'look_nace', 'nuts': 'look_nuts', 'gb2260': 'look_gb2260', 'atc': 'look_atc', 'ags': 'look_ags',
    'insee': 'look_insee'}

# between: '' or the key of the text between the parts of several phrases, which stand in values['parts'] and are said as one.
Phrase = namedtuple('Phrase', 'key values between', defaults=('',))
# of: a text for each language.
DoubtTexts = namedtuple('DoubtTexts', 'of')
# key: of the voice; said: its Phrase; columns: the names of those that it is about; choices: what can be done about it, the advice first.
Doubt = namedtuple('Doubt', 'key said columns choices')
# said: a Phrase; set: {option of start: a text, a list, True for a switch, or None for an option that is not typed}; by: the words of `kanon hierarchy`. One is None.
Choice = namedtuple('Choice', 'said set by')


def phrase(key, **values) -> Phrase:
    """A sentence that is said later. It is called as a speaker is."""
    return Phrase(key, values)


def joined_by(between, parts) -> Phrase:
    return Phrase('parts', {'parts': list(parts)}, between)


def spoken(value, say):
    """A value with all its phrases said.

    >>> from ...core.voice.speaking import ENGLISH
    >>> spoken(phrase('named', name='age', text=joined_by('semicolon', [phrase('n_values', n=1), 'odd'])), ENGLISH)
    'age: 1 value; odd'
    """
    if isinstance(value, DoubtTexts):
        return value.of[list(LANGUAGES).index(say.language)]
    if isinstance(value, Phrase):
        values = {name: spoken(each, say) for name, each in value.values.items()}
        return say(value.between).join(values['parts']) if value.between else say(value.key, **values)
    return [spoken(each, say) for each in value] if isinstance(value, (list, tuple)) else value


def doubt_lines(found, say):
    """The doubts of a text, each sentence below an empty line."""
    for each in found:
        yield ''
        yield spoken(each.said, say)


def doubt_rows(found, say) -> list:
    """The doubts for a program. set: that of the first choice, which follows the advice. in: its sentences in each language."""
    rows = []
    speakers = list(map(speaker, LANGUAGES))
    for each in found:
        choices = [{'said': spoken(choice.said, say), 'set': choice.set, 'by': by_of(choice.by)} for choice in each.choices]
        rows.append({'key': each.key, 'said': spoken(each.said, say), 'column': each.columns[0] if len(each.columns) == 1 else None,
                     'columns': each.columns, 'set': choices[0]['set'] if choices else None, 'choices': choices,
                     'in': {each_say.language: {'said': spoken(each.said, each_say), 'choices': [spoken(choice.said, each_say) for choice in each.choices]}
                            for each_say in speakers}})
    return rows


def by_of(words):
    """The words of `kanon hierarchy` as {tool, options}. None for None.

    >>> by_of(('ranges', '--widths', '5,10', '--top=90')), by_of(None)
    ({'tool': 'ranges', 'options': {'widths': '5,10', 'top': '90'}}, None)
    """
    if words is None:
        return None
    tool, *rest = words
    parts = [part for word in rest for part in (word.split('=', 1) if word.startswith('--') else [word])]
    return {'tool': tool, 'options': {flag[2:].replace('-', '_'): value for flag, value in zip(parts[::2], parts[1::2])}}


def setting(said, **values) -> Choice:
    return Choice(said, values, None)


def built(said, *words) -> Choice:
    return Choice(said, None, words)


def doubt_made(key, about=(), choices=(), **values) -> Doubt:
    """A doubt of one sentence. about: the names of the columns."""
    return Doubt(key, phrase(key, **values), list(about), list(choices))


def doubts(survey, options, every=False) -> list:
    """What may be wrong. every: without quasi-identifiers, each column is looked at as if it were one; so is what a column says of persons.

    survey: a Survey, with its `persons` if somebody named their column.
    """
    found = [*on_lines_above(survey, options), *on_header(survey, options), *on_second_header(survey, options), *on_totals(survey, options)]
    found += [Doubt('count_column', said, [survey.count_column], []) for said in counted_lines(phrase, {'count_column': survey.count_column})]
    found += [*on_sums(survey, options.redact), *on_persons(survey, options)]
    if survey.decimal != '.' and options.decimal is None:
        said = joined_by('blank', [phrase('comma_here'), phrase('comma_in_ini' if options.quasi else 'comma_say')])
        found.append(Doubt('comma_here', said, [], [setting(phrase('choice_comma'), decimal=survey.decimal)]))
    left = records_left(survey, options)
    if left < options.k:
        found.append(doubt_made('too_few' if left == survey.records else 'too_few_whole', n=left, k=options.k))
    found += [*on_gaps(survey, options), *doubts_of_lists(survey, options)]
    found += [*alike_here(survey, options), *like_missing(survey, options), *like_codes(survey, options)]
    found += [*in_thousands_perhaps(survey, options), *two_digit_years(survey, options),
              *without_zeros(survey, options), *on_cuts(survey, options)]
    carried, persons = options.quasi + options.carried, persons_in(survey, options)
    for column in survey.usable:
        if carried and column.name not in carried or not carried and not every or column.name == options.person:
            continue
        if column.looks.kind.word == 'likely identifier':
            found.append(doubt_made('identifier_quasi' if column.name in options.quasi else 'identifier_carried', [column.name], choice_without(column.name, options),
                              column=quoted(column.name)))
            continue
        if column.name in options.quasi or not carried:
            found += doubt_of(column, survey.decimal, options, survey.is_header)
            if column.name in options.quasi or survey.is_header and can_be_listed(column.name):
                found += doubt_of_codes(column, options)
        personal = surely_personal(column, survey.decimal) if every and column.name not in persons else None
        if personal:
            found.append(doubt_made('personal_column', [column.name], choice_without(column.name, options), column=quoted(column.name), what=DoubtTexts(KINDS_OF_VALUES[personal])))
    return found


def on_cuts(survey, options):
    """Why the INI file does not cut along the hierarchies, where other cuts were tried and lose less."""
    tried = survey.tried
    if tried and tried.best != 'nodes':
        told = [phrase(CUTS_SAID[tried.best], **cut_values(tried))]
        told += [phrase('rare_below_root', columns=[quoted(name) for name in tried.rare], k=options.k)] if tried.rare else []
        yield Doubt('cuts_of_leaves', joined_by('blank', told), tried.rare, [])


def can_be_listed(name) -> bool:
    """Whether a command can name the column. A name with a line end in it cannot be typed."""
    try:
        return bool(listed_for_ini([name]))
    except DataError:
        return False


def choice_without(dropped, options) -> list:
    """The choice to name the other columns only. At least one quasi-identifier has to be left.

    dropped: the name of a column.
    """
    choices = []
    for word in ('quasi', 'sensitive', 'publish'):
        left = [name for name in getattr(options, word) if name != dropped]
        if dropped in getattr(options, word) and (left or word != 'quasi'):
            said = phrase('choice_without', column=quoted(dropped))
            choices.append(setting(said, **{word: left}))
    return choices


def on_header(survey, options):
    """Whether a record may have been read as the header, or a header as a record."""
    header = doubt(survey, options.columns is not None)
    if header:
        key, columns = header
        places = range(1, len(survey.columns) + 1)
        record = setting(phrase('choice_record'), columns=['column %d' % place for place in places], header=None)
        named = setting(phrase('choice_header'), columns=None, header=True)
        choices = {'header': [named], 'perhaps_header': [record, named], 'header_record': [record]}
        yield doubt_made(key, columns, choices[key], columns=list(map(quoted, columns)))


def on_lines_above(survey, options):
    """On lines above the header, such as a title. They are not read here."""
    if survey.above:
        choice = skipping(sorted({*options.skip_lines, *survey.above}))
        yield doubt_made('lines_above', [], [choice], lines=lines_text(survey.above), n=len(survey.above),
                   option=choice.set['skip_lines'][0])


def on_second_header(survey, options):
    """Whether the first record may be a second header line."""
    names = [] if options.columns is not None else survey.words_above
    if not names:
        return
    columns = list(map(quoted, names[:5]))
    if survey.first_line and survey.first_line <= SAMPLE:
        choice = skipping(sorted({*options.skip_lines, survey.first_line}))
        yield doubt_made('second_header', names, [choice], line=phrase('line_n', n=str(survey.first_line)), columns=columns,
                   option=choice.set['skip_lines'][0])
    else:
        yield doubt_made('second_header_deep', names, line=phrase('first_record'), columns=columns)


def skipping(lines) -> Choice:
    return setting(phrase('choice_skip', lines=lines_text(lines), n=len(lines)), skip_lines=[lines_text(lines)])


def on_totals(survey, options):
    """Rows that look like totals, with their lines and the option to type."""
    if not survey.totals:
        return
    where = at_lines(survey.total_lines, survey.totals)
    decided = {'leave-out': 'totals_left_out', 'keep': 'totals_kept'}.get(options.totals)
    choices = [setting(phrase('choice_totals'), totals='leave-out'), setting(phrase('choice_records'), totals='keep')]
    yield doubt_made(decided or ('totals_apart' if survey.apart else 'totals_many'), [], choices, n=survey.totals, where=where)


def on_sums(survey, redact):
    """On the rows of a counted table that are sums of others."""
    if survey.sums:
        key = 'rows_of_column' if redact else 'rows_of_value'
        told = [phrase(key, column=quoted(column), value=quoted(value), n=n) for column, value, n in survey.sums]
        names = dict.fromkeys(column for column, _, _ in survey.sums)
        yield doubt_made('sums_here', names, n=sum(n for _, _, n in survey.sums), columns=told)


def at_lines(lines, n):
    """Where something stands n times. lines: the first of them; '' without any."""
    shown = ', '.join(map(str, lines)) + ', ...' * (n > len(lines))
    return '' if not lines else phrase('at_line', line=shown) if n == 1 else phrase('at_lines', lines=shown)


def person_columns(survey, options) -> list:
    """The columns that look as if they said whose row each row is, the likeliest first: by their names and values, or by how they repeat.

    First come those whose name says so, and those whose records another column numbers; of these the coarser, such as a household.
    """
    numbering = {name for repeats in survey.repeating.values() for name in repeats.numbers}
    numbered = {name for name, repeats in survey.repeating.items() if repeats.numbers}
    named = {column.name for column in survey.usable if column.name not in numbering - survey.repeating.keys()
             and says_whose(column.field, column.counts, survey.decimal)}
    alike = [column for column in survey.usable if column.name in named | survey.repeating.keys()] if survey.is_header else []
    return sorted(alike, key=lambda column: (column.name not in named | numbered, column.looks.distinct))


def persons_in(survey, options) -> list:
    """The names of the columns that say whose row each row is, as somebody says or as they look."""
    return [options.person] if options.person else [column.name for column in person_columns(survey, options)]


def on_persons(survey, options):
    """On whose rows the rows are, as somebody says or as a column looks."""
    if survey.persons:
        yield from persons_said(survey.persons, options)
        return
    alike, named = person_columns(survey, options), options.quasi + options.carried
    others = [column for column in alike if column.name not in named]
    if others:
        yield whose_perhaps('may_say_whose', others[0], survey, options, [
            setting(phrase('choice_person', column=quoted(other.name)), person=other.name) for other in others])
    for column in alike:
        if column.name in named:
            yield whose_perhaps('used_says_whose', column, survey, options, [
                *counting_persons(column, options), *choice_without(column.name, options)])


def whose_perhaps(key, column, survey, options, choices) -> Doubt:
    """A column that may say whose row each row is, and why it looks so."""
    records, repeats = present_in(column.counts).values(), survey.repeating.get(column.name)
    said = [phrase(key, column=quoted(column.name), option=shlex.quote(column.name), **rows_each(records))]
    if options.k <= sum(records):
        said.append(phrase('k_allows', k=options.k, n=fewest_of(records, options.k)))
    if repeats:
        said.append(phrase('repeats_so', signs=joined_by('semicolon', (
            phrase(SIGNS[sign], columns=[quoted(name) for name in repeats.numbers[:3]]) for sign in repeats.signs))))
    if options.items:       # the run would refuse persons
        said.append(phrase('items_or_persons'))
    can_be_typed = options.data != '-' and not options.items
    return Doubt(key, joined_by('blank', said), [column.name], choices if can_be_typed else [])


def counting_persons(column, options) -> list:
    """The choice to count the persons of a column that is named, and to name it no more."""
    left = {word: names for choice in choice_without(column.name, options) for word, names in choice.set.items()}
    return [setting(phrase('choice_person', column=quoted(column.name)), person=column.name, **left)] if left else []


def persons_said(persons, options):
    records, column = persons.records.values(), [persons.column]
    yield doubt_made('rows_of_persons', column, column=quoted(persons.column), **rows_each(records))
    if persons.unknown:
        yield doubt_made('persons_unknown', column, n=persons.unknown)
    if persons.alike:
        yield doubt_made('persons_alike', column, [exact_too(column, options)], column=quoted(persons.column), n=len(persons.alike),
                   option=shlex.quote(listed_for_ini(column)))
    if len(records) < options.k:
        yield doubt_made('too_few_persons', column, n=len(records), k=options.k)
    if persons.contradicting:
        yield doubt_made('contradicting', persons.contradicting, n=persons.persons, where=at_lines(persons.lines, len(persons.lines)),
                   columns=[phrase('column_persons', column=quoted(name), n=n) for name, n in persons.contradicting.items()])


def rows_each(records) -> dict:
    """How many persons there are, and how many records they have. records: of each."""
    return {'persons': len(records), 'records': sum(records), 'several': sum(n > 1 for n in records), 'most': max(records),
            'average': '%.1f' % (sum(records) / len(records))}


def alike_here(survey, options):
    """On values that may be the same. It shows them if SAFE records have such a value, and never an identifier's."""
    told: dict = {}
    for column in survey.usable:
        kind = column.looks.kind
        if column.name in (options.person, *options.exact) or kind.word not in (*SHOWN, *NOT_SHOWN) or column.looks.other_codes:
            continue
        groups = groups_alike(kind.others if kind.word in OTHERS else present_in(column.counts), survey.decimal)
        shown = [group for group in groups if is_safe(group, column, survey)][:GROUPS] if kind.word in SHOWN else []
        shown = [] if not shown or options.redact or looks_personal(column, survey.decimal) else shown
        more = sum(map(len, groups)) - sum(map(len, shown))
        if groups:
            values = [counted_values(group, phrase) for group in shown]
            values += [phrase('more_values' if shown else 'n_values', n=more)] * (more > 0)
            told[column.name] = phrase('named', name=quoted(column.name), text=joined_by('semicolon', values))
    if told:
        choices = [exact_too([name], options) for name in told if name in options.sensitive]
        yield Doubt('alike_here', phrase('alike_here', columns=joined_by('sentences', told.values())), list(told), choices)


def exact_too(names, options) -> Choice:
    """The choice that each way to write a value of these columns is a value of its own."""
    return setting(phrase('choice_exact', columns=list(map(quoted, names))), exact=[*options.exact, *names])


def is_safe(group, column, survey) -> bool:
    """Whether so many records, or persons, have one of these values that they may be printed."""
    if sum(group.values()) < SAFE:
        return False
    return survey.persons is None or len(set().union(*map(survey.persons.shared[column.name].__getitem__, group))) >= SHARED


def on_gaps(survey, options):
    """On records that are left out for a missing value: that many are must be decided, unless somebody has said what becomes of them."""
    records, of_columns = survey.gaps['records'], survey.gaps['columns']
    if options.gaps:
        return
    if records <= MANY * survey.records:
        yield from on_costs(survey, options)
        return
    yield gaps_many(records, survey.records, of_columns, options)


def gaps_many(records, of_all, of_columns, options) -> Doubt:
    """So many records of all are left out for a missing value.

    of_columns: {column: the records that lack its value}. options: the columns that are named.
    """
    names = sorted(of_columns, key=lambda name: -of_columns[name])
    left_out = [choice for name in names[:MOST_LEFT] for choice in choice_without(name, options)]
    choices = [setting(phrase('choice_star'), missing='root'), *left_out,
               setting(phrase('choice_drop'), missing='drop')]
    columns = [phrase('in_records', column=quoted(name), records=of_columns[name]) for name in names]
    return doubt_made('gaps_many', names, choices, n=records, all=of_all, columns=columns)


def on_costs(survey, options):
    """On records that are left out only because a column that is published as it is has a gap there."""
    records, of_columns = survey.costs['records'], survey.costs['columns']
    if records and records >= COSTLY * survey.records:
        names = sorted(of_columns, key=lambda name: -of_columns[name])
        choices = [choice for column in survey.columns if column.name in names for choice in choice_without(column.name, options)]
        yield doubt_made('gaps_cost', names, choices, n=records,
                   columns=[phrase('in_records', column=quoted(name), records=of_columns[name]) for name in names])


def doubts_of_lists(survey, options):
    """On columns that look as if they had several items in a cell, or one each of one list.

    Rules would take each cell for one value.
    """
    said = {*options.quasi, *options.items}
    said.update(*[how for how in options.items.values() if not isinstance(how, str)])
    others = 'likely identifier', 'date', 'number', 'ranges'
    columns = {column.name: column.counts for column in survey.usable
               if column.counts and column.name not in said and column.looks.kind.word not in others}
    asked_of = set(options.sensitive if options.quasi else columns)
    for name, counts in columns.items():
        sign = sign_between_items(counts) if name in asked_of else None
        if sign:
            yield read_as_sets('like_list', [name], {name: sign}, options,
                               phrase('choice_items', column=quoted(name), sign=sign),
                               column=quoted(name), sign=sign)
    for names in columns_of_items(columns):
        if not asked_of.isdisjoint(names):
            stem = stem_of(names)
            yield read_as_sets('like_columns', names, {stem: names}, options,
                               phrase('choice_items_each', column=quoted(stem), columns=names),
                               columns=list(map(quoted, names)))


def read_as_sets(key, about, items, options, said, **values) -> Doubt:
    """The doubt whose answer is to read columns as sets of items, besides those that are read so.

    about: the names of the columns. items: as --items has them. said: the answer, as a phrase.
    Where persons are counted nothing is read so, and there is no answer.
    """
    told = phrase(key, option=shlex.quote(items_text(items)), **values)
    if options.person:
        return Doubt(key, joined_by('blank', [told, phrase('items_or_persons')]), about, [])
    choice = setting(said, items=setting_parts({**options.items, **items}, items_text),
                     **in_place_of_parts(items, options))
    return Doubt(key, told, about, [choice])


def in_place_of_parts(items, options) -> dict:
    """{word: its columns} with the one column in place of those that are read as it, {} if none of these is named.

    A column that is published by itself and as a part would be refused.
    """
    whole_of = {}
    for whole, names in items.items():
        whole_of.update({} if isinstance(names, str) else dict.fromkeys(names, whole))
    if whole_of.keys().isdisjoint([*options.sensitive, *options.publish]):
        return {}
    sensitive, publish = ([whole_of.get(name, name) for name in named]
                          for named in (options.sensitive, options.publish))
    return {'sensitive': list(dict.fromkeys(sensitive)),
            'publish': [name for name in dict.fromkeys(publish) if name not in sensitive]}


def like_missing(survey, options):
    """On values that look like missing ones, with the option to type."""
    columns = [column for column in survey.usable if column.looks.words]
    words = sorted({word.strip() for column in columns for word in column.looks.words})
    told = [phrase('named', name=quoted(column.name), text=counted_values(column.looks.words, phrase)) for column in columns]
    typed = shlex.quote(';'.join(words))
    option = '--na%s%s' % ('=' if typed.strip("'").startswith('-') else ' ', typed)
    if words:
        yield doubt_made('like_missing', [column.name for column in columns], [setting(phrase('choice_na'), na=[*options.na, *words])],
                   columns=joined_by('semicolon', told), option=option)


def columns_in_question(survey, options) -> list:
    """The columns that somebody named to be published, or all of them if nobody named any."""
    named = options.quasi + options.carried
    return [column for column in survey.usable if not named or column.name in named]


def like_codes(survey, options):
    """On numbers that may stand for a missing value, such as 999, with the option to type.

    A code that is written as many are is no value of anybody, and so it is shown, as a word for a
    missing value is. A rare other one is not.
    """
    numbers = [column for column in survey.usable if column.looks.kind.word == 'number']
    for column in numbers:
        codes, name = codes_for_missing(column.counts, survey.decimal), column.name
        if not codes:
            continue
        rare = options.redact or survey.persons or min(codes.values()) < SAFE
        if rare and not all(map(is_common_code, codes)):
            values = phrase('values_in', values=len(codes), records=sum(codes.values()))
            typed, choices = 'CODE', []
        else:
            values, typed = counted_values(codes, phrase), ','.join(codes)
            said = {**options.na_in, name: [*options.na_in.get(name, ()), *codes]}
            choices = [setting(phrase('choice_code', column=quoted(name)),
                               na_in=setting_parts(said, words_text))]
        yield doubt_made('like_code', [name], choices, column=quoted(name), values=values,
                   option=shlex.quote(words_text({name: [typed]})))


def in_thousands_perhaps(survey, options):
    """On numbers whose sign may stand between thousands or before decimals, with both answers."""
    sign = survey.decimal
    for column in columns_in_question(survey, options):
        name = column.name
        if name in survey.plain_numbers or not in_thousands(column.counts, sign):
            continue
        choices, answers = [], []
        for said, key in ((sign, 'choice_thousands'), (NO_SIGN, 'choice_decimals')):
            answers.append(shlex.quote(thousands_text({name: said})))
            all_ = setting_parts({**options.thousands, name: said}, thousands_text)
            choices.append(setting(phrase(key, column=quoted(name), sign=sign), thousands=all_))
        yield doubt_made('in_thousands', [name], choices, column=quoted(name), value='1%s200' % sign,
                   decimals='1%s2' % sign, option=answers[0], other=answers[1])


def setting_parts(said, text_of) -> list:
    """A setting of columns as a list of its parts. text_of: the text of such a setting."""
    return [text_of({name: value}) for name, value in said.items()]


def two_digit_years(survey, options):
    """On dates with two digits of a year, with the years that each answer gives, and how a hierarchy
    is made of them."""
    for column in survey.usable if options.century is None else ():
        kind, named = column.looks.kind, column.name in options.quasi
        if not options.quasi:
            named = survey.is_header and can_be_listed(column.name)
        if not named or kind.word != 'date' or not has_two_digits(kind.of[0]):
            continue
        answers, choices = [], []
        for century, first, last in centuries_of(column.counts, kind.of[0]):
            years = '' if options.redact else phrase('they_are', first=str(first), last=str(last))
            answers.append(phrase('years_from', first=str(century), last=str(century + 99),
                                  years=years))
            choices += [in_hundred(format_, century) for format_ in kind.of]
        yield doubt_made('two_digit_years', [column.name], choices, column=quoted(column.name),
                   answers=joined_by('semicolon', answers),
                   command=command_by(choices[0].by, column, options))


def centuries_of(values, format_) -> list:
    """(first of a hundred years, the least and the greatest year that these dates then have).

    There is one for each different answer. The first is the hundred years up to the present one.
    """
    years = {date_of(value, format_).year for value in values if value not in MISSING}
    found: dict = {}
    for century in (present_year() - 99, 1900, 2000):
        meant = [year_in(year, century) for year in years]
        found.setdefault((min(meant), max(meant)), century)
    return [(century, *ends) for ends, century in found.items()]


def without_zeros(survey, options):
    """On postcodes from which a spreadsheet seems to have taken zeros, with how it puts them back."""
    for column in columns_in_question(survey, options):
        lengths = lost_zeros(column.counts) if 'zip' in named_kinds(column.field)[0] else ()
        if lengths:
            fewer, more = lengths
            yield doubt_made('lost_zeros', [column.name], column=quoted(column.name), fewer=fewer, more=more,
                       zeros='0' * more)


def doubt_of(column, decimal, options, is_named):
    """On the values of a column that will be generalized. is_named: whether its name is sure, so that a command can have it."""
    kind, name, names, unreadable = column.looks.kind, quoted(column.name), [column.name], options.unreadable == 'missing'
    most = what_most_are(kind)
    if column.looks.other_codes:
        readable = {value: n for value, n in column.counts.items() if value not in kind.others}
        yield doubt_made('two_widths', names, column=name, told=phrase('codes_differ', named='', **two_widths(readable, decimal)))
    if most and unreadable:
        yield doubt_made('others_missing', names, column=name, kind=phrase(most))
    elif most:
        alone, together = formats_that_fit([value for value in column.counts if value not in MISSING], kind.of[0]) if kind.of else ([], [])
        fits = (phrase('dates_like', formats=joined_by('and_like', alone)) if alone else
                phrase('format_fits', formats=','.join(together)) if together else '')
        choices = [setting(phrase('choice_missing'), unreadable='missing')] if few(kind.others, present_in(column.counts)) else []
        yield doubt_made('others_stay', names, [*choices, *map(choice_of_dates, [','.join(together)] if together and is_named else [])], column=name, kind=phrase(most), fits=fits)
    second, read = in_second(column.counts, kind)
    if second:
        yield doubt_made('written_twice', names, column=name, first=kind.of[0].partition(',')[0], second=second, both=kind.of[0], **values_records(read))
    if kind.word == 'number with a unit':
        units = units_told(kind, phrase)
        several = phrase('in_one_unit') if len(kind.of) > 1 else ''
        yield doubt_made('with_unit', names, column=name, units=units, several=several)
    dated = kind.word in ('date', 'mostly dates') and is_plain(kind.of[0])
    offsets = offsets_in(column.counts) if dated else []
    if len(offsets) > 1:
        text = phrase('several_offsets', offsets=[offset or phrase('none') for offset in offsets])
        yield Doubt('several_offsets', phrase('column_says', column=name, text=text), names, [])
    ways = two_ways(column.counts, kind)
    if ways:
        read, either = (phrase('values_in', **values_records(values)) for values in ways[1:])
        yield doubt_made('either_way', names, column=name, first=kind.of[0], read=read, second=ways[0], either=either)
    if len(kind.of) > 1 and kind.word in ('date', 'mostly dates') and not has_two_digits(kind.of[0]):
        yield doubt_made('day_first', names, map(choice_of_dates, kind.of if kind.word == 'date' and is_named else ()), column=name, first=kind.of[0], second=kind.of[1])


def choice_of_dates(format_) -> Choice:
    """The choice to read dates so. Two digits are one of the hundred years up to the present one."""
    if not has_two_digits(format_):
        return built(phrase('choice_dates', format=format_), 'dates', '--date-format', format_)
    return in_hundred(format_, present_year() - 99)


def in_hundred(format_, century) -> Choice:
    said = phrase('choice_century', format=format_, first=str(century), last=str(century + 99))
    return built(said, 'dates', '--date-format', format_, '--century', str(century))


def doubt_of_codes(column, options):
    """What a column of codes is taken for, or may be, and what to type if it is something else."""
    kind, systems = column.looks.kind, column.looks.systems
    if kind.word == 'code' and kind.of:
        system, = kind.of
        starred = any('*' in value for value in column.counts)      # mask refuses such a value
        otherwise = ('ranges', '--widths', '100,1000') if system == 'isco08' else ('flat',) if starred else ('mask',)
        choices = [] if kind.others else [cut_as(system), built(phrase('choice_no_codes'), *otherwise)]
        yield doubt_made('taken_for_system', [column.name], choices, column=quoted(column.name), system=system, example=SYSTEMS[system].example,
                   others=phrase(LOOK_SO[system]), command=command_by(otherwise, column, options))
    elif systems:
        yield doubt_made('perhaps_system', [column.name], map(cut_as, systems), column=quoted(column.name), systems=phrase('parts', parts=list(systems)),
                   first=systems[0], command=command_by(('codes', '--cuts', systems[0]), column, options),
                   another=phrase('another_behind_cuts') if len(systems) > 1 else '')


def cut_as(system) -> Choice:
    return built(phrase('choice_system', system=system), 'codes', '--cuts', system)
