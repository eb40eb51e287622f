# SPDX-License-Identifier: Apache-2.0
# scripts/install: `make install`, the manual pages, the shell completion and the Debian packages. docs/install.md.
#
# PREFIX (default /usr/local) is where scord will be found, DESTDIR a folder in front of it, for packages. What is installed names PREFIX in
# the pkg-config files only: bin/scord finds lib/scord and share/scord from where it is itself, so that the whole tree may be moved.
PREFIX ?= /usr/local
LIBDIR ?= $(PREFIX)/lib
INSTALL_DATA := install -m 644
SCORD_VERSION := $(shell sed -n 's/^\#define SCORD_VERSION "\(.*\)"$$/\1/p' cosim/commands/shared/command.h)

INSTALL_BIN = $(DESTDIR)$(PREFIX)/bin
# Private: what `scord check` and scord-nvcc link programs with, the RTL of `scord sim --rtl`, the CUDA toolkit directory.
INSTALL_PRIVATE = $(DESTDIR)$(PREFIX)/lib/scord
INSTALL_SHARE = $(DESTDIR)$(PREFIX)/share/scord
INSTALL_INCLUDE = $(DESTDIR)$(PREFIX)/include/scord
INSTALL_LIB = $(DESTDIR)$(LIBDIR)
INSTALL_DOC = $(DESTDIR)$(PREFIX)/share/doc/scord
INSTALL_MAN = $(DESTDIR)$(PREFIX)/share/man/man1
INSTALL_BASH = $(DESTDIR)$(PREFIX)/share/bash-completion/completions
INSTALL_ZSH = $(DESTDIR)$(PREFIX)/share/zsh/site-functions

# ---- the public interface (docs/c-api.md) ----
PUBLIC_HEADERS := $(addprefix cmodel/,scord.h build_id.h scord_model.h scord_params.h scord_replay.h detector/detector_types.h stream/event.h stream/event_stream.h \
                    report/approximations.h report/race_report.h report/race_sarif.h oracle/oracle.h)
LOCKSTEP_HEADERS := cosim/lockstep/lockstep.h cosim/lockstep/lockstep_types.h cosim/wave/wave_pass.h

# libscord.a as one object that shows the names of the interface only: a program may call its own functions as our inside ones.
PUBLIC_LIBRARY := $(BUILD)/install/libscord.a
$(PUBLIC_LIBRARY): $(BUILD)/libscord.a scripts/install/install.mk
	@mkdir -p $(@D)
	ld -r -o $(@D)/libscord.o --whole-archive $<
	objcopy --wildcard --keep-global-symbol='scord_*' $(@D)/libscord.o
	@rm -f $@
	ar rcs $@ $(@D)/libscord.o

# Inside a tree headers include each other by folder, for users they lie side by side.
HEADER_STAMP := $(BUILD)/install/include/scord/stamp
$(HEADER_STAMP): $(PUBLIC_HEADERS) $(LOCKSTEP_HEADERS) scripts/install/install.mk
	@rm -rf $(@D) && mkdir -p $(@D)
	for header in $(PUBLIC_HEADERS) $(LOCKSTEP_HEADERS); do \
	  sed 's|^#include ".*/|#include "|' $$header > $(@D)/$${header##*/} || exit 1; done
	@touch $@

PKG_CONFIG_FILES := scord.pc scord-lockstep.pc scord-cuda.pc
fill_pkg_config = sed 's|@PREFIX@|$(1)|; s|@LIBDIR@|$(2)|; s|@EXAMPLES@|$(3)|; s|@VERSION@|$(SCORD_VERSION)|'

# Programs of users who have not installed: PKG_CONFIG_PATH=build/install/pkgconfig (docs/tutorial.md).
BUILT_PKG_CONFIG := $(BUILD)/install/pkgconfig/scord.pc
$(BUILT_PKG_CONFIG): scripts/install/scord.pc.in scripts/install/install.mk cosim/commands/shared/command.h
	@mkdir -p $(@D)
	$(call fill_pkg_config,$${pcfiledir}/..,$${pcfiledir}/..,$${pcfiledir}/../../../docs/examples) $< > $@

build: $(PUBLIC_LIBRARY) $(HEADER_STAMP) $(BUILT_PKG_CONFIG)

# ---- manual pages and completion, from the commands' option tables (cosim/commands/shared/options.h) ----
MANUAL_STAMP := $(BUILD)/install/man/stamp
$(MANUAL_STAMP): $(BUILD)/scord
	@rm -rf $(@D) && mkdir -p $(@D)
	$(BUILD)/scord --manual $(@D)
	@touch $@

COMPLETION := $(BUILD)/install/scord.bash
$(COMPLETION): $(BUILD)/scord scripts/install/completion.bash
	@mkdir -p $(@D)
	{ $(BUILD)/scord --completion && cat scripts/install/completion.bash; } > $@

## develop: docs-commands: writes docs/generated/commands.md from the --help texts
.PHONY: docs-commands
docs-commands: $(BUILD)/scord
	scripts/install/help_page.sh $< > docs/generated/commands.md

.PHONY: install install-build install-program install-development install-documentation uninstall deb
install-build: build $(MANUAL_STAMP) $(COMPLETION)

## use: install: scord, its libraries, headers, manual and completion, below DESTDIR/PREFIX (PREFIX: /usr/local)
install: install-program install-development install-documentation

install-program: install-build
	install -d $(INSTALL_BIN) $(INSTALL_PRIVATE)/cuda/bin $(INSTALL_PRIVATE)/cuda/lib64 $(INSTALL_PRIVATE)/cuda/nvvm/libdevice \
	  $(INSTALL_PRIVATE)/include $(INSTALL_SHARE)/wave $(INSTALL_SHARE)/scripts $(INSTALL_MAN) $(INSTALL_BASH) $(INSTALL_ZSH)
	install -m 755 $(BUILD)/scord $(INSTALL_BIN)/scord
	ln -sf scord $(INSTALL_BIN)/scord-nvcc
	$(INSTALL_DATA) $(BUILD)/libscordsim.a $(BUILD)/libscord.a $(BUILD)/libscordscheduler.so $(INSTALL_PRIVATE)
	rm -rf $(INSTALL_PRIVATE)/include/scord-cuda $(INSTALL_PRIVATE)/machines $(INSTALL_PRIVATE)/toolkit
	install -d $(INSTALL_PRIVATE)/machines $(INSTALL_PRIVATE)/toolkit
	$(INSTALL_DATA) $(TOOLKIT)/*.so $(TOOLKIT)/*.so.[0-9]* $(INSTALL_PRIVATE)/toolkit
	install -m 755 $(TOOLKIT)/launch_ptx $(INSTALL_PRIVATE)/toolkit
	$(INSTALL_DATA) $(BUILD)/machines/scord_machine_*.so $(INSTALL_PRIVATE)/machines
	cp -r --no-preserve=mode,ownership sim/runtime/include $(INSTALL_PRIVATE)/include/scord-cuda
	rm -f $(INSTALL_PRIVATE)/include/scord-cuda/.clang-format
	ln -sfn ../include/scord-cuda $(INSTALL_PRIVATE)/cuda/include
	ln -sfn lib64 $(INSTALL_PRIVATE)/cuda/lib
	ln -sf ../../../../bin/scord $(INSTALL_PRIVATE)/cuda/bin/nvcc
	$(INSTALL_DATA) $(BUILD)/cuda/lib64/*.so $(BUILD)/cuda/lib64/*.a $(INSTALL_PRIVATE)/cuda/lib64
	$(INSTALL_DATA) cosim/wave/*.filter $(INSTALL_SHARE)/wave
	install -m 755 scripts/wave_render.sh scripts/wave_scheduler.sh scripts/synthesis.sh $(INSTALL_SHARE)/scripts
	rm -rf $(INSTALL_SHARE)/rtl $(INSTALL_SHARE)/scripts/area
	cp -r --no-preserve=mode,ownership rtl $(INSTALL_SHARE)/rtl
	rm -f $(INSTALL_SHARE)/rtl/module.mk
	cp -r --no-preserve=mode,ownership scripts/area $(INSTALL_SHARE)/scripts/area
	chmod 755 $(INSTALL_SHARE)/scripts/area/*.sh
	$(INSTALL_DATA) $(BUILD)/install/man/*.1 $(INSTALL_MAN)
	$(INSTALL_DATA) $(COMPLETION) $(INSTALL_BASH)/scord
	$(INSTALL_DATA) scripts/install/completion.zsh $(INSTALL_ZSH)/_scord

install-development: install-build
	install -d $(INSTALL_INCLUDE) $(INSTALL_LIB)/pkgconfig $(INSTALL_PRIVATE)
	$(INSTALL_DATA) $(dir $(HEADER_STAMP))*.h $(INSTALL_INCLUDE)
	$(INSTALL_DATA) $(PUBLIC_LIBRARY) $(INSTALL_LIB)
	$(INSTALL_DATA) $(BUILD)/libscordlockstep.a $(INSTALL_PRIVATE)
	for file in $(PKG_CONFIG_FILES); do \
	  $(call fill_pkg_config,$(PREFIX),$(LIBDIR),$(PREFIX)/share/doc/scord/examples) scripts/install/$$file.in \
	    > $(INSTALL_LIB)/pkgconfig/$$file && \
	  chmod 644 $(INSTALL_LIB)/pkgconfig/$$file || exit 1; done

install-documentation:
	install -d $(INSTALL_DOC)/docs $(INSTALL_DOC)/examples
	$(INSTALL_DATA) README.md LICENSE CHANGELOG.md $(INSTALL_DOC)
	cp -r --no-preserve=mode,ownership docs/. $(INSTALL_DOC)/docs
	rm -rf $(INSTALL_DOC)/docs/examples
	$(INSTALL_DATA) docs/examples/* $(INSTALL_DOC)/examples

## use: uninstall: removes what `make install` with the same DESTDIR, PREFIX and LIBDIR installed
uninstall:
	rm -f $(INSTALL_BIN)/scord $(INSTALL_BIN)/scord-nvcc $(INSTALL_MAN)/scord.1 $(INSTALL_MAN)/scord-*.1 $(INSTALL_BASH)/scord $(INSTALL_ZSH)/_scord
	rm -f $(INSTALL_LIB)/libscord.a $(PKG_CONFIG_FILES:%=$(INSTALL_LIB)/pkgconfig/%)
	rm -rf $(INSTALL_PRIVATE) $(INSTALL_SHARE) $(INSTALL_INCLUDE) $(INSTALL_DOC)

## use: deb: Debian packages of this checkout, in the folder above it (installs what is missing; log in build/deb.log)
deb:
	@scripts/setup.sh use debhelper dpkg-dev fakeroot
	rm -rf debian/.debhelper debian/debhelper-build-stamp debian/tmp debian/scord debian/scord-rtl debian/libscord-dev debian/scord-doc
	@mkdir -p $(BUILD)
	@dpkg-buildpackage -us -uc -b -nc > $(BUILD)/deb.log 2>&1 || { tail -n 20 $(BUILD)/deb.log >&2; \
	    echo "scord: the packages could not be made, see $(BUILD)/deb.log" >&2; exit 1; }
	@ls -sh1 ../scord*_$(SCORD_VERSION)_*.deb ../libscord-dev_$(SCORD_VERSION)_*.deb
	@echo 'scord: to install it: apt-get install $(realpath ..)/scord_$(SCORD_VERSION)_'"$$(dpkg --print-architecture)".deb
