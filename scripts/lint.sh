#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# lint.sh: the form of the sources, by tools; each finding with its file and line.
#
# usage: lint.sh [CHECK…]     of: format null hash shell lines casts folders includes; default all
#   format     C and C++ as clang-format 14 writes them (.clang-format)
#   null       a null test is `if (!p)` or `if (p)`: no comparison with NULL
#   hash       FNV is cmodel/base/byte_hash.h: its constants stand nowhere else
#   shell      shellcheck, from warnings on (.shellcheckrc)
#   lines      at most 100 columns in C, 120 in shell, awk and makefiles; scripts/lint.long lists the exceptions.
#              Not counted: rules of dashes, and the CUDA that is compiled for users (macros aligned as tables)
#   casts      RTL: no size cast around a shift, sum or product of a bare signal: `W'(slot_q << 5)`. What is inside is
#              as wide as its operands, so bits are lost; tools differ (Verilator 5.006, Yosys 0.23, Icarus 11), and a
#              test with one of them hides it. Right: `W'(slot_q) << 5`
#   folders    at most 45 sources in a folder; not in sim/runtime/include, whose names are CUDA's
#   includes   the table "Rooms" of docs/architecture.md (tb/docs/include_rules.c)
# Environment: ROOT, the checkout to look at (default this one), with or without git; BUILD (default build).
# Last line "N passed, N failed": one check each. Exit codes: 0 all hold, 1 one does not, 2 bad usage, 3 no tool.
set -u
cd "$(dirname "$0")/.." || exit 3
. tb/expect.sh
build=$(realpath "${BUILD:-build}")
cd "${ROOT:-.}" || exit 3
[ $# -gt 0 ] || set -- format null hash shell lines casts folders includes

files() { # PATTERN…: of the checkout, or of a folder without git; not what is generated
    if git rev-parse --git-dir > /dev/null 2>&1; then
        git ls-files -co --exclude-standard -- "$@"
    else
        find . -type f | sed 's|^\./||' | grep -E "$(printf '%s\n' "$@" | sed 's/\./\\./g; s/\*/.*/; s/^/^/; s/$/$/')"
    fi | sort -u | grep -vx 'cmodel/scord_params.h' | while read -r file; do [ ! -f "$file" ] || echo "$file"; done
}
# Not: three headers of which clang-format 14 makes something else each time
lint_format() {
    files "*.c" "*.h" "*.cpp" |
        grep -vE '^(cosim/coverage/coverage_bins|cosim/lockstep/device/rtl_device|tb/eval/overhead/eval_runs)\.h$' |
        xargs -P "$(nproc)" -n 40 clang-format-14 --dry-run -Werror
}
lint_null() { ! files '*.c' '*.h' '*.cpp' | xargs grep -nE '[!=]= *NULL\b|\bNULL *[!=]='; }
lint_shell() { files '*.sh' .ci/run | xargs -P "$(nproc)" -n 8 shellcheck --severity=warning --format=gcc; }
beyond() { # columns: lines of the files named on standard input that are longer
    LC_ALL=C.UTF-8 xargs grep -HnE ".{$1}." | grep -vE '^[^:]*:[0-9]*:[ *]*-+$' |
        sed "s|^\([^:]*:[0-9]*\):.*|\1: longer than $1|"
}
lint_lines() { # characters count, not bytes
    {
        files '*.c' '*.h' '*.cpp' | grep -vE '^sim/(runtime/include|kernels)/' | beyond 100
        files '*.sh' '*.awk' '*.mk' Makefile .ci/run | beyond 120
    } > "$found"
    awk -F' *[|] *' '
        FNR == NR { if (!/^#/ && NF > 1) allowed[$1] = $2; next }
        { split($0, part, ":"); count[part[1]]++; text[part[1]] = text[part[1]] $0 "\n" }
        END {
            for (file in count) if (count[file] > allowed[file]) { printf "%s", text[file]; bad = 1 }
            exit bad
        }' scripts/lint.long "$found"
}
# Its numbers in another file are a second hash.
lint_hash() {
    ! files '*.c' '*.h' '*.cpp' | grep -vxE '(cmodel/base|tb/unit/base)/(test_)?byte_hash\.[ch]' |
        xargs grep -niE '0x0*100000001b3|0xcbf29ce484222325|16777619|0x0*1000193|2166136261|0x811c9dc5'
}
lint_casts() {
    ! files '*.v' '*.vh' | grep '^rtl/' | xargs -r grep -nHE \
        "'\\([a-z_][A-Za-z0-9_]*(\\[[^]]*\\])? *(<<|\\+|\\*) "
}
lint_folders() {
    files '*.c' '*.h' '*.cpp' '*.cu' '*.v' '*.vh' '*.sh' '*.awk' '*.mk' | sed 's|/[^/]*$||' | sort | uniq -c |
        awk '$1 > 45 && $2 !~ "^sim/runtime/include" {
            print $2 ": " $1 " sources, more than 45"; bad = 1
        } END {exit bad}'
}
lint_includes() { "$build/tb/docs/include_rules"; }

for tool in clang-format-14 shellcheck; do
    command -v $tool > /dev/null || { echo "lint.sh: $tool is missing, run 'make test-setup'" >&2; exit 3; }
done
found=$(mktemp) || exit 3
trap 'rm -f "$found"' EXIT
for name; do
    case $name in
    format | null | hash | shell | lines | casts | folders | includes)
        "lint_$name"
        check $? "$name"
        ;;
    *) echo "lint.sh: no check '$name'" >&2; exit 2 ;;
    esac
done
finish
