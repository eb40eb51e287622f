#!/bin/sh
# lockstep_all.sh: the runs of `make netlist` with the table of docs/netlist.md.
#
# usage: lockstep_all.sh CONFIG PART…     CONFIG's whole machine in generic gates with planted faults, then in standard cells; before
# them the PARTs alone, in the tiny machine and in both, which takes minutes and not tens of minutes
# Environment: BUILD (default build). Exit codes: 0 all passed, 1 not, 3 a tool is missing (lockstep.sh).
set -u
lockstep=$(dirname "$0")/lockstep.sh
config=$1; shift
echo '| machine | cells | netlist of | passed | checks compared | cycles | faults noticed |'
echo '|---|---|---|---|---|---|---|'
"$lockstep" tiny generic long 8 "$@" && "$lockstep" tiny osu018 long 0 "$@" && "$lockstep" "$config" generic long 16 && "$lockstep" "$config" osu018 long
