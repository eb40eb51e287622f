# SPDX-License-Identifier: Apache-2.0
# Properties of modules, proved by tb/formal/prove.sh; refute.sh shows that the proofs can fail. Nothing to build.
.PHONY: formal
## test: formal: every proof and cover trace, with a table, into docs/results/formal.md when all MODULES are proved; traces in build/formal/traces
formal:
	@tb/formal/summary.sh $(BUILD)/formal
	@[ -n "$(MODULES)" ] || scripts/results_page.sh docs/results/formal.md --from $(BUILD)/formal
