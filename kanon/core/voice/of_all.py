"""What several reports, pages and pictures say."""

TEXTS = {
    # Words.
    'by': ('Made by {program}, kanon {version}, from {data}.',
           '由 {program}（kanon {version}）根据 {data} 生成。'),
    'none': ('none', '无'),
    'comma': (', ', '、'),
    'blank': (' ', ''),
    'fewer_than': ('fewer than {k}', '不足 {k}'),
    'at_least_so_many': ('at least {n}', '至少 {n}'),
    'some': ('some', '若干'),
    'semicolon': ('; ', '；'),
    'stop': ('.', '。'),
    'a_vector': ('vector', '向量'),
    'seconds': ('seconds', '秒'),
    'and': (' and ', ' 和 '),
    'counted_by': ('Each row stands for as many records as column {column} says.',
                   '每一行代表若干条记录，条数由 {column} 列给出。'),
    'count_column': ('Column {column} looks like a count, but each row is taken for one record. If'
                     ' a row stands for several records, run again with --counts {column}.',
                     '{column} 列看起来是计数，但这里把每行当作一条记录。如果一行代表几条记录，请加上 --counts {column} 重新运行。'),
    'sets_of_items': ('{column}: sets of items, separated by {sign}. Rules are about one item at a'
                      ' time.',
                      '{column}：项目的集合，以 {sign} 分隔。规则每次针对一个项目。'),
    'a_blank': ('blanks', '空格'),
    'items_measured': ('l is the fewest items such that each known record has one of them. t and'
                       ' alpha are those of one item.',
                       'l 是最少的项目数，使每条已知的记录都有其中之一。t 和 alpha 是单个项目的。'),
    'no_item_of_all': ('No item of {column} is that of all records of a class.',
                       '{column} 没有一个项目是等价类中所有记录都有的。'),
    'no_items_of_all': ('No {n} items of {column} are such that each record of a class has one of'
                        ' them.',
                        '{column} 没有这样的 {n} 个项目：等价类中每条记录都有其中之一。'),
    'like_list': ('The cells of {column} look as if they had several items, with {sign} between'
                  ' them. A rule takes such a cell for one value, so a class where all have the'
                  ' same item may pass. If they are items, run with --items {option}.',
                  '{column} 的单元格看起来有多个项目，以 {sign} 分隔。规则把这样的单元格当作一个值，'
                  '因此人人都有同一项目的等价类也可能通过。如果它们是项目，请加上 --items {option} 运行。'),
    'like_columns': ('The columns {columns} look as if they had an item each of one list. A rule'
                     ' takes each of them alone, so a class where all have the same item in one of'
                     ' them may pass. If they are such a list, run with --items {option}, and name'
                     ' that column with --sensitive in their place.',
                     '{columns} 列看起来各有同一列表中的一个项目。规则分别看每一列，因此人人都在其中某一列有同一项目的等价类也可能通过。'
                     '如果它们是这样的列表，请加上 --items {option} 运行，并用 --sensitive 指定该列来代替它们。'),
    'as_one': ('{n:value} of {column} may be the same as another one, but for capitals, blanks or'
               ' how a number or an accent is written; l and alpha count them as one. If they are'
               ' different, type --exact {option}.',
               '{column} 有 {n} 个值可能与另一个值相同，只是大小写、空格或数字、重音的写法不同；'
               'l 和 alpha 把它们算作一个值。如果它们不同，请加上 --exact {option}。'),
    'ini_tells': ('nobody named {config} with --config, and it sets {options}',
                  '没有人用 --config 指定 {config}，而它设定了 {options}'),
    'read_as': ('read as: {settings}', '读取方式：{settings}'),
    'not_followed': ('not followed here is what {config} says, {settings}, because an INI file'
                     ' takes no row out of a table that is judged',
                     '这里不遵循 {config} 中的 {settings}，因为 INI 文件不会从被评判的表中去掉任何行'),
    'totals_typed': ('--totals leave-out leaves the totals out where it is typed',
                     '键入 --totals leave-out 才会剔除合计行'),
    'sentence': ('{text}.', '{text}。'),
    'warning': ('WARNING: {text}', '警告：{text}'),
    'column': ('Column', '列'),
    'value': ('Value', '值'),

    # Orders of a column.
    'order_numbers': ('numbers', '数值'),
    'order_frequency': ('frequency', '频数'),
    'order_leaves': ("the hierarchy's leaves", '泛化层次的叶子'),
    'order_ranges': ('numbers in ranges', '分段的数值'),
    'order_nodes': ("the hierarchy's nodes", '泛化层次的节点'),
    'order_gap': ('{order}, for a missing value among numbers', '{order}（数值中有缺失值）'),

    # In pictures.
    'named': ('{name}: {text}', '{name}：{text}'),
    'records': ('records', '记录数'),
    'classes': ('classes', '等价类数'),
    'level': ('level', '层级'),
    'published': ('published', '发布'),
    'suppressed': ('suppressed', '抑制'),
}
