# SPDX-License-Identifier: Apache-2.0
# tb/fuzz: the fuzzers (libFuzzer, which comes with clang), one rule for all of them, and their campaigns
# (fuzzers.rows).
FUZZ_NAMES := arguments execute fatbinary import json known litmus machine parser reader regress report
FUZZ_PROGRAMS := $(FUZZ_NAMES:%=$(BUILD)/tb/fuzz/fuzz_%)
FUZZ_CFLAGS := -std=c11 -O1 -g -D_GNU_SOURCE -Wno-unknown-pragmas $(CPPFLAGS) -I$(BUILD) -fno-sanitize-recover=undefined
TEST_ALL_DEPENDS += $(FUZZ_PROGRAMS)

# What the fuzzers may need, compiled once with the instrumentation; the linker takes what each does need.
FUZZ_SOURCES := $(sort \
    $(wildcard cmodel/*.c \
    cmodel/base/*.c cmodel/sm/*.c cmodel/detector/*.c cmodel/report/*.c cmodel/report/*/*.c cmodel/stream/*.c \
    cosim/random/*.c \
    cosim/commands/*.c cosim/commands/*/*.c sim/grab/*.c)) sim/machine/machine.c sim/machine/pct.c
# Parsers of one fuzzer each. They stay out of the archive: fuzz_arguments links these parts without instrumentation.
FUZZ_PTX := $(sort $(wildcard sim/ptx/*.c))
FUZZ_CORE := $(sort $(wildcard sim/core/*.c)) tb/unit/ptx/machine.c
FUZZ_IMPORT := $(sort $(wildcard cmodel/import/*.c))
FUZZ_LITMUS := $(sort $(wildcard cmodel/litmus/*.c)) cmodel/oracle/axes.c
FUZZ_FATBINARY := sim/toolkit/fat_binary.c
FUZZ_READERS := $(FUZZ_FATBINARY) $(FUZZ_PTX) $(FUZZ_CORE) $(FUZZ_IMPORT) $(FUZZ_LITMUS)
$(sort $(FUZZ_SOURCES:%.c=$(BUILD)/fuzzed/%.o) $(FUZZ_READERS:%.c=$(BUILD)/fuzzed/%.o)): $(BUILD)/fuzzed/%.o: %.c
	@mkdir -p $(@D)
	clang-14 $(FUZZ_CFLAGS) -fsanitize=fuzzer-no-link,address,undefined -MMD -MP -c -o $@ $<

$(BUILD)/fuzzed/libfuzzed.a: $(FUZZ_SOURCES:%.c=$(BUILD)/fuzzed/%.o)
	@rm -f $@
	ar rcs $@ $^

$(BUILD)/fuzzed/cmodel/build_id.o: $(BUILD)/build_id_value.h
$(FUZZ_PROGRAMS): $(BUILD)/tb/fuzz/fuzz_%: tb/fuzz/fuzz_%.c tb/fuzz/fuzz_command.h $(BUILD)/fuzzed/libfuzzed.a
	@mkdir -p $(@D)
	clang-14 $(FUZZ_CFLAGS) -fsanitize=fuzzer,address,undefined -o $@ $< $(filter %.o,$^) $(BUILD)/fuzzed/libfuzzed.a \
	    $(FUZZ_LIBRARIES) -lz -llzma -lm

$(BUILD)/tb/fuzz/fuzz_parser: $(FUZZ_PTX:%.c=$(BUILD)/fuzzed/%.o)
$(BUILD)/tb/fuzz/fuzz_execute: $(patsubst %.c,$(BUILD)/fuzzed/%.o,$(FUZZ_PTX) $(FUZZ_CORE))
$(BUILD)/tb/fuzz/fuzz_import: $(FUZZ_IMPORT:%.c=$(BUILD)/fuzzed/%.o)
$(BUILD)/tb/fuzz/fuzz_fatbinary: $(FUZZ_FATBINARY:%.c=$(BUILD)/fuzzed/%.o)
$(BUILD)/tb/fuzz/fuzz_fatbinary: FUZZ_LIBRARIES = -llz4 -lzstd
$(BUILD)/tb/fuzz/fuzz_litmus: $(FUZZ_LITMUS:%.c=$(BUILD)/fuzzed/%.o)

# Command lines need names from everywhere: the commands are instrumented, what they would run is not. Wrapped: what a
# command does to its process.
$(BUILD)/tb/fuzz/fuzz_arguments: $(filter %.a,$(LIBRARIES))
$(BUILD)/tb/fuzz/fuzz_arguments: FUZZ_LIBRARIES = -Wl,--start-group $(filter %.a,$(LIBRARIES)) -Wl,--end-group \
    $(SCORD_LDLIBS) -lstdc++ -lm \
    $(foreach f,setrlimit setitimer sigaction getcwd strdup asprintf free whole_file_read,-Wl,--wrap=$(f))

FUZZ_SECONDS ?= 3600
.PHONY: fuzz-long
## test: fuzz-long: every fuzzer for FUZZ_SECONDS (3600) CPU-seconds, JOBS at a time, or FUZZERS="reader json"; its table into docs/results/fuzzing.md
fuzz-long: test-build
	@BUILD=$(BUILD) scripts/results_page.sh docs/results/fuzzing.md fuzzers tb/fuzz/fuzz_long.sh $(FUZZ_SECONDS) $(FUZZERS)
