#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# run_acquire_release.sh: the kernels of sim/kernels/acquire_release through `scord check --config acqrel`, held against
# their catalogue (D60 to D64).
#
# usage: run_acquire_release.sh [--all] [--rtl] SEED... --all: rows of the catalogue marked nightly, too; --rtl:
# verdicts by the RTL, in lockstep with the golden model A racy program must exit 1, its races of accepted rules, both
# sides at lines marked RACE; a clean one exits 0; one that the detector may miss the oracle finds; the oracle (PTX)
# calls every reported race real. Without the key, correct programs are reported too: that is what the extension is for.
# Last line: "N passed, N failed".
set -u
. tb/expect.sh
. "$(dirname "$0")/marked_lines.sh"
kernels=sim/kernels/acquire_release
rtl=; all=
[ "${1:-}" = --all ] && { all=--all; shift; }
[ "${1:-}" = --rtl ] && { rtl=--rtl; shift; }
[ $# -ge 1 ] || { echo "usage: run_acquire_release.sh [--all] [--rtl] SEED..." >&2; exit 2; }

run() { # name, flags, verdict, rules, seed
    what="$1 $2 seed $5"; flags=$2; [ "$flags" = - ] && flags=
    nice "$scord" check "$kernels/$1.cu" --config acqrel $flags $rtl --seed "$5" --json "$folder/report.json" \
        > "$folder/output" 2>&1
    code=$?
    if [ "$3" = racy ]; then judge_racy "$what" "$1" "$4" $code
    elif [ "$3" = missed ]; then [ $code -le 1 ]; check $? "$what: exit code $code: $(cat "$folder/output")"
    else judge_clean "$what" $code; fi
    [ -z "$rtl" ] || {
        grep -q '"mismatches": 0,' "$folder/report.json"
        check $? "$what: RTL and model differ"
        return
    }
    nice "$scord" check --oracle-model ptx "$kernels/$1.cu" --config acqrel $flags --seed "$5" > "$folder/text" 2>&1
    grep -q ' 0 false positives' "$folder/text"; check $? "$what: a race that is none: $(cat "$folder/text")"
    [ "$3" != missed ] || {
        grep -q "of the oracle's [1-9]" "$folder/text"
        check $? "$what: the oracle does not find the race: $(cat "$folder/text")"
    }
    [ "$3" != clean ] || {
        grep -q "of the oracle's 0 sites" "$folder/text"
        check $? "$what: the oracle finds races: $(cat "$folder/text")"
    }
    [ "$3" != clean ] || exits 1 "$what without the key" "$folder/text" nice "$scord" check --as published \
        "$kernels/$1.cu" $flags --seed "$5"
}

while IFS='|' read -r name flags verdict rules when; do
    name=$(echo $name); flags=$(echo $flags); verdict=$(echo $verdict); rules=$(echo $rules); when=$(echo $when)
    case $name in ''|'#'*) continue;; esac
    [ "$when" != nightly ] || [ -n "$all" ] || continue
    for seed in "$@"; do run "$name" "$flags" "$verdict" "$rules" "$seed"; done
done < "$kernels/catalogue"
# An executable of scord-nvcc states its orders, and the race of a broken chain is found, also under --make. A machine
# without the key does not know them, which is said; compiled with the flag, its orders are fences there.
if [ -z "$rtl" ]; then
    mkdir "$folder/project" && cp "$kernels/chain.cu" "$folder/project" &&
        printf 'all:\n\t$(NVCC) -DBROKEN -o broken chain.cu\n' > "$folder/project/Makefile"
    "$scord" nvcc -DBROKEN -o "$folder/chain" "$kernels/chain.cu"; check $? "scord nvcc"
    for machine in acqrel cuda; do
        exits 1 "an executable" "$folder/text" nice "$scord" check "$folder/chain" --config $machine
        ! grep -q 'note:' "$folder/text"; check $? "an executable, $machine: a note: $(cat "$folder/text")"
    done
    nice "$scord" check "$folder/chain" --as published > "$folder/text" 2>&1
    grep -q 'note: .*-DSCORD_AS_PUBLISHED' "$folder/text"
    check $? "an executable that states its orders: no note: $(cat "$folder/text")"
    "$scord" nvcc -DBROKEN -DSCORD_AS_PUBLISHED -o "$folder/chain" "$kernels/chain.cu"
    check $? "scord nvcc with the flag"
    nice "$scord" check "$folder/chain" --as published > "$folder/text" 2>&1
    ! grep -q 'note:' "$folder/text"; check $? "an executable with the flag: a note: $(cat "$folder/text")"
    exits 1 "--make" "$folder/text" nice "$scord" check --make "$folder/project" --config acqrel
    ! grep -q 'note:' "$folder/text"; check $? "--make: a note: $(cat "$folder/text")"
fi
finish
