#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# completion.sh: the completion in bash (and in zsh where there is one) without a terminal: what it offers is what
# --help names.
set -u
. tb/expect.sh
test_command help
file=$build/install/scord.bash
bash -n "$file"; check $? "bash reads it"
# shellcheck disable=SC1090
. "$file"; check $? "bash sources it"

complete_words() { # WORDS…: what is offered for the last one, in one line
    COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=()
    _scord 2> /dev/null
    printf '%s\n' "${COMPREPLY[@]}" | sort | tr '\n' ' ' | sed 's/ $//; s/^ //'
}
offers() { # EXPECTED WORDS…
    local expected=$1 found; shift
    found=$(complete_words "$@"); [ "$found" = "$expected" ]; check $? "$*: offered '$found', not '$expected'"
}
commands=$("$scord" --help | sed -n '/^commands:$/,/^$/s/^  \([a-z][a-z]*\)  .*/\1/p')
offers "$(echo $commands | tr ' ' '\n' | sort | tr '\n' ' ' | sed 's/ $//')" scord ''
offers "check cosim" scord c
offers "--version" scord --v
offers "wave" scord help w
offers "--oracle --oracle-model" scord check program.cu --ora
offers "gtx480" scord check --config g
offers "hrf-direct ptx scor" scord check --oracle-model ''
offers "mwf-gto mwf-lrr" scord sim program.cu --sched mwf
offers "cff cff-refill fef rr" scord sim --fetch ''
offers "random stream" scord cosim --issue ''
offers "exact inclusive" scord oracle run.sev --match ''
offers "assemble check dump import stats" scord events ''
offers "audit check measure rows" scord area ''
offers "--order" scord events import --ord
offers "--relocatable-device-code --relocatable-link --relocatable-ptx" scord-nvcc --rel
offers "--relocatable-device-code --relocatable-link --relocatable-ptx" /usr/local/bin/scord-nvcc -c --rel
offers "" scord check program.cu -- --o
offers "" scord check program.cu --json ''
offers "" scord check program.cu --seed ''
offers "" scord nonsense --o
offers "full nightly smoke weekly" scord regress --tier ''
offers "full nightly none smoke weekly" scord regress --above ''
offers "fence_file lock_table metadata pipeline scheduler" scord wave --view ''
mkdir -p "$folder/waves/below"
touch "$folder"/waves/{race.fst,race.gtkw,race.json,rows.tests}
offers "$folder/waves/below $folder/waves/race.fst $folder/waves/race.gtkw" scord wave "$folder/waves/"
offers "$folder/waves/below $folder/waves/rows.tests" scord regress "$folder/waves/"
offers "" scord wave "$folder/waves/no"
mkdir "$folder/directory"; touch "$folder/dirty"
offers "$folder/directory" scord check --make "$folder/dir"
complete -p scord | grep -q -e '-o default' ; check $? "file names where nothing else is offered"

# Every option of every --help (`back quotes` are about other commands), and no other one: each is accepted, or refused
# for its value.
help_of() { [ "$1" = events-import ] && set -- events import .; "$scord" "$@" --help; }
for command in $commands events-import; do
    [ "$command" = help ] && continue
    # shellcheck disable=SC2086
    offered=" $(complete_words scord ${command/-/ } x -) "
    help_of "$command" | sed '/^examples:$/,$d; s/`[^`]*`//g' | grep -oE '(^|[ [(|,])--[a-z][A-Za-z0-9_-]*' |
        sed 's/^[^-]*//' | sort -u > "$folder/options"
    while read -r option; do case $offered in *" $option "*) true;; *) false;; esac;
    check $? "scord $command: $option is not offered"; done < "$folder/options"
    [ "$command" = nvcc ] && continue
    for option in $offered; do
        case $option in --*) ;; *) continue;; esac
        [ "$option" = --help ] && continue
        "$scord" ${command/-/ } "$option" > /dev/null 2> "$folder/refusal" < /dev/null
        ! grep -qF -e "option '$option'" -e "option $option" -e "argument '$option'" "$folder/refusal"
        check $? "scord $command $option is offered, and refused: $(cat "$folder/refusal")"
    done
done
if command -v zsh > /dev/null; then
    zsh -n scripts/install/completion.zsh; check $? "zsh reads its file"
    zsh -f -c "autoload -Uz compinit bashcompinit && compinit -u -D && bashcompinit && . '$file' &&
        [[ \${_comps[scord]} == _bash_complete* ]]"
    check $? "zsh takes the bash completion"
else echo "no zsh here: its completion was not tried"; fi
finish
