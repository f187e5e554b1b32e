-- SQLite counts, kanon decides, SQLite joins. From the top of the checkout, with sqlite3 (3.32 or later) and python3 on the path:
--     mkdir -p build
--     sqlite3 -bail < examples/sqlite.sql
--     python3 -m kanon mondrian build/sqlite_counted.csv --counts n -k 10 -o build/sqlite_by_kanon.csv
--     cmp build/sqlite_released.csv build/sqlite_by_kanon.csv
-- So SQLite's release has the bytes of kanon's own. `sh examples/run.sh sqlite` runs these commands.

-- The table. In your database it is there already.
CREATE TABLE raw (age, work_class, final_weight, education, education_num, marital_status, occupation, relationship, race, gender,
                  capital_gain, capital_loss, hours_per_week, native_country, class);
.mode csv
.import data/adult_sample.data raw
CREATE TABLE people AS
    SELECT ltrim(age) AS age, ltrim(gender) AS gender, ltrim(race) AS race, ltrim(marital_status) AS marital_status,
           ltrim(occupation) AS occupation, ltrim(work_class) AS work_class, ltrim(native_country) AS native_country
    FROM raw;

-- SQLite counts, kanon decides, SQLite joins: the table people. Made by kanon:
--     python3 -m kanon sql people --dialect sqlite --files build/sqlite --quasi age,gender,race,marital_status --sensitive occupation --columns age,gender,race,marital_status,occupation,work_class,native_country
-- A record with a missing value (NULL, an empty text, ?) in one of these columns is left out: age,gender,race,marital_status,occupation,work_class,native_country.

-- 1. Count, to build/sqlite_counted.csv. That file is as confidential as the table.
.mode csv
.separator , "\n"
.headers on
.once build/sqlite_counted.csv
WITH kanon_texts AS (
    SELECT COALESCE(CAST(s."age" AS TEXT), '') AS q0,
           COALESCE(CAST(s."gender" AS TEXT), '') AS q1,
           COALESCE(CAST(s."race" AS TEXT), '') AS q2,
           COALESCE(CAST(s."marital_status" AS TEXT), '') AS q3,
           COALESCE(CAST(s."occupation" AS TEXT), '') AS c0,
           COALESCE(CAST(s."work_class" AS TEXT), '') AS o0,
           COALESCE(CAST(s."native_country" AS TEXT), '') AS o1
    FROM "people" s
), kanon_records AS (
    SELECT kanon_texts.*, CASE WHEN q0 NOT IN ('', '?') AND q1 NOT IN ('', '?') AND q2 NOT IN ('', '?') AND q3 NOT IN ('', '?') AND c0 NOT IN ('', '?') AND o0 NOT IN ('', '?') AND o1 NOT IN ('', '?') THEN 1 ELSE 0 END AS kept
    FROM kanon_texts
), kanon_counted AS (
    SELECT q0, q1, q2, q3, c0, COUNT(*) AS n FROM kanon_records WHERE kept = 1 GROUP BY q0, q1, q2, q3, c0
    UNION ALL
    SELECT '', '', '', '', '', COUNT(*) FROM kanon_records WHERE kept = 0 GROUP BY kept
)
SELECT k.q0 AS "age", k.q1 AS "gender", k.q2 AS "race", k.q3 AS "marital_status", k.c0 AS "occupation", k.n AS "n" FROM kanon_counted k;

-- 2. Decide, here. Any program of kanon and any rule will do. Give the check the same rules.
.shell python3 -m kanon mondrian build/sqlite_counted.csv --counts n -k 10 --quasi=age,gender,race,marital_status --sensitive=occupation --recoding build/sqlite_recoding.csv --force --quiet

-- 3. Load the recoding. It is as confidential as the table, too.
CREATE TEMPORARY TABLE kanon_loaded (q0 TEXT, q1 TEXT, q2 TEXT, q3 TEXT, p0 TEXT, p1 TEXT, p2 TEXT, p3 TEXT, kanon_class TEXT);
.mode csv
.separator , "\n"
.import --skip 1 build/sqlite_recoding.csv kanon_loaded
CREATE TEMPORARY TABLE kanon_recoding AS
SELECT COALESCE(CAST(q0 AS TEXT), '') AS q0,
       COALESCE(CAST(q1 AS TEXT), '') AS q1,
       COALESCE(CAST(q2 AS TEXT), '') AS q2,
       COALESCE(CAST(q3 AS TEXT), '') AS q3,
       COALESCE(CAST(p0 AS TEXT), '') AS p0,
       COALESCE(CAST(p1 AS TEXT), '') AS p1,
       COALESCE(CAST(p2 AS TEXT), '') AS p2,
       COALESCE(CAST(p3 AS TEXT), '') AS p3,
       CAST(kanon_class AS BIGINT) AS kanon_class
FROM kanon_loaded;
CREATE INDEX kanon_by_quasi ON kanon_recoding (q0, q1, q2, q3);

-- 4. Join. A record without a partner in the recoding was not counted, and is not published.
CREATE TABLE "people_released" AS
WITH kanon_texts AS (
    SELECT COALESCE(CAST(s."age" AS TEXT), '') AS q0,
           COALESCE(CAST(s."gender" AS TEXT), '') AS q1,
           COALESCE(CAST(s."race" AS TEXT), '') AS q2,
           COALESCE(CAST(s."marital_status" AS TEXT), '') AS q3,
           COALESCE(CAST(s."occupation" AS TEXT), '') AS c0,
           COALESCE(CAST(s."work_class" AS TEXT), '') AS o0,
           COALESCE(CAST(s."native_country" AS TEXT), '') AS o1
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
.mode csv
.separator , "\n"
.headers on
.once build/sqlite_released_counts.csv
WITH kanon_texts AS (
    SELECT COALESCE(CAST(s."age" AS TEXT), '') AS q0,
           COALESCE(CAST(s."gender" AS TEXT), '') AS q1,
           COALESCE(CAST(s."race" AS TEXT), '') AS q2,
           COALESCE(CAST(s."marital_status" AS TEXT), '') AS q3,
           COALESCE(CAST(s."occupation" AS TEXT), '') AS c0
    FROM "people_released" s
), kanon_records AS (
    SELECT kanon_texts.*
    FROM kanon_texts
), kanon_counted AS (
    SELECT q0, q1, q2, q3, c0, COUNT(*) AS n FROM kanon_records GROUP BY q0, q1, q2, q3, c0
)
SELECT k.q0 AS "age", k.q1 AS "gender", k.q2 AS "race", k.q3 AS "marital_status", k.c0 AS "occupation", k.n AS "n" FROM kanon_counted k;

.shell python3 -m kanon check build/sqlite_released_counts.csv --counts n --counted build/sqlite_counted.csv --recoding build/sqlite_recoding.csv -k 10 --sensitive=occupation

-- The release as a csv file, to be compared with the one that kanon writes from the counts. Nobody needs it to publish the table.
.once build/sqlite_released.csv
SELECT * FROM people_released ORDER BY 1, 2, 3, 4, 5;
