-- PostgreSQL counts, kanon decides, PostgreSQL joins. From the top of the checkout, with psql and python3 on the path, and PGHOST,
-- PGUSER ... saying which server:
--     mkdir -p build
--     psql --no-psqlrc --set ON_ERROR_STOP=1 --quiet --file examples/postgresql.sql
--     python3 -m kanon check build/postgresql_released_counts.csv --counted build/postgresql_counted.csv --recoding build/postgresql_recoding.csv -k 10
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

-- Records without a missing value: what NULL, '' and '?' are to kanon (--missing drop). In this table three columns have some.
CREATE TEMPORARY VIEW complete AS SELECT * FROM people
    WHERE coalesce(work_class, '') NOT IN ('', '?') AND coalesce(occupation, '') NOT IN ('', '?')
      AND coalesce(native_country, '') NOT IN ('', '?');

-- 1. Count there. The row of empty fields holds what is left out, so that the report's sums hold. Where k counts persons, count them in
-- groups of their own: the person is one more column, and the run takes --person (docs/how-to/engines.md).
CREATE TEMPORARY TABLE counted AS
    SELECT age, gender, race, marital_status, occupation, count(*) AS n FROM complete
    GROUP BY age, gender, race, marital_status, occupation
    UNION ALL
    SELECT '', '', '', '', '', (SELECT count(*) FROM people) - (SELECT count(*) FROM complete);
\copy counted TO 'build/postgresql_counted.csv' WITH (FORMAT csv, HEADER)

-- 2. Decide here.
\! python3 run_mondrian.py build/postgresql_counted.csv --counts n -k 10 -o build/postgresql_by_kanon.csv --recoding build/postgresql_recoding.csv --force --quiet

-- 3. Join there. A record without a partner was not counted: the table has changed, and nothing may be published.
CREATE TEMPORARY TABLE recoding (age text, gender text, race text, marital_status text, age_published text, gender_published text,
                                 race_published text, marital_status_published text, kanon_class integer);
\copy recoding FROM 'build/postgresql_recoding.csv' WITH (FORMAT csv, HEADER)
CREATE TEMPORARY TABLE joined AS SELECT * FROM complete LEFT JOIN recoding USING (age, gender, race, marital_status);
DO $$
BEGIN
    IF EXISTS (SELECT FROM joined WHERE kanon_class IS NULL) THEN
        RAISE 'records have no partner in the recoding';
    END IF;
    IF (SELECT count(*) FROM joined) <> (SELECT count(*) FROM complete) THEN
        RAISE 'the join has made rows';
    END IF;
END $$;

-- ORDER BY all columns: rows in the order of the table would tell whose they are. COLLATE "C" sorts as kanon does, by characters.
CREATE TEMPORARY TABLE released AS
    SELECT age_published AS age, gender_published AS gender, race_published AS race, marital_status_published AS marital_status, occupation
    FROM joined WHERE kanon_class <> 0;
CREATE TEMPORARY VIEW in_order AS SELECT * FROM released
    ORDER BY age COLLATE "C", gender COLLATE "C", race COLLATE "C", marital_status COLLATE "C", occupation COLLATE "C";
\copy (SELECT * FROM in_order) TO 'build/postgresql_released.csv' WITH (FORMAT csv, HEADER)

-- 4. The audit of a release made elsewhere: counted there, compared here with what the counts and the recoding make (kanon check, above).
\copy (SELECT age, gender, race, marital_status, occupation, count(*) AS n FROM released GROUP BY 1, 2, 3, 4, 5) TO 'build/postgresql_released_counts.csv' WITH (FORMAT csv, HEADER)
