#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# run_programs.sh: the user-like CUDA programs of tb/programs/frontend/programs/user under `scord check`, each checking
# its own result.
#
# usage: run_programs.sh user|shared|races|bytes|said|hints|unsupported|libraries|seeds|math [NAME...]
#   user         every program (or those named) ends with exit code 0, no race of the detector or the exact oracle, and
#                "wrong 0"
#   shared       those with __shared__ memory, under --shared: no race of the detector or the exact oracle; "// shared:
#                bytes" states that bytes of one word are written by two warps, whose reports are not counted (D70)
#   bytes        every program of programs/bytes, by the model and by the RTL: as many races, reports of different bytes
#                and races that only the bytes show as its comments state; sides at lines marked RACE. The oracle
#                agrees.
#   races        every program of programs/racy_user has a race at the line marked RACE, of the rule that its comment
#                states
#   said [model] every program of programs/said, by the model and (unless "model") by the RTL: one approximation
#                acted, as often as its comments state, and the report says that races may be hidden, or has those that
#                were invented ("// races:"); with the options that remove it ("// removed by:") there are as many
#                races as "// then:" states, and nothing acted
#   hints        every program of programs/hints, on the paper's machine and, with the flags of "// cuda:", on machine
#                cuda: the hints that its comments state, sides at lines marked RACE; -DFIXED, the repair as hinted, is
#                clean, and what "// cleared by:" states
#   seeds        those that wait for other blocks or warps, under further schedules and on other machines
#   math         every mathematical function keeps its error bound, and docs/results/math-errors.md states these bounds
#   libraries    those of programs/libraries (or those named), which use CUB, Thrust and the libraries of the host:
#                "wrong 0" and no race
#   unsupported  every program of programs/unsupported ends in one error that names the line marked HERE
#   (user: "// oracle: lanes" states that the exact oracle, for which lockstep is no order, finds races between lanes of
#   one warp, and no others)
# In a program's comments: "// options: …" are added to the command line, "// sources: …" are further files.
# SCORD names the executable (build/scord). Closes with "N passed, N failed".
set -u
scord=${SCORD:-build/scord}
programs=tb/programs/frontend/programs
group=${1:-}; [ $# -ge 1 ] && shift
folder=$(mktemp -d) || exit 3
trap 'rm -rf "$folder"' EXIT
. tb/expect.sh

report() { # what, problem ('' = fine)
    if [ -z "$2" ]; then pass "ok   $1"; return; fi
    fail "$1: $2"; sed 's/^/     | /' "$folder/out" "$folder/err" | head -n 30
}
stated() { sed -n "s|^// $2: ||p" "$1"; }
run() { # program, further options
    local file=$1; shift
    # shellcheck disable=SC2046 # options and sources are words
    nice "$scord" check "$file" $(stated "$file" sources) $(stated "$file" options) "$@" > "$folder/out" \
        2> "$folder/err" < /dev/null
    code=$?
}
is_right() { # program, further options
    local label; label=$(basename "$1" .cu)${2:+ ${*:2}}
    run "$@"
    if [ $code -eq 1 ] && [ -n "$(stated "$1" oracle)" ] && grep -qx '0 races at 0 sites' "$folder/out" &&
        ! grep ' conflict between ' "$folder/out" | grep -qv 'lanes of one warp'; then code=0; fi
    if [ $code -ne 0 ]; then report "$label" "exit code $code"
    elif ! grep -qx 'wrong 0' "$folder/out"; then report "$label" "wrong result"
    else report "$label" ""; fi
}

group_user() {
    local names=("$@") files name file
    [ $# -gt 0 ] || names=(user)
    # A name is that of a program or of a folder.
    for name in "${names[@]}"; do
        mapfile -t files < <(find $programs/user -path "*/$name/*.cu" -o -name "$name.cu" | sort)
        [ ${#files[@]} -gt 0 ] || report "$name" "no such program or folder"
        for file in "${files[@]}"; do is_right "$file" --oracle; done
    done
}

group_shared() {
    local file
    for file in $(grep -lE '__shared__|tile\(' $programs/user/*/*.cu); do
        run "$file" --shared --oracle
        if ! grep -qx 'wrong 0' "$folder/out"; then report "$(basename "$file")" "wrong result"
        elif [ "$(stated "$file" shared)" = bytes ] && ! grep -q 'of different bytes of one word' "$folder/out"; then
            report "$(basename "$file")" "no reports of different bytes"
        else
            grep -qx '0 races at 0 sites' "$folder/out" && grep -q ' 0 false positives;' "$folder/out"
            report "$(basename "$file")" "$([ $? -eq 0 ] || echo 'a race')"
        fi
    done
}

group_libraries() {
    local names=("$@") problem
    [ $# -gt 0 ] || mapfile -t names < <(ls $programs/libraries/*.cu | xargs -n 1 basename -s .cu)
    for name in "${names[@]}"; do
        run $programs/libraries/"$name".cu
        problem=
        [ $code -le 1 ] || problem="exit code $code"
        grep -qx 'wrong 0' "$folder/out" || problem="wrong result"
        grep -qx '0 races at 0 sites' "$folder/out" || problem="$problem races"
        report "$name" "$problem"
    done
}

count_before() { sed -n "s/^\([0-9]*\) $1.*/\1/p" "$folder/out"; }
counted() { # what, text behind the number, number expected ('' = 0)
    local found; found=$(count_before "$2")
    [ "${found:-0}" = "${3:-0}" ] || problem="$problem ${found:-0} $1, expected ${3:-0};"
}
judge_bytes() { # file, further options
    local file=$1 line problem=; shift
    run "$file" "$@"
    counted races 'races* at ' "$(stated "$file" races)"
    counted "reports of different bytes" 'reports* of different bytes' "$(stated "$file" 'not counted')"
    counted "races of bytes only" 'races* of one byte that' "$(stated "$file" 'only bytes')"
    [ $code -eq "$([ "$(stated "$file" races)" = 0 ] && echo 0 || echo 1)" ] || problem="$problem exit code $code;"
    grep -qx 'wrong 0' "$folder/out" || problem="$problem wrong result;"
    for line in $(sed -n 's/^  \(this access\|owner\): .*\.cu:\([0-9]*\) .*/\2/p' "$folder/out"); do
        sed -n "${line}p" "$file" | grep -q '// RACE' || problem="$problem a side at line $line;"
    done
    report "$(basename "$file") $*" "$problem"
}
group_bytes() {
    local file
    for file in $programs/bytes/*.cu; do
        judge_bytes "$file" --oracle --seed 3
        ! grep -q MISSED "$folder/out" && grep -q ' 0 false positives;' "$folder/out"
        report "$(basename "$file"): the oracle" "$([ $? -eq 0 ] || echo 'it differs')"
        # shellcheck disable=SC2046 # options are words
        judge_bytes "$file" --rtl --oracle $(stated "$file" rtl)
        ! grep -q MISSED "$folder/out" && grep -q ' 0 false positives;' "$folder/out"
        report "$(basename "$file"): the oracle beside the RTL" "$([ $? -eq 0 ] || echo 'it differs')"
    done
    # The race that --explain-race means is one of those counted; the stream's race 0 is the report at byte 1.
    run $programs/bytes/forgotten_owner.cu --explain-race 0
    grep -A2 "^  access  " "$folder/out" | grep -q "forgotten_owner.cu:22,"
    report "--explain-race counts races of bytes" "$([ $? -eq 0 ] || echo 'another check')"
    # There is room for 2^18 segments; the program touches bytes of one more.
    run $programs/many_segments.cu
    ! grep -q 'bytes beyond the room' "$folder/out" && [ $code -eq 0 ]
    report "a segment of one warp gives way" "$([ $? -eq 0 ] || echo 'it does not')"
    run $programs/many_segments.cu -DRACE
    grep -q '^1 check of bytes beyond the room for 262144 segments' "$folder/out" &&
        grep -q '^1 race at 1 site' "$folder/out"
    report "a race on a byte that has given way" "$([ $? -eq 0 ] || echo 'another report')"
    run $programs/many_segments.cu -DWARPS=2
    grep -q '^2 checks of bytes beyond the room for 262144 segments' "$folder/out" &&
        grep -q '^1 race at 1 site' "$folder/out"
    report "bytes without room are counted" "$([ $? -eq 0 ] || echo 'they are not')"
    # `scord cosim` speaks of the hardware.
    run $programs/bytes/transposed.cu --events "$folder/bytes.sev"
    nice "$scord" cosim --model-only "$folder/bytes.sev" > "$folder/out" 2> "$folder/err"
    grep -q '16 races by the model alone' "$folder/out"
    report "scord cosim counts the reports of words" "$([ $? -eq 0 ] || echo 'it does not')"
}

says_hidden() { grep -q '^0 races at 0 sites, but some may be hidden: see the lines below$' "$folder/out"; }
judge_said() { # file, further options
    local file=$1 name label races hides; shift
    label="$(basename "$file") $*"; name=$(stated "$file" acted); races=$(stated "$file" races)
    run "$file" --json "$folder/json" "$@"
    if [ -z "$races" ]; then
        hides=true; [ $code -eq 0 ] && says_hidden
    else # it can only invent races, or has no effect on them
        hides=false; [ $code -eq $((races > 0)) ] && grep -q "^$races race" "$folder/out"
    fi
    report "$label: races, or says that some may be hidden" "$([ $? -eq 0 ] || echo "exit code $code")"
    grep -q "\"may_hide_races\": $hides" "$folder/json" &&
        grep -q "\[{\"name\": \"$name\", \"count\": $(stated "$file" count), [^}]*}\]" "$folder/json"
    report "$label: $name alone acted" "$([ $? -eq 0 ] || grep '"approximations"' "$folder/json")"
    build/tb/validate_json docs/report-schema.json "$folder/json" > "$folder/err" 2>&1
    report "$label: schema" "$([ $? -eq 0 ] || echo 'it differs')"
}
group_said() {
    local file
    for file in $programs/said/*.cu; do
        judge_said "$file"
        # shellcheck disable=SC2046 # options are words
        [ "${1:-}" = model ] || judge_said "$file" --rtl $(stated "$file" rtl)
        [ -z "$(stated "$file" "then")" ] && continue
        # shellcheck disable=SC2046 # options are words
        run "$file" $(stated "$file" 'removed by') --json "$folder/json"
        grep -q "^$(stated "$file" "then") races* at" "$folder/out" &&
            grep -q '"may_hide_races": false,' "$folder/json" &&
            grep -q '"approximations": \[\]' "$folder/json"
        report "$(basename "$file"): with $(stated "$file" 'removed by')" "$([ $? -eq 0 ] || echo 'other races')"
    done
    run $programs/said/large_array.cu -DALL
    [ $code -eq 0 ] && says_hidden
    report "262,144 racy words are not just 0 races" "$([ $? -eq 0 ] || echo "they are")"
    run $programs/said/large_array.cu -DALL --config nocache
    grep -q '^262144 races' "$folder/out" && grep -q 'race records dropped by the full race log' "$folder/out"
    report "an entry a word shows them all" "$([ $? -eq 0 ] || echo "it does not")"
    run $programs/forgotten_lanes.cu
    grep -q '^finding warp/not-synchronised' "$folder/out" && [ $code -eq 1 ]
    report "threads of a warp are remembered over 60,000 segments" "$([ $? -eq 0 ] || echo 'they are not')"
    run $programs/forgotten_lanes.cu -DROUNDS=300000 --json "$folder/json"
    grep -q '^[0-9]* segments of 128 bytes that threads of a warp' "$folder/out" && [ $code -eq 0 ] &&
        grep -q '"name": "forgotten_lanes"' "$folder/json"
    report "over 300,000 they are not, which is said" "$([ $? -eq 0 ] || echo 'it is not')"
    run $programs/said/shared_unchecked.cu --sarif "$folder/sarif" --html "$folder/page"
    grep -q '"level": "warning", "message": {"text": "1 launch used __shared__' "$folder/sarif"
    report "SARIF has a warning" "$([ $? -eq 0 ] || echo none)"
    grep -q '<p class=wrongs>1 launch used __shared__' "$folder/page" &&
        grep -q '>no race found, but some may be hidden<' "$folder/page"
    report "the page has it" "$([ $? -eq 0 ] || echo 'it has not')"
}

judge_hints() { # file, further options
    local file=$1 line text problem=; shift
    run "$file" --json "$folder/json" "$@"
    [ $code -eq 1 ] || problem=" exit code $code;"
    tr -s '\n ' ' ' < "$folder/out" > "$folder/words" # lines are wrapped
    while read -r text; do
        grep -qF -- "$text" "$folder/words" || problem="$problem no '$text';"
    done < <(sed -n 's,^// \(hint\|owner\): ,,p' "$file")
    for line in $(grep -o "\(this access\|owner\): $file:[0-9]*" "$folder/words" | sed 's/.*://'); do
        sed -n "${line}p" "$file" | grep -q '// RACE' || problem="$problem a side at line $line;"
    done
    build/tb/validate_json docs/report-schema.json "$folder/json" > "$folder/err" 2>&1 || problem="$problem schema;"
    report "$(basename "$file") $*" "$problem"
    run "$file" "$@" -DFIXED
    grep -q '^0 races at 0 sites' "$folder/out"
    report "$(basename "$file") $*: as hinted" "$([ $? -eq 0 ] || echo "exit code $code")"
}
group_hints() {
    local file
    for file in $programs/hints/*.cu; do
        judge_hints "$file" --config gtx480
        # shellcheck disable=SC2046 # options are words
        [ "$(stated "$file" cuda)" = none ] || judge_hints "$file" --config cuda $(stated "$file" cuda)
        [ -z "$(stated "$file" 'cleared by')" ] && continue
        # shellcheck disable=SC2046 # options are words
        run "$file" $(stated "$file" 'cleared by')
        grep -q '^0 races at 0 sites' "$folder/out"
        report "$(basename "$file") $(stated "$file" 'cleared by')" "$([ $? -eq 0 ] || echo "exit code $code")"
    done
}

group_seeds() {
    for seed in 1 2; do
        for name in cooperative_grid cuda_atomic named_barriers lane_locks device_heap last_block warp_collectives \
            all_atomics; do
            is_right "$programs"/user/*/"$name.cu" --seed $seed
        done
    done
    for name in bitonic_sort radix_sort sgemm_tiled hash_table reduction_shuffle cuda_atomic; do
        is_right "$programs"/user/*/"$name.cu" --config tiny --seed 3
    done
}

group_races() {
    local file line rule
    for file in $programs/racy_user/*.cu; do
        run "$file"
        line=$(grep -n 'RACE' "$file" | cut -d: -f1); rule=$(sed -n 's|^// .*rule: \([a-f]\)$|\1|p' "$file")
        if [ $code -ne 1 ]; then report "$(basename "$file")" "exit code $code"
        elif ! grep -q "$file:$line" "$folder/out"; then report "$(basename "$file")" "no race at line $line"
        elif ! grep -qF "($rule)" "$folder/out"; then report "$(basename "$file")" "no race of rule ($rule)"
        else report "$(basename "$file")" ""; fi
    done
}

group_unsupported() {
    local file line
    for file in $programs/unsupported/*.cu; do
        run "$file"
        line=$(grep -n '// HERE' "$file" | cut -d: -f1)
        if [ $code -ne 2 ]; then report "$(basename "$file")" "exit code $code"
        elif [ "$(grep -c '^scord: ' "$folder/err")" -ne 1 ]; then report "$(basename "$file")" "not one error"
        elif [ -n "$line" ] && ! grep -q "$file:$line:" "$folder/err"; then
        report "$(basename "$file")" "line $line is not named"
        else report "$(basename "$file")" ""; fi
    done
}

# "name|float bound|double bound" of the rows of a table of errors.
bounds() { sed -n 's/^| `\([a-z0-9_]*\)` | [0-9.]* | \([0-9]*\) | [0-9.]* | \([0-9]*\) |.*/\1|\2|\3/p' "$1"; }
group_math() {
    local row
    run $programs/math_error.cu
    [ $code -eq 0 ] && grep -qx 'wrong 0' "$folder/out" && report "every bound is kept" "" ||
        report "every bound is kept" "exit code $code"
    bounds "$folder/out" > "$folder/measured"; bounds docs/results/math-errors.md > "$folder/documented"
    [ "$(wc -l < "$folder/measured")" -gt 60 ] && report "functions measured" "" ||
        report "functions measured" "too few"
    while read -r row; do
        grep -qxF "$row" "$folder/documented" && report "docs/results/math-errors.md has $row" "" ||
            report "docs/cuda.md has $row" missing
        grep -qF "| \`${row%%|*}\` |" "$folder/out" && ! grep -F "| \`${row%%|*}\` |" "$folder/out" | grep -q BROKEN &&
            report "${row%%|*}" "" || report "${row%%|*}" "bound broken"
    done < "$folder/measured"
    [ "$(wc -l < "$folder/measured")" -eq "$(wc -l < "$folder/documented")" ] &&
        report "docs/results/math-errors.md has no other" "" || report "docs/cuda.md has no other" "it has"
}

case $group in
    user|shared|races|bytes|said|hints|libraries|seeds|unsupported|math) group_"$group" "$@";;
    *) echo "usage: run_programs.sh user|shared|races|bytes|said|hints|unsupported|libraries|seeds|math [NAME...]" >&2
       exit 2;;
esac
finish
