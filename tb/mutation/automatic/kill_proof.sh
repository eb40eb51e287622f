#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# kill_proof.sh: do the properties of the mutant's module (tb/formal) find it?
#
# usage: kill_proof.sh NUMBER MODULE     environment: see mutation.sh
# Prints "number<TAB>killed|survived<TAB>how". Only a counterexample counts, as in tb/formal/refute.sh.
. tb/mutation/automatic/apply.sh
number=$1; module=$2
decide() { printf '%s\t%s\t%s\n' "$number" "$1" "$2"; rm -rf "$mutated"; exit 0; }
[ -e "tb/formal/formal_$module.v" ] || { printf '%s\tsurvived\tno proof\n' "$number"; exit 0; }
apply "$number"
if RTL="$mutated/rtl" PROOF_ONLY=1 MAX_STEPS=9 timeout 300 tb/formal/prove.sh "$module" > "$mutated/log" \
    2>&1 < /dev/null; then
    decide survived proved
elif grep -q "Called with -verify and proof did fail\|FAIL!\|Status: FAILED" "$mutated/log" &&
    ! grep -q "^Reached maximum" "$mutated/log"; then
    decide killed "proof: $(grep -m 1 '^FAIL ' "$mutated/log" | cut -c1-80)"
else decide survived "proof: $(tail -n 1 "$mutated/log" | cut -c1-80)"; fi
