"""What a run that publishes says: its report."""

TEXTS = {
    # What was asked.
    'every_class': ('Every combination of {quasi} that is published has at least k = {k}'
                    ' {k:record|records}.',
                    '发布的每种 {quasi} 组合至少有 k = {k} 条记录。'),
    'every_class_persons': ('Every combination of {quasi} that is published has rows of at least k'
                            ' = {k} {k:person|persons} ({person} says whose row it is, and is not'
                            ' published).',
                            '发布的每种 {quasi} 组合中至少有 k = {k} 个人的行（{person} 列说明每行是谁的，不发布）。'),
    'history_lines': ('In {releases:release} side by side, everybody who was published has the'
                      ' same labels and absences as at least {others:other person} ({file} has the'
                      ' groups).',
                      '把 {releases} 次发布并排来看，每个发布过的人都与至少另外 {others} 个人的标签和缺席相同（分组在 {file} 中）。'),
    'history_rules': ('These rules hold for those of them, too, who are absent from this release,'
                      ' with the values that were published of them last.',
                      '对其中不在这次发布里的人，按他们最后一次发布的值，这些规则同样成立。'),
    'are_a_class': ('Such records are a class.', '这样的一组记录是一个等价类。'),
    'rules_hold': ('Every class has {rules}.', '每个等价类都满足：{rules}。'),
    'rules_persons': ('These rules count persons. A person with several values counts for each of'
                      ' them.',
                      '这些规则按人计数。一个人有几个值，就在每个值上各计一次。'),
    'no_value_of_all': ('No known value of {columns} is that of all persons of a class.',
                        '{columns} 没有一个已知值是等价类中所有人都有的。'),
    'distinct': ('at least {limit} different values of {column}', '{column} 至少有 {limit} 个不同的值'),
    'rule_of_items': ('{rule} in the items of {column}', '{column} 的项目的 {rule}'),
    'rule_in': ('{rule} in {column}', '{column} 的 {rule}'),
    'in_population': ('Every class has {required}, among the {people} people in {file}.',
                      '每个等价类满足 {required}，总体是 {file} 中的 {people} 人。'),
    'may_suppress': ('At most {n:record} may be suppressed, that is, not published.',
                     '最多可以抑制 {n} 条记录，即不发布它们。'),
    'missing_words': ('The words {words} are missing values, too (--na).',
                      '词 {words} 也是缺失值（--na）。'),

    # What was done.
    'sum': ('{read:record} read = {published} published + {suppressed} suppressed + {missing} left'
            ' out',
            '读入 {read} 条记录 = 发布 {published} 条 + 抑制 {suppressed} 条 + 剔除 {missing} 条'),
    'persons_sum': ('{persons} = {published} published + {partly} in part + {suppressed} not at'
                    ' all; {several} {several:has|have} several rows, {moving} in several classes',
                    '{persons} = 全部发布 {published} 人 + 部分发布 {partly} 人 + 完全不发布 {suppressed} 人；'
                    '{several} 人有几行，{moving} 人的行在几个等价类中'),
    'persons_read': ('{count:person} read', '读入 {count} 个人'),
    'persons_not_left_out': ('{count:person} in the records that are not left out',
                             '未剔除的记录共 {count} 个人'),
    'history_held': ('{held_back:person} {held_back:is|are} held back for a later release: {new}'
                     ' of them {new:was|were} not published before, and {withheld}'
                     ' {withheld:is|are} in groups of which too few would be absent',
                     '{held_back} 个人留待以后发布：其中 {new} 人从未发布过，{withheld} 人所在的组里缺席的人会太少'),
    'persons_unknown': ('Whose row it is, is not known of {n:record}. {n:It counts|They count} for'
                        ' nobody.',
                        '有 {n} 条记录不知道是谁的，不计入任何人。'),
    'lacking': ('WARNING: {n:record} of the table {n:is|are} not in this population, value for'
                ' value.',
                '警告：表中有 {n} 条记录按逐个取值不在这个总体中。'),
    'lacking_persons': ('WARNING: {n:person} of the table {n:is|are} not in this population, value'
                        ' for value.',
                        '警告：表中有 {n} 个人按逐个取值不在这个总体中。'),
    'lacking_kept': ('Whether all of the table are in this population, value for value, could tell'
                     ' a value here. The report and the record have it.',
                     '表中是否人人按逐个取值都在这个总体中，写在这里可能透露原值，所以写在报告和运行记录里。'),
    'why_suppressed': ('Suppressed, each for the first requirement that its class fails:'
                       ' {reasons}.',
                       '被抑制的记录，按其等价类首先不满足的要求计：{reasons}。'),
    'why_persons_suppressed': ('Persons not published at all, likewise: {reasons}.',
                               '完全不发布的人，同样计：{reasons}。'),
    'suppressed_for': ('{n} for {name}', '{name}（{n}）'),
    'why_suppressed_untold': ('Suppressed, each for the first requirement that its class fails, of'
                              ' {names}.',
                              '被抑制的记录，各因其等价类首先不满足的要求：{names} 之一。'),
    'why_left_any': ("Left out: records with a missing value ('?' or nothing) in any column.",
                     '被剔除的记录：任何一列有缺失值（“?”或空）。'),
    'why_left_used': ("Left out: records with a missing value ('?' or nothing) in a column that is"
                      ' used.',
                      '被剔除的记录：用到的列有缺失值（“?”或空）。'),
    'lost_for_unused': ('{n} of the {all:record} left out {n:has|have} gaps only in columns that'
                        ' are not used: {columns}. --missing-in used keeps {n:it|them}.',
                        '被剔除的 {all} 条记录中，有 {n} 条只因未用到的列 {columns} 有缺失值；--missing-in used 会保留它们。'),
    'columns_more': ('{columns} and {n} more', '{columns} 等另外 {n} 列'),
    'totals': ('{n:total row} {n:was|were} left out, and not taken for {n:a record|records}.',
               '剔除了 {n} 行合计，没有当作记录。'),
    'comments': ('{n:comment line} above the table {n:was|were} skipped.', '跳过了表上方的 {n} 行注释。'),
    'unknown': ('Counted without a known value: {columns}.', '没有已知值的记录：{columns}。'),
    'unknown_rules': ('The rules of {columns}, but for {others}, hold whatever the missing values'
                      ' are.',
                      '除 {others} 以外，无论缺失值是什么，{columns} 的规则都成立。'),
    'unknown_uncounted': ('How many records have no known value of {columns} was not counted: no'
                          ' rule is about it, and the table is not in memory.',
                          '没有数 {columns} 有多少条记录没有已知值：没有针对它的规则，表也不在内存里。'),
    'unknown_compared': ('{rule} takes the missing values of {columns} as one value, and says'
                         ' nothing of what they are.',
                         '{rule} 把 {columns} 的缺失值当作一个值，不涉及它们实际是什么。'),
    'in_days': ('Numbers of days in place of dates: {columns}.', '以天数代替日期：{columns}。'),
    'rooted': ('Missing values published as the root label, such as *: {columns}.',
               '以根标签（例如 *）发布的缺失值：{columns}。'),
    'unreadable': ('Unreadable, and so taken as missing: {columns}.', '无法识别，因此当作缺失值：{columns}。'),
    'unreadable_of': ('{column} {values:value} in {records:record}',
                      '{column} {values} 个值、{records} 条记录'),
    'such_as': ('{what}, such as {examples}', '{what}，例如 {examples}'),
    'alike': ('Values may be the same as another one, but for capitals, blanks or how a number or'
              ' an accent is written, and count as different: {columns}. Write each in one way,'
              ' and run again.',
              '有些值可能与另一个值相同，只是大小写、空格或数字、重音的写法不同，却算作不同的值：{columns}。请统一写法后重新运行。'),
    'quasi': ('quasi-identifier', '准标识符'),
    'level_of': ('{level} of {height}', '第 {level} 层（最高第 {height} 层）'),
    'ordered_by': ('ordered by', '排序方式'),
    'values_labels': ('values {to} labels', '值 {to} 标签'),
    'loss': ('loss', '损失'),
    'loss_cells': ('loss of cells', '按单元的损失'),
    'loss_most': ('loss at most', '损失至多'),
    'example': ('for example', '例如'),

    # What it cost.
    'not_told': ('lm and the entropies are not told. They would tell values that the labels hide.',
                 '不给出 lm 和熵，它们会透露标签所隐藏的值。'),
    'bound': ('No classes of k records or more, published as intervals and sets, have a lesser lm'
              ' than this. So lm is at most {above} above the best possible.',
              '至少 k 条记录的等价类，以区间和集合发布，无论怎样划分，lm 都不低于此值。所以 lm 比可能的最优值最多高 {above}。'),

    # What an attacker can still do.
    'joined': ('{column} joins rows of {n:person}: {n:the person has|each of them has} a value in'
               ' several published rows that is in those of no other person. Whoever has the'
               ' release can tell that these rows are of one person',
               '{column} 能把 {n} 个人的各行连起来：有一个值在此人发布的几行里都有，而别人发布的行里没有。拿到发布表的人可以看出这些行属于同一个人'),
    'outweighed': ('{n:person} {n:has|have} more rows in a class than it has rows without some'
                   ' value of {column}. Whoever knows how many rows {n:the person has|they have}'
                   ' knows this value. One row for each person avoids it, and a greater k may',
                   '有 {n} 个人在某个等价类中的行数，多于该类中没有某个 {column} 值的行数。'
                   '知道此人有多少行，就知道这个值。每人只留一行可以避免，更大的 k 也可能避免'),
    'narrowed': ('{n:person} {n:has|have} one value of {column} in all rows, and no other known'
                 ' value is in all classes of these rows. Whoever knows that the value is the same'
                 ' in all of them, as that of a chronic condition, knows it. One row for each'
                 ' person avoids it, and a greater k may',
                 '有 {n} 个人的所有行中 {column} 的值相同，而这些行所在的等价类没有别的共同的已知值。'
                 '知道此人的值始终不变（例如慢性病）的人，就知道这个值。每人只留一行可以避免，更大的 k 也可能避免'),
    'rare': ('labels name values that fewer than k = {k} records of the whole table have (so many'
             ' in each column): {columns}. --labels grid avoids it.',
             '有些标签写出了整张表中不足 k = {k} 条记录具有的值（各列有几个）：{columns}。用 --labels grid 可以避免。'),
    'inferred': ('whoever knows how the table was cut can tell that at least {agree} of'
                 ' {records:record} in {classes:class} have the same recorded values as most of'
                 ' their class',
                 '知道表如何切分的人可以推断，在 {classes} 个等价类的 {records} 条记录中，至少有 {agree} 条的原值与所在等价类的多数记录相同'),
    'not_inferred_cuts': ('not worked out for these cuts: whoever knows how the table was cut may'
                          ' tell more than is counted here',
                          '对于这种切分，没有计算：知道表如何切分的人，能推断的可能比这里数出的更多'),
    'not_inferred_rules': ('not worked out with rules beyond k: whoever knows how the table was'
                           ' cut may tell more than is counted here',
                           '有 k 之外的规则时，没有计算：知道表如何切分的人，能推断的可能比这里数出的更多'),
    'not_inferred_limits': ('not worked out with limits: whoever knows how the table was cut may'
                            ' tell more than is counted here',
                            '有标签的限度时，没有计算：知道表如何切分的人，能推断的可能比这里数出的更多'),
    'not_inferred_labels': ('not worked out for labels that name no values: whoever knows how the'
                            ' table was cut may tell more of these classes',
                            '对于不写出值的标签，没有计算：知道表如何切分的人，对这些等价类能推断的可能更多'),
    'other_quasi': ('{file} records another release of the same table, with other'
                    ' quasi-identifiers ({quasi})',
                    '{file} 记录了同一张表的另一张发布表，准标识符是另外的（{quasi}）'),
    'other_options': ('{file} records another release of the same table, with other options',
                      '{file} 记录了同一张表用其他选项做的另一张发布表'),
    'other_joined': ('{other}; whoever has both can join them (see python -m kanon attack'
                     ' --second)',
                     '{other}；同时拿到两张发布表的人可以把它们连接起来（见 python -m kanon attack --second）'),
    'other_table': ('{file} records a release of another table with the same columns',
                    '{file} 记录了列相同的另一张表的发布表'),
    'other_table_joined': ('{other}; if people are in both, whoever has both releases and knows'
                           ' who was in which table may tell them apart (see python -m kanon'
                           ' attack --second-known)',
                           '{other}；如果有人在两张表中都有，同时拿到两张发布表、又知道谁在哪张表里的人，'
                           '可能把他们区分开（见 python -m kanon attack --second-known）'),
    'order_input': ('the rows stand in the order of the input. Whoever has the original table can'
                    ' read it beside the release, and knows whose row each is.',
                    '各行保留了输入的顺序。拿到原表的人可以对照着读，从而知道每行是谁的。'),
    'unique': ('nearly every record has its own value in {columns}. Whoever knows this value knows'
               ' whose record it is.',
               '在 {columns} 中，几乎每条记录的值都不同。知道这个值的人就知道是谁的记录。'),
    'not_protected': ('k-anonymity does not protect people whose class has only one sensitive'
                      ' value, people about whom an attacker knows more than the'
                      ' quasi-identifiers, or a table that is published twice in different ways.',
                      'k-匿名保护不了这些情况：等价类只有一个敏感值，攻击者知道的不止准标识符，或者一张表以不同方式发布两次。'),
    'not_even_beyond': ('These rules do not protect people about whom an attacker knows more than'
                        ' the quasi-identifiers, sensitive values that are different words for'
                        ' nearly the same thing, or a table that is published twice in different'
                        ' ways.',
                        '这些规则保护不了这些情况：攻击者知道的不止准标识符，不同的敏感值说的几乎是同一件事，或者一张表以不同方式发布两次。'),

    # The audit.

    # The files.

    # How to repeat it.
    'unchecked': ('That line does not check {parts}. The audit did.',
                  '上面这一行不检查以下各项：{parts}。复核检查过了。'),
    'nor': ('; nor ', '；'),
    'unchecked_rule': ('{rule} of {names}, which compares with the suppressed records, too',
                       '{names} 的 {rule}：它还要与被抑制的记录比较'),
    'unchecked_persons': ('k and the rules in persons, because the release does not say whose row'
                          ' each is',
                          '按人计的 k 和规则，因为发布表不说明每行是谁的'),
    'unchecked_limits': ('the limits of the labels, {names}', '标签的限制（{names}）'),
    'unchecked_grid': ('that labels end at declared edges, in {names}', '{names} 的标签止于事先声明的边界'),
    'unchecked_suppression': ('that at most {names} of the records were suppressed',
                              '被抑制的记录至多为 {names}'),
    'unchecked_population': ('what is required in the population, because it cannot read {names}'
                             ' as the run did',
                             '对总体的要求：它不能像运行时那样读取 {names}'),
    'unchecked_presence': ('delta-presence = {names}, because a root in place of a missing value'
                           ' fits people of other classes, too',
                           'delta-presence = {names}：代替缺失值的根标签也适合其他类的人'),

    # The details.

    # The report as text.
    'run_is': ('{program} {version}: {data} -> {output} ({files})',
               '{program} {version}：{data} -> {output}（{files}）'),
    'no_release': ('no release', '不写发布表'),
    'k_alone': ('For k alone an engine need not count {columns}: without a rule beyond k, only the'
                ' quasi-identifiers decide.',
                '如果只要求 k，引擎不必计数 {columns}：没有 k 之外的规则时，只由准标识符决定。'),
    'k_alone_missing': ('Before it counts, it must leave out the same records for a missing value.',
                        '计数之前，它必须剔除同样的含缺失值的记录。'),
    'run_of': ('{program} {version}: {data}', '{program} {version}：{data}'),
    'in_brackets': (' ({text})', '（{text}）'),
    'hierarchies_in': ('hierarchies: {folder}', '泛化层次：{folder}'),
    'options_in': ('options: {config}', '选项：{config}'),
    'options_with': ('options: {config}, with {names}', '选项：{config}，其中有 {names}'),
    'like_is': ('The columns, k, the rules, the hierarchies and the levels are those of the run'
                ' that {file} records. The levels were not searched for.',
                '各列、k、规则、泛化层次和层级都取自 {file} 所记录的运行，没有为这张表搜索层级。'),
    'plan_is': ('The columns, k, the rules, the hierarchies and the cuts are those of the plan'
                ' {file}. The cuts were not searched for.',
                '各列、k、规则、泛化层次和切分都取自计划 {file}，没有为这张表搜索切分。'),
    'weights_are': ('Weights of the losses in lm: {weights}.', 'lm 中各列损失的权重：{weights}。'),
    'limits_are': ('Limits of the labels: {limits}.', '标签的限度：{limits}。'),
    'vector_short': ('({levels}), the levels above, with height {height}',
                     '({levels})，即上面的层级，高度为 {height}'),
    'row_search': ('search', '搜索'),
    'search_checked': ('{checked} of {vectors:vector} checked', '检查了 {vectors} 个向量中的 {checked} 个'),
    'search_follow': ('{checked}, from which the others up to height {height} follow',
                      '{checked}，高度不超过 {height} 的其余向量由此得知'),
    'search_proven': ('{checked}, {n} ruled out without a check: proven to be the best by'
                      ' {measure}',
                      '{checked}，{n} 个未经检查就已排除：已证明按 {measure} 最优'),
    'search_within': ('{checked}, {n} ruled out without a check: proven to be the best by'
                      ' {measure} within the limits',
                      '{checked}，{n} 个未经检查就已排除：已证明在限度之内按 {measure} 最优'),
    'search_stopped': ('{checked}, then stopped: {distance}', '{checked}，然后停止：{distance}'),
    'gap_unknown': ('{measure} {value}, not yet known how far from the best possible',
                    '{measure} {value}，与可能的最优值相差多少还不知道'),
    'gap_above': ('{measure} {value}, at most {gap} above the best possible',
                  '{measure} {value}，最多比可能的最优值高 {gap}'),
    'gap_below': ('{measure} {value}, at most {gap} below the best possible',
                  '{measure} {value}，最多比可能的最优值低 {gap}'),
    'cuts_many': ('{intervals} intervals are too many to prove an optimum; {found}',
                  '{intervals} 个区间太多，无法证明最优；{found}'),
    'cuts_stopped': ('stopped before its end; {found}', '提前停止；{found}'),
    'cuts_optimal': ('no other strict cuts along these orders lose less by {measure}, proven',
                     '沿这些排序方式，没有其他严格切分按 {measure} 损失更小，已经证明'),
    'cuts_within': ('no other strict cuts along these orders and within the limits lose less by'
                    ' {measure}, proven',
                    '沿这些排序方式，在限度之内，没有其他严格切分按 {measure} 损失更小，已经证明'),
    'cuts_straight': ('each group of categories is cut along the numbers alone, not proven to be'
                      ' the best',
                      '每组类别只沿数值切分，没有证明是最好的'),
    'cuts_plain': ('greedy strict cuts by {measure} (a search would need too much memory for so'
                   ' many distinct values)',
                   '按 {measure} 的贪心严格切分（不同的值太多，搜索需要的内存太大）'),
    'cuts_clustered': ('the best cuts found, and classes grown from single records',
                       '找到的最佳切分，以及从单条记录生长的等价类'),
    'cuts_greedy': ('greedy strict cuts by {measure}', '按 {measure} 的贪心严格切分'),
    'cuts_better': ('greedy strict cuts by {measure}, which lose less than what was grown',
                    '按 {measure} 的贪心严格切分，损失比生长出的等价类更小'),
    'row_classes': ('classes', '等价类'),
    'classes_after': ('{classes} after {cuts:cut}', '{classes} 个，经过 {cuts} 次切分'),
    'classes_count': ('{classes}', '{classes} 个'),
    'one_of_size': ('{classes}, with {size:record}', '{classes}，有 {size} 条记录'),
    'all_of_size': ('{classes}, with {size:record} each', '{classes}，每个有 {size} 条记录'),
    'with_sizes': ('{classes}, with {smallest} to {largest} records each, {average} on average',
                   '{classes}，每个有 {smallest} 到 {largest} 条记录，平均 {average} 条'),
    'row_witnessed': ('witnessed', '被写出'),
    'witnessed_short': ('{witnessed} of {generalized} generalized cells ({share}); put back:'
                        ' {determined} of these, and {whole} of {records:record} whole',
                        '{generalized} 个被泛化的单元格中的 {witnessed} 个（{share}）；可以还原的：'
                        '其中的 {determined} 个，以及 {records} 条记录中完整的 {whole} 条'),
    'row_ends': ('box ends', '框的端点'),
    'ends_short': ('{recorded} of {named} ({share}) are values of their classes; the labels do not'
                   ' tell which',
                   '{named} 个中的 {recorded} 个（{share}）是其等价类中的值；标签不透露是哪些'),
    'row_inferred': ('inferred', '可推断'),
    'row_bound': ('bound', '下界'),
    'bound_short': ('{how}: no classes of k records or more have an lm below {lm}',
                    '{how}：无论怎样划分出至少 k 条记录的等价类，lm 都不低于 {lm}'),
    'bound_gap': ('lm is at most {gap} above the best possible', 'lm 最多比可能的最优值高 {gap}'),
    'bound_no_gap': ('how far lm is from the best possible is not known', 'lm 与可能的最优值相差多少不得而知'),
    'bound_more_time': ('stopped; more time may raise it', '提前停止；更长的时间可能使它提高'),
    'bound_by_distance': ('from distances alone, as the regions are too many', '只由距离算出，因为区域太多'),
    'bound_left_out': ('the loss of {columns} is not counted', '没有计入 {columns} 的损失'),
    'row_audit': ('audit', '复核'),
    'audit_short': ('passed: read again, the release has {records:record} in {classes:class}, the'
                    ' smallest with {k}',
                    '通过：重新读入的发布表在 {classes} 个等价类中有 {records} 条记录，最小的有 {k} 条'),
    'audit_of_recoding': ('passed: read again, the recoding makes {records:record} in'
                          ' {classes:class}, the smallest with {k}',
                          '通过：重新读入的重编码得出 {classes} 个等价类中的 {records} 条记录，最小的有 {k} 条'),
    'audit_short_persons': ('{told}; every class has rows of {persons:person} or more',
                            '{told}；每个等价类有 {persons} 个或更多人的行'),
    'lap_read': ('read', '读入'),
    'lap_measures': ('measures', '度量'),
    'lap_write': ('write', '写出'),
    'lap_total': ('total', '共计'),
    'short_lm': ('sum of the losses above; of published records only', '上面各损失之和；只计发布的记录'),
    'short_lm_cells': ('sum of the losses above, over the range of the cells',
                       '上面各损失之和，按网格单元的范围计算'),
    'short_lm_most': ('sum of the losses above; lm is at most so much', '上面各损失之和；lm 至多为此值'),
    'short_dm': ('class sizes, added up over the records; average class / k',
                 '各记录所在等价类的大小之和；等价类平均大小 / k'),
    'short_entropy': ('bits lost in all columns; nats within the classes', '各列损失的比特数；等价类内部的奈特数'),
    'short_precision': ('share of levels unused, by cell; of levels used, by column',
                        '未用到的层级的比例，按单元格；用到的层级的比例，按列'),
    'published_unchanged': ('Published unchanged: {columns}.', '原样发布：{columns}。'),
    'column_as': ('{column} ({role})', '{column}（{role}）'),
    'role_sensitive': ('sensitive', '敏感属性'),
    'role_publish': ('publish', '其他列'),
    'role_quasi': ('quasi', '准标识符'),
    'nothing': ('nothing', '无'),
    'quasi_alone': ('No column is named with --sensitive: the quasi-identifiers alone are'
                    ' published.',
                    '没有用 --sensitive 指定列：只发布准标识符。'),
    'looks_as': ('{role}: {column} looks like {what}: {values:value} in {records:record}, each in'
                 ' {each}',
                 '{role}：{column} 看起来是{what}：{records} 条记录中有 {values} 个值，每个值 {each} 条'),
    'looks_many': ('{role}: {column} has many different values: {values:value} in'
                   ' {records:record}, each in {each}',
                   '{role}：{column} 的不同值很多：{records} 条记录中有 {values} 个值，每个值 {each} 条'),
    'starred_alone': ('{column} has one label in all published records, which leaves nothing of'
                      ' it.',
                      '{column} 在所有发布的记录中只有一个标签，什么也没留下。'),
    'starred': ('{column} is {label} in each published record.', '{column} 在每条发布的记录中都是 {label}。'),
    'starred_node': ('Right below {label} in {file}, {value} is a part of its own, and a node is'
                     ' cut only if each part has k = {k}. Put it below a part that has more, or'
                     ' type --categories leaves.',
                     '在 {file} 中，{value} 直接位于 {label} 之下、独成一支，'
                     '而一个节点只有在每一支都有 k = {k} 时才会切开。请把它放到较多的一支之下，或键入 --categories leaves。'),
    'starred_level': ('At the level below, {value} has fewer than k = {k}. Put it together with'
                      ' others in {file}, or let such records be suppressed with'
                      ' --max-suppression.',
                      '在下一层，{value} 少于 k = {k}。请在 {file} 中把它与其他值并在一起，'
                      '或用 --max-suppression 允许隐匿这样的记录。'),
    'starred_more': ('{n:other part} {n:has|have} fewer than k, too.', '另外 {n} 支也少于 k。'),
    'a_rare_value': ('a value of {records:record}', '一个有 {records} 条记录的值'),
    'value_of_records': ('{value} with {records:record}', '{value}（有 {records} 条记录）'),
    'looks_whose': ('{role}: {column} looks as if it said whose row each row is: {values:value} in'
                    ' {records:record}, each in {each}. If it does, k counts records and not'
                    ' persons; type --person {option}, which counts persons and does not publish'
                    ' it',
                    '{role}：{column} 看起来说明了每行是谁的：{records} 条记录中有 {values} 个值，'
                    '每个值 {each} 条。如果是这样，k 数的是记录而不是人；请键入 --person {option}，这样按人计数，并且不发布这一列'),
    'to_check': ('To check this release: {command}', '检查这张发布表：{command}'),
    'to_attack': ('To attack this release: {command}', '攻击这张发布表：{command}'),

    # The classes in the population, what a reader can put back, and what is not known.
    'people_left_out': ('{n} {n:person|people} of the population {n:is|are} left out, because of a'
                        ' missing value',
                        '总体中有 {n} 人因缺失值没有计入'),
    'people_fit': ('the labels of each class fit at least {n} {n:person|people} of the population',
                   '每个等价类的标签至少符合总体中的 {n} 人'),
    'people_present': ('of the people whom a class fits, a share of {shares} is in the table',
                       '在符合某个等价类的人中，在表里的比例是 {shares}'),
    'people_nowhere': ('no class fits {n} {n:person|people} of the population',
                       '总体中有 {n} 人不符合任何等价类'),
    'people_several': ('several classes fit {n} {n:person|people} of the population; what this'
                       ' tells of their presence was not worked out',
                       '总体中有 {n} 人符合几个等价类；由此能推断他们是否在表里，没有计算'),
    'share_range': ('{least} to {most}', '{least} 到 {most}'),
    'warn_put_back': ('WARNING: a reader can put back {cells:value} that the labels hide, and'
                      ' {records:record} as a whole.',
                      '警告：读者可以还原被标签隐藏的 {cells} 个值，并完整还原 {records} 条记录。'),
    'in_records': ('{column} in {records:record}', '{column} {records} 条'),

    # What is said on standard error.
    'folder_rests': ('nobody named the folder {folder}, and {options} {n:rests|rest} on the'
                     ' hierarchies in it; look at them, and name the folder with --hierarchies',
                     '没有人指定文件夹 {folder}，而以下 {n} 个选项依赖其中的泛化层次：'
                     '{options}；请查看它们，并用 --hierarchies 指定这个文件夹'),
    'ini_passed': ('{config} is not read, because {file} has the options of this run',
                   '没有读取 {config}，因为这次运行的选项取自 {file}'),
    'ends_in_total': ('{table}: the last row looks like a total, and is taken for a record;'
                      ' --totals leave-out leaves it out, --totals keep says that it is one',
                      '{table}：最后一行看起来是合计，但被当作一条记录；--totals leave-out 剔除它，--totals keep 说明它是一条记录'),
}
