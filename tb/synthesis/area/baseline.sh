#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# baseline.sh: the rules of scripts/area/baseline.awk on written figures, and small blocks of the design against their
# recorded figures.
#
# Environment: BUILD (default build). Last line: "N passed, N failed".
set -u
cd "$(dirname "$0")/../../.." || exit 3
. tb/expect.sh
build=${BUILD:-build}; work=$build/area/baseline_test
rm -rf "$work"; mkdir -p "$work"

cat > "$work/baseline" << TEXT
tolerance cells 2
tolerance area 2
tolerance ns 5
state machine fence_file 96
gates machine 1000 100 20000 10.000 100.8
TEXT
judged() { # exit code, words of the answer or "ok", rows
    printf '%b' "$3" > "$work/rows"
    exits "$1" "rows '$3'" "$work/answer" awk -f scripts/area/baseline.awk "$work/baseline" "$work/rows"
    grep -qF -- "$2" "$work/answer"; check $? "rows '$3': no '$2' in: $(cat "$work/answer")"
}
judged 0 "ok   gates machine" 'gates machine 1015 100 19700 10.400 104.8\n'
judged 0 "ok   state machine fence_file" 'state machine fence_file 96\n'
judged 1 "bits 97, recorded 96" 'state machine fence_file 97\n'
judged 1 "bits 95, recorded 96" 'state machine fence_file 95\n'
judged 1 "cells 1030, recorded 1000 (+3.0 %, allowed 2)" 'gates machine 1030 100 20000 10.0 100.8\n'
judged 1 "flip_flops 101, recorded 100" 'gates machine 1000 101 20000 10.0 100.8\n'
judged 1 "area 19500, recorded 20000 (-2.5 %, allowed 2)" 'gates machine 1000 100 19500 10.0 100.8\n'
judged 1 "ns 10.600, recorded 10.000 (+6.0 %, allowed 5)" 'gates machine 1000 100 20000 10.600 100.8\n'
judged 1 "ns 9.000, recorded 10.000 (-10.0 %, allowed 5)" 'gates machine 1000 100 20000 9.000 90.7\n'
judged 1 "gates other: no baseline" 'gates other 1 1 1 1 1\n'
: > "$work/rows"; exits 1 "no rows at all" "$work/answer" awk -f scripts/area/baseline.awk "$work/baseline" "$work/rows"
printf 'gates machine 900 100 18000 9.0 90\ngates other 1 2 3 4 5\n' > "$work/rows"
awk -v record=1 -f scripts/area/baseline.awk "$work/baseline" "$work/rows" > "$work/recorded"
exits 0 "recorded, then the same" "$work/answer" awk -f scripts/area/baseline.awk "$work/recorded" "$work/rows"
grep -q '^state machine fence_file 96$' "$work/recorded"; check $? "recording has dropped another row"

# scord area hands over to the script, from any folder
exits 0 "scord area --help" "$work/answer" "$build/scord" area --help
exits 2 "scord area with an unknown word" "$work/answer" "$build/scord" area bogus x
SCORD_SCRIPT_DIR=/nonexistent exits 3 "scord area without its scripts" "$work/answer" "$build/scord" area
grep -q "SCORD_SCRIPT_DIR" "$work/answer"; check $? "no remedy: $(cat "$work/answer")"

# On a terminal a line says what runs and for how long; elsewhere nothing does.
mkdir -p "$work/bin"
printf '#!/bin/sh\n[ "$1" = -V ] && echo "Yosys 0.23 (no synthesis)" && exit\nsleep 2.5; exit 1\n' > "$work/bin/yosys"
chmod +x "$work/bin/yosys"
PATH=$PWD/$work/bin:$PATH exits 1 "an audit on a terminal" "$work/answer" \
    script -qec "$build/scord area audit tiny1" /dev/null
grep -q "1 of 1, registers of tiny1 by Yosys: 1 s" "$work/answer"; check $? "no progress: $(cat "$work/answer")"
PATH=$PWD/$work/bin:$PATH exits 1 "an audit without a terminal" "$work/answer" "$build/scord" area audit tiny1
! grep -q "registers of" "$work/answer"; check $? "progress into a file: $(cat "$work/answer")"

# Small enough for every test run: no structure's gates change unseen.
: > "$work/measured"
while read -r name top rest; do
    # shellcheck disable=SC2086
    scripts/area/area.sh measure "$name" "$top" $rest >> "$work/measured" 2> "$work/error"
    check $? "$name: $(cat "$work/error")"
done < tb/synthesis/area/small
exits 0 "small blocks" "$work/answer" scripts/area/area.sh check "$work/measured"
[ "$(grep -c '^ok   gates ' "$work/answer")" -eq "$(wc -l < tb/synthesis/area/small)" ]
check $? "not every small block was compared: $(cat "$work/answer")"
finish
