-- DuckDB counts, kanon decides, DuckDB joins. From the top of the checkout, with duckdb (PyPI: duckdb-cli) and python3 on the path:
--     mkdir -p build
--     duckdb -bail -f examples/duckdb.sql
--     python3 -m kanon mondrian build/duckdb_counted.csv --counts n -k 10 -o build/duckdb_by_kanon.csv
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

-- DuckDB counts, kanon decides, DuckDB joins: the table people. Made by kanon:
--     python3 -m kanon sql people --dialect duckdb --files build/duckdb --quasi age,gender,race,marital_status --sensitive occupation --columns age,gender,race,marital_status,occupation,work_class,native_country
-- A record with a missing value (NULL, an empty text, ?) in one of these columns is left out: age,gender,race,marital_status,occupation,work_class,native_country.

-- 1. Count, to build/duckdb_counted.csv. That file is as confidential as the table.
COPY (
WITH kanon_texts AS (
    SELECT COALESCE(CAST(s."age" AS VARCHAR), '') COLLATE C AS q0,
           COALESCE(CAST(s."gender" AS VARCHAR), '') COLLATE C AS q1,
           COALESCE(CAST(s."race" AS VARCHAR), '') COLLATE C AS q2,
           COALESCE(CAST(s."marital_status" AS VARCHAR), '') COLLATE C AS q3,
           COALESCE(CAST(s."occupation" AS VARCHAR), '') COLLATE C AS c0,
           COALESCE(CAST(s."work_class" AS VARCHAR), '') COLLATE C AS o0,
           COALESCE(CAST(s."native_country" AS VARCHAR), '') COLLATE C AS o1
    FROM "people" s
), kanon_records AS (
    SELECT kanon_texts.*, CASE WHEN q0 NOT IN ('', '?') AND q1 NOT IN ('', '?') AND q2 NOT IN ('', '?') AND q3 NOT IN ('', '?') AND c0 NOT IN ('', '?') AND o0 NOT IN ('', '?') AND o1 NOT IN ('', '?') THEN 1 ELSE 0 END AS kept
    FROM kanon_texts
), kanon_counted AS (
    SELECT q0, q1, q2, q3, c0, COUNT(*) AS n FROM kanon_records WHERE kept = 1 GROUP BY q0, q1, q2, q3, c0
    UNION ALL
    SELECT '', '', '', '', '', COUNT(*) FROM kanon_records WHERE kept = 0 GROUP BY kept
)
SELECT k.q0 AS "age", k.q1 AS "gender", k.q2 AS "race", k.q3 AS "marital_status", k.c0 AS "occupation", k.n AS "n" FROM kanon_counted k
) TO 'build/duckdb_counted.csv' (HEADER, DELIMITER ',', FORCE_QUOTE *);

-- 2. Decide, here. Any program of kanon and any rule will do. Give the check the same rules.
.shell python3 -m kanon mondrian build/duckdb_counted.csv --counts n -k 10 --quasi=age,gender,race,marital_status --sensitive=occupation --recoding build/duckdb_recoding.csv --force --quiet

-- 3. Load the recoding. It is as confidential as the table, too.
CREATE TEMPORARY TABLE kanon_loaded AS
SELECT * FROM read_csv('build/duckdb_recoding.csv', header = true, all_varchar = true, delim = ',', quote = '"', escape = '"',
                       new_line = '\n', names = ['q0', 'q1', 'q2', 'q3', 'p0', 'p1', 'p2', 'p3', 'kanon_class']);
CREATE TEMPORARY TABLE kanon_recoding AS
SELECT COALESCE(CAST(q0 AS VARCHAR), '') COLLATE C AS q0,
       COALESCE(CAST(q1 AS VARCHAR), '') COLLATE C AS q1,
       COALESCE(CAST(q2 AS VARCHAR), '') COLLATE C AS q2,
       COALESCE(CAST(q3 AS VARCHAR), '') COLLATE C AS q3,
       COALESCE(CAST(p0 AS VARCHAR), '') COLLATE C AS p0,
       COALESCE(CAST(p1 AS VARCHAR), '') COLLATE C AS p1,
       COALESCE(CAST(p2 AS VARCHAR), '') COLLATE C AS p2,
       COALESCE(CAST(p3 AS VARCHAR), '') COLLATE C AS p3,
       CAST(kanon_class AS BIGINT) AS kanon_class
FROM kanon_loaded;

-- 4. Join. A record without a partner in the recoding was not counted, and is not published.
CREATE TABLE "people_released" AS
WITH kanon_texts AS (
    SELECT COALESCE(CAST(s."age" AS VARCHAR), '') COLLATE C AS q0,
           COALESCE(CAST(s."gender" AS VARCHAR), '') COLLATE C AS q1,
           COALESCE(CAST(s."race" AS VARCHAR), '') COLLATE C AS q2,
           COALESCE(CAST(s."marital_status" AS VARCHAR), '') COLLATE C AS q3,
           COALESCE(CAST(s."occupation" AS VARCHAR), '') COLLATE C AS c0,
           COALESCE(CAST(s."work_class" AS VARCHAR), '') COLLATE C AS o0,
           COALESCE(CAST(s."native_country" AS VARCHAR), '') COLLATE C AS o1
    FROM "people" s
), kanon_records AS (
    SELECT kanon_texts.*, CASE WHEN q0 NOT IN ('', '?') AND q1 NOT IN ('', '?') AND q2 NOT IN ('', '?') AND q3 NOT IN ('', '?') AND c0 NOT IN ('', '?') AND o0 NOT IN ('', '?') AND o1 NOT IN ('', '?') THEN 1 ELSE 0 END AS kept
    FROM kanon_texts
)
SELECT r.p0 AS "age", r.p1 AS "gender", r.p2 AS "race", r.p3 AS "marital_status", t.c0 AS "occupation"
FROM kanon_records t
JOIN kanon_recoding r ON r.q0 = t.q0 AND r.q1 = t.q1 AND r.q2 = t.q2 AND r.q3 = t.q3
WHERE r.kanon_class > 0 AND t.kept = 1
ORDER BY r.p0, r.p1, r.p2, r.p3, t.c0;

-- 5. Count the release, and audit it by the counts and the recoding. If the check ends with another status than 0, drop the release.
COPY (
WITH kanon_texts AS (
    SELECT COALESCE(CAST(s."age" AS VARCHAR), '') COLLATE C AS q0,
           COALESCE(CAST(s."gender" AS VARCHAR), '') COLLATE C AS q1,
           COALESCE(CAST(s."race" AS VARCHAR), '') COLLATE C AS q2,
           COALESCE(CAST(s."marital_status" AS VARCHAR), '') COLLATE C AS q3,
           COALESCE(CAST(s."occupation" AS VARCHAR), '') COLLATE C AS c0
    FROM "people_released" s
), kanon_records AS (
    SELECT kanon_texts.*
    FROM kanon_texts
), kanon_counted AS (
    SELECT q0, q1, q2, q3, c0, COUNT(*) AS n FROM kanon_records GROUP BY q0, q1, q2, q3, c0
)
SELECT k.q0 AS "age", k.q1 AS "gender", k.q2 AS "race", k.q3 AS "marital_status", k.c0 AS "occupation", k.n AS "n" FROM kanon_counted k
) TO 'build/duckdb_released_counts.csv' (HEADER, DELIMITER ',', FORCE_QUOTE *);

.shell python3 -m kanon check build/duckdb_released_counts.csv --counts n --counted build/duckdb_counted.csv --recoding build/duckdb_recoding.csv -k 10 --sensitive=occupation

-- The release as a csv file, to be compared with the one that kanon writes from the counts. Nobody needs it to publish the table.
COPY (SELECT * FROM people_released ORDER BY ALL) TO 'build/duckdb_released.csv' (HEADER, DELIMITER ',');
