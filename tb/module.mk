# tb: one folder a bench; each adds its rules in <folder>/<folder>.mk and its tests in <folder>/<folder>.tests.
include $(sort $(wildcard tb/*/*.mk))
TEST_CATALOGUES := $(sort $(TEST_CATALOGUES) $(wildcard tb/*/*.tests))
