# SPDX-License-Identifier: Apache-2.0
# coalesced_stream.awk: the text of a stream of whole segments: each access of a warp has 32 consecutive words, the SMs
# take turns, one kernel, no races.
#
# usage: awk -f coalesced_stream.awk -v config=gtx480 -v sms=15 -v segments=N -v accesses=N into `scord events assemble
# - -o FILE`
# SEGMENTS of 128 bytes are divided among the SMs, whose warp loads and stores its own in turn; where there are fewer
# than SMs, all load all: as "sequential" of
# tb/speed/throughput/traffic.cpp. The kernel tracks the words of the segments, at least 16 KiB of them.
BEGIN {
    for (log2_words = 12; 2 ^ log2_words < 32 * segments;) log2_words++
    printf "scord-event-stream 1 config=%s\n", config
    printf "kernel_begin name=\"coalesced\" grid=%d block=32 tracked_base=0x10000000 log2_tracked_words=%d\n", sms,
        log2_words
    for (sm = 0; sm < sms; sm++) printf "block_launch sm=%d slot=0 cta=%d,0,0 warps=0x1 threads=32\n", sm, sm
    divided = segments >= sms; share = divided ? int(segments / sms) : segments
    for (n = 0; n * sms < accesses; n++)
        for (sm = 0; sm < sms; sm++) {
            address = 268435456 + 128 * ((divided ? sm * share : 0) + n % share)
            printf "access sm=%d slot=0 warp=0 pc=0x100 op=%s size=4 strong=1 mask=0xffffffff base=0x%x stride=4\n", sm,
                (divided && n % 2 ? "store" : "load"), address
        }
    print "kernel_end"
}
