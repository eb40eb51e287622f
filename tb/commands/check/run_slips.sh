#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# run_slips.sh: what users get wrong on the command line of `scord check`, and what the machine lacks.
#
# usage: run_slips.sh      SCORD names the executable (build/scord). Last line "N passed, N failed".
set -u
. tb/expect.sh
test_command check docs/report-schema.json
cat > "$folder/argv.cu" <<'END'
#include <cstdio>
__global__ void k(int *p) { p[threadIdx.x + blockIdx.x] = threadIdx.x; }
int main() {
    int *p;
    cudaMalloc(&p, 4096);
    k<<<2, 64>>>(p);
    printf("of the program\n");
    return cudaDeviceSynchronize();
}
END
echo '__global__ void k(int *p) { *p = (int)__float2half(1.0f); } int main() {}' > "$folder/half.cu"
echo '__global__ void k(__nv_bfloat16 *p) {} int main() {}' > "$folder/bfloat.cu"

bad "argv.cu -- 32" "$folder/argv.cu" 32
bad "check $folder/argv.cu -- --size" "$folder/argv.cu" --size 5
command=sim; bad "scord sim $folder/argv.cu -- 32" "$folder/argv.cu" 32; command=check
exits 2 "a program as command" "$out" "$scord" "$folder/argv.cu"
label="a program as command"; has "$out" "a program is checked by: scord check $folder/argv.cu"

bad "__float2half is not declared; it needs #include <cuda_fp16.h>" "$folder/half.cu"
bad "__nv_bfloat16 is not declared; it needs #include <cuda_bf16.h>" "$folder/bfloat.cu"

# limits are taken among the options, too, and not behind --
run 1 "$folder/argv.cu" --timeout 100 --only race
bad "--timeout is a number of seconds" "$folder/argv.cu" --timeout soon
run 1 "$folder/argv.cu" -- --timeout soon

# CUDA in a file of another name, as clang and nvcc take it
cp "$folder/argv.cu" "$folder/argv.c"
run 1 -x cuda "$folder/argv.c"
run 1 -xcuda "$folder/argv.c"
bad "-x is one of cuda, cu, c++" -xpascal "$folder/argv.c"

# a report that cannot be written is none
"$scord" check "$folder/argv.cu" > /dev/full 2> "$err"
equal "a full standard output" 3 $?
has "$err" "cannot write to standard output"

# --json -: the program's own output is not in it
run 1 "$folder/argv.cu" --json -
lacks "$out" "of the program"
has "$err" "of the program"
valid "$out"

if [ "$(id -u)" = 0 ] && mkdir "$folder/full" && mount -t tmpfs -o size=40k tmpfs "$folder/full" 2> /dev/null; then
    umount -l "$folder/full"
    for size in 40k 400k; do # what is left when the compiler has removed what it began
        mount -t tmpfs -o size=$size tmpfs "$folder/full"
        TMPDIR=$folder/full "$scord" check "$folder/argv.cu" > "$out" 2> "$err"
        equal "a full TMPDIR of $size" 3 $?
        has "$err" "$folder/full is full"
        umount -l "$folder/full"
    done
else
    pass "no tmpfs can be mounted: a full TMPDIR was not tried"
fi

# what a fault stopped does not look clean
echo '__global__ void k() { __trap(); } int main() { k<<<1, 1>>>(); return cudaDeviceSynchronize(); }' \
    > "$folder/trap.cu"
run 2 "$folder/trap.cu"
equal "the first line" "stopped before its end, the last line says why; found until then:" "$(head -n 1 "$out")"
has "$err" "trap.cu:1: kernel k(): trap"
finish
