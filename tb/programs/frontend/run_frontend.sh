#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# run_frontend.sh: `scord check` end to end on the small programs of tb/programs/frontend/programs.
#
# usage: run_frontend.sh GROUP...   groups: results errors spins options determinism rtl oracle builds
# SCORD names the executable (build/scord). Every expectation is one check. Closes with "N passed, N failed".
set -u
scord=${SCORD:-build/scord}
programs=tb/programs/frontend/programs
[ $# -ge 1 ] || {
    echo "usage: run_frontend.sh results|errors|spins|options|determinism|rtl|oracle|builds ..." >&2
    exit 2
}
folder=$(mktemp -d) || exit 3
export TMPDIR=$folder/tmp; mkdir "$TMPDIR"
trap 'rm -rf "$folder"' EXIT
. tb/expect.sh

report() { # what, problem ('' = fine)
    if [ -z "$2" ]; then pass "ok   $1"; return; fi
    fail "$1: $2"; sed 's/^/     | /' "$folder/out" "$folder/err" | head -n 30
}
# Runs scord check PROGRAM with arguments; standard input is $folder/in.
check() { # program, arguments
    label=$*
    local name=$1; shift
    nice "$scord" check "$programs/$name.cu" "$@" > "$folder/out" 2> "$folder/err" < "$folder/in"
    code=$?
    [ -z "$(ls -A "$TMPDIR")" ] || {
        report "$label: temporary files are removed" "$(ls "$TMPDIR")"
        rm -rf "${TMPDIR:?}"/*
    }
}
code_is() { [ "$code" -eq "$1" ] && report "$label: exit code $1" "" || report "$label: exit code $1" "it is $code"; }
out_has() {
    grep -qxF -e "$1" "$folder/out" && report "$label: prints '$1'" "" || report "$label: prints '$1'" missing
}
out_lacks() {
    grep -qF -e "$1" "$folder/out" && report "$label: does not print '$1'" "it does" ||
        report "$label: does not print '$1'" ""
}
# Exactly one line of standard error begins with scord:, and it holds every pattern.
error_has() {
    local line; line=$(grep '^scord: ' "$folder/err")
    [ "$(grep -c '^scord: ' "$folder/err")" -eq 1 ] || {
        report "$label: one error" "there are $(grep -c '^scord: ' "$folder/err")"
        return
    }
    for pattern; do case $line in *"$pattern"*) ;; *) report "$label: error names '$pattern'" "$line"; return;; esac;
    done
    report "$label: error names $*" ""
}
detail_has() {
    grep -qF -e "$1" "$folder/err" && report "$label: details '$1'" "" || report "$label: details '$1'" missing
}
place() { echo "$1.cu:$(grep -n "// ${2:-HERE}" "$programs/$1.cu" | cut -d: -f1): "; }
: > "$folder/in"

group_results() {
    check lanes/wide_read --seed 1; code_is 1; out_lacks "lane 31"
    grep -q "warp 0 lane 3 thread (3,0,0)" "$folder/out"
    report "$label: the lane of the access" "$([ $? -eq 0 ] || echo "it is not lane 3")"
    check many_kernels; code_is 0; out_has "wrong 0, seen 12"
    check many_kernels --seed 3 --config tiny; code_is 0; out_has "wrong 0, seen 12"
    echo "3 4 5 -2" > "$folder/in"
    check standard_input -- 10
    code_is 0
    out_has "4 numbers, factor * sum = 100"
    detail_has "this goes to standard error"
    : > "$folder/in"
    check device_printf; code_is 0
    out_has before; out_has plain; out_has after; out_has "-1    42|42   |00042 7"; out_has "4000000000 ff FF 10 z%"
    out_has "-5000000000 18446744073709551615 1099511627776 4"; out_has "1.500000 2.25 1.235e+04 0.0001"
    out_has "[word] [    word] [word    ] [wo]"; out_has "    17|3.1"
    [ "$(grep -n -x -e before -e plain -e after "$folder/out" | cut -d: -f2 | tr '\n' ' ')" = "before plain after " ] &&
        report "device_printf: order of host and device output" "" ||
        report "device_printf: order of host and device output" wrong
    check barrier_exited; code_is 0; out_has "111641 0 0 111641"
    check warp_functions; code_is 0; out_has "wrong 0"
    check own_names; code_is 0; out_has "sum 255"
    check variable_v; code_is 1; out_has "  object:      v+0, address 0x700000000"
    check language; code_is 0; out_has "wrong 0"
    check two_files $programs/two_files_second.cu $programs/two_files_helper.cpp -std=c++17; code_is 0; out_has "15 4"
    # It makes calls that CUDA refuses, and looks at the error codes.
    check runtime_api --without memory; code_is 0; out_has "failures 0"
    check large_grid --config tiny; code_is 0; out_has "wrong 0"
    check waits/long_work --spin-limit 4000; code_is 0; out_has right
}

group_spins() {
    for seed in 0 1 2 3 4 5; do
        check cross_block_spin --seed $seed; code_is 0; out_has "sum 120"
        check lane_lock --seed $seed; code_is 0; out_has "counter 192"
    done
    # D67: to ScoRD as published volatile flags are data
    check cross_block_spin --seed 2 -DPLAIN_FLAGS --as published; code_is 1; out_has "sum 120"
    check cross_block_spin --seed 2 -DPLAIN_FLAGS; code_is 0; out_has "sum 120"
    # D67: a read that an atomicCAS judges is of a flag; the model ptx of the oracle agrees
    check compared_volatile --oracle-model ptx; code_is 0; out_has "8 nodes, least 0.5"
    check compared_volatile -DDATA; code_is 1
    out_has "  this access: $programs/compared_volatile.cu:26 volatile load in push(Node*,"
    out_lacks "compared_volatile.cu:14"; out_lacks "compared_volatile.cu:19"
    check compared_volatile --as published; code_is 1
    out_has "  owner:       $programs/compared_volatile.cu:14 volatile load in push(Node*,"
    check union_find --oracle-model ptx; code_is 0; out_has "2 roots"
    check union_find -DPLAIN; code_is 1
    check union_find -DDATA; code_is 1
    out_has "  this access: $programs/union_find.cu:32 volatile store in join(int*, int*,"
    out_lacks "union_find.cu:13"; out_lacks "union_find.cu:15"
    check waits/endless_spin --spin-limit 20000 --events "$folder/spin.sev"; code_is 2
    error_has "$(place waits/endless_spin)" "kernel wait_for_ever()" "no progress" "--spin-limit 20000"
    detail_has "read 0x"; detail_has "(flag + 0)"; detail_has "wait at block barrier 0"
    nice "$scord" events check "$folder/spin.sev" > "$folder/out" 2> "$folder/err"
    code=$?
    label="stream of endless_spin"
    code_is 0
    check waits/endless_loop --spin-limit 2000; code_is 2
    error_has "endless_loop.cu:" "kernel count_for_ever" "no progress"
    for key in 0 1; do
        check counted_spin --spin-limit 20000 --config gtx480:independent_threads=$key; code_is 2
        error_has "$(place counted_spin)" "no progress"; detail_has "4 warps, 127 threads read 0x"
        detail_has "(lock + 0)"
    done
    check dozing_spin --spin-limit 20000; code_is 2; error_has "$(place dozing_spin)" "no progress"
    check dozing_spin --spin-limit 500 -DPATIENCE=40; code_is 0
    check cross_block_spin --config tiny --spin-limit 20000
    code_is 2
    error_has "no progress" "12 of 16 blocks not yet started"
    check waits/deadlock; code_is 2; error_has "$(place waits/deadlock FIRST)" "deadlock" "block (0,0,0)"
    detail_has "$(place waits/deadlock FIRST)"; detail_has "$(place waits/deadlock SECOND)"
    detail_has "wait at block barrier 1"; detail_has "wait at block barrier 2"
}

group_errors() {
    check inline_asm; code_is 2; error_has "$(place inline_asm)" multimem
    check wide_division --compiler clang; code_is 2; error_has "wide_division.cu" "-DSCORD_WIDE_DIVISION"
    check texture_view; code_is 0; detail_has "maxAnisotropy 8 is taken as 1"
    check unknown_api; code_is 2; error_has "$(place unknown_api)" cudaImportExternalMemory
    check undefined_api; code_is 2; error_has "$(place undefined_api)" cudaGraphExecUpdate
    check invalid; code_is 2; error_has "invalid.cu does not compile"; detail_has "invalid.cu:1:21: error:"
    check out_of_range --events "$folder/range.sev"; code_is 2; out_has "printed before"; out_lacks "never printed"
    error_has "$(place out_of_range)" "kernel write_past(int*, int)" "thread (37,0,0) of block (1,0,0)" \
        "3892 bytes past the end of cudaMalloc#1"
    nice "$scord" events check "$folder/range.sev" > "$folder/out" 2> "$folder/err"
    code=$?
    label="stream of out_of_range"
    code_is 0
    [ "$(nice "$scord" events dump "$folder/range.sev" | grep -c '^kernel_begin')" = 2 ] &&
        report "$label: both launches" "" || report "$label: both launches" missing
    check out_of_range -DBEFORE; code_is 2; error_has "4 bytes before cudaMalloc#2, 64 bytes"
    check out_of_range -DSHARED
    code_is 2
    error_has "out-of-range store of 4 bytes at offset 0x14 of shared memory, which has 16 bytes; thread"
    # 27 threads of 128 are at or behind 101; two more accesses of a thread to shared memory; four loads, which give 0
    check out_of_range --keep-going --json "$folder/range.json"; code_is 1; out_has "never printed"
    error_has "27 accesses were out of range and left out (--keep-going)" "3892 bytes past the end of cudaMalloc#1" \
        "thread (37,0,0) of block (1,0,0)" "$(place out_of_range)"
    grep -q '"out_of_range": 27,' "$folder/range.json" && report "$label: JSON" "" || report "$label: JSON" missing
    out_has "  out of range                       27   accesses left out"
    check out_of_range --keep-going -DSHARED; code_is 1; error_has "29 accesses were" "offset 0x14 of shared memory"
    check out_of_range --keep-going -DLOAD; code_is 1; error_has "31 accesses were"; out_has "read 1010106 5"
    check out_of_range --keep-going -DRACE; code_is 1; error_has "27 accesses were"; out_has "1 race at 1 site"
    check racy --keep-going; code_is 1; out_has "  out of range                        0   accesses left out"
    check use_after_free; code_is 2; error_has "$(place use_after_free)" "inside cudaMalloc#2, which is freed"
    check assertion
    code_is 2
    error_has "$(place assertion)" 'assertion `(int)threadIdx.x < limit` failed' "thread (20,0,0) of block (0,0,0)"
    check anonymous_variable; code_is 2; error_has "hidden" "declare it static"; out_lacks "never printed"
    check ended_by_signal; code_is 3; out_has "1 race at 1 site"; error_has "error of scord" "signal 6"
    check ended_by_signal -DOUTSIDE; code_is 1; error_has "the program was killed by signal 6"
    check host_access; code_is 2; error_has "signal 11" "host code accesses device memory" "cudaMalloc#1"
    check refused_launch; code_is 2; error_has "1 launch was refused" "kernel nothing()" "2048 threads"
    check no_kernel; code_is 2; error_has "no kernel"; out_has "usage: no_kernel N"
    check only_copies; code_is 0; out_has "right"
    check racy; code_is 1; out_has 'done'
    check update; code_is 1 # words of the report, as wrapped
    out_has "  rule:        this warp accessed the word before and now writes it, but other blocks have read it"
    tr -s ' \n' ' ' < "$folder/out" | grep -qF 'make it an atomic (atomicAdd' &&
        report "$label: hint" "" || report "$label: hint" missing
    tr -s ' \n' ' ' < "$folder/out" | grep -qF ' volatile store in ' && report "$label: volatile by its name" "" ||
        report "$label: volatile by its name" missing
    check racy -- 1; code_is 1; error_has "exit code 1"
    check many_kernels --config tiny:warps_per_sm=1
    code_is 2
    error_has "5 launches were refused" "kernel void fill<int>" "has 1 warps (32 threads) an SM"
}

group_options() {
    check missing_file; code_is 2; error_has "missing_file.cu: No such file"
    check racy --seed twelve; code_is 2; error_has "--seed takes a number"
    check racy --config unheard_of; code_is 2; error_has unheard_of
    check racy --no-such-option x; code_is 2; error_has --no-such-option
    check racy --wave "$folder/w.fst"; code_is 2; error_has --rtl
    check racy --events -; code_is 2; error_has "--events takes a file"
    check racy --events /nonexistent/directory/f.sev; code_is 3; error_has /nonexistent/directory/f.sev
    label="no compiler"
    PATH=/nonexistent "$(realpath "$scord")" check $programs/racy.cu > "$folder/out" 2> "$folder/err"
    code=$?
    code_is 3; error_has clang++-14 "apt-get install clang-14"
    label="no libraries"
    SCORD_LIBRARY_DIR=/nonexistent "$scord" check $programs/racy.cu > "$folder/out" 2> "$folder/err"
    code=$?
    code_is 3; error_has "SCORD_LIBRARY_DIR"
    check racy --json -
    code_is 1
    grep -q '"statistics": {"events": ' "$folder/out" && report "$label: statistics in JSON" "" ||
        report "$label: statistics in JSON" missing
    check racy --json "$folder/racy.json"
    grep -q "\"line\": $(grep -n '// RACE' $programs/racy.cu | cut -d: -f1)," "$folder/racy.json" &&
        report "$label: line of the race" "" || report "$label: line of the race" missing
    label="interrupt"
    nice "$scord" check $programs/waits/forever.cu --events "$folder/cut.sev" > "$folder/out" 2> "$folder/err" & pid=$!
    for i in $(seq 100); do
        [ "$(stat -c %s "$folder/cut.sev" 2>/dev/null || echo 0)" -gt 20000 ] && break
        sleep 0.1
    done
    kill -INT $pid; wait $pid; code=$?
    code_is 130; error_has interrupted
    [ -z "$(ls -A "$TMPDIR")" ] && report "$label: temporary files are removed" "" ||
        report "$label: temporary files are removed" "$(ls "$TMPDIR")"
    [ -z "$(ps -eo args | grep "^[^ ]*$programs/waits/forever.cu$")" ] && report "$label: the program is stopped" "" ||
        report "$label: the program is stopped" "it runs"
    nice "$scord" events dump "$folder/cut.sev" > "$folder/text" 2> "$folder/err"
    code=$?
    label="stream after interrupt"
    code_is 0
    label="interrupt of a kernel that makes no events" # the signal goes to scord alone, as from a script
    nice timeout -k 1 60 "$scord" check $programs/waits/endless_loop.cu --spin-limit 1000000000000 \
        --events "$folder/silent.sev" > "$folder/out" 2> "$folder/err" & pid=$!
    for i in $(seq 100); do
        process=$(ps -eo ppid,args | awk -v p="$programs/waits/endless_loop.cu" '$2 == p {print $1; exit}')
        [ -n "$process" ] && break
        sleep 0.1
    done
    sleep 0.5; kill -INT $process; wait $pid; code=$?
    code_is 130; error_has interrupted
    grep -qE '^  thread instructions +[1-9]' "$folder/out" && report "$label: its instructions" "" ||
        report "$label: its instructions" "none are reported"
    grep -q ' 1 launches, 1 blocks$' "$folder/out" && report "$label: its launch" "" ||
        report "$label: its launch" "it is not reported"
}

group_rtl() {
    check many_kernels --rtl; code_is 0; out_has "wrong 0, seen 12"
    grep -qE "^  mismatches +0 " "$folder/out" && report "$label: no mismatch" "" ||
        report "$label: no mismatch" "no such line"
    grep -qE "^  compared cycles +[1-9]" "$folder/out" && report "$label: cycles were compared" "" ||
        report "$label: cycles were compared" "none"
    check racy --rtl --seed 2 --wave "$folder/race.fst" --json "$folder/rtl.json"; code_is 1
    [ -s "$folder/race.fst" ] && [ -s "$folder/race.gtkw" ] && report "$label: wave and view" "" ||
        report "$label: wave and view" missing
    check racy --seed 2 --json "$folder/model.json"; code_is 1
    sites() { sed "/^  \"program\"/,\$d" "$1"; }
    [ -n "$(sites "$folder/rtl.json")" ] && [ "$(sites "$folder/rtl.json")" = "$(sites "$folder/model.json")" ] &&
        report "$label: RTL and model report the same" "" || report "$label: RTL and model report the same" differ
    check barrier_exited --rtl --config nocache; code_is 0
    check order --rtl --config tiny:warps_per_sm=2; code_is 2
    check large_memory --rtl; code_is 0; out_has "last 31"
}

# The oracle's block of the last output, without the blank line at its end.
oracle_text() { sed -n '/^model /,/^$/p' "$folder/out" | sed '/^$/d'; }
oracle_lines() { # patterns: each begins a line of the block
    for pattern; do
        oracle_text | grep -q -e "^ *$pattern" && report "$label: oracle says '$pattern'" "" ||
            report "$label: oracle says '$pattern'" missing
    done
}
oracle_member() { sed -n '/^  "oracle"/,$p' "$1"; } # of a JSON report
member_has() {
    oracle_member "$1" | grep -qF -e "$2" && report "$label: JSON has $2" "" || report "$label: JSON has $2" missing
}

group_oracle() {
    local seed line
    line=$(place racy RACE)
    check racy --oracle --events "$folder/racy.sev"; code_is 1
    oracle_lines "model scor: match=inclusive closure=indirect acquire=mixed" \
        "detector 1 site: 1 true positive, 0 false positives; of the oracle's 1 site 1 found, 0 missed" \
        "second store at $programs/${line%: }$" \
        "true positive of the detector: (b) missing device fence at $programs/${line%: },$"
    oracle_text > "$folder/inline"
    label="scord oracle on the stream of racy"
    nice "$scord" oracle "$folder/racy.sev" --all-sites > "$folder/out" 2> "$folder/err"
    code=$?
    code_is 1
    cmp -s "$folder/out" "$folder/inline" && report "$label: the same verdicts" "" ||
        report "$label: the same verdicts" differ
    check racy; code_is 1; out_lacks "oracle"
    check lanes_race; code_is 1; out_has "1 finding at 1 site: lanes"
    check lanes_race --only race; code_is 0
    check lanes_race --only race --oracle --json "$folder/found.json"; code_is 1; out_has "0 races at 0 sites"
    oracle_lines "pairs  31 on 1 word; detector: found (lanes)"
    member_has "$folder/found.json" '"detector": ["lanes_differ"]'
    member_has "$folder/found.json" '"missed": 0'
    check lanes_race --as published --oracle --json "$folder/missed.json"; code_is 1; out_has "0 races at 0 sites"
    oracle_lines "pairs  31 on 1 word; MISSED by the detector" \
        "races    1 site, 31 pairs, 31 racy accesses; 1 of the sites within one warp only"
    member_has "$folder/missed.json" '"detector": []'
    member_has "$folder/missed.json" '"missed": 1'
    member_has "$folder/missed.json" '"match": "inclusive"'
    check lanes_race -DWARPS --oracle; code_is 1; out_has "  1. ordinary conflict between warps of one block"
    [ "$(sed -n 's/^ *thread .* warp \([0-9]*\) lane .*/\1/p' "$folder/out" | head -n 2 | sort -u | wc -l)" = 2 ] &&
        report "$label: two threads of two warps" "" || report "$label: two threads of two warps" "of one"
    check sync_lanes --as published --oracle --events "$folder/sync.sev"; code_is 0; out_has "0 races at 0 sites"
    oracle_lines "races    0 sites"
    nice "$scord" oracle "$folder/sync.sev" > "$folder/out" 2> "$folder/err"; code=$?
    label="stream of sync_lanes"; code_is 0
    line=$(place ordered_by_flag REPORTED)
    check ordered_by_flag --oracle --json "$folder/false.json"; code_is 1
    oracle_lines "FALSE POSITIVE of the detector: (d) scoped atomic at $programs/${line%: },$" "races    0 sites"
    member_has "$folder/false.json" '"exact": "false_positive"'
    check ordered_by_flag --oracle-model ptx --json "$folder/true.json"; code_is 1
    oracle_lines "model ptx: match=inclusive closure=indirect acquire=explicit" "true positive of the detector: (d)"
    member_has "$folder/true.json" '"exact": "true_positive"'; member_has "$folder/true.json" '"model": "ptx"'
    check many_kernels --oracle; code_is 0; oracle_lines "races    0 sites, 0 pairs, 0 racy accesses"
    for seed in 0 3; do # with --rtl the items retire later; the verdicts must not
        check ordered_by_flag --oracle --seed $seed --json "$folder/model.json"; code_is 1
        check ordered_by_flag --oracle --seed $seed --rtl --json "$folder/rtl.json"; code_is 1
        [ -n "$(oracle_member "$folder/rtl.json")" ] &&
            [ "$(oracle_member "$folder/rtl.json")" = "$(oracle_member "$folder/model.json")" ] &&
            report "$label: as without --rtl" "" || report "$label: as without --rtl" differ
    done
    check out_of_range --oracle; code_is 2; oracle_lines "model scor"
    check racy --oracle-model hrf
    code_is 2
    error_has "--oracle-model" "hrf-direct, hrf-indirect, hrf-indirect-inclusive, ptx, scor" "'hrf'"
    check racy --oracle-model; code_is 2; error_has "--oracle-model"
}

# Copies of the libraries in $folder/library, as if one or both came from another build.
fresh_libraries() {
    rm -rf "$folder/library"; mkdir -p "$folder/library/include" "$folder/other"
    ln -s "$PWD/sim/runtime/include" "$folder/library/include/scord-cuda"
    cp "$(dirname "$scord")/libscord.a" "$(dirname "$scord")/libscordsim.a" "$folder/library"
}
compile_into() { # library, source: replaces the object of that name
    gcc -I. -I"$folder/other" -c -o "$folder/other/$(basename "$2" .c).o" "$2" &&
        ar r "$folder/library/$1" "$folder/other/$(basename "$2" .c).o" ||
        report "$label: $1 of another build" "it cannot be made"
}
other_build() { # libraries
    for name; do
        case $name in libscord.a) compile_into $name cmodel/build_id.c;; libscordsim.a) compile_into $name \
            sim/runtime/build_check.c;; esac
    done
}
refused_build() { code_is 3; error_has "$@"; out_lacks race; out_lacks statistics; }

group_builds() {
    local mine other=0123456789abcdef
    mine=$("$scord" --version | sed -n 's/^scord .*, build \([0-9a-f]\{16\}\)$/\1/p')
    label=--version
    [ -n "$mine" ] && report "$label: has a build id" "" || report "$label: has a build id" "$("$scord" --version)"
    fresh_libraries
    echo "#define SCORD_BUILD_ID \"$other\"" > "$folder/other/build_id_value.h"
    export SCORD_LIBRARY_DIR=$folder/library
    check racy; code_is 1; out_has "1 race at 1 site"
    other_build libscord.a libscordsim.a; check racy --events "$folder/none.sev"
    refused_build "libscordsim.a is of build $other" "libscord.a of build $other" "scord of build $mine" \
        '`make build`' SCORD_LIBRARY_DIR
    check many_kernels --json -; refused_build "libscord.a of build $other"
    fresh_libraries
    other_build libscord.a
    check racy
    refused_build "libscordsim.a is of build $mine" "libscord.a of build $other"
    fresh_libraries
    other_build libscordsim.a
    check racy
    refused_build "libscordsim.a is of build $other" "libscord.a of build $mine"
    fresh_libraries
    ar d "$folder/library/libscord.a" build_id.o
    check racy
    refused_build "do not fit together" '`make build`'
    # a runtime from before there were ids: the first word of its status was the outcome
    printf '%s\n' '#include "sim/runtime/build_check.h"' \
        'bool build_check_state(run_status_t *status) { *(int *)status = RUN_RUNNING; return true; }' \
            > "$folder/other/build_check.c"
    fresh_libraries
    compile_into libscordsim.a "$folder/other/build_check.c"
    check racy
    refused_build "of build unknown" '`make build`'
    fresh_libraries; check no_kernel; code_is 2; error_has "no kernel"
    unset SCORD_LIBRARY_DIR
}

group_determinism() {
    for seed in 0 5; do
        check order --seed $seed --events "$folder/a$seed.sev"; code_is 0; cp "$folder/out" "$folder/order$seed"
        check order --seed $seed --events "$folder/b$seed.sev"; code_is 0
        cmp -s "$folder/a$seed.sev" "$folder/b$seed.sev" && report "$label: equal streams" "" ||
            report "$label: equal streams" differ
    done
    tickets() { sed -n '/^[0-9 ]*$/p' "$1" | head -n 1; }
    [ "$(tickets "$folder/order0")" != "$(tickets "$folder/order5")" ] && report "order: seeds differ" "" ||
        report "order: seeds differ" same
    [ "$(tickets "$folder/order5" | tr ' ' '\n' | sort -n | tr '\n' ' ')" = "$(seq 0 31 | tr '\n' ' ')" ] &&
        report "order: every block has a ticket" "" ||
        report "order: every block has a ticket" "$(tickets "$folder/order5")"
}

for group; do
    case $group in results|errors|spins|options|determinism|rtl|oracle|builds) group_"$group";; *) \
        echo "unknown group $group" >&2; exit 2;; esac
done
finish
