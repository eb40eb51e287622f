#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# run_driver.sh: programs of the driver API through `scord check`.
#
# usage: run_driver.sh GROUP...   groups: programs (by clang), library (opened by dlopen), nvcc,
#        ptx (kernels of a PTX file)
# BUILD names the build directory (build).
set -u
cd "$(dirname "$0")/../../.." || exit 3
. tb/expect.sh
build=$(realpath "${BUILD:-build}")
scord=$build/scord
programs=$(realpath tb/commands/driver/programs)
folder=$(realpath "$(mktemp -d)") || exit 3
trap 'rm -rf "$folder"' EXIT
export SCORD_CACHE=$folder/cache SCORD_COMPILER=clang
out=$folder/out
checked() { # CODE WORDS...
    local expected=$1
    shift
    label="check ${*//$folder\//}"
    exits "$expected" "$label" "$out" nice "$scord" check "$@"
}
line_of() { grep -n "// $2\$" "$programs/$1" | cut -d: -f1; }

# What races.cpp shows, however it was built.
races_are_found() {
    has "$out" "in kernel race"
    has "$out" "cuMemAlloc#1+0"
    has "$out" "races.cpp:$(line_of races.cpp SET) in main"
    has "$out" "races.cpp:$(line_of races.cpp COPY) in main"
    has "$out" "cuMemcpyDtoHAsync in non-blocking stream 2"
    has "$out" "races.cpp:$(line_of races.cpp FREE) in main"
    has "$out" "cuMemFree of cuMemAlloc#1, which is freed already"
    has "$out" "done"
}

group_programs() {
    checked 0 "$programs/driver.cpp"
    has "$out" right
    checked 1 -g "$programs/races.cpp" -lcuda
    races_are_found
    checked 1 "$programs/run_time_compiler.cpp" -lnvrtc -lcuda
    has "$out" "wrong 0"
    has "$out" "this access: made.cu:6 store"
    has "$out" "1 race at 1 site"
}

group_library() {
    exits 0 "gcc opened.c" "$folder/log" gcc -o "$folder/opened" "$programs/opened.c" -ldl
    checked 2 "$folder/opened"
    has "$out" "devices 1"
    has "$out" 'the program calls cuGraphCreate, which scord does not have (docs/cuda.md, "Driver API")'
}

group_nvcc() {
    local nvcc toolkit
    nvcc=$(PATH=$PATH:${CUDA_HOME:-/usr/local/cuda}/bin:/usr/local/cuda/bin command -v nvcc)
    [ -n "$nvcc" ] || {
        pass "no nvcc: the CUDA toolkit is not installed, nothing was tried"
        return
    }
    toolkit=$(dirname "$(dirname "$(realpath "$nvcc")")")
    build_with() { # OUTPUT, then nvcc's words
        local output=$1
        shift
        exits 0 "nvcc $*" "$folder/log" nice "$nvcc" -g -cudart shared -L"$toolkit/lib64/stubs" \
            -o "$folder/$output" "$@"
    }
    build_with driver "$programs/driver.cpp" -lcuda
    checked 0 "$folder/driver"
    has "$out" right
    build_with races "$programs/races.cpp" -lcuda
    checked 1 "$folder/races"
    races_are_found
    build_with mixed "$programs/mixed.cu"
    checked 0 "$folder/mixed"
    has "$out" "sum 128, not found"
    # a fat binary, from a file; machine code alone
    build_with add.fatbin -fatbin -gencode arch=compute_80,code=compute_80 \
        -gencode arch=compute_80,code=sm_80 "$programs/add.cu"
    build_with add.cubin -cubin -arch=sm_80 "$programs/add.cu"
    build_with from_file "$programs/from_file.cpp" -lcuda
    checked 0 "$folder/from_file" -- "$folder/add.fatbin"
    has "$out" "sum 192"
    checked 2 "$folder/from_file" -- "$folder/add.cubin"
    has "$out" "the program loads machine code (SASS) only"
    [ -e "$toolkit/lib64/libnvrtc.so" ] || {
        pass "no NVRTC, not tried"
        return
    }
    build_with run_time_compiler "$programs/run_time_compiler.cpp" -lnvrtc -lcuda
    checked 1 "$folder/run_time_compiler"
    has "$out" "wrong 0"
    has "$out" "made.cu:6 store"
    build_with compiled "$programs/compiled.cpp" -lnvrtc -lcuda
    checked 0 "$folder/compiled"
    has "$out" "sum 192"
}

group_ptx() {
    local file=$programs/kernels.ptx
    checked 1 "$file" --entry race --grid 2 --block 64 --args buf:4,u32:3
    has "$out" "kernels.ptx:$(line_of kernels.ptx LOAD) load"
    has "$out" "kernels.ptx:$(line_of kernels.ptx STORE) store"
    has "$out" "1 launches, 2 blocks"
    checked 0 "$file" --entry fine --args buf:128:f32:1.5,f32:2
    has "$out" "1 launches, 1 blocks"
    head -c 128 /dev/zero > "$folder/words"
    checked 0 "$file" --entry fine --grid 1,1,1 --block 32x1 --args "buf:@$folder/words,f32:2"
    checked 1 "$file" --entry fine --args buf:128:raw,f32:2
    has "$out" "finding uninitialised/global"
    checked 2 "$file" --entry fine --args buf:64,f32:2 # the last word lies behind it
    has "$out" "kernels.ptx"
    checked 2 "$file" --entry nope
    has "$out" "has no kernel nope; it has race, fine"
    checked 2 "$file"
    has "$out" "has several kernels; --entry: race, fine"
    checked 2 "$file" --entry race --args buf:4
    has "$out" "kernel race takes 2 arguments, --args names 1: (.u64 total, .u32 value)"
    checked 2 "$file" --entry race --args buf:4,f64:1
    has "$out" "--args f64:1 has 8 bytes, but parameter 2 of kernel race has 4: (.u64 total, .u32 value)"
    checked 2 "$file" --entry race --args buf:4,u33:1
    has "$out" "--args u33:1 is not one of buf:BYTES"
    checked 2 "$file" --entry race --grid 0
    has "$out" "--grid 0: one to three numbers above 0"
    checked 2 "$file" --entry race --block 2000 --args buf:4,u32:3
    has "$out" "kernel race was launched with a block of 2000 threads"
    checked 2 "$file" -- word
    has "$out" "named by --args"
    checked 2 "$programs/driver.cpp" --entry race
    has "$out" "no file.ptx is named"
    checked 0 "$programs/look_back.ptx" --grid 2 --block 1 --args buf:16:u64:0
    sed 's|/cub/|/own/|' "$programs/look_back.ptx" > "$folder/own.ptx" # nothing but CUB's files is so
    checked 1 "$folder/own.ptx" --grid 2 --block 1 --args buf:16:u64:0
    checked 0 "$programs/packed_swap.ptx" --grid 4 --block 64 --args buf:4:u32:0
    sed "s|/cuda_bf16.hpp|/own.hpp|" "$programs/packed_swap.ptx" > "$folder/own_swap.ptx"
    checked 1 "$folder/own_swap.ptx" --grid 4 --block 64 --args buf:4:u32:0
    sed 's/bar.sync 0/ba.sync 0/' "$file" > "$folder/bad.ptx"
    checked 2 "$folder/bad.ptx" --entry fine --args buf:128,f32:2
    has "$out" "bad.ptx:$(grep -n "ba.sync" "$folder/bad.ptx" | cut -d: -f1)"
}

for group; do "group_$group"; done
finish
