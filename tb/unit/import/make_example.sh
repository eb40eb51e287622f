#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# make_example.sh: writes a small, complete set of Accel-Sim traces of ours, in the exact grammar of tracer version 5: a
# list, a kernel that fills an array, a histogram with block-scope atomics on bins that all blocks share (a race), and
# the same with device scope.
# usage: make_example.sh FOLDER
set -eu
folder=$1
head_of() { # number, name
    cat << HEAD
-kernel name = $2
-kernel id = $1
-grid dim = (4,1,1)
-block dim = (64,1,1)
-shmem = 0
-nregs = 12
-binary version = 80
-cuda stream id = 0
-shmem base_addr = 0x00007f8a22000000
-local mem base_addr = 0x00007f8a20000000
-nvbit version = 1.5.5
-accelsim tracer version = 5
-enable lineinfo = 0

#traces format = [line_num] PC mask dest_num [reg_dests] opcode src_num [reg_srcs] mem_width [adrrescompress?] [mem_addresses] immediate

HEAD
}
blocks() { # number of instructions, then a function of block and warp that writes them
    for block in 0 1 2 3; do
        printf '#BEGIN_TB\n\nthread block = %d,0,0\n' "$block"
        for warp in 0 1; do printf '\nwarp = %d\ninsts = %d\n' "$warp" "$1"; "$2" "$block" "$warp"; done
        printf '\n#END_TB\n\n'
    done
}
array=$((0x7f4a30000000))
bins=$((array + 2097152))
fill() {
    echo '0000 ffffffff 1 R1 S2R 0 0 0 '
    printf '0010 ffffffff 0 STG.E 2 R2 R5 4 1 0x%x 4 0 \n' $((array + 256 * $1 + 128 * $2))
    echo '0020 ffffffff 0 EXIT 0 0 0 '
}
# Thread t of block b counts bin t mod 32: every warp meets all 32 bins.
count() {
    printf '0000 ffffffff 1 R4 LDG.E 1 R2 4 1 0x%x 4 0 \n' $((array + 256 * $1 + 128 * $2))
    echo '0010 ffffffff 0 BAR.SYNC.DEFER_BLOCKING 0 0 0 '
    printf '0020 ffffffff 0 RED.E.ADD.STRONG.%s 2 R6 R8 4 2 0x%x' "$scope" "$bins"
    for lane in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31; do
        printf ' 4'
    done
    echo ' 0 '
    echo '0030 ffffffff 0 EXIT 0 0 0 '
}
mkdir -p "$folder"
{ head_of 1 _Z4fillPi; blocks 3 fill; } > "$folder/kernel-1.traceg"
scope=SM; { head_of 2 _Z9histogramPKiPi; blocks 4 count; } | xz -c > "$folder/kernel-2.traceg.xz"
scope=GPU; { head_of 3 _Z19histogram_correctedPKiPi; blocks 4 count; } | xz -c > "$folder/kernel-3.traceg.xz"
printf 'MemcpyHtoD,0x%016x,128\nkernel-1.traceg\nkernel-2.traceg\nkernel-3.traceg.xz\nMemcpyDtoH,0x%016x,128\n' \
    "$bins" "$bins" > "$folder/kernelslist.g"
