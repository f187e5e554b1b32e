"""What the page sees of the disk, and what it leaves there."""

import errno
import json
import os
import stat

import pytest

from conftest import files_below
from kanon.tools.folders import opening
from kanon.tools.folders.opening import FolderRefusal, is_table
from kanon.tools.folders.start_folder import Start
from kanon.tools.web import tabs
from kanon.tools.web.plain_names import name_in_tab
from serving import OTHER, TAB, serving


def filled(tmp_path):
    """A folder with tables, and what must not be seen. Beside it stands what must not be reached."""
    folder = tmp_path / 'start'
    (folder / 'ward' / 'deep').mkdir(parents=True)
    (folder / '.hidden').mkdir()
    for name in ('clinic.csv', 'b.tsv', 'c.csv.gz', 'ward/deep/d.csv', 'clinic.ini', 'notes.md', '.secret.csv', '.hidden/e.csv', 'ward/x.py'):
        (folder / name).write_text('a,b\n1,2\n')
    (tmp_path / 'outside.csv').write_text('secret\n')
    (tmp_path / 'outside').mkdir()
    (tmp_path / 'outside' / 'f.csv').write_text('secret\n')
    os.symlink(str(tmp_path / 'outside.csv'), str(folder / 'link.csv'))
    os.symlink(str(tmp_path / 'outside'), str(folder / 'linked'))
    os.symlink('clinic.csv', str(folder / 'within.csv'))
    os.symlink('ward', str(folder / 'again'))
    os.mkfifo(str(folder / 'pipe.csv'))
    (folder / 'folder.csv').mkdir()
    return folder


@pytest.fixture
def start(tmp_path):
    return filled(tmp_path)


@pytest.fixture(scope='module')
def shared(tmp_path_factory):
    """A client of tests that change nothing in the start folder."""
    with serving(filled(tmp_path_factory.mktemp('shared'))) as client:
        yield client.enter()


@pytest.fixture(scope='module')
def shared_by_path(tmp_path_factory):
    """Where the system cannot open a name in an open folder."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(opening, 'WALKS', False)
        made = serving(filled(tmp_path_factory.mktemp('by_path')))
        client = made.__enter__()
    yield client.enter()
    made.__exit__(None, None, None)


@pytest.fixture
def client(start):
    with serving(start) as client:
        yield client.enter()


@pytest.fixture(params=[True, False])
def either(request, monkeypatch):
    """A client of a system that can open a name in an open folder, and of one that cannot."""
    client = request.getfixturevalue('shared' if request.param else 'shared_by_path')
    monkeypatch.setattr(opening, 'WALKS', request.param)
    return client


def listing(start, path):
    opened = Start(str(start))
    try:
        return opened.listing(path)
    finally:
        opened.close()


def tab_of(client, name=TAB):
    return os.path.join(client.server.tabs.private.name, name, 'tab')


def test_tables_are_listed_and_nothing_else(start):
    found = listing(start, '')
    assert (found['folders'], [file['name'] for file in found['files']]) == (['folder.csv', 'ward'], ['b.tsv', 'c.csv.gz', 'clinic.csv'])
    assert found['files'][2] == {'name': 'clinic.csv', 'bytes': 8}
    assert listing(start, 'ward/deep')['files'] == [{'name': 'd.csv', 'bytes': 8}] and listing(start, 'ward')['files'] == []


def test_a_folder_of_very_many_names_is_cut_and_says_so(tmp_path, monkeypatch):
    monkeypatch.setattr(opening, 'MOST_NAMES', 3)
    for number in range(5):
        (tmp_path / ('%d.csv' % number)).write_text('a\n')
        (tmp_path / ('folder%d' % number)).mkdir()
    found = listing(tmp_path, '')
    assert ([file['name'] for file in found['files']], found['more']) == (['0.csv', '1.csv', '2.csv'], 4) and len(found['folders']) == 3
    assert listing(tmp_path, 'folder0')['more'] == 0


HOSTILE = ['..', '../outside', '/', '/etc', '.', './', 'ward/..', 'ward/../..', 'ward//deep', 'ward/', '.hidden', 'linked', 'again', 'nosuch', 'clinic.csv',
           '\0', 'ward\0', '..\\outside', 'a' * 5000, 'a/' * 5000, '\ud800', '\udcff', '\n', '%2e%2e', '~', 'linked/.']


@pytest.mark.parametrize('path', HOSTILE)
def test_no_other_folder_is_listed(path, either):
    with pytest.raises(FolderRefusal) as refused:
        either.server.start.listing(path)
    assert refused.value.status == 404 and 'secret' not in str(refused.value)


@pytest.mark.parametrize('path', ['', *(path for path in HOSTILE if path != 'clinic.csv'), '../outside.csv', 'link.csv', 'within.csv', 'linked/f.csv', 'again/deep/d.csv', '.secret.csv', '.hidden/e.csv',
                                  'clinic.ini', 'notes.md', 'ward/x.py', 'pipe.csv', 'folder.csv', '/etc/passwd.csv', 'nosuch.csv', 'ward/deep'])
def test_no_other_file_is_opened(path, either):
    status, said = either.post('/open', {'path': path}, X_Kanon_Tab=OTHER)
    assert (status, said) == (404, {'error': {'message': opening.NOT_THERE, 'kind': 'options'}})
    assert os.listdir(tab_of(either, OTHER)) == []


@pytest.mark.parametrize('links', [True, False])
def test_a_table_of_the_folder_is_a_table_of_the_tab(links, either, monkeypatch):
    if not links:
        def no_links(*_):
            raise OSError('no links here')
        monkeypatch.setattr(os, 'symlink', no_links)
    assert either.post('/open', {'path': 'ward/deep/d.csv'}) == (200, {'table': 'd.csv'})
    assert either.post('/ask/read', {'plan': {'table': 'd.csv'}})[1]['answer']['values'] == 'a,b\n1,2\n'
    assert os.path.islink(os.path.join(tab_of(either), 'd.csv')) == links and os.listdir(tab_of(either)) == ['d.csv']


def test_a_link_that_is_put_into_the_path_meanwhile_is_not_followed(start, monkeypatch):
    """The folder is opened before the file. What is put in its place in between is another folder."""
    opened, true_open = [], os.open

    def swapping(path, *arguments, **more):
        descriptor = true_open(path, *arguments, **more)
        if path == 'ward' and not opened:
            opened.append(path)
            os.rename(str(start / 'ward'), str(start / 'moved'))
            os.symlink(str(start.parent / 'outside'), str(start / 'ward'))
            (start.parent / 'outside' / 'deep').mkdir()
            (start.parent / 'outside' / 'deep' / 'd.csv').write_text('secret\n')
        return descriptor
    monkeypatch.setattr(os, 'open', swapping)
    with os.fdopen(opening.open_below(str(start), ['ward', 'deep', 'd.csv'])) as file:
        assert file.read() == 'a,b\n1,2\n' and opened


@pytest.mark.parametrize('change', ['append', 'touch', 'replace', 'remove', 'link', 'linked folder'])
def test_a_table_that_changes_meanwhile_is_refused(change, client, start):
    path = start / 'ward' / 'deep' / 'd.csv'
    client.post('/open', {'path': 'ward/deep/d.csv'})
    assert client.post('/ask/echo', {'plan': {'table': 'd.csv'}})[0] == 200
    if change == 'append':
        path.write_text('a,b\n1,2\n3,4\n')
    elif change == 'touch':
        os.utime(str(path), ns=(1, 1))
    elif change == 'replace':
        status = path.stat()
        (start / 'new.csv').write_text('a,b\n1,3\n')
        os.utime(str(start / 'new.csv'), ns=(status.st_atime_ns, status.st_mtime_ns))
        os.replace(str(start / 'new.csv'), str(path))
    else:
        path.unlink()
        if change == 'link':
            os.symlink(str(start.parent / 'outside.csv'), str(path))
        if change == 'linked folder':
            (start / 'ward' / 'deep').rmdir()
            os.symlink(str(start.parent / 'outside'), str(start / 'ward' / 'deep'))
            (start.parent / 'outside' / 'd.csv').write_text('a,b\n1,2\n')
    status, said = client.post('/ask/echo', {'plan': {'table': 'd.csv'}})
    assert (status, said['error']) == (409, {'message': 'd.csv has changed since it was opened, or is gone; open it again', 'kind': 'changed'})
    assert client.post('/ask/echo', {'table': 'd.csv', 'plan': {}})[0] == 409


@pytest.mark.parametrize('table', ['nosuch.csv', '../clinic.csv', '/etc/passwd', '', 5, ['clinic.csv'], True])
@pytest.mark.parametrize('values', [lambda table: {'plan': {'table': table}}, lambda table: {'table': table}])
def test_an_ask_is_about_a_table_of_its_tab(values, table, shared):
    assert shared.post('/ask/echo', values(table))[0] == 409


@pytest.mark.parametrize('name', ['clinic.csv', 'x.ini', '..%2F..%2Fx.csv', '%2Fetc%2Fpasswd', '-rf', '.x', 'a%00b.csv', 'a%0Ab.csv', 'nul.csv', '%F0%9F%92%A9', '%', '%FF',
                                  'hierarchies', 'a' * 3000, '%D8%00', 'people.db::x', '*', '$(x).csv', '..', '%E2%80%AE.csv'])
def test_an_upload_gets_a_plain_name(name, shared):
    status, said = shared.put(name, name.encode())
    assert status == 200 and said['table'] == name_in_tab(said['table']) and said['table'].isprintable() and len(said['table']) <= 100
    with open(os.path.join(tab_of(shared), said['table']), 'rb') as file:
        assert file.read() == name.encode() and files_below(tab_of(shared)).keys() >= {said['table']}
    assert not [each for each in os.listdir(tab_of(shared)) if each.startswith('.') or not is_table(each)]


def test_an_upload_is_not_written_through_a_link(client, start):
    """It has the name of a table that was opened before, and takes its place in the tab."""
    assert client.post('/open', {'path': 'clinic.csv'})[0] == 200
    assert client.put('clinic.csv', b'other\n') == (200, {'table': 'clinic.csv'})
    assert (start / 'clinic.csv').read_text() == 'a,b\n1,2\n'
    assert client.post('/ask/read', {'plan': {'table': 'clinic.csv'}})[1]['answer']['values'] == 'other\n'
    assert client.post('/open', {'path': 'clinic.csv'})[0] == 200
    assert client.post('/ask/read', {'plan': {'table': 'clinic.csv'}})[1]['answer']['values'] == 'a,b\n1,2\n'


def test_where_a_table_stands_is_said_by_the_server_alone(client, start):
    client.post('/open', {'path': 'ward/deep/d.csv'})
    for beside in ({'folder': '/', 'name': 'x'}, None):
        asked = {'plan': {'table': 'd.csv'}, 'beside': beside}
        assert client.post('/ask/echo', asked)[1]['answer']['values']['beside'] is None
        said = client.post('/ask/beside', asked)[1]['answer']
        assert said['values']['beside']['name'] == 'd.csv' and said['values']['beside']['folder'] not in ('/', None)
        home = (start / 'ward' / 'deep').stat()
        assert said['folder'] == [home.st_dev, home.st_ino]
    with serving(start, read_only=True) as other:
        other.enter().post('/open', {'path': 'clinic.csv'})
        assert other.post('/ask/echo', {'plan': {'table': 'clinic.csv'}, 'beside': {'folder': '/', 'name': 'x'}})[1]['answer']['values']['beside'] is None
        status, said = other.post('/ask/beside', {'plan': {'table': 'clinic.csv'}, 'beside': {'folder': '/', 'name': 'x'}})
        assert status == 403 and '--read-only' in said['error']['message']
    client.put('up.csv', b'a\n')
    assert client.post('/ask/beside', {'plan': {'table': 'up.csv'}, 'beside': {'folder': '/', 'name': 'x'}})[0] == 403


def test_the_private_folder_is_the_owners_alone(client):
    client.put('clinic.csv', b'a,b\n')
    private = client.server.tabs.private.name
    for where, names, files in os.walk(private):
        assert stat.S_IMODE(os.stat(where).st_mode) == 0o700
        assert all(stat.S_IMODE(os.stat(os.path.join(where, name)).st_mode) == 0o600 for name in files)


def test_a_full_disk_is_one_sentence_and_leaves_no_part(client, monkeypatch):
    client.put('clinic.csv', b'before\n')
    true_open = open

    class Full:
        def __init__(self, *arguments):
            self.file = true_open(*arguments)

        def __enter__(self):
            return self

        def __exit__(self, *_):
            self.file.close()

        def write(self, piece):
            self.file.write(piece[:2])
            raise OSError(errno.ENOSPC, 'No space left on device')
    monkeypatch.setattr(opening, 'open', Full, raising=False)
    status, said = client.put('clinic.csv', b'after\n')
    assert (status, said['error']['message']) == (507, 'the disk is full, and nothing was kept of the file')
    monkeypatch.undo()
    assert files_below(tab_of(client)) == {'clinic.csv': b'before\n'}
    monkeypatch.setattr(opening.shutil, 'disk_usage', lambda path: type('Usage', (), {'free': opening.SPARE + 3}))
    status, said = client.put('clinic.csv', b'after\n')
    assert status == 507 and said['error']['message'].startswith('the file has 6 bytes, and the disk of temporary files has 3 left; ')


def test_an_upload_that_is_broken_off_leaves_nothing(client):
    headers = client.headers(Content_Length='100', X_Kanon_Name='clinic.csv')
    with client.connect() as connection:
        connection.sendall(('POST /put HTTP/1.1\r\n' + ''.join('%s: %s\r\n' % pair for pair in headers.items()) + '\r\na,b\n').encode())
        connection.shutdown(1)
        assert connection.recv(1000).startswith(b'HTTP/1.0 400 ')
    assert os.listdir(tab_of(client)) == []
    assert client.put('clinic.csv', b'')[0] == 200


def test_a_file_that_an_answer_named_is_saved(client):
    client.put('clinic.csv', b'a,b\n')
    client.post('/ask/write', {'plan': {'table': 'clinic.csv'}})
    assert saved(client, 'made.txt') == (200, b'made')
    os.mkdir(os.path.join(tab_of(client), 'hierarchies'))
    with open(os.path.join(tab_of(client), 'hierarchies', 'age.txt'), 'w') as file:
        file.write('1,*\n')
    assert saved(client, 'hierarchies/age.txt') == (200, b'1,*\n')


def saved(client, name):
    body = json.dumps({'name': name}).encode()
    status, headers, content = client.send('POST', '/get', client.headers(Content_Length=str(len(body))), body)
    assert status != 200 or headers['content-disposition'] == 'attachment' and headers['content-type'] == 'application/octet-stream'
    return status, content


@pytest.mark.parametrize('name', ['', '..', '../tab/made.txt', '/etc/passwd', '.x', 'clinic.csv', 'out', 'out/outside.csv', '\0', 'a' * 5000, '\ud800'])
def test_no_other_file_is_saved(name, client, start):
    """Not even the table, which is a link: whoever chose it has it."""
    client.post('/open', {'path': 'clinic.csv'})
    os.symlink(str(start.parent), os.path.join(tab_of(client), 'out'))
    assert saved(client, name)[0] == 404


def test_two_tabs_see_nothing_of_each_other(client):
    client.put('clinic.csv', b'one\n')
    assert client.post('/ask/read', {'plan': {'table': 'clinic.csv'}}, X_Kanon_Tab=OTHER)[0] == 409
    client.put('clinic.csv', b'other\n', X_Kanon_Tab=OTHER)
    assert [client.post('/ask/read', {'plan': {'table': 'clinic.csv'}}, X_Kanon_Tab=tab)[1]['answer']['values'] for tab in (TAB, OTHER)] == ['one\n', 'other\n']


@pytest.mark.parametrize('tab', ['', '0' * 15, '0' * 17, 'G' * 16, 'A' * 16, '../../../../../x', '0' * 15 + '/', None])
def test_a_tab_has_a_plain_name(tab, shared):
    before = os.listdir(shared.server.tabs.private.name)
    assert shared.post('/ask/echo', {}, X_Kanon_Tab=tab)[0] == 400
    assert os.listdir(shared.server.tabs.private.name) == before


def test_the_number_of_tabs_is_bounded(client):
    """The one that has been idle for longest goes, and one in which something runs stays."""
    connection, lines = client.start('slow', X_Kanon_Tab='%016x' % 0)
    lines.readline()
    for number in range(1, tabs.MOST_TABS + 3):
        assert client.put('clinic.csv', b'a\n', X_Kanon_Tab='%016x' % number)[0] == 200
    there = sorted(int(name, 16) for name in os.listdir(client.server.tabs.private.name))
    assert there == [0, *range(4, tabs.MOST_TABS + 3)]
    assert client.post('/ask/read', {'plan': {'table': 'clinic.csv'}}, X_Kanon_Tab='%016x' % 1)[0] == 409
    client.post('/stop', X_Kanon_Tab='%016x' % 0)
    connection.close()


def test_a_tab_that_has_left_is_removed_and_one_that_comes_back_stays(client, monkeypatch):
    """A page that is loaded anew leaves and comes back."""
    for tab in TAB, OTHER:
        client.put('clinic.csv', b'a\n', X_Kanon_Tab=tab)
    assert client.post('/leave') == (200, {}) and client.post('/leave', X_Kanon_Tab=OTHER) == (200, {})
    client.server.tabs.sweep()
    assert client.post('/ask/read', {'plan': {'table': 'clinic.csv'}}, X_Kanon_Tab=OTHER)[0] == 200
    monkeypatch.setattr(tabs, 'KEPT_AFTER_LEAVING', -1)
    client.server.tabs.sweep()
    assert os.listdir(client.server.tabs.private.name) == [OTHER]
    assert client.post('/leave', X_Kanon_Tab='0' * 16) == (200, {})


def test_a_refusal_is_in_the_language_of_the_page(shared):
    for language, message in ('en', opening.NOT_THERE), ('xx', opening.NOT_THERE), ('zh', '启动程序的文件夹里和它下面，没有这个表或文件夹'):
        assert shared.post('/open', {'path': 'nosuch.csv'}, X_Kanon_Language=language)[1]['error']['message'] == message


@pytest.mark.skipif(os.geteuid() == 0, reason='root may read everything')
def test_what_may_not_be_read_is_said(start):
    (start / 'ward').chmod(0)
    with pytest.raises(FolderRefusal, match='may not read'):
        listing(start, 'ward')
    (start / 'ward').chmod(0o700)
