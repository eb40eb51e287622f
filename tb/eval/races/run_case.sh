#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# run_case.sh: one run of an application under `scord check`; prints its facts (case_facts.awk) and "exit CODE".
#
# usage: run_case.sh [--rtl] [--oracle[=MODEL]] APP SITES CONFIG SEED [SIZE...]
#   SITES    race sites to switch on: a number, numbers separated by commas, "all", or "none"
#   CONFIG   named configuration of scord; SEED: schedule; SIZE...: arguments of the application, --table2 among them
# Environment: SCORD, the executable (build/scord). Exit code 0 unless called wrongly; "exit" says what scord said.
set -u
rtl=; oracle=
[ "${1:-}" != --rtl ] || { rtl=--rtl; shift; }
case ${1:-} in
--oracle) oracle=--oracle; shift;;
--oracle=*) oracle="--oracle-model ${1#*=}"; shift;;
esac
[ $# -ge 4 ] || { echo "usage: run_case.sh [--rtl] [--oracle[=MODEL]] APP SITES CONFIG SEED [SIZE...]" >&2; exit 2; }
app=$1; sites=$2; config=$3; seed=$4; shift 4
folder=$(mktemp -d) || exit 3
trap 'rm -rf "$folder"' EXIT
race=
[ "$sites" = none ] || race="--race $sites"
: > "$folder/report.json"
nice "${SCORD:-build/scord}" check "sim/kernels/apps/$app.cu" --config "$config" --seed "$seed" $rtl $oracle \
    --json "$folder/report.json" -- --objects $race "$@" > "$folder/output" 2> "$folder/errors" < /dev/null
code=$?
awk -f tb/eval/races/case_facts.awk "$folder/output" "$folder/report.json"
grep -a '^scord:' "$folder/errors" | head -n 1
echo "exit $code"
