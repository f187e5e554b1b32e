"""What the page of a run that publishes says beside its report."""

TEXTS = {
    # The page of a run: the finding.
    'title': ('The release {output}', '发布表 {output}'),
    'finding': ('Of {read:record}, {published} {published:is|are} published, and every published combination of {quasi} stands for'
                ' at least {smallest:record} ({asked}); the finished file was counted again, and agrees.',
                '读入 {read} 条记录，发布 {published} 条；发布的每种 {quasi} 组合至少有 {smallest} 条记录（{asked}）；成品文件经重新计数，结果一致。'),
    'finding_persons': ('Of {read:record}, {published} {published:is|are} published, and every published combination of {quasi}'
                        ' has rows of at least {persons:person} ({asked}); the finished file was counted again, and agrees.',
                        '读入 {read} 条记录，发布 {published} 条；发布的每种 {quasi} 组合中至少有 {persons} 个人的行（{asked}）；'
                        '成品文件经重新计数，结果一致。'),
    'k_typed': ('asked: k = {k}', '要求 k = {k}'),
    'k_ini': ('asked by the INI file: k = {k}', 'INI 文件要求 k = {k}'),
    'k_like': ('asked by the record: k = {k}', '运行记录要求 k = {k}'),
    'k_plan': ('asked by the plan: k = {k}', '计划要求 k = {k}'),
    'k_default': ('k = {k} is the default, which nobody changed', 'k = {k} 是默认值，没有人改动'),
    'heed_none': ('This page has no warning. What the run said on standard error is not repeated here. Section 3 says what remains possible.',
                  '本页没有警告。运行时写到标准错误输出的内容，这里不再重复。第 3 节说明仍然可能发生的事。'),
    'heed_alone': ('{n:record} {n:stands|stand} alone in a class (section 3).', '{n} 条记录独占一个等价类（第 3 节）。'),
    'heed_lacking': ('{n:record} of the table {n:is|are} not in the population (section 5).', '表中有 {n} 条记录不在总体中（第 5 节）。'),
    'heed_lacking_persons': ('{n:person} of the table {n:is|are} not in the population (section 5).', '表中有 {n} 个人不在总体中（第 5 节）。'),
    'heed_lacking_kept': ('Whether all of the table are in the population is not told here (section 5).', '表中是否人人都在总体中，本页不写（第 5 节）。'),
    'heed_one_value': ('For {records:record} in {classes:class}, whoever knows {quasi} learns {column}, too: all records of the class have'
                       ' one value (section 3).',
                       '{classes} 个等价类中的 {records} 条记录：知道 {quasi} 的人也就知道了 {column}，因为等价类中所有记录的值都相同（第 3 节）。'),
    'heed_one_item': ('For {records:record} in {classes:class}, whoever knows {quasi} learns an item of {column}, too: all records of the class'
                      ' whose items are known have one in common, or are without items (section 3).',
                      '{classes} 个等价类中的 {records} 条记录：知道 {quasi} 的人也就知道了 {column} 的一个项目，因为等价类中项目已知的所有记录都有一个共同的项目，或都没有项目（第 3 节）。'),
    'heed_one_known': ('For {records:record} in {classes:class}, whoever knows {quasi} may learn {column}, too: the class has no two'
                       ' different known values (section 3).',
                       '{classes} 个等价类中的 {records} 条记录：知道 {quasi} 的人也可能知道 {column}，因为等价类中没有两个不同的已知值（第 3 节）。'),
    'heed_least': ('The search compared choices of levels of one height alone. Another choice may lose less (section 5).',
                   '搜索只比较了同一高度的层级组合。其他组合的损失可能更小（第 5 节）。'),
    'heed_unique': ('Nearly every record has its own value in {columns} (section 3).', '在 {columns} 中，几乎每条记录的值都不同（第 3 节）。'),
    'heed_order': ('The rows stand in the order of the input (section 3).', '各行保留了输入的顺序（第 3 节）。'),
    'heed_recognized': ('{column} is published unchanged, and looks like {what}{numbers}. Decide whether it may leave the building.',
                        '{column} 原样发布，看起来是{what}{numbers}。请决定它能否发布。'),
    'heed_whose': ('{column} looks as if it said whose row each row is{numbers}. If it does, a class of k records has fewer persons (--person).',
                   '{column} 看起来说明了每行是谁的{numbers}。如果是这样，k 条记录的组里人数更少（--person）。'),
    'heed_many': ('{column} is published unchanged, and has many different values{numbers}.', '{column} 原样发布，不同的值很多{numbers}。'),
    'so_many_values': (': {values:value} in {records:record}', '：{records} 条记录中有 {values} 个值'),
    'heed_others': ('{n:other release} of the same table {n:was|were} found (section 3).', '发现同一张表的另外 {n} 张发布表（第 3 节）。'),
    'heed_rare': ('Labels show extremes or rare values (section 3).', '标签透露了极值或罕见的值（第 3 节）。'),
    'heed_joined': ('{column} joins rows of {n:person} (section 3).', '{column} 能把 {n} 个人的各行连起来（第 3 节）。'),
    'heed_inferred': ('{column} of {n:person} follows from how many rows they have, or from all their rows together (section 3).',
                      '由各人的行数或全部的行，可以得知 {n} 个人的 {column}（第 3 节）。'),
    'heed_clauses': ('{n:clause} of the standards {n:fails|fail} (see the tables below the signature).', '标准中有 {n} 条不满足（见签名下方的表）。'),
    'heed_put_back': ('A reader can put back {cells:value} that the labels hide, and {records:record} as a whole (section 3).',
                      '读者可以还原被标签隐藏的 {cells} 个值，并完整还原 {records} 条记录（第 3 节）。'),
    'heed_count': ('A column looks like a count of records (section 5).', '有一列看起来是记录的计数（第 5 节）。'),
    'heed_alike': ('Values that look the same were taken for different ones (section 5).', '看起来相同的值被当作不同的值（第 5 节）。'),
    'heed_lost': ('{n:record} {n:is|are} left out only for a gap in columns that are not used (section 5).',
                  '{n} 条记录只因未用到的列有缺失值而被剔除（第 5 节）。'),
    'heed_left': ('{missing:record} {missing:is|are} left out, and {suppressed} suppressed (section 5).',
                  '{missing} 条记录被剔除，{suppressed} 条被抑制（第 5 节）。'),

    # What was asked.
    'asked': ('4. What was asked', '4. 要求了什么'),
    'requirement': ('Requirement', '要求'),
    'beyond_none': ('Nothing is required of the sensitive values in a class.', '对等价类中的敏感值没有要求。'),
    'may_suppress_share': ('At most {share} of the records may be suppressed, that is, not published.', '最多可以抑制 {share} 的记录，即不发布它们。'),
    'no_suppression': ('Mondrian suppresses nothing.', 'Mondrian 不抑制任何记录。'),
    'missing_any': ("A record with a missing value ('?' or nothing) in any column is left out.", '任何一列有缺失值（“?”或空）的记录都被剔除。'),
    'missing_used': ("A record with a missing value ('?' or nothing) in a column that is used is left out.",
                     '用到的列里有缺失值（“?”或空）的记录被剔除。'),
    'missing_value': ("A missing value ('?' or nothing) of a quasi-identifier is a value like any other.", '准标识符的缺失值（“?”或空）与其他值一样是值。'),
    'missing_root': ('A missing value is published as the root of its hierarchy, such as *.', '缺失值以泛化层次的根发布，例如 *。'),
    'unchanged_which': ('quasi-identifiers: {quasi}; sensitive: {sensitive}; other columns: {publish}. No column is published besides these and the'
                        ' quasi-identifiers.',
                        '准标识符：{quasi}；敏感属性：{sensitive}；其他列：{publish}。除这些列和准标识符外，没有发布其他列。'),
    'options_none': ('All others have their defaults.', '其余都是默认值。'),

    # What was done.
    'done': ('5. What was done', '5. 做了什么'),
    'row_reading': ('How the table was read', '表的读取方式'),
    'classes_are': ('{count:class} {count:is|are} published, with {smallest} to {largest:record} each, {average} on average.',
                    '发布了 {count} 个等价类，每个有 {smallest} 到 {largest} 条记录，平均 {average} 条。'),
    'classes_alike': ('{count:class} {count:is|are} published, with {size:record}{count:| each}.', '发布了 {count} 个等价类，每个有 {size} 条记录。'),
    'raised': ('Each column is raised to one level of its hierarchy.', '每一列泛化到其泛化层次的一个层级。'),
    'cuts_made': ('The records were parted by {n:cut}.', '记录经过 {n} 次切分。'),
    'best_optimal': ('No other strict cuts along these orders lose less by {measure}. This is proven.',
                     '沿这些排序方式，没有其他严格切分按 {measure} 损失更小，这一点已经证明。'),
    'best_within': ('No other strict cuts along these orders and within the limits lose less by {measure}. This is proven.',
                    '沿这些排序方式，在限度之内，没有其他严格切分按 {measure} 损失更小，这一点已经证明。'),
    'best_straight': ('The search for the best cuts was stopped. How far these are from the best is not known.',
                      '寻找最佳切分的搜索提前停止，与最佳切分相差多少不得而知。'),
    'best_clustered': ('They are the best cuts that were found, with classes grown from single records. They need not be the best there are.',
                       '它们是找到的最佳切分，以及从单条记录生长的等价类，不一定是所有切分中最好的。'),
    'best_greedy': ('They are greedy strict cuts by {measure}. They need not be the best there are.',
                    '它们是按 {measure} 的贪心严格切分，不一定是最好的。'),
    'vectors_checked': ('The search checked {checked} of {vectors:vector}.', '搜索检查了 {vectors} 个向量中的 {checked} 个。'),
    'vectors_least': ('At the least height {found:vector} {found:satisfies|satisfy}.', '在最低高度上有 {found} 个满足要求。'),
    'found_least': ('Of the vectors of the least height that satisfy, the best by {measure} was taken. Other heights were not compared. --optimal'
                    ' compares them all.', '在最低高度上满足要求的向量中，取 {measure} 最好的一个。其他高度没有比较，--optimal 会全部比较。'),
    'found_proven': ('The search ruled out all other vectors: proven to be the best by {measure}.', '搜索排除了其他所有向量：已证明按 {measure} 最优。'),
    'found_within': ('The search ruled out all other vectors within the limits: proven to be the best of them by {measure}.',
                     '搜索排除了限度之内的其他所有向量：已证明是其中按 {measure} 最优的。'),
    'found_stopped': ('The search was stopped. A better vector by {measure} may exist.', '搜索提前停止，可能存在 {measure} 更好的向量。'),
    'found_greedy': ('The search does not look for the best vector. run_samarati.py --optimal does.', '搜索不寻找最优的向量，run_samarati.py --optimal 才寻找。'),
    'level_root': ('the highest level', '最高层'),
    'level_alone': ('level {level}', '第 {level} 层'),
    'share_of_label': ('records of the most frequent one', '最多的标签占记录'),
    'loss_is': ('Loss of a column: 0 as recorded, 1 nothing left. A suppressed record counts as 1.',
                '一列的损失：0 表示原样，1 表示什么也没留下。被抑制的记录算作 1。'),
    'loss_cells_is': ('The losses of numbers are measured over the range of the cells.', '数值的损失按网格单元的范围计算。'),
    'loss_most_is': ('The losses of numbers are the most that they may be, whatever the least and the greatest value are.',
                     '数值的损失是可能的最大值，无论最小值和最大值是多少。'),

    # What it cost.
    'cost': ('6. What it cost', '6. 损失了什么'),
    'meaning_lm': ('Loss: the losses of the {n:column} above, added up{weighted}. 0: all is published as recorded. {most}: nothing is left.',
                   '损失：上面 {n} 列的损失之和{weighted}。0 表示全部原样发布，{most} 表示什么也没留下。'),
    'meaning_lm_cells': ('Loss over the range of the cells: the losses of the {n:column} above, added up{weighted}. 0: all is published as'
                         ' recorded, or in open cells. {most}: nothing is left.',
                         '按网格单元范围的损失：上面 {n} 列的损失之和{weighted}。0 表示全部原样发布或以开放的单元发布，{most} 表示什么也没留下。'),
    'meaning_lm_most': ('The loss lm is at most so much: the losses of the {n:column} above, added up{weighted}. 0: all is published as recorded.'
                        ' {most}: nothing may be left.',
                        '损失 lm 至多为此值：上面 {n} 列的损失之和{weighted}。0 表示全部原样发布，{most} 表示可能什么也没留下。'),
    'losses_kept': ('How much of the recorded values was lost (lm and the like) is worked out of these values, and could tell them. The report and the'
                    ' record have it.', '原值损失了多少（lm 等指标）要由原值算出，可能透露它们，所以写在报告和运行记录里。'),
    'bound_zero': ('A lower bound of lm was asked for, and none above 0 was found.', '要求计算 lm 的下界，但没有找到大于 0 的下界。'),
    'bound_stopped': ('The search for this bound was stopped. A longer one may raise it.', '下界的计算提前停止，更长的时间可能使它提高。'),
    'bound_near': ('The table has too many regions for a closer bound.', '这张表的区域太多，得不到更紧的下界。'),
    'bound_without': ('Columns without part in it: {columns}.', '未参与计算的列：{columns}。'),
    'weighted': (', with the weights {weights}', '，权重为 {weights}'),
    'meaning_lm_published': ('The same of the published records alone. 0: as recorded. {most}: nothing is left.',
                             '同上，只计发布的记录。0 表示原样，{most} 表示什么也没留下。'),
    'meaning_dm': ('Pairs of records that look alike; a suppressed record looks like all. {least}: the least at this k. {most}: all records'
                   ' look alike.',
                   '看起来相同的记录对数，被抑制的记录与所有记录相同。{least} 是这个 k 下的最小值，{most} 表示所有记录都相同。'),
    'meaning_c_avg': ('Average size of a class, in units of k. 1: as small as k allows. {most}: one class holds all.',
                      '等价类的平均大小，以 k 为单位。1 表示小到 k 所允许的极限，{most} 表示只有一个等价类。'),
    'meaning_entropy': ('Bits that one would need to guess the recorded values from the labels. 0: nothing is lost. It has no fixed upper'
                        ' end.',
                        '由标签猜出原值所缺的比特数。0 表示没有损失，没有固定的上限。'),
    'meaning_class_entropy': ('How mixed the recorded values inside the classes are, in nats. 0: no class mixes values. Do not choose by it.',
                              '等价类内部原值的混杂程度，单位为奈特。0 表示没有等价类混有不同的值。不要据此选择。'),
    'meaning_precision': ('Share of the levels that were not used, over all cells. 1: as recorded. 0: nothing is left.',
                          '未用到的层级所占的比例，按单元格平均。1 表示原样，0 表示什么也没留下。'),
    'meaning_distortion': ('Share of the levels that were used, over the columns. 0: as recorded. 1: nothing is left.',
                           '用到的层级所占的比例，按列平均。0 表示原样，1 表示什么也没留下。'),
    'pictures_say': ('Point at a mark to see its numbers.', '把指针放在标记上可以看到数字。'),
    'see_pictures': ('All pictures stand among the details.', '全部的图都在“细节”部分。'),

    # What an attacker can still do.
    'attacker': ('3. What an attacker can still do', '3. 攻击者还能做什么'),
    'alone': ('Find a person: whoever knows the quasi-identifiers of a person in the release finds at least {smallest:record}, and'
              ' picks the right one with a chance of at most 1 in {smallest}. By the quasi-identifiers nobody stands alone. If a'
              ' person has several rows, this does not hold.',
              '找出某人：知道某人准标识符的人，在发布表中至少找到 {smallest} 条记录，选中的可能性至多是 1/{smallest}。只凭准标识符，这时没有人能被唯一确定。如果一个人有几行，这一点不成立。'),
    'alone_one': ('Find a person: {n:record} {n:stands|stand} alone in a class. Whoever knows the quasi-identifiers of such a person, and'
                  ' that the person is in the release, knows which record it is.',
                  '找出某人：有 {n} 条记录独占一个等价类。知道这样一个人的准标识符、又知道此人在发布表里的人，就知道是哪一条记录。'),
    'alone_persons': ('Find a person: whoever knows the quasi-identifiers of a row of a person finds rows of at least {persons:person} with the same'
                      ' labels. How many of these rows are the rows of one person is not limited.',
                      '找出某人：知道某人一行的准标识符的人，找到的标签相同的行至少属于 {persons} 个人。其中一个人可以有多少行，没有限制。'),
    'one_value': ('Learn {column} without finding the person: in {classes:class} with {records:record}, all records have the same'
                  ' value. A rule beyond k, such as --l-diversity 2, prevents it.',
                  '不找出人就得知 {column}：有 {classes} 个等价类（{records} 条记录）中所有记录的值都相同。k 之外的规则（如 --l-diversity 2）可以防止。'),
    'one_item': ('Learn an item of {column} without finding the person: in {classes:class} with {records:record}, all records whose items are'
                 ' known have one in common, or are without items. {unknown:record} of the release {unknown:has|have} unknown items. A rule beyond k, such as'
                 ' --l-diversity 2, prevents it.',
                 '不找出人就得知 {column} 的一个项目：有 {classes} 个等价类（{records} 条记录）中，项目已知的所有记录都有一个共同的项目，或都没有项目。发布表中有 {unknown} 条记录的项目未知。k 之外的规则（如 --l-diversity 2）可以防止。'),
    'one_known': ('Learn {column} without finding the person: in {classes:class} with {records:record}, no two known values differ. The'
                  ' value of {unknown:record} of the release is not known. A rule beyond k, such as --l-diversity 2, prevents it.',
                  '不找出人就得知 {column}：有 {classes} 个等价类（{records} 条记录）中没有两个不同的已知值。发布表中有 {unknown} 条记录的值未知。k 之外的规则（如 --l-diversity 2）可以防止。'),
    'several_items': ('Learn an item of {column} without finding the person: no class has an item in all its records. {least} items or more are'
                      ' needed for each record of a class to have one of them, and one item is in at most {share} of a class.',
                      '不找出人就得知 {column} 的一个项目：没有等价类的所有记录都有同一项目。至少要 {least} 个项目，等价类中每条记录才会有其中之一；一个项目最多出现在等价类 {share} 的记录中。'),
    'several_values': ('Learn {column} without finding the person: no class has a single value. The fewest different values in a'
                       ' class are {least}, and one value has at most {share} of a class.',
                       '不找出人就得知 {column}：没有等价类只有一个值。不同值最少的等价类也有 {least} 个不同的值，一个值最多占等价类的 {share}。'),
    'no_sensitive': ('Learn a sensitive value: no column is named as sensitive, so none was judged.', '得知敏感值：没有指定敏感属性，因此没有评估。'),
    'see_extremes': ('See extremes: {text}', '看到极值：{text}'),
    'rare_none': ('no end of a range and no value in a set was taken from a value that fewer than k = {k} records of the'
                  ' whole table have.',
                  '没有区间的端点或集合中的值取自整张表中不足 k = {k} 条记录具有的值。'),
    'rare_levels': ('the labels are those of the hierarchies. A hierarchy that was made from this table may show its'
                    ' extremes. A column at level 0 shows its recorded values.',
                    '标签来自泛化层次。根据这张表建立的泛化层次可能透露它的极值。处于第 0 层的列显示原值。'),
    'rare_columns': ('labels of {columns} name values that fewer than k = {k} records of the whole table have. --labels grid avoids it.',
                     '{columns} 的有些标签写出了整张表中不足 k = {k} 条记录具有的值。用 --labels grid 可以避免。'),
    'put_labels': ('Put values back: {told}', '还原值：{told}'),
    'determined_alone': ('{cells:generalized cell} and {records:record} as a whole can be put back, because the labels name all values of these classes.'
                         ' --labels grid avoids it, and a greater k may.',
                         '{cells} 个被泛化的单元格可以还原，{records} 条记录可以完整还原，因为标签写出了这些等价类的所有值。用 --labels grid 可以避免，用更大的 k 也可能避免。'),
    'box_ends_kept': ('Put values back: the ends of boxes may be values of their classes. How many are is in the record.',
                      '还原值：框的端点可能是其等价类中的值，有多少个是，写在运行记录里。'),
    'determined_none': ('By the labels alone, no value can be put back for certain. What the order of the cuts and the rules tell besides was'
                        ' not looked at.', '仅凭标签，没有一个值可以确定地还原。切分的顺序和规则还透露什么，没有考察。'),
    'box_ends': ('Put values back: of {named:end} of boxes, {recorded} {recorded:is a value|are values} of their classes. The labels do not tell'
                 ' which.',
                 '还原值：框的 {named} 个端点中，有 {recorded} 个是其等价类中的值。标签不透露是哪些。'),
    'use_algorithm': ('Use the algorithm: {text}.', '利用算法：{text}。'),
    'heed_tables': ('{n:release} of another table with the same columns {n:was|were} found (section 3).', '发现列相同的另一张表的 {n} 张发布表（第 3 节）。'),
    'others_none': ('Join releases: it is not known whether there is another release of the table. kanon looks only for the records that'
                    ' runs write with --record, beside this release, and found none.',
                    '连接发布表：不知道这张表是否有别的发布表。kanon 只在这张发布表旁边查找用 --record 写的运行记录，没有找到。'),
    'use_order': ('Use the order of the rows: {text}', '利用行的顺序：{text}'),
    'order_sorted': ('they are sorted by what is published. Their order says nothing of the input.',
                     '各行按发布的内容排序，其顺序不透露输入的顺序。'),
    'use_columns': ('Use columns that are published unchanged: {text}', '利用原样发布的列：{text}'),
    'unique_none': ('none of them was found to have its own value in nearly every record. A table of fewer than 10 records, or one that is'
                    ' not in memory, is not looked at.',
                    '没有发现其中有哪一列在几乎每条记录中值都不同。不足 10 条记录的表，或不在内存里的表，没有考察。'),

    # The audit.
    'audit_counts': ('Passed. kanon/core/audit/recount.py read the finished file again and found {records:record} in {classes:class}, the'
                     ' smallest with {k}. It shares no code with the search.',
                     '通过。kanon/core/audit/recount.py 重新读入成品文件，数出 {classes} 个等价类中的 {records} 条记录，最小的有 {k} 条。它与搜索不共用代码。'),
    'audit_persons': ('kanon/core/audit/persons.py counted the persons of each class from the records that were counted. Every class has rows of at least'
                      ' {persons:person}.',
                      'kanon/core/audit/persons.py 根据计入的记录数出了每个等价类中的人数。每个等价类至少有 {persons} 个人的行。'),
    'audit_truth': ('It recounted: the columns, the records, k, and the rules beyond k. kanon/core/audit/true_labels.py compared: every label covers'
                    ' the recorded value that it stands for, and every record has its own sensitive and unchanged values.',
                    '重新计数的有：列、记录、k 以及 k 之外的规则。kanon/core/audit/true_labels.py 核对了：每个标签都涵盖它所代表的原值，每条记录的敏感值和原样发布的值都与输入一致。'),
    'audit_report': ('kanon/core/audit/stated.py worked out again: how many records were published, suppressed and left out, the classes, the levels'
                     ' and the losses. Not worked out again: the loss of sets whose values have a |, the entropies, whether a result is the'
                     ' best, what stands in section 3, and the warnings.',
                     'kanon/core/audit/stated.py 重新计算了：发布、抑制和剔除的记录数，等价类，层级和损失。没有重新计算：值中含有 | 的集合的损失，熵，结果是否最优，第 3 节的内容，以及警告。'),
    'not_checked': ('Not checked: whether the right columns are named as quasi-identifiers, whether each person has one row, whether'
                    ' the hierarchies make sense, what is known elsewhere, and whether the input is right. kanon does not know who'
                    ' collected it, from how many people, or for what.',
                    '没有检查：准标识符是否选对，是否每人一行，泛化层次是否合理，别处已知什么，输入是否正确。kanon 不知道数据由谁收集、来自多少人、为了什么。'),
    'not_checked_persons': ('Not checked: whether the right columns are named as quasi-identifiers, whether {person} says rightly whose row each is,'
                            ' whether the hierarchies make sense, what is known elsewhere, and whether the input is right. kanon does not know who'
                            ' collected it, or for what.',
                            '没有检查：准标识符是否选对，{person} 列是否正确说明了每行是谁的，泛化层次是否合理，别处已知什么，输入是否正确。'
                            'kanon 不知道数据由谁收集、为了什么。'),

    # The files.
    'input_parts': ('Input, {n:file} together', '输入，共 {n} 个文件'),
    'sums_in_record': ('The record {record} has the sha256 of the other files. Here they could tell values of the table.',
                       '其他文件的 sha256 写在运行记录 {record} 里。写在这里，它们可能透露表中的值。'),
    'sums_unrecorded': ('With --record FILE a record has the sha256 of the other files. Here they could tell values of the table.',
                        '加上 --record FILE，其他文件的 sha256 就写在运行记录里。写在这里，它们可能透露表中的值。'),

    # How to repeat it.
    'repeat': ('9. How to repeat it', '9. 怎样重做'),
    'repeat_same': ('The same files and this command give the same bytes:', '同样的文件和这条命令得到同样的字节：'),
    'repeat_record': ('The record {record} repeats the run and compares the bytes:', '运行记录 {record} 可以重做这次运行并比较字节：'),
    'repeat_none': ('No record was written. With --record FILE, python -m kanon replay repeats the run and compares the bytes.',
                    '没有生成运行记录。加上 --record FILE，就可以用 python -m kanon replay 重做并比较字节。'),
    'repeat_next': ('To check and to attack this release:', '检查和攻击这张发布表：'),
    'sign_text': ('I have read sections 1 to 9, and approve the publication of {output}.', '我已阅读第 1 至 9 节，同意发布 {output}。'),

    # The details.
    'size_persons': ('Persons in a class', '等价类中的人数'),
    'once_a_class': ('Persons, each once in each class', '人数，每人在每个等价类中各计一次'),
    'size_from': ('{low} to {high}', '{low} 到 {high}'),
    'size_over': ('{low} or more', '{low} 或更多'),
    'risk_at_most': ('Chance to pick the right record, at most', '选中正确记录的概率上限'),
    'all_options': ('All options', '全部选项'),
    'where_from': ('Where it comes from', '来源'),
    'from_record': ('the record', '运行记录'),
    'from_plan': ('the plan', '计划'),
    'steps': ('Steps of the search', '搜索的步骤'),

    # Its headings, and the words of its tables.
    'beyond': ('Beyond k', 'k 之外'),
    'population': ('In the population', '在总体中'),
    'suppression': ('Suppression', '抑制'),
    'missing': ('Missing values', '缺失值'),
    'unchanged': ('Published unchanged', '原样发布'),
    'options': ('Other options', '其他选项'),
    'vector': ('The vector of levels is ({levels}), its height {height}.', '各层级构成向量 ({levels})，高度为 {height}。'),
    'cuts': ('The search found no further cut that the requirement allows.', '搜索没有再找到要求所允许的切分。'),
    'measure': ('Measure', '指标'),
    'put_back': ('Put values back: {witnessed} of {generalized:generalized cell} {witnessed:has|have} a value that the label names, as the end of'
                 ' an interval or in a set.',
                 '还原值：{generalized} 个被泛化的单元格中，有 {witnessed} 个的值被标签写了出来（区间的端点，或集合中的值）。'),
    'determined': ('{cells} of these cells and {records:record} as a whole can be put back, because the labels name all values of these'
                   ' classes. --labels grid avoids it, and a greater k may.',
                   '其中 {cells} 个单元格可以还原，{records} 条记录可以完整还原，因为标签写出了这些等价类的所有值。用 --labels grid 可以避免，用更大的 k 也可能避免。'),
    'others': ('Join releases: {files}. Whoever has both can join them. Try it with: python -m kanon attack --second.',
               '连接发布表：{files}。同时拿到两张发布表的人可以把它们连接起来。可以用 python -m kanon attack --second 演练。'),
    'audit': ('7. What the audit found', '7. 复核的结果'),
    'files': ('8. Which files, exactly', '8. 涉及的文件'),
    'what': ('What', '用途'),
    'file': ('File', '文件'),
    'sha256': ('sha256 of its bytes', '文件字节的 sha256'),
    'input': ('Input', '输入'),
    'hierarchy': ('Hierarchy', '泛化层次'),
    'release': ('Release', '发布表'),
    'ini': ('INI file', 'INI 文件'),
    'sizes': ('Sizes of the classes', '等价类的大小'),
    'size': ('Records in a class', '等价类中的记录数'),
    'option': ('Option', '选项'),
    'typed': ('typed', '键入'),
    'from_ini': ('the INI file', 'INI 文件'),
    'default': ('default', '默认'),
}
