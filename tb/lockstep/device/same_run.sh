#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# same_run.sh: runs that must be identical, cycle by cycle: item hash, cycles and checks.
#   trace     with and without waves, and with a wave window
#   systemc   the plain C++ top and the SystemC top
#   stream    a random program, its saved text stream, and that as a binary stream
#   seed      one seed twice is the same; another seed is not (the comparison can fail)
#   lanes     one stream in order on every number of lanes: the same checks, races and fences
#   state     lockstep and the RTL alone: items and the hash of all state in all cycles (--hash-state); another seed
#             differs
# usage: same_run.sh trace|systemc|stream|seed|lanes|state   Environment: BUILD. Last line: "N passed, N failed".
set -u
build=${BUILD:-build}
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
. tb/expect.sh
cosim() { # options…: prints "hash cycles checks"
    "$build/scord" cosim --quiet --json "$work/result.json" --output "$work/mismatch" "$@" > "$work/out" 2>&1 ||
        { cat "$work/out" >&2; echo "failed $$ $1"; return; }
    sed -n 's/.*"checks": \([0-9]*\).*/checks \1/p; s/.*"cycles": \([0-9]*\), "compared.*/cycles \1/p; s/.*"retire_hash": "\([0-9a-f]*\)".*/hash \1/p' "$work/result.json" | tr '\n' ' '
}
same() { case "$1" in ''|failed*) check 1 "$3: a run failed" ;; *) [ "$1" = "$2" ];
check $? "$3: '$1' and '$2'" ;; esac; }
case ${1:-} in
trace)
    for order in "" --free-order "--axi-errors 50 --consume-log --config tiny:log_capacity=9"; do
        plain=$(cosim --random --seed 11 --events 3000 $order)
        same "$plain" "$(cosim --random --seed 11 --events 3000 $order --wave "$work/all.fst")" "waves on${order}"
        same "$plain" "$(cosim --random --seed 11 --events 3000 $order --wave "$work/part.fst" --wave-window 500:900)" \
            "wave window${order}"
        [ -s "$work/all.fst" ] && [ -s "$work/part.fst" ]; check $? "wave files are there"
        [ "$(stat -c %s "$work/part.fst")" -lt "$(stat -c %s "$work/all.fst")" ]
        check $? "a window is smaller than the whole"
    done
    "$build/scord" cosim --random --seed 11 --events 3000 --wave "$work/race.fst" --wave-race 2 \
        --output "$work/mismatch" > "$work/out" 2>&1
    check $? "--wave-race 2"
    # the view's markers stand at the cycles that the run names: time = 10 x cycle + 5
    times=$(sed -n "s/.*decided in cycle \([0-9]*\): .*access in cycle \([0-9]*\)$/\1 \2/p" "$work/out" |
        awk '{ print 10 * $1 + 5, 10 * $2 + 5, 10 * $1 + 5 }')
    [ -s "$work/race.fst" ] && [ -n "$times" ] && grep -q "^\*-[0-9.]* $times -1 " "$work/race.gtkw"
    check $? "the view of a race has its markers at $times: $(grep "^\*-" "$work/race.gtkw")"
    ;;
systemc)
    for run in random:21:1500 random:22:1500:free random:23:1500; do
        "$build/tb/lockstep/device/lockstep_top" tiny $run > "$work/plain" 2>&1; check $? "plain top $run"
        "$build/tb/lockstep/device/systemc_top" tiny $run > "$work/systemc" 2> "$work/err"; check $? "SystemC top $run"
        grep "^random:" "$work/systemc" > "$work/systemc.line"
        [ -s "$work/systemc.line" ] && cmp -s "$work/plain" "$work/systemc.line"
        check $? "$run: $(cat "$work/plain" "$work/systemc")"
        ! grep -q ' mismatch ' "$work/systemc.line" ||
            "$build/tb/lockstep/device/systemc_top" tiny "shrink:${SCORD_OUTPUT:-$work}/mismatch.sevt" $run \
            2> /dev/null | grep '^shrunk'
    done
    ;;
stream)
    for order in "" --free-order; do
        direct=$(cosim --random --seed 31 --events 4000 $order --save "$work/saved.sevt")
        same "$direct" "$(cosim "$work/saved.sevt" --seed 31 --issue random $order)" "saved stream${order}"
        "$build/scord" events assemble "$work/saved.sevt" -o "$work/saved.sev"; check $? "assemble"
        same "$direct" "$(cosim "$work/saved.sev" --seed 31 --issue random $order)" "binary stream${order}"
        same "$direct" "$("$build/scord" events dump "$work/saved.sev" | cosim - --seed 31 --issue random $order)" \
            "pipe${order}"
    done
    ;;
seed)
    first=$(cosim --random --seed 41 --events 3000)
    same "$first" "$(cosim --random --seed 41 --events 3000)" "one seed twice"
    [ "$first" != "$(cosim --random --seed 42 --events 3000)" ]; check $? "another seed differs"
    [ "$first" != "$(cosim --random --seed 41 --events 3000 --max-latency 3)" ]; check $? "another latency differs"
    errors=$(cosim --random --seed 41 --events 3000 --axi-errors 50 --consume-log)
    same "$errors" "$(cosim --random --seed 41 --events 3000 --axi-errors 50 --consume-log)" \
        "one seed twice, with memory errors"
    [ "$errors" != "$first" ]; check $? "memory errors differ"
    ;;
state)
    state() { # options…: items and state
        "$build/scord" cosim --random --events 3000 --hash-state --output "$work/mismatch" "$@" > "$work/out" 2>&1 ||
            { cat "$work/out" >&2; echo "failed $$ $1"; return; }
        sed -n 's/.* items hash \([0-9a-f]*\)$/items \1/p; s/^  state  *hash /state /p' "$work/out" | tr '\n' ' '
    }
    for order in "" "--free-order --max-latency 30" "--config tinyits8 --free-order" "--config tinyar" \
        "--config gtx480 --issue stream"; do
        lockstep=$(state --seed 51 $order); alone=$(state --seed 51 --rtl-only $order)
        case $lockstep in "items "*"state "*) ;; *) check 1 "no hashes: $lockstep";; esac
        same "$lockstep" "$alone" "the RTL alone $order"
        [ "$(echo "$lockstep" | sed 's/.*state //')" != "$(state --seed 52 $order | sed 's/.*state //')" ]
        check $? "another seed has another state $order"
    done
    ;;
lanes)
    counts() { # options…: what must not depend on lanes
        "$build/scord" cosim --random --seed 51 --events 5000 --quiet --json "$work/result.json" \
            --output "$work/mismatch" "$@" > "$work/out" 2>&1 || cat "$work/out" >&2
        sed -n 's/.*"checks": \([0-9]*\), "fences": \([0-9]*\), "races": \([0-9]*\).*/\1 checks, \2 fences, \3 races/p' "$work/result.json"
    }
    two=$(counts --config tiny)
    same "$two" "$(counts --config tiny --model-only)" "the model alone"
    for lanes in 1 2 4 8 16 32; do same "$two" "$(counts --config tiny --lanes $lanes)" "$lanes lanes"; done
    same "$two" "$(counts --config tinywide --lanes 1)" "from a whole segment to one lane"
    [ "$(cosim --random --seed 51 --events 5000 --lanes 1)" != "$(cosim --random --seed 51 --events 5000 --lanes 8)" ]
    check $? "and yet the machines differ"
    ;;
*) echo "usage: same_run.sh trace|systemc|stream|seed|lanes" >&2; exit 2 ;;
esac
finish
