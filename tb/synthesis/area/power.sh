#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# power.sh: the program of scripts/area/power counts what was derived by hand for a netlist of three cells; it notices
# an output that differs, refuses what is malformed with one line, and errors planted in its count change the figures.
# counted.awk: mm² and pJ of the state that the papers count. Last line: "N passed, N failed".
set -u
cd "$(dirname "$0")/../../.." || exit 3
. tb/expect.sh
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT

# At 2 V a change costs C V^2 / 2 = 2 pJ a pF. Transitions take 0.12 ns: the middle of the two columns of a table.
#   INV  A 0.5 pF; rise (1 3; 5 7) = 2 + 2 C, fall (0 2; 2 4) = 1 + C
#   AND  A 0.25 pF, B 0.75 pF; rise: the mean of 1 + C (A) and 3 + C (B) = 2 + C; fall: of 0 and 4 = 2
#   DFF  D 1 pF, its own 1 (rise) and 3 (fall); CLK 0.5 pF, its own 2 and 4: 2 + 4 + 0.5 * 4 = 8 pJ a cycle;
#        Q: rise 4 + 2 C, fall 2
cat > "$work/lib" << 'TEXT'
/* a library
   of three cells */
library(tiny) {
  time_unit : "1ns"; voltage_unit : "1V"; leakage_power_unit : "1nW";
  capacitive_load_unit (1,pf);
  nom_voltage : 2.0;
  power_lut_template(energy) {
    variable_1 : total_output_net_capacitance;
    variable_2 : input_transition_time;
    index_1 ("1000.0, 1001.0"); index_2 ("1000.0, 1001.0");
  }
  cell (INV) {
    cell_leakage_power : 1000;
    pin(A) { direction : input; capacitance : 0.5; }
    pin(Y) { direction : output; function : "(!A)";
      timing() { related_pin : "A"; cell_rise(delay) { index_1 ("0, 2"); values ("9, 9"); } }
      internal_power() { related_pin : "A";
        rise_power(energy) { index_1 ("0, 2"); index_2 ("0.06, 0.18"); values ( \
          "1, 3", \
          "5, 7"); }
        fall_power(energy) { index_1 ("0, 2"); index_2 ("0.06, 0.18"); values ("0, 2", "2, 4"); }
      }
    }
  }
  cell (AND) {
    cell_leakage_power : 3000;
    pin(A) { direction : input; capacitance : 0.25; }
    pin(B) { direction : input; capacitance : 0.75; }
    pin(Y) { direction : output; function : "(A B)";
      internal_power() { related_pin : "A";
        rise_power(energy) { index_1 ("0, 2"); index_2 ("0.06, 0.18"); values ("1, 1", "3, 3"); }
        fall_power(energy) { index_1 ("0, 2"); index_2 ("0.06, 0.18"); values ("0, 0", "0, 0"); }
      }
      internal_power() { related_pin : "B";
        rise_power(energy) { index_1 ("0, 2"); index_2 ("0.06, 0.18"); values ("3, 3", "5, 5"); }
        fall_power(energy) { index_1 ("0, 2"); index_2 ("0.06, 0.18"); values ("4, 4", "4, 4"); }
      }
    }
  }
  cell (DFF) {
    cell_leakage_power : 2000;
    ff (STATE,INVERSE) { next_state : "D"; clocked_on : "CLK"; }
    pin(CLK) { direction : input; capacitance : 0.5; clock : true;
      internal_power() {
        rise_power(own) { index_1 ("0.06, 0.18"); values ("1, 3"); }
        fall_power(own) { index_1 ("0.06, 0.18"); values ("3, 5"); } } }
    pin(D) { direction : input; capacitance : 1;
      internal_power() {
        rise_power(own) { index_1 ("0.06, 0.18"); values ("0, 2"); }
        fall_power(own) { index_1 ("0.06, 0.18"); values ("2, 4"); } } }
    pin(Q) { direction : output; function : "STATE";
      internal_power() { related_pin : "CLK";
        rise_power(energy) { index_1 ("0, 2"); index_2 ("0.06, 0.18"); values ("4, 4", "8, 8"); }
        fall_power(energy) { index_1 ("0, 2"); index_2 ("0.06, 0.18"); values ("2, 2", "2, 2"); } } }
  }
  cell (LATCH) { latch (S,T) { enable : "E"; } pin(Y) { direction : output; function : "S"; } }
}
TEXT

# q takes a and not q. Loads: q 0.5 pF, n 0.75 pF, d 1 pF and what D takes itself. So a change costs, with its load:
#   q: rise 4 + 1 + 1 = 6, fall 2 + 1 = 3; n: rise 2 + 1.5 + 1.5 = 5, fall 1 + 0.75 + 1.5 = 3.25;
#   d: rise 2 + 1 + 2 + 1 = 6, fall 2 + 2 + 3 = 7
cat > "$work/blif" << 'TEXT'
# written by hand

.model tiny
.inputs clk_i rst_ni a_i
.outputs retire_valid_o retire_o y_o[0] y_o[1]
.names $false
.names $true
1
.names $undef
.gate INV A=q Y=n
.cname u_next.not
.gate AND A=a_i B=n Y=d
.cname u_next.and
.gate DFF CLK=u_state[3].clk D=d Q=q
.cname u_state[3].flop
.conn clk_i u_state[3].clk
.conn q y_o[0]
.conn $true y_o[1]
.conn q retire_o
.conn a_i retire_valid_o
.end
TEXT

# Cycle  1 to 10  11  12     13  14     15  16  17     18
#   a    0        1   1      1   1      0   1   0      0
#   q    0        0   1      0   1      0   0   1      0
#   pJ   0        6   16.25  14  16.25  8   6   16.25  -     (n and d: 6 10.25 11 10.25 5 6)
# An item retires in each cycle with a = 1, so the window is 11 to 16, its middle included: 66.5 pJ, of which
# q takes 18: 3 a cycle, n and d 48.5: 8.08. retire_o means nothing in cycle 17: a is 0.
a=000000000011110100
q=000000000001010010
wave() { # FILE a q retire_o
    awk -v a="$2" -v q="$3" -v item="$4" 'BEGIN {
        print "$timescale\n\t100ps\n$end\n$scope module TOP $end"
        print "$var wire 1 ! clk_i $end\n$var wire 1 \" rst_ni $end\n$var wire 1 # a_i $end"
        print "$var wire 1 # retire_valid_o $end\n$var wire 1 % retire_o $end\n$var wire 2 & y_o [1:0] $end"
        print "$scope module tiny $end\n$var wire 8 long_identifier inner [7:0] $end\n$upscope $end\n$upscope $end"
        print "$enddefinitions $end\n#0\n$dumpvars\n0!\n1\"\nb0 long_identifier\n$end"
        for (i = 1; i <= length(a); i++) {
            print "#" 2 * i "\n0!\n" substr(a, i, 1) "#\n" substr(item, i, 1) "%\nb1" substr(q, i, 1) " &"
            print "#" 2 * i + 1 "\n1!"
        }
    }' > "$1"
}
wave "$work/vcd" $a $q 000000000001010000
printf '%s\t' gates 3 clock_pj 8.0 leakage_uw 6.0 mismatches > "$work/expected"
{   printf '0\nwindow\t11\t16\titems\t5\tpj\t66.5\nidle\tcycles\t100\tpj\t0.0\n'
    printf 'module\tu_next\t0\t0.00\t8.08\t0.00\nmodule\tu_state\t1\t8.00\t3.00\t0.00\n'
} >> "$work/expected"
exits 0 "the program" "$work/out" env CFLAGS="${CFLAGS:--O0}" scripts/area/power.sh build "$work/power"
exits 0 "the run" "$work/found" "$work/power" "$work/lib" "$work/blif" "$work/vcd" 3
same "$work/expected" "$work/found" "what was derived by hand"

# With a = 1 at the end q goes on: 16.25 + 14 pJ in two cycles, 1512.5 in a hundred.
wave "$work/goes_on" ${a}11 ${q}01 ${q}01
exits 0 "a run that goes on" "$work/found" "$work/power" "$work/lib" "$work/blif" "$work/goes_on" 3
has "$work/found" "$(printf 'idle\tcycles\t100\tpj\t1512.5')"
has "$work/found" "$(printf 'module\tu_state\t1\t8.00\t')"
grep -q "$(printf 'u_state.*\t4.50$')" "$work/found"; check $? "idle energy of q: $(cat "$work/found")"

# Outputs that differ
wave "$work/differs" $a 000000000001000010 $q
exits 1 "y_o differs" "$work/out" "$work/power" "$work/lib" "$work/blif" "$work/differs" 3
has "$work/out" "power: cycle 14: y_o[0] differs: 1, in the wave 0"
has "$work/out" "$(printf 'mismatches\t1')"
wave "$work/differs" $a $q 000000000000010010
exits 1 "retire_o differs where it retires" "$work/out" "$work/power" "$work/lib" "$work/blif" "$work/differs" 3
has "$work/out" "power: cycle 12: retire_o[0] differs"

# Errors planted in the count
for file in scripts/area/power/*.c cmodel/base/{array,index_map,read_number}.c; do
    echo "$file" "$work/$(basename "$file" .c).o"
done | xargs -P 2 -n 2 sh -c '${CC:-cc} -std=c11 -D_GNU_SOURCE -I. -c -o "$1" "$0"'
planted() { # FILE SED TEXT
    sed "$2" "scripts/area/power/$1" > "$work/planted.c"
    ! cmp -s "scripts/area/power/$1" "$work/planted.c"; check $? "$3: nothing planted"
    mv "$work/${1%.c}.o" "$work/right"
    exits 0 "$3: build" "$work/out" "${CC:-cc}" -std=c11 -D_GNU_SOURCE -I. -o "$work/wrong" \
        "$work/planted.c" "$work"/*.o
    mv "$work/right" "$work/${1%.c}.o"
    "$work/wrong" "$work/lib" "$work/blif" "$work/vcd" 3 > "$work/found"
    ! cmp -s "$work/expected" "$work/found"; check $? "$3: not found"
}
planted netlist.c 's/net->capacitance += pin->capacitance;//' "capacitance is not counted"
planted netlist.c 's/net->passive\[edge\] +=/net->passive[edge] *=/' "energy of input pins is not counted"
planted count.c 's|netlist->volts / 2 +|netlist->volts +|' "C V^2"
planted count.c 's/\[price->net\] ? RISE : FALL/[price->net] ? FALL : RISE/' "rise for fall"
planted count.c 's/return pin->passive\[FALL\] +/return/' "the clock does not fall"
planted count.c 's/counts->busy += \*since;/counts->busy += counter->now;/' "only cycles in which an item retires"
planted liberty.c 's|, load) / curve->tables|, load)|' "the sum of related pins, not their mean"

# What is malformed: one line, and which
refused() { # CODE TEXT LIBRARY NETLIST WAVE
    exits "$1" "$2" "$work/out" "$work/power" "$3" "$4" "$5" 3
    label="$2" has "$work/out" "$2"
    equal "lines of '$2'" 1 "$(grep -c . "$work/out")"
}
netlist() { # TEXT SED: of the netlist
    sed "$2" "$work/blif" > "$work/bad"; refused 2 "$1" "$work/lib" "$work/bad" "$work/vcd"
}
netlist "bad:10: no cell of the library: NOT" 's/\.gate INV/.gate NOT/'
netlist "bad:10: cell LATCH is a latch" 's/\.gate INV/.gate LATCH/'
netlist "bad:10: no pin of the cell: Z" 's/ Y=n/ Z=n/'
netlist "bad:10: a pin without a net: Y" 's/ Y=n//'
netlist "bad:10: expected PIN=NET: Y" 's/ Y=n/ Y/'
netlist "bad:12: a loop of gates at d" 's/B=n/B=d/'
netlist "bad:14: a clock other than clk_i: a_i" 's/CLK=u_state\[3\].clk/CLK=a_i/'
netlist "bad:12: a net with two drivers: n" 's/ Y=d/ Y=n/'
netlist "bad:18: a net with two drivers: y_o[0]" 's/\.conn $true y_o\[1\]/.conn $true y_o[0]/'
netlist "bad:12: a net without a driver: m" 's/B=n/B=m/'
netlist "a ring of .conn at" 's/\.conn q y_o\[0\]/.conn y_o[0] s\n.conn s y_o[0]/'
netlist "bad:11: expected: .cname behind .gate" '/u_next.not/d'
netlist "bad:6: a second model: tiny" 's/^\.names $false/.model tiny/'
netlist "bad:8: not a line of this BLIF" 's/^1$/.latch a b/'
netlist "the netlist ends before its gates do" '/^\.gate/,$d'
netlist "bad: no input clk_i" "/^\.inputs/s/clk_i //"
netlist "bad: no port y_o[1], which the wave has" '/y_o\[1\]$/{s/ y_o\[1\]//;/conn/d}'
netlist "vcd: no port for the input b_i" 's/ a_i$/ a_i b_i/;s/A=a_i/A=b_i/'
wave_of() { # TEXT SED: of the wave
    sed "$2" "$work/vcd" > "$work/bad"; refused 2 "$1" "$work/lib" "$work/blif" "$work/bad"
}
wave_of "bad: no port for the output y_o[0]" '/ y_o /d;/ &$/d'
wave_of "bad: no port clk_i" '/clk_i/d'
wave_of "bad: no port for the input rst_ni" "/rst_ni/d"
wave_of "blif: no port rst_no, which the wave has" "s/rst_ni/rst_no/"
wave_of "bad: no \$enddefinitions" '/^$enddefinitions/,$d'
wave_of "wider than the port: y_o" 's/^b11 &/b111 \&/'
wave_of "not a value: hello" 's/^#6$/hello/'
wave_of "nothing retires" 's/^1#/0#/;s/^1%/0%/;s/^b11/b10/'
head -c "$(($(wc -c < "$work/vcd") - 5))" "$work/vcd" > "$work/bad"
refused 2 "the file ends within a line" "$work/lib" "$work/blif" "$work/bad"
library() { # TEXT SED: of the library
    sed "$2" "$work/lib" > "$work/bad"; refused 2 "$1" "$work/bad" "$work/blif" "$work/vcd"
}
library "bad:5: not in pF" 's/(1,pf)/(1,ff)/'
library "no nom_voltage" '/nom_voltage/d'
library "bad:9: energies by transition and then by load" 's/variable_1 : total.*;/variable_1 : input_transition_time;/'
library "not a table of energies: Y" 's/"1, 3", \\/"1, 3", "1, 2", \\/'
library "more points than a table may have" 's/index_1 ("0, 2")/index_1 ("0, 1, 2, 3, 4, 5, 6, 7, 8")/'
library "not a number: x" 's/"5, 7"/"5, x"/'
library "not an input of the cell in its function: C)" 's/(A B)/(A C)/'
library "not a function" 's/(A B)/(A B/'
seven="pin(P1){} pin(P2){} pin(P3){} pin(P4){} pin(P5){} pin(P6){} pin(P7){}"
library "more than eight pins: INV" "s|pin(A) {\\(.*0.5; }\\)|$seven pin(A) {\\1|"
library "a second cell: INV" 's/cell (AND)/cell (INV)/'
library "the file ends within: library" '$d'
library "the file ends within a text: y;" '$s/}/x : "y;\nand so on/'
refused 3 "none: cannot be read" "$work/none" "$work/blif" "$work/vcd"
refused 3 "none: cannot be read" "$work/lib" "$work/none" "$work/vcd"
refused 3 "none: cannot be read" "$work/lib" "$work/blif" "$work/none"
exits 2 "usage" "$work/out" "$work/power" "$work/lib"
exits 2 "a depth that is none" "$work/out" "$work/power" "$work/lib" "$work/blif" "$work/vcd" 0

# counted.awk: two SMs of one byte each and a fence file of two bytes: ScoRD's 4 bytes; 1 byte of another paper
cat > "$work/table" << 'TEXT'
paper locks NumSms*1 8 16 "two bytes"
paper fences NumSms*1 8 16 "two bytes"
total ScoRD 4 locks fences "the paper"
paper priority NumSms*1 4 8 "another paper"
register locks g_sm.u_sm.u_lock.lock_q
register fences u_detector.u_fence.fence_q
register priority g_sm.u_sm.u_priority.priority_q
register other u_detector.q
TEXT
tab() { printf '%s\n' "$@" | tr ' ' '\t'; }
tab 'instance . top 0 0 0 99 50 8000000' 'instance g_sm[0].u_sm/u_lock lock 1 8 1 2 8 1000000' \
    'instance g_sm[0].u_sm/u_lock/u_part part 1 0 1 1 0 500000' 'instance g_sm[1].u_sm/u_lock lock 1 8 1 2 8 1000000' \
    'instance u_detector/u_fence fence 1 16 1 1 16 2000000' 'instance g_sm[0].u_sm/u_priority p 1 4 1 1 4 100000' \
    'instance g_sm[1].u_sm/u_priority p 1 4 1 1 4 100000' > "$work/rows"
tab 'module . 0 0 9 9' 'module g_sm.u_sm.u_lock 16 30 2 0' 'module u_detector.u_fence 16 20 4 0' \
    'module g_sm.u_sm.u_priority 8 5 1 0' > "$work/check"
sed 's/\t[0-9]*\t0$/\t6\t0/' "$work/check" > "$work/fence"
counted() { awk -f scripts/area/counted.awk part=table "$work/table" part=rows "$work/rows" "$@"; }
exits 0 "mm² of the state" "$work/out" counted
has "$work/out" "| locks | 2 | 2.000 | 25.0 | - | - | - |"
has "$work/out" "| **ScoRD, the 4 bytes alone** | 4 | 4.000 | 50.0 | - | - | - |"
exits 0 "pJ of the state" "$work/out" counted part=check "$work/check" part=fence "$work/fence"
has "$work/out" "| priority | 1 | 0.200 | 2.5 | 5 | 1 | 6 |"
has "$work/out" "| **ScoRD, the 4 bytes alone** | 4 | 4.000 | 50.0 | 50 | 6 | 12 |"
exits 1 "no energies of fences" "$work/out" counted part=check "$work/check"
sed -i 's/16 1 1 16 2000000/15 1 1 15 2000000/;s/\t16\t1\t1\t16\t/\t15\t1\t1\t15\t/' "$work/rows"
exits 1 "a flip-flop less" "$work/out" counted
has "$work/out" "counted.awk: fences has 15 flip-flops, not 16"

# counted.sh: with the energies of this netlist, or the name of what measures them
mkdir -p "$work/build/area/gtx480" "$work/build/area/power"; rows=$work/build/area/gtx480/rows
exits 3 "no machine was measured" "$work/out" env BUILD="$work/build" scripts/area/counted.sh
has "$work/out" "run 'make area AREA=gtx480'"
tab 'instance . top 0 0 0 9 9 20000000' 'instance u_scord_detector/u_fence_file f 0 0 0 9 5760 2000000' \
    'instance g_sm[0].u_scord_sm/u_lock_table l 0 0 0 9 17280 4000000' \
    'instance g_sm[0].u_scord_sm/u_barrier_counters b 0 0 0 9 960 1000000' \
    'instance g_sm[0].u_scord_sm/u_warp_priority_table w 0 0 0 9 720 1000000' > "$rows"
exits 0 "mm² without pJ" "$work/out" env BUILD="$work/build" scripts/area/counted.sh
has "$work/out" "'make power' measures them"
has "$work/out" "| **ScoRD, the 3,000 bytes alone** | 3,000 | 7.000 | 35.0 | - | - | - |"
tab 'module u_scord_detector.u_fence_file 1 30 7 0' 'module g_sm.u_scord_sm.u_lock_table 1 20 7 0' \
    'module g_sm.u_scord_sm.u_barrier_counters 1 10 7 0' 'module g_sm.u_scord_sm.u_warp_priority_table 1 10 7 0' |
    tee "$work/build/area/power/check.energy" > "$work/build/area/power/fence.energy"
cp "$rows" "$work/build/area/power/rows"
exits 0 "mm² and pJ" "$work/out" env BUILD="$work/build" scripts/area/counted.sh
has "$work/out" "| **ScoRD, the 3,000 bytes alone** | 3,000 | 7.000 | 35.0 | 60 | 21 | 21 |"
echo >> "$rows"
exits 0 "pJ of an older netlist" "$work/out" env BUILD="$work/build" scripts/area/counted.sh
has "$work/out" "35.0 | - | - | - |"

# The steps of `make power`, with three cells of osu018 as the machine: what Yosys, lockstep and fst2vcd would write
rm -r "$work/build/area/power"; mkdir "$work/bin"
printf '#!/bin/sh\ncp "%s" "%s"\n' "$work/machine" "$work/build/area/power/flat.blif" > "$work/bin/yosys"
printf '#!/bin/sh\ncat "%s"\n' "$work/recorded" > "$work/bin/fst2vcd"
printf '#!/bin/sh\ngrep -q "^kernel_begin" "$2" && [ "$1 $3" = "cosim --wave" ]\n' > "$work/build/scord"
chmod +x "$work/bin/yosys" "$work/bin/fst2vcd" "$work/build/scord"
sed 's/INV/INVX1/; s/AND/AND2X1/; s/DFF/DFFPOSX1/' "$work/blif" > "$work/machine"
cp "$work/vcd" "$work/recorded"
steps() { env PATH="$work/bin:$PATH" BUILD="$work/build" CFLAGS=-O0 scripts/area/power.sh; }
exits 3 "no netlist" "$work/out" steps
has "$work/out" "netlist.v is missing, run 'make area AREA=gtx480'"
: > "$work/build/area/gtx480/netlist.v"
exits 0 "the steps" "$work/out" steps
has "$work/out" "$(printf 'window\t11\t16\titems\t5\t')"
has "$work/build/area/power/fence.energy" "$(printf 'module\tu_state\t1\t')"
same "$rows" "$work/build/area/power/rows" "the machine that the energies are of"
cp "$work/differs" "$work/recorded"
exits 1 "a netlist that behaves otherwise" "$work/out" steps
[ ! -e "$work/build/area/power/rows" ]; check $? "energies of a netlist that behaves otherwise"
exits 2 "power.sh with an unknown word" "$work/out" scripts/area/power.sh bogus
finish
