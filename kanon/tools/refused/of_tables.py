"""What the programs refuse of a file, its columns, its values and its persons, in Chinese."""

CHINESE = {
    # Of any file.
    'No such file or directory': '没有这个文件或文件夹',
    'Permission denied': '没有权限',
    'Is a directory': '是文件夹',
    'Not a directory': '不是文件夹',
    'No space left on device': '磁盘已满',
    'File too large': '文件太大',
    'this is a folder, not a file': '这是文件夹，不是文件',
    'this is a device, not a file': '这是设备，不是文件',
    'this is a pipe, which is read only where it is named on the command line': '这是管道，只有在命令行里指定才会读',
    'cannot be read: %s': '无法读取：{}',
    'the packed bytes are broken, or take more than 128 MB to unpack': '压缩的内容已损坏，或解压需要 128 MB 以上',
    'Compressed file ended before the end-of-stream marker was reached': '压缩文件没有完整的结尾',
    'Error -3 while decompressing data: invalid block type': '解压出错（Error -3）：块的类型无效',
    'Error -3 while decompressing data: %s': '解压出错（Error -3）：{}',
    'this Python was built without %s; use gzip': '这个 Python 不支持 {}；请用 gzip',
    'holds more than %d bytes; unpack it first': '超过 {} 字节；请先解压',
    'is not UTF-8 text': '不是 UTF-8 文本',
    '%s; %s': '{}；{}',
    'is a tar archive; %s': '是 tar 压缩包；{}',
    'is a zip archive': '是 zip 压缩包',
    'is an empty zip archive': '是空的 zip 压缩包',
    'is a RAR archive': '是 RAR 压缩包',
    'is a 7z archive': '是 7z 压缩包',
    'is packed with zstd': '用 zstd 压缩',
    'is packed with lz4': '用 lz4 压缩',
    'is a Parquet file': '是 Parquet 文件',
    'is an Arrow file': '是 Arrow 文件',
    'is an SQLite database': '是 SQLite 数据库',
    'is an HDF5 file': '是 HDF5 文件',
    'is an old Office file, such as xls': '是旧版 Office 文件，例如 xls',
    'is a PDF document': '是 PDF 文档',
    'is an RTF document': '是 RTF 文档',
    'is an Excel workbook': '是 Excel 工作簿',
    'is an OpenDocument spreadsheet': '是 OpenDocument 表格',
    'is a Word document': '是 Word 文档',
    'is an OpenDocument file': '是 OpenDocument 文件',
    'is an Office file': '是 Office 文件',
    'save it as CSV UTF-8': '请另存为 CSV UTF-8',
    'unpack it, and name the csv file in it': '请解压，再指定里面的 csv 文件',
    'export the table as csv': '请把表导出为 csv',
    'name a csv file': '请指定 csv 文件',
    'unpack it, or pack it with gzip': '请解压，或改用 gzip 压缩',
    'name a table in it, such as people.db::patients': '请指定里面的一张表，例如 people.db::patients',

    # How its letters are stored.
    'there is no encoding %s': '没有 {} 这种编码',
    '%s is no encoding of files': '{} 不是文件的编码',
    'is not %s text; %s': '不是 {} 文本；{}',
    'byte %s, at offset %d, is not %s text; %s': '偏移 {1} 处的字节 {0} 不是 {2} 文本；{3}',
    'give its %s%s': '请用 {} 给出它的编码{}',
    ' (%s?)': '（{}？）',
    ', such as utf-16-le if it has no byte order mark': '，如果没有字节顺序标记，例如 utf-16-le',
    'hierarchy files are UTF-8': '泛化层次文件用 UTF-8',
    'begins like UTF-16; give %s': '开头像 UTF-16；请用 {}',
    'looks like UTF-16 without a byte order mark; give %s': '看起来是没有字节顺序标记的 UTF-16；请用 {}',
    'byte %d is NUL; this is not a csv file, or it needs another %s':
        '第 {} 个字节是 NUL；这不是 csv 文件，或者需要另一个 {}',
    'a NUL character; this is not a csv file, or it needs another %s':
        '有 NUL 字符；这不是 csv 文件，或者需要另一个 {}',
    'no line ends in the %d bytes from byte %d on, the most that a line may have; if it is '
    'a csv file, leave the column of so long a value out, in a copy':
        '从第 {1} 个字节起的 {0} 个字节里没有行尾，而一行最多这么长；如果是 csv 文件，请在副本中去掉值这么长的列',
    'a field is longer than %d characters, the most that it may have; is a quote not '
    'closed? if it is one value, leave its column out, in a copy':
        '有一个字段超过 {} 个字符的上限；是不是有引号没有闭合？如果它确实是一个值，请在副本中去掉这一列',
    'the quotes do not match: a field that begins with " must end with ", with any " '
    'between them doubled': '引号不配对：以 " 开头的字段必须以 " 结尾，中间的每个 " 要写两次',

    # The header, and the columns.
    'holds no record': '没有记录',
    'holds no record%s': '没有记录{}',
    ', only %s': '，只有 {}',
    'has a header line, but no record%s': '有标题行，但没有记录{}',
    ' beside %s': '，只有 {}',
    'the folder holds no csv file': '这个文件夹里没有 csv 文件',
    'this line is a note for Excel, which names the delimiter; leave it out with %s':
        '这一行是给 Excel 看的，说明分隔符；请用 {} 去掉它',
    "looks like a table of R's write.table, with a blank between its fields; say %s":
        '看起来是 R 的 write.table 写的表，字段之间是空格；请用 {} 说明',
    'looks like the header, below %s of another kind; leave %s out with %s':
        '看起来是标题行，上面还有 {0} 不同的内容；请用 {2} 去掉',
    'the first line looks like a header%s': '第一行看起来是标题行{}',
    ': %s; leave %s out, or give exactly these names': '：{}；请去掉 {}，或者给出同样的列名',
    ', because it has a word where all others have numbers; leave %s out or, if it is a '
    'record, write ? for that word': '，因为其他各行是数的地方它是词；请去掉 {}；如果它是记录，请把那个词写成 ?',
    'column %d has no name%s': '第 {} 列没有列名{}',
    'two columns, %d and %d, have the same name%s': '第 {} 列和第 {} 列的列名相同{}',
    'two columns are named %s': '有两列都叫 {}',
    '; if every line ends with the delimiter, take it off, else name all columns with %s':
        '；如果每行都以分隔符结尾，请去掉它，否则请用 {} 给出全部列名',
    '; give it one, or name all columns with %s': '；请给它取名，或者用 {} 给出全部列名',
    '; the next line looks like a second header, with a name for each column: leave this '
    'one out with %s': '；下一行看起来是另一个标题行，每列都有列名：请用 {} 去掉这一行',
    '; rename one, or name all columns with %s, and leave this line out with %s':
        '；请改其中一个，或者用 {} 给出全部列名，再用 {} 去掉这一行',
    '%s where %s (%s)%s': '{1}，这一行却是 {0}（{2}）{3}',
    '; if the header lacks a name, name all columns with %s': '；如果标题行少一个列名，请用 {} 给出全部列名',
    'there is no column %s': '没有列 {}',
    ' to be made of %s, because there is no column %s': '，它应由 {} 生成，但没有列 {}',
    ' (the first line names %s; if it is not a header, name the columns with %s)':
        '（第一行的列名是 {}；如果它不是标题行，请用 {} 给出列名）',
    'the first line, of %s, is not shown, because it may be a record; if it is one, name '
    'the columns with %s': '第一行有 {}，因为可能是记录，所以不显示；如果是记录，请用 {} 给出列名',
    'the header is not that of %s: %s': '标题行与 {} 的不同：{}',
    'without %s; does it have one?': '没有 {}；它有标题行吗？',
    'without %s': '没有 {}',
    'with %s': '有 {}',
    ', and with %s': '，而有 {}',
    'column %d is %s, and there it is %s': '第 {} 列是 {}，而那里是 {}',
    'has a column %s already; give the one that %s makes another name': '已有列 {}；请给 {} 生成的列取别的名称',
    'has the same records as %s; is it a copy? each of its records would count twice':
        '与 {} 的记录相同；是它的副本吗？每条记录都会算两次',
    'the file changed while it was read; run again': '读取时文件变了；请再运行一次',
    'can be read once only; save it as a file, and name that': '只能读一次；请存成文件，再指定那个文件',

    # How many records a row stands for.
    'column %s says %s, which is no number of records; a whole number from 1 on is '
    'expected, in at most 12 plain digits': '列 {} 的值 {} 不是记录数；应为从 1 起的整数，最多 12 位数字',
    'the counts say {:,} records, and a release has a row for each; it may have {:,}, '
    'unless another number is named with {}': '计数合计 {} 条记录，发布表每条一行；最多可有 {} 行，除非用 {} 给出别的数',
    '{:,} quasi-identifiers are named, and at most {:,} are taken; name fewer':
        '指定了 {} 个准标识符，最多 {} 个；请少指定几个',

    # Values.
    'column %s holds numbers, but %d of its %d values, in %d records, are not plain '
    'numbers: %s; %scorrect them (write 39 or 1234%s5, and ? or nothing for an unknown value)%s%s':
        '列 {0} 是数，但 {2} 个值中有 {1} 个（{3} 条记录）不是普通的数：{4}；{5}请改正（写 39 或 1234{6}5，未知的值写 ? 或留空）{7}{8}',
    'say %s if the comma is their decimal sign, or ': '如果逗号是小数符号，请用 {} 说明；否则',
    'say %s if that sign stands between thousands, or ': '如果该符号是千位分隔符，请用 {} 说明；否则',
    ', take them as missing with %s': '，或者用 {} 当作缺失值',
    ' and run this again; or leave it out of --quasi': '，再重新运行；或者不要用 --quasi 指定这一列',
    ', take all values as categories with %s, or give the column a hierarchy':
        '，或者用 {} 把所有的值当作类别，或者给这一列一个泛化层次',
    '; write all with %d digits': '；请都写成 {} 位数字',
    'column %s: ': '列 {}：',
    'digits with a leading zero are codes, and these are written in two ways: %(wide)d of '
    'the %(all)d values, in %(wide_records)d records, have %(width)d digits, and '
    '%(others)d, in %(other_records)d records, have not: %(values)s; write all with '
    '%(width)d digits':
        '前面有零的数字是编码，而这里有两种写法：{1} 个值中有 {0} 个（{2} 条记录）是 {3} 位数字，另有 {4} 个（{5} 条记录）不是：{6}；请都写成 '
        '{7} 位数字',
    'column %s: %s may be %s or %s; say %s or %s': '列 {}：{} 可能是 {} 或 {}；请用 {} 或 {} 说明',
    'column %s: %s is no number with %s between its thousands; correct it, or say %s':
        '列 {}：{} 不是以 {} 为千位分隔符的数；请改正，或者用 {} 说明',
    '%s is a recorded value, but missing values are published as it; if it means missing, '
    'write ? or nothing instead': '{} 是表中的值，但缺失值要发布成它；如果它表示缺失，请写 ? 或留空',
    'column %s: %s %s': '列 {}：{} {}',
    'is no date like %s; %s': '不是形如 {} 的日期；{}',
    'is a different date in two of the formats; correct it, or leave one format out':
        '按其中两种格式是不同的日期；请改正，或去掉一种格式',
    '%s reads it': '{} 能读它',
    'correct it, or write ? if it is not known': '请改正；如果未知，请写 ?',
    '%s has %%y, so 30 is 1930 or 2030; say %s for 1925 to 2024':
        '{} 里有 %y，所以 30 可能是 1930 或 2030；若指 1925 至 2024 年，请用 {} 说明',
    'the date format %s does not tell the day; %%d/%%m/%%Y is one that does':
        '日期格式 {} 没有日；%d/%m/%Y 这样的才有',
    '%s has %s in it, which stands between the items of column %s; write the item without it':
        '{} 里有 {}，而它是列 {} 的项目之间的符号；请不要在项目里写它',

    # Whose row each row is.
    'column %s %s, so it does not say whose row each is; name another with %s':
        '列 {} {}，所以不能说明每行是谁的；请用 {} 指定另一列',
    'has the one value %s': '只有一个值 {}',
    'is empty': '是空的',
    'column %s: %s and %s may be one person%s; write both alike or, if each way to write a '
    'name is another person, type %s': '列 {}：{} 和 {} 可能是同一个人{}；请统一写法；如果每种写法都是不同的人，请键入 {}',
    ', and so may be %s': '，另有 {} 也是如此',
    'column %s joins the rows of %d of the %d persons who have several, because nobody '
    'else has their value; leave it out': '列 {0} 把有几行的 {2} 个人中 {1} 个人的行连在一起，因为别人都没有他们的值；请不要发布它',

    # How many.
    '%s record': '{} 条记录',
    '%s records': '{} 条记录',
    '%s value': '{} 个值',
    '%s values': '{} 个值',
    '%s line': '{} 行',
    '%s lines': '{} 行',
    '%s field': '{} 个字段',
    '%s fields': '{} 个字段',
    '%s column': '{} 列',
    '%s columns': '{} 列',
    '%s person': '{} 个人',
    '%s persons': '{} 个人',
    '%s people': '{} 个人',
    '%s row': '{} 行',
    '%s rows': '{} 行',
    '%s level': '{} 层',
    '%s levels': '{} 层',
    '%s class': '{} 个类',
    '%s classes': '{} 个类',
    '%s character': '{} 个字符',
    '%s characters': '{} 个字符',
    '%s total row': '{} 行合计',
    '%s total rows': '{} 行合计',
    '%s more pair': '{} 对',
    '%s more pairs': '{} 对',
    'there is %s': '有 {}',
    'there are %s': '有 {}',
}
