# SPDX-License-Identifier: Apache-2.0
# tb/commands/schedules: `scord check --schedules`; validate_json is of tb/commands/check.
TEST_DEPENDS += $(BUILD)/tb/validate_json
