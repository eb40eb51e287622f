#!/bin/bash
# run_experiments.sh: makes the runs of tb/baws/experiments that are not there yet, and says which file has which.
#
# usage: run_experiments.sh [--groups "NAME..."] [--experiments FILE] FOLDER
# In FOLDER: programs/X, every program compiled once; results/X-HASH/SETTINGS.ISSUE.FETCH.SEED.json, what `scord sim --json`
# says of a run; runs, "group program settings issue fetch seed file" a line. HASH is of the executable, which holds the
# program, the simulator and its golden model: a run is made again when one of them has changed, and only then. A run ends well
# when the program ends with 0 and says that its result is right; the output of one that does not is in FILE.log.
# JOBS (default: processors) run at a time; the script may be killed and started again.
# Environment: BUILD (default build). Exit codes: 0 every run is there, 1 some failed, 2 bad usage or program, 3 environment.
set -u
export LC_ALL=C
fail() { echo "run_experiments.sh: $2" >&2; exit "$1"; }
here=tb/baws; build=${BUILD:-build}; jobs=${JOBS:-$(nproc)}
groups=; experiments=$here/experiments
while [ $# -gt 1 ]; do
    case $1 in
        --groups) groups=$2 ;;
        --experiments) experiments=$2 ;;
        *) break ;;
    esac
    shift 2
done
[ $# -eq 1 ] || fail 2 'usage: run_experiments.sh [--groups "NAME..."] [--experiments FILE] FOLDER'
mkdir -p "$1/programs" "$1/results" || exit 3
folder=$(cd "$1" && pwd) || exit 3
scord=$(realpath "$build/scord") && [ -x "$scord" ] || fail 3 "$build/scord is missing; run make build"
awk -v groups="$groups" -f $here/expand_experiments.awk "$experiments" > "$folder/runs.part" || exit 2

# ---- programs ----

fresh() { # FILE SOURCE...: FILE is newer than all of them
    local file=$1 source; shift
    for source; do [ "$file" -nt "$source" ] || return 1; done
}
compile() { # X
    local source=sim/kernels/baws/$1.cu program=$folder/programs/$1
    [ -f "$source" ] || fail 2 "$experiments: no program $source"
    fresh "$program" "$source" sim/kernels/baws/baws.h "$build/libscordsim.a" "$build/libscord.a" && return
    nice "$build/scord-nvcc" -o "$program.part" "$source" 2> "$program.log" || fail 2 "$source: not compiled, see $program.log"
    mv "$program.part" "$program"
}
declare -A home
for program in $(cut -d' ' -f2 "$folder/runs.part" | sort -u); do
    compile "$program"
    hash=$(sha256sum < "$folder/programs/$program"); home[$program]=results/$program-${hash:0:12}
    for old in "$folder/results/$program"-*; do [ "$old" = "$folder/${home[$program]}" ] || rm -rf "$old"; done
    mkdir -p "$folder/${home[$program]}" || exit 3
done
while read -r group program settings issue fetch seed; do
    echo "$group $program $settings $issue $fetch $seed ${home[$program]}/$settings.$issue.$fetch.$seed.json"
done < "$folder/runs.part" > "$folder/runs" && rm "$folder/runs.part"

# ---- runs ----

make_run() { # PROGRAM SETTINGS ISSUE FETCH SEED FILE
    local file=$6 set=()
    [ "$2" = - ] || set=(--set "$2")
    rm -f "$file.part"
    timeout 300 nice -n 10 "$scord" sim "./programs/$1" "${set[@]}" --sched "$3" --fetch "$4" --seed "$5" --quiet --json "$file.part" -- "$5" \
        > "$file.log" 2>&1 < /dev/null
    local code=$?
    if [ $code -eq 0 ] && grep -qx "baws $1: ok" "$file.log"; then mv "$file.part" "$file" && rm -f "$file.log"
    else rm -f "$file.part"; echo "exit code $code" >> "$file.log"; fi
}
export -f make_run; export scord
cd "$folder" || exit 3
awk '!seen[$7]++' runs | while read -r _ run; do [ -s "${run##* }" ] || echo "$run"; done > missing
[ ! -s missing ] || echo "$(wc -l < missing) runs to make, $jobs at a time" >&2
xargs -P "$jobs" -L 1 bash -c 'make_run "$@"' make_run < missing
failed=0
while read -r run; do
    [ -s "${run##* }" ] && continue
    failed=$((failed + 1))
    [ $failed -gt 5 ] || { echo "failed: $run:"; tail -n 3 "${run##* }.log"; } >&2
done < missing
rm missing
[ $failed -eq 0 ] || fail 1 "$failed runs failed; their outputs are in $folder/results/*/*.log"
