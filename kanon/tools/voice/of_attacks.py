"""What attack finds."""

TEXTS = {
    # The attacks.
    'linkage': ('linkage', '链接'),
    'linkage_second': ('linkage, second', '链接第二张发布表'),
    'both_joined': ('both, joined', '连接两张发布表'),
    'row_order': ('order of the rows', '行的顺序'),
    'row_order_sorted': ('the same, sorted', '同上，排序后'),
    'time_added': ('over time, added', '前后两张，新增的人'),
    'time_removed': ('over time, removed', '前后两张，移除的人'),
    'time_stayed': ('over time, stayed', '前后两张，留下的人'),
    'control': ('control', '对照组'),
    'difference': ('difference', '差'),
    'chance': ('chance', '偶然'),
    'risk_added': ('risk', '风险'),


    # The columns of the table, and what they mean.
    'attack': ('attack', '攻击'),
    'linked_by': ('linked by', '链接所用'),
    'people': ('people', '人数'),
    'no_candidate': ('no candidate', '无候选'),
    'one_record': ('only one', '仅一条'),
    'below_k': ('fewer than k', '少于 k 条'),
    'same_value': ('same value', '值相同'),
    'same_of': ('same {column}', '{column} 相同'),
    'least': ('fewest', '最少'),
    'mean': ('average', '平均'),
    'guessed': ('guessed', '猜中'),
    'in_order': ('matched', '匹配'),
    'told': ('both ways', '两端匹配'),
    'right': ('right value', '值正确'),
    'means_no_candidate': ('people without a candidate: they are not in the release, or are suppressed', '没有候选记录的人：不在发布表中，或被抑制'),
    'means_one_record': ('people with one candidate', '只有一条候选记录的人'),
    'means_below_k': ('people with one candidate or more, but fewer than k', '有候选记录但少于 k 条的人'),
    'means_one_value': ('people with several candidates that all have the same sensitive value, missing ones aside: nothing is left to guess',
                        '有几条候选记录、敏感值（缺失的除外）都相同的人：不用再猜'),
    'means_least': ('the least number of candidates of a person who has any; then the average', '有候选记录的人中，最少的候选记录数；后一列是平均数'),
    'means_guessed': ('people whose true sensitive value is the most frequent one of their candidates', '真实敏感值恰是其候选记录中最常见的值的人'),
    'means_in_order': ('rows matched with a person: each row with the next person in the list whom it fits',
                       '与人匹配上的行：每一行对应名单中下一个与它相符的人'),
    'means_told': ('rows matched with the same person when both files are read from the bottom', '两个文件都从末尾往前读，也与同一个人匹配的行'),
    'means_right': ("of the rows matched both ways, those that have the person's true sensitive value", '两端匹配的行中，敏感值确实属于这个人的'),

    # What is below the table.
    'candidate': ('A candidate of a person is a record that fits all that is known of the person.', '某人的候选记录，是与已知的全部信息都相符的记录。'),
    'joined_is': ('both, joined: of each sensitive value a person has as many candidates as in the release that has fewer of it.',
                  '连接两张发布表：对每个敏感值，某人的候选记录数取两张发布表中较少的那个。'),
    'by_person': ("linkage: the column '{column}' says who a person is. The candidates of a row are the people of the list who have a row in the"
                  ' same classes. A person has the fewest candidates that any row of the person has.',
                  '链接：列“{column}”说明每行是谁的。一行的候选人，是名单中有行落在同样的等价类里的人。一个人的候选人数，取此人各行中最少的。'),
    'time_is': ('over time: people with the same labels in both releases, or the same absence, are a group. The candidates of a person are the'
                ' people of the group: if two of them exchange their sensitive values, neither release changes. same value: people'
                ' whose value follows from both releases, if values stay the same. There may be more of them.',
                '前后两张：在两张发布表中标签都相同（或同样不在表中）的人是一组。一个人的候选人是同组的人：如果其中两人交换敏感值，两张发布表都不变。'
                '值相同：在值不变的前提下，其值可由两张发布表推出的人。这样的人可能更多。'),
    'time_nobody_stayed': ('Both lists have 0 people in common. Perhaps --person names a column that is made anew for each table.',
                           '两份名单没有共同的人。也许 --person 指定的列，每张表都是重新生成的。'),
    'time_not_counted': ('over time: the same value is not counted, because of this', '前后两张：没有计算值相同的人，原因如下'),
    'doubt_nameless': ('{known} does not say of all rows whose they are: {n} without', '{known} 有 {n} 行没有说明是谁的'),
    'doubt_repeated': ('{known} has people with several rows: {n}', '{known} 中有 {n} 人有几行'),
    'doubt_overlapping': ('{known} has rows whose class is not certain, because several classes of {release} cover them: {n}',
                          '{known} 有 {n} 行被 {release} 的几个等价类覆盖，不能确定在哪一个'),
    'doubt_unpublished': ('{known} has people who are not in the release {release}: at least {n}', '{known} 中至少有 {n} 人不在发布表 {release} 里'),
    'doubt_unlisted': ('{release} has records of people who are not in the list {known}: at least {n}', '{release} 至少有 {n} 条记录，其人不在名单 {known} 里'),
    'doubt_uncertain': ('people who are not counted as fewer than k, because more people fit a class than it has records, so that they may be'
                        ' absent or their group may be larger: {n}',
                        '没有计入少于 k 的人：符合某个等价类的人多于它的记录，所以他们可能不在表里，或者同组的人更多：{n}'),
    'doubt_changed': ('people have another sensitive value in the second list: {n}', '有 {n} 人在第二份名单中的敏感值不同'),
    'doubt_contradicting': ('the sensitive values of both releases do not fit the people of both lists; perhaps values have changed',
                            '两张发布表的敏感值与两份名单中的人对不上，也许有的值变了'),
    'nobody': ('NOBODY has a candidate. Perhaps the release and --known were swapped, or the release was made from another table.',
               '没有人有候选记录。也许发布表和 --known 弄反了，或者发布表来自另一张表。'),
    'stars_suppressed': ("rows of nothing but * in {file}: {n}, taken for suppressed records, so nobody's candidates (--stars class: for people)",
                         '{file} 中全是 * 的行：{n} 行，当作被抑制的记录，不是任何人的候选记录（--stars class 则当作人）'),
    'stars_people': ("rows of nothing but * in {file}: {n}, taken for people, so everybody's candidates",
                     '{file} 中全是 * 的行：{n} 行，当作人，是每个人的候选记录'),

    # Beside people who are not in the table.
    'list_control': ('{attack}: {people} people of the list, {others} of the control', '{attack}：名单中的 {people} 人，对照组的 {others} 人'),
    'list': ('list', '名单'),
    'by_chance': ('by chance', '偶然可达'),
    'up_to_points': ('up to {points}', '至多 {points}'),
    'told_guessed': ('The attacker guesses the sensitive value of {of_list} of the list and of {of_control} of people who are not in the table.',
                     '攻击者猜中名单中 {of_list} 的人的敏感值，也猜中不在表中的人里 {of_control} 的敏感值。'),
    'told_below_k': ('{of_list} of the list and {of_control} of people who are not in the table have fewer than k candidates.',
                     '名单中 {of_list} 的人候选记录少于 k 条，不在表中的人里是 {of_control}。'),
    'leaked': ('The difference, {points} points, is more than chance gives. The release tells this of the people who are in it.',
               '两者之差（{points} 个百分点）超过偶然所能造成的。这是发布表泄露的、关于表中人的信息。'),
    'by_chance_alone': ('The difference, {points} points, may come from chance. This does not show that nothing leaks. More people in both'
                      ' lists would say more.',
                      '两者之差（{points} 个百分点）可能出于偶然。这并不说明没有泄露。两份名单的人再多一些，才能说明更多。'),
    'control_note': ('What the attack tells of the control, too, is not told by being in the table, if the control are people like those of the'
                     ' list who are not in it. By chance: if the same people are dealt out at random to two lists of these sizes, the lists differ'
                     ' by no more than this in at least 95 of 100 cases.',
                     '如果对照组是与名单中的人相似、但不在表里的人，那么攻击对对照组同样能得知的，就不是因为在表里而泄露的。偶然：把同样的人随机'
                     '分成这么大的两份名单，100 次中至少有 95 次相差不超过这个数。'),
    'control_risk_rows': ('The rows "risk" above have (list - control) / (1 - control).', '上面“风险”各行是（名单 − 对照组）/（1 − 对照组）。'),
    'control_risk': ('Risk: (list - control) / (1 - control).', '风险：（名单 − 对照组）/（1 − 对照组）。'),

    # Of the page.
    'attack_title': ('Attack on {data}', '对 {data} 的攻击'),
    'attack_finding': ('Of {people} {people:person|people} in {known}, {one} {one:has|have} a single candidate, {few} {few:has|have}'
                       ' fewer than k = {k}, and {same} {same:has|have} several that all have the same sensitive value, missing ones aside.',
                       '{known} 中有 {people} 人：{one} 人只有一条候选记录，{few} 人的候选记录少于 k = {k} 条，{same} 人有几条敏感值（缺失的除外）都相同的候选记录。'),
    'time_finding': ('Over time: {added} {added:person was|people were} added, {removed} {removed:was|were} removed, and {stayed} stayed.'
                     ' {few} of them {few:is|are} in a group of fewer than k = {k}.',
                     '前后两张：新增 {added} 人，移除 {removed} 人，留下 {stayed} 人。其中 {few} 人所在的组少于 k = {k} 人。'),
    'time_told': ('The sensitive value of {same} of them follows from both releases, if values stay the same. There may be more.',
                  '如果值不变，其中 {same} 人的敏感值可由两张发布表推出。这样的人可能更多。'),
    'time_unknown': ('Whose sensitive value follows from both releases is not counted.', '没有计算谁的敏感值可由两张发布表推出。'),
    'second_known': ('The list of the people of the second release is {file}.', '第二张发布表的人员名单是 {file}。'),
    'second': ('The second release is {file}.', '第二张发布表是 {file}。'),
    'attacks': ('What each attack found', '各种攻击的结果'),
    'counted': ('What is counted', '计数的内容'),
    'k_of': ('k', 'k'),
    'control_is': ('The same attack on the people in {file}. That they are not in the table is said by whoever named this file.',
                   '对 {file} 中的人做同样的攻击。他们不在表里，这是指定该文件的人说的。'),
    'linked_to_learn': ('Linked by {quasi}. The attacker wants to learn: {sensitive}.', '用 {quasi} 链接。攻击者想得知：{sensitive}。'),
    'control_title': ('Beside people who are not in the table', '与不在表中的人比较'),

    # Of the picture.
    'attacks_title': ('What the attacks find out about {n} {n:person|people}', '各种攻击得知的 {n} 个人的情况'),
    'unprotected': ('Red with a border: people, or rows, that the release does not protect from this attack.',
                    '带边框的红色：发布表在这种攻击下没有保护住的人或行。'),
    'attack_by': ('{attack}, by {columns}', '{attack}，用 {columns}'),
    'bar_one_record': ('have one candidate: found', '只有一条候选记录：被找到'),
    'bar_below_k': ('have candidates, but fewer than k', '有候选记录，但少于 k 条'),
    'bar_one_value': ('have candidates with one sensitive value', '候选记录的敏感值都相同'),
    'bar_no_candidate': ('have no candidate: not there, or suppressed', '没有候选记录：不在其中，或被抑制'),
    'bar_guessed': ('have the value that most candidates have', '敏感值是候选记录中最多的那个'),
    'bar_in_order': ('rows matched in the order of the list', '按名单的顺序匹配上的行'),
    'bar_told': ('rows matched both ways', '从两端都匹配上的行'),
    'bar_right': ("of these, rows with the person's own value", '其中敏感值确实属于这个人的行'),
    'of_all': ('{n} of {all}', '{n} / {all}'),
}
