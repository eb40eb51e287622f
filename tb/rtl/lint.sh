#!/bin/bash
# lint.sh: every RTL module as its own top, in every elaboration, through all three tools, without a single warning.
#
# usage: lint.sh [MODULE…]      default: all modules of rtl/
# One pass per module × tool × elaboration. Yosys also proves that there is no latch and that every clocked cell uses the
# one clock. Exit codes: 0 clean, 1 a tool complained, 3 a tool is missing.
set -u
cd "$(dirname "$0")/../.." || exit 3
for tool in verilator yosys iverilog make; do
    command -v $tool > /dev/null || { echo "lint.sh: $tool is missing, run 'make setup'" >&2; exit 3; }
done
sources=$(ls rtl/common/*.v rtl/sm/*.v rtl/detector/*.v rtl/*.v)
includes="-Irtl/common"
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
passed=0; failed=0

# variable of rtl/common/scord_configs.mk
setting() { printf 'include rtl/common/scord_configs.mk\nall:;@echo "$(%s)"\n' "$1" | make --no-print-directory -f - all; }
keys=$(setting SCORD_ELABORATED_KEYS)
elaborations=$(setting SCORD_ELABORATIONS)

verdict() { # id code log
    if [ "$2" -eq 0 ] && [ ! -s "$3" ]; then passed=$((passed + 1)); return; fi
    failed=$((failed + 1)); echo "FAILED $1"; head -n 20 "$3"
}

# options of module $1 in elaboration $2: only the keys that are its parameters
collect_options() {
    verilator_options=; yosys_options=; iverilog_options=
    for key in $keys; do
        grep -qE "^ *parameter int $key\b" "$1" || continue
        value=$(setting "CONFIG_$2_$key")
        verilator_options+=" -G$key=$value"; yosys_options+=" -chparam $key $value"
        iverilog_options+=" -P$3.$key=$value"
    done
}

lint_module() { # file elaboration
    local top=$(basename "$1" .v) log=$work/log code
    collect_options "$1" "$2" "$top"
    verilator --lint-only -Wall $includes -Irtl/sm -Irtl/detector $verilator_options --top-module $top "$1" > $log 2>&1
    verdict "verilator $top $2" $? $log
    yosys -q -p "read_verilog -sv $includes $(echo $sources); hierarchy -check -top $top $yosys_options; proc; check -assert;
        select -assert-none t:\$dlatch t:\$dlatchsr t:\$adff t:\$sr; flatten; opt_clean -purge;
        select -assert-none t:\$dff w:clk_i %co1:+\$dff[CLK] %d" > $log 2>&1
    verdict "yosys $top $2" $? $log
    iverilog -g2012 -Wall -tnull $includes -s $top $iverilog_options $sources > $log 2>&1
    verdict "iverilog $top $2" $? $log
}

modules=${*:-$sources}
for elaboration in $elaborations; do
    for module in $modules; do
        file=$(ls $module rtl/$module.v rtl/*/$module.v 2> /dev/null | head -n 1)
        [ -n "$file" ] || { echo "lint.sh: no module $module in rtl/" >&2; exit 2; }
        lint_module "$file" "$elaboration"
    done
done
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
