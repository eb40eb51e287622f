#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# regress_parallel.sh: `scord regress` on several hosts by GNU parallel over ssh; then the summary of the whole.
# docs/regress.md.
#
# usage: regress_parallel.sh PARTS HOSTS --output DIR REGRESS-ARGUMENT…
#   PARTS 1 to 100000, more than there are hosts; HOSTS: as of parallel --sshlogin, such as 4/alpha,8/beta, and ":" for
#   this one.
#   The working directory, DIR and scord must be seen at the same place by every host (a shared file system).
# The same command goes on after a stop: each part has its records in DIR/results-K-of-PARTS.jsonl. Environment: SCORD,
# the executable (default build/scord).
# Exit codes: those of the summary (0, 1); 2 bad usage; 3 no scord or no GNU parallel.
set -u
usage() { sed -n 's/^# \(usage: .*\)/\1/p' "$0" >&2; exit 2; }
[[ "${1:-}" =~ ^[1-9][0-9]{0,5}$ ]] && [ "$1" -le 100000 ] && [ $# -ge 4 ] || usage
parts=$1; hosts=$2; shift 2
output=; arguments=("$@")
while [ $# -gt 0 ]; do [ "$1" != --output ] || output=${2:-}; shift; done
case $output in ''|-*) usage;; esac
scord=$(realpath "${SCORD:-build/scord}")
[ -x "$scord" ] || { echo "scord: $scord is missing; run 'make build', or set SCORD" >&2; exit 3; }
command -v parallel > /dev/null || { echo "scord: no GNU parallel here; install it (Debian: parallel)" >&2; exit 3; }
# A part is one job at a time, so that HOSTS' job counts say how many cores are used. What the parts say of failures is
# repeated in the summary.
seq "$parts" | parallel --sshlogin "$hosts" --workdir "$PWD" --line-buffer --halt never \
    "$(printf '%q' "$scord") regress --shard {}/$parts --jobs 1$(printf ' %q' "${arguments[@]}") > /dev/null"
"$scord" regress --collect --output "$output"
