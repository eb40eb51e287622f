# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# kept.sh: results that need not be found again. A result is kept under all that decides it: a key in words (tools,
# their versions, options) and the contents of the files that were read. Only what succeeded is kept: what fails runs
# again.
#
#   . tb/kept.sh                from the root of the checkout
#   keep_in WHERE               results go to $BUILD/cache/WHERE, or to $SCORD_CACHE/WHERE; SCORD_CACHE=none: nowhere
#   keep_state ROOT FILE…       the files that the tool may read, as they are now; ROOT, a folder, may be another next
#                               time (a copy of rtl/): files below it count by their path in it
#   kept KEY                    prints the result that is kept for KEY and the files as they are; false if there is none
#   keep KEY LIST               keeps standard input. LIST: a file that names those which the tool read, of keep_state's
#                               (one a line). Nothing is kept when one is not of these, or changed after keep_state
#
# The names of all of keep_state's files belong to the key, so that a new file which the tool would find before another
# makes results anew. An entry: "file SUM  NAME" lines, "result TEXT" lines, and the sum of all that, without which it
# is none. It is written beside its place, then renamed. Of each key the 64 newest entries stay.
kept_place=
kept_root=
kept_sums=

keep_in() {
    kept_place=${SCORD_CACHE:-${BUILD:-build}/cache}/$1
    [ "${SCORD_CACHE:-}" != none ] || kept_place=
}
kept_sums_of() { sha256sum -- "$@" | sed "s|  $kept_root/|  @/|"; }
keep_state() {
    kept_root=$1
    shift
    [ -z "$kept_place" ] || kept_sums=$(kept_sums_of "$@")
}
kept_entry() { # key: the beginning of the names of its entries
    local names
    names=$(printf '%s\n' "$kept_sums" | cut -c 67-)
    echo "$kept_place/$(printf '%s\n' "$1" "$names" | sha256sum | cut -c 1-40)"
}
kept() {
    local entry
    [ -n "$kept_place" ] || return 1
    set -- "$(kept_entry "$1")".*
    [ -e "$1" ] || return 1
    for entry in $(awk 'NR == FNR { now[$0]; next }
            FNR == 1 { same = 1; files = 0 }
            /^file / { files++; if (!(substr($0, 6) in now)) same = 0 }
            /^end / && same && files { print FILENAME }' <(printf '%s\n' "$kept_sums") "$@"); do
        [ "$(tail -n 1 "$entry")" = "end $(sed '$d' "$entry" | sha256sum | cut -c 1-64)" ] || continue
        sed -n 's/^result //p' "$entry"
        return 0
    done
    return 1
}
keep() {
    local entry sums
    [ -n "$kept_place" ] || return 0
    # shellcheck disable=SC2046
    sums=$(kept_sums_of $(sort -u "$2")) && [ -n "$sums" ] &&
        ! grep -qvxFf <(printf '%s\n' "$kept_sums") <<< "$sums" || return 0
    mkdir -p "$kept_place" && entry=$(mktemp "$kept_place/new.XXXXXX") || return 0
    { sed 's/^/file /' <<< "$sums"; sed 's/^/result /'; } > "$entry"
    echo "end $(sha256sum < "$entry" | cut -c 1-64)" >> "$entry"
    mv "$entry" "$(kept_entry "$1").$(sha256sum <<< "$sums" | cut -c 1-16)"
    # shellcheck disable=SC2012,SC2046
    ls -t $(kept_entry "$1").* | tail -n +65 | xargs -r rm -f
}
