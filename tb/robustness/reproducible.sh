#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# reproducible.sh: same inputs and seeds, same bytes: streams, reports and a netlist's statistics, whoever runs the
# commands of outputs.rows, where, and in how many jobs.
#
# usage: reproducible.sh SCORD [VARIATION...]     compares with the sums recorded in outputs.sums, on whatever machine
#                                                 they were recorded, and then every VARIATION with the first run, byte
#                                                 by byte (default: all; "none": none)
#        reproducible.sh SCORD --sums | --record prints the sums (SHA-256, command/file); writes them to outputs.sums:
#        on purpose, in the commit that changes an output
# Variations: jobs1, jobs4 (`scord regress --jobs`; else 2), one-core, locale, zone, home, tmpdir, umask, folder
# (another working directory), layout (no random addresses), environment (a large one). Before comparing, what tells the
# time of day or how long something took is left out ("seconds", "…/s"), and the folder of the outputs' name.
# Last line "N passed, N failed"; exit codes: 0 all, 1 some failed, 2 bad usage, 3 a program is missing.
[ $# -ge 1 ] || { echo "usage: reproducible.sh SCORD [--sums|--record|VARIATION...]" >&2; exit 2; }
scord=$(realpath "$1"); shift
[ -x "$scord" ] || { echo "reproducible.sh: SCORD is missing, run 'make build'" >&2; exit 3; }
for tool in yosys setarch taskset; do
    command -v $tool > /dev/null || {
        echo "reproducible.sh: $tool is missing, run 'make test-setup'" >&2
        exit 3
    }
done
cd "$(dirname "$0")/../.." || exit 3
. tb/expect.sh
root=$PWD; here=tb/robustness
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
export SCORD_CACHE=$work/cache HOME=$work/home TMPDIR=$work/tmp LC_ALL=C; unset SCORD_COLOR SCORD_OUTPUT TZ
mkdir -p "$HOME" "$TMPDIR"

# What a clock says, and where this was.
timeless() { # folder
    find "$1" -type f -print0 | xargs -0 sed -i -f "$root/$here/clock.sed" \
        -e 's/"\(peak_kilobytes\|work\)": *[0-9.]*//g; s/"\(started\|ended\|host\|commit\|build\|again\)": *"[^"]*"//g
        s|'"$work/elsewhere"'|CHECKOUT|g; s|'"$root"'|CHECKOUT|g; s/"jobs": *[0-9]*//; s|; [0-9]* s of work||; s|([0-9]* s, |(|; s|'"$work"'/[a-z0-9-]*/[a-z]*|FOLDER|g; s|'"$scord"'|SCORD|g; s|in [0-9.]* s\b||'
    # jobs end in any order
    find "$1" -type f \( -name 'results.jsonl' -o -name log \) | while read -r file; do
        LC_ALL=C sort -o "$file" "$file"
    done
}

make_outputs() { # folder of a variation, jobs; in front of the commands: $prefix
    local name command
    while IFS='|' read -r name command; do
        name=$(echo $name); command=${command# }
        case "$name" in ''|'#'*) continue;; esac
        mkdir -p "$1/$name"
        command=${command//@/$scord}; command=${command//%/$1/$name}; command=${command//#/$2}
        $prefix bash -c "$command" > "$1/$name/stdout" 2> "$1/$name/stderr" < /dev/null; echo $? > "$1/$name/code"
        timeless "$1/$name"
    done < <(grep -v '^#' "$root/$here/outputs.rows" | sed 's/&&/\&\&/g')
}

sums() { (cd "$work/base" && find . -type f | LC_ALL=C sort | sed 's|^\./||' | xargs sha256sum); }

prefix=; make_outputs "$work/base" 2
for code in "$work"/base/*/code; do
    [ "$(cat "$code")" -le 1 ]
    check $? "$(basename "$(dirname "$code")"): exit $(cat "$code"): $(head -n 3 "$(dirname "$code")/stderr")"
done
case "${1:-}" in
--sums) sums; exit 0;;
--record) [ $failed -eq 0 ] && sums > $here/outputs.sums && echo "$(wc -l < $here/outputs.sums) sums recorded";
exit $?;;
esac
sums > "$work/sums"
diff "$here/outputs.sums" "$work/sums" > "$work/differences"
check $? "not as recorded (outputs.sums): $(grep '^[<>]' "$work/differences" | awk '
    {print $3}' | sort -u | head -n 12 | tr '\n' ' ')"
echo "$(wc -l < "$work/sums") outputs of $(ls "$work/base" | wc -l) commands"

elsewhere() { # a working folder from where the same names lead to the same files
    mkdir -p "$work/elsewhere"
    ln -sfn "$root"/{cmodel,cosim,docs,rtl,scripts,sim,tb} "$work/elsewhere/"
    cd "$work/elsewhere" || exit 3
}
varied() ( # variation
    prefix=; jobs=2
    case $1 in
    jobs1) jobs=1;;
    jobs4) jobs=4;;
    one-core) prefix="taskset -c 0";;
    locale) export LC_ALL=C.UTF-8 LANG=C.UTF-8;;
    zone) export TZ=Asia/Tokyo;;
    home) export HOME=/nonexistent;;
    tmpdir) mkdir -p "$work/another temporary folder"; export TMPDIR="$work/another temporary folder";;
    umask) umask 077;;
    folder) elsewhere;;
    layout) prefix="setarch -R";;
    environment) for ((i = 0; i < 200; i++)); do export "VARIABLE_$i=$(printf 'x%.0s' {1..100})"; done;;
    *) echo "reproducible.sh: no variation $1" >&2; exit 2;;
    esac
    make_outputs "$work/$1" "$jobs"
)
[ $# -gt 0 ] || set -- jobs1 jobs4 one-core locale zone home tmpdir umask folder layout environment
[ "$1" != none ] || shift
for variation in "$@"; do
    varied "$variation" || exit $?
    diff -rq "$work/base" "$work/$variation" > "$work/differences"
    check $? "$variation: $(sed "s|$work/||g" "$work/differences" | head -n 6) $(file=$(awk '
        NR == 1 {print $2}' "$work/differences"); diff "$file" "${file/\/base\///$variation/}" 2> /dev/null | head -n 6 | cut -c1-300)"
    rm -rf "${work:?}/$variation"
done
finish
