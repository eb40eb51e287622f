#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# snippets.sh: the commands of docs/examples/*.yml, as they stand there, on a racy program: exit code 1, and the files
# that the snippet uploads. Last line: "N passed, N failed".
set -u
. tb/expect.sh
scord=$(realpath "${BUILD:-build}/scord")
examples=$PWD/docs/examples; kernels=$PWD/sim/kernels
work=$(mktemp -d) || exit 3
trap 'rm -rf "$work"' EXIT
scord() { "$scord" "$@"; }
for snippet in github-actions gitlab-ci; do
    command=$(sed -n 's/^ *- \(run: \)\{0,1\}\(scord .*\)/\2/p' "$examples/$snippet.yml")
    equal "$snippet: one command" 1 "$(printf '%s\n' "$command" | grep -c '^scord check src/')"
    mkdir -p "$work/$snippet/src"
    cp "$kernels/cuda/volatile_flag.cu" "$work/$snippet/src/reduce.cu"
    cd "$work/$snippet" || exit 3
    eval "${command/ -- 4096/ -DNO_RELEASE}" > out 2>&1
    equal "$snippet: exit code" 1 $?
    uploads=$(sed -n 's/.*sarif_file: \([^}]*\)}.*/\1/p; s/.*paths: \[\(.*\)\].*/\1/p' "$examples/$snippet.yml")
    for file in ${uploads//,/}; do
        [ -s "$file" ]
        check $? "$snippet: $file was not written: $(head -n 5 out)"
    done
    grep -q '"ruleId"' scord.sarif
    check $? "$snippet: the SARIF names no race"
    cd - > /dev/null || exit 3
done
finish
