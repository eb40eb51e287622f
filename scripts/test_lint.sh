#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# test_lint.sh: each check of lint.sh finds a violation that is planted in a small tree, and nothing without one.
# Environment: BUILD (default build). Last line "N passed, N failed".
set -u
cd "$(dirname "$0")/.." || exit 3
. tb/expect.sh
work=$(mktemp -d) || exit 3
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/sound/docs" "$work/sound/scripts"
mkdir -p "$work"/sound/{cmodel,sim,cosim,rtl}
cp .clang-format .shellcheckrc "$work/sound"
echo '# none' > "$work/sound/scripts/lint.long"
printf '%s\n' '| room | what | may include |' '|---|---|---|' '| `cmodel` | a | - |' '| `sim` | b | - |' '' \
    '`cmodel/parameters` stands for `cmodel/a.h`.' > "$work/sound/docs/architecture.md"
printf 'int a(void);\n' | tee "$work/sound/cmodel/a.h" > "$work/sound/sim/b.h"
printf "  assign address = AddressWidth'(slot_q) << 5;\n" > "$work/sound/rtl/d.v"
printf '#!/bin/sh\necho "$1"\n' > "$work/sound/scripts/c.sh"
looks() { ROOT=$1 scripts/lint.sh "$2" > "$work/out" 2>&1; } # TREE CHECK
planted() { # CHECK FILE TEXT: appended to FILE, the check finds it there
    rm -rf "$work/tree"
    cp -r "$work/sound" "$work/tree"
    looks "$work/tree" "$1"
    check $? "$1: a sound tree: $(cat "$work/out")"
    printf '%b\n' "$3" >> "$work/tree/$2"
    ! looks "$work/tree" "$1" && grep -q "^$2:[0-9]*:" "$work/out" && grep -qx '0 passed, 1 failed' "$work/out"
    check $? "$1: not found in $2: $(cat "$work/out")"
}
long=$(printf '%0130d' 0)
planted format cmodel/a.h 'int  b( void );'
planted null cmodel/a.h '#define GONE(p) ((p) == NULL)'
planted hash cmodel/a.h '#define PRIME 16777619'
planted shell scripts/c.sh 'cd $1'
planted lines scripts/c.sh "echo $long"
planted lines cmodel/a.h "/* $long */"
planted casts rtl/d.v "  assign address = AddressWidth'(slot_q << 5);"
planted casts rtl/d.v "  assign sum = 8'(left_q[3:0] + right_q);"
rm -rf "$work/tree"
cp -r "$work/sound" "$work/tree"
mkdir -p "$work/tree/sim/runtime/include"
touch "$work"/tree/cmodel/{1..44}.c "$work"/tree/sim/runtime/include/{1..46}.h
looks "$work/tree" folders
check $? "folders: 45 sources: $(cat "$work/out")"
touch "$work/tree/cmodel/45.c"
! looks "$work/tree" folders && grep -qx "cmodel: 46 sources, more than 45" "$work/out"
check $? "folders: not found: $(cat "$work/out")"
planted includes cmodel/a.h '#include "sim/b.h"'
finish
