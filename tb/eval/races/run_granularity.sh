#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# run_granularity.sh: the correct version of an application with metadata for 4, 8 and 16 bytes (granularity.c); prints
# "BYTES SITES RACES" three times, or "?" when the run failed. The recorded events take some 20 bytes each in TMPDIR.
# usage: run_granularity.sh GRANULARITY APP SEED [SIZE...]
set -u
[ $# -ge 3 ] || { echo "usage: run_granularity.sh GRANULARITY APP SEED [SIZE...]" >&2; exit 2; }
granularity=$1; app=$2; seed=$3; shift 3
folder=$(mktemp -d) || exit 3
trap 'rm -rf "$folder"' EXIT
nice "${SCORD:-build/scord}" check "sim/kernels/apps/$app.cu" --config nocache --seed "$seed" \
    --events "$folder/events.sev" -- "$@" > "$folder/output" 2>&1 < /dev/null &&
    nice "$granularity" "$folder/events.sev" || echo '?'
