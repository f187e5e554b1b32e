"""The table of algorithms: a row for each, which every list of algorithms is made from.

To add an algorithm, write its class in kanon/core/algorithms/ (algorithms/release.py says what it
has), its row here, and its class among the public names (kanon/__init__.py). The class of
'round-robin' is RoundRobin.
"""

from collections import namedtuple

# typed: what runs it. by_levels: whether it publishes each column at one level.
# suppresses: whether it may suppress records.
AlgorithmRow = namedtuple('AlgorithmRow', 'typed by_levels suppresses')

ALGORITHMS = {
    'samarati': AlgorithmRow('run_samarati.py', True, True),
    'optimal': AlgorithmRow('run_samarati.py --optimal', True, True),
    'datafly': AlgorithmRow('python -m kanon datafly', True, True),
    'round-robin': AlgorithmRow('python -m kanon datafly --round-robin', True, False),
    'mondrian': AlgorithmRow('run_mondrian.py', False, False),
}
UNSUPPRESSED = [name for name, row in ALGORITHMS.items() if not row.suppresses]
# The settings that stand for an algorithm, such as round_robin.
SWITCHES = {name: row.typed.partition(' --')[2].replace('-', '_')
            for name, row in ALGORITHMS.items() if ' --' in row.typed}


def verb_of(algorithm) -> list:
    """The words behind `python -m kanon` that run an algorithm: a verb, and perhaps a switch.

    >>> verb_of('mondrian'), verb_of('optimal'), verb_of('round-robin')
    (['mondrian'], ['samarati', '--optimal'], ['datafly', '--round-robin'])
    """
    program, *switch = ALGORITHMS[algorithm].typed.replace('python -m kanon ', '').split()
    return [program.replace('run_', '').replace('.py', ''), *switch]


def algorithms_of(verb) -> list:
    """The names of the algorithms that a verb runs, with or without a switch.

    >>> algorithms_of('samarati'), algorithms_of('check')
    (['samarati', 'optimal'], [])
    """
    return [name for name in ALGORITHMS if verb_of(name)[0] == verb]
