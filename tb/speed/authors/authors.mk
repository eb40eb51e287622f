# SPDX-License-Identifier: Apache-2.0
# tb/speed/authors: the simulator's own speed beside that of the authors' simulator, printed; and a test of what prints
# it. Nothing timed is tested.
SPEED_OPTIONS ?=
.PHONY: speed
## evaluate: speed: simulator's rates on the seven applications and ratios to the authors' simulator (SPEED_OPTIONS="--sizes small --rounds 3")
speed: build
	@SCORD=$(BUILD)/scord tb/speed/authors/speed.sh $(SPEED_OPTIONS)
