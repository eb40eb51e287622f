#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# test_races.sh: every race site alone is caught (race_sites), is a race for the exact oracle, and nothing false is
# reported. usage: test_races.sh CONFIG SEED... Closes with "N passed, N failed".
set -u
. tb/expect.sh
[ $# -ge 2 ] || { echo "usage: test_races.sh CONFIG SEED..." >&2; exit 2; }
config=$1; shift
facts=$(mktemp) || exit 3
trap 'rm -f "$facts"' EXIT
while IFS='|' read -r app site objects text; do
    case $app in ''|'#'*) continue;; esac
    app=$(echo $app); site=$(echo $site)
    for seed in "$@"; do
        tb/eval/races/run_case.sh --oracle "$app" "$site" "$config" "$seed" > "$facts"
        judgement=$(awk -v app="$app" -v site="$site" -f tb/eval/races/judge_site.awk tb/eval/races/race_sites "$facts")
        [[ $judgement = "1 1 "*" 0" ]]
        check $? "$app site $site, $config, seed $seed: '$judgement' (caught manifest other false)
$(cat "$facts")"
    done
done < tb/eval/races/race_sites
finish
