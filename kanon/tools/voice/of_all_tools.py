"""What several pages, pictures and verbs say."""

TEXTS = {
    'only_names': ('{names}', '{names}'),
    'parts': ('{parts}', '{parts}'),
    'a_column': ('column', '列'),
    'yes': ('yes', '是'),
    'no': ('no', '否'),
    'standard_output': ('standard output', '标准输出'),
    'standard_input': ('standard input', '标准输入'),
    'ini_none': ('No INI file was used. Every option was typed, or has its default.', '没有使用 INI 文件。所有选项都是键入的，或是默认值。'),
    'ini_quiet': ('{config} was read. It set no option of this run.', '读取了 {config}。它没有设定这次运行的任何选项。'),
    'ini_sets': ('{config} set these options, which nobody typed: {options}.', '{config} 设定了以下选项，没有人键入它们：{options}。'),
    'ini_sender': ('WARNING: {told}. Such a file may come from the sender of the table.', '警告：{told}。这样的文件可能来自提供该表的人。'),
    'pictures': ('Pictures', '图'),
    'details': ('Details', '细节'),
    'meaning': ('What it means', '含义'),
    'more_rows': ('{n:row} more {n:is|are} not shown here.', '另有 {n} 行没有在此列出。'),
    'one_in': ('1 in {n}', '1/{n}'),
    'records_are': ('{n:record}', '{n} 条记录'),
    'in_classes': ('{records:record} in {classes:class}', '{records} 条记录，{classes} 个等价类'),
    'recorded': ('recorded', '原值'),
    'smaller_than_k': ('below k', '小于 k'),
}
