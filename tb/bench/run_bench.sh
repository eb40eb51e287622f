#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# run_bench.sh: runs one compiled bench with several seeds and sums up.
#
# usage: run_bench.sh BENCH.vvp [SEED…]       default seeds: 1 2 3; BENCH is the name of the module up to a dot
# A failed assertion of the device ("ERROR" of Icarus) counts as a failure of that run, as does a missing closing line.
# Every coverage point must be hit with every seed, and the points of the bench must be those of its module's section in
# docs/results/bench-points.md: each is one more comparison. COVERAGE=1 prints the counts.
# A bench that passed is kept (tb/kept.sh) under its compiled file, which holds module and bench, its seeds and points,
# this script and the version of vvp; SCORD_CACHE=none runs it again.
# Exit codes: 0 all passed, 1 some failed, 3 the bench is not built.
bench=$1; shift
[ -r "$bench" ] || { echo "run_bench.sh: $bench is not built, run 'make build test-build'" >&2; exit 3; }
[ $# -gt 0 ] || set -- 1 2 3
here=$(cd "$(dirname "$0")" && pwd)
module=$(basename "$bench" .vvp); module=${module%%.*}
planned=$("$here/plan.sh" --points "$module") || exit 3
. "$here/../expect.sh"
. "$here/../kept.sh"
keep_in benches
[ -z "$COVERAGE" ] || kept_place=
keep_state "$PWD" "$bench"
key="$(cat "$0" "$here/../kept.sh" | sha256sum) $(vvp -V 2> /dev/null | head -n 1), seeds $*, points $planned"
if closing=$(kept "$key") && [ -n "$closing" ]; then
    add "$closing"
    echo "kept: $module, seeds $*"
    finish; exit
fi

check_coverage() { # seed, output
    points=$(printf "%s\n" "$2" | sed -n 's/^COVER \([a-z0-9_]*\) \([0-9]*\)$/\1 \2/p')
    [ -z "$COVERAGE" ] || printf '%s\n' "$points"
    while read -r point count; do
        [ -n "$point" ] || continue
        if [ "$count" -gt 0 ]; then pass; else fail "seed $1: $point was never hit"; fi
    done <<< "$points"
}

for seed; do
    output=$(timeout 600 vvp -n "$bench" "+seed=$seed" 2>&1)
    closing=$(printf '%s\n' "$output" | sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed$/\1 \2/p' | tail -n 1)
    if [ -z "$closing" ] || printf '%s\n' "$output" | grep -q '^ERROR'; then
        printf '%s\n' "$output" | head -n 20; fail "seed $seed: assertion failed or no closing line"
        continue
    fi
    [ "${closing#* }" -eq 0 ] || printf '%s\n' "$output" | head -n 25
    add "$output"
    check_coverage "$seed" "$output"
done
difference=$(diff <(echo "$planned") <(echo "$points" | cut -d" " -f1 | sort))
[ -z "$difference" ] || fail "coverage points of the plan (<) and of the bench (>) differ:" $difference
read_files=$(mktemp) && trap 'rm -f "$read_files"' EXIT
echo "$bench" > "$read_files"
[ "$failed" -gt 0 ] || echo "$passed passed, 0 failed" | keep "$key" "$read_files"
finish
