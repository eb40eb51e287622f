# completion.bash: what bash does with the words that `scord --completion` prints (cosim/commands/shared/options.h).
# The result needs nothing but bash: no bash-completion, no process at run time. zsh reads it through completion.zsh.

_scord_offer() { # WORDS CURRENT
    local IFS=$' \t\n' word
    COMPREPLY=()
    # options only when one was begun
    for word in $1; do [[ $word == "$2"* && ( $word != -* || $2 == -* ) ]] && COMPREPLY+=("$word"); done
}

# What a command reads, by its ending, and folders on the way to it. Nothing of it here: all files, by -o default.
_scord_files() { # CURRENT ENDING…
    local IFS=$'\n' current=$1 ending
    shift
    COMPREPLY=()
    for ending; do COMPREPLY+=($(compgen -f -X "!*.$ending" -- "$current")); done
    (( ${#COMPREPLY[@]} )) && COMPREPLY+=($(compgen -d -- "$current"))
    compopt -o filenames 2>/dev/null
}

_scord() {
    local command=${COMP_WORDS[1]-} current=${COMP_WORDS[COMP_CWORD]-} previous=${COMP_WORDS[COMP_CWORD-1]-} i REPLY
    COMPREPLY=()
    [[ ${COMP_WORDS[0]##*/} == scord-nvcc ]] && command=nvcc
    if [[ $command != nvcc || ${COMP_WORDS[0]##*/} != scord-nvcc ]] && (( COMP_CWORD == 1 )); then
        _scord_words ""; _scord_offer "$REPLY" "$current"; return
    fi
    for (( i = 2; i < COMP_CWORD; i++ )); do [[ ${COMP_WORDS[i]} == -- ]] && return; done    # the program's own arguments: files
    if [[ $command == help ]]; then _scord_words ""; _scord_offer "$REPLY" "$current"; return; fi
    [[ $command == events && ${COMP_WORDS[2]-} == import && $COMP_CWORD -gt 2 ]] && command=events-import
    _scord_value "$command" "$previous"
    case $REPLY in
        "") ;;
        file) return;;
        directory) local IFS=$'\n'; COMPREPLY=($(compgen -d -- "$current")); return;;
        other) compopt +o default 2>/dev/null; return;;
        *) _scord_offer "$REPLY" "$current"; return;;
    esac
    _scord_words "$command"
    if [[ $current == -* ]]; then _scord_offer "$REPLY" "$current"
    elif [[ $command == wave ]]; then _scord_files "$current" fst gtkw
    elif [[ $command == regress ]]; then _scord_files "$current" tests
    elif (( COMP_CWORD == 2 )) && [[ $command == @(events|area) ]]; then _scord_offer "$REPLY" "$current"; fi
}
complete -o default -F _scord scord scord-nvcc
