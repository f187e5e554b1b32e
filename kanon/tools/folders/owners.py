"""Whether somebody else may write to a folder, and so put other files under the names in it.

Promise: where it cannot be told, the answer is yes. An administrator of the machine is nobody else,
because he can read all files anyway.
Windows has a list of rights in place of owner, group and others. Its own programs print it.
"""

from __future__ import annotations

import os
import re
import stat
import subprocess
import tempfile

OTHERS = stat.S_IWGRP | stat.S_IWOTH
# Of Windows: the system, administrators of the machine and of its network, and whoever owns a file.
TRUSTED = {'SY', 'BA', 'LA', 'DA', 'CO', 'OW'}
READING = {'FR', 'FX', 'GR', 'GX', 'CC', 'SW', 'WP', 'LO', 'RC'}      # rights that change nothing
READING_BITS = 0xA01200A9


def others_may_write(folder) -> bool:
    """Whether somebody else may write to a folder: a path, or a descriptor where there is one."""
    if os.name == 'nt':
        return others_in(*rights_of(folder))
    status = os.stat(folder)
    return status.st_uid not in (os.geteuid(), 0) or bool(status.st_mode & OTHERS)


def rights_of(folder) -> tuple:
    """The rights of a folder as Windows writes them (SDDL), and its name of the user.

    ('', '') where it does not say.
    """
    try:
        with tempfile.TemporaryDirectory() as private:
            saved = os.path.join(private, 'rights')
            printed('icacls', folder, '/save', saved, '/q')
            with open(saved, encoding='utf-16-le') as file:
                rights = file.read()
        user = re.search(rb'S-1-[\d-]+', printed('whoami', '/user', '/fo', 'csv', '/nh'))
    except (OSError, ValueError, subprocess.SubprocessError):
        return '', ''
    return rights, user[0].decode() if user else ''


def printed(*command) -> bytes:
    """What a command prints. Its program is that of the system, not one in the current folder."""
    system = os.path.join(os.environ.get('SystemRoot', r'C:\Windows'), 'System32')
    program = os.path.join(system, command[0] + '.exe')
    return subprocess.run([program, *command[1:]], check=True, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout


def others_in(rights, user) -> bool:
    """Whether rights let somebody else than this user write.

    >>> mine = 'D:PAI(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)(A;OICI;FA;;;S-1-5-21-7-1001)'
    >>> [others_in(mine + more, 'S-1-5-21-7-1001') for more in ('', '(A;;0x1200a9;;;BU)')]
    [False, False]
    >>> more = '(A;OICIID;0x1301bf;;;AU)', '(A;;CCDC;;;WD)', '(A;;FA;;;S-1-5-21-7-1002)'
    >>> [others_in(mine + each, 'S-1-5-21-7-1001') for each in more]
    [True, True, True]
    >>> others_in('', ''), others_in('D:NO_ACCESS_CONTROL', 'S-1-5-21-7-1001')
    (True, True)
    """
    listed = re.search(r'D:[A-Z]*((?:\([^()]*\))+)', rights)
    if not listed or not user:
        return True
    entries = [entry.split(';') for entry in re.findall(r'\(([^()]*)\)', listed[1])]
    return any(gives(entry, {*TRUSTED, user}) for entry in entries)


def gives(entry, trusted) -> bool:
    """Whether an entry of such a list lets somebody write who is not trusted."""
    if len(entry) < 6:
        return True
    kind, _, right, _, _, who = entry[:6]
    return kind != 'D' and who not in trusted and changes(right)


def changes(right) -> bool:
    """Whether a right does more than read.

    >>> [changes(right) for right in ('0x1200a9', 'FRFX', 'FA', '0x1301bf', 'FR?')]
    [False, False, True, True, True]
    """
    if right.startswith('0x'):
        return bool(int(right, 16) & ~READING_BITS)
    return not set(re.findall('..?', right)) <= READING
