/* SPDX-License-Identifier: Apache-2.0 */
/* toolchain_messages.c: what the messages of clang and of the linker mean for somebody who has a
 * CUDA program. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>

#include "cosim/commands/shared/command.h"
#include "cosim/commands/compile/toolchain.h"
#include "cosim/commands/shared/whole_file.h"

/* CUDA's own names begin so; a missing one is an API that scord does not have. */
static bool is_cuda_name(const char *name) {
    static const char *const prefixes[] = {"cuda",
                                           "curand",
                                           "cublas",
                                           "cufft",
                                           "cusparse",
                                           "cusolver",
                                           "cub/",
                                           "thrust",
                                           "texture",
                                           "tex1D",
                                           "tex2D",
                                           "tex3D",
                                           "surface",
                                           "surf1D",
                                           "surf2D",
                                           "surf3D",
                                           "cooperative_groups",
                                           "atomic",
                                           "__",
                                           "nvToolsExt",
                                           "nvrtc",
                                           "nvml",
                                           "nvJitLink",
                                           "nvjpeg",
                                           "cupti",
                                           "cutlass",
                                           "cudnn",
                                           "nccl",
                                           "npp",
                                           "nvcuda",
                                           "mma.h"};
    const size_t length = strlen(name);
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (strncmp(name, prefixes[i], strlen(prefixes[i])) == 0) return true;
    const bool driver_function = length > 3 && strncmp(name, "cu", 2) == 0 && name[2] >= 'A' &&
                                 name[2] <= 'Z';
    const bool driver_type = length > 3 && strncmp(name, "CU", 2) == 0 && name[2] >= 'a' &&
                             name[2] <= 'z';
    return driver_function || driver_type;
}

/* "FILE:LINE" out of the line of TEXT that holds POSITION (clang: FILE:LINE:COLUMN: …, ld:
 * FILE:LINE: …). */
static void position_of(const char *text, const char *position, char *where, size_t size) {
    const char *start = position;
    while (start > text && start[-1] != '\n') start--;
    while (strncmp(start, "./", 2) == 0) start += 2; /* of -fdebug-compilation-dir=. */
    const char *colon = strchr(start, ':');
    size_t length = !colon ? 0 : (size_t)(colon + 1 - start);
    length += strspn(start + length, "0123456789");
    if (!colon || length == (size_t)(colon + 1 - start)) length = 0; /* no line number there */
    snprintf(where, size, "%.*s", (int)length, start);
}

/* The name between PHRASE and QUOTE, if it is one of CUDA's. */
static bool cuda_name_after(const char *text, const char *phrase, char quote, const char **at,
                            char *name, size_t size) {
    for (*at = strstr(text, phrase); *at; *at = strstr(*at + 1, phrase)) {
        const char *begin = *at + strlen(phrase), *end = strchr(begin, quote);
        if (!end) continue;
        snprintf(name, size, "%.*s", (int)(end - begin), begin);
        if (is_cuda_name(name)) return true;
    }
    return false;
}

static int fail_unsupported(const char *text, const char *at, const char *name) {
    char where[PATH_MAX + 16];
    position_of(text, at, where, sizeof where);
    if (strcmp(name, "__CUDA_ARCH__") == 0)
        return scord_fail(SCORD_EXIT_BAD_INPUT,
                          "%s%s__CUDA_ARCH__ has no value where the host's side of a source is "
                          "compiled, with nvcc, too; put its use into #ifdef __CUDA_ARCH__",
                          where, where[0] == '\0' ? "" : ": ");
    return scord_fail(SCORD_EXIT_BAD_INPUT,
                      "%s%s%s is not in the part of CUDA that scord has (docs/user-guide.md, "
                      "\"What is supported\")",
                      where, where[0] == '\0' ? "" : ": ", name);
}

static int fail_nested_launch(const char *text, const char *at) {
    char where[PATH_MAX + 16];
    position_of(text, at, where, sizeof where);
    return scord_fail(
        SCORD_EXIT_BAD_INPUT,
        "%s%sa kernel launches a kernel in the midst of an expression or by a macro of its own; "
        "make the launch a statement (docs/cuda.md, \"Launches by kernels\")",
        where, where[0] == '\0' ? "" : ": ");
}

/* The driver found no linker or assembler: the machine's fault, not the program's. */
static bool lacks_linker(const char *text) {
    return strstr(text, "Executable \"ld\" doesn't exist") || strstr(text, "invalid linker name") ||
           (strstr(text, "unable to execute command") && !strstr(text, "linker command failed"));
}

/* Names that a header declares which the source does not include; the longest prefix first. */
static const char *header_of(const char *name) {
    static const struct {
        const char *prefix, *header;
    } headers[] = {{"__float2half", "cuda_fp16.h"},
                   {"__half", "cuda_fp16.h"},
                   {"half2", "cuda_fp16.h"},
                   {"half", "cuda_fp16.h"},
                   {"__float22half", "cuda_fp16.h"},
                   {"__low2", "cuda_fp16.h"},
                   {"__high2", "cuda_fp16.h"},
                   {"__hadd", "cuda_fp16.h"},
                   {"__hmul", "cuda_fp16.h"},
                   {"__hfma", "cuda_fp16.h"},
                   {"__hsub", "cuda_fp16.h"},
                   {"__bfloat16", "cuda_bf16.h"},
                   {"__float2bfloat16", "cuda_bf16.h"},
                   {"__nv_bfloat16", "cuda_bf16.h"},
                   {"nv_bfloat16", "cuda_bf16.h"},
                   {"curand_", "curand_kernel.h"},
                   {"curandState", "curand_kernel.h"},
                   {"cooperative_groups", "cooperative_groups.h"},
                   {"nvcuda", "mma.h"},
                   {"cublas", "cublas_v2.h"},
                   {"cufft", "cufft.h"},
                   {"cusparse", "cusparse.h"},
                   {"cusolverDn", "cusolverDn.h"},
                   {"cusolverSp", "cusolverSp.h"},
                   {"nvrtc", "nvrtc.h"},
                   {"curand", "curand.h"}};
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
        if (strncmp(name, headers[i].prefix, strlen(headers[i].prefix)) == 0)
            return headers[i].header;
    return NULL;
}

/* A source that names the header has it: then scord lacks the name. */
static bool source_names(const char *source, const char *header) {
    size_t bytes;
    char *content = whole_file_read(source, &bytes);
    const bool found = content && strstr(content, header);
    free(content);
    return found;
}

/* A name that is not declared, though scord has it. */
static bool names_header(const char *source, const char *text, const char *phrase) {
    char name[256], where[PATH_MAX + 16];
    for (const char *at = strstr(text, phrase); at; at = strstr(at + 1, phrase)) {
        const char *begin = at + strlen(phrase), *end = strchr(begin, '\''), *header;
        if (!end) continue;
        snprintf(name, sizeof name, "%.*s", (int)(end - begin), begin);
        header = header_of(name);
        if (!header || strstr(text, "fatal error: '") || source_names(source, header)) continue;
        position_of(text, at, where, sizeof where);
        scord_fail(SCORD_EXIT_BAD_INPUT, "%s%s%s is not declared; it needs #include <%s>", where,
                   where[0] == '\0' ? "" : ": ", name, header);
        return true;
    }
    return false;
}

/* The first error is within the C++ library's ranges, which clang 14 cannot compile (its concepts
 * do not see friends that are declared later). */
static bool is_of_ranges(const char *text) {
    const char *error = strstr(text, ": error: ");
    if (!error) return false;
    const char *line = error;
    while (line > text && line[-1] != '\n') line--;
    static const char *const files[] = {"/bits/ranges_", "/bits/iterator_concepts.h:", "/ranges:"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        const char *at = strstr(line, files[i]);
        if (at && at < error) return true;
    }
    return false;
}
static int fail_ranges(const char *source, const char *text) {
    char where[PATH_MAX + 16];
    const char *at = strstr(text, source);
    position_of(text, at ? at : text, where, sizeof where);
    return scord_fail(
        SCORD_EXIT_BAD_INPUT,
        "%s: C++20's <ranges> is more than clang 14 compiles: compile with --compiler nvcc, or "
        "write loops (docs/cuda.md, \"Language\")",
        at ? where : source);
}

static int explain_compiler(const char *source, const char *text) {
    static const char *const phrases[] = {"use of undeclared identifier '", "unknown type name '",
                                          "no template named '", "no type named '",
                                          "fatal error: '"};
    const char *at;
    char name[256];
    if (is_of_ranges(text)) return fail_ranges(source, text);
    if (strstr(text, "Undefined external symbol \"__") && strstr(text, "ti3\""))
        return scord_fail(
            SCORD_EXIT_BAD_INPUT,
            "%s: device code divides integers of 128 bits: compile with "
            "-DSCORD_WIDE_DIVISION, or with --compiler nvcc (docs/cuda.md, \"Language\")",
            source);
    for (size_t i = 0; i < 4; i++)
        if (names_header(source, text, phrases[i])) return SCORD_EXIT_BAD_INPUT;
    for (size_t i = 0; i < sizeof phrases / sizeof *phrases; i++)
        if (cuda_name_after(text, phrases[i], '\'', &at, name, sizeof name))
            return fail_unsupported(text, at, name);
    at = strstr(text, "reference to __global__ function '");
    if (at && (strstr(at, "in __global__ function") || strstr(at, "in __device__ function")))
        return fail_nested_launch(text, at);
    fputs(text, stderr);
    return scord_fail(SCORD_EXIT_BAD_INPUT,
                      "%s does not compile; see the compiler's messages above", source);
}

static int explain_linker(const char *source, const char *text) {
    const char *at;
    char name[256];
    if (lacks_linker(text))
        return scord_fail(SCORD_EXIT_ENVIRONMENT,
                          "no linker: " COMPILER
                          " finds no ld; run `apt-get install binutils` or `make setup`");
    if (cuda_name_after(text, "undefined reference to `", '\'', &at, name, sizeof name))
        return fail_unsupported(text, at, name);
    if (cuda_name_after(text, "cannot find -l", ':', &at, name, sizeof name))
        return fail_unsupported(text, at, name);
    const bool library = strstr(text, "libscordsim.a(") || strstr(text, "libscord.a(");
    if (library && strstr(text, "undefined reference")) /* the library itself lacks something */
        return scord_fail(
            SCORD_EXIT_ENVIRONMENT,
            "libscordsim.a and libscord.a do not fit together; rebuild both with `make build` "
            "(SCORD_LIBRARY_DIR, if set, names where they are)");
    fputs(text, stderr);
    if (strstr(text, "multiple definition of `main'"))
        return scord_fail(SCORD_EXIT_BAD_INPUT,
                          "%s: more than one of the files has a main(); name those of one program",
                          source);
    return scord_fail(SCORD_EXIT_BAD_INPUT, "%s does not link; see the linker's messages above",
                      source);
}

static int no_tool(const tool_run_t *run, const char *package) {
    const char *tool = run->line.words[0];
    if (run->line.full)
        return scord_fail(SCORD_EXIT_BAD_INPUT, "%s: the command line of %s is too long",
                          run->source, tool);
    if (run->code == 127)
        return scord_fail(SCORD_EXIT_ENVIRONMENT,
                          "%s is not installed; run `apt-get install %s` or `make setup`", tool,
                          package);
    return scord_fail(SCORD_EXIT_ENVIRONMENT, "%s could not be run or was stopped (code %d)", tool,
                      run->code);
}

/* The messages may be lost with the rest. */
static const char *scratch_folder(void) {
    const char *folder = getenv("TMPDIR");
    return folder && *folder ? folder : "/tmp";
}
/* What a tool says that found the fault in the program. */
static bool names_fault(const char *text) {
    static const char *const phrases[] = {" generated.\n", "undefined reference",
                                          "multiple definition", "cannot find "};
    for (size_t i = 0; text && i < sizeof phrases / sizeof *phrases; i++)
        if (strstr(text, phrases[i])) return true;
    return false;
}
/* A tool that has no room removes what it began: it leaves some behind it, and its messages are
 * missing or cut. */
static bool disk_is_full(const char *text) {
    enum { LEAST = 64 << 10, USUAL = 16 << 20 };
    struct statvfs disk;
    if (text && strstr(text, "No space left on device")) return true;
    return statvfs(scratch_folder(), &disk) == 0 &&
           disk.f_bavail * disk.f_frsize < (names_fault(text) ? LEAST : USUAL);
}
static int fail_full(const char *source) {
    return scord_fail(
        SCORD_EXIT_ENVIRONMENT,
        "%s: the disk of %s is full, so it could not be compiled (TMPDIR names another "
        "folder)",
        source, scratch_folder());
}

int toolchain_cannot_write(const char *path) {
    return disk_is_full("") ? fail_full(path)
                            : scord_fail(SCORD_EXIT_ENVIRONMENT, "%s: cannot be written", path);
}

static int explain(const tool_run_t *run, const char *package,
                   int (*meaning)(const char *source, const char *text)) {
    size_t bytes;
    if (run->code == 0) return 0;
    if (run->code >= 126) return no_tool(run, package);
    char *text = whole_file_read(run->messages, &bytes);
    const int code = disk_is_full(text) ? fail_full(run->source)
                                        : meaning(run->source, text ? text : "");
    free(text);
    return code;
}

int toolchain_explain_compiler(const tool_run_t *run) {
    return explain(run, "clang-14", explain_compiler);
}
int toolchain_explain_linker(const tool_run_t *run) {
    return explain(run, "clang-14", explain_linker);
}

static int explain_other(const char *source, const char *text) {
    fputs(text, stderr);
    return scord_fail(SCORD_EXIT_BAD_INPUT, "%s cannot be processed; see the messages above",
                      source);
}
int toolchain_explain_tool(const tool_run_t *run, const char *package) {
    return explain(run, package, explain_other);
}
