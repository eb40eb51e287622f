#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# test_bench_kept.sh: what run_bench.sh keeps stands for the run that would be made: a bench that changed, or other
# seeds, run anew; what fails is not kept. With a cache of its own. Last line: "N passed, N failed".
set -u
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
. tb/expect.sh
export SCORD_CACHE=$work/cache
bench=$work/lock_entry.vvp
cp "${BUILD:-build}/tb/bench/lock_entry.vvp" "$bench" || exit 3
results() { # WANTED WHAT [SEED…]: kept, anew or failed
    local wanted=$1 what=$2 found=anew
    shift 2
    tb/bench/run_bench.sh "$bench" "$@" > "$work/log" 2>&1 || found=failed
    ! grep -q '^kept: ' "$work/log" || found=kept
    equal "$what" "$wanted" "$found"
}
results anew "first run" 1
results kept "second run" 1
results anew "another seed" 2
cp "$bench" "$work/was"
echo "# changed" >> "$bench"
results anew "a changed bench" 1
sed 's/passed, %0d failed/passed, %0d  failed/' "$work/was" > "$bench" # a closing line that is none
results failed "a bench that fails" 1
results failed "a bench that fails, again" 1
cp "$work/was" "$bench"
results kept "the first one" 1
finish
