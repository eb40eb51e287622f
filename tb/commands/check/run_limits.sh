#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# run_limits.sh: `scord --max-memory SIZE --timeout SECONDS COMMAND`: programs and streams that would take more are
# stopped, and say so in one line.
#
# usage: run_limits.sh     Environment: BUILD (default build). Last line: "N passed, N failed".
set -u
. tb/expect.sh
scord=$(realpath "${BUILD:-build}")/scord; folder=$(realpath "$(mktemp -d)") || exit 3
trap 'rm -rf "$folder"' EXIT
holds() { grep -qF -e "$1" "$folder/out"; check $? "$2: '$1' missing in: $(tail -n 5 "$folder/out")"; }

# A host that never ends, a kernel that never ends, a host that takes all memory.
printf 'int main() { volatile int x = 1; while (x) {} }\n' > "$folder/host.cu"
printf '__global__ void k(volatile int *p) { while (*p == 0) {} }\nint main() { int *p; cudaMalloc(&p, 4); cudaMemset(p, 0, 4); k<<<1, 32>>>(p); return cudaDeviceSynchronize(); }\n' > "$folder/kernel.cu"
printf '#include <cstdio>\n#include <cstdlib>\nint main() { for (;;) { void *p = malloc(1 << 24); if (!p) { puts("refused"); return 7; } for (int i = 0; i < 1 << 24; i += 4096) ((volatile char *)p)[i] = 1; } }\n' > "$folder/hog.cu"
# into the cache
for program in host kernel hog; do
    "$scord" check "$folder/$program.cu" --spin-limit 1 > /dev/null 2>&1 & compiling=$!
    sleep 2
    kill $compiling 2> /dev/null
    wait $compiling 2> /dev/null
done

exits 143 "a host that never ends" "$folder/out" "$scord" --timeout 3 check "$folder/host.cu"
holds 'stopped: the time of --timeout is over' host
exits 143 "a kernel that never ends" "$folder/out" "$scord" --timeout 3 check "$folder/kernel.cu" \
    --spin-limit 1000000000000
holds 'stopped: the time of --timeout is over' kernel
! pgrep -f "$folder" > /dev/null; check $? "no process of a stopped run is left"
"$scord" --max-memory 500M --timeout 30 check "$folder/hog.cu" > "$folder/out" 2>&1; code=$?
[ $code -ne 0 ] && [ $code -ne 143 ]; check $? "a hog gets no more than it may: exit $code: $(tail -n 3 "$folder/out")"
holds refused hog

exits 3 "a random run out of time" "$folder/out" "$scord" --timeout 1 cosim --random --events 1000000000 --config tiny
holds 'what was compared until then agrees' cosim
holds ' 0 mismatches' cosim
cat > "$folder/wide.sevt" << 'STREAM'
scord-event-stream 1 config=tiny log2_cache_ratio=0
kernel_begin name="k" grid=1 block=32 tracked_base=0 log2_tracked_words=34
STREAM
exits 3 "a stream that tracks 128 GB of metadata" "$folder/out" "$scord" --max-memory 2G cosim \
    --model-only "$folder/wide.sevt"
holds 'no memory for the metadata' stream
[ "$(grep -c . "$folder/out")" -eq 1 ]; check $? "one line: $(cat "$folder/out")"

stream=tb/streams/D02-wide-access.sevt
events=$("$scord" events dump "$stream" | grep -vc '^scord-event-stream\|^end$')
for command in 'cosim --config tiny --model-only' 'events stats' 'events check' 'oracle' 'grab'; do
    exits 2 "$command, an event too many" "$folder/out" "$scord" --max-events $((events - 1)) $command "$stream"
    holds "more than $((events - 1)) events, the limit given" "$command"
    "$scord" --max-events "$events" $command "$stream" > "$folder/out" 2>&1; code=$?
    [ $code -le 1 ]; check $? "$command, exactly as many: exit $code: $(tail -n 2 "$folder/out")"
done
exits 2 "a program with many events" "$folder/out" "$scord" --max-events 1000 check sim/kernels/graph_coloring.cu -- \
    64 128 2
holds 'more than 1000 events, the limit given; the report covers them' check
exits 2 "no events" "$folder/out" "$scord" --max-events 0 help

exits 2 "too little memory" "$folder/out" "$scord" --max-memory 10M help
exits 2 "no size" "$folder/out" "$scord" --max-memory 2T help
exits 2 "no time" "$folder/out" "$scord" --timeout 0 help
exits 2 "no value" "$folder/out" "$scord" --timeout
exits 0 "both" "$folder/out" "$scord" --timeout 100 --max-memory 1G help
holds '--max-memory' help
finish
