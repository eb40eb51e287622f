#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_traces.sh: hand-written traces of every tracer version and address mode give the events that were derived by hand
# (NAME.sevt beside NAME.traceg, cycles left out), plain and compressed, and the streams are consistent.
# usage: test_traces.sh SCORD FOLDER
set -u
. tb/expect.sh
scord=$1; folder=$2
work=$(mktemp -d) || exit 3
trap 'rm -rf "$work"' EXIT

# Text of a stream without header, note and cycles; locations only where the expectation has them.
events() { # FILE EXPECTATION
    "$scord" events dump "$1" | sed -e 's/ cycle=[0-9]*$//' -e '/^scord-event-stream/d' -e '/^note /d' > "$work/events"
    if grep -q '^location' "$2"; then cat "$work/events"; else grep -v '^location' "$work/events"; fi
}
for trace in "$folder"/*.traceg; do
    name=$(basename "$trace" .traceg); expected=$folder/$name.sevt
    for form in plain xz; do
        if [ $form = xz ]; then
            xz -c "$trace" > "$work/$name.traceg.xz"
            input=$work/$name.traceg.xz
        else
            input=$trace
        fi
        exits 0 "$name ($form) is imported" "$work/out" "$scord" events import "$input" --order round-robin \
            --config tiny --source kernel.cu -o "$work/$name.sev"
        events "$work/$name.sev" "$expected" > "$work/found"
        events "$expected" "$expected" > "$work/expected"
        diff "$work/expected" "$work/found" > "$work/differences"
        check $? "$name ($form): expected <, found >: $(head -n 20 "$work/differences")"
        exits 0 "$name ($form) is consistent" "$work/out" "$scord" events check "$work/$name.sev"
    done
    [ "$("$scord" events dump "$work/$name.sev" | sed -n 2p | cut -c 1-39)" = \
        'note text="imported from Accel-Sim trac' ]
    check $? "$name: the first record names the rule"
done
finish
