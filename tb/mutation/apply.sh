# apply.sh (sourced): apply NUMBER: a copy of rtl/ with that mutant in it; sets $mutated (directory) and $files.
apply() {
    mapfile -t sources < <(find rtl -name '*.v' | sort)
    mutated=$MUTATION_DIRECTORY/mutant.$1
    rm -rf "$mutated"
    for file in "${sources[@]}"; do mkdir -p "$mutated/$(dirname "$file")"; done
    cp rtl/common/*.vh "$mutated/rtl/common/"
    "$MUTATION_BUILD/tools/mutate" apply "$mutated" "$1" "${sources[@]}" || exit 3
    files=("${sources[@]/#/$mutated/}")
}
