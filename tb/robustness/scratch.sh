#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# scratch.sh: whenever and however a command ends, nothing of it stays in TMPDIR; what stays after SIGKILL the next
# command removes, and no folder of anybody else.
#
# usage: scratch.sh SCORD [MOMENTS]     MOMENTS: how many of each command, with a signal each, drawn by SEED (printed;
#                                       default 3)
# Commands with folders for intermediate files are ended by signals (timeout sends each twice), by a pipe that is
# closed, by --timeout; killed outright beside others that go on. Nothing here depends on where a signal finds the
# command: the folder is empty after each.
# Last line "N passed, N failed"; exit codes: 0 all, 1 some failed, 2 bad usage, 3 SCORD is missing.
[ $# -ge 1 ] && [ $# -le 2 ] || { echo "usage: scratch.sh SCORD [MOMENTS]" >&2; exit 2; }
scord=$(realpath "$1"); moments=${2:-3}
[ -x "$scord" ] || { echo "scratch.sh: $1 is missing, run 'make build'" >&2; exit 3; }
cd "$(dirname "$0")/../.." || exit 3
. tb/expect.sh
draw_seed; RANDOM=$((seed % 32768))
work=$(mktemp -d) || exit 3; trap 'kill -KILL $(jobs -p) 2> /dev/null; rm -rf "$work"' EXIT
export TMPDIR=$work/tmp SCORD_CACHE=''; mkdir "$TMPDIR"
empty() {
    [ -z "$(ls -A "$TMPDIR")" ]
    check $? "$1: left in TMPDIR: $(ls -A "$TMPDIR" | tr '\n' ' ')"
    rm -rf "${TMPDIR:?}"/*
}
# command: waits until it succeeds, half a minute at most
within() { local i; for ((i = 0; i < 600; i++)); do "$@" && return; sleep 0.05; done; false; }
locked() { compgen -G "$TMPDIR/$1/.scord-*" > /dev/null; } # folder's pattern
gone() { ! kill -0 "$1" 2> /dev/null; }
runs_deaf() { pgrep -P "$1" -x deaf; } # command: its checked program, which ignores SIGTERM, is there

# ---- signals at any moment ----
printf 'int main() { volatile int x = 1; while (x) {} }\n' > "$work/host.cu"
commands=("check tb/robustness/racy.cu" "sim tb/robustness/racy.cu" "check $work/host.cu" \
    "nvcc -c tb/robustness/racy.cu -o $work/racy.o" \
    "report docs/results/speed.md docs/results/area.md -o $work/page.html"
          "cosim --random --seed 1 --events 30000 --config tiny --model-only --quiet --explain 10")
signals=(TERM INT HUP XCPU)
for command in "${commands[@]}"; do
    for ((i = 0; i < moments; i++)); do
        signal=${signals[RANDOM % 4]}
        after=0.$(printf %03d $((RANDOM % 700 + 1)))
        timeout -s $signal -k 30 $after "$scord" $command > "$work/out" 2>&1; code=$?
        [ $code -ne 137 ]; check $? "SIG$signal after $after s: scord $command: did not end"
        empty "SIG$signal after $after s: scord $command"
    done
done
# ---- whoever reads has gone ----
for ((i = 0; i < moments; i++)); do
    "$scord" nvcc -E tb/robustness/racy.cu 2> /dev/null | head -n 1 > /dev/null; empty "nvcc -E into a closed pipe"
done

# ---- the program of a command that goes on after SIGTERM; a second signal ends the command at once ----
"$scord" --timeout 1 check "$work/host.cu" > "$work/out" 2>&1; empty "--timeout 1 check"
printf '#include <csignal>\nint main() { cudaFree(0); signal(SIGTERM, SIG_IGN); volatile int x = 1; while (x) {} }\n' \
    > "$work/deaf.cu"
"$scord-nvcc" -o "$work/deaf" "$work/deaf.cu" > "$work/out" 2>&1; check $? "deaf.cu is compiled: $(cat "$work/out")"
"$scord" check "$work/deaf" > "$work/out" 2>&1 & command=$!
within locked 'scord-check-*'; check $? "a checked program runs"
program=$(within runs_deaf $command)
kill -TERM $command
within gone $command
check $? "a program that ignores SIGTERM: its command goes on" || kill -KILL $command
wait $command; code=$?
[ $code -eq 143 ]; check $? "a program that ignores SIGTERM: exit $code: $(tail -n 2 "$work/out")"
empty "a program that ignores SIGTERM"
within gone "$program"; check $? "a program that ignores SIGTERM runs on: $program"

# ---- killed outright: the program goes with the command, the folder with the next command, that of one which runs
# stays ----
"$scord" check "$work/deaf" > "$work/out" 2>&1 & killed=$!
"$scord" check "$work/deaf" > "$work/other" 2>&1 & other=$!
programs=$(within runs_deaf $killed); within runs_deaf $other > "$work/pid"
lock=$(basename "$(compgen -G "$TMPDIR/scord-check-*/.scord-*" | head -n 1)")
# no command's, and one's of before the machine started
mkdir "$TMPDIR/scord-check-output" "$TMPDIR/scord-check-before" "$TMPDIR/scord-check-linked"
echo mine > "$TMPDIR/scord-check-output/file"
: > "$TMPDIR/scord-check-before/.scord-00000000-0000-0000-0000-000000000000"
mkdir "$work/elsewhere"
: > "$work/elsewhere/$lock"
ln -s "$work/elsewhere" "$TMPDIR/scord-check-link"
ln -s "$work/elsewhere/$lock" "$TMPDIR/scord-check-linked/$lock"
all=$(ls "$TMPDIR" | wc -l)
kill -KILL $killed; wait $killed 2> /dev/null
within gone "$programs"; check $? "the program of a command that was killed runs on: $programs"
[ "$(ls "$TMPDIR" | wc -l)" -eq "$all" ]; check $? "a killed command removes its folder?"
"$scord" nvcc -c tb/robustness/racy.cu -o "$work/racy.o"
[ "$(ls "$TMPDIR" | wc -l)" -eq $((all - 1)) ]
check $? "of $all folders the killed command's goes: $(ls "$TMPDIR" | tr '\n' ' ')"
[ "$(compgen -G "$TMPDIR/scord-check-*/$lock" | wc -l)" -eq 3 ]
check $? "the folder of a command that runs stays: $(ls -a "$TMPDIR"/scord-check-*)"
[ "$(cat "$TMPDIR/scord-check-output/file")" = mine ] && [ -e "$TMPDIR/scord-check-before" ] &&
    [ -e "$TMPDIR/scord-check-linked" ] && [ -e "$TMPDIR/scord-check-link" ] && [ -e "$work/elsewhere/$lock" ]
check $? "folders of others stay: $(ls "$TMPDIR" "$work/elsewhere")"
kill -TERM $other; wait $other 2> /dev/null
rm -rf "$TMPDIR"/scord-check-{output,before,linked,link}; empty "the command that was left to run"

# ---- a hangup that is ignored stays ignored ----
(trap '' HUP; exec "$scord" check "$work/deaf") > "$work/out" 2>&1 & command=$!
within runs_deaf $command > /dev/null
kill -HUP $command; sleep 0.3; kill -0 $command; check $? "a hangup ends a command that ignores it: $(cat "$work/out")"
kill -TERM $command; wait $command 2> /dev/null; empty "hangup"
finish
