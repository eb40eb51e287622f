# scord: top-level makefile. Each folder's module.mk adds its own rules; see `make help`.
# Variables a module.mk may add to: TOOLS (executables of `make build`), LIBRARIES, TEST_CATALOGUES, TEST_DEPENDS,
# CLEAN.
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
SANITIZE := -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer

TOOLS :=
LIBRARIES :=
TEST_CATALOGUES :=
TEST_DEPENDS :=

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

.PHONY: all build setup test demo bench clean help
## all: install what is missing, build, run the main job (the racy and the corrected graph colouring)
all: setup
	$(MAKE) --no-print-directory -j$$(nproc) build
	$(MAKE) --no-print-directory demo

## setup: install the Debian packages that are missing
setup:
	@scripts/setup.sh

## build: everything, without running it
build: $(LIBRARIES) $(TOOLS)

## test: install what is missing, build, run every test; closes with "N passed, N failed"
test: setup
	$(MAKE) --no-print-directory -j$$(nproc) build test-build
	@rm -rf $(BUILD)/test && mkdir -p $(BUILD)/test
	@$(BUILD)/scord regress --verbose --output $(BUILD)/test --runs 40 $(TEST_CATALOGUES)

.PHONY: test-build
test-build: $(TEST_DEPENDS)

## clean: remove build/
clean:
	rm -rf $(BUILD)

## help: this list
help:
	@sed -n 's/^## //p' $(MAKEFILE_LIST) | sort | awk -F': ' '{printf "  make %-14s %s\n", $$1, $$2}'

-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)
