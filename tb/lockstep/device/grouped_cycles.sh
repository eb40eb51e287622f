#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# grouped_cycles.sh: with grouped lines a request of 32 equal words is decided in one cycle, and a line is read and
# written as a head of four beats (D87).
# usage: grouped_cycles.sh   Environment: BUILD. Last line: "N passed, N failed".
#
# Four rounds over 64 whole segments, 256 requests, on machines of two lanes, a port of one entry and four lines. An
# entry a word: 16 cycles of decisions a request, 4096 in all, after a clear of 4096. Grouped: a clear of 512, and at
# most 12 cycles a request, of which four read the head and four write it: 3584, less than decisions alone take there.
set -u
scord=${BUILD:-build}/scord
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
. tb/expect.sh
stream() { # machine
    awk -v machine="$1" 'BEGIN {
        print "scord-event-stream 1 config=" machine " log2_cache_ratio=0"
        print "kernel_begin name=\"segments\" grid=1 block=32 tracked_base=0x10000000 log2_tracked_words=12"
        print "block_launch sm=0 slot=0 cta=0,0,0 warps=0x1 threads=32"
        for (round = 0; round < 4; round++)
            for (i = 0; i < 64; i++)
                printf "access sm=0 slot=0 warp=0 op=%s size=4 mask=0xffffffff base=0x%x stride=4\n",
                    round % 2 ? "load" : "store", 268435456 + 128 * i
        print "kernel_end"
    }'
}
cycles_of() { # machine
    stream "$1" > "$work/segments.sevt"
    "$scord" cosim "$work/segments.sevt" --max-latency 1 > "$work/out" 2>&1 || cat "$work/out" >&2
    sed -n 's/^.* 8192 checks, .* \([0-9]*\) cycles, 0 mismatches$/\1/p' "$work/out"
}
words=$(cycles_of tiny); groups=$(cycles_of tinygrouped)
echo "an entry a word: $words cycles; grouped: $groups"
if [ "${words:-0}" -ge 8192 ]; then pass; else fail "an entry a word: fewer than 8192 cycles"; fi
if [ "${groups:-9999}" -le 3584 ]; then pass; else fail "grouped: more than 3584 cycles"; fi
finish
