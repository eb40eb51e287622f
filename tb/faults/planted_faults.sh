# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# planted_faults.sh: sourced by scripts that plant bugs into a copy of a source file and demand that a test notices
# (tb/faults/faults.sh, tb/faults/timing/faults.sh).
#
#   bugs=SET of tb/mutation/plant.c; work=FOLDER to write; flags=…; width=characters shown; BUILD (default build)
#   prepare NAME           puts the sources that the bug changes below $work/copy, sets `file`, the one to compile, and
#                          what else the caller needs
#   link_planted NAME      links $work/planted with $work/planted.o
#   notices_not NAME       runs $work/planted: true when it passes all the same
#   who                    words for the test that looks
#   group_of               filter: lines of `plant SET list` into "NAME GROUP" for a sample; by default column 2
#   . tb/faults/planted_faults.sh; pass, fail: one more of either; plant_all [NAME…]; finish
#   A sample: sample_options "$@"; set -- "${arguments[@]}" (tb/sample.sh) before plant_all
# Last line: "N passed, N failed".
plant=${BUILD:-build}/tools/plant
. tb/expect.sh
. tb/sample.sh
# a row of a sample and one of all bugs do not work in one folder at a time
exec 9> "$work.lock" && flock 9

# Column N of the bug's line in the set; column 1 is its name.
column() { "$plant" "$bugs" list "$1" | cut -d '|' -f "$2"; } # NAME N

plant() { # NAME
    local name=$1 log=$work/$1.log shown
    file=$("$plant" "$bugs" files "$name" | sort -u)
    prepare "$name"
    if ! "$plant" "$bugs" apply "$name" "$work/copy" > "$log" 2>&1; then
        fail "$name: does not apply: $(head -n 1 "$log")"
    elif ! gcc $flags -c -o "$work/planted.o" "$work/copy/$file" > "$log" 2>&1; then
    fail "$name: does not compile, see $log"
    elif ! link_planted "$name" > "$log" 2>&1; then fail "$name: does not link, see $log"
    elif notices_not "$name" > "$log" 2>&1; then fail "$name: $(who) does not notice"
    else # a time limit alone shows nothing
        shown=$(grep -m 1 -e "^FAIL" -e Assertion "$log" | cut -c "1-$width")
        if [ -n "$shown" ]; then pass "$name by $(who): $shown"; else fail "$name: $(who) ends without a word"; fi
    fi
}

# A sample has one bug of each group: of each test, where the set names tests.
group_of() { awk -F ' *[|] *' '{print $1, $2}'; }

plant_all() { # [NAME…]: these, else all, and then at least twelve; of either those that a sample draws
    local count name
    count=$("$plant" "$bugs" list "$@" | wc -l)
    for name in $("$plant" "$bugs" list "$@" | group_of | draw); do plant "$name"; done
    if [ $# -gt 0 ]; then [ "$count" -eq $# ] || fail "$count of $# named bugs are in $bugs"
    else [ "$count" -ge 12 ] || fail "only $count bugs; at least twelve are needed"; fi
}
