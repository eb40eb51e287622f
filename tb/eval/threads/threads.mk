# tb/eval/threads: independent thread scheduling: encodings of threads in the metadata entry against the exact oracle
# (docs/independent-threads.md).

ITS_LOGICS := $(patsubst %,$(BUILD)/obj/tb/eval/threads/logic_%.o,4 5 6 7 8)
TEST_DEPENDS += $(BUILD)/tb/its_encodings

# The golden model's detection logic with N barrier bits in a BarrierID.
$(BUILD)/obj/tb/eval/threads/logic_%.o: tb/eval/threads/logic_split.c cmodel/detector/detection_logic.c \
    cmodel/detector/detection_logic.h cmodel/detector/lockset.h cmodel/scord_params.h
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(CPPFLAGS) -DSPLIT=$* -DNAME=logic_$* -c -o $@ $<

$(BUILD)/tb/its_encodings: $(BUILD)/obj/tb/eval/threads/encodings.o $(BUILD)/obj/tb/eval/threads/its_program.o \
    $(ITS_LOGICS) $(BUILD)/libscord.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -o $@ $^ $(LIBSCORD_LIBS)

.PHONY: eval-its
## eval-its: independent thread scheduling: encodings of threads in the metadata entry against the oracle (docs/independent-threads.md)
eval-its: $(BUILD)/tb/its_encodings
	@scripts/results_page.sh docs/results/independent-threads.md encodings $(BUILD)/tb/its_encodings table
