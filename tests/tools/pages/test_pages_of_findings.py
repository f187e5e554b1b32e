"""The pages of check, risk, attack, sweep and start: numbers worked out by hand."""

import pytest

from conftest import kanon, run
from readers import misplaced, read

PATIENTS = 'data/inpatients/inpatients.csv'
LINKED = '--quasi', 'zip,age', '--sensitive', 'condition'
# Four people, of whom one is alone. In the register ten people share the first three's values, and two the other's.
SAMPLE, REGISTER = 'age\n' + '39\n' * 3 + '41\n', 'age\n' + '39\n' * 10 + '41\n' * 2


@pytest.fixture(scope='module')
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp('found')
    for script, name in (('run_mondrian.py', 'm.csv'), ('run_samarati.py', 's.csv')):
        assert run(script, PATIENTS, '-o', made / name, '--quiet').returncode == 0
    assert run('run_mondrian.py', PATIENTS, '-o', made / 'two.csv', '--quasi', 'zip', '--sensitive', 'condition,age').returncode == 0
    (made / 'sample.csv').write_text(SAMPLE)
    (made / 'register.csv').write_text(REGISTER)
    (made / 'gaps.csv').write_text('a,s,n\n1,x,1\n1,y,2\n,x,3\n1,z,4\n')
    (made / 'strangers.csv').write_text('zip,age,condition\n13053,25,Heart disease\n13068,33,Viral infection\n14850,52,Viral infection\n14853,70,Cancer\n')
    (made / 'wide.csv').write_text('a,b,c,d,e\n1,2,3,4,5\n1,2,3,4,6\n')
    (made / 'patients.csv').write_text(open(PATIENTS).read())
    return made


PAGES = [       # what is typed, and what the page then says
    (['check', 'm.csv', *LINKED, '--require', 'k=4,l=2', '--below', '5'], [
        'The smallest class of the table has 4 records, so it is 4-anonymous for zip, age. 1 of 2 requirements fails.',
        "12 records = 12 in 3 classes + 0 suppressed ('*' in every quasi-identifier)",
        'In classes below k = 5: 12 records.', 'k=4 4 holds', 'l=2 condition 1 FAILS in 1 class, 4 records',
        'condition 1 1.0000 none (l=2) 0.5833 1.0000 1 class, 4 records', 'zip [13053-13068], age [31-37] 4 condition: all Cancer']),
    (['check', 'm.csv', *LINKED, '--require', 'k=4'], ['All that is required holds.']),
    (['check', 'm.csv', *LINKED, '--standard', 'cms-11,gdpr-wp216', '--total', '12'], [
        '2 clauses fail.', 'Standard cms-11: CMS cell size suppression policy: no cell of 1 to 10',
        '1 clause holds, 1 fails, 1 cannot be checked from the file.', 'cells FAILS in 3 classes, 12 records No cell of 1 to 10 is published.',
        'subtraction holds No cell of 1 to 10 can be derived', 'formulas cannot be checked: What else is published',
        'inference FAILS in 1 class, 4 records No class has one value only', 'Source: Article 29 Data Protection Working Party']),
    (['check', 'm.csv', *LINKED, '--standard', 'cms-11', '--language', 'zh'], [
        '1 条条款不满足。', '标准 cms-11：CMS 单元格抑制政策：不得出现 1 至 10 的单元格', 'cells 不满足：3 个等价类，12 条记录 不发布 1 至 10 的单元格。',
        'subtraction 无法核对：文件里看不到剔除了多少条记录']),
    (['check', 'm.csv', *LINKED, '--standard', 'gdpr-wp216', '--quasi', 'zip'], ['No clause fails, and 2 clauses cannot be checked from the file.']),
    (['check', 'patients.csv', '--quasi', 'zip'], ['Nothing was required.', 'k = 2 is the size of the smallest class; the largest has 4 records, the average 3.0.',
                                                  '2 other columns, neither quasi-identifier nor sensitive, not judged: age, condition.',
                                                  'WARNING: every record has its own value in age.']),
    (['risk', 'sample.csv', '--quasi', 'age'], [
        'The greatest risk of a record is 1.0000, the average risk is 0.5000; 1 record is unique.',
        'Prosecutor: knows that a person is in the table 1.0000 0.5000 4 1.0000 1', 'age 2 1 1 0.5000 0.5000']),
    (['risk', 'sample.csv', '--quasi', 'age', '--population', 'register.csv'], [
        'The greatest risk of a record is 0.5000, the average risk is 0.2000; 0 records are unique.',
        'A sample of the 12 records in 2 classes of register.csv.',
        'Journalist: knows the population, not who is in the table 0.5000 0.2000 1 0.2500 0']),
    (['risk', 'register.csv', '--quasi', 'age', '--population', 'sample.csv'], ['WARNING: this table is no sample of it.']),
    (['attack', 'two.csv', '--quasi', 'zip', '--sensitive', 'condition,age', '--known', 'patients.csv', '--language', 'zh'], [' condition 相同 ', ' age 相同 ']),
    (['attack', 's.csv', *LINKED, '--known', 'patients.csv'], [
        'Of 12 people in patients.csv, 0 have a single candidate, 0 have fewer than k = 4, and 0 have several that all have the same']),
    (['attack', 'm.csv', *LINKED, '--known', 'patients.csv', '--control', 'strangers.csv'], [
        'The same attack on the people in strangers.csv. That they are not in the table is said by whoever named this file.',
        'Linkage: 12 people of the list, 4 of the control', 'List Control Difference By chance Risk',
        'Same value 33.33% 25.00% +8.33 up to 58.33 0.1111',
        'The attacker guesses the sensitive value of 66.67% of the list and of 50.00% of people who are not in the table.']),
    (['attack', 's.csv', *LINKED, '--known', 'patients.csv', '--second', 'm.csv'], [
        'Of 12 people in patients.csv, 0 have a single candidate, 8 have fewer than k = 4, and 4 have several that all have the same',
        'The second release is m.csv.', 'People with one candidate or more, but fewer than k 0 0 8 - -']),
    (['attack', 'two.csv', '--quasi', 'zip', '--sensitive', 'condition,age', '--known', 'patients.csv'], [
        'missing ones aside: nothing is left to guess 0 - - Same condition 0 - - Same age 0 - -']),
    (['check', 'gaps.csv', '--quasi', 'a', '--sensitive', 's,n'], [
        "Missing values ('?' or nothing) in quasi-identifiers: 1, in 1 record; taken as wildcards, they give k = 4.",
        'Column l entropy recursive c t ordered-t alpha Classes with one value s 1 1.0000 none (l=2) 0.5000 - 1.0000']),
    (['risk', 'wide.csv', '--quasi', 'a,b,c,d,e'], ['1: everybody is told apart. (19 more sets of columns: --all)']),
    (['sweep', 'patients.csv', *LINKED, '--k', '4,13', '--max-suppression', '0'], [
        'Least is lost at k = 4 by mondrian (lm 0.2218). Nothing can be published at k = 13.',
        'samarati 4 0 (1, 2) 0 3 0.6263 48 1.00 0.5000 -', 'optimal 4 0 (1, 2) 0 3 0.6263 48 1.00 0.5000 yes',
        'mondrian 13 0 - - - - - - - -']),
    (['start', 'patients.csv'], ['patients.csv has 3 columns and 12 records, 0 of them with a missing value in some column.',
                                 'zip code 4 0', "condition category 3 0 for example 'Cancer' (5 records)", 'Nothing is in doubt.']),
    (['start', 'patients.csv', '--quasi', 'age', '-k', '13'], ['12 records are fewer than k = 13: nothing can be published.',
                                                               'patients.ini the options', 'python -m kanon hierarchy levels patients.csv --config patients.ini'])]


@pytest.mark.parametrize('words, sentences', PAGES, ids=range(len(PAGES)))
def test_numbers_worked_out_by_hand(folder, words, sentences):
    (folder / 'hierarchies').mkdir(exist_ok=True)
    for name in ('zip', 'age'):
        (folder / 'hierarchies' / (name + '.txt')).write_text(open('data/inpatients/hierarchies/%s.txt' % name).read())
    kanon(*words, '--html', 'page.html', '--force', *['--internal'] * (words[0] == 'check'), cwd=folder)
    (folder / 'patients.ini').unlink() if (folder / 'patients.ini').exists() else None
    page = read(folder / 'page.html')
    assert [sentence for sentence in sentences if sentence not in page.words()] == []
    assert not list(misplaced(page, words[0] == 'check'))
    assert ('Both, joined: of each' in page.words()) == ('--second' in words)
