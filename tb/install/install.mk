# SPDX-License-Identifier: Apache-2.0
# tb/install: what `make install` leaves, used where there is no checkout; manual pages, completion, C API, tutorial.
TEST_DEPENDS += install-build

.PHONY: bare-root
## test: bare-root: a first hour in fresh Debian 12 roots, timed: make, tutorial, tests, packages; into docs/results/first-contact.md (root, network)
bare-root:
	@tb/install/bare_root.sh --record
