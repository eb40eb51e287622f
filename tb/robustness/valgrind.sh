#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# valgrind.sh: the golden model, the oracle, GRAB and the explanations under valgrind: no use of what is not initialized
# or freed, no leak.
#
# usage: valgrind.sh SCORD [MOST]     MOST: streams of tb/streams taken (default: all), drawn by SEED (printed)
# Every stream through the model alone and the oracle; random programs of the small configurations through the model;
# one GRAB report and one explanation. (The lockstep is verilated code: its memory errors are looked for by the
# sanitizers' build of the same model.)
# Last line "N passed, N failed"; exit codes: 0 all, 1 some failed, 2 bad usage, 3 a program is missing.
[ $# -ge 1 ] && [ $# -le 2 ] || { echo "usage: valgrind.sh SCORD [MOST]" >&2; exit 2; }
scord=$1; most=${2:-100000}
command -v valgrind > /dev/null || { echo "valgrind.sh: valgrind is missing, run 'make test-setup'" >&2; exit 3; }
. tb/expect.sh
draw_seed
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT

clean() { # text, arguments of scord: its own exit code is 0 or 1
    local text=$1; shift
    valgrind --quiet --error-exitcode=99 --leak-check=full --errors-for-leak-kinds=definite,indirect "$scord" "$@" \
        > "$work/out" 2>&1
    code=$?
    [ $code -le 1 ]; check $? "$text: exit $code: $(grep -m 6 '==' "$work/out")"
}

streams=$(ls tb/streams/*.sevt | awk -v seed="$seed" 'BEGIN {srand(seed)} {print rand() "\t" $0}' | sort -n |
    head -n "$most" | cut -f2)
for stream in $streams; do
    clean "model, $stream" cosim --model-only "$stream"
    clean "oracle, $stream" oracle "$stream"
done
for config in tiny tinyits tinyar; do
    clean "random, $config" cosim --model-only --random --seed "$seed" --events 2000 --config $config
done
clean "grab" grab tb/streams/D02-segments.sevt --json "$work/a.json" --html "$work/a.html"
clean "explain" cosim tb/streams/table4d-scoped-atomic.sevt --model-only --explain-race 0
clean "litmus" oracle tb/unit/oracle/litmus/lock-cas.litmus --model all --all-schedules
finish
