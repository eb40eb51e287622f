#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# run_check.sh: `scord check` of directories, projects and executables, scord-nvcc, the compile cache, JSON and SARIF.
#
# usage: run_check.sh GROUP...   groups: cache unchanged targets nvcc architectures project
#                                 toolkit cmake reports environment
# BUILD names the build directory (build). Every expectation is one check. Closes with "N passed, N failed".
set -u
build=$(realpath "${BUILD:-build}")
scord=$build/scord
nvcc=$build/scord-nvcc
tests=$(realpath tb/commands/check)
programs=$(realpath tb/programs/frontend/programs)
schema=$(realpath docs/report-schema.json)
[ $# -ge 1 ] || {
    echo "usage: run_check.sh GROUP...: cache unchanged targets nvcc architectures project toolkit cmake reports" \
        "environment" >&2
    exit 2
}
folder=$(realpath "$(mktemp -d)") || exit 3
trap 'rm -rf "$folder"' EXIT
export TMPDIR=$folder/tmp SCORD_CACHE=$folder/cache; mkdir "$TMPDIR"
unset MAKEFLAGS MFLAGS MAKELEVEL NVCC_PREPEND_FLAGS NVCC_APPEND_FLAGS
. tb/expect.sh

report() { # what, problem ('' = fine)
    if [ -z "$2" ]; then pass "ok   $1"; return; fi
    fail "$1: $2"; sed 's/^/     | /' "$folder/out" "$folder/err" | head -n 30
}
run() { # command and arguments, in the directory `here`
    label=$*; label=${label//$folder\//}; label=${label//$build\//}
    (cd "${here:-.}" && nice -n 10 "$@") > "$folder/out" 2> "$folder/err" < /dev/null; code=$?
    [ -z "$(ls -A "$TMPDIR")" ] || {
        report "$label: temporary files are removed" "$(ls "$TMPDIR")"
        rm -rf "${TMPDIR:?}"/*
    }
}
code_is() { [ "$code" -eq "$1" ] && report "$label: exit code $1" "" || report "$label: exit code $1" "it is $code"; }
has() { grep -qF -e "$2" "$1" && report "$label: '$2'" "" || report "$label: '$2'" "missing in $(basename "$1")"; }
lacks() {
    grep -qF -e "$2" "$1" && report "$label: no '$2'" "it is in $(basename "$1")" || report "$label: no '$2'" ""
}
out_has() { has "$folder/out" "$1"; }
err_has() { has "$folder/err" "$1"; }
one_error() { # exactly one line of standard error begins with scord:, and it holds every pattern
    local line pattern; line=$(grep '^scord: ' "$folder/err")
    [ "$(grep -c '^scord: ' "$folder/err")" -eq 1 ] || {
        report "$label: one error" "there are $(grep -c '^scord: ' "$folder/err")"
        return
    }
    for pattern; do case $line in *"$pattern"*) ;; *) report "$label: error names '$pattern'" "$line"; return;; esac;
    done
    report "$label: error names $*" ""
}
same() { cmp -s "$2" "$3" && report "$1" "" || report "$1" "$(basename "$2") and $(basename "$3") differ"; }
spared() { out_has "$1 compiler runs spared by the cache"; }
line_of() { grep -n "// $2" "$1" | cut -d: -f1; }
# The report without what a run's speed and the cache's state say.
verdict() { sed -e '/^  rates /d' -e '/^  compilation /d' "$folder/out" > "$1"; }

group_cache() {
    cp "$programs/racy.cu" "$folder/a.cu"; printf '#define VALUE 1\n' > "$folder/value.h"
    sed -i '1i #include "value.h"' "$folder/a.cu"
    here=$folder
    run "$scord" check a.cu; code_is 1; spared "0 of 2"; verdict "$folder/cold"
    run "$scord" check a.cu
    code_is 1
    spared "2 of 2"
    verdict "$folder/warm"
    same "from the cache: the same report" "$folder/cold" "$folder/warm"
    run "$scord" check --no-cache a.cu
    code_is 1
    spared "0 of 2"
    verdict "$folder/warm"
    same "without a cache: the same report" "$folder/cold" "$folder/warm"
    run "$scord" check a.cu -DVALUE=1 -DOTHER; code_is 1; spared "0 of 2" # other flags
    sleep 0.01; printf '#define VALUE 2\n#define MORE(x) x\n' > "$folder/value.h"
    run "$scord" check a.cu; code_is 1; spared "2 of 2" # nothing of the header is used: the same text to compile
    sleep 0.01; printf '\nextern int another_line;\n' > "$folder/value.h"
    run "$scord" check a.cu; code_is 1; spared "0 of 2" # an included file has changed
    # every damaged entry is found, and compiled anew
    for entry in "$SCORD_CACHE"/?/*; do
        printf 'X' | dd of="$entry" bs=1 seek=$(($(stat -c %s "$entry") / 2)) conv=notrunc status=none
    done
    run "$scord" check a.cu
    code_is 1
    spared "0 of 2"
    verdict "$folder/warm"
    same "damaged entries: the same report" "$folder/cold" "$folder/warm"
    run "$scord" check a.cu; spared "2 of 2"
    # at the same time, from an empty cache
    rm -rf "$SCORD_CACHE"; label="four at once"
    for i in 1 2 3 4; do
        (cd "$folder" && nice "$scord" check a.cu > "$folder/at_once$i" 2>&1; echo "exit $?" >> "$folder/at_once$i") & \
            done
        wait
    for i in 1 2 3 4; do has "$folder/at_once$i" "exit 1"; has "$folder/at_once$i" "1 race at 1 site"; done
    [ -z "$(ls "$SCORD_CACHE"/?/new.* 2>/dev/null)" ] && report "$label: nothing half-written" "" ||
        report "$label: nothing half-written" "$(ls "$SCORD_CACHE"/?/new.*)"
    SCORD_CACHE_SIZE=0 run "$scord" check a.cu -DBOUND; code_is 1
    SCORD_CACHE_SIZE=0 run "$scord" check a.cu -DBOUND; code_is 1; spared "0 of 2" # nothing fits
    SCORD_CACHE_SIZE=much run "$scord" check a.cu; code_is 2; one_error SCORD_CACHE_SIZE "'much'"
    # no such directory can be made
    : > "$folder/file"; SCORD_CACHE=$folder/file/x run "$scord" check a.cu; code_is 1; spared "0 of 2"
    SCORD_CACHE='' run "$scord" check a.cu; code_is 1; spared "0 of 2"
    here=.
}

# The preprocessor runs where a file that it read, or one that it would find first now, has changed.
group_unchanged() {
    local flags; here=$folder
    mkdir -p "$folder/bin" "$folder/first" "$folder/second"
    printf '#!/bin/sh\necho "$*" >> %s\nexec %s "$@"\n' "$folder/calls" "$(command -v clang++-14)" \
        > "$folder/bin/clang++-14"
    chmod +x "$folder/bin/clang++-14"
    cat > "$folder/a.cu" << 'end'
#include <cstdio>
#include <value.h>
#if __has_include("more.h")
#include "more.h"
#else
#define MORE 0
#endif
__global__ void k(int *p) { *p = VALUE; }
int main() {
    int *p, v;
    cudaMalloc(&p, 4);
    k<<<1, 1>>>(p);
    cudaMemcpy(&v, p, 4, cudaMemcpyDeviceToHost);
    printf("value %d, more %d\n", v, MORE);
}
end
    printf '#define VALUE 1\n' > "$folder/second/value.h"
    flags="-Ifirst -I second"
    look() { # RUNS OUTPUT: of the preprocessor, of the program
        : > "$folder/calls"; sleep 0.04
        local runs=$1 output=$2
        PATH=$folder/bin:$PATH run "$scord" check a.cu $flags; out_has "$output"
        local ran; ran=$(grep -c -e ' -E ' "$folder/calls")
        [ "$ran" -eq "$runs" ] || ran="$ran times"
        report "$label: the preprocessor ran $runs times" "${ran#"$runs"}"
    }
    look 2 "value 1, more 0"; look 0 "value 1, more 0"
    cp -p "$folder/second/value.h" "$folder/old"
    printf '#define VALUE 2\n' > "$folder/second/value.h"; touch -r "$folder/old" "$folder/second/value.h"
    look 2 "value 2, more 0"; look 0 "value 2, more 0" # of the same size and time as before
    printf '#define VALUE 3\n' > "$folder/first/value.h"
    look 2 "value 3, more 0"; look 0 "value 3, more 0" # found first now
    printf '#define MORE 4\n' > "$folder/second/more.h"
    look 2 "value 3, more 4"; look 0 "value 3, more 4"
    printf '#define MORE 5\n' > "$folder/more.h"; look 2 "value 3, more 5"; look 0 "value 3, more 5"
    rm "$folder/more.h" "$folder/first/value.h"; look 2 "value 2, more 4"; look 0 "value 2, more 4"
    cat "$folder/second/value.h" > "$folder/new"; mv "$folder/new" "$folder/second/value.h"
    look 2 "value 2, more 4"; look 0 "value 2, more 4" # another file of the same content
    # what decides the text is not known from files alone
    CPATH=$folder/first look 2 "value 2, more 4"; CPATH=$folder/first look 2 "value 2, more 4"
    for line in 'const char *now = __TIME__;' '#define HEADER "second/more.h"
#undef MORE
#include HEADER'; do
        cp "$folder/a.cu" "$folder/kept"; printf '%s\n' "$line" >> "$folder/a.cu"
        look 2 "value 2, more 4"; look 2 "value 2, more 4"
        cp "$folder/kept" "$folder/a.cu"
    done
    here=.
}

group_targets() {
    run "$scord" check "$tests/directory"; code_is 0; out_has "value 64, helper 7"
    here=$tests/directory run "$scord" check .; code_is 0; out_has "value 64, helper 7"
    run "$scord" check "$tests/directory" -rdc true; code_is 0; out_has "value 64, helper 7"
    mkdir -p "$folder/empty"; run "$scord" check "$folder/empty"; code_is 2; one_error "holds no .cu file"
    run "$scord" check "$tests/project"; code_is 2; one_error "holds no .cu file" "--make"
    mkdir "$folder/two"; cp "$programs/racy.cu" "$folder/two/a.cu"; cp "$programs/racy.cu" "$folder/two/b.cu"
    sed -i 's/shared_word/word_of_b/; s/write_it/b_writes_it/' "$folder/two/b.cu"
    run "$scord" check "$folder/two"; code_is 2; one_error "more than one of the files has a main()"
    run "$nvcc" -O2 -o "$folder/racy" "$programs/racy.cu"; code_is 0
    run "$folder/racy"; code_is 0; out_has "done" # an ordinary executable
    run "$scord" check "$folder/racy" -- 1; code_is 1; one_error "exit code 1"; out_has "1 race at 1 site"
    run "$scord" check "$folder/racy" --json "$folder/exe.json"
    code_is 1
    out_has "racy.cu:$(line_of "$programs/racy.cu" RACE) store"
    has "$folder/exe.json" '"compilation": null'
    here=$folder run "$scord" check ./racy --sarif -
    code_is 1
    run "$scord" check "$folder/racy" -DX
    code_is 2
    one_error "an executable is checked as it is"
    run "$scord" check "$folder/racy" "$folder/racy"; code_is 2; one_error "one executable at a time"
    run "$scord" check /bin/true; code_is 2; one_error "/bin/true was not built by scord-nvcc" "NVCC=scord-nvcc"
    run "$scord" check "$tests/run_check.sh"
    code_is 2
    one_error "neither a CUDA source, nor a directory, nor an executable"
    run "$scord" check --program x "$programs/racy.cu"; code_is 2; one_error "--program belongs to --make"
    # a machine that there is not: what it lacks, and one that has it
    run "$scord" check --rtl --config tiny --independent-threads "$programs/racy.cu"; code_is 2
    one_error "no machine is 'tiny' with independent_threads=1; --config tinyits is the nearest"
    run "$scord" cosim --random --events 9 --lanes 5; code_is 2
    one_error "machine is 'tiny' with lanes=5 (which no machine has); --config tiny is the nearest"
    # linked by another build: its id is replaced in the executable
    id=$("$scord" --version | sed 's/.*build //')
    sed "s/$id/0123456789abcdef/g" "$folder/racy" > "$folder/old"
    chmod +x "$folder/old"
    run "$scord" check "$folder/old"; code_is 3; one_error "another build" "$id" "link it again"
    lacks "$folder/out" 'done' # and it never ran
}

group_nvcc() {
    here=$folder; cp "$programs/two_files.cu" "$programs/two_files_second.cu" "$programs/two_files_helper.cpp" "$folder"
    version=$(sed -n "s/^#define CUDART_VERSION //p" "$build/cuda/include/scord_cuda.h")
    version=$((version / 1000)).$((version % 1000 / 10))
    run "$nvcc" --version; code_is 0; out_has "Cuda compilation tools, release $version, V$version."
    run "$build/cuda/bin/nvcc" -V; code_is 0; out_has "release 12.4"
    run "$scord" nvcc --help; code_is 0; out_has "--relocatable-device-code"
    run "$nvcc" -c two_files.cu two_files_second.cu -I=. --define-macro X=1 -DY -Xptxas=-v,-O3 \
        --compiler-options "-Wall -fno-strict-aliasing" -Xcompiler=-pthread \
        --generate-code=arch=compute_60,code=sm_60 -G -g -w -m64 -ccbin g++ --maxrregcount=32 \
        -Wno-deprecated-gpu-targets; code_is 0
    run "$nvcc" -std=c++17 -o prog two_files.o two_files_second.o two_files_helper.cpp -L. -lcudart -lm -Xlinker -s
    code_is 0
    run ./prog; code_is 0; out_has "15 4"
    run "$nvcc" two_files.cu two_files_second.o two_files_helper.cpp; code_is 0; run ./a.out; out_has "15 4"
    run "$scord" check ./a.out; code_is 0
    mkdir -p "$folder/sub"
    run "$nvcc" -c -odir sub -MD two_files_second.cu
    code_is 0
    run cat sub/two_files_second.d
    out_has "sub/two_files_second.o: two_files_second.cu"
    run "$nvcc" -M two_files.cu; code_is 0; out_has "two_files.o: two_files.cu"; out_has "/stdio.h"
    run "$nvcc" -MM -MT target two_files.cu; code_is 0; out_has "target: two_files.cu"; lacks "$folder/out" "/stdio.h"
    run "$nvcc" -E two_files_helper.cpp; code_is 0; out_has '# 1 "two_files_helper.cpp"'
    run "$nvcc" -ptx -o x.ptx two_files.cu; code_is 0; run head -n 20 x.ptx; out_has ".target sm_80"
    cp "$folder/two_files_helper.cpp" "$folder/odd.name"
    run "$nvcc" -x c++ -c odd.name
    code_is 0
    [ -s "$folder/odd.o" ] && report "-x: odd.o" "" || report "-x: odd.o" missing
    echo "-c two_files_second.cu -o by_file.o" > "$folder/options"
    run "$nvcc" -optf options
    code_is 0
    [ -s "$folder/by_file.o" ] && report "-optf: output" "" || report "-optf: output" missing
    # What samples' makefiles use: response files, one -std for C++ and C, libraries of the driver and of marks.
    printf 'int forty_two(void) { return 42; }\n' > "$folder/plain.c"
    printf 'extern "C" int forty_two(void);\n#include <cstdio>\nint main() { printf("%%d\\n", forty_two()); }\n' \
        > "$folder/uses.cu"
    echo "-std=c++17 -o answer uses.cu plain.c" > "$folder/response"
    run "$nvcc" @response -lcuda -lnvToolsExt; code_is 0
    run ./answer; code_is 0; out_has "42"
    run "$nvcc" --options-file response; code_is 0
    echo 'int main(void) { return 0; }' > "$folder/nothing.c"
    run gcc -o nothing nothing.c -L"$build/cuda/lib64" -lcudart -lcuda -lnvToolsExt; code_is 0
    echo "-optf itself" > "$folder/itself"
    run "$nvcc" -optf itself two_files.cu
    code_is 2
    one_error "too many option files"
    # nvcc's options are options of scord check, too
    printf '__global__ void k() { if constexpr (FOUR == 4) return; }\nint main() { k<<<1, 1>>>(); }\n' \
        > "$folder/flags.cu"
    run "$scord" check flags.cu --std=c++17 --define-macro FOUR=4 -lineinfo -G --extended-lambda -Xptxas -v \
        --use_fast_math -maxrregcount=32 -Xcompiler -Wall,-fopenmp -ccbin g++ -lcublas -lcudadevrt --library m
    code_is 0
    run "$scord" check flags.cu -x=cu -std c++17 -D FOUR=4 -O 3 -t 4 -m 64 -arch=native -code=sm_80,compute_80 \
        -Werror all-warnings -Wall -dlto -e k -Xcompiler '-Wall -O3' -Xlinker --no-as-needed -l m -lcusolver -o flags \
        -brief-diag=true -ftemplate-depth 1024 --forward-unknown-to-host-compiler -MMD -MF flags.d
    code_is 0
    echo "--std=c++17 -DFOUR=4 flags.cu" > "$folder/words"
    run "$scord" check -optf words; code_is 0
    run "$scord" check flags.cu --std=c++17 --dryrun; code_is 2; one_error "unknown option --dryrun"
    NVCC_APPEND_FLAGS='-DBREAK_IT=1 -o appended.o' run "$nvcc" -c two_files_second.cu
    code_is 0
    [ -s "$folder/appended.o" ] && report "NVCC_APPEND_FLAGS" "" || report "NVCC_APPEND_FLAGS" missing
    run "$nvcc" -use_fast_math -c two_files_second.cu; code_is 0
    run "$nvcc" -ftz=maybe -c two_files_second.cu; code_is 2; one_error "expected true or false for option 'ftz'"
    run "$nvcc" --no-such-flag two_files.cu; code_is 2; one_error "unknown option '--no-such-flag'" "-Xcompiler"
    run "$nvcc" -shared -o x.so two_files.cu; code_is 2; one_error "--shared is not supported"
    run "$nvcc" -arch=fermi two_files.cu; code_is 2; one_error "'fermi' is not defined for option 'gpu-architecture'"
    run "$nvcc" -m32 two_files.cu; code_is 2; one_error "64-bit"
    run "$nvcc" -rdc=maybe two_files.cu; code_is 2; one_error "expected true or false"
    run "$nvcc" -c two_files.cu two_files_second.cu -o x.o; code_is 2; one_error "-o names one file"
    run "$nvcc"; code_is 2; one_error "no input files"
    run "$nvcc" -o; code_is 2; one_error "argument expected after '-o'"
    run "$nvcc" notes.txt; code_is 2; one_error "don't know what to do with 'notes.txt'"
    run "$nvcc" missing.cu; code_is 2; one_error "missing.cu: No such file"
    run "$nvcc" -c "$programs/invalid.cu"; code_is 2; one_error "does not compile"; err_has "invalid.cu:1:21: error:"
    run "$nvcc" -c "$programs/unknown_api.cu"; code_is 2; one_error cudaImportExternalMemory
    echo '__global__ void k(int *p) { if (__CUDA_ARCH__ >= 700) *p = 1; } int main() {}' > "$folder/arch.cu"
    run "$nvcc" -c arch.cu; code_is 2; one_error "arch.cu:1: __CUDA_ARCH__ has no value where the host"
    run "$nvcc" -o x two_files.cu; code_is 2; one_error "x does not link"
    printf 'extern "C" int nvmlInit(void);\nint main() { return nvmlInit(); }\n' > "$folder/management.cu"
    run "$nvcc" -o x management.cu -lnvidia-ml -lnppc -lcusolver -lnvrtc
    code_is 2
    one_error "nvmlInit is not in the part of CUDA"
    run "$nvcc" -dlink -o none.o two_files_second.o
    code_is 0
    [ -s "$folder/none.o" ] && report "-dlink without device code: an empty object" "" ||
        report "-dlink without device code: an empty object" missing
    echo '__device__ int seven() { return 7; }' > "$folder/seven.cu"
    printf '%s\n' 'extern __device__ int seven();' '__global__ void k(int *p) { *p = seven(); }' 'int main() {}' \
        > "$folder/asks.cu"
    run "$nvcc" -dc seven.cu asks.cu; code_is 0
    run "$nvcc" -dlink -o linked.o seven.o asks.o; code_is 0
    run "$nvcc" -o asks seven.o asks.o linked.o; code_is 0 # linked twice: once by -dlink
    printf "\x50\xed\x55\xba\x01" > "$folder/machine"
    objcopy --update-section .nv_fatbin="$folder/machine" "$folder/two_files.o" "$folder/foreign.o"
    run "$nvcc" -o x foreign.o two_files_second.o
    code_is 2
    one_error "foreign.o holds GPU machine code of another CUDA compiler"
    run ar rcs foreign.a two_files_second.o foreign.o
    run "$nvcc" -o x two_files.o foreign.a
    code_is 2
    one_error "foreign.a holds GPU machine code"
    run "$nvcc" -forward-unknown-to-host-compiler -funroll-loops -c two_files_second.cu; code_is 0
    run "$nvcc" -v no_such_file; code_is 2; err_has "#\$ TOP=$build/cuda"
    printf 'extern __device__ int nowhere;\n__global__ void k() { nowhere = 1; }\nint main() { k<<<1, 1>>>(); }\n' \
        > "$folder/undefined.cu"
    run "$nvcc" -rdc=true -o x undefined.cu; code_is 2; one_error "device code uses nowhere"
    printf 'int not_so_good(int x) { int unused; return x; }\n' > "$folder/warned.cpp"
    run "$nvcc" -Xcompiler -Wall -c warned.cpp; code_is 0; err_has "unused variable"
    run "$nvcc" -Xcompiler -Wall -c warned.cpp; code_is 0; err_has "unused variable" # not lost by the cache
    here=.
}

# architecture.cu prints __CUDA_ARCH__, the device's capability, what a warp-level lock counted (15872 when it is right)
# and __CUDA_ARCH_LIST__.
group_architectures() {
    local config
    here=$tests
    for config in gtx480 gtx480:independent_threads=1; do
        run "$scord" check --config $config --shared architecture.cu
        code_is 0; out_has "arch 800, device 8.0, sum 15872, list 800"; out_has "0 races at 0 sites"
        run "$scord" check --config $config --shared architecture.cu -arch=sm_60
        code_is 0; out_has "arch 600, device 6.0, sum 15872, list 600"; out_has "0 races at 0 sites"
    done
    run "$scord" check architecture.cu --relocatable-device-code true --gpu-architecture compute_75
    code_is 0; out_has "arch 750, device 7.5, sum 15872, list 750"
    run "$scord" check architecture.cu -gencode arch=compute_60,code=sm_60 \
        --generate-code=arch=compute_72,code=[sm_72,compute_72] -gencode=arch=compute_90a,code=sm_90a
    code_is 0; out_has "arch 720, device 7.2, sum 15872, list 600,720,900"
    run "$scord" check architecture.cu -arch sm_90a; code_is 0; out_has "arch 900, device 9.0, sum 15872, list 900 a"
    run "$scord" check architecture.cu -arch=native; code_is 0; out_has "arch 800, device 8.0"
    for word in -arch=sm_65 -arch=sm_80a --gpu-architecture=volta -gencode=code=sm_80 \
        -gencode=arch=compute_80,code=sm_8; do
        run "$scord" check architecture.cu "$word"; code_is 2; one_error "is not defined for option '--g" "70 72 75"
        run "$nvcc" -c architecture.cu "$word"; code_is 2; one_error "is not defined for option 'g" "70 72 75"
    done
    run "$scord" check --make . -arch=sm_70; code_is 2; one_error "the architecture is the makefile's"
    run "$scord" sim architecture.cu -arch=sm_61; code_is 0; out_has "arch 610, device 6.1, sum 15872, list 610"
    # executables carry it
    run "$nvcc" -arch=sm_70 -o "$folder/volta" architecture.cu; code_is 0
    run "$nvcc" -arch=sm_60 -o "$folder/pascal" architecture.cu; code_is 0
    run "$scord" check "$folder/volta"; code_is 0; out_has "arch 700, device 7.0, sum 15872, list 700"
    run "$scord" check "$folder/pascal"; code_is 0; out_has "arch 600, device 6.0, sum 15872, list 600"
    run "$scord" check "$folder/pascal" -arch=sm_80; code_is 2; one_error "an executable is checked as it is"
    # objects of two architectures do not link; what sm_60 brought may be the program's own before
    cp "$programs/two_files.cu" "$programs/two_files_second.cu" "$programs/two_files_helper.cpp" "$folder"; here=$folder
    run "$nvcc" -dc -arch=sm_70 two_files.cu; code_is 0
    run "$nvcc" -dc -arch=sm_60 two_files_second.cu; code_is 0
    run "$nvcc" -o x two_files.o two_files_second.o two_files_helper.cpp; code_is 2; one_error "sm_70 and for sm_60"
    run "$nvcc" -c -arch=sm_50 -DOWN_DOUBLE "$tests/architecture.cu"; code_is 0
    here=.
}

group_project() {
    cp -r "$tests/project" "$folder/project"; here=$folder
    run env "PATH=$build:$PATH" make -C project NVCC=scord-nvcc; code_is 0
    run "$scord" check project/out/histogram -- 16; code_is 0; out_has "bins 16, sum 256, total 9, calls 256"
    run grep -c "include/count.h" project/out/count.d; code_is 0
    run "$scord" check --make project -- 4
    code_is 0
    err_has "Nothing to be done"
    out_has "bins 4, sum 256, total 9, calls 256"
    make -s -C "$folder/project" clean
    NVCC_APPEND_FLAGS=-DNARROW run "$scord" check --make project --json "$folder/p.json"; code_is 1
    out_has "this access: project/src/count.cu:$(line_of "$folder/project/src/count.cu" \
        NARROW) atomicAdd_block (block scope) in histogram("
    out_has "atomicAdd_block(&bins[bin], 1u); // NARROW"
    run "$build/tb/validate_json" "$schema" p.json; code_is 0
    run "$scord" check --make project EXTRA; code_is 2; one_error "EXTRA"
    sed -i 's/^all:.*/all: $(BIN)\/histogram $(BIN)\/second/' "$folder/project/Makefile"
    run "$scord" check --make project
    code_is 2
    one_error "several programs" "project/out/histogram" "project/out/second" "--program"
    run "$scord" check --make project --program project/out/second -- 2; code_is 1
    run "$scord" check --make project --program second -- 2; code_is 1 # as make prints it
    run "$scord" check --make project --program ./out/second -- 2; code_is 1
    out_has "bins 2, sum 256, total 9, calls 256"
    run "$scord" check --make project --program econd; code_is 2
    one_error "--program econd: make built no such program"
    echo 'int broken(' >> "$folder/project/src/main.cpp"
    run "$scord" check --make project; code_is 2; err_has "make failed in project (exit code"
    run "$scord" check --make "$folder/nowhere"; code_is 2; one_error "is no directory"
    mkdir -p "$folder/nothing"; run "$scord" check --make nothing; code_is 2; one_error "holds no makefile"
    printf 'all:\n\ttrue\n' > "$folder/nothing/Makefile"
    run "$scord" check --make nothing
    code_is 2
    one_error "make built no program"
    here=.
}

group_toolkit() {
    cp -r "$tests/toolkit" "$folder/toolkit"; here=$folder
    run "$scord" check --make toolkit; code_is 1; out_has "11"; out_has "in kernel twice(float4*)"
    out_has "toolkit/kernel.cu:$(line_of "$folder/toolkit/kernel.cu" RACE) "
    run "$scord" check toolkit/program; code_is 1
    printf '%s\n' '#include <cuda_runtime.h>' 'int main(void) { struct dim3 g = {1, 2, 3};' \
        'int n; float2 v = make_float2(1, 2);' 'return cudaGetDeviceCount(&n) + (int)g.x - (int)v.x; }' > "$folder/plain.c"
    run gcc -std=c11 -Wall -Wextra -Werror -I"$build/cuda/include" -o plain plain.c -L"$build/cuda/lib64" -lcudart
    code_is 0
    run ./plain
    code_is 0
    run "$nvcc" -o plain plain.c; code_is 0; run ./plain; code_is 0
    here=.
}

group_cmake() {
    cp -r "$tests/toolkit" "$tests/cmake" "$folder"; here=$folder
    command -v cmake > /dev/null || { label=cmake; report "cmake is installed" "run \`make test-setup\`"; return; }
    run cmake -S cmake -B built -DCMAKE_CUDA_COMPILER="$nvcc"
    code_is 0
    out_has "CUDA compiler identification is NVIDIA 12.4"
    run cmake --build built; code_is 0
    run "$scord" check built/separate
    code_is 1
    out_has "11"
    out_has "toolkit/kernel.cu:$(line_of "$folder/toolkit/kernel.cu" RACE) "
    run "$scord" check built/whole; code_is 1; out_has "1 race at 1 site"
    here=.
}

group_reports() {
    local name
    here=$(realpath .)
    for name in racy update ordered_by_flag many_kernels; do
        run "$scord" check "tb/programs/frontend/programs/$name.cu" --json "$folder/$name.json" \
            --sarif "$folder/$name.sarif" --oracle
        [ "$code" -le 1 ] && report "$label: runs" "" || report "$label: runs" "exit code $code"
    done
    run "$scord" check sim/kernels/graph_coloring.cu -DRACE_BLOCK_SCOPE_HEAD --json "$folder/color.json" \
        --sarif "$folder/color.sarif"
    code_is 1
    run "$scord" check tb/programs/frontend/programs/out_of_range.cu --json "$folder/fault.json" \
        --sarif "$folder/fault.sarif"
    code_is 2
    run "$build/tb/validate_json" "$schema" "$folder"/*.json; code_is 0
    run "$build/tb/validate_json" --sarif "$tests/sarif.schema.json" "$folder"/*.sarif; code_is 0
    label="SARIF of racy"
    has "$folder/racy.sarif" '"uri": "tb/programs/frontend/programs/racy.cu", "uriBaseId": "SRCROOT"'
    has "$folder/racy.sarif" "\"startLine\": $(line_of "$programs/racy.cu" \
        RACE), \"snippet\": {\"text\": \"shared_word = (int)blockIdx.x;  // RACE\"}"
    has "$folder/racy.sarif" "\"uri\": \"file://$here/\""
    label="JSON of a fault"; has "$folder/fault.json" "\"error\": \"tb/programs/frontend/programs/out_of_range.cu:"
    label="SARIF of a fault"
    has "$folder/fault.sarif" '"executionSuccessful": false'
    has "$folder/fault.sarif" out-of-range
    label="SARIF without races"
    has "$folder/many_kernels.sarif" '"results": ['
    lacks "$folder/many_kernels.sarif" ruleIndex
    # the judge says no: each change makes the file invalid
    sed 's/"races": 1,/"races": 0,/' "$folder/racy.json" > "$folder/bad.json"
    run "$build/tb/validate_json" "$schema" "$folder/bad.json"
    code_is 1
    sed 's/"strong"/"stong"/' "$folder/racy.json" > "$folder/bad.json"
    run "$build/tb/validate_json" "$schema" "$folder/bad.json"
    code_is 1
    err_has "unknown member 'stong'"
    sed 's/"ruleIndex": 1/"ruleIndex": 2/' "$folder/racy.sarif" > "$folder/bad"
    run "$build/tb/validate_json" --sarif "$tests/sarif.schema.json" "$folder/bad"
    code_is 1
    err_has "ruleIndex and ruleId differ"
    sed 's/"index": 0/"index": 1/' "$folder/racy.sarif" > "$folder/bad"
    run "$build/tb/validate_json" --sarif "$tests/sarif.schema.json" "$folder/bad"
    code_is 1
    err_has "artifact index is wrong"
    run "$scord" check tb/programs/frontend/programs/racy.cu --sarif -
    code_is 1
    sed -n '/^{/,$p' "$folder/out" > "$folder/std"
    run "$build/tb/validate_json" --sarif "$tests/sarif.schema.json" "$folder/std"
    code_is 0
    run "$scord" check tb/programs/frontend/programs/racy.cu --sarif - --json -; code_is 2; one_error "cannot both"
    run "$scord" check tb/programs/frontend/programs/racy.cu --sarif /nonexistent/x; code_is 3; one_error /nonexistent/x
    run "$scord" check tb/programs/frontend/programs/racy.cu; code_is 1
    grep -Eq '^  rates +[0-9,]+ events/s, [0-9,]+ checks/s, [0-9,]+ thread instructions/s' "$folder/out" &&
        report "$label: rates" "" || report "$label: rates" "$(grep rates "$folder/out")"
    out_has "warp 0 lane 0 thread (0,0,0)"
    here=.
}

# Tools that are not there: the machine's fault, exit code 3.
group_environment() {
    local tool only=$folder/bin
    mkdir "$only"; for tool in clang++-14 objcopy rm make; do ln -s "$(command -v $tool)" "$only/$tool"; done
    cp "$programs/racy.cu" "$folder"; here=$folder
    printf 'all:\n\tnvcc -o racy racy.cu\n' > "$folder/Makefile"
    rm "$only/objcopy"
    SCORD_CACHE='' run env PATH=$only "$scord" check racy.cu
    code_is 3
    one_error "objcopy is not installed" "apt-get install binutils"
    TMPDIR=$folder/tmp SCORD_CACHE='' run timeout -s INT 0.2 "$nvcc" -c racy.cu # run() looks for what it leaves behind
    ln -s "$(command -v objcopy)" "$only/objcopy"
    SCORD_CACHE='' run env PATH=$only "$scord" check -Wl,-no-such-option racy.cu
    [ $code -ge 2 ] && report "$label: refused" "" || report "$label: refused" "$code"
    SCORD_CACHE='' run env PATH=$only "$scord" check racy.cu -fuse-ld=absent -Wl,-s; code_is 3; one_error "no linker"
    rm "$only/clang++-14"; run env PATH=$only "$scord" check racy.cu; code_is 3; one_error "clang++-14 is not installed"
    rm "$only/make"; run env PATH=$only "$scord" check --make .; code_is 3; one_error "make is not installed"
    SCORD_LIBRARY_DIR=/nonexistent run "$nvcc" -c racy.cu; code_is 3; one_error SCORD_LIBRARY_DIR
    here=.
}

for group; do
    case $group in
    cache | unchanged | targets | nvcc | architectures | project | toolkit | cmake | reports | environment)
        group_"$group"
        ;;
    *) echo "unknown group $group" >&2; exit 2 ;;
    esac
done
finish
