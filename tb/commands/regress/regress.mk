# SPDX-License-Identifier: Apache-2.0
# tb/commands/regress: `scord regress` itself, the catalogue of random tests, and the whole regression
# (docs/regress.md).
.PHONY: regress nightly weekly
## test: regress: the catalogues and N=1000 random runs of SEED=1, TIER=smoke|full|nightly|weekly, into OUTPUT=build/regress; goes on where it was stopped
regress_build = $(if $(filter nightly weekly,$(1)),test-nightly-build,\
    $(if $(filter full,$(1)),test-all-build,test-build))
regress: regress-numbers build $(call regress_build,$(TIER))
	@mkdir -p $(BUILD)/test
	@$(BUILD)/scord regress --tier $(or $(TIER),smoke) --runs $(or $(N),1000) --seed $(or $(SEED),1) --output \
	    $(or $(OUTPUT),$(BUILD)/regress) $(TEST_CATALOGUES)

.PHONY: regress-numbers
regress-numbers:
	@case "$(N)$(SEED)" in *[!0-9]*) \
	    echo 'make regress: N and SEED are numbers, not N="$(N)" SEED="$(SEED)"' >&2; exit 2;; esac
	@case "$(or $(TIER),smoke)" in smoke|full|nightly|weekly) ;; *) \
	    echo 'make regress: TIER is smoke, full, nightly or weekly, not "$(TIER)"' >&2; exit 2;; esac

## test: nightly: make regress with the nightly rows (full coverage, long proofs, whole netlists, recorded areas) and N=2000; a new folder a day
nightly weekly:
	@$(MAKE) --no-print-directory regress TIER=$@ N=$(or $(N),2000) SEED=$(or $(SEED),$(shell date +%Y%m%d)) \
	    OUTPUT=$(or $(OUTPUT),$(BUILD)/$@-$(shell date +%Y%m%d))

# The command alone, with sanitizers; and `scord report`, which it ends with.
REGRESS_OBJECTS := $(patsubst \
    %.c,$(BUILD)/san/%.o,tb/commands/regress/scord_regress.c \
    $(sort $(wildcard cosim/commands/regress/*.c cosim/commands/page/*.c)) \
    $(patsubst %,cosim/commands/%.c,report/command_report \
        $(addprefix shared/,command_line document_paths fail grouped interrupts mismatch_folder options options_print \
            scratch sha256 whole_file)))
TEST_DEPENDS += $(BUILD)/tb/scord_regress $(BUILD)/scord
$(BUILD)/tb/scord_regress: $(REGRESS_OBJECTS) $(BUILD)/san/libscord.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(SANITIZE) -o $@ $^ $(LIBSCORD_LIBS)
