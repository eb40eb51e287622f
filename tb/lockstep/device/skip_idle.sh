#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# skip_idle.sh: build/tools/skip_idle on what Verilator generates: it takes the machine as it is, and refuses generated
# code that its additions are not exact for, with one line, and changes none of it then. The lockstep finds a change
# that the additions fail to report (plant_idle.sh). skip_idle_samples.sh has a sample for each rule.
#
# usage: skip_idle.sh     Environment: BUILD, VERILATOR. Exit code 0 when all hold; last line: "N passed, N failed".
set -u
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
. tb/expect.sh
generate() { # DIRECTORY WAIVERS…: the tiny machine
    directory=$1; shift
    "${VERILATOR:-verilator}" --cc -O3 --x-assign fast --x-initial unique --assert --trace-fst --top-module scord_top \
        -Irtl/common --prefix Vtop -GNumSms=2 --Mdir "$directory" "$@" \
        rtl/common/*.v rtl/sm/*.v rtl/detector/*.v rtl/*.v > "$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
}
skip() { "${BUILD:-build}/tools/skip_idle" "$1" Vtop > "$work/out" 2>&1; } # DIRECTORY
refused() { # DIRECTORY TEXT WHAT
    cp -r "$1" "$1.before"
    skip "$1"; [ $? -eq 1 ]; check $? "$3 is refused"
    [ "$(wc -l < "$work/out")" -eq 1 ] && grep -q "^skip_idle: Vtop[^:]*:[0-9]*: .*$2" "$work/out"
    check $? "$3 is named: $(cat "$work/out")"
    diff -r "$1.before" "$1" > "$work/diff"; check $? "$3: nothing is changed"
}

generate "$work/as_it_is" cosim/verilated/verilator.vlt
cp -r "$work/as_it_is" "$work/good"
skip "$work/good"; check $? "the machine as it is: $(cat "$work/out")"
calls() { find "$1" -name '*root*.cpp' ! -name '*Slow*' -exec cat {} + | grep -c "$2"; }
[ "$(calls "$work/good" 'scord_evaluate(&vlSymsp->.*g_sm__BRA__1__')" -eq \
    "$(calls "$work/as_it_is" '^ *Vtop_scord_sm.*((&vlSymsp->.*g_sm__BRA__1__.*));')" ]
check $? "every call of an SM's function is replaced"
[ "$(calls "$work/good" 'scord_evaluate(&vlSymsp')" -ge 6 ]; check $? "there are such calls"
[ "$(calls "$work/good" '^        scord_stale.*&= ~')" -ge 50 ]; check $? "there are blocks"

# no machine that is built goes without: a function of Verilator's that the grammar lacks would slow one down unseen
for machine in $(sed -n 's/^CONFIG_\([a-z0-9]*\)_VERILATOR.*/\1/p' rtl/common/scord_configs.mk); do
    verilated=${BUILD:-build}/verilated/$machine
    [ ! -e "$verilated/stamp" ] || grep -q scord_look_ "$verilated"/*root*.cpp
    check $? "$machine leaves out idle parts"
done

grep -v '"hold_i"' cosim/verilated/verilator.vlt > "$work/less.vlt"
generate "$work/less" "$work/less.vlt"
refused "$work/less" 'in an SM: name the port behind it in cosim/verilated/verilator.vlt' \
    "an input that is read past its port"
root() { grep -l "$1" "$2"/*root*.cpp | grep -v Slow | head -n 1; } # TEXT DIRECTORY: the file with it
plant() { # NAME TEXT SED-SCRIPT REFUSAL WHAT
    cp -r "$work/as_it_is" "$work/$1"
    sed -i "$3" "$(root "$2" "$work/$1")"
    ! diff -r "$work/as_it_is" "$work/$1" > "$work/diff"; check $? "$5: planted"
    refused "$work/$1" "$4" "$5"
}
sm=TOP__scord_top__DOT__g_sm__BRA__0__KET____DOT__u_scord_sm
in_nba() { printf '%s' "0,/___eval_nba(.*{/s//&\\n    $1/"; } # STATEMENT
plant written '___eval_nba(.*{' "$(in_nba "vlSymsp->$sm.__PVT__event_taken = 1U;")" \
    'event_taken of an SM is written by the rest of the design' "a variable that is written from outside"
plant twice '___eval_nba(.*{' '0,/^ *Vtop_scord_sm.*((&vlSymsp->.*));/s//&\n&/' 'called once a cycle' \
    "a function that is called twice"
plant outside '___eval_nba(.*{' "$(in_nba 'vlSelf->m_axi_wvalid_o = 1U;')" 'is written outside the blocks' \
    "a variable that is written outside the blocks"
plant unit '___eval_nba(.*{' "$(in_nba "vlSymsp->$sm.event_valid_i = 1U;")" 'an SM is used outside the blocks' \
    "an SM's input that is written outside the blocks"
plant declared '_nba_sequent__TOP__0(.*{' '0,/_nba_sequent__TOP__0(.*{/s//&\n    static int kept;/' \
    'unknown declaration' "an unknown declaration"
for statement in 'vlSelf->psel_i = kept;|unknown name kept' 'vlSelf->psel_i |= 1U;|unknown assignment' \
    'VL_EXTEND_WI(64,1, vlSelf->m_axi_wdata_o, 1U);|unknown name VL_EXTEND_WI' \
    'vlSelf->scord_top.call();|unknown use of scord_top' \
    'vlSelf->psel_i = vlSelf->__Vsampled__TOP__psel_i;|sampled'; do
    number=$((${number:-0} + 1))
    plant "statement$number" '_ico_sequent__TOP__0(.*{' \
        "/_ico_sequent__TOP__0(.*{/,/^}/s@// Body@&\\n    ${statement%|*}@" "${statement##*|}" "${statement%|*}"
done

# changes that the additions fail to report
faults=${BUILD:-build}/tb/lockstep/device/idle_faults
for fault in 0 1 2 3 4 5; do
    SCORD_PLANTED=$fault SCORD_OUTPUT="$work" "$faults" tiny1 random:21:1500 > "$work/fault" 2>&1
    verdict=mismatch; [ $fault -ne 0 ] || verdict=ok
    grep -q "^random:21:1500 $verdict" "$work/fault"
    check $? "fault $fault of plant_idle.sh: $(head -n 2 "$work/fault")"
done
finish
