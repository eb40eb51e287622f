#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# run_concurrent.sh: kernels that wait for one another, and when operations run (docs/launch-order.md).
#
# usage: run_concurrent.sh [kernels] [functions] [async] [page] [lines] [parts] [names]
# SCORD names the executable (build/scord). Closes with "N passed, N failed".
set -u
scord=${SCORD:-build/scord}
programs=tb/programs/frontend/programs/concurrent
folder=$(mktemp -d) || exit 3
trap 'rm -rf "$folder"' EXIT
. tb/expect.sh
out=$folder/out

build() {
    exits 0 "$1 is compiled" "$out" "${scord%scord}scord-nvcc" -o "$folder/$1" "$programs/$1.cu"
}
run() { # CODE PROGRAM CASE OPTION…
    local code=$1 program=$2 case=$3
    shift 3
    label="$program $case $*"
    exits "$code" "$label" "$out" timeout 60 nice "$scord" check "$@" "$folder/$program" -- "$case"
}

kernels() {
    build kernels
    for case in kernel default_stream three copy other_stream ball host_without_a_call managed_box device_scope; do
        run 0 kernels $case
        has "$out" 42
    done
    run 0 kernels copy_behind
    has "$out" "42 42"
    for case in never_reached same_stream no_room; do
        run 2 kernels $case
        at="$programs/kernels.cu:[0-9]*"
        why="waits for what no operation before $at writes"
        grep -q "^scord: deadlock: kernel waits(.* launched at $at, $why\$" "$out"
        check $? "$case: $(grep '^scord' "$out")"
    done
    run 1 kernels block_scope --json "$folder/json"
    has "$folder/json" '"rule": "launch/streams"'
    run 1 kernels plain --json "$folder/json"
    has "$folder/json" ", 4 bytes: " # read and written, and counted once
    run 0 kernels kernel --events "$folder/events"
    exits 0 "launches beside each other are one after the other in the stream" "$out" \
        "$scord" events check "$folder/events"
    exits 0 "a stream of them is checked" "$out" "$scord" cosim --model-only "$folder/events"
}

functions() {
    build functions
    for case in lock told left future copies; do
        run 0 functions $case
        has "$out" 42
    done
    run 0 functions driver --async late
    has "$out" 42
    at="$programs/functions.cu:[0-9]*"
    for why in "lock_and_wait a lock that this thread holds" "never_told what no other thread can do"; do
        run 2 functions "${why%% *}"
        grep -q "^scord: deadlock: the host function of $at waits for ${why#* }, and the host at $at waits for it\$" \
            "$out"
        check $? "${why%% *}: $(grep '^scord' "$out")"
    done
}

async() {
    build late
    run 1 late wrong
    equal "at the calls" "1 2" "$(grep -o '^[0-9] [0-9]$' "$out")"
    run 1 late wrong --async late
    equal "late" "0 0" "$(grep -o '^[0-9] [0-9]$' "$out")"
    for how in late 1 2 3; do
        run 0 late right --async $how
        equal "$how, in order" "1 2" "$(grep -o '^[0-9] [0-9]$' "$out")"
    done
    run 2 late right --async sometimes
    has "$out" "--async takes late or a seed, not 'sometimes'"
    exits 2 "--schedules draws it" "$out" "$scord" check --schedules 4 --async late "$folder/late"
    exits 1 "schedules, wrong" "$out" "$scord" check --schedules 6 "$folder/late" -- wrong
    has "$out" "--async late"
    exits 0 "schedules, right" "$out" "$scord" check --schedules 6 "$folder/late" -- right
}

# A phone shows all of PAGE: at 390 pixels nothing but what scrolls by itself is wider. Without chromium a stated pass.
narrow() { # PAGE
    local browser wide
    browser=$(command -v chromium || command -v chromium-browser) ||
        { pass "no chromium: the page was not laid out"; return; }
    wide='<style>html{width:390px}</style><script>document.documentElement.dataset.wide =
        [...document.querySelectorAll("body *")].filter(e => !e.closest(".scroll, .lanes") &&
        e.getBoundingClientRect().right > 391).map(e => e.tagName).join("+") || "none"</script>'
    { sed "s|<meta http-equiv[^>]*>||" "$1"; echo "$wide"; } > "$folder/narrow.html"
    timeout 60 "$browser" --headless --no-sandbox --disable-gpu --dump-dom "file://$folder/narrow.html" \
        > "$folder/laid" 2> /dev/null
    equal "wider than a phone" none "$(sed -n 's/.*data-wide="\([^"]*\)".*/\1/p' "$folder/laid")"
}

# The picture of the streams on the page: lanes, rows, arrows, races.
page() {
    build late
    run 1 late wrong --html "$folder/page.html" --sarif "$folder/sarif"
    exits 0 "SARIF" "$out" build/tb/validate_json tb/commands/check/sarif.schema.json "$folder/sarif"
    has "$folder/sarif" "\"ruleId\": \"launch/host\""
    has "$folder/sarif" "\"ruleId\": \"launch/streams\""
    label="the page of late wrong"
    for text in '<h3>Streams and the host</h3>' 'class=race d=' 'class=across marker-end' '<circle class=race' \
        'non-blocking stream 1' "copy(int*, int const*) <span class=soft>$programs/late.cu:33</span>"; do
        has "$folder/page.html" "$text"
    done
    has "$folder/page.html" "padding:0 4px;min-width:12rem" # beside many lanes names stay readable: the frame scrolls
    lacks "$folder/page.html" 'SM 0, block slot' # the host has none
    # kernel and host's read, copy and host's write, the other stream's kernel
    equal "rows of races" 5 "$(grep -c '<li id=lane[0-9]*-[0-9]* class=race' "$folder/page.html")"
    narrow "$folder/page.html"
    run 0 late right --html "$folder/page.html"
    label="the page of late right"
    has "$folder/page.html" '<h3>Streams and the host</h3>'
    lacks "$folder/page.html" '<circle class=race'
}

# Lines of calls that stand inside others, with their callers; without optimisation and with, and with all of -g.
lines() {
    local flags
    for flags in -O0 -O2 "-O2 -g"; do
        # shellcheck disable=SC2086 # flags are words
        exits 0 "call_lines is compiled, $flags" "$out" "${scord%scord}scord-nvcc" $flags -o "$folder/call_lines" \
            "$programs/call_lines.cu"
        run 1 call_lines none --json "$folder/json"
        tr -s ' \n' ' ' < "$out" > "$folder/flat"
        label="call_lines, $flags"
        for text in "at: $programs/call_lines.cu:19 in " "other side: $programs/call_lines.cu:10 in upload" \
            "the host called from call_lines.cu:31 writes what cudaMemcpyAsync" \
            "called from call_lines.cu:18, call_lines.cu:30 reads" \
            "called from call_lines.cu:18, call_lines.cu:33 reads" \
            "at: $programs/call_lines.cu:34 in main" "at: $programs/call_lines.cu:41 in main" \
            "write it before the flag"; do
            has "$folder/flat" "$text"
        done
    done
}

# Nodes of a graph that copy and set.
names() {
    build graph_names
    run 1 graph_names none --json "$folder/json"
    for call in cudaMemsetAsync cudaMemcpyAsync cudaMemcpy2DAsync; do
        has "$folder/json" "what $call in non-blocking stream 1"
    done
}

# Parts of pages where the host is not looked at: said, and only where something is under way; results stay.
parts() {
    build parts
    for case in data bss stack thread; do
        run 0 parts $case --json "$folder/json"
        has "$out" 42
        has "$folder/json" "what the host does in registered memory beside the operation of $programs/parts.cu:20"
    done
    run 0 parts data_waits
    has "$out" 42
    lacks "$out" "not looked at"
    for case in pages heap; do
        run 1 parts $case
        has "$out" 42
        lacks "$out" "not looked at"
    done
}

[ $# -gt 0 ] || set -- kernels functions async page lines parts names
for part; do "$part"; done
finish
