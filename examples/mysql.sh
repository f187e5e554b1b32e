#!/bin/sh
# MariaDB or MySQL counts, kanon decides, the engine joins. From the top of the checkout, with mysql and python3 on the path; KANON_MYSQL has
# the words of the connection, with a database in which tables may be made, such as "-uroot clinic". Its client writes no csv file, so each
# step is typed by itself, and what the client prints is the file.
set -eu
build=build
mkdir -p "$build"
engine() { mysql --local-infile --batch --raw --skip-column-names --default-character-set=utf8mb4 $KANON_MYSQL; }
step() {
    python3 -m kanon sql people --dialect mysql --quasi age,gender,race,marital_status --sensitive occupation \
        --columns age,gender,race,marital_status,occupation,work_class,native_country --files "$build/mysql" --step "$1"
}

# The table. In your database it is there already.
engine << SQL
DROP TABLE IF EXISTS people, people_released;
CREATE TABLE people (age INT, work_class TEXT, marital_status TEXT, occupation TEXT, race TEXT, gender TEXT, native_country TEXT);
LOAD DATA LOCAL INFILE 'data/adult_sample.data' INTO TABLE people FIELDS TERMINATED BY ', '
(age, work_class, @weight, @education, @number, marital_status, occupation, @relationship, race, gender, @gain, @loss, @hours, native_country, @class);
SQL

step count | engine > "$build/mysql_counted.csv"
python3 -m kanon mondrian "$build/mysql_counted.csv" --counts n -k 10 --recoding "$build/mysql_recoding.csv" --force --quiet
step load,join | engine
step audit | engine > "$build/mysql_released_counts.csv"

# The release as a csv file, to be compared with the one that kanon writes from the counts. Nobody needs it to publish the table.
echo 'age,gender,race,marital_status,occupation' > "$build/mysql_released.csv"
echo "SELECT CONCAT(age, ',', gender, ',', IF(race LIKE '%,%', CONCAT('\"', race, '\"'), race), ',', marital_status, ',', occupation)
      FROM people_released ORDER BY BINARY age, BINARY gender, BINARY race, BINARY marital_status, BINARY occupation" | engine >> "$build/mysql_released.csv"
