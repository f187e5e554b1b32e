"""What the programs refuse about hierarchies, in Chinese: their files, and the rules for them."""

CHINESE = {
    # A hierarchy file.
    'column %s %s; make one with %s, or name the folder of another with %s':
        '列 {} {}；请用 {} 生成一个，或者用 {} 指定另一个文件夹',
    'has no hierarchy file': '没有泛化层次文件',
    'has no hierarchy; this file came with kanon, and serves tables with the columns of '
    'UCI Adult alone': '没有泛化层次；这个文件随 kanon 提供，只用于有 UCI Adult 各列的表',
    'there is no such hierarchy file': '没有这个泛化层次文件',
    'there is no such folder of hierarchies': '没有这个泛化层次的文件夹',
    'no leaf for %d of the %d values of column %s, in %s: %s; %s':
        '列 {2} 的 {1} 个值中有 {0} 个（{3}）没有叶子：{4}；{5}',
    'add a line "value,parent" for each; see python -m kanon hierarchy check':
        '请为每个值加一行“value,parent”；参见 python -m kanon hierarchy check',
    '%d of them may be the same as a leaf, but for capitals, blanks or how a number or an '
    'accent is written; write both alike; see %s':
        '其中 {} 个可能与某个叶子相同，只是大小写、空格或数字、重音的写法不同；请统一写法；参见 {}',
    'column %s: %s; %s': '列 {}：{}；{}',
    'column %s: %s': '列 {}：{}',
    '%s is a node of the hierarchy, and no leaf': '{} 是泛化层次的节点，不是叶子',
    '%d values are nodes of the hierarchy, and no leaves: %s': '{} 个值是泛化层次的节点，不是叶子：{}',
    'rename the node in the hierarchy; or was the table generalized before?':
        '请给泛化层次中的节点改名；或者，这张表以前泛化过吗？',
    'write %s in the data as %s, with the %s%s, or take %s': '请在数据中把 {} 写成 {}，并加上 {}{}，或者用 {}',
    'it': '它',
    'line %s': '一行 {}',
    ', and so the others': '，其余的也这样',
    'with column %s the hierarchies have %s labels together, which are too many; those of '
    'more than %d levels may have %s in all': '加上列 {}，各泛化层次共有 {} 个标签，太多了；超过 {} 层的，合计最多 {} 个',
    'has {:,} levels; there may be {:,}': '有 {} 层；最多 {} 层',
    '%s leaves at %s levels are too many; at more than %d levels there may be %s labels in all':
        '{1} 层共有 {0} 个叶子，太多了；超过 {2} 层时，合计最多 {3} 个标签',
    'one field, %s, where "child,parent" is expected': '只有一个字段 {}，应为“child,parent”',
    '%s is its own parent; leave the repetition out': '{} 是自己的父节点；请去掉重复',
    '%s has an empty parent': '{} 的父节点是空的',
    '%s has two parents, %s (line %d) and %s': '{0} 有两个父节点：{1}（第 {2} 行）和 {3}',
    '%s has two paths, one on line %d': '{} 有两条路径，一条在第 {} 行',
    'holds no line "child,parent"': '没有“child,parent”这样的行',
    'a cycle: %s': '有循环：{}',
    'a second root, %s beside %s; give both one parent': '除了 {1} 还有第二个根 {0}；请给两者同一个父节点',
    'a path that repeats a label must lead from a recorded value to the root, not from %s to %s':
        '有重复标签的路径必须从表中的值到根，而不是从 {} 到 {}',
    'at level %d %s goes on as %s (for %s) and as %s (for %s); repeat labels alike':
        '在第 {0} 层，{1} 之上既有 {2}（对 {3}），又有 {4}（对 {5}）；请以同样的方式重复标签',

    # One that is made by rule.
    'column %s has more than %d distinct values; make them coarser first, for instance '
    'times into days': '列 {} 有 {} 个以上不同的值；请先变粗，例如把时间变成日期',
    'every value is missing (? or empty), so there is nothing to make a hierarchy of':
        '所有的值都缺失（? 或空），无法生成泛化层次',
    'there is no value to make a hierarchy of': '没有值可以生成泛化层次',
    'a label and a recorded value are the same: %s; %s': '标签与表中的值相同：{}；{}',
    'if it means missing, write ? or nothing instead': '如果它表示缺失，请写 ? 或留空',
    'write the value in another way': '请换一种写法',
    '%s: a value with a line that begins with # cannot stand in a hierarchy file':
        '{}：有以 # 开头的行的值不能写进泛化层次文件',
    'the bounds: %s': '上下界：{}',
    'the least and the greatest value, such as 0,99, are expected, not %s':
        '应为最小值和最大值，例如 0,99，而不是 {}',
    'the bounds are the least value, then the greatest; %s is above %s': '先写最小值，再写最大值；{} 大于 {}',
    'there are {:,} values from {} to {}, and a hierarchy has at most {:,}':
        '从 {1} 到 {2} 有 {0} 个值，泛化层次最多 {3} 个',
    'the bounds of codes must have equally many digits, such as 01000,99999, not %s and %s':
        '编码的上下界位数必须相同，例如 01000,99999，而不是 {} 和 {}',
    'holds no record without a missing value (? or nothing)': '没有一条记录不含缺失值（? 或空）',
    '--%s is needed, such as --%s %s': '需要 --{}，例如 --{} {}',
    '--column needs one or more columns, each named once': '--column 需要一列或几列，每列写一次',
    '--%s means nothing beside --widths ends, where values say what the ranges are':
        '用 --widths ends 时 --{} 没有意义，因为区间由值说明',

    # Ranges of numbers, and groups of them.
    '%d of the %d values are not plain numbers such as 39 or -1%s5: %s; correct them, and '
    'write ? or nothing for an unknown value (--unreadable missing leaves a few of them out)':
        '{1} 个值中有 {0} 个不是 39、-1{2}5 这样的普通的数：{3}；请改正，未知的值写 ? 或留空（个别的值可用 --unreadable missing 去掉）',
    '%s is not a plain number': '{} 不是普通的数',
    'a number such as 90 or 0.5 is expected, not %s': '应为 90、0.5 这样的数，而不是 {}',
    'no width is given': '没有给出宽度',
    'a width is a number above 0, not %s': '宽度是大于 0 的数，不是 {}',
    'a width is a number above 0; %s has one that is not': '宽度是大于 0 的数；{} 中有一个不是',
    'the widths are not nested: %s is not a multiple of %s': '宽度不能嵌套：{} 不是 {} 的倍数',
    'the width %s is given twice': '宽度 {} 写了两次',
    'the %s, %s, is not an edge of the ranges of %s from %s; the nearest are %s and %s':
        '{0} {1} 不是从 {3} 起宽 {2} 的区间的边界；最近的是 {4} 和 {5}',
    'top': '上端',
    'bottom': '下端',
    'the bottom, %s, is not below the top, %s': '下端 {} 不小于上端 {}',
    'the end of a range would have more digits than a computer tells apart: %s; take wider ranges':
        '区间端点的位数会超过计算机能分辨的：{}；请用更宽的区间',
    'the end of a range would have more than %d characters: %s; round the values':
        '区间的端点会超过 {} 个字符：{}；请把值取整',
    '%s is an open end, which no range holds; --%s %s makes one that does':
        '{} 是开放的端点，没有区间包含它；--{} {} 可以生成包含它的区间',
    'two open ends, %s, hold the same numbers; correct one of them': '两个开放的端点 {} 包含相同的数；请改正其中一个',
    '%d of the %d values are no ranges such as 25-29, <40 or 80+, and no numbers: %s; '
    'correct them': '{1} 个值中有 {0} 个既不是 25-29、<40、80+ 这样的区间，也不是数：{2}；请改正',
    'numbers of groups such as 16,8,4,2 are expected, not %s': '应为 16,8,4,2 这样的组数，而不是 {}',
    'at least one number of parts is needed, and each must be at least 1': '至少需要一个组数，每个至少是 1',
    'the parts are not nested: %d cannot be cut into %d': '组数不能嵌套：{} 不能分成 {}',
    'the number of parts %d is given twice': '组数 {} 写了两次',

    # Codes.
    'a number of characters is expected, not %s': '应为字符数，而不是 {}',
    "%s: a value with a '*' in it cannot be told from a masked one": "{}：含有 '*' 的值无法与掩码的值区分",
    '%s has more than %d characters, too many for a code to be masked': '{} 超过 {} 个字符，作为要掩码的编码太长',
    'lengths of prefixes such as 1,3,4 are expected, or one of %s, not %s':
        '应为 1,3,4 这样的前缀长度，或者 {} 之一，而不是 {}',
    'the lengths of prefixes ascend from 1, such as 1,3,4, not %s': '前缀长度从 1 起递增，例如 1,3,4，而不是 {}',
    'there are no cuts %s%s (there are %s)': '没有截取方式 {}{}（现有 {}）',
    'the style of labels is %s or %s, not %s': '标签的写法是 {} 或 {}，不是 {}',
    '%d of the %d values are no %s: %s; correct them, and write ? or nothing for an '
    'unknown value (%s leaves a few of them out)':
        '{1} 个值中有 {0} 个不是{2}：{3}；请改正，未知的值写 ? 或留空（个别的值可用 {4} 去掉）',
    'codes of %s such as %s': ' {} 的编码（例如 {}）',
    'codes of letters A to Z and digits': '由字母 A 至 Z 和数字组成的编码',
    '%d of the %d values seem to have lost a leading zero, as codes do that are read as '
    'numbers: %s; write them like %s, or give the lengths of the prefixes, %s, which take '
    'them as they are': '{1} 个值中有 {0} 个似乎丢了前导零，编码当作数来读时就会这样：{2}；请写成 {3} 这样，或者给出前缀的长度 {4}，按原样截取',
    '%d of the %d values are in no range of %s: %s; add a line for each, or correct them '
    '(%s leaves a few of them out)': '{1} 个值中有 {0} 个不在 {2} 的任何范围内：{3}；请为每个值加一行，或改正（个别的值可用 {4} 去掉）',
    '%s is a class of %s, and what codes begin with; name the class in another way':
        '{} 既是 {} 的类，又是编码的前缀；请给这个类换一个名称',
    '%s is in two classes, %s (such as %s) and %s (such as %s); leave the prefix of %s out of %s':
        '{0} 在两个类中：{1}（例如 {2}）和 {3}（例如 {4}）；请从 {6} 中去掉长 {5} 的前缀',

    # Dates.
    '%d of the %d values are not dates like %s: %s%s': '{1} 个值中有 {0} 个不是形如 {2} 的日期：{3}{4}',
    '; all are dates like %s': '；都是形如 {} 的日期',
    "; --date-format '%s' fits all": "；--date-format '{}' 符合全部",
    '%d of the %d values tell no hour: %s; leave the level hour out':
        '{1} 个值中有 {0} 个没有小时：{2}；请去掉 hour 这一层',
    '%d of the %d values are different dates in two of the formats: %s; correct them, or '
    'leave one format out': '{1} 个值中有 {0} 个按其中两种格式是不同的日期：{2}；请改正，或去掉一种格式',
    'some of %s are expected, each once and in this order, not %s': '应为 {} 中的几个，各写一次，按此顺序，而不是 {}',
    'the levels must be some of %s, each once and in this order, not %s':
        '层级应为 {} 中的几个，各写一次，按此顺序，而不是 {}',
    'the date format %s reads no year; %%d/%%m/%%Y is one that does': '日期格式 {} 没有年；%d/%m/%Y 这样的才有',
    'the date format %s does not tell the %s; leave the level out': '日期格式 {} 没有 {}；请去掉这一层',
    '%s is not a date like %s': '{} 不是形如 {} 的日期',
    'a format such as %d/%m/%Y is expected, not {}': '应为 %d/%m/%Y 这样的格式，而不是 {}',

    # Groups with names.
    'a name and its members, such as north=n|ne|nw, are expected, not %s':
        '应为名称和成员，例如 north=n|ne|nw，而不是 {}',
    '%s is not a group such as north=n|ne|nw; the * above all groups is added, not given':
        '{} 不是 north=n|ne|nw 这样的组；最上面的 * 会自动加上，不必写',
    'two groups are named %s': '有两组都叫 {}',
    '%s is a member of two groups, %s and %s': '{} 是两个组的成员：{} 和 {}',
    'a group is among its own members: %s': '有一组是自己的成员：{}',
    'a group has the name of a recorded value: %s': '组名与表中的值相同：{}',
    '%d of the %d values are in no group: %s': '{1} 个值中有 {0} 个不在任何组里：{2}',

    # What the page asks itself.
    'there is no ask %s': '没有 {} 这种请求',
    'there is no rule %s for hierarchies': '没有 {} 这种生成泛化层次的方式',
    'the text has more than {:,} characters; edit the file itself': '文本超过 {} 个字符；请直接编辑文件',
    'the %s %s did not come with kanon': '{} {} 不是随 kanon 提供的',
    'classes': '类',
    'standard': '标准',
    'is no plain name of a file': '不是简单的文件名',
}
