"""What the programs refuse when they search, write, publish again, judge and attack, in Chinese."""

CHINESE = {
    # Nothing can be published.
    'no record is left to publish: %d read, %d of them with a missing value (? or '
    'nothing%s); %s looks only at the columns that are named, %s or value keeps the records':
        '没有记录可以发布：读入 {} 条，其中 {} 条有缺失值（? 或空{}）；{} 只看指定的列，{} 或 value 会保留这些记录',
    ', or a word of %s': '，或 {} 中的词',
    'all %s would be suppressed, as %s allows; lower it, or lower k%s':
        '{} 会全部被抑制，因为 {} 允许这样；请调低它，或调低 k{}',
    ', or require less beyond k': '，或减少 k 以外的要求',
    'all %s would be held back, because too few people of their groups %s; publish later':
        '{} 会全部留待以后发布，因为同组中{}的人太少；请以后再发布',
    'are there': '在场',
    'have equally many records under the same labels': '在同样的标签下记录数相同',
    'even at the top %s would be held back, as too few people of their group %s, and at '
    'most %d may be; allow more with %s, or publish later':
        '即使在最高处也要把 {0} 留待以后发布，因为同组中{1}的人太少，而最多允许 {2} 条；请用 {3} 允许更多，或以后再发布',
    'even the top of the lattice suppresses %s, where at most %d may be; %s finds a vector '
    'if there is one': '即使在泛化格的最高处也要抑制 {}，而最多允许 {} 条；如果有满足的向量，{} 会找到',
    '%s to publish, fewer than k = %d, and at most %d may be suppressed; lower k':
        '要发布的{}，少于 k = {}，而最多可以抑制 {} 条；请调低 k',
    '%s to publish, fewer than k = %d; lower k': '要发布的{}，少于 k = {}；请调低 k',
    '%s with rows to publish, fewer than k = %d; lower k': '要发布的{}，少于 k = {}；请调低 k',
    '%s with rows to publish, fewer than k = %d, and at most %d records may be suppressed; '
    'lower k': '要发布的{}，少于 k = {}，而最多可以抑制 {} 条记录；请调低 k',
    'no vector satisfies all that is required with at most %s suppressed': '最多抑制 {} 时，没有向量满足全部要求',
    'not even the whole table as one class has %s': '即使整张表是一个等价类，也不满足 {}',
    'the limits leave nothing that satisfies what is required with at most %s suppressed; %s':
        '最多抑制 {} 时，在限度之内没有满足要求的；{}',
    'no change of one limit alone helps; loosen several': '只改一个限度没有用；请放宽几个',
    'the nearest that holds: %s': '最接近而成立的是：{}',
    'no classes within %s have %s: %d of the %d cells that the levels make do not have '
    'that, with %s in all and %d in the smallest':
        '{0} 之内没有满足 {1} 的等价类：按层级分成的 {3} 格中有 {2} 格不满足，共有 {4}，最小的一格有 {5} 条',
    'no classes within %s have %s': '{} 之内没有满足 {} 的等价类',
    'no strict cuts make classes within %s that have %s': '没有严格切分能得到 {} 之内满足 {} 的等价类',
    'no classes within %s that have %s were found, though there may be some':
        '没有找到 {} 之内满足 {} 的等价类，但可能存在',
    'k = %d records%s': 'k = {} 条记录{}',
    ' and pass the rules beyond k': '并满足 k 以外的要求',
    '; what would hold was not found in the steps that there are; loosen several limits':
        '；在允许的步数内没有找到成立的；请放宽几个限度',
    'a lattice of {:,} quasi-identifiers and {:,} heights is too large, because their '
    'product is above {:,}; name fewer, or take %s':
        '{} 个准标识符、{} 个高度的泛化格太大，因为两者之积超过 {}；请少指定几个，或改用 {}',
    'a lattice of {:,} quasi-identifiers has more than {:,} vectors of height {:,}, and a '
    'search that looks at all vectors of a height stops there if there are more than {} '
    'quasi-identifiers; name fewer, or take datafly or %s':
        '{0} 个准标识符的泛化格，在高度 {2} 上有 {1} 个以上的向量，而准标识符多于 {3} '
        '个时，逐一查看某一高度的所有向量的搜索到此为止；请少指定几个，或改用 datafly 或 {4}',
    'parts with the same labels, %s, are one class, and together they have not %s; other '
    'labels (--labels) may tell them apart': '标签同为 {} 的几部分是一个等价类，合在一起不满足 {}；换一种标签（--labels）也许能分开',
    'the label of %d categories is longer than csv reads; publish their common ancestor (%s)':
        '{} 个类别的标签超过 csv 能读的长度；请发布它们的共同祖先（{}）',
    '%s is both a value and the label of a set; rename the value': '{} 既是值又是集合的标签；请给这个值改名',
    '%s is the label of two different sets, because values hold a |; write another sign in '
    'them, or publish the common ancestors of a hierarchy (%s)':
        '{} 是两个不同集合的标签，因为值里有 |；请在值里换一个符号，或发布泛化层次的共同祖先（{}）',
    'the ordered distance is for numbers, not for %s; equal and hierarchical are for others':
        '有序距离（ordered）用于数，不用于 {}；其他的值用 equal 和 hierarchical',
    'column %s has sets of items (%s), and %s has no meaning for these; take distinct l, '
    'alpha, equal t, beta or delta':
        '列 {0} 是项目的集合（{1}），{2} 对它没有意义；请用 distinct l、alpha、equal t、beta 或 delta',
    'column %s has sets of items that are not known, and %s has no meaning then; take '
    'distinct l or alpha, which hold whatever they are':
        '列 {} 有未知的项目集合，这时 {} 没有意义；请用 distinct l 或 alpha，无论它们是什么都成立',
    'a class has too many different sets of items to decide %s; take a smaller number, or %s':
        '有一个等价类的不同项目集合太多，无法判定 {}；请用较小的数，或用 {}',
    'the table has too many different combinations of the quasi-identifiers for {} {:,}M, '
    'more than {:,} rows; allow more, or make the columns coarser before kanon reads them':
        '准标识符的不同组合太多，{} {}M 放不下，超过 {} 行；请允许更多，或先把各列变粗再交给 kanon',

    # Files that are written, and files that have changed.
    'the output exists; name another with %s, or replace it with %s':
        '输出文件已经存在；请用 {} 指定另一个，或用 {} 替换它',
    'exists%s; --force replaces %s, else nothing is written; put a second table in a '
    'folder of its own': '已经存在{0}；用 --force 会替换，否则什么也不写；请把第二张表放进单独的文件夹',
    ' (and %d more that would be written)': '（另有 {} 个要写的文件也是）',
    'it': '它',
    'them': '它们',
    'the output is the input %s': '输出文件就是输入文件 {}',
    'the next run would read the output as its %s': '下次运行会把输出文件当作它的 {}',
    'INI file': 'INI 文件',
    'the %s and the %s are the same file': '{} 与 {} 是同一个文件',
    'the output is a folder': '输出文件是文件夹',
    'the output is a link; name another with %s': '输出文件是链接；请用 {} 指定另一个',
    'the folder of the output cannot be written to': '输出文件所在的文件夹不能写',
    'may not be written to; its owner has taken that permission away': '不能写；它的所有者取消了写的权限',
    'is no file that can be kept': '不是可以保留的文件',
    '%s cannot be written in %s; give another %s': '{} 不能用 {} 写出；请给出另一个 {}',
    '%s cannot be written in %s': '{} 不能用 {} 写出',
    'another run has changed it since this one read it; run again': '这次运行读过它之后，另一次运行改了它；请再运行一次',
    'a temporary file cannot be written: %s; TMPDIR may name another folder':
        '无法写临时文件：{}；可以用 TMPDIR 指定另一个文件夹',
    'the INI file, the population or a hierarchy changed while the table was read; run again':
        '读表时 INI 文件、总体或泛化层次变了；请再运行一次',
    'is not a folder, but the hierarchies are written into a folder of this name':
        '不是文件夹，而泛化层次要写进这个名称的文件夹',
    'is a link, and nothing is written through one': '是链接，不通过链接写任何东西',
    'is a link, and start writes through none; remove it first': '是链接，start 不通过链接写任何东西；请先删除它',
    'is a folder, and no file takes its place': '是文件夹，不会用文件代替它',
    'is a device or a pipe, and no file takes its place': '是设备或管道，不会用文件代替它',
    'has come meanwhile; nothing was written': '这期间出现了；什么也没有写',
    'somebody else has put another file in its place': '别人在那里放了另一个文件',
    'the table was renamed for the page, so that nothing can be written beside it; '
    'download the files': '这张表在网页里改了名，所以不能在旁边写任何东西；请下载文件',

    # A table that is published again.
    'has the name of the first table, so its release would replace that one; give the file '
    'another name': '与第一张表同名，它的发布表会替换那一张；请给文件换一个名称',
    'at the levels of %s all %s would be suppressed; search anew': '按 {} 的层级，{} 会全部被抑制；请重新搜索',
    'at the levels of %s %s of %s would be suppressed, and %s allows %d; raise it, or search anew':
        '按 {0} 的层级，{2} 条记录中会抑制 {1}，而 {3} 只允许 {4} 条；请调高它，或重新搜索',
    'column %s may have the levels %d to %d, and not %d; the file was changed':
        '列 {} 的层级可以是 {} 到 {}，不能是 {}；文件被改过',
    'cannot be followed: %s': '无法照着做：{}',
    '%s has changed since the run, or is missing': '{} 在运行之后变了，或者不在了',
    '%s differs from %s%s; leave out one of %s and %s': '{} 与 {}{} 不同；请去掉 {} 和 {} 之一',
    ', which has %s': '（它是 {}）',
    '; then search anew, because %s tells of the hierarchies as they were':
        '；再重新搜索，因为 {} 记着原来的泛化层次',
    'is the record of a run that cuts, and has no level for each column; a record of %s or '
    'of datafly has': '是切分的运行记录，没有各列的层级；{} 或 datafly 的运行记录才有',
    '%s is the record of a release with a history; type %s FILE, so that this release '
    'continues it': '{} 是有历史文件的发布的运行记录；请键入 {} FILE，使这次发布接着它',
    'is not a record of a run; %s writes one': '不是运行记录；{} 才写出运行记录',
    'its options do not fit its arguments; the record was changed': '它的选项与参数不符；运行记录被改过',
    'its rules beyond k do not fit its arguments; the record was changed':
        '它在 k 以外的要求与参数不符；运行记录被改过',
    'the run was made in the folder %s, which is not there': '那次运行在文件夹 {} 里，它已经不在了',
    'is no file that --history wrote': '不是 --history 写出的文件',
    '%s: its header does not begin with %s': '{}：它的标题行不以 {} 开头',
    '%s: its header has not the number of releases, k and a checksum': '{}：它的标题行没有发布次数、k 和校验和',
    '%s: it is not UTF-8': '{}：它不是 UTF-8',
    '%s: this row is no person with the number of a group': '{}：这一行不是一个人和他的组号',
    ', counted in persons': '，按人计数',
    'the person %s stands in two rows': '{} 这个人出现在两行里',
    'the file is not as it was written: rows are missing, or rows or the header were '
    'changed; take it as it was after the last release (only names may be emptied)':
        '文件与写出时不同：少了行，或者改了行或标题行；请用上次发布之后的文件（只有名字可以清空）',
    '%s without a person in column %s, and %s needs one in every row; leave such rows out':
        '{0}在列 {1} 里没有人，而 {2} 要求每一行都有；请去掉这样的行',
    'none of its %s is in column %s of %s, so it is the history of another table':
        '其中的 {0} 都不在 {2} 的列 {1} 里，所以它是另一张表的历史文件',
    'was made with %s, and this run asks for %s; all releases of a history ask for the same':
        '是按 {} 生成的，而这次要求 {}；同一历史文件的各次发布要求相同',
    'no rule beyond k': '没有 k 以外的要求',

    # A release that is judged and attacked.
    'column %s: cannot tell which values the label %s covers: it is not a known value, an '
    'interval [low-high] or [low-high) of numbers, a set {a|b} or a node of the hierarchy; '
    'name the folder of a hierarchy that has it with --hierarchies%s':
        '列 {}：无法判断标签 {} 包含哪些值：它不是已知的值、数的区间 [low-high] 或 [low-high)、集合 '
        '{{a|b}}，也不是泛化层次的节点；请用 --hierarchies 指定含有它的泛化层次的文件夹{}',
    ', or say --decimal , if the comma is the decimal sign': '；如果逗号是小数符号，请用 --decimal , 说明',
    'nobody is left in the list: %d read, %d of them with a missing value (? or nothing)':
        '名单里没有剩下任何人：读入 {} 人，其中 {} 人有缺失值（? 或空）',
    'has none of the %s %s': '没有 {} {} 中的任何一个',
    'counts: an attack needs a row for each person; repeat each row as often as it counts':
        'counts：攻击需要每人一行；请把每一行重复所计的次数',
    'its %s classes take too long to compare with the list, because there are so many or '
    'because they cover so many people each; give --known fewer people, or --quasi fewer columns':
        '它的 {} 个等价类与名单比较太久，因为数目太多，或各自包含的人太多；请减少 --known 的人，或 --quasi 的列',
    'its classes cover so many people each that the order of the rows takes too long to '
    'compare; give --known fewer people': '它的等价类各自包含的人太多，比较行的顺序太久；请减少 --known 的人',
    'the classes and the population are too many to compare; name fewer columns with --quasi':
        '等价类和总体太多，无法比较；请用 --quasi 少指定几列',
    'the values with a bar (|) and the sets are too many to tell which set holds which value':
        '含有竖线（|）的值和集合太多，无法判断哪个集合含有哪个值',
    'has the column %s, which says whose row each row is; publish the table without it':
        '有列 {}，它说明每行是谁的；请不发布这一列',
    'there is no column %s%s which columns with --quasi and --sensitive)':
        '没有列 {}{}用 --quasi 和 --sensitive 说明是哪些列）',
    ' (the release has %s; say': '（发布表有 {}；请',
    ' (the first line of the release is not shown, because it may be a record; say':
        '（发布表的第一行可能是记录，所以不显示；请',
    ' without a missing value (? or nothing); see --missing': '不含缺失值（? 或空）；参见 --missing',
    '--require %s needs a --sensitive column': '--require {} 需要 --sensitive 列',
    '--require %s:%s: %s is not one of the --sensitive columns':
        '--require {}:{}：{} 不是 --sensitive 列之一',
    '--require %s: column %s needs %s': '--require {}：列 {} 需要 {}',
    'a number in every record': '每条记录都是数',
    'a hierarchy of all its values in the folder of --hierarchies':
        '在 --hierarchies 的文件夹里有包含全部值的泛化层次',

    # What the server says of a run.
    'stopped; no part of a file is left': '已停止；没有留下文件的任何部分',
    'the run ended without an answer (exit status %s)': '运行没有给出回答就结束了（退出状态 {}）',
    'the command ended with status %s': '命令以状态 {} 结束',
    'the page asked with values of another shape: %s': '网页给出的值不符合要求：{}',

    # What the audit finds, which is a fault of kanon.
    'the audit cannot read the release: %s': '复核无法读取发布表：{}',
    'the audit cannot decide %s, so nothing is published': '复核无法判定 {}，所以什么也不发布',
    'the audit cannot work out the measure %s, so nothing is published': '复核无法算出度量 {}，所以什么也不发布',
    'the audit found the columns %s instead of %s': '复核发现的列是 {}，而不是 {}',
    'the audit counted %d records instead of %d': '复核数出 {} 条记录，而不是 {} 条',
    'the audit found a class of %s, fewer than k = %d': '复核发现一个等价类只有 {}，少于 k = {}',
    'the audit found a class of %d person%s, fewer than k = %d': '复核发现一个等价类只有 {0} 个人，少于 k = {2}',
    'the audit found a class without %s in %s': '复核发现一个等价类在 {1} 上不满足 {0}',
    'the audit found a class without %s in %s, counted in persons': '复核发现一个等价类在 {1} 上不满足 {0}（按人计数）',
    'the audit found other rows than the records that were counted, recoded':
        '复核发现的行，与所计的记录重编码之后不同',
    'the audit found rows that are not sorted': '复核发现有行没有排序',
    "the audit found the value %s without the ' that keeps a spreadsheet from running it":
        "复核发现值 {} 前面没有防止电子表格执行它的 '",
    'the audit found records of one combination in several classes, and cannot tell whose '
    'each of them is': '复核发现同一组合的记录在几个等价类里，无法分辨每条是谁的',
    'the audit found that %s compares column %s with another distribution than that of the '
    'persons of the table': '复核发现 {} 用来与列 {} 比较的分布，不是表中各人的分布',
    'the audit found that %s compares column %s with another distribution than that of the table':
        '复核发现 {} 用来与列 {} 比较的分布，不是表的分布',
    'the audit found a history of %d releases instead of %d': '复核发现历史文件有 {} 次发布，而不是 {} 次',
    'the audit found other groups in the history than the lines of all releases':
        '复核发现历史文件里的组，与各次发布的行不符',
    'the audit found a person of whom some records are published and others are not':
        '复核发现有一个人的记录，有的发布了，有的没有',
    'the audit found a line of all releases that %d people share, fewer than k = %d':
        '复核发现各次发布连成的一行只有 {} 个人，少于 k = {}',
    'the audit found a line of all releases without %s in %s': '复核发现各次发布连成的一行在 {1} 上不满足 {0}',
    'the audit found no file that tells the next release of this one': '复核没有找到把这次发布告诉下一次的文件',
    'the audit found %d suppressed records, and %d may be': '复核发现抑制了 {} 条记录，而最多允许 {} 条',
    'the audit found no record in the release': '复核在发布表里没有找到记录',
    'the audit found other values than the recorded ones in column %s, which is reported '
    'as unchanged': '复核发现列 {} 的值与表中的不同，而报告说它没有改变',
    'the audit found %s: %s, and the report says %s': '复核算出 {}：{}，而报告说是 {}',
    'the report says %s: %s, which a release with these labels must not state':
        '报告说 {}：{}，而有这些标签的发布表不应这样说',
    'the audit found records of %s that are in no class, or in two': '复核发现 {} 的记录不在任何等价类里，或在两个里',
    'the audit found %s published as %s in column %s, which %s': '复核发现列 {2} 中 {0} 发布成 {1}，它{3}',
    'does not cover it': '不包含这个值',
    'is not its label at level %s': '不是它在第 {} 层的标签',
    'the audit found the label %s in column %s, which does not end at declared edges':
        '复核发现列 {1} 的标签 {0} 的端点不是声明的边界',
    'the audit found no level %s in the hierarchy of column %s': '复核在列 {1} 的泛化层次中没有找到层级 {0}',
    'the audit found %s published as %s in column %s, which its limits do not allow':
        '复核发现列 {2} 中 {0} 发布成 {1}，它的限度不允许这样',
    '%d records were counted where %d were read, which is a fault of kanon':
        '读入 {1} 条记录，却数出 {0} 条，这是 kanon 的错误',
}
