#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# lockstep_all.sh: the runs of `make netlist` with the table of docs/results/netlist.md.
#
# usage: lockstep_all.sh CONFIG PART…     CONFIG's whole machine in generic gates with planted faults, then in standard
#                                         cells; before
# them the PARTs alone, in the tiny machine and in both, which takes minutes and not tens of minutes
# A run that passed is kept ($BUILD/netlist/rows) and not made again while RTL, streams and scripts are the same: an
# ended `make netlist` goes on from there.
# Environment: BUILD (default build), RUNS: only these rows (names as below, CONFIG- for the whole machine; default all
# but tiny4's). Others are printed as they were made, or "not run".
# Exit codes: 0 all passed, 1 not, 3 a tool is missing (lockstep.sh).
set -u
cd "$(dirname "$0")/../../.." || exit 3
rows=${BUILD:-build}/netlist/rows; mkdir -p "$rows"
sum=$(cat rtl/*.v rtl/*/*.v rtl/common/*.vh scripts/synthesis.sh scripts/area/*.v tb/synthesis/netlist/lockstep.sh \
    tb/synthesis/netlist/equal.sh tb/synthesis/netlist/*.awk tb/synthesis/netlist/*.c \
    tb/synthesis/netlist/assumptions tb/streams/*.sevt tb/synthesis/netlist/streams/*.sevt cosim/*.[ch]* | cksum)
run() { # name of the row, arguments of lockstep.sh
    name=$1; row=$rows/$1; shift
    if [ "$(sed -n 1p "$row" 2> /dev/null)" != "$sum" ]; then
        case " ${RUNS:-parts-generic parts-osu018 $config-generic $config-osu018} " in *" $name "*) ;; *) \
            echo "| $1 | $2 | $([ $# -lt 5 ] && echo all || echo parts) | not run | | | | | | |"; return 0;; esac
        ROW=$row.part tb/synthesis/netlist/lockstep.sh "$@" || exit
        { echo "$sum"; cat "$row.part"; } > "$row"
    fi
    sed 1d "$row"
}
config=$1; shift
echo '| machine | cells | netlist of | gates and flip-flops | Verilator and C++, s | runs, s | passed | checks compared | cycles | faults noticed |'
echo '|---|---|---|---|---|---|---|---|---|---|'
run parts-generic tiny generic long 8 "$@"
run parts-osu018 tiny osu018 long 0 "$@"
run "$config-generic" "$config" generic long 16
run "$config-osu018" "$config" osu018 long
[ "$config" = tiny4 ] || { run tiny4-generic tiny4 generic long; run tiny4-osu018 tiny4 osu018 long; }
