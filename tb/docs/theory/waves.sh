#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# waves.sh: the pictures and the tables of registers of docs/theory, from runs of the RTL.
#
# usage: waves.sh PICTURES PAGES      writes PICTURES/NAME.svg for every docs/theory/diagrams/NAME.diagram, and fills
#                                     the tables "<!-- state-MODULE -->" of docs/theory/*.md into copies in PAGES (may
#                                     be docs/theory itself)
# A diagram's `run ARGUMENTS` are those of `scord cosim`, its `bench MODULE` is tb/docs/theory/MODULE.v under Icarus;
# the run must be clean of mismatches. Tables are those of the default machine; modules of extensions, of the machine
# that has them.
# Environment: BUILD. Exit codes: 0 written, 1 a run or a drawing failed, 2 bad usage.
set -u
[ $# -eq 2 ] && [ -d "$1" ] && [ -d "$2" ] || { echo "usage: waves.sh PICTURES PAGES, two folders" >&2; exit 2; }
pictures=$1; pages=$2; scord=${BUILD:-build}/scord
work=$(mktemp -d) || exit 3; trap 'rm -rf "$work"' EXIT; trap 'exit 130' INT TERM

# ---- pictures
bench() { # MODULE FILE.vcd: Icarus wants always @*, see tb/bench/bench.mk
    mkdir -p "$work/source"
    for source in rtl/sm/*.v; do sed 's/always_comb/always @*/' "$source" > "$work/source/${source##*/}"; done
    iverilog -g2012 -Irtl/common -s "bench_theory_$1" -o "$work/bench.vvp" "tb/docs/theory/$1.v" "$work"/source/*.v &&
        vvp -n "$work/bench.vvp" "+wave=$2"
}
draw() { # NAME
    description=docs/theory/diagrams/$1.diagram; wave=$work/$1.fst
    arguments=$(sed -n 's/^run //p' "$description"); module=$(sed -n 's/^bench //p' "$description")
    if [ -n "$module" ]; then
        wave=$work/$1.vcd
        bench "$module" "$wave" > "$work/log" 2>&1
    else
        # shellcheck disable=SC2086
        "$scord" cosim $arguments --wave "$wave" --output "$work/mismatch" > "$work/log" 2>&1
    fi || { echo "waves.sh: the run of $description failed: $(head -n 3 "$work/log")" >&2; return 1; }
    "$scord" wave "$wave" --diagram "$description" --svg "$pictures/$1.svg" || return 1
    rm -rf "$work/$1".*
}

# ---- tables
names() { # CONFIG: the definitions of a wave of that machine
    [ -e "$work/$1.names" ] && return
    "$scord" cosim tb/streams/table3c-barrier.sevt --config "$1" --wave "$work/names.fst" --quiet > "$work/log" 2>&1 ||
        { cat "$work/log" >&2; return 1; }
    fst2vcd -f "$work/names.fst" 2> "$work/log" | sed '/enddefinitions/q' > "$work/$1.names"
}
table() { # MODULE, which is the instance's name without u_
    file=$1 machine=gtx480
    case $1 in warp_convergence) machine=its;; release_numbers) machine=acqrel;; arbiter) file=round_robin_arbiter;; \
        esac
    names $machine && awk -v module="$1" -f tb/docs/theory/state.awk "$work/$machine.names" rtl/*/"$file.v"
}

failed=0
for description in docs/theory/diagrams/*.diagram; do
    name=${description##*/}
    draw "${name%.diagram}" || failed=1
done
mkdir "$work/tables"
for marker in $(sed -n 's/^<!-- state-\(.*\) -->$/\1/p' docs/theory/*.md | sort -u); do
    table "$(echo "$marker" | tr - _)" > "$work/tables/state-$marker.md" || failed=1
done
for page in docs/theory/*.md; do
    awk -v tables="$work/tables" -v every=1 -v command=waves.sh -f scripts/fill_document.awk "$page" > "$work/page" ||
        failed=1
    cmp -s "$work/page" "$pages/${page##*/}" || cp "$work/page" "$pages/${page##*/}" || failed=1
done
exit $failed
