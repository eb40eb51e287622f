#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# bare_root.sh: a newcomer's first hour on a bare Debian 12, in two fresh roots: one that holds `make` (README's
# commands, `make install`, the tutorial, `make test`, `make deb`), and one that has never seen a compiler or the
# checkout (the Debian packages). Prints a table: each step's seconds, the megabytes that it added, its lines of output.
#
# usage: bare_root.sh [--record] [--keep] [PART…] as root, with the network
#        PART      source, test, packages; default: all. packages need those that source made
#        --record  the table into docs/results/first-contact.md; REMARK=… stands below it
#        --keep    go on in the roots of an earlier call
# Environment: ROOT (default build/bare-root), MIRROR. Where there is no root, debootstrap or network nothing is tried,
# which a passed line says. Last line "N passed, N failed".
set -u
. tb/expect.sh
root=${ROOT:-build/bare-root}; mirror=${MIRROR:-http://deb.debian.org/debian}
record=; keep=; parts=
for word; do case $word in
    --record) record=1;; --keep) keep=1;; source | test | packages) parts="$parts $word";;
    *) echo "usage: bare_root.sh [--record] [--keep] [source | test | packages]..." >&2; exit 2;; esac
done
wanted() { [ -z "$parts" ] || case "$parts " in *" $1 "*) ;; *) false;; esac; }
skip() { pass "not tried: $1"; finish; exit; }
[ "$(id -u)" = 0 ] || skip "needs root (debootstrap, chroot)"
scripts/setup.sh debootstrap || skip "no debootstrap, and it cannot be installed"
[ -n "$keep" ] || rm -rf "${root:?}/source" "$root/packages"
root=$(mkdir -p "$root" && realpath "$root") || exit 3
printf '%s\n' '| step | seconds | megabytes | lines of output |' '|---|---:|---:|---:|' > "$root/table"

megabytes() { du -smx "$1" 2> /dev/null | cut -f1; }
row() { # TEXT SECONDS FOLDER MEGABYTES-BEFORE LOG
    printf '| %s | %d | %d | %d |\n' "$1" "$2" $(($(megabytes "$3") - $4)) "$(tr '\r' '\n' < "$5" | wc -l)" |
        tee -a "$root/table"
}
bare() { # FOLDER PACKAGES TEXT: a minimal root
    local start=$SECONDS
    [ -x "$1/usr/bin/apt-get" ] && return
    mkdir -p "$1"
    if ! debootstrap --variant=minbase --include="$2" bookworm "$1" "$mirror" > "$root/debootstrap.log" 2>&1; then
        grep -q 'E: \(Failed getting\|Invalid Release\|Couldn.t download\)' "$root/debootstrap.log" &&
            skip "no network: $(tail -n 1 "$root/debootstrap.log")"
        echo "bare_root.sh: debootstrap failed, see $root/debootstrap.log" >&2
        exit 3
    fi
    cp /etc/resolv.conf "$1/etc/resolv.conf"
    row "$3" $((SECONDS - start)) "$1" 0 /dev/null
}
inside() { # FOLDER COMMAND: in the root, with /proc and /dev of its own, and nothing of this shell's environment
    unshare --mount --pid --fork --propagation private sh \
        -c 'mount -t proc proc "$1/proc" && mount --rbind /dev "$1/dev" &&
        exec chroot "$1" /usr/bin/env -i HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 sh -c "$2"' sh "$@"
}
step() { # LOG TEXT FOLDER COMMAND
    local log=$root/$1.log start=$SECONDS before code
    before=$(megabytes "$3")
    inside "$3" "$4" > "$log" 2>&1; code=$?
    row "$2" $((SECONDS - start)) "$3" "$before" "$log"
    check $code "$2: exit $code: $(tail -n 5 "$log")"
}
installs="DEBIAN_FRONTEND=noninteractive apt-get install -y"

# ---- the source ------------------------------------------------------------------------------------------------------
home=$root/source/root
try_source() {
    bare "$root/source" make "a bare Debian 12 with \`make\`"
    mkdir -p "$home/scord" "$home/mine"
    tree=$(git stash create) # what is not committed belongs to it
    git archive "${tree:-HEAD}" | tar -x -C "$home/scord"
    cp sim/kernels/graph_coloring.cu "$home/mine/your_program.cu"
    step make "\`make\`: packages, build, demonstration" "$root/source" "cd /root/scord && make"
    [ -n "$(ls "$home"/scord/build/demo/*.fst 2> /dev/null)" ]; check $? "its demonstration leaves a wave"
    lines=$(wc -l < "$root/make.log"); [ "$lines" -le 1000 ]; check $? "make prints $lines lines"
    [ "$(wc -L < "$root/make.log")" -le 400 ]; check $? "a line of make has $(wc -L < "$root/make.log") characters"
    step again "\`make\` again" "$root/source" "cd /root/scord && make"
    step check "\`scord check your_program.cu\`" "$root/source" \
        "cd /root/mine && ../scord/build/scord check your_program.cu -- 64 128 2"
    step rtl "\`scord check --rtl your_program.cu\`" "$root/source" \
        "cd /root/mine && ../scord/build/scord check --rtl your_program.cu -- 64 128 2"
    step install "\`make install\`" "$root/source" \
        "cd /root/scord && make install && scord --version && ls /usr/local/share/man/man1/scord-check.1"
    step tutorial "the tutorial, installed and from the checkout" "$root/source" "cd /root/scord &&
        $installs --no-install-recommends gtkwave xvfb xauth &&
        make build/tb/docs/document_commands && tb/install/tutorial.sh --not-run 2 docs/tutorial.md"
    step deb "\`make deb\`" "$root/source" "cd /root/scord && make deb"
}
try_test() {
    [ -x "$home/scord/build/scord" ] || { fail "nothing is built: the part source comes first"; return; }
    step test "\`make test\`: packages, build, tests" "$root/source" "cd /root/scord && make test"
    step test-again "\`make test\` again" "$root/source" "cd /root/scord && make test"
}

# ---- the packages ----------------------------------------------------------------------------------------------------
try_packages() {
    local packages at=$root/packages
    packages=$(ls "$home"/scord_*.deb "$home"/scord-rtl_*.deb "$home"/libscord-dev_*.deb 2> /dev/null)
    [ "$(echo "$packages" | wc -w)" -eq 3 ] || { fail "three packages of make deb, not: $packages"; return; }
    bare "$at" ca-certificates "another bare Debian 12"
    # shellcheck disable=SC2086
    cp $packages sim/kernels/graph_coloring.cu tb/streams/table4d-scoped-atomic.sevt "$at/root"
    inside "$at" "apt-get update" > "$root/update.log" 2>&1; check $? "apt-get update: $(tail -n 1 "$root/update.log")"
    step apt "\`apt-get install ./scord_*.deb\`" "$at" "$installs /root/scord_*.deb"
    inside "$at" "dpkg -s verilator gtkwave yosys iverilog g++" > "$root/tools.log" 2>&1
    ! grep -q '^Status: install ok' "$root/tools.log"
    check $? "the runtime brings RTL tools: $(grep -B 1 '^Status: install ok' "$root/tools.log")"
    step package-check "\`scord check\`, packaged" "$at" "cd /root && scord check graph_coloring.cu -- 64 128 2"
    step package-nvcc "\`scord-nvcc\`, then \`scord check ./coloring\`" "$at" \
        "cd /root && scord-nvcc -o coloring graph_coloring.cu && scord check ./coloring -- 64 128 2"
    inside "$at" "cd /root && scord check --rtl graph_coloring.cu -- 64 128 2" > "$root/no-rtl.log" 2>&1
    grep -q 'scord-rtl' "$root/no-rtl.log"
    check $? "--rtl without its package names it: $(tail -n 1 "$root/no-rtl.log")"
    step apt-rtl "\`apt-get install ./scord-rtl_*.deb\`, without gtkwave" "$at" \
        "$installs --no-install-recommends /root/scord-rtl_*.deb"
    step package-rtl "\`check --rtl\`, \`cosim\`, \`sim --rtl\`, packaged" "$at" \
        "cd /root && scord check --rtl graph_coloring.cu -- 64 128 2 && scord cosim table4d-scoped-atomic.sevt &&
            scord sim --rtl graph_coloring.cu -- 64 128 2"
    step apt-dev "\`apt-get install ./libscord-dev_*.deb\`" "$at" "$installs /root/libscord-dev_*.deb"
    step package-example "the example by the packaged library" "$at" \
        "cd /root && clang-14 \$(pkg-config --cflags scord) -o stream_races \
        /usr/share/doc/scord/examples/stream_races.c \$(pkg-config --libs scord) &&
        ./stream_races table4d-scoped-atomic.sevt | grep '^detector: 1 races at 1 sites'"
    step package-purge "\`apt-get purge\`" "$at" \
        "dpkg -s libscord-dev && apt-get purge -y scord scord-rtl libscord-dev &&
            [ -z \"\$(ls -d /usr/lib/scord /usr/share/scord /usr/include/scord 2> /dev/null)\" ]"
}

# ---- the table -------------------------------------------------------------------------------------------------------
write_page() {
    local page=docs/results/first-contact.md
    {   echo '# Results: first contact'
        echo
        echo "Written by \`make bare-root\` at commit $(git describe --always --abbrev=7), $(date -I); not edited by" \
            "hand. What it means: [installing](../install.md#tested)."
        echo
        echo "Fresh roots of Debian 12 by debootstrap, $(nproc) cores. Megabytes: what the root grew by, files and packages."
        echo "Lines of output: into a file, where progress is not drawn.${REMARK:+ $REMARK}"
        echo
        cat "$root/table"
    } > "$page"
}
if wanted source; then try_source; fi
if wanted test; then try_test; fi
if wanted packages; then try_packages; fi
[ -z "$record" ] || write_page
finish
