"""What a page says to the person who signs it: what is to be decided, what it is for, and what the page leaves out."""

TEXTS = {
    # The decisions.
    'decide': ('1. What to decide', '1. 需要决定的事'),
    'to_decide': ('To decide', '需要决定'),
    'known': ('What is known', '已知的情况'),
    'decided': ('Decided', '决定'),
    'decide_whose': ('People or rows', '人还是行'),
    'whose_rows': ('k = {k} counts rows. Does each person have one row? If not, a class may hold fewer persons. --person COLUMN counts them.',
                   'k = {k} 数的是行。是否每人一行？如果不是，等价类里的人可能更少。--person COLUMN 按人计数。'),
    'whose_persons': ('k = {k} counts persons. The column {person} says whose row each row is, and is not published. Does it say so rightly?',
                      'k = {k} 数的是人。{person} 列说明每行是谁的，不发布。它说明得对吗？'),
    'whose_persons_there': ('The column {person} says whose row each row is, and persons are counted. Does it say so rightly?',
                            '{person} 列说明每行是谁的，按人计数。它说明得对吗？'),
    'whose_rows_found': ('The classes count rows. Does each person have one row? If not, a class may hold fewer persons. --person COLUMN counts them.',
                         '等价类数的是行。是否每人一行？如果不是，等价类里的人可能更少。--person COLUMN 按人计数。'),
    'decide_identifiers': ('Identifiers that are published', '发布的标识符'),
    'identifiers_unseen': ('Nothing that is published unchanged was taken for an identifier: {columns}. Does one of them tell who somebody is?',
                           '原样发布的列没有被看作标识符：{columns}。其中有哪一列能说明某人是谁吗？'),
    'identifiers_unjudged': ('Not judged: {columns}. Does one of them tell who somebody is?', '没有评估：{columns}。其中有哪一列能说明某人是谁吗？'),
    'identifiers_all_judged': ('There is no column but quasi-identifiers and sensitive ones: {columns}. Does one of them tell who somebody is?',
                               '除准标识符和敏感属性外没有别的列：{columns}。其中有哪一列能说明某人是谁吗？'),
    'decide_options': ('Options beside the table', '表旁边的选项'),
    'decide_standards': ('Standards that are open', '未定的标准'),
    'standards_unasked': ('No standard was named with --standard. Does one bind you?', '没有用 --standard 指定标准。有哪项标准约束你们吗？'),
    'clauses_failing': ('Failing: {clauses}.', '不满足：{clauses}。'),
    'clauses_left': ('To decide: {clauses}.', '需要决定：{clauses}。'),
    'decide_others': ('Other releases', '其他发布表'),
    'others_unknown': ('No record of another release was found beside this one. Is there one elsewhere?',
                       '在这张发布表旁边没有找到另一张的运行记录。别处有吗？'),
    'others_unlooked': ('Not looked for. Who has another release of the same people?', '没有查找。谁有同一些人的另一张发布表？'),
    'heed_also': ('Decide on this, too:', '还要决定：'),

    # What it is for.
    'fields': ('2. What it is for', '2. 用途'),
    'field_purpose': ('Purpose', '目的'),
    'field_recipient': ('Recipient', '接收方'),
    'field_legal_basis': ('Legal basis', '法律依据'),
    'field_retention': ('Retention', '保存期限'),
    'field_chosen_by': ('Who chose the quasi-identifiers', '谁选定了准标识符'),
    'field_reasons': ('Why these', '为什么选这些'),
    'field_name': ('Name', '姓名'),
    'field_date': ('Date', '日期'),
    'field_signature': ('Signature', '签名'),
    'sign_check': ('I have read this page, and approve the publication of {output}.', '我已阅读本页，同意发布 {output}。'),
    'signed_file': ('Which file, exactly', '是哪个文件'),
    'check_again': ('This command gives the same page:', '这条命令得到同样的页面：'),

    # What the page leaves out.
    'page_tells': ('This page can be read by people who may not see the table. It names no value and no label. Beyond what can be counted in the release it'
                   ' tells: names of files and columns, options, levels; how many were read and not published, but of 1 to {most} only that they are fewer'
                   ' than {k}; warnings and verdicts, without such numbers. Three dots stand for words and numbers that were typed. The record has all else,'
                   ' and so has the page that --internal makes.',
                   '不能看原表的人可以看本页。本页不写出任何值和标签。除了从发布表就能数出的内容，它只说明：文件名、列名、选项和层级；读入和未发布的数目，其中 1 到 {most}'
                   ' 只写“不足 {k}”；不带这种数目的警告和结论。省略号代表键入的词和数。其余的都在运行记录里，也在 --internal 生成的页面里。'),
    'names_nothing': ('This page names no value of the table. --internal makes the full page.', '本页不写出表中的任何值。--internal 生成完整的页面。'),
    'one_hidden': ('one value (not shown)', '一个值（不显示）'),
    'internal_head': ('INTERNAL: this page shows values that few people have. Do not hand it on.', '内部文件：本页显示少数人才有的值，请勿外传。'),
    'internal_sheet': ('INTERNAL - do not hand on', '内部文件 - 请勿外传'),
    'more_measures': ('More measures', '其他指标'),
    'all_measures': ('All measures of the sensitive columns', '敏感属性的全部指标'),
}
