# tb/fuzz: long campaigns of all fuzzers (fuzzers.rows), and the fuzzers of what no other folder has one for.
FUZZ_NAMES := arguments json machine parameters regress report
FUZZ_PROGRAMS := $(FUZZ_NAMES:%=$(BUILD)/tb/fuzz/fuzz_%)
FUZZ_CFLAGS := -std=c11 -O1 -g -D_GNU_SOURCE -Wno-unknown-pragmas $(CPPFLAGS) -I$(BUILD) -fno-sanitize-recover=undefined
TEST_DEPENDS += $(FUZZ_PROGRAMS)

# What the fuzzers may need, compiled once with the instrumentation; the linker takes what each does need.
FUZZ_SOURCES := $(sort \
    $(wildcard cmodel/*.c \
    cmodel/base/*.c cmodel/sm/*.c cmodel/detector/*.c cmodel/report/*.c cmodel/stream/*.c cosim/random/*.c \
    cosim/commands/*.c cosim/commands/*/*.c sim/grab/*.c)) sim/machine/machine.c
$(FUZZ_SOURCES:%.c=$(BUILD)/fuzzed/%.o): $(BUILD)/fuzzed/%.o: %.c
	@mkdir -p $(@D)
	clang-14 $(FUZZ_CFLAGS) -fsanitize=fuzzer-no-link,address,undefined -MMD -MP -c -o $@ $<

$(BUILD)/fuzzed/libfuzzed.a: $(FUZZ_SOURCES:%.c=$(BUILD)/fuzzed/%.o)
	@rm -f $@
	ar rcs $@ $^

$(BUILD)/fuzzed/cmodel/build_id.o: $(BUILD)/build_id_value.h
$(FUZZ_PROGRAMS): $(BUILD)/tb/fuzz/fuzz_%: tb/fuzz/fuzz_%.c tb/fuzz/fuzz_command.h $(BUILD)/fuzzed/libfuzzed.a \
    scripts/generate_parameters.c
	@mkdir -p $(@D)
	clang-14 $(FUZZ_CFLAGS) -fsanitize=fuzzer,address,undefined -o $@ $< $(BUILD)/fuzzed/libfuzzed.a $(FUZZ_LIBRARIES) -lz

# Command lines need names from everywhere: the commands are instrumented, what they would run is not. Wrapped: what a
# command does to its process.
$(BUILD)/tb/fuzz/fuzz_arguments: $(filter %.a,$(LIBRARIES))
$(BUILD)/tb/fuzz/fuzz_arguments: FUZZ_LIBRARIES = -Wl,--start-group $(filter %.a,$(LIBRARIES)) -Wl,--end-group \
    $(SCORD_LDLIBS) -lstdc++ -lm \
    $(foreach f,setrlimit setitimer sigaction getcwd strdup asprintf free whole_file_read,-Wl,--wrap=$(f))

FUZZ_SECONDS ?= 3600
.PHONY: fuzz-long
## fuzz-long: every fuzzer for FUZZ_SECONDS (3600) CPU-seconds, JOBS at a time, or FUZZERS="reader json"; its table into docs/results/fuzzing.md
fuzz-long: test-build
	@BUILD=$(BUILD) scripts/results_page.sh docs/results/fuzzing.md fuzzers tb/fuzz/fuzz_long.sh $(FUZZ_SECONDS) $(FUZZERS)
