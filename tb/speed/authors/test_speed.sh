#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# test_speed.sh: speed.sh and speed.awk, on planted numbers and with a stand-in for scord: the rates, medians and ratios
# are those of the numbers, every run asked for is made, and a run that does not end well is refused. Then one run of
# the true scord. No time is tested.
# Environment: BUILD (default build). Last line: "N passed, N failed".
set -u
build=${BUILD:-build}; here=tb/speed/authors
. tb/expect.sh
work=$(mktemp -d) || exit 3
trap 'rm -rf "$work"' EXIT
output=$work/output

row() { printf '%s\n' "$@" | awk -f $here/speed.awk -v part=row -v app=a -v size=small -v mode="$mode" -v cores=1; }
is() { [ "$2" = "$3" ]; check $? "$1: '$2' is not '$3'"; }

numbers() { # 8900, 512000 and 39000 a second are 1
    mode=cycle
    is "one run" "$(row "2 17800 10240000 780000")" \
        "| a | small | cycle | 1 | 1 | 2.000 | 2.000–2.000 | 8,900 | 5,120,000 | 390,000 | 1.00 | 10.0 | 10.0 | 10.0 |"
    is "the median of three, sorted" "$(row "1 9 9 9" "2 35600 10240000 78000" "7 9 9 9")" \
        "| a | small | cycle | 1 | 3 | 2.000 | 1.000–7.000 | 17,800 | 5,120,000 | 39,000 | 2.00 | 10.0 | 1.00 | 10.0 |"
    is "of four the lower in the middle" "$(row "1 9 9 9" "2 6000 300000 26000" "5 9 9 9" "7 9 9 9" | cut -d'|' -f7)" \
        " 2.000 "
    is "many digits" "$(row "0.5 617283945 98765432 61728394" | cut -d'|' -f9-11)" \
        " 1,234,567,890 | 197,530,864 | 123,456,788 "
    mode=functional
    is "no cycles" "$(row "2 0 102400000 7800000")" \
        "| a | small | functional | 1 | 1 | 2.000 | 2.000–2.000 |  | 51,200,000 | 3,900,000 |  | 100 | 100 | 100 |"
    {
        mode=cycle
        row "1 445000 25600000 1950000"
        row "1 1780000 102400000 7800000"
        mode=functional
        row "1 0 256000000 19500000"
    } > "$work/rows"
    awk -f $here/speed.awk -v part=summary "$work/rows" > "$output"
    grep -qxF "| cycle | 1 | GPU cycles | 100.0 | 50.0 | 100 | 1 of 2 |" "$output"
    check $? "cycles of the summary: $(cat "$output")"
    grep -qxF "| functional | 1 | checks | 500 | 500 | 500 | 1 of 1 |" "$output"
    check $? "checks of the summary: $(cat "$output")"
    grep -qxF "| cycle | 1 | at least | 100.0 | 50.0 | 100 | 1 of 2 |" "$output"
    check $? "the largest ratios of the summary: $(cat "$output")"
    [ "$(grep -c '^| .* of ' "$output")" -eq 7 ]; check $? "seven lines of the summary: $(cat "$output")"
}

stand_in() { # EXIT SECONDS: a scord that notes how it is called
    mkdir -p "$work/bin"
    printf '#!/bin/sh\ntouch "$2"\n' > "$work/bin/scord-nvcc"
    cat > "$work/bin/scord" <<END
#!/bin/sh
echo "\$1 \$(taskset -pc \$\$ | sed 's/.*: //') \$*" >> "$work/calls"
sleep $2
while [ "\$1" != --json ]; do shift; done
echo '{"total": {"cycles": 5, "thread_instructions": 4000, ' > "\$2"; echo '"checks": 777, "detector_words": $3}}' >> "\$2"
exit $1
END
    chmod +x "$work"/bin/*; rm -f "$work/calls"
}
speed() { SCORD=$work/bin/scord $here/speed.sh "$@"; }

runs() {
    stand_in 0 0 0
    exits 0 "two applications" "$output" speed --apps "mm uts" --cores 1 --rounds 3
    is "rows" "$(grep -cE '^\| (mm|uts) \| (small|table2) \| (cycle|functional) \| 1 \| 3 \|' "$output")" 8
    is "runs of sim" "$(grep -c '^sim ' "$work/calls")" 12
    is "runs of check, one more an application and size" "$(grep -c '^check ' "$work/calls")" 16
    is "runs of Table II" "$(grep -c -- '-- --table2$' "$work/calls")" 14
    is "all of sim with detection" "$(grep '^sim' "$work/calls" | grep -c -- '--machine scord --detect')" 12
    is "sim on one processor" "$(grep '^sim ' "$work/calls" | cut -d' ' -f2 | grep -c '[-,]')" 0
    stand_in 0 1.1 0
    exits 0 "a long run" "$output" speed --apps mm --sizes small --modes cycle --cores 1 --rounds 3 --long 1
    is "a long run is made once" "$(grep -c '^sim ' "$work/calls")" 1
    is "words of the functional run" "$(words_by_instructions)" 777
    stand_in 0 1.1 2222
    exits 0 "words counted" "$output" speed --apps mm --sizes small --modes cycle --cores 1 --long 1
    is "words of the cycle-level run" "$(words_by_instructions)" 2222
}
# The rates of the only row are rounded, their quotient is the words of 4000 instructions to about 1 in 700.
words_by_instructions() {
    awk -F'|' '/^\| mm/ {
        gsub(/,/, ""); words = $11 / $10 * 4000
        print (words > 770 && words < 784) ? 777 : (words > 2210 && words < 2234) ? 2222 : words
    }' "$output"
}

refusals() {
    stand_in 1 0 0
    exits 2 "a run that finds races" "$output" speed --apps mm --sizes small --rounds 1
    grep -q '^speed.sh: exit code 1, not 0: ' "$output"; check $? "the run that failed is not named: $(cat "$output")"
    for options in "--apps nothing" "--apps" "--sizes large" "--modes all" "--cores 3" "--rounds 0" "--rounds x" \
        "--long -1" "--clock sun" "--what 1" "mm"; do
        # shellcheck disable=SC2086
        exits 2 "'$options'" "$output" speed $options
        [ "$(grep -c '^speed.sh: ' "$output")" -eq 1 ]; check $? "'$options' is refused with one line: $(cat "$output")"
    done
    exits 2 "an empty list" "$output" speed --apps ""
}

true_run() {
    exits 0 "the true scord" "$output" env SCORD="$build/scord" $here/speed.sh --apps gcon --sizes small --rounds 1 \
        --cores 1 --clock processor
    is "rows of the true scord" "$(grep -cE '^\| gcon \| small \| (cycle|functional) \| 1 \| 1 \| [0-9]*\.[0-9]' \
        "$output")" 2
    is "lines of its summary" "$(grep -c '^| .* of 1 |$' "$output")" 7
}

numbers; runs; refusals; true_run
finish
