# rtl: the hardware. Sources are found by folder; the lint itself is a test (tb/bench/lint.sh).

.PHONY: lint
## lint: every RTL module as its own top through Verilator, Yosys and Icarus, in every elaboration
lint:
	@tb/bench/lint.sh
