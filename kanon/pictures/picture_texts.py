"""Every text of the pictures, in English and Chinese, and how one is said.

TEXTS: {key: (English, Chinese)}. A {name} is replaced by a value. {n:record} is a number with its noun, {n:is|are} one of two words.
Both languages have the same names. The terms are those of docs/zh/glossary.md.
"""

from __future__ import annotations

from ..errors import many

LANGUAGES = 'en', 'zh'


class Number(int):
    """A whole number in a sentence.

    >>> '{0:record} {0:is|are} left, {1:class}'.format(Number(1), Number(1200))
    '1 record is left, 1,200 classes'
    """

    def __format__(self, spec):
        if '|' in spec:
            one, more = spec.split('|')
            return one if self == 1 else more
        return many(int(self), spec) if spec else '{:,}'.format(int(self))


def speaker(language):
    """A function from a key and values to the text in a language.

    >>> speaker('en')('in_classes', records=1200, classes=1), speaker('zh')('in_classes', records=1200, classes=1)
    ('1,200 records in 1 class', '1,200 条记录，1 个等价类')
    """
    place = LANGUAGES.index(language)

    def say(key, **values):
        return TEXTS[key][place].format(**{name: Number(value) if isinstance(value, int) else value for name, value in values.items()})
    return say


TEXTS = {
    # What several pictures say.
    'comma': (', ', '、'),
    'named': ('{name}: {text}', '{name}：{text}'),
    'records_are': ('{n:record}', '{n} 条记录'),
    'in_classes': ('{records:record} in {classes:class}', '{records} 条记录，{classes} 个等价类'),
    'records': ('records', '记录'),
    'classes': ('classes', '等价类'),
    'level': ('level', '层级'),
    'recorded': ('recorded', '原值'),
    'published': ('published', '发布'),
    'suppressed': ('suppressed', '抑制'),
    'below_k': ('below k', '小于 k'),

    # The columns before and after.
    'before_after': ('Each quasi-identifier before and after', '各准标识符的前后对照'),
    'joined_values': ('Values of fewer than k = {k} records are joined with others, and not shown by themselves.',
                      '不足 k = {k} 条记录具有的值与其他值合并，不单独显示。'),
    'first_columns': ('The first {drawn} of {columns} columns are drawn.', '只画出全部 {columns} 列中的前 {drawn} 列。'),
    'published_spread': ('published; an interval is spread evenly over its values', '发布；区间均匀分摊到它的各个值'),
    'at_level': ('level {level} of {height}', '层级 {level}（共 {height}）'),
    'cut_by': ('cut by {order}', '按{order}切分'),
    'order_numbers': ('numbers', '数值'),
    'order_frequency': ('frequency', '频数'),
    'order_leaves': ("the hierarchy's leaves", '泛化层次的叶子'),
    'order_nodes': ("the hierarchy's nodes", '泛化层次的节点'),
    'order_gap': ('{order}, for a missing value among numbers', '{order}（数值中有缺失值）'),
    'change': ('{how}; {values:value}, {labels:label}; loss {loss}', '{how}；{values} 个值，{labels} 个标签；损失 {loss}'),
    'change_cells': ('{how}; {values:value}, {labels:label}; loss over the range of the cells {loss}',
                     '{how}；{values} 个值，{labels} 个标签；按单元范围的损失 {loss}'),
    'change_most': ('{how}; {values:value}, {labels:label}; loss at most {loss}', '{how}；{values} 个值，{labels} 个标签；损失至多 {loss}'),
    'column_is': ('{name}: {line}.', '{name}：{line}。'),
    'recorded_published': ('{recorded:record} recorded, {published} published', '原有 {recorded} 条记录，发布 {published} 条'),
    'open_bars': ('The first and the last bar also hold all that lies below and above.', '第一条和最后一条也包括更小和更大的值。'),
    'n_suppressed': ('{n:record} suppressed.', '抑制 {n} 条记录。'),
    'n_without': ('{n:record} without a value.', '{n} 条记录没有值。'),
    'others': ('{n} others', '其他 {n} 个'),
    'value_below': ('below {high}', '小于 {high}'),
    'value_above': ('{low} and above', '{low} 及以上'),
    'value_between': ('from {low} to below {high}', '从 {low} 到小于 {high}'),

    # The risk of a run's records.
    'risk': ('The risk of a record: one in how many', '一条记录的风险：几分之一'),
    'risk_found': ('Before, {unique:record} had a combination of quasi-identifiers to itself. Now each published record shares its own'
                   ' with at least {others:other}.',
                   '原来有 {unique} 条记录的准标识符组合是独有的。现在每条发布的记录都至少与另外 {others} 条记录的组合相同。'),
    'highest_risk': ('highest risk', '最高风险'),
    'not_published': ('not published', '未发布'),
    'risk_to': ('1/{first} to 1/{last}', '1/{first} 到 1/{last}'),
    'risk_or_less': ('1/{n} or less', '1/{n} 或更低'),

    # The sizes of the classes.
    'sizes': ('How many records are in classes of which size', '多大的等价类里有多少条记录'),
    'sizes_are': ('{records:record} in {classes:class}; the smallest class has {least:record}.',
                  '{records} 条记录，{classes} 个等价类；最小的等价类有 {least} 条记录。'),
    'none_below': ('No record is in classes of fewer than k = {k}.', '没有记录在小于 k = {k} 的等价类中。'),
    'some_below': ('{n:record} {n:is|are} in classes of fewer than k = {k}.', '{n} 条记录在小于 k = {k} 的等价类中。'),
    'size_range': ('{first} to {last:record}', '{first} 到 {last} 条记录'),

    # The lattice.
    'cell': ('cell', '单元'),
    'in_population': ('in the population', '总体中'),
    'asked': ('Levels of {quasi}: {size:vector}. {required}; at most {most} of {records:record} suppressed.',
              '{quasi} 的层级：{size} 个向量。{required}；{records} 条记录中最多抑制 {most} 条。'),
    'checked_of': ('The search checked {checked} of the {vectors} vectors.', '搜索检查了 {vectors} 个向量中的 {checked} 个。'),
    'unproven': ('It was stopped before it had proven its vector to be the best.', '它在证明所得的向量最优之前停止。'),
    'chose': ('It chose {vector}: {n:record} suppressed.', '它选中 {vector}：抑制 {n} 条记录。'),
    'chose_loss': ('It chose {vector}: {n:record} suppressed, {measure} {loss}.', '它选中 {vector}：抑制 {n} 条记录，{measure} {loss}。'),
    'none_better': ('None of these vectors satisfies and has a better {measure}.', '这些向量中，没有满足要求而且 {measure} 更好的。'),
    'better_checked': ('{vector} satisfies, too, and its {measure} is better: {loss}. The search checked it, but does not choose by'
                       ' {measure} alone.',
                       '{vector} 也满足要求，而且 {measure} 更好：{loss}。搜索检查过它，但不只按 {measure} 选择。'),
    'better_unseen': ('{vector} satisfies, too, and its {measure} is better: {loss}. The search did not look at it.',
                      '{vector} 也满足要求，而且 {measure} 更好：{loss}。搜索没有看过它。'),
    'left_settled': ('settled, as no such vector can be better than the chosen one', '不必再看，因为这样的向量不可能比选中的更好'),
    'left_unseen': ('the search did not look at them, or nothing follows for them', '搜索没有看过它们，也无从推知'),
    'too_high': ('Its vectors have {heights} heights, and are not drawn.', '其中的向量共有 {heights} 个高度，因此不画出。'),
    'height': ('height', '高度'),
    'vectors': ('vectors', '向量'),
    'checked': ('checked', '已检查'),
    'satisfying': ('satisfying', '满足'),
    'failing': ('failing', '不满足'),
    'minimal': ('minimal', '极小'),
    'in_a_box': ('In a box, from the top: the levels, the records suppressed, {measure}.', '方框里从上到下：各列层级、抑制的记录数、{measure}。'),
    'listed': ('{vectors:vector}: {satisfying} satisfying, of which {minimal} minimal.',
               '{vectors} 个向量：{satisfying} 个满足要求，其中 {minimal} 个是极小的。'),
    'best_of': ('Of those that satisfy, {vector} has the best lm: {loss}.', '满足要求的向量中，{vector} 的 lm 最好：{loss}。'),
    'suppresses': ('{n:record} suppressed', '抑制 {n} 条记录'),
    'semicolon': ('; ', '；'),
    'best': ('best {measure}', '{measure} 最好'),
    'mark_fails': ('suppresses too many records', '抑制的记录太多'),
    'mark_satisfies': ('satisfies', '满足要求'),
    'mark_minimal': ('minimal: no vector below it satisfies', '极小：下方没有向量满足要求'),
    'mark_chosen': ('chosen', '选中'),
    'mark_best': ('satisfies, and has the best {measure}', '满足要求，而且 {measure} 最好'),
    'mark_checked': ('checked by the search, in this order', '搜索检查过，编号是顺序'),
    'mark_above': ('ruled out by that check of a vector above it', '对上方向量的那次检查排除了它'),
    'mark_below': ('satisfies, as that check of a vector below it shows', '满足要求，由对下方向量的那次检查得知'),
    'mark_may': ('not ruled out, as that check of a vector below it shows', '未被排除，由对下方向量的那次检查得知'),
    'mark_bound': ('after that check: cannot be better than the best so far', '那次检查之后：不可能比当时的最优更好'),
    'mark_unseen': ('dashed, without a sign: the search did not look at it', '虚线，没有编号：搜索没有看过'),
    'by_checked': ('check {n} of the search', '搜索的第 {n} 次检查'),
    'by_above': ('ruled out by check {n} of a vector above it', '对上方向量的第 {n} 次检查排除了它'),
    'by_below': ('satisfies, as check {n} of a vector below it shows', '满足要求，由对下方向量的第 {n} 次检查得知'),
    'by_may': ('not ruled out, as check {n} of a vector below it shows', '未被排除，由对下方向量的第 {n} 次检查得知'),
    'by_bound': ('after check {n}: cannot be better than the best so far', '第 {n} 次检查之后：不可能比当时的最优更好'),
    'by_nothing': ('the search did not look at it', '搜索没有看过它'),
    'at_height': ('height {height}: {n:vector} {state}', '高度 {height}：{n} 个向量，{state}'),
    'chosen_height': ('the height of the chosen vector, {vector}', '选中的向量 {vector} 的高度'),
    'known_failing': ('known to suppress too many records', '已知抑制的记录太多'),
    'known_satisfying': ('known to satisfy', '已知满足要求'),
    'left': ('left', '其余'),

    # Mondrian's boxes and cuts.
    'boxes': ('Where the boxes lie over {names}, for k = {k}', '盒子在 {names} 上的位置，k = {k}'),
    'and': (' and ', ' 和 '),
    'boxes_are': ('{records:record} in {classes:class}. The darker, the more records on the same space.',
                  '{records} 条记录，{classes} 个等价类。颜色越深，同样大小的地方上的记录越多。'),
    'boxes_overlap': ('The boxes also have ends in {n:other column}. So here they overlap, and their darkness adds up.',
                      '盒子在另外 {n} 列上也有边界，所以在这里会重叠，深浅相加。'),
    'boxes_many': ('So many boxes cannot be drawn one by one: these are the {parts:part} after the first {cuts:cut}.',
                   '盒子太多，无法一一画出：这里是前 {cuts} 次切分之后的 {parts} 个部分。'),
    'uneven': ('The values of {name} stand in their order, at equal distances.', '{name} 的值按顺序等距排列。'),
    'no_value': ('No value is shown.', '不显示任何值。'),
    'not_named': ('A value that fewer than k records have, and that no label names, is not named.',
                  '不足 k 条记录具有、又没有标签写出的值，不写出来。'),
    'shades': ('Records on the same space, as a multiple of the average of the whole plane:',
               '同样大小的地方上的记录数，相当于整个平面平均值的多少倍：'),
    'cuts': ('How Mondrian cut the table, for k = {k}', 'Mondrian 怎样切分这张表，k = {k}'),
    'cuts_made': ('{cuts:cut} made {classes:class} of {records:record}.', '{cuts} 次切分把 {records} 条记录分成 {classes} 个等价类。'),
    'widths': ('A bar is as long as the part is wide in that column. A full bar is the width of the whole table.',
               '条的长度是这个部分在该列上的宽度。满条是整张表的宽度。'),
    'widths_hidden': ('The widths of the parts are not shown where the labels do not tell the values at the ends of a class.',
                      '如果标签不透露等价类两端的值，就不显示各部分的宽度。'),
    'refused': ('A number with × belongs to a column that was tried, and could not be cut.', '带 × 的数属于试过而不能切分的列。'),
    'first_but_one': ('The first {n:cut} are drawn. One part was cut further, which is not drawn.',
                      '画出了前 {n} 次切分。还有一个部分继续切分，没有画出。'),
    'first_drawn': ('The first {n:cut} are drawn. {parts} parts were cut further, which is not drawn.',
                    '画出了前 {n} 次切分。还有 {parts} 个部分继续切分，没有画出。'),
    'whole_table': ('the whole table', '整张表'),
    'class_of': ('class', '等价类'),
    'part_n': ('part {n}', '第 {n} 部分'),
    'not_in': ('not {values}', '非 {values}'),
    'lacking': ('missing', '缺失'),
    'not_lacking': ('not missing', '未缺失'),
    'lower_part': ('lower part', '较小的部分'),
    'upper_part': ('upper part', '较大的部分'),
    'first_part': ('first part', '前一部分'),
    'second_part': ('second part', '后一部分'),
    'up_to': ('up to {value}', '至 {value}'),
    'from': ('from {value}', '从 {value} 起'),
    'above': ('above {value}', '大于 {value}'),
    'after': ('after {value}', '后于 {value}'),
    'part_is': ('{part}: {records:record}, {classes:class}', '{part}：{records} 条记录，{classes} 个等价类'),
    'cut': ('cut', '切'),
    'is_cut': ('cut into the parts below it', '切成下面的各部分'),
    'is_class': ('a class: not cut', '等价类：不再切分'),
    'is_folded': ('cut further', '继续切分'),
    'column_cut': ('the column that is cut', '被切的列'),

    # A sweep.
    'least_lost': ('Least is lost {best}.', '损失最小的是：{best}。'),
    'best_setting': ('at k = {k} by {algorithm} ({name} {loss})', 'k = {k} 时 {algorithm}（{name} {loss}）'),
    'best_limited': ('at k = {k} by {algorithm} with max_suppression {limit} ({name} {loss})',
                     'k = {k}、最大抑制数 {limit} 时 {algorithm}（{name} {loss}）'),
    'other_loss': ('mondrian is not compared with the others: its labels hide ends, so it has {name} in place of lm.',
                   'mondrian 没有与其他算法比较：它的标签隐藏端点，所以给出的是 {name} 而不是 lm。'),
    'nothing_at': ('Nothing can be published at {ks}.', '{ks} 时无法发布任何记录。'),
    'sweep': ('What is lost as k grows: {n:setting} of {quasi}', 'k 增大时损失多少：{quasi} 的 {n} 种设置'),
    'leave_nothing': ('{n:setting} of them {n:leaves|leave} nothing to publish.', '其中 {n} 种设置没有可发布的记录。'),
    'limit': ('at most {limit} suppressed', '最多抑制 {limit}'),
    'frontier_is': ('No setting of this sweep has both a greater k and a lower loss than these: {settings}.',
                    '这次比较的设置中，没有哪个的 k 更大而且损失更小：{settings}。'),
    'setting': ('{algorithm}, k = {k} ({name} {loss})', '{algorithm}，k = {k}（{name} {loss}）'),
    'trade': ('What a lower risk costs', '更低的风险要付出什么'),
    'risk_axis': ('the highest risk of a record, 1 / k: the lower, the further right', '一条记录的最高风险 1 / k：越低越靠右'),
    'frontier': ('the frontier of these settings: a greater k for more loss', '这些设置的前沿：k 更大，损失更多'),
    'setting_tip': ('{algorithm}, k = {k}: {name} {loss}, {n:record} suppressed', '{algorithm}，k = {k}：{name} {loss}，抑制 {n} 条记录'),
    'limited_tip': ('{algorithm}, k = {k}, at most {limit} suppressed: {name} {loss}, {n:record} suppressed',
                    '{algorithm}，k = {k}，最多抑制 {limit}：{name} {loss}，抑制 {n} 条记录'),

    # Hierarchies.
    'tree': ('{name}: {leaves:leaf}, levels 0 to {height}', '{name}：{leaves} 个叶子，层级 0 到 {height}'),
    'bars_of_records': ('A bar is as long as the part of all records that lie under the node.', '条的长度是节点下的记录占全部记录的比例。'),
    'bars_of_leaves': ('A bar is as long as the part of all leaves that lie under the node.', '条的长度是节点下的叶子占全部叶子的比例。'),
    'empty_circle': ('An empty circle: no record has a value under this node.', '空心圆：没有记录的值在这个节点下。'),
    'leaves': ('leaves', '叶子'),
    'more_leaves': ('... and {n} more', '……另有 {n} 个'),
    'levels': ('What each level of a hierarchy leaves', '泛化层次的每一层留下什么'),
    'level_fits': ('A level fits if it leaves labels to tell people apart, and its rarest label still has k records or more.',
                   '如果一层留下的标签还能区分人，而且最少见的标签至少有 k 条记录，这一层就合适。'),
    'logarithmic': ('Each bar is on a logarithmic scale: twice as long is not twice as many.', '条用对数刻度：两倍长不是两倍多。'),
    'labels': ('labels', '标签'),
    'records_of_rarest': ('records of the rarest label', '最少见的标签的记录数'),
    'rarest': ('rarest label', '最少见的标签'),
    'not_shown': ('not shown', '不显示'),

    # What check found.
    'required': ('What is required, and what the worst class has', '要求与最差的等价类'),
    'fail': ('{n:requirement} {n:does|do} not hold.', '{n} 项要求不满足。'),
    'all_hold': ('All that is required holds.', '所有要求都满足。'),
    'required_bars': ('A bar shows the worst class, the line across it the limit. A red bar with a border is beyond it.',
                      '条表示最差的等价类，横过它的线表示界限。带边框的红色条越过了界限。'),
    'no_c': ('for no c', '没有 c 能使它成立'),
    'at_most': ('at most {limit}', '至多 {limit}'),
    'at_least': ('at least {limit}', '至少 {limit}'),
    'verdict': ('{found}, {limit}: {verdict}', '{found}，{limit}：{verdict}'),
    'holds': ('holds', '满足'),
    'fails': ('FAILS', '不满足'),
    'fails_in': ('in {classes:class}, {records:record}', '{classes} 个等价类，{records} 条记录'),
    'standards': ('What the standards say', '各项标准的结论'),
    'clauses_hold': ('No clause fails.', '没有不满足的条款。'),
    'clauses_open': ('{n:clause} cannot be checked from the file.', '{n} 项条款无法从文件中核对。'),
    'clauses_fail': ('{n:clause} {n:fails|fail}.', '{n} 项条款不满足。'),
    'clause_bars': ('A bar shows how many of the {records:record} break the clause.', '条表示 {records} 条记录中有多少条违反该条款。'),
    'open_clause': ('cannot be checked', '无法核对'),
    'fails_records': ('FAILS: {n:record}', '不满足：{n} 条记录'),
    'breaks': ('breaks the clause', '违反条款'),
    'worst': ('What the worst classes give away', '最差的等价类透露了什么'),
    'worst_bars': ('Upper bar: the share of the most frequent value in the class. Lower bar: its share in the whole file.',
                   '上面的条：最常见的值在等价类中所占的比例。下面的条：它在整个文件中所占的比例。'),
    'worst_means': ('The longer the upper bar is next to the lower one, the more the class tells about its people.',
                    '上面的条比下面的条越长，等价类透露的就越多。'),
    'worst_class': ('class of {n:record}: {labels}', '{n} 条记录的等价类：{labels}'),
    'all_n': ('all {n}', '全部 {n} 条'),
    'n_of': ('{n} of {all}', '{all} 条中的 {n} 条'),
    'all_alike': ('all have this value', '都是这个值'),
    'alone_known': ('no second value is known', '没有第二个已知的值'),
    'different': ('{n:different value}', '{n} 个不同的值'),
    'share_of_file': ('{share} of the file', '占文件的 {share}'),

    # What risk found.
    'prosecutor': ('The risk of the records from somebody who knows who is in the table', '面对知道谁在表里的人，各条记录的风险'),
    'journalist': ('The risk of the records from somebody who knows the whole population', '面对知道总体的人，各条记录的风险'),
    'risk_is': ('The risk of a record is the chance to find out whose it is.', '一条记录的风险，是弄清它属于谁的可能性。'),
    'risks_none': ('Highest risk {highest}, average risk {average}. No record is of a higher risk than {threshold}.',
                   '最高风险 {highest}，平均风险 {average}。没有记录的风险高于 {threshold}。'),
    'risks_some': ('Highest risk {highest}, average risk {average}. {n:record} {n:is|are} of a higher risk than {threshold}.',
                   '最高风险 {highest}，平均风险 {average}。有 {n} 条记录的风险高于 {threshold}。'),
    'certain': ('1 in 1: certain', '1/1：确定'),
    'one_in': ('1 in {n}', '1/{n}'),
    'one_in_range': ('1 in {first} to {last}', '1/{first} 到 1/{last}'),
    'records_share': ('{n:record}, {share}', '{n} 条记录，{share}'),
    'above_threshold': ('above {threshold}', '高于 {threshold}'),
    'identifying': ('Which columns identify people', '哪些列能识别出人'),
    'unique_bars': ('Each bar: how many of the {records:record} have values in these columns that no other record has.',
                    '每条：{records} 条记录中，有多少条在这些列上的值与其他记录都不同。'),
    'pair_bars': ('No record is unique. Each bar: which share of the pairs of records these columns tell apart.',
                  '没有唯一的记录。每条：这些列能区分的记录对所占的比例。'),
    'uniques': ('{n:unique record}, {combinations:combination}', '{n} 条唯一的记录，{combinations} 种组合'),
    'pairs': ('{share}, {combinations:combination}', '{share}，{combinations} 种组合'),
    'some_unique': ('some records are unique', '有些记录是唯一的'),
    'all_but': ('all but {columns}', '除 {columns} 外的所有列'),
    'all_columns': ('all {n}', '全部 {n} 列'),

    # What attack found.
    'attacks': ('What the attacks find out about {n} {n:person|people}', '各种攻击得知的 {n} 个人的情况'),
    'candidate': ('A candidate of a person is a record that fits all that is known of the person.', '某人的候选记录，是与已知的全部信息都相符的记录。'),
    'unprotected': ('Red with a border: people, or rows, that the release does not protect from this attack.',
                    '带边框的红色：发布表在这种攻击下没有保护住的人或行。'),
    'attack_by': ('{attack}, by {columns}', '{attack}，用 {columns}'),
    'linkage': ('linkage', '链接'),
    'linkage_second': ('linkage, second', '链接第二张发布表'),
    'both_joined': ('both, joined', '连接两张发布表'),
    'linkage_control': ('linkage, control', '链接对照名单'),
    'linkage_second_control': ('linkage, second, control', '用对照名单链接第二张发布表'),
    'both_joined_control': ('both, joined, control', '用对照名单连接两张发布表'),
    'time_added': ('over time, added', '前后两张，新增的人'),
    'time_removed': ('over time, removed', '前后两张，移除的人'),
    'time_stayed': ('over time, stayed', '前后两张，留下的人'),
    'row_order': ('order of the rows', '行的顺序'),
    'row_order_sorted': ('the same, sorted', '同上，排序后'),
    'one_record': ('have one candidate: found', '只有一条候选记录：被找到'),
    'fewer_than_k': ('have candidates, but fewer than k', '有候选记录，但少于 k 条'),
    'one_value': ('have candidates with one sensitive value', '候选记录的敏感值都相同'),
    'no_candidate': ('have no candidate: not there, or suppressed', '没有候选记录：不在其中，或被抑制'),
    'guessed': ('have the value that most candidates have', '敏感值是候选记录中最多的那个'),
    'in_order': ('rows matched in the order of the list', '按名单的顺序匹配上的行'),
    'told': ('rows matched both ways', '从两端都匹配上的行'),
    'right': ("of these, rows with the person's own value", '其中敏感值确实属于这个人的行'),
    'same_of': ('same {column}', '{column} 都相同'),
    'of_all': ('{n} of {all}', '{n} / {all}'),
}

ENGLISH = speaker('en')
