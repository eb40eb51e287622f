#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# test_frontend.sh: the same program twice: recorded by the front end, and that run as an Accel-Sim trace imported
# again. The exact races (pairs of instructions) must be the same, but for the programs of order_dependent, which must
# differ as stated there.
# usage: test_frontend.sh SCORD EXPORT_TRACE [--sample N [--seed S]] SEED…   all programs, or some (tb/sample.sh)
set -u
. tb/expect.sh
. tb/sample.sh
sample_options "$@" || exit 2
set -- "${arguments[@]}"
scord=$1; export_trace=$2; shift 2
here=tb/unit/import; catalogue=sim/kernels/micro/catalogue
work=$(mktemp -d) || exit 3
trap 'rm -rf "$work"' EXIT

races() { # STREAM: conflict and both PCs of every race site, the lower PC first
    "$scord" oracle "$1" --no-detector --json "$work/oracle.json" > "$work/oracle.out" 2>&1
    [ $? -le 1 ] || echo "oracle fails: $(cat "$work/oracle.out")"
    awk '/"conflict": / {split($0, part, "\""); conflict = part[4]}
         /"first": / {match($0, /"pc": [0-9]+/); first = substr($0, RSTART + 6, RLENGTH - 6) + 0}
         /"second": / {match($0, /"pc": [0-9]+/); second = substr($0, RSTART + 6, RLENGTH - 6) + 0
                       print conflict, first < second ? first " " second : second " " first}' "$work/oracle.json" |
                       sort -u
}
same=0; version=3
# of those that differ, and of the others, one at least
awk -F' *[|] *' '!/^#/ && NF > 1 {name = $1; gsub(/ /, "", name)} FNR == NR && name != "" {differs[name] = 1}
            FNR != NR && name != "" {print name, name in differs} {name = ""}' "$here/order_dependent" "$catalogue" |
    draw > "$work/drawn"
for name in $(cat "$work/drawn"); do
    "$scord" check --as published "sim/kernels/micro/$name.cu" --events "$work/run.sev" > "$work/out" 2>&1
    code=$?
    label=$(awk -F'|' -v name="$name" '{n = $1; gsub(/ /, "", n)} n == name {gsub(/ /, "", $2); print $2}' "$catalogue")
    [ $code -le 1 ]; check $? "$name: the front end fails: $(tail -n 1 "$work/out")"
    exits 0 "$name is exported, version $version" "$work/out" "$export_trace" "$work/run.sev" "$work" $version
    version=$((version == 6 ? 3 : version + 1))
    races "$work/run.sev" > "$work/recorded"
    differs=$(awk -F'|' -v name="$name" '
        {n = $1; gsub(/ /, "", n)} n == name {gsub(/ /, "", $2); print $2}' "$here/order_dependent")
    for seed in "$@"; do
        exits 0 "$name is imported" "$work/out" "$scord" events import "$work/kernelslist.g" --seed "$seed" \
            -o "$work/trace.sev"
        races "$work/trace.sev" > "$work/imported"
        case $differs in
        '') cmp -s "$work/recorded" "$work/imported"
            check $? "$name, seed $seed: races of the run <, of the trace >: $(diff "$work/recorded" "$work/imported")"
            same=$((same + 1));;
        racy) [ "$label" = clean ] && [ ! -s "$work/recorded" ] && [ -s "$work/imported" ];
        check $? "$name, seed $seed: order_dependent has it, and the races are the same" ;;
        pairs) [ "$label" = racy ] && [ -s "$work/imported" ] && ! cmp -s "$work/recorded" "$work/imported"
            check $? "$name, seed $seed: order_dependent has it, and the races are the same" ;;
        esac
        [ "$label" = clean ] || [ -s "$work/imported" ]
        check $? "$name, seed $seed: racy, and the imported trace has no race"
    done
done
echo "$same comparisons gave the same races; $(grep -c -v '^#' "$here/order_dependent") programs depend on the order"
finish
