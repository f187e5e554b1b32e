"""The sentences of a page that explains an algorithm, and of a trace.

The key of a sentence is 'step_' and the kind of a step (explain/lattice_steps.py, explain/cut_steps.py).
A question that may be asked before a step has 'ask_', and what stands around the steps
'explained_'. What the script of the page says begins with 'explained_script_'.
"""

TEXTS = {
    # What came of a vector. The first sentence says how it is known.
    'step_how_checked': (
        '{vector}, of height {height}, is checked now.',
        '现在检查高度为 {height} 的 {vector}。'),
    'step_how_far': (
        'A vector far above may decide more at once. {vector}, of height {height}, is checked.',
        '远在上方的向量也许能一次决定更多。检查高度为 {height} 的 {vector}。'),
    'step_how_far_known': ('A vector far above may decide more at once.', '远在上方的向量也许能一次决定更多。'),
    'step_how_again': (
        '{vector}, of height {height}, was checked before.',
        '高度为 {height} 的 {vector} 先前检查过。'),
    'step_how_judged': (
        '{vector} is judged by its classes of fewer than k = {k} records.',
        '要看 {vector} 的不足 k = {k} 条记录的等价类。'),
    'step_fails': (
        'It would suppress {suppressed:record}, and at most {most} may be suppressed. So it'
        ' fails, and so does every vector below it.',
        '它要抑制 {suppressed} 条记录，而最多可抑制 {most} 条。所以它不满足要求，它下方的每个向量也都不满足。'),
    'step_satisfies': (
        'It would suppress {suppressed:record}, and at most {most} may be suppressed. So it'
        ' satisfies, and so does every vector above it.',
        '它要抑制 {suppressed} 条记录，而最多可抑制 {most} 条。所以它满足要求，它上方的每个向量也都满足。'),
    'step_fails_alone': (
        'It would suppress {suppressed:record}, and at most {most} may be suppressed. So it'
        ' fails. With the rules beyond k a vector below it may still satisfy.',
        '它要抑制 {suppressed} 条记录，而最多可抑制 {most} 条。所以它不满足要求。有 k 之外的规则时，它下方的向量仍可能满足。'),
    'step_satisfies_alone': (
        'It would suppress {suppressed:record}, and at most {most} may be suppressed. So it'
        ' satisfies. With the rules beyond k a vector above it may still fail.',
        '它要抑制 {suppressed} 条记录，而最多可抑制 {most} 条。所以它满足要求。有 k 之外的规则时，它上方的向量仍可能不满足。'),
    'step_known_to_fail': (
        '{vector}, of height {height}, need not be checked. It is below {by}, which is ruled out,'
        ' so it fails, too.',
        '高度为 {height} 的 {vector} 不必检查。它在已被排除的 {by} 下方，所以也不满足要求。'),
    'step_known_to_satisfy': (
        '{vector}, of height {height}, need not be checked. It is above {by}, which satisfies, so'
        ' it satisfies, too.',
        '高度为 {height} 的 {vector} 不必检查。它在满足要求的 {by} 上方，所以也满足要求。'),
    'step_known_to_satisfy_counted': (
        '{vector}, of height {height}, is above {by}, so it satisfies. It is checked now only to'
        ' count what it suppresses.',
        '高度为 {height} 的 {vector} 在 {by} 上方，所以满足要求。现在检查它，只是为了数出它要抑制多少条记录。'),
    'step_not_ruled_out': (
        '{vector}, of height {height}, need not be checked. It is above {by}, which is not ruled'
        ' out.',
        '高度为 {height} 的 {vector} 不必检查。它在未被排除的 {by} 上方。'),
    # Samarati.
    'step_granted': (
        'At the top of the lattice, {vector}, all {records:record} are in one class. So it'
        ' satisfies, and the search can begin.',
        '在格的顶 {vector}，全部 {records} 条记录都在一个等价类中。所以它满足要求，搜索可以开始。'),
    'step_classes': (
        '{vector}, of height {height}, is checked now. Every value is replaced by its label at'
        ' these levels. This puts {records:record} into {n:class}: {class_sizes}.',
        '现在检查高度为 {height} 的 {vector}。每个值都换成它在这些层级的标签。这样 {records} 条记录分成 {n} 个等价类，记录数为：'
        '{class_sizes}。'),
    'step_top': (
        'The top of the lattice, {vector}, is checked first. It would suppress'
        ' {suppressed:record}, and at most {most} may be suppressed. So some vector satisfies,'
        ' and the search can begin.',
        '先检查格的顶 {vector}。它要抑制 {suppressed} 条记录，而最多可抑制 {most} 条。所以有向量满足要求，搜索可以开始。'),
    'step_top_fails': (
        'The top of the lattice, {vector}, is checked first. It would suppress'
        ' {suppressed:record}, and at most {most} may be suppressed. So it fails. With the rules'
        ' beyond k a vector below it may still satisfy, and the search begins.',
        '先检查格的顶 {vector}。它要抑制 {suppressed} 条记录，而最多可抑制 {most} 条。所以它不满足要求。有 k 之外的规则时，它下方的向量仍可能满足，搜'
        '索开始。'),
    'step_between': (
        'The least height with a satisfying vector lies between low = {low} and high = {high}.',
        '有向量满足要求的最小高度在 low = {low} 和 high = {high} 之间。'),
    'step_try': (
        'Height {height} is tried. It is halfway between low = {low} and high = {high}. Its'
        ' vectors are checked one by one until one satisfies.',
        '尝试高度 {height}，它在 low = {low} 和 high = {high} 的正中。依次检查这一高度上的各个向量，直到有一个满足要求。'),
    'step_reached': (
        'A vector of height {height} satisfies. To raise a vector only merges classes, so every'
        ' greater height has one that satisfies, too. The least height is {high} or less.',
        '高度 {height} 有一个向量满足要求。升高向量只会合并等价类，所以更大的高度也都有满足要求的向量。最小高度不超过 {high}。'),
    'step_not_ruled_out_there': (
        'A vector of height {height} is not ruled out. So the least height may be {high} or less.',
        '高度 {height} 有一个向量未被排除。所以最小高度可能不超过 {high}。'),
    'step_not_reached': (
        'No vector of height {height} satisfies. Each vector of a lesser height is below one of'
        ' these, so none of them satisfies either. The least height is {low} or more.',
        '高度 {height} 没有向量满足要求。高度更小的每个向量都在其中某一个的下方，所以也都不满足。最小高度不小于 {low}。'),
    'step_least': (
        'low and high have met at height {height}. Now all vectors of this height are checked, to'
        ' choose the best of those that satisfy.',
        'low 和 high 在高度 {height} 相遇。现在检查这一高度上的所有向量，以便从满足要求的向量中选出最好的。'),
    'step_next_height': (
        'No vector of the height before satisfies. Height {height} is next.',
        '前一个高度没有向量满足要求。接着是高度 {height}。'),
    'step_all_of_it': (
        'Of height {height} these satisfy: {vectors}.',
        '高度为 {height} 的向量中满足要求的有：{vectors}。'),
    'step_chosen': (
        '{vector} has the best {measure}, {value}. It is published: {published:record} in classes'
        ' of k or more. {suppressed:record} in smaller classes are suppressed.',
        '{vector} 的 {measure} 最好，为 {value}。按它发布：{published} 条记录在不少于 k 条记录的等价类中，更小的等价类中的 '
        '{suppressed} 条记录被抑制。'),
    'step_stopped': (
        'The search was stopped here. {vector} is the best so far, with {measure} {value}. It is'
        ' published: {published:record} in classes of k or more. {suppressed:record} in smaller'
        ' classes are suppressed.',
        '搜索在这里停止。{vector} 是目前最好的，{measure} 为 {value}。按它发布：{published} 条记录在不少于 k 条记录的等价类中，更小的等价类中'
        '的 {suppressed} 条记录被抑制。'),
    'step_taken': (
        '{vector} is published: {published:record} in classes of k or more. {suppressed:record}'
        ' in smaller classes are suppressed.',
        '按 {vector} 发布：{published} 条记录在不少于 k 条记录的等价类中，更小的等价类中的 {suppressed} 条记录被抑制。'),
    # The same, where k counts persons. A trace has the sentences above.
    'step_chosen_persons': (
        '{vector} has the best {measure}, {value}. It is published: {published:record} in classes'
        ' with rows of k persons or more. {suppressed:record} in other classes'
        ' {suppressed:is|are} suppressed.',
        '{vector} 的 {measure} 最好，为 {value}。按它发布：{published} 条记录在不少于 k 个人的等价类中，其余等价类中的 '
        '{suppressed} 条记录被抑制。'),
    'step_taken_persons': (
        '{vector} is published: {published:record} in classes with rows of k persons or more.'
        ' {suppressed:record} in other classes {suppressed:is|are} suppressed.',
        '按 {vector} 发布：{published} 条记录在不少于 k 个人的等价类中，其余等价类中的 {suppressed} 条记录被抑制。'),
    # The same, where more than k is required.
    'step_chosen_beyond': (
        '{vector} has the best {measure}, {value}. It is published: {published:record} in classes'
        ' that pass all that is required. {suppressed:record} in other classes'
        ' {suppressed:is|are} suppressed.',
        '{vector} 的 {measure} 最好，为 {value}。按它发布：{published} 条记录在满足全部要求的等价类中，其余等价类中的 {suppressed}'
        ' 条记录被抑制。'),
    'step_taken_beyond': (
        '{vector} is published: {published:record} in classes that pass all that is required.'
        ' {suppressed:record} in other classes {suppressed:is|are} suppressed.',
        '按 {vector} 发布：{published} 条记录在满足全部要求的等价类中，其余等价类中的 {suppressed} 条记录被抑制。'),
    # The optimal search.
    'step_first_best': (
        'The top satisfies, so there is an answer: {vector} with {measure} {value}. From here on'
        ' the search looks for a better one.',
        '格的顶满足要求，所以已有一个答案：{vector}，{measure} 为 {value}。从这里起寻找更好的。'),
    'step_first_box': (
        'The first box holds all {n:vector}, from {low} to {high}. No vector of it that satisfies'
        ' can be better than {measure} {bound}. This is the bound of the box.',
        '第一个盒子装着从 {low} 到 {high} 的全部 {n} 个向量。其中满足要求的向量，{measure} 都不会好于 {bound}。这就是盒子的界。'),
    'step_box': (
        'The box with the best bound is next: the {n:vector} from {low} to {high}, with the bound'
        ' {measure} {bound}. It is cut in two.',
        '接着是界最好的盒子：从 {low} 到 {high} 的 {n} 个向量，界为 {measure} {bound}。把它一分为二。'),
    'step_half': (
        'One half of the box: the {n:vector} from {low} to {high}. Its highest vector, {high},'
        ' tells most.',
        '盒子的一半：从 {low} 到 {high} 的 {n} 个向量。其中最高的 {high} 最能说明问题。'),
    'step_half_ruled_out': (
        '{high} is ruled out. Every vector of the half is at or below it. So the half is settled:'
        ' {n:vector} at once.',
        '{high} 被排除。这一半的每个向量都是它或在它下方。所以这一半有了结论：一次解决 {n} 个向量。'),
    'step_better': (
        '{vector} is better than the best so far. The best is now {measure} {value}.',
        '{vector} 好于目前的最优。现在最优的 {measure} 为 {value}。'),
    'step_kept': (
        'No vector from {low} to {high} can be better than {measure} {bound}. The best so far has'
        ' {value}. So the half may hold a better one, and is kept as a box.',
        '从 {low} 到 {high} 的向量，{measure} 都不会好于 {bound}。目前的最优为 {value}。所以这一半可能有更好的，作为盒子留下。'),
    'step_settled': (
        'No vector from {low} to {high} can be better than {measure} {bound}. The best so far has'
        ' {value}. So the half is settled.',
        '从 {low} 到 {high} 的向量，{measure} 都不会好于 {bound}。目前的最优为 {value}。所以这一半有了结论。'),
    'step_single': (
        'The half holds {high} alone, which has been compared. It is settled.',
        '这一半只有 {high}，已经比较过。它有了结论。'),
    'step_proven': (
        'No box can hold a better vector than {vector} with {measure} {value}. It is proven to be'
        ' the best of {n:vector}, of which {checked} were checked.',
        '没有盒子可能装着比 {vector} 更好的向量，它的 {measure} 为 {value}。已证明它在全部 {n} 个向量中最优，其中检查了 {checked} 个。'),
    # Datafly.
    'step_lowest': (
        'The search begins at {vector}, the lowest vector that the limits allow.',
        '搜索从 {vector} 开始，这是限度允许的最低向量。'),
    'step_bottom': (
        'The search begins at {vector}, where every column is as recorded.',
        '搜索从 {vector} 开始，这时每一列都是原值。'),
    'step_too_many': (
        '{vector} would suppress {suppressed:record}, and at most {most} may be suppressed. So a'
        ' column has to rise.',
        '{vector} 要抑制 {suppressed} 条记录，而最多可抑制 {most} 条。所以必须升高一列。'),
    'step_few_enough': (
        '{vector} would suppress {suppressed:record}, and at most {most} may be suppressed. So'
        ' the search is over.',
        '{vector} 要抑制 {suppressed} 条记录，而最多可抑制 {most} 条。所以搜索结束。'),
    'step_distinct': (
        'How many different labels each column that can rise has at {vector}: {labels}. The'
        ' column with the most is raised. Of equal ones it is the first.',
        '在 {vector}，可以升高的每一列有多少个不同的标签：{labels}。升高最多的一列；一样多时，升高其中第一列。'),
    'step_raise': ('{column} is raised to level {level}.', '{column} 升高到第 {level} 层。'),
    'step_next_vector': ('The next vector is {vector}.', '下一个向量是 {vector}。'),
    # Mondrian.
    'step_part': (
        'The largest part that is left is part {part}{origin}. It has {size:record}.',
        '在尚未完成的部分中，最大的是第 {part} 部分{origin}，有 {size} 条记录。'),
    'step_whole': (', the whole table', '（整张表）'),
    'step_of_part': (', which was cut from part {parent}', '（从第 {parent} 部分切出）'),
    'step_few': (
        'A cut needs k = {k} records on each side. {size:record} are fewer than 2 k = {needed}.'
        ' So no cut of part {part} is allowable.',
        '切分需要每边各有 k = {k} 条记录。{size} 条记录少于 2 k = {needed} 条。所以第 {part} 部分没有可行切分。'),
    'step_equal': (
        'All records of part {part} are equal in every column. So it is not cut.',
        '第 {part} 部分的所有记录在每一列都相同。所以不再切分。'),
    'step_width': (
        '{column} goes from {low} to {high} in part {part}. Its width is {width}, as a share of'
        ' its whole range.',
        '在第 {part} 部分，{column} 从 {low} 到 {high}，宽度是整个范围的 {width}。'),
    'step_no_width': (
        '{column} is {low} in all records of part {part}. It cannot be cut there.',
        '第 {part} 部分的所有记录，{column} 都是 {low}。在这一列无法切分。'),
    'step_widest': (
        '{column} is the widest column that has not been tried, with {width}. Of equal ones it is'
        ' the first. {others}',
        '{column} 是还没有尝试过的最宽的一列，宽度为 {width}；一样宽时取第一列。{others}'),
    'step_others_none': ('There is no other.', '没有别的列了。'),
    'step_others_some': ('Of the others: {others}.', '其他列：{others}。'),
    'step_measured': ('{column} {width}', '{column} {width}'),
    'step_unmeasured': ('{column} (not told)', '{column}（不给出）'),
    'step_counts': (
        'The frequency set of {column} in part {part}: {counts}.',
        '第 {part} 部分 {column} 的频数集：{counts}。'),
    'step_more': ('... and {n} more', '……还有 {n} 个'),
    'step_count': ('{value}: {n}', '{value}：{n}'),
    'step_median': (
        'Half of {size:record}, rounded up, is {half}. The median is the first value with so many'
        ' records up to it: {median}.',
        '{size} 条记录的一半（进一取整）是 {half}。中位数是第一个满足“不超过它的记录至少有这么多”的值：{median}。'),
    'step_allowable': (
        '{left:record} have a value up to {last}, and {right} are above. Both are at least k ='
        ' {k}. So this cut is allowable.',
        '不超过 {last} 的有 {left} 条记录，超过的有 {right} 条。两边都不少于 k = {k} 条。所以这一切分可行。'),
    'step_not_allowable': (
        '{left:record} have a value up to {last}, and {right} are above. One side has fewer than'
        ' k = {k}. So this cut is refused.',
        '不超过 {last} 的有 {left} 条记录，超过的有 {right} 条。有一边少于 k = {k} 条。所以这一切分被否决。'),
    'step_nothing_below': (
        'No record is below the median. So there is no cut there either.',
        '没有记录小于中位数。所以那里也无法切分。'),
    'step_no_cut_here': (
        'Whatever the value, a cut by {column} leaves fewer than k = {k} records on one side. The'
        ' next column is tried.',
        '无论取什么值，按 {column} 切分都会使一边少于 k = {k} 条记录。尝试下一列。'),
    'step_cut': (
        'Part {part} is cut by {column} at {at}: {left:record} up to it are part {first}, {right}'
        ' above it are part {second}.',
        '第 {part} 部分按 {column} 在 {at} 处切分：不超过它的 {left} 条记录是第 {first} 部分，超过它的 {right} 条是第 '
        '{second} 部分。'),
    'step_refused': (
        'No column of part {part} has an allowable cut. So it is not cut.',
        '第 {part} 部分没有一列有可行切分。所以不再切分。'),
    'step_finished': (
        'Part {part} is finished. Its {size:record} are published alike: {labels}.',
        '第 {part} 部分完成。它的 {size} 条记录以同样的标签发布：{labels}。'),
    'step_all_finished': (
        'No part is left. {cuts:cut} have made {n:class}.',
        '没有剩下的部分。{cuts} 次切分得到 {n} 个等价类。'),
    # The same, where k counts persons.
    'step_part_persons': (
        'The largest part that is left is part {part}{origin}. It has {size:record} of'
        ' {persons:person}.',
        '在尚未完成的部分中，最大的是第 {part} 部分{origin}，有 {persons} 个人的 {size} 条记录。'),
    'step_few_persons': (
        'A cut needs rows of k = {k} persons on each side. {size:record} are fewer than 2 k ='
        ' {needed}. So no cut of part {part} is allowable.',
        '切分需要每边各有 k = {k} 个人的记录。{size} 条记录少于 2 k = {needed} 条。所以第 {part} 部分没有可行切分。'),
    'step_allowable_persons': (
        '{left:record} of {left_persons:person} {left:has|have} a value up to {last}, and {right}'
        ' of {right_persons:person} {right:is|are} above. Both sides have k = {k} persons or'
        ' more. So this cut is allowable.',
        '不超过 {last} 的有 {left_persons} 个人的 {left} 条记录，超过的有 {right_persons} 个人的 {right} 条。两边都不少于 k'
        ' = {k} 个人。所以这一切分可行。'),
    'step_not_allowable_persons': (
        '{left:record} of {left_persons:person} {left:has|have} a value up to {last}, and {right}'
        ' of {right_persons:person} {right:is|are} above. One side has fewer than k = {k}'
        ' persons. So this cut is refused.',
        '不超过 {last} 的有 {left_persons} 个人的 {left} 条记录，超过的有 {right_persons} 个人的 {right} 条。有一边少于 k '
        '= {k} 个人。所以这一切分被否决。'),
    'step_other_values': (
        'Other values of {column} leave k = {k} records or more on both sides, too. They are'
        ' tried, the most balanced first.',
        '{column} 还有别的值使两边都不少于 k = {k} 条记录。依次尝试，两边最均衡的先试。'),
    'step_no_cut_here_persons': (
        'Whatever the value, a cut by {column} leaves fewer than k = {k} persons on one side. The'
        ' next column is tried.',
        '无论取什么值，按 {column} 切分都会使一边少于 k = {k} 个人。尝试下一列。'),
    'step_finished_persons': (
        'Part {part} is finished. Its {size:record} of {persons:person} are published alike:'
        ' {labels}.',
        '第 {part} 部分完成。它的 {persons} 个人的 {size} 条记录以同样的标签发布：{labels}。'),
    # The same, where more than k is required.
    'step_allowable_beyond': (
        '{left:record} {left:has|have} a value up to {last}, and {right} {right:is|are} above.'
        ' Both sides pass all that is required. So this cut is allowable.',
        '{left} 条记录的值不大于 {last}，其余 {right} 条大于它。两边都满足全部要求，所以这个切分可行。'),
    'step_not_allowable_rule': (
        '{left:record} {left:has|have} a value up to {last}, and {right} {right:is|are} above.'
        ' One side fails {rules}. So this cut is refused.',
        '{left} 条记录的值不大于 {last}，其余 {right} 条大于它。有一边不满足 {rules}，所以放弃这个切分。'),
    'step_no_cut_here_beyond': (
        'Whatever the value, a cut by {column} leaves a side that fails what is required. The'
        ' next column is tried.',
        '无论取哪个值，按 {column} 切分都有一边不满足要求。接着尝试下一列。'),
    # A trace of Mondrian: what it did with each part.
    'step_look': (
        'Part {part}{origin}: {size:record}. Widths: {widths}.',
        '第 {part} 部分{origin}：{size} 条记录。宽度：{widths}。'),
    'step_not_cut': ('Not by {columns}: {reason}.', '不按 {columns} 切分：{reason}。'),
    'step_cut_strict': (
        'Cut {size} records by {column} at {at}: {left} up to it, {right} above. These are'
        ' {parts}.',
        '按 {column} 在 {at} 处切分 {size} 条记录：不超过它的 {left} 条，超过它的 {right} 条。它们是{parts}。'),
    'step_cut_relaxed': (
        'Cut {size} records by {column} at {at}, which may lie on both sides: {left} up to it,'
        ' {right} from it on. These are {parts}.',
        '按 {column} 在 {at} 处切分 {size} 条记录，该值可在两边：到它为止 {left} 条，从它开始 {right} 条。它们是{parts}。'),
    'step_cut_missing': (
        'Cut {size} records by {column}: {left} with a missing value, {right} without. These are'
        ' {parts}.',
        '按 {column} 切分 {size} 条记录：{left} 条有缺失值，{right} 条没有。它们是{parts}。'),
    'step_cut_node': (
        'Cut {size} records by {column} into the children of {at}: {sizes}. These are {parts}.',
        '按 {column} 把 {size} 条记录切分到 {at} 的子节点：{sizes}。它们是{parts}。'),
    'step_cut_values': (
        'Cut {size} records by {column}: {left} with a value of {at}, {right} with others. These'
        ' are {parts}.',
        '按 {column} 切分 {size} 条记录：{left} 条的值属于 {at}，{right} 条是其他值。它们是{parts}。'),
    'step_cut_limits': (
        'Part {size} records into cells of {sizes}, because of the limits. These are {parts}.',
        '按列的限度，把 {size} 条记录分成大小为 {sizes} 的单元。它们是{parts}。'),
    'step_cut_clusters': (
        'Grow {size} records into classes of {sizes}, from single records. These are {parts}.',
        '从单条记录出发，把 {size} 条记录聚成大小为 {sizes} 的等价类。它们是{parts}。'),
    'step_parts': ('parts {parts}', '第 {parts} 部分'),
    'step_few_reason': ('the part has fewer than 2 k = {n} records', '这一部分少于 2 k = {n} 条记录'),
    'step_equal_reason': ('all its records are equal there', '所有记录在那里都相同'),
    'step_k_reason': (
        'whatever the value, one side would have fewer than k = {k} records',
        '无论取什么值，都有一边少于 k = {k} 条记录'),
    'step_rule_reason': ('one side would fail a rule beyond k', '有一边会违反 k 之外的规则'),
    'step_look_finished': ('Part {part} is finished.', '第 {part} 部分完成。'),
    # What may be asked before a step. It tells nothing of what follows.
    'ask_try': ('Which height is tried next?', '接着尝试哪个高度？'),
    'ask_classes': ('How large are the classes at {vector}?', '{vector} 处的等价类有多大？'),
    'ask_verdict': (
        'Does {vector} satisfy? What follows for the others?',
        '{vector} 满足要求吗？对其他向量意味着什么？'),
    'ask_low_high': ('What follows for low and high?', '对 low 和 high 意味着什么？'),
    'ask_all_of_it': ('Which vectors of height {height} satisfy?', '高度为 {height} 的向量中哪些满足要求？'),
    'ask_chosen': (
        'Which vector is published? How many records are suppressed?',
        '发布哪个向量？要抑制多少条记录？'),
    'ask_box': ('Which box is cut next?', '接着切分哪个盒子？'),
    'ask_half_ruled_out': ('What follows for the vectors of this half?', '对这一半的向量意味着什么？'),
    'ask_half': ('Is this half settled?', '这一半有结论了吗？'),
    'ask_enough': ('May the search end at {vector}?', '搜索可以在 {vector} 结束吗？'),
    'ask_raise': ('Which column is raised?', '升高哪一列？'),
    'ask_part': ('Which part is looked at next?', '接着看哪个部分？'),
    'ask_cut': ('Can part {part} be cut?', '第 {part} 部分可以切分吗？'),
    'ask_widest': (
        'Which column is the widest of those that have not been tried?',
        '在还没有试过的列中，哪一列最宽？'),
    'ask_median': ('Where is the median?', '中位数在哪里？'),
    'ask_sides': ('Is this cut allowable?', '这个切分可行吗？'),
    'ask_alone': ('Does {vector} satisfy?', '{vector} 满足要求吗？'),
    'ask_nothing_below': ('Is there a cut below the median?', '中位数以下有切分吗？'),
    'ask_finished': ('What is published for part {part}?', '第 {part} 部分会怎样发布？'),
    # What stands around the steps.
    'explained_title_samarati': ("Samarati's search, step by step", 'Samarati 的搜索，一步一步看'),
    'explained_title_optimal': ('The optimal search, step by step', '最优搜索，一步一步看'),
    'explained_title_datafly': ('Datafly, step by step', 'Datafly，一步一步看'),
    'explained_title_mondrian': ('Mondrian, step by step', 'Mondrian，一步一步看'),
    'explained_intro_samarati': (
        'Every column can be generalized to levels, from 0, as recorded, up to its root. A vector'
        ' names a level for each column, and its height is the sum of the levels. At a vector,'
        ' records in classes of fewer than k are suppressed, and a vector satisfies if these are'
        ' no more than MaxSup. To raise a vector only merges classes, so above a vector that'
        ' satisfies all satisfy, and below one that fails all fail. That is why the least height'
        ' can be found by halving: low and high close in on it, and try is halfway between them.'
        ' Of the vectors of this height that satisfy, the best by the measure is published. The'
        ' measure lm is a loss: 0 where all is published as recorded, and up to 1 more for each'
        ' column.',
        '每一列都可以泛化到若干层级，从第 0 层（原值）直到根。向量给出每一列的层级，它的高度是各层级之和。在一个向量处，不足 k 条记录的等价类中的记录被抑制；如果这样的记录不超过'
        ' MaxSup，这个向量就满足要求。升高向量只会合并等价类，所以满足要求的向量上方都满足，不满足的向量下方都不满足。因此最小高度可以用二分法找到：low 和 high 向它靠'
        '拢，try 在二者正中。这一高度上满足要求的向量中，按度量最好的一个用来发布。度量 lm 是损失：全部按原值发布时是 0，每一列最多再加 1。'),
    'explained_intro_optimal': (
        'Every column can be generalized to levels, and a vector names a level for each column.'
        ' Of all vectors that satisfy, this search finds the one of the least loss, whatever its'
        ' height. A box holds all vectors between a lowest and a highest one, and its bound says'
        ' how good a vector of it could be at most. The box with the best bound is cut in two,'
        ' and the highest vector of each half is checked. A half is settled if this vector is'
        ' ruled out, or if its bound is no better than the best vector so far.',
        '每一列都可以泛化到若干层级，向量给出每一列的层级。在所有满足要求的向量中，这个搜索找出损失最小的，不论高度。盒子装着最低和最高的两个向量之间的所有向量，它的界说明其中的向量最'
        '好能好到什么程度。把界最好的盒子一分为二，检查每一半中最高的向量。如果这个向量被排除，或者这一半的界不好于目前的最优，这一半就有了结论。'),
    'explained_intro_datafly': (
        'Every column can be generalized to levels, and a vector names a level for each column.'
        ' Datafly begins with all columns as recorded. As long as too many records are in classes'
        ' of fewer than k, it raises a column by one level. It takes the column with the most'
        ' different labels. It never goes back, so the result is quick, but it need not be the'
        ' best.',
        '每一列都可以泛化到若干层级，向量给出每一列的层级。Datafly 从所有列都是原值开始。只要不足 k 条记录的等价类中的记录太多，就把一列升高一层。它选择不同标签最多的一列。'
        '它从不回头，所以很快，但结果不一定最好。'),
    'explained_intro_mondrian': (
        'Each record is a point, with a dimension for each column. Mondrian cuts the largest part'
        ' in two, again and again. It takes the dimension in which the part is widest, and cuts'
        ' it at the median of its frequency set. A cut is allowable only if k records are on both'
        ' sides. Where no dimension has an allowable cut, the part is finished, and all its'
        ' records are published alike.',
        '每条记录是一个点，每一列是一个维度。Mondrian 一次又一次把最大的部分切成两半。它选择这一部分最宽的维度，在频数集的中位数处切分。只有两边都至少有 k 条记录，切分才可'
        '行。没有一个维度有可行切分时，这一部分就完成了，它的所有记录以同样的标签发布。'),
    # Where k counts persons, if the intro speaks of k records.
    'explained_intro_persons_mondrian': (
        'Each record is a point, with a dimension for each column. Mondrian cuts the largest part'
        ' in two, again and again. It takes the dimension in which the part is widest, and cuts'
        ' it at the median of its frequency set. A cut is allowable only if each side has rows of'
        ' k persons. A person with rows on both sides counts on each. If the cut at the median is'
        ' not allowable, the other values are tried. Where no dimension has an allowable cut, the'
        ' part is finished, and all its records are published alike.',
        '每条记录是一个点，每一列是一个维度。Mondrian 一次又一次把最大的部分切成两半。它选择这一部分最宽的维度，在频数集的中位数处切分。只有两边都有至少 k 个人的记录，切分'
        '才可行。两边都有记录的人，在每边各数一次。如果中位数处的切分不可行，就尝试别的值。没有一个维度有可行切分时，这一部分就完成了，它的所有记录以同样的标签发布。'),
    'explained_intro_beyond': (
        ' Here more than k is required, and a class that fails a rule is not published. Two'
        ' classes that pass may together fail some rules. Then nothing follows for the vectors'
        ' above one that satisfies. The lines are those that kanon runs.',
        '这里的要求不止 k，不满足规则的等价类不发布。对某些规则，两个满足的等价类合并后可能不满足，这时对满足要求的向量上方不能下结论。代码行是 kanon 自己运行的。'),
    'explained_paper': (
        "The lattice is Samarati's (IEEE TKDE 13(6), 2001). The search is kanon's own, by branch"
        ' and bound (kanon/core/levels/optimal.py).',
        '泛化格来自 Samarati（IEEE TKDE 13(6), 2001）。搜索是 kanon 自己的分支定界法（kanon/core/levels/optimal.py）。'),
    'explained_shows_values': (
        'This page shows recorded values. Keep it as you keep the table itself.',
        '本页显示原值。请像保管原表一样保管它。'),
    'explained_missing': (' Left out: {n:record} with a missing value.', '剔除有缺失值的 {n} 条记录。'),
    'explained_asked': (
        '{data}: {records:record}, {columns}, k = {k}.',
        '{data}：{records} 条记录，{columns}，k = {k}。'),
    'explained_asked_most': (' At most {most:record} may be suppressed.', '最多可抑制 {most} 条记录。'),
    'explained_asked_persons': (
        ' k counts persons: {column} says whose row each row is, and this page does not show it.',
        'k 数的是人：{column} 列说明每行是谁的，本页不显示这一列。'),
    'explained_asked_beyond': (' Besides, each class has {rules}.', '此外每个等价类都满足：{rules}。'),
    'explained_aside': (
        ' Left aside is what the INI file says of {options}.',
        'INI 文件中的 {options} 没有采用。'),
    'explained_size_persons': ('{n}, of {persons:person}', '{n}，{persons} 个人'),
    'explained_code': ('The lines that run', '正在运行的代码行'),
    'explained_picture_lattice': ('The lattice', '泛化格'),
    'explained_picture_cuts': ('The cuts', '切分'),
    'explained_table': ('The table as it would be published now', '此刻会发布的表'),
    'explained_why': ('Why', '为什么'),
    'explained_first': ('First', '第一步'),
    'explained_back': ('Back', '后退'),
    'explained_play': ('Play', '播放'),
    'explained_forward': ('Forward', '前进'),
    'explained_last': ('Last', '最后一步'),
    'explained_step': ('Step', '步骤'),
    'explained_keys': (
        'Keys: the arrows go back and forward, Home and End to the ends, the space bar plays. The'
        ' address of this page names the step.',
        '按键：左右箭头后退和前进，Home 和 End 到首尾，空格键播放。本页的地址记着是第几步。'),
    'explained_about': ('About this page', '关于本页'),
    'explained_marks': ('What the marks mean.', '记号的含义。'),
    'explained_predict': ('Predict first', '先预测'),
    'explained_large': ('Large type, one part at a time', '大字，一次只看一部分'),
    'explained_tab_code': ('Lines', '代码'),
    'explained_tab_picture': ('Picture', '图'),
    'explained_tab_table': ('Table', '表'),
    'explained_spared': ('What kanon skips, and why', 'kanon 省去了什么，为什么'),
    'explained_spared_said': (
        'The steps above are those of the paper, which checks each vector of a height until one'
        ' satisfies. kanon finds the same vectors with its own steps, which follow. A line at the'
        ' left marks a check that is not needed.',
        '上面是论文的步骤：依次检查一个高度上的各个向量，直到有一个满足要求。kanon 用自己的步骤找到同样的向量，列在下面。左侧的竖线标出不需要的检查。'),
    # What explain/explain.js says. Its names in braces are filled in there.
    'explained_script_pause': ('Pause', '暂停'),
    'explained_script_answer_first': ('Answer first. Then go forward.', '先作答，再前进。'),
    'explained_script_no_release': (
        'With this k and MaxSup the program publishes nothing.',
        '取这样的 k 和 MaxSup，程序什么也不发布。'),
    'explained_script_to_ask': (
        'Click a vector, a part or a row to see why it is what it is.',
        '点击一个向量、一个部分或一行，可以看到它为什么是这样。'),
    'explained_script_at_step': ('Step {n}: {why}', '第 {n} 步：{why}'),
    'explained_script_of_whole': ('This is the whole table.', '这是整张表。'),
    'explained_script_of_vector_unknown': (
        'Nothing is known of {vector} at this step.',
        '到这一步还不知道 {vector} 怎样。'),
    'explained_script_of_vector_fails': ('{vector} fails.', '{vector} 不满足要求。'),
    'explained_script_of_vector_satisfies': ('{vector} satisfies.', '{vector} 满足要求。'),
    'explained_script_of_vector_out': (
        '{vector} fails, because it is below {by}.',
        '{vector} 不满足要求，因为它在 {by} 下方。'),
    'explained_script_of_vector_in': (
        '{vector} satisfies, because it is above {by}.',
        '{vector} 满足要求，因为它在 {by} 上方。'),
    'explained_script_of_vector_chosen': ('{vector} is published.', '{vector} 被发布。'),
    'explained_script_class_of_k': (
        'Size of this class: {size}. It needs k = {k}, so it would be published now.',
        '这个等价类的大小：{size}。要求 k = {k}，所以此刻会发布它。'),
    'explained_script_class_below': (
        'Size of this class: {size}. It needs k = {k}, so its records would be suppressed now.',
        '这个等价类的大小：{size}。要求 k = {k}，所以此刻会抑制它的记录。'),
    'explained_script_class_fails': (
        'Size of this class: {size}. It fails {fails}, so its records would be suppressed now.',
        '这个等价类的大小：{size}。它不满足 {fails}，所以此刻会抑制它的记录。'),
    'explained_below_k': (
        '✗ marks a class of fewer than k = {k} records.',
        '✗ 表示不足 k = {k} 条记录的等价类。'),
    'explained_below_k_persons': (
        '✗ marks a class with rows of fewer than k = {k} persons.',
        '✗ 表示不足 k = {k} 个人的等价类。'),
    'explained_below_beyond': (
        ' A word behind it names what a class fails besides.',
        '它后面的词是等价类不满足的其他要求。'),
    'explained_no_sensitive': (
        ' The sensitive columns are left out: there are too many rows.',
        '行太多，所以没有列出敏感列。'),
    'explained_all_steps': ('All steps', '所有步骤'),
    'explained_no_script': (
        'Without a script the page shows the steps as a list.',
        '没有脚本时，本页以列表显示所有步骤。'),
    'explained_key_lattice': (
        '✓ satisfies. (✓) satisfies, because it is above a vector that does. ✗ fails. (✗) fails,'
        ' because it is below a vector that does. ? is not known yet. ★ is published. A thick'
        ' frame: the step is about this vector.',
        '✓ 满足要求。(✓) 因在满足的向量上方而满足。✗ 不满足。(✗) 因在不满足的向量下方而不满足。? 还不知道。★ 被发布。粗框：这一步讲的向量。'),
    'explained_key_box': (' An orange frame: the vectors of the box.', ' 橙框：盒子中的向量。'),
    'explained_key_cuts': (
        'A dot is a place where records are, larger for more of them. A frame is a part. A thick'
        ' frame: the step is about this part. In the tree a grey field is a finished part.',
        '圆点是有记录的位置，记录越多越大。方框是一个部分。粗框：这一步讲的部分。树中灰色的是已完成的部分。'),
    'explained_key_plane': (
        ' The plane shows {shown} of the {n} columns.',
        ' 平面显示 {n} 列中的 {shown} 列。'),
    'explained_low_high': ('low = {low}, high = {high}', 'low = {low}，high = {high}'),
    'explained_try_is': (', try = {try_}', '，try = {try_}'),
    'explained_best': (
        'best so far: {vector}, {measure} {value}',
        '目前的最优：{vector}，{measure} {value}'),
    'explained_parts_are': ('{n} finished, {open} left', '已完成 {n} 个部分，剩下 {open} 个'),
    'explained_lattice_said': (
        'All {n:vector}, with what is known of each. The sentence below says what happens.',
        '全部 {n} 个向量，以及对每一个所知道的。下面的句子说明发生了什么。'),
    'explained_point': ('{where}: {n:record}', '{where}：{n} 条记录'),
    'explained_plane_said': (
        'The records as points over {columns}, and the parts as boxes.',
        '记录是 {columns} 上的点，各部分是方框。'),
    'explained_tree': ('The parts as a tree', '各部分组成的树'),
    'explained_tree_said': (
        'Each part, with its records, below the part that it was cut from.',
        '每个部分及其记录数，在切出它的部分下方。'),
    'explained_part': ('part {part}: {size}', '第 {part} 部分：{size}'),
    'explained_whole': ('the table', '整张表'),
}
