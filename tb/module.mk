# SPDX-License-Identifier: Apache-2.0
# tb: a folder for each kind of proof; a folder adds its rules in NAME.mk and its tests in NAME.tests.
include $(sort $(wildcard tb/*/*.mk tb/*/*/*.mk))
