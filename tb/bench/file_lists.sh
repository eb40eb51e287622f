#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# file_lists.sh: rtl/scord.f, scord.core (FuseSoC) and Bender.yml name exactly the files of rtl/, and what they name
# elaborates as scord_top, by Verilator and by Icarus.
#
# usage: file_lists.sh [--write]      --write: writes the file lists anew, keeping what is around them
# Last line: "N passed, N failed"; exit code 0 when all hold.
set -u
cd "$(dirname "$0")/../.." || exit 3
. tb/expect.sh
sources() { (cd rtl && ls common/*.v sm/*.v detector/*.v ./*.v | sed 's|^\./||'); }
headers() { (cd rtl && ls common/*.vh); }
section() { # FILE: what stands between the lines "files" and "end of files"
    sed -n '/# files/,/# end of files/p' "$1" | sed -n "s|^ *- ||p"
}
core_files() {
    headers | sed 's|.*|rtl/&: {is_include_file: true, include_path: rtl/common}|'
    sources | sed 's|^|rtl/|'
}
bender_files() { sources | sed 's|^|rtl/|'; }
replace() { # FILE INDENT: standard input becomes the section
    awk -v indent="$2" 'NR == FNR {line[++n] = indent "- " $0; next}
        /# end of files/ {inside = 0}
        !inside {print}
        /# files/ {inside = 1; for (i = 1; i <= n; i++) print line[i]}' - "$1" > "$1.new" && mv "$1.new" "$1"
}
if [ "${1:-}" = --write ]; then
    { grep '^[/+]' rtl/scord.f; sources; } > rtl/scord.f.new && mv rtl/scord.f.new rtl/scord.f
    core_files | replace scord.core "      "
    bender_files | replace Bender.yml "  "
fi
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
diff <(grep -v '^[/+]' rtl/scord.f) <(sources) > "$work/out"
check $? "rtl/scord.f has other files, tb/bench/file_lists.sh --write: $(head -n 3 "$work/out")"
diff <(section scord.core) <(core_files) > "$work/out"
check $? "scord.core has other files, tb/bench/file_lists.sh --write: $(head -n 3 "$work/out")"
diff <(section Bender.yml) <(bender_files) > "$work/out"
check $? "Bender.yml has other files, tb/bench/file_lists.sh --write: $(head -n 3 "$work/out")"
verilator --lint-only -Wno-fatal -F rtl/scord.f --top-module scord_top > "$work/out" 2>&1 && ! grep -q Error "$work/out"
check $? "verilator -F rtl/scord.f: $(head -n 3 "$work/out")"
(cd rtl && iverilog -g2012 -c scord.f -s scord_top -t null) > "$work/out" 2>&1
check $? "iverilog -c scord.f: $(head -n 3 "$work/out")"
finish
