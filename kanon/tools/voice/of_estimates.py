"""What risk estimates of the people behind a table, and by what records stand out: {key: (English, Chinese)}."""

TEXTS = {
    # How many people of the population are alone with their values.
    'stands_for': ('With a sampling fraction of {fraction}, the {records:record} of the classes stand for about {population} people.',
                   '按抽样比例 {fraction} 计算，等价类中的 {records} 条记录代表约 {population} 人。'),
    'stands_for_persons': ('With a sampling fraction of {fraction}, the {records:person} of the classes stand for about {population} people.',
                           '按抽样比例 {fraction} 计算，等价类中的 {records} 人代表约 {population} 人。'),
    'estimate': ('ESTIMATE: about {uniques} of these people, {share}, are alone with their values in these columns ({model}).',
                 '估计：这些人中约有 {uniques} 人（{share}）在这些列上的取值是独有的（{model}）。'),
    'estimate_of_uniques': ('Of the {alone:unique record} of the table, about {of_uniques} are of such people.',
                            '表中 {alone} 条唯一的记录里，约有 {of_uniques} 条属于这样的人。'),
    'estimate_of_uniques_persons': ('Of the {alone:unique person} of the table, about {of_uniques} are such people.',
                                    '表中 {alone} 个唯一的人里，约有 {of_uniques} 个是这样的人。'),
    'estimate_may_err': ('The rule of Dankar et al. (2012) chooses the model. All suppose a simple random sample. The estimate may be far off, above all'
                         ' at small fractions.',
                         '模型按 Dankar 等人（2012）的规则选取。各模型都假定表是简单随机样本。估计可能偏差很大，抽样比例小时尤其如此。'),
    'model_instead': ('{instead_of} does not converge, so the rule takes {model} in its place.', '{instead_of}不收敛，所以规则改用 {model}。'),
    'models_without_uniques': ('The table has 0 unique records, so two of the models have nothing to go by. This says little about single people.',
                               '表中有 0 条唯一的记录，所以有两个模型无从估计。这对个别的人说明不了多少。'),
    'model': ('model', '模型'),
    'model_pitman': ("Pitman's model", 'Pitman 模型'),
    'model_zayatz': ("Zayatz's model", 'Zayatz 模型'),
    'model_snb': ('the SNB model', 'SNB 模型'),
    'people_alone': ('people alone', '独有取值的人数'),
    'share_of_people': ('share of the population', '占总体的比例'),
    'not_converging': ('does not converge', '不收敛'),

    # The risk of each record of a survey.
    'weights_stand_for': ("By the weights of the column '{column}', the {records:record} of the classes stand for about {population} people.",
                          '按“{column}”列的权数计算，等价类中的 {records} 条记录代表约 {population} 人。'),
    'individual_is': ('ESTIMATE: the individual risk of a record is {highest} at most, and {average} on average; that of {above:record} is above'
                      ' {threshold} (Benedetti and Franconi).',
                      '估计：一条记录的个体风险最大为 {highest}，平均为 {average}；有 {above} 条记录高于 {threshold}（Benedetti 和 Franconi）。'),
    'individual_expected': ('Whoever matches all of them with people of the population is expected to be right about {expected}.',
                            '如果把所有记录都与总体中的人匹配，预计有 {expected} 条是对的。'),
    'individual_may_err': ('It supposes a random sample in each class. Where many people of the population are alone, it is too low.',
                           '它假定每个等价类中的记录是随机抽取的。如果总体中有很多人取值独有，它就偏低。'),
    'weights_short': ('WARNING: the weights of the classes of {n:record} say fewer people than records. Such a class is taken to have as many people'
                      ' as records.',
                      '警告：有 {n} 条记录的等价类，权数之和少于记录数。这样的等价类按记录数计人数。'),

    # Who stands out, and by what.
    'special_are': ('{n:record} of {records} {n:is|are} alone with the values of at most {most:column} (special uniques).',
                    '{records} 条记录中，有 {n} 条凭至多 {most} 列的取值就是唯一的（特殊唯一）。'),
    'special_fewest': ('By the fewest columns that it takes: {sizes}.', '按所需的最少列数：{sizes}。'),
    'special_of_size': ('{n:record} by {columns}', '{columns} 列的 {n} 条'),
    'special_score': ('The fewer columns it takes, and the more such sets a record has, the higher its score (SUDA).',
                      '所需的列越少、这样的列组越多，记录的分数（SUDA）越高。'),
    'special_share': ('share of the scores', '占分数的比例'),
    'special_value': ('value', '值'),
    'score': ('score', '分数'),
    'special_sets': ('alone by', '凭这些列唯一'),
    'special_more': ('({n:further value}: --format json)', '（另有 {n} 个值：--format json）'),

    # Of the page and the pictures.
    'estimated_title': ('How many people of the population are alone, estimated', '总体中独有取值的人数估计'),
    'estimated_bars': ('Each bar: the share of the population that a model estimates. Red with a border: the model that the rule takes.',
                       '每条：一个模型估计的占总体的比例。带边框的红色：规则选取的模型。'),
    'estimated_bar': ('about {uniques} people, {share}', '约 {uniques} 人，{share}'),
    'taken_by_rule': ('taken by the rule', '规则选取的模型'),
    'individual_title': ('The individual risk of the records, estimated by the weights', '按权数估计的各条记录的个体风险'),
    'risk_between': ('above {low}, up to {high}', '高于 {low}，不超过 {high}'),
    'special_title': ('Which columns make records stand out', '哪些列使记录显眼'),
    'special_bars': ('Each bar: the share of all scores that least sets with this column have. A set counts for each of its columns.',
                     '每条：含有该列的最小列组占全部分数的比例。一个列组对其中每一列都计算。'),
    'special_bar': ('{share}, {n:record}', '{share}，{n} 条记录'),
    'special_by_value': ('Which values make records stand out', '哪些值使记录显眼'),
    'special_first': ('The records that stand out most', '最显眼的记录'),
}
