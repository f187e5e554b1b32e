"""The judge of releases of real tables sees what is wrong."""

import pytest

from judge import ancestors, faults, records

TABLE = [{'age': age, 'sex': sex, 'ill': ill} for age, sex, ill in zip(['20', '21', '30', '31'], 'ffmm', ['flu', 'HIV', 'flu', 'gout'])]
RELEASE = [{'age': '[20-21]', 'sex': 'f', 'ill': 'flu'}, {'age': '[20-21]', 'sex': 'f', 'ill': 'HIV'},
           {'age': '[30-40)', 'sex': '{m|f}', 'ill': 'flu'}, {'age': '[30-40)', 'sex': '{m|f}', 'ill': 'gout'}]
TOLD = {'read': 4, 'missing': 0, 'published': 4, 'suppressed': 0}


def judged(release=RELEASE, told=TOLD, k=2):
    return faults(TABLE, release, ['age', 'sex'], 'ill', k, told, {})


def test_a_release_that_is_right():
    assert judged() == []


@pytest.mark.parametrize('told, k, release, word', [
    ({**TOLD, 'read': 5}, 2, RELEASE, 'read'),
    ({**TOLD, 'suppressed': 1}, 2, RELEASE, 'left out'),
    (TOLD, 3, RELEASE, 'below k'),
    (TOLD, 2, RELEASE[:3], 'were told'),
    (TOLD, 2, [*RELEASE[:3], {**RELEASE[3], 'ill': 'HIV'}], 'more often'),
    (TOLD, 2, [{**row, 'age': row['age'].replace('21', '19')} for row in RELEASE], 'covers'),
    (TOLD, 2, [{**row, 'age': row['age'].replace('30', '31')} for row in RELEASE], 'covers'),
    (TOLD, 2, [{**row, 'sex': row['sex'].replace('{m|f}', 'd')} for row in RELEASE], 'covers')])
def test_what_is_wrong_is_told(told, k, release, word):
    assert any(word in fault for fault in judged(release, told, k))


def test_files(tmp_path):
    (tmp_path / 't.csv').write_text('\ufeff"","age"\n1, 30\n\n2,31\n', encoding='utf-8')
    assert records(str(tmp_path / 't.csv')) == (['column 1', 'age'], [{'column 1': '1', 'age': '30'}, {'column 1': '2', 'age': '31'}])
    (tmp_path / 'h.txt').write_text('a,b,*\nc,b\n')
    assert ancestors(str(tmp_path / 'h.txt')) == {'a': ['b', '*'], 'b': ['*'], 'c': ['b', '*']}
    assert ancestors(str(tmp_path / 'none.txt')) == {}
