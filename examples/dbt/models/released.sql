-- The release. A file of it has its rows in this order, which tells nothing of the order of the table.
{{ config(materialized='external', location='build/dbt_released.csv', format='csv') }}
{% set quasi = ['age', 'gender', 'race', 'marital_status'] %}
SELECT {{ quasi | join(', ') }}, occupation
FROM ({{ kanon_judged(ref('people'), quasi, ['occupation'], others=['work_class', 'native_country'], k=10, l={'occupation': 2}) }}) judged
WHERE passes = 1
ORDER BY {{ quasi | join(', ') }}, occupation
