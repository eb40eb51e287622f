#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# regress_slurm.sh: `scord regress` as a Slurm job array: every task runs one part of the plan with the cores it was
# given; waits for all, then prints the summary of the whole. docs/regress.md.
#
# usage: regress_slurm.sh PARTS [SBATCH-OPTION… --] --output DIR REGRESS-ARGUMENT…
#   PARTS  1 to 100000. DIR, the working directory and scord must be seen by every node (a shared file system).
# Submitting again goes on where parts were stopped: each part has its records in DIR/results-K-of-PARTS.jsonl.
# Environment: SCORD, the executable (default build/scord). Ctrl-C cancels the array.
# Exit codes: those of the summary (0, 1); 2 bad usage; 3 no scord, no Slurm, or it refused.
set -u
usage() { sed -n 's/^# \(usage: .*\)/\1/p' "$0" >&2; exit 2; }
[[ "${1:-}" =~ ^[1-9][0-9]{0,5}$ ]] && [ "$1" -le 100000 ] || usage
parts=$1; shift
sbatch_options=()
dashes=; for word in "$@"; do [ "$word" != -- ] || dashes=1; done
[ -z "$dashes" ] || { while [ "$1" != -- ]; do sbatch_options+=("$1"); shift; done; shift; }
output=; arguments=("$@")
while [ $# -gt 0 ]; do [ "$1" != --output ] || output=${2:-}; shift; done
case $output in ''|-*) usage;; esac
scord=$(realpath "${SCORD:-build/scord}")
[ -x "$scord" ] || { echo "scord: $scord is missing; run 'make build', or set SCORD" >&2; exit 3; }
command -v sbatch > /dev/null || {
    echo "scord: no sbatch here; install Slurm (Debian: slurm-wlm) or use scripts/regress_parallel.sh" >&2
    exit 3
}
mkdir -p "$output/slurm" || exit 3

# The arguments as words that a shell reads back.
words=$(printf ' %q' "${arguments[@]}")
job=$(sbatch --parsable --job-name scord-regress --array "1-$parts" --output "$output/slurm/%a.log" --chdir "$PWD" \
    "${sbatch_options[@]}" << SCRIPT
#!/bin/bash
exec $(printf '%q' "$scord") regress --shard \$SLURM_ARRAY_TASK_ID/$parts --jobs \${SLURM_CPUS_PER_TASK:-1}$words
SCRIPT
) || exit 3
job=${job%%;*}
trap 'scancel "$job"; echo "scord: array $job is cancelled; the same command goes on" >&2; exit 130' INT TERM
echo "scord: Slurm job array $job, $parts parts; logs in $output/slurm" >&2
# Gone from the queue: all parts have ended, well or not; what they did not do shows as not run.
while [ -n "$(squeue --noheader --jobs "$job" 2> /dev/null)" ]; do sleep "${SCORD_POLL_SECONDS:-5}" & wait $!; done
"$scord" regress --collect --output "$output"
