#!/bin/sh
# Mapper | sort | reducer as plain commands, the form of Hadoop Streaming. From the top of the checkout: sh examples/pipes.sh
#
# Each of the lines "map" and "reduce" reads standard input and writes standard output. So they are what Hadoop Streaming takes as
# -mapper, -combiner and -reducer, and what Spark's rdd.pipe runs on each partition. `kanon count` is all three: what it writes it reads.
# The lines in between have no header, and stand for as many records as their last field says.
set -eu
data=data/adult_sample.data
columns="$(python3 -c "from kanon.core.settings.ini import read_with_texts; print(','.join(read_with_texts('data/adult_sample.ini')['columns'][0]))")"
of_counts=age,gender,race,marital_status,occupation
build=build
mkdir -p "$build"
rm -f "$build"/part-*

map() { python3 -m kanon count - --columns "$columns" --quasi age,gender,race,marital_status --sensitive occupation --no-header --quiet; }
reduce() { python3 -m kanon count - --columns $of_counts,n --counts n --quasi age,gender,race,marital_status --sensitive occupation "$@" --quiet; }

# The table lies in four parts, each on a machine of its own. A record is a line here; a quoted field with a line end in it must not be cut.
split -n l/4 "$data" "$build/part-"

# Count there: each part by a mapper, two mappers' lines by a combiner, and all by the reducer, which writes a header.
for part in "$build"/part-a?; do map < "$part" > "$part.mapped"; done
for pair in 'a b' 'c d'; do
    set -- $pair
    cat "$build/part-a$1.mapped" "$build/part-a$2.mapped" | sort | reduce --no-header > "$build/part-$1$2.combined"
done
cat "$build"/part-*.combined | sort > "$build/part-sorted"
reduce < "$build/part-sorted" > "$build/pipes_counted.csv"

# Decide here.
# The counts have not all columns of the sample, so the hierarchies that came with kanon have to be named.
python3 run_mondrian.py "$build/pipes_counted.csv" --counts n --hierarchies hierarchies -k 10 -o "$build/pipes_by_kanon.csv" \
    --recoding "$build/pipes_recoding.csv" --force --quiet

# Join there: every part by the same recoding. A record that the recoding does not know is refused.
# A part's release is sorted. In the order of the input it would tell whose row each is. So is the release of all parts, which is merged.
for part in "$build"/part-a?; do
    python3 -m kanon recode "$build/pipes_recoding.csv" "$part" --columns "$columns" --sensitive occupation -o "$part.released" --quiet
done

# The same records, counted in one piece and in four; the same release, from the records, from the counts, and joined in parts.
python3 run_mondrian.py "$data" -k 10 -o "$build/pipes_from_records.csv" --force --quiet
cmp "$build/pipes_by_kanon.csv" "$build/pipes_from_records.csv"
python3 -m kanon count "$data" --quasi age,gender,race,marital_status --sensitive occupation | cmp - "$build/pipes_counted.csv"
python3 -m kanon count "$build"/part-aa.released "$build"/part-ab.released "$build"/part-ac.released "$build"/part-ad.released \
    --quasi age,gender,race,marital_status --sensitive occupation --missing value -o "$build/pipes_parts.csv" --force
python3 -m kanon count "$build/pipes_by_kanon.csv" --quasi age,gender,race,marital_status --sensitive occupation --missing value \
    | cmp - "$build/pipes_parts.csv"
# The audit from counts: what the parts have published is what the counts and the recoding make.
python3 -m kanon check "$build/pipes_parts.csv" --counted "$build/pipes_counted.csv" --recoding "$build/pipes_recoding.csv" -k 10 --quiet
rm -f "$build"/part-*
echo 'pipes: the counts of four parts are those of the table, and the release is the same'
