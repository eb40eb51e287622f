#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# test_fuzz_long.sh: fuzz_long.sh on a fuzzer with planted faults: a crash and a leak are found, counted and kept; the
# campaign of one without goes on where it was, adds up with that of another build, and starts from zero after a build
# with a finding; two at a time; what does not run is no finding; SIGTERM ends it after the slice. Last line "N passed,
# N failed".
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../../tb/expect.sh"
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
mkdir -p "$work/tb/fuzz" "$work/seeds" "$work/build"
cp "$here/fuzz_long.sh" "$here/corpus.sh" "$work/tb/fuzz/"; printf 'BA' > "$work/seeds/a"
echo "planted | planted | 64 | seeds | nothing" > "$work/tb/fuzz/fuzzers.rows"
campaigns=$work/tb/fuzz/campaigns
campaign() { # FAULT, CPU-seconds
    clang-14 -O1 -DFAULT="$1" -fsanitize=fuzzer,address,undefined -o "$work/build/planted" "$here/planted.c" || exit 3
    SLICE=1 BUILD=$work/build "$work/tb/fuzz/fuzz_long.sh" "$2" planted > "$work/out" 2>&1
}
seconds() { grep '^| planted ' "$work/out" | awk -F' *[|] *' '{print $5}'; }
for fault in 1 2; do
    rm -rf "$work/build/fuzz"; : > "$campaigns"
    campaign $fault 100; code=$?
    [ $code -eq 1 ] && grep -q '^| planted |.* | 1 |$' "$work/out" &&
        [ "$(tail -n 1 "$work/out")" = "0 passed, 1 failed" ]
    check $? "fault $fault: exit $code, $(tail -n 3 "$work/out")"
    found=$(ls "$work"/build/fuzz/planted/found-* | head -n 1)
    [ -n "$found" ] && ! "$work/build/planted" "$found" > /dev/null 2>&1
    check $? "fault $fault: the input kept does not repeat it"
done
# a finding, then another build without
echo "planted | other | 77 | 900 | 1 | 0" >> "$campaigns"; echo "another | other | 5 | 6 | 7 | 0" >> "$campaigns"
rm -rf "$work/build/fuzz"
campaign 0 901; code=$?
[ $code -eq 0 ] && [ "$(tail -n 1 "$work/out")" = "1 passed, 0 failed" ] &&
    [ "$(tar -tJf "$work/tb/fuzz/corpus/planted.tar.xz" | wc -l)" -ge 1 ]
check $? "no fault: exit $code, $(tail -n 3 "$work/out")"
[ "$(seconds)" -ge 901 ] && [ "$(seconds)" -lt 910 ] && grep -q '^| planted |.* | 0 |$' "$work/out"
check $? "what another build did is not counted, or what came before a finding is: $(grep '^|' "$work/out")"
[ "$(wc -l < "$campaigns")" -eq 3 ] && grep -q '^another | other | 5 | 6 | 7 | 0$' "$campaigns"
check $? "rows of campaigns: $(cat "$campaigns")"
before=$(seconds)
campaign 0 903
[ "$(seconds)" -ge 903 ] && [ "$(seconds)" -gt "$before" ] && [ "$(wc -l < "$campaigns")" -eq 3 ]
check $? "it did not go on: $before s, then $(seconds) s, $(cat "$campaigns")"
sed -i 's/| 900 | 1 | 0$/| 900 | 1 | 1/' "$campaigns"
campaign 0 5                                                     # the other build had a finding after all
[ "$(seconds)" -ge 5 ] && [ "$(seconds)" -lt 900 ] && ! grep -q 'other | 77' "$campaigns"
check $? "seconds before a finding are counted: $(cat "$campaigns")"
campaign 1 100                                                   # a finding in the build that goes on
code=$?
grep -q '^| planted |.* | 1 |$' "$work/out" && [ $code -eq 1 ]
check $? "a finding is not counted: $(cat "$campaigns")"
campaign 1 100
grep -q '^| planted |.* | 2 |$' "$work/out"
check $? "a build's second finding is not counted: $(cat "$campaigns")"
# Two at a time, one with a finding, one without; and one that does not run is no finding.
printf '%s\n' 'planted | planted | 64 | seeds | nothing' 'sound | sound | 64 | seeds | nothing' \
    'lost | lost | 64 | seeds | nothing' > "$work/tb/fuzz/fuzzers.rows"
clang-14 -O1 -DFAULT=0 -fsanitize=fuzzer,address,undefined -o "$work/build/sound" "$here/planted.c" || exit 3
rm -rf "$work/build/fuzz"; : > "$campaigns"
JOBS=2 SLICE=1 BUILD=$work/build "$work/tb/fuzz/fuzz_long.sh" 4 planted sound > "$work/out" 2>&1; code=$?
[ $code -eq 1 ] && [ "$(tail -n 1 "$work/out")" = "1 passed, 1 failed" ] && grep -q '^planted |.* | 1$' "$campaigns" &&
    grep -q '^sound |.* | 0$' "$campaigns"
check $? "two at a time: exit $code, $(tail -n 3 "$work/out")"
printf '#!/bin/sh\nexit 127\n' > "$work/build/lost"; chmod +x "$work/build/lost"
SLICE=1 BUILD=$work/build "$work/tb/fuzz/fuzz_long.sh" 4 lost > "$work/out" 2>&1; code=$?
[ $code -eq 3 ] && grep -q 'lost does not run' "$work/out" && ! grep -q '^lost' "$campaigns"
check $? "a program that does not run: exit $code, $(tail -n 3 "$work/out")"
JOBS=2 SLICE=2 BUILD=$work/build "$work/tb/fuzz/fuzz_long.sh" 1000 sound > "$work/out" 2>&1 & campaign=$!
sleep 1; kill -TERM $campaign; wait $campaign; code=$?
[ $code -eq 0 ] && [ "$(tail -n 1 "$work/out")" = "1 passed, 0 failed" ] && [ "$(wc -l < "$campaigns")" -eq 2 ]
check $? "SIGTERM: exit $code, $(tail -n 3 "$work/out")"
finish
