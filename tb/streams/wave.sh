#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# wave.sh: `scord cosim --wave-race` leaves FST and view; `scord wave --png` renders it; bad input is refused.
# usage: wave.sh SCORD. Last line: "N passed, N failed".
set -u
scord=$1
work=$(mktemp -d) || exit 3
trap 'rm -rf "$work"' EXIT
. tb/expect.sh
expect() { # exit-code text command…
    wanted=$1; text=$2; shift 2
    exits "$wanted" "$text" "$work/out" "$@"
}
expect 0 "race traced" "$scord" cosim tb/streams/scord-figure3b-graph-coloring.sevt --wave-race 0 \
    --wave "$work/race.fst"
expect 0 "FST written" test -s "$work/race.fst"
expect 0 "view written" test -s "$work/race.gtkw"
expect 0 "picture rendered" "$scord" wave "$work/race.gtkw" --png "$work/race.png"
expect 0 "picture is a PNG of a window" sh \
    -c "identify -format '%m %w' '$work/race.png' | awk '{exit !(\$1 == \"PNG\" && \$2 >= 800)}'"
mkfifo "$work/pipe.fst"
expect 3 "wave to what is no file" "$scord" cosim tb/streams/scord-figure3b-graph-coloring.sevt --wave-race 0 \
    --wave "$work/pipe.fst"
expect 0 "it is left as it was" test -p "$work/pipe.fst"
expect 2 "missing view" "$scord" wave "$work/none.gtkw"
expect 2 "no argument" "$scord" wave
expect 2 "view without its FST" sh -c "rm '$work/race.fst'; '$scord' wave '$work/race.gtkw' --png '$work/b.png'"
finish
