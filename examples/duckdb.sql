-- DuckDB counts, kanon decides, DuckDB joins. From the top of the checkout, with duckdb (PyPI: duckdb-cli) and python3 on the path:
--     mkdir -p build
--     duckdb -bail -f examples/duckdb.sql
--     python3 -m kanon check build/duckdb_released_counts.csv --counted build/duckdb_counted.csv --recoding build/duckdb_recoding.csv -k 10
--     cmp build/duckdb_released.csv build/duckdb_by_kanon.csv
-- So DuckDB's release has the bytes of kanon's own. `sh examples/run.sh duckdb` runs these commands.
.mode list
.headers off

-- The table. In your database it is there already.
CREATE TABLE people AS
    SELECT ltrim(age) AS age, ltrim(gender) AS gender, ltrim(race) AS race, ltrim(marital_status) AS marital_status,
           ltrim(occupation) AS occupation, ltrim(work_class) AS work_class, ltrim(native_country) AS native_country
    FROM read_csv('data/adult_sample.data', header = false, all_varchar = true, delim = ',', nullstr = '',
                  names = ['age', 'work_class', 'final_weight', 'education', 'education_num', 'marital_status', 'occupation',
                           'relationship', 'race', 'gender', 'capital_gain', 'capital_loss', 'hours_per_week', 'native_country', 'class']);

-- Records without a missing value: what NULL, '' and '?' are to kanon (--missing drop). In this table three columns have some.
CREATE VIEW complete AS SELECT * FROM people
    WHERE coalesce(work_class, '') NOT IN ('', '?') AND coalesce(occupation, '') NOT IN ('', '?')
      AND coalesce(native_country, '') NOT IN ('', '?');

-- 1. Count there. The row of empty fields holds what is left out, so that the report's sums hold. Where k counts persons, count them in
-- groups of their own: the person is one more column, and the run takes --person (docs/how-to/engines.md).
COPY (SELECT age, gender, race, marital_status, occupation, count(*) AS n FROM complete GROUP BY ALL
      UNION ALL
      SELECT '', '', '', '', '', (SELECT count(*) FROM people) - (SELECT count(*) FROM complete))
TO 'build/duckdb_counted.csv' (HEADER, DELIMITER ',');

-- 2. Decide here.
.shell python3 run_mondrian.py build/duckdb_counted.csv --counts n -k 10 -o build/duckdb_by_kanon.csv --recoding build/duckdb_recoding.csv --force --quiet

-- 3. Join there. A record without a partner was not counted: the table has changed, and nothing may be published.
CREATE TABLE recoding AS SELECT * FROM read_csv('build/duckdb_recoding.csv', header = true, all_varchar = true);
CREATE TABLE joined AS SELECT * FROM complete LEFT JOIN recoding USING (age, gender, race, marital_status);
SELECT CASE WHEN count(*) > 0 THEN error(count(*) || ' records have no partner in the recoding') ELSE 'every record has a partner' END
    FROM joined WHERE kanon_class IS NULL;
SELECT CASE WHEN (SELECT count(*) FROM joined) <> (SELECT count(*) FROM complete) THEN error('the join has made rows') ELSE 'no row is joined twice' END;

-- ORDER BY all columns: rows in the order of the table would tell whose they are.
COPY (SELECT age_published AS age, gender_published AS gender, race_published AS race, marital_status_published AS marital_status, occupation
      FROM joined WHERE kanon_class <> '0' ORDER BY ALL)
TO 'build/duckdb_released.csv' (HEADER, DELIMITER ',');

-- 4. The audit of a release made elsewhere: counted there, compared here with what the counts and the recoding make (kanon check, above).
COPY (SELECT age, gender, race, marital_status, occupation, count(*) AS n
      FROM read_csv('build/duckdb_released.csv', header = true, all_varchar = true) GROUP BY ALL)
TO 'build/duckdb_released_counts.csv' (HEADER, DELIMITER ',');
