#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# malformed.sh: one line of a good trace at a time is spoilt; the message must name file and line, and say what is
# wrong.
# usage: malformed.sh SCORD
# The good trace is v5-delta (two warps, a barrier, every field), numbered by `cat -n`; the corpus is below.
set -u
. tb/expect.sh
scord=$1; here=$(dirname "$0"); good=$here/traces/v5-delta.traceg
work=$(mktemp -d) || exit 3
trap 'rm -rf "$work"' EXIT
bad=$work/bad.traceg

refused() { # NAME, LINE that the message names (0: none), piece of the message
    exits 2 "$1" "$work/out" "$scord" events import "$bad" -o "$work/out.sev"
    if [ "$2" = 0 ]; then place="$bad: "; else place="$bad:$2: "; fi
    grep -qF "scord: $place" "$work/out"; check $? "$1: not at $place: $(cat "$work/out")"
    grep -qF -- "$3" "$work/out"; check $? "$1: not '$3': $(cat "$work/out")"
    [ "$(wc -l < "$work/out")" -eq 1 ]; check $? "$1: one line, not $(wc -l < "$work/out")"
}
# line | what it becomes ('-': nothing, 'CUT': the file ends before it) | line named | piece of the message
while IFS='|' read -r line text named message; do
    case $line in ''|'#'*) continue;; esac
    case $text in
    CUT) head -n $((line - 1)) "$good" > "$bad" ;;
    -) sed "${line}d" "$good" > "$bad" ;;
    *) awk -v line="$line" -v text="$text" 'NR == line {print text; next} {print}' "$good" > "$bad" ;;
    esac
    refused "line $line becomes '$text'" "$named" "$message"
done << 'CASES'
# head
1|kernel name = x|1|a list has kernel traces
2|-kernel id|2|'-key = value'
3|-grid dim = (1,1)|3|-grid dim is (x,y,z)
3|-grid dim = (0,1,1)|3|-grid dim is (x,y,z)
3|-grid dim = (1,1,1|3|-grid dim is (x,y,z)
3|-grid dim = (4294967296,1,1)|3|-grid dim is (x,y,z)
3|-grid dim = (1,1,1,1)|3|-grid dim is (x,y,z)
3|-grid dim = (4294967295,4294967295,4294967295)|0|too large to be a trace
4|-block dim = (64,17,1)|4|at most 1024 threads
4|-block dim = (-1,1,1)|4|-block dim is (x,y,z)
5|-shmem = lots|5|'lots' is no number
9|-shmem base_addr = 0xzz|9|no hexadecimal address
12|-accelsim tracer version = 2|12|trace again with a version from 3 to 6
12|-accelsim tracer version = 7|12|trace again with a version from 3 to 6
12|-accelsim tracer version = five|12|no tracer version
12|-|14|without '-accelsim tracer version
1|-kernel title = x|15|without '-kernel name
13|-enable lineinfo = 2|13|'2' is no number from 0 to 1
13|-enable lineinfo = 1|23|'R2' where the number of destination registers
13|something else|13|no head of a kernel trace
15|#traces format = threadblock_x threadblock_y threadblock_z warpid_tb|15|ends where 'PC' is expected
15|#traces format = threadblock_x threadblock_y threadblock_z warpid_tb mask|15|has 'mask' where 'PC' is expected
15|#traces format = PC mask opcode|15|has 'opcode' where 'dest_num' is expected
15|#traces format = PC mask dest_num [reg_dests] opcode src_num [reg_srcs] mem_width|15|has 'no more' where
15|#traces format = PC mask dest_num [reg_dests] opcode src_num [reg_srcs] mem_width [adrrescompress?] [mem_addresses] immediate barrier|15|a field 'barrier', which is not known
15|#traces format = PC mask dest_num [reg_dests] opcode src_num [reg_srcs] mem_width [adrrescompress?] [mem_addresses]|23|'0' where the instruction should end
15|CUT|14|before '#traces format
# blocks
17|CUT|16|no thread block
17|#BEGIN|17|where #BEGIN_TB is expected
19|thread block = 1,0,0|19|thread block 1,0,0 of a grid of 1,1,1
19|thread block = 0,0|19|where 'thread block = x,y,z' is expected
19|thread block = 0,0,0,0|19|where 'thread block = x,y,z' is expected
19|warp = 0|19|where 'thread block = x,y,z' is expected
21|warp = 2|21|warp 2 of a block of 2 warps
21|warp = 18446744073709551616|21|where 'warp = …' or #END_TB is expected
21|0010 ffffffff 0 EXIT 0 0 0|21|where 'warp = …' or #END_TB is expected
28|warp = 0|28|warp 0 of the block is there a second time
22|insts = many|22|where 'insts = …' is expected
22|insts = 3|26|where 'warp = …' or #END_TB is expected
22|insts = 5|28|warp 0 ends after 4 of its 5 instructions
26|CUT|25|inside a block, before #END_TB
36|CUT|35|inside a block, before #END_TB
# instructions
23|0010 80000112 1 R2 LDG.E 1 R4 4 2 0x7f4e30001000 -4 1024 0|23|ends where the immediate is expected
23|0010 80000112 1 R2 LDG.E 1 R4 4 2 0x7f4e30001000 -4 1024 -1016 8 0|23|more addresses than active lanes
23|0010 80000112 1 R2 LDG.E 1 R4 4 2 0x7f4e30001000 -4 10x4 -1016 0|23|the address difference of an active lane
23|0010 80000112 1 R2 LDG.E 1 R4 4 2 0x7f4e30001000 -140000000000004 1024 -1016 0|23|below 0 or beyond 2^63
23|0010 80000112 1 R2 LDG.E 1 R4 4 2 0x7f4e30001000 9223372036854775807 1024 -1016 0|23|below 0 or beyond 2^63
23|0010 80000112 1 R2 LDG.E 1 R4 4 2 0x7f4e30001000 -4 1024 -9223372036854775809 0|23|the address difference of an active lane
23|0010 80000112 1 R2 LDG.E 1 R4 4 3 0x7f4e30001000 -4 1024 -1016 0|23|an address mode
23|0010 80000112 1 R2 LDG.E 1 R4 4 0 0x7f4e30001000 0x7f4e30001000 0x7f4e30001000 0|23|ends where the immediate is expected
23|0010 80000112 1 R2 LDG.E 1 R4 4 1 0x7f4e30001000 4 0|23|base and stride need adjacent active lanes, not mask 80000112
23|0010 0000000f 1 R2 LDG.E 1 R4 4 1 0x7f4e30001000 a 0|23|the stride
23|0010 00000001 1 R2 LDG.E 1 R4 4 2 0x7f4e3000100g 0|23|the base address
23|0010 00000001 1 R2 LDG.E 1 R4 4 2 0xffffffffffffffff 0|23|the base address
23|0010 00000001 1 R2 LDG.E 1 R4 4 2 0x7f4e30001002 0|23|no multiple of its 4 bytes
23|0010 00000001 1 R2 LDG.E.128 1 R4 16 2 0x7f4e30001008 0|23|no multiple of its 16 bytes
23|0010 00000001 1 R2 LDG.E 1 R4 0 0|23|LDG.E has no memory addresses
23|0010 00000001 1 R2 LDG.E 1 R4 wide 2 0x7f4e30001000 0|23|mem_width
23|0010 180000112 1 R2 LDG.E 1 R4 4 2 0x7f4e30001000 -4 1024 -1016 0|23|'180000112' where the mask is expected
23|0x100000010 80000112 1 R2 LDG.E 1 R4 4 2 0x7f4e30001000 -4 1024 -1016 0|23|where the PC is expected
23|0010 80000112 2 R2 LDG.E 1 R4 4 2 0x7f4e30001000 -4 1024 -1016 0|23|'LDG.E' where a register is expected
23|0010 80000112 65 R2 LDG.E 1 R4 4 2 0x7f4e30001000 -4 1024 -1016 0|23|'65' where the number of destination registers
23|0010 80000112 1 R256 LDG.E 1 R4 4 2 0x7f4e30001000 -4 1024 -1016 0|23|'R256' where a register is expected
23|0010 80000112 1 R2 7LDG.E 1 R4 4 2 0x7f4e30001000 -4 1024 -1016 0|23|'7LDG.E' where an opcode is expected
23|0010 80000112|23|ends where the number of destination registers is expected
26|0040 ffffffff 0 EXIT 0 0 none|26|'none' where the immediate is expected
# what a stream cannot say
23|0010 00000001 1 R2 TEX.SCR.LL 2 R4 R5 4 2 0x7f4e30001000 0|23|TEX.SCR.LL goes through a texture or surface
23|0010 00000001 0 SUST.D.BA.1D 2 R4 R5 0 0|23|goes through a texture or surface
23|0010 00000001 0 UTMALDG.1D 0 0 0|23|copies in bulk
23|0010 00000001 0 UBLKCP.S.G 2 R4 R5 0 0|23|copies in bulk
23|0010 00000001 0 SYNCS.ARRIVE.TRANS64 0 0 0|23|a barrier other than the block's
23|0010 00000001 0 BAR.ARV 0 0 0|23|arrives at a barrier without waiting
25|0030 ffffffff 0 BAR.SYNC 0 0 1|25|names a barrier other than 0
25|0030 ffffffff 0 BAR.SYNC 1 R3 0 0|25|the barrier's number from a register
23|0010 00000001 0 MEMBAR.SC.VC 0 0 0|23|MEMBAR.SC.VC has no scope
23|0010 00000001 1 R2 LDG.E.STRONG.CLUSTER 1 R4 4 2 0x7f4e30001000 0|23|thread block cluster
23|0010 00000001 1 R2 ATOMG.E.FROB.STRONG.GPU 2 R4 R8 4 2 0x7f4e30001000 0|23|an atomic that docs/import.md does not name
23|0010 00000001 1 R2 LDQ.E 1 R4 4 2 0x7f4e30001000 0|23|LDQ.E accesses memory in a way that docs/import.md does not name
23|0010 00000001 1 R2 LDG.E.F64x4 1 R4 32 2 0x7f4e30001000 0|23|wider than the 16 bytes
CASES

# A generic address, without the windows that tell its memory.
sed -e '/base_addr/d' -e 's/LDG.E/LD.E/' "$good" > "$bad"
refused "no windows" 21 "LD.E has a generic address"
sed -e 's/^-block dim.*/-block dim = (63,1,1)/' "$good" > "$bad"
refused "a lane without thread" 30 "lanes 80000000 of warp 1 have no thread: the block has 63"
sed -e 's/^-grid dim.*/-grid dim = (2,1,1)/' -e '/^#END_TB/r /dev/stdin' "$good" > "$bad" << 'TWICE'
#BEGIN_TB
thread block = 0,0,0
#END_TB
TWICE
refused "a block twice" 38 "thread block 0,0,0 is there a second time"
: > "$bad"; refused "an empty file" 0 "the file is empty"
{
    head -n 22 "$good"
    head -c 70000 /dev/zero | tr '\0' 'a'
} > "$bad"
refused "an endless line" 23 "longer than 65535 bytes"
{ head -n 22 "$good"; printf '0010\000\n'; } > "$bad"; refused "a zero byte" 23 "a zero byte"
sed -e 's/^-block dim.*/-block dim = (1024,1,1)/' "$good" > "$bad"
exits 2 "a block larger than an SM" "$work/out" "$scord" events import "$bad" --config tiny -o "$work/out.sev"
grep -q "blocks of 32 warps do not fit the 4 warp slots" "$work/out"
check $? "a block larger than an SM: $(cat "$work/out")"

# Compressed: cut short, damaged, no xz at all.
xz -c "$good" > "$work/good.xz"; size=$(wc -c < "$work/good.xz")
head -c $((size / 2)) "$work/good.xz" > "$bad"
exits 2 "xz cut short" "$work/out" "$scord" events import "$bad" -o "$work/out.sev"
grep -q "$bad: byte $((size / 2)): the xz data is cut short" "$work/out"; check $? "xz cut short: $(cat "$work/out")"
{ head -c 60 "$work/good.xz"; printf 'XXXX'; tail -c +65 "$work/good.xz"; } > "$bad"
exits 2 "xz damaged" "$work/out" "$scord" events import "$bad" -o "$work/out.sev"
grep -q "$bad: byte [0-9]*: the xz data is corrupt" "$work/out"; check $? "xz damaged: $(cat "$work/out")"

# Lists.
list=$work/kernelslist.g; cp "$good" "$work/kernel-1.traceg"
printf 'MemcpyHtoD,0x7f4e30000000,4096\nkernel-2.traceg\n' > "$list"
exits 2 "a list names what is not there" "$work/out" "$scord" events import "$list" -o "$work/out.sev"
grep -q "$list:2: $work/kernel-2.traceg: cannot open the trace: No such file" "$work/out"
check $? "missing trace: $(cat "$work/out")"
printf 'MemcpyHtoD,0x7f4e30000000,lots\n' > "$list"
exits 2 "a bad copy" "$work/out" "$scord" events import "$list" -o "$work/out.sev"
grep -q "$list:1: a copy is 'MemcpyHtoD,0xaddress,bytes'" "$work/out"; check $? "bad copy: $(cat "$work/out")"
printf 'kernel-1.traceg\nncclAllReduce\n' > "$list"
exits 2 "a list of other things" "$work/out" "$scord" events import "$list" -o "$work/out.sev"
grep -q "$list:2: 'ncclAllReduce': a list has kernel traces" "$work/out"; check $? "other things: $(cat "$work/out")"

# What was imported before stays usable, without an end; limits of size; left out instead of refused.
sed 's/^0040 ffffffff 0 EXIT 0 0 0$/0040 ffffffff 0 EXIT 0 0 0 0/' "$good" > "$work/kernel-2.traceg"
printf 'kernel-1.traceg\nkernel-2.traceg\n' > "$list"
exits 2 "a second kernel is bad" "$work/out" "$scord" events import "$list" -o "$work/out.sev"
exits 2 "the first is kept, and no end" "$work/out" "$scord" events stats "$work/out.sev"
grep -q "kernel_end  *1" "$work/out"; check $? "the first kernel is kept: $(cat "$work/out")"
exits 2 "too many events" "$work/out" "$scord" events import "$good" --max-events 5 -o "$work/out.sev"
grep -q "more than 5 events; raise --max-events" "$work/out"; check $? "too many events: $(cat "$work/out")"
awk '
    /^-block dim/ {print "-block dim = (32,1,1)"; next}
    /^warp = 0/ {print; print "insts = 30000";
        for (i = 0; i < 30000; i++) printf "0010 00000001 1 R2 LDG.E 1 R4 4 2 0x7f4e30001000 0\n"; print "#END_TB";
        exit} {print}' "$good" > "$bad"
exits 2 "too little memory" "$work/out" "$scord" events import "$bad" --max-memory 1 -o "$work/out.sev"
grep -q "$bad:[0-9]*: the blocks that run together need more than 1 MiB; raise --max-memory" "$work/out"
check $? "too little memory: $(cat "$work/out")"
exits 0 "memory enough" "$work/out" "$scord" events import "$bad" --max-memory 2 -o "$work/out.sev"
awk '
    /^-block dim/ {print "-block dim = (32,1,1)"; next}
    /^warp = 0/ {print; print "insts = 20000";
        for (i = 0; i < 20000; i++) printf "0010 00000001 1 R2 LDG.E 1 R4 4 2 0x%x0000 0\n", i + 16; print "#END_TB";
        exit} {print}' "$good" > "$bad"
exits 2 "too many pages" "$work/out" "$scord" events import "$bad" --max-memory 1 -o "$work/out.sev"
grep -q "$bad:16407: the traces touch more than 16384 pages of 64 KiB" "$work/out"
check $? "too many pages: $(cat "$work/out")"
sed 's/^0020 00000010 0 STG.E.*/0020 00000010 0 SUST.D 2 R4 R8 0 0/' "$good" > "$bad"
exits 0 "left out" "$work/out" "$scord" events import "$bad" --leave-out -o "$work/out.sev"
"$scord" events stats "$work/out.sev" > "$work/out"
tr -s ' \n' ' ' < "$work/out" |
    grep -q "left out of the imported traces, because an event stream cannot represent it: 1 instruction, the first SUST.D at line 24 of"
check $? "the stream says what was left out: $(cat "$work/out")"

# The format of a raw trace stays where version 3 groups the instructions (traces/v3-list.traceg); the first line behind it
# decides.
sed 's/^#BEGIN_TB$/0 0 0 0 0000 ffffffff 1 R1 IMAD.MOV.U32 0 0/' "$here/traces/v3-list.traceg" > "$bad"
refused "a raw trace" 16 "this is a raw trace, its warps mixed; run Accel-Sim's post-traces-processing on it first"

# Usage.
usage() { # TEXT, arguments
    text=$1; shift
    exits 2 "$*" "$work/out" "$scord" events import "$@"
    grep -qF -- "$text" "$work/out"; check $? "$*: not '$text': $(cat "$work/out")"
}
usage "a trace is read twice and cannot come from a pipe" -
usage "--order is one of random, round-robin, greedy, not 'backwards'" "$good" --order backwards
usage "--seed takes a number from 0" "$good" --seed -1
usage "--max-memory takes a number from 1" "$good" --max-memory 0
usage "--order needs a value" "$good" --order
usage "unknown option --fast" "$good" --fast
usage "unknown configuration 'huge'" "$good" --config huge
usage "name a TRACE" -o x
usage "is both input and output" "$work/kernel-1.traceg" -o "$work/kernel-1.traceg"
usage "cannot open the trace: No such file" "$work/none.traceg"
exits 0 "help" "$work/out" "$scord" events import --help
exits 3 "full disk" "$work/out" "$scord" events import "$good" -o /dev/full
finish
