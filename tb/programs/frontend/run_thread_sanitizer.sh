#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# run_thread_sanitizer.sh: programs of several host threads with a runtime that is compiled with -fsanitize=thread
# (frontend.mk): ThreadSanitizer sees no race, neither in the runtime nor by what it does to the program's memory.
#
# usage: run_thread_sanitizer.sh
#   The cases of threads.cu and functions.cu, wrong and right, with threads apart; the wrong ones with threads as one,
#   too. (The runtime sees no atomics here, so that more may be found than by other rows. An atomic in memory that the
#   host shares with the device is left out: ThreadSanitizer makes it under a lock of its own, and the fault's handler
#   wants that.)
# SCORD names the executable (build/scord), BUILD the build. Closes with "N passed, N failed".
set -u
scord=${SCORD:-build/scord} build=${BUILD:-build}
programs=tb/programs/frontend/programs/launch
folder=$(mktemp -d) || exit 3
trap 'rm -rf "$folder"' EXIT
. tb/expect.sh
export SCORD_LIBRARY_DIR=$PWD/$build/tsan/lib TSAN_OPTIONS="report_signal_unsafe=0 log_path=$folder/seen exitcode=0"

for file in threads functions; do
    for apart in "" "$build/obj/sim/runtime/host/threads_apart.o"; do
        # shellcheck disable=SC2086 # no object is no word
        "${scord%scord}scord-nvcc" -Xcompiler -fsanitize=thread -o "$folder/program" "$programs/$file.cu" $apart \
            > "$folder/out" 2>&1
        check $? "$file: linked$(cat "$folder/out")"
        for name in $(sed -n '/told_by_a_shared_atomic/d; s/^CASE(\([a-z_]*\), .*/\1/p' "$programs/$file.cu"); do
            for side in wrong ${apart:+right}; do
                rm -f "$folder"/seen*
                nice timeout 100 "$scord" check "$folder/program" -- "$name" "$side" > "$folder/out" 2>&1 < /dev/null
                [ $? -lt 2 ] && ! ls "$folder"/seen* > /dev/null 2>&1
                check $? "$name $side${apart:+, apart}: $(cat "$folder"/seen* 2> /dev/null | head -n 40)"
            done
        done
    done
done
finish
