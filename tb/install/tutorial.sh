#!/bin/bash
# tutorial.sh: the tutorial word for word, with an installed scord in an empty folder; every output against what the
# document shows.
#
# usage: tutorial.sh DOCUMENT      from the root of the repository
set -u
. tb/expect.sh
. tb/install/installed.sh
document=$(realpath "$1")
install_into PREFIX="$prefix"
use_installed
steps=$folder/steps; work=$folder/work
mkdir -p "$steps" "$work"
awk -v directory="$steps" -f tb/install/tutorial.awk "$document" > "$folder/script"; check $? "the document can be read"
count=$(ls "$steps" | grep -c '\.command$')
[ "$count" -ge 15 ]; check $? "$count commands in the document"
(cd "$work" && status=0 nice -n 10 bash "$folder/script" < /dev/null > "$folder/script.log" 2>&1)
check $? "the script: $(tail -n 3 "$folder/script.log")"

for (( n = 1; n <= count; n++ )); do
    problem=$(awk -f tb/install/shown.awk "$steps/$n.expected" "$steps/$n.output"); shown=$?
    check $shown "$(cat "$steps/$n.command"): $problem; output: $(head -n 12 "$steps/$n.output")"
done
# The comparison can fail: a document that shows any line otherwise is found out.
for (( n = 1; n <= count; n++ )); do
    lines=$(wc -l < "$steps/$n.expected")
    for (( line = 1; line <= lines; line++ )); do
        awk -v alter=$line -f tb/install/shown.awk "$steps/$n.expected" "$steps/$n.output" > /dev/null
        [ $? -ne 0 ]; check $? "line $line below '$(cat "$steps/$n.command")' altered, and not noticed"
    done
done
finish
