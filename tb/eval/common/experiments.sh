# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# experiments.sh: sourced by the run_experiments.sh of an evaluation: makes the runs of its experiments that are not
# there yet, and says which file has which.
#
#   here=…; sources=…; …; . tb/eval/common/experiments.sh; run_experiments "$@"
#   usage: [--groups "NAME..."] [--experiments FILE] FOLDER
# In FOLDER: programs/X, every program compiled once; results/X-HASH/WORDS.json, what `scord sim --json` says of a run,
# WORDS being those of the run joined by dots; runs, "group program WORD... file" a line. HASH is of the executable,
# which holds the program, the simulator and its golden model: a run is made again when one of them has changed, and
# only then. JOBS (default: processors) run at a time; the script may be killed and started again.
#
# What the caller gives:
#   here                folder of the evaluation, with the default file `experiments`
#   sources headers     folders of the programs X.cu; files that all of them include
#   fields order numbers    of the file of experiments (expand_experiments.awk)
#   simulate PROGRAM WORD... JSON    simulates, in bounded time (executable $scord, program ./programs/X, what it prints
#                                    to standard
#                       output); PROGRAM is X or X:ARGUMENTS as in the file of experiments
#   right PROGRAM LOG   whether what a run printed says that its result is right
# A run ends well when simulate ends with 0 and right says so; the output of one that does not is in JSON.log.
# Environment: BUILD (default build). Exit codes: 0 every run is there, 1 some failed, 2 bad usage or program, 3
# environment.
export LC_ALL=C
fail() { echo "run_experiments.sh: $2" >&2; exit "$1"; }

parse() { # ARGUMENT...: sets groups, experiments, folder, scord
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
}

# ---- programs ----

fresh() { # FILE SOURCE...: FILE is newer than all of them
    local file=$1 source; shift
    for source; do [ "$file" -nt "$source" ] || return 1; done
}
compile() { # X
    local source='' folder_of program=$folder/programs/$1
    for folder_of in $sources; do [ -f "$folder_of/$1.cu" ] && source=$folder_of/$1.cu; done
    [ -n "$source" ] || fail 2 "$experiments: no program ${sources// //$1.cu or }/$1.cu"
    fresh "$program" "$source" $headers "$build/libscordsim.a" "$build/libscord.a" && return
    nice "$build/scord-nvcc" -o "$program.part" "$source" 2> "$program.log" ||
        fail 2 "$source: not compiled, see $program.log"
    mv "$program.part" "$program"
}
manifest() { # compiles what is needed; the runs wanted to FOLDER/runs
    local program hash old group word words
    declare -A home
    awk -v fields="$fields" -v order="$order" -v numbers="${numbers:-}" -v groups="$groups" \
        -f tb/eval/common/expand_experiments.awk \
        "$experiments" > "$folder/runs.part" || exit 2
    for program in $(cut -d' ' -f2 "$folder/runs.part" | cut -d: -f1 | sort -u); do
        compile "$program"
        hash=$(sha256sum < "$folder/programs/$program"); home[$program]=results/$program-${hash:0:12}
        for old in "$folder/results/$program"-*; do [ "$old" = "$folder/${home[$program]}" ] || rm -rf "$old"; done
        mkdir -p "$folder/${home[$program]}" || exit 3
    done
    while read -r group word words; do
        program=${word%%:*}
        [ "$word" = "$program" ] && word= || word=${word#*:}.
        echo "$group $program${word:+:${word%.}} $words ${home[$program]}/$word${words// /.}.json"
    done < "$folder/runs.part" > "$folder/runs" && rm "$folder/runs.part"
}

# ---- runs ----

make_run() { # PROGRAM WORD... FILE
    local program=$1 file=${*: -1} words=("${@:2:$#-2}") code
    rm -f "$file.part"
    simulate "$program" "${words[@]}" "$file.part" > "$file.log" 2>&1 < /dev/null
    code=$?
    if [ $code -eq 0 ] && right "${program%%:*}" "$file.log"; then mv "$file.part" "$file" && rm -f "$file.log"
    else rm -f "$file.part"; echo "exit code $code" >> "$file.log"; fi
}

run_experiments() {
    local failed=0 run
    build=${BUILD:-build}
    parse "$@"
    manifest
    export scord
    export -f make_run simulate right
    cd "$folder" || exit 3
    awk '!seen[$NF]++' runs | while read -r _ run; do [ -s "${run##* }" ] || echo "$run"; done > missing
    [ ! -s missing ] || echo "$(wc -l < missing) runs to make, ${JOBS:-$(nproc)} at a time" >&2
    xargs -P "${JOBS:-$(nproc)}" -L 1 bash -c 'make_run "$@"' make_run < missing
    while read -r run; do
        [ -s "${run##* }" ] && continue
        failed=$((failed + 1))
        [ $failed -gt 5 ] || { echo "failed: $run:"; tail -n 3 "${run##* }.log"; } >&2
    done < missing
    rm missing
    [ $failed -eq 0 ] || fail 1 "$failed runs failed; their outputs are in $folder/results/*/*.log"
}
