#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# lockstep_cli.sh: the random lockstep driver and the shared object as files: waves change nothing, replays, bad input,
# symbols.
# Environment: BUILD (default build). Last line: "N passed, N failed".
set -u
build=${BUILD:-build}; driver=$build/tb/lockstep/scheduler/scheduler_lockstep; library=$build/libscordscheduler.so
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
. tb/expect.sh
run() { # code, text, options…
    code=$1; text=$2; shift 2
    exits "$code" "$text" "$work/out" "$driver" --device "$library" --output "$work/short.schedule" "$@"
}
hash() { sed -n 's/.*; hash //p' "$work/out"; }

# the same run with and without a wave, and again; another seed is another run
run 0 "without a wave" --seed 3 --cycles 700 --policy mwf-gto --fetch cff; plain=$(hash)
run 0 "with a wave" --seed 3 --cycles 700 --policy mwf-gto --fetch cff --wave "$work/wave.fst"
[ -n "$plain" ] && [ "$(hash)" = "$plain" ]; check $? "waves change the run: hash $(hash), without $plain"
[ "$(wc -c < "$work/wave.fst")" -gt 5000 ]; check $? "the wave is $(wc -c < "$work/wave.fst") bytes"
run 0 "another seed" --seed 4 --cycles 700 --policy mwf-gto --fetch cff
[ "$(hash)" != "$plain" ]; check $? "another seed gives the same run"
run 1 "coverage minima are demanded" --cycles 50 --cover
grep -q "FAIL reached too seldom: priority_full" "$work/out"
check $? "they are named"
if command -v fst2vcd > /dev/null; then
    fst2vcd -f "$work/wave.fst" -o "$work/wave.vcd" 2> /dev/null
    for signal in issue_pick_o fetch_pick_o priorities_o warp_priority_table_q slot_last_q; do
        grep -q " $signal " "$work/wave.vcd"; check $? "the wave has $signal"
    done
    # the view of it names signals that are there
    exits 0 "a view" "$work/out" scripts/wave_scheduler.sh "$work/wave.fst" 100
    names=0; missing=""
    for signal in $(grep -oE "TOP\\.[][a-zA-Z_.0-9]*[a-z_]" "$work/wave.gtkw" | sed "s/.*\\.//" | sort -u); do
        names=$((names + 1)); grep -q " $signal " "$work/wave.vcd" || missing="$missing $signal"
    done
    [ -z "$missing" ] && [ $names -gt 20 ]; check $? "the view has $names signals, not in the wave:$missing"
fi

# a schedule by hand: blocks of equal priority, the lower slot is served
cat > "$work/hand.schedule" << 'END'
scord-schedule 1
machine blocks=8 warps=48 schedulers=2 issue=mwf-lrr fetch=cff fairness=16 wild=0 sm=2
step launch=3:f0
step launch=1:f
step ready=ff,ff fetch eligible=ff arrive=3
step ready=ff,ff release=ff
END
run 0 "a schedule by hand" --replay "$work/hand.schedule"
grep -q '^4 cycles replayed$' "$work/out"; check $? "the schedule by hand was replayed: $(cat "$work/out")"
sed 's/step launch=1:f/step lunch=1:f/' "$work/hand.schedule" > "$work/bad.schedule"
run 2 "a word that is none" --replay "$work/bad.schedule"
grep -q "bad.schedule:4:" "$work/out"
check $? "it names file and line"
sed 's/warps=48/warps=99/' "$work/hand.schedule" > "$work/bad.schedule"
run 2 "too many warps" --replay "$work/bad.schedule"
head -n 2 "$work/hand.schedule" > "$work/bad.schedule"; run 2 "no step" --replay "$work/bad.schedule"
run 2 "no such schedule" --replay "$work/none"
run 2 "unknown option" --frobnicate; run 2 "bad number" --seed x; run 2 "number out of range" --sms 17
run 2 "unknown policy" --policy mwf; run 2 "unknown fetch" --fetch fef
run 3 "a size that is not built" --warps 40
run 3 "a wave that cannot be written" --wave "$work/no/such/wave.fst"
exits 3 "no such device" "$work/out" "$driver" --device "$work/none.so"
exits 3 "not a device" "$work/out" "$driver" --device "$(ldd "$driver" | awk '/libc.so/ {print $3}')"

# loads into any program: one symbol, and no libraries but these
[ "$(nm -D --defined-only "$library" | awk '{print $3}')" = scord_scheduler_device_open ]
check $? "one symbol: $(nm -D --defined-only "$library" | head -n 3)"
others=$(ldd "$library" | awk '{print $1}' |
    grep -v -e '^linux-vdso' -e '^libz\.so' -e '^libm\.so' -e '^libc\.so' -e '^/lib.*/ld-')
[ -z "$others" ]; check $? "needs only libc, libm, libz: $others"
ldd "$driver" | grep -q libstdc; [ $? -ne 0 ]; check $? "the driver is C: no libstdc++ of its own"
finish
