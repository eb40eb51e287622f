#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# allocations.sh: no allocation of scord that fails is a crash, a hang, or a result that is silently not whole.
#
# usage: allocations.sh SCORD LIBRARY [MOST [COMMAND]]
#        LIBRARY: failing_allocation.so; MOST: runs a command and mode (default 60; 0: every allocation);
#        COMMAND: only the row of this name of allocations.rows
# allocations.rows has "name | command", @ stands for SCORD and % for a folder of the run. A command is run once whole;
# then again with its N-th allocation failing, once alone and once with all after it: every N, or the first third of
# MOST and a random rest (SEED, printed). A run must end within 60 s with
#   exit 3 and a line on stderr that says it is memory (when all after it fail too, others may follow) or that plots are
#   missing, or
#   the exit code, the output and the files of the whole run: a failure that it can do without (a buffer of stdio).
# and leave nothing in TMPDIR.
# Last line "N passed, N failed"; exit codes: 0 all, 1 some failed, 2 bad usage, 3 the library or SCORD is missing.
[ $# -ge 2 ] && [ $# -le 4 ] || { echo "usage: allocations.sh SCORD LIBRARY [MOST [COMMAND]]" >&2; exit 2; }
most=${3:-60}; only=${4:-}
. "$(dirname "$0")/command_runs.sh" "$1" "$2"

run() { # folder, command; in the environment what fails
    LIBRARY=$library SCORD_FAILING_PROGRAM=scord run_command "$1" "$2" 60
    sed -i '/^simulated .*\/s, .*\/s (.*)$/d' "$1/stderr"
}

# What two whole runs differ in; and C++ names, which stay as they are without memory (cmodel/base/demangle.h)
comparable() { # run
    local stream
    for stream in "$1"/files/*.sevt; do
        [ ! -e "$stream" ] || { c++filt < "$stream" > "$1/names" && mv "$1/names" "$stream"; }
    done
    find "$1/stdout" "$1/code" "$1/files" -type f | xargs sed -i -f tb/robustness/clock.sed
}

same_as_whole() { # run: code, output and files
    comparable "$1"
    cmp -s "$1/code" "$work/whole/code" && cmp -s "$1/stdout" "$work/whole/stdout" &&
        diff -rq "$1/files" "$work/whole/files" > /dev/null
}

judge() { # run, text, most lines
    local code; code=$(cat "$1/code")
    [ ! -s "$1/left" ]; check $? "$2: left in TMPDIR: $(cat "$1/left")"
    if [ "$code" -eq 3 ] && [ "$(wc -l < "$1/stderr")" -le "$3" ] && head -n 1 "$1/stderr" |
        grep -qi 'memory\|without plots'; then
        check 0
        return
    fi
    same_as_whole "$1"
    check $? "$2: exit $code, $(head -n 2 "$1/stderr" | tr '\n' ' ' | cut -c1-200)"
}

numbers() { # of all: which fail
    awk -v all="$1" -v most="$most" -v seed="$seed" 'BEGIN {
        srand(seed)
        if (most == 0 || all <= most) { for (n = 1; n <= all; n++) print n; exit }
        first = int(most / 3)
        for (n = 1; n <= first; n++) print n
        for (n = first; n < most; n++) print first + 1 + int(rand() * (all - first))
    }' | sort -nu
}

command_survives() { # name, command
    local all mode n
    [ -z "$only" ] || [ "$only" = "$1" ] || return 0
    run "$work/first" "$2" # fills the cache of compiled programs
    SCORD_COUNT_ALLOCATIONS=$work/count run "$work/whole" "$2"
    all=$(cat "$work/count" 2> /dev/null || echo 0)
    [ "$all" -gt 0 ] && [ "$(cat "$work/whole/code")" -le 1 ]
    check $? "$1: the whole run, exit $(cat "$work/whole/code"), $all allocations: $(head -n 3 "$work/whole/stderr")"
    [ "$all" -gt 0 ] || return
    comparable "$work/whole"
    for mode in "" +; do
        for n in $(numbers "$all"); do
            SCORD_FAIL_ALLOCATION=$n$mode run "$work/failing" "$2"
            judge "$work/failing" "$1, allocation $n$mode of $all" $([ -z "$mode" ] && echo 1 || echo 5)
        done
    done
    echo "$1: $all allocations"
}

each_command command_survives
finish
