# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# command_runs.sh: runs of the commands of allocations.rows, for scripts that disturb them (allocations.sh,
# short_transfers.sh). Sourced with SCORD and the LIBRARY that disturbs: ends the script with 3 when one is missing;
# sets scord, library, seed (SEED, else drawn; printed), work, and has sourced tb/expect.sh.
scord=$(realpath "$1"); library=$(realpath "$2")
[ -x "$scord" ] && [ -r "$library" ] || {
    echo "$(basename "$0"): $1 or $2 is missing, run 'make build test-build'" >&2
    exit 3
}
cd "$(dirname "$0")/../.." || exit 3
. tb/expect.sh
draw_seed
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
export SCORD_CACHE=$work/cache TMPDIR=$work/tmp; mkdir "$TMPDIR"

# folder, command, seconds at most; LIBRARY: what is preloaded, '' for nothing: stdout, stderr, code, files, and what is
# left in TMPDIR, in the folder
run_command() {
    rm -rf "$1" "$work/now"; mkdir -p "$work/now/files"
    local command=${2//@/$scord}; command=${command//%/$work/now/files} # the same path in every run: reports name it
    timeout "$3" bash -c "export LD_PRELOAD=\$LIBRARY; exec $command" > "$work/now/stdout" 2> "$work/now/stderr"
    echo $? > "$work/now/code"; ls -A "$TMPDIR" > "$work/now/left"; rm -rf "${TMPDIR:?}"/*; mv "$work/now" "$1"
}

each_command() { # function that is called with name and command
    local name command
    while IFS='|' read -r name command; do
        name=$(echo $name)
        case "$name" in ''|'#'*) continue;; esac
        "$1" "$name" "$command"
    done < tb/robustness/allocations.rows
}
