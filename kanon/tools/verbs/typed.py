"""What is typed behind `python -m kanon`: a verb and its options, `help`, or neither."""

from __future__ import annotations

import sys

from ... import __version__
from ...core.own_files import ARCHIVE, as_typed_here
from . import HIERARCHY_VERBS, VERBS, hierarchy_program_of, program_of

WHERE = '''\
%s (python -m kanon help %sVERB lists its options):
%s'''
SCRIPTS = 'run_samarati.py and run_mondrian.py are the verbs samarati and mondrian.\n'
SHAPES = '''

With a table of your own, begin with: python -m kanon start patients.csv
%shelp('kanon') in Python gives the shapes of the data and a whole run in a few lines.'''


def main(argv=None) -> int:
    """Run a verb, and return its exit status."""
    words = list(sys.argv[1:] if argv is None else argv)
    if words[:1] == ['help']:       # help VERB is VERB --help
        words = words[1:] + ['--help']
    verb, below = words[:1], VERBS
    load = program_of
    if verb == ['hierarchy']:
        words = words[1:]
        verb, below, load = words[:1], HIERARCHY_VERBS, hierarchy_program_of
    if verb and verb[0] in below:
        from ...core.desk.run import run
        program, main_of_verb = load(verb[0])
        return run(program, main_of_verb, words[1:])
    return without_verb(words, below)


def without_verb(words, verbs) -> int:
    """Print the help or, where something else is typed, end with a usage error."""
    from ...core.desk.options import Parser, formatter
    group = 'hierarchy ' if verbs is HIERARCHY_VERBS else ''
    listed = '\n'.join('  %-10s %s' % (verb, title) for verb, title in verbs.items())
    program = as_typed_here('python -m kanon ' + group)
    parser = Parser(program.rstrip(), formatter_class=formatter, usage=program.replace('%', '%%') + 'VERB [options]',
                    description=VERBS['hierarchy'] if group else 'kanon %s: k-anonymous tables.' % __version__,
                    epilog=as_typed_here(WHERE % ('verbs', group, listed) + SHAPES % ('' if ARCHIVE else SCRIPTS) * (not group)))
    if not group:
        parser.add_argument('--version', action='version', version='kanon ' + __version__)
    unknown = [word for word in words[:1] if not word.startswith('-')] or parser.parse_known_args(words)[1]
    if unknown:
        from ...core.errors import nearest
        hint = nearest(unknown[0], verbs) or '; the verbs are %s' % ', '.join(verbs)
        parser.error('there is no %s %r%s' % ('option' if unknown[0].startswith('-') else 'verb', unknown[0], hint))
    parser.print_help()
    return 0
