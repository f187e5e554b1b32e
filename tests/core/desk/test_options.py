"""What is typed wins over the INI file, the INI file over the defaults, and each is checked in the same way."""

import os
from random import Random

import pytest

from conftest import HOME, program_named, read_ini
from kanon.core.algorithm_table import ALGORITHMS, SWITCHES
from kanon.core.algorithms import takes
from kanon.core.algorithms.full_domain import suppression_limit
from kanon.core.counts.frequency import columns
from kanon.core.counts.required import Required
from kanon.core.cutting.cuts import (KINDS, at_random, first_that_cuts, first_of, relaxed_cuts,
                                     strict_cuts)
from kanon.core.cutting.dimension import dimension_of
from kanon.core.cutting.mondrian import mondrian
from kanon.core.cutting.partition import partition_of
from kanon.core.desk.options import from_ini, parse
from kanon.core.errors import DataError
from kanon.core.rules.of_values import Alpha, Distinct, Entropy, Recursive
from kanon.core.settings.ini import stem
from kanon.core.settings.kinds import weights_of
from kanon.core.settings.table import DEFAULTS, FREE, NEVER, SETTINGS, TOLD, TYPED
from kanon.tools.verbs import programs


def parsed(name, argv):
    return parse(program_named(name)[0], argv)


def test_the_defaults():
    options = parsed('samarati', ['data/adult_sample.data', '--config', 'data/inpatients/inpatients.ini', '--quasi', 'age'])
    assert (options.k, options.quasi, options.sensitive, options.max_suppression) == (4, ['age'], ['condition'], '0')
    options = parsed('samarati', ['nowhere.csv'])
    assert (options.k, options.max_suppression, options.order, options.measure, options.missing) == (10, '20', 'sorted', 'lm', 'drop')
    assert options.quasi == ['age', 'gender', 'race', 'marital_status'] and options.sensitive == ['occupation']
    assert (options.output, options.hierarchies, options.config) == ('nowhere_samarati.csv', 'hierarchies', None)


def test_typed_wins_over_the_ini_file_and_that_over_the_defaults(tmp_path):
    (tmp_path / 'people.ini').write_text('\ufeff[kanon]\nk = 3\nmax-suppression = 1.5%\nquasi = age, "zip, code"\nsensitive =\n'
                                         'delimiter = tab\nhierarchies = trees\norder = sorted\n', encoding='utf-8')
    (tmp_path / 'trees').mkdir()
    data = str(tmp_path / 'people.csv.gz')
    options = parsed('samarati', [data, '-k', '7', '--order', 'input'])
    assert (options.k, options.max_suppression, options.order) == (7, '1.5%', 'input')
    assert (options.quasi, options.sensitive, options.delimiter) == (['age', 'zip, code'], [], '\t')
    assert options.hierarchies == str(tmp_path / 'trees')
    assert options.output == str(tmp_path / 'people_samarati.csv')
    assert parsed('mondrian', [data, '--config', str(tmp_path / 'people.ini')]).k == 3         # one file serves both


WEAK = {'publish': ['ward'], 'missing': 'root', 'quasi': ['age']}


@pytest.mark.parametrize('program, words, expected', [
    ('samarati', [], None), ('mondrian', [], None), ('datafly', [], None), ('recode', ['people.csv'], None),
    ('samarati', ['--order', 'sorted'], ['sorted', WEAK]), ('datafly', ['--order', 'input'], ['input', WEAK]),
    ('mondrian', ['--order', 'input', '--publish', '', '--missing', 'drop'], ['input', {'quasi': ['age']}]),
    ('samarati', ['--config', 'people.ini'], ['input', {}]), ('mondrian', ['--config', os.devnull], ['sorted', {}]),
    ('sweep', [], ['input', {'missing': 'root', 'quasi': ['age']}]), ('check', [], ['input', {'missing': 'root', 'stars': 'class', 'quasi': ['age']}]),
    ('start', [], ['sorted', {}])])
def test_an_ini_file_that_nobody_named_has_less_power(program, words, expected, tmp_path, monkeypatch):
    """It cannot ask for the order of the input. What else must be told is kept for the report, as far as the program has the option."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / 'people.ini').write_text('[kanon]\norder = input\npublish = ward\nmissing = root\nstars = class\nk = 12\nquasi = age\n')
    if expected is None:
        with pytest.raises(DataError, match='^people.ini: order = input is taken only if you ask for it'):
            parsed(program, ['people.csv', *words])
    else:
        options = parsed(program, ['people.csv', *words])
        assert [options.order, options.telling] == expected


def test_an_ini_file_that_says_the_defaults_is_not_told(tmp_path):
    (tmp_path / 'people.ini').write_text('[kanon]\n' + ''.join(
        '%s = %s\n' % (name, ', '.join(DEFAULTS[name])) for name in ('quasi', 'sensitive', 'publish')) +
        'order = sorted\nmissing = drop\nstars = suppressed\nk = 10\nmax-suppression = 20\nthreshold = 0.2\nunreadable = refuse\n')
    for program in 'samarati', 'mondrian', 'sweep', 'risk':
        assert parsed(program, [str(tmp_path / 'people.csv')]).telling == {}


def test_the_table_of_what_an_ini_file_may_set_has_every_option_of_every_program():
    """A new option needs a row there (kanon/core/settings/table.py)."""
    words = {word.flag[2:].replace('-', '_') for program in programs() for word in program.words}
    assert words == set(SETTINGS)
    assert all(row.power in (FREE, TOLD, TYPED, NEVER) and row.why for row in SETTINGS.values())
    assert all(row.power in (TOLD, TYPED) for row in SETTINGS.values() if row.when)
    assert all(row.kind for row in SETTINGS.values() if row.power != NEVER)


def test_the_table_knows_the_algorithms_and_their_settings():
    """A setting names the algorithms whose constructors take it. Those are loaded when they run, and the table is read in every run."""
    for name in ALGORITHMS:
        own = {setting for setting, row in SETTINGS.items() if name in row.of and row.of != tuple(ALGORITHMS)} | {'weights', 'limit', 'from'}
        asked_of_the_table = {'population', 'population_counts', 'k_map', 'delta_presence', *SWITCHES.values(), 'history', 'recoding_maps'}
        assert {setting.rstrip('_') for setting in takes(name)} == own - asked_of_the_table, name
    words = SETTINGS['partitioning'].kind
    assert all(words(kind) == kind for kind in [*KINDS, 'optimal', 'clustered'])


# For each option that is refused or told: a value that is weaker than the default, and one that is not (None: every value is).
WEAKER = {
    'counts': ('n', None), 'na': ('NA', None), 'na_in': ('age=99', None), 'century': ('1925', None), 'thousands': ('age=.', None), 'skip_lines': ('2', None), 'totals': ('leave-out', 'keep'), 'population': ('p.csv', None), 'population_counts': ('n', None), 'k_map': ('5', None), 'delta_presence': ('0:0.5', None),
    'items': ('ward=comma', None), 'exact': ('ward', None),
    'k': ('9', '10'), 'order': ('input', 'sorted'), 'quasi': ('age', ', '.join(DEFAULTS['quasi'])), 'sensitive': ('ward', 'occupation'),
    'publish': ('ward', ''), 'missing': ('value', 'drop'), 'unreadable': ('missing', 'refuse'), 'max_suppression': ('21', '20'),
    'stars': ('class', 'suppressed'), 'hierarchies': ('.', None), 'grid': ('age=5', None), 'require': ('k=2', None),
    'person': ('patient', None), 'since': ('left=came', None), 'threshold': ('0.3', '0.2'), 'most': ('2', None)}


@pytest.mark.parametrize('name', sorted(WEAKER))
def test_each_row_of_that_table_by_every_program_that_has_the_option(name, tmp_path, monkeypatch):
    """Refused or told where nobody named the file, and neither if --config names it, it is typed, or the value is no weaker."""
    monkeypatch.chdir(tmp_path)
    row, seen = SETTINGS[name], 0
    for program in programs():
        if name not in {word.flag[2:].replace('-', '_') for word in program.words} or program.from_ini is not None and name not in program.from_ini:
            continue
        default = {**DEFAULTS, **program.defaults}[name]
        if name == 'k' and default is None:
            continue        # k is nothing that is promised there
        weak, strong = ('drop', 'value') if name == 'missing' and default == 'value' else WEAKER[name]      # attack has its own default
        found = power(program, name, weak)
        seen += 1
        assert found.get('unnamed') == row.power, (program.name, found)
        assert found.get('named') is None and found.get('typed') is None
        if strong is not None and not (name == 'max_suppression' and default is None):
            assert power(program, name, strong).get('unnamed') is None, program.name
    assert seen


def power(program, name, text) -> dict:
    """How an option in d.ini fares: {'unnamed' or 'named' or 'typed': 'told' or 'typed' or None}."""
    read = {name: (SETTINGS[name].kind(text), text)}
    words = {word.flag[2:].replace('-', '_') for word in program.words}
    fared = {}
    for how in 'unnamed', 'named', 'typed':
        with open('d.ini', 'w') as file:
            file.write('[kanon]\n%s = %s\n' % (name, text))
        try:
            _, telling = from_ini('d.ini', program, {'typed': {name: read}}.get(how, {}), how == 'named', words, {**DEFAULTS, **program.defaults})
            fared[how] = TOLD if telling else None
        except DataError as refused:
            assert str(refused).startswith('d.ini: %s = %s is taken only if you ask for it, because ' % (name.replace('_', '-'), text)), refused
            assert '; delete the line, or type --%s %s or --config d.ini' % (name.replace('_', '-'), text) in str(refused)
            fared[how] = TYPED
    return fared


def test_every_row_that_is_refused_or_told_is_tested():
    assert set(WEAKER) == {name for name, row in SETTINGS.items() if row.power in (TOLD, TYPED)} - {'columns'}      # which need the table


def test_the_sensitive_column_of_adult_gives_way_to_what_is_named():
    assert parsed('mondrian', ['nowhere.csv', '--quasi', 'age,occupation']).carried == []
    assert parsed('mondrian', ['nowhere.csv', '--publish', 'occupation,pay']).carried == ['occupation', 'pay']
    with pytest.raises(SystemExit):
        parsed('mondrian', ['nowhere.csv', '--quasi', 'age,occupation', '--sensitive', 'occupation'])


def test_hierarchies_beside_the_data_come_first(tmp_path):
    assert parsed('samarati', [str(tmp_path / 'x.csv')]).hierarchies == 'hierarchies'
    (tmp_path / 'hierarchies').mkdir()
    assert parsed('samarati', [str(tmp_path / 'x.csv')]).hierarchies == str(tmp_path / 'hierarchies')


def test_without_data_it_is_adult_or_else_the_sample():
    adult = os.path.join('data', 'adult.data')
    options = parsed('samarati', [])
    if os.path.exists(os.path.join(HOME, adult)):
        assert (options.data, options.shipped) == (adult, False)
    else:
        assert (options.data, options.shipped) == (os.path.join('data', 'adult_sample.data'), True)


@pytest.mark.parametrize('text, records, expected', [
    ('0', 10, 0), ('20', 10, 20), ('100%', 30162, 30162), ('4%', 30162, 1206), ('0.1%', 30000, 30), ('0%', 9, 0), ('33.333333333%', 3, 0)])
def test_shares_of_suppression_are_exact(text, records, expected):
    assert suppression_limit(text, records) == expected


@pytest.mark.parametrize('path, expected', [
    ('a/b.csv', 'a/b'), ('a/b.csv.gz', 'a/b'), ('b', 'b'), ('a.b/c', 'a.b/c')])
def test_stems(path, expected):
    assert stem(path) == expected


@pytest.mark.parametrize('content', ['[kanon]\nk\n', '[DEFAULT]\nk = 3\n', '[kanon]\nk = 1\n', '[kanon]\nquasi = a,,b\n', '[kanon]\n[kanon]\n', '[kanon]\noptimal = yes\n', '[other]\n', 'k = 1\n'])
def test_ini_files_that_are_refused(tmp_path, content):
    path = tmp_path / 'x.ini'
    path.write_text(content)
    with pytest.raises(DataError, match='x.ini'):
        read_ini(str(path))


def test_an_ini_file_has_a_million_characters_and_not_one_more(tmp_path):
    path, text = tmp_path / 'x.ini', '[kanon]\nk = 7\n# '
    path.write_text(text + '\u00e9' * (1_000_000 - len(text)), encoding='utf-8')
    assert read_ini(str(path)) == {'k': 7}
    path.write_text(text + 'e' * (1_000_001 - len(text)))
    with pytest.raises(DataError, match='holds more than 1,000,000 characters'):
        read_ini(str(path))


def test_words_of_an_ini_file_that_do_not_concern_this_run(tmp_path):
    (tmp_path / 'x.ini').write_text('[kanon]\nweights = age=2, zip=3\nmax-suppression = 9\ntime-limit = 5\nk = 30\n')
    data = str(tmp_path / 'x.csv')
    options = parsed('samarati', [data, '--quasi', 'zip,sex'])
    assert (options.weights, weights_of(options), options.time_limit) == ({'zip': 3.0}, [3.0, 1], 5.0)
    assert parsed('datafly', [data, '--quasi', 'zip', '--round-robin']).max_suppression == '0'
    assert parsed('datafly', [data, '--quasi', 'zip']).max_suppression == '9'
    options = parsed('sweep', [data, '--quasi', 'zip'])
    assert (options.k, options.max_suppression, options.output) == ([30], ['9'], '-')


def test_rules_beyond_k_of_a_file_and_of_the_command_line(tmp_path):
    (tmp_path / 'x.ini').write_text('[kanon]\nsensitive = job, pay\nl-diversity = job=recursive:2,3; pay=entropy:2.5\nalpha = 0.5\n'
                                    't-closeness = pay=ordered:0.2\npartitioning = both\nchoose = lm\nlabels = box\ncategories = frequency\n')
    data = str(tmp_path / 'x.csv')
    options = parsed('mondrian', [data, '--quasi', 'zip'])
    assert options.l_diversity == {'job': Recursive((2, 1), 3), 'pay': Entropy((5, 2))}
    assert (options.alpha, options.t_closeness) == ({None: Alpha((1, 2))}, {'pay': ((1, 5), 'ordered')})
    assert (options.partitioning, options.choose, weights_of(options)) == ('both', 'lm', [1]) and (options.labels, options.categories) == ('box', 'frequency')
    options = parsed('sweep', [data, '--quasi', 'zip', '--l-diversity', '2', '--relaxed', '--choose', 'random', '--seed', '5'])
    assert (options.l_diversity, options.carried, options.partitioning) == ({None: Distinct(2)}, ['job', 'pay'], 'relaxed')
    table = {(str(age), str(pay)): 1 for age in range(9) for pay in range(9)}
    dimensions, drawn, required = list(map(dimension_of, columns(table))), Random(5), Required(3)
    cuts = [mondrian(partition_of(table, dimensions, required), cut)[1] for cut in (
        options.algorithms['mondrian'].cut(dimensions, required, weights_of(options)),
        first_that_cuts(*(first_of(dimensions, required, kind, at_random(drawn.random)) for kind in (relaxed_cuts, strict_cuts))))]
    assert cuts[0] == cuts[1] and {cut.kind for cut in cuts[0]} == {'relaxed'} and {cut.dim for cut in cuts[0]} == {0, 1}
    assert parsed('lattice', [data, '--quasi', 'zip', '--alpha', 'pay=1', '--t-closeness', 'pay=0', '--l-diversity', 'pay=2']).carried == ['job', 'pay'][1:]


@pytest.mark.parametrize('word, text', [
    ('l_diversity', text) for text in ('', ';', '0', '1', '-3', '2.5', 'entropy:1', 'entropy:nan', 'recursive:0,2', 'recursive:2', 'recursive:2,1', 'x:3',
                                       'a=2;a=3', '2;a=3', 'a=2;3', 'a=', '=2')] + [
    ('t_closeness', text) for text in ('', '-1', '1.01', 'x:0.2', 'ordered:', 'ordered:2', '1e-3')] + [
    ('alpha', text) for text in ('', '0', '0.0', '1.1', 'half', '-0.5', '0.1234567891')] + [
    ('labels', text) for text in ('', 'range,box', 'set,set', 'box,tree', ',')] + [('seed', '-1'), ('seed', '1.5')])
def test_words_that_cannot_be_meant(word, text):
    with pytest.raises(DataError):
        SETTINGS[word].kind(text)


@pytest.mark.parametrize('program', programs(), ids=lambda program: program.command)
def test_a_mistyped_option_is_told_what_was_meant(program, capsys):
    """Also where the option that was meant is required, or has its value behind a =. A word of another program is no slip."""
    random, flags = Random(program.command), [word.flag for word in program.words]
    theirs = {word.flag for each in programs() for word in each.words}

    def told(*argv):
        with pytest.raises(SystemExit) as ended:
            parse(program, argv)
        assert ended.value.code == 2
        return capsys.readouterr().err

    for flag in [flag for flag in flags if len(flag) > 6]:
        place = random.randrange(3, len(flag) - 1)
        slip = random.choice([flag[:place] + flag[place + 1:], flag[:place] + flag[place + 1] + flag[place] + flag[place + 2:],
                              flag[:place] + 'y' + flag[place + 1:], flag.title()])
        if slip in theirs:
            continue
        for argv in ([slip, 'x'], [slip + '=a b'], ['x.csv', slip, '--quiet']):
            begun, _, meant = told(*argv).partition('; did you mean ')
            assert begun == "%s: there is no option '%s'" % (program.command, slip)
            assert meant.partition("'?")[0][1:] in flags
    if '--quasi' in flags:
        assert told('x.csv', '--quasy', 'age') == (
            "%s: there is no option '--quasy'; did you mean '--quasi'? (%s --help tells more)\n" % (program.command, program.command))
    assert "there is no option '--zzzzzz' (" in told('--zzzzzz')
