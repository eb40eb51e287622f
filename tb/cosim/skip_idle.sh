#!/bin/sh
# skip_idle.sh: cosim/skip_idle_units.sh refuses generated code that its addition is not exact for, with one line, and changes none of it then.
#
# usage: skip_idle.sh     Environment: VERILATOR. Exit code 0 when all hold; last line: "N passed, N failed".
set -u
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
. "$(dirname "$0")/../../scripts/expect.sh"
generate() { # DIRECTORY WAIVERS…: the tiny machine
    directory=$1; shift
    "${VERILATOR:-verilator}" --cc -O3 --x-assign fast --x-initial unique --assert --trace-fst --top-module scord_top -Irtl/common --prefix Vtop \
        -GNumSms=2 --Mdir "$directory" "$@" rtl/common/*.v rtl/sm/*.v rtl/detector/*.v rtl/*.v > "$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
}
skip() { cosim/skip_idle_units.sh "$1" Vtop > "$work/out" 2>&1; } # DIRECTORY
refused() { # DIRECTORY TEXT WHAT
    cp -r "$1" "$1.before"
    skip "$1"; [ $? -eq 1 ]; check $? "$3 is refused"
    [ "$(wc -l < "$work/out")" -eq 1 ] && grep -q "$2" "$work/out"; check $? "$3 is named: $(cat "$work/out")"
    diff -r "$1.before" "$1" > "$work/diff"; check $? "$3: nothing is changed"
}

generate "$work/as_it_is" cosim/verilator.vlt
cp -r "$work/as_it_is" "$work/good"
skip "$work/good"; check $? "the machine as it is: $(cat "$work/out")"
calls() { find "$1" -name '*root*.cpp' ! -name '*Slow*' -exec cat {} + | grep -c "$2"; }
[ "$(calls "$work/good" 'scord_evaluate(&vlSymsp->.*g_sm__BRA__1__')" -eq "$(calls "$work/as_it_is" '^ *Vtop_scord_sm.*((&vlSymsp->.*g_sm__BRA__1__.*));')" ]
check $? "every call of an SM's function is replaced"
[ "$(calls "$work/good" 'scord_evaluate(&vlSymsp')" -ge 6 ]; check $? "there are such calls"

grep -v '"hold_i"' cosim/verilator.vlt > "$work/less.vlt"
generate "$work/less" "$work/less.vlt"
refused "$work/less" 'in an SM: name the port behind it in cosim/verilator.vlt' "an input that is read past its port"
cp -r "$work/as_it_is" "$work/written"
file=$(grep -l '___eval_nba(.*{' "$work/written"/*root*.cpp | grep -v Slow | head -n 1)
sed -i '0,/___eval_nba(.*{/s//&\n    vlSymsp->TOP__scord_top__DOT__g_sm__BRA__0__KET____DOT__u_scord_sm.__PVT__event_taken = 1U;/' "$file"
refused "$work/written" 'event_taken of an SM is written by the rest of the design' "a variable that is written from outside"
cp -r "$work/as_it_is" "$work/twice"
file=$(grep -l '___eval_nba(.*{' "$work/twice"/*root*.cpp | grep -v Slow | head -n 1)
sed -i '0,/^ *Vtop_scord_sm.*((&vlSymsp->.*));/s//&\n&/' "$file"
refused "$work/twice" 'called once a cycle' "a function that is called twice"
finish
