# shellcheck shell=bash
# console.sh: a document's commands word for word, and what they print against what the document shows.
#
#   . tb/install/console.sh           from the root of the checkout, behind tb/expect.sh
#   walk DOCUMENT FOLDER WORK LEAST [BEFORE]
#                                     runs BEFORE, then in WORK the commands of DOCUMENT (an absolute path); keeps
#                                     scripts and outputs in FOLDER; a check for each command, of which there are at
#                                     least LEAST
walk() {
    local document=$1 at=$2 work=$3 least=$4 before=${5:-:} count n line lines problem
    mkdir -p "$at/steps" "$work"
    awk -v directory="$at/steps" -f tb/install/tutorial.awk "$document" > "$at/script"
    check $? "$document can be read"
    count=$(find "$at/steps" -name '*.command' | wc -l)
    [ "$count" -ge "$least" ]
    check $? "$document: $count commands, at least $least"
    (eval "$before" && cd "$work" && export status=0 && exec nice -n 10 bash "$at/script") \
        < /dev/null > "$at/script.log" 2>&1
    check $? "the script: $(tail -n 3 "$at/script.log")"
    for ((n = 1; n <= count; n++)); do
        problem=$(awk -f tb/install/shown.awk "$at/steps/$n.expected" "$at/steps/$n.output")
        check $? "$(cat "$at/steps/$n.command"): $problem; output: $(head -n 12 "$at/steps/$n.output")"
        # the comparison can fail: a document that shows any line otherwise is found out
        lines=$(wc -l < "$at/steps/$n.expected")
        for ((line = 1; line <= lines; line++)); do
            ! awk -v alter="$line" -f tb/install/shown.awk "$at/steps/$n.expected" "$at/steps/$n.output" > /dev/null
            check $? "line $line below '$(cat "$at/steps/$n.command")' altered, and not noticed"
        done
    done
}
