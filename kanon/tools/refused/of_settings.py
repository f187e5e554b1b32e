"""What the programs refuse of settings, INI files, limits and standards, in Chinese."""

CHINESE = {
    # What is expected of a setting.
    'k is a whole number of 2 or more, not {}': 'k 是不小于 2 的整数，不是 {}',
    '%s, not %s': '{}，而不是 {}',
    '%s is expected, not %s': '应为 {}，而不是 {}',
    '%s is not one of %s': '{} 不是 {} 之一',
    'the name of a column is expected, not {}': '应为列名，而不是 {}',
    'a whole number of 2 or more people is expected, not {}': '应为不小于 2 的人数，而不是 {}',
    'a number of records or a share like 4% is expected, not {}': '应为记录数，或 4% 这样的比例，而不是 {}',
    'a number of seconds is expected, not {}': '应为秒数，而不是 {}',
    'a number from 0 to 1 is expected, not {}': '应为 0 到 1 的数，而不是 {}',
    'a number above 0 and up to 1 is expected, not {}': '应为大于 0、不大于 1 的数，而不是 {}',
    'a number above 0 is expected, not {}': '应为大于 0 的数，而不是 {}',
    'a number like 2 or 0.25, of at most nine decimals, is expected, not %s':
        '应为 2、0.25 这样的数，最多九位小数，而不是 {}',
    'a whole number of 1 or more is expected, not {}': '应为不小于 1 的整数，而不是 {}',
    'a whole number from 1 to 100,000 is expected, not {}': '应为 1 到 100,000 的整数，而不是 {}',
    'a share from 0 to 1, such as 0.5 or 2/3, is expected, not %s':
        '应为 0 到 1 的比例，例如 0.5 或 2/3，而不是 {}',
    'the first of the hundred years that two digits mean, such as 1925, is expected, not {}':
        '应为两位数年份所指的一百年中的第一年，例如 1925，而不是 {}',
    'numbers of lines among the first %d, such as 1-3,5, are expected, not {}':
        '应为前 {} 行中的行号，例如 1-3,5，而不是 {}',
    'one character, tab or blank is expected, not {}': '应为一个字符、tab 或 blank，而不是 {}',
    'one of , ; | or the word tab is expected, not {}': '应为 , ; | 之一，或者 tab，而不是 {}',
    'a point or a comma is expected, not {}': '应为点或逗号，而不是 {}',
    'the path of a file or folder is expected, not {}': '应为文件或文件夹的路径，而不是 {}',
    '%s has an empty name; put a list with blanks in quotes': '{} 中有空的列名；有空格的列表请加引号',
    'it names no column': '没有指定列',
    '%s is not a list of %s': '{} 不是{}的列表',
    'column names': '列名',
    'rules or limits': '要求或限度',
    'a part of the list %s is longer than %s characters': '列表 {} 中有一部分超过 {} 个字符',
    'no rule is given': '没有给出要求',
    'one rule for all columns, or column=rule pairs with ; between them, are expected, not %s':
        '应为对所有列的一个要求，或者用 ; 分隔的“列=要求”，而不是 {}',
    'pairs like age=2,race=0.5 are expected, not %s': '应为 age=2,race=0.5 这样的对，而不是 {}',
    'pairs like zip=plz,age=alter are expected, not %s': '应为 zip=plz,age=alter 这样的对，而不是 {}',
    '%s has two weights': '{} 有两个权重',
    '%s: a number from 0 on is expected, not %s': '{}：应为不小于 0 的数，而不是 {}',
    '%s: the name of another column is expected, not %s': '{}：应为另一列的列名，而不是 {}',
    '%s stands there twice': '{} 写了两次',
    'parts like %s, with ; between them, are expected, not %s': '应为 {} 这样的部分，用 ; 分隔，而不是 {}',
    '%s: a sign such as | or one of %s is expected, or two columns or more that have an '
    'item each, not %s': '{}：应为 | 这样的符号，或 {} 之一，或各有一个项目的两列以上，而不是 {}',
    '%s is the column that is made of these columns; give it another name': '{} 是由这些列生成的列；请给它换一个名称',
    '%s: one of %s is expected, or %s if no sign stands between thousands, not %s':
        '{}：应为 {} 之一；如果没有千位分隔符，则写 {}，而不是 {}',
    'a word is empty; nothing at all is a missing value anyway, and words are separated by %s':
        '有一个词是空的；空字段本来就是缺失值，各词用 {} 分隔',
    '%s is what a release has in place of suppressed values': '{} 是发布表里代替被抑制的值的',
    '%s has %s in it; words are separated by %s': '{} 里有 {}；各词用 {} 分隔',
    'parts like zip%s2 or age%s10 wide, with ; between them, are expected, not %s':
        '应为 zip{}2 或 age{}10 wide 这样的部分，用 ; 分隔，而不是 {}',
    '%s has two limits': '{} 有两个限度',
    '%s: a width is a number above 0, such as 10 wide, not %s': '{}：宽度是大于 0 的数，例如 10 wide，不是 {}',
    '%s: a level is a whole number from 0 on or a name, and a width is written 10 wide, not %s':
        '{}：层级是从 0 起的整数或名称，宽度写成 10 wide，而不是 {}',
    'the names %s cannot stand in a limit; rename those with a line end in them or a blank '
    'at their end': '列名 {} 不能写进限度；有换行或末尾有空格的，请改名',
    'c:l like 3:2 is expected, with l of 2 or more, not %s': '应为 3:2 这样的 c:l，l 不小于 2，而不是 {}',
    'it is typed twice, and the second would replace the first; write all parts as one':
        '键入了两次，第二次会代替第一次；请写在一起',

    # The INI file.
    'there is no option %s%s': '没有选项 {}{}',
    '%s is for the command line only': '{} 只能在命令行里用',
    'holds more than {:,} characters; an INI file is a few lines "option = value"':
        '超过 {} 个字符；INI 文件只有几行“option = value”',
    'holds more than {:,} lines; an INI file is a few lines "option = value"':
        '超过 {} 行；INI 文件只有几行“option = value”',
    'the names %s cannot stand in an INI file; rename those with a line end in them':
        '列名 {} 不能写进 INI 文件；有换行的请改名',
    'its lines cannot be told apart; write each option at the left edge, on one line':
        '无法分辨各行；请把每个选项写在行首，各占一行',
    '%s: %s cannot stand in an INI file, where a value is one line of text':
        '{}：{} 不能写进 INI 文件，因为值只能是一行文本',
    'expected a line [kanon], and below it lines "option = value", no option twice':
        '应有一行 [kanon]，下面是“option = value”的行，每个选项一次',
    'section [%s] is unknown; options stand in section [kanon]': '没有 [{}] 这一节；选项写在 [kanon] 一节里',
    'a page cannot set %s': '网页不能设置 {}',

    # The page to sign.
    '%s: %s is longer than %d characters; shorten it, the page has little room':
        '{0}：{1} 超过 {2} 个字符；页面地方有限，请缩短',
    'a text of the page has half of a character': '页面的文本里有半个字符',
    'its texts cannot be told apart; write each on one line': '无法分辨各段文本；请各写一行',
    'the page has no field %s%s': '页面没有栏目 {}{}',
    '; its fields are %s': '；它的栏目是 {}',
    'expected a line [page], and below it lines "purpose = text", no word twice':
        '应有一行 [page]，下面是“purpose = text”的行，每个词一次',

    # What goes together.
    '--%s needs --quasi, which writes the INI file': '--{} 需要 --quasi，它写出 INI 文件',
    'column %s is named twice': '列 {} 指定了两次',
    '%s names no column': '{} 没有指定列',
    'column %s has the %s, so it is no quasi-identifier and is not published':
        '列 {} 是 {} 的列，所以不是准标识符，也不发布',
    'column %s says whose row each is (%s), so it is no quasi-identifier, is not '
    'published, and does not have the counts': '列 {} 说明每行是谁的（{}），所以不是准标识符，不发布，也不是计数的列',
    '%s and %s exclude each other': '{} 与 {} 不能同用',
    '%s and %s exclude each other: %s': '{} 与 {} 不能同用：{}',
    '%s and %s exclude each other: a rule of items counts records': '{} 与 {} 不能同用：对项目的要求按记录计数',
    '%s and %s exclude each other in Mondrian: cuts within limits count records':
        '在 Mondrian 中 {} 与 {} 不能同用：限度内的切分按记录计数',
    'each row is one record of its person': '每一行是一个人的一条记录',
    'the table that %s compares with is another one in each release': '{} 所比较的表，在每次发布中都不同',
    'the sizes of classes are not worked out over groups': '等价类的大小不按组计算',
    'records of one combination may be published or held back': '同一组合的记录，有的可能发布，有的可能留待以后',
    'the file changes only together with the release': '这个文件只与发布表一起改变',
    '--header and --columns exclude each other: the first line names the columns, or '
    '--columns does': '--header 与 --columns 不能同用：列名要么在第一行，要么由 --columns 给出',
    '--person and --counts exclude each other here: a row that stands for several records '
    'has no one person': '--person 与 --counts 在这里不能同用：代表几条记录的一行不属于一个人',
    '%s is for %s': '{} 用于 {}',
    '%s is for %s, which alone leaves records out': '{} 用于 {}，只有它才剔除记录',
    '%s is for a %s with %%y': '{} 用于有 %y 的 {}',
    '--%s is for --standard': '--{} 用于 --standard',
    '%s is for searches by levels, and Mondrian cuts; take %s': '{} 用于按层级的搜索，而 Mondrian 是切分；请用 {}',
    '%s needs %s, which says whose row each is': '{} 需要 {}，它说明每行是谁的',
    '%s needs a %s column': '{} 需要 {} 列',
    '%s needs a %s': '{} 需要 {}',
    'a rule beyond k needs a --sensitive column': 'k 以外的要求需要 --sensitive 列',
    'name the quasi-identifiers with --quasi; %s': '请用 --quasi 指定准标识符；{}',
    'the columns are %s': '各列是 {}',
    '%s: %s is not a %s%s': '{0}：{1} 不是{2}{3}',
    'quasi-identifier': '准标识符',
    'sensitive column': '敏感属性',
    '%s: column %s has the %s, which are plain numbers and never missing':
        '{}：列 {} 是 {} 的列，都是普通的数，从不缺失',
    '%s: column %s is a quasi-identifier; sets of items are for %s columns':
        '{}：列 {} 是准标识符；项目的集合用于 {} 列',
    '%s: column %s has counts or dates, and no items': '{}：列 {} 是计数或日期，没有项目',
    '%s: column %s is published as a part of %s; name %s in its place':
        '{}：列 {} 作为 {} 的一部分发布；请改为指定 {}',
    '%s are all 0; give at least one quasi-identifier a weight above 0':
        '{} 都是 0；请至少给一个准标识符大于 0 的权重',
    '%s and %s exclude each other: only strict cuts count persons': '{} 与 {} 不能同用：只有严格切分才按人计数',
    '--standard names %s twice': '--standard 里 {} 写了两次',

    # Limits.
    '%s: the levels of column %s have no names; write a number from 0 to %d, or name the '
    'levels in a line "# Levels: ..., ..." of its hierarchy file':
        '{0}：列 {1} 的各层没有名称；请写 0 到 {2} 的数，或者在泛化层次文件的“# Levels: ..., ...”一行里命名',
    '%s: the hierarchy of column %s has %s, and its line "# Levels:" names %d; write a '
    'number from 0 to %d': '{}：列 {} 的泛化层次有 {}，而“# Levels:”一行有 {} 个名称；请写 0 到 {} 的数',
    '%s: column %s has no level %s%s; its levels are %s': '{0}：列 {1} 没有层级 {2}{3}；它的层级是 {4}',
    '%s: column %s has no level %s; its levels are 0 to %d': '{}：列 {} 没有层级 {}；它的层级是 0 到 {}',
    '%s: column %s holds no numbers, so no label is %s; name a level':
        '{}：列 {} 不是数，所以没有 {} 的标签；请指定层级',
    '%s %s>=%s is above %s %s<=%s, so no label of column %s is left':
        '{0} {1}>={2} 高于 {3} {4}<={5}，所以列 {6} 没有可用的标签',
    '%s: even single labels of column %s are wider than %s': '{}：列 {} 的单个标签已经比 {} 宽',
    '%s: level %d of column %s is its root, so nothing of it would be published; leave it '
    'out of %s': '{0}：列 {2} 的第 {1} 层是根，这样什么也没有发布；请从 {3} 中去掉它',
    '%s: the labels of level %d of column %s are no ranges of its numbers; name another '
    'level, or a width': '{0}：列 {2} 第 {1} 层的标签不是它的数的区间；请指定另一层，或宽度',
    '%s: column %s has no hierarchy, so it has no level %s%s': '{}：列 {} 没有泛化层次，所以没有层级 {}{}',
    '; for an interval this wide write %s wide': '；这么宽的区间请写 {} wide',
    '; make one with python -m kanon hierarchy': '；请用 python -m kanon hierarchy 生成',
    '%s: the numbers of column %s are %s apart, and %s is no multiple of that':
        '{}：列 {} 的数相隔 {}，而 {} 不是它的倍数',

    # The official standards.
    'there is no standard %s%s (there are %s; a file of your own is named with its path)':
        '没有标准 {}{}（现有 {}；自己的文件请写路径）',
    '{:,} clauses are too many for {:,} columns; name fewer standards, or look at fewer columns':
        '对 {1} 列来说 {0} 条条款太多；请少指定几个标准，或少看几列',
    '--holds: no clause is about %s%s (there is %s)': '--holds：没有条款涉及 {}{}（现有 {}）',
    'no kind': '没有任何内容',
    '--holds: there is no column %s%s (there are %s)': '--holds：没有列 {}{}（现有 {}）',
    '--holds: column %s is said to hold %s, and none of the kinds': '--holds：列 {} 既说含有 {}，又说什么都没有',

    # The rules beyond k.
    'a share above 0 and up to 1 is expected': '应为大于 0、不大于 1 的比例',
    'L, entropy:L or recursive:C,L is expected, with L above 1 and C above 0':
        '应为 L、entropy:L 或 recursive:C,L，L 大于 1，C 大于 0',
    'T, ordered:T or hierarchical:T is expected, with T from 0 to 1':
        '应为 T、ordered:T 或 hierarchical:T，T 从 0 到 1',
    'B or enhanced:B is expected, with B above 0': '应为 B 或 enhanced:B，B 大于 0',

    # What is typed.
    '%s is not for this program; it is an option of %s%s': '{0} 不能用于这个程序；它是 {1}{2} 的选项',
    ' and %d more': ' 等（另有 {} 个）',
}
