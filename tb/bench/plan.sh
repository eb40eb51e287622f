#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# plan.sh: docs/verification-plan.md and docs/results/bench-points.md against the benches and the RTL.
#
# usage: plan.sh                   checks it all; last line "N passed, N failed"
#        plan.sh --write           writes docs/results/bench-points.md: the coverage points and assertions of every
#                                  module
#        plan.sh --points MODULE   the coverage points of the module on that page, one a line
# Checked for every module of rtl/: the plan has its row; it has a bench and a test; the page names the coverage points
# that its bench declares and the assertions of its source; each point is counted somewhere. That a point was hit is
# checked where the bench runs (run_bench.sh).
# Exit codes: 0 all agree, 1 some differ, 2 bad usage, 3 a page is missing.
cd "$(dirname "$0")/../.." || exit 3
plan=docs/verification-plan.md; page=docs/results/bench-points.md
modules=$(ls rtl/common/*.v rtl/sm/*.v rtl/detector/*.v rtl/*.v)
usage() { echo "usage: plan.sh [--write | --points MODULE]" >&2; exit 2; }

points_of() { grep -o '`COVER_POINT([a-z0-9_]*)' "tb/bench/bench_$1.v" | sed 's/.*(\(.*\))/\1/' | sort -u; } # MODULE
assertions_of() { grep -o 'begin : a_[a-z0-9_]*' "$1" | sed 's/.* //' | sort -u; }                          # SOURCE
quoted() { sed 's/.*/`&`/' | paste -sd, | sed 's/,/, /g' | fold -s -w 120 | sed 's/ *$//'; }
print_page() {
    printf '# Results: coverage points and assertions of every module\n\n'
    printf 'Written by `tb/bench/plan.sh --write`; the test `rtl-plan` compares it with benches and RTL. '
    printf 'What they are for: [verification plan](../verification-plan.md).\n'
    for source in $modules; do
        module=$(basename "$source" .v)
        printf '\n## %s\n\nCoverage points:\n%s\n\n' "$module" "$(points_of "$module" | quoted)"
        names=$(assertions_of "$source" | quoted)
        if [ -n "$names" ]; then printf 'Assertions:\n%s\n' "$names"; else echo 'Assertions: none.'; fi
    done
}
section() { awk -v heading="## $1" '/^## / {inside = $0 == heading; next} inside' $page; }
names() { grep -o "\`$1_[a-z0-9_]*\`" | tr -d '`' | sort -u; } # prefix

case ${1:-} in
--write) [ $# -eq 1 ] || usage; print_page > $page; exit ;;
--points) [ $# -eq 2 ] || usage; [ -r $page ] || exit 3; section "$2" | names cover; exit 0 ;;
"") ;;
*) usage ;;
esac
for file in $plan $page; do [ -r "$file" ] || { echo "plan.sh: $file is missing" >&2; exit 3; }; done

. tb/expect.sh
same_names() { # what, planned, found
    difference=$(diff <(printf '%s\n' "$2") <(printf '%s\n' "$3") | grep '^[<>]')
    [ -z "$difference" ]; check $? "$1: page (<) and source (>) differ: $(echo $difference)"
}

check_module() { # source
    local module bench points
    module=$(basename "$1" .v)
    bench=tb/bench/bench_$module.v
    grep -q "^| \`$module\` |" $plan; check $? "$module: no row in $plan"
    [ -n "$(section "$module")" ]; check $? "$module: no section in $page"
    grep -qE "^rtl-$module (tier=full )?[|] " tb/bench/bench.tests; check $? "$module: no test in tb/bench/bench.tests"
    [ -r "$bench" ]; check $? "$module: no bench $bench"
    [ -r "$bench" ] || return
    points=$(points_of "$module")
    [ -n "$points" ]; check $? "$module: its bench names no coverage point"
    same_names "$module, coverage points" "$(section "$module" | names cover)" "$points"
    same_names "$module, assertions" "$(section "$module" | names a)" "$(assertions_of "$1")"
    for point in $points; do
        grep -q " $point = \|\`COVER($point," "$bench"; check $? "$module: $point is declared but never counted"
    done
}
for source in $modules; do check_module "$source"; done
# no row and no section without a module
for module in $(sed -n 's/^| `\([a-z0-9_]*\)` |.*/\1/p' $plan; sed -n 's/^## \([a-z0-9_]*\)$/\1/p' $page); do
    [ -n "$(ls rtl/$module.v rtl/*/$module.v 2> /dev/null)" ]; check $? "$plan or $page: $module is no module of rtl/"
done
finish
