"""The sample comes out of its generator to the byte; the download is unpacked only if it is the real one."""

import hashlib
import importlib.util
import io
import os
import pathlib
import subprocess
import sys
import zipfile
from collections import Counter

import pytest

from conftest import COLUMNS, HOME
from kanon.core.counts.frequency import columns
from kanon.core.tables.table import Table


def module(name):
    spec = importlib.util.spec_from_file_location(name, os.path.join(HOME, 'data', name + '.py'))
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def test_the_sample_is_what_its_generator_makes():
    with open(os.path.join(HOME, 'data', 'adult_sample.data'), encoding='utf-8', newline='') as file:
        assert file.read() == ''.join(module('make_sample').lines())


def test_the_sample_is_plausible():
    table = Table(os.path.join(HOME, 'data', 'adult_sample.data'), COLUMNS)
    pairs = Counter(table.tuples(['education', 'education_num']))
    assert len(pairs) == len({education for education, _ in pairs}) == len({number for _, number in pairs}) == 16
    assert table.read == 12000 and 500 < table.missing_records < 1500
    ages = Counter(table.tuples(['age', 'marital_status']))
    assert all(int(age) >= 17 for age, _ in ages)
    married = {age: ages.get((age, 'Married-civ-spouse'), 0) > ages.get((age, 'Never-married'), 0) for age in ('19', '45')}
    assert married == {'19': False, '45': True}
    assert not any(relationship == 'Husband' and gender == 'Female' for relationship, gender in Counter(table.tuples(['relationship', 'gender'])))
    jobs, = columns(Counter(table.tuples(['occupation'])))
    assert len(jobs) == 13 and '?' not in jobs


def clinic(**more):
    return subprocess.Popen([sys.executable, os.path.join(HOME, 'data', 'make_clinic.py')], stderr=subprocess.PIPE, encoding='utf-8', **more)


def test_a_reader_of_the_clinic_may_stop_after_a_line():
    process = clinic(stdout=subprocess.PIPE)
    assert process.stdout.readline().startswith('case;patient;')
    process.stdout.close()
    assert (process.stderr.read(), process.wait()) == ('make_clinic.py: standard output takes no more (Broken pipe) of the table\n', 1)
    process.stderr.close()


def test_the_clinic_is_written_to_the_end(tmp_path):
    with open(str(tmp_path / 'clinic.csv'), 'w', encoding='utf-8') as file:
        process = clinic(stdout=file)
        assert (process.communicate()[1], process.returncode) == ('', 0)
    assert (tmp_path / 'clinic.csv').read_text(encoding='utf-8') == ''.join(module('make_clinic').lines())


def archive(tmp_path, **files):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, 'w') as made:
        for name, content in files.items():
            made.writestr(name.replace('_', '.'), content)
    path = tmp_path / 'adult.zip'
    path.write_bytes(packed.getvalue())
    return pathlib.Path(str(path)).as_uri()


def test_a_download_of_the_right_file_is_unpacked(tmp_path, monkeypatch, capsys):
    download = module('download_adult')
    monkeypatch.setattr(download, 'SHA256', hashlib.sha256(b'39, State-gov\n').hexdigest())
    url = archive(tmp_path, adult_data=b'39, State-gov\n', adult_test=b'|1x3\n', Index=b'')
    assert download.main(url, str(tmp_path)) == 0
    assert sorted(os.listdir(str(tmp_path))) == ['adult.data', 'adult.test', 'adult.zip']
    assert (tmp_path / 'adult.data').read_bytes() == b'39, State-gov\n'
    assert download.main('http://127.0.0.1:9/adult.zip', str(tmp_path)) == 0        # it is here already: no network is asked
    assert capsys.readouterr().out.endswith('is here already, and is the right one\n')
    (tmp_path / 'adult.data').write_bytes(b'another')
    assert download.main(url, str(tmp_path)) == 0 and (tmp_path / 'adult.data').read_bytes() == b'39, State-gov\n'


def test_the_checksum_is_that_of_adult(adult):
    with open(adult, 'rb') as file:
        assert hashlib.sha256(file.read()).hexdigest() == module('download_adult').SHA256


@pytest.mark.parametrize('kind', ['another', 'incomplete', 'no archive', 'no file', 'no network'])
def test_any_other_download_is_refused_in_one_line(kind, tmp_path, capsys):
    if kind == 'no archive':
        (tmp_path / 'adult.zip').write_bytes(b'<html>')
    url = {'another': lambda: archive(tmp_path, adult_data=b'x', adult_test=b'x'), 'incomplete': lambda: archive(tmp_path, adult_data=b'x'),
           'no archive': lambda: (tmp_path / 'adult.zip').as_uri(), 'no file': lambda: (tmp_path / 'nowhere.zip').as_uri(),
           'no network': lambda: 'http://127.0.0.1:9/adult.zip'}[kind]()
    before = os.listdir(str(tmp_path))
    assert module('download_adult').main(url, str(tmp_path)) == 1
    out, err = capsys.readouterr()
    assert out == '' and err.count('\n') == 1 and 'download it elsewhere' in err and str(tmp_path) in err
    assert os.listdir(str(tmp_path)) == before
