#!/bin/bash
# plan.sh: docs/verification-plan.md against the benches and the RTL.
#
# usage: plan.sh                   checks it all; last line "N passed, N failed"
#        plan.sh --points MODULE   the coverage points of the module's section, one a line
# A module's section begins with "## MODULE". Checked for every module of rtl/: it has a section, a bench and a test; the
# coverage points of its section are those that its bench declares, and each is counted somewhere; the assertions of its
# section are those of its source. That a point was hit is checked where the bench runs (run_bench.sh).
# Exit codes: 0 all agree, 1 some differ, 2 bad usage, 3 the plan is missing.
cd "$(dirname "$0")/../.." || exit 3
plan=docs/verification-plan.md
[ -r $plan ] || { echo "plan.sh: $plan is missing" >&2; exit 3; }

section() { awk -v heading="## $1" '/^## / {inside = $0 == heading; next} inside' $plan; }
names() { grep -o "\`$1_[a-z0-9_]*\`" | tr -d '`' | sort -u; } # prefix
if [ "$1" = --points ]; then
    [ $# -eq 2 ] || { echo "usage: plan.sh [--points MODULE]" >&2; exit 2; }
    section "$2" | names cover; exit 0
fi
[ $# -eq 0 ] || { echo "usage: plan.sh [--points MODULE]" >&2; exit 2; }

passed=0; failed=0
check() { # condition's status, text
    if [ "$1" -eq 0 ]; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "FAILED $2"; fi
}
same_names() { # what, planned, found
    difference=$(diff <(printf '%s\n' "$2") <(printf '%s\n' "$3") | grep '^[<>]')
    [ -z "$difference" ]; check $? "$1: plan (<) and source (>) differ: $(echo $difference)"
}

check_module() { # source
    local module=$(basename "$1" .v) bench points
    bench=tb/bench/bench_$module.v
    [ -n "$(section "$module")" ]; check $? "$module: no section in $plan"
    grep -q "^rtl-$module | " tb/bench/bench.tests; check $? "$module: no test in tb/bench/bench.tests"
    [ -r "$bench" ]; check $? "$module: no bench $bench"
    [ -r "$bench" ] || return
    points=$(grep -o '`COVER_POINT([a-z0-9_]*)' "$bench" | sed 's/.*(\(.*\))/\1/' | sort -u)
    [ -n "$points" ]; check $? "$module: its bench names no coverage point"
    same_names "$module, coverage points" "$(section "$module" | names cover)" "$points"
    same_names "$module, assertions" "$(section "$module" | names a)" "$(grep -o 'begin : a_[a-z0-9_]*' "$1" | sed 's/.* //' | sort -u)"
    for point in $points; do
        grep -q " $point = \|\`COVER($point," "$bench"; check $? "$module: $point is declared but never counted"
    done
}
for source in rtl/common/*.v rtl/sm/*.v rtl/detector/*.v rtl/*.v; do check_module "$source"; done
# no section without a module
for module in $(sed -n 's/^## \([a-z0-9_]*\)$/\1/p' $plan); do
    [ -n "$(ls rtl/$module.v rtl/*/$module.v 2> /dev/null)" ]; check $? "$plan: section $module names no module of rtl/"
done
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
