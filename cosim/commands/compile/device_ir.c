/* SPDX-License-Identifier: Apache-2.0 */
/* device_ir.c: loads of whole structures become loads of their members, texture references words of
 * memory, and launches by device code calls that stay; see device_ir.h.
 *
 * Why. clang returns a structure by one load of it, and LLVM 14 takes such a load apart:
 *
 *     %s = load %struct.Pair, …      ─►  %1 = insertvalue %struct.Pair poison, i32 %k, 0
 *                                        %2 = insertvalue %struct.Pair %1, i8 %v, 1
 *                                        %s = insertvalue %struct.Pair %2, [3 x i8] undef, 2
 *
 * The last member is padding that was never written (a member of the program's without a value is
 * the same). "To insert undef changes nothing", says InstSimplify, and takes %2 for %s. But the
 * member is poison then, and undef is not poison: once Pair is copied as one word of 64 bits, the
 * whole word is poison, and so is every comparison of the program with it. LLVM 16 has this right
 * (insertvalue of undef is dropped only where what it hides cannot be poison).
 *
 * The load is taken apart here instead, before the optimiser, and on undef:
 *
 *     %scord.p0 = getelementptr inbounds %struct.Pair, %struct.Pair* %2, i32 0, i32 0
 *     %scord.l0 = load i32, i32* %scord.p0, align 4
 *     %scord.v0 = insertvalue %struct.Pair undef, i32 %scord.l0, 0     … and so on
 *
 * LLVM would make the same of it, so that all other code stays as it was. Values of clang's are
 * numbered in their order, so the last insertvalue takes the name of the load.
 *
 * Invariant: text between such loads is copied as it is. A type that is not understood, or without
 * members, leaves its load alone.
 *
 * Expensive: nothing; named types are looked up in the text. Reference: LLVM 14's language
 * reference ("insertvalue", "Undefined Values"), SROA.cpp (AggLoadStoreRewriter).
 */
#include "cosim/commands/compile/device_ir.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/base/memory_stream.h"
#include "cosim/commands/shared/command.h"
#include "cosim/commands/shared/whole_file.h"

enum { DEPTH_MAX = 32, NAME_SIZE = 4096 };

/* ---- types ---- */

/* A type in the text: where it stands, and its layout for NVPTX. `members`: of all depths, 1 for
 * what is no aggregate. size 0 and align 0: not understood. */
typedef struct type {
    const char *text;
    size_t length, size, align, members;
    bool aggregate;
} type_t;

static type_t type_at(const char *ir, const char *text, unsigned depth);

static size_t aligned(size_t offset, size_t align) { return (offset + align - 1) / align * align; }

static type_t not_understood(const char *text) { return (type_t){.text = text}; }

/* The name at TEXT: %name or %"any text". */
static size_t name_length(const char *text) {
    size_t length = 1;
    if (text[1] == '"') {
        const char *end = strchr(text + 2, '"');
        return end ? (size_t)(end - text) + 1 : 0;
    }
    while (isalnum((unsigned char)text[length]) ||
           (text[length] != '\0' && strchr("._$-", text[length])))
        length++;
    return length;
}

/* What follows "NAME = type " of the name at TEXT, NULL: no such line. */
static const char *definition_of(const char *ir, const char *text, size_t length) {
    char line[NAME_SIZE];
    if (length + 16 > sizeof line) return NULL;
    snprintf(line, sizeof line, "\n%.*s = type ", (int)length, text);
    const char *found = strstr(ir, line);
    return found ? found + strlen(line) : NULL;
}

static type_t scalar(const char *text) {
    static const struct {
        const char *name;
        size_t size;
    } scalars[] = {{"i8", 1},   {"i16", 2},   {"i32", 4},    {"i64", 8},    {"i128", 16},
                   {"half", 2}, {"float", 4}, {"double", 8}, {"bfloat", 2}, {"i1", 1}};
    for (size_t i = 0; i < sizeof scalars / sizeof *scalars; i++) {
        const size_t length = strlen(scalars[i].name);
        if (strncmp(text, scalars[i].name, length) == 0 && !isalnum((unsigned char)text[length]))
            return (type_t){text, length, scalars[i].size, scalars[i].size, 1, false};
    }
    if (strncmp(text, "void", 4) == 0) return (type_t){text, 4, 1, 1, 1, false}; /* of functions */
    return not_understood(text);
}

/* { T, T } and, with PACKED, <{ T, T }>. */
static type_t structure(const char *ir, const char *text, bool packed, unsigned depth) {
    type_t type = {text, 0, 0, 1, 0, true};
    const char *at = text + 1 + packed;
    at += strspn(at, " ");
    while (*at != '}') {
        const type_t member = type_at(ir, at, depth + 1);
        if (member.align == 0) return not_understood(text);
        const size_t align = packed ? 1 : member.align;
        type.size = aligned(type.size, align) + member.size;
        if (align > type.align) type.align = align;
        type.members += member.members;
        at = member.text + member.length;
        at += strspn(at, ", ");
    }
    type.size = aligned(type.size, type.align);
    type.length = (size_t)(at - text) + 1 + packed;
    return type;
}

/* [N x T] and <N x T>. */
static type_t sequence(const char *ir, const char *text, unsigned depth) {
    char *end;
    const bool vector = text[0] == '<';
    const size_t count = strtoull(text + 1, &end, 10);
    if (strncmp(end, " x ", 3) != 0) return not_understood(text);
    const type_t element = type_at(ir, end + 3, depth + 1);
    if (element.align == 0) return not_understood(text);
    type_t type = {text, 0, count * element.size, element.align, count * element.members, true};
    if (vector) {
        type.aggregate = false;
        type.members = 1;
        for (type.align = 1; type.align < type.size;) type.align *= 2;
        type.size = type.align;
    }
    type.length = (size_t)(element.text + element.length - text) + 1;
    return type;
}

static type_t named(const char *ir, const char *text, unsigned depth) {
    const size_t length = name_length(text);
    const char *definition = length > 0 ? definition_of(ir, text, length) : NULL;
    /* Unknown inside or "opaque": good enough where only a pointer to it is asked for. */
    type_t type = definition && depth < DEPTH_MAX ? type_at(ir, definition, depth + 1)
                                                  : not_understood(text);
    type.text = text;
    type.length = length;
    return type;
}

/* The parameters of a function type, brackets included. */
static size_t parameters_length(const char *text) {
    unsigned open = 0;
    for (const char *at = text; *at != '\0' && *at != '\n'; at++) {
        open += *at == '(';
        open -= *at == ')';
        if (open == 0) return (size_t)(at - text) + 1;
    }
    return 0;
}

/* Whatever stands at TEXT, with the * and parameters behind it. */
static type_t type_at(const char *ir, const char *text, unsigned depth) {
    static const char space[] = " addrspace(";
    type_t type;
    if (depth > DEPTH_MAX) return not_understood(text);
    if (*text == '%')
        type = named(ir, text, depth);
    else if (*text == '{')
        type = structure(ir, text, false, depth);
    else if (strncmp(text, "<{", 2) == 0)
        type = structure(ir, text, true, depth);
    else if (*text == '[' || *text == '<')
        type = sequence(ir, text, depth);
    else
        type = scalar(text);
    for (;;) {
        const char *end = text + type.length;
        if (*end == '*') {
            type = (type_t){text, type.length + 1, 8, 8, 1, false};
        } else if (strncmp(end, space, strlen(space)) == 0 && type.length > 0) {
            const size_t length = strcspn(end, ")") + 1;
            type = (type_t){text, type.length + length + 1, 8, 8, 1, false};
        } else if (strncmp(end, " (", 2) == 0 && type.length > 0 &&
                   parameters_length(end + 1) > 0) {
            type.length += 1 + parameters_length(end + 1);
        } else {
            return type;
        }
    }
}

/* ---- loads ---- */

/* A load of an aggregate that is being written as loads of its members. */
typedef struct split {
    FILE *out;
    const char *ir;
    type_t type;
    const char *result, *pointer; /* names */
    int result_length, pointer_length;
    size_t align;
    const char *position; /* ", !dbg !N" or "" */
    int position_length;
    size_t number, written; /* of this load in the module, members so far */
    unsigned path[DEPTH_MAX + 2], depth;
} split_t;

static void write_value(const split_t *split, size_t member) {
    if (member == split->type.members)
        fprintf(split->out, "%.*s", split->result_length, split->result);
    else if (member == 0)
        fputs("undef", split->out);
    else
        fprintf(split->out, "%%scord.v%zu.%zu", split->number, member);
}

static void write_member(split_t *split, const type_t *member, size_t offset) {
    FILE *out = split->out;
    const int whole = (int)split->type.length, part = (int)member->length;
    const size_t n = split->number, i = ++split->written;
    size_t align = split->align;
    while (offset % align != 0) align /= 2;
    fprintf(out, "  %%scord.p%zu.%zu = getelementptr inbounds %.*s, %.*s* %.*s, i32 0", n, i, whole,
            split->type.text, whole, split->type.text, split->pointer_length, split->pointer);
    for (unsigned k = 0; k < split->depth; k++) fprintf(out, ", i32 %u", split->path[k]);
    fprintf(out, "%.*s\n", split->position_length, split->position);
    fprintf(out, "  %%scord.l%zu.%zu = load %.*s, %.*s* %%scord.p%zu.%zu, align %zu%.*s\n", n, i,
            part, member->text, part, member->text, n, i, align, split->position_length,
            split->position);
    fputs("  ", out);
    write_value(split, i);
    fprintf(out, " = insertvalue %.*s ", whole, split->type.text);
    write_value(split, i - 1);
    fprintf(out, ", %.*s %%scord.l%zu.%zu", part, member->text, n, i);
    for (unsigned k = 0; k < split->depth; k++) fprintf(out, ", %u", split->path[k]);
    fprintf(out, "%.*s\n", split->position_length, split->position);
}

static void write_members(split_t *split, const type_t *type, size_t offset);

/* Member INDEX of the aggregate whose path is open. */
static void write_part(split_t *split, unsigned index, const type_t *part, size_t offset) {
    split->path[split->depth++] = index;
    if (part->aggregate)
        write_members(split, part, offset);
    else
        write_member(split, part, offset);
    split->depth--;
}

static void write_members(split_t *split, const type_t *type, size_t offset) {
    const char *at = type->text;
    if (*at == '%') at = definition_of(split->ir, at, name_length(at));
    if (*at == '[') {
        char *end;
        const unsigned count = (unsigned)strtoul(at + 1, &end, 10);
        const type_t element = type_at(split->ir, end + 3, 0);
        for (unsigned i = 0; i < count && element.members > 0; i++)
            write_part(split, i, &element, offset + i * element.size);
        return;
    }
    const bool packed = *at == '<';
    size_t inside = 0;
    at += 1 + packed;
    at += strspn(at, " ");
    for (unsigned i = 0; *at != '}'; i++) {
        const type_t member = type_at(split->ir, at, 0);
        inside = aligned(inside, packed ? 1 : member.align);
        if (member.members > 0) write_part(split, i, &member, offset + inside);
        inside += member.size;
        at = member.text + member.length;
        at += strspn(at, ", ");
    }
}

/* `  %N = load T, T* %M, align A, !dbg !D` of an aggregate T. */
static bool read_load(const char *line, split_t *split) {
    const char *end = line + strcspn(line, "\n");
    if (strncmp(line, "  %", 3) != 0) return false;
    split->result = line + 2;
    split->result_length = (int)name_length(split->result);
    const char *at = split->result + split->result_length;
    if (strncmp(at, " = load ", 8) != 0) return false;
    split->type = type_at(split->ir, at + 8, 0);
    at = split->type.text + split->type.length;
    if (!split->type.aggregate || split->type.members == 0 || strncmp(at, ", ", 2) != 0)
        return false;
    at += 2 + split->type.length;
    if (strncmp(at, "* %", 3) != 0) return false;
    split->pointer = at + 2;
    split->pointer_length = (int)name_length(split->pointer);
    at = split->pointer + split->pointer_length;
    if (sscanf(at, ", align %zu", &split->align) != 1 || split->align == 0) return false;
    const char *position = strstr(at, ", !dbg ");
    split->position = position && position < end ? position : "";
    split->position_length = position && position < end ? (int)(end - position) : 0;
    return true;
}

/* ---- texture and surface references ---- */

/* A reference is a word of device memory that holds an object (sim/runtime/texture_references.c):
 *
 *     @tex = addrspace(1) … global i64 undef, align 4             zeroinitializer, align 8
 *     %4 = call i64 @llvm.nvvm.texsurf.handle.internal.p1i64(i64 addrspace(1)* @tex), !dbg !9
 *                                                                 load i64, …* @tex, align 8, …
 *     !0 = !{i64 addrspace(1)* @tex, !"texture", i32 1}           !"texture" becomes another word
 *
 * PTX's own references (.texref) would be opaque. */
static bool write_reference(FILE *out, const char *line, size_t length) {
    static const char call[] = "call i64 @llvm.nvvm.texsurf.handle.internal.p1i64(",
                      global[] = " global i64 undef, align 4";
    const char *end = line + length, *at = memmem(line, length, call, sizeof call - 1);
    if (at) {
        const char *argument = at + sizeof call - 1;
        const char *close = memchr(argument, ')', (size_t)(end - argument));
        close = close ? memchr(close + 1, ')', (size_t)(end - close - 1)) : NULL; /* addrspace(1) */
        if (!close) return false;
        const char *rest = memmem(close, (size_t)(end - close), ", !dbg", 6);
        fprintf(out, "%.*sload i64, %.*s, align 8%.*s\n", (int)(at - line), line,
                (int)(close - argument), argument, rest ? (int)(end - rest) : 0, rest ? rest : "");
        return true;
    }
    at = line[0] == '@' ? memmem(line, length, global, sizeof global - 1) : NULL;
    if (at) {
        /* not internal: nothing in the device code writes it, and the optimiser would take its
         * first value for its only one */
        const char *rest = at + sizeof global - 1;
        const char *internal = memmem(line, (size_t)(at - line), " internal ", 10);
        const char *linkage = internal ? internal : at;
        fprintf(out, "%.*s%.*s global i64 zeroinitializer, align 8%.*s\n", (int)(linkage - line),
                line, internal ? (int)(at - internal - 9) : 0, internal ? internal + 9 : at,
                (int)(end - rest), rest);
        return true;
    }
    at = line[0] == '!' ? memmem(line, length, ", !\"texture\", i32 1}", 20) : NULL;
    if (!at && line[0] == '!') at = memmem(line, length, ", !\"surface\", i32 1}", 20);
    if (at) fprintf(out, "%.*s, !\"reference\", i32 1}\n", (int)(at - line), line);
    return at;
}

/* ---- launches by device code ---- */

/* Whether the function at NAME ("@f" or "@\"f\"", LENGTH long) is a kernel by the annotations:
 *
 *     !7 = !{void (i32*)* @f, !"kernel", i32 1}
 */
static bool is_kernel(const char *ir, const char *name, size_t length) {
    static const char mark[] = ", !\"kernel\", i32 1}";
    for (const char *at = strstr(ir, mark); at; at = strstr(at + 1, mark))
        if ((size_t)(at - ir) > length && memcmp(at - length, name, length) == 0) return true;
    return false;
}

/* clang makes of kernel<<<…>>>(…) in device code a call of the kernel, which sim/core takes for a
 * launch. It stays a call: never inlined.
 *
 *     call void @f(i32* noundef %2) #4, !dbg !9   ─►   call void @f(i32* noundef %2) noinline #4, …
 */
static bool write_launch(FILE *out, const char *ir, const char *line, size_t length) {
    static const char call[] = "call void @";
    const char *at = memmem(line, length, call, sizeof call - 1);
    if (!at) return false;
    const char *name = at + sizeof call - 2,
               *open = memchr(name, '(', (size_t)(line + length - name));
    const size_t behind = open ? parameters_length(open) : 0;
    if (behind == 0 || !is_kernel(ir, name, (size_t)(open - name))) return false;
    fprintf(out, "%.*s noinline%.*s\n", (int)(open + behind - line), line,
            (int)(line + length - open - behind), open + behind);
    return true;
}

char *device_ir_split_text(const char *ir) {
    char *text = NULL;
    size_t size;
    split_t split = {.out = scord_memory_stream(&text, &size), .ir = ir};
    const bool launches = strstr(ir, "@__scord_configure_launch(");
    if (!split.out) return NULL;
    for (const char *line = ir; *line != '\0';) {
        const size_t length = strcspn(line, "\n");
        if (read_load(line, &split)) {
            split.written = 0;
            split.number++;
            write_members(&split, &split.type, 0);
        } else if (!write_reference(split.out, line, length) &&
                   !(launches && write_launch(split.out, ir, line, length))) {
            fprintf(split.out, "%.*s\n", (int)length, line);
        }
        line += length + (line[length] == '\n');
    }
    if (fclose(split.out) == 0) return text;
    free(text);
    return NULL;
}

int device_ir_split_loads(const char *path) {
    size_t bytes;
    char *ir = whole_file_read(path, &bytes);
    char *text = ir ? device_ir_split_text(ir) : NULL;
    int code = 0;
    if (!text)
        code = scord_fail(SCORD_EXIT_ENVIRONMENT, "%s: cannot be read", path);
    else if (whole_file_write(path, text, strlen(text)) != 0)
        code = scord_fail(SCORD_EXIT_ENVIRONMENT, "%s: cannot be written", path);
    free(text);
    free(ir);
    return code;
}
