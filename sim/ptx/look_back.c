/* SPDX-License-Identifier: Apache-2.0 */
/* look_back.c: words by which the blocks of CUB hand on their sums.
 *
 * Idea. The scans, selections and reductions by key of CUB look back for sums of the blocks before
 * theirs. Before version 2 they do so by ThreadLoad<LOAD_CG> and ThreadStore<STORE_CG>: ld.cg and
 * st.cg, which PTX takes for weak accesses; CUB itself means strong ones (for GPUs without caches
 * of the global level it spells them volatile). Since version 2 they are ld.relaxed and st.relaxed.
 * An algorithm that works in place (thrust::unique, thrust::remove_if) needs more: a block writes
 * where the one before it has read, and only the word stands between the two. PTX asks for a
 * release and an acquire there; on a GPU the word's value, which comes of what was read, is enough.
 * A user can change nothing about it. So these accesses of CUB's own files acquire and release at
 * device scope; the same instructions anywhere else are what they say.
 *
 * Limits. Without lines (nvcc without -lineinfo) no file is known.
 */
#include "sim/ptx/parse.h"

#include <string.h>

static bool ends_with(const char *text, const char *end) {
    const size_t length = strlen(text), tail = strlen(end);
    return length >= tail && !strcmp(text + length - tail, end);
}

/* Files of CUB 1 include these by "../thread/", and compilers name them so. Returns the word of the
 * instruction that is meant; NULL: another file. */
static const char *look_back_word(const ptx_module_t *module, uint32_t file) {
    if (file >= module->file_count || !module->files[file]) return NULL;
    const char *name = module->files[file];
    if (!strstr(name, "/cub/")) return NULL;
    if (ends_with(name, "/thread/thread_load.cuh") || ends_with(name, "/thread/thread_store.cuh"))
        return ".cg.";
    if (ends_with(name, "/detail/strong_load.cuh") || ends_with(name, "/detail/strong_store.cuh"))
        return ".relaxed.";
    return NULL;
}

void mark_look_back(parser_t *parser, const ptx_function_t *function) {
    ptx_module_t *module = parser->module;
    for (uint32_t i = function->first; i < function->first + function->count; i++) {
        ptx_instruction_t *access = &module->code[i];
        const ptx_line_t *line = &module->lines[i];
        if (access->opcode != PTX_LD && access->opcode != PTX_ST) continue;
        if (access->semantics > SCORD_SEMANTICS_RELAXED) continue;
        const char *word = look_back_word(module, line->file);
        if (!word || !strstr(line->text, word)) continue;
        access->semantics = access->opcode == PTX_LD ? SCORD_SEMANTICS_ACQUIRE
                                                     : SCORD_SEMANTICS_RELEASE;
        access->scope = SCORD_SCOPE_DEVICE;
        access->flags |= PTX_FLAG_STRONG; /* D6 */
    }
}
