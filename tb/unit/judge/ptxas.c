/* SPDX-License-Identifier: Apache-2.0 */
/* ptxas.c: see ptxas.h. One module of many statements, a line each, is assembled; the lines that it
 * complains of are taken out, until what is left passes. It goes on after most errors, but not
 * after those of its parser; and of what has passed the parser it may say more. A module that
 * breaks it without a line is halved.
 */
#include "tb/unit/judge/ptxas.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { AT_ONCE = 400 };

const char judge_head[] =
    ".version 9.0\n.target sm_90a\n.address_size 64\n"
    ".visible .global .align 16 .b8 gv[1024];\n.const .align 16 .b8 cv[64] = {1, 2};\n"
    ".shared .align 16 .b8 sv[1024];\n.extern .shared .align 16 .b8 dyn[];\n"
    ".visible .func (.param .b32 o) fn(.param .b32 a) { st.param.b32 [o], 1; ret; }\n"
    ".visible .func vd() { ret; }\n"
    ".visible .entry k(.param .align 16 .b8 pp[64]) {\n.local .align 16 .b8 lv[64];\n"
    ".reg .b8 %c<6>; .reg .b16 %h<6>; .reg .b32 %r<6>; .reg .b64 %d<6>; .reg .pred %p<6>; "
    ".reg .f32 %f<6>; .reg .f64 %g<6>; .param .b32 pa; .param .b32 pr;\n"
    "T0: .branchtargets L0, L1;\nP0: .callprototype (.param .b32 _) _ (.param .b32 _);\n"
    "C0: .calltargets fn;\nst.param.b32 [pa], 1;\nL0:\n";
const char judge_wide[] = ".reg .b128 %q<6>;\n";
const char judge_tail[] = "\nL1: ret;\n}\n";

static uint32_t lines_of(const char *text) {
    uint32_t lines = 1;
    for (; *text; text++) lines += *text == '\n';
    return lines;
}

static bool is_program(char *path, size_t size, const char *folder, const char *below) {
    if (!folder || !*folder) return false;
    snprintf(path, size, "%s%s", folder, below);
    return access(path, X_OK) == 0;
}

const char *ptxas_find(void) {
    static char path[4096];
    char list[4096];
    if (is_program(path, sizeof path, getenv("SCORD_PTXAS"), "")) return path;
    if (getenv("SCORD_PTXAS")) return NULL;
    if (is_program(path, sizeof path, getenv("CUDA_HOME"), "/bin/ptxas")) return path;
    if (is_program(path, sizeof path, getenv("CUDA_PATH"), "/bin/ptxas")) return path;
    snprintf(list, sizeof list, "%s", getenv("PATH") ? getenv("PATH") : "");
    for (char *at = strtok(list, ":"); at; at = strtok(NULL, ":"))
        if (is_program(path, sizeof path, at, "/ptxas")) return path;
    return is_program(path, sizeof path, "/usr/local/cuda", "/bin/ptxas") ||
                   is_program(path, sizeof path, "/usr/local/cuda-13.0", "/bin/ptxas")
               ? path
               : NULL;
}

/* Writes the module of those that are still taken. Each can be jumped over, so that none is out of
 * reach, where ptxas looks less closely. */
static void write_module(const char *path, const statement_t *statements, uint32_t count) {
    FILE *to = fopen(path, "w");
    if (!to) exit(3);
    fprintf(to, "%s%s", judge_head, judge_wide);
    for (uint32_t i = 0; i < count; i++)
        fprintf(to, "@%%p0 bra N%u; %s N%u:\n", i, statements[i].theirs ? statements[i].text : "",
                i);
    fputs(judge_tail, to);
    fclose(to);
}

/* Takes the statements out that have an error. Returns how many; `failed`: whether there were any
 * errors. */
static uint32_t assemble(const char *ptxas, const char *path, statement_t *statements,
                         uint32_t count, bool *failed) {
    char command[8192], line[1024];
    uint32_t out = 0, number = 0;
    const uint32_t first = lines_of(judge_head) + 1;
    snprintf(command, sizeof command, "nice '%s' -O0 -arch=sm_90a -o /dev/null '%s' 2>&1", ptxas,
             path);
    FILE *from = popen(command, "r");
    if (!from) exit(3);
    while (fgets(line, sizeof line, from)) {
        const char *at = strstr(line, ", line "), *word = at ? strchr(at, ';') : NULL;
        if (!word || strstr(word, "warning") || strstr(word, "Advisory")) continue;
        number = (uint32_t)strtoul(at + 7, NULL, 10) - first;
        if (number >= count || !statements[number].theirs) continue;
        statements[number].theirs = false;
        out++;
        snprintf(statements[number].their_word, sizeof statements->their_word, "%.*s",
                 (int)strcspn(word + 2, "\n"), word + 2);
    }
    *failed = pclose(from) != 0;
    return out;
}

static void judge_some(const char *ptxas, const char *path, statement_t *statements,
                       uint32_t count) {
    bool failed = true;
    while (failed) {
        write_module(path, statements, count);
        if (assemble(ptxas, path, statements, count, &failed) > 0 || !failed) continue;
        if (count == 1) {
            statements->theirs = false;
            snprintf(statements->their_word, sizeof statements->their_word, "no line");
            return;
        }
        judge_some(ptxas, path, statements, count / 2);
        judge_some(ptxas, path, statements + count / 2, count - count / 2);
        return;
    }
}

void ptxas_judge(const char *ptxas, statement_t *statements, uint32_t count) {
    char path[] = "/tmp/scord-judge.XXXXXX";
    const int file = mkstemp(path);
    if (file < 0) exit(3);
    close(file);
    for (uint32_t i = 0; i < count; i++) statements[i].theirs = true;
    for (uint32_t i = 0; i < count; i += AT_ONCE)
        judge_some(ptxas, path, statements + i, count - i < AT_ONCE ? count - i : AT_ONCE);
    unlink(path);
}
