"""What helps to choose: sweep, lattice and hierarchies."""

TEXTS = {
    # The columns of sweep and lattice. In English they are called as in csv and JSON.
    'algorithm': ('algorithm', '算法'),
    'max_suppression': ('max_suppression', '最大抑制数'),
    'proven': ('proven', '已证明'),

    # The page of sweep.
    'sweep_title': ('Settings of {data}', '{data} 的各种设置'),
    'sweep_rows': ('All settings', '全部设置'),
    'sweep_is': ('lm: losses of the columns, added up; 0 is best. dm: pairs of records that look alike; less is better. c_avg:'
                 ' average class size / k; 1 is best. precision: share of the levels not used; 1 is best. proven: whether the search'
                 ' proved that nothing that it may choose is better.',
                 'lm：各列损失之和，0 最好。dm：看起来相同的记录对数，越少越好。c_avg：等价类平均大小 / k，1 最好。precision：未用到的层级的比例，1 最好。proven：搜索是否证明可选的结果中没有更好的。'),

    # A sweep.
    'least_lost': ('Least is lost {best}.', '损失最小的是：{best}。'),
    'best_setting': ('at k = {k} by {algorithm} ({name} {loss})', 'k = {k} 时 {algorithm}（{name} {loss}）'),
    'best_limited': ('at k = {k} by {algorithm} with max_suppression {limit} ({name} {loss})',
                     'k = {k}、最大抑制数 {limit} 时 {algorithm}（{name} {loss}）'),
    'other_loss': ('mondrian is not compared with the others: its labels hide ends, so it has {name} in place of lm.',
                   'mondrian 没有与其他算法比较：它的标签隐藏端点，所以给出的是 {name} 而不是 lm。'),
    'nothing_at': ('Nothing can be published at {ks}.', '{ks} 时无法发布任何记录。'),
    'sweep': ('What is lost as k grows: {n:setting} of {quasi}', 'k 增大时损失多少：{quasi} 的 {n} 种设置'),
    'leave_nothing': ('{n:setting} of them {n:leaves|leave} nothing to publish.', '其中 {n} 种设置没有可发布的记录。'),
    'limit': ('at most {limit} suppressed', '最多抑制 {limit}'),
    'frontier_is': ('No setting of this sweep has both a greater k and a lower loss than these: {settings}.',
                    '这次比较的设置中，没有哪个的 k 更大而且损失更小：{settings}。'),
    'setting': ('{algorithm}, k = {k} ({name} {loss})', '{algorithm}，k = {k}（{name} {loss}）'),
    'trade': ('What a lower risk costs', '更低的风险要付出什么'),
    'risk_axis': ('the highest risk of a record, 1 / k: the lower, the further right', '一条记录的最高风险 1 / k：越低越靠右'),
    'frontier': ('the frontier of these settings: a greater k for more loss', '这些设置的前沿：k 更大，损失更多'),
    'setting_tip': ('{algorithm}, k = {k}: {name} {loss}, {n:record} suppressed', '{algorithm}，k = {k}：{name} {loss}，抑制 {n} 条记录'),
    'limited_tip': ('{algorithm}, k = {k}, at most {limit} suppressed: {name} {loss}, {n:record} suppressed',
                    '{algorithm}，k = {k}，最多抑制 {limit}：{name} {loss}，抑制 {n} 条记录'),

    # Hierarchies.
    'tree': ('{name}: {leaves:leaf}, levels 0 to {height}', '{name}：{leaves} 个叶子，层级 0 到 {height}'),
    'bars_of_records': ('A bar is as long as the part of all records that lie under the node.', '条的长度是节点下的记录占全部记录的比例。'),
    'bars_of_leaves': ('A bar is as long as the part of all leaves that lie under the node.', '条的长度是节点下的叶子占全部叶子的比例。'),
    'empty_circle': ('An empty circle: no record has a value under this node.', '空心圆：没有记录的值在这个节点下。'),
    'leaves': ('leaves', '叶子'),
    'more_leaves': ('... and {n} more', '……另有 {n} 个'),
    'levels': ('What each level of a hierarchy leaves', '泛化层次的每一层留下什么'),
    'level_fits': ('A level fits if it leaves labels to tell people apart, and its rarest label still has k records or more.',
                   '如果一层留下的标签还能区分人，而且最少见的标签至少有 k 条记录，这一层就合适。'),
    'logarithmic': ('Each bar is on a logarithmic scale: twice as long is not twice as many.', '条用对数刻度：两倍长不是两倍多。'),
    'labels': ('labels', '标签'),
    'records_of_rarest': ('records of the rarest label', '最少见的标签的记录数'),
    'rarest': ('rarest label', '最少见的标签'),
    'not_shown': ('not shown', '不显示'),
}
