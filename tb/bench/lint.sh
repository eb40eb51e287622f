#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# lint.sh: every RTL module as its own top, in every elaboration, through all three tools, without a single warning.
#
# usage: lint.sh [MODULE…]      default: all modules of rtl/
# One pass per module × tool × elaboration; elaborations that give a module the same parameter values are one run, named
# together in what is printed, and count once. Two modules at a time. Yosys also proves that there is no latch and that
# every clocked cell uses the one clock. A module whose head says "// lint: A=1 B=2; A=2 B=2" is elaborated with these
# sets too.
# What is without a warning is kept (tb/kept.sh) under the module and all that it names, headers, parameter values, this
# script and the tools' versions; its line then ends in "(kept)".
# Environment: ELABORATIONS, names of those to take (default: all); TOOLS (default: "verilator yosys iverilog"); RTL,
# another copy of rtl/; SCORD_CACHE, BUILD.
# Exit codes: 0 clean, 1 a tool complained, 2 no such module, 3 a tool is missing.
set -u
cd "$(dirname "$0")/../.." || exit 3
for tool in verilator yosys iverilog make; do
    command -v $tool > /dev/null || { echo "lint.sh: $tool is missing, run 'make test-setup'" >&2; exit 3; }
done
. tb/kept.sh
rtl=${RTL:-rtl}
sources=$(ls $rtl/common/*.v $rtl/sm/*.v $rtl/detector/*.v $rtl/*.v)
includes="-I$rtl/common"
read -r -a tools <<< "${TOOLS:-verilator yosys iverilog}"
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
keep_in lint
versions="$(cat "$0" tb/kept.sh | sha256sum) $(verilator --version) $(yosys -V) $(iverilog -V 2> /dev/null | head -n 1)"

# Of each module the files that its text names, and those that theirs name: whatever tools read is of these
# (a module that is not would be missing). As "FILE: FILE…".
# shellcheck disable=SC2086
awk '
    FNR == 1 {
        file = order[++files] = name = FILENAME
        sub(/.*\//, "", name); sub(/\.v$/, "", name); of[name] = file
    }
    {
        sub(/\/\/.*/, ""); gsub(/[^A-Za-z0-9_$]+/, " "); n = split($0, word, " ")
        for (i = 1; i <= n; i++) names[file, word[i]]
    }
    function close_over(file,    module) {
        if (file in in_closure) return
        in_closure[file]
        for (module in of) if ((file, module) in names) close_over(of[module])
    }
    END { for (i = 1; i <= files; i++) {
        split("", in_closure); close_over(order[i]); line = order[i] ":"
        for (j = 1; j <= files; j++) if (order[j] in in_closure) line = line " " order[j]
        print line } }' $sources > "$work/closures"
closure() { sed -n "s|^$1: ||p" "$work/closures"; }

# "KEY VALUE" lines of every elaboration: rtl/common/scord_configs.mk read once
{ echo "include $rtl/common/scord_configs.mk"
  echo 'all:; @$(foreach e,$(SCORD_ELABORATIONS),$(foreach k,$(SCORD_ELABORATED_KEYS),echo $(e) $(k) $(CONFIG_$(e)_$(k));)):'
} | make --no-print-directory -s -f - all |
    awk -v wanted=" ${ELABORATIONS:-} " 'wanted == "  " || index(wanted, " " $1 " ")' > "$work/settings"
    [ -s "$work/settings" ] || exit 3

# What module $1 (file) has of elaboration $2: "PARAMETER VALUE PARAMETER VALUE …". The leaf cells name the keys that
# scord_top gives them differently: Requesters are SMs, a fifo is as deep as the request FIFO.
parameters_of() {
    grep -oE "^ *parameter int [A-Za-z]+" "$1" | awk '{print $3}' > "$work/$(basename "$1").keys"
    awk -v elaboration="$2" 'NR == FNR {wanted[$1]; next}
        $1 == elaboration {name = $2}
        $1 == elaboration && $2 == "NumSms" && !("NumSms" in wanted) {name = "Requesters"}
        $1 == elaboration && $2 == "RequestFifoDepth" && !("RequestFifoDepth" in wanted) {name = "Depth"}
        $1 == elaboration && name in wanted {printf "%s %s ", name, $3}' "$work/$(basename "$1").keys" "$work/settings"
}

verdict() { # id code log: one line "passed" or "failed" into the result
    if [ "$2" -eq 0 ] && [ ! -s "$3" ]; then echo passed; return; fi
    echo "failed $1"; head -n 20 "$3"
}

lint_with() { # tool: of lint_once's module
    case $1 in
    verilator)
        verilator --lint-only -Wall $includes -I$rtl/sm -I$rtl/detector $verilator_options --top-module $top "$file";;
    yosys)
        [ -z "$yosys_options" ] || yosys_options="chparam$yosys_options $top;"
        yosys -q -p "read_verilog -sv $includes $read; $yosys_options hierarchy -check -top $top; proc; check -assert;
            select -assert-none t:\$dlatch t:\$dlatchsr t:\$adff t:\$sr; flatten; opt_clean -purge;
            select -assert-none t:\$dff w:clk_i %co1:+\$dff[CLK] %d";;
    iverilog) iverilog -g2012 -Wall -tnull $includes -s $top $iverilog_options $read;;
    esac
}

lint_once() { # file, parameters, elaborations that have them
    local top log verilator_options="" yosys_options="" iverilog_options=""
    top=$(basename "$1" .v); log=$work/$top.log
    set -- "$1" "$3" $2
    local file=$1 elaborations=$2; shift 2
    while [ $# -gt 1 ]; do
        verilator_options+=" -G$1=$2"; yosys_options+=" -set $1 $2"; iverilog_options+=" -P$top.$1=$2"; shift 2
    done
    for tool in "${tools[@]}"; do
        lint_with "$tool" > "$log" 2>&1
        verdict "$tool $top $elaborations" $? "$log"
    done
}

lint_module() { # file: once for every set of parameter values
    local elaboration parameters read kept key passes all_pass
    all_pass=$(printf "%.0spassed\n" "${tools[@]}")
    read=$(closure "$1")
    # shellcheck disable=SC2086
    printf '%s\n' $read "$rtl"/common/*.vh > "$work/$(basename "$1").read"
    # shellcheck disable=SC2046
    keep_state "$rtl" $(cat "$work/$(basename "$1").read")
    for elaboration in $(awk '{print $1}' "$work/settings" | uniq); do
        echo "$(parameters_of "$1" "$elaboration")|$elaboration"
    done > "$work/$(basename "$1").runs"
    sed -n 's|^// lint: *||p' "$1" | tr ';' '\n' |
        sed 's|^ *||; s| *$||; s|[= ]\{1,\}| |g; s|$| \|its head|' >> "$work/$(basename "$1").runs"
    cut -d'|' -f1 "$work/$(basename "$1").runs" | sort -u | while IFS= read -r parameters; do
        same=$(awk -F'|' -v p="$parameters" '
            $1 == p {printf "%s%s", separator, $2; separator = " = "}' "$work/$(basename "$1").runs")
        key="$versions, ${tools[*]}, $(basename "$1" .v) with $parameters"
        kept=; passes=$(kept "$key") && kept=" (kept)"
        echo "elaborated $(basename "$1" .v) ${parameters:-(no parameter) }as $same$kept"
        [ -n "$passes" ] || passes=$(lint_once "$1" "$parameters" "$same")
        echo "$passes"
        [ -n "$kept" ] || [ "$passes" != "$all_pass" ] || echo "$passes" | keep "$key" "$work/$(basename "$1").read"
    done
}

for module in ${*:-$sources}; do
    file=$(ls $module $rtl/$module.v $rtl/*/$module.v 2> /dev/null | head -n 1)
    [ -n "$file" ] || { echo "lint.sh: no module $module in rtl/" >&2; exit 2; }
    lint_module "$file" > "$work/$(basename "$file").result" &
    while [ "$(jobs -r | wc -l)" -ge 2 ]; do wait -n; done
done
wait
cat "$work"/*.result | grep -v '^passed$' | sed 's/^failed/FAILED/'
passed=$(cat "$work"/*.result | grep -c '^passed$')
failed=$(cat "$work"/*.result | grep -c '^failed ')
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
