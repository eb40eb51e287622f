# Properties of modules, proved by tb/formal/prove.sh; refute.sh shows that the proofs can fail. Nothing to build.
.PHONY: formal
## formal: every proof and cover trace, with a table (docs/formal.md); traces in build/formal/traces
formal:
	@tb/formal/summary.sh $(BUILD)/formal
