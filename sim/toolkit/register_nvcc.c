/* SPDX-License-Identifier: Apache-2.0 */
/* register_nvcc.c: what the host code of nvcc (CUDA 11 to 13) calls before main, beside what
 * sim/runtime/modules.c takes from either compiler.
 *
 * A wrapper names a fat binary. That of separate compilation (-rdc=true, version 2) names the
 * linked machine code, and a list of the fat binaries that it was linked from: their PTX texts are
 * linked here. Of the PTX of several architectures the newest up to sm_80 is taken, else the
 * oldest, as for clang (docs/cuda.md, "Compute capability").
 */
#include <stdlib.h>

#include "sim/runtime/session.h"
#include "sim/toolkit/fat_binary.h"

typedef struct fat_wrapper {
    uint32_t magic, version;
    const void *binary;
    void *linked_from; /* version 2: const void *[], NULL last */
} fat_wrapper_t;
enum { WRAPPER_MAGIC = 0x466243b1, WRAPPER_LINKED = 2, WISHED = 80 };

void **__cudaRegisterFatBinary(void *binary);
void __cudaRegisterFatBinaryEnd(void **handle);
void __cudaUnregisterFatBinary(void **handle);
void __cudaRegisterManagedVar(void **handle, void **pointer, char *device, const char *name,
                              int external, size_t size, int constant, int global);
void __cudaRegisterHostVar(void **handle, const char *name, char *host, size_t size);
void __cudaRegisterUnifiedTable(void **handle, void **table);
char __cudaInitModule(void **handle);

static bool is_better(uint32_t architecture, uint32_t chosen) {
    if (chosen == 0) return true;
    if (chosen <= WISHED) return architecture > chosen && architecture <= WISHED;
    return architecture < chosen;
}

/* The PTX of one fat binary; NULL: it holds none. */
static const char *choose_text(session_t *session, const uint8_t *bytes) {
    const uint64_t size = fat_binary_bytes(bytes);
    fat_entry_t entry, chosen = {0};
    const char *why = "its entries are damaged";
    uint64_t at = 0;
    bool damaged = size == 0;
    while (!damaged && fat_binary_next(bytes, size, &at, &entry, &damaged))
        if (entry.kind == FAT_PTX && is_better(entry.architecture, chosen.architecture))
            chosen = entry;
    char *text = NULL;
    if (!damaged && chosen.architecture == 0) return NULL;
    if (!damaged) text = fat_entry_text(&chosen, &why);
    if (!text)
        session_end(session, RUN_FAULT, "a fat binary of the program cannot be read: %s", why);
    return text;
}

const char *session_image_text(session_t *session, const void *image) {
    const fat_wrapper_t *wrapper = image;
    return choose_text(session, wrapper->magic == WRAPPER_MAGIC ? wrapper->binary : image);
}

void **__cudaRegisterFatBinary(void *place) {
    session_t *session = session_register();
    const fat_wrapper_t *wrapper = place;
    if (wrapper->magic != WRAPPER_MAGIC || !wrapper->binary)
        session_end(session, RUN_FAULT, "the program's device code is not in a form of nvcc's");
    session_unit_t *unit = NULL;
    const void *const *part = wrapper->version == WRAPPER_LINKED ? wrapper->linked_from : NULL;
    for (; part && *part; part++)
        unit = session_add_unit(session, choose_text(session, *part), unit);
    if (!unit) unit = session_add_unit(session, choose_text(session, wrapper->binary), NULL);
    session_leave(session, cudaSuccess);
    return (void **)unit;
}

void __cudaRegisterFatBinaryEnd(void **handle) { (void)handle; }
void __cudaUnregisterFatBinary(void **handle) {
    (void)handle;
} /* they live as long as the program */

void __cudaRegisterManagedVar(void **handle, void **pointer, char *device, const char *name,
                              int external, size_t size, int constant, int global) {
    (void)device, (void)external, (void)size, (void)constant, (void)global;
    session_t *session = session_register();
    session_add_managed(session, handle, pointer, name);
    session_leave(session, cudaSuccess);
}

/* Of code for machines that read host variables in place, which this one does not. */
void __cudaRegisterHostVar(void **handle, const char *name, char *host, size_t size) {
    (void)handle, (void)name, (void)host, (void)size;
}
void __cudaRegisterUnifiedTable(void **handle, void **table) { (void)handle, (void)table; }

/* Before the first use of a managed variable. */
char __cudaInitModule(void **handle) {
    (void)handle;
    session_leave(session_enter(), cudaSuccess);
    return 1;
}
