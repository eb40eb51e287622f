#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# tree.sh: an installed scord where there is no checkout; DESTDIR; uninstall.
#
# The checkout is hidden behind an empty file system in a mount namespace of its own. Where none is allowed, only the
# search for its path in what is installed remains, and the last lines say so.
set -u
. tb/expect.sh
. tb/install/installed.sh

# ---- staged: the same files below DESTDIR, made for another PREFIX ---------------------------------------------------
install_into PREFIX="$prefix"
install_into DESTDIR="$folder/stage" PREFIX=/usr LIBDIR=/usr/lib/x86_64-linux-gnu
files() { (cd "$1" && find . ! -type d | sed 's|/lib/x86_64-linux-gnu/|/lib/|' | sort); }
files "$prefix" > "$folder/first"; files "$folder/stage/usr" > "$folder/second"
cmp -s "$folder/first" "$folder/second"
check $? "DESTDIR installs the same files: $(diff "$folder/first" "$folder/second" | head -n 5)"
[ "$(wc -l < "$folder/first")" -gt 150 ]; check $? "$(wc -l < "$folder/first") files"
toolkit() { (cd "$1" && ls); }
[ "$(toolkit "${BUILD:-build}/toolkit")" = "$(toolkit "$prefix/lib/scord/toolkit")" ]
check $? "every library for programs that nvcc built: $(toolkit "$prefix/lib/scord/toolkit" | wc -l)"
[ "$(find "$folder/stage" -maxdepth 1 -mindepth 1)" = "$folder/stage/usr" ]; check $? "nothing beside usr in DESTDIR"
for library in "${BUILD:-build}"/toolkit/lib*.so*; do
    case $library in *.map) ;; *) [ -e "$prefix/lib/scord/toolkit/${library##*/}" ] ;; esac
    check $? "${library##*/} is not installed"
done
[ -z "$(find "$prefix" -type l ! -exec test -e {} \; -print)" ]
check $? "dangling links: $(find "$prefix" -type l ! -exec test -e {} \; -print)"
[ -z "$(find "$prefix" -perm /022 ! -type l)" ]
check $? "writable for others: $(find "$prefix" -perm /022 ! -type l | head -n 3)"

# ---- no file names the checkout, or DESTDIR (debugging information apart) --------------------------------------------
cp -r "$folder/stage" "$folder/stripped"
find "$folder/stripped" \( -name '*.a' -o -name '*.so*' -o -path '*/bin/scord' -o -path '*/toolkit/launch_ptx' \) \
    -type f -exec objcopy --strip-debug {} \; 2> "$folder/strip.log"
grep -rlF -e "$checkout" -e "$folder/stage" "$folder/stripped" > "$folder/naming"
[ ! -s "$folder/naming" ]; check $? "files that name the checkout: $(cat "$folder/naming")"
echo "# $checkout/rtl" >> "$folder/stripped/usr/share/scord/scripts/synthesis.sh"
grep -rqlF -e "$checkout" "$folder/stripped"; check $? "a file that names the checkout is not found"

# ---- used, without the checkout --------------------------------------------------------------------------------------
mv "$folder/stage/usr" "$folder/moved"     # staged for /usr, used elsewhere: bin/scord finds the rest from where it is
needs="$checkout/tb/streams/table4d-scoped-atomic.sevt $checkout/sim/kernels/graph_coloring.cu $checkout/tb/expect.sh $checkout/tb/install/used.sh"
hide="mount -t tmpfs none '$checkout' && [ ! -e '$checkout/Makefile' ] && exec bash ./used.sh"
if unshare -rm true 2> /dev/null; then
    for run in "$prefix" "$folder/moved short"; do
        scord=${run% short}; work=$(mktemp -d -p "$folder"); cp $needs "$work"
        (cd "$work" && PREFIX=$scord SCORD_CACHE=$folder/cache nice -n 10 unshare -rm sh -c "$hide ${run#"$scord"}") \
            > "$folder/used.log" 2>&1
        code=$?
        while read -r good _ bad _; do last_good=$good; last_bad=$bad; done < "$folder/used.log"
        grep FAIL "$folder/used.log"
        [ $code -eq 0 ] && [ "$last_bad" = 0 ] && [ "$last_good" -ge 7 ]
        check $? "$scord without the checkout: $(tail -n 1 "$folder/used.log")"
        passed=$((passed + last_good)); failed=$((failed + last_bad))
    done
    # An installation that lacks something is found out.
    for lacking in share/scord/wave lib/scord/include; do
        rm -r "$folder/moved/$lacking"; work=$(mktemp -d -p "$folder"); cp $needs "$work"
        (cd "$work" && ! PREFIX=$folder/moved SCORD_CACHE=$folder/cache nice -n 10 unshare -rm sh -c "$hide short" \
            > "$folder/used.log" 2>&1)
        check $? "an installation without $lacking passes"
        grep -q '^FAIL' "$folder/used.log"; check $? "without $lacking: $(tail -n 1 "$folder/used.log")"
    done
else echo "no mount namespaces here: not run without the checkout"; fi

# ---- uninstall -------------------------------------------------------------------------------------------------------
touch "$prefix/bin/other" "$prefix/share/man/man1/other.1" "$prefix/lib/libother.a"
make --no-print-directory uninstall PREFIX="$prefix" > "$folder/uninstall.log" 2>&1
check $? "uninstall: $(tail -n 3 "$folder/uninstall.log")"
left=$(cd "$prefix" && find . ! -type d | sort | tr '\n' ' ')
[ "$left" = "./bin/other ./lib/libother.a ./share/man/man1/other.1 " ]
check $? "uninstall leaves what others have installed, and only that: $left"
finish
