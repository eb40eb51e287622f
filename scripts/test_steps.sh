#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# test_steps.sh: make's lines a step (scripts/steps.mk): numbers, total, and what a recipe's commands print and return.
#
# usage: test_steps.sh         from the root of the checkout. Last line "N passed, N failed".
set -u
. tb/expect.sh
work=$(mktemp -d) || exit 3
trap 'rm -rf "$work"' EXIT
mkdir "$work/scripts" && cp scripts/steps.mk scripts/step_shell "$work/scripts"
cat > "$work/Makefile" <<'END'
BUILD := built
include scripts/steps.mk
all:
	@$(call counted,both) && $(MAKE) --no-print-directory STEPS=$$STEPS both
both: built/one built/two $(if $(FAIL),built/wrong)
built/one:
	@mkdir -p $(@D)
	for word in "a  b" '#' "$$HOME"; do \
	  echo "<$$word>" >> $@ || exit 1; done
built/two: built/one
	cp $< $@
built/wrong:
	exit 7
	touch $@
END
untimed() { sed 's/ *[0-9]*:[0-9][0-9]\] /] /' "$1"; }

exits 0 "make" "$work/out" make --no-print-directory -C "$work"
equal "lines" "[1/2] built/one
[2/2] built/two" "$(untimed "$work/out")"
equal "a command of two lines" "<a  b>
<#>
<$HOME>" "$(cat "$work/built/two")"
exits 0 "nothing to do" "$work/out" make --no-print-directory -C "$work"
lacks "$work/out" '] built'

touch "$work/built/one"
exits 0 "make V=1" "$work/out" make --no-print-directory -C "$work" V=1
has "$work/out" 'cp built/one built/two'
lacks "$work/out" '] built'
touch "$work/built/one"
exits 0 "make -s" "$work/out" make -s -C "$work"
equal "make -s" "" "$(cat "$work/out")"

exits 2 "a command that fails" "$work/out" make --no-print-directory -C "$work" FAIL=1
has "$work/out" 'built/wrong] Error 7'
[ ! -e "$work/built/wrong" ]
check $? "its later lines do not run"
finish
