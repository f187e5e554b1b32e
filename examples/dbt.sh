#!/bin/sh
# kanon decides, and dbt publishes by column maps, with DuckDB. From the top of the checkout: sh examples/dbt.sh
# It needs dbt on the path: pip install 'dbt-core<1.11' dbt-duckdb
set -eu
mkdir -p build
rm -rf build/dbt_maps build/dbt.duckdb
python3 run_samarati.py data/adult_sample.data -k 10 --l-diversity 2 -o build/dbt_by_kanon.csv --recoding-maps build/dbt_maps --force --quiet
DBT_PROFILES_DIR=examples/dbt dbt --quiet build --project-dir examples/dbt --log-path build/dbt_logs
cmp build/dbt_released.csv build/dbt_by_kanon.csv
echo 'dbt: the classes and the sums are right, and the release has the bytes of kanon'"'"'s own'
