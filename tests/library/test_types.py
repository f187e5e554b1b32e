"""What a type checker and an editor see of the library's door."""

import ast
import inspect
import os
import re
import subprocess
import sys

import pytest

import kanon
from conftest import HOME
from kanon.core.algorithm_table import ALGORITHMS
from kanon.core.algorithms import algorithm_of, takes
from kanon.core.settings.table import SETTINGS

CALLER = """
import kanon
release = kanon.anonymize('patients.csv', quasi=['age', 'zip'], sensitive=['ill'], k=5, algorithm=kanon.Mondrian(labels='box', weights={'age': 2}),
                          require=[kanon.Distinct(2), {'ill': kanon.Alpha(0.5)}, kanon.KMap(5)], population='people.csv')
kanon.anonymize(kanon.Csv('patients.csv', decimal=','), ['age'], algorithm='optimal')
kanon.anonymize([{'age': 1}], ['age'], require=kanon.Closeness(0.2))
how = kanon.Csv(['one.csv', 'two.csv'], na_in={'age': ['99']}, thousands={'pay': '.'}, items={'ill': '|', 'dx': ['dx1', 'dx2']}, exact=['ill'],
                skip_lines=[1, 2], century=1925, date_format='%d/%m/%y')
kanon.anonymize(how, ['age'])
kanon.anonymize(kanon.Records([('39', 'flu')], columns=['age', 'ill'], na_in={'age': ('99',)}, exact=('ill',)), ['age'])
kanon.Csv('patients.csv', skip_lines='1-3,5')
kanon.plan('patients.csv').apply(how).write('out.csv')
print(release.write('out.csv').k, release.measures['lm'], release.rows[0][0])
"""
WRONG = {   # a line, and what mypy says of it
    "kanon.anonymize('p.csv', ['age'], k='five')": 'Argument "k"', "kanon.anonymize('p.csv', ['age'], algorithm='optiml')": 'Argument "algorithm"',
    "kanon.Mondrian(choose='wide')": 'Argument "choose"', "kanon.Samarati(measure='ml')": 'Argument "measure"', "kanon.Samarati(seed=1)": '"seed"',
    "kanon.anonymize('p.csv', ['age'], l_diversity=2)": '"l_diversity"', "kanon.Csv('p.csv', decimal=';')": 'Argument "decimal"',
    "kanon.Csv('p.csv', na_in={'age': [99]})": '"int"', "kanon.Csv('p.csv', thousands='.')": 'Argument "thousands"',
    "kanon.Csv('p.csv', items={'ill': 1})": '"int"', "kanon.Csv('p.csv', exact=True)": 'Argument "exact"',
    "kanon.Csv('p.csv', skip_lines=1)": 'Argument "skip_lines"', "kanon.Csv('p.csv', century='1925')": 'Argument "century"',
    "kanon.Records([], skip_lines=[1])": '"skip_lines"', "kanon.anonymize(5, ['age'])": 'Argument 1',
    "kanon.plan('p.json').apply(5)": 'Argument 1', "kanon.anonymize('p.csv', ['age']).write('out.csv').kk": '"kk"', "kanon.anonymize('p.csv', ['age']).measure": '"measure"'}
MYPY = [path for path in (os.path.join(os.path.dirname(sys.executable), 'mypy'), os.environ.get('KANON_MYPY', '')) if os.path.exists(path)]

NEEDS_MYPY = pytest.mark.skipif(not MYPY, reason='mypy is not installed; KANON_MYPY may name it')


@NEEDS_MYPY
@pytest.mark.skipif(sys.version_info < (3, 10), reason='the last mypy for it finds what later ones do not')
def test_the_package_itself():
    result = subprocess.run([MYPY[0], '--no-incremental', 'kanon', 'run_samarati.py', 'run_mondrian.py'], cwd=HOME, stdout=subprocess.PIPE,
                            encoding='utf-8')
    assert [line for line in result.stdout.splitlines() if ': error: ' in line] == [] and result.returncode == 0, result.stdout


@NEEDS_MYPY
def test_a_callers_file(tmp_path):
    lines = CALLER.count('\n')
    (tmp_path / 'caller.py').write_text(CALLER + '\n'.join(WRONG) + '\n', encoding='utf-8')
    result = subprocess.run([MYPY[0], '--no-incremental', 'caller.py'], cwd=str(tmp_path), env={**os.environ, 'MYPYPATH': HOME},
                            stdout=subprocess.PIPE, encoding='utf-8')
    errors = {}
    for line in result.stdout.splitlines():
        if ': error: ' in line and line.startswith('caller.py:'):
            errors.setdefault(int(line.split(':')[1]), '')
            errors[int(line.split(':')[1])] += line
    assert sorted(errors) == list(range(lines + 1, lines + 1 + len(WRONG))), result.stdout
    assert all(said in errors[lines + 1 + place] for place, said in enumerate(WRONG.values())), result.stdout


def test_every_argument_is_annotated():
    """Without mypy: the functions and constructors of the door say what each argument is, and no argument is **settings."""
    for function in (kanon.anonymize, kanon.Release.write, kanon.Release.write_recoding, kanon.Plan.save, kanon.Plan.apply, kanon.plan, kanon.Csv, kanon.Records,
                     kanon.Samarati, kanon.Optimal, kanon.Datafly, kanon.RoundRobin, kanon.Mondrian):
        for name, argument in inspect.signature(function).parameters.items():
            assert argument.kind not in (argument.VAR_KEYWORD, argument.VAR_POSITIONAL), (function, name)
            assert argument.annotation is not argument.empty or name == 'self', (function, name)
            ast.parse(argument.annotation if name != 'self' else 'None')
    arguments = inspect.signature(kanon.anonymize).parameters
    assert len(arguments) <= 15 and str(arguments['k'].annotation) == 'int'


def words_of(annotation):
    """The words of a Literal. Python 3.8 writes several as a tuple."""
    words = ast.literal_eval('[%s]' % annotation[len('Literal['):annotation.index(']')])
    return list(words[0]) if isinstance(words[0], tuple) else words


def test_the_stub_names_every_value_of_the_door():
    with open(os.path.join(HOME, 'kanon', '__init__.pyi'), encoding='utf-8') as file:
        stub = ast.parse(file.read())
    names = {alias.asname: (node.module, alias.name) for node in stub.body if isinstance(node, ast.ImportFrom) for alias in node.names}
    assert set(names) == set(kanon.__all__)
    assert all(name == other and kanon.WHERE[name] == module for name, (module, other) in names.items())
    listed, = [node.value for node in stub.body if isinstance(node, ast.Assign) and node.targets[0].id == '__all__']
    assert sorted(ast.literal_eval(listed)) == sorted(kanon.__all__)


def test_what_is_read_of_anonymize_names_every_algorithm_and_every_rule():
    """Its annotation has the algorithms, and no others. Its help has them and the values."""
    annotation, told = kanon.anonymize.__annotations__['algorithm'], kanon.anonymize.__doc__
    assert words_of(annotation) == [*ALGORITHMS]
    assert re.findall("'([a-z-]+)'", told[told.index('algorithm  '):told.index('or a value that holds')]) == [*ALGORITHMS]
    values = [name for name, module in kanon.WHERE.items() if module.startswith(('core.algorithms.', 'core.rules.'))]
    assert set(values) == set(re.findall(r'kanon\.(\w+)\(', told)) - {'anonymize', 'Csv', 'Records'}


def test_the_words_that_a_type_checker_knows_are_those_of_the_table():
    for name in ALGORITHMS:
        constructor = vars(algorithm_of(name))['__init__']
        for setting, annotation in constructor.__annotations__.items():
            if annotation.startswith('Literal['):
                for word in words_of(annotation):
                    assert SETTINGS[setting].kind(word) == word


def test_the_table_of_settings_and_the_constructors_name_the_same_algorithms():
    for name in ALGORITHMS:
        own = {setting.rstrip('_') for setting in takes(name)}
        others = {setting for other in ALGORITHMS for setting in takes(other)}
        told = {setting.rstrip('_') for setting in others if name in SETTINGS[setting.rstrip('_')].of}
        assert own == told, name
