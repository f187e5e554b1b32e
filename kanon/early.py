"""A signal in the first moments of a program, while Python still imports it, ends it in one line, too.

Promise: nothing has been opened or written by then; `command.run` puts its own handlers in the place of these.
"""

import os
import signal
import sys


def signals(name):
    """Take Ctrl-C, SIGTERM and SIGHUP, unless they are ignored; name: the module's, which is '__main__' in a program."""
    for number in (signal.SIGINT, signal.SIGTERM, getattr(signal, 'SIGHUP', None)):
        if name == '__main__' and number and signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, end)


def end(number, frame):
    program = os.path.basename(sys.argv[0]).replace('__main__.py', 'python -m kanon')
    how = 'interrupted' if number == signal.SIGINT else 'terminated'
    if sys.stderr is not None:      # print could stand in the middle of another print
        os.write(2, ('%s: %s; no part of a file is left\n' % (program, how)).encode('utf-8', 'backslashreplace'))
    os._exit(128 + number)
