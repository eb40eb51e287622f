/* SPDX-License-Identifier: Apache-2.0 */
/* generated.c: files, declarations and functions of what Verilator generated.
 *
 * Grammar, line by line; a line of another form is none of these:
 *
 *   PREFIX___024root.h, PREFIX_scord_sm*.h (one)
 *     pin       VL_IN|VL_OUT [8|16|64] (NAME,high,low) | VL_INW|VL_OUTW(NAME,high,low,words)
 *     member    TYPE NAME;    TYPE: CData|SData|IData|QData|VlWide<words>|VlUnpacked<...>
 *   PREFIX___024root__DepSet_*.cpp
 *     function  [VL_INLINE_OPT] void PREFIX___024root___NAME(...) {  to the first line "}"
 *               becomes blocks: (nba|ico)_(sequent|comb)__TOP__N, and eval in part
 *
 * Variables are found by an index map from the hash of their names.
 */
#include "cmodel/base/byte_hash.h"
#include "cmodel/base/index_map.h"
#include "cosim/verilated/skip_idle/skip_idle.h"
#include <glob.h>
#include <stdio.h>

__typeof__(files) files;
__typeof__(functions) functions;
variables_t variables, pins;

variable_t *variable(const char *name, size_t length) {
    static scord_index_map_t map;
    static variables_t all;
    uint64_t hash = scord_byte_hash(SCORD_BYTE_HASH_START, name, length);
    for (uint32_t i; (i = scord_index_map_find(&map, hash)) != SCORD_INDEX_NONE; hash++)
        if (strlen(all.of[i]->name) == length && memcmp(all.of[i]->name, name, length) == 0)
            return all.of[i];
    variable_t *v = calloc(1, sizeof *v);
    need(v && scord_index_map_add(&map, hash, all.count));
    PUSH(all, v);
    v->name = copy(name, length);
    const char *colon = strchr(v->name, ':');
    v->text = colon ? colon + 1
                    : format(strchr(v->name, '.') ? "vlSymsp->%s" : "vlSelf->%s", v->name);
    return v;
}

variable_t *declared(variable_t *v) {
    const char *dot = strchr(v->name, '.');
    return dot ? variable(dot, strlen(dot)) : v;
}

uint32_t unit_of(const variable_t *v) { return index_of(&units, v->name, strcspn(v->name, ".")); }

/* Takes what LINE of a header declares; SCOPE: "." in the class of the SMs, else "". */
static void read_declaration(const char *scope, const char *line) {
    regmatch_t at;
    const bool pin = match(line, "^ *VL_(IN|OUT)(8|16|64|W)?\\([a-zA-Z_0-9]+,", &at);
    if (!pin && !match(line,
                       "^ *(CData|SData|IData|QData|VlWide<[0-9]+>|VlUnpacked<.*>)"
                       "(/\\*[0-9:]*\\*/)? [A-Za-z_0-9]+;",
                       &at))
        return;
    const char *end = line + at.rm_eo - 1, *name = end, *wide = strstr(line, "VlWide<");
    while (name_length(name - 1) > name_length(name)) name--;
    const char *full = format("%s%.*s", scope, (int)(end - name), name);
    variable_t *v = variable(full, strlen(full));
    v->declared = true;
    v->array = has(line, "VlUnpacked<");
    if (!v->array && wide) v->words = (uint32_t)atoi(wide + strlen("VlWide<"));
    if (!pin) return;
    sscanf(end, ",%*d,%*d,%u", &v->words);
    if (!has(line, "VL_IN") || is_name(name, "clk_i")) return;
    if (!*scope) PUSH(pins, v);
    v->input = *scope && !is_name(name, "rst_ni");
}

static void read_file(const char *name, file_kind_t kind) {
    file_t *file = calloc(1, sizeof *file);
    FILE *in = fopen(name, "r");
    if (!in) refuse(name, 0, "cannot be read");
    need(file);
    *file = (file_t){.name = copy(name, strlen(name)), .kind = kind};
    char *line = NULL;
    size_t size = 0;
    for (ssize_t length; (length = getline(&line, &size, in)) > 0;) {
        if (line[length - 1] == '\n') line[length - 1] = '\0';
        PUSH(file->line, copy(line, (size_t)length));
        if (kind <= UNIT_HEADER) read_declaration(kind == UNIT_HEADER ? "." : "", line);
    }
    if (ferror(in)) refuse(name, file->line.count, "cannot be read");
    free(line);
    fclose(in);
    PUSH(files, file);
}

void read_files(const char *prefix) {
    static const char *const endings[] = {[ROOT_HEADER] = "___024root.h",
                                          [UNIT_HEADER] = "_scord_sm*.h",
                                          [ROOT] = "___024root__DepSet_*.cpp",
                                          [UNIT] = "_scord_sm*.cpp"};
    for (file_kind_t kind = ROOT_HEADER; kind <= UNIT; kind++) {
        glob_t found;
        char *pattern = format("%s%s", prefix, endings[kind]);
        if (glob(pattern, 0, NULL, &found) != 0) refuse(pattern, 0, "there is no such file");
        if (kind == UNIT_HEADER && found.gl_pathc != 1)
            refuse(found.gl_pathv[1], 0, "unknown form: %zu classes of SMs", found.gl_pathc);
        for (size_t i = 0; i < found.gl_pathc; i++)
            read_file(found.gl_pathv[i],
                      kind >= ROOT && has(found.gl_pathv[i], "Slow") ? SLOW : kind);
        globfree(&found);
    }
}

void find_functions(void) {
    for (uint32_t i = 0; i < files.count; i++)
        for (uint32_t line = 0; files.of[i]->kind == ROOT && line < files.of[i]->line.count;
             line++) {
            file_t *file = files.of[i];
            regmatch_t at;
            if (!match(file->line.of[line],
                       "^(VL_INLINE_OPT )?void [A-Za-z_0-9]*___024root___"
                       "(eval|(nba|ico)_(sequent|comb)__TOP__[0-9]+)\\(.*\\) \\{$",
                       &at))
                continue;
            const char *name = strstr(file->line.of[line], "___024root___") + 13;
            function_t *f = calloc(1, sizeof *f);
            need(f);
            *f = (function_t){.file = file,
                              .name = copy(name, name_length(name)),
                              .number = functions.count + 1,
                              .start = line};
            f->eval = is_name(name, "eval");
            while (*file->line.of[line] != '}')
                if (++line == file->line.count)
                    refuse(file->name, f->start, "the function does not end");
            f->end = line;
            PUSH(functions, f);
        }
    if (functions.count == 0) refuse(files.of[0]->name, 0, "unknown form: no function of the root");
}
