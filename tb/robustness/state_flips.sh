#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# state_flips.sh: one wrong bit in the detector's state, structure by structure: does the lockstep see it, what does it
# name, how many cycles later?
#
# usage: state_flips.sh PROGRAM [FLIPS [STRUCTURE...]] PROGRAM: state_flip; FLIPS a structure (default 12), drawn by
# SEED (printed; default 1) The structures and their registers are those of scripts/area/state.table that tiny1 has. A
# flip is one bit of one register, drawn by bits, inverted after one clock of a random run of 2000 events. What is not
# seen is compared with the run without it: the same decisions in the same cycles and the same register reads; the same
# decisions and cycles, but software reads another number in a register that the golden model does not have (counts of
# waits); or the same decisions, each confirmed by the golden model, in other cycles. Prints the table of
# docs/results/state-flips.md. Demanded: a register that the table names is in the model; every flip reaches its run; a
# structure of which every flip is without any effect is an error.
# Last line "N passed, N failed"; exit codes: 0 all, 1 some failed, 2 bad usage, 3 PROGRAM is missing.
set -u
[ $# -ge 1 ] || { echo "usage: state_flips.sh PROGRAM [FLIPS [STRUCTURE...]]" >&2; exit 2; }
program=$(realpath "$1"); flips=${2:-12}; shift; [ $# -eq 0 ] || shift
[ -x "$program" ] || { echo "state_flips.sh: $program is missing, run 'make test-build'" >&2; exit 3; }
cd "$(dirname "$0")/../.." || exit 3
. tb/expect.sh
seed=${SEED:-1}; echo "seed $seed"
config=tiny1:log2_cache_ratio=0; seeds="3 4 5 6"
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT

"$program" list > "$work/list" || exit 3
grep '^register' scripts/area/state.table | awk -v list="$work/list" '
    BEGIN { while ((getline line < list) > 0) { split(line, word, " "); name = word[1]; gsub(/\[[0-9]+\]/, "", name);
            places[name] = places[name] " " line } }
    { count = split(places[$3], word, " "); for (i = 1; i < count; i += 2) print $2, word[i], word[i + 1];
        if (count == 0 && $4 != "GroupedLines>0") print "missing", $3 > "/dev/stderr" }' \
    > "$work/registers" 2> "$work/missing"
! grep -v 'g_independent_threads\|g_acquire_release' "$work/missing"
check $? "registers of scripts/area/state.table that the model has not"

# of a run: ok or mismatch, hash over the decided words and their cycles, cycles, checks
decided() { cut -d' ' -f2,5-7 <<< "$1"; }
reads() { cut -d' ' -f8 <<< "$1"; }     # hash over register reads
for run in $seeds; do
    "$program" none $config random:$run:2000 > "$work/plain$run";
    check $? "seed $run without a flip: $(cat "$work/plain$run")"
    cut -d' ' -f6 "$work/plain$run"
done > "$work/cycles"
[ "$(wc -l < "$work/cycles")" -eq 4 ] || { finish; exit 1; }

draw() { # structure: FLIPS lines PATH BIT CYCLE RUN
    awk -v structure="$1" -v seed="$seed" -v flips="$flips" -v seeds="$seeds" \
        -v cycles="$(tr '\n' ' ' < "$work/cycles")" '
        $1 == structure { path[n++] = $2; bits[n - 1] = $3; all += $3 }
        END {
            for (i = 1; i <= length(structure); i++) mixed = (mixed * 31 + index("_abcdefghijklmnopqrstuvwxyz", substr(structure, i, 1))) % 1000003
            srand(seed * 1000003 + mixed); runs = split(seeds, run, " "); split(cycles, cycle, " ")
            for (i = 0; i < flips; i++) {
                bit = int(rand() * all); for (at = 0; bit >= bits[at]; at++) bit -= bits[at]
                chosen = 1 + i % runs
                print path[at], bit, 1 + int(rand() * (cycle[chosen] - 1)), run[chosen]
            }
        }' "$work/registers"
}

structure_row() { # structure
    local path bit cycle run line code seen=0 timing=0 counts=0 caught bits plain
    : > "$work/delays"; : > "$work/names"
    while read -r path bit cycle run; do
        line=$("$program" "$path:$bit:$cycle" $config random:"$run":2000 2> "$work/screen"); code=$?
        if [ $code -eq 1 ]; then
            caught=$(sed -n 's/^  cycle     \([0-9]*\),.*/\1/p' "$work/screen" | head -n 1)
            [ -n "$caught" ] && [ $((caught + reset)) -ge "$cycle" ] && [ "$(cut -d' ' -f3 <<< "$line")" != - ]
            check $? "$path:$bit:$cycle, seed $run: nothing is named, or before the flip: $line"
            seen=$((seen + 1))
            echo $((caught + reset - cycle)) >> "$work/delays"
            cut -d' ' -f3,4 <<< "$line" | sed 's/[0-9][0-9]*/N/g' >> "$work/names"
        else
            [ $code -eq 0 ] && [ "$(cut -d' ' -f2 <<< "$line")" = ok ]
            check $? "$path:$bit:$cycle, seed $run: exit $code, $line $(head -n 2 "$work/screen")"
            plain=$(cat "$work/plain$run")
            if [ "$(decided "$line")" != "$(decided "$plain")" ]; then
                timing=$((timing + 1))
                echo "$1: $path:$bit:$cycle, seed $run: other cycles" >> "$work/unseen"
            elif [ "$(reads "$line")" != "$(reads "$plain")" ]; then
            counts=$((counts + 1))
            echo "$1: $path:$bit:$cycle, seed $run: another number read" >> "$work/unseen"
            fi
        fi
    done < <(draw "$1")
    bits=$(awk -v structure="$1" '$1 == structure {sum += $3} END {print sum}' "$work/registers")
    [ $((seen + timing + counts)) -gt 0 ]; check $? "$1: no flip of $flips has any effect"
    sort -n "$work/delays" | awk -v name="$1" -v bits="$bits" -v flips="$flips" -v seen=$seen -v timing=$timing \
        -v counts=$counts \
        -v most="$(sort "$work/names" | uniq -c | sort -rn | head -n 1 | awk '{print $2 " " $3}')" '{v[NR] = $1}
        END {printf "| %s | %d | %d | %d | %d | %d | %d | %s | %s | %s |\n", name, bits, flips, seen, timing, counts,
            flips - seen - timing - counts, NR ? v[int((NR + 1) / 2)] : "-", NR ? v[NR] : "-", most}'
}

reset=4 # clocks before cycle 0 (cosim/lockstep/device/rtl_device.h, SCORD_RESET_CYCLES)
grep -q "SCORD_RESET_CYCLES = $reset " cosim/lockstep/device/rtl_device.h
check $? "cosim/lockstep/device/rtl_device.h has another number of reset cycles"
[ $# -gt 0 ] || set -- $(cut -d' ' -f1 "$work/registers" | sort -u)
echo "| structure | bits | flips | seen | other cycles only | other counts only | without effect | cycles until seen, median | longest | named most often |"
echo "|---|---:|---:|---:|---:|---:|---:|---:|---:|---|"
for structure in "$@"; do structure_row "$structure"; done
[ ! -e "$work/unseen" ] || head -n 40 "$work/unseen"
finish
