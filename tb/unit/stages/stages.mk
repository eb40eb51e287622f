# SPDX-License-Identifier: Apache-2.0
# tb/unit/stages: the checker in several threads. With AddressSanitizer; with ThreadSanitizer (tier full), for which all
# of the model is compiled again.
STAGES_PROGRAM := $(addprefix cosim/commands/program/,check_engine.c check_halves.c check_oracle.c \
    check_stages.c relay.c)
STAGES_REST := $(addprefix cosim/commands/,compile/source_path.c shared/document_paths.c shared/fail.c \
    shared/interrupts.c shared/scratch.c) $(sort $(wildcard cosim/random/*.c))
STAGES_SOURCES := tb/unit/stages/test_stages.c tb/unit/stages/no_lockstep.c $(STAGES_PROGRAM) $(STAGES_REST)
STAGES_LINK := -Wl,--wrap=pthread_create -Wl,--wrap=calloc -Wl,--wrap=realloc
TEST_DEPENDS += $(BUILD)/tb/unit/stages/test_stages $(STAGES_SOURCES:%.c=$(BUILD)/obj/%.o)
TEST_ALL_DEPENDS += $(BUILD)/tb/unit/stages/test_stages_threads

$(BUILD)/tb/unit/stages/test_stages: $(STAGES_SOURCES:%.c=$(BUILD)/san/%.o) $(BUILD)/san/libscord.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(SANITIZE) $(STAGES_LINK) -o $@ $^ -lz -lpthread

$(BUILD)/tsan/cmodel/build_id.o: CPPFLAGS += -I$(BUILD)
$(BUILD)/tsan/cmodel/build_id.o: $(BUILD)/build_id_value.h

$(BUILD)/tb/unit/stages/test_stages_threads: $(STAGES_SOURCES:%.c=$(BUILD)/tsan/%.o) \
    $(patsubst %.c,$(BUILD)/tsan/%.o,$(filter-out cmodel/import/% cmodel/litmus/%,$(MODEL_SOURCES)))
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(THREAD_SANITIZE) $(STAGES_LINK) -o $@ $^ -lz -lpthread
