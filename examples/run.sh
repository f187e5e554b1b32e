#!/bin/sh
# Run the examples, all or those that are named. From the top of the checkout: sh examples/run.sh [pipes] [sqlite] [duckdb] [postgresql] [mysql] [spark] [dbt]
# An example whose engine is not here is skipped, with the reason. One that fails ends this script.
set -eu
build=build
mkdir -p "$build"

# The audit of a release made elsewhere, and whether it has the bytes of kanon's own.
same() {
    python3 -m kanon check "build/$1_released_counts.csv" --counts n --counted "build/$1_counted.csv" --recoding "build/$1_recoding.csv" -k 10 --quiet
    python3 -m kanon mondrian "build/$1_counted.csv" --counts n -k 10 -o "build/$1_by_kanon.csv" --force --quiet
    cmp "build/$1_released.csv" "build/$1_by_kanon.csv"
    echo "$1: the release is what the counts and the recoding make, it is 10-anonymous, and it has the bytes of kanon's own"
}

for example in ${*:-pipes sqlite duckdb postgresql mysql spark dbt}; do
    case "$example" in
    pipes)
        sh examples/pipes.sh ;;
    sqlite)
        if ! command -v sqlite3 > /dev/null; then
            echo "sqlite: skipped, because there is no sqlite3 on the path"
        else
            sqlite3 -bail < examples/sqlite.sql > /dev/null
            same sqlite
        fi ;;
    duckdb)
        if ! command -v duckdb > /dev/null; then
            echo "duckdb: skipped, because there is no duckdb on the path (pip install duckdb-cli)"
        else
            duckdb -bail -f examples/duckdb.sql > /dev/null
            same duckdb
        fi ;;
    postgresql)
        if ! command -v psql > /dev/null; then
            echo "postgresql: skipped, because there is no psql on the path"
        elif ! psql --no-psqlrc --quiet --command 'SELECT 1' > /dev/null 2>&1; then
            echo "postgresql: skipped, because no server answers (PGHOST, PGUSER and the like say which)"
        else
            psql --no-psqlrc --set ON_ERROR_STOP=1 --quiet --file examples/postgresql.sql > /dev/null
            same postgresql
        fi ;;
    mysql)
        if ! command -v mysql > /dev/null; then
            echo "mysql: skipped, because there is no mysql on the path"
        elif [ -z "${KANON_MYSQL:-}" ]; then
            echo "mysql: skipped, because KANON_MYSQL does not say how to connect"
        else
            sh examples/mysql.sh
            same mysql
        fi ;;
    spark)
        "${PYTHON:-python3}" examples/spark.py ${KANON_SPARK_ROWS:-} ;;
    dbt)
        if ! command -v dbt > /dev/null; then
            echo "dbt: skipped, because there is no dbt on the path (pip install 'dbt-core<1.11' dbt-duckdb)"
        else
            sh examples/dbt.sh
        fi ;;
    *)
        echo "there is no example $example" >&2
        exit 2 ;;
    esac
done
