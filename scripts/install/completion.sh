#!/bin/sh
# completion.sh: the bash completion of scord, from its --help texts (completion.awk says what is read of them).
# SPDX-License-Identifier: Apache-2.0
#
# usage: completion.sh SCORD > FILE       SCORD: the executable
# The result needs nothing but bash: no bash-completion, no process at run time. zsh reads it through completion.zsh.
# Exit codes: 0 written, 3 a help text cannot be had.
set -u
[ $# -eq 1 ] || { echo "usage: completion.sh SCORD > FILE" >&2; exit 2; }
scord=$1; here=$(dirname "$0")
facts=$(mktemp) || exit 3
trap 'rm -f "$facts"' EXIT
commands=$("$scord" --help | sed -n '/^commands:$/,/^$/s/^  \([a-z][a-z]*\)  .*/\1/p')
[ -n "$commands" ] || { echo "completion.sh: no commands in the help text of $scord" >&2; exit 3; }
facts_of() { # KEY COMMAND…: of the help text of `scord COMMAND…`
    key=$1; shift
    "$scord" "$@" --help | awk -v command="$key" -f "$here/completion.awk" >> "$facts" || exit 3
}
for command in $commands; do [ "$command" = help ] || facts_of "$command" "$command"; done
facts_of events-import events import .

cat <<'EOF'
# SPDX-License-Identifier: Apache-2.0
# bash completion for scord and scord-nvcc. Generated from the --help texts by scripts/install/completion.sh: do not edit.

# What the word after OPTION of COMMAND is: file, directory, other, or the words to choose from; nothing: OPTION has no value.
_scord_value() { # COMMAND OPTION
    case "$1 $2" in
EOF
awk '$1 == "value" { key = $2 " " $3; if (key in seen) next; seen[key] = 1; $1 = $2 = $3 = ""; sub(/^ +/, ""); printf "        \"%s\") REPLY=\"%s\";;\n", key, $0 }' "$facts"
cat <<'EOF'
        *) REPLY=;;
    esac
}

_scord_words() { # COMMAND
    case $1 in
EOF
awk '$1 == "words" { command = $2; if (!(command in words)) order[++count] = command; $1 = $2 = ""; words[command] = words[command] $0 }
    END { for (i = 1; i <= count; i++) { text = words[order[i]]; gsub(/ +/, " ", text); printf "        %s) REPLY=\"%s\";;\n", order[i], substr(text, 2) } }' "$facts"
# shellcheck disable=SC2086
printf '        "") REPLY="%s --help --version";;\n' "$(echo $commands)"
cat <<'EOF'
        *) REPLY=;;
    esac
}

_scord_offer() { # WORDS CURRENT
    local IFS=$' \t\n' word
    COMPREPLY=()
    # options only when one was begun
    for word in $1; do [[ $word == "$2"* && ( $word != -* || $2 == -* ) ]] && COMPREPLY+=("$word"); done
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
    elif (( COMP_CWORD == 2 )) && [[ $command == @(events|area) ]]; then _scord_offer "$REPLY" "$current"; fi
}
complete -o default -F _scord scord scord-nvcc
EOF
