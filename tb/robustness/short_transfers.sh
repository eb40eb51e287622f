#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# short_transfers.sh: every command does the same when read and write transfer only a part of the bytes requested,
# or are interrupted.
#
# usage: short_transfers.sh SCORD LIBRARY [RUNS] LIBRARY: short_transfers.so; RUNS a command (default 3), each drawn by
# SEED (printed) and its number The commands are those of allocations.rows. Demanded: exit code, output, errors and
# files of a run with whole transfers, except what a clock says, and nothing left in TMPDIR.
# Last line "N passed, N failed"; exit codes: 0 all, 1 some failed, 2 bad usage, 3 the library or SCORD is missing.
[ $# -ge 2 ] && [ $# -le 3 ] || { echo "usage: short_transfers.sh SCORD LIBRARY [RUNS]" >&2; exit 2; }
runs=${3:-3}
. "$(dirname "$0")/command_runs.sh" "$1" "$2"

run() { # folder, command; in the environment what is cut
    run_command "$1" "$2" 120
    find "$1" -type f -print0 | xargs -0 sed -i -f tb/robustness/clock.sed
}

cut=0
same_when_cut() { # name, command
    local i
    LIBRARY='' run "$work/first" "$2" # fills the cache of compiled programs
    LIBRARY='' run "$work/whole" "$2"
    [ "$(cat "$work/whole/code")" -le 1 ] && [ ! -s "$work/whole/left" ]
    check $? "$1: the whole run, exit $(cat "$work/whole/code"): $(head -n 3 "$work/whole/stderr" "$work/whole/left")"
    for ((i = 0; i < runs; i++)); do
        rm -f "$work/count"
        LIBRARY=$library SCORD_SHORT_TRANSFERS=$((seed + i)) SCORD_COUNT_TRANSFERS=$work/count \
            SCORD_FAILING_PROGRAM=scord run "$work/cut" "$2"
        diff -r "$work/whole" "$work/cut" > "$work/differences"
        check $? "$1, SCORD_SHORT_TRANSFERS=$((seed + i)): $(head -n 6 "$work/differences" | cut -c1-300)"
        cut=$((cut + $(cut -d' ' -f1 "$work/count" 2> /dev/null || echo 0)))
    done
}
each_command same_when_cut
echo "$cut transfers cut"
[ $cut -gt 0 ]; check $? "no transfer was cut"
finish
