#!/bin/bash
# short_transfers.sh: every command does the same when read and write transfer only a part of what they are asked for, or are interrupted.
#
# usage: short_transfers.sh SCORD LIBRARY [RUNS]     LIBRARY: short_transfers.so; RUNS a command (default 3), each drawn by SEED (printed) and its number
# The commands are those of allocations.rows. Demanded: exit code, output, errors and files of a run with whole transfers, except what a clock says.
# Last line "N passed, N failed"; exit codes: 0 all, 1 some failed, 2 bad usage, 3 the library or SCORD is missing.
[ $# -ge 2 ] && [ $# -le 3 ] || { echo "usage: short_transfers.sh SCORD LIBRARY [RUNS]" >&2; exit 2; }
scord=$(realpath "$1"); library=$(realpath "$2"); runs=${3:-3}
[ -x "$scord" ] && [ -r "$library" ] || { echo "short_transfers.sh: $1 or $2 is missing, run 'make build test-build'" >&2; exit 3; }
cd "$(dirname "$0")/../.." || exit 3
. scripts/expect.sh
seed=${SEED:-$(od -An -N4 -tu4 /dev/urandom | tr -d ' ')}; echo "seed $seed"
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
export SCORD_CACHE=$work/cache

run() { # folder, command; in the environment what is cut: stdout, stderr, code and files in the folder
    rm -rf "$1" "$work/now"; mkdir -p "$work/now/files"
    local command=${2//@/$scord}; command=${command//%/$work/now/files} # the same path in every run: reports name it
    timeout 120 bash -c "export LD_PRELOAD=\$LIBRARY; exec $command" > "$work/now/stdout" 2> "$work/now/stderr"
    echo $? > "$work/now/code"; mv "$work/now" "$1"
    find "$1" -type f -print0 | xargs -0 sed -i 's/[0-9.,]* [a-z ]*\/s, [^)]*//g; s/([0-9]* instructions\/s)//; s/"[a-z_]*\(seconds\|_per_second\|from_cache\)": *[0-9.]*//g; s/<dt>when.*UTC//; /^  compilation  /d; s/ ([0-9.]* s)//; s/[0-9.,]* [a-z ]*\/s//g'
}

cut=0
while IFS='|' read -r name command; do
    name=$(echo $name)
    case "$name" in ''|'#'*) continue;; esac
    LIBRARY='' run "$work/first" "$command" # fills the cache of compiled programs
    LIBRARY='' run "$work/whole" "$command"
    [ "$(cat "$work/whole/code")" -le 1 ]; check $? "$name: the whole run, exit $(cat "$work/whole/code"): $(head -n 3 "$work/whole/stderr")"
    for ((i = 0; i < runs; i++)); do
        rm -f "$work/count"
        LIBRARY=$library SCORD_SHORT_TRANSFERS=$((seed + i)) SCORD_COUNT_TRANSFERS=$work/count SCORD_FAILING_PROGRAM=scord run "$work/cut" "$command"
        diff -r "$work/whole" "$work/cut" > "$work/differences"
        check $? "$name, SCORD_SHORT_TRANSFERS=$((seed + i)): $(head -n 6 "$work/differences" | cut -c1-300)"
        cut=$((cut + $(cut -d' ' -f1 "$work/count" 2> /dev/null || echo 0)))
    done
done < tb/robustness/allocations.rows
echo "$cut transfers cut"
[ $cut -gt 0 ]; check $? "no transfer was cut"
finish
