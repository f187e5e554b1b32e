"""What a run asks of its views, and when; and what they answer to one option alone."""

import os
from collections import Counter
from types import SimpleNamespace as Value

import pytest

from conftest import HOME, run_inside
from kanon.core.audit.recount import unguarded
from kanon.core.desk import publication, screen
from kanon.core.desk.views import Views
from kanon.tools import views
from kanon.tools.explain import lattice_steps
from kanon.tools.judging import clauses
from kanon.tools.pages import shapes

from readers import read

PATIENTS = os.path.join(HOME, 'data', 'inpatients', 'inpatients.csv')
WORDS = '--quasi', 'zip,age', '--sensitive', 'condition', '-k', '4', '-o', 'out.csv'
NOTHING = Value(quasi=['age'], carried=['ill'], sensitive=['ill'], encoding='utf-8', output_delimiter=',', spreadsheet_safe=False,
                missing='drop', html=None, picture=None, trace=False, standard=[], recoding_maps=None, page_text=None)


def asking(**more):
    return Value(**{**vars(NOTHING), **more})


@pytest.mark.parametrize('script, words, asked', [
    ('run_mondrian.py', (), 'files read begin count watched steps look verdicts show lines'),
    ('run_samarati.py', ('--max-suppression', '0'), 'files read begin count steps look verdicts show lines')])
def test_a_run_asks_its_views_in_the_order_of_its_steps(script, words, asked, monkeypatch, tmp_path):
    """What the user names is looked at before the table is counted, and the release before it is in its place."""
    told = []

    class Recorded(Views):
        """Views that note what they are asked for."""

    def noted(name, answer):
        def method(self, *arguments):
            told.append(name)
            if name in ('look', 'show'):
                assert (tmp_path / 'out.csv').exists() == (name == 'show')
            return answer(self, *arguments)
        return method
    for name in 'files read begin watched steps maps look verdicts show lines'.split():
        setattr(Recorded, name, noted(name, getattr(Views, name)))
    count = publication.count_for
    monkeypatch.setattr(publication, 'views_of', Recorded)
    monkeypatch.setattr(publication, 'count_for', lambda *words: (told.append('count'), count(*words))[1])
    done = run_inside(script, PATIENTS, *WORDS, *words, cwd=str(tmp_path))
    assert done.returncode == 0 and told == asked.split()


def test_the_options_of_the_views_are_those_for_the_table(monkeypatch, tmp_path):
    """Adult's sensitive column is asked for only where a table has it."""
    begun = []

    class Recorded(Views):
        def begin(self, options, table):
            begun.append((options.sensitive, list(table.columns)))
    monkeypatch.setattr(publication, 'views_of', Recorded)
    (tmp_path / 't.csv').write_text('age,sex\n' + '30,f\n' * 10, encoding='utf-8')
    done = run_inside('run_mondrian.py', 't.csv', '--quasi', 'age,sex', '-k', '5', '-o', 'out.csv', cwd=str(tmp_path))
    assert done.returncode == 0 and begun == [([], ['age', 'sex'])]


def test_the_steps_stand_before_a_report_and_the_verdicts_behind_its_measures(tmp_path):
    done = run_inside('run_mondrian.py', PATIENTS, *WORDS, '--trace', '--standard', 'gdpr-wp216', cwd=str(tmp_path))
    places = [done.stdout.index(text) for text in ('\nPart 1', 'run_mondrian.py 0', '\naudit ', '\nstandard gdpr', '\nPublished unchanged')
              if text in done.stdout]
    assert len(places) >= 4 and places == sorted(places), done.stdout


@pytest.mark.parametrize('more, logs', [({}, False), ({'standard': ['x']}, False), ({'recoding_maps': 'm'}, False),
                                        ({'html': 'x'}, True), ({'picture': 'x'}, True), ({'trace': True}, True)])
def test_cuts_are_logged_only_for_who_will_see_them(more, logs):
    def cut(part):
        return None
    watched, looks = views.RunViews(asking(**more)).watched(cut, [], None, True)
    assert (watched is not cut, looks is not None) == (logs, logs)


def release(tmp_path, text):
    path = str(tmp_path / 'out.csv')
    with open(path, 'w', encoding='utf-8', newline='') as file:
        file.write(text)
    return path


@pytest.mark.parametrize('missing, stars', [('drop', 'suppressed'), ('value', 'suppressed'), ('root', 'class')])
def test_a_standard_is_asked_with_what_was_left_out_and_what_a_star_is(missing, stars, tmp_path):
    of_run = views.RunViews(asking(missing=missing))
    of_run._table, of_run._judge = Value(read=9, missing_records=1), lambda *asked: asked
    of_run.look(release(tmp_path, 'age,ill\n1,a\n1,a\n1,b\n'), Value(required=Value(persons=None)), None)
    assert of_run.verdicts() == {'standards': (Counter({('1', 'a'): 2, ('1', 'b'): 1}), ['ill'], [5, 1], stars, None)}


def test_where_persons_are_counted_those_suppressed_are_told_by_them(tmp_path, monkeypatch):
    owned, asked = Value(take_all_as_one=lambda *words: asked.append(words)), []
    monkeypatch.setattr(clauses, 'persons_of_release', lambda *words: words)
    of_run = views.RunViews(asking())
    of_run._table, of_run._judge = Value(read=9, missing_records=1, sameness='same'), lambda *words: words
    counted = Value(required=Value(persons=True), tally=Value(persons=lambda places: owned))
    of_run.look(release(tmp_path, 'age,ill\n1,a\n'), counted, 'recoding')
    *_, left_out, _, persons = of_run.verdicts()['standards']
    assert left_out == [1] and persons == (owned, 'recoding', 7) and asked == [(['ill'], 'same')]


def test_the_classes_are_looked_at_only_for_a_page(tmp_path, monkeypatch):
    asked = []
    monkeypatch.setattr(shapes, 'shapes', lambda *words: asked.append(words) or {})
    for html in None, 'page.html':
        of_run = views.RunViews(asking(html=html, spreadsheet_safe=True))
        of_run._table = Value(signs={}, sameness=None)
        of_run.look(release(tmp_path, 'age,ill\n1,a\n'), Value(required=Value(persons=None)), None)
    (path, quasi, sensitive, plain, *_), = asked
    assert (quasi, sensitive, plain) == (['age'], ['ill'], unguarded)


@pytest.mark.parametrize('told, stopped', [({}, None), ({'proven': True}, None), ({'proven': False}, (2, (1, 0)))])
def test_the_steps_of_a_search_that_was_stopped_end_there(told, stopped, monkeypatch):
    monkeypatch.setattr(lattice_steps, 'SearchLesson', lambda *words: words)
    monkeypatch.setattr(lattice_steps, 'trace_of_search', lambda search, quasi, stopped: (quasi, stopped))
    counted = Value(required=Value(k=4), with_k=lambda k: k)
    made = Value(space=Value(counted=counted, lattice={(0, 0): 1, (1, 0): 0}), found=Value(told=told), outcome=Value(vector=(1, 0)),
                 algorithm=Value(space=lambda counted, space: None))
    assert views.levels_traced(asking(), made) == (['age'], stopped)


def test_the_page_text_is_refused_behind_the_outputs_and_before_the_table(tmp_path):
    """As `check` does it: first what cannot be written, then what cannot be used, then the table."""
    words = '--quasi', 'zip,age', '--html', 'page.html', '--page-text', 'none.ini'
    (tmp_path / 'bad.csv').write_bytes(b'zip,age\n1\n')
    lines = [run_inside('run_mondrian.py', name, *words, cwd=str(tmp_path)).stderr for name in ('none.csv', 'bad.csv')]
    assert 'none.csv: No such file' in lines[0] and 'none.ini: there is no such file' in lines[1], lines


def test_pictures_of_a_page_to_sign_are_its_own(tmp_path, monkeypatch):
    """They may show less than the file of --picture."""
    written = {}
    monkeypatch.setattr(views, 'put', lambda text, what, path: written.update({path: text}))
    sheet = Value(language='en')
    monkeypatch.setattr(views, 'svg_text', lambda stacked, options: 'all')
    monkeypatch.setattr('kanon.tools.pictures.svg.stacked', list)
    monkeypatch.setattr('kanon.tools.pages.run_page.page', lambda program, report, pictures, language: (report, pictures))
    options = asking(picture='p.svg', html='p.html', language='en', program='mondrian')
    views.put_views('report', options, lambda say: {'all': sheet}, ('less', lambda say: {'few': sheet}))
    assert written == {'p.svg': 'all', 'p.html': ('less', {'few': sheet})}
    for picture in 'p.svg', None:
        views.put_views('report', asking(picture=picture, html='q.html', language='en', program='mondrian'), lambda say: {'all': sheet})
        assert written.pop('q.html') == ('report', {'all': sheet})


def test_an_internal_page_has_the_steps_of_the_trace_to_the_last(tmp_path):
    done = run_inside('run_samarati.py', PATIENTS, *WORDS, '--max-suppression', '0', '--trace', '--html', 'page.html', '--internal',
                      cwd=str(tmp_path))
    steps = done.stdout.partition('\n\n')[0].split('\n')
    words = read(tmp_path / 'page.html').words()
    assert len(steps) > 5 and all(' '.join(step.split()) in words for step in steps)


def test_views_that_show_nothing_say_nothing():
    of_nothing = Views(asking())
    assert of_nothing.files() == [] and of_nothing.steps(None) == of_nothing.verdicts() == {} and of_nothing.maps(None) == ({}, {})
    assert of_nothing.lines(None, {}) == ((), ()) and of_nothing.watched('cut', [], None, True) == ('cut', None)
    assert not screen.Screen(Value(quiet=True))._views.files()
