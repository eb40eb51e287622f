#!/bin/bash
# bare_root.sh: a newcomer's first hour on a bare Debian 12: README.md's two commands, `make install`, the tutorial's
# program; then the Debian packages in another root that has never seen a compiler or the checkout.
#
# usage: bare_root.sh [ROOT [source | packages]] as root, with the network; ROOT (default build/bare-root) is kept: a
# second call goes on with what
#        is installed. source: README's commands only; packages: the Debian packages beside the checkout only (`make
#        deb` writes them)
# What must be there beforehand, and nothing else is: make (the checkout is copied; to clone it: git and
# ca-certificates).
set -u
. tb/expect.sh
[ "$(id -u)" = 0 ] || { echo "bare_root.sh: needs root (debootstrap, chroot)" >&2; exit 3; }
root=$(mkdir -p "${1:-build/bare-root}" && realpath "${1:-build/bare-root}") || exit 3
mirror=${MIRROR:-http://deb.debian.org/debian}
part=${2:-both}

bare() { # FOLDER PACKAGES: a minimal root
    [ -x "$1/usr/bin/apt-get" ] && return
    debootstrap --variant=minbase --include="$2" bookworm "$1" "$mirror" > "$root/debootstrap.log" 2>&1 ||
        { echo "bare_root.sh: debootstrap failed, see $root/debootstrap.log" >&2; exit 3; }
    cp /etc/resolv.conf "$1/etc/resolv.conf"
}
inside() { # FOLDER COMMAND: in the root, with /proc and /dev of its own, and nothing of this shell's environment
    unshare --mount --pid --fork --propagation private sh \
        -c 'mount -t proc proc "$1/proc" && mount --rbind /dev "$1/dev" &&
        exec chroot "$1" /usr/bin/env -i HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 sh -c "$2"' sh "$@"
}
step() { # LOG TEXT FOLDER COMMAND
    local log=$root/$1.log start=$SECONDS
    inside "$3" "$4" > "$log" 2>&1; code=$?
    check $code "$2: exit $code: $(tail -n 5 "$log")"
    echo "$2: exit $code, $((SECONDS - start)) s"
}

# ---- the source ------------------------------------------------------------------------------------------------------
try_source() {
    local home=$root/source/root
    bare "$root/source" make
    mkdir -p "$home/scord" "$home/mine"
    git archive HEAD | tar -x -C "$home/scord"
    cp sim/kernels/graph_coloring.cu "$home/mine/your_program.cu"
    step make "make" "$root/source" "cd /root/scord && make"
    [ -n "$(ls "$home"/scord/build/demo/*.fst 2> /dev/null)" ]; check $? "its demonstration leaves a wave"
    step check "scord check --rtl your_program.cu" "$root/source" \
        "cd /root/mine && ../scord/build/scord check --rtl your_program.cu -- 64 128 2"
    step install "make install" "$root/source" \
        "cd /root/scord && make install && scord --version &&
            man -w scord-check 2> /dev/null || ls /usr/local/share/man/man1/scord-check.1"
    step tutorial "the tutorial" "$root/source" "cd /root/scord &&
        DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends gtkwave xvfb xauth &&
        make build/tb/docs/document_commands && tb/install/tutorial.sh --not-run 2 docs/tutorial.md"
}

# ---- the packages ----------------------------------------------------------------------------------------------------
try_packages() {
    local packages home=$root/packages/root
    packages=$(ls ../scord_*.deb ../libscord-dev_*.deb 2> /dev/null)
    [ "$(echo "$packages" | wc -w)" -eq 2 ] || { echo "no packages beside the checkout: make deb writes them"; return; }
    bare "$root/packages" ca-certificates
    # shellcheck disable=SC2086
    cp $packages sim/kernels/graph_coloring.cu tb/streams/table4d-scoped-atomic.sevt "$home"
    step apt "apt-get install of the packages" "$root/packages" \
        "apt-get update &&
            DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends /root/*.deb pkgconf"
    step package-cosim "cosim, packaged" "$root/packages" "cd /root && scord cosim table4d-scoped-atomic.sevt"
    step package-check "check --rtl, packaged" "$root/packages" \
        "cd /root && scord check --rtl graph_coloring.cu -- 64 128 2"
    step package-sim "sim --rtl, packaged" "$root/packages" "cd /root && scord sim --rtl graph_coloring.cu -- 64 128 2"
    step package-nvcc "scord-nvcc, packaged" "$root/packages" \
        "cd /root && scord-nvcc -o coloring graph_coloring.cu && scord check ./coloring -- 64 128 2"
    step package-example "the example by the packaged library" "$root/packages" \
        "cd /root && clang-14 \$(pkg-config --cflags scord) -o stream_races \
        /usr/share/doc/scord/examples/stream_races.c \$(pkg-config --libs scord) &&
        ./stream_races table4d-scoped-atomic.sevt | grep '^detector: 1 races at 1 sites'"
    step package-purge "apt-get purge" "$root/packages" \
        "dpkg -s libscord-dev && apt-get purge -y scord libscord-dev &&
            [ -z \"\$(ls -d /usr/lib/scord /usr/share/scord /usr/include/scord 2> /dev/null)\" ]"
}

[ "$part" = packages ] || try_source
[ "$part" = source ] || try_packages
finish
