#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# assertions.sh: the assertions of the RTL can fail: each change of tb/bench/planted, made in a copy of rtl/, lets the
# named one fail in its module's bench (Icarus, seed 1).
#
# usage: assertions.sh [ASSERTION…]     default: all. Last line: "N passed, N failed".
set -u
cd "$(dirname "$0")/../.." || exit 3
. tb/expect.sh
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
planted() { # module, assertion, file, sed script
    rm -rf "$work/rtl"; cp -r rtl "$work/rtl"
    sed -i "$4" "$work/rtl/$3"
    ! cmp -s "rtl/$3" "$work/rtl/$3" || { fail "$1 $2: the change is none any more"; return; }
    mkdir "$work/rtl/copies"
    for file in "$work"/rtl/*.v "$work"/rtl/*/*.v; do
        sed 's/always_comb/always @*/' "$file" > "$work/rtl/copies/$(basename "$file")" # as bench.mk
    done
    iverilog -g2012 -I"$work/rtl/common" -Itb/bench/parts -s "bench_$1" -o "$work/bench.vvp" "tb/bench/bench_$1.v" \
        tb/bench/parts/axi_memory.v tb/bench/parts/handshake_monitor.v "$work"/rtl/copies/*.v > "$work/log" 2>&1 ||
        { fail "$1 $2: $(head -n 1 "$work/log")"; return; }
    timeout 120 vvp -n "$work/bench.vvp" +seed=1 2>&1 | grep -m 1 "Scope: .*[.]$2\$" > "$work/fired"
    [ -s "$work/fired" ]; check $? "$1: $2 does not fail"
}
while IFS='|' read -r module assertion file script; do
    case $module in "#"*) continue;; esac
    read -r module <<< "$module"; read -r assertion <<< "$assertion"; read -r file <<< "$file"
    case " $* " in "  " | *" $assertion "*) ;; *) continue;; esac
    planted "$module" "$assertion" "$file" "${script# }"
done < tb/bench/planted
finish
