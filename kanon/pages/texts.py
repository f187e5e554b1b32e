"""Every sentence of the pages of runs, in English and Chinese, and how one is said.

TEXTS: {key: (English, Chinese)}. A {name} is replaced by a value. {n:record} is a number with its noun, {n:is|are} one of two words.
Both languages have the same names. The terms are those of docs/zh/glossary.md.
"""

from __future__ import annotations

from html import escape

from ..errors import many
from .html import Html, shown

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
    """A function from a key and values to the sentence in a language, as Html.

    >>> speaker('en')('sum', read=12, published=9, suppressed=2, missing=1)
    '12 records read = 9 published + 2 suppressed + 1 left out'
    """
    place = LANGUAGES.index(language)

    def say(key, **values):
        told = {name: Number(value) if isinstance(value, int) else shown(value) for name, value in values.items()}
        return Html(escape(TEXTS[key][place], quote=False).format(**told))
    return say


TEXTS = {
    # What several pages say.
    'by': ('Made by {program}, kanon {version}, from {data}.', '由 {program}（kanon {version}）根据 {data} 生成。'),
    'none': ('none', '无'),
    'comma': (', ', '、'),
    'blank': (' ', ''),
    'yes': ('yes', '是'),
    'no': ('no', '否'),
    'standard_output': ('standard output', '标准输出'),
    'standard_input': ('standard input', '标准输入'),
    'counted_by': ('Each row stands for as many records as column {column} says.', '每一行代表若干条记录，条数由 {column} 列给出。'),
    'count_column': ('Column {column} looks like a count, but each row is taken for one record. If a row stands for several records,'
                     ' run again with --counts {column}.',
                     '{column} 列看起来是计数，但这里把每行当作一条记录。如果一行代表几条记录，请加上 --counts {column} 重新运行。'),
    'ini_none': ('No INI file was used. Every option was typed, or has its default.', '没有使用 INI 文件。所有选项都是键入的，或是默认值。'),
    'ini_quiet': ('{config} was read. It set no option of this run.', '读取了 {config}。它没有设定这次运行的任何选项。'),
    'ini_sets': ('{config} set these options, which nobody typed: {options}.', '{config} 设定了以下选项，没有人键入它们：{options}。'),
    'ini_tells': ('WARNING: {options} of {config} make the table tell more than the defaults do.',
                  '警告：{config} 中的 {options} 会使表透露的信息比默认设置更多。'),
    'pictures': ('Pictures', '图'),
    'details': ('Details', '细节'),
    'column': ('Column', '列'),
    'value': ('Value', '值'),
    'meaning': ('What it means', '含义'),
    'records': ('Records', '记录数'),
    'classes': ('Classes', '等价类数'),
    'more_rows': ('{n:row} more {n:is|are} not shown here.', '另有 {n} 行没有在此列出。'),

    # The page of a run: the finding.
    'title': ('The release {output}', '发布表 {output}'),
    'finding': ('Of {read:record}, {published} {published:is|are} published, and every published combination of {quasi} stands for'
                ' at least {smallest:record} ({asked}); the finished file was counted again, and agrees.',
                '读入 {read} 条记录，发布 {published} 条；发布的每种 {quasi} 组合至少有 {smallest} 条记录（{asked}）；成品文件经重新计数，结果一致。'),
    'k_typed': ('asked: k = {k}', '要求 k = {k}'),
    'k_ini': ('asked by the INI file: k = {k}', 'INI 文件要求 k = {k}'),
    'k_default': ('k = {k} is the default, which nobody changed', 'k = {k} 是默认值，没有人改动'),
    'heed': ('Before you sign, decide on this:', '签名之前，请判断以下各点：'),
    'heed_none': ('No warning applies to this release. Section 4 says what remains possible.', '这张发布表没有触发任何警告。第 4 节说明仍然可能发生的事。'),
    'heed_one_value': ('For {records:record} in {classes:class}, whoever knows {quasi} learns {column}, too: all records of the class have'
                       ' one value (section 4).',
                       '{classes} 个等价类中的 {records} 条记录：知道 {quasi} 的人也就知道了 {column}，因为等价类中所有记录的值都相同（第 4 节）。'),
    'heed_least': ('The search compared choices of levels of one height alone. Another choice may lose less (section 2).',
                   '搜索只比较了同一高度的层级组合。其他组合的损失可能更小（第 2 节）。'),
    'heed_telling': ('An INI file made the release tell more than the defaults do (section 1).', 'INI 文件使发布表透露的信息比默认设置更多（第 1 节）。'),
    'heed_unique': ('Nearly every record has its own value in {columns} (section 4).', '在 {columns} 中，几乎每条记录的值都不同（第 4 节）。'),
    'heed_order': ('The rows stand in the order of the input (section 4).', '各行保留了输入的顺序（第 4 节）。'),
    'heed_others': ('{n:other release} of the same table {n:was|were} found (section 4).', '发现同一张表的另外 {n} 张发布表（第 4 节）。'),
    'heed_rare': ('Labels show extremes or rare values (section 4).', '标签透露了极值或罕见的值（第 4 节）。'),
    'heed_count': ('A column looks like a count of records (section 2).', '有一列看起来是记录的计数（第 2 节）。'),
    'heed_alike': ('Values that look the same were taken for different ones (section 2).', '看起来相同的值被当作不同的值（第 2 节）。'),
    'heed_left': ('{missing:record} {missing:is|are} left out, and {suppressed} suppressed (section 2).',
                  '{missing} 条记录被剔除，{suppressed} 条被抑制（第 2 节）。'),

    # What was asked.
    'asked': ('1. What was asked', '1. 要求了什么'),
    'requirement': ('Requirement', '要求'),
    'every_class': ('Every combination of {quasi} that is published has at least k = {k} records. Such records are a class.',
                    '发布的每种 {quasi} 组合至少有 k = {k} 条记录。这样的一组记录是一个等价类。'),
    'beyond': ('Beyond k', 'k 之外'),
    'beyond_none': ('Nothing is required of the sensitive values in a class.', '对等价类中的敏感值没有要求。'),
    'of_column': ('{column}: {rules} in every class', '每个等价类的 {column}：{rules}'),
    'distinct': ('at least {l} different values', '至少有 {l} 个不同的值'),
    'suppression': ('Suppression', '抑制'),
    'may_suppress': ('At most {n:record} may be suppressed, which means that they are not published.', '最多可以抑制 {n} 条记录，即不发布它们。'),
    'no_suppression': ('Mondrian suppresses nothing.', 'Mondrian 不抑制任何记录。'),
    'missing': ('Missing values', '缺失值'),
    'missing_any': ("A record with a missing value ('?' or nothing) in any column is left out.", '任何一列有缺失值（“?”或空）的记录都被剔除。'),
    'missing_used': ("A record with a missing value ('?' or nothing) in a column that is used is left out.",
                     '用到的列里有缺失值（“?”或空）的记录被剔除。'),
    'missing_value': ("A missing value ('?' or nothing) is a value like any other.", '缺失值（“?”或空）与其他值一样是值。'),
    'missing_root': ('A missing value is published as the root of its hierarchy, such as *.', '缺失值以泛化层次的根发布，例如 *。'),
    'unchanged': ('Published unchanged', '原样发布'),
    'unchanged_which': ('quasi-identifiers: {quasi}; sensitive: {sensitive}; other columns: {publish}. No column is published besides these and the'
                        ' quasi-identifiers.',
                        '准标识符：{quasi}；敏感属性：{sensitive}；其他列：{publish}。除这些列和准标识符外，没有发布其他列。'),
    'options': ('Other options', '其他选项'),
    'options_none': ('All others have their defaults.', '其余都是默认值。'),
    'ini': ('INI file', 'INI 文件'),

    # What was done.
    'done': ('2. What was done', '2. 做了什么'),
    'sum': ('{read:record} read = {published} published + {suppressed} suppressed + {missing} left out',
            '读入 {read} 条记录 = 发布 {published} 条 + 抑制 {suppressed} 条 + 剔除 {missing} 条'),
    'why_suppressed': ('Suppressed: their combination would have had too few records, or would have failed a rule.',
                       '被抑制的记录：它们的组合记录太少，或不满足某条规则。'),
    'why_left_any': ('Left out: records with a missing value in any column.', '被剔除的记录：任何一列有缺失值。'),
    'why_left_used': ('Left out: records with a missing value in a column that is used.', '被剔除的记录：用到的列有缺失值。'),
    'comments': ('{n:comment line} above the table {n:was|were} skipped.', '跳过了表上方的 {n} 行注释。'),
    'rooted': ('Missing values published as the root: {columns}.', '以根发布的缺失值：{columns}。'),
    'unreadable': ('Unreadable, and so taken as missing: {columns}.', '无法识别，因此当作缺失值：{columns}。'),
    'unreadable_of': ('{column} {values:value} in {records:record}', '{column} {values} 个值、{records} 条记录'),
    'alike': ('Values look the same and count as different, because their accents are in two Unicode forms (NFC, NFD): {columns}.'
              ' Convert the table to NFC, and run again.',
              '有些值看起来相同，却算作不同的值，因为其中的重音符号用了两种 Unicode 形式（NFC、NFD）：{columns}。请把表转换为 NFC 后重新运行。'),
    'classes_are': ('{count:class} {count:is|are} published, with {smallest} to {largest:record} each, {average} on average.',
                    '发布了 {count} 个等价类，每个有 {smallest} 到 {largest} 条记录，平均 {average} 条。'),
    'vector': ('Each column is raised to one level of its hierarchy. The vector of levels is ({levels}), its height {height}.',
               '每一列泛化到其泛化层次的一个层级。各层级构成向量 ({levels})，高度为 {height}。'),
    'cuts': ('The records were parted by {n:cut}. No further cut was possible under the requirement.', '记录经过 {n} 次切分。在要求之下不能再切分。'),
    'cuts_made': ('The records were parted by {n:cut}.', '记录经过 {n} 次切分。'),
    'best_optimal': ('No other strict cuts lose less by lm. This is proven.', '没有其他严格切分按 lm 损失更小，这一点已经证明。'),
    'best_within': ('No other strict cuts within the limits lose less by lm. This is proven.', '在限度之内，没有其他严格切分按 lm 损失更小，这一点已经证明。'),
    'best_straight': ('The search for the best cuts was stopped. How far these are from the best is not known.',
                      '寻找最佳切分的搜索提前停止，与最佳切分相差多少不得而知。'),
    'best_clustered': ('They are the best cuts that were found, with classes grown from single records. They need not be the best there are.',
                       '它们是找到的最佳切分，以及从单条记录生长的等价类，不一定是所有切分中最好的。'),
    'best_greedy': ('They are greedy strict cuts by lm. They need not be the best there are.', '它们是按 lm 的贪心严格切分，不一定是最好的。'),
    'found_least': ('The search checked {checked} of {vectors:vector}. At the least height {found:vector} {found:satisfies|satisfy};'
                    ' of these the best by {measure} was taken. Other heights were not compared. --optimal compares them all.',
                    '搜索检查了 {vectors} 个向量中的 {checked} 个。在最低高度上有 {found} 个满足要求，取其中 {measure} 最好的一个。其他高度没有比较，--optimal 会全部比较。'),
    'found_proven': ('The search checked {checked} of {vectors:vector}, and ruled out the others: proven to be the best by {measure}.',
                     '搜索检查了 {vectors} 个向量中的 {checked} 个，排除了其余的：已证明按 {measure} 最优。'),
    'found_stopped': ('The search checked {checked} of {vectors:vector} and was then stopped. A better vector by {measure} may exist.',
                      '搜索检查了 {vectors} 个向量中的 {checked} 个后停止。可能存在 {measure} 更好的向量。'),
    'found_greedy': ('The search checked {checked} of {vectors:vector}. It does not look for the best one. run_samarati.py --optimal does.',
                     '搜索检查了 {vectors} 个向量中的 {checked} 个。它不寻找最优的向量，run_samarati.py --optimal 才寻找。'),
    'quasi': ('Quasi-identifier', '准标识符'),
    'level': ('Level', '层级'),
    'level_of': ('{level} of {height}', '{level}（共 {height}）'),
    'ordered_by': ('Ordered by', '排序方式'),
    'order_numbers': ('numbers', '数值'),
    'order_frequency': ('frequency', '频数'),
    'order_leaves': ("the hierarchy's leaves", '泛化层次的叶子'),
    'order_ranges': ('numbers in ranges', '分段的数值'),
    'order_nodes': ("the hierarchy's nodes", '泛化层次的节点'),
    'values_labels': ('Values → labels', '值 → 标签'),
    'loss': ('Loss', '损失'),
    'example': ('For example', '例如'),
    'loss_is': ('Loss of a column: 0 as recorded, 1 nothing left. A suppressed record counts as 1.',
                '一列的损失：0 表示原样，1 表示什么也没留下。被抑制的记录算作 1。'),

    # What it cost.
    'cost': ('3. What it cost', '3. 损失了什么'),
    'measure': ('Measure', '指标'),
    'lm': ('Loss: the losses of the {n:column} above, added up{weighted}. 0: all is published as recorded. {most}: nothing is left.',
           '损失：上面 {n} 列的损失之和{weighted}。0 表示全部原样发布，{most} 表示什么也没留下。'),
    'weighted': (', with the weights {weights}', '，权重为 {weights}'),
    'lm_published': ('The same of the published records alone. 0: as recorded. {most}: nothing is left.',
                     '同上，只计发布的记录。0 表示原样，{most} 表示什么也没留下。'),
    'dm': ('Pairs of records that look alike; a suppressed record looks like all. {least}: the least at this k. {most}: all records'
           ' look alike.',
           '看起来相同的记录对数，被抑制的记录与所有记录相同。{least} 是这个 k 下的最小值，{most} 表示所有记录都相同。'),
    'c_avg': ('Average size of a class, in units of k. 1: as small as k allows. {most}: one class holds all.',
              '等价类的平均大小，以 k 为单位。1 表示小到 k 所允许的极限，{most} 表示只有一个等价类。'),
    'entropy': ('Bits that one would need to guess the recorded values from the labels. 0: nothing is lost. It has no fixed upper'
                ' end.',
                '由标签猜出原值所缺的比特数。0 表示没有损失，没有固定的上限。'),
    'class_entropy': ('How mixed the recorded values inside the classes are, in nats. 0: no class mixes values. Do not choose by it.',
                      '等价类内部原值的混杂程度，单位为奈特。0 表示没有等价类混有不同的值。不要据此选择。'),
    'precision': ('Share of the levels that were not used, over all cells. 1: as recorded. 0: nothing is left.',
                  '未用到的层级所占的比例，按单元格平均。1 表示原样，0 表示什么也没留下。'),
    'distortion': ('Share of the levels that were used, over the columns. 0: as recorded. 1: nothing is left.',
                   '用到的层级所占的比例，按列平均。0 表示原样，1 表示什么也没留下。'),
    'pictures_say': ('Point at a mark to see its numbers.', '图中的文字是英文。把指针放在标记上可以看到数字。'),
    'see_pictures': ('All pictures stand among the details.', '全部的图都在“细节”部分。'),

    # What an attacker can still do.
    'attacker': ('4. What an attacker can still do', '4. 攻击者还能做什么'),
    'alone': ('Find a person: whoever knows the quasi-identifiers of a person in the release finds at least {smallest:record}, and'
              ' picks the right one with a chance of at most 1 in {smallest}. By the quasi-identifiers nobody stands alone. If a'
              ' person has several rows, this does not hold.',
              '找出某人：知道某人准标识符的人，在发布表中至少找到 {smallest} 条记录，选中的可能性至多是 1/{smallest}。只凭准标识符，没有人能被单独识别出来。如果一个人有几行，这一点不成立。'),
    'one_value': ('Learn {column} without finding the person: in {classes:class} with {records:record}, all records have the same'
                  ' value. A rule beyond k, such as --l-diversity 2, prevents it.',
                  '不找出人就得知 {column}：有 {classes} 个等价类（{records} 条记录）中所有记录的值都相同。k 之外的规则（如 --l-diversity 2）可以防止。'),
    'several_values': ('Learn {column} without finding the person: no class has a single value. The fewest different values in a'
                       ' class are {least}, and one value has at most {share} of a class.',
                       '不找出人就得知 {column}：没有等价类只有一个值。不同值最少的等价类也有 {least} 个不同的值，一个值最多占等价类的 {share}。'),
    'no_sensitive': ('Learn a sensitive value: no column is named as sensitive, so none was judged.', '得知敏感值：没有指定敏感属性，因此没有评判。'),
    'rare': ('See extremes: labels name values that fewer than k = {k} records of the whole table have (so many in each column):'
             ' {columns}. --labels box or ancestor can avoid it.',
             '看到极值：有些标签写出了整张表中不足 k = {k} 条记录具有的值（各列有几个）：{columns}。用 --labels box 或 ancestor 可以避免。'),
    'rare_none': ('See extremes: no label names a value that fewer than k = {k} records of the whole table have.',
                  '看到极值：没有标签写出整张表中不足 k = {k} 条记录具有的值。'),
    'rare_levels': ('See extremes: the labels are those of the hierarchies, whatever the table holds. A column at level 0 shows its'
                    ' recorded values.',
                    '看到极值：标签来自泛化层次，与表的内容无关。处于第 0 层的列显示原值。'),
    'others': ('Join releases: {files}. Whoever has both can join them. Try it with: python -m kanon attack --second.',
               '连接发布表：{files}。同时拿到两张发布表的人可以把它们连接起来。可以用 python -m kanon attack --second 演练。'),
    'other_quasi': ('{file} records another release of this table, with the quasi-identifiers {quasi}',
                    '{file} 记录了这张表的另一张发布表，准标识符是 {quasi}'),
    'other_options': ('{file} records another release of this table, with other options', '{file} 记录了这张表用其他选项做的另一张发布表'),
    'others_none': ('Join releases: it is not known whether there is another release of the table. kanon looks only for the records that'
                    ' runs write with --record, beside this release, and found none.',
                    '连接发布表：不知道这张表是否有别的发布表。kanon 只在这张发布表旁边查找用 --record 写的运行记录，没有找到。'),
    'order_sorted': ('Use the order of the rows: they are sorted by what is published. Their order says nothing of the input.',
                     '利用行的顺序：各行按发布的内容排序，其顺序不透露输入的顺序。'),
    'order_input': ('Use the order of the rows: they stand in the order of the input. Whoever has the original table can read it'
                    ' beside the release, and knows whose row each is.',
                    '利用行的顺序：各行保留了输入的顺序。拿到原表的人可以对照着读，从而知道每行是谁的。'),
    'unique': ('Use columns that are published unchanged: nearly every record has its own value in {columns}. Whoever knows this'
               ' value knows whose record it is.',
               '利用原样发布的列：在 {columns} 中，几乎每条记录的值都不同。知道这个值的人就知道是谁的记录。'),
    'unique_none': ('Use columns that are published unchanged: none of them has its own value in nearly every record.',
                    '利用原样发布的列：其中没有一列在几乎每条记录中值都不同。'),
    'not_protected': ('k-anonymity does not protect people whose class has one sensitive value, people about whom an attacker knows'
                      ' more than the quasi-identifiers, or a table that is published twice in different ways.',
                      'k-匿名保护不了这些情况：等价类只有一个敏感值，攻击者知道的不止准标识符，或者一张表以不同方式发布两次。'),
    'not_even_beyond': ('These rules do not protect people about whom an attacker knows more than the quasi-identifiers, sensitive'
                        ' values that are different words for nearly the same thing, or a table that is published twice in different'
                        ' ways.',
                        '这些规则保护不了这些情况：攻击者知道的不止准标识符，不同的敏感值说的几乎是同一件事，或者一张表以不同方式发布两次。'),

    # The audit.
    'audit': ('5. What the audit found', '5. 复核的结果'),
    'audit_counts': ('Passed. kanon/audit.py read the finished file again and found {records:record} in {classes:class}, the'
                     ' smallest with {k}. It shares no code with the search.',
                     '通过。kanon/audit.py 重新读入成品文件，数出 {classes} 个等价类中的 {records} 条记录，最小的有 {k} 条。它与搜索不共用代码。'),
    'audit_truth': ('It recounted: the columns, the records, k, and the rules beyond k. kanon/truth.py compared: every label covers'
                    ' the recorded value that it stands for, and every record has its own sensitive and unchanged values.',
                    '重新计数的有：列、记录、k 以及 k 之外的规则。kanon/truth.py 核对了：每个标签都涵盖它所代表的原值，每条记录的敏感值和原样发布的值都是自己的。'),
    'not_checked': ('Not checked: whether the right columns are named as quasi-identifiers, whether each person has one row, whether'
                    ' the hierarchies make sense, what is known elsewhere, and whether the input is right. kanon does not know who'
                    ' collected it, from how many people, or for what.',
                    '没有检查：准标识符是否选对，是否每人一行，泛化层次是否合理，别处已知什么，输入是否正确。kanon 不知道数据由谁收集、来自多少人、为了什么。'),

    # The files.
    'files': ('6. Which files, exactly', '6. 究竟是哪些文件'),
    'what': ('What', '用途'),
    'file': ('File', '文件'),
    'sha256': ('sha256 of its bytes', '文件字节的 sha256'),
    'input': ('Input', '输入'),
    'input_parts': ('Input, {n:file} together', '输入，共 {n} 个文件'),
    'hierarchy': ('Hierarchy', '泛化层次'),
    'release': ('Release', '发布表'),

    # How to repeat it.
    'repeat': ('7. How to repeat it', '7. 怎样重做'),
    'repeat_same': ('The same files and this command give the same bytes:', '同样的文件和这条命令得到同样的字节：'),
    'repeat_record': ('The record {record} repeats the run and compares the bytes:', '运行记录 {record} 可以重做这次运行并比较字节：'),
    'repeat_none': ('No record was written. With --record FILE, python -m kanon replay repeats the run and compares the bytes.',
                    '没有生成运行记录。加上 --record FILE，就可以用 python -m kanon replay 重做并比较字节。'),
    'repeat_next': ('To check and to attack this release:', '检查和攻击这张发布表：'),
    'sign_text': ('I have read sections 1 to 7, and approve the publication of {output}.', '我已阅读第 1 至 7 节，同意发布 {output}。'),
    'sign_name': ('Name', '姓名'),
    'sign_date': ('Date', '日期'),
    'sign_signature': ('Signature', '签名'),

    # The details.
    'sizes': ('Sizes of the classes', '等价类的大小'),
    'size': ('Records in a class', '等价类中的记录数'),
    'size_from': ('{low} to {high}', '{low} 到 {high}'),
    'size_over': ('{low} or more', '{low} 或更多'),
    'risk_at_most': ('Chance to pick the right record, at most', '选中正确记录的可能性，至多'),
    'one_in': ('1 in {n}', '1/{n}'),
    'all_options': ('All options', '全部选项'),
    'option': ('Option', '选项'),
    'where_from': ('Where it comes from', '来源'),
    'typed': ('typed', '键入'),
    'from_ini': ('the INI file', 'INI 文件'),
    'default': ('default', '默认'),
    'steps': ('Steps of the search', '搜索的步骤'),
    'vector_is': ('Vector', '向量'),
    'suppressed_are': ('Suppressed', '抑制'),

    # The pages of check, risk and attack.
    'check_title': ('Check of {data}', '检查 {data}'),
    'check_finding': ('The smallest class of the table has {k:record}, so it is {k}-anonymous for {quasi}. {verdict}',
                      '表中最小的等价类有 {k} 条记录，所以对 {quasi} 而言它是 {k}-匿名的。{verdict}'),
    'check_holds': ('All that is required holds.', '所有要求都满足。'),
    'check_fails': ('{n} of {all:requirement} {n:fails|fail}.', '{all} 项要求中有 {n} 项不满足。'),
    'check_unasked': ('Nothing was required.', '没有提出要求。'),
    'looked_at': ('What was looked at', '检查的对象'),
    'accounts': ("{read:record} = {in_classes} in {n:class} + {suppressed} suppressed ('*' in every quasi-identifier)",
                 '{read} 条记录 = {n} 个等价类中的 {in_classes} 条 + 被抑制的 {suppressed} 条（准标识符全是“*”）'),
    'quasi_sensitive': ('Quasi-identifiers: {quasi}. Sensitive columns: {sensitive}.', '准标识符：{quasi}。敏感属性：{sensitive}。'),
    'quasi_only': ('Quasi-identifiers: {quasi}.', '准标识符：{quasi}。'),
    'sizes_are': ('The largest class has {largest:record}, the average class {average}.', '最大的等价类有 {largest} 条记录，平均 {average} 条。'),
    'below': ('In classes below k = {k}: {records:record}.', '在小于 k = {k} 的等价类中：{records} 条记录。'),
    'gaps': ("Missing values ('?' or nothing) in quasi-identifiers: {cells}, in {records:record}.",
             '准标识符中的缺失值（“?”或空）：{cells} 个，在 {records} 条记录中。'),
    'gaps_k': ('Taken as wildcards, they give k = {k}.', '把它们当作通配符，则 k = {k}。'),
    'gaps_unknown': ('They stand in too many patterns to take them as wildcards.', '缺失的列有太多种组合，无法当作通配符。'),
    'other_columns': ('Not judged, as neither quasi-identifier nor sensitive: {columns}.', '既不是准标识符也不是敏感属性、因此没有评判的列：{columns}。'),
    'distinct_columns': ('WARNING: every record has its own value in {columns}. Are these row numbers or identifiers?',
                         '警告：在 {columns} 中，每条记录的值都不同。这是行号或标识符吗？'),
    'required': ('What is required', '要求'),
    'found': ('Found in the worst class', '最差的等价类'),
    'verdict': ('Verdict', '结论'),
    'holds': ('holds', '满足'),
    'fails_in': ('FAILS in {classes:class} with {records:record}', '不满足：{classes} 个等价类，{records} 条记录'),
    'sensitive': ('What the sensitive columns give away', '敏感属性透露了什么'),
    'sensitive_is': ('Of the worst class. l: different values. entropy: as many values, evenly spread. c: recursive (c, l)-diversity'
                     ' holds above it. t: distance from the whole file, 0 alike, 1 far. alpha: share of the most frequent value.',
                     '都取最差的等价类。l：不同值的个数。entropy：相当于这么多个值均匀分布。c：大于它时递归 (c, l)-多样性成立。t：与整个文件的距离，0 为相同，1 为最远。alpha：最常见的值所占的比例。'),
    'one_value_classes': ('Classes with one value', '只有一个值的等价类'),
    'class_records': ('{classes:class}, {records:record}', '{classes} 个，{records} 条记录'),
    'worst': ('The worst classes', '最差的等价类'),
    'class': ('Class', '等价类'),
    'gives_away': ('What it gives away', '透露了什么'),
    'all_one': ('{column}: all {value}', '{column}：全是 {value}'),
    'most_frequent': ('{column}: {l:value}, the most frequent is {value} in {records:record}, t {t}',
                      '{column}：{l} 个值，最常见的是 {value}（{records} 条记录），t {t}'),
    'risk_title': ('Risks of {data}', '{data} 的风险'),
    'risk_finding': ('The greatest risk of a record is {highest}, the average risk is {average}; {uniques:record} can belong to'
                     ' nobody else.',
                     '一条记录的最大风险是 {highest}，平均风险是 {average}；有 {uniques} 条记录不可能属于别人。'),
    'risk_is': ('The risk of a record is the chance to find out whose it is. 1: it is known. 0: it cannot be told.',
                '一条记录的风险，是弄清它属于谁的可能性。1 表示已知，0 表示无从得知。'),
    'attackers': ('Three attackers', '三类攻击者'),
    'who': ('Attacker', '攻击者'),
    'highest': ('Highest risk', '最高风险'),
    'average': ('Average risk', '平均风险'),
    'above': ('Records above {threshold}', '超过 {threshold} 的记录'),
    'share': ('Share', '比例'),
    'uniques': ('Unique records', '唯一的记录'),
    'prosecutor': ('Prosecutor: knows that a person is in the table', '检察官：知道某人在表里'),
    'journalist': ('Journalist: knows the population, not who is in the table', '记者：知道总体，不知道谁在表里'),
    'marketer': ('Marketer: matches all records, and hopes to be right', '营销者：匹配所有记录，希望多数正确'),
    'sample': ('A sample of the {records:record} in {classes:class} of {file}.', '从 {file} 的 {classes} 个等价类、{records} 条记录中抽取的样本。'),
    'no_sample': ('WARNING: this table is no sample of it. It has no record of the classes of {absent:record}, and too few records'
                  ' of the classes of {short:record}.',
                  '警告：这张表不是它的样本。有 {absent} 条记录的等价类在其中没有记录，{short} 条记录的等价类在其中记录太少。'),
    'sets': ('Which columns identify people', '哪些列能识别出人'),
    'sets_are': ('Distinction: combinations / records. Separation: share of pairs of records that the columns tell apart. 1:'
                 ' everybody is told apart.',
                 '区分度：组合数 / 记录数。分离度：这些列能区分的记录对所占的比例。1 表示每个人都能区分。'),
    'columns': ('Columns', '列'),
    'combinations': ('Combinations', '组合数'),
    'smallest': ('Smallest class', '最小的等价类'),
    'distinction': ('Distinction', '区分度'),
    'separation': ('Separation', '分离度'),
    'attack_title': ('Attack on {data}', '对 {data} 的攻击'),
    'attack_finding': ('Of {people} {people:person|people} in {known}, {one} {one:has|have} a single candidate, {few} {few:has|have}'
                       ' fewer than k = {k}, and {same} {same:has|have} several that all have the same sensitive value.',
                       '{known} 中有 {people} 人：{one} 人只有一条候选记录，{few} 人的候选记录少于 k = {k} 条，{same} 人有几条敏感值都相同的候选记录。'),
    'attack_nobody': ('NOBODY has a candidate. Perhaps the release and the list were swapped, or the release was made from another'
                      ' table.',
                      '没有人有候选记录。也许发布表和名单弄反了，或者发布表来自另一张表。'),
    'candidate': ('A candidate of a person is a record that fits all that is known of the person.', '某人的候选记录，是与已知的全部信息都相符的记录。'),
    'linked_by': ('Linked by {quasi}. The attacker wants to learn: {sensitive}.', '用 {quasi} 链接。攻击者想得知：{sensitive}。'),
    'second': ('The second release is {file}.', '第二张发布表是 {file}。'),
    'attacks': ('What each attack found', '各种攻击的结果'),
    'counted': ('What is counted', '计数的内容'),
    'linkage': ('Linkage', '链接'),
    'linkage_second': ('Linkage, second release', '链接第二张发布表'),
    'both_joined': ('Both releases joined', '连接两张发布表'),
    'row_order': ('Order of the rows', '行的顺序'),
    'row_order_sorted': ('The same, sorted', '同上，排序后'),
    'people': ('People', '人数'),
    'in_release': ('Records in the release', '发布表中的记录'),
    'suppressed': ('Suppressed records', '被抑制的记录'),
    'k_of': ('k', 'k'),
    'no_candidate': ('People without a candidate: not in the release, or suppressed', '没有候选记录的人：不在发布表中，或被抑制'),
    'one_record': ('People with one candidate', '只有一条候选记录的人'),
    'below_k': ('People with a candidate, but fewer than k', '有候选记录但少于 k 条的人'),
    'same_value': ('People with several candidates, all with the same sensitive value', '有几条候选记录、敏感值都相同的人'),
    'same_of': ('The same for {column} alone', '同上，只看 {column}'),
    'least': ('Fewest candidates of a person who has any', '有候选记录的人中，最少的候选记录数'),
    'mean': ('Candidates on average', '平均候选记录数'),
    'in_order': ('Rows matched with a person, in the order of the list', '按名单的顺序与人匹配上的行'),
    'told': ('Rows matched with the same person from the bottom, too', '从末尾往前读也与同一个人匹配的行'),
    'right': ("Of these, rows with the person's true sensitive value", '其中敏感值确实属于这个人的行'),
    'joined_is': ('Both releases joined: of each sensitive value a person has as many candidates as in the release that has fewer of'
                  ' it.',
                  '连接两张发布表：对每个敏感值，某人的候选记录数取两张发布表中较少的那个。'),

    # The pages of sweep and start.
    'sweep_title': ('Settings of {data}', '{data} 的各种设置'),
    'sweep_finding': ('Least is lost {best}.', '损失最小的是：{best}。'),
    'sweep_best': ('at k = {k} by {algorithm} (lm {lm})', 'k = {k} 时 {algorithm}（lm {lm}）'),
    'sweep_best_limit': ('at k = {k} by {algorithm} with MaxSup {limit} (lm {lm})', 'k = {k}、最大抑制数 {limit} 时 {algorithm}（lm {lm}）'),
    'sweep_none': ('Nothing can be published at k = {ks}.', 'k = {ks} 时无法发布任何记录。'),
    'sweep_rows': ('All settings', '全部设置'),
    'sweep_is': ('lm: losses of the columns, added up; 0 is best. dm: pairs of records that look alike; less is better. c_avg:'
                 ' average class size / k; 1 is best. precision: share of the levels not used; 1 is best. proven: whether the search'
                 ' proved that nothing is better.',
                 'lm：各列损失之和，0 最好。dm：看起来相同的记录对数，越少越好。c_avg：等价类平均大小 / k，1 最好。precision：未用到的层级的比例，1 最好。proven：搜索是否证明没有更好的。'),
    'algorithm': ('Algorithm', '算法'),
    'maxsup': ('MaxSup', '最大抑制数'),
    'proven': ('Proven', '已证明'),
    'start_title': ('What {data} looks like', '{data} 是什么样的'),
    'start_finding': ('{data} has {columns:column} and {records:record}, {incomplete} of them with a missing value in some column.',
                      '{data} 有 {columns} 列、{records} 条记录，其中 {incomplete} 条在某一列有缺失值。'),
    'start_columns': ('The columns', '各列'),
    'looks_like': ('Looks like', '看起来是'),
    'distinct_values': ('Distinct values', '不同的值'),
    'more_than': ('more than {n}', '多于 {n}'),
    'gap': ('Missing', '缺失'),
    'note': ('Note', '说明'),
    'doubts': ('What to look at', '需要注意的'),
    'doubts_none': ('Nothing is in doubt.', '没有疑问。'),
    'written': ('What was written, to be edited', '写出的文件，可以修改'),
    'holds_what': ('What it holds', '内容'),
    'next': ('What to do next', '下一步'),
    'kind_empty': ('empty', '空'),
    'kind_constant': ('constant', '常数'),
    'kind_number': ('number', '数'),
    'kind_writing': ('number in another writing', '其他写法的数'),
    'kind_mostly_numbers': ('mostly numbers', '大多是数'),
    'kind_date': ('date', '日期'),
    'kind_mostly_dates': ('mostly dates', '大多是日期'),
    'kind_code': ('code', '编码'),
    'kind_identifier': ('likely identifier', '可能是标识符'),
    'kind_category': ('category', '类别'),
}
