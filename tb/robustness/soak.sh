#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# soak.sh: many random events through RTL and golden model, part after part, and through the golden model alone: nothing
# goes wrong late, no memory grows.
#
# usage: soak.sh SCORD EVENTS [lockstep|model]      at least EVENTS events of that kind (default lockstep), those of
#                                                   earlier calls included; a call that is stopped loses the part at
#                                                   hand at most
# Part K is a process of its own: seed SEED + K, its events numbered on from those before (--first-event), machine and
# options the K-th of a list in turn. Its resident memory is read once a second: at the end at most 2 % and 1 MiB above
# what it was after the first fifth. SOAK_PART: events a part (default 4,000,000 in lockstep, 200,000,000 of the model
# alone). State: BUILD/soak/KIND; SEED (default 1) belongs to it: another one begins anew.
# Last line "N passed, N failed": parts of this call; none needed is a pass of what was done. Exit codes: 0 all, 1 some
# failed, 2 bad usage, 3 SCORD is missing.
kind=${3:-lockstep}; events=${2:-}
case "$kind:$events" in lockstep:|model:|*:*[!0-9]*) echo "usage: soak.sh SCORD EVENTS [lockstep|model]" >&2;
exit 2;; lockstep:*|model:*);; *) echo "soak.sh: $kind is neither lockstep nor model" >&2; exit 2;; esac
scord=$(realpath "$1"); [ -x "$scord" ] || { echo "soak.sh: $1 is missing, run 'make build'" >&2; exit 3; }
cd "$(dirname "$0")/../.." || exit 3
. tb/expect.sh
seed=${SEED:-1}; folder=${BUILD:-build}/soak/$kind
mkdir -p "$folder" || exit 3
if [ "$kind" = lockstep ]; then
    part=${SOAK_PART:-4000000}
    machines=("tiny" "tiny8 --free-order" "tiny:log_capacity=8 --consume-log" \
        "tiny1:log2_cache_ratio=0 --max-latency 60" "tinyits" "tinyar --axi-errors 10")
else
    part=${SOAK_PART:-200000000}
    machines=("gtx480 --model-only" "nocache --model-only" "acqrel --model-only" "its --model-only")
fi

number() { sed -n "s/.*\"$1\": \([0-9]*\).*/\1/p" "$folder/json" | head -n 1; }

one_part() { # number: adds to $done_events, $checks
    local k=$1 pid rss first=0 last=0 seconds=0 code samples="$folder/samples"
    # shellcheck disable=SC2086
    "$scord" cosim --random --seed $((seed + k)) --events "$part" --first-event "$done_events" \
        --config ${machines[k % ${#machines[@]}]} --quiet --no-shrink --json "$folder/json" \
        --output "$folder/part-$k" > "$folder/log" 2>&1 &
    pid=$!; : > "$samples"
    while kill -0 $pid 2> /dev/null; do
        rss=$(awk '/^VmRSS/ {print $2}' /proc/$pid/status 2> /dev/null); [ -z "$rss" ] || echo "$rss" >> "$samples"
        sleep ${SOAK_SAMPLE:-1}
    done
    wait $pid; code=$?; seconds=$(wc -l < "$samples")
    [ $code -eq 0 ]
    check $? "part $k: exit $code, $(head -n 4 "$folder/log"); its report is in $folder/part-$k" || true
    [ $code -eq 0 ] || return 1
    first=$(sed -n "$((seconds / 5 + 1))p" "$samples"); last=$(tail -n 1 "$samples")
    [ "$seconds" -lt 5 ] || [ "$last" -le $((first + first / 50 + 1024)) ]
    check $? "part $k: resident memory grew from $first to $last KiB"
    done_events=$((done_events + $(number events))); checks=$((checks + $(number checks)))
    echo "part $k (${machines[k % ${#machines[@]}]}): $(number events) events, $(number \
        checks) checks, ${first:-0} KiB then ${last:-0} KiB; all: $done_events events, $checks checks"
}

parts=0; done_events=0; checks=0
if [ -r "$folder/state" ]; then
    read -r old_seed old_part parts done_events checks < "$folder/state"
    [ "$old_seed $old_part" = "$seed $part" ] || { parts=0; done_events=0; checks=0; }
fi
echo "seed $seed, $done_events events of $events done"
stopped=0; trap 'stopped=1' TERM INT
while [ "$done_events" -lt "$events" ] && [ $stopped -eq 0 ]; do
    one_part "$parts" || break
    parts=$((parts + 1)); echo "$seed $part $parts $done_events $checks" > "$folder/state"
done
[ "$done_events" -ge "$events" ]; check $? "$done_events events of $events"
echo "soak: $parts parts, $done_events events, $checks checks ($kind)"
finish
