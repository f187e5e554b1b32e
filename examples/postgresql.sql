-- PostgreSQL counts, kanon decides, PostgreSQL joins. From the top of the checkout, with psql and python3 on the path, and PGHOST,
-- PGUSER ... saying which server:
--     mkdir -p build
--     psql --no-psqlrc --set ON_ERROR_STOP=1 --quiet --file examples/postgresql.sql
--     python3 -m kanon mondrian build/postgresql_counted.csv --counts n -k 10 -o build/postgresql_by_kanon.csv
--     cmp build/postgresql_released.csv build/postgresql_by_kanon.csv
-- So PostgreSQL's release has the bytes of kanon's own. `sh examples/run.sh postgresql` runs these commands.
-- All tables are temporary. psql reads and writes the files; a \copy stands on one line.
\pset tuples_only on

-- The table. In your database it is there already.
CREATE TEMPORARY TABLE raw (age text, work_class text, final_weight text, education text, education_num text, marital_status text,
                            occupation text, relationship text, race text, gender text, capital_gain text, capital_loss text,
                            hours_per_week text, native_country text, class text);
\copy raw FROM 'data/adult_sample.data' WITH (FORMAT csv)
CREATE TEMPORARY TABLE people AS
    SELECT ltrim(age) AS age, ltrim(gender) AS gender, ltrim(race) AS race, ltrim(marital_status) AS marital_status,
           ltrim(occupation) AS occupation, ltrim(work_class) AS work_class, ltrim(native_country) AS native_country
    FROM raw;

-- PostgreSQL counts, kanon decides, PostgreSQL joins: the table people. Made by kanon:
--     python3 -m kanon sql people --dialect postgresql --into pg_temp.people_released --files build/postgresql --quasi age,gender,race,marital_status --sensitive occupation --columns age,gender,race,marital_status,occupation,work_class,native_country
-- A record with a missing value (NULL, an empty text, ?) in one of these columns is left out: age,gender,race,marital_status,occupation,work_class,native_country.

-- 1. Count, to build/postgresql_counted.csv. That file is as confidential as the table.
COPY (
WITH kanon_texts AS (
    SELECT COALESCE(CAST(s."age" AS text), '') COLLATE "C" AS q0,
           COALESCE(CAST(s."gender" AS text), '') COLLATE "C" AS q1,
           COALESCE(CAST(s."race" AS text), '') COLLATE "C" AS q2,
           COALESCE(CAST(s."marital_status" AS text), '') COLLATE "C" AS q3,
           COALESCE(CAST(s."occupation" AS text), '') COLLATE "C" AS c0,
           COALESCE(CAST(s."work_class" AS text), '') COLLATE "C" AS o0,
           COALESCE(CAST(s."native_country" AS text), '') COLLATE "C" AS o1
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
) TO STDOUT WITH (FORMAT csv, HEADER, FORCE_QUOTE *) \g build/postgresql_counted.csv

-- 2. Decide, here. Any program of kanon and any rule will do. Give the check the same rules.
\! python3 -m kanon mondrian build/postgresql_counted.csv --counts n -k 10 --quasi=age,gender,race,marital_status --sensitive=occupation --recoding build/postgresql_recoding.csv --force --quiet

-- 3. Load the recoding. It is as confidential as the table, too.
CREATE TEMPORARY TABLE kanon_loaded (q0 text COLLATE "C", q1 text COLLATE "C", q2 text COLLATE "C", q3 text COLLATE "C", p0 text COLLATE "C", p1 text COLLATE "C", p2 text COLLATE "C", p3 text COLLATE "C", kanon_class text COLLATE "C");
\copy kanon_loaded FROM 'build/postgresql_recoding.csv' WITH (FORMAT csv, HEADER)
CREATE TEMPORARY TABLE kanon_recoding AS
SELECT COALESCE(CAST(q0 AS text), '') COLLATE "C" AS q0,
       COALESCE(CAST(q1 AS text), '') COLLATE "C" AS q1,
       COALESCE(CAST(q2 AS text), '') COLLATE "C" AS q2,
       COALESCE(CAST(q3 AS text), '') COLLATE "C" AS q3,
       COALESCE(CAST(p0 AS text), '') COLLATE "C" AS p0,
       COALESCE(CAST(p1 AS text), '') COLLATE "C" AS p1,
       COALESCE(CAST(p2 AS text), '') COLLATE "C" AS p2,
       COALESCE(CAST(p3 AS text), '') COLLATE "C" AS p3,
       CAST(kanon_class AS BIGINT) AS kanon_class
FROM kanon_loaded;

-- 4. Join. A record without a partner in the recoding was not counted, and is not published.
CREATE TABLE "pg_temp"."people_released" AS
WITH kanon_texts AS (
    SELECT COALESCE(CAST(s."age" AS text), '') COLLATE "C" AS q0,
           COALESCE(CAST(s."gender" AS text), '') COLLATE "C" AS q1,
           COALESCE(CAST(s."race" AS text), '') COLLATE "C" AS q2,
           COALESCE(CAST(s."marital_status" AS text), '') COLLATE "C" AS q3,
           COALESCE(CAST(s."occupation" AS text), '') COLLATE "C" AS c0,
           COALESCE(CAST(s."work_class" AS text), '') COLLATE "C" AS o0,
           COALESCE(CAST(s."native_country" AS text), '') COLLATE "C" AS o1
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
    SELECT COALESCE(CAST(s."age" AS text), '') COLLATE "C" AS q0,
           COALESCE(CAST(s."gender" AS text), '') COLLATE "C" AS q1,
           COALESCE(CAST(s."race" AS text), '') COLLATE "C" AS q2,
           COALESCE(CAST(s."marital_status" AS text), '') COLLATE "C" AS q3,
           COALESCE(CAST(s."occupation" AS text), '') COLLATE "C" AS c0
    FROM "pg_temp"."people_released" s
), kanon_records AS (
    SELECT kanon_texts.*
    FROM kanon_texts
), kanon_counted AS (
    SELECT q0, q1, q2, q3, c0, COUNT(*) AS n FROM kanon_records GROUP BY q0, q1, q2, q3, c0
)
SELECT k.q0 AS "age", k.q1 AS "gender", k.q2 AS "race", k.q3 AS "marital_status", k.c0 AS "occupation", k.n AS "n" FROM kanon_counted k
) TO STDOUT WITH (FORMAT csv, HEADER, FORCE_QUOTE *) \g build/postgresql_released_counts.csv

\! python3 -m kanon check build/postgresql_released_counts.csv --counts n --counted build/postgresql_counted.csv --recoding build/postgresql_recoding.csv -k 10 --sensitive=occupation

-- The release as a csv file, to be compared with the one that kanon writes from the counts. Nobody needs it to publish the table.
COPY (SELECT * FROM pg_temp.people_released ORDER BY 1, 2, 3, 4, 5) TO STDOUT WITH (FORMAT csv, HEADER) \g build/postgresql_released.csv
