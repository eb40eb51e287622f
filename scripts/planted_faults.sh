# planted_faults.sh: sourced by scripts that plant bugs into a copy of a source file and demand that a test notices (tb/faults/pipeline/faults.sh,
# tb/faults/timing/faults.sh).
#
#   here=FOLDER of *.patch and of `expected`, whose lines begin with "patch |"; work=FOLDER to write; flags=…; width=characters shown
#   prepare PATCH NAME     puts the sources the patch applies to below $work/copy, sets `file`, the one it changes, and what else the caller needs
#   link_planted NAME      links $work/planted with $work/planted.o
#   notices_not NAME       runs $work/planted: true when it passes all the same
#   who                    words for the test that looks
#   . scripts/planted_faults.sh; pass, fail: one more of either; plant_all [NAME…]; finish
# Last line: "N passed, N failed".
passed=0; failed=0
pass() { passed=$((passed + 1)); echo "caught  $1"; }
fail() { failed=$((failed + 1)); echo "FAIL    $1"; }
finish() { echo "$passed passed, $failed failed"; [ $failed -eq 0 ]; exit; }

plant() { # PATCH NAME
    local patch=$1 name=$2 log=$work/$2.log shown
    prepare "$patch" "$name"
    if ! grep -q "^$name  *|" "$here/expected"; then fail "$name: $here/expected has no line for it"
    elif ! patch -s -d "$work/copy" -p1 < "$patch" > "$log" 2>&1; then fail "$name: does not apply: $(head -n 1 "$log")"
    elif ! gcc $flags -c -o "$work/planted.o" "$work/copy/$file" > "$log" 2>&1; then fail "$name: does not compile, see $log"
    elif ! link_planted "$name" > "$log" 2>&1; then fail "$name: does not link, see $log"
    elif notices_not "$name" > "$log" 2>&1; then fail "$name: $(who) does not notice"
    else # a time limit alone shows nothing
        shown=$(grep -m 1 -e "^FAIL" -e Assertion "$log" | cut -c "1-$width")
        if [ -n "$shown" ]; then pass "$name by $(who): $shown"; else fail "$name: $(who) ends without a word"; fi
    fi
}

plant_all() { # [NAME…]: these, else all, and then at least twelve
    local count=0 patch name
    for patch in "$here"/*.patch; do
        name=$(basename "$patch" .patch)
        [ $# -gt 0 ] && ! printf '%s\n' "$@" | grep -qxF "$name" && continue
        count=$((count + 1))
        plant "$patch" "$name"
    done
    if [ $# -gt 0 ]; then [ $count -eq $# ] || fail "$count of $# named patches are there"
    else [ $count -ge 12 ] || fail "only $count bugs; at least twelve are asked for"; fi
}
