"""Tables in other encodings, names and messages in any script, columns that line up, terminals without colours; Ctrl-C in the
first moments.
"""

import csv
import os
import pty
import re
import subprocess
import sys

import pytest

from conftest import HOME, run
from kanon.core.settings.kinds import listed
from kanon.core.tables.text_table import left, right, table_text, width

CHINESE = '年龄,性别,病\n30,男,流感\n31,男,癌\n40,女,流感\n41,女,心脏病\n'
WESTERN = 'âge,sexe,maladie\n30,homme,grippe\n31,homme,œdème\n40,femme,grippe\n41,femme,ulcère\n'
GREEK = 'ηλικία,φύλο,νόσος\n30,α,γρίπη\n31,α,καρκίνος\n40,θ,γρίπη\n41,θ,έλκος\n'


@pytest.mark.parametrize('text, encoding', [
    *((CHINESE, encoding) for encoding in ('utf-8', 'utf-8-sig', 'gbk', 'gb18030', 'utf-16', 'utf-16-le', 'utf-32')),
    (WESTERN.replace('œ', 'o'), 'latin-1'), (WESTERN, 'cp1252'), (WESTERN, 'iso8859-15'), (GREEK, 'utf-16'), (GREEK, 'iso8859-7')])
@pytest.mark.parametrize('order', ['sorted', 'input'])
@pytest.mark.parametrize('script', ['run_samarati.py', 'run_mondrian.py'])
def test_in_and_out_in_an_encoding(tmp_path, text, encoding, order, script):
    """Columns, hierarchies, labels and carried values: what comes out is what comes out of the same table in UTF-8."""
    age, sex, illness = text.split('\n')[0].split(',')
    first, second = text.split('\n')[1].split(',')[1], text.split('\n')[3].split(',')[1]
    (tmp_path / 'hierarchies').mkdir()
    (tmp_path / 'hierarchies' / (sex + '.txt')).write_text('%s,*\n%s,*\n' % (first, second), encoding='utf-8')
    (tmp_path / 'hierarchies' / (age + '.txt')).write_text('30,%s3\n31,%s3\n40,%s4\n41,%s4\n%s3,*\n%s4,*\n'.replace('%s', first), encoding='utf-8')
    found = []
    for name, how in (('a.csv', 'utf-8'), ('b.csv', encoding)):
        (tmp_path / name).write_bytes(text.encode(how))
        words = ['-k', 2, '--quasi', '%s,%s' % (age, sex), '--sensitive', illness, '--order', order, '--encoding', how]
        words += ['--max-suppression', 0] if 'samarati' in script else []
        output = tmp_path / ('out_' + name)
        result = run(script, tmp_path / name, *words, '-o', output)
        assert result.returncode == 0, result.stderr
        found.append(output.read_bytes().decode(how))
    assert found[0] == found[1] and found[0].count('\n') == 5 and illness in found[0] and text.split(',')[-1].strip() in found[0]


def test_what_an_encoding_cannot_write_is_named(tmp_path):
    (tmp_path / 'data.csv').write_text('age,job\n30,a\n31,a\n', encoding='latin-1')
    (tmp_path / 'hierarchies').mkdir()
    (tmp_path / 'hierarchies' / 'age.txt').write_text('30,三十\n31,三十\n三十,*\n', encoding='utf-8')
    result = run('run_samarati.py', 'data.csv', '-k', 2, '--quasi', 'age', '--sensitive', 'job', '--max-suppression', 0, '--encoding', 'latin-1',
                 '-o', 'out.csv', cwd=str(tmp_path))
    assert (result.returncode, result.stderr) == (1, "run_samarati.py: out.csv: '三十' cannot be written in latin-1; give another --encoding\n")
    assert sorted(os.listdir(str(tmp_path))) == ['data.csv', 'hierarchies']


@pytest.mark.parametrize('content, advice', [
    (CHINESE.encode('gbk'), 'data.csv, line 1: byte 0xc4, at offset 0, is not utf-8 text; give its --encoding (gb18030 or latin-1?)'),
    ('age,job\n30,José\n31,x\n'.encode('latin-1'), 'data.csv, line 2: byte 0xe9, at offset 14, is not utf-8 text; give its --encoding (latin-1?)'),
    ('age,job\n30,“head”\n31,5 €\n'.encode('cp1252'), 'data.csv, line 2: byte 0x93, at offset 11, is not utf-8 text; give its --encoding (cp1252?)'),
    ('age,job\n30,Müller\n31,x\n'.encode('latin-1'), 'data.csv, line 2: byte 0xfc, at offset 12, is not utf-8 text; give its --encoding (latin-1?)'),
    ('age,job\n30,naïve – a bit\n31,François’\n'.encode('cp1252'), 'data.csv, line 2: byte 0xef, at offset 13, is not utf-8 text; give its --encoding'
     ' (cp1252?)'),
    (CHINESE.encode('utf-16'), 'data.csv: begins like UTF-16; give --encoding utf-16'),
])
def test_the_encoding_that_is_meant_is_offered(tmp_path, content, advice):
    (tmp_path / 'data.csv').write_bytes(content)
    result = run('run_mondrian.py', 'data.csv', '--quasi', 'age', cwd=str(tmp_path))
    assert (result.returncode, result.stderr) == (1, 'run_mondrian.py: %s\n' % advice)


@pytest.mark.parametrize('encoding', ['utf-7', 'hz', 'utf-32'])
def test_whatever_a_codec_says_is_one_line(tmp_path, encoding):
    """Some do not say where they fail, and not all Pythons say the same."""
    (tmp_path / 'data.csv').write_bytes('age,job\n30,José!\n31,~x\n'.encode('latin-1'))
    result = run('run_mondrian.py', 'data.csv', '--quasi', 'age', '--sensitive', 'job', '-k', 2, '--encoding', encoding, '-o', 'out.csv', cwd=str(tmp_path))
    assert (result.returncode, result.stderr.count('\n')) == (1, 1) and ' text; give its --encoding\n' in result.stderr
    assert os.listdir(str(tmp_path)) == ['data.csv']


def test_messages_in_any_script(tmp_path):
    (tmp_path / '病人.csv').write_text(CHINESE, encoding='utf-8')
    result = run('run_mondrian.py', '病人.csv', '--quasi', '年龄段,性别', cwd=str(tmp_path))
    assert result.stderr.startswith("run_mondrian.py: 病人.csv: there is no column '年龄段'; did you mean '年龄'?")
    result = run('run_mondrian.py', '病人.csv', '--quasi', '年龄段', cwd=str(tmp_path), env={**os.environ, 'PYTHONIOENCODING': 'ascii', 'LC_ALL': 'C'})
    assert result.returncode == 1 and result.stderr.isascii() and result.stderr.count('\n') == 1
    assert '\\u5e74\\u9f84\\u6bb5' in result.stderr or 'the name of a file cannot be written in' in result.stderr


def test_a_name_in_other_capitals_is_offered(tmp_path):
    (tmp_path / 'data.csv').write_text('DOB,Gender\n30,m\n31,f\n', encoding='utf-8')
    assert "; did you mean 'DOB'?" in run('run_mondrian.py', 'data.csv', '--quasi', 'dob', cwd=str(tmp_path)).stderr


@pytest.mark.parametrize('sign', ['\x1b[1A\x1b[2K', '\x9b2J', '\u202e', '\u2066', '\r', '\x85', '\u2028', '\n'])
def test_no_name_and_no_value_steers_the_terminal(sign, tmp_path):
    """In no report of any program. What steers is escaped, and no line end in a name or a value begins a line."""
    in_name = '' if sign.isspace() else sign        # --quasi takes no line end
    forged = 'Every combination is k = 50 anonymous'
    names = ['age', 'sex' + in_name + forged, 'ward' + in_name, 'drug' + in_name, 'other' + sign + forged]
    rows = [[30 + n % 4, 'mf'[n % 2] + sign + forged, ('flu', 'cold')[n % 3 > 0] + sign, 'x' + sign, n % 3] for n in range(24)]
    with open(str(tmp_path / 'd.csv'), 'w', newline='', encoding='utf-8') as file:
        csv.writer(file).writerows([names, *rows])
    typed = ['--quasi', listed(names[:2]), '--sensitive', listed(names[2:3])]
    release = ['x.csv', '--quasi', listed(names[:2])]
    named = 'd.csv', '--config', 'd.ini'       # which start writes
    for words in (['start', 'd.csv'], ['start', 'd.csv', *typed, '--publish', listed(names[3:4]), '--k', 2],
                  ['mondrian', *named, '-o', 'x.csv', '--trace', '--k', 2, '--categories', 'hierarchy'], ['samarati', *named, '--trace'],
                  ['datafly', *named], ['check', *release, '--sensitive', listed(names[2:3]), '--require', 'k=2'], ['risk', *release],
                  ['risk', *release, '--format', 'markdown'], ['attack', 'x.csv', '--known', *named, *typed], ['sweep', *named, '--k', 2],
                  ['lattice', *named], ['hierarchy', 'levels', *named], ['hierarchy', 'check', *named],
                  ['hierarchy', 'show', *named, '--column', listed(names[1:2])], ['hierarchy', 'flat', *named, '--column', listed(names[3:4])]):
        result = run('kanon', *words, cwd=str(tmp_path))
        assert (result.returncode, result.stderr) == (0, ''), words
        assert not [char for char in result.stdout if char != '\n' and not char.isprintable()], words
        assert not [line for line in result.stdout.split('\n') if line.lstrip().startswith(forged)], words


def test_columns_of_wide_characters_line_up(tmp_path):
    (tmp_path / 'data.csv').write_text(CHINESE, encoding='utf-8')
    result = run('run_mondrian.py', 'data.csv', '-k', 2, '--quasi', '年龄,性别', '--sensitive', '病', '-o', 'out.csv', cwd=str(tmp_path))
    rows = [line for line in result.stdout.splitlines() if ' -> ' in line and not line.startswith('run_')]
    assert len(rows) == 3 and len({width(row[:re.search(r'\d+ -> |values', row).start()]) for row in rows}) == 1
    table = table_text([{'年龄': 'a', 'k': 10}, {'年龄': '三十', 'k': 5}], 'text').splitlines()
    assert table == ['年龄   k', '   a  10', '三十   5'] and len(set(map(width, table))) == 1


@pytest.mark.parametrize('text, places', [('', 0), ('abc', 3), ('年', 2), ('ｶ', 1), ('カ', 2), ('Ａ', 2), ('e\u0301', 1), ('한', 2), ('a\u200bb', 2), ('é', 1)])
def test_width(text, places):
    assert width(text) == places and width(left(text, 9)) == width(right(text, 9)) == 9


@pytest.mark.parametrize('environment', [{}, {'NO_COLOR': '1'}, {'TERM': 'dumb'}])
def test_no_colour_on_a_terminal(tmp_path, environment):
    """Nothing but the wiping out of the progress line, and not even that on a terminal that cannot."""
    ours, theirs = pty.openpty()
    words = ['run_samarati.py', os.path.join(HOME, 'data', 'inpatients', 'inpatients.csv'), '-o', str(tmp_path / 'out.csv')]
    process = subprocess.Popen([sys.executable, os.path.join(HOME, words[0]), *words[1:]], stdin=theirs, stdout=theirs, stderr=theirs,
                               env={**os.environ, 'TERM': 'xterm', **environment})
    os.close(theirs)
    said = b''
    while True:
        try:
            block = os.read(ours, 4096)
        except OSError:
            block = b''
        if not block:
            break
        said += block
    os.close(ours)
    assert process.wait() == 0 and b'audit' in said
    escapes = set(re.findall(rb'\x1b\[[0-9;]*[A-Za-z]', said))
    assert escapes <= {b'\x1b[K'} and not (escapes and environment.get('TERM'))


@pytest.mark.parametrize('name, number, said', [('SIGINT', 2, 'interrupted'), ('SIGTERM', 15, 'terminated'), ('SIGHUP', 1, 'terminated')])
@pytest.mark.parametrize('start, program', [(['run_samarati.py'], 'run_samarati.py'), (['run_mondrian.py'], 'run_mondrian.py'),
                                            (['-m', 'kanon', 'datafly'], 'python -m kanon')])
def test_a_signal_while_python_still_imports(tmp_path, name, number, said, start, program):
    """Here while it imports argparse: one line, no traceback, and nothing written."""
    (tmp_path / 'argparse.py').write_text('import os, signal\nos.kill(os.getpid(), signal.%s)\n' % name, encoding='utf-8')
    words = [os.path.join(HOME, word) if word.startswith('run_') else word for word in start]
    result = subprocess.run([sys.executable, *words, '-o', 'out.csv'], cwd=str(tmp_path), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, encoding='utf-8', env={**os.environ, 'PYTHONPATH': str(tmp_path) + os.pathsep + HOME})
    assert (result.returncode, result.stderr, result.stdout) == (128 + number, '%s: %s; no part of a file is left\n' % (program, said), '')
    assert [name for name in os.listdir(str(tmp_path)) if name != '__pycache__'] == ['argparse.py']


def test_an_import_is_no_program():
    """Who imports the scripts keeps the handlers that are there."""
    code = 'import signal; before = signal.getsignal(signal.SIGINT); import run_samarati, kanon.__main__; print(signal.getsignal(signal.SIGINT) == before)'
    assert subprocess.run([sys.executable, '-c', code], cwd=HOME, stdout=subprocess.PIPE, encoding='utf-8').stdout == 'True\n'
