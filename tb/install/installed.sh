# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# installed.sh: sourced by the tests of this folder; installs this build below a folder of its own.
#
#   . tb/install/installed.sh        from the root of the repository, behind tb/expect.sh
# Sets folder (removed at the end), prefix (an installed scord: prefix/bin/scord), PATH and PKG_CONFIG_PATH for it,
# checkout.
checkout=$PWD
folder=$(realpath "$(mktemp -d)") || exit 3
trap 'rm -rf "$folder"' EXIT
prefix=$folder/opt/scord
install_into() { # ARGUMENTS OF MAKE…
    nice -n 10 make --no-print-directory install "$@" > "$folder/install.log" 2>&1
    check $? "make install $*: $(tail -n 5 "$folder/install.log")"
}
# SCORD_CACHE: what one test compiles is not read by another that plants something else.
use_installed() {
    PATH=$prefix/bin:$PATH; PKG_CONFIG_PATH=$prefix/lib/pkgconfig; SCORD_CACHE=$folder/cache; MANPATH=$prefix/share/man
    export PATH PKG_CONFIG_PATH SCORD_CACHE MANPATH
}
