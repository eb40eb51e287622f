#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# run_both.sh: programs of this repository by clang and by the CUDA toolkit's nvcc: the same exit code,
# output of the program, verdict (races or none), findings, and lines of the sources that take part in them.
#
# usage: run_both.sh [--sample N] [--seed S] [NAME…]
#   NAME: of a file without .cu; else all, or a sample of N
# What may differ stands in tb/programs/compilers/differences.rows: NAME | what | why. A row of a program at which
# nothing differs fails when all programs run. Without the toolkit: a stated pass. Closes with "N passed, N failed".
set -u
scord=${SCORD:-build/scord}
rows=tb/programs/compilers/differences.rows
. tb/expect.sh
. tb/sample.sh
sample_options "$@" || exit 2
set -- ${arguments[@]+"${arguments[@]}"}
with_nvcc
folder=$(mktemp -d) || exit 3
trap 'rm -rf "$folder"' EXIT

# Programs with a main() that are run by their own; those of sim/kernels need no arguments to be so.
programs() {
    find tb/programs/frontend/programs/user tb/programs/frontend/programs/racy_user \
        tb/programs/frontend/programs/findings tb/programs/frontend/programs/bytes \
        tb/programs/frontend/programs/hints sim/kernels -name '*.cu' | sort
}
chosen() {
    if [ $# -eq 0 ]; then programs | sed "s|$| program|" | draw; return; fi
    for name; do programs | grep "/$name.cu\$" || echo "$name"; done
}
stated() { sed -n "s|^// $2: ||p" "$1"; }

# What is compared, a line each: exit code, the program's own output, whether there are races, kinds and lines.
run() { # compiler, program
    local code
    # shellcheck disable=SC2046 # options and sources are words
    nice "$scord" check "$2" $(stated "$2" sources) $(stated "$2" options) --compiler "$1" --keep-going \
        > "$folder/out" 2> "$folder/err" < /dev/null
    code=$?
    {
        echo "exit $code"
        # the program's own lines: in front of the report
        awk '/^(race|finding|hint|note)[ :]/ || /^[0-9]+ races? at / || /^statistics$/ { exit }
            { print "output " $0 }' "$folder/out"
        grep -Eq '^[1-9][0-9]* races? at ' "$folder/out" && echo racy
        sed -n 's/^finding \([a-z-]*\/[a-z-]*\).*/found \1/p' "$folder/out" | sort -u
        grep -oE '^  (this access|owner|at): +[^ ]+\.(cu|h):[0-9]+' "$folder/out" | sed 's/^.*: */line /' | sort -u
        [ $code -le 1 ] || grep '^scord: ' "$folder/err" | head -n 1
    } > "$folder/$1"
}
# The kind of a difference, by its first line.
differs() {
    diff "$folder/clang" "$folder/nvcc" | sed -n 's/^\([<>]\) \([a-z]*\).*/\1 \2/p' | head -n 1
}

judge() { # program
    local name why
    name=$(basename "$1" .cu)
    why=$(sed -n "s/^$name *| *//p" $rows | head -n 1)
    run clang "$1"
    run nvcc "$1"
    if grep -qx "exit [^012]" "$folder/clang"; then fail "$name: $(tail -n 1 "$folder/clang")"
    elif ! cmp -s "$folder/clang" "$folder/nvcc"; then
        if [ -n "$why" ]; then pass "ok   $name: ${why#*| }"; return; fi
        fail "$name: $(differs)"
        diff "$folder/clang" "$folder/nvcc" | head -n 12 | sed 's/^/     | /'
    elif [ -n "$why" ] && [ $all -eq 1 ]; then fail "$name: nothing differs, but $rows has it"
    else pass "ok   $name: $(head -n 1 "$folder/nvcc"), $(grep -c . "$folder/nvcc") lines alike"
    fi
}

all=0
[ $# -eq 0 ] && [ "$sample" -eq 0 ] && all=1
for program in $(chosen "$@"); do judge "$program"; done
finish
