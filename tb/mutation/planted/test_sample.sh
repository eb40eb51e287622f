#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# test_sample.sh: samples of lists of planted bugs (tb/sample.sh), on a list of twenty bugs in four groups and on the
# lists that are sampled. Environment: BUILD (default build). Last line: "N passed, N failed".
set -u
build=${BUILD:-build}
. tb/expect.sh
. tb/sample.sh
list() { seq 1 20 | awk '{print "bug-" $1, "group-" $1 % 4}'; }
of() { sample=$1 sample_seed=$2 draw | tr '\n' ' '; } # N SEED

equal "no sample is all" "$(list | cut -d ' ' -f 1 | tr '\n' ' ')" "$(list | of 0 1)"
equal "as many as wanted" 7 "$(list | of 7 1 | wc -w)"
equal "more than there are" 20 "$(list | of 50 1 | wc -w)"
equal "one seed, one sample" "$(list | of 7 1)" "$(list | of 7 1)"
equal "another order, the same sample" "$(list | of 7 1 | tr ' ' '\n' | sort)" \
    "$(list | sort -r | of 7 1 | tr ' ' '\n' | sort)"
[ "$(list | of 7 1)" != "$(list | of 7 2)" ]
check $? "another seed, the same sample"
for seed in 1 2 3 4 5 6 7 8; do
    equal "one of each group, seed $seed" 4 "$(list | of 1 $seed | tr ' ' '\n' | sed '/^$/d; s/bug-//' |
        awk '{print $1 % 4}' | sort -u | wc -l)"
done
# every bug is drawn by some seed
equal "all bugs in forty samples" 20 "$(for seed in $(seq 40); do list | of 5 "$seed"; done | tr ' ' '\n' | sort -u |
    grep -c .)"

sample_options --sample 3 a --seed 9 b > /dev/null
equal "options are taken out" "3 9 a b" "$sample $sample_seed ${arguments[*]}"
for words in "--sample" "--sample x" "--seed -1" "--seed"; do
    # shellcheck disable=SC2086
    (sample_options $words) > /dev/null 2>&1
    equal "'$words' is refused" 1 $?
done

# every list: what a sample draws is of the list, with each of its groups
for set in tb/mutation/planted/*.planted tb/faults/*/planted tb/lockstep/scheduler/planted; do
    groups=$("$build/tools/plant" "$set" list | awk -F ' *[|] *' '{print $1, $2}')
    drawn=$(echo "$groups" | sample=1 draw)
    equal "groups of $set" "$(echo "$groups" | awk '{print $2}' | sort -u)" "$(echo "$drawn" |
        awk 'NR == FNR {group[$1] = $2; next} {print group[$1]}' <(echo "$groups") - | sort -u)"
done
finish
