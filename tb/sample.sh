# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# sample.sh: a few bugs of a list, drawn by seed: the same names and seed give the same bugs, whatever their order. Of
# each group (a unit, a test, a module) comes one at least, so that there may be more than were wanted.
#
#   . tb/sample.sh
#   sample_options ARGUMENT…    takes `--sample N` (0, the default: all) and `--seed S` (default 1) out of the
#                               arguments: set -- "${arguments[@]}". Says so where a sample is drawn. False: no number
#   draw                        standard input, lines "NAME GROUP": the names that were drawn, in the order of the input
sample=0
sample_seed=1
arguments=()

sample_options() {
    while [ $# -gt 0 ]; do
        case $1 in
        --sample | --seed)
            case ${2:-none} in *[!0-9]*)
                echo "$0: $1 wants a number, not '${2:-}'" >&2
                return 1
                ;;
            esac
            if [ "$1" = --seed ]; then sample_seed=$2; else sample=$2; fi
            shift
            ;;
        *) arguments+=("$1") ;;
        esac
        shift
    done
    [ "$sample" -eq 0 ] || echo "sample of $sample, seed $sample_seed"
}
draw() {
    awk -v sample="$sample" -v seed="$sample_seed" '
        function number(text,    i, h) { # Lehmer, over the characters of seed and name
            h = 1 + seed % 2147483646
            for (i = 1; i <= length(text); i++) h = (h * 16807 + code[substr(text, i, 1)] + 1) % 2147483647
            for (i = 0; i < 4; i++) h = h * 16807 % 2147483647
            return h
        }
        function before(a, b) { return key[a] != key[b] ? key[a] < key[b] : name[a] < name[b] }
        BEGIN { for (i = 1; i < 128; i++) code[sprintf("%c", i)] = i }
        { name[NR] = $1; group[NR] = $2; key[NR] = number($1)
            if (!($2 in first) || before(NR, first[$2])) first[$2] = NR }
        END {
            for (g in first) { drawn[first[g]] = 1; count++ }
            while (sample && count < sample && count < NR) {
                best = 0
                for (i = 1; i <= NR; i++) if (!(i in drawn) && (!best || before(i, best))) best = i
                drawn[best] = 1
                count++
            }
            for (i = 1; i <= NR; i++) if (!sample || i in drawn) print name[i]
        }'
}
