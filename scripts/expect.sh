# expect.sh: sourced by shell tests; counts their checks and closes with the line that `scord regress` wants.
#
#   . "$(dirname "$0")/../../scripts/expect.sh"
#   check CODE TEXT                       one check: it holds when CODE, usually $?, is 0; else TEXT is printed
#   exits CODE TEXT OUTPUT COMMAND…       runs COMMAND, its output and errors in OUTPUT; one check of its exit code
#   draw_seed                             seed: SEED, else drawn; printed. Below 2^30: mawk's srand() makes nearly the same numbers of all from 2^31 on
#   finish                                last line "N passed, N failed"; true when something passed and nothing failed
passed=0; failed=0
check() {
    if [ "$1" -eq 0 ]; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "FAIL $2"; fi
}
exits() {
    expected_code=$1; check_text=$2; output_file=$3; shift 3
    "$@" > "$output_file" 2>&1; found_code=$?
    [ $found_code -eq "$expected_code" ]; check $? "$check_text: exit $found_code, expected $expected_code: $(head -n 12 "$output_file")"
}
draw_seed() { seed=${SEED:-$(($(od -An -N4 -tu4 /dev/urandom) % 1073741824))}; echo "seed $seed"; }
finish() {
    echo "$passed passed, $failed failed"
    [ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
}
