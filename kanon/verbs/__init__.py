"""`python -m kanon VERB`: one file a verb, loaded when the verb is typed.

A file holds PROGRAM, the verb's words (cli/words.py says what a Program is), and main(options), which does it. To begin, read
datafly.py, which is run_samarati.py with another search. hierarchy.py holds the words that the verbs below `hierarchy` share.
"""

from importlib import import_module

VERBS = {       # verb: its title
    'samarati': "Publish a k-anonymous table: Samarati's full-domain generalization with suppression.",
    'mondrian': "Publish a k-anonymous table: Mondrian's multidimensional median cuts.",
    'datafly': "Publish a k-anonymous table: Datafly's greedy full-domain generalization with suppression.",
    'start': 'Look at a table: what its columns look like; with --quasi write an INI file and hierarchies to begin with.',
    'sweep': 'Compare algorithms and settings on one table, which is read once; nothing is published.',
    'lattice': 'List every generalization vector with what it would suppress and cost; nothing is published.',
    'check': 'Judge a published table, from any tool: k, l-diversity, t-closeness, and what is required of it.',
    'risk': 'Re-identification risks of a table from any tool, and which of its columns identify people.',
    'attack': 'Play the linkage attack: how far an identified table narrows down who is who in a release.',
    'replay': 'Run again what a record says (--record FILE.json), and say whether the same bytes come out.',
    'hierarchy': 'Make hierarchies by rule, convert them, draw them, check a table against them.',
}
HIERARCHY_VERBS = {
    'ranges': 'Write a hierarchy of numbers: ranges of given widths, with open ends.',
    'quantiles': 'Write a hierarchy of numbers: groups of about equally many records.',
    'mask': 'Write a hierarchy of codes: 1305*, 130**, 13***, from the right or the left.',
    'dates': 'Write a hierarchy of dates: months, quarters, years, decades.',
    'flat': "Write a hierarchy of one step: every value, and '*'.",
    'sets': 'Write a hierarchy of named groups of values.',
    'convert': 'Read a hierarchy as lines of paths, a wide file or widths, and write it as another of these.',
    'show': 'Draw the tree of a hierarchy file; with DATA and --column, of that column with its records.',
    'check': 'Check DATA against the hierarchies of its quasi-identifiers; all problems at once.',
    'levels': 'How many labels each level leaves of each column, and how many records the rarest one has.',
}
MAKE = 'ranges', 'quantiles', 'mask', 'dates', 'flat', 'sets'       # they write a hierarchy by rule, and share a file


def program_of(verb) -> tuple:
    """The Program and the main(options) of a verb."""
    if verb in ('samarati', 'mondrian'):
        from ..cli import options, run
        return getattr(options, verb.upper()), run.main_of_script(verb)
    module = import_module('.' + verb, __name__)
    return module.PROGRAM, module.main


def hierarchy_program_of(verb) -> tuple:
    """The same of a verb below `hierarchy`."""
    name = 'make' if verb in MAKE else {'check': 'covers'}.get(verb, verb)
    module = import_module('.' + name, __name__)
    return module.PROGRAMS[verb] if verb in MAKE else module.PROGRAM, module.main
