#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# run_sim.sh: `scord sim`: options, reports, the two modes, interruption, the scheduler device, and race detection under
# it.
#
# usage: run_sim.sh GROUP...   groups: options reports modes interrupt device rtl micro apps orders
# BUILD names the build directory (build). Every expectation is one check. Closes with "N passed, N failed".
set -u
. tb/expect.sh
test_command sim docs/sim-schema.json
programs=tb/programs/frontend/programs; phases=tb/commands/sim/phases.cu
[ $# -ge 1 ] || {
    echo "usage: run_sim.sh options|reports|modes|interrupt|device|rtl|micro|apps|orders ..." >&2
    exit 2
}
number() { sed -n "/\"total\"/,/^  }/s/^ *\"$2\": \([0-9.]*\),*$/\1/p" "$1"; } # FILE NAME: of the total
numbers() { grep -v -e '"schedule_by"' "$1" > "$1.numbers"; }

group_options() {
    bad "sim: no program named; see \`scord sim --help\`"
    bad "x.cu: No such file or directory" x.cu
    bad "sim: unknown option --frobnicate" --frobnicate 1 $phases
    bad "sim: --sched needs a value" $phases --sched
    bad "--sched is one of lrr, gto, tls, tls-sticky, saws, mwf-lrr, mwf-gto, mewf-lrr, mewf-gto, not 'fifo'" $phases \
        --sched fifo
    bad "--fetch is one of rr, fef, cff, cff-refill, not 'lrr'" $phases --fetch lrr
    bad "--machine is one of baws, scord, scord-gtx480, hrf, help, not 'fermi'" $phases --machine fermi
    bad "warps is a number from 1 to 64" $phases --machine baws,warps=65
    bad "--machine: nothing stands behind the comma" $phases --machine baws,
    bad "machine setting 'warp=3' is not of the form name=value with a known name" $phases --set warp=3
    bad "machine setting 'sms'" $phases --set sms
    bad "sms is a number from 1 to 16" $phases --set sms=-1
    bad "icache_bytes=1000 is not a multiple of 4 ways of lines of 128 bytes" $phases --set icache_bytes=1000
    bad "--seed takes a number from 0, not 'one'" $phases --seed one
    bad "--rtl and --closed-loop exclude each other" $phases --rtl --closed-loop
    bad "the RTL schedules by lrr, gto, mwf-… and mewf-…, not by tls-sticky" $phases --rtl --sched tls-sticky
    bad "the RTL fetches by rr, cff and cff-refill, not by fef" $phases --closed-loop --fetch fef
    bad "there is no RTL of the laboratory's detectors" $phases --rtl --machine scord,metadata_form=3
    # a preset: numbers set after it win, also those that are the machine's own defaults
    run 0 $phases --quiet --machine scord,laboratory=1,metadata_form=0,detector_banks=1 --json "$folder/lab.json"
    has "$folder/lab.json" "detector_lines=512"; has "$folder/lab.json" "detector_ways=8"
    ! grep -q "metadata_form=\|detector_banks=\|laboratory=" "$folder/lab.json"
    check $? "$label: what was set after laboratory"
    bad "metadata_form=5 is none of 0, 1, 2, 3, 4 and 8" $phases --machine scord,metadata_form=5
    bad "detector_ways=3 is not 0 or a power of two up to detector_lines=128" $phases \
        --machine scord,detector_ways=3
    bad "detector_banks=3 is not a power of two" $phases \
        --machine scord,detector_group_lanes=1,detector_banks=3
    bad "--wave shows the RTL: it needs --rtl or --closed-loop" $phases --wave "$folder/w.fst"
    bad "--functional has no cycles for the RTL to schedule" $phases --functional --rtl
    bad "--functional has no phases" $phases --functional --phases "$folder/p.csv"
    # a flag and its negation: the last counts
    bad "--functional has no phases" $phases --no-functional --functional --phases "$folder/p.csv"
    run 0 $phases --quiet --no-cache --functional --cache --no-functional --phases "$folder/p.csv"
    has "$folder/p.csv" "kernel,sm"
    bad "sim: unknown option --no-frobnicate" $phases --no-frobnicate
    bad "sim: unknown option --no-seed" $phases --no-seed
    bad "--phases takes a file" $phases --phases -
    bad "--detect names 32 warps an SM, and this machine has 48: use --machine scord" $phases --detect
    bad "one executable at a time" "$scord" "$scord"
    run 3 $phases --json /nonexistent/x; has "$err" "/nonexistent/x: No such file or directory"
    run 3 $phases --phases /nonexistent/x; has "$err" "/nonexistent/x: No such file or directory"
    run 0 --help; has "$out" "usage: scord sim"
    # name, default, range and meaning of every number, as machine.def states them
    run 0 --machine help; has "$out" 'sms                        15  (1 to 16)  streaming multiprocessors'
    gcc -I. -x c -o "$folder/define" - << 'PROGRAM' && "$folder/define" > "$folder/defined"
#include <stdio.h>
#include "cmodel/scord_params.h"
int main(void) {
#define MACHINE(name, value, least, most, text) \
    printf("%s %u (%u to %u) %s\n", #name, value, least, most, *text ? text : "cycles until the next may start");
#include "sim/machine/machine.def"
}
PROGRAM
    tr -s ' ' < "$out" > "$folder/listed"
    same "$folder/defined" "$folder/listed" "$label and machine.def"
    [ "$(wc -l < "$out")" -eq "$(grep -c '^MACHINE(' sim/machine/machine.def)" ]
    check $? "$label: a line for every number of machine.def"
    # every setting can be given, and what is given is what runs: the later one wins, --set after --machine
    run 0 $phases --quiet --set sms=3 --machine scord,blocks=4 --set sms=2,l1_bytes=0 --json "$folder/a.json" -- 1
    has "$folder/a.json" '"machine": "scord"'
    has "$folder/a.json" \
        '"settings": "sms=2,warps=32,blocks=4,port_turns=1,l1_bytes=0,memory_queues=1,l2_bytes=1572864,detector_lanes=32,detector_lines=128,detector_beat_entries=16"'
    valid "$folder/a.json"
    [ "$(number "$folder/a.json" l1_hits)" = 0 ]; check $? "$label: no L1, no hits"
    run 2 $programs/no_kernel.cu; has "$err" "launched no kernel: nothing was simulated"
    run 2 $programs/refused_launch.cu; has "$err" "refused"
    run 2 $programs/out_of_range.cu --json "$folder/a.json"; has "$err" "out-of-range store"; valid "$folder/a.json"
    has "$folder/a.json" '"exit_status": 2'
    run 2 $programs/waits/deadlock.cu; has "$err" "deadlock"
    run 2 $programs/invalid.cu; has "$err" "does not compile"
    run 2 $phases --set registers=1024; has "$err" "1024 registers" # a block of 128 threads does not fit
}

group_reports() {
    run 0 $phases --json "$folder/a.json" --phases "$folder/a.csv"; valid "$folder/a.json"
    has "$out" "machine baws, issue lrr, fetch rr"
    has "$out" "kernel turns(unsigned int const*, unsigned int*, int)"
    has "$out" "kernel sum("
    has "$out" "2 launches, 80 blocks of 4 warps"
    awk -f tb/commands/sim/total_lines.awk "$folder/a.json" > "$folder/total"
    sed -n "/^total$/,\$p" "$out" | tr -d , | tr -s " " > "$folder/text"
    same "$folder/total" "$folder/text" "$label: the text and the counts of the JSON"
    grep -qE "^simulated [1-9][0-9,]* cycles/s, [1-9][0-9,]* warp instructions/s \([0-9.]+ s\)$" "$err"
    check $? "$label: the rates: $(cat "$err")"
    printed=$(head -n 1 "$out")
    lacks "$out" "cycles/s"
    [ "$(awk '{ if (length($0) > 100) n++ } END { print n + 0 }' "$out")" -eq 0 ]
    check $? "$label: at most 100 columns"
    awk -f tb/commands/sim/sums.awk "$folder/a.json" > "$folder/sums"
    [ "$(wc -l < "$folder/sums")" -eq 1 ]; check $? "$label: $(cat "$folder/sums")"
    grep -qx 'sums [4-9][0-9]' "$folder/sums"; check $? "$label: sums looked at: $(cat "$folder/sums")"
    for fault in 's/"fetch": [0-9]/"fetch": 9/' '0,/"cycles": /s//&1/' 's/"fetch_idle": /&1/'; do # the judge says no
        sed "$fault" "$folder/a.json" > "$folder/bad.json"
        [ "$(awk -f tb/commands/sim/sums.awk "$folder/bad.json" | wc -l)" -gt 1 ]; check $? "sums.awk sees $fault"
    done
    # phases: 112 blocks; of `turns` three phases of four warps, of `sum` one of two
    [ "$(head -n 1 "$folder/a.csv")" = kernel,sm,slot,block,warp,phase,start,arrive,end,kind ]
    check $? "head of the phases: $(head -n 1 "$folder/a.csv")"
    [ "$(($(wc -l < "$folder/a.csv") - 1))" -eq $((80 * 3 * 4 + 32 * 2)) ]
    check $? "phases: $(wc -l < "$folder/a.csv") lines"
    [ "$(awk -F, 'NR > 1 && !(NF == 10 && $7 <= $8 && $8 <= $9 && $10 ~ /^(barrier|exit)$/)' "$folder/a.csv" | wc -l)" \
        -eq 0 ]
    check $? "lines of the phases"
    run 0 $phases --json -
    sed -n '/^{/,$p' "$out" > "$folder/b.json"
    same "$folder/a.json" "$folder/b.json" "--json - and --json FILE"
    lacks "$out" "barrier share"
    run 0 $phases --quiet
    [ "$(wc -l < "$out")" -eq 1 ] && [ ! -s "$err" ]
    check $? "$label: only the program's own output: $(cat "$out" "$err")"
    # seeds: the same bytes for the same seed, other latencies for another
    run 0 $phases --quiet --seed 7 --json "$folder/7.json"; run 0 $phases --quiet --seed 7 --json "$folder/again.json"
    same "$folder/7.json" "$folder/again.json" "seed 7 twice"
    [ "$(number "$folder/7.json" cycles)" != "$(number "$folder/a.json" cycles)" ]
    check $? "seeds 1 and 7 take other numbers of cycles"
    run 0 $phases --quiet --set dram_jitter=0 --json "$folder/1.json"
    run 0 $phases --quiet --seed 7 --set dram_jitter=0 --json "$folder/7.json"
    [ "$(number "$folder/1.json" cycles)" = "$(number "$folder/7.json" cycles)" ]
    check $? "without jitter a seed changes nothing"
    # every policy; instructions do not depend on them
    run 0 --functional $phases --quiet -- 1; printed_1=$(head -n 1 "$out")
    [ "${printed_1%% *}" = total ] && [ "$printed" != "$printed_1" ]; check $? "$label: $printed, $printed_1"
    for policies in lrr/rr gto/rr tls/rr tls-sticky/rr saws/rr mwf-lrr/rr mwf-gto/rr lrr/fef gto/cff mwf-gto/cff \
        tls/cff; do
        run 0 $phases --quiet --sched "${policies%/*}" --fetch "${policies#*/}" --json "$folder/p.json" -- 1
        equal "$label: the program prints" "$printed_1" "$(head -n 1 "$out")"
        valid "$folder/p.json"
        [ "$(awk -f tb/commands/sim/sums.awk "$folder/p.json" | wc -l)" -eq 1 ]
        check $? "$label: sums: $(awk -f tb/commands/sim/sums.awk "$folder/p.json")"
        [ "$(number "$folder/p.json" warp_instructions)" -eq $(($(number "$folder/a.json" warp_instructions) / 2)) ]
        check $? "$label: warp instructions"
    done
}

# The same program, the same output, the same instructions, whatever runs it.
group_modes() {
    for program in $phases $programs/many_kernels.cu $programs/warp_functions.cu $programs/language.cu \
        $programs/device_printf.cu $programs/lane_lock.cu \
                   $programs/update.cu sim/kernels/apps/mm.cu; do
        run 0 $program --quiet --functional --json "$folder/f.json"
        sort "$out" > "$folder/functional"
        valid "$folder/f.json"
        has "$folder/f.json" '"mode": "functional"'
        run 0 $program --quiet --json "$folder/c.json"; sort "$out" > "$folder/cycle"; valid "$folder/c.json"
        same "$folder/functional" "$folder/cycle" "$program: output of the two modes"
        for name in launches blocks; do
            [ "$(number "$folder/f.json" $name)" = "$(number "$folder/c.json" $name)" ]
            check $? "$program: $name of the two modes"
        done
    done
    for name in warp_instructions thread_instructions; do
        run 0 $phases --quiet --functional --json "$folder/f.json"; run 0 $phases --quiet --json "$folder/c.json"
        [ "$(number "$folder/f.json" $name)" = "$(number "$folder/c.json" $name)" ]
        check $? "$phases: $name of the two modes"
    done
}

# A run that is interrupted leaves whole files: the launches that have ended.
group_interrupt() {
    local signal pid
    run 0 $phases --quiet # compiled
    for signal in INT TERM; do
        "$scord" sim $programs/waits/forever.cu --json "$folder/i.json" --phases "$folder/i.csv" > "$out" \
            2> "$err" < /dev/null &
        pid=$!; label="interrupted by $signal"
        for _ in $(seq 200); do
            [ -e "$folder/i.csv" ] && [ "$(wc -l < "$folder/i.csv")" -gt 20 ] && break
            sleep 0.1
        done
        kill -$signal $pid; wait $pid; code=$?
        [ $code -eq $((128 + $(kill -l $signal))) ]; check $? "$label: exit $code"
        has "$err" "interrupted"; has "$out" "kernel count()"; valid "$folder/i.json"
        [ "$(number "$folder/i.json" launches)" -ge 10 ]
        check $? "$label: launches in the numbers: $(number "$folder/i.json" launches)"
        [ "$(awk -f tb/commands/sim/sums.awk "$folder/i.json" | wc -l)" -eq 1 ]; check $? "$label: sums"
        [ "$(awk -F, 'NF != 10' "$folder/i.csv" | wc -l)" -eq 0 ]; check $? "$label: whole lines of phases"
        rm -f "$folder/i.json" "$folder/i.csv"
    done
}

# Lockstep and closed loop with a device that is the golden model (tb/commands/sim/model_device.c): the same numbers,
# and each fault found.
group_device() {
    local how fault device=$build/tb/commands/sim/model_device.so
    run 0 $phases --quiet --sched mwf-gto --fetch cff --json "$folder/m.json"; numbers "$folder/m.json"
    for how in --rtl --closed-loop; do
        SCORD_SCHEDULER_DEVICE=$device run 0 $phases --quiet --sched mwf-gto --fetch cff $how --json "$folder/d.json"
        numbers "$folder/d.json"
        same "$folder/m.json.numbers" "$folder/d.json.numbers" "golden model and $how"
        for fault in issue:issue_scheduler fetch:fetch_scheduler table:warp_priority_table; do
            MODEL_DEVICE_FAULT=${fault%:*} SCORD_SCHEDULER_DEVICE=$device run 1 $phases --quiet $how \
                --json "$folder/d.json"
            has "$err" "scheduler mismatch in cycle"
            has "$err" "unit      ${fault#*:}"
            has "$err" "(golden model)"
            valid "$folder/d.json"
        done
    done
    label="a device that is not one"
    MODEL_DEVICE_FAULT=refuse SCORD_SCHEDULER_DEVICE=$device run 2 $phases --quiet --rtl
    has "$err" "not built for lrr with fetch rr"
    MODEL_DEVICE_FAULT=open SCORD_SCHEDULER_DEVICE=$device run 3 $phases --quiet --rtl
    has "$err" "cannot be opened: Permission denied"
    SCORD_SCHEDULER_DEVICE=$folder/none.so run 3 $phases --quiet --rtl; has "$err" "none.so: No such file or directory"
    cp "$validate" "$folder/no.so"
    SCORD_SCHEDULER_DEVICE=$folder/no.so run 3 $phases --quiet --rtl
    has "$err" "scheduler device"
}

# The RTL itself, where it was built.
group_rtl() {
    local sched fetch how
    [ -r "$build/libscordscheduler.so" ]; check $? "libscordscheduler.so is built"
    for sched in lrr mwf-gto; do for fetch in rr cff; do
        run 0 $phases --quiet --sched $sched --fetch $fetch --json "$folder/m.json"; numbers "$folder/m.json"
        for how in --rtl --closed-loop; do
            run 0 $phases --quiet --sched $sched --fetch $fetch $how --json "$folder/r.json"; numbers "$folder/r.json"
            same "$folder/m.json.numbers" "$folder/r.json.numbers" "golden model and RTL, $how, $sched, $fetch"
        done
    done; done
    run 0 $phases --quiet --rtl --wave "$folder/w.fst" -- 1; [ -s "$folder/w.fst" ]; check $? "$label: the wave"
}

# The detector on the cycle-level machine: the 32 microbenchmarks, judged by their catalogue.
group_micro() {
    local name verdict accepted scope rules scopes
    while IFS='|' read -r name verdict accepted scope; do
        name=$(echo $name); verdict=$(echo $verdict); accepted=$(echo $accepted); scope=$(echo $scope)
        case $name in ''|'#'*) continue;; esac
        if [ "$verdict" = clean ]; then
            run 0 --machine scord --detect "sim/kernels/micro/$name.cu"; has "$out" "0 races at 0 sites"
            continue
        fi
        run 1 --machine scord --detect "sim/kernels/micro/$name.cu"
        # the heading of a race goes over several lines
        tr -s ' \n' '  ' < "$out" | grep -o 'Table IV(.), [a-z]* scope)' > "$folder/headings"
        rules=$(sed 's/Table IV(\(.\)).*/\1/' "$folder/headings" | sort -u | tr -d '\n')
        scopes=$(sed 's/.*, \([a-z]*\) scope)/\1/' "$folder/headings" | sort -u | tr -d '\n')
        [ -n "$rules" ] && [ -z "$(printf '%s' "$rules" | tr -d "$accepted")" ]
        check $? "$label: rules '$rules', accepted '$accepted'"
        [ "$scopes" = "$scope" ]; check $? "$label: scopes '$scopes', expected '$scope'"
    done < sim/kernels/micro/catalogue
}

# The seven applications: right and without a race as they stand, races with all sites switched on.
group_apps() {
    local app
    for app in mm red r110 gcol gcon 1dc uts; do
        run 0 --machine scord --detect sim/kernels/apps/$app.cu; has "$out" PASS; has "$out" "0 races at 0 sites"
        run 1 --machine scord --detect sim/kernels/apps/$app.cu -- --race all; has "$out" "race 1: "
    done
    # 120 blocks poll: at a memory port that the detector holds back, both schedulers must get their turn (port_turns)
    run 0 --machine scord --set detector=1 sim/kernels/apps/red.cu -- 20000 120
    has "$out" PASS
    has "$out" "after the last block"
    bad "detector=1 needs memory_queues=1" --set detector=1 $programs/update.cu
    bad "metadata_ratio=3 is not a power of two" --machine scord --set metadata_ratio=3 $programs/update.cu
    bad "is not a multiple of 12 slices" --machine scord --set l2_bytes=786433 $programs/update.cu
    bad "dram_bytes=24 must divide" --machine scord --set dram_bytes=24 $programs/update.cu
}

# Independent threads and acquire/release (D44, D60): the same kernels as under `scord check`, with the same verdicts;
# and what orders cost.
group_orders() {
    local kernels=sim/kernels/acquire_release warp=sim/kernels/warp ordered relaxed lines
    run 0 --machine scord --detect --acquire-release $kernels/chain.cu; has "$out" "0 races at 0 sites"
    # D66: both at once
    run 0 --functional --detect --acquire-release --independent-threads $kernels/chain.cu
    has "$out" "0 races at 0 sites"
    run 1 --functional --detect --acquire-release --independent-threads $kernels/chain.cu -DBROKEN
    run 1 --machine scord --detect --acquire-release $kernels/chain.cu -DBROKEN
    has "$out" "chain.cu:$(grep -n 'out = .data' $kernels/chain.cu | cut -d: -f1)"
    run 1 --machine scord --detect $kernels/chain.cu # without the key the data would have to be strong
    run 0 --functional --detect --acquire-release $kernels/chain.cu
    run 1 --machine scord --detect --independent-threads $warp/branches.cu
    lines=$(grep -n RACE $warp/branches.cu | cut -d: -f1 | tr "\n" " ")
    has "$out" "owner:       $warp/branches.cu:${lines%% *} volatile store in both("
    lines=${lines% }
    has "$out" "access: $warp/branches.cu:${lines##* } volatile store in both("
    has "$out" "hint:        put a __syncwarp() that both threads reach between the two accesses"
    run 1 --functional --detect --independent-threads $warp/branches.cu
    run 0 --machine scord --detect --independent-threads $warp/branches.cu -DFIXED --json "$folder/t.json"
    has "$out" "0 races at 0 sites"
    valid "$folder/t.json"
    [ "$(awk -f tb/commands/sim/sums.awk "$folder/t.json" | wc -l)" -eq 1 ]
    check $? "$label: sums: $(awk -f tb/commands/sim/sums.awk "$folder/t.json")"
    run 0 --machine scord --detect $warp/branches.cu; has "$out" "0 races at 0 sites"
    # the RTL's scheduler takes the same picks when lanes take turns
    run 0 --quiet --independent-threads --rtl $warp/branches.cu -DFIXED
    # a release waits for the stores before it, a relaxed store does not
    run 0 --quiet tb/commands/sim/orders.cu; relaxed=$(sed -n 's/^cycles //p' "$out")
    run 0 --quiet tb/commands/sim/orders.cu -DRELEASE; ordered=$(sed -n 's/^cycles //p' "$out")
    [ "${relaxed:-0}" -gt 0 ] && [ "${ordered:-0}" -gt $((2 * relaxed)) ]
    check $? "cycles of releases $ordered, of relaxed stores $relaxed"
}

for group; do
    case $group in options|reports|modes|interrupt|device|rtl|micro|apps|orders) group_"$group";; *) \
        echo "unknown group $group" >&2; exit 2;; esac
done
finish
