"""The picture of a sweep: every setting is there, the frontier is that of brute force; --format svg draws where it may."""

import os
from random import Random
from xml.dom.minidom import parseString

import pytest

from conftest import HOME, kanon, seeds
from geometry import outside, overlaps, texts
from kanon.core.voice.speaking import speaker
from kanon.tools.pictures.sweep_picture import frontier, sweep_picture

ALGORITHMS = ['samarati', 'optimal', 'datafly', 'round-robin', 'mondrian', 'sixth', 'seventh', '第八个算法']


def row(algorithm, k, limit, lm):
    return {'algorithm': algorithm, 'k': k, 'max_suppression': limit, 'lm': lm, 'suppressed': 3}


def looked_at(rows, findings=('A finding.',), quasi=('age', 'zip')):
    texts_ = [str(sweep_picture(rows, list(findings), list(quasi), speaker(language))) for language in ('en', 'en', 'zh')]
    assert texts_[0] == texts_[1]
    assert overlaps(texts_[2]) == [] and outside(texts_[2]) == []
    parseString(texts_[0])
    assert overlaps(texts_[0]) == [] and outside(texts_[0]) == []
    return texts_[0]


@pytest.mark.parametrize('rows, shown', [
    ([row('mondrian', 5, 0, 0.5)], ['mondrian', 'k', '5', '1/5', 'lm']),
    ([row('samarati', 5, 20, 0.5)], ['samarati', 'at most 20 suppressed']),
    ([row('samarati', 5, 20, None)], ['samarati', '1 setting of them leaves nothing to publish.']),
    ([row('samarati', 5, 20, None), row('mondrian', 5, 0, 0.0)], ['1 setting of them leaves nothing to publish.', '0', '1']),
    ([row('optimal', 2, 20, 1.0), row('optimal', 2, '1%', 0.75)], ['at most 20 suppressed', 'at most 1% suppressed', '0.4', '1']),
])
def test_a_small_sweep(rows, shown):
    found = [text for *_, text in texts(looked_at(rows))]
    assert all(text in found for text in shown), found


@pytest.mark.parametrize('seed', seeds(40, 3))
def test_a_sweep_of_any_size(seed):
    random = Random(seed)
    ks = sorted(random.sample(range(2, 400), random.choice((1, 2, 5, 20))))
    limits = random.choice(([0], [20, '1%'], [0, 20, '4%', 100, '100%']))
    rows = [row(algorithm, k, limit, random.choice((None, random.random() * 9, random.random() / 1e6, 0.0)))
            for algorithm in ALGORITHMS[:random.randint(1, 8)] for k in ks for limit in limits]
    text = looked_at(rows, ['Least is lost at ' + 'k = 5 by mondrian, ' * 40], ['年龄' * 40, 'x' * 10_000])
    published = [one for one in rows if one['lm'] is not None]
    for one in published:
        assert text.count('%s, k = %d' % (one['algorithm'], one['k'])) >= 2     # in its panel, and in that of the risk


@pytest.mark.parametrize('seed', seeds(100, 3))
def test_the_frontier_is_that_of_brute_force(seed):
    random = Random(seed)
    rows = [row('a', random.randint(2, 9), 0, random.randint(0, 9) / 4) for _ in range(random.randint(1, 30))]

    def beats(one, other):
        return one['k'] >= other['k'] and one['lm'] <= other['lm'] and (one['k'], one['lm']) != (other['k'], other['lm'])
    pairs = sorted({(one['k'], one['lm']) for one in rows if not any(beats(other, one) for other in rows)})
    assert [(one['k'], one['lm']) for one in frontier(rows)] == pairs


# --format svg

SAMPLE = os.path.join(HOME, 'data', 'adult_sample.data')


@pytest.mark.parametrize('words', [
    ['lattice', SAMPLE], ['lattice', SAMPLE, '--minimal'], ['lattice', SAMPLE, '--satisfying', '-k', '50', '--redact'],
    ['lattice', SAMPLE, '--quasi', 'age', '--l-diversity', '3'],
    ['lattice', SAMPLE, '--quasi', 'age,work_class,race,gender,marital_status', '--sensitive', 'occupation', '-k', '5'],
    ['lattice', SAMPLE, '--quasi', 'age,work_class,race,gender,marital_status,education', '--sensitive', 'occupation', '-k', '5',
     '--satisfying'],
    ['sweep', SAMPLE], ['sweep', SAMPLE, '-k', '6000000', '--algorithm', 'samarati,mondrian'],
    ['sweep', SAMPLE, '-k', '2,5,10', '--max-suppression', '0,2%', '--algorithm', 'optimal,round-robin']])
def test_a_verb_draws_its_table(words, tmp_path):
    if len(words) > 4:      # the first records will do
        with open(SAMPLE) as sample:
            (tmp_path / 'small.data').write_text(''.join(next(sample) for _ in range(400)))
        words = [words[0], str(tmp_path / 'small.data'), '--config', SAMPLE[:-4] + 'ini', '--hierarchies',
                 os.path.join(HOME, 'hierarchies'), *words[2:]]
    printed = kanon(*words, '--format', 'svg')
    assert (printed.returncode, printed.stderr) == (0, '')
    written = kanon(*words, '--format', 'svg', '-o', str(tmp_path / 'p.svg'))
    assert (written.returncode, written.stdout) == (0, '')
    assert printed.stdout == (tmp_path / 'p.svg').read_text(encoding='utf-8')
    parseString(printed.stdout)
    assert overlaps(printed.stdout) == [] and outside(printed.stdout) == []


def test_svg_is_typed_where_a_verb_draws(tmp_path):
    """An INI file serves all programs, and most of them draw nothing."""
    refused = kanon('attack', 'x.csv', '--known', 'y.csv', '--format', 'svg')
    assert refused.returncode == 2 and "'svg' is not one of text, csv, markdown, json" in refused.stderr
    (tmp_path / 'a.csv').write_text('age\n1\n2\n')
    (tmp_path / 'a.ini').write_text('[kanon]\nformat = svg\n')
    refused = kanon('sweep', str(tmp_path / 'a.csv'), '--quasi', 'age', '--sensitive', '', '--algorithm', 'mondrian')
    assert refused.returncode == 1 and "a.ini: format: 'svg' is not one of text, csv, markdown, json" in refused.stderr


def test_the_lattice_is_drawn_as_it_is_listed():
    listed = kanon('lattice', SAMPLE, '--format', 'csv').stdout.splitlines()[1:]
    drawn = [text for *_, text in texts(kanon('lattice', SAMPLE, '--format', 'svg').stdout)]
    for line in listed:
        vector = line.split('"')[1].strip('()').replace(', ', ',')
        assert vector in drawn
    satisfying, minimal = (sum(line.split(',')[place] == 'True' for line in listed) for place in (-2, -1))
    assert '60 vectors: %d satisfying, of which %d minimal.' % (satisfying, minimal) in drawn
