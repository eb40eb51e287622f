#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# run_findings.sh: what `scord check` finds beside races (docs/findings.md), on the programs of
# tb/programs/frontend/programs/findings.
#
# usage: run_findings.sh programs [NAME...] | options | known
#   programs   every program (or those named): the findings, notes and totals that its head comment states, at lines
#              marked FOUND, and no race; with -DFIXED nothing of it. In a comment:
#                // finding: RULE COUNT     // note: RULE COUNT     // total: RULE COUNT
#                // fixed: FLAGS, none: no such     // options: … of scord check
#                // error: it ends with exit code 2 behind the findings
#   options    --only, --without, explain, the machines, the stream, JSON, SARIF and the page
#   known      suppressions and baselines: what does not count any more, what is refused, text, JSON, SARIF, page
# SCORD names the executable (build/scord). Closes with "N passed, N failed".
set -u
scord=${SCORD:-build/scord}
programs=tb/programs/frontend/programs/findings
group=${1:-}; [ $# -ge 1 ] && shift
folder=$(mktemp -d) || exit 3
trap 'rm -rf "$folder"' EXIT
. tb/expect.sh

stated() { sed -n "s|^// $2: ||p" "$1"; }
run() { # program, further options
    local file=$1; shift
    # shellcheck disable=SC2046 # options are words
    nice "$scord" check "$file" $(stated "$file" options) --json "$folder/json" "$@" > "$folder/out" 2> "$folder/err" \
        < /dev/null
    code=$?
}
# SEVERITY RULE COUNT LINE of each site of the JSON, sorted
sites() {
    sed -n '/^  "findings": \[/,/^  \],*$/p' "$folder/json" | awk '
        { name = $1; gsub(/[":,]/, "", name); value = $2; gsub(/[",]/, "", value) }
        name == "rule" { rule = value } name == "severity" { severity = value } name == "count" { count = value }
        name == "at" { match($0, /"line": [0-9]+/); line = substr($0, RSTART + 8, RLENGTH - 8) }
        name == "hint" { print severity, rule, count, line }' | sort
}
shown() { sed 's/^/     | /' "$folder/out" "$folder/err" | head -n 40; }

judge() { # file, further options: findings as stated, at marked lines
    local file=$1 label wanted found line
    label="$(basename "$file" .cu)"
    run "$@"
    for severity in finding note total; do
        stated "$file" $severity | sed "s/^/$([ $severity = total ] && echo count || echo $severity) /"
    done | sort > "$folder/wanted"
    sites > "$folder/found"
    wanted=$(cat "$folder/wanted"); found=$(cut -d ' ' -f 1-3 "$folder/found")
    [ "$wanted" = "$found" ]
    check $? "$label: found '$found', expected '$wanted'$(shown)"
    for line in $(cut -d ' ' -f 4 "$folder/found"); do
        sed -n "${line}p" "$file" | grep -q '// FOUND'
        check $? "$label: a finding at line $line"
    done
    line=$([ -n "$(stated "$file" error)" ] && echo 2 || { grep -q '^// finding: ' "$file" && echo 1 || echo 0; })
    equal "$label: exit code" "$line" $code
    grep -q '"races": 0,' "$folder/json"
    check $? "$label: a race"
}
group_programs() {
    local names=("$@") name file fixed
    [ $# -gt 0 ] || mapfile -t names < <(ls $programs/*.cu | xargs -n 1 basename -s .cu)
    for name in "${names[@]}"; do
        file=$programs/$name.cu
        judge "$file"
        fixed=$(stated "$file" fixed); fixed=${fixed:--DFIXED}
        [ "$fixed" != none ] || continue
        # shellcheck disable=SC2086 # flags are words
        run "$file" $fixed
        [ $code -eq 0 ] && [ -z "$(sites | grep -v '^count')" ]
        check $? "$name $fixed: exit code $code, found '$(sites)'$(shown)"
        ! grep -q '^wrong [^0]' "$folder/out"
        check $? "$name $fixed: wrong result"
    done
}

group_options() {
    local file=$programs/lanes_store.cu
    run $file --without lanes
    [ $code -eq 0 ] && [ -z "$(sites)" ] && grep -qx '0 races at 0 sites' "$folder/out"
    check $? "--without lanes: exit code $code$(shown)"
    run $file --only lanes
    [ $code -eq 1 ] && grep -qx 'races were not looked for' "$folder/out" &&
        grep -qx '2 findings at 1 site: lanes' "$folder/out" && grep -q '"races_left_out": true' "$folder/json"
    check $? "--only lanes: exit code $code$(shown)"
    build/tb/validate_json docs/report-schema.json "$folder/json" > "$folder/err" 2>&1
    check $? "--only lanes: schema: $(cat "$folder/err")"
    run $file --only race
    [ $code -eq 0 ] && [ -z "$(sites)" ]
    check $? "--only race: exit code $code"
    for machine in '--as published' '--config gtx480'; do
        # shellcheck disable=SC2086 # options are words
        run $file $machine
        [ $code -eq 0 ] && [ -z "$(sites)" ]
        check $? "$machine: nothing beside races$(shown)"
        # shellcheck disable=SC2086
        run $file $machine --only race,lanes
        [ $code -eq 1 ] && [ -n "$(sites)" ]
        check $? "$machine --only race,lanes$(shown)"
    done
    for refused in '--only lnes' '--only lanes, ' '--only race --without race' '--only lanes --oracle'; do
        # shellcheck disable=SC2086
        run $file $refused
        [ $code -eq 2 ] && [ "$(wc -l < "$folder/err")" -eq 1 ]
        check $? "$refused: exit code $code: $(cat "$folder/err")"
    done
    # Lanes that write the same value are no race, for the oracle as for the detector; others are.
    run $programs/lanes_same.cu --oracle
    [ $code -eq 0 ] && grep -q "of the oracle's 0 sites" "$folder/out"
    check $? "lanes_same --oracle: exit code $code$(shown)"
    run $file --oracle
    [ $code -eq 1 ] &&
        grep -q "1 true positive, 0 false positives; of the oracle's 1 site 1 found, 0 missed" "$folder/out"
    check $? "lanes_store --oracle: exit code $code$(shown)"
    # What was found travels in the stream; the model sees it, too, word by word (D72).
    run $file --events "$folder/run.sevt" --sarif "$folder/sarif" --html "$folder/page.html"
    grep -q '^finding rule=lanes/different-values sm=0 slot=0 warp=0 .*text="lane 0 writes 0x0, lane 4 writes 0x4"' \
        "$folder/run.sevt"
    check $? "the record of a finding: $(grep '^finding' "$folder/run.sevt")"
    "$scord" events check "$folder/run.sevt" > "$folder/err" && grep -q ' 8 races by the model' \
        <("$scord" cosim --model-only "$folder/run.sevt")
    check $? "a stream with findings: $(cat "$folder/err")"
    build/tb/validate_json docs/report-schema.json "$folder/json" > "$folder/err" 2>&1
    check $? "schema: $(cat "$folder/err")"
    build/tb/validate_json tb/commands/check/sarif.schema.json "$folder/sarif" > "$folder/err" 2>&1
    check $? "SARIF: $(cat "$folder/err")"
    grep -q '"ruleId": "lanes/different-values"' "$folder/sarif"
    check $? "SARIF has the finding"
    grep -q 'no race, but 2 findings' "$folder/page.html" && grep -q '<h3>Finding lanes/different-values</h3>' \
        "$folder/page.html"
    check $? "the page has the finding"
    # Every kind and rule is explained, and has its section.
    for kind in race $("$scord" explain --help | sed -n 's/^KIND: \(.*\) (as .*/\1/p'); do
        "$scord" explain "$kind" > "$folder/out" 2>&1
        check $? "explain $kind"
        for rule in $(sed -n 's|^\([a-z]*/[a-z-]*\) (.*|\1|p' "$folder/out"); do
            grep -q "^### $rule\$" docs/findings.md
            check $? "docs/findings.md: no section $rule"
        done
    done
    "$scord" explain nothing > "$folder/out" 2> "$folder/err"
    equal "explain nothing" 2 $?
}

# The program has a race in shared memory at lines 3 and 4 and a finding of kind lanes at line 6.
known_program() {
    cat > "$folder/known.cu" <<'END'
__global__ void sum(int *out) {
    __shared__ int tile[64];
    tile[threadIdx.x] = threadIdx.x;
    out[threadIdx.x] = tile[63 - threadIdx.x];
    if (threadIdx.x < 32)
        out[64 + threadIdx.x % 4] = threadIdx.x;
}
int main() {
    int *out;
    cudaMalloc(&out, 72 * sizeof *out);
    sum<<<1, 64>>>(out);
    return cudaDeviceSynchronize();
}
END
}
# label, exit code, lines that the text has (extended regular expressions), then options
known() {
    local label=$1 wanted=$2 lines=$3 line; shift 3
    run "$folder/known.cu" "$@"
    [ $code -eq "$wanted" ]
    check $? "$label: exit code $code, not $wanted$(shown)"
    while read -r line; do
        [ -z "$line" ] || grep -qxE "$line" "$folder/out"
        check $? "$label: no line '$line'$(shown)"
    done <<< "$lines"
    build/tb/validate_json docs/report-schema.json "$folder/json" > "$folder/valid" 2>&1
    check $? "$label: schema: $(cat "$folder/valid")"
}
refused() { # label, option, the file's text, what the message says behind the file's name
    printf '%s' "$3" > "$folder/bad"
    "$scord" check "$folder/known.cu" "$2" "$folder/bad" > "$folder/out" 2> "$folder/err"
    equal "$1: exit code" 2 $?
    equal "$1: lines of the message" 1 "$(wc -l < "$folder/err")"
    grep -qF "bad:$4" "$folder/err"
    check $? "$1: $(cat "$folder/err")"
}
group_known() {
    known_program
    known "as it is" 1 "1 finding at 1 site: lanes" --write-suppressions "$folder/all.supp"
    cp "$folder/json" "$folder/base.json"
    equal "entries written" 2 "$(grep -c '^kind=' "$folder/all.supp")"
    grep -q '^kind=lanes/different-values kernel=sum(int\\\*) at=.*known.cu:6 object=cudaMalloc#1$' "$folder/all.supp"
    check $? "the entry of the finding: $(cat "$folder/all.supp")"
    known "all suppressed" 0 "0 races at 0 sites
suppressed by .*: [0-9]+ races? at 1 site, 1 finding at 1 site" --suppress "$folder/all.supp" --sarif "$folder/sarif" \
        --html "$folder/page.html"
    equal "suppressed results of SARIF" 2 "$(grep -o '"suppressions": \[{"kind": "external"' "$folder/sarif" | wc -l)"
    grep -q '"races": 0,' "$folder/json" && [ "$(grep -c '"known_by": "suppressions"' "$folder/json")" -eq 2 ]
    check $? "suppressed sites of the JSON"
    build/tb/validate_json tb/commands/check/sarif.schema.json "$folder/sarif" > "$folder/err" 2>&1
    check $? "SARIF with suppressions: $(cat "$folder/err")"
    grep -q 'does not count' "$folder/page.html"
    check $? "the page says what does not count"
    printf '# one\nkind=race at=known.cu:4\nkind=lanes object=cudaMalloc#2\n' > "$folder/part.supp"
    known "one side of the race" 1 "0 races at 0 sites
.*part.supp:3: suppressed nothing: kind=lanes object=cudaMalloc#2
1 finding at 1 site: lanes" --suppress "$folder/part.supp"
    printf 'kind=race/* kernel="sum(*)"\nkind=lanes/diff?rent-values at=*/known.*\n' > "$folder/wild.supp"
    known "wildcards" 0 "0 races at 0 sites" --suppress "$folder/wild.supp"
    known "baseline" 0 "not new, in .*base.json: [0-9]+ races? at 1 site, 1 finding at 1 site" \
        --baseline "$folder/base.json" --sarif "$folder/sarif"
    equal "unchanged results" 2 "$(grep -o '"baselineState": "unchanged"' "$folder/sarif" | wc -l)"
    # Lines that move are known; the same line once more is new, and so is a changed one.
    sed -i '1i// moved\n' "$folder/known.cu"
    known "moved lines" 0 "0 races at 0 sites" --baseline "$folder/base.json"
    sed -i 's/^\( *\)\(out\[64 + threadIdx.x % 4\].*\)/\1{\n\1\2\n\1__threadfence(), __syncwarp();\n\1\2\n\1}/' \
        "$folder/known.cu"
    known "a second one" 1 "1 finding at 1 site: lanes" --baseline "$folder/base.json"
    known_program
    sed -i 's/% 4/% 8/' "$folder/known.cu"
    known "a changed line" 1 "0 races at 0 sites
1 finding at 1 site: lanes" --baseline "$folder/base.json"
    known_program
    refused "no pair" --suppress $'\nkind=race x\n' "2: 'x' is no KEY=VALUE"
    refused "no key" --suppress $'knd=race' "1: 'knd' is no key"
    refused "no kind" --suppress $'# a\nkind=lane\n' "2: 'lane' is no kind"
    refused "kind left out" --suppress 'at=a.cu' "1: an entry without kind="
    refused "twice" --suppress 'kind=race kind=race' "1: kind is stated twice"
    refused "open quote" --suppress 'kind=race kernel="f' "1: kernel: a quote"
    refused "empty" --suppress 'kind=race at=' "1: at: an empty value"
    refused "no JSON" --baseline $'{"a":1,\n]' "2: no JSON"
    refused "another JSON" --baseline '{"races": 0}' "1: not a report"
    "$scord" check "$folder/known.cu" --suppress "$folder/none" > "$folder/out" 2> "$folder/err"
    equal "no file: exit code" 2 $?
    "$scord" check "$folder/known.cu" --oracle --suppress "$folder/all.supp" > "$folder/out" 2> "$folder/err"
    equal "with --oracle: exit code" 2 $?
}

case $group in
programs | options | known) "group_$group" "$@";;
*) sed -n '2,/^set -u/{/^set -u/d;s/^# \{0,1\}//p}' "$0" >&2; exit 2;;
esac
finish
