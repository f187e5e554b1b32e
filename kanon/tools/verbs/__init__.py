"""`python -m kanon VERB`: one file a verb, loaded when the verb is typed.

A file holds PROGRAM, which has the verb's words (desk/words.py says what a Program is), and main(options), which runs it. To
begin, read datafly.py, which is run_samarati.py with another search. hierarchy.py holds what the verbs below `hierarchy` share.
The verbs below `hierarchy` are in make.py and look.py, serve is in web/serve.py, and samarati and mondrian are the two scripts.
typed.py reads which verb is typed. start_doubts.py, start_text.py and tried.py belong to start. compared_counts.py
is `check --counted`, and pseudonyms.py is `count --pseudonyms`.
"""

from functools import partial
from importlib import import_module

VERBS = {       # verb: its title
    'samarati': "Publish a k-anonymous table: Samarati's full-domain generalization with suppression.",
    'mondrian': "Publish a k-anonymous table: Mondrian's multidimensional median cuts.",
    'datafly': "Publish a k-anonymous table: Datafly's greedy full-domain generalization with suppression.",
    'start': 'Describe the columns of a table. With --quasi, write an INI file and hierarchies to begin with.',
    'sweep': 'Compare algorithms and settings on one table. Nothing is published.',
    'lattice': 'List every generalization vector, with what it suppresses and loses. Nothing is published.',
    'count': 'Count a table or its parts: a csv file of the different rows, with how many records each stands for.',
    'recode': 'Publish a table, or parts of it, by a recoding that a run has written (--recoding FILE).',
    'sql': 'Print the SQL with which an engine counts a table, loads a recoding, joins it, and counts the release for its audit.',
    'check': 'Measure k, l-diversity and t-closeness of a table from any tool. Check requirements and official standards.',
    'risk': 'Report re-identification risks of a table from any tool, and which columns identify people.',
    'attack': 'Link a list of people with a release, and report how far it gives them away.',
    'use': 'Say what a release is still good for: counts, means, pairs of columns and a classifier, beside the original.',
    'explain': 'Replay an algorithm on a small table, step by step, as a page for a browser.',
    'replay': 'Repeat a recorded run (--record FILE.json), and say whether the same bytes come out.',
    'serve': 'Open a page in the browser, for those who do not type: from a table to a release, step by step.',
    'hierarchy': 'Make hierarchies by rule, convert them, draw them, and check a table against them.',
}
HIERARCHY_VERBS = {
    'ranges': 'Write a hierarchy of numbers: ranges of given widths, with open ends.',
    'quantiles': 'Write a hierarchy of numbers: groups of about equally many records.',
    'mask': 'Write a hierarchy of codes, masked from one end: 1305*, 130**, 13***.',
    'codes': 'Write a hierarchy of codes, cut to prefixes that mean something: I21.0, I21, I.',
    'classes': 'Write a hierarchy of codes in classes, by a file of ranges: A00-B99,I.',
    'dates': 'Write a hierarchy of dates: months, quarters, years, decades.',
    'flat': "Write a hierarchy of one step: each value, then '*'.",
    'sets': 'Write a hierarchy of named groups of values.',
    'convert': 'Convert a hierarchy between lines of paths, a wide file and widths.',
    'show': 'Draw the tree of a hierarchy file, or of a column of a table with its records.',
    'check': 'Check a table against the hierarchies of its quasi-identifiers. All problems are reported at once.',
    'levels': 'Count the labels that each level leaves of each column, and the records of the rarest one.',
}
ELSEWHERE = {'serve': '..web.serve'}     # a verb above the others: its page types them
MAKE = 'ranges', 'quantiles', 'mask', 'codes', 'classes', 'dates', 'flat', 'sets'       # written by rule, in make.py. The others are in look.py


def program_of(verb) -> tuple:
    """The Program and the main(options) of a verb."""
    if verb in ('samarati', 'mondrian'):
        from ...core.desk import options, run
        return getattr(options, verb.upper()), partial(run.main_of_script, verb)
    module = import_module(ELSEWHERE.get(verb, '.' + verb), __name__)
    return module.PROGRAM, module.main


def programs() -> list:
    """The Programs of all verbs, those below `hierarchy` last."""
    return [program_of(verb)[0] for verb in VERBS if verb != 'hierarchy'] + [hierarchy_program_of(verb)[0] for verb in HIERARCHY_VERBS]


def hierarchy_program_of(verb) -> tuple:
    """The same of a verb below `hierarchy`."""
    module = import_module('.make' if verb in MAKE else '.look', __name__)
    return module.PROGRAMS[verb], module.main
