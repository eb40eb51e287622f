#!/bin/bash
# test_fuzz_long.sh: fuzz_long.sh on a fuzzer with planted faults: a crash and a leak are found, counted and kept, and the campaign of one without goes on where it
# was. Last line "N passed, N failed".
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../../scripts/expect.sh"
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
mkdir -p "$work/tb/fuzz" "$work/seeds" "$work/build"
cp "$here/fuzz_long.sh" "$work/tb/fuzz/"; printf 'BA' > "$work/seeds/a"
echo "planted | planted | 64 | seeds | nothing" > "$work/tb/fuzz/fuzzers.rows"
printf 'text\n<!-- fuzzers -->\n| planted | nothing | 1 | 900 | 1 | 1 | 0 |\n<!-- end -->\n' > "$work/document"
campaign() { # FAULT, CPU-seconds
    clang-14 -O1 -DFAULT="$1" -fsanitize=fuzzer,address,undefined -o "$work/build/planted" "$here/planted.c" || exit 3
    SLICE=1 BUILD=$work/build DOCUMENT=$work/document "$work/tb/fuzz/fuzz_long.sh" "$2" planted > "$work/out" 2>&1
}
for fault in 1 2; do
    rm -rf "$work/build/fuzz"
    campaign $fault 100; code=$?
    [ $code -eq 1 ] && grep -q '^| planted |.* | 1 |$' "$work/out" && [ "$(tail -n 1 "$work/out")" = "0 passed, 1 failed" ]
    check $? "fault $fault: exit $code, $(tail -n 3 "$work/out")"
    found=$(ls "$work"/build/fuzz/planted/found-* | grep -v log | head -n 1)
    [ -n "$found" ] && ! "$work/build/planted" "$found" > /dev/null 2>&1; check $? "fault $fault: the input kept does not repeat it"
done
rm -rf "$work/build/fuzz"
campaign 0 1; code=$?
[ $code -eq 0 ] && [ "$(tail -n 1 "$work/out")" = "1 passed, 0 failed" ] && [ "$(ls "$work/tb/fuzz/corpus/planted" | wc -l)" -ge 1 ]; check $? "no fault: exit $code, $(tail -n 3 "$work/out")"
grep -q '| 900 |' "$work/out"; check $? "the longer campaign of the document is not kept: $(grep '^|' "$work/out")"
read -r _ seconds runs _ < "$work/build/fuzz/planted/done"
campaign 0 3
read -r _ more_seconds more_runs _ < "$work/build/fuzz/planted/done"
awk -v a="$seconds" -v b="$more_seconds" -v c="$runs" -v d="$more_runs" 'BEGIN {exit !(a > 0 && b >= 3 && b > a && d > c)}'; check $? "it did not go on: $runs executions in $seconds s, then $more_runs in $more_seconds s"
finish
