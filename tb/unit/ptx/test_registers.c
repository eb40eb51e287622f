/* SPDX-License-Identifier: Apache-2.0 */
/* test_registers.c: register_demand and places (sim/ptx/register_demand.c, register_places.c) of
 * hand-written functions. Every expected number is counted by hand: the comment beside a case names
 * the values that are live where the most does. */
#include "tb/unit/ptx/machine.h"

#include <stdio.h>
#include <string.h>

#define HEAD                                                                                       \
    ".version 6.0\n.target sm_60\n.address_size 64\n.visible .global .align 4 .b32 out[64];\n"
#define REGISTERS ".reg .b32 %r<32>; .reg .b64 %d<8>; .reg .pred %p<4>; .reg .b16 %h<4>;\n"
#define FIVE                                                                                       \
    ".func five() {" REGISTERS                                                                     \
    "mov.u32 %r0, %laneid; mov.u32 %r1, %r0; add.u32 %r2, %r0, %r1; add.u32 %r3, %r1, %r2;"        \
    "add.u32 %r4, %r2, %r3; st.global.u32 [out], %r0; st.global.u32 [out], %r1; st.global.u32 "    \
    "[out], %r2;"                                                                                  \
    "st.global.u32 [out], %r3; st.global.u32 [out], %r4; ret; }\n"

static const struct {
    const char *what, *text; /* function or kernel `k`, perhaps with others */
    uint32_t demand;
} cases[] = {
    {"two words are live before their sum", /* %r0 %r1 */
     ".func k() {" REGISTERS
     "mov.u32 %r0, 1; mov.u32 %r1, 2; add.u32 %r2, %r0, %r1; st.global.u32 [out], %r2; ret; }",
     2},
    {"a 64-bit register is two, a half one", /* %d0 %r0 %h0 */
     ".func k() {" REGISTERS "mov.u64 %d0, out; ld.global.u32 %r0, [%d0]; ld.global.u16 %h0, "
     "[%d0+8]; st.global.u16 [%d0], %h0;"
     "st.global.u32 [%d0+4], %r0; ret; }",
     4},
    {"predicates are none", /* %r0 */
     ".func k() {" REGISTERS "mov.u32 %r0, %laneid; setp.eq.u32 %p0, %r0, 1; setp.eq.u32 %p1, %r0, "
     "2; and.pred %p0, %p0, %p1;"
     "@%p0 st.global.u32 [out], %r0; ret; }",
     1},
    {"a write kills", /* %r1 %r2 */
     ".func k() {" REGISTERS
     "mov.u32 %r0, 1; mov.u32 %r1, %laneid; mov.u32 %r2, %laneid; setp.eq.u32 %p0, %r1, %r2;"
     "mov.u32 %r0, 7; st.global.u32 [out], %r0; ret; }",
     2},
    {"a guarded write does not", /* %r0 %r1 %r2 */
     ".func k() {" REGISTERS
     "mov.u32 %r0, 1; mov.u32 %r1, %laneid; mov.u32 %r2, %laneid; setp.eq.u32 %p0, %r1, %r2;"
     "@%p0 mov.u32 %r0, 7; st.global.u32 [out], %r0; ret; }",
     3},
    {"a loop keeps what its next turn reads", /* %r0 %r1 %r2 %r3: %r0 is not read behind that, but
                                                 in the next turn */
     ".func k() {" REGISTERS "mov.u32 %r0, %laneid; mov.u32 %r1, 0;\nL: add.u32 %r1, %r1, %r0; "
     "mov.u32 %r2, %laneid; mov.u32 %r3, %laneid;"
     "add.u32 %r2, %r2, %r3; st.global.u32 [out], %r2; setp.lt.u32 %p0, %r1, 9; @%p0 bra L; "
     "st.global.u32 [out], %r1; ret; }",
     4},
    {"the same without going back", /* %r1 %r2 %r3 */
     ".func k() {" REGISTERS "mov.u32 %r0, %laneid; mov.u32 %r1, 0;\nL: add.u32 %r1, %r1, %r0; "
     "mov.u32 %r2, %laneid; mov.u32 %r3, %laneid;"
     "add.u32 %r2, %r2, %r3; st.global.u32 [out], %r2; setp.lt.u32 %p0, %r1, 9; st.global.u32 "
     "[out], %r1; ret; }",
     3},
    {"a loop in a loop keeps for the outer one", /* %r0 %r1 %r2 %r3 in the inner one: %r0 is read at
                                                    the outer head */
     ".func k() {" REGISTERS "mov.u32 %r0, %laneid; mov.u32 %r1, 0;\nA: add.u32 %r1, %r1, %r0; "
     "mov.u32 %r2, 0;\nB: mov.u32 %r3, %laneid;"
     "add.u32 %r2, %r2, %r3; setp.lt.u32 %p0, %r2, 9; @%p0 bra B; setp.lt.u32 %p0, %r1, 9; @%p0 "
     "bra A; st.global.u32 [out], %r1; ret; }",
     4},
    {"the wider arm counts", /* %r0 and %r1 %r2 %r3 */
     ".func k() {" REGISTERS "mov.u32 %r0, %laneid; setp.eq.u32 %p0, %r0, 1; @%p0 bra T; mov.u32 "
     "%r1, %laneid; st.global.u32 [out], %r1; bra.uni E;\n"
     "T: mov.u32 %r1, %laneid; mov.u32 %r2, %laneid; mov.u32 %r3, %laneid; add.u32 %r1, %r1, %r2; "
     "add.u32 %r1, %r1, %r3; st.global.u32 [out], %r1;\n"
     "E: st.global.u32 [out], %r0; ret; }",
     4},
    {"an exit keeps nothing alive", /* %r0; %r1 is read on the other path only, and written there */
     ".func k() {" REGISTERS "mov.u32 %r0, %laneid; setp.eq.u32 %p0, %r0, 1; @%p0 bra T; exit;\nT: "
     "mov.u32 %r1, 4; st.global.u32 [out], %r1; ret; }",
     1},
    {"a guarded return goes on", /* %r0 %r1 */
     ".func k() {" REGISTERS "mov.u32 %r0, %laneid; mov.u32 %r1, %laneid; setp.eq.u32 %p0, %r0, 1; "
     "@%p0 ret; st.global.u32 [out], %r0;"
     "st.global.u32 [out], %r1; ret; }",
     2},
    {"an indexed branch reaches all its targets", /* %r0 %r1 %r2 */
     ".func k() {" REGISTERS
     "mov.u32 %r0, %laneid; mov.u32 %r1, %laneid; mov.u32 %r2, %laneid;\nT: .branchtargets A, B;\n"
     "brx.idx %r0, T;\nA: st.global.u32 [out], %r1; ret;\nB: st.global.u32 [out], %r2; ret; }",
     3},
    {"a vector", /* %r0 to %r3; the address %d0 ends there */
     ".func k() {" REGISTERS "mov.u64 %d0, out; ld.global.v4.u32 {%r0, %r1, %r2, %r3}, [%d0]; "
     "st.global.v4.u32 [out], {%r0, %r1, %r2, %r3}; ret; }",
     4},
    {"a value that is never read is in no register", /* %d0 */
     ".func k() {" REGISTERS "mov.u64 %d0, out; atom.global.add.u32 %r0, [%d0], 1; "
     "ld.global.v2.u32 {_, %r1}, [%d0]; ret; }",
     2},
    {"read before it is written: from the start", /* %r0 %r1 */
     ".func k() {" REGISTERS "st.global.u32 [out], %r0; st.global.u32 [out], %r1; ret; }", 2},
    {"the callee's demand is added to the values live across the call", /* %r0 to %r5; five() */
     FIVE ".entry k() {" REGISTERS "mov.u32 %r0, %laneid; mov.u32 %r1, %laneid; mov.u32 %r2, "
          "%laneid; mov.u32 %r3, %laneid; mov.u32 %r4, %laneid;"
          "mov.u32 %r5, %laneid; mov.u32 %r6, %laneid; st.global.u32 [out], %r6; call five; "
          "st.global.v4.u32 [out], {%r0, %r1, %r2, %r3};"
          "st.global.v2.u32 [out], {%r4, %r5}; ret; }",
     11},
    {"no value is live across: the callee's",
     FIVE ".func k() {" REGISTERS "mov.u32 %r0, 1; st.global.u32 [out], %r0; call five; ret; }", 5},
    {"calls of calls", /* 1 + 1 + five() */
     FIVE ".func m() {" REGISTERS
          "mov.u32 %r0, %laneid; call five; st.global.u32 [out], %r0; ret; }\n"
          ".func k() {" REGISTERS "mov.u32 %r0, %laneid; call m; st.global.u32 [out], %r0; ret; }",
     7},
    {"recursion: its own code once more", /* %r0 across; own: %r0 %r1 */
     ".func k() {" REGISTERS "mov.u32 %r0, %laneid; mov.u32 %r1, %laneid; st.global.u32 [out], "
     "%r1; call k; st.global.u32 [out], %r0; ret; }",
     3},
    {"an indirect call reaches what has an address, not what has none", /* %r0 and five() */
     FIVE ".func six() {" REGISTERS
          "ld.global.v4.u32 {%r0, %r1, %r2, %r3}, [out]; ld.global.v2.u32 {%r4, %r5}, [out]; "
          "st.global.v4.u32 [out], {%r0, %r1, %r2, %r3};"
          "st.global.v2.u32 [out], {%r4, %r5}; ret; }\n"
          ".func k() {" REGISTERS "mov.u32 %r0, %laneid; mov.u64 %d0, five;\nP: .callprototype _ "
          "();\ncall %d0, P; st.global.u32 [out], %r0; ret; }",
     6},
    {"an empty kernel: the least", ".entry k() { ret; }", 8},
};

/* Places of functions; the comment says which registers share. */
static const struct {
    const char *what, *text;
    uint32_t places;
} placed[] = {
    {"each takes the place of what it reads last", /* %r0 %r1 %r2 */
     ".func k() {" REGISTERS "mov.u32 %r0, %laneid; add.u32 %r1, %r0, 1; add.u32 %r2, %r1, 1; "
     "st.global.u32 [out], %r2; ret; }",
     1},
    {"a load does not", /* none */
     ".func k() {" REGISTERS
     "mov.u64 %d0, out; ld.global.u32 %r0, [%d0]; st.global.u32 [out], %r0; ret; }",
     2},
    {"a loop keeps what its next turn reads", /* %r2 %p0; not %r0 %r1 */
     ".func k() {" REGISTERS "mov.u32 %r0, %laneid; mov.u32 %r1, 0;\nL: add.u32 %r2, "
     "%r1, %r0; add.u32 %r1, %r2, 1; setp.lt.u32 %p0, %r1, 9; @%p0 bra L; "
     "st.global.u32 [out], %r1; ret; }",
     3},
    {"a guarded first write leaves lanes that hold zero", /* %r1 %p0; not %r0 */
     ".func k() {" REGISTERS "mov.u32 %r1, %laneid; setp.eq.u32 %p0, %r1, 3; @%p0 mov.u32 %r0, 7; "
     "st.global.u32 [out], %r0; ret; }",
     2},
    {"results of one instruction are apart, read or not", /* none */
     ".func k() {" REGISTERS "mov.u32 %r0, %laneid; setp.eq.u32 %p0|%p1, %r0, 3; "
     "@%p0 st.global.u32 [out], %r0; ret; }",
     3},
};

static uint32_t demand_and_places(const char *text, uint32_t *places) {
    char whole[4096], message[1200];
    ptx_error_t error;
    const int length = snprintf(whole, sizeof whole, "%s%s\n", HEAD, text);
    check(length < (int)sizeof whole, "a case fits its buffer");
    ptx_module_t *module = ptx_parse(whole, (size_t)length, &error);
    if (!module) {
        check(false, "%s", ptx_error_text(&error, message, sizeof message));
        return UINT32_MAX;
    }
    const uint32_t found = ptx_find_function(module, "k")->register_demand;
    *places = ptx_find_function(module, "k")->places;
    ptx_free(module);
    return found;
}

static uint32_t demand(const char *text) {
    uint32_t places;
    return demand_and_places(text, &places);
}

/* Two functions that call each other: bounded, and not less than either needs alone. */
static void test_mutual_recursion(void) {
    const uint32_t found = demand(
        ".func k();\n.func m() {" REGISTERS
        "mov.u32 %r0, %laneid; call k; st.global.u32 [out], %r0; ret; }\n"
        ".func k() {" REGISTERS
        "ld.global.v2.u32 {%r0, %r1}, [out]; call m; st.global.v2.u32 [out], {%r0, %r1}; ret; }");
    check(found == 5, "mutual recursion: %u, expected 2 + 1 + 2 of the second entry's own code",
          found);
}

int main(void) {
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const uint32_t found = demand(cases[i].text);
        check(found == cases[i].demand, "%s: %u, expected %u", cases[i].what, found,
              cases[i].demand);
    }
    for (size_t i = 0; i < sizeof placed / sizeof *placed; i++) {
        uint32_t places = 0;
        demand_and_places(placed[i].text, &places);
        check(places == placed[i].places, "%s: %u places, expected %u", placed[i].what, places,
              placed[i].places);
    }
    test_mutual_recursion();
    return check_summary();
}
