#!/bin/sh
# refute.sh: shows that the proofs can fail. Every line of tb/formal/mutants plants one change in a copy of rtl/, and prove.sh
# must find a counterexample, in at most 9 cycles from reset:
# neither an error of the tools nor an induction that does not close will do.
#
# usage: refute.sh [MODULE…]       all mutants, or those of these modules
# Exit codes: 0 all refuted, 1 one was not.
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
passed=0; failed=0
grep '|' tb/formal/mutants | grep -v '^#' > "$work/list"
while IFS='|' read -r module file script what; do
    module=${module% }; file=${file# }; file=${file% }
    [ $# -eq 0 ] || case " $* " in *" $module "*) ;; *) continue;; esac
    rm -rf "$work/rtl"; cp -r rtl "$work/rtl"
    sed -i "$script" "$work/rtl/$file"
    if cmp -s "rtl/$file" "$work/rtl/$file"; then
        failed=$((failed + 1)); echo "FAILED $module: nothing to change in $file for '$what'"
    elif RTL="$work/rtl" PROOF_ONLY=1 MAX_STEPS=9 tb/formal/prove.sh "$module" > "$work/log" 2>&1 < /dev/null; then
        failed=$((failed + 1)); echo "FAILED $module: proved although$what"
    elif grep -q "Called with -verify and proof did fail" "$work/log" && ! grep -q "^Reached maximum" "$work/log"; then
        passed=$((passed + 1)); echo "refuted $module:$what"
    else
        failed=$((failed + 1)); echo "FAILED $module: no counterexample for$what"; tail -n 5 "$work/log"
    fi
done < "$work/list"
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
