#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# state_audit.sh: the flip-flops of every named state register in the elaborated netlist of the default machine, against
# the sizes of docs/semantics.md section 1: 3000 bytes of ScoRD state, 6 bytes of priorities an SM (BAWS).
#
# With acquire_release (semantics.md section 13) the detector has 723 bytes more, with independent_threads (D41) an SM
# 20; the default machine has none of them.
#
# usage: state_audit.sh           Exit codes: 0 as documented, 1 not, 3 yosys is missing.
cd "$(dirname "$0")/../.." || exit 3
command -v yosys > /dev/null || { echo "state_audit.sh: yosys is missing, run 'make test-setup'" >&2; exit 3; }
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
registers() { # top, its parameters: lines "bits register", summed over all SMs
    yosys -q -p "read_verilog -sv -Irtl/common rtl/common/*.v rtl/sm/*.v rtl/detector/*.v rtl/*.v; ${2:+chparam $2 $1;} hierarchy -check -top $1;
        proc; flatten; opt_clean; tee -q -o $work/cells dump t:\$dff" > "$work/log" 2>&1 || { cat "$work/log";
        echo "0 passed, 1 failed"; exit 1; }
    awk '/parameter \\WIDTH/ {width = $3} /connect \\Q/ {name = $3; sub(/.*\./, "", name); bits[name] += width}
         END {for (name in bits) print bits[name], name}' "$work/cells" | sort -rn > "$work/registers"
}
bits() { awk -v name="$1" '$2 == name {sum += $1} END {print sum + 0}' "$work/registers"; }
. tb/expect.sh
expect() { # what found expected
    if [ "$2" -eq "$3" ]; then pass; else fail "$1: $2, documented $3"; fi
}
# bytes that acquire_release adds: of acquired, those of the blocks and the one before the request at hand
release_numbers() {
    echo $(( ($(bits newest_q) + $(bits released_q) + $(bits block_released_q) + $(bits acquired_q) + $(bits pending_q)) / 8 ))
}
registers scord_top
head -n 8 "$work/registers"
scord=$(( ($(bits barrier_counters_q) + $(bits lock_table_q) + $(bits fence_file_q)) / 8 ))
echo "ScoRD state: $scord bytes; warp priority tables: $(( $(bits warp_priority_table_q) / 8 )) bytes"
expect "barrier counters, bytes an SM" $(( $(bits barrier_counters_q) / 8 / 15 )) 8
expect "lock tables, bytes an SM" $(( $(bits lock_table_q) / 8 / 15 )) 144
expect "fence file, bytes" $(( $(bits fence_file_q) / 8 )) 720
expect "ScoRD state, bytes" "$scord" 3000
expect "warp priority table, bytes an SM" $(( $(bits warp_priority_table_q) / 8 / 15 )) 6
expect "release numbers of the default machine, bytes" "$(release_numbers)" 0
expect "warp convergence of the default machine, bits" "$(bits warp_convergence_q)" 0
registers scord_detector "-set NumSms 15 -set WarpsPerSm 32 -set AcquireRelease 1"
expect "release numbers with acquire_release, bytes" "$(release_numbers)" 723
registers scord_sm "-set WarpsPerSm 32 -set IndependentThreads 1"
expect "warp convergence with independent threads, bytes an SM" $(( $(bits warp_convergence_q) / 8 )) 20
finish
