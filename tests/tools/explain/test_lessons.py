"""A lesson names statements by what they do, so it is the same lesson where a local is renamed."""

import importlib.util
import io
import os
import re
import tokenize

import pytest

from conftest import HOME
from kanon.core.algorithms.full_domain import Vectors, Samarati
from kanon.core.counts.hierarchy import Hierarchy
from kanon.core.levels import datafly, optimal, samarati
from kanon.core.levels.lattice import Lattice
from kanon.core.levels.objective import objective_for
from kanon.tools.explain import cut_steps, lattice_steps, own_cut_steps
from kanon.tools.explain.statements import locals_of, statements_of
from kanon.tools.explain.steps import codes_of

OF_LEVELS = [*lattice_steps.PLAIN, samarati.least_height, samarati.upward, optimal.branch_and_bound,
             optimal.cut_in_two, datafly.raised, (datafly.most_distinct_first, 'most_distinct')]
LESSONS = [(code, lessons[name]) for lessons, functions in (
    (lattice_steps.TOLD, OF_LEVELS), (cut_steps.TOLD, cut_steps.FUNCTIONS),
    (own_cut_steps.TOLD_OF_OWN, own_cut_steps.RUNNING))
    for code, name in codes_of(functions).items() if name in lessons]


def signs_of(code, names):
    return [statement.signs for statement in dict.fromkeys(statements_of(code, names).values())]


@pytest.mark.parametrize('code, lesson', LESSONS, ids=[code.co_name for code, _ in LESSONS])
def test_a_lesson_names_each_local_of_its_function_and_finds_each_statement(code, lesson):
    assert len(locals_of(code)) == len(lesson.names.split()), locals_of(code)
    signs = [sign for of_statement in signs_of(code, lesson.names) for sign in of_statement]
    assert [sign for sign in lesson.tellers if signs.count(sign) != 1] == []


def test_every_lesson_has_its_function():
    told = {code.co_name for code, _ in LESSONS}
    for lessons in lattice_steps.TOLD, cut_steps.TOLD, own_cut_steps.TOLD_OF_OWN:
        assert set(lessons) <= told


def with_other_names(text, names):
    """A source text in which each of these names is another, so long that some lines move."""
    lines, moved = text.split('\n'), {}
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.NAME and token.string in names:
            line, column = token.start
            at = column + moved.get(line, 0)
            before = lines[line - 1][:at]
            if not before.endswith('.'):
                new = '%s_of_another_name' % token.string
                lines[line - 1] = before + new + lines[line - 1][at + len(token.string):]
                moved[line] = moved.get(line, 0) + len(new) - len(token.string)
    return '\n'.join(lines)


def imported(path, text):
    path.write_text(text, encoding='utf-8')
    spec = importlib.util.spec_from_file_location(path.stem, str(path))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize('name', ['samarati', 'mondrian'])
def test_a_plain_page_with_other_names_has_the_same_signs(name, tmp_path):
    with open(os.path.join(HOME, 'kanon', 'plain', name + '.py'), encoding='utf-8') as file:
        text = file.read()
    lessons = {'samarati': lattice_steps.TOLD, 'mondrian': cut_steps.TOLD}[name]
    page = {'samarati': lattice_steps.plain, 'mondrian': cut_steps.plain}[name]
    functions = [function for function in lessons if hasattr(page, function)]
    assert functions
    names = {each for function in functions for each in locals_of(getattr(page, function).__code__)}
    renamed = imported(tmp_path / (name + '_renamed.py'), with_other_names(text, names - {'_'}))
    for function in functions:
        old, new = getattr(page, function).__code__, getattr(renamed, function).__code__
        assert locals_of(old) != locals_of(new)
        assert signs_of(old, lessons[function].names) == signs_of(new, lessons[function].names)


def steps_of_samarati():
    tree = Hierarchy({'38': '[35-39]', '39': '[35-39]', '41': '[40-44]', '[35-39]': '*', '[40-44]': '*'})
    lattice = Lattice({('38',): 1, ('39',): 1, ('41',): 2}, [tree], k=2)
    space = Vectors(None, lattice, 0, objective_for('lm', lattice, 0))
    searching = lattice_steps.SearchLesson(Samarati(), space, by_page=True)
    return [(step.kind, step.values) for step in lattice_steps.search_steps(searching)]


def test_a_lesson_is_the_same_with_other_names(tmp_path, monkeypatch):
    """The whole lesson of the plain page, whose locals have other names."""
    expected = steps_of_samarati()
    with open(os.path.join(HOME, 'kanon', 'plain', 'samarati.py'), encoding='utf-8') as file:
        text = file.read()
    names = {name for function in lattice_steps.PLAIN for name in locals_of(function.__code__)}
    page = imported(tmp_path / 'renamed.py', with_other_names(text, names))
    assert re.search('low_of_another_name, high_of_another_name = ', (tmp_path / 'renamed.py').read_text())
    monkeypatch.setattr(lattice_steps, 'plain', page)
    monkeypatch.setattr(lattice_steps, 'PLAIN', (page.samarati, page.satisfies, page.generalized))
    assert steps_of_samarati() == expected and len(expected) > 10
