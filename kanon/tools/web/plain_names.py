"""Names that a page may say: of files in the folder of its tab, and of what came with kanon.

Invariant: a plain name has no folder in it, hides nothing, is no option, and is the same on every system.
"""

from __future__ import annotations

import re

from ...core.errors import DataError, one_line
from ..folders.opening import is_table

SIGNS = r"\w .+()&,;=@!#$%~^{}\[\]'–’-"      # of a name, those that no system forbids
PLAIN = re.compile('[^\\W_][%s]{0,99}' % SIGNS, re.UNICODE)
DEVICES = re.compile(r'(?i)(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)')      # names that Windows keeps for itself


def is_plain_name(name) -> bool:
    """
    >>> [is_plain_name(name) for name in ('clinic.csv', 'März 2024.csv', '../x.csv', '.hidden', '-o.csv', 'a/b.csv', 'nul.csv', 'x. ', None)]
    [True, True, False, False, False, False, False, False, False]
    """
    return isinstance(name, str) and bool(PLAIN.fullmatch(name)) and not DEVICES.match(name) and name[-1] not in '. '


def plain_name(name) -> str:
    """A plain name that looks like this one.

    >>> plain_name('C:\\\\data\\\\my clinic.csv'), plain_name('../.x=1?.csv'), plain_name('a & b.csv'), plain_name('nul.csv'), plain_name('\\n')
    ('my clinic.csv', 'x=1_.csv', 'a & b.csv', 'table_nul.csv', 'table')
    """
    last = re.split(r'[/\\]', name)[-1]
    made = re.sub(r'^[\W_]+', '', re.sub('[^%s]' % SIGNS, '_', last)).rstrip('. ')
    if len(made) > 100:
        ending = ''.join(re.findall(r'\.\w{1,5}(?=$|\.\w{1,5}$)', made))       # such as .csv.gz
        made = made[:100 - len(ending)] + ending
    return made if is_plain_name(made) else 'table_' + made if made and is_plain_name('table_' + made) else 'table'


def name_in_tab(name) -> str:
    """The name that a table gets in the folder of a tab: a plain one, and that of a table.

    No upload can be an INI file or a hierarchy.

    >>> name_in_tab('../Klinik 5.CSV.gz'), name_in_tab('clinic.ini'), name_in_tab('-o')
    ('Klinik 5.CSV.gz', 'clinic.ini.csv', 'o.csv')
    """
    made = plain_name(name)
    return made if is_table(made) else plain_name(made[:90] + '.csv')


def here(name) -> str:
    """A plain name of a file in the current folder. DataError for any other."""
    if not is_plain_name(name):
        raise DataError('is no plain name of a file', one_line(str(name)[:100]))
    return name


def one_of_ours(name, ours, what) -> str:
    """The name of something that came with kanon. No file is read for a page in place of it. DataError for any other name."""
    if name not in ours:
        raise DataError('the %s %s did not come with kanon' % (what, one_line(str(name)[:40])))
    return name
