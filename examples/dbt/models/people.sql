-- The table. In your warehouse it is there already. kanon reads no blanks after a comma, so they go here.
SELECT ltrim(age) AS age, ltrim(gender) AS gender, ltrim(race) AS race, ltrim(marital_status) AS marital_status,
       ltrim(occupation) AS occupation, ltrim(work_class) AS work_class, ltrim(native_country) AS native_country
FROM read_csv('data/adult_sample.data', header = false, all_varchar = true, delim = ',', nullstr = '',
              names = ['age', 'work_class', 'final_weight', 'education', 'education_num', 'marital_status', 'occupation',
                       'relationship', 'race', 'gender', 'capital_gain', 'capital_loss', 'hours_per_week', 'native_country', 'class'])
