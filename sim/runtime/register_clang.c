/* SPDX-License-Identifier: Apache-2.0 */
/* register_clang.c: what the host code of clang calls before main, beside what modules.c takes from
 * either compiler.
 *
 * With -fcuda-include-gpubinary the fat binary is {0x466243b1, 1, PTX text, 0}.
 */
#include "sim/runtime/ordering.h"

typedef struct fat_binary {
    uint32_t magic, version;
    const char *text;
    void *unused;
} fat_binary_t;
enum { FAT_BINARY_MAGIC = 0x466243b1 };

void **__cudaRegisterFatBinary(void *binary);
void __cudaRegisterFatBinaryEnd(void **handle);
void __cudaUnregisterFatBinary(void **handle);

/* Behind the constructors of the program's own objects, which stand before this library on the
 * linker's command line: so errors in the PTX come first, and managed variables have their initial
 * values when main begins. */
__attribute__((constructor)) static void load_before_main(void) {
    session_t *session = session_enter();
    if (scord_makes_streams) ordering_start(session); /* kernels from before the first one count */
    session_leave(session, cudaSuccess);
}

void **__cudaRegisterFatBinary(void *binary) {
    session_t *session = session_register();
    const fat_binary_t *fat = binary;
    if (fat->magic != FAT_BINARY_MAGIC || !fat->text)
        session_end(session, RUN_FAULT,
                    "the program holds no PTX text; compile it with `scord check`");
    session_unit_t *unit = session_add_unit(session, fat->text, NULL);
    session_leave(session, cudaSuccess);
    return (void **)unit;
}

const char *session_image_text(session_t *session, const void *image) {
    (void)image;
    session_end(session, RUN_FAULT,
                "the program loads a fat binary, which scord takes from programs that nvcc built; "
                "load a PTX text");
}

/* References are words that hold an object (texture_references.c). */
void __cudaRegisterVar(void **handle, char *host, char *device, const char *name, int external,
                       size_t size, int constant, int global);
void __cudaRegisterTexture(void **handle, const void *host, const void **address, const char *name,
                           int dimensions, int normalized, int external);
void __cudaRegisterSurface(void **handle, const void *host, const void **address, const char *name,
                           int dimensions, int external);
void __cudaRegisterTexture(void **handle, const void *host, const void **address, const char *name,
                           int dimensions, int normalized, int external) {
    (void)address, (void)dimensions, (void)normalized;
    __cudaRegisterVar(handle, (char *)(uintptr_t)host, NULL, name, external, sizeof(uint64_t), 0,
                      0);
}
void __cudaRegisterSurface(void **handle, const void *host, const void **address, const char *name,
                           int dimensions, int external) {
    __cudaRegisterTexture(handle, host, address, name, dimensions, 0, external);
}

void __cudaRegisterFatBinaryEnd(void **handle) { (void)handle; }
void __cudaUnregisterFatBinary(void **handle) {
    (void)handle;
} /* they live as long as the program */
