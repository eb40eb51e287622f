/* SPDX-License-Identifier: Apache-2.0 */
/* trace_writer.c: see trace_writer.h. */
#include "tb/unit/import/trace_writer.h"

#include <inttypes.h>
#include <stdbool.h>
#include <string.h>

enum { LIST, BASE_STRIDE, BASE_DELTA };

void write_trace_head(FILE *out, const trace_style_t *style, const char *name,
                      const uint32_t grid[3], const uint32_t block[3]) {
    fprintf(out,
            "-kernel name = %s\n-kernel id = 1\n-grid dim = (%u,%u,%u)\n-block dim = (%u,%u,%u)\n",
            name, grid[0], grid[1], grid[2], block[0], block[1], block[2]);
    fprintf(out,
            "-shmem = 0\n-nregs = 16\n-binary version = 80\n-cuda stream id = 0\n-shmem base_addr "
            "= 0x00007f0022000000\n"
            "-local mem base_addr = 0x00007f0020000000\n-nvbit version = 1.5.5\n-accelsim tracer "
            "version = %u\n",
            style->version);
    if (style->version >= 4) fprintf(out, "-enable lineinfo = %d\n", style->line_numbers);
    fprintf(out,
            "\n#traces format = %sPC mask dest_num [reg_dests] opcode src_num [reg_srcs] mem_width "
            "[adrrescompress?] [mem_addresses]%s\n\n",
            style->version >= 4 ? "[line_num] " : "", style->immediate ? " immediate" : "");
}

static void start_line(FILE *out, const trace_style_t *style, uint32_t pc, uint32_t mask) {
    if (style->line_numbers) fprintf(out, "%u ", pc / 16 + 1);
    fprintf(out, "%04x %08x ", pc, mask);
}

static void end_line(FILE *out, const trace_style_t *style) {
    fputs(style->immediate ? "0 \n" : "\n", out);
}

void write_trace_plain(FILE *out, const trace_style_t *style, uint32_t pc, uint32_t mask,
                       const char *opcode) {
    start_line(out, style, pc, mask);
    fprintf(out, "0 %s 0 0 ", opcode);
    end_line(out, style);
}

/* ---- opcodes ---- */

static const char *width_text(const scord_event_access_t *access) {
    const bool atomic = access->op == SCORD_OP_ATOMIC;
    switch (access->size) {
    case 1: return ".U8";
    case 2: return ".S16";
    case 8: return atomic && access->atomic_kind == SCORD_ATOMIC_KIND_ADD ? ".F64.RN" : ".64";
    case 16: return ".128";
    default: return "";
    }
}

static const char *scope_text(const scord_event_access_t *access) {
    if (!access->strong) return "";
    if (access->op != SCORD_OP_ATOMIC && access->semantics == SCORD_SEMANTICS_NONE)
        return ".STRONG.SYS"; /* volatile */
    switch (access->scope) {
    case SCORD_SCOPE_BLOCK: return access->pc / 16 % 2 == 0 ? ".STRONG.SM" : ".STRONG.CTA";
    case SCORD_SCOPE_SYSTEM: return ".STRONG.SYS";
    default: return ".STRONG.GPU";
    }
}

static void write_opcode(FILE *out, const scord_event_access_t *access) {
    static const char *const kinds[SCORD_ATOMIC_KIND_COUNT] = {
        "", "ADD", "EXCH", "CAS", "AND", "OR", "XOR", "MIN", "MAX", "INC", "DEC"};
    const bool returns = access->atomic_kind == SCORD_ATOMIC_KIND_CAS ||
                         access->atomic_kind == SCORD_ATOMIC_KIND_EXCH || access->pc / 16 % 3 == 0;
    if (access->op == SCORD_OP_ATOMIC)
        fprintf(out, "%s.E.%s%s%s", returns ? "ATOMG" : "RED", kinds[access->atomic_kind],
                width_text(access), scope_text(access));
    else
        fprintf(out, "%s.E%s%s", access->op == SCORD_OP_LOAD ? "LDG" : "STG", width_text(access),
                scope_text(access));
}

/* ---- addresses ---- */

static bool has_stride(const scord_event_access_t *access, int64_t *stride) {
    uint64_t before = 0;
    unsigned count = 0, last = 0;
    *stride = 0;
    for (uint32_t rest = access->mask; rest != 0; rest &= rest - 1, count++) {
        const unsigned lane = (unsigned)__builtin_ctz(rest);
        const int64_t step = (int64_t)(access->address[lane] - before);
        if (count > 0 && lane != last + 1) return false;
        if (count == 1) *stride = step;
        if (count > 1 && step != *stride) return false;
        before = access->address[lane];
        last = lane;
    }
    return true;
}

static void write_addresses(FILE *out, const trace_style_t *style,
                            const scord_event_access_t *access) {
    const uint64_t base = access->address[__builtin_ctz(access->mask)];
    int64_t stride;
    uint64_t before = base;
    const bool strided = has_stride(access, &stride);
    if (style->mode == BASE_STRIDE && strided) {
        fprintf(out, "%d 0x%" PRIx64 " %" PRId64 " ", BASE_STRIDE, base, stride);
        return;
    }
    fprintf(out, "%d ", style->mode == BASE_DELTA ? BASE_DELTA : LIST);
    if (style->mode == BASE_DELTA) fprintf(out, "0x%" PRIx64 " ", base);
    for (uint32_t rest = access->mask; rest != 0; rest &= rest - 1) {
        const uint64_t address = access->address[__builtin_ctz(rest)];
        if (style->mode != BASE_DELTA)
            fprintf(out, "0x%016" PRIx64 " ", address);
        else if (rest != access->mask)
            fprintf(out, "%" PRId64 " ", (int64_t)(address - before));
        before = address;
    }
}

unsigned write_trace_access(FILE *out, const trace_style_t *style,
                            const scord_event_access_t *access) {
    start_line(out, style, access->pc, access->mask);
    fputs(access->op == SCORD_OP_STORE ? "0 " : "1 R2 ", out);
    write_opcode(out, access);
    fprintf(out, " %s %u ", access->op == SCORD_OP_LOAD ? "1 R4" : "2 R4 R8", access->size);
    write_addresses(out, style, access);
    end_line(out, style);
    if (access->semantics != SCORD_SEMANTICS_ACQUIRE) return 1;
    write_trace_plain(out, style, access->pc + 4, access->mask, "CCTL.IVALL");
    return 2;
}

unsigned write_trace_fence(FILE *out, const trace_style_t *style,
                           const scord_event_fence_t *fence) {
    static const char *const names[SCORD_SCOPE_COUNT] = {"MEMBAR.SC.GPU", "MEMBAR.ALL.CTA",
                                                         "MEMBAR.SC.SYS"};
    write_trace_plain(out, style, fence->pc, fence->mask, names[fence->scope]);
    if (fence->scope == SCORD_SCOPE_BLOCK) return 1;
    write_trace_plain(out, style, fence->pc + 4, fence->mask, "ERRBAR");
    write_trace_plain(out, style, fence->pc + 8, fence->mask, "CCTL.IVALL");
    return 3;
}
