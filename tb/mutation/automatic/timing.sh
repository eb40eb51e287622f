#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# timing.sh: the short runs of the mutation run, and a few of grouped lines, take the cycles they are recorded to take:
# every item is decided in the same cycle, and the counters of waits end at the same values. What changes only that is
# no error in any verdict, and would go unseen: this is the test that finds it (docs/mutation.md, "Score").
#
# usage: timing.sh [--record]     --record: after a change of RTL, memory model or random program that is meant to move
#                                 cycles
# tb/mutation/automatic/timing: "run cycles items registers", the last two hashes. Environment: BUILD; LOCKSTEP_TOP:
# another lockstep_top, of machine tiny: only its runs.
# Last line: "N passed, N failed".
set -u
build=${BUILD:-build}
top=${LOCKSTEP_TOP:-$build/tb/lockstep/device/lockstep_top}
recorded=tb/mutation/automatic/timing
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
while IFS='|' read -r tier configuration run; do
    case ${tier// /} in
        short) machine=tiny: ;;
        timing) [ -z "${LOCKSTEP_TOP:-}" ] || continue; machine= ;;
        *) continue ;;
    esac
    "$top" "$machine${configuration// /}" "${run// /}" > "$work/out" 2> "$work/err" ||
        { head -n 12 "$work/err"; echo "0 passed, 1 failed"; exit 1; }
    awk '$2 == "ok" {print $1, $6, $5, $8}' "$work/out" >> "$work/now"
done < <(grep -v '^#' tb/mutation/automatic/runs)
[ "${1:-}" != --record ] || cp "$work/now" "$recorded"
awk -v alone="${LOCKSTEP_TOP:-}" 'NR == FNR {was[$1] = $0; next}
    {seen[$1] = 1; if ($0 == was[$1]) passed++; else {failed++; print "FAIL now      " $0 "\n     recorded " was[$1]}}
    END {
        for (run in was) if (!(run in seen) && alone == "") {failed++; print "FAIL not run: " run}
        print passed + 0 " passed, " failed + 0 " failed"
        exit failed > 0 || !passed
    }' "$recorded" "$work/now"
