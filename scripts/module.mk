# scripts/module.mk: parameter generation and its checks.
.PHONY: generate
## generate: rebuild the generated headers and tables from scripts/params/scord.params
generate:
	scripts/generate.sh

TEST_CATALOGUES += scripts/scripts.tests

## bench: rates of model, lockstep and waves on one recorded run, as ratios taken in that run
bench: build $(BUILD)/tb/throughput/throughput
	@scripts/bench.sh $(BUILD)/scord
