#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# kill_lockstep.sh: does lockstep find the mutant? All runs of the tier, up to the first that does; then the register
# test.
#
# usage: kill_lockstep.sh short|long NUMBER MODULE     environment: see mutation.sh
# Prints "number<TAB>killed|survived<TAB>how"; for a survivor how is a hash over all items, their cycles, and all
# registers read.
tier=$1; number=$2
export SCORD_MUTANT=$number
decide() { printf '%s\t%s\t%s\n' "$number" "$1" "$2"; exit 0; }
lockstep() { # configuration, runs…
    configuration=$1; shift
    output=$(timeout 300 "$MUTATION_DIRECTORY/top" "$MUTATION_CONFIG:$configuration" "$@" 2> /dev/null)
    code=$?
    [ $code != 124 ] || decide killed timeout
    mismatch=$(printf '%s\n' "$output" | awk '$2 == "mismatch" {print $3, $4, "in", $1; exit}')
    [ -z "$mismatch" ] || decide killed "lockstep: $mismatch"
    [ $code = 0 ] || decide killed "lockstep: exit code $code"
    all="$all $(printf '%s\n' "$output" | awk '{print $5, $6, $8}')"
}
all=""
while IFS='|' read -r of configuration run; do
    [ "${of// /}" = "$tier" ] || continue
    lockstep "${configuration// /}" "${run// /}"
done < <(grep -v '^#' tb/mutation/automatic/runs)
if [ "$tier" = long ]; then
    lockstep log_capacity=24 tb/streams/D2[34]*.sevt  # tracked range and tags, at their edges
else
    # the registers, after several power-ups: one without its reset may begin with the right value by chance
    for power_up in 1 2 3; do
        output=$(SCORD_POWER_UP=$power_up REGISTERS_CONFIG=$MUTATION_CONFIG timeout 60 "$MUTATION_DIRECTORY/registers" \
            2>&1) ||
            decide killed "registers: $(printf '%s\n' "$output" | sed -n 's/^\[  FAILED  \] \([a-z_]*\).*/\1/p' |
            head -n 1)"
    done
fi
decide survived "$(printf '%s\n' "$all" | cksum | cut -d' ' -f1)"
