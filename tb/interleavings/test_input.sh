#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# test_input.sh: bad catalogues and bad event programs are refused with file and line, never judged.
# usage: test_input.sh INTERLEAVINGS        closes with "N passed, N failed"
set -u
tool=$1
folder=$(mktemp -d) || exit 3
trap 'rm -rf "$folder"' EXIT
. tb/expect.sh

check() { # what, expected exit code, expected text of the message
    output=$("$tool" "$folder/catalogue" "$folder" 2>&1)
    code=$?
    if [ "$code" -eq "$2" ] && printf '%s\n' "$output" | grep -qF "$3"; then
        pass "ok   $1"
    else
        fail "$1: exit $code, expected $2 and '$3':"; printf '%s\n' "$output"
    fi
}
program() { # what, expected text, program text
    echo 'p | racy | a | block' > "$folder/catalogue"
    printf '%b' "$3" > "$folder/p.prog"
    check "$1" 1 "$2"
}
catalogue() { # what, expected text, catalogue line
    echo "$3" > "$folder/catalogue"
    check "$1" 2 "$2"
}

good='placement same_block\ndata d\nsync s\nthread 0\nstore volatile d\n'
program 'thread without statement'  'p.prog:5: thread 1 has no statement' "$good"
program 'unknown statement'         'p.prog:6: unknown statement' "${good}jump d\n"
program 'undeclared word'           "p.prog:6: word 'x' is not declared" "${good}load weak x\n"
program 'unknown scope'             "p.prog:6: 'grid' is no scope" "${good}fence grid\n"
program 'missing operand'           "p.prog:6: 'exch' takes 3 operands, not 2" "${good}exch block s\n"
program 'no number'                 "p.prog:6: 'one' is no number" "${good}exch block s one\n"
program 'neither weak nor volatile' 'p.prog:6: an access is weak or volatile' "${good}load strong d\n"
program 'declared twice'            "p.prog:2: 'd' is declared twice" 'data d\ndata d\n'
program 'statement before thread'   "p.prog:2: 'fence' stands before" 'placement same_block\nfence block\n'
program 'no placement'              'no `placement` line' 'data d\nthread 0\nload weak d\nthread 1\nload weak d\n'
program 'bad placement'             'p.prog:1: placement is' 'placement here\n'
program 'deadlock'                  'waiting for ever' "${good}thread 1\nawait block s 7\n"
rm -f "$folder/p.prog"
echo 'p | racy | a | block' > "$folder/catalogue"
check 'missing program' 1 'p.prog:0: cannot be opened'
catalogue 'bad line'         'catalogue:1: not `NAME' 'p racy'
catalogue 'bad verdict'      'catalogue:1: the verdict is' 'p | maybe | a | block'
catalogue 'bad rule'         'catalogue:1: rules are' 'p | racy | g | block'
catalogue 'racy without rule' 'catalogue:1: a racy entry needs' 'p | racy | - | block'
rm -f "$folder/catalogue"
check 'missing catalogue' 2 'catalogue: cannot be opened'
finish
