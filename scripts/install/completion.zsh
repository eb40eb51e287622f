#compdef scord scord-nvcc
# SPDX-License-Identifier: Apache-2.0
# zsh completion for scord: the bash completion, through zsh's own bashcompinit. It is looked for beside zsh's folder and where
# bash-completion keeps its files.
autoload -Uz bashcompinit && bashcompinit
local place
for place in ${${(%):-%x}:A:h}/../../bash-completion/completions/scord /usr/local/share/bash-completion/completions/scord /usr/share/bash-completion/completions/scord; do
    if [[ -r $place ]]; then
        source $place
        _bash_complete -o default -F _scord
        return
    fi
done
