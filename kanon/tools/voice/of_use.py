"""What use finds: what a release is still good for."""

TEXTS = {
    'use_title': ('What {data} is still good for', '{data} 还能用来做什么'),
    'use_records': ('{original:record} in the original {known}; {release} in the release, of which {suppressed} suppressed', '原表 {known} 有 {original} 条记录；发布表有 {release} 条，其中抑制 {suppressed} 条'),
    'use_left_out': ('{n:record} of {known} with a missing value {n:is|are} left out', '有缺失值的 {n} 条记录被剔除（{known}）'),
    'use_strange': ('WARNING: {n:record} of the release {n:has|have} labels that stand for nothing in {known}; perhaps the tables were swapped, or it was made'
                    ' from another one', '警告：发布表有 {n} 条记录的标签在 {known} 中什么也不代表；也许两张表弄反了，或者发布表来自另一张表'),
    'use_spread': ('a label stands for all of its values, equally often; a suppressed record for all values', '标签代表它的所有值，各值同样多；被抑制的记录代表所有值'),
    'use_as': ('as numbers: {numbers}; as categories: {categories}', '当作数值：{numbers}；当作类别：{categories}'),
    'use_found': ('Half of the random counts over {columns:column} are off by at most {median}, nine of ten by at most {ninetieth}.',
                  '对 {columns} 列的随机计数，一半的误差不超过 {median}，九成的误差不超过 {ninetieth}。'),
    'use_told': ('A classifier that is trained on the release tells {column} of {release} of the records, one that is trained on the original of'
                 ' {original}. The most frequent value alone is that of {majority}.',
                 '用发布表训练的分类器能说对 {release} 的记录的 {column}，用原表训练的能说对 {original}。只猜最常见的值，能说对 {majority}。'),

    # Queries.
    'use_queries': ('How far counts are off', '计数差多少'),
    'use_queries_are': ('A query counts the records with a number in a range and a category among some. Its error is the difference of the two counts,'
                        ' divided by the true count, but at least by 1 and by 0.1% of the records. {n} random {n:query|queries} for each number of'
                        ' columns, seed {seed}.',
                        '一个查询统计有多少条记录的数值在某个范围内、类别在某几个之中。误差是两个计数之差除以真实计数，'
                        '除数至少是 1，也至少是记录总数的 0.1%。每种列数各 {n} 个随机查询，种子 {seed}。'),
    'use_named': ('columns of a query', '查询的列数'),
    'use_median': ('median error', '误差的中位数'),
    'use_ninetieth': ('90th percentile', '第 90 百分位数'),

    'sweep_queries': ('query_error: the median error of the random queries about the quasi-identifiers; 0 is best.',
                      'query_error：关于准标识符的随机查询的误差的中位数，0 最好。'),

    # Numbers.
    'use_numbers': ('Means and quantiles', '平均数和分位数'),
    'use_measure': ('measure', '指标'),
    'use_mean': ('mean', '平均数'),
    'use_original': ('original', '原表'),
    'use_release': ('release', '发布表'),
    'use_difference': ('difference', '相差'),
    'use_deviations': ('in standard deviations', '合标准差的倍数'),

    # Two columns.
    'use_pairs': ('How two columns go together', '两列之间的关联'),
    'use_pairs_are': ("correlation of numbers, Cramer's V of categories, and the correlation ratio of one of each; 0 is not at all, 1 is wholly",
                      '数值之间用相关系数，类别之间用克拉默 V 系数，一列数值一列类别用相关比；0 是毫无关联，1 是完全关联'),
    'use_correlation': ('correlation', '相关系数'),
    'use_correlation_ratio': ('correlation ratio', '相关比'),
    'use_cramers_v': ("Cramer's V", '克拉默 V 系数'),
    'use_pair': ('{first}, {second}', '{first}、{second}'),

    # Classifiers.
    'use_classifier': ('How well {column} can be told', '{column} 能猜对多少'),
    'use_classifier_is': ('naive Bayes classifiers that tell {column} from the other columns; share of the records that are told right', '朴素贝叶斯分类器，由其他各列推断 {column}；猜对的记录所占的比例'),
    'use_accuracy': ('told right', '猜对'),
    'use_trained': ('trained on', '训练用'),
    'use_majority': ('the most frequent value alone', '只猜最常见的值'),
    'use_folds': ('Tested on {n:record} of the original, in {folds:part}. A part is taken out of both tables before it is tested.',
                  '用原表的 {n} 条记录测试，分成 {folds} 份。测试一份之前，先把它从两张表里取出。'),
    'use_labels_chosen': ('The labels of the release were chosen with these records. Only --test is free of that.', '发布表的标签是连同这些记录一起选定的。只有 --test 不受此影响。'),
    'use_several': ('The labels of several different records of the release fit {n:record}, which therefore {n:is|are} taken out of each in part.',
                    '有 {n} 条记录与发布表中几种不同的记录都相符，所以从每一种里各取出一部分。'),
    'use_absent': ('Of these, {n:record} {n:is|are} missing from the release, or the labels there do not fit {n:it|them}.', '其中 {n} 条记录，发布表没有，或者标签与它们不符。'),
    'use_tested': ('Tested on {n:record} of {file}, which are in neither table if whoever named this file is right.', '用 {file} 的 {n} 条记录测试；如果指定该文件的人说得对，它们不在两张表里。'),
    'use_too_many': ('{column} has too many values for a classifier, more than {most}.', '{column} 的值太多，超过 {most} 个，不能用分类器。'),
    'use_untested': ('Without a known {column} there is nothing to test.', '没有已知的 {column}，无法测试。'),
}
