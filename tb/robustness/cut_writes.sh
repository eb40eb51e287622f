#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# cut_writes.sh: a recording whose writer is killed, or whose disk is full, in the middle of a write.
#
# usage: cut_writes.sh SCORD [CUTS]     CUTS: places a fault (default 12), drawn by SEED (printed)
# A limit of the file size (setrlimit) lets exactly that many bytes reach the file: what is beyond kills the process in
# its write (SIGXFSZ, as a power cut would end it) or, with the signal ignored, is a short write and then an error, as
# of a full disk. Demanded: the file holds the first bytes of the whole recording, byte for byte; every event of its
# whole chunks is read again, in order, and the place of the cut is named; a full disk is exit 3 and one line that names
# the file. How the reader takes a file that ends at any byte is tb/unit/stream/test_damage.c.
# Last line "N passed, N failed"; exit codes: 0 all, 1 some failed, 2 bad usage, 3 a program is missing.
[ $# -ge 1 ] && [ $# -le 2 ] || { echo "usage: cut_writes.sh SCORD [CUTS]" >&2; exit 2; }
scord=$1; cuts=${2:-12}
command -v prlimit > /dev/null || { echo "cut_writes.sh: prlimit is missing, run 'make test-setup'" >&2; exit 3; }
. tb/expect.sh
draw_seed
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
unset SCORD_COLOR

record() { # file
    "$scord" cosim --random --seed "$seed" --events 30000 --config tiny --model-only --quiet --save "$1"
}

places() { # whole file: drawn bytes, and those about its ends
    awk -v size="$1" -v cuts="$cuts" -v seed="$seed" 'BEGIN {
        srand(seed); print 0; print 1; print size - 1
        for (i = 0; i < cuts; i++) print int(rand() * size)
    }' | sort -nu
}

readable() { # file, what: events of whole chunks come back in order, and the cut is named
    "$scord" events dump "$1" > "$work/read" 2> "$work/problem"; code=$?
    [ $code -eq 2 ] && [ "$(wc -l < "$work/problem")" -eq 1 ] &&
        grep -q "$1.*byte\|$1:1: the stream is empty" "$work/problem"
    check $? "$2: exit $code, $(head -n 2 "$work/problem")"
    cmp -s "$work/read" <(head -n "$(wc -l < "$work/read")" "$work/events")
    check $? "$2: other events than were recorded"
}

killed() { # bytes
    rm -f "$work/cut.sev"
    (ulimit -c 0; prlimit --fsize="$1" -- "$scord" cosim --random --seed "$seed" --events 30000 --config tiny \
        --model-only --quiet --save "$work/cut.sev"; exit $?) > /dev/null 2>&1
    code=$?
    [ $code -eq 153 ]; check $? "killed at byte $1: exit $code, expected 128 + SIGXFSZ"
    cmp -s "$work/cut.sev" <(head -c "$1" "$work/whole.sev")
    check $? "killed at byte $1: the file is not what was written until then"
    readable "$work/cut.sev" "killed at byte $1"
    echo "$(wc -l < "$work/read")" >> "$work/lines"
}

full() { # bytes
    rm -f "$work/full.sev"
    # through a pipe: the limit is that of every file
    (trap '' XFSZ; exec prlimit --fsize="$1" -- "$scord" cosim --random --seed "$seed" --events 30000 --config tiny \
        --model-only --quiet --save "$work/full.sev") 2>&1 | cat > "$work/problem"
    code=${PIPESTATUS[0]}
    [ $code -eq 3 ] && [ "$(wc -l < "$work/problem")" -eq 1 ] &&
        grep -q "full.sev.*\(File too large\|free some space\)" "$work/problem"
    check $? "full at byte $1: exit $code, $(head -n 2 "$work/problem")"
    cmp -s "$work/full.sev" <(head -c "$(stat -c %s "$work/full.sev")" "$work/whole.sev")
    check $? "full at byte $1: the file is not what was written until then"
    readable "$work/full.sev" "full at byte $1"
    [ "$(wc -l < "$work/read")" -ge "$(tail -n 1 "$work/lines")" ]
    check $? "full at byte $1: fewer events than after a kill there"
}

record "$work/whole.sev" && "$scord" events dump "$work/whole.sev" > "$work/events" || {
    echo "cut_writes.sh: no recording" >&2
    exit 3
}
size=$(stat -c %s "$work/whole.sev")
for place in $(places "$size"); do
    killed "$place"
    full "$place"
done
# what is kept grows with the file, to all but the last chunk
sort -nc "$work/lines" && [ "$(tail -n 1 "$work/lines")" -gt $(($(wc -l < "$work/events") / 2)) ]
check $? "events kept: $(tr '\n' ' ' < "$work/lines")of $(wc -l < "$work/events") lines, from $size bytes"
finish
