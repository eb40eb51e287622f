#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# run_engines.sh: the same catalogue through GNU parallel and as a Slurm job array. Slurm itself is stood in for by
# commands that do with the script what it would do (docs/regress.md tells of the trial with the real one,
# tb/commands/regress/slurm_node.sh).
#
# usage: run_engines.sh     Environment: BUILD (default build). Last line: "N passed, N failed".
set -u
. tb/expect.sh
build=$(realpath "${BUILD:-build}"); export SCORD=$build/scord
folder=$(realpath "$(mktemp -d)") || exit 3
trap 'rm -rf "$folder"' EXIT
printf '%s\n' 'rnd verdict=exit | echo "{seed}" >> '"$folder"'/ran' \
    'odd | echo "FAIL a quote: '"'"'"; echo "0 passed, 1 failed"; exit 1' > "$folder/a b.tests"
all_there() { # NAME: every run ran once, in the folder NAME
    [ "$(wc -l < "$folder/ran")" -eq 12 ] && [ "$(sort -u "$folder/ran" | wc -l)" -eq 12 ]
    check $? "$1: twelve runs, each once: $(wc -l < "$folder/ran")"
    [ "$(tail -n 1 "$folder/out")" = "12 passed, 1 failed" ]; check $? "$1: $(tail -n 2 "$folder/out")"
    rm -f "$folder/ran"
}

exits 1 "parallel" "$folder/out" scripts/regress_parallel.sh 5 : --output "$folder/p" --runs 12 "$folder/a b.tests"
all_there parallel
: > "$folder/ran"
exits 1 "parallel again" "$folder/out" scripts/regress_parallel.sh 5 : --output "$folder/p" --runs 12 \
    "$folder/a b.tests"
[ ! -s "$folder/ran" ]; check $? "parallel: nothing runs twice"
rm -f "$folder/ran"
exits 2 "parallel without a number" "$folder/out" scripts/regress_parallel.sh many : --output x y
exits 2 "parallel without a folder" "$folder/out" scripts/regress_parallel.sh 2 : --runs 1 y z
exits 2 "parallel, an option for a folder" "$folder/out" scripts/regress_parallel.sh 2 : --output --runs 1 y z
exits 3 "parallel without scord" "$folder/out" env SCORD="$folder/none" scripts/regress_parallel.sh 2 : \
    --output "$folder/n" --runs 1 y
grep -q 'none is missing' "$folder/out"; check $? "parallel without scord: $(cat "$folder/out")"

mkdir "$folder/bin"
cat > "$folder/bin/sbatch" << 'STAND_IN'
#!/bin/bash
while [ $# -gt 0 ]; do case $1 in --array) last=${2#1-} ;; --output) log=$2 ;; --chdir) cd "$2" ;; --bad) exit 1 ;; esac; shift; done
cat > "$STAND_IN/script"
for ((task = 1; task <= last; task++)); do SLURM_ARRAY_TASK_ID=$task SLURM_CPUS_PER_TASK=2 bash "$STAND_IN/script" > "${log/\%a/$task}" 2>&1; done
echo '17;cluster'
STAND_IN
printf '#!/bin/sh\n' > "$folder/bin/squeue"; chmod +x "$folder"/bin/*; export STAND_IN=$folder
exits 1 "slurm" "$folder/out" env PATH="$folder/bin:$PATH" scripts/regress_slurm.sh 4 --partition main -- \
    --output "$folder/s" --runs 12 "$folder/a b.tests"
all_there slurm
exits 3 "slurm that refuses" "$folder/out" env PATH="$folder/bin:$PATH" scripts/regress_slurm.sh 4 --bad -- \
    --output "$folder/s2" --runs 12 "$folder/a b.tests"
exits 2 "slurm without a number" "$folder/out" scripts/regress_slurm.sh 0 --output x y
exits 2 "slurm, an option for a folder" "$folder/out" scripts/regress_slurm.sh 2 --output --runs 1 y
exits 3 "slurm without scord" "$folder/out" env SCORD="$folder/none" scripts/regress_slurm.sh 2 --output "$folder/n" \
    --runs 1 y
exits 1 "slurm, dashes within a word" "$folder/out" env PATH="$folder/bin:$PATH" scripts/regress_slurm.sh 2 \
    --output "$folder/s -- 3" --runs 12 "$folder/a b.tests"
[ -s "$folder/s -- 3/summary.json" ]; check $? "slurm, dashes within a word: no summary: $(cat "$folder/out")"
finish
