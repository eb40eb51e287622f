#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# skip_idle_samples.sh: build/tools/skip_idle on samples of generated C++ of a few lines: what marks what, one refusal
# for each rule of its grammars, with file and line. skip_idle.sh tests it on what Verilator generates.
#
# usage: skip_idle_samples.sh     Environment: BUILD. Exit code 0 when all hold; last line: "N passed, N failed".
set -u
. tb/expect.sh
tool=$(realpath "${BUILD:-build}")/tools/skip_idle
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unit=TOP__scord_top__DOT__g_sm__BRA__0__KET____DOT__u_scord_sm
lane=scord_top__DOT__u_scord_detector__DOT__g_lane__BRA__0__KET____DOT__level_q
root=Vtop___024root__DepSet_h0__0.cpp
sm=Vtop_scord_sm__DepSet_h0__0.cpp

# sample BODY [DECLARATIONS]: one SM, and a root whose function after the clock has BODY, from line 6 on
sample() {
    rm -rf "$work/v" "$work/before"
    mkdir "$work/v"
    cat > "$work/v/Vtop___024root.h" << END
        VL_IN8(clk_i,0,0);
        VL_IN8(rst_ni,0,0);
        VL_IN8(pin_i,0,0);
        VL_OUT8(pin_o,0,0);
        CData/*7:0*/ x__DOT__counter_q;
        CData/*0:0*/ __Vsampled__TOP__pin_i;
        CData/*7:0*/ x__DOT__a;
        CData/*7:0*/ x__DOT__b;
        VlWide<2>/*63:0*/ x__DOT__wide_q;
        VlUnpacked<CData/*7:0*/, 4> x__DOT__array_q;
        CData/*7:0*/ $lane;
$(for i in $(seq 20); do echo "        CData/*7:0*/ x__DOT__member_$i;"; done)
        std::string x__DOT__text;
    // INTERNAL METHODS
END
    cat > "$work/v/Vtop_scord_sm.h" << END
        VL_IN8(clk_i,0,0);
        VL_IN8(event_valid_i,0,0);
        VL_OUT8(event_ready_o,0,0);
    // INTERNAL METHODS
END
    cat > "$work/v/$root" << END
#include "Vtop___024root.h"
VL_INLINE_OPT void Vtop___024root___nba_sequent__TOP__0(Vtop___024root* vlSelf) {
    if (false && vlSelf) {}  // Prevent unused
${2:-    // Init}
    // Body
$1
}

void Vtop___024root___eval_ico(Vtop___024root* vlSelf) {
    // Body
        Vtop_scord_sm___ico_sequent__TOP__0((&vlSymsp->$unit));
}

void Vtop___024root___eval(Vtop___024root* vlSelf) {
    vlSelf->__Vsampled__TOP__pin_i = vlSelf->pin_i;
    // Body
    vlSelf->__VicoTriggered.at(0U) = (0U == vlSelf->__VicoIterCount);
    Vtop___024root___eval_ico(vlSelf);
}
END
    echo 'void Vtop_scord_sm___ico_sequent__TOP__0() {}' > "$work/v/$sm"
}
# blocks NAME BODY [DECLARATIONS]: the sample is taken; its text is in $work/code
blocks() {
    label=$1
    shift
    sample "$@"
    exits 0 "$label" "$work/out" "$tool" "$work/v" Vtop
    cat "$work"/v/*.cpp "$work"/v/*.h > "$work/code"
}
refused() { # TEXT BODY [DECLARATIONS]
    sample "${@:2}"
    refused_as_is "$root:$(if [ $# -eq 2 ]; then echo 6; else echo 4; fi): $1" "$2"
}
refused_as_is() { # TEXT WHAT: the sample as it lies there
    rm -rf "$work/before"
    cp -r "$work/v" "$work/before"
    label=$2
    exits 1 "$label" "$work/out" "$tool" "$work/v" Vtop
    grep -q -e "$1" "$work/out"
    check $? "$label: '$1' missing: $(cat "$work/out")"
    equal "$label: lines of refusal" 1 "$(wc -l < "$work/out")"
    diff -r "$work/before" "$work/v" > "$work/diff"
    check $? "$label: nothing is changed: $(head -n 3 "$work/diff")"
}

first='scord_stale[0] |= 0x0000000000000001ULL;'
blocks "a pin and an output" '    vlSelf->pin_o = vlSelf->pin_i;'
has "$work/code" 'if (scord_differs(vlSelf->scord_kept_pin_i, vlSelf->pin_i)) { std::memcpy('
has "$work/code" 'scord_stale_t<2> scord_stale;'
has "$work/code" "sizeof vlSelf->pin_i); $first scord_stale[1] |= 0x0000000000000001ULL; }"
lacks "$work/code" scord_before_2
has "$work/code" 'if (vlSelf->clk_i) {'
blocks "what is written without being read marks no block but readers" '    vlSelf->pin_o = vlSelf->x__DOT__counter_q;'
lacks "$work/code" 'scord_differs(scord_before_1, vlSelf->pin_o)'
blocks "a counter marks its own block" '    vlSelf->x__DOT__counter_q = (vlSelf->x__DOT__counter_q + 1U);'
has "$work/code" "if (scord_differs(scord_before_1, vlSelf->x__DOT__counter_q)) { $first }"
blocks "a wide number whose words are all written is not read" \
    '    vlSelf->x__DOT__wide_q[0U] = 1U;
    vlSelf->x__DOT__wide_q[1U] = 2U;
    vlSelf->pin_o = (1U & vlSelf->x__DOT__wide_q[0x1U]);'
lacks "$work/code" 'scord_differs(scord_before_1'
blocks "one of its words is" '    vlSelf->x__DOT__wide_q[0U] = 1U;
    vlSelf->pin_o = (1U & vlSelf->x__DOT__wide_q[0x1U]);'
has "$work/code" "if (scord_differs(scord_before_1, vlSelf->x__DOT__wide_q)) { $first }"
blocks "an array is marked where it is written" '    if (vlSelf->pin_i) {
        vlSelf->x__DOT__array_q[vlSelf->x__DOT__counter_q] = 1U;
    }
    vlSelf->pin_o = vlSelf->x__DOT__array_q[0U];'
has "$work/code" "    $first }"
lacks "$work/code" 'scord_before_1'
blocks "an input of an SM wakes it" "    vlSymsp->$unit.event_valid_i = vlSelf->pin_i;"
has "$work/code" "vlSymsp->$unit.scord_changed_inputs = true; vlSelf->scord_awake |= 0x0000000000000001ULL;"
has "$work/code" 'bool scord_same_inputs() const { return !scord_changed_inputs; }'
lacks "$work/code" 'scord_kept_event_valid_i'
blocks "what an SM gives is looked at" "    vlSelf->pin_o = vlSymsp->$unit.event_ready_o;"
has "$work/code" "if (scord_differs(unit.scord_given_event_ready_o, unit.event_ready_o)) {"
has "$work/code" 'else scord_look_0(vlSelf, vlSymsp); }'
has "$work/code" 'decltype(event_ready_o) scord_given_event_ready_o{};'
blocks "a failed assertion stays marked" '    if (vlSelf->pin_i) {
        VL_STOP_MT("a.v", 3, "");
    }'
has "$work/code" "VL_STOP_MT(\"a.v\", 3, \"\"); $first"
blocks "a local of one block stands in it" '    x__DOT__y = vlSelf->pin_i;
    vlSelf->pin_o = x__DOT__y;' '    CData/*0:0*/ x__DOT__y;
    x__DOT__y = 0;'
has "$work/code" '    CData/*0:0*/ x__DOT__y;'
lacks "$work/code" scord_locals_1
long=$(for i in $(seq 12); do echo "        vlSelf->x__DOT__member_$i = vlSelf->pin_i;"; done)
blocks "a long if becomes one for each statement" "    if (vlSelf->pin_i) {
$long
    } else {
        vlSelf->pin_o = 1U;
    }"
has "$work/code" '    if ((vlSelf->pin_i) ) {'
has "$work/code" '    if (!(vlSelf->pin_i) ) {'
blocks "not when it changes its condition" "    if (vlSelf->pin_o) {
$long
        vlSelf->pin_o = 0U;
    }"
lacks "$work/code" '    if ((vlSelf->pin_o) ) {'
grep -q '^    if (vlSelf->pin_o) {$' "$work/code"
check $? "$label: the if is as it was"

blocks "groups that wait for each other are taken apart" '    if (vlSelf->pin_i) {
        vlSelf->x__DOT__a = 1U;
        vlSelf->x__DOT__member_1 = 1U;
    }
    vlSelf->x__DOT__member_2 = vlSelf->x__DOT__member_1;
    if (vlSelf->pin_i) {
        vlSelf->x__DOT__member_3 = 1U;
        vlSelf->x__DOT__member_4 = 1U;
    }
    vlSelf->x__DOT__a = vlSelf->x__DOT__member_4;
    if (vlSelf->pin_o) {
        vlSelf->x__DOT__member_2 = 2U;
        vlSelf->x__DOT__member_3 = 3U;
    }'
line() { grep -nF "vlSelf->x__DOT__$1;" "$work/v/$root" | head -n 1 | cut -d: -f1; }
[ "$(line 'member_1 = 1U')" -lt "$(line 'member_2 = vlSelf->x__DOT__member_1')" ] &&
    [ "$(line 'member_4 = 1U')" -lt "$(line 'a = vlSelf->x__DOT__member_4')" ] &&
    [ "$(line 'member_2 = vlSelf->x__DOT__member_1')" -lt "$(line 'member_2 = 2U')" ]
check $? "$label: every statement stands behind what it waits for"
# more statements than a group takes use the local, in two parts of the design
uses="$(for i in $(seq 62); do echo "    vlSelf->x__DOT__member_$((i % 20 + 1)) = x__DOT__y;"; done)
    vlSelf->$lane = x__DOT__y;"
local_y='    CData/*0:0*/ x__DOT__y;'
blocks "a local of several blocks is a member" "    x__DOT__y = vlSelf->pin_i;
$uses" "$local_y"
has "$work/code" 'scord_locals_1{};'
has "$work/code" 'auto &x__DOT__y = vlSelf->scord_locals_1.x__DOT__y;'
has "$work/code" 'scord_differs(scord_before_1, x__DOT__y)'

# refusals, by the line of the body
refused 'unknown name kept' '    vlSelf->pin_o = kept;'
refused 'unknown name VL_EXTEND_WI' '    VL_EXTEND_WI(64,1, vlSelf->x__DOT__wide_q, 1U);'
refused 'unknown assignment' '    vlSelf->pin_o |= 1U;'
refused 'unknown assignment' '    vlSelf->pin_o++;'
refused 'two assignments' '    vlSelf->pin_o = vlSelf->x__DOT__b = 1U;'
refused 'unknown use of x' '    vlSelf->x.call();'
refused 'unknown use of vlSelf' '    vlSelf = 0;'
refused 'unknown use of vlSymsp' '    vlSymsp->call();'
refused 'unknown use of vlSymsp' '    if (vlSymsp->_vm_contextp__->time()) {}'
refused 'no known type declares x__DOT__text' '    vlSelf->pin_o = vlSelf->x__DOT__text;'
refused 'the end of a statement is missing' '    vlSelf->pin_o = (1U'
refused 'a condition of the preprocessor' '#ifdef X'
refused 'unknown declaration' '    vlSelf->pin_o = 1U;' '    static int kept;'

planted() { # TEXT FILE SED-SCRIPT WHAT: a sample that the script changed is refused with FILE:LINE: TEXT
    sample '    vlSelf->pin_o = 1U;'
    cp "$work/v/$2" "$work/as_it_was"
    sed -i "$3" "$work/v/$2"
    ! cmp -s "$work/as_it_was" "$work/v/$2"
    check $? "$4: planted"
    refused_as_is "$1" "$4"
}
planted "$root:10: pin_o is written outside the blocks" "$root" '/___eval_ico(.*{/a\    vlSelf->pin_o = 1U;' \
    "a variable that is written outside the blocks"
planted "$root:10: an SM is used outside the blocks" "$root" \
    "/___eval_ico(.*{/a\    vlSymsp->$unit.event_valid_i = 1U;" "an SM that is used outside the blocks"
planted "$root:10: event_ready_o of an SM is written" "$root" \
    "/___eval_ico(.*{/a\    vlSymsp->$unit.event_ready_o = 1U;" "a variable of an SM that the root writes"
planted "$root:10: event_ready_o of an SM is written" "$root" \
    "/___eval_ico(.*{/a\    vlSymsp->$unit.event_ready_o\n    = 1U;" "one that it writes in two lines"
planted 'unknown form: 0 SMs' "$root" '/((&vlSymsp/d' "no SM is left out"
planted 'unknown form: .* 0 regions' "$root" '/VicoIterCount/d' "no region of inputs"
planted 'unknown form: .* 0 eval_ico' "$root" 's/___eval_ico(.*{/___eval_nba(vlSelf) {/' "no eval_ico"
planted 'no function of the root' "$root" 's/___nba_seq/___nba_other/; s/___eval(V.*{/___evaluate() {/' \
    "no function that becomes blocks"
planted 'not every function of an SM is called once a cycle' "$root" 's@^ *Vtop_scord_sm.*@&\n&@' \
    "an SM that is called twice"
planted "$root:2: no body" "$root" '/nba_sequent/,/^}/s@// Body@@' "a function without a body"
planted "$root:14: the function does not end" "$root" '$d' "a function without an end"
planted "$sm:2: vlSymsp->TOP.pin_i in an SM" "$sm" '$a\    vlSelf->event_ready_o = vlSymsp->TOP.pin_i;' \
    "an SM that reads the root"
planted "$sm:2: a sampled variable is read before the clock" "$sm" '1s/}$/\n    a = __Vsampled;\n}/' \
    "an SM that reads a sampled variable"
sample "    vlSelf->pin_o = vlSymsp->TOP__other.event_ready_o;"
refused_as_is "$root:6: TOP__other.event_ready_o: its SM is not left out" \
    "an SM that nothing calls"
sample '    vlSelf->pin_o = vlSelf->__Vsampled__TOP__pin_i;'
sed -i "s/___nba_sequent/___ico_sequent/" "$work/v/$root"
refused_as_is "$root:6: a sampled variable is read before the clock" "a pin's copy that is read before the clock"
sample ''
cp "$work/v/Vtop_scord_sm.h" "$work/v/Vtop_scord_sm_2.h"
refused_as_is 'unknown form: 2 classes of SMs' "two classes of SMs"
sample "    x__DOT__y = (x__DOT__y ^ 1U);
$uses" "$local_y
    x__DOT__y = 0;"
refused_as_is "$root:2: x__DOT__y is used by several blocks" "a local that several blocks use, and none sets"
exits 2 "no arguments" "$work/out" "$tool"
exits 2 "no such directory" "$work/out" "$tool" "$work/none" Vtop
finish
