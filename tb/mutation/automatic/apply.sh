# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# apply.sh (sourced): apply NUMBER: a copy of rtl/ with that mutant in it; sets $mutated (directory) and $files.
# Environment: MUTATION_SOURCES, the files that the numbers count (mutation.sh; default all).
apply() {
    mapfile -t files < <(find rtl -name '*.v' | sort)
    read -r -a sources <<< "${MUTATION_SOURCES:-${files[*]}}"
    mutated=$MUTATION_DIRECTORY/mutant.$1
    rm -rf "$mutated"; mkdir -p "$mutated"; cp -r rtl "$mutated/rtl"
    "$MUTATION_BUILD/tools/mutate" apply "$mutated" "$1" "${sources[@]}" || exit 3
    files=("${files[@]/#/$mutated/}")
}
