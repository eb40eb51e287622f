#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# run_watch.sh: `scord check --watch`: a check for each change of a source, of a header that it includes and of a file
# that takes a source's name, none for another file; its own exit code after Ctrl-C. Last line: "N passed, N failed".
set -u
. tb/expect.sh
test_command check
cd "$folder" || exit 3
echo '#define SLOTS 64' > slots.h
cat > program.cu <<'PROGRAM'
#include <cuda_runtime.h>
#include "slots.h"
__global__ void count(int *slot) { slot[threadIdx.x % SLOTS] = threadIdx.x; }
int main() {
    int *slot;
    cudaMalloc(&slot, 64 * sizeof *slot);
    count<<<1, 64>>>(slot);
    return cudaDeviceSynchronize();
}
PROGRAM
: > err # there before it is looked at
SCORD_CACHE=$folder/cache "$scord" check --watch program.cu > out 2> err < /dev/null &
process=$!
after() { # CHECKS TEXT: waits until so many have ended
    local tenth=0
    while [ "$(grep -c '^scord: watching 2 files; Ctrl-C ends$' err)" -lt "$1" ] && [ $tenth -lt 600 ]; do
        sleep 0.1
        tenth=$((tenth + 1))
    done
    equal "$2: checks" "$1" "$(grep -c '^scord: watching ' err)"
}
races() { grep -c '^[0-9]* races* at' out; }

after 1 "at first"
equal "no race" "0 races at 0 sites" "$(tail -n 100 out | grep 'races* at')"
echo other > notes
echo '#define SLOTS 32' > slots.h
after 2 "a header written in place"
grep -q 'slots.h has changed$' err
check $? "the header is named: $(cat err)"
equal "a race" 1 "$(grep -c '^[1-9][0-9]* races* at' out)"
sed "s/slot.threadIdx/lost[threadIdx/" program.cu > new && mv new program.cu
after 3 "a source replaced, which does not compile"
sed "s/lost.*=/slot[threadIdx.x] =/" program.cu > new && mv new program.cu
after 4 "and repaired"
equal "checks that ran" 3 "$(races)"
kill -INT $process
wait $process
equal "exit code of the last check" 0 $?
exits 2 "with --make" out "$scord" check --watch --make .
exits 2 "with --no-cache" out "$scord" check --watch --no-cache program.cu
finish
