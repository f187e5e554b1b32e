"""What recode, replay and the verbs of hierarchies report."""

TEXTS = {
    # recode.
    'recoding_in': ('recoding: {file}', '重编码：{file}'),
    'read_again': ('read again, the release has {records:record} in {classes:class}, the smallest with {k}',
                   '重新读入，发布表有 {classes} 个等价类、{records} 条记录，最小的有 {k} 条'),
    'fewest_persons': ('counted by {column}, the class with the fewest persons has rows of {n:person}',
                       '按 {column} 计数，个人最少的等价类有 {n} 个人的行'),

    # replay.
    'same_bytes': ('the same bytes, sha256 {sha256}, {by}', '字节相同，sha256 {sha256}，{by}'),
    'recorded_by': ('recorded with kanon {version} on {python}', '由 kanon {version} 在 {python} 上记录'),
    'was_standard_output': ('was standard output', '当时是标准输出'),
    'not_there': ('is not there any more', '已不在那里'),
    'has_bytes': ('has these bytes', '就是这些字节'),
    'other_bytes': ('HAS OTHER BYTES: it was changed, or replaced, since', '字节不同：之后被改动或替换过'),

    # hierarchy check.
    'refused_error': ('REFUSED: {error}', '拒绝：{error}'),
    'write_one': ('write one by python -m kanon hierarchy, or correct that line', '请用 python -m kanon hierarchy 写一个，或改正那一行'),
    'unused': ('in no record that is kept: {n:leaf}: {first}', '没有保留的记录用到：{n} 个叶子：{first}'),
    'at_levels': ('at several levels: {n:label}, such as {label} at levels {low} to {high}, which publish the same there',
                 '出现在几个层级：{n} 个标签，例如 {label} 在第 {low} 到 {high} 层，这几层发布的内容相同'),
    'shallow': ('less deep than others: {n:leaf}, such as {leaf}, which is published as recorded up to level {level}',
                '比其他叶子浅：{n} 个叶子，例如 {leaf}，直到第 {level} 层都按原值发布'),
    'without_leaf': ('REFUSED: without a leaf: {what}; add a line "value,parent" for each', '拒绝：没有叶子：{what}；请为每个值加一行“value,parent”'),
    'differs': ('{value} ({n}) differs from the leaf {near} by case, blanks or Unicode form only',
                '{value}（{n}）与叶子 {near} 只是大小写、空格或 Unicode 形式不同'),
    'value_n': ('{value} ({n})', '{value}（{n}）'),
    'label_too': ('REFUSED: a label of the hierarchy, too: {what}; rename the label, or write a code such as I21 as I21.-, with the line'
                  ' "I21.-,I21"; or was the table generalized before?',
                  '拒绝：也是泛化层次的标签：{what}；请给标签改名，或把 I21 这样的编码写成 I21.-，并加一行“I21.-,I21”；或者这张表以前泛化过？'),
    'run_refused': ('A run that takes these hierarchies is refused, because of {columns}: the exit status is 1.',
                    '使用这些泛化层次的运行会被拒绝，原因在 {columns}：退出状态是 1。'),
    'run_accepted': ('Every value has its leaf: no run will be refused because of a hierarchy.', '每个值都有叶子：没有运行会因泛化层次而被拒绝。'),

    # hierarchy show.
    'tree_node': ('node', '节点'),

    # hierarchy levels, and the verbs that make hierarchies.
    'n_leaves': ('{file}: {n:leaf}', '{file}：{n} 个叶子'),
    'smallest_label': ('fewest records', '最少的记录数'),
    'column_says': ('column {column}: {text}', '{column} 列：{text}'),
    'unreadable_left': ('left out, because unreadable: {values:value} in {records:record}{named}', '无法识别，因此剔除：{records} 条记录中的 {values} 个值{named}'),
    'several_offsets': ('the times have several offsets from Greenwich, {offsets}; the day and the hour are those that are written',
                        '时间带有几种时差：{offsets}；日和小时按所写的算'),
    'codes_differ': ('digits with a leading zero are codes, and these are written in two ways: {wide} of the {all} values, in {wide_records}'
                     ' records, have {width} digits, and {others}, in {other_records} records, have not{named}; write all with {width} digits',
                     '以 0 开头的数字是编码，而这里有两种写法：{all} 个值中有 {wide} 个（{wide_records} 条记录）是 {width} 位数字，另有 {others} 个'
                     '（{other_records} 条记录）不是{named}；请都写成 {width} 位'),
}
