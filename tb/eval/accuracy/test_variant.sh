#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_variant.sh: test_variant over the hand-written streams, random programs (locks, wraps, aliases) and random
# streams.
# Environment: BUILD (default build). Last line: "N passed, N failed".
build=${BUILD:-build}
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
for seed in 1 2 3 4 5 6; do
    "$build/scord" cosim --random --config tiny --seed $seed --events 3000 \
        --model-only --quiet --save "$work/program-$seed.sev" || exit 2
done
"$build/tb/random_streams" 1 100 "$work/random.sev" || exit 2
"$build/tb/test_variant" tb/streams/*.sevt "$work"/*.sev
