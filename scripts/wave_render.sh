#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# wave_render.sh: renders a prepared gtkwave view to PNG, without a display (gtkwave itself, under Xvfb).
#
# usage: wave_render.sh VIEW.gtkw OUT.png
# The view names its FST file, its time window and its markers (written by `scord … --wave`).
# Exit codes: 0 written, 2 bad usage or input, 3 gtkwave or Xvfb missing or failed.
set -u
[ $# -eq 2 ] || { echo "usage: wave_render.sh VIEW.gtkw OUT.png" >&2; exit 2; }
view=$1; png=$2
[ -r "$view" ] || { echo "scord: cannot read $view; write it with 'scord check --rtl --wave FILE.fst'" >&2; exit 2; }
fst=$(sed -n 's/^\[dumpfile\] "\(.*\)"$/\1/p' "$view")
beside=$(dirname "$view")/${fst##*/} # where it is when both were moved or copied
[ -r "$beside" ] && fst=$beside
[ -r "$fst" ] || { echo "scord: $view names $fst, which cannot be read" >&2; exit 2; }
for tool in xvfb-run gtkwave; do
    command -v $tool >/dev/null 2>&1 || {
        echo "scord: $tool is missing; run 'apt-get install gtkwave xvfb xauth'" >&2; exit 3
    }
done
work=$(mktemp -d) || exit 3
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
from=$(sed -n 's/^\[scord_window\] \([0-9]*\) \([0-9]*\)$/\1/p' "$view")
to=$(sed -n 's/^\[scord_window\] \([0-9]*\) \([0-9]*\)$/\2/p' "$view")
{
    if [ -n "$from" ]; then echo "gtkwave::setZoomRangeTimes $from $to"; else echo "gtkwave::/Time/Zoom/Zoom_Full"; fi
    echo "gtkwave::/File/Grab_To_File \"$work/view.png\""
    echo "gtkwave::/File/Quit"
} > "$work/grab.tcl"
printf 'hide_sst 1\nuse_toolbutton_interface 1\nfontname_signals Monospace 9\nfontname_waves Monospace 9\n' \
    > "$work/gtkwaverc"
timeout 120 xvfb-run -a -s "-screen 0 1800x1100x24" \
    gtkwave -r "$work/gtkwaverc" -a "$view" -S "$work/grab.tcl" "$fst" > "$work/log" 2>&1
[ -s "$work/view.png" ] || { tail -n 5 "$work/log" >&2; echo "scord: gtkwave did not render $view" >&2; exit 3; }
mv "$work/view.png" "$png" || exit 3
