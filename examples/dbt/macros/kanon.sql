{# kanon_judged: the records with a label in place of each quasi-identifier, by the seeds map_COLUMN, and `passes`: 1 if the class of the
   record has k records and l different known values of each column in l, 0 if not (it is suppressed), NULL if a map lacks a value.
   A record with a missing value in one of the columns, or in one of `others`, is left out, as kanon does (--missing drop).
   The text is that of the release.sql that kanon writes beside the maps. #}
{% macro kanon_judged(records, quasi, carried, others=[], k=10, l={}) %}
WITH kept AS (
    SELECT {% for name in quasi + carried %}{{ kanon_text(name) }} AS {{ name }}{{ ', ' if not loop.last }}{% endfor %}
    FROM {{ records }}
    WHERE {% for name in quasi + carried + others %}{{ kanon_text(name) }} NOT IN ('', '?'){{ ' AND ' if not loop.last }}{% endfor %}
), labelled AS (
    SELECT {% for name in quasi %}m{{ loop.index }}.label AS {{ name }}, {% endfor %}{% for name in carried %}s.{{ name }}{{ ', ' if not loop.last }}{% endfor %}
    FROM kept s
    {% for name in quasi %}
    LEFT JOIN (SELECT COALESCE(value, '') AS value, COALESCE(label, '') AS label FROM {{ ref('map_' ~ name) }}) m{{ loop.index }}
        ON m{{ loop.index }}.value = s.{{ name }}
    {% endfor %}
), valued AS (
    SELECT labelled.*{% for name in l %},
           ROW_NUMBER() OVER (PARTITION BY {{ quasi | join(', ') }}, {{ name }} ORDER BY {{ name }}) AS kanon_row_{{ name }}{% endfor %}
    FROM labelled
), counted AS (
    SELECT valued.*, COUNT(*) OVER (PARTITION BY {{ quasi | join(', ') }}) AS kanon_n{% for name in l %},
           SUM(CASE WHEN kanon_row_{{ name }} = 1 AND UPPER(TRIM({{ name }})) NOT IN ('', '?', 'N/A', 'NA', 'NAN', 'NULL') THEN 1 ELSE 0 END)
               OVER (PARTITION BY {{ quasi | join(', ') }}) AS kanon_l_{{ name }}{% endfor %}
    FROM valued
)
SELECT {{ (quasi + carried) | join(', ') }},
       CASE WHEN {% for name in quasi %}{{ name }} IS NULL{{ ' OR ' if not loop.last }}{% endfor %} THEN NULL
            WHEN kanon_n >= {{ k }}{% for name, least in l.items() %} AND kanon_l_{{ name }} >= {{ least }}{% endfor %} THEN 1 ELSE 0 END AS passes
FROM counted
{% endmacro %}

{% macro kanon_text(name) %}COALESCE(CAST({{ name }} AS VARCHAR), ''){% endmacro %}

{# The classes of a release that fail. No rows: all have k records, and l different known values of each column in l. #}
{% test kanon_classes(model, quasi, k, l={}) %}
SELECT {{ quasi | join(', ') }}, COUNT(*) AS records FROM {{ model }} GROUP BY {{ quasi | join(', ') }}
HAVING COUNT(*) < {{ k }}{% for name, least in l.items() %}
    OR COUNT(DISTINCT CASE WHEN UPPER(TRIM({{ name }})) IN ('', '?', 'N/A', 'NA', 'NAN', 'NULL') THEN NULL ELSE {{ name }} END) < {{ least }}{% endfor %}
{% endtest %}

{# The sums of a release. No row: each record without a missing value has labels and is published or suppressed, at most max_suppression
   are suppressed, and the release has as many rows as records pass. #}
{% test kanon_sums(model, records, quasi, carried, others, k, max_suppression, l={}) %}
WITH sums AS (
    SELECT COUNT(*) AS judged, COUNT(passes) AS labelled, COALESCE(SUM(passes), 0) AS passing
    FROM ({{ kanon_judged(records, quasi, carried, others, k, l) }}) judged
), there AS (
    SELECT (SELECT COUNT(*) FROM {{ model }}) AS released,
           (SELECT COUNT(*) FROM {{ records }} WHERE {% for name in quasi + carried + others %}{{ kanon_text(name) }} NOT IN ('', '?'){{ ' AND ' if not loop.last }}{% endfor %}) AS kept
)
SELECT * FROM sums, there
WHERE labelled <> judged OR judged <> kept OR released <> passing OR labelled - passing > {{ max_suppression }}
{% endtest %}
