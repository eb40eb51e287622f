#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# api.sh: the public interface as a user has it: installed headers, libscord.a and pkg-config, docs/c-api.md, the
# example program.
set -u
. tb/expect.sh
. tb/install/installed.sh
install_into PREFIX="$prefix"
use_installed
out=$folder/out; document=docs/c-api.md
strict="-Wall -Wextra -Werror"

# ---- pkg-config ------------------------------------------------------------------------------------------------------
for file in scord scord-lockstep scord-cuda; do
    exits 0 "$file.pc" "$out" pkg-config --validate $file
    [ "$(pkg-config --modversion $file)" = "$(scord --version | sed 's/^scord //; s/,.*//')" ]
    check $? "$file.pc: version"
done

# ---- headers: alone, as C and as C++ ---------------------------------------------------------------------------------
for header in "$prefix"/include/scord/*.h; do
    name=${header##*/}
    printf '#include <scord/%s>\n#include <scord/%s>\nint main(void) { return 0; }\n' "$name" "$name" \
        > "$folder/alone.c"
    # shellcheck disable=SC2086,SC2046
    exits 0 "$name as C11" "$out" gcc -std=c11 -pedantic $strict -fsyntax-only $(pkg-config --cflags scord) \
        "$folder/alone.c"
    # shellcheck disable=SC2086,SC2046
    exits 0 "$name as C++17" "$out" g++ -std=c++17 $strict -fsyntax-only -x c++ $(pkg-config --cflags scord) \
        "$folder/alone.c"
done

# ---- every function of the headers is in the document, once, and the library has it ----------------------------------
# Declarations only: comments are taken out first.
functions() {
    cat "$prefix"/include/scord/{build_id,scord_model,detector_types,scord_replay,event,event_stream,approximations,race_report,race_sarif,oracle,scord_params}.h |
        gcc -fpreprocessed -E -P -x c - 2> /dev/null | grep -oE '\bscord_[a-z0-9_]+ *\(' | tr -d ' (' | grep -v '_t$' |
        sort -u
}
functions > "$folder/functions"
[ "$(wc -l < "$folder/functions")" -ge 90 ]; check $? "$(wc -l < "$folder/functions") functions in the headers"
grep -oE '`scord_[a-z0-9_]+`' "$document" | tr -d '`' | sort > "$folder/named"
prefixes=$(grep 'names that begin with' "$document" | grep -oE '`scord_[a-z0-9_]+_`' | tr -d '`')
[ "$(echo "$prefixes" | wc -l)" -ge 5 ]; check $? "prefixes: $prefixes"
stated() { # FUNCTION: in the document itself, or a `…_from_name` of one that is, or of a prefix
    grep -qx -e "$1" -e "${1%_from_name}_name" "$folder/named" && return
    for prefix_of in $prefixes; do case $1 in "$prefix_of"*) return 0;; esac; done
    return 1
}
while read -r function; do
    stated "$function"
    check $? "$document does not say whether $function is stable"
done < "$folder/functions"
! stated scord_not_there; check $? "a function that is nowhere is found missing"
uniq -d "$folder/named" > "$folder/twice"; [ ! -s "$folder/twice" ]; check $? "named twice: $(cat "$folder/twice")"
nm -g --defined-only "$prefix/lib/libscord.a" | awk 'NF == 3 {print $3}' | sort -u > "$folder/symbols"
gcc -fpreprocessed -E -P -x c "$prefix/include/scord/scord_params.h" | grep -oE '\bscord_[a-z0-9_]+ *\(' |
    tr -d ' (' > "$folder/inline"
printf '%s\n' scord_observe_t scord_observe_alike_t scord_oracle_observe_t scord_verdict_is_race \
    scord_verdict_is_conflict \
    scord_word_address >> "$folder/inline"
while read -r function; do
    case $function in *_) continue;; esac
    grep -qx "$function" "$folder/symbols" || grep -qx "$function" "$folder/inline"
    check $? "$document names $function, which is not in libscord.a"
done < "$folder/named"
others=$(grep -v '^scord_' "$folder/symbols")
[ -z "$others" ]
check $? "libscord.a shows other names: $(echo $others | head -c 200)"

# ---- the example -----------------------------------------------------------------------------------------------------
example=$prefix/share/doc/scord/examples/stream_races.c; stream=tb/streams/table4d-scoped-atomic.sevt
# shellcheck disable=SC2086,SC2046
exits 0 "the example as C" "$out" gcc -std=c11 -pedantic $strict -fsanitize=address,undefined -o "$folder/races" \
    $(pkg-config --cflags scord) "$example" $(pkg-config --libs scord)
exits 1 "a racy stream" "$out" "$folder/races" $stream
grep -qx 'detector: 1 races at 1 sites; oracle: 1 racing pairs' "$out"; check $? "its races: $(head -n 3 "$out")"
scord events assemble $stream -o "$folder/run.sev"
exits 1 "the same stream, binary" "$folder/binary" "$folder/races" "$folder/run.sev"
cmp -s "$out" "$folder/binary"; check $? "binary and text agree"
sed 's/atomic_scope=block//; s/scope=block/scope=device/' $stream | grep -v '^expect' > "$folder/clean.sevt"
exits 0 "the stream with device scope" "$out" "$folder/races" "$folder/clean.sevt"
grep -qx 'detector: 0 races at 0 sites; oracle: 0 racing pairs' "$out"; check $? "no races: $(head -n 3 "$out")"
head -c 100 "$folder/run.sev" > "$folder/cut.sev"
exits 2 "a stream cut short" "$out" "$folder/races" "$folder/cut.sev"
grep -q 'cut.sev' "$out"; check $? "the message names the file: $(cat "$out")"
exits 2 "no stream" "$out" "$folder/races" "$folder/nowhere.sev"
# shellcheck disable=SC2086,SC2046
sed 's/reading_t reading = {0};/reading_t reading = {};/
    s/reading_t \*reading = context;/reading_t *reading = static_cast<reading_t *>(context);/' "$example" \
    > "$folder/races.cpp"
# shellcheck disable=SC2086,SC2046
exits 0 "the example as C++" "$out" g++ -std=c++17 $strict -Wno-missing-field-initializers -o "$folder/races_cpp" \
    $(pkg-config --cflags scord) "$folder/races.cpp" $(pkg-config --libs scord)
exits 1 "C++ decides the same" "$out" "$folder/races_cpp" "$folder/run.sev"
cmp -s "$out" "$folder/binary"; check $? "C and C++ print the same"

# ---- a program may have functions of the names that are inside -------------------------------------------------------
nm -g --defined-only "$prefix/lib/scord/libscord.a" | awk 'NF == 3 && $2 == "T" && $3 !~ /^scord_/ {print $3}' |
    sort -u > "$folder/inside"
[ "$(wc -l < "$folder/inside")" -ge 50 ]; check $? "$(wc -l < "$folder/inside") names inside"
{ cat "$example"; awk '{print "void " $1 "(void);\nvoid " $1 "(void) {}"}' "$folder/inside"; } > "$folder/own.c"
# shellcheck disable=SC2046
exits 0 "a program with functions of those names" "$out" gcc -std=c11 -o "$folder/own" $(pkg-config --cflags scord) \
    "$folder/own.c" $(pkg-config --libs scord)
exits 1 "and the library uses its own" "$out" "$folder/own" "$folder/run.sev"

# ---- the other two ---------------------------------------------------------------------------------------------------
cat > "$folder/lockstep.c" << 'C'
#include <scord/lockstep.h>
#include <stdio.h>
int main(void) {
    scord_lockstep_status_t status = SCORD_LOCKSTEP_OK;
    char message[256] = "";
    const scord_lockstep_options_t options = {.config = &scord_configs[0]};
    scord_lockstep_t *lockstep = scord_lockstep_create(&options, &status, message, sizeof message);
    scord_lockstep_destroy(lockstep);
    return printf("%s\n", message), lockstep ? 0 : 1;
}
C
# shellcheck disable=SC2046
exits 0 "scord-lockstep" "$out" gcc -o "$folder/lockstep" $(pkg-config --cflags scord-lockstep) "$folder/lockstep.c" \
    $(pkg-config --libs scord-lockstep)
exits 0 "a program finds the machine that is installed" "$out" "$folder/lockstep"
printf '%s\n' '#include <cuda_runtime.h>' \
    'int main(void) { int *p; return cudaMalloc((void **)&p, 16) == cudaSuccess ? cudaFree(p) : 1; }' > "$folder/host.c"
# shellcheck disable=SC2046
exits 0 "scord-cuda" "$out" gcc -o "$folder/host" $(pkg-config --cflags scord-cuda) "$folder/host.c" \
    $(pkg-config --libs scord-cuda)
exits 0 "a host program runs" "$out" "$folder/host"
finish
