# cosim/commands: build/scord, the one executable. A sub-command is there when its command_<name>.c is.
# Other folders add what their commands link with to SCORD_LDLIBS and to LIBRARIES.

COMMAND_SOURCES := $(sort $(wildcard cosim/commands/*.c))
COMMAND_OBJECTS := $(COMMAND_SOURCES:%.c=$(BUILD)/obj/%.o)
SCORD_LDLIBS += -lz -lpthread -ldl
# In link order: each library may use those after it. Expanded late, because their module.mk may come after this one.
SCORD_LIBRARIES = $(filter %/libscordlockstep.a,$(LIBRARIES)) $(filter %/libscord.a,$(LIBRARIES))
TOOLS += $(BUILD)/scord

# main.c offers the optional commands that exist: their files are listed so that a new one rebuilds it.
SCORD_HAVE := $(if $(wildcard cosim/commands/command_check.c),-DSCORD_HAVE_CHECK) \
              $(if $(wildcard cosim/commands/command_cosim.c),-DSCORD_HAVE_COSIM)
$(BUILD)/obj/cosim/commands/main.o: CPPFLAGS += $(SCORD_HAVE)
$(BUILD)/obj/cosim/commands/main.o: $(wildcard cosim/commands/command_*.c)

.SECONDEXPANSION:
$(BUILD)/scord: $(COMMAND_OBJECTS) $$(SCORD_LIBRARIES)
	$(CXX) $(CXXFLAGS) -rdynamic -o $@ $(COMMAND_OBJECTS) $(SCORD_LIBRARIES) $(SCORD_LDLIBS)
