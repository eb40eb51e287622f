#!/bin/bash
# bare_root.sh: a newcomer's first hour on a bare Debian 12: README.md's two commands, `make install`, the tutorial's program; then the Debian
# packages in another root that has never seen a compiler or the checkout.
#
# usage: bare_root.sh [ROOT]     as root, with the network; ROOT (default build/bare-root) is kept: a second call goes on with what is installed
# What must be there beforehand, and nothing else is: make and ca-certificates (the checkout is copied; to clone it: git).
set -u
. scripts/expect.sh
[ "$(id -u)" = 0 ] || { echo "bare_root.sh: needs root (debootstrap, chroot)" >&2; exit 3; }
root=$(mkdir -p "${1:-build/bare-root}" && realpath "${1:-build/bare-root}") || exit 3
mirror=${MIRROR:-http://deb.debian.org/debian}

bare() { # FOLDER PACKAGES: a minimal root
    [ -x "$1/usr/bin/apt-get" ] && return
    debootstrap --variant=minbase --include="$2" bookworm "$1" "$mirror" > "$root/debootstrap.log" 2>&1 ||
        { echo "bare_root.sh: debootstrap failed, see $root/debootstrap.log" >&2; exit 3; }
    cp /etc/resolv.conf "$1/etc/resolv.conf"
}
inside() { # FOLDER COMMAND: in the root, with /proc and /dev of its own, and nothing of this shell's environment
    unshare --mount --pid --fork --propagation private sh -c 'mount -t proc proc "$1/proc" && mount --rbind /dev "$1/dev" &&
        exec chroot "$1" /usr/bin/env -i HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 sh -c "$2"' sh "$@"
}
step() { # LOG TEXT FOLDER COMMAND
    local log=$root/$1.log start=$SECONDS
    inside "$3" "$4" > "$log" 2>&1; code=$?
    check $code "$2: exit $code: $(tail -n 5 "$log")"
    echo "$2: exit $code, $((SECONDS - start)) s"
}

# ---- the source ----------------------------------------------------------------------------------------------------------------
mkdir -p "$root/source"
bare "$root/source" make,ca-certificates
mkdir -p "$root/source/root/scord" "$root/source/root/mine"
git archive HEAD | tar -x -C "$root/source/root/scord"
cp sim/kernels/graph_coloring.cu "$root/source/root/mine/your_program.cu"
step make "make" "$root/source" "cd /root/scord && make"
[ -s "$root/source/root/scord/build/demo/graph_coloring_racy.png" ] || ls "$root/source/root/scord/build/demo" > "$root/demo.list" 2>&1
step check "scord check --rtl your_program.cu" "$root/source" "cd /root/mine && ../scord/build/scord check --rtl your_program.cu -- 64 128 2"
step install "make install" "$root/source" "cd /root/scord && make install"
step tutorial "the tutorial" "$root/source" "cd /root/scord && tb/install/tutorial.sh docs/tutorial.md"

# ---- the packages --------------------------------------------------------------------------------------------------------------
packages=$(ls ../scord_*.deb ../libscord-dev_*.deb 2> /dev/null)
if [ "$(echo "$packages" | wc -w)" -ge 2 ]; then
    mkdir -p "$root/packages"
    bare "$root/packages" ca-certificates
    # shellcheck disable=SC2086
    cp $packages sim/kernels/graph_coloring.cu tb/streams/table4d-scoped-atomic.sevt "$root/packages/root"
    step apt "apt-get install ./scord_*.deb" "$root/packages" "apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends /root/*.deb"
    step package "the packaged scord" "$root/packages" "cd /root && scord cosim table4d-scoped-atomic.sevt && scord check --rtl graph_coloring.cu -- 64 128 2"
    step example "the example by the packaged library" "$root/packages" "cd /root && clang-14 \$(pkg-config --cflags scord) -o stream_races \
        /usr/share/doc/libscord-dev/examples/stream_races.c \$(pkg-config --libs scord) && ./stream_races table4d-scoped-atomic.sevt; [ \$? = 1 ]"
else echo "no packages beside the checkout: make deb writes them"; fi
finish
