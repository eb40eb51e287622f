# SPDX-License-Identifier: Apache-2.0
# scord: top-level makefile. Each folder's module.mk adds its own rules; a line "## ROLE: TARGET: TEXT" above a target
# is what `make help` shows of it (scripts/make_help.awk).
# Variables a module.mk may add to: TOOLS (executables of `make build`), LIBRARIES, TEST_DEPENDS (what rows of tier
# smoke need), TEST_ALL_DEPENDS (what those of tier full need), TEST_NIGHTLY_DEPENDS (the others), CLEAN.
SHELL := /bin/bash
.DELETE_ON_ERROR:
.DEFAULT_GOAL := all

BUILD := build
CC := gcc
CXX := g++
# -O2 -g: asserts stay on in every build.
CFLAGS := -std=c11 -O2 -g -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Werror -D_GNU_SOURCE
CXXFLAGS := -std=c++17 -O2 -g -Wall -Wextra
# The golden model is many small files on one hot path: `scord` links a copy of it that is optimised as one
# (scripts/bench.sh says what it pays).
LTO := -flto=auto
# Quoted includes name a file from the root of the checkout.
CPPFLAGS := -I.
# -O1: half of the time to compile, and fewer of the undefined operations are optimised away before they are seen.
SANITIZE := -O1 -g1 -Wno-psabi -Wno-format-truncation \
    -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer
THREAD_SANITIZE := -O1 -g1 -fsanitize=thread -Wno-psabi -Wno-format-truncation -Wno-tsan

TOOLS :=
LIBRARIES :=
# Folders: `scord regress` takes every *.tests below them, and tb/durations for the order.
TEST_CATALOGUES := scripts tb
TEST_DEPENDS :=
TEST_ALL_DEPENDS :=
TEST_NIGHTLY_DEPENDS :=

include scripts/steps.mk
include rtl/common/scord_configs.mk
include $(sort $(wildcard \
    cmodel/module.mk sim/module.mk rtl/module.mk cosim/module.mk tb/module.mk scripts/module.mk docs/module.mk))

$(BUILD)/obj/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(CPPFLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/lto/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LTO) $(CPPFLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/san/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(SANITIZE) $(CPPFLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/tsan/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(THREAD_SANITIZE) $(CPPFLAGS) -MMD -MP -c -o $@ $<

.PHONY: all build setup test-setup test demo bench clean help
## use: all: install what is missing, build, run the main job (the racy and the corrected graph colouring)
all: setup
	$(call counted,build) && $(MAKE) --no-print-directory -j$$(nproc) STEPS=$$STEPS build
	$(MAKE) --no-print-directory demo

## use: setup: install the Debian packages that `make` needs and this machine lacks
setup:
	@scripts/setup.sh use

## test: test-setup: install those that the tests need, too
test-setup:
	@scripts/setup.sh

## use: build: everything, without running it
build: $(LIBRARIES) $(TOOLS)

## test: test: install what is missing, build, run the tests of tier smoke; closes with "N passed, N failed"
test: test-setup
	$(call counted,build test-build) && $(MAKE) --no-print-directory -j$$(nproc) STEPS=$$STEPS build test-build
	@rm -rf $(BUILD)/test && mkdir -p $(BUILD)/test
	@$(BUILD)/scord regress --verbose --output $(BUILD)/test --runs 40 $(TEST_CATALOGUES)

# The tests of tier full alone; the closing line counts those that `make test` ran before, too.
test-rest: test-setup
	$(call counted,build test-all-build) && $(MAKE) --no-print-directory -j$$(nproc) STEPS=$$STEPS build test-all-build
	@mkdir -p $(BUILD)/test
	@$(BUILD)/scord regress --verbose --restart --tier full --above smoke --output $(BUILD)/test $(TEST_CATALOGUES)

## test: test-all: make test, then every other test of a day: tier full; what fails does not keep the rest from running
test-all: test-setup
	@code=0; $(MAKE) --no-print-directory test || code=$$?; $(MAKE) --no-print-directory test-rest && exit $$code

## develop: test-durations: what the rows took in the last make test-all, into tb/durations: the longest begin first
test-durations:
	@{ echo '# What rows of half a second and more took, seconds on two cores: written by make test-durations.'; \
	  sed -n 's/^{"id":"\([^"]*\)".*"seconds":\([0-9.]*\),.*"seed":null.*/\1 \2/p' $(BUILD)/test/results*.jsonl | \
	  awk '$$2 >= 0.5' | LC_ALL=C sort; } > tb/durations.new && mv tb/durations.new tb/durations

.PHONY: test-build test-all-build test-nightly-build test-rest test-all test-durations
test-build: $(TEST_DEPENDS)
test-all-build: test-build $(TEST_ALL_DEPENDS)
test-nightly-build: test-all-build $(TEST_NIGHTLY_DEPENDS)

## use: clean: remove build/
clean:
	rm -rf $(BUILD)

## use: help: this list
help:
	@cat $(filter %Makefile %.mk,$(MAKEFILE_LIST)) | awk -f scripts/make_help.awk

-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)
