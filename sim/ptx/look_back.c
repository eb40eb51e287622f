/* look_back.c: words by which the blocks of CUB 1 hand on their sums.
 *
 * Idea. The scans, selections and reductions by key of CUB before version 2 look back for sums of
 * the blocks before theirs by ThreadLoad<LOAD_CG> and ThreadStore<STORE_CG>: ld.cg and st.cg, which
 * PTX takes for weak accesses. CUB itself means strong ones: for GPUs without caches of the global
 * level it spells them volatile, and since version 2 they are ld.relaxed and st.relaxed. A user can
 * change nothing about it. So .cg in CUB's two files is relaxed of device scope, as in its newer
 * versions; .cg anywhere else stays weak.
 *
 * Limits. Without lines (nvcc without -lineinfo) no file is known, and the accesses stay weak.
 */
#include "sim/ptx/parse.h"

#include <string.h>

static bool ends_with(const char *text, const char *end) {
    const size_t length = strlen(text), tail = strlen(end);
    return length >= tail && !strcmp(text + length - tail, end);
}

/* Files of CUB include these by "../thread/", and compilers name them so. */
static bool of_cub(const ptx_module_t *module, uint32_t file) {
    if (file >= module->file_count || !module->files[file]) return false;
    const char *name = module->files[file];
    return strstr(name, "/cub/") && (ends_with(name, "/thread/thread_load.cuh") ||
                                     ends_with(name, "/thread/thread_store.cuh"));
}

void mark_look_back(parser_t *parser, const ptx_function_t *function) {
    ptx_module_t *module = parser->module;
    for (uint32_t i = function->first; i < function->first + function->count; i++) {
        ptx_instruction_t *access = &module->code[i];
        const ptx_line_t *line = &module->lines[i];
        if (access->opcode != PTX_LD && access->opcode != PTX_ST) continue;
        if (access->semantics != SCORD_SEMANTICS_NONE || !of_cub(module, line->file)) continue;
        if (!strstr(line->text, ".cg.")) continue;
        access->semantics = SCORD_SEMANTICS_RELAXED;
        access->scope = SCORD_SCOPE_DEVICE;
        access->flags |= PTX_FLAG_STRONG; /* D6 */
    }
}
