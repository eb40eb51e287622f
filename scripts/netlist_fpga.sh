#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# netlist_fpga.sh: modules of the RTL on FPGAs that open tools know: LUTs, flip-flops, memories and, placed and routed,
# MHz.
#
# usage: netlist_fpga.sh [ROW…]        makes these rows, default all; a row is a NAME below. Others are printed as they
#                                      were made, or "not run"
# Resources: Yosys, synth_ice40 and synth_ecp5, of the module alone; both in LUTs of four inputs, and no multiplier for
# the index of a table. Variable part-selects are mapped as for the standard cells (scripts/area/part_select.v): a half
# to a third of the LUTs. Memories in RAM: those of the module that are not flip-flops, by memory_libmap; the names are
# in $BUILD/fpga/ROW.*.memories. Placed and routed for the iCE40 HX8K, the largest part that nextpnr of Debian 12 knows,
# where the module fits; inputs come from a shift register and outputs go into one, for want of pins: the MHz are
# between registers, those of the wrapper included, its resources are not counted.
# Environment: BUILD (default build); netlists and logs stay in $BUILD/fpga. With nextpnr's seeds 1 to SEEDS (default 1)
# the best.
# Exit codes: 0 all rows, 1 one failed, 2 no such row, 3 a tool is missing.
# Rows stay too: one whose RTL and this script are as they were is not made again, so that an ended run goes on from
# there.
set -u
cd "$(dirname "$0")/.." || exit 3
for tool in yosys nextpnr-ice40; do
    command -v $tool > /dev/null || {
        echo "netlist_fpga.sh: $tool is missing, run 'apt-get install yosys nextpnr-ice40'" >&2
        exit 3
    }
done
work=${BUILD:-build}/fpga; mkdir -p "$work"
part_cells=7680; failed=0  # logic cells of the HX8K: a LUT and a flip-flop each
sum=$(cat rtl/*.v rtl/*/*.v rtl/common/*.vh scripts/area/part_select.v "$0" | cksum) seeds=${SEEDS:-1}
wanted=" $* "; known=" "

read_rtl() { # module parameters
    echo "read_verilog -sv -DSYNTHESIS -Irtl/common rtl/common/*.v rtl/sm/*.v rtl/detector/*.v rtl/*.v
$(for pair in $2; do echo "chparam -set ${pair%%=*} ${pair#*=} $1"; done)
hierarchy -check -top $1
rename -top $1"
}
map() { # command of Yosys for the target, top
    echo "$1 -top $2 -run begin:map_ram
techmap -map scripts/area/part_select.v
opt -fast
$1 -top $2 -run map_ram:"
}
run() { # log script
    printf '%s\n' "$2" > "$work/$1.ys"
    nice yosys -q -l "$work/$1.log" -s "$work/$1.ys" > "$work/$1.messages" 2>&1
}
count() { # stat-file type-pattern: cells of these types in the whole design, which is flat
    awk -v type="$2" '$1 ~ "^(" type ")$" {n += $2} END {print n + 0}' "$1"
}

# A flat register at every port of the module $1, filled and read a bit a cycle.
wrapper() { # ports → Verilog
    awk -v module="$1" '
        $1 == "input" || $1 == "output" { split($2, range, ":"); width = substr(range[1], 2) + 1; name = $3;
            sub(/,$/, "", name)
            if (name == "clk_i") { pins = pins ", .clk_i(clk_i)"; next }
            from = $1 == "input" ? ins : outs
            pins = pins ", ." name "(" ($1 == "input" ? "in_q" : "out") "[" from + 0 " +: " width "])"
            if ($1 == "input") ins += width; else outs += width }
        END { print "module fpga_wrapper(input clk_i, input serial_i, input load_i, output serial_o);"
            print "  reg [" ins - 1 ":0] in_q; reg [" outs - 1 ":0] out_q; wire [" outs - 1 ":0] out;"
            print "  always @(posedge clk_i) in_q <= {in_q, serial_i};"
            print "  always @(posedge clk_i) out_q <= load_i ? out : out_q >> 1;"
            print "  assign serial_o = out_q[0];"
            print "  " module " u_module(" substr(pins, 3) ");"
            print "endmodule" }' "$2"
}
place() { # name module parameters: MHz of the wrapped module on the HX8K
    local seed mhz best=0
    run "$1.wrapped" "$(read_rtl "$2" "$3")
read_verilog $work/$1.wrapper.v
$(map synth_ice40 fpga_wrapper)
write_json $work/$1.json" || return 1
    for seed in $(seq 1 "${SEEDS:-1}"); do
        nice nextpnr-ice40 --hx8k --package ct256 --seed "$seed" --json "$work/$1.json" \
            --pcf-allow-unconstrained --quiet --log "$work/$1.nextpnr.log" \
            > /dev/null 2>&1 || return 1
        mhz=$(sed -n "s/.*Max frequency for clock[^:]*: \([0-9.]*\) MHz.*/\1/p" "$work/$1.nextpnr.log" | tail -n 1)
        best=$(awk -v a="$best" -v b="$mhz" 'BEGIN {print (b > a) ? b : a}')
    done
    echo "$best"
}
row() { # name title module parameters: the row, kept or made
    known="$known$1 "
    if [ "$(sed -n 1p "$work/$1.row" 2> /dev/null)" != "$sum $seeds" ]; then
        case $wanted in "  "|*" $1 "*) ;; *) echo "| $2 | not run | | | | | | | | |"; return 0;; esac
        rm -f "$work/$1.row"; make_row "$@" > "$work/$1.made" || { failed=1; return; }
        { echo "$sum $seeds"; cat "$work/$1.made"; } > "$work/$1.row"
    fi
    sed 1d "$work/$1.row"
}
memories() { # log: "M of N", memories in RAM of all
    awk '$1 == "mapping" && $2 == "memory" || /^using FF mapping for memory/ { print }' "$work/$1.log" \
        > "$work/$1.memories"
    awk '{ all++; ram += $1 == "mapping" } END { print all ? ram + 0 " of " all : "-" }' "$work/$1.memories"
}
make_row() { # name title module parameters
    local luts ffs mhz ports
    run "$1.ice40" "$(read_rtl "$3" "$4")
proc
tee -q -o $work/$1.ports portlist -m $3
$(map synth_ice40 "$3")
tee -q -o $work/$1.ice40.stat stat" || { echo "netlist_fpga.sh: $1 failed, see $work/$1.ice40.log" >&2; return 1; }
    run "$1.ecp5" "$(read_rtl "$3" "$4")
$(map "synth_ecp5 -nowidelut -nodsp" "$3")
tee -q -o $work/$1.ecp5.stat stat" || { echo "netlist_fpga.sh: $1 failed, see $work/$1.ecp5.log" >&2; return 1; }
    wrapper "$3" "$work/$1.ports" > "$work/$1.wrapper.v"
    luts=$(count "$work/$1.ice40.stat" SB_LUT4)
    ffs=$(count "$work/$1.ice40.stat" 'SB_DFF.*')
    ports=$(sed -n 's/.*reg \[\([0-9]*\):0\] in_q; reg \[\([0-9]*\):0\].*/\1 \2/p' "$work/$1.wrapper.v")
    # the wrapper takes a flip-flop a port bit; what is in the way is said
    if [ "$ffs" -gt $part_cells ] && [ "$ffs" -gt "$luts" ]; then mhz="does not fit: $ffs flip-flops"
    elif [ "$luts" -gt $part_cells ]; then mhz="does not fit: $luts LUTs"
    elif [ $((luts + ${ports% *} + ${ports#* })) -gt $part_cells ]; then mhz="does not fit with the wrapper"
    else
    mhz=$(place "$1" "$3" "$4") || {
        mhz="not placed"
        grep -q "ERROR.*\(Unable to place\|fit\)\|more than the device" "$work/$1.nextpnr.log" &&
            mhz="does not fit with the wrapper"
    }
    fi
    printf '| %s | %s | %s | %s | %s | %s | %s | %s | %s | %s, %s |\n' "$2" "$luts" "$ffs" \
        "$(count "$work/$1.ice40.stat" 'SB_RAM40.*')" "$mhz" "$(count "$work/$1.ecp5.stat" LUT4)" \
        "$(count "$work/$1.ecp5.stat" TRELLIS_FF)" \
        "$(count "$work/$1.ecp5.stat" TRELLIS_DPR16X4)" "$(count "$work/$1.ecp5.stat" DP16KD)" \
        "$(memories "$1.ice40")" "$(memories "$1.ecp5")"
}

echo '| module | iCE40: LUT4 | flip-flops | block RAM | HX8K, MHz | ECP5: LUT4 | flip-flops | distributed RAM (16×4) | block RAM | memories in RAM: iCE40, ECP5 |'
echo '|---|---|---|---|---|---|---|---|---|---|'
row barriers 'barrier counters, 8 blocks' barrier_counters BlocksPerSm=8
row priorities 'warp priority table, 8 blocks' warp_priority_table 'BlocksPerSm=8 WarpsPerSm=32'
row issue 'issue scheduler, 32 warps' issue_scheduler 'BlocksPerSm=8 WarpsPerSm=32'
row locks 'lock table, 32 warps' lock_table WarpsPerSm=32
row fences 'fence file, 1 SM, 1 lane' fence_file 'NumSms=1 WarpsPerSm=32 Lanes=1'
row lane 'detection logic of a lane' detector_lane ''
row fifo 'request FIFO of an SM unit, 8 words' fifo 'Width=178 Depth=8'
row sm 'SM unit, 8 blocks, 32 warps, 2 requests' scord_sm 'BlocksPerSm=8 WarpsPerSm=32 RequestFifoDepth=2'
row reporter 'race reporter, 1 lane' race_reporter 'Lanes=1 BeatEntries=1'
row detector 'detector, 1 SM, 1 lane, 2 lines' scord_detector \
    'NumSms=1 WarpsPerSm=32 Lanes=1 MetadataLines=2 BeatEntries=1'
row machine 'whole machine tiny1' scord_top \
    "$(sed -n 's/^CONFIG_tiny1_VERILATOR = //p' rtl/common/scord_configs.mk | sed 's/-G//g')"
for name in $*; do case $known in *" $name "*) ;; *) echo "netlist_fpga.sh: no row $name (rows:$known)" >&2;
exit 2;; esac; done
exit $failed
