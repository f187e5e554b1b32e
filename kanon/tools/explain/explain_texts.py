"""The sentences of a page that explains an algorithm, and of a trace, in English and in Chinese.

Promise: both languages have the same keys, and the same names in braces (a test compares them).
A sentence's key is the kind of a step (lattice_steps.py, cut_steps.py). {n:record} is a number with its noun.
"""

from __future__ import annotations

from ...core.desk.as_text import option_word
from ...core.voice.speaking import Number, speaker

STEPS: dict = {'en': {
    # What came of a vector. The first sentence says how it is known.
    'how_checked': '{vector}, of height {height}, is checked now.',
    'how_far': 'A vector far above may decide more at once. {vector}, of height {height}, is checked.',
    'how_far_known': 'A vector far above may decide more at once.',
    'how_again': '{vector}, of height {height}, was checked before.',
    'how_judged': '{vector} is judged by its classes of fewer than k = {k} records.',
    'fails': 'It would suppress {suppressed:record}, and at most {most} may be suppressed. So it fails, and so does every'
             ' vector below it.',
    'satisfies': 'It would suppress {suppressed:record}, and at most {most} may be suppressed. So it satisfies, and so does'
                 ' every vector above it.',
    'fails_alone': 'It would suppress {suppressed:record}, and at most {most} may be suppressed. So it fails. With the rules'
                   ' beyond k a vector below it may still satisfy.',
    'satisfies_alone': 'It would suppress {suppressed:record}, and at most {most} may be suppressed. So it satisfies. With the'
                       ' rules beyond k a vector above it may still fail.',
    'known_to_fail': '{vector}, of height {height}, need not be checked. It is below {by}, which is ruled out, so it fails, too.',
    'known_to_satisfy': '{vector}, of height {height}, need not be checked. It is above {by}, which satisfies, so it satisfies, too.',
    'known_to_satisfy_counted': '{vector}, of height {height}, is above {by}, so it satisfies. It is checked now only to count'
                                ' what it suppresses.',
    'not_ruled_out': '{vector}, of height {height}, need not be checked. It is above {by}, which is not ruled out.',
    # Samarati
    'granted': 'At the top of the lattice, {vector}, all {records:record} are in one class. So it satisfies, and the search can begin.',
    'classes': '{vector}, of height {height}, is checked now. Every value is replaced by its label at these levels. This puts'
               ' {records:record} into {n:class}: {class_sizes}.',
    'top': 'The top of the lattice, {vector}, is checked first. It would suppress {suppressed:record}, and at most {most} may'
           ' be suppressed. So some vector satisfies, and the search can begin.',
    'top_fails': 'The top of the lattice, {vector}, is checked first. It would suppress {suppressed:record}, and at most {most}'
                 ' may be suppressed. So it fails. With the rules beyond k a vector below it may still satisfy, and the search'
                 ' begins.',
    'between': 'The least height with a satisfying vector lies between low = {low} and high = {high}.',
    'try': 'Height {height} is tried. It is halfway between low = {low} and high = {high}. Its vectors are checked one'
           ' by one until one satisfies.',
    'reached': 'A vector of height {height} satisfies. To raise a vector only merges classes, so every greater height has one'
               ' that satisfies, too. The least height is {high} or less.',
    'not_ruled_out_there': 'A vector of height {height} is not ruled out. So the least height may be {high} or less.',
    'not_reached': 'No vector of height {height} satisfies. Each vector of a lesser height is below one of these, so none of'
                   ' them satisfies either. The least height is {low} or more.',
    'least': 'low and high have met at height {height}. Now all vectors of this height are checked, to choose the best of'
             ' those that satisfy.',
    'next_height': 'No vector of the height before satisfies. Height {height} is next.',
    'all_of_it': 'Of height {height} these satisfy: {vectors}.',
    'chosen': '{vector} has the best {measure}, {value}. It is published: {published:record} in classes of k or more.'
              ' {suppressed:record} in smaller classes are suppressed.',
    'stopped': 'The search was stopped here. {vector} is the best so far, with {measure} {value}. It is published:'
               ' {published:record} in classes of k or more. {suppressed:record} in smaller classes are suppressed.',
    'taken': '{vector} is published: {published:record} in classes of k or more. {suppressed:record} in smaller classes are'
             ' suppressed.',
    # The same, where k counts persons. A trace has the sentences above.
    'chosen_persons': '{vector} has the best {measure}, {value}. It is published: {published:record} in classes with rows of k persons or more.'
                      ' {suppressed:record} in other classes {suppressed:is|are} suppressed.',
    'taken_persons': '{vector} is published: {published:record} in classes with rows of k persons or more. {suppressed:record} in other classes'
                     ' {suppressed:is|are} suppressed.',
    # The same, where more than k is required.
    'chosen_beyond': '{vector} has the best {measure}, {value}. It is published: {published:record} in classes that pass all that is'
                     ' required. {suppressed:record} in other classes {suppressed:is|are} suppressed.',
    'taken_beyond': '{vector} is published: {published:record} in classes that pass all that is required. {suppressed:record} in other'
                    ' classes {suppressed:is|are} suppressed.',
    # The optimal search
    'first_best': 'The top satisfies, so there is an answer: {vector} with {measure} {value}. From here on the search looks for'
                  ' a better one.',
    'first_box': 'The first box holds all {n:vector}, from {low} to {high}. No vector of it that satisfies can be better than'
                 ' {measure} {bound}. This is the bound of the box.',
    'box': 'The box with the best bound is next: the {n:vector} from {low} to {high}, with the bound {measure} {bound}. It is'
           ' cut in two.',
    'half': 'One half of the box: the {n:vector} from {low} to {high}. Its highest vector, {high}, tells most.',
    'half_ruled_out': '{high} is ruled out. Every vector of the half is at or below it. So the half is settled: {n:vector} at once.',
    'better': '{vector} is better than the best so far. The best is now {measure} {value}.',
    'kept': 'No vector from {low} to {high} can be better than {measure} {bound}. The best so far has {value}. So the half may'
            ' hold a better one, and is kept as a box.',
    'settled': 'No vector from {low} to {high} can be better than {measure} {bound}. The best so far has {value}. So the half'
               ' is settled.',
    'single': 'The half holds {high} alone, which has been compared. It is settled.',
    'proven': 'No box can hold a better vector than {vector} with {measure} {value}. It is proven to be the best of {n:vector},'
              ' of which {checked} were checked.',
    # Datafly
    'lowest': 'The search begins at {vector}, the lowest vector that the limits allow.',
    'bottom': 'The search begins at {vector}, where every column is as recorded.',
    'too_many': '{vector} would suppress {suppressed:record}, and at most {most} may be suppressed. So a column has to rise.',
    'few_enough': '{vector} would suppress {suppressed:record}, and at most {most} may be suppressed. So the search is over.',
    'distinct': 'How many different labels each column that can rise has at {vector}: {labels}. The column with the most is'
                ' raised. Of equal ones it is the first.',
    'raise': '{column} is raised to level {level}.',
    'next_vector': 'The next vector is {vector}.',
    # Mondrian
    'part': 'The largest part that is left is part {part}{origin}. It has {size:record}.',
    'whole': ', the whole table',
    'of_part': ', which was cut from part {parent}',
    'few': 'A cut needs k = {k} records on each side. {size:record} are fewer than 2 k = {needed}. So no cut of part {part} is allowable.',
    'equal': 'All records of part {part} are equal in every column. So it is not cut.',
    'width': '{column} goes from {low} to {high} in part {part}. Its width is {width}, as a share of its whole range.',
    'no_width': '{column} is {low} in all records of part {part}. It cannot be cut there.',
    'widest': '{column} is the widest column that has not been tried, with {width}. Of equal ones it is the first. {others}',
    'others_none': 'There is no other.',
    'others_some': 'Of the others: {others}.',
    'measured': '{column} {width}',
    'unmeasured': '{column} (not told)',
    'counts': 'The frequency set of {column} in part {part}: {counts}.',
    'more': '... and {n} more',
    'count': '{value}: {n}',
    'median': 'Half of {size:record}, rounded up, is {half}. The median is the first value with so many records up to it: {median}.',
    'allowable': '{left:record} have a value up to {last}, and {right} are above. Both are at least k = {k}. So this cut is'
                 ' allowable.',
    'not_allowable': '{left:record} have a value up to {last}, and {right} are above. One side has fewer than k = {k}. So this'
                     ' cut is refused.',
    'nothing_below': 'No record is below the median. So there is no cut there either.',
    'no_cut_here': 'Whatever the value, a cut by {column} leaves fewer than k = {k} records on one side. The next column is tried.',
    'cut': 'Part {part} is cut by {column} at {at}: {left:record} up to it are part {first}, {right} above it are part {second}.',
    'refused': 'No column of part {part} has an allowable cut. So it is not cut.',
    'finished': 'Part {part} is finished. Its {size:record} are published alike: {labels}.',
    'all_finished': 'No part is left. {cuts:cut} have made {n:class}.',
    # The same, where k counts persons
    'part_persons': 'The largest part that is left is part {part}{origin}. It has {size:record} of {persons:person}.',
    'few_persons': 'A cut needs rows of k = {k} persons on each side. {size:record} are fewer than 2 k = {needed}. So no cut of part {part} is'
                   ' allowable.',
    'allowable_persons': '{left:record} of {left_persons:person} {left:has|have} a value up to {last}, and {right} of {right_persons:person}'
                         ' {right:is|are} above. Both sides have k = {k} persons or more. So this cut is allowable.',
    'not_allowable_persons': '{left:record} of {left_persons:person} {left:has|have} a value up to {last}, and {right} of {right_persons:person}'
                             ' {right:is|are} above. One side has fewer than k = {k} persons. So this cut is refused.',
    'other_values': 'Other values of {column} leave k = {k} records or more on both sides, too. They are tried, the most balanced first.',
    'no_cut_here_persons': 'Whatever the value, a cut by {column} leaves fewer than k = {k} persons on one side. The next column is tried.',
    'finished_persons': 'Part {part} is finished. Its {size:record} of {persons:person} are published alike: {labels}.',
    # The same, where more than k is required
    'allowable_beyond': '{left:record} {left:has|have} a value up to {last}, and {right} {right:is|are} above. Both sides pass all that'
                        ' is required. So this cut is allowable.',
    'not_allowable_rule': '{left:record} {left:has|have} a value up to {last}, and {right} {right:is|are} above. One side fails {rules}.'
                          ' So this cut is refused.',
    'no_cut_here_beyond': 'Whatever the value, a cut by {column} leaves a side that fails what is required. The next column is tried.',
    # The trace of Mondrian, which tells every kind of cut
    'look': 'Part {part}{origin}: {size:record}. Widths: {widths}.',
    'not_cut': 'Not by {columns}: {reason}.',
    'cut_strict': 'Cut {size} records by {column} at {at}: {0} up to it, {1} above. These are {parts}.',
    'cut_relaxed': 'Cut {size} records by {column} at {at}, which may lie on both sides: {0} up to it, {1} from it on. These'
                   ' are {parts}.',
    'cut_missing': 'Cut {size} records by {column}: {0} with a missing value, {1} without. These are {parts}.',
    'cut_node': 'Cut {size} records by {column} into the children of {at}: {sizes}. These are {parts}.',
    'cut_values': 'Cut {size} records by {column}: {0} with a value of {at}, {1} with others. These are {parts}.',
    'cut_limits': 'Part {size} records into cells of {sizes}, because of the limits. These are {parts}.',
    'cut_clusters': 'Grow {size} records into classes of {sizes}, from single records. These are {parts}.',
    'parts': 'parts {parts}',
    'few_reason': 'the part has fewer than 2 k = {n} records',
    'equal_reason': 'all its records are equal there',
    'k_reason': 'whatever the value, one side would have fewer than k = {k} records',
    'rule_reason': 'one side would fail a rule beyond k',
    'look_finished': 'Part {part} is finished.',
    'comma': ', ',
}, 'zh': {
    'how_checked': '现在检查高度为 {height} 的 {vector}。',
    'how_far': '远在上方的向量也许能一次决定更多。检查高度为 {height} 的 {vector}。',
    'how_far_known': '远在上方的向量也许能一次决定更多。',
    'how_again': '高度为 {height} 的 {vector} 先前检查过。',
    'how_judged': '要看 {vector} 的不足 k = {k} 条记录的等价类。',
    'fails': '它要抑制 {suppressed} 条记录，而最多可抑制 {most} 条。所以它不满足要求，它下方的每个向量也都不满足。',
    'satisfies': '它要抑制 {suppressed} 条记录，而最多可抑制 {most} 条。所以它满足要求，它上方的每个向量也都满足。',
    'fails_alone': '它要抑制 {suppressed} 条记录，而最多可抑制 {most} 条。所以它不满足要求。有 k 之外的规则时，它下方的向量仍可能满足。',
    'satisfies_alone': '它要抑制 {suppressed} 条记录，而最多可抑制 {most} 条。所以它满足要求。有 k 之外的规则时，它上方的向量仍可能不满足。',
    'known_to_fail': '高度为 {height} 的 {vector} 不必检查。它在已被排除的 {by} 下方，所以也不满足要求。',
    'known_to_satisfy': '高度为 {height} 的 {vector} 不必检查。它在满足要求的 {by} 上方，所以也满足要求。',
    'known_to_satisfy_counted': '高度为 {height} 的 {vector} 在 {by} 上方，所以满足要求。现在检查它，只是为了数出它要抑制多少条记录。',
    'not_ruled_out': '高度为 {height} 的 {vector} 不必检查。它在未被排除的 {by} 上方。',
    'granted': '在格的顶 {vector}，全部 {records} 条记录都在一个等价类中。所以它满足要求，搜索可以开始。',
    'classes': '现在检查高度为 {height} 的 {vector}。每个值都换成它在这些层级的标签。这样 {records} 条记录分成 {n} 个等价类，记录数为：{class_sizes}。',
    'top': '先检查格的顶 {vector}。它要抑制 {suppressed} 条记录，而最多可抑制 {most} 条。所以有向量满足要求，搜索可以开始。',
    'top_fails': '先检查格的顶 {vector}。它要抑制 {suppressed} 条记录，而最多可抑制 {most} 条。所以它不满足要求。有 k 之外的规则时，它下方的向量仍可能满足，搜索开始。',
    'between': '有向量满足要求的最小高度在 low = {low} 和 high = {high} 之间。',
    'try': '尝试高度 {height}，它在 low = {low} 和 high = {high} 的正中。依次检查这一高度上的各个向量，直到有一个满足要求。',
    'reached': '高度 {height} 有一个向量满足要求。升高向量只会合并等价类，所以更大的高度也都有满足要求的向量。最小高度不超过 {high}。',
    'not_ruled_out_there': '高度 {height} 有一个向量未被排除。所以最小高度可能不超过 {high}。',
    'not_reached': '高度 {height} 没有向量满足要求。高度更小的每个向量都在其中某一个的下方，所以也都不满足。最小高度不小于 {low}。',
    'least': 'low 和 high 在高度 {height} 相遇。现在检查这一高度上的所有向量，以便从满足要求的向量中选出最好的。',
    'next_height': '前一个高度没有向量满足要求。接着是高度 {height}。',
    'all_of_it': '高度为 {height} 的向量中满足要求的有：{vectors}。',
    'chosen': '{vector} 的 {measure} 最好，为 {value}。按它发布：{published} 条记录在不少于 k 条记录的等价类中，更小的等价类中的 {suppressed} 条记录被抑制。',
    'stopped': '搜索在这里停止。{vector} 是目前最好的，{measure} 为 {value}。按它发布：{published} 条记录在不少于 k 条记录的等价类中，更小的等价类中的 {suppressed'
               '} 条记录被抑制。',
    'taken': '按 {vector} 发布：{published} 条记录在不少于 k 条记录的等价类中，更小的等价类中的 {suppressed} 条记录被抑制。',
    'chosen_persons': '{vector} 的 {measure} 最好，为 {value}。按它发布：{published} 条记录在不少于 k 个人的等价类中，其余等价类中的 {suppressed} 条记录被抑制。',
    'taken_persons': '按 {vector} 发布：{published} 条记录在不少于 k 个人的等价类中，其余等价类中的 {suppressed} 条记录被抑制。',
    'chosen_beyond': '{vector} 的 {measure} 最好，为 {value}。按它发布：{published} 条记录在满足全部要求的等价类中，其余等价类中的 {suppressed} 条记录被抑制。',
    'taken_beyond': '按 {vector} 发布：{published} 条记录在满足全部要求的等价类中，其余等价类中的 {suppressed} 条记录被抑制。',
    'first_best': '格的顶满足要求，所以已有一个答案：{vector}，{measure} 为 {value}。从这里起寻找更好的。',
    'first_box': '第一个盒子装着从 {low} 到 {high} 的全部 {n} 个向量。其中满足要求的向量，{measure} 都不会好于 {bound}。这就是盒子的界。',
    'box': '接着是界最好的盒子：从 {low} 到 {high} 的 {n} 个向量，界为 {measure} {bound}。把它一分为二。',
    'half': '盒子的一半：从 {low} 到 {high} 的 {n} 个向量。其中最高的 {high} 最能说明问题。',
    'half_ruled_out': '{high} 被排除。这一半的每个向量都是它或在它下方。所以这一半有了结论：一次解决 {n} 个向量。',
    'better': '{vector} 好于目前的最优。现在最优的 {measure} 为 {value}。',
    'kept': '从 {low} 到 {high} 的向量，{measure} 都不会好于 {bound}。目前的最优为 {value}。所以这一半可能有更好的，作为盒子留下。',
    'settled': '从 {low} 到 {high} 的向量，{measure} 都不会好于 {bound}。目前的最优为 {value}。所以这一半有了结论。',
    'single': '这一半只有 {high}，已经比较过。它有了结论。',
    'proven': '没有盒子可能装着比 {vector} 更好的向量，它的 {measure} 为 {value}。已证明它在全部 {n} 个向量中最优，其中检查了 {checked} 个。',
    'lowest': '搜索从 {vector} 开始，这是限度允许的最低向量。',
    'bottom': '搜索从 {vector} 开始，这时每一列都是原值。',
    'too_many': '{vector} 要抑制 {suppressed} 条记录，而最多可抑制 {most} 条。所以必须升高一列。',
    'few_enough': '{vector} 要抑制 {suppressed} 条记录，而最多可抑制 {most} 条。所以搜索结束。',
    'distinct': '在 {vector}，可以升高的每一列有多少个不同的标签：{labels}。升高最多的一列；一样多时，升高其中第一列。',
    'raise': '{column} 升高到第 {level} 层。',
    'next_vector': '下一个向量是 {vector}。',
    'part': '在尚未完成的部分中，最大的是第 {part} 部分{origin}，有 {size} 条记录。',
    'whole': '（整张表）',
    'of_part': '（从第 {parent} 部分切出）',
    'few': '切分需要每边各有 k = {k} 条记录。{size} 条记录少于 2 k = {needed} 条。所以第 {part} 部分没有可行切分。',
    'equal': '第 {part} 部分的所有记录在每一列都相同。所以不再切分。',
    'width': '在第 {part} 部分，{column} 从 {low} 到 {high}，宽度是整个范围的 {width}。',
    'no_width': '第 {part} 部分的所有记录，{column} 都是 {low}。在这一列无法切分。',
    'widest': '{column} 是还没有尝试过的最宽的一列，宽度为 {width}；一样宽时取第一列。{others}',
    'others_none': '没有别的列了。',
    'others_some': '其他列：{others}。',
    'measured': '{column} {width}',
    'unmeasured': '{column}（不给出）',
    'counts': '第 {part} 部分 {column} 的频数集：{counts}。',
    'more': '……还有 {n} 个',
    'count': '{value}：{n}',
    'median': '{size} 条记录的一半（进一取整）是 {half}。中位数是第一个满足“不超过它的记录至少有这么多”的值：{median}。',
    'allowable': '不超过 {last} 的有 {left} 条记录，超过的有 {right} 条。两边都不少于 k = {k} 条。所以这一切分可行。',
    'not_allowable': '不超过 {last} 的有 {left} 条记录，超过的有 {right} 条。有一边少于 k = {k} 条。所以这一切分被否决。',
    'nothing_below': '没有记录小于中位数。所以那里也无法切分。',
    'no_cut_here': '无论取什么值，按 {column} 切分都会使一边少于 k = {k} 条记录。尝试下一列。',
    'cut': '第 {part} 部分按 {column} 在 {at} 处切分：不超过它的 {left} 条记录是第 {first} 部分，超过它的 {right} 条是第 {second} 部分。',
    'refused': '第 {part} 部分没有一列有可行切分。所以不再切分。',
    'finished': '第 {part} 部分完成。它的 {size} 条记录以同样的标签发布：{labels}。',
    'all_finished': '没有剩下的部分。{cuts} 次切分得到 {n} 个等价类。',
    'part_persons': '在尚未完成的部分中，最大的是第 {part} 部分{origin}，有 {persons} 个人的 {size} 条记录。',
    'few_persons': '切分需要每边各有 k = {k} 个人的记录。{size} 条记录少于 2 k = {needed} 条。所以第 {part} 部分没有可行切分。',
    'allowable_persons': '不超过 {last} 的有 {left_persons} 个人的 {left} 条记录，超过的有 {right_persons} 个人的 {right} 条。两边都不少于 k = {k} 个人。所以这一切分可行。',
    'not_allowable_persons': '不超过 {last} 的有 {left_persons} 个人的 {left} 条记录，超过的有 {right_persons} 个人的 {right} 条。有一边少于 k = {k} 个人。所以这一切分被否决。',
    'other_values': '{column} 还有别的值使两边都不少于 k = {k} 条记录。依次尝试，两边最均衡的先试。',
    'no_cut_here_persons': '无论取什么值，按 {column} 切分都会使一边少于 k = {k} 个人。尝试下一列。',
    'finished_persons': '第 {part} 部分完成。它的 {persons} 个人的 {size} 条记录以同样的标签发布：{labels}。',
    'allowable_beyond': '{left} 条记录的值不大于 {last}，其余 {right} 条大于它。两边都满足全部要求，所以这个切分可行。',
    'not_allowable_rule': '{left} 条记录的值不大于 {last}，其余 {right} 条大于它。有一边不满足 {rules}，所以放弃这个切分。',
    'no_cut_here_beyond': '无论取哪个值，按 {column} 切分都有一边不满足要求。接着尝试下一列。',
    'look': '第 {part} 部分{origin}：{size} 条记录。宽度：{widths}。',
    'not_cut': '不按 {columns} 切分：{reason}。',
    'cut_strict': '按 {column} 在 {at} 处切分 {size} 条记录：不超过它的 {0} 条，超过它的 {1} 条。它们是{parts}。',
    'cut_relaxed': '按 {column} 在 {at} 处切分 {size} 条记录，该值可在两边：到它为止 {0} 条，从它开始 {1} 条。它们是{parts}。',
    'cut_missing': '按 {column} 切分 {size} 条记录：{0} 条有缺失值，{1} 条没有。它们是{parts}。',
    'cut_node': '按 {column} 把 {size} 条记录切分到 {at} 的子节点：{sizes}。它们是{parts}。',
    'cut_values': '按 {column} 切分 {size} 条记录：{0} 条的值属于 {at}，{1} 条是其他值。它们是{parts}。',
    'cut_limits': '按列的限度，把 {size} 条记录分成大小为 {sizes} 的单元。它们是{parts}。',
    'cut_clusters': '从单条记录出发，把 {size} 条记录聚成大小为 {sizes} 的等价类。它们是{parts}。',
    'parts': '第 {parts} 部分',
    'few_reason': '这一部分少于 2 k = {n} 条记录',
    'equal_reason': '所有记录在那里都相同',
    'k_reason': '无论取什么值，都有一边少于 k = {k} 条记录',
    'rule_reason': '有一边会违反 k 之外的规则',
    'look_finished': '第 {part} 部分完成。',
    'comma': '、',
}}

PAGE: dict = {'en': {     # what stands around the steps
    'title': {'samarati': "Samarati's search, step by step", 'optimal': 'The optimal search, step by step',
              'datafly': 'Datafly, step by step', 'mondrian': 'Mondrian, step by step'},
    'intro': {
        'samarati': 'Every column can be generalized to levels, from 0, as recorded, up to its root. A vector names a level for'
                    ' each column, and its height is the sum of the levels. At a vector, records in classes of fewer than k are'
                    ' suppressed, and a vector satisfies if these are no more than MaxSup. To raise a vector only merges'
                    ' classes, so above a vector that satisfies all satisfy, and below one that fails all fail. That is why the'
                    ' least height can be found by halving: low and high close in on it, and try is halfway between them. Of the'
                    ' vectors of this height that satisfy, the best by the measure is published. The measure lm is a loss: 0'
                    ' where all is published as recorded, and up to 1 more for each column.',
        'optimal': 'Every column can be generalized to levels, and a vector names a level for each column. Of all vectors that'
                   ' satisfy, this search finds the one of the least loss, whatever its height. A box holds all vectors between'
                   ' a lowest and a highest one, and its bound says how good a vector of it could be at most. The box with the'
                   ' best bound is cut in two, and the highest vector of each half is checked. A half is settled if this vector'
                   ' is ruled out, or if its bound is no better than the best vector so far.',
        'datafly': 'Every column can be generalized to levels, and a vector names a level for each column. Datafly begins with'
                   ' all columns as recorded. As long as too many records are in classes of fewer than k, it raises a column by'
                   ' one level. It takes the column with the most different labels. It never goes back, so the result is quick,'
                   ' but it need not be the best.',
        'mondrian': 'Each record is a point, with a dimension for each column. Mondrian cuts the largest part in two, again and'
                    ' again. It takes the dimension in which the part is widest, and cuts it at the median of its frequency'
                    ' set. A cut is allowable only if k records are on both sides. Where no dimension has an allowable cut, the'
                    ' part is finished, and all its records are published alike.'},
    'intro_persons': {      # where k counts persons, if the intro speaks of k records
        'mondrian': 'Each record is a point, with a dimension for each column. Mondrian cuts the largest part in two, again and'
                    ' again. It takes the dimension in which the part is widest, and cuts it at the median of its frequency'
                    ' set. A cut is allowable only if each side has rows of k persons. A person with rows on both sides counts on each.'
                    ' If the cut at the median is not allowable, the other values are tried. Where no dimension has an'
                    ' allowable cut, the part is finished, and all its records are published alike.'},
    'intro_beyond': ' Here more than k is required, and a class that fails a rule is not published. Two classes that pass may together fail'
                    ' some rules. Then nothing follows for the vectors above one that satisfies. The lines are those that kanon runs.',
    'paper': {
        'samarati': "P. Samarati, Protecting Respondents' Identities in Microdata Release, IEEE TKDE 13(6), 2001.",
        'optimal': "The lattice is Samarati's (IEEE TKDE 13(6), 2001). The search is kanon's own, by branch and bound"
                   ' (kanon/core/levels/optimal.py).',
        'datafly': 'L. Sweeney, Achieving k-Anonymity Privacy Protection Using Generalization and Suppression, IJUFKS 10(5), 2002.',
        'mondrian': 'K. LeFevre, D. DeWitt, R. Ramakrishnan, Mondrian Multidimensional K-Anonymity, ICDE 2006.'},
    'shows_values': 'This page shows recorded values. Keep it as you keep the table itself.',
    'missing': ' Left out: {n:record} with a missing value.',
    'asked': '{data}: {records:record}, {columns}, k = {k}.', 'asked_most': ' At most {most:record} may be suppressed.',
    'asked_persons': ' k counts persons: {column} says whose row each row is, and this page does not show it.',
    'asked_beyond': ' Besides, each class has {rules}.',
    'aside': ' Left aside is what the INI file says of {options}.',
    'size_persons': '{n}, of {persons:person}',
    'code': 'The lines that run', 'picture': {'lattice': 'The lattice', 'cuts': 'The cuts'},
    'table': 'The table as it would be published now',
    'why': 'Why', 'first': 'First', 'back': 'Back', 'play': 'Play', 'forward': 'Forward', 'last': 'Last',
    'step': 'Step',
    'keys': 'Keys: the arrows go back and forward, Home and End to the ends, the space bar plays. The address of this page'
            ' names the step.',
    'about': 'About this page', 'marks': 'What the marks mean.', 'predict': 'Predict first', 'large': 'Large type, one part at a time',
    'tab_code': 'Lines', 'tab_picture': 'Picture', 'tab_table': 'Table',
    'spared': 'What kanon skips, and why',
    'spared_said': 'The steps above are those of the paper, which checks each vector of a height until one satisfies. kanon finds the same'
                   ' vectors with its own steps, which follow. A line at the left marks a check that is not needed.',
    'script': {     # what explain.js says. Its names in braces are filled in there
        'play': 'Play', 'pause': 'Pause', 'blank': ' ', 'answer_first': 'Answer first. Then go forward.',
        'no_release': 'With this k and MaxSup the program publishes nothing.',
        'to_ask': 'Click a vector, a part or a row to see why it is what it is.', 'at_step': 'Step {n}: {why}',
        'of_whole': 'This is the whole table.',
        'of_vector': {'unknown': 'Nothing is known of {vector} at this step.', 'fails': '{vector} fails.', 'satisfies': '{vector} satisfies.',
                      'out': '{vector} fails, because it is below {by}.', 'in': '{vector} satisfies, because it is above {by}.',
                      'chosen': '{vector} is published.'},
        'class_of_k': 'Size of this class: {size}. It needs k = {k}, so it would be published now.',
        'class_below': 'Size of this class: {size}. It needs k = {k}, so its records would be suppressed now.',
        'class_fails': 'Size of this class: {size}. It fails {fails}, so its records would be suppressed now.'},
    'size': 'class', 'records': 'records', 'height': 'height',
    'below_k': '✗ marks a class of fewer than k = {k} records.',
    'below_k_persons': '✗ marks a class with rows of fewer than k = {k} persons.',
    'below_beyond': ' A word behind it names what a class fails besides.',
    'no_sensitive': ' The sensitive columns are left out: there are too many rows.',
    'all_steps': 'All steps', 'no_script': 'Without a script the page shows the steps as a list.',
    'key_lattice': '✓ satisfies. (✓) satisfies, because it is above a vector that does. ✗ fails. (✗) fails, because it is below'
                   ' a vector that does. ? is not known yet. ★ is published. A thick frame: the step is about this vector.',
    'key_box': ' An orange frame: the vectors of the box.',
    'key_cuts': 'A dot is a place where records are, larger for more of them. A frame is a part. A thick frame: the step is'
                ' about this part. In the tree a grey field is a finished part.',
    'key_plane': ' The plane shows {shown} of the {n} columns.',
    'low_high': 'low = {low}, high = {high}', 'try_is': ', try = {try_}', 'best': 'best so far: {vector}, {measure} {value}',
    'parts_are': '{n} finished, {open} left',
    'lattice_said': 'All {n:vector}, with what is known of each. The sentence below says what happens.',
    'point': '{where}: {n:record}',
    'plane_said': 'The records as points over {columns}, and the parts as boxes.', 'tree': 'The parts as a tree',
    'tree_said': 'Each part, with its records, below the part that it was cut from.',
    'part': 'part {part}: {size}', 'whole': 'the table',
}, 'zh': {
    'title': {'samarati': 'Samarati 的搜索，一步一步看', 'optimal': '最优搜索，一步一步看', 'datafly': 'Datafly，一步一步看', 'mondrian': 'Mondrian，一步一步看'},
    'intro': {
        'samarati': '每一列都可以泛化到若干层级，从第 0 层（原值）直到根。向量给出每一列的层级，它的高度是各层级之和。在一个向量处，不足 k 条记录的等价类中的记录被抑制；如果这样的记录不超过 MaxSup，这个向量就'
                    '满足要求。升高向量只会合并等价类，所以满足要求的向量上方都满足，不满足的向量下方都不满足。因此最小高度可以用二分法找到：low 和 high 向它靠拢，try 在二者正中。这一高度上满足要求的向量中，'
                    '按度量最好的一个用来发布。度量 lm 是损失：全部按原值发布时是 0，每一列最多再加 1。',
        'optimal': '每一列都可以泛化到若干层级，向量给出每一列的层级。在所有满足要求的向量中，这个搜索找出损失最小的，不论高度。盒子装着最低和最高的两个向量之间的所有向量，它的界说明其中的向量最好能好到什么程度。把界最好'
                   '的盒子一分为二，检查每一半中最高的向量。如果这个向量被排除，或者这一半的界不好于目前的最优，这一半就有了结论。',
        'datafly': '每一列都可以泛化到若干层级，向量给出每一列的层级。Datafly 从所有列都是原值开始。只要不足 k 条记录的等价类中的记录太多，就把一列升高一层。它选择不同标签最多的一列。它从不回头，所以很快，但结'
                   '果不一定最好。',
        'mondrian': '每条记录是一个点，每一列是一个维度。Mondrian 一次又一次把最大的部分切成两半。它选择这一部分最宽的维度，在频数集的中位数处切分。只有两边都至少有 k 条记录，切分才可行。没有一个维度有可行切分'
                    '时，这一部分就完成了，它的所有记录以同样的标签发布。'},
    'intro_persons': {
        'mondrian': '每条记录是一个点，每一列是一个维度。Mondrian 一次又一次把最大的部分切成两半。它选择这一部分最宽的维度，在频数集的中位数处切分。只有两边都有至少 k 个人的记录，切分才可行。两边都有记录的人，在'
                    '每边各数一次。如果中位数处的切分不可行，就尝试别的值。没有一个维度有可行切分时，这一部分就完成了，它的所有记录以同样的标签发布。'},
    'intro_beyond': '这里的要求不止 k，不满足规则的等价类不发布。对某些规则，两个满足的等价类合并后可能不满足，这时对满足要求的向量上方不能下结论。代码行是 kanon 自己运行的。',
    'paper': {
        'samarati': "P. Samarati, Protecting Respondents' Identities in Microdata Release, IEEE TKDE 13(6), 2001.",
        'optimal': '泛化格来自 Samarati（IEEE TKDE 13(6), 2001）。搜索是 kanon 自己的分支定界法（kanon/core/levels/optimal.py）。',
        'datafly': 'L. Sweeney, Achieving k-Anonymity Privacy Protection Using Generalization and Suppression, IJUFKS 10(5), 2002.',
        'mondrian': 'K. LeFevre, D. DeWitt, R. Ramakrishnan, Mondrian Multidimensional K-Anonymity, ICDE 2006.'},
    'shows_values': '本页显示原值。请像保管原表一样保管它。',
    'missing': '剔除有缺失值的 {n} 条记录。',
    'asked': '{data}：{records} 条记录，{columns}，k = {k}。', 'asked_most': '最多可抑制 {most} 条记录。',
    'asked_persons': 'k 数的是人：{column} 列说明每行是谁的，本页不显示这一列。',
    'asked_beyond': '此外每个等价类都满足：{rules}。', 'aside': 'INI 文件中的 {options} 没有采用。', 'size_persons': '{n}，{persons} 个人',
    'code': '正在运行的代码行', 'picture': {'lattice': '泛化格', 'cuts': '切分'}, 'table': '此刻会发布的表',
    'why': '为什么', 'first': '第一步', 'back': '后退', 'play': '播放', 'forward': '前进', 'last': '最后一步', 'step': '步骤',
    'keys': '按键：左右箭头后退和前进，Home 和 End 到首尾，空格键播放。本页的地址记着是第几步。',
    'about': '关于本页', 'marks': '记号的含义。', 'predict': '先预测', 'large': '大字，一次只看一部分',
    'tab_code': '代码', 'tab_picture': '图', 'tab_table': '表',
    'spared': 'kanon 省去了什么，为什么',
    'spared_said': '上面是论文的步骤：依次检查一个高度上的各个向量，直到有一个满足要求。kanon 用自己的步骤找到同样的向量，列在下面。左侧的竖线标出不需要的检查。',
    'script': {
        'play': '播放', 'pause': '暂停', 'blank': '', 'answer_first': '先作答，再前进。',
        'no_release': '取这样的 k 和 MaxSup，程序什么也不发布。',
        'to_ask': '点击一个向量、一个部分或一行，可以看到它为什么是这样。', 'at_step': '第 {n} 步：{why}',
        'of_whole': '这是整张表。',
        'of_vector': {'unknown': '到这一步还不知道 {vector} 怎样。', 'fails': '{vector} 不满足要求。', 'satisfies': '{vector} 满足要求。',
                      'out': '{vector} 不满足要求，因为它在 {by} 下方。', 'in': '{vector} 满足要求，因为它在 {by} 上方。',
                      'chosen': '{vector} 被发布。'},
        'class_of_k': '这个等价类的大小：{size}。要求 k = {k}，所以此刻会发布它。',
        'class_below': '这个等价类的大小：{size}。要求 k = {k}，所以此刻会抑制它的记录。',
        'class_fails': '这个等价类的大小：{size}。它不满足 {fails}，所以此刻会抑制它的记录。'},
    'size': '等价类', 'records': '记录数', 'height': '高度',
    'below_k': '✗ 表示不足 k = {k} 条记录的等价类。', 'below_k_persons': '✗ 表示不足 k = {k} 个人的等价类。',
    'below_beyond': '它后面的词是等价类不满足的其他要求。', 'no_sensitive': '行太多，所以没有列出敏感列。',
    'all_steps': '所有步骤', 'no_script': '没有脚本时，本页以列表显示所有步骤。',
    'key_lattice': '✓ 满足要求。(✓) 因在满足的向量上方而满足。✗ 不满足。(✗) 因在不满足的向量下方而不满足。? 还不知道。★ 被发布。粗框：这一步讲的向量。',
    'key_box': ' 橙框：盒子中的向量。',
    'key_cuts': '圆点是有记录的位置，记录越多越大。方框是一个部分。粗框：这一步讲的部分。树中灰色的是已完成的部分。',
    'key_plane': ' 平面显示 {n} 列中的 {shown} 列。',
    'low_high': 'low = {low}，high = {high}', 'try_is': '，try = {try_}', 'best': '目前的最优：{vector}，{measure} {value}',
    'parts_are': '已完成 {n} 个部分，剩下 {open} 个', 'lattice_said': '全部 {n} 个向量，以及对每一个所知道的。下面的句子说明发生了什么。',
    'point': '{where}：{n} 条记录',
    'plane_said': '记录是 {columns} 上的点，各部分是方框。', 'tree': '各部分组成的树',
    'tree_said': '每个部分及其记录数，在切出它的部分下方。', 'part': '第 {part} 部分：{size}', 'whole': '整张表',
}}

ASK: dict = {'en': {        # what may be asked before a step, by its kind. It tells nothing of what follows
    'try': 'Which height is tried next?', 'classes': 'How large are the classes at {vector}?',
    'satisfies': 'Does {vector} satisfy? What follows for the others?', 'fails': 'Does {vector} satisfy? What follows for the others?',
    'reached': 'What follows for low and high?', 'not_reached': 'What follows for low and high?',
    'all_of_it': 'Which vectors of height {height} satisfy?', 'chosen': 'Which vector is published? How many records are suppressed?',
    'box': 'Which box is cut next?', 'half_ruled_out': 'What follows for the vectors of this half?',
    'kept': 'Is this half settled?', 'settled': 'Is this half settled?', 'single': 'Is this half settled?',
    'too_many': 'May the search end at {vector}?', 'few_enough': 'May the search end at {vector}?', 'raise': 'Which column is raised?',
    'part': 'Which part is looked at next?', 'few': 'Can part {part} be cut?', 'equal': 'Can part {part} be cut?',
    'widest': 'Which column is the widest of those that have not been tried?', 'median': 'Where is the median?',
    'allowable': 'Is this cut allowable?', 'not_allowable': 'Is this cut allowable?', 'not_allowable_rule': 'Is this cut allowable?',
    'satisfies_alone': 'Does {vector} satisfy?', 'fails_alone': 'Does {vector} satisfy?',
    'nothing_below': 'Is there a cut below the median?',
    'finished': 'What is published for part {part}?',
}, 'zh': {
    'try': '接着尝试哪个高度？', 'classes': '{vector} 处的等价类有多大？',
    'satisfies': '{vector} 满足要求吗？对其他向量意味着什么？', 'fails': '{vector} 满足要求吗？对其他向量意味着什么？',
    'reached': '对 low 和 high 意味着什么？', 'not_reached': '对 low 和 high 意味着什么？',
    'all_of_it': '高度为 {height} 的向量中哪些满足要求？', 'chosen': '发布哪个向量？要抑制多少条记录？',
    'box': '接着切分哪个盒子？', 'half_ruled_out': '对这一半的向量意味着什么？',
    'kept': '这一半有结论了吗？', 'settled': '这一半有结论了吗？', 'single': '这一半有结论了吗？',
    'too_many': '搜索可以在 {vector} 结束吗？', 'few_enough': '搜索可以在 {vector} 结束吗？', 'raise': '升高哪一列？',
    'part': '接着看哪个部分？', 'few': '第 {part} 部分可以切分吗？', 'equal': '第 {part} 部分可以切分吗？',
    'widest': '在还没有试过的列中，哪一列最宽？', 'median': '中位数在哪里？',
    'allowable': '这个切分可行吗？', 'not_allowable': '这个切分可行吗？', 'not_allowable_rule': '这个切分可行吗？',
    'satisfies_alone': '{vector} 满足要求吗？', 'fails_alone': '{vector} 满足要求吗？',
    'nothing_below': '中位数以下有切分吗？',
    'finished': '第 {part} 部分会怎样发布？',
}}

# Kinds of steps that belong to the one before. A trace indents them.
WITHIN = frozenset('fails satisfies fails_alone satisfies_alone known_to_fail known_to_satisfy known_to_satisfy_counted not_ruled_out'
                   ' all_of_it half half_ruled_out better kept settled single distinct raise'.split())
MOST_COUNTS = 24        # values of a frequency set that a sentence names


def form(text, *parts, **values) -> str:
    """A text with its values. A vector is shown as (1, 2), a float with four decimals, {n} as 1,200, and {n:record} with its noun."""
    def told(value):
        return (vector_text(value) if isinstance(value, tuple) else '%.4f' % value if isinstance(value, float) else
                Number(value) if isinstance(value, int) else value)
    return text.format(*map(told, parts), **{name: told(value) for name, value in values.items()})


def vector_text(vector) -> str:
    """
    >>> vector_text((1, 2)), vector_text((1,))
    ('(1, 2)', '(1)')
    """
    return '(%s)' % ', '.join(map(str, vector))


def sentence(kind, values, names, language='en') -> str:
    """What a step did, in words. names: of the columns.

    >>> print(sentence('fails', {'how': 'checked', 'vector': (0, 3), 'height': 3, 'suppressed': 1, 'most': 0}, []))
    ... # doctest: +NORMALIZE_WHITESPACE
    (0, 3), of height 3, is checked now. It would suppress 1 record, and at most 0 may be suppressed. So it fails, and so does
    every vector below it.
    >>> sentence('cut', {'part': 0, 'dim': 1, 'at': '29', 'sizes': (4, 1), 'parts': (1, 2)}, ['zip', 'age'])
    'Part 0 is cut by age at 29: 4 records up to it are part 1, 1 above it are part 2.'
    """
    texts = STEPS[language]
    text = form(texts[kind], **in_words(values, names, texts))
    if 'how' in values:
        first = form(texts['how_' + values['how']], **values)
        text = first + speaker(language)('blank') + text
    return text


def in_words(values, names, texts) -> dict:
    """The values of a step as its sentence names them."""
    shown, comma = dict(values), texts['comma'].join
    for name in 'dim', 'column':
        if isinstance(values.get(name), int):
            shown['column'] = names[values[name]]
    if 'rules' in values:
        shown['rules'] = comma(map(option_word, values['rules']))
    if 'parent' in values:
        shown['origin'] = texts['whole'] if values['parent'] is None else form(texts['of_part'], parent=values['parent'])
    if 'vectors' in values:
        shown['vectors'] = comma(map(vector_text, values['vectors']))
    if 'labels' in values:      # of Datafly how many labels the columns have, of Mondrian the labels of a class
        shown['labels'] = comma('%s %s' % (names[column] if isinstance(column, int) else column, label)
                                for column, label in values['labels'])
    if 'others' in values:
        others = comma(form(texts['measured'], column=names[dim], width=width) for width, dim in values['others'])
        shown['others'] = form(texts['others_some'], others=others) if others else texts['others_none']
    if 'counts' in values:
        counts = [form(texts['count'], value=value, n=n) for value, n in values['counts'][:MOST_COUNTS]]
        more = len(values['counts']) - MOST_COUNTS
        shown['counts'] = comma(counts + [form(texts['more'], n=more)] * (more > 0))
    if 'class_sizes' in values:
        sizes, more = values['class_sizes'][:MOST_COUNTS], len(values['class_sizes']) - MOST_COUNTS
        shown['class_sizes'] = comma([*map(str, sizes), *[form(texts['more'], n=more)] * (more > 0)])
    if 'sizes' in values:
        shown.update(left=values['sizes'][0], right=values['sizes'][1], first=values['parts'][0], second=values['parts'][1])
    return shown


def trace_lines(trace, language='en'):
    """The lines of a trace, as lattice_steps.py and cut_steps.py make it.

    >>> print(*trace_lines([{'step': 'try', 'low': 0, 'high': 3, 'height': 1},
    ...                     {'step': 'known_to_fail', 'vector': (1, 0), 'height': 1, 'by': (3, 0)}]), sep='\\n')
    Height 1 is tried. It is halfway between low = 0 and high = 3. Its vectors are checked one by one until one satisfies.
      (1, 0), of height 1, need not be checked. It is below (3, 0), which is ruled out, so it fails, too.
    """
    for step in trace:
        if 'step' in step:
            yield '  ' * (step['step'] in WITHIN) + sentence(step['step'], step, (), language)
        else:
            yield from look_lines(step, STEPS[language])


def look_lines(look, texts):
    """What Mondrian did with a part."""
    comma = texts['comma'].join
    origin = texts['whole'] if look['parent'] is None else form(texts['of_part'], parent=look['parent'])
    widths = comma(form(texts['unmeasured' if width is None else 'measured'], column=name, width=width) for name, width in look['widths'].items())
    yield form(texts['look'], part=look['part'], origin=origin, size=look['size'], widths=widths)
    for columns, reason in look['refused']:
        why = form(texts[reason + '_reason'], n=2 * look['k'], k=look['k'])
        yield '  ' + form(texts['not_cut'], columns=comma(columns), reason=why)
    if look['kind']:
        parts = form(texts['parts'], parts=comma(map(str, look['numbers'])))
        yield '  ' + form(texts['cut_' + look['kind']], *look['parts'], size=look['size'], column=look['column'], at=look['at'],
                          sizes=comma(map(str, look['parts'])), parts=parts)
    else:
        yield '  ' + form(texts['look_finished'], part=look['part'])
