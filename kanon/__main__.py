"""python -m kanon VERB: the tools around the two scripts."""

import sys

from . import __version__
from .cli import signals

signals.signals(__name__)

from .cli.run import run
from .verbs.hierarchy import VERBS as HIERARCHY_VERBS
from .cli.hierarchy_words import SUBVERBS
from .cli.options import Parser, formatter
from .verbs.programs import VERBS
from .cli.words import TITLES

WHERE = '''\
verbs (python -m kanon VERB --help lists its options):
%s

run_samarati.py and run_mondrian.py publish a table; --help lists their options.
help('kanon') in Python gives the shapes of the data and a whole run in a few lines.''' % '\n'.join(
    '  %-9s %s' % (verb, TITLES[verb]) for verb in [*VERBS, 'hierarchy'])
HIERARCHY = '''\
verbs (python -m kanon hierarchy VERB --help lists its options):
%s''' % '\n'.join('  %-9s %s' % (verb, TITLES[program]) for verb, program in SUBVERBS.items())


def main(argv=None):
    argv = sys.argv[1:] if argv is None else argv
    if argv and argv[0] in VERBS:
        return run(argv[0], VERBS[argv[0]], argv[1:])
    if argv and argv[0] == 'hierarchy':
        return hierarchy(argv[1:])
    parser = Parser('python -m kanon', description='kanon %s: k-anonymous tables.' % __version__, epilog=WHERE,
                    formatter_class=formatter, usage='python -m kanon VERB [options]')
    parser.add_argument('--version', action='version', version='kanon ' + __version__)
    return without_verb(parser, argv, 'verb or option', [*VERBS, 'hierarchy'])


def hierarchy(argv):
    """A verb of two words."""
    if argv and argv[0] in SUBVERBS:
        program = SUBVERBS[argv[0]]
        return run(program, HIERARCHY_VERBS[program], argv[1:])
    parser = Parser('python -m kanon hierarchy', description=TITLES['hierarchy'], epilog=HIERARCHY,
                    formatter_class=formatter, usage='python -m kanon hierarchy VERB [options]')
    return without_verb(parser, argv, 'verb', SUBVERBS)


def without_verb(parser, argv, what, verbs):
    """The help or, where something else is typed, a usage error."""
    unknown = parser.parse_known_args(argv)[1]
    if unknown:
        parser.error('there is no %s %r; there are %s' % (what, unknown[0], ', '.join(verbs)))
    parser.print_help()
    return 0


if __name__ == '__main__':
    sys.exit(main())
