#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# features.sh: the table of CUDA's features, docs/generated/cuda-features.md, from headers, PTX decoder and tests.
#
# usage: features.sh --write | --check       --check closes with "N passed, N failed"
#   runtime, driver   what sim/runtime/include declares (by clang); what nvcc's programs find in the libraries, less
#                     sim/toolkit/not_provided*.def and functions that take part under a name of ours (by nvcc)
#   device functions  what clang's preprocessor makes of the headers for kernels; by nvcc the toolkit's headers bring
#                     them, and what they become is PTX
#   libraries         what their headers declare; one implementation both ways
#   PTX               mnemonics of the table in sim/ptx/decode.c
#   CUB and Thrust    algorithms that their programs call: those of libraries/ run both ways (rows programs-thrust,
#                     programs-cub, programs-toolkit-…), those of toolkit/ by nvcc
# A feature's test is the first file under tb/ whose text names it, a whole word; of several the one of
# tb/programs/frontend wins. --check compares features and columns, and that a stated test names the feature: other
# tests may come.
set -u
cd "$(dirname "$0")/../.." || exit 3
. tb/expect.sh
page=docs/generated/cuda-features.md
include=sim/runtime/include
folder=$(mktemp -d) || exit 3
trap 'rm -rf "$folder"' EXIT

preprocessed() { # header
    clang++-14 -E -P -x cuda --cuda-path=/nonexistent -nocudainc -nocudalib -std=gnu++17 --cuda-device-only \
        --cuda-gpu-arch=sm_80 -include $include/scord_cuda.h -I$include "$include/$1" 2> /dev/null
}
device_names() { # header…: those of kernels, without scord's own and C++'s
    for header in "$@"; do preprocessed "$header"; done | tr '\n' ' ' | sed 's/;/;\n/g; s/}/}\n/g' |
        grep -E '__attribute__\(\((host, )?device|__attribute__\(\(host\)\) __attribute__\(\(device\)\)' |
        grep -oE '(always_inline, nodebug\)\)|device\)\)) [^=;{]*\(' | sed 's/(.*always_inline, nodebug)) //' |
        grep -oE '[A-Za-z_][A-Za-z0-9_]*\(' | tr -d '(' |
        grep -vE '^(_*scord_|cudaConfigureCall$)' |
        grep -vE '^(operator|__attribute__|__asm__|sizeof|if|for|while|return|decltype|noexcept|defined)' |
        sort -u
}

features() { # kind|feature|by nvcc|by clang
    local missing
    missing=$(sed -n 's/^NOT_PROVIDED(\(.*\))/\1/p' sim/toolkit/not_provided.def)
    {
        grep -oE '\bcuda[A-Z][A-Za-z0-9_]*\(' $include/scord_cuda/runtime_api.h | tr -d '(' | sort -u |
            while read -r name; do
            if grep -qx "$name" <<< "$missing"; then echo "1|$name|refused by name|yes"
            elif grep -qE "\b${name}[(,]" sim/runtime/*.c sim/runtime/*/*.c sim/toolkit/*.c; then echo "1|$name|yes|yes"
            else echo "1|$name|its header's|yes"; fi
        done
        echo "$missing" | grep '^cuda' | while read -r name; do
            grep -qE "\b$name\(" $include/scord_cuda/*.h || echo "1|$name|refused by name|refused by name"
        done
    } | sort -u
    device_names scord_cuda.h | sed 's/.*/2|&|toolkit|yes/'
    comm -13 <(device_names scord_cuda.h) <(device_names cuda_fp16.h cuda_bf16.h cuda_fp8.h curand_kernel.h |
        sort -u) | sed 's/.*/3|&|toolkit|yes/'
    for header in cublas_v2.h cublasLt.h curand.h cufft.h cusolverDn.h cusolverSp.h cusparse.h nvrtc.h; do
        preprocessed $header | tr '\n' ' ' | sed 's/;/;\n/g' |
            grep -oE '\b(cublas|curand|cufft|cusolver|cusparse|nvrtc)[A-Z][A-Za-z0-9_]*\(' | tr -d '('
    done | grep -v '_v2$' | sort -u | sed 's/.*/4|&|yes|yes/'
    grep -oE '\bcu[A-Z][A-Za-z0-9_]*\(' $include/scord_cuda/driver_api.h | tr -d '(' | sort -u | sed 's/.*/5|&|yes|yes/'
    sed -n 's/^    {"\([a-z0-9.]*\)", PTX_.*/\1/p' sim/ptx/decode.c | sort -u | sed 's/.*/6|&|yes|inline/'
    algorithms | awk -F'|' '{ print "7|" $1 "|yes|" ($2 ~ /\/toolkit\// ? "not tried" : "yes") }'
}
# algorithm|program, the first of them
algorithms() {
    local libraries=tb/programs/frontend/programs/libraries
    grep -HoE '(thrust|cub::(Device|Block|Warp)[A-Za-z]+)::[a-zA-Z_]+[(<]' "$libraries"/cub_*.cu \
        "$libraries"/thrust_*.cu tb/programs/toolkit/cub_*.cu | sed 's/.$//' |
        grep -vE 'TempStorage|::(make_|raw_pointer|device_p|device_v|host_v)' |
        awk -F: '{ name = substr($0, length($1) + 2); if (!seen[name]++) print name "|" $1 }' | sort
}

# word|test for every word of the tests' texts in the folders, the first of them first
tests() {
    find "$@" -type f \( -name '*.cu' -o -name '*.cpp' -o -name '*.c' -o -name '*.h' -o -name '*.ptx' \) |
        awk '!seen[$0]++' > "$folder/files"
    xargs awk '{
        line = $0
        while (match(line, /[A-Za-z_][A-Za-z0-9_]*/)) {
            word = substr(line, RSTART, RLENGTH); line = substr(line, RSTART + RLENGTH)
            if (!(word in first)) first[word] = FILENAME
        } }
        END { for (word in first) print word "|" first[word] }' < "$folder/files"
}

titles=([1]="Runtime API" [2]="Device functions"
    [3]="Device functions of further headers (half, bfloat16, 8-bit floats, random numbers)"
    [4]="Libraries" [5]="Driver API" [6]="PTX (by clang: inline)"
    [7]="Algorithms of CUB and Thrust")
write_page() {
    local kind=0 k name nvcc clang test
    echo "# CUDA's features"
    echo "<!-- generated by tb/docs/features.sh --write -->"
    echo "What a program may use, by nvcc and by clang, and a test that names it; \`–\`: none by name. What differs"
    echo "from the SDK is in [CUDA in scord](../cuda.md), PTX in [the PTX that scord executes](../ptx-subset.md)."
    echo "Refused by name: the run, or the compilation, ends with an error that names function, place and page."
    while IFS='|' read -r k name nvcc clang test; do
        if [ "$k" != "$kind" ]; then
            kind=$k
            printf '\n## %s\n| feature | by nvcc | by clang | test |\n|---|---|---|---|\n' "${titles[$k]}"
        fi
        echo "| \`$name\` | $nvcc | $clang | ${test:-–} |"
    done
}
rows() {
    algorithms > "$folder/algorithms"
    awk -F'|' 'FILENAME ~ /tests$/ { test[$1] = $2; next } FILENAME ~ /ptx$/ { ptx[$1] = $2; next }
        FILENAME ~ /algorithms$/ { test[$1] = $2; next }
        { print $0 "|" ($1 == 6 ? ptx[$2] : test[$2]) }' "$folder/tests" "$folder/ptx" "$folder/algorithms" \
        "$folder/features"
}

features > "$folder/features"
[ "$(wc -l < "$folder/features")" -gt 1000 ] || {
    echo "features.sh: the headers are not understood"
    echo "0 passed, 1 failed"
    exit 1
}
case ${1:-} in
    --write)
        tests tb/programs/frontend tb/commands tb/programs tb/unit > "$folder/tests"
        tests tb/unit/ptx tb/unit/compiled > "$folder/ptx"
        rows | write_page > $page
        echo "$page: $(wc -l < "$folder/features") features, $(grep -c '| – |' $page) without a test by name";;
    --check)
        sed -n 's/^| `\([^`]*\)` | \([^|]*\) | \([^|]*\) | \([^|]*\) |$/\1|\2|\3|\4/p' $page > "$folder/stated"
        cut -d'|' -f2- "$folder/features" | sort > "$folder/expected"
        cut -d'|' -f1-3 "$folder/stated" | sort > "$folder/found"
        if diff "$folder/expected" "$folder/found" > "$folder/difference"; then pass "ok   features and columns"
        else
            sed -n 's/^[<>]/     &/p' "$folder/difference" | head -n 20
            fail "$page is not what headers and decoder say (<: they do); run tb/docs/features.sh --write"
        fi
        bad=$(awk -F'|' '$4 != "–" { print $1, $4 }' "$folder/stated" | while read -r name test; do
            [ -f "$test" ] && echo "$test $name" || echo "missing $test" >&2; done 2>&1 | sort |
            awk '$1 == "missing" { print; next }
                { if ($1 != file) {
                      close(file); file = $1; text = ""
                      while ((getline line < file) > 0) text = text "\n" line
                      gsub(/[^A-Za-z0-9_]+/, " ", text); text = " " text " "
                  }
                  name = $2; gsub(/[^A-Za-z0-9_]+/, " ", name)
                  if (index(text, " " name " ") == 0) print file " does not name " $2 }')
        if [ -z "$bad" ]; then pass "ok   tests name what they are stated for"
        else echo "$bad" | head -n 20; fail "tests"; fi
        finish;;
    *) sed -n '3,7p' "$0" >&2; exit 2;;
esac
