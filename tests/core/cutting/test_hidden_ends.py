"""Boxes and grids hide the least and the greatest value of a column. What a report says of losses
must not tell them.

The attacker has the release and all that a JSON report and a record say, and tries every table of
small whole numbers.
"""

import json
from collections import Counter
from itertools import combinations_with_replacement, product
from random import Random

import pytest

from conftest import kanon as run_kanon, run, seeds
from definitions import by_mondrian
from flat import anonymize
from kanon.core.algorithms.by_cuts import rare
from kanon.core.counts.frequency import columns
from kanon.core.counts.measures import all_measures, class_entropy, column_losses, entropy
from kanon.core.counts.required import Required
from kanon.core.cutting import edges as grid
from kanon.core.cutting.cuts import cut_for
from kanon.core.cutting.dimension import dimensions_for
from kanon.core.rules.put_back import of_release
from kanon.core.tables.hierarchy_file import GivenHierarchies

LOSSES = {'lm', 'lm_most', 'lm_cells', 'lm_published', 'entropy', 'class_entropy', 'loss'}
NO_TREES = GivenHierarchies({})
# What a JSON report or the result of a record says. SAID does not depend on the hidden values:
# settings, and what can be counted in the release. COUNTED does, and is known to the attacker
# below. The rest is of --trace, which has a test of its own. lost counts gaps; as_one, items and
# like_lists are of sensitive columns; starred is of columns with a hierarchy, which hide no ends.
SAID = set('''program version data config from_ini telling hierarchies k max_suppression quasi sensitive publish beyond missing missing_in
rooted order comments counts count_column records classes weights limit from partitioning choose seed labels categories cuts grid search
seconds output audit unique others next look_alikes unreadable unreadable_examples dm c_avg precision distortion height suppressed suppressed_by
unchecked unknown na recognized totals lost as_one items like_lists starred read_as'''.split())
COUNTED = {'columns', 'put_back', 'measures', 'name', 'order', 'rare', 'values', 'labels', 'loss', 'unchanged', 'example'}


def stated(ages, k, labels, edges, partitioning):
    """(the release, what else is stated, losses, what lm and the entropies would be) of a column of ages."""
    table = Counter([(str(age),) for age in ages])
    values, required = columns(table), Required(k)
    dimensions = (grid.grid_dimensions(['age'], values, NO_TREES, {}, {'age': edges}) if labels == 'grid' else
                  dimensions_for(['age'], values, NO_TREES, {}, labels))
    recoding, outcome, made = by_mondrian(table, values, dimensions, required, cut_for(dimensions, required, partitioning), labels)
    measures = all_measures(outcome, k)
    told = len(values[0]), rare(dimensions[0], made[0], k), json.dumps(of_release(outcome, made, dimensions, required, partitioning))
    losses = [*(measures.get(name) for name in sorted(LOSSES)), *column_losses(outcome.sizes, 0, outcome.losses)]
    exact = [sum(n * made[0][label].loss for (label,), n in outcome.sizes.items()),
             entropy(outcome.sizes, 0, outcome.extents, values), class_entropy(recoding)]
    return tuple(sorted(outcome.sizes.items())), told, losses, exact


def ends(tables):
    """How many least and how many greatest values these tables have."""
    return [len(set(map(end, tables))) for end in (min, max)]


def found_by_attacks(seed, labels, edges, partitioning, domain, n):
    """(how many ends the labels and the counts leave open, how many of them the losses tell, how many exact losses would tell)."""
    random = Random(seed)
    k, ages = random.choice([2, 3]), sorted(random.choices(range(domain), k=n))
    release, told, losses, exact = stated(ages, k, labels, edges, partitioning)
    tables = [(table, *stated(table, k, labels, edges, partitioning)) for table in combinations_with_replacement(range(domain), n)]
    tables = [(table, *of_table[1:]) for table, *of_table in tables if of_table[:2] == [release, told]]
    alone = ends([table for table, *_ in tables])
    with_losses = ends([table for table, _, found, _ in tables if found == losses])
    with_exact = ends([table for table, _, _, found in tables if found == exact])
    open_ = [place for place in (0, 1) if alone[place] > 1]
    return len(open_), sum(with_losses[place] == 1 for place in open_), sum(with_exact[place] == 1 for place in open_)


@pytest.mark.parametrize('labels, edges, partitioning, leaks', [
    ('box', '', 'strict', True), ('box', '', 'relaxed', True), ('grid', '3', 'strict', False), ('grid', '*:3:6:*', 'strict', False)])
def test_losses_tell_no_hidden_end(labels, edges, partitioning, leaks):
    """In none of the tables. The exact loss of boxes and the entropies, which were reported once, tell some of them."""
    found = [found_by_attacks(seed, labels, edges, partitioning, 7, 6) for seed in range(12)]
    open_, by_losses, by_exact = map(sum, zip(*found))
    assert open_ >= 12 and by_losses == 0 and (by_exact > 5) == leaks


@pytest.mark.parametrize('seed', seeds(330))
def test_the_losses_of_boxes_do_not_depend_on_the_hidden_ends(seed):
    """The least and the greatest value move away: the same release, and the same losses, of which lm is none above."""
    random = Random(seed)
    rows = [[random.choice(range(10, 60)), random.choice(range(100, 120)), random.choice('abc')] for _ in range(random.randint(6, 30))]
    for row in rows[:random.choice([0, 0, 2])]:
        row[0] = None
    words = {'columns': ['age', 'dose', 'job'], 'k': random.randint(2, 4), 'partitioning': random.choice(['strict', 'relaxed', 'both']),
             'missing': 'root', 'weights': random.choice([None, {'age': 2.5}]), 'algorithm': 'mondrian',
             'hierarchies': {'age': {str(age): '*' for age in range(1000)}}}
    release = anonymize(rows, ['age', 'dose', 'job'], labels='box', **words)
    ages = [row[0] for row in rows if row[0] is not None]
    moved = {min(ages): min(ages) - random.randint(1, 9), max(ages): max(ages) + random.randint(1, 900)}
    other = anonymize([[moved.get(age, age), dose, job] for age, dose, job in rows], ['age', 'dose', 'job'], labels='box', **words)
    assert release.measures['lm'] is release.measures['lm_published'] is release.measures['entropy'] is release.measures['class_entropy'] is None
    if other.classes == release.classes:
        assert other.measures == release.measures
    exact = [sum(n * of_column[published[place]].loss for published, n in release.classes.items()) / len(rows)
             for place, of_column in enumerate(release._made.labels)]
    assert sum(loss * weight for loss, weight in zip(exact, [(words['weights'] or {}).get('age', 1), 1, 1])) <= release.measures['lm_most'] + 1e-12


def most(classes, low, high):
    """The mean loss of a column of boxes if its values went from low to high."""
    loss = 0
    for label, n in classes.items():
        first, _, last = label.strip('[]').partition('-')
        if '-' in label or label == '*':
            loss += n * ((high if last in ('', '*') else int(last)) - (low if first == '*' else int(first)))
    return loss / sum(classes.values()) / (high - low)


@pytest.mark.parametrize('seed', seeds(330))
def test_the_most_that_a_loss_may_be(seed):
    """No least and greatest value behind the shown ends makes lm greater, and some come close to it."""
    random = Random(seed)
    rows = [[random.choice(range(30))] for _ in range(random.randint(4, 25))]
    release = anonymize(rows, ['age'], columns=['age'], k=random.randint(2, 4), labels='box',
                              partitioning=random.choice(['strict', 'relaxed']))
    classes = {label: n for (label,), n in release.classes.items()}
    shown = [int(end) for label in classes for end in label.strip('[]').split('-') if end != '*']
    if not shown or not any('*' in label for label in classes):
        return
    losses = [most(classes, min(shown) - below, max(shown) + above) for below, above in product([1e-9, 1, 5, 100, 1e12], repeat=2)]
    assert max(losses) <= release.measures['lm_most'] + 1e-6 and max(losses) >= release.measures['lm_most'] - 1e-6


@pytest.mark.parametrize('words', [['--labels', 'box'], ['--labels', 'grid', '--grid', 'age=10,zip=1000'],
                                   ['--labels', 'grid', '--grid', 'age=10,zip=1000', '--partitioning', 'optimal']])
def test_what_is_stated_is_what_the_attacker_has(words, tmp_path):
    """A new key of the report or of the record has to be added above, and to be thought of."""
    out, record = tmp_path / 'out.csv', tmp_path / 'run.json'
    result = run('run_mondrian.py', 'data/inpatients/inpatients.csv', '-k', '3', '-o', out, '--json', '--record', record, *words)
    report, recorded = json.loads(result.stdout), json.loads(record.read_text())['result']
    for of_run in report, recorded:
        assert set(of_run) | set(of_run['measures']) | {key for column in of_run['columns'] for key in column} <= SAID | COUNTED | LOSSES
        assert all(of_run['measures'][name] is None for name in ('lm', 'lm_published', 'entropy', 'class_entropy'))
        assert not any(column.get('example') for column in of_run['columns'])


@pytest.mark.parametrize('labels, name', [('box', 'lm_most'), ('grid', 'lm_cells')])
def test_every_place_names_the_loss(labels, name, tmp_path):
    """Text, page in both languages, picture, sweep, JSON and the library have it by its name, and none has lm or an entropy."""
    edges = ['--grid', 'age=10,zip=1000'] if labels == 'grid' else []
    words = ['data/inpatients/inpatients.csv', '-k', '3', '--labels', labels, *edges]
    files = {name: tmp_path / name for name in ('out.csv', 'page.html', 'run.svg', 'page2.html')}
    command = ['run_mondrian.py', *words, '-o', files['out.csv'], '--force']
    text = run(*command, '--html', files['page.html'], '--picture', files['run.svg'], '--trace', '--internal').stdout
    run(*command, '--html', files['page2.html'], '--language', 'zh', '--internal')
    loss = json.loads(run(*command, '--json').stdout)['measures'][name]
    shown = '%.6f' % (-(-loss * 1e6 // 1) / 1e6 if name == 'lm_most' else loss)
    assert '\n%-8s' % name in text and shown in text and 'lm_published' not in text and 'nats' not in text
    assert {'lm_most': 'loss at most', 'lm_cells': 'loss of cells'}[name] in text
    assert ('age (not told)' in text) == (labels == 'box')
    for file, said in (('page.html', 'would tell values that the labels hide'), ('page2.html', '会透露标签所隐藏的值')):
        page = files[file].read_text(encoding='utf-8')
        assert name in page and shown in page and said in page and '<code>lm</code>' not in page and '<code>entropy</code>' not in page
    assert {'lm_most': 'loss at most', 'lm_cells': 'loss over the range of the cells'}[name] in files['run.svg'].read_text(encoding='utf-8')
    sweep = ['sweep', *words[:3], '--algorithm', 'mondrian', *words[3:]]
    row, = json.loads(run_kanon(*sweep, '--format', 'json').stdout)
    assert (row[name], row['lm'], row['lm_published'], row['entropy']) == (loss, None, None, None)
    assert 'Least is lost at k = 3 by mondrian (%s ' % name in run_kanon(*sweep).stdout
    mixed = ['samarati,mondrian' if word == 'mondrian' else word for word in sweep]
    said = run_kanon(*mixed).stdout
    assert 'by samarati' in said and 'mondrian is not compared with the others: its labels hide ends, so it has %s' % name in said
    release = anonymize(words[0], ['zip', 'age'], ['condition'], k=3, labels=labels, **({'grid': {'age': 10, 'zip': 1000}} if edges else {}))
    assert release.measures[name] == loss and '%s %.6f' % (name, loss) in repr(release)


# What is proven is what is reported.

JOBS = {'nurse': 'care', 'doctor': 'care', 'clerk': 'office', 'care': 'any', 'office': 'any'}
UNDER = {'care': {'nurse', 'doctor'}, 'office': {'clerk'}, 'any': {'nurse', 'doctor', 'clerk'}}


def least_of_cells(rows, width, k):
    """The least lm_cells that strict cuts make, by trying all of them. rows: (age, job)."""
    cells = [(age // width * width, job) for age, job in rows]
    first, last = min(cells)[0], max(cells)[0] + width - 1
    jobs, known = [job for job in ('nurse', 'doctor', 'clerk') if any(job == of for _, of in cells)], {}

    def cost(part):
        ages, held = [age for age, _ in part], {job for _, job in part}
        node = next(iter(held)) if len(held) == 1 else 'care' if held <= UNDER['care'] else 'any'
        leaves = len(UNDER.get(node, {node}) & set(jobs))
        return len(part) * ((max(ages) + width - 1 - min(ages)) / (last - first or 1) + (leaves - 1) / (len(jobs) - 1 or 1))

    def least(part):
        if part not in known:
            best = cost(part) if len(part) >= k else float('inf')
            for place, order in enumerate(([first + width * n for n in range(20)], jobs)):
                for end in range(1, len(order)):
                    side = tuple(row for row in part if row[place] in order[:end])
                    if 0 < len(side) < len(part):
                        best = min(best, least(side) + least(tuple(row for row in part if row[place] not in order[:end])))
            known[part] = best
        return known[part]
    return least(tuple(sorted(cells))) / len(rows)


@pytest.mark.parametrize('seed', seeds(330))
def test_nothing_has_a_smaller_value_of_what_is_proven(seed):
    random = Random(seed)
    rows = [(random.randint(0, 60), random.choice(['nurse', 'doctor', 'clerk'])) for _ in range(random.randint(3, 10))]
    width, k = random.choice([3, 10]), random.randint(2, 3)
    words = {'columns': ['age', 'job'], 'k': k, 'algorithm': 'mondrian', 'hierarchies': {'job': JOBS}, 'labels': 'grid', 'grid': {'age': width}}
    release = anonymize(rows, ['age', 'job'], partitioning='optimal', **words)
    assert release.proven and release.measures['lm_cells'] == pytest.approx(least_of_cells(rows, width, k), abs=1e-9)
    for other in {'choose': 'lm', 'categories': 'leaves'}, {'categories': 'leaves'}, {'choose': 'random', 'seed': 3, 'categories': 'leaves'}:
        assert anonymize(rows, ['age', 'job'], **words, **other).measures['lm_cells'] >= release.measures['lm_cells'] - 1e-9


def test_the_report_says_proven_of_the_loss_that_it_prints(tmp_path):
    words = ['run_mondrian.py', 'data/inpatients/inpatients.csv', '-k', '3', '--labels', 'grid', '--grid', 'age=10,zip=1000', '--partitioning',
             'optimal', '-o', tmp_path / 'out.csv', '--force']
    report, page = json.loads(run(*words, '--json', '--html', tmp_path / 'page.html').stdout), (tmp_path / 'page.html').read_text(encoding='utf-8')
    assert report['search']['proven'] and report['search']['measure'] == 'lm_cells' and 'lm_cells' in report['measures']
    assert 'no other strict cuts along these orders lose less by lm_cells, proven\n' in run(*words).stdout and 'lose less by lm_cells. This is proven.' in page
