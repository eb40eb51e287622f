/* SPDX-License-Identifier: Apache-2.0 */
/* units.c: calls of the functions of SMs go through scord_evaluate (verilated_idle.h).
 *
 * That is exact when a function of an SM depends on the SM's own variables and rst_ni alone, when
 * the root writes inputs of the SM only (and what $past needs), and when each of its functions runs
 * once a cycle. Everything else is refused. Grammar, by line:
 *
 *   call     in ___eval_ico and ___eval_nba of the root: FUNCTION__ROLE((&vlSymsp->UNIT));
 *   body     in ___eval_ico, once: "    // Body"
 *   region   (0U == vlSelf->__VicoIterCount), once in the root: becomes false after the clock
 *   write    [VL_CALL(numbers,] vlSymsp->UNIT.NAME [constant] = ..., or a call that begins so
 */
#include "cosim/verilated/skip_idle/skip_idle.h"

texts_t units;
uint32_t unit_roles;

/* Functions of SMs, in FILE, read their own variables and rst_ni, nothing else, and no copy for
 * $past before the clock: the blocks make those after a rising edge. */
static void check_unit(const file_t *file) {
    bool settles = false;
    for (uint32_t i = 0; i < file->line.count; i++) {
        const char *text = file->line.of[i];
        if (match(text, "___ico_sequent__.*\\{$", NULL)) settles = true;
        if (*text == '}') settles = false;
        if (settles && has(text, "__Vsampled"))
            refuse(file->name, i, "a sampled variable is read before the clock");
        for (regmatch_t at; match(text, "vlSymsp->TOP[A-Za-z_0-9]*\\.?[A-Za-z_0-9]*", &at);
             text += at.rm_eo) {
            const char *name = copy(text + at.rm_so, (size_t)(at.rm_eo - at.rm_so));
            if (strcmp(name, "vlSymsp->TOP.rst_ni") != 0)
                refuse(file->name, i,
                       "%s in an SM: name the port behind it in cosim/verilated/verilator.vlt",
                       name);
        }
    }
}

/* Line I of FILE, of the root: if it writes a variable of an SM, that is an input or sampled. */
static void check_write(const file_t *file, uint32_t i) {
    const char *text = file->line.of[i];
    regmatch_t at;
    if (!match(text,
               "^ *(VL_[A-Z_0-9]+\\([0-9, ]*)?"
               "vlSymsp->TOP__[A-Za-z_0-9]*u_scord_sm\\.[A-Za-z_0-9]+",
               &at))
        return;
    const char *name = strchr(strstr(text, "vlSymsp->"), '.') + 1;
    const char *rest = replaced(text + at.rm_eo, "^\\[[0-9a-fA-FxU]*\\]", "");
    if (match(rest, "^ *$", NULL) && i + 1 < file->line.count) rest = file->line.of[i + 1];
    if (!begins(text + strspn(text, " "), "VL_") && !match(rest, "^ *=[^=]", NULL)) return;
    const char *full = format(".%.*s", (int)name_length(name), name);
    if (!variable(full, strlen(full))->input && !begins(name, "__Vsampled"))
        refuse(file->name, i, "%s of an SM is written by the rest of the design", full + 1);
}

static numbers_t calls; /* of each unit */

/* LINE, the call of an SM's function in eval_REGION. */
static char *replace_call(const char *line, const char *region) {
    static texts_t roles;
    const char *name = line + strspn(line, " "), *end = strchr(name, '('), *role = end;
    while (!begins(role, "__")) role--;
    role = format("%s%.*s", region, (int)(end - role), role);
    const uint32_t r = index_of(&roles, role, strlen(role));
    if (r == roles.count) PUSH(roles, copy(role, strlen(role)));
    unit_roles = roles.count;
    const char *object = end + strlen("((&vlSymsp->");
    const uint32_t unit = index_of(&units, object, name_length(object));
    if (unit == units.count) {
        PUSH(units, copy(object, name_length(object)));
        PUSH(calls, 0);
    }
    calls.of[unit]++;
    return format("        scord_evaluate(&vlSymsp->%s, vlSymsp->TOP.rst_ni, %uU, "
                  "SCORD_UNIT_FUNCTIONS, %.*s);",
                  units.of[unit], r, (int)(end - name), name);
}

void replace_calls(void) {
    static const char once[] = "\\(0U == vlSelf->__VicoIterCount\\)";
    static const char call[] =
        "^ *[A-Za-z_0-9]+_scord_sm[A-Za-z_0-9]*\\(\\(&vlSymsp->[A-Za-z_0-9]+\\)\\);$";
    uint32_t regions = 0, settles = 0;
    for (uint32_t n = 0; n < files.count; n++) {
        file_t *file = files.of[n];
        const char *region = "";
        if (file->kind == UNIT) check_unit(file);
        for (uint32_t i = 0; i < file->line.count && file->kind == ROOT; i++) {
            char **line = &file->line.of[i];
            check_write(file, i);
            if (match(*line, "^(VL_INLINE_OPT )?void .*\\) \\{$", NULL))
                region = has(*line, "___eval_nba(")   ? "nba"
                         : has(*line, "___eval_ico(") ? "ico"
                                                      : "";
            if (strcmp(region, "ico") == 0 && !file->pins_line && begins(*line, "    // Body")) {
                file->pins_line = i;
                settles++;
            }
            if (match(*line, once, NULL)) {
                regions++;
                *line = replaced(*line, once, "((0U == vlSelf->__VicoIterCount) & !vlSelf->clk_i)");
            }
            if (!*region || !match(*line, call, NULL)) continue;
            file->calls_units = true;
            *line = replace_call(*line, region);
        }
    }
    for (uint32_t u = 0; u < units.count; u++)
        if (calls.of[u] != unit_roles)
            refuse(files.of[0]->name, 0, "not every function of an SM is called once a cycle: %s",
                   units.of[u]);
    if (units.count == 0 || units.count > 64 || unit_roles > 31 || regions != 1 || settles != 1)
        refuse(files.of[0]->name, 0,
               "unknown form: %u SMs, %u functions of each, %u regions of inputs, %u eval_ico",
               units.count, unit_roles, regions, settles);
}
