"""What start says of the columns of a table, and of the files that it writes."""

TEXTS = {
    # The table, and its columns.
    'columns_records': ('{columns:column}, {records:record}, {incomplete} of them with a missing value (? or nothing) in some column',
                        '{columns} 列、{records} 条记录，其中 {incomplete} 条在某一列有缺失值（? 或空）'),
    'looks_like': ('looks like', '看起来是'),
    'distinct_values': ('distinct', '不同的值'),
    'more_than': ('more than {n}', '多于 {n}'),
    'note': ('note', '说明'),
    'kind_empty': ('empty', '空'),
    'kind_constant': ('constant', '常数'),
    'kind_number': ('number', '数'),
    'kind_writing': ('number in another writing', '其他写法的数'),
    'kind_mostly_numbers': ('mostly numbers', '大多是数'),
    'kind_date': ('date', '日期'),
    'kind_mostly_dates': ('mostly dates', '大多是日期'),
    'kind_code': ('code', '编码'),
    'kind_identifier': ('likely identifier', '可能是标识符'),
    'kind_unit': ('number with a unit', '带单位的数'),
    'kind_ranges': ('ranges', '区间'),
    'kind_category': ('category', '类别'),

    # What is noted of a column.
    'row_numbers': ('without a name in the table, so taken for row numbers', '表中没有列名，因此当作行号'),
    'own_value': ('(nearly) every record has its own value: do not publish it', '（几乎）每条记录的值都不同：不要发布'),
    'units': ('the unit: {units}', '单位：{units}'),
    'a_word': ('a word', '一个词'),
    'with_unit': ('{column}: the values are numbers with a unit behind them: {units}. So they are words, and nothing lies between them and the *.'
                  ' Write the numbers alone{several}, and the unit in the name of the column. Then they are cut in ranges.',
                  '{column}：值是带单位的数：{units}。所以它们是文字，值和 * 之间没有任何层级。请只写数{several}，把单位写进列名，这样就能按区间划分。'),
    'in_one_unit': (', all in one unit', '，并统一单位'),
    'write_plain': ('{ways}: write plain numbers, 39 or 1234{point}5', '{ways}：请写成普通的数，如 39 或 1234{point}5'),
    'write_plain_or_say': ('{ways}: type --thousands {option} if that sign stands between thousands, or write plain numbers, 39 or 1234{point}5',
                           '{ways}：如果该符号是千位分隔符，请键入 --thousands {option}；否则请写成普通的数，如 39 或 1234{point}5'),
    'no_numbers': ('no numbers: {values:value}, in {records:record}', '不是数的：{values} 个值，{records} 条记录'),
    'no_dates': ('no dates: {values:value}, in {records:record}', '不是日期的：{values} 个值，{records} 条记录'),
    'like_system': ('like {system}', '形如 {system}'),
    'may_be_systems': ('may be {systems}', '可能是 {systems}'),
    'no_bands': ('no ranges: {values:value}, in {records:record}', '不是区间的：{values} 个值，{records} 条记录'),
    'no_codes': ('no codes: {values:value}, in {records:record}', '不是编码的：{values} 个值，{records} 条记录'),
    'date_fits': ('{one}; {other} fits as well', '{one}；{other} 也符合'),
    'second_format': ('a second date format: {values:value}, in {records:record}', '第二种日期格式：{values} 个值，{records} 条记录'),
    'open_ends': ('{values:open end}, in {records:record}', '{values} 个开放的端点，{records} 条记录'),
    'other_widths': ('{values:code}, in {records:record}, not as wide as the others', '{values} 个编码（{records} 条记录）与其他编码长度不同'),
    'looks_personal': ('looks like {what}, so no example is shown', '看起来是{what}，所以不举例'),
    'may_be_personal': ('may hold {what}, so no example is shown', '可能含有{what}，所以不举例'),
    'for_example': ('for example {value} ({records:record})', '例如 {value}（{records} 条记录）'),
    'a_missing_value': ('a missing value? {values}', '是缺失值吗？{values}'),
    'value_records': ('{value} ({records:record})', '{value}（{records} 条记录）'),
    'value_more': ('{value} ({records})', '{value}（{records}）'),

    # How numbers may be written, as building/column_kinds.py finds it.
    'writing_comma': ('a decimal comma', '小数逗号'),
    'writing_point': ('a decimal point', '小数点'),
    'writing_thousands': ('thousands separators', '千位分隔符'),
    'writing_exponent': ('an exponent of three digits', '三位数的指数'),
    'writing_blanks': ('blanks around it', '前后有空格'),
    'writing_sign': ('a currency or percent sign', '货币符号或百分号'),
    'writing_script': ('digits of another script', '其他文字的数字'),
    'writing_nan': ('nan or inf', 'nan 或 inf'),

    # What may be wrong.
    'header': ('The first line may be a header, not a record: in {columns} it has a name, or a word where all others are numbers or dates.'
               ' If so, leave --columns out.',
               '第一行可能是标题行而不是记录：在 {columns} 中，它是列名，或者其他各行是数或日期而它是词。如果是这样，请去掉 --columns。'),
    'perhaps_header': ('There may be no header: the first line may be a record, so it is not shown. If it is a record, name the columns with'
                       ' --columns. If it is a header, say --header, or name some of its columns with --quasi.',
                       '可能没有标题行：第一行可能是记录，所以不显示。如果是记录，请用 --columns 给出列名；如果是标题行，请用 --header 说明，或者用 --quasi 指定其中的几列。'),
    'header_record': ('The first line may be a record, not a header: {columns} is a number, or a value that is also found below. If so,'
                      ' name the columns with --columns.',
                      '第一行可能是记录而不是标题行：{columns} 是数，或者在下面也出现。如果是这样，请用 --columns 给出列名。'),
    'second_header': ('{line} looks like a second header line, not a record: in {columns} it has a word where most others are numbers, dates or'
                      ' codes. If so, type --skip-lines {option}, here and in the run.',
                      '{line}看起来是第二个标题行而不是记录：在 {columns} 中，其他各行大多是数、日期或编码，而它是词。如果确实如此，请在这里和运行时键入 --skip-lines {option}。'),
    'second_header_deep': ('{line} looks like a second header line, not a record: in {columns} it has a word where most others are numbers, dates or'
                           ' codes. Delete it in a copy of the table, and run this again with the copy.',
                           '{line}看起来是第二个标题行而不是记录：在 {columns} 中，其他各行大多是数、日期或编码，而它是词。请在表的副本中删去它，再用副本重新运行。'),
    'lines_above': ('{n:Line|Lines} {lines} above the header {n:is|are} not read here: below {n:it|them} is the first line with a name for each column.'
                    ' A run needs --skip-lines {option}, typed or in its INI file.',
                    '标题行上方的第 {lines} 行（共 {n} 行）在这里没有读取：下面才是每列都有列名的第一行。运行时需要 --skip-lines {option}，可以键入，也可以写在 INI 文件里。'),
    'line_n': ('Line {n}', '第 {n} 行'),
    'first_record': ('The first record', '第一条记录'),
    'totals_left_out': ('{n:row} {n:looks|look} like a total{where}, and {n:is|are} left out.', '{n} 行看起来是合计{where}，已剔除。'),
    'totals_kept': ('{n:row} {n:looks|look} like a total{where}, and {n:is|are} kept as --totals keep says.',
                    '{n} 行看起来是合计{where}，按 --totals keep 保留。'),
    'totals_apart': ('{n:row} {n:looks|look} like a total{where}: a word such as Total, and else numbers or nothing. So {n:it is|they'
                     ' are} not counted above, and the commands below say --totals leave-out. Type --totals keep if it is a record.',
                     '{n} 行看起来是合计{where}：有 Total 这样的词，其余是数或空。所以上面没有计入，下面的命令带有 --totals leave-out。'
                     '如果它是记录，请键入 --totals keep。'),
    'totals_many': ('{n:row} {n:looks|look} like a total{where}: a word such as Total, and else numbers or nothing. So many are taken'
                    ' for records. If they are none, type --totals leave-out.',
                    '{n} 行看起来是合计{where}：有 Total 这样的词，其余是数或空。因为行数多，所以当作记录。如果不是记录，请键入 --totals leave-out。'),
    'at_line': (' (line {line})', '（第 {line} 行）'),
    'at_lines': (' (lines {lines})', '（第 {lines} 行）'),
    'comma_here': ('Numbers are written with a decimal comma here.', '这里的数用小数逗号。'),
    'comma_in_ini': ('The INI file says so.', 'INI 文件里已注明。'),
    'comma_say': ('Say so with --decimal , (start writes it into the INI file).', '请用 --decimal , 说明（start 会把它写进 INI 文件）。'),
    'too_few': ('{n:record} {n:is|are} fewer than k = {k}: nothing can be published.', '{n} 条记录少于 k = {k}：什么也不能发布。'),
    'sums_here': ('{n:row} {n:is a sum|are sums} of others: {columns}. The people of a sum count twice. And whoever takes a published row from a'
                  ' published sum can read off what is left, however few these people are. Leave the sums out of a copy of the table.',
                  '{n} 行是其他行之和：{columns}。和里的人计了两次。而且用发布的和减去发布的行，就能读出剩下的人数，不论多么少。请在表的副本中去掉这些和。'),
    'rows_of_value': ('{column} = {value} ({n:row})', '{column} = {value}（{n} 行）'),
    'rows_of_column': ('{column} ({n:row})', '{column}（{n} 行）'),
    'gaps_cost': ('{n:record} would be left out only for a gap in columns that are published as they are: {columns}. If these are not published,'
                  ' --missing-in used keeps the {n:record|records}. --missing value keeps {n:it|them}, too, and publishes the gaps.',
                  '{n} 条记录会只因原样发布的列有缺失值而被剔除：{columns}。如果不发布这些列，--missing-in used 会保留这些记录；'
                  '--missing value 也会保留它们，并原样发布缺失值。'),
    'gaps_many': ('{n} of {all:record} would be left out, because a value is missing: {columns}. Type --missing root, and they are published, with * for'
                  ' a missing quasi-identifier; or publish without such a column; or type --missing drop, and they are left out.',
                  '{all} 条记录中有 {n} 条会因缺失值而被剔除：{columns}。请键入 --missing root 来发布它们，缺失的准标识符发布为 *；或不发布这样的列；或键入'
                  ' --missing drop 来剔除它们。'),
    'too_few_whole': ('{n:record} without a missing value {n:is|are} fewer than k = {k}: nothing can be published.',
                      '没有缺失值的 {n} 条记录少于 k = {k}：什么也不能发布。'),
    'items_or_persons': ('Where persons are counted, no cell is read as several items.', '按人计数时，不会把单元格读作多个项目。'),
    'choice_items_each': ('{columns} have an item each of one list, {column}.', '{columns} 各有同一列表 {column} 中的一个项目。'),
    'choice_items': ('{column} has several items in a cell, with {sign} between them.', '{column} 的单元格有多个项目，以 {sign} 分隔。'),
    'says_whose': ('says whose row each row is: counted, and not published', '说明每行是谁的：只计数，不发布'),
    'may_say_whose': ('{column} looks as if it said whose row each row is: {persons:different value} in {records:record}, {several} of them in several'
                      ' records, one in {most}. If it does, type --person {option}, and k counts persons.',
                      '{column} 看起来说明了每行是谁的：{records} 条记录中有 {persons} 个不同的值，{several} 个值在几条记录里，最多的一个在 {most} 条里。'
                      '如果是这样，请键入 --person {option}，k 就按人计数。'),
    'leaves_and_labels': ('The INI file has categories = leaves and labels = ancestor: tried on {records:record}, Mondrian loses {labels} so (lm, of {most}),'
                          ' and {nodes} along the hierarchies. With leaves alone a class lists its values: {sets} is lost, and a reader can put back'
                          ' {put_back:value}.',
                          'INI 文件里写了 categories = leaves 和 labels = ancestor：在 {records} 条记录上试过，Mondrian 这样损失 {labels}（lm，最多 {most}），'
                          '沿泛化层次切分损失 {nodes}。只有 categories = leaves 时，等价类会列出它的值：损失 {sets}，但读者能还原 {put_back} 个值。'),
    'leaves_alone': ('The INI file has categories = leaves: tried on {records:record}, Mondrian loses {sets} so (lm, of {most}), and {nodes} along the'
                     ' hierarchies. A class lists its values. With labels = ancestor, too, it has labels of the hierarchies, and {labels} is lost.',
                     'INI 文件里写了 categories = leaves：在 {records} 条记录上试过，Mondrian 这样损失 {sets}（lm，最多 {most}），沿泛化层次切分损失 {nodes}。'
                     '等价类会列出它的值。如果再加上 labels = ancestor，就用泛化层次的标签，损失 {labels}。'),
    'rare_below_root': ('Right below the root of {columns} a part has fewer than k = {k} records, and then a node is not cut.',
                        '{columns} 的根之下有一支少于 k = {k} 条记录，这时节点不会切开。'),
    'used_says_whose': ('{column} looks as if it said whose row each row is: {persons:different value} in {records:record}, {several} of them in several'
                        ' records, one in {most}. If it does, type --person {option} and do not name it otherwise: then k counts persons, and it is'
                        ' not published.',
                        '{column} 看起来说明了每行是谁的：{records} 条记录中有 {persons} 个不同的值，{several} 个值在几条记录里，最多的一个在 {most} 条里。'
                        '如果是这样，请键入 --person {option}，不要再以其他方式指定它：k 就按人计数，它也不会发布。'),
    'repeats_so': ('It repeats like persons: {signs}.', '它像人一样重复出现：{signs}。'),
    'repeats_balanced': ('each value is in equally many records', '每个值的记录数相同'),
    'repeats_numbered': ('{columns} tells the records of each value apart', '{columns} 区分每个值的各条记录'),
    'repeats_constant': ('another column stays the same for each value', '另有一列对每个值保持不变'),
    'repeats_together': ('the records of each value stand together', '每个值的记录都在一起'),
    'repeats_like_persons': ('may say whose row each row is, so no example is shown', '可能说明每行是谁的，所以不举例'),
    'k_allows': ('k = {k} in records would allow a class of {n:person}.', '按记录计数的 k = {k}，允许等价类里只有 {n} 个人。'),
    'rows_of_persons': ('{column} says whose row each row is: {persons:person} {persons:has|have} {records:record}, {average} each on average, {several}'
                        ' {several:has|have} several, and the most are {most}.',
                        '{column} 说明每行是谁的：{persons} 个人有 {records} 条记录，平均每人 {average} 条，{several} 人有几条，最多的有 {most} 条。'),
    'too_few_persons': ('{n:person} {n:is|are} fewer than k = {k}: nothing can be published.', '{n} 个人少于 k = {k}：什么也不能发布。'),
    'persons_alike': ('{n:name} in {column} may be the same person as another one, but for capitals, blanks or how a number or an accent is written.'
                      ' A run refuses that. Write each in one way or, if each way to write a name is another person, type --exact {option}.',
                      '{column} 中有 {n} 个名字可能与另一个名字是同一个人，只是大小写、空格或数字、重音的写法不同。运行时会拒绝。请统一写法；如果每种写法都是'
                      '不同的人，请键入 --exact {option}。'),
    'choice_exact': ('In {columns} each way to write a value is a value of its own.', '在 {columns} 中，每种写法都是不同的值。'),
    'contradicting': ('The records of {n:person} contradict each other in what cannot change: {columns}{where}. Either a value is wrong, or the records'
                      ' are of several persons.',
                      '有 {n} 个人的记录在不会改变的内容上互相矛盾：{columns}{where}。要么某个值有错，要么这些记录属于几个人。'),
    'column_persons': ('{column} ({n:person})', '{column}（{n} 人）'),
    'alike_here': ('Values may be the same as another one, but for capitals, blanks or how a number or an accent is written: {columns}. Write each in'
                   ' one way, and run this again.',
                   '有些值可能与另一个值相同，只是大小写、空格或数字、重音的写法不同：{columns}。请统一写法，再重新运行。'),
    'sentences': ('. ', '。'),
    'more_values': ('{n:more value}', '另有 {n} 个值'),
    'n_values': ('{n:value}', '{n} 个值'),
    'like_missing': ('Some values look like missing ones, and count as values like any other: {columns}. If they mean that nothing is known,'
                     ' type {option} here, or in the run.',
                     '有些值看起来是缺失值，却与其他值一样计数：{columns}。如果它们表示未知，请在这里或运行时键入 {option}。'),
    'like_code': ('In {column} some numbers are far from all others, and may mean that nothing is known: {values}. They count as numbers. If they'
                  ' mean that, type --na-in {option} here, and in the run.',
                  '{column} 中有些数远离其他所有的数，可能表示未知：{values}。现在它们按数计算。如果它们表示未知，请在这里和运行时键入 --na-in {option}。'),
    'in_thousands': ('In {column} a sign may stand between thousands or before decimals: a value such as {value} may be 1200 or {decimals}. A run that cuts'
                  ' the column as numbers is refused without an answer. Type --thousands {option} or --thousands {other}, here and in the run.',
                  '{column} 中的符号可能是千位分隔符，也可能是小数点：像 {value} 这样的值可能是 1200 或 {decimals}。不作回答时，把该列当作数来切分的运行会被拒绝。'
                  '请在这里和运行时键入 --thousands {option} 或 --thousands {other}。'),
    'two_digit_years': ('{column}: the dates have two digits of a year. Which years are meant? {answers}. For a hierarchy of the first, type {command}.',
                        '{column}：日期的年份只有两位数字。指的是哪些年？{answers}。若是第一种，请键入 {command} 生成泛化层次。'),
    'years_from': ('{first} to {last}{years}', '{first} 至 {last}{years}'),
    'they_are': (' (then the dates are of {first} to {last})', '（那么日期在 {first} 年至 {last} 年之间）'),
    'lost_zeros': ('{column} looks like postcodes that lost their zeros at the start, as a spreadsheet takes them away: the values have {fewer} or'
                   ' {more} digits. In a spreadsheet =TEXT(A2,"{zeros}") puts them back, or import the column as text.',
                   '{column} 看起来是丢了前导零的邮政编码（电子表格会去掉前导零）：值有 {fewer} 位或 {more} 位数字。在电子表格中可用 =TEXT(A2,"{zeros}") 补上，'
                   '或把该列作为文本导入。'),
    'identifier_carried': ('{column} is a likely identifier: whoever knows it knows whose record it is; leave it out of the release.',
                           '{column} 可能是标识符：知道它的人就知道是谁的记录；请不要发布它。'),
    'identifier_quasi': ('{column} is a likely identifier: as a quasi-identifier it would be generalized until little is left of it. Is it'
                         ' needed?',
                         '{column} 可能是标识符：作为准标识符，它会被泛化到所剩无几。真的需要它吗？'),
    'two_widths': ('{column}: {told}, or the release takes them for different values.', '{column}：{told}，否则发布表把它们当作不同的值。'),
    'others_missing': ('{column}: its values that are no {kind} are taken as missing.', '{column}：其中不是{kind}的值当作缺失值。'),
    'others_stay': ('{column}: its values that are no {kind} stay as they are at all levels below the *. Correct them and run this again,'
                    ' edit its hierarchy, or take them as missing with --unreadable missing{fits}.',
                    '{column}：其中不是{kind}的值在 * 以下的各层都保持原样。请改正后重新运行，或修改它的泛化层次，或用 --unreadable missing 当作缺失值{fits}。'),
    'dates_like': ('; all are dates like {formats}', '；都是形如 {formats} 的日期'),
    'and_like': (' and like ', '、'),
    'format_fits': ("; --date-format '{formats}' of hierarchy dates fits all", "；hierarchy dates 的 --date-format '{formats}' 符合全部"),
    'numbers': ('numbers', '数'),
    'dates': ('dates', '日期'),
    'codes': ('codes', '编码'),
    'written_twice': ("{column}: dates are written in two ways: most like {first}, and {values:value} in {records:record} like {second}. Its"
                      " hierarchy reads both, as --date-format '{both}' of hierarchy dates does.",
                      "{column}：日期有两种写法：大多如 {first}，另有 {values} 个值（{records} 条记录）如 {second}。它的泛化层次两种都能读，"
                      "与 hierarchy dates 的 --date-format '{both}' 一样。"),
    'either_way': ('{column}: most dates are written like {first}, and {read} like {second}. Both fit {either}, as different days. Write all'
                   ' dates in one way.',
                   '{column}：日期大多写成 {first}，{read}写成 {second}。有{either}两种都符合，但日子不同。请把日期统一成一种写法。'),
    'values_in': ('{values:value} in {records:record}', '{records} 条记录中的 {values} 个值'),
    'day_first': ('{column}: the day is taken to come first ({first}), but {second} fits all values, too.',
                  '{column}：这里认为日在前（{first}），但 {second} 也符合所有的值。'),
    'taken_for_system': ('{column}: the values look like {system} codes, such as {example}, so the hierarchy cuts them as --cuts {system} of hierarchy codes'
                         ' does. {others} may look so, too. If the values are such, type {command}.',
                         '{column}：值形如 {system} 编码（例如 {example}），所以泛化层次像 hierarchy codes 的 --cuts {system} 那样截取。{others}也可能如此。'
                         '如果是这样，请键入 {command}。'),
    'perhaps_system': ('{column}: the values may be codes of {systems}, or others of the same form, such as postcodes, numbers of rooms, or amounts.'
                       ' The form does not tell. If they are {first}, type {command}{another}.',
                       '{column}：值可能是 {systems} 的编码，也可能是形式相同的其他值，如邮政编码、房间号或金额。仅凭形式无法判断。如果是 {first}，请键入 {command}{another}。'),
    'another_behind_cuts': ('; if they are others of these, write their name behind --cuts', '；如果是其中另一种，请把它的名称写在 --cuts 之后'),
    'look_icd10': ('Codes of other lists, such as those of tumours or of rooms,', '其他编码，例如肿瘤编码或房间号，'),
    'look_isco08': ('Plain numbers of four digits, such as amounts,', '四位数的普通数字，例如金额，'),
    'look_nace': ('Amounts with a leading zero', '带前导零的金额'),
    'look_nuts': ('Other codes that begin with a country', '以国家代码开头的其他编码'),
    'look_gb2260': ('Postcodes, dates and amounts of six digits', '六位数的邮政编码、日期和金额'),
    'look_ags': ('Other numbers of eight digits', '其他八位数'),
    'look_insee': ('Other codes of five characters', '其他五个字符的编码'),
    'look_atc': ('Other codes of letters and digits', '其他由字母和数字组成的编码'),
    'personal_column': ('{column} looks like {what}: leave it out of the release.', '{column} 看起来是{what}：请不要发布它。'),

    # What can be done about it, as a program is offered it.
    'choice_header': ('The first line is a header.', '第一行是标题行。'),
    'choice_skip': ('Do not read {n:line|lines} {lines}.', '不读第 {lines} 行（共 {n} 行）。'),
    'choice_record': ('The first line is a record.', '第一行是记录。'),
    'choice_totals': ('They are totals: leave them out.', '它们是合计：剔除。'),
    'choice_records': ('They are records: keep them.', '它们是记录：保留。'),
    'choice_comma': ('The comma is the decimal sign.', '逗号是小数符号。'),
    'choice_person': ('{column} says whose row each row is.', '{column} 说明每行是谁的。'),
    'choice_na': ('They mean that nothing is known.', '它们表示未知。'),
    'choice_code': ('In {column} they mean that nothing is known.', '在 {column} 中它们表示未知。'),
    'choice_thousands': ('In {column} {sign} stands between thousands.', '{column} 中的 {sign} 是千位分隔符。'),
    'choice_decimals': ('In {column} {sign} stands before decimals.', '{column} 中的 {sign} 是小数点。'),
    'choice_century': ('Read the dates as {format}, of {first} to {last}.', '把日期读作 {format}，年份在 {first} 至 {last} 之间。'),
    'choice_missing': ('Take these values as missing.', '把这些值当作缺失值。'),
    'choice_star': ('Keep these records: a missing quasi-identifier is published as *.', '保留这些记录：缺失的准标识符发布为 *。'),
    'choice_drop': ('Leave these records out.', '剔除这些记录。'),
    'choice_without': ('Leave {column} out.', '去掉 {column}。'),
    'choice_dates': ('Read the dates as {format}.', '把日期读作 {format}。'),
    'choice_system': ('They are codes of {system}.', '它们是 {system} 编码。'),
    'choice_no_codes': ('They are something else.', '它们是其他内容。'),
    'doubts_none': ('Nothing is in doubt.', '没有疑问。'),

    # What comes next.
    'nothing_written': ('Nothing is written yet. To begin, name the columns that others may know about a person, and the sensitive ones:',
                        '还没有写出文件。请先指定别人可能知道的列，以及敏感的列：'),
    'never_published': ('Columns that you do not name are never published. Put a name with blanks or commas in quotes:',
                  '没有指定的列不会发布。列名中有空格或逗号时，请加引号：'),
    'to_edit': ('written, to be edited:', '已写出，可以修改：'),
    'next_lines': ('next:', '下一步：'),
    'without_optimal': ("run_samarati.py --optimal finds the vector that loses least. Without --optimal it takes the best of the least height, as Samarati's"
                        ' paper does, and may lose more.',
                        'run_samarati.py --optimal 找出损失最小的向量。不加 --optimal 时，它按 Samarati 的论文取高度最小的向量中最好的一个，损失可能更大。'),
    'the_options': ('the options', '选项'),
    'date_day': ('day', '日'),
    'date_month': ('month', '月'),
    'date_hour': ('hour', '小时'),
    'date_quarter': ('quarter', '季度'),
    'date_year': ('year', '年'),
    'date_decade': ('decade', '十年'),
    'flat': ('flat, the values and *', '一层：值和 *'),
    'by_mask': ('the last character masked, then the last two, and so on', '先盖住最后一个字符，再盖住最后两个，依此类推'),
    'by_cuts': ('cut as {system}: prefixes of {lengths}', '按 {system} 截取：前缀长 {lengths}'),
    'by_ends': ('ranges combined by their ends', '按端点合并的区间'),
    'by_ranges': ('ranges of {width}', '宽 {width} 的区间'),
    'by_quantiles': ('{parts} groups of about equally many records', '{parts} 组，各组记录数大致相同'),
    'levels_and_others': ('{levels}; the others stay as they are', '{levels}；其余的值保持原样'),
    'open_labels': ('; open: {labels}', '；开放的：{labels}'),

    # Of the page.
    'start_title': ('What {data} looks like', '{data} 是什么样的'),
    'start_finding': ('{data} has {columns:column} and {records:record}, {incomplete} of them with a missing value in some column.',
                      '{data} 有 {columns} 列、{records} 条记录，其中 {incomplete} 条在某一列有缺失值。'),
    'start_columns': ('The columns', '各列'),
    'doubts': ('What to look at', '需要注意的'),
    'written': ('What was written, to be edited', '写出的文件，可以修改'),
    'holds_what': ('What it holds', '内容'),
    'next': ('What to do next', '下一步'),
}
