#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# systemc_memory.sh: without memory the SystemC top ends with one line and exit code 3, as in every other device
# (cosim/verilated/verilated_print.h), no uncaught exception.
#
# usage: systemc_memory.sh SYSTEMC_TOP LIBRARY [RUNS] LIBRARY: failing_allocation.so; RUNS (default 12; 0: every
# allocation): allocations drawn by SEED (printed), each failing alone and with all after it SystemC's own pool of
# objects uses what malloc gives unseen, a crash; it has a variable to be without: the pool is not ours to test. A
# failure that the run can do without (the buffer of standard output, one of the last) leaves exit code and output of
# the whole run, as in allocations.sh. The first quarter of the allocations is left out: SystemC's own, before main(),
# and the reading of the command line.
# Last line "N passed, N failed"; exit codes: 0 all, 1 some failed, 2 bad usage, 3 something is missing.
[ $# -ge 2 ] && [ $# -le 3 ] || { echo "usage: systemc_memory.sh SYSTEMC_TOP LIBRARY [RUNS]" >&2; exit 2; }
runs=${3:-12}
. "$(dirname "$0")/command_runs.sh" "$1" "$2"
top() {
    SYSTEMC_MEMPOOL_DONT_USE=1 SCORD_FAILING_PROGRAM=systemc_top LD_PRELOAD=$library timeout 60 "$scord" tiny \
        random:1:200 > "$work/out" 2> "$work/err"
    code=$?
}

SCORD_COUNT_ALLOCATIONS=$work/count top; all=$(cat "$work/count" 2> /dev/null || echo 0)
[ $code -eq 0 ] && [ "$all" -gt 100 ]; check $? "the whole run: exit $code, $all allocations: $(head -n 3 "$work/err")"
cp "$work/out" "$work/whole"
for n in $(awk -v all="$all" -v runs="$runs" -v seed="$seed" 'BEGIN {
    srand(seed); first = int(all / 4)
    if (runs == 0) for (n = first + 1; n <= all; n++) print n
    while (runs-- > 0) print first + 1 + int(rand() * (all - first))
}'); do
    for mode in "" +; do
        SCORD_FAIL_ALLOCATION=$n$mode top
        if [ $code -eq 0 ]; then
            cmp -s "$work/out" "$work/whole"
        else
            [ $code -eq 3 ] && grep -q '^\(scord\|lockstep_top\): .*memory' "$work/err"
        fi
        check $? "allocation $n$mode of $all: exit $code: $(grep -v Accellera "$work/err" | tail -n 2 | tr '\n' ' ')"
    done
done
finish
