# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# expect.sh: the harness of all shell tests: it counts checks and prints the last line that `scord regress` reads.
#
#   . tb/expect.sh                     from the root of the checkout
#   pass [TEXT]                        one more check that holds; prints TEXT, if any
#   fail TEXT                          one more that does not
#   check CODE TEXT                    one check: it holds when CODE, usually $?, is 0
#   equal TEXT EXPECTED FOUND          one check: two words are the same
#   exits CODE TEXT OUTPUT COMMAND…    runs COMMAND, output and errors into OUTPUT; one check of its exit code
#   has FILE TEXT, lacks FILE TEXT     one check: the file holds TEXT, or does not; `label` names the run in the message
#   same FILE FILE TEXT                one check: two files are the same
#   add CLOSING                        adds the counts of another test's last line; false if CLOSING is none
#   with_nvcc                          nvcc: that of the CUDA toolkit; without one the test ends with a stated pass
#   draw_seed                          seed: SEED, else drawn; printed. Below 2^30, as mawk's srand() makes nearly
#                                      the same numbers of all seeds from 2^31 on
#   finish                             last line "N passed, N failed"; true if something passed and nothing failed
#
# For the tests of one sub-command that writes JSON:
#   test_command NAME [SCHEMA]         sets build (BUILD, default build), scord, validate and folder (removed at the
#                                      end), and out and err, the output and errors of the last `run`
#   run CODE ARGUMENTS…                `scord NAME ARGUMENTS` exits with CODE
#   bad TEXT ARGUMENTS…                it is refused with exit code 2 and one line of error that holds TEXT
#   valid FILE…                        the files follow SCHEMA
# Expected outputs are those of clang's device code, whether or not a CUDA toolkit is installed.
export SCORD_COMPILER=${SCORD_COMPILER:-clang}
passed=0
failed=0
label=

# shellcheck disable=SC2120
pass() {
    passed=$((passed + 1))
    [ $# -eq 0 ] || echo "$*"
}
fail() {
    failed=$((failed + 1))
    echo "FAIL $*"
}
check() { if [ "$1" -eq 0 ]; then pass; else fail "$2"; fi; }
equal() { if [ "$2" = "$3" ]; then pass; else fail "$1: '$3', expected '$2'"; fi; }
exits() {
    local expected=$1 text=$2 output=$3 found
    shift 3
    "$@" > "$output" 2>&1
    found=$?
    [ $found -eq "$expected" ]
    check $? "$text: exit $found, expected $expected: $(head -n 12 "$output")"
}
has() {
    grep -qF -e "$2" "$1"
    check $? "$label: '$2' missing: $(head -n 12 "$1")"
}
lacks() {
    ! grep -qF -e "$2" "$1"
    check $? "$label: '$2' is there"
}
same() {
    cmp -s "$1" "$2"
    check $? "$3: they differ: $(diff "$1" "$2" | head -n 6)"
}
add() {
    local counts
    counts=$(printf '%s\n' "$1" | sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed$/\1 \2/p' | tail -n 1)
    [ -n "$counts" ] || return 1
    passed=$((passed + ${counts% *}))
    failed=$((failed + ${counts#* }))
}
draw_seed() {
    seed=${SEED:-$(($(od -An -N4 -tu4 /dev/urandom) % 1073741824))}
    echo "seed $seed"
}
finish() {
    echo "$passed passed, $failed failed"
    [ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
}
with_nvcc() {
    nvcc=$(command -v nvcc || command -v "${CUDA_HOME:-/usr/local/cuda}/bin/nvcc") ||
        { pass "no CUDA toolkit: nothing was compiled by nvcc"; finish; exit 0; }
}

test_command() {
    command=$1
    schema=${2:-}
    build=$(realpath "${BUILD:-build}")
    scord=$build/scord
    validate=$build/tb/validate_json
    folder=$(realpath "$(mktemp -d)") || exit 3
    trap 'rm -rf "$folder"' EXIT
    out=$folder/out
    err=$folder/err
}
run() {
    local wanted=$1
    shift
    label="$command $*"
    label=${label//$folder\//}
    nice -n 10 "$scord" "$command" "$@" > "$out" 2> "$err" < /dev/null
    code=$?
    [ $code -eq "$wanted" ]
    check $? "$label: exit $code, expected $wanted: $(head -n 5 "$err")"
}
bad() {
    local text=$1
    shift
    run 2 "$@"
    [ "$(wc -l < "$err")" -eq 1 ]
    check $? "$label: one line of error, not: $(cat "$err")"
    has "$err" "$text"
    [ ! -s "$out" ]
    check $? "$label: nothing on standard output"
}
valid() {
    "$validate" "$schema" "$@" > "$folder/problem" 2>&1
    check $? "$label: $(cat "$folder/problem")"
}
