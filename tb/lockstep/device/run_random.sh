#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# run_random.sh: random programs in lockstep, a test a seed.
# usage: run_random.sh CONFIG FIRST-SEED LAST-SEED EVENTS [OPTION...]   options go to `scord cosim`
# With --axi-errors some checks must not have been performed over all seeds, with --consume-log some records consumed,
# with --memory-lies some entries read with another owner.
# Environment: BUILD. A failing seed leaves its report and its shrunk stream in the folder of the run (SCORD_OUTPUT,
# docs/regress.md), else in $BUILD/test/random-CONFIG-SEED. Last line: "N passed, N failed".
set -u
scord=${BUILD:-build}/scord
config=$1; seed=$2; last=$3; events=$4; shift 4
. tb/expect.sh
checks=0; cycles=0; unperformed=0; consumed=0; changed=0
field() { printf '%s\n' "$out" | sed -n "s/$1/\\1/p" | head -n 1; }
while [ "$seed" -le "$last" ]; do
    output=${BUILD:-build}/test/random-$(printf '%s' "$config" | tr ':=,' '___')-$seed
    [ -n "${SCORD_OUTPUT:-}" ] || mkdir -p "${BUILD:-build}/test"
    out=$(SCORD_OUTPUT=${SCORD_OUTPUT:-$output} "$scord" cosim --random --config "$config" --seed "$seed" \
        --events "$events" "$@" 2>&1)
    code=$?
    line=$(printf '%s\n' "$out" |
        sed -n 's/^random .*events, \([0-9]*\) checks, .* \([0-9]*\) cycles, 0 mismatches$/\1 \2/p')
    if [ $code -eq 0 ] && [ -n "$line" ] && [ "${line% *}" -gt 0 ]; then
        pass; checks=$((checks + ${line% *})); cycles=$((cycles + ${line#* }))
        not=$(field '^  memory .* \([0-9]*\) checks not performed.*')
        taken=$(field '^  memory .* \([0-9]*\) race records consumed.*')
        lies=$(field '^  memory    \([0-9]*\) entries read with another owner$')
        changed=$((changed + ${lies:-0}))
        unperformed=$((unperformed + ${not:-0})); consumed=$((consumed + ${taken:-0}))
    else
        fail "seed $seed (exit $code)"; printf '%s\n' "$out"
    fi
    seed=$((seed + 1))
done
case " $* " in *" --axi-errors "*) [ "$unperformed" -gt 0 ] || { fail "no memory error met a check"; } ;; esac
case " $* " in *" --memory-lies "*) [ "$changed" -gt 0 ] || { fail "no entry had another owner"; } ;; esac
case " $* " in *" --consume-log "*) [ "$consumed" -gt 0 ] || { fail "no race record was consumed"; } ;; esac
echo "$checks checks compared in $cycles cycles, $unperformed not performed, $consumed race records consumed"
finish
