"""With --json a run that fails says so as JSON, too: what is at fault, in which file and line, the value, and what to do."""

import json
import os
import re
import shlex
import subprocess
import sys
from runpy import run_path

import pytest

from conftest import HOME, program_named, run, run_inside, some
from kanon.core.desk import publication
from kanon.core.desk.options import MONDRIAN
from kanon.core.desk.run import run as kanon_run
from kanon.core.tables import publishing

from refusal_cases import CASES

RELEASE = ['--quasi', 'age,sex', '--sensitive', 'job', '-o', 'out.csv']


def failed(case, folder, *more):
    """The run of a case with --json, and the status and message that it has without."""
    CASES[case].inputs_in(folder)
    command, status, message = CASES[case][:3]
    script, *words = shlex.split(command)
    if script == 'python':
        return run('kanon', *words[2:], *more, cwd=str(folder)), status, message
    return run(script, *words, *more, cwd=str(folder)), status, message


def has_json(case, flag='--json'):
    """Whether the program of a case has --json, or --format, and the case does not use it."""
    words = shlex.split(CASES[case].command)
    if words[0] == 'python':
        words = words[3:]
        if words[0] == 'hierarchy' or words[0].startswith('-'):
            return False
        name = words[0]
    else:
        name = words[0][4:-3]
    return not {'--', '-', '-o-', '--json', '--format'} & set(words) and any(word.flag == flag for word in program_named(name)[0].words)


@pytest.mark.parametrize('case', some([case for case in CASES if has_json(case)][::3], 3))
def test_a_refusal_in_its_parts(case, tmp_path):
    """The line on standard error is the same, and the parts are parts of it."""
    check_parts(case, tmp_path, '--json')


@pytest.mark.parametrize('case', some([case for case in CASES if has_json(case, '--format')], 3))
def test_a_table_that_is_asked_for_as_json(case, tmp_path):
    check_parts(case, tmp_path, '--format', 'json')


def check_parts(case, tmp_path, *as_json):
    result, status, message = failed(case, tmp_path / case, *as_json)
    assert result.returncode == status and result.stderr.endswith(': ' + message + '\n') and result.stderr.count('\n') == 1
    error = json.loads(result.stdout)['error']
    assert list(error) == ['status', 'kind', 'message', 'file', 'line', 'value', 'advice']
    assert error['status'] == status and error['message'] == re.sub(r' \([^()]* --help tells more\)$', '', message)
    assert error['kind'] == 'options' if status == 2 else error['kind'] in ('data', 'options', 'unsatisfied', 'changed', 'system')
    where = [str(error['file'])] * (error['file'] is not None) + ['line %s' % error['line']] * (error['line'] is not None)
    assert message.startswith(', '.join(where))
    assert error['advice'] is None or '; ' + error['advice'] in message
    hidden, *_ = failed(case, tmp_path / 'again', *as_json, '--redact')
    hidden = json.loads(hidden.stdout)['error']
    assert [hidden[name] for name in ('kind', 'status', 'file', 'line')] == [error[name] for name in ('kind', 'status', 'file', 'line')]
    assert '(value)' not in hidden['message'] or hidden['value'] == '(value)'


@pytest.mark.parametrize('case, expected', [
    ('like-hierarchy-changed', ('changed', 'jan.json', None, None)),
    ('like-too-many-suppressed', ('unsatisfied', 'feb.csv', None, 'raise it, or search anew')),
    ('like-another-k', ('options', None, None, 'leave out one of -k and --like')),
    ('like-value-without-a-leaf', ('data', os.path.join('hierarchies', 'age.txt'), '99', None)),
])
def test_the_kinds_that_a_job_tells_apart(case, expected, tmp_path):
    result, *_ = failed(case, tmp_path / 'case', '--json')
    error = json.loads(result.stdout)['error']
    kind, file, value, advice = expected
    assert (error['kind'], error['file']) == (kind, file) and (value is None or error['value'] == value)
    assert advice is None or error['advice'] == advice


def test_what_is_asked_for_is_at_fault_whichever_file_says_it(tmp_path):
    (tmp_path / 'data.csv').write_text('age,sex,job\n30,m,a\n31,f,b\n', encoding='utf-8')

    def kind_of(*words):
        result = run('run_mondrian.py', 'data.csv', *RELEASE, *words, '--json', cwd=str(tmp_path))
        return result.returncode and json.loads(result.stdout)['error']['kind']
    assert kind_of('-k', '2', '--quiet') == 0
    assert kind_of('-k', '2') == 'options'                              # the output exists
    assert kind_of('-k', '3', '--force') == 'unsatisfied'
    assert kind_of('-k', '2', '--force', '--limit', 'age<=9') == 'options'      # a level that age has not
    assert kind_of('-k', '2', '--force', '--hierarchies', 'nowhere') == 'options'
    (tmp_path / 'data.ini').write_text('[kanon]\nkk = 3\n', encoding='utf-8')
    assert kind_of('-k', '2', '--force') == 'options'
    assert kind_of('-k', '2', '--force', '--config', os.devnull, '--columns', 'age,sex') == 'data'
    assert run('run_mondrian.py', 'data.csv', '-k', '1', cwd=str(tmp_path)).stdout == ''        # not without --json


def test_an_audit_that_disagrees_is_a_kind_of_its_own(tmp_path, monkeypatch):
    """No table, and nothing that was asked for, is at fault."""
    (tmp_path / 'data.csv').write_text('age,sex,job\n30,m,a\n30,m,b\n', encoding='utf-8')
    lines = publishing.sorted_lines
    monkeypatch.setattr(publishing, 'sorted_lines', lambda *made: [*lines(*made), '30,m,a\n'])
    result = run_inside('run_mondrian.py', 'data.csv', *RELEASE, '-k', '2', '--json', cwd=str(tmp_path))
    error = json.loads(result.stdout)['error']
    assert (result.returncode, error['kind'], error['message']) == (1, 'audit', 'the audit counted 3 records instead of 2')
    assert os.listdir(str(tmp_path)) == ['data.csv']


def test_where_standard_output_takes_no_more(tmp_path):
    """The line on standard error has to do."""
    if not os.path.exists('/dev/full'):
        pytest.skip('there is no /dev/full')
    with open('/dev/full', 'w') as full:
        result = subprocess.run([sys.executable, os.path.join(HOME, 'run_mondrian.py'), 'nowhere.csv', '--json'], cwd=str(tmp_path), stdout=full,
                                stderr=subprocess.PIPE, encoding='utf-8')
    assert result.returncode == 1 and result.stderr.startswith('run_mondrian.py: nowhere.csv: No such file or directory\n')


def test_a_page_that_fails_leaves_one_document(tmp_path):
    """The report comes last. A page that cannot be written is found before."""
    resource = pytest.importorskip('resource')
    (tmp_path / 'out.csv').write_text('age,sex,job\n' + '30,m,a\n30,m,b\n' * 9, encoding='utf-8')
    words = ['-m', 'kanon', 'check', 'out.csv', '--quasi', 'age,sex', '--sensitive', 'job', '--json', '--html', 'page.html']
    result = subprocess.run([sys.executable, *words], cwd=str(tmp_path), env={**os.environ, 'PYTHONPATH': HOME}, stdout=subprocess.PIPE,
                            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000)))
    assert result.returncode == 1 and json.loads(result.stdout.decode())['error']['kind'] == 'system'
    assert os.listdir(str(tmp_path)) == ['out.csv']


@pytest.mark.parametrize('words', [['risk', 'out.csv'], ['use', 'out.csv', 'out.csv', '--sensitive', 'job'],
                                   ['attack', 'out.csv', '--known', 'out.csv', '--sensitive', 'job'],
                                   ['sweep', 'out.csv', '-k', '2', '--sensitive', 'job', '--algorithm', 'mondrian']], ids=lambda words: words[0])
def test_a_page_that_fails_leaves_no_report(words, tmp_path):
    resource = pytest.importorskip('resource')
    (tmp_path / 'out.csv').write_text('age,sex,job\n' + '30,m,a\n30,m,b\n' * 9, encoding='utf-8')
    result = subprocess.run([sys.executable, '-m', 'kanon', *words, '--quasi', 'age,sex', '--html', 'page.html'], cwd=str(tmp_path),
                            env={**os.environ, 'PYTHONPATH': HOME}, stdout=subprocess.PIPE,
                            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000)))
    assert (result.returncode, result.stdout, os.listdir(str(tmp_path))) == (1, b'', ['out.csv'])


def test_a_signal_after_the_report_adds_no_document(monkeypatch, tmp_path, capsys):
    """The exit status, and the line on standard error, say that the run was interrupted."""
    (tmp_path / 'data.csv').write_text('age,sex,job\n30,m,a\n30,m,b\n', encoding='utf-8')
    monkeypatch.chdir(tmp_path)
    printed = publication.print_report

    def interrupted(*arguments):
        printed(*arguments)
        raise KeyboardInterrupt
    monkeypatch.setattr(publication, 'print_report', interrupted)
    options = ['data.csv', *RELEASE, '-k', '2', '--json']
    assert kanon_run(MONDRIAN, run_path(os.path.join(HOME, 'run_mondrian.py'))['main'], options) == 130
    out, error = capsys.readouterr()
    assert json.loads(out)['output'] == 'out.csv' and error.endswith('interrupted; the release is in out.csv\n')
