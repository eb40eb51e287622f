# tb/install: what `make install` leaves, used where there is no checkout; manual pages, completion, C API, tutorial.
TEST_DEPENDS += install-build

.PHONY: bare-root
## test: bare-root: the two commands of README.md in a bare Debian 12 root, then the Debian packages in another (root, network, about an hour)
bare-root:
	@scripts/setup.sh debootstrap
	@tb/install/bare_root.sh
