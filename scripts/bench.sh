#!/bin/sh
# bench.sh: golden model, lockstep and waves on one recorded run of the main job: rates, and ratios taken in this one run.
# Then the golden model alone beside bare memory accesses, and the words a cycle that the detector decides, by lanes.
#
# usage: bench.sh SCORD [ROUNDS]     ROUNDS: runs of each, interleaved; the median is printed with lowest and highest
# Exit codes: 0 printed, 2 bad usage, 3 the stream could not be made.
set -u
[ $# -ge 1 ] || { echo "usage: bench.sh SCORD [ROUNDS]" >&2; exit 2; }
scord=$1; rounds=${2:-5}
work=$(mktemp -d) || exit 3
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
"$scord" check -DRACE_BLOCK_SCOPE_HEAD --events "$work/run.sev" sim/kernels/graph_coloring.cu -- 256 512 4 > "$work/log" 2>&1
[ $? -eq 1 ] || { cat "$work/log" >&2; echo "scord: the program to measure did not run as expected" >&2; exit 3; }

run() { # name, options…: one measurement appended to NAME.seconds
    name=$1; shift
    "$scord" cosim "$work/run.sev" --quiet --json "$work/$name.json" "$@" || exit 3
    sed -n 's/.*"seconds": \([0-9.]*\).*/\1/p' "$work/$name.json" >> "$work/$name.seconds"
}
value() { sed -n "s/.*\"$2\": \([0-9]*\).*/\1/p" "$work/$1.json"; }
round=0
while [ $round -lt "$rounds" ]; do
    run model --model-only
    run lockstep
    run lockstep_fixed_masks --issue stream
    run waves --wave "$work/run.fst"
    round=$((round + 1))
done
cycles=$(value lockstep cycles); checks=$(value lockstep checks)
printf '%s checks, %s device cycles, gtx480, %s rounds\n' "$checks" "$cycles" "$rounds"
printf '%-22s %10s %21s %12s %14s %10s\n' run 'median s' 'lowest..highest' checks/s 'cycles/s' 'x lockstep'
reference=$(sort -n "$work/lockstep.seconds" | awk '{v[NR] = $1} END {print v[int((NR + 1) / 2)]}')
for name in model lockstep lockstep_fixed_masks waves; do
    sort -n "$work/$name.seconds" | awk -v name=$name -v checks="$checks" -v cycles="$cycles" -v reference="$reference" '
        {v[NR] = $1} END {m = v[int((NR + 1) / 2)]; if (m == 0) m = 1e-6
        printf "%-22s %10.4f %10.4f..%-9.4f %12.0f %14s %10.3f\n", name, m, v[1], v[NR], checks / m,
               name == "model" ? "-" : sprintf("%.0f", cycles / m), m / reference}'
done
# The model alone, beside what the memory gives.
speed=$(dirname "$scord")/tb/model_speed
if [ -x "$speed" ]; then echo; "$speed" "$rounds"; fi
# The hardware: simulated words a cycle, not a time (docs/throughput.md has every kind of traffic).
throughput=$(dirname "$scord")/tb/throughput/throughput
if [ -x "$throughput" ]; then echo; "$throughput" --summary; fi
