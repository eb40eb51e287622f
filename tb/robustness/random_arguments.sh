#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# random_arguments.sh: any words after `scord` end in a documented exit code, with one reason, and touch nothing but
# what they name.
#
# usage: random_arguments.sh SCORD [RUNS]     RUNS (default 300); words are drawn by SEED (printed)
# The words of a run are a command, options out of all help texts, and values that are right, wrong, absurd, or files
# that hold something else. Demanded of each run: it ends (--timeout 20), not by a signal of its own; its code is 0, 1,
# 2 or 3; with 2 and 3 standard error says why, in a line that begins "scord: "; no file changes in the checkout or the
# home folder, none stays in TMPDIR. A failing run is printed as the command to repeat it.
# Last line "N passed, N failed"; exit codes: 0 all, 1 some failed, 2 bad usage, 3 SCORD is missing.
[ $# -ge 1 ] && [ $# -le 2 ] || { echo "usage: random_arguments.sh SCORD [RUNS]" >&2; exit 2; }
scord=$(realpath "$1"); runs=${2:-300}
[ -x "$scord" ] || { echo "random_arguments.sh: $1 is missing, run 'make build'" >&2; exit 3; }
cd "$(dirname "$0")/../.." || exit 3
. tb/expect.sh
draw_seed
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
export HOME=$work/home SCORD_CACHE=$work/cache TMPDIR=$work/scratch
mkdir -p "$work/files" "$work/home" "$work/cache" "$work/scratch" "$work/here"

cp tb/streams/D02-wide-access.sevt "$work/files/a.sevt"
"$scord" events assemble "$work/files/a.sevt" -o "$work/files/a.sev"
cp tb/unit/oracle/litmus/lock-cas.litmus tb/unit/import/traces/v4-stride.traceg docs/results/area.md "$work/files"
head -c 3000 /dev/urandom > "$work/files/noise"
: > "$work/files/empty"
printf '__global__ void k(int *p) { *p = 1; }\nint main() { int *p; cudaMalloc(&p, 4); k<<<1, 32>>>(p); cudaDeviceSynchronize(); }\n' > "$work/files/a.cu"
touch "$work/before"; sleep 0.1

commands="cosim events oracle grab report explain wave sim check area regress help nvcc"
for command in $commands; do
    "$scord" $command --help 2> /dev/null
done | grep -oE -- '(^|[ [(])--?[a-zA-Z][a-z-]*' | tr -d ' [(' | sort -u > "$work/options"
# `scord regress`, `area` and `wave` write beside the checkout by default: tb/commands/regress, tb/synthesis/area and
# tb/commands/wave have their bad words
lines() { # RUNS lines of words, a tab between them
    awk -v seed="$seed" -v runs="$runs" -v files="$work/files" \
        -v commands="cosim events oracle grab report check nvcc help sim" 'BEGIN {
        srand(seed)
        while ((getline option < ARGV[1]) > 0) options[++option_count] = option
        command_count = split(commands, command, " ")
        value_count = \
            split("0 1 7 -1 18446744073709551616 1e9 0x10 nan - -- tiny tinyits tinyar gtx480 tiny:lanes=99 tiny:log2_cache_ratio=0 nothing:here=1 all scor ptx lrr mwf-gto 0:5 5:0 1:2:3 assemble dump stats check import out.sev out.html out.json no/such/folder/x %s%n äöü", value, " ")
        file_count = split("a.sevt a.sev lock-cas.litmus v4-stride.traceg area.md noise empty a.cu none", file, " ")
        for (run = 1; run <= runs; run++) {
            line = command[1 + int(rand() * command_count)]
            for (words = int(rand() * 6); words > 0; words--) {
                kind = rand()
                if (kind < 0.4) line = line "\t" options[1 + int(rand() * option_count)]
                else if (kind < 0.7) line = line "\t" value[1 + int(rand() * value_count)]
                else line = line "\t" files "/" file[1 + int(rand() * file_count)]
            }
            print line
        }
    }' "$work/options"
}

explained() { # code: by a line of ours; nvcc hands on what the compiler says
    [ "$1" -lt 2 ] || grep -aq '^scord: \|error: ' "$work/err"
}

while IFS=$'\t' read -r -a words; do
    (cd "$work/here" && exec timeout -s KILL 40 "$scord" --timeout 20 --max-memory 4G "${words[@]}" < /dev/null \
        > "$work/out" 2> "$work/err")
    code=$?
    [ $code -le 3 ] || { [ $code -eq 143 ] && grep -q 'time of --timeout is over' "$work/err"; }; ended=$?
    left=$(ls "$work/scratch")
    [ $ended -eq 0 ] && explained $code && [ -z "$left" ]
    check $? "exit $code: scord $(printf '%q ' "${words[@]}"): ${left:+left in TMPDIR: $left }$(head -c 300 \
        "$work/err" | head -n 3)"
    rm -rf "$work/scratch"; mkdir "$work/scratch"
done < <(lines)
find . "$work/home" -newer "$work/before" -not -path './build*' -not -path './.git*' -type f > "$work/new"
[ ! -s "$work/new" ]
check $? "written outside its folder: $(head -n 4 "$work/new")"
finish
