/* SPDX-License-Identifier: Apache-2.0 */
/* test_textures.c: fetches of textures and accesses of surfaces, as nvcc writes them
 * (macros_texture.c): each kernel makes one, of an object that is laid out here; expected values by
 * hand. */
#include "tb/unit/ptx/machine.h"

#include <stdio.h>
#include <string.h>

#include "sim/ptx/texture_object.h"

enum { WRAP, CLAMP, MIRROR, BORDER };
enum { KIND_SIGNED, KIND_UNSIGNED, KIND_FLOAT };

/* An array of 4 × 3 × 2 texels, pitch 64, and the object of it. */
typedef struct object {
    int channels, bytes, kind, mode, filter, numbers, normalized;
} object_t;

#define HEAD ".version 7.8\n.target sm_80\n.address_size 64\n"
#define KERNEL                                                                                     \
    ".visible .entry k(.param .u64 t, .param .u64 o) {\n.reg .b64 %%rd<3>; .reg .b32 %%r<9>; "     \
    ".reg "                                                                                        \
    ".f32 %%f<9>; .reg .b16 %%h<5>; .reg .pred %%p;\nld.param.u64 %%rd1, [t]; ld.param.u64 "       \
    "%%rd2, "                                                                                      \
    "[o]; setp.ne.u32 %%p, 0, 0;\n%s\nret;\n}\n"

static machine_t machine;
static uint64_t object, data, out;

static void put32(uint64_t at, uint32_t value) { memcpy(machine_at(&machine, at), &value, 4); }
static void put64(uint64_t at, uint64_t value) { memcpy(machine_at(&machine, at), &value, 8); }
static uint32_t get32(uint64_t at) {
    uint32_t value;
    memcpy(&value, machine_at(&machine, at), 4);
    return value;
}
static uint32_t bits(float value) {
    uint32_t word;
    memcpy(&word, &value, 4);
    return word;
}

static void lay_out(const object_t *is) {
    put64(object + TEXTURE_DATA, data);
    put64(object + TEXTURE_PITCH, 64);
    put64(object + TEXTURE_SLICE, 192);
    for (uint32_t d = 0; d < 3; d++) {
        put32(object + TEXTURE_SIZE + 4 * d, 4 - d);
        put32(object + TEXTURE_ADDRESS + 4 * d, (uint32_t)is->mode);
    }
    put32(object + TEXTURE_CHANNELS, (uint32_t)is->channels);
    put32(object + TEXTURE_CHANNEL_BYTES, (uint32_t)is->bytes);
    put32(object + TEXTURE_KIND, (uint32_t)is->kind);
    put32(object + TEXTURE_FILTER, (uint32_t)is->filter);
    put32(object + TEXTURE_NORMALIZED_FLOATS, (uint32_t)is->numbers);
    put32(object + TEXTURE_NORMALIZED_COORDINATES, (uint32_t)is->normalized);
    for (uint32_t c = 0; c < 4; c++) put32(object + TEXTURE_BORDER + 4 * c, bits(0.5f + (float)c));
    for (uint32_t i = 0; i < 384; i++) machine_at(&machine, data)[i] = (uint8_t)(i * 7);
    /* floats: texel (x, y, z), channel 0 of one: 100z + 10y + x */
    for (uint32_t i = 0; is->kind == KIND_FLOAT && is->bytes == 4 && i < 24; i++)
        put32(data + i / 12 * 192 + i / 4 % 3 * 64 + i % 4 * 4,
              bits((float)(i / 12 * 100 + i / 4 % 3 * 10 + i % 4)));
}

/* Runs the body on an object; four results at `out`. */
static bool fetch(const object_t *is, const char *body) {
    char text[4096];
    const int head = snprintf(text, sizeof text, HEAD);
    snprintf(text + head, sizeof text - (size_t)head, KERNEL, body);
    machine_open(&machine, text, 1 << 16);
    object = machine_allocate(&machine, 256);
    data = machine_allocate(&machine, 1024);
    out = machine_allocate(&machine, 64);
    lay_out(is);
    const uint64_t parameters[] = {object, out};
    const bool runs = machine_run(&machine, "k", parameters, 1, 1, 0);
    return runs;
}

#define STORE " st.global.v4.f32 [%rd2], {%f1, %f2, %f3, %f4};"
static void gives(const object_t *is, const char *body, uint32_t x, uint32_t y) {
    const bool runs = fetch(is, body);
    check(runs && get32(out) == x && get32(out + 4) == y, "%s: %08x %08x, expected %08x %08x %s",
          body, get32(out), get32(out + 4), x, y, machine.fault);
    machine_close(&machine);
}

static const object_t plane = {1, 4, KIND_FLOAT, CLAMP, 0, 0, 0};

static void test_fetches(void) {
    object_t is = plane;
#define AT(x, y)                                                                                   \
    "mov.f32 %f5, " x "; mov.f32 %f6, " y                                                          \
    "; tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f5, %f6}];" STORE
    gives(&is, AT("0f3fc00000", "0f40200000"), bits(21), 0); /* (1.5, 2.5): texel (1, 2) */
    gives(&is, AT("0fc0a00000", "0f40200000"), bits(20), 0); /* (-5, 2.5): clamped to (0, 2) */
    gives(&is, AT("0f41200000", "0f40200000"), bits(23), 0); /* (10, 2.5): to (3, 2) */
    is.mode = BORDER;
    gives(&is, AT("0f41200000", "0f40200000"), bits(0.5f), 0);
    gives(&is, AT("0f3fc00000", "0fbf800000"), bits(0.5f), 0); /* y is -1 */
    is.mode = CLAMP, is.filter = 1;
    gives(&is, AT("0f40000000", "0f3fc00000"), bits(11.5f), 0); /* (2, 1.5): between 11 and 12 */
    gives(&is, AT("0f3fc00000", "0f3f900000"), bits(7.25f),
          0); /* (1.5, 1.125): 5/8 of 11, 3/8 of 1 */
    gives(&is, AT("0f3fc04000", "0f3fc00000"), bits(11),
          0); /* 1/512 above: half of 1/256, to even */
    is.filter = 0, is.normalized = 1;
    gives(&is, AT("0f3f000000", "0f3f4ccccd"), bits(22), 0); /* (0.5, 0.8): texel (2, 2.4) */
    is.mode = WRAP;
    gives(&is, AT("0f3fa00000", "0fbf000000"), bits(11), 0); /* (1.25, -0.5): (5, -1.5): (1, 1) */
    is.mode = MIRROR;
    gives(&is, AT("0f3fa00000", "0f00000000"), bits(2), 0); /* (5, 0): 7 - 5 */
    gives(&is, AT("0fbe800000", "0f00000000"), bits(0), 0); /* (-1, 0): texel 0 */
}

static void test_dimensions(void) {
    object_t is = plane;
    gives(&is,
          "mov.f32 %f5, 0f40400000; tex.1d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f5}];" STORE,
          bits(3), 0);
    gives(&is, "mov.u32 %r5, 2; tex.1d.v4.f32.s32 {%f1, %f2, %f3, %f4}, [%rd1, {%r5}];" STORE,
          bits(2), 0);
    gives(&is, "mov.u32 %r5, 4; tex.1d.v4.f32.s32 {%f1, %f2, %f3, %f4}, [%rd1, {%r5}];" STORE, 0,
          0);
    gives(&is,
          "mov.f32 %f5, 0f3f800000; tex.3d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f5, %f5, %f5, "
          "%f5}];" STORE,
          bits(111), 0);
    gives(&is,
          "mov.f32 %f5, 0f3f800000; mov.u32 %r5, 1; tex.a2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, "
          "[%rd1, {%r5, "
          "%f5, %f5, %f5}];" STORE,
          bits(111), 0);
    gives(&is,
          "mov.f32 %f5, 0f3f800000; tex.level.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f5, "
          "%f5}], "
          "%f5;" STORE,
          bits(11), 0);
    is.filter = 1; /* the middle of all eight: 55.5 + 5 + … = (0 + 111) / 2 + 1 */
    gives(&is,
          "mov.f32 %f5, 0f3f800000; tex.3d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f5, %f5, %f5, "
          "%f5}];" STORE,
          bits(55.5f), 0);
}

/* Cubes: faces are layers, of 4 × 3 texels here; layer 1 of a layered one would begin at face 6. */
static void test_cubes(void) {
    object_t is = plane;
    is.normalized = 1;
#define CUBE(x, y, z)                                                                              \
    "mov.f32 %f5, " x "; mov.f32 %f6, " y "; mov.f32 %f7, " z                                      \
    "; tex.cube.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f5, %f6, %f7, %f7}];" STORE
    /* +x: s = (1 - z/x) / 2, t = (1 - y/x) / 2; x 2, y 1, z -1: s 0.75, t 0.25: texel (3, 0) */
    gives(&is, CUBE("0f40000000", "0f3f800000", "0fbf800000"), bits(3), 0);
    /* -x: s = (1 + z/|x|) / 2; layer 1: x -2, y -1, z -1: s 0.25, t 0.75: (1, 2) */
    gives(&is, CUBE("0fc0000000", "0fbf800000", "0fbf800000"), bits(121), 0);
    /* the faces behind the second layer of the array are clamped to it */
    /* +y: s = (1 + x/y) / 2, t = (1 + z/y) / 2: x 1, y 2, z -1: (3, 0) */
    gives(&is, CUBE("0f3f800000", "0f40000000", "0fbf800000"), bits(103), 0);
    /* -y: t = (1 - z/|y|) / 2: x -1, y -2, z -1: s 0.25, t 0.75: (1, 2) */
    gives(&is, CUBE("0fbf800000", "0fc0000000", "0fbf800000"), bits(121), 0);
    /* +z: s = (1 + x/z) / 2, t = (1 - y/z) / 2: x -1, y 1, z 2: (1, 0) */
    gives(&is, CUBE("0fbf800000", "0f3f800000", "0f40000000"), bits(101), 0);
    /* -z: s = (1 - x/|z|) / 2: x -1, y -1, z -2: s 0.75, t 0.75: (3, 2) */
    gives(&is, CUBE("0fbf800000", "0fbf800000", "0fc0000000"), bits(123), 0);
    gives(&is,
          "mov.u32 %r5, 0; mov.f32 %f5, 0f40000000; mov.f32 %f6, 0f3f800000; mov.f32 %f7, "
          "0fbf800000; tex.acube.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%r5, %f5, %f6, "
          "%f7}];" STORE,
          bits(3), 0);
}

/* (2, 1): between the texels (1, 0), (2, 0), (1, 1), (2, 1); the upper left one first, then right
 */
static void test_gathers(void) {
    const object_t is = plane;
#define GATHER(channel)                                                                            \
    "mov.f32 %f5, 0f40000000; mov.f32 %f6, 0f3f800000; tld4." channel                              \
    ".2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f5, %f6}];"
    gives(&is, GATHER("r") STORE, bits(11), bits(12));
    gives(&is, GATHER("r") " st.global.v2.f32 [%rd2], {%f3, %f4};", bits(2), bits(1));
    gives(&is, GATHER("g") STORE, 0, 0);
}

/* Bytes of the array: 7 times their offset. */
static void test_channels(void) {
    object_t is = {4, 1, KIND_UNSIGNED, CLAMP, 0, 0, 0};
#define WORDS(type)                                                                                \
    "mov.f32 %f5, 0f40000000; mov.f32 %f6, 0f3f800000; tex.2d.v4." type                            \
    ".f32 {%r1, %r2, %r3, %r4}, [%rd1, {%f5, %f6}]; st.global.v4.u32 [%rd2], {%r1, %r2, %r3, "     \
    "%r4};"
    gives(&is, WORDS("u32"), (64 + 8) * 7 & 255, (64 + 9) * 7 & 255); /* 248, 255 */
    is.numbers = 1;
    gives(&is, WORDS("f32"), bits(248.0f / 255), bits(1));
    is.kind = KIND_SIGNED;
    gives(&is, WORDS("f32"), bits(-8.0f / 127), bits(-1.0f / 127));
    is.numbers = 0;
    gives(&is, WORDS("s32"), (uint32_t)-8, (uint32_t)-1);
    is = (object_t){2, 2, KIND_UNSIGNED, CLAMP, 0, 0, 0};
    gives(&is, WORDS("u32"), 0xfff8, 0x0d06);
    is.kind = KIND_FLOAT; /* halves: 0x0d06 is 2^-12 × (1 + 262/1024) */
    const bool runs = fetch(&is, WORDS("f32"));
    check(runs && get32(out + 4) == bits((1 + 262.0f / 1024) / 4096), "halves: %08x",
          get32(out + 4));
    machine_close(&machine);
}

static void test_surfaces(void) {
    const object_t is = {4, 1, KIND_UNSIGNED, CLAMP, 0, 0, 0}; /* rows of 16 bytes */
#define SURFACE(word, x, y)                                                                        \
    "mov.u32 %r5, " x "; mov.u32 %r6, " y "; " word                                                \
    ", [%rd1, {%r5, %r6}]; st.global.b32 [%rd2], %r1;"
    gives(&is, SURFACE("suld.b.2d.b32.trap {%r1}", "8", "1"), 0x0d06fff8, 0);
    gives(&is, SURFACE("suld.b.2d.b32.zero {%r1}", "16", "1"), 0, 0);
    gives(&is, SURFACE("suld.b.2d.b32.zero {%r1}", "8", "-1"), 0, 0);
    gives(&is, SURFACE("suld.b.2d.b32.clamp {%r1}", "100", "1"), 0x29221b14, 0); /* at 12 */
    check(!fetch(&is, SURFACE("suld.b.2d.b32.trap {%r1}", "16", "1")), "an access outside traps");
    machine_close(&machine);
    check(fetch(&is, "mov.u32 %r5, 8; mov.u32 %r6, 2; mov.u32 %r1, 0x12345678; mov.u32 %r2, 9; "
                     "sust.b.2d.v2.b32.trap [%rd1, {%r5, %r6}], {%r1, %r2};"
                     "@%p sust.b.2d.b32.trap [%rd1, {%r5, %r6}], {%r2};"
                     "mov.u32 %r5, 99; sust.b.1d.b32.zero [%rd1, {%r5}], %r2;"),
          "stores: %s", machine.fault);
    check(get32(data + 136) == 0x12345678 && get32(data + 140) == 9, "a store: %08x %08x",
          get32(data + 136), get32(data + 140));
    check(get32(data + 96) == 0xb5aea7a0, "a store outside: %08x", get32(data + 96));
    machine_close(&machine);
    gives(&is,
          "txq.width.b32 %r1, [%rd1]; suq.height.b32 %r2, [%rd1]; st.global.v2.b32 [%rd2], {%r1, "
          "%r2};",
          4, 3);
}

int main(void) {
    test_fetches();
    test_dimensions();
    test_cubes();
    test_gathers();
    test_channels();
    test_surfaces();
    return check_summary();
}
