# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# catalogue_rows.sh: sourced by tests and evaluations that read a catalogue of sim/kernels or tb/eval.
#
#   rows FILE     its rows, without comments and without blanks around the columns
rows() {
    sed -e 's/#.*//' -e '/|/!d' -e 's/  *|/|/g' -e 's/|  */|/g' -e 's/  *$//' "$1"
}
