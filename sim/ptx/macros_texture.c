/* SPDX-License-Identifier: Apache-2.0 */
/* macros_texture.c: fetches of textures and accesses of surfaces as plain loads and stores, for
 * programs that nvcc compiled (macros.c: how). The fetches that clang compiles are functions of
 * sim/runtime/include/scord_cuda/textures.h, which compute the same.
 *
 *     tex.2d.v4.f32.f32 {r, g, b, a}, [object, {x, y}]
 *       object: address of an object (texture_object.h) in global memory; it is read first
 *       coordinates ──► texels: the lowest, and how far from it (in 1/256, linear filter)
 *       corners of the cell: 1, or 2, 4, 8 with a filter; of each
 *         address of the texel by the modes of the dimensions, or the border
 *         channels: as they lie in memory, or as numbers; times the weight, summed
 *
 *     tex.cube.v4.f32.f32 {r, g, b, a}, [object, {x, y, z, _}]
 *       the face that the direction meets is the layer, and where it meets it the coordinates
 *     tld4.r.2d.v4.f32.f32 {a, b, c, d}, [object, {x, y}]
 *       one channel of the four corners
 *
 *     tex.level.2d.v4.f32.f32 {r, g, b, a}, [object, {x, y}], level; or .grad, {dx, dx}, {dy, dy}
 *       levels' objects follow each other: that of the level, or both between which it lies
 *
 * Reference: CUDA C++ programming guide, "Texture Fetching"; PTX ISA 9.0, "Texture Instructions".
 */
#include "sim/ptx/macro.h"

#include <stdio.h>
#include <string.h>

#include "sim/ptx/texture_object.h"

enum { WRAP, CLAMP, MIRROR, BORDER };            /* cudaTextureAddressMode */
enum { KIND_SIGNED, KIND_UNSIGNED, KIND_FLOAT }; /* cudaChannelFormatKind */
enum { FILTER_LINEAR = 1 };

/* Of 1d, 2d, 3d, cube and the layered a1d, a2d, acube: how many coordinates filter, and where they
 * stand. */
typedef struct geometry {
    uint32_t dimensions;
    bool layered, cube;
    text_part_t object, at[3], layer;
} geometry_t;

/* [object, {x, y}] */
static geometry_t geometry_of(const macro_t *macro, uint32_t word, uint32_t operand) {
    static const char *const names[] = {"1d", "2d", "3d", "a1d", "a2d", "cube", "acube"};
    geometry_t geometry = {0};
    text_part_t parts[2], list[ELEMENTS_MOST];
    uint32_t count;
    for (uint32_t i = 0; i < 7 && geometry.dimensions == 0; i++)
        if (macro_is_word(macro, word, names[i])) {
            geometry.cube = i >= 5;
            geometry.dimensions = geometry.cube ? 3 : i % 3 + 1;
            geometry.layered = i >= 3 && i != 5;
        }
    if (geometry.dimensions == 0)
        macro_refuse(macro, "is supported for .1d, .2d, .3d, .a1d, .a2d, .cube and .acube");
    if (operand >= macro->operands) macro_refuse(macro, "has the wrong number of operands");
    const text_part_t address = macro->operand[operand];
    if (address.length < 2 || address.text[0] != '[') macro_refuse(macro, "needs an address");
    macro_split(macro, address.text + 1, address.text + address.length - 1, parts, 2, &count);
    if (count != 2 || parts[1].length < 2 || parts[1].text[0] != '{')
        macro_refuse(macro,
                     "needs an object and coordinates (samplers of their own are not there)");
    geometry.object = parts[0];
    macro_split(macro, parts[1].text + 1, parts[1].text + parts[1].length - 1, list, ELEMENTS_MOST,
                &count);
    if (count < geometry.dimensions + geometry.layered)
        macro_refuse(macro, "has too few coordinates");
    for (uint32_t d = 0; d < geometry.dimensions; d++) geometry.at[d] = list[d + geometry.layered];
    geometry.layer = list[0];
    return geometry;
}

/* %scord_t becomes the object; what it holds is read by put_description. */
static void put_address(macro_t *macro, const geometry_t *geometry) {
    macro_put(macro, "{.reg .pred %%scord_g; setp.eq.u32 %%scord_g, 0, 0;");
    macro_put_guard(macro);
    macro_put(
        macro,
        "@!%%scord_g bra scord_end;"
        ".reg .b64 %%scord_t, %%scord_base, %%scord_pitch, %%scord_slice, %%scord_a, %%scord_x;"
        ".reg .b32 %%scord_n<3>, %%scord_channels, %%scord_bytes, %%scord_kind, %%scord_i<3>;"
        "mov.b64 %%scord_t, %.*s;",
        PART(geometry->object));
}
static void put_description(macro_t *macro) {
    macro_put(
        macro,
        "ld.global.b64 %%scord_base, [%%scord_t+%u];ld.global.b64 %%scord_pitch, [%%scord_t+%u];"
        "ld.global.b64 %%scord_slice, [%%scord_t+%u];"
        "ld.global.b32 %%scord_channels, [%%scord_t+%u];"
        "ld.global.b32 %%scord_bytes, [%%scord_t+%u];ld.global.b32 %%scord_kind, [%%scord_t+%u];",
        TEXTURE_DATA, TEXTURE_PITCH, TEXTURE_SLICE, TEXTURE_CHANNELS, TEXTURE_CHANNEL_BYTES,
        TEXTURE_KIND);
    for (uint32_t d = 0; d < 3; d++)
        macro_put(macro, "ld.global.b32 %%scord_n%u, [%%scord_t+%u];", d, TEXTURE_SIZE + 4 * d);
}

static void put_object(macro_t *macro, const geometry_t *geometry) {
    put_address(macro, geometry);
    put_description(macro);
}

/* ---- textures ---- */

/* The level that derivatives ask for: log2 of the longer of two steps, in texels. */
static void put_gradient(macro_t *macro, const geometry_t *geometry) {
    text_part_t steps[ELEMENTS_MOST];
    macro_put(macro, ".reg .f32 %%scord_l0, %%scord_l1, %%scord_l2; .reg .b32 %%scord_l3;");
    for (uint32_t i = 0; i < 2; i++) {
        const uint32_t count = macro_elements(macro, 2 + i, steps);
        if (count < geometry->dimensions) macro_refuse(macro, "has too few derivatives");
        macro_put(macro, "mov.f32 %%scord_l%u, 0f00000000;", i);
        for (uint32_t d = 0; d < geometry->dimensions; d++)
            macro_put(macro,
                      "ld.global.b32 %%scord_l3, [%%scord_t+%u]; cvt.rn.f32.s32 %%scord_l2, "
                      "%%scord_l3; mul.rn.f32 %%scord_l2, %%scord_l2, %.*s;"
                      "fma.rn.f32 %%scord_l%u, %%scord_l2, %%scord_l2, %%scord_l%u;",
                      TEXTURE_SIZE + 4 * d, PART(steps[d]), i, i);
    }
    macro_put(macro, "max.f32 %%scord_l0, %%scord_l0, %%scord_l1; lg2.approx.f32 %%scord_l0, "
                     "%%scord_l0; mul.rn.f32 %%scord_lod, %%scord_l0, 0f3f000000;");
}
/* Level %scord_lod: %scord_t becomes the object of the lower one, %scord_lw the weight of the one
 * behind it. */
static void put_level(macro_t *macro, const geometry_t *geometry) {
    macro_put(macro, ".reg .f32 %%scord_lod, %%scord_lw, %%scord_lv, %%scord_z<4>;"
                     ".reg .b32 %%scord_ln; .reg .pred %%scord_lp, %%scord_second;");
    if (macro_is_word(macro, 1, "grad")) {
        macro_want(macro, 4, 4);
        put_gradient(macro, geometry);
    } else {
        macro_want(macro, 3, 3);
        macro_put(macro, "mov.f32 %%scord_lod, %.*s;", PART(macro->operand[2]));
    }
    macro_put(macro,
              "ld.global.f32 %%scord_lv, [%%scord_t+%u]; add.rn.f32 %%scord_lod, %%scord_lod, "
              "%%scord_lv; ld.global.f32 %%scord_lv, [%%scord_t+%u];"
              "max.f32 %%scord_lod, %%scord_lod, %%scord_lv;"
              "ld.global.f32 %%scord_lv, [%%scord_t+%u]; min.f32 %%scord_lod, %%scord_lod, "
              "%%scord_lv; ld.global.b32 %%scord_ln, [%%scord_t+%u];"
              "cvt.rn.f32.u32 %%scord_lv, %%scord_ln; max.f32 %%scord_lod, %%scord_lod, "
              "0f00000000; min.f32 %%scord_lod, %%scord_lod, %%scord_lv;",
              TEXTURE_LEVEL_BIAS, TEXTURE_LEVEL_LEAST, TEXTURE_LEVEL_MOST, TEXTURE_LEVELS);
    macro_put(macro,
              "ld.global.b32 %%scord_ln, [%%scord_t+%u]; setp.eq.u32 %%scord_lp, %%scord_ln, %d;"
              "add.rn.f32 %%scord_lv, %%scord_lod, 0f3f000000;"
              "selp.f32 %%scord_lv, %%scord_lod, %%scord_lv, %%scord_lp;"
              "cvt.rmi.f32.f32 %%scord_lv, %%scord_lv; cvt.rzi.u32.f32 %%scord_ln, %%scord_lv;"
              "mad.wide.u32 %%scord_t, %%scord_ln, %u, %%scord_t;"
              "sub.rn.f32 %%scord_lw, %%scord_lod, %%scord_lv;"
              "mul.rn.f32 %%scord_lw, %%scord_lw, 0f43800000; cvt.rni.f32.f32 %%scord_lw, "
              "%%scord_lw; mul.rn.f32 %%scord_lw, %%scord_lw, 0f3b800000;"
              "@!%%scord_lp mov.f32 %%scord_lw, 0f00000000;"
              "setp.ne.u32 %%scord_second, 0, 0; scord_level:",
              TEXTURE_LEVEL_FILTER, FILTER_LINEAR, TEXTURE_BYTES);
}
/* The results so far, or those of two levels together. */
static void put_between_levels(macro_t *macro) {
    macro_put(macro, "setp.eq.f32 %%scord_lp, %%scord_lw, 0f00000000; @%%scord_lp bra scord_one;"
                     "@%%scord_second bra scord_both;"
                     "sub.rn.f32 %%scord_lv, 0f3f800000, %%scord_lw;");
    for (uint32_t c = 0; c < 4; c++)
        macro_put(macro, "mul.rn.f32 %%scord_z%u, %%scord_lv, %%scord_r%u;", c, c);
    macro_put(macro,
              "add.u64 %%scord_t, %%scord_t, %u; setp.eq.u32 %%scord_second, 0, 0;"
              "bra scord_level; scord_both:",
              TEXTURE_BYTES);
    for (uint32_t c = 0; c < 4; c++)
        macro_put(macro, "fma.rn.f32 %%scord_r%u, %%scord_lw, %%scord_r%u, %%scord_z%u;", c, c, c);
    macro_put(macro, "scord_one:");
}

/* Coordinate D: to %scord_low, the texel, and %scord_part, the weight of the next one. */
static void put_coordinate(macro_t *macro, const geometry_t *geometry, uint32_t d, bool is_float) {
    if (!is_float) {
        macro_put(macro, "mov.b32 %%scord_low%u, %.*s; mov.b32 %%scord_part%u, 0;", d,
                  PART(geometry->at[d]), d);
        return;
    }
    macro_put(
        macro,
        "mov.b32 %%scord_c, %.*s; cvt.rn.f32.s32 %%scord_v, %%scord_n%u;"
        "mul.rn.f32 %%scord_v, %%scord_c, %%scord_v;"
        "selp.b32 %%scord_c, %%scord_v, %%scord_c, %%scord_normalized;"
        /* nearest: floor(c); linear: floor(c - 0.5), and the rest in 1/256 */
        "sub.rn.f32 %%scord_v, %%scord_c, 0f3f000000;"
        "selp.b32 %%scord_c, %%scord_v, %%scord_c, %%scord_linear;"
        "cvt.rmi.f32.f32 %%scord_v, %%scord_c; cvt.rzi.s32.f32 %%scord_low%u, %%scord_v;"
        "sub.rn.f32 %%scord_v, %%scord_c, %%scord_v; mul.rn.f32 %%scord_v, %%scord_v, 0f43800000;"
        "cvt.rni.f32.f32 %%scord_v, %%scord_v; mul.rn.f32 %%scord_part%u, %%scord_v, 0f3b800000;",
        PART(geometry->at[d]), d, d, d);
}

/* Index %scord_i of dimension D by the mode of the dimension; sets %scord_out outside of a border.
 */
static void put_index(macro_t *macro, uint32_t d) {
    macro_put(macro,
              "ld.global.b32 %%scord_mode, [%%scord_t+%u];"
              /* clamp */
              "sub.s32 %%scord_j, %%scord_n%u, 1; min.s32 %%scord_j, %%scord_i%u, %%scord_j;"
              "max.s32 %%scord_j, %%scord_j, 0;"
              /* wrap, mirror */
              "setp.eq.u32 %%scord_q, %%scord_mode, %d; shl.b32 %%scord_k, %%scord_n%u, 1;"
              "selp.b32 %%scord_k, %%scord_k, %%scord_n%u, %%scord_q;"
              "rem.s32 %%scord_m, %%scord_i%u, %%scord_k; setp.lt.s32 %%scord_q, %%scord_m, 0;"
              "@%%scord_q add.s32 %%scord_m, %%scord_m, %%scord_k;"
              "shl.b32 %%scord_k, %%scord_n%u, 1; sub.s32 %%scord_k, %%scord_k, 1;"
              "sub.s32 %%scord_k, %%scord_k, %%scord_m;"
              "setp.ge.s32 %%scord_q, %%scord_m, %%scord_n%u;"
              "selp.b32 %%scord_m, %%scord_k, %%scord_m, %%scord_q;",
              TEXTURE_ADDRESS + 4 * d, d, d, MIRROR, d, d, d, d, d);
    macro_put(macro,
              "setp.ne.s32 %%scord_q, %%scord_i%u, %%scord_j;"
              "setp.eq.and.u32 %%scord_q, %%scord_mode, %d, %%scord_q;"
              "or.pred %%scord_out, %%scord_out, %%scord_q;"
              "setp.eq.u32 %%scord_q, %%scord_mode, %d;"
              "setp.eq.or.u32 %%scord_q, %%scord_mode, %d, %%scord_q;"
              "selp.b32 %%scord_i%u, %%scord_m, %%scord_j, %%scord_q;",
              d, BORDER, WRAP, MIRROR, d);
}

/* Channel C of the texel at %scord_a, or of the border: to %scord_v, of the wanted kind. */
static void put_channel(macro_t *macro, uint32_t c, bool as_float) {
    macro_put(
        macro,
        "setp.gt.u32 %%scord_q, %%scord_channels, %u; @!%%scord_q bra scord_next%u;"
        "ld.global.f32 %%scord_v, [%%scord_t+%u]; cvt.rzi.s32.f32 %%scord_j, %%scord_v;"
        "setp.eq.u32 %%scord_q, %%scord_kind, %d;"
        "selp.b32 %%scord_v, %%scord_v, %%scord_j, %%scord_q; @%%scord_out bra scord_have%u;"
        "mul.lo.u32 %%scord_j, %%scord_bytes, %u; cvt.u64.u32 %%scord_x, %%scord_j;"
        "add.u64 %%scord_x, %%scord_a, %%scord_x;"
        "setp.eq.u32 %%scord_q, %%scord_bytes, 4; @%%scord_q ld.global.b32 %%scord_v, [%%scord_x];"
        "setp.eq.u32 %%scord_s, %%scord_kind, %d;"
        "setp.eq.and.u32 %%scord_q, %%scord_bytes, 1, %%scord_s;"
        "@%%scord_q ld.global.s8 %%scord_v, [%%scord_x];"
        "setp.eq.and.u32 %%scord_q, %%scord_bytes, 1, !%%scord_s;"
        "@%%scord_q ld.global.u8 %%scord_v, [%%scord_x];"
        "setp.eq.and.u32 %%scord_q, %%scord_bytes, 2, %%scord_s;"
        "@%%scord_q ld.global.s16 %%scord_v, [%%scord_x];"
        "setp.eq.and.u32 %%scord_q, %%scord_bytes, 2, !%%scord_s;"
        "@%%scord_q ld.global.u16 %%scord_v, [%%scord_x];"
        "setp.eq.and.u32 %%scord_q, %%scord_kind, %d, %%scord_q; cvt.u16.u32 %%scord_h, %%scord_v;"
        "@%%scord_q cvt.f32.f16 %%scord_v, %%scord_h; scord_have%u:",
        c, c, TEXTURE_BORDER + 4 * c, KIND_FLOAT, c, c, KIND_SIGNED, KIND_FLOAT, c);
    if (!as_float) return;
    /* numbers: of integers -1 to 1, 0 to 1, or their value */
    macro_put(
        macro,
        "setp.eq.u32 %%scord_q, %%scord_kind, %d; @%%scord_q bra scord_number%u;"
        "cvt.rn.f32.s32 %%scord_f, %%scord_v; @!%%scord_numbers bra scord_made%u;"
        "setp.eq.u32 %%scord_q, %%scord_bytes, 1;"
        "selp.f32 %%scord_c, 0f42fe0000, 0f46fffe00, %%scord_q;"
        "@!%%scord_s selp.f32 %%scord_c, 0f437f0000, 0f477fff00, %%scord_q;"
        "@!%%scord_s cvt.rn.f32.u32 %%scord_f, %%scord_v;"
        "div.rn.f32 %%scord_f, %%scord_f, %%scord_c; max.f32 %%scord_f, %%scord_f, 0fbf800000;"
        "scord_made%u: mov.b32 %%scord_v, %%scord_f; scord_number%u:",
        KIND_FLOAT, c, c, c, c);
}

/* Corner %scord_corner: its texel's indices and weight. */
static void put_corner(macro_t *macro, const geometry_t *geometry) {
    macro_put(macro, "mov.b32 %%scord_w, 0f3f800000; setp.ne.u32 %%scord_out, 0, 0;");
    for (uint32_t d = 0; d < geometry->dimensions; d++)
        macro_put(macro,
                  "bfe.u32 %%scord_j, %%scord_corner, %u, 1; add.s32 %%scord_i%u, %%scord_low%u, "
                  "%%scord_j; setp.ne.u32 %%scord_q, %%scord_j, 0;"
                  "sub.rn.f32 %%scord_v, 0f3f800000, %%scord_part%u;"
                  "selp.f32 %%scord_v, %%scord_part%u, %%scord_v, %%scord_q;"
                  "mul.rn.f32 %%scord_w, %%scord_w, %%scord_v;",
                  d, d, d, d, d);
    for (uint32_t d = geometry->dimensions; d < 3; d++)
        macro_put(macro, "mov.b32 %%scord_i%u, 0;", d);
    if (geometry->layered) macro_put(macro, "mov.b32 %%scord_i2, %.*s;", PART(geometry->layer));
}

static void put_place(macro_t *macro) {
    macro_put(macro,
              "mul.lo.u32 %%scord_j, %%scord_channels, %%scord_bytes;"
              "mul.wide.s32 %%scord_a, %%scord_i0, %%scord_j;"
              "cvt.u64.u32 %%scord_x, %%scord_i1; mad.lo.u64 %%scord_a, %%scord_x, %%scord_pitch, "
              "%%scord_a; cvt.u64.u32 %%scord_x, %%scord_i2;"
              "mad.lo.u64 %%scord_a, %%scord_x, %%scord_slice, %%scord_a;"
              "add.u64 %%scord_a, %%scord_a, %%scord_base;");
}

static void put_results(macro_t *macro, const text_part_t *to, uint32_t count) {
    for (uint32_t c = 0; c < count; c++)
        macro_put(macro, "mov.b32 %.*s, %%scord_r%u;", PART(to[c]), c);
}

/* An integer coordinate: tex1Dfetch, of linear memory; outside of it there is nothing. */
static void put_linear_memory(macro_t *macro, const geometry_t *geometry) {
    macro_put(macro,
              "mov.b32 %%scord_i0, %.*s; mov.b32 %%scord_i1, 0; mov.b32 %%scord_i2, 0;"
              "setp.ge.u32 %%scord_q, %%scord_i0, %%scord_n0; @%%scord_q bra scord_done;",
              PART(geometry->at[0]));
}

/* What all fetches need, with how the texture is read. */
static void put_reading(macro_t *macro) {
    macro_put(
        macro,
        ".reg .b32 %%scord_low<3>, %%scord_part<3>, %%scord_c, %%scord_v, %%scord_f, %%scord_j, "
        "%%scord_k, %%scord_m, %%scord_w, %%scord_mode, %%scord_corner, %%scord_corners, "
        "%%scord_r<4>; .reg .b16 %%scord_h; .reg .pred %%scord_linear, %%scord_normalized, "
        "%%scord_numbers, %%scord_q, %%scord_s, %%scord_out;"
        "ld.global.b32 %%scord_j, [%%scord_t+%u]; setp.eq.u32 %%scord_linear, %%scord_j, %d;"
        "ld.global.b32 %%scord_j, [%%scord_t+%u]; setp.ne.u32 %%scord_normalized, %%scord_j, 0;"
        "ld.global.b32 %%scord_j, [%%scord_t+%u]; setp.ne.u32 %%scord_numbers, %%scord_j, 0;",
        TEXTURE_FILTER, FILTER_LINEAR, TEXTURE_NORMALIZED_COORDINATES, TEXTURE_NORMALIZED_FLOATS);
    for (uint32_t c = 0; c < 4; c++) macro_put(macro, "mov.b32 %%scord_r%u, 0;", c);
}

/* A direction becomes a face, which is a layer, and coordinates of 0 to 1 in it ("Cubemap Textures"
 * of the programming guide). */
static void put_face(macro_t *macro, geometry_t *geometry) {
    static const char s[] = "%scord_y3", t[] = "%scord_y4", layer[] = "%scord_layer";
    macro_put(macro, ".reg .f32 %%scord_y<7>, %%scord_u<3>; .reg .b32 %%scord_layer;"
                     ".reg .pred %%scord_p<3>; setp.eq.u32 %%scord_normalized, 0, 0;");
    for (uint32_t d = 0; d < 3; d++)
        macro_put(macro, "mov.b32 %%scord_y%u, %.*s; abs.f32 %%scord_u%u, %%scord_y%u;", d,
                  PART(geometry->at[d]), d, d);
    macro_put(macro,
              /* p0: x is the largest, p1: else y is; p2: it is not negative */
              "setp.ge.f32 %%scord_p0, %%scord_u0, %%scord_u1;"
              "setp.ge.and.f32 %%scord_p0, %%scord_u0, %%scord_u2, %%scord_p0;"
              "setp.ge.and.f32 %%scord_p1, %%scord_u1, %%scord_u2, !%%scord_p0;"
              "selp.f32 %%scord_y5, %%scord_y1, %%scord_y2, %%scord_p1;"
              "selp.f32 %%scord_y5, %%scord_y0, %%scord_y5, %%scord_p0;"
              "setp.ge.f32 %%scord_p2, %%scord_y5, 0f00000000; abs.f32 %%scord_y5, %%scord_y5;"
              "selp.b32 %%scord_layer, 2, 4, %%scord_p1;"
              "selp.b32 %%scord_layer, 0, %%scord_layer, %%scord_p0;"
              "@!%%scord_p2 add.u32 %%scord_layer, %%scord_layer, 1;"
              /* s is x, but -x on the face -z, and -z and z on those of x */
              "neg.f32 %%scord_y6, %%scord_y0;"
              "selp.f32 %%scord_y3, %%scord_y0, %%scord_y6, %%scord_p2;"
              "selp.f32 %%scord_y3, %%scord_y0, %%scord_y3, %%scord_p1;"
              "neg.f32 %%scord_y6, %%scord_y2;"
              "selp.f32 %%scord_y4, %%scord_y6, %%scord_y2, %%scord_p2;"
              "selp.f32 %%scord_y3, %%scord_y4, %%scord_y3, %%scord_p0;"
              /* t is -y, but z and -z on the faces of y */
              "selp.f32 %%scord_y6, %%scord_y2, %%scord_y6, %%scord_p2;"
              "neg.f32 %%scord_y4, %%scord_y1;"
              "selp.f32 %%scord_y4, %%scord_y6, %%scord_y4, %%scord_p1;");
    for (uint32_t i = 3; i <= 4; i++)
        macro_put(macro,
                  "div.rn.f32 %%scord_y%u, %%scord_y%u, %%scord_y5;"
                  "add.rn.f32 %%scord_y%u, %%scord_y%u, 0f3f800000;"
                  "mul.rn.f32 %%scord_y%u, %%scord_y%u, 0f3f000000;",
                  i, i, i, i, i, i);
    if (geometry->layered)
        macro_put(macro, "mad.lo.u32 %%scord_layer, %.*s, 6, %%scord_layer;",
                  PART(geometry->layer));
    geometry->dimensions = 2;
    geometry->layered = true;
    geometry->at[0] = (text_part_t){s, sizeof s - 1};
    geometry->at[1] = (text_part_t){t, sizeof t - 1};
    geometry->layer = (text_part_t){layer, sizeof layer - 1};
}

void macro_texture(macro_t *macro) {
    const uint32_t level = macro_is_word(macro, 1, "level") || macro_is_word(macro, 1, "grad");
    geometry_t geometry = geometry_of(macro, 1 + level, 1);
    const bool as_float = macro_is_word(macro, 3 + level, "f32"),
               at_float = macro_is_word(macro, 4 + level, "f32");
    text_part_t to[ELEMENTS_MOST];
    const uint32_t count = macro_elements(macro, 0, to);
    if (!macro_is_word(macro, 2 + level, "v4") || count > 4)
        macro_refuse(macro, "is supported with .v4 results of 32 bits");
    if (!at_float && geometry.dimensions > 1)
        macro_refuse(macro, "is supported with integer coordinates in one dimension");
    put_address(macro, &geometry);
    if (level) put_level(macro, &geometry);
    put_description(macro);
    put_reading(macro);
    if (geometry.cube) put_face(macro, &geometry);
    if (!as_float || !at_float) macro_put(macro, "setp.ne.u32 %%scord_linear, 0, 0;");
    for (uint32_t d = 0; d < geometry.dimensions; d++)
        put_coordinate(macro, &geometry, d, at_float);
    macro_put(macro,
              "selp.b32 %%scord_corners, %u, 1, %%scord_linear; mov.b32 %%scord_corner, 0;"
              "scord_again:",
              1u << geometry.dimensions);
    put_corner(macro, &geometry);
    if (!at_float)
        put_linear_memory(macro, &geometry);
    else
        for (uint32_t d = 0; d < 3; d++)
            if (d < geometry.dimensions || (d == 2 && geometry.layered)) put_index(macro, d);
    put_place(macro);
    for (uint32_t c = 0; c < count; c++) {
        put_channel(macro, c, as_float);
        if (as_float)
            macro_put(macro,
                      "fma.rn.f32 %%scord_f, %%scord_w, %%scord_v, %%scord_r%u;"
                      "selp.b32 %%scord_r%u, %%scord_f, %%scord_v, %%scord_linear; scord_next%u:",
                      c, c, c);
        else
            macro_put(macro, "mov.b32 %%scord_r%u, %%scord_v; scord_next%u:", c, c);
    }
    macro_put(macro, "add.u32 %%scord_corner, %%scord_corner, 1;"
                     "setp.lt.u32 %%scord_q, %%scord_corner, %%scord_corners;"
                     "@%%scord_q bra scord_again; scord_done:");
    if (level && as_float) put_between_levels(macro);
    put_results(macro, to, count);
    macro_put(macro, "scord_end:}");
}

/* One channel of the four texels that a filter would take, counter-clockwise from the lower left.
 */
void macro_gather(macro_t *macro) { /* tld4 */
    static const char channels[] = "rgba";
    const geometry_t geometry = geometry_of(macro, 2, 1);
    const bool as_float = macro_is_word(macro, 4, "f32");
    const char *channel = strchr(channels, macro->word[1].text[0]);
    text_part_t to[ELEMENTS_MOST];
    const uint32_t count = macro_elements(macro, 0, to);
    if (macro->word[1].length != 1 || !channel)
        macro_refuse(macro, "needs a channel, .r, .g, .b or .a");
    if (geometry.dimensions != 2 || geometry.layered || !macro_is_word(macro, 3, "v4") ||
        !macro_is_word(macro, 5, "f32") || count > 4)
        macro_refuse(macro, "is supported as .2d.v4 at .f32");
    put_object(macro, &geometry);
    put_reading(macro);
    macro_put(macro, "setp.eq.u32 %%scord_linear, 0, 0; mov.b32 %%scord_i2, 0;");
    for (uint32_t d = 0; d < 2; d++) put_coordinate(macro, &geometry, d, true);
    for (uint32_t i = 0; i < count; i++) {
        macro_put(macro,
                  "{setp.ne.u32 %%scord_out, 0, 0; add.s32 %%scord_i0, %%scord_low0, %d;"
                  "add.s32 %%scord_i1, %%scord_low1, %d;",
                  i == 1 || i == 2, i < 2);
        for (uint32_t d = 0; d < 2; d++) put_index(macro, d);
        put_place(macro);
        put_channel(macro, (uint32_t)(channel - channels), as_float);
        macro_put(macro, "mov.b32 %%scord_r%u, %%scord_v; scord_next%u:}", i,
                  (uint32_t)(channel - channels));
    }
    put_results(macro, to, count);
    macro_put(macro, "scord_end:}");
}

/* ---- surfaces: x counts bytes ---- */

static uint32_t surface_bits(const macro_t *macro) {
    return macro_has(macro, "b8")    ? 8
           : macro_has(macro, "b16") ? 16
           : macro_has(macro, "b64") ? 64
                                     : 32;
}

/* Clamps or marks (%scord_out) index D, which has room for values from 0 to LIMIT. */
static void put_bound(macro_t *macro, uint32_t d, bool clamps) {
    if (clamps)
        macro_put(
            macro,
            "min.s32 %%scord_i%u, %%scord_i%u, %%scord_n%u; max.s32 %%scord_i%u, %%scord_i%u, 0;",
            d, d, d, d, d);
    macro_put(macro,
              "setp.lt.s32 %%scord_q, %%scord_i%u, 0; or.pred %%scord_out, %%scord_out, %%scord_q;"
              "setp.gt.s32 %%scord_q, %%scord_i%u, %%scord_n%u;"
              "or.pred %%scord_out, %%scord_out, %%scord_q;",
              d, d, d);
}

void macro_surface(macro_t *macro) { /* suld, sust */
    const bool store = macro_is_word(macro, 0, "sust");
    const geometry_t geometry = geometry_of(macro, 2, store ? 0 : 1);
    const uint32_t bits = surface_bits(macro), vector = macro_has(macro, "v4")   ? 4
                                                        : macro_has(macro, "v2") ? 2
                                                                                 : 1;
    text_part_t values[ELEMENTS_MOST];
    const uint32_t count = macro_elements(macro, store ? 1 : 0, values);
    if (!macro_is_word(macro, 1, "b")) macro_refuse(macro, "is supported with .b");
    if (count != vector) macro_refuse(macro, "has the wrong number of vector elements");
    put_object(macro, &geometry);
    macro_put(
        macro,
        ".reg .b32 %%scord_j; .reg .pred %%scord_out, %%scord_q; setp.ne.u32 %%scord_out, 0, 0;"
        /* the last of each index */
        "mul.lo.u32 %%scord_n0, %%scord_n0, %%scord_channels;"
        "mul.lo.u32 %%scord_n0, %%scord_n0, %%scord_bytes; sub.u32 %%scord_n0, %%scord_n0, %u;"
        "sub.u32 %%scord_n1, %%scord_n1, 1; sub.u32 %%scord_n2, %%scord_n2, 1;",
        bits / 8 * vector);
    for (uint32_t d = 0; d < 3; d++) {
        if (d < geometry.dimensions)
            macro_put(macro, "mov.b32 %%scord_i%u, %.*s;", d, PART(geometry.at[d]));
        else if (d == 2 && geometry.layered)
            macro_put(macro, "mov.b32 %%scord_i2, %.*s;", PART(geometry.layer));
        else
            macro_put(macro, "mov.b32 %%scord_i%u, 0;", d);
        put_bound(macro, d, macro_has(macro, "clamp"));
    }
    if (!macro_has(macro, "clamp") && !macro_has(macro, "zero"))
        macro_put(macro, "@%%scord_out trap;");
    macro_put(macro, "mov.b32 %%scord_channels, 1; mov.b32 %%scord_bytes, 1;");
    put_place(macro);
    for (uint32_t i = 0; i < vector && !store; i++) {
        ptx_operand_t to; /* may be wider than what is read */
        if (find_register(macro->parser, values[i].text, values[i].length, &to))
            macro_put(macro, "@%%scord_out mov.b%u %.*s, 0;", to.bits, PART(values[i]));
    }
    macro_put(macro, "@!%%scord_out %s.global%s.b%u ", store ? "st" : "ld",
              vector == 4   ? ".v4"
              : vector == 2 ? ".v2"
                            : "",
              bits);
    if (store) macro_put(macro, "[%%scord_a], ");
    macro_put(macro, "%s", vector > 1 ? "{" : "");
    for (uint32_t i = 0; i < vector; i++)
        macro_put(macro, "%s%.*s", i > 0 ? "," : "", PART(values[i]));
    macro_put(macro, "%s%s; scord_end:}", vector > 1 ? "}" : "", store ? "" : ", [%scord_a]");
}

void macro_query(macro_t *macro) { /* txq, suq: width, height, depth */
    const uint32_t d = macro_is_word(macro, 1, "width")    ? 0
                       : macro_is_word(macro, 1, "height") ? 1
                       : macro_is_word(macro, 1, "depth")  ? 2
                                                           : 3;
    macro_want(macro, 2, 2);
    const text_part_t address = macro->operand[1];
    if (d == 3) macro_refuse(macro, "is supported for .width, .height and .depth");
    if (address.length < 2 || address.text[0] != '[') macro_refuse(macro, "needs an address");
    GUARDED(macro);
    macro_put(macro, "ld.global.b32 %.*s, [%.*s+%u];", PART(macro->operand[0]),
              PART(macro_trimmed(address.text + 1, address.text + address.length - 1)),
              TEXTURE_SIZE + 4 * d);
}
