#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# turns.sh: a turn of the functional schedule (D85) has all register-only instructions up to the next access, and no
# more than 128. Two warps of one SM have turns one after the other; the order of their stores says what was in each.
#
# usage: turns.sh SCORD
. tb/expect.sh
scord=$1
folder=$(mktemp -d) || exit 3
trap 'rm -rf "$folder"' EXIT

# Warp 0 stores four times, BETWEEN additions before each; warp 1 stores twelve times, with one before each.
program() { # BETWEEN
    awk -v between="$1" 'BEGIN {
        print ".version 7.0\n.target sm_80\n.address_size 64\n.visible .entry turns(.param .u64 data) {"
        print " .reg .pred %p;\n .reg .b32 %r<2>;\n .reg .b64 %d;"
        print " ld.param.u64 %d, [data];\n mov.u32 %r0, %tid.x;\n setp.ge.u32 %p, %r0, 32;\n @%p bra SECOND;"
        for (store = 0; store < 4; store++) {
            for (i = 0; i < between; i++) print " add.u32 %r1, %r1, 1;"
            print " st.global.u32 [%d], %r1;"
        }
        print " ret;\nSECOND:"
        for (store = 0; store < 12; store++) print " add.u32 %r1, %r1, 1;\n st.global.u32 [%d+128], %r1;"
        print " ret;\n}"
    }' > "$folder/turns.ptx"
}
order() { # OPTIONS…: the warps of the stores
    "$scord" check "$folder/turns.ptx" --block 64 --args buf:256 --events "$folder/turns.sev" "$@" \
        > "$folder/out" 2>&1
    "$scord" events dump "$folder/turns.sev" | sed -n 's/^access .* warp=\([0-9]\) .*/\1/p' | tr -d '\n'
}
expect() { # BETWEEN ORDER
    program "$1"
    for way in "" --interpret; do
        # shellcheck disable=SC2086
        got=$(order $way)
        [ "$got" = "$2" ]; check $? "$1 additions $way: stores of warps $got, expected $2: $(head -n 3 "$folder/out")"
    done
}
expect 1 0101010111111111   # four instructions before the first addition, and each store is in its turn
expect 100 0101010111111111 # a turn all the same
expect 123 0101010111111111 # the first has 128 with its store
expect 124 1010101011111111 # 129: the store is the next turn's, behind one of warp 1
expect 300 1101110111011101 # three turns a store
finish
