"""The pictures have no texts of their own; and the pictures in Chinese."""

import os
import re
from xml.dom.minidom import parseString

import pytest

from conftest import HOME, run, strings_of
from geometry import outside, overlaps, texts
from kanon.core.cutting.within_limits import Ranges
from kanon.core.voice.called import order_name
from kanon.core.voice.speaking import ENGLISH, speaker, tables
from kanon.tools.pictures.columns_picture import Change
from kanon.tools.pictures.lattice_picture import HeightRow, SeenVector

CHINESE = speaker('zh')
DRAWERS = [name + '_picture' for name in ('classes', 'columns', 'cuts', 'findings', 'lattice', 'sweep', 'tree')] + ['run_pictures']
TEXTS = {key: texts for table in tables() for key, texts in table.items()}


@pytest.mark.parametrize('name', DRAWERS)
def test_no_english_word_stands_outside_of_the_texts(name):
    """Two words in a row are a sentence. The keys of a report are no text of a picture."""
    from_reports = {'linkage, second', 'both, joined', 'order of the rows', 'the same, sorted'}
    named = {' '.join(kind._fields) for kind in (Change, HeightRow, SeenVector)}
    for text in strings_of(os.path.join(HOME, 'kanon', 'tools', 'pictures', name + '.py')):
        if text not in from_reports | named:
            assert not re.search('[A-Za-z]{2,} [A-Za-z]{2,}', text), text


def test_each_order_of_a_dimension_has_words():
    assert order_name(ENGLISH, 'frequency, for a missing value among numbers') == 'frequency, for a missing value among numbers'
    assert order_name(CHINESE, 'frequency, for a missing value among numbers') == '频数（数值中有缺失值）'
    assert order_name(CHINESE, "the hierarchy's nodes") == '泛化层次的节点'
    assert order_name(CHINESE, Ranges.order) == '分段的数值'


# The pictures in Chinese.

SAMPLE = 'data/adult_sample.data'
PATIENTS = 'data/inpatients/inpatients.csv'
PROGRAMS = {        # what is typed; {o} is a release
    'samarati': ['run_samarati.py', SAMPLE, '--max-suppression', '1%'],
    'optimal': ['run_samarati.py', PATIENTS, '--optimal'],
    'optimal, stopped': ['run_samarati.py', SAMPLE, '--optimal', '--time-limit', '0.000001', '--l-diversity', '3'],
    'of nine columns': ['run_samarati.py', SAMPLE, '--sensitive', '', '--quasi',
                        'age,work_class,education,marital_status,occupation,relationship,race,gender,native_country'],
    'datafly': ['kanon', 'datafly', SAMPLE, '-k', '20'],
    'mondrian': ['run_mondrian.py', SAMPLE, '-k', '100'],
    'mondrian, redacted': ['run_mondrian.py', PATIENTS, '--redact'],
    'mondrian of many cuts': ['run_mondrian.py', SAMPLE, '-k', '2', '--relaxed'],
    'mondrian by nodes': ['run_mondrian.py', SAMPLE, '--categories', 'hierarchy', '-k', '50'],
    'mondrian with boxes': ['run_mondrian.py', SAMPLE, '--labels', 'box', '--missing', 'root', '-k', '50'],
    'check': ['kanon', 'check', '{o}', '--quasi', 'zip,age', '--sensitive', 'condition', '--require', 'k=5,l=2,t=0.1,recursive=3:2'],
    'check that holds': ['kanon', 'check', '{o}', '--quasi', 'zip,age', '--require', 'k=4'],
    'risk': ['kanon', 'risk', PATIENTS, '--quasi', 'zip,age,condition', '--population', PATIENTS],
    'risk of a release': ['kanon', 'risk', '{o}', '--quasi', 'zip,age'],
    'attack': ['kanon', 'attack', '{o}', '--known', PATIENTS, '--second', '{o}', '--quasi', 'zip,age', '--sensitive', 'condition'],
    'sweep': ['kanon', 'sweep', PATIENTS, '--k', '2,4,400', '--max-suppression', '0,2', '--format', 'svg'],
    'lattice': ['kanon', 'lattice', PATIENTS, '--format', 'svg'],
    'hierarchy show': ['kanon', 'hierarchy', 'show', 'hierarchies/native_country.txt', '--format', 'svg'],
    'hierarchy show with records': ['kanon', 'hierarchy', 'show', PATIENTS, '--column', 'age', '--format', 'svg'],
    'hierarchy levels': ['kanon', 'hierarchy', 'levels', PATIENTS, '--format', 'svg']}

VALUES = ('Without spouse', 'spouse present', 'University degree', 'Heart disease', 'Viral infection', 'Central and South America',
          '(Northern|Southern|South-eastern|Western|Eastern)[ A-Za-z]*', 'Latin America and Caribbean')      # of the tables


@pytest.fixture(scope='module')
def release(tmp_path_factory):
    path = tmp_path_factory.mktemp('release') / 'o.csv'
    assert run('run_mondrian.py', PATIENTS, '-o', path, '--quiet', cwd=HOME).returncode == 0
    return path


def drawn(name, release, folder, language):
    script, *words = [word.format(o=release) for word in PROGRAMS[name]]
    more = ['-o' if 'svg' in words else '--picture', folder / 'a.svg']
    if script.startswith('run_') or 'datafly' in words:
        more += ['-o', folder / 'out.csv']
    result = run(script, *words, *more, '--language', language, '--force', '--quiet', cwd=HOME)
    assert result.returncode in (0, name == 'check'), result.stderr
    return (folder / 'a.svg').read_text(encoding='utf-8')


@pytest.mark.parametrize('name', PROGRAMS)
def test_a_picture_in_chinese(name, release, tmp_path):
    """It says so, its texts keep apart, and no sentence and no word of it is English."""
    svg = drawn(name, release, tmp_path, 'zh')
    parseString(svg.encode('utf-8'))
    assert overlaps(svg) == [] and outside(svg) == [] and len(texts(svg)) > 3
    assert svg.startswith('<svg xmlns="http://www.w3.org/2000/svg" lang="zh-CN" ') and re.search('[一-鿿]', svg)
    shown = re.findall('>([^<>]+)<', svg)
    assert not [text for text in shown if re.search('[a-z]{2,} [a-z]{2,}', re.sub('|'.join(VALUES), '', text))]
    english = {text for text, _ in TEXTS.values() if re.search('^[a-z]{2,}$', text)}
    assert not english & {text.strip() for text in shown}


@pytest.mark.parametrize('name', ['sweep', 'lattice', 'optimal', 'check'])
def test_a_picture_in_english_has_no_chinese(name, release, tmp_path):
    svg = drawn(name, release, tmp_path, 'en')
    assert not re.search('[一-鿿，。]', svg) and ' lang=' not in svg
