# tb/robustness: what goes wrong around scord: allocations that fail, disks that fill, runs that are cut off (docs/robustness.md).
TEST_DEPENDS += $(BUILD)/tb/robustness/failing_allocation.so
$(BUILD)/tb/robustness/failing_allocation.so: tb/robustness/failing_allocation.c
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -shared -fPIC -o $@ $<
