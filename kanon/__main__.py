"""python -m kanon VERB, or where kanon is installed `kanon VERB`: the tools around the scripts."""

import sys

try:
    from .core.desk import signals
    signals.take_signals(__name__)
except KeyboardInterrupt:
    sys.stderr.write('python -m kanon: interrupted; no part of a file is left\n')
    sys.exit(130)

from .core.own_files import tools_are_there

if not tools_are_there():
    from .core.tools_door import lacking
    sys.stderr.write('python -m kanon: %s\n' % lacking('a verb'))
    sys.exit(2)

from .tools.verbs.typed import main

if __name__ == '__main__':
    sys.exit(main())
