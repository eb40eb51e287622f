#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# run_toolkit.sh: programs that the CUDA toolkit's nvcc built, through `scord check`.
#
# usage: run_toolkit.sh GROUP...   groups: programs links compiler headers libraries linked
# BUILD names the build directory (build); nvcc is that of PATH, CUDA_HOME or /usr/local/cuda. Without one:
# one stated pass.
set -u
cd "$(dirname "$0")/../../.." || exit 3
. tb/expect.sh
build=$(realpath "${BUILD:-build}")
scord=$build/scord
programs=$(realpath tb/commands/toolkit/programs)
nvcc=$(PATH=$PATH:${CUDA_HOME:-/usr/local/cuda}/bin:/usr/local/cuda/bin command -v nvcc)
[ -n "$nvcc" ] || {
    pass "no nvcc: the CUDA toolkit is not installed, nothing was tried"
    finish
    exit
}
folder=$(realpath "$(mktemp -d)") || exit 3
trap 'rm -rf "$folder"' EXIT
out=$folder/out
build_with() { # OUTPUT, then nvcc's words
    local output=$1
    shift
    exits 0 "nvcc $*" "$folder/log" nice "$nvcc" -o "$folder/$output" "$@"
}
checked() { # CODE PROGRAM ARGUMENTS...
    local expected=$1 program=$2
    shift 2
    label="check $program $*"
    exits "$expected" "$label" "$out" nice "$scord" check "$folder/$program" "$@"
}
line_of() { grep -n "// RACE" "$programs/$1" | cut -d: -f1; }
result="sum 384, last 381, capability"

group_programs() {
    build_with racy -cudart shared -lineinfo "$programs/racy.cu"
    checked 1 racy
    has "$out" "$result"
    has "$out" "warp 32, most threads 1024, device memory 1, version 1"
    has "$out" "racy.cu:$(line_of racy.cu) load" # inlined: its own line
    has "$out" "in kernel count(int*, int)"
    checked 1 racy -- argument
    has "$out" "the program ended with exit code 1"
    lacks "$out" "no line:"
    build_with lineless -cudart shared "$programs/racy.cu"
    checked 1 lineless
    has "$out" "2 sites have no line: compile the program with nvcc -lineinfo (lines of kernels) and -Xcompiler -g1"
    # several architectures, and each way to keep the text
    build_with several -cudart shared -gencode arch=compute_75,code=compute_75 \
        -gencode 'arch=compute_80,code=[sm_80,compute_80]' -gencode arch=compute_90,code=compute_90 "$programs/racy.cu"
    checked 1 several
    has "$out" "$result 8.0"
    build_with newer -cudart shared -gencode arch=compute_86,code=compute_86 \
        -gencode arch=compute_90,code=compute_90 -Xfatbin -compress=false "$programs/racy.cu"
    checked 1 newer
    has "$out" "$result 8.6"
    build_with lz4 -cudart shared -arch=sm_75 --compress-mode=speed "$programs/racy.cu"
    checked 1 lz4
    has "$out" "$result 7.5"
}

group_links() {
    build_with parts -cudart shared -rdc=true -arch=sm_80 "$programs/parts_main.cu" "$programs/parts_other.cu"
    checked 0 parts
    has "$out" "last 69, calls 1132"
    build_with libcounting.so -cudart shared -lineinfo -shared -Xcompiler -fPIC "$programs/library.cu"
    exits 0 "g++ library_user" "$folder/log" \
        g++ -o "$folder/user" "$programs/library_user.cpp" -L"$folder" -lcounting -Wl,-rpath,"$folder"
    checked 1 user
    has "$out" "counted 1"
    has "$out" "library.cu:$(line_of library.cu) load"
    # what cannot be run says how to link again
    build_with static "$programs/racy.cu"
    checked 2 static
    has "$out" "link it again with nvcc -cudart shared -gencode arch=compute_80,code=compute_80"
    build_with machine_code -cudart shared -gencode arch=compute_80,code=sm_80 "$programs/racy.cu"
    checked 2 machine_code
    has "$out" "link again with -cudart shared -gencode arch=compute_80,code=compute_80"
}

# Each program of headers/ compares its results with the host's, and says "right".
right() { # FILE
    label="check headers/$1.cu"
    SCORD_CACHE=$folder/cache exits 0 "$label" "$out" nice "$scord" check --compiler nvcc "$programs/headers/$1.cu"
    has "$out" right
    lacks "$out" wrong
}

group_compiler() {
    printf '#include <cuda_fp6.h>\n__global__ void k() {}\nint main() { k<<<1, 1>>>(); return 0; }\n' \
        > "$folder/only_nvcc.cu"
    export SCORD_CACHE=$folder/cache
    right matrices
    right matrices
    has "$out" "1 of 1 compiler runs spared by the cache (nvcc)"
    label="auto: what clang cannot compile"
    SCORD_COMPILER=auto exits 0 "$label" "$out" nice "$scord" check "$folder/only_nvcc.cu"
    has "$out" "clang cannot compile this; nvcc has"
    label="auto: what clang compiles"
    SCORD_COMPILER=auto exits 1 "$label" "$out" nice "$scord" check "$programs/library_alone.cu"
    lacks "$out" "(nvcc)"
    label="clang alone"
    exits 2 "$label" "$out" nice "$scord" check --compiler clang "$folder/only_nvcc.cu"
    has "$out" "is not in the part of CUDA that scord has"
    label="neither can"
    echo 'int main() { return nothing; }' > "$folder/bad.cu"
    SCORD_COMPILER=auto exits 2 "$label" "$out" nice "$scord" check "$folder/bad.cu"
    has "$out" "does not compile"
    exits 2 "unknown compiler" "$out" "$scord" check --compiler gcc "$folder/only_nvcc.cu"
}

group_headers() {
    local file
    for file in "$programs"/headers/*.cu; do right "$(basename "$file" .cu)"; done
}

# The toolkit's own library, on the host, is the judge of ours.
group_libraries() {
    exits 0 "nvcc random_host.cu" "$folder/log" nice "$nvcc" -o "$folder/judge" "$programs/random_host.cu" -lcurand
    exits 0 "the toolkit's cuRAND" "$folder/judged" "$folder/judge"
    build_with random_host -cudart shared "$programs/random_host.cu" -lcurand
    checked 0 random_host
    while read -r line; do has "$out" "$line"; done < "$folder/judged"
    equal "lines of the toolkit's cuRAND" 6 "$(wc -l < "$folder/judged")"
}

# Programs of the front end that ask more of a linker than `scord check FILE` does, as nvcc links them.
group_linked() {
    local name
    for name in user/runtime/device_launches user/runtime/graph_questions libraries/blas_lt; do
        build_with linked -cudart shared -rdc=true -lineinfo -arch=compute_80 "tb/programs/frontend/programs/$name.cu" \
            -lcudadevrt -lcublasLt
        checked 0 linked
        has "$out" "wrong 0"
    done
    # a function of a library that is not there: by its name, when it is called
    build_with missing -cudart shared -arch=compute_80 "$programs/missing_function.cu" \
        -lcurand -Xlinker --no-as-needed -lcusolverMg
    checked 2 missing
    has "$out" "word 7"
    has "$out" "the program calls curandCreatePoissonDistribution, which scord does not have"
    has "$out" "note: the program loads libcusolverMg.so"
}

for group; do "group_$group"; done
finish
