"""Mondrian's boxes and its tree: what they show, that it is true, and that they show no more than the release."""

import os
import re
import shutil
import xml.etree.ElementTree as tree
from random import Random

import pytest

from conftest import HOME, random_table, run, run_here, seeds
from geometry import SVG, outside, overlaps, texts
from kanon.core.counts.frequency import columns
from kanon.core.counts.hierarchy import Hierarchy
from kanon.core.counts.required import Required
from kanon.core.cutting.cuts import cut_for
from kanon.core.cutting.dimension import DimensionWithMissing, dimension_of
from kanon.core.cutting.labels import multidimensional
from kanon.core.cutting.mondrian import Cut, mondrian
from kanon.core.cutting.partition import partition_of
from kanon.core.errors import Unsatisfied
from kanon.core.voice.speaking import speaker
from kanon.tools.explain.steps import CutLook, logged
from kanon.tools.pictures.axes import NumberAxis, every, round_numbers
from kanon.tools.pictures.cuts_picture import (GREY, GRID, MOST_BOXES, MOST_NODES, PALER,
                                               PublishedCodes, cut_lines, darkness, densities,
                                               inner_of, most_cut, of_looks)

HOSTILE = ['<script>alert(1)</script>', ']]>', '&amp;', '"quoted\'', 'x' * 10000, 'nul\x00and\x1b[2K', '年龄段' * 9, 'ünïcode', ' blank ', '']


def looked(frequency_set, dimensions, k=2, **how):
    """(looks, partitions) of a search. how: as of cut_for."""
    required = Required(k)
    cut, looks = logged(cut_for(dimensions, required, **how), dimensions, required, how.get('choose', 'widest') == 'widest')
    partitions, _ = mondrian(partition_of(frequency_set, dimensions, required), cut)
    return looks, partitions


def drawn(frequency_set, dimensions, names=None, over=None, redact=False, k=2, **how):
    names = names or ['q%d' % place for place in range(len(dimensions))]
    return of_looks(looked(frequency_set, dimensions, k, **how)[0], dimensions, names, over, redact, k)


def tips(sheet):
    """[(what, records, classes)] of all shapes that tell them, and whether each is a disc."""
    found = []
    for element in tree.fromstring(str(sheet)).iter():
        title = element.find(SVG + 'title')
        match = title is not None and re.fullmatch(r'(?:(.*)(?:: |, ))?([\d,]+) records?(?: in |, )([\d,]+) class(?:es)?', title.text, re.S)
        if match and element.tag != SVG + 'text':
            found.append((match[1], int(match[2].replace(',', '')), int(match[3].replace(',', '')), element.tag == SVG + 'circle'))
    return found


def all_text(sheet):
    """Every text of a picture, tips, title and description too."""
    return '\n'.join(element.text or '' for element in tree.fromstring(str(sheet)).iter())


def random_dimensions(seed, labels='', categories='leaves', missing=True, most=4):
    """(frequency set, dimensions) of a random table. Some columns are decimals, and some lack values."""
    random = Random(seed)
    counts, trees = random_table(seed, random.randint(1, most))
    numbers = [{value: '%d.%d3' % (37 * place + random.randrange(30), random.randrange(100)) for place, value in enumerate(sorted(values))}
               if random.random() < .4 else None for values in columns(counts)]
    root = [random.choice(sorted(values)) if missing and len(values) > 2 and random.random() < .3 else None for values in columns(counts)]
    rows = {}
    for quasi, n in counts.items():
        key = tuple('*' if value == gone else of[value] if of else value for value, of, gone in zip(quasi, numbers, root))
        rows[key] = rows.get(key, 0) + n
    dimensions = []
    for values, of, gone, tree_ in zip(columns(rows), numbers, root, trees):
        present = {value: n for value, n in values.items() if value != '*' or not gone}
        made = dimension_of(present, None if of else tree_, categories, 'ancestor' in labels, 'box' in labels, missing=bool(gone))
        dimensions.append(DimensionWithMissing(made, '*', values['*']) if gone else made)
    return rows, dimensions


INPATIENTS = {(zip_, age): 1 for zip_, age in zip(
    '13053 13068 13068 13053 14853 14853 14850 14850 13053 13053 13068 13068'.split(), '28 29 21 23 50 55 47 49 31 37 36 35'.split())}


def test_the_inpatients():
    dimensions = [dimension_of(values) for values in columns(INPATIENTS)]
    pictures = drawn(INPATIENTS, dimensions, ['zip', 'age'], k=4)
    assert list(pictures) == ['boxes', 'cuts']
    assert sorted(tips(pictures['boxes'])) == [
        ('zip [13053-13068], age [21-29]', 4, 1, False), ('zip [13053-13068], age [31-37]', 4, 1, False),
        ('zip [14850-14853], age [47-55]', 4, 1, False)]
    assert tips(pictures['cuts']) == [
        ('the whole table', 12, 3, True), ('zip up to 13068', 8, 2, True), ('age up to 29', 4, 1, False), ('age above 29', 4, 1, False),
        ('zip above 13068', 4, 1, False)]
    shown = [text for *_, text in texts(str(pictures['cuts']))]
    at = shown.index('age above 29')
    assert shown[at:at + 10] == ['age above 29', '4', '1', '0.01', '0.18', 'zip above 13068', '4', '1', '0.00', '0.24']
    assert '12 records in 3 classes' in pictures['boxes'].description and '2 cuts made 3 classes' in pictures['cuts'].description


def test_the_bar_of_the_cut_has_a_border():
    dimensions = [dimension_of(values) for values in columns(INPATIENTS)]
    cuts = tree.fromstring(str(drawn(INPATIENTS, dimensions, ['zip', 'age'], k=4)['cuts']))
    framed = [float(rect.get('x')) for rect in cuts.iter(SVG + 'rect') if rect.get('stroke') == '#0072b2']
    assert len(framed) == 3 and framed[0] < framed[1]       # zip of the whole, age of its left part; the third is the key


def test_a_pale_bar_has_an_edge_that_can_be_seen():
    """Of 3:1 on white, as wide as the bar and at its foot."""
    dimensions = [dimension_of(values) for values in columns(INPATIENTS)]
    drawing = tree.fromstring(str(drawn(INPATIENTS, dimensions, ['zip', 'age'], k=4)['cuts']))
    rects = {color: [(rect.get('x'), rect.get('width'), float(rect.get('y')) + float(rect.get('height'))) for rect in drawing.iter(SVG + 'rect')
                     if rect.get('fill') == color] for color in (PALER, GREY)}
    assert rects[PALER] == rects[GREY] and rects[GREY]
    light = sum(weight * (((int(GREY[at:at + 2], 16) / 255 + 0.055) / 1.055) ** 2.4) for weight, at in ((0.2126, 1), (0.7152, 3), (0.0722, 5)))
    assert 1.05 / (light + 0.05) >= 3


@pytest.mark.parametrize('over, across', [(None, ['zip', 'age']), (['age', 'zip'], ['age', 'zip'])])
def test_the_columns_that_are_named_are_drawn_in_their_order(over, across):
    dimensions = [dimension_of(values) for values in columns(INPATIENTS)]
    boxes = drawn(INPATIENTS, dimensions, ['zip', 'age'], over, k=4)['boxes']
    assert boxes.title == 'Where the boxes lie over %s and %s, for k = 4' % tuple(across)
    assert all(what.startswith(across[0]) for what, *_ in tips(boxes))


def test_the_columns_that_are_cut_most_often_and_of_equals_the_first():
    def look(dim):
        return CutLook(0, None, None, 4, [], {}, [], Cut(dim, 'strict', 0, [2, 2]))
    numbers, words = dimension_of({'1': 1, '2': 1}), dimension_of({'a': 1, 'b': 1})
    assert most_cut([look(2), look(1), look(2)], [numbers] * 3) == [2, 1]
    assert most_cut([look(2), look(1), look(0)], [numbers] * 3) == [0, 1]
    assert most_cut([look(0)], [words, words, numbers]) == [0, 1]
    assert most_cut([look(0)], [words, numbers]) == [1, 0]      # numbers lie along the x axis
    assert most_cut([], [words]) == [0]


@pytest.mark.parametrize('how', [{}, {'partitioning': 'relaxed'}, {'partitioning': 'both'}, {'choose': 'lm'}, {'choose': 'random', 'seed': 3}])
@pytest.mark.parametrize('categories', ['leaves', 'hierarchy'])
@pytest.mark.parametrize('seed', seeds(60))
def test_the_lines_of_the_cuts_are_those_of_the_partitions(seed, categories, how):
    frequency_set, dimensions = random_dimensions(seed, categories=categories)
    try:
        looks, partitions = looked(frequency_set, dimensions, **how)
    except Unsatisfied:
        return
    found = [box for look, box in zip(looks, cut_lines(looks, dimensions)) if look.cut is None]
    assert sorted(found) == sorted(partition.box for partition in partitions)


@pytest.mark.parametrize('labels', ['', 'box', 'ancestor', 'box,ancestor'])
@pytest.mark.parametrize('categories', ['leaves', 'hierarchy', 'frequency'])
@pytest.mark.parametrize('seed', seeds(60))
def test_a_random_picture_is_true_and_tells_no_more_than_the_release(seed, categories, labels):
    frequency_set, dimensions = random_dimensions(seed, labels, categories)
    k = 2 + seed % 3
    try:
        looks, partitions = looked(frequency_set, dimensions, k)
    except Unsatisfied:
        return
    names = ['q%d' % place for place in range(len(dimensions))]
    pictures = of_looks(looks, dimensions, names, None, False, k)
    records, classes = sum(frequency_set.values()), len(partitions)
    for name, sheet in pictures.items():
        chinese = str(of_looks(looks, dimensions, names, None, False, k, speaker('zh'))[name])
        assert not any(fault(svg) for fault in (overlaps, outside) for svg in (str(sheet), chinese))
        assert str(sheet) == str(of_looks(looks, dimensions, names, None, False, k)[name])
        told = [(n, m) for _, n, m, is_disc in tips(sheet) if not is_disc]
        assert tuple(map(sum, zip(*told))) == (records, classes)
    if labels == 'box,ancestor' or labels == 'box':      # nor do the widths tell where values end
        assert not [text for *_, text in texts(str(pictures['cuts'])) if re.fullmatch(r'[01]\.\d\d', text)]
    _, labels_ = multidimensional(frequency_set, dimensions, partitions, Required(k))
    shown = set(re.findall(r'[\w.*-]+', '\n'.join(map(all_text, pictures.values()))))
    for dimension, published in zip(dimensions, labels_):
        named = {dimension.texts[code] for label in published.values() for code in label.named} | set(published)
        rare = {text for text, n in zip(dimension.texts, dimension.records) if n < k} - named
        others = {text for other in dimensions if other is not dimension for text in other.texts}
        assert not rare & shown - others


@pytest.mark.parametrize('labels', ['', 'box', 'ancestor', 'box,ancestor'])
@pytest.mark.parametrize('categories', ['leaves', 'hierarchy', 'frequency'])
@pytest.mark.parametrize('seed', seeds(60))
def test_a_box_reaches_as_far_as_its_label(seed, categories, labels):
    frequency_set, dimensions = random_dimensions(seed, labels, categories)
    try:
        _, partitions = looked(frequency_set, dimensions)
    except Unsatisfied:
        return
    for dim, dimension in enumerate(dimensions):
        published = PublishedCodes(dimension)
        for partition in partitions:
            codes = sorted(set(partition.columns()[dim]))
            label = dimension.label(codes, partition.box[dim])
            low, high, text = published.of((codes[0], codes[-1]), partition.box[dim])
            assert low <= codes[0] and codes[-1] <= high
            if label.text == '*' and dimension.has_missing:
                assert (low, high, text) == (0, len(dimension.texts) - 1, '*')
            elif '…' in text:        # a set
                assert label.text.startswith(text[:text.index('…')]) and label.text.endswith(text[text.index('…') + 1:])
            elif not label.named and len(codes) > 1 and published.by_ancestor:
                tree_ = inner_of(dimension).tree
                assert text in tree_.path(label.text)
                under = [code for code, leaf in enumerate(dimension.texts) if text in tree_.path(leaf)]
                assert (low, high) == (under[0], under[-1])
            else:
                assert text == label.text
                assert published.boxes or published.by_ancestor or (low, high) == (codes[0], codes[-1])


@pytest.mark.parametrize('seed', seeds(40, 3))
def test_redacted_no_value_is_shown(seed):
    frequency_set, dimensions = random_dimensions(seed)
    try:
        pictures = drawn(frequency_set, dimensions, redact=True)
        assert 'No value is shown.' in str(pictures['boxes']) and 'No value is shown.' not in str(drawn(frequency_set, dimensions)['boxes'])
    except Unsatisfied:
        return
    for name, sheet in pictures.items():
        shown = set(re.findall(r'[\w.*-]+', all_text(sheet)))
        assert not shown & {text for dimension in dimensions for text in dimension.texts}
        assert all(what is None or re.fullmatch(r'the whole table|q\d (lower|upper|first|second) part|q\d (not )?missing', what)
                   for what, *_ in tips(sheet))
        assert re.search(r'\bq\d\b', all_text(sheet))
        assert tuple(map(sum, zip(*((n, m) for _, n, m, is_disc in tips(sheet) if not is_disc))))[0] == sum(frequency_set.values())
    ticks = [text for *_, text in texts(str(pictures['boxes'])) if re.fullmatch(r'-?[\d.]+', text)]
    assert not ticks


@pytest.mark.parametrize('width', range(1, 10))
def test_of_one_to_nine_columns_with_hostile_names_and_values(width):
    random = Random(width)
    rows = {}
    for _ in range(80):
        key = tuple(str(random.randrange(90)) if place % 2 else random.choice(HOSTILE) for place in range(width))
        rows[key] = rows.get(key, 0) + 1
    names = [HOSTILE[place] or 'name' for place in range(width)]
    dimensions = [dimension_of(values, categories='frequency') for values in columns(rows)]
    for sheet in drawn(rows, dimensions, names).values():
        tree.fromstring(str(sheet))
        assert '<script' not in str(sheet) and '\x1b' not in str(sheet) and not overlaps(str(sheet)) and not outside(str(sheet))


@pytest.mark.parametrize('values', [
    ['7'] * 8, ['-1.5', '-1.25', '0'] * 4, ['01067', '01069', '99998'] * 4, ['1' * 40, '9' * 40, '5' * 40] * 3, ['0.00001', '0.00002'] * 4,
    ['abc'] * 6, [str(n) for n in range(2000, 2400)], ['20%02d' % n for n in range(40)]])
def test_a_single_column_is_a_strip(values):
    rows = {}
    for value in values:
        rows[value,] = rows.get((value,), 0) + 1
    for sheet in drawn(rows, [dimension_of(values) for values in columns(rows)], ['q']).values():
        assert not overlaps(str(sheet)) and not outside(str(sheet))
        assert sum(n for _, n, _, is_disc in tips(sheet) if not is_disc) == len(values)
        assert sheet.height < 300 or len(values) > 12


@pytest.mark.parametrize('low, high, most', [(0, 1, 2), (17, 90, 12), (-5, 5, 3), (0.001, 0.0012, 6), (10 ** 39, 10 ** 40, 5), (99.5, 100, 2)])
def test_ticks_are_round_and_enclose_the_numbers(low, high, most):
    ticks = round_numbers(low, high, most)
    assert 2 <= len(ticks) <= most and ticks[0] <= low and high <= ticks[-1]
    assert all(re.fullmatch(r'-?0*[125]?0*|-?[1-9]\d?\d?0*', ('%.12f' % tick).rstrip('0').rstrip('.').replace('.', '').lstrip('-')[:3] or '0')
               for tick in ticks)


def test_an_axis_of_numbers_is_in_proportion():
    axis = NumberAxis(dimension_of({'10': 1, '20': 1, '50': 1}), 5)
    assert [text for _, text in axis.ticks] == ['10', '20', '30', '40', '50']
    assert axis.reach(1, 1) == (0.125, 0.375) and axis.reach(0, 2) == (0.0, 1.0)


def test_where_texts_do_not_fit_every_second_or_fifth_is_left():
    ticks = [(n / 40, str(n)) for n in range(40)]
    assert [text for _, text in every(ticks, 400, 15)][:3] == ['0', '2', '4']
    assert [text for _, text in every(ticks, 100, 15)][:3] == ['0', '10', '20']


def test_darkness_adds_up():
    """Two boxes over each other are as dark as one with the records of both."""
    apart = densities([(0, 0, 320, 320, 'a'), (0, 0, 320, 320, 'b'), (320, 0, 320, 320, 'c')], {'a': [3, 1], 'b': [5, 1], 'c': [1, 1]})
    joined = densities([(0, 0, 320, 320, 'a'), (320, 0, 320, 320, 'c')], {'a': [8, 1], 'c': [1, 1]})
    assert apart == joined and darkness(apart) == darkness(joined) == 0.5 / (8 / 320 ** 2)


@pytest.mark.parametrize('seed', seeds(100))
def test_the_cells_hold_the_records(seed):
    """Also where there are too many edges, so that a box takes whole cells."""
    random = Random(seed)
    placed = [(random.choice((0, random.uniform(0, 590))), random.uniform(0, 430), random.uniform(1.5, 10), random.uniform(1.5, 10), n)
              for n in range(random.choice((1, 5, 200)))]
    rectangles = {n: [random.randrange(1, 10 ** 6), 1] for n in range(len(placed))}
    xs, ys, rows = densities(placed, rectangles)
    assert len(xs) <= GRID + 1 and len(ys) <= GRID + 1 and len(rows) == len(ys) - 1
    found = sum(density * (right - left) * (bottom - top) for row, top, bottom in zip(rows, ys, ys[1:])
                for density, left, right in zip(row, xs, xs[1:]))
    assert found == pytest.approx(sum(n for n, _ in rectangles.values()))
    if len(placed) < 10:
        for x, y, wide_, high, _ in placed:
            column, row = xs.index(round(x, 2)), ys.index(round(y, 2))
            over = [rectangles[n][0] / (w * h) for x2, y2, w, h, n in placed if x2 <= x < x2 + w and y2 <= y < y2 + h]
            assert rows[row][column] == pytest.approx(sum(over), rel=.02)       # edges are rounded


def many_looks(parts):
    """The looks of a table of so many parts, each cut in halves along one of two dimensions. The largest is cut first."""
    size = 2 * parts
    looks, waiting = [], [(None, None, size, ((0, 999), (0, 999)))]
    while waiting:
        parent, side, n, ends = waiting.pop(0)
        number, dim = len(looks), max((0, 1), key=lambda dim: ends[dim][1] - ends[dim][0])
        low, high = ends[dim]
        middle = (low + high) // 2
        cut = Cut(dim, 'strict', middle, [n // 2, n - n // 2]) if n >= 4 and high > low else None
        looks.append(CutLook(number, parent, side, n, list(ends), {}, [], cut))
        for place, (size_, codes) in enumerate(zip(cut.parts, ((low, middle), (middle + 1, high))) if cut else ()):
            waiting.append((number, place, size_, tuple(codes if at == dim else other for at, other in enumerate(ends))))
    return looks, size


@pytest.mark.parametrize('parts', [30, 31, 60, 30000])
def test_a_large_table_is_drawn_as_it_was_after_its_first_cuts(parts):
    looks, size = many_looks(parts)
    numbers = dimension_of({str(n): size // 1000 + 1 for n in range(1000)})
    pictures = of_looks(looks, [numbers, numbers], ['a', 'b'], None, False, 2)
    classes = sum(look.cut is None for look in looks)
    for name, most in (('boxes', MOST_BOXES), ('cuts', MOST_NODES // 2)):
        leaves = [(n, m) for _, n, m, is_disc in tips(pictures[name]) if not is_disc]
        assert tuple(map(sum, zip(*leaves))) == (size, classes) and len(leaves) == min(classes, most)
        assert len(str(pictures[name])) < 500000
    assert len(tips(pictures['cuts'])) <= MOST_NODES
    assert ('cannot be drawn one by one' in pictures['boxes'].description) == (classes > MOST_BOXES)
    assert ('not drawn' in pictures['cuts'].description) == (classes > 30)


def test_a_node_with_many_children_is_drawn_with_them():
    for children, rows in ((41, 42), (59, 60), (60, 1)):
        rows_ = {('v%d' % n,): 2 for n in range(children)}
        hierarchy = Hierarchy({'v%d' % n: '*' for n in range(children)})
        cuts = drawn(rows_, [dimension_of(columns(rows_)[0], hierarchy, 'hierarchy', True)], ['q'])['cuts']
        assert len(tips(cuts)) == rows and sum(n for _, n, _, is_disc in tips(cuts) if not is_disc) == 2 * children


def test_a_wide_part_that_was_refused_is_marked_and_explained():
    numbers = dimension_of({str(n): 1 for n in range(4)})
    for reason, marked in ('k', True), ('rule', True), ('few', False), ('equal', False):
        look = CutLook(0, None, None, 4, [(0, 3), (0, 3)], {}, [(1, reason)], None)
        text = all_text(of_looks([look], [numbers, numbers], ['a', 'b'], None, False, 2)['cuts'])
        assert ('1.00 \u00d7' in text, 'A number with \u00d7' in text) == (marked, marked)


def test_a_run_draws_the_same_bytes_and_the_pages_of_its_release_stay(tmp_path):
    folder = str(tmp_path / 'inpatients')
    shutil.copytree(os.path.join(HOME, 'data', 'inpatients'), folder)
    first = run('run_mondrian.py', 'inpatients.csv', '--config', 'inpatients.ini', '-o', 'plain.csv', cwd=folder)
    for name in 'a', 'b':
        words = ['inpatients.csv', '--config', 'inpatients.ini', '-o', name + '.csv', '--picture', name + '.svg', '--over', 'age,zip']
        result = run('run_mondrian.py', *words, cwd=folder)
        assert result.returncode == first.returncode == 0
    read = {name: (tmp_path / 'inpatients' / name).read_bytes() for name in ('plain.csv', 'a.csv', 'a.svg', 'b.svg')}
    assert read['plain.csv'] == read['a.csv'] and read['a.svg'] == read['b.svg'] and b'over age and zip' in read['a.svg']


def test_a_run_with_a_picture_is_replayed_without_it(tmp_path):
    folder = str(tmp_path / 'inpatients')
    shutil.copytree(os.path.join(HOME, 'data', 'inpatients'), folder)
    words = ['inpatients.csv', '--config', 'inpatients.ini', '-o', 'o.csv', '--picture', 'p.svg', '--over=age,zip', '--record', 'r.json']
    assert run('run_mondrian.py', *words, cwd=folder).returncode == 0
    os.remove(os.path.join(folder, 'p.svg'))
    assert run('kanon', 'replay', 'r.json', cwd=folder).returncode == 0 and not os.path.exists(os.path.join(folder, 'p.svg'))


@pytest.mark.parametrize('words', [[], ['-k', '2'], ['-k', '320'], ['--labels', 'ancestor'], ['--labels', 'box'], ['--redact']])
def test_adult(words, adult, tmp_path):
    path = tmp_path / 'p.svg'
    config = os.path.join(HOME, 'data', 'adult.ini')
    assert run_here('mondrian', [adult, '--config', config, '-o', tmp_path / 'o.csv', '--quiet', '--picture', path, *words])[0] == 0
    text = path.read_text(encoding='utf-8')
    assert not overlaps(text) and not outside(text) and len(text) < 10 ** 6
