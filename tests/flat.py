"""`kanon.anonymize` with all settings by name, as the options have them. Tests that walk over settings call this."""

import os

import kanon
from kanon.core.algorithms import algorithm_of, takes
from kanon.core.settings.rule_words import presence, rule_of
from kanon.core.tables.packed import file_of_table

READING = 'columns', 'decimal', 'na', 'totals', 'counts', 'max_rows', 'delimiter', 'encoding', 'items'
ASKED = 'k', 'hierarchies', 'missing', 'missing_in', 'unreadable', 'memory'
RULES = {'l_diversity': kanon.Distinct, 't_closeness': kanon.Closeness, 'alpha': kanon.Alpha, 'beta_likeness': kanon.Likeness,
         'delta_disclosure': kanon.Disclosure}      # of a number


def anonymize(data, quasi, sensitive=(), publish=(), **flat):
    """data: rows, or paths. What is not named has its default."""
    asked = {name: flat.pop(name) for name in ASKED if name in flat}
    reading = {name: flat.pop(name) for name in READING if name in flat}
    reading = {name: value for name, value in reading.items() if value is not None}
    listed = isinstance(data, (list, tuple)) and data and all(isinstance(each, (str, os.PathLike)) for each in data)
    paths = isinstance(data, (str, os.PathLike)) or listed and any(os.path.exists(file_of_table(os.fspath(path))) for path in data)
    source = (kanon.Csv if paths else kanon.Records)(data, **reading) if reading else data
    if flat.get('population') is not None:
        population, counts = flat.pop('population'), flat.pop('population_counts', None)
        asked['population'] = kanon.Csv(population, counts=counts) if counts else population
    flat = {name: value for name, value in flat.items() if value is not None and (name, value) != ('max_suppression', 0)}     # the defaults
    require = [rules_of(name, flat.pop(name)) for name in RULES if name in flat]
    require += [kanon.KMap(flat.pop('k_map'))] if 'k_map' in flat else []
    require += [presence(flat.pop('delta_presence'))] if 'delta_presence' in flat else []
    name = flat.pop('algorithm', None) or ('mondrian' if asked.get('hierarchies') is None else 'samarati')
    foreign = flat.keys() - takes(name)
    if foreign:     # a constructor refuses it as an unexpected argument
        raise kanon.DataError('%s is not for %s' % (', '.join(foreign), name))
    return kanon.anonymize(source, quasi, sensitive, publish, require=require, algorithm=algorithm_of(name)(**flat), **asked)


def rules_of(name, given):
    """The rule of a text, as the option of this name reads it, of a number, or of a dict."""
    if isinstance(given, dict):
        return {column: rules_of(name, rule) for column, rule in given.items()}
    return rule_of(name)(given) if isinstance(given, str) else RULES[name](given)
