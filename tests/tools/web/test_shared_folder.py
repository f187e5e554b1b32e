"""A start folder that others may write to: what is refused, how a release comes to stand there, and a system that cannot hold a folder open."""

import errno
import os
import signal
import socket
import stat
import subprocess
import sys

import pytest

from conftest import HOME
from kanon.core.errors import DataError
from kanon.tools.folders import opening, owners, placing, start_folder
from kanon.tools.folders.opening import NOT_THERE
from kanon.tools.folders.start_folder import MOVED, NOT_ALONE, SEVERAL_NAMES, Start
from serving import serving
from swapping import ASKS, Ground, PLAN, contents, lasting, page_of

GONE = 'clinic.csv has changed since it was opened, or is gone; open it again'


@pytest.fixture
def ground(tmp_path):
    return Ground(tmp_path)


@pytest.fixture
def page(ground):
    with page_of(ground.start) as page:
        yield page


def said(answered):
    return answered['error']['message']


def put_pipe(path):
    os.mkfifo(path)


def put_socket(path):
    with socket.socket(socket.AF_UNIX) as opened:
        home = os.getcwd()
        os.chdir(os.path.dirname(path))     # the name of a socket is short
        try:
            opened.bind(os.path.basename(path))
        finally:
            os.chdir(home)


def put_device(path):
    try:
        os.mknod(path, 0o666 | stat.S_IFCHR, os.makedev(1, 5))     # /dev/zero, which has no end
    except OSError:
        pytest.skip('this account makes no devices')


PUT = put_pipe, put_socket, put_device, os.mkdir


@pytest.mark.parametrize('put', PUT)
def test_what_is_no_file_is_refused_at_once(put, ground, page):
    """Before a table is chosen, and in its place afterwards."""
    put(os.path.join(ground.ward, 'new.csv'))
    assert said(page.open('ward/new.csv')) == NOT_THERE
    page.open('ward/clinic.csv')
    os.remove(os.path.join(ground.ward, 'clinic.csv'))
    put(os.path.join(ground.ward, 'clinic.csv'))
    assert said(page.ask('look')) == GONE


@pytest.mark.parametrize('walks', [True, False])
def test_a_start_folder_that_was_replaced_is_refused(walks, tmp_path, monkeypatch):
    monkeypatch.setattr(opening, 'WALKS', walks)
    ground = Ground(tmp_path)
    for folder in ground.start, ground.ward:
        os.chmod(folder, 0o755)
    for put in (os.mkdir, lambda path: os.symlink(ground.private, path), lambda path: None):
        with page_of(ground.start) as page:
            page.open('ward/clinic.csv')
            os.rename(ground.start, ground.start + '.aside')
            put(ground.start)
            assert said(page.list('')) == said(page.open('ward/clinic.csv')) == MOVED
            assert said(page.ask('look')) == GONE
        if os.path.islink(ground.start):
            os.remove(ground.start)
        elif os.path.isdir(ground.start):
            os.rmdir(ground.start)
        os.rename(ground.start + '.aside', ground.start)


def test_another_folder_of_the_same_name_is_refused(ground, page):
    """It has the very table, and is somebody else's: what is written beside the table is for those who can read its folder."""
    page.open('ward/clinic.csv')
    os.rename(ground.ward, ground.aside)
    os.mkdir(ground.ward)
    os.link(os.path.join(ground.aside, 'clinic.csv'), os.path.join(ground.ward, 'clinic.csv'))
    assert said(page.ask('look')) == said(page.ask('beside', yes=True)) == GONE
    assert os.listdir(ground.ward) == ['clinic.csv']


@pytest.mark.parametrize('links', [True, False])
def test_a_file_that_grows_meanwhile_is_refused(links, ground, page, monkeypatch):
    if not links:
        monkeypatch.setattr(start_folder, 'LINKS', None)
    path = os.path.join(ground.ward, 'clinic.csv')
    true = opening.put_in

    def grow():
        with open(path, 'a') as file:
            file.write('99,male,flu\n')
    monkeypatch.setattr(start_folder, 'put_in', lambda *words: [true(*words), grow()])
    opened = page.open('ward/clinic.csv')
    assert opened == {'table': 'clinic.csv'} if links else said(opened) == GONE
    assert os.listdir(page.tab) == ['clinic.csv'] * links
    monkeypatch.undo()
    page.open('ward/clinic.csv')
    grow()
    assert said(page.ask('look')) == GONE


def test_what_this_account_may_not_read_is_said(ground, page, monkeypatch):
    true = os.open

    def denied(path, *words, **named):
        if path in ('next.csv', 'closed'):
            raise PermissionError(errno.EACCES, 'Permission denied')
        return true(path, *words, **named)
    monkeypatch.setattr(os, 'open', denied)
    os.mkdir(os.path.join(ground.start, 'closed'))
    for answered in page.open('ward/next.csv'), page.list('closed'), page.open('closed/x.csv'):
        assert said(answered) == 'this account may not read that file or folder'


@pytest.mark.parametrize('mode, refused', [(0o755, False), (0o775, True), (0o757, True), (0o1777, True)])
def test_a_file_of_several_names_is_refused_where_others_may_have_put_it(mode, refused, ground, page):
    os.link(os.path.join(ground.private, 'clinic.csv'), os.path.join(ground.ward, 'linked.csv'))
    os.chmod(ground.ward, mode)
    opened = page.open('ward/linked.csv')
    assert said(opened) == SEVERAL_NAMES if refused else opened == {'table': 'linked.csv'}
    assert os.listdir(page.tab) == ['linked.csv'] * (not refused)


@pytest.mark.parametrize('links', [True, False])
def test_a_release_is_the_same_by_a_link_and_by_a_copy(links, ground, page, monkeypatch):
    """Its permissions are, too: those of a table that nobody else may read."""
    if not links:
        monkeypatch.setattr(start_folder, 'LINKS', None)
    os.chmod(os.path.join(ground.ward, 'clinic.csv'), 0o640)
    page.open('ward/clinic.csv')
    for name, values in ASKS:
        if name in ('draft', 'require', 'release', 'beside'):
            answered = page.ask(name, **values)
    assert answered['report']['records']['read'] == 32
    modes = {stat.S_IMODE(os.stat(os.path.join(ground.ward, path)).st_mode) for path in answered['written']}
    umask = os.umask(0)
    os.umask(umask)
    assert modes == {0o640 & ~umask}
    assert os.path.islink(os.path.join(page.tab, 'clinic.csv')) == links


def test_a_table_is_not_replaced_while_a_run_reads_it(ground, tmp_path):
    with serving(ground.start) as client:
        client.enter().post('/open', {'path': 'ward/clinic.csv'})
        connection, lines = client.start('slow', {'plan': PLAN})
        lines.readline()
        assert client.post('/open', {'path': 'ward/clinic.csv'}) == (409, {'error': {
            'message': 'something runs in this tab already; stop it first', 'kind': 'options'}})
        client.post('/stop')
        connection.close()
        assert len(os.listdir(os.path.join(client.server.tabs.private.name, '0123456789abcdef', 'tab'))) == 1


@pytest.mark.skipif(start_folder.LINKS is None, reason='tables are copied here')
def test_a_tab_keeps_few_tables_open(ground, page, monkeypatch):
    monkeypatch.setattr('kanon.tools.web.tabs.MOST_OPEN', 2)
    tab = page.server.tabs.tab('0123456789abcdef')
    for name in 'abc':
        ground.write(os.path.join(ground.ward, name + '.csv'), 'a,b\n1,2\n')
        page.open('ward/%s.csv' % name)
    assert list(tab.tables) == sorted(os.listdir(tab.folder)) == ['b.csv', 'c.csv'] and len(tab.descriptors()) == 2
    page.open('ward/c.csv')
    kept = tab.descriptors()
    assert len(kept) == 2
    page.server.tabs.close()
    for descriptor in kept:
        with pytest.raises(OSError):
            os.fstat(descriptor)


# How files come to stand in the folder.

@pytest.fixture
def made(ground, tmp_path, monkeypatch):
    """Files that were made, in the current folder."""
    home = tmp_path / 'made'
    (home / 'hierarchies').mkdir(parents=True)
    for name in MADE:
        (home / name).write_text('new ' + name)
    (home / 'clinic.csv').write_text('a\n')
    monkeypatch.chdir(home)
    return ground


MADE = 'clinic.ini', 'hierarchies/age.txt', 'release.json', 'release.csv'


@pytest.fixture(params=[True, False])
def ward(request, made):
    """The folder of the table: a descriptor, and where there is none, a path."""
    if not request.param:
        yield made.ward
        return
    descriptor = os.open(made.ward, opening.FOLDER)
    yield descriptor
    os.close(descriptor)


def put(ward, replace=True):
    placing.put_all(ward, MADE, 'clinic.csv', replace)


def test_all_files_come_to_stand_there(ward, made):
    before = contents(made.ward)
    assert placing.standing(ward, MADE) == []
    put(ward, False)
    new = {os.path.join(made.ward, name): ('new ' + name).encode() for name in MADE}
    assert contents(made.ward) == {**before, **new}
    assert placing.standing(ward, MADE) == list(MADE)


@pytest.mark.parametrize('links', [True, False])
@pytest.mark.parametrize('there', [(), MADE, MADE[1::2]])
@pytest.mark.parametrize('fault', range(len(MADE)))
def test_if_one_does_not_come_to_stand_all_is_as_it_was(fault, there, links, ward, made, monkeypatch):
    """links: whether the disk gives a file two names."""
    for name in there:
        path = os.path.join(made.ward, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        made.write(path, 'old ' + name)
        os.chmod(path, 0o604)
    before, files = contents(made.ward), os.listdir(made.ward)
    true, count = os.replace, []

    def failing(one, other, **named):
        if not str(other).endswith('.part') and str(other) not in count:
            count.append(str(other))
            if len(count) == fault + 1:
                raise OSError(errno.EIO, 'Input/output error')
        true(one, other, **named)

    def no_links(*_, **__):
        raise OSError(errno.EPERM, 'Operation not permitted')
    monkeypatch.setattr(os, 'replace', failing)
    if not links:
        monkeypatch.setattr(os, 'link', no_links)
    with pytest.raises(DataError, match='%s: Input/output error' % MADE[fault]):
        put(ward)
    assert contents(made.ward) == before and sorted(os.listdir(made.ward)) == sorted(files)
    put(ward)
    assert len(contents(made.ward)) == 2 + len(MADE)
    modes = {name: stat.S_IMODE(os.stat(os.path.join(made.ward, name)).st_mode) for name in MADE}
    assert all((mode == 0o604) == (name in there) for name, mode in modes.items())


def test_a_file_that_has_come_meanwhile_stays(ward, made):
    made.write(os.path.join(made.ward, 'release.csv'), 'mine')
    before = contents(made.ward)
    with pytest.raises(DataError, match='release.csv: has come meanwhile; nothing was written'):
        put(ward, False)
    assert contents(made.ward) == before and not os.path.exists(os.path.join(made.ward, 'hierarchies'))


def test_a_folder_that_becomes_a_link_after_it_was_looked_at_is_not_written_to(made, monkeypatch):
    """Where a folder is held open. Otherwise nobody else can do that."""
    true, ward = os.lstat, os.open(made.ward, opening.FOLDER)
    inner = os.path.join(made.ward, 'hierarchies')
    os.mkdir(inner)

    def swapping(name, **named):
        status = true(name, **named)
        if name == 'hierarchies' and not os.path.islink(inner):
            os.rmdir(inner)
            os.symlink(os.path.join(made.private, 'hierarchies'), inner)
        return status
    for call in (lambda: put(ward)), (lambda: placing.standing(ward, MADE)):
        with monkeypatch.context() as patch:
            patch.setattr(os, 'lstat', swapping)
            with pytest.raises(DataError, match='hierarchies'):
                call()
        assert contents(made.private) == made.before and sorted(os.listdir(made.ward)) == ['clinic.csv', 'hierarchies', 'next.csv']
        os.remove(inner)
        os.mkdir(inner)
    os.close(ward)


def test_a_file_that_another_has_taken_the_place_of_is_told(ward, made, monkeypatch):
    """Somebody puts a file of his under the name of the part. It is not told as written, and what was there is there again."""
    made.write(os.path.join(made.ward, 'release.csv'), 'old')
    before, true = contents(made.ward), os.replace

    def swapping(one, other, **named):
        if os.path.basename(other) == 'release.csv' and named.get('src_dir_fd', ward) == ward and not swapped:
            swapped.append(one)
            os.remove(os.path.join(made.ward, os.path.basename(one)))
            made.write(os.path.join(made.ward, os.path.basename(one)), 'of another')
        true(one, other, **named)
    swapped = []
    monkeypatch.setattr(os, 'replace', swapping)
    with pytest.raises(DataError, match='release.csv: somebody else has put another file in its place'):
        put(ward)
    assert swapped and contents(made.ward) == before


@pytest.mark.parametrize('put_there', PUT)
def test_no_file_takes_the_place_of_what_is_none(put_there, ward, made):
    put_there(os.path.join(made.ward, 'release.csv'))
    for call in (lambda: placing.standing(ward, MADE)), (lambda: put(ward)):
        with pytest.raises(DataError, match='release.csv: is a (folder|device or a pipe), and no file takes its place'):
            call()
    assert sorted(os.listdir(made.ward)) == ['clinic.csv', 'next.csv', 'release.csv']


def test_the_permissions_of_somebody_elses_file_are_not_taken(ward, made, monkeypatch):
    made.write(os.path.join(made.ward, 'release.csv'), 'of another')
    os.chmod(os.path.join(made.ward, 'release.csv'), 0o666)
    os.chmod('clinic.csv', 0o600)
    monkeypatch.setattr(os, 'geteuid', lambda: os.getuid() + 1)
    put(ward)
    assert stat.S_IMODE(os.stat(os.path.join(made.ward, 'release.csv')).st_mode) == 0o600


def test_a_full_disk_is_one_sentence(ward, made, monkeypatch):
    before = contents(made.ward)

    def full(*_):
        raise OSError(errno.ENOSPC, 'No space left on device')
    monkeypatch.setattr(placing.shutil, 'copyfileobj', full)
    with pytest.raises(DataError, match='clinic.ini: No space left on device'):
        put(ward)
    assert contents(made.ward) == before and not os.path.exists(os.path.join(made.ward, 'hierarchies'))


def test_a_run_that_is_stopped_leaves_no_part(ward, made, monkeypatch):
    before = contents(made.ward)
    handler = signal.getsignal(signal.SIGTERM)
    monkeypatch.setattr(os, 'fsync', lambda _: os.kill(os.getpid(), signal.SIGTERM))
    with pytest.raises(KeyboardInterrupt):
        put(ward)
    assert contents(made.ward) == before and signal.getsignal(signal.SIGTERM) == handler


# A system that cannot open a name in an open folder.

@pytest.mark.parametrize('folder', ['start', 'start/ward'])
@pytest.mark.parametrize('mode', [0o775, 0o757])
def test_without_openat_nobody_else_may_write_to_a_folder(mode, folder, tmp_path, monkeypatch):
    monkeypatch.setattr(opening, 'WALKS', False)
    ground = Ground(tmp_path)
    for path in ground.start, ground.ward:
        os.chmod(path, 0o755)
    with page_of(ground.start) as page:
        assert page.open('ward/clinic.csv') == {'table': 'clinic.csv'}
        plain = [lasting(page.ask(name, **values)) for name, values in ASKS if name != 'again']
        assert not [answered for answered in plain if 'error' in answered]
        os.chmod(str(tmp_path / folder), mode)
        assert said(page.open('ward/clinic.csv')) == said(page.list('ward')) == NOT_ALONE
        assert said(page.ask('look')) == said(page.ask('beside', yes=True)) == GONE
    if folder == 'start':
        with pytest.raises(DataError, match='others may write to this folder'):
            Start(ground.start)


CODE = 'import sys; sys.path.insert(0, %r)\nfrom kanon.tools.folders import opening\nopening.WALKS = False\nfrom kanon.__main__ import main\nsys.exit(main(sys.argv[1:]))' % HOME


def test_without_openat_serve_says_so(tmp_path):
    os.chmod(str(tmp_path), 0o777)      # whatever the umask is
    words = [sys.executable, '-c', CODE, 'serve', str(tmp_path), '--no-browser']
    refused = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding='utf-8')
    assert (refused.returncode, refused.stdout, refused.stderr) == (1, '', 'python -m kanon serve: %s: %s\n' % (tmp_path, NOT_ALONE))
    os.chmod(str(tmp_path), 0o700)
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding='utf-8') as process:
        lines = [process.stdout.readline() for _ in range(3)]
        process.send_signal(signal.SIGINT)
        process.communicate()
    assert lines[2] == 'On this system only your account may write to the folder and those below it. A table elsewhere is refused.\n'


def test_a_start_folder_that_cannot_be_read_is_one_line(tmp_path):
    with pytest.raises(DataError, match='nosuch: No such file or directory'):
        Start(str(tmp_path / 'nosuch'))


@pytest.mark.parametrize('rights, user, others', [
    ('D:(A;;FA;;;S-1-5-21-7-1001)', 'S-1-5-21-7-1001', False), ('D:(A;;FA;;;WD)', 'S-1-5-21-7-1001', True),
    (None, 'S-1-5-21-7-1001', True), ('D:(A;;FA;;;S-1-5-21-7-1001)', None, True)])
def test_windows_is_asked_by_its_own_programs(rights, user, others, monkeypatch, tmp_path):
    """Where one of them fails, it cannot be told, and others may write."""
    def run(command, **_):
        assert os.path.dirname(command[0]).endswith('System32')
        if command[0].endswith('icacls.exe') and rights:
            assert command[1] == str(tmp_path)
            with open(command[3], 'w', encoding='utf-16-le') as file:
                file.write('start\r\n%s\r\n' % rights)
        elif not user or 'icacls' in command[0]:
            raise FileNotFoundError(command[0])
        return subprocess.CompletedProcess(command, 0, b'"pc\\user","%s"\r\n' % (user or '').encode())
    monkeypatch.setattr(owners.subprocess, 'run', run)
    assert owners.others_in(*owners.rights_of(str(tmp_path))) == others
