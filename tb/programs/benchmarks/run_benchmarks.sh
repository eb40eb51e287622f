#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# run_benchmarks.sh: programs of tb/programs/benchmarks (all, or those named), each built by its makefile in a copy of
# its folder and what the folders share: by scord-nvcc (`scord check --make`) and, where the CUDA toolkit is, by its
# nvcc with -cudart shared. Each prints "PASSED" by its own check against the host, ends with 0 and has no race; both
# builds print the same (notes on __activemask() in nvcc's cooperative groups are not of the program).
#
# usage: run_benchmarks.sh [NAME...]     SCORD names the executable (build/scord). Closes with "N passed, N failed";
# without a toolkit one line says that nothing was built by nvcc.
set -u
scord=$(realpath "${SCORD:-build/scord}")
programs=tb/programs/benchmarks
folder=$(mktemp -d) || exit 3
trap 'rm -rf "$folder"' EXIT
. tb/expect.sh
names=("$@")
[ $# -gt 0 ] || mapfile -t names < <(ls -d $programs/*/ | xargs -n 1 basename)
toolkit=$(command -v nvcc || ls "${CUDA_HOME:-/usr/local/cuda}/bin/nvcc" 2> /dev/null)

judge() { # what, exit code, output
    local problem=
    [ "$2" -eq 0 ] || problem="exit code $2"
    grep -q '^PASSED' "$3" || problem="$problem not passed"
    grep -q '^0 races at 0 sites' "$3" || problem="$problem races"
    if [ -z "$problem" ]; then pass "ok   $1"; else fail "$1: $problem"; head -n 25 "$3" | sed 's/^/     | /'; fi
}
printed() { # what the program wrote: behind make's lines, before the report
    awk '/^make: Leaving directory/ { text = ""; next } /^[0-9]+ races? at / || /^note / { exit }
        !/^scord:/ { text = text $0 "\n" } END { printf "%s", text }' "$1"
}
cp $programs/check.h $programs/program.make "$folder"
for name in "${names[@]}"; do
    cp -r "$programs/$name" "$folder/$name"
    nice "$scord" check --make "$folder/$name" > "$folder/clang" 2>&1 < /dev/null
    judge "$name by scord-nvcc" $? "$folder/clang"
    [ -n "$toolkit" ] || continue
    rm -rf "${folder:?}/$name" && cp -r "$programs/$name" "$folder/$name"
    if ! nice make -s -C "$folder/$name" NVCC="$toolkit" NVCCFLAGS="-O2 -lineinfo -arch=sm_80 -cudart shared" \
        > "$folder/make" 2>&1; then
        fail "$name: nvcc"; head -n 20 "$folder/make"; continue
    fi
    nice "$scord" check "$folder/$name/$name" > "$folder/nvcc" 2>&1 < /dev/null
    judge "$name by nvcc" $? "$folder/nvcc"
    if diff <(printed "$folder/clang") <(printed "$folder/nvcc") > "$folder/difference"; then
        pass "ok   $name: the same output"
    else fail "$name: another output by nvcc"; head -n 10 "$folder/difference"; fi
done
[ -n "$toolkit" ] || echo "no CUDA toolkit: nothing was built by nvcc"
finish
