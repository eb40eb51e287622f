# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# corpus.sh: the inputs kept for a fuzzer, one archive each. Sourced, from the root of the checkout.
unpack_corpus() { # NAME FOLDER: into FOLDER; nothing when no input is kept yet
    mkdir -p "$2"
    [ ! -e "tb/fuzz/corpus/$1.tar.xz" ] || tar -C "$2" -xJf "tb/fuzz/corpus/$1.tar.xz"
}
pack_corpus() { # NAME FOLDER: the same inputs give the same archive, byte for byte
    mkdir -p tb/fuzz/corpus
    ls "$2" | tar --mtime=@0 --owner=0 --group=0 --numeric-owner --mode=644 -C "$2" -cJf "tb/fuzz/corpus/$1.tar.xz" -T -
}
count_corpus() { # NAME
    if [ -e "tb/fuzz/corpus/$1.tar.xz" ]; then tar -tJf "tb/fuzz/corpus/$1.tar.xz" | wc -l; else echo 0; fi
}
