#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# functional_coverage.sh: random programs in lockstep, measured: docs/coverage.md.
#
# usage: functional_coverage.sh SIZE    smoke part of `make test`: every bin that is neither excluded nor waived
#                                       (smoke.waived) must be hit nightly row coverage-nightly: every bin that is not
#                                       excluded must be hit model the golden model alone: every bin but those of pins
#                                       and lanes
# Runs are the lines of tb/coverage/SIZE.runs: "configuration | first seed | seeds | events | options of scord cosim".
# Environment: BUILD (default build), JOBS (default: CPUs). Databases: $BUILD/coverage/SIZE/*.cov, their sum:
# $BUILD/coverage/SIZE.cov. A run that fails prints its seed and the one command that repeats it. Last line: "N passed,
# N failed": runs and bins.
# Exit codes: 0 complete, 1 not, 2 bad usage.
set -u
size=${1:-}
build=${BUILD:-build}
here=tb/coverage
runs=$here/$size.runs
[ -r "$runs" ] || { echo "usage: functional_coverage.sh smoke|nightly|model" >&2; exit 2; }
work=$build/coverage/$size
rm -rf "$work"; mkdir -p "$work"
started=$(date +%s)

one_run() { # number configuration seed events options
    local name=$work/$1
    local command=("$build/scord" cosim --random --config "$2" --seed "$3" --events "$4")
    # shellcheck disable=SC2206
    command+=($5)
    if "${command[@]}" --coverage "$name.cov" --output "$name.mismatch" > "$name.log" 2>&1; then
        rm -f "$name.failed"
    else
        { echo "FAIL seed $3 of $2; repeat it with:"; echo "  ${command[*]}"; tail -n 25 "$name.log"; } > "$name.failed"
    fi
}

running=0; number=0
while IFS='|' read -r config first seeds events options; do
    config=${config// /}
    case $config in ''|'#'*) continue;; esac
    for ((seed = first; seed < first + seeds; seed++)); do
        number=$((number + 1))
        one_run $number "$config" $seed $((events)) "$options" &
        running=$((running + 1))
        if [ $running -ge "${JOBS:-$(nproc)}" ]; then wait -n; running=$((running - 1)); fi
    done
done < "$runs"
wait
failed=$(ls "$work" | grep -c '\.failed$')
passed=$((number - failed))
[ "$failed" -eq 0 ] || cat "$work"/*.failed

measured=("$work"/*.cov)
[ -e "${measured[0]}" ] || { echo "no run was measured"; echo "$passed passed, $((failed + 1)) failed"; exit 1; }
gate=(--excluded $here/functional.excluded)
[ "$size" = smoke ] && gate+=(--waived $here/smoke.waived)
[ "$size" = model ] && gate+=(--not '[pl][ia]n*')
"$build/tb/coverage/coverage_report" "${gate[@]}" --sum "$build/coverage/$size.cov" "${measured[@]}" > "$work/report"
sed '$d' "$work/report"
bins=$(tail -n 1 "$work/report" | sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed$/\1 \2/p')
[ -n "$bins" ] || { bins="0 1"; cat "$work/report"; }
checks=$(sed -n 's/^random .*events, \([0-9]*\) checks, .*/\1/p' "$work"/*.log | awk '{sum += $1} END {print sum + 0}')
echo "$number runs, $checks checks in $(( $(date +%s) - started )) s"
passed=$((passed + ${bins% *})); failed=$((failed + ${bins#* }))
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
