/* litmus_parse.c: the parts of a litmus file: header, initial state, program, scope tree
 * (docs/litmus.md).
 *
 *   DIALECT NAME                          PTX, GPU_PTX, VULKAN or OPENCL
 *   { x = 0; 0:r1 = x; P0:r0 = 0; }
 *    P0@cta 0 | P1@cta 1 ;                tables: one column a thread
 *    st.weak x, 1 | ld.weak r0, x ;
 *   P0 (...) { *x = 1; }                  OPENCL: one function a thread
 *   ScopeTree (grid (cta (warp P0)) (cta (warp P1)))
 *   exists (1:r0 = 1)                     ignored
 *
 * One pass over the lines. The text is split in place; names are pointers into it until they are
 * copied. The dialect of the first line chooses how instructions are read (litmus_table.c,
 * litmus_opencl.c) and whether threads are columns or functions.
 *
 * A line that cannot be imported is recorded with its number and the reason, and parsing continues,
 * so that one run reports all of them. The test is used only if there is none. Checks of the whole
 * test (placement, sizes) come last and only then, because a bad line would make them fail too.
 *
 * Invariants
 *   - counts never exceed the arrays of litmus_t: an element too many is recorded as a problem.
 *   - a register of a condition or an instruction has been named before: its number is valid.
 *   - warp UINT32_MAX means "a separate warp"; number_warps replaces it.
 */
#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "cmodel/litmus/litmus_internal.h"

typedef void read_instruction_t(litmus_t *litmus, unsigned line, litmus_thread_t *thread,
                                char *text);

typedef struct file {
    litmus_t *litmus;
    char *rest; /* next line, or NULL */
    unsigned line;
    read_instruction_t *read; /* of the dialect */
    bool functions;           /* threads are functions */
} file_t;

/* Comments blanked out, line ends kept: (* … *), / * … * /, and // to the end of the line. */
static void blank_comments(char *text) {
    const char *end = NULL;
    for (char *at = text; *at; at++) {
        if (!end && (strncmp(at, "(*", 2) == 0 || strncmp(at, "/*", 2) == 0))
            end = *at == '(' ? "*)" : "*/";
        else if (!end && strncmp(at, "//", 2) == 0)
            end = "\n";
        else if (end && *at == '\n' && *end == '\n')
            end = NULL;
        else if (end && strncmp(at, end, 2) == 0) {
            at[0] = at[1] = ' ';
            at++;
            end = NULL;
            continue;
        }
        if (end && *at != '\n') *at = ' ';
    }
}

/* Next line that is not empty, trimmed; NULL at the end. */
static char *next_line(file_t *file) {
    while (file->rest) {
        char *line = file->rest, *end = strchr(line, '\n');
        file->rest = end ? end + 1 : NULL;
        if (end) *end = '\0';
        file->line++;
        line = litmus_trim(line);
        if (*line != '\0') return line;
    }
    return NULL;
}

/* ---- header ---- */

static const struct dialect {
    const char *name;
    read_instruction_t *read;
    bool functions;
} dialects[] = {
    {"PTX", litmus_read_ptx, false},
    {"GPU_PTX", litmus_read_ptx, false},
    {"VULKAN", litmus_read_vulkan, false},
    {"OPENCL", litmus_read_opencl, true},
};

static bool read_header(file_t *file) {
    assert(!file->read);
    litmus_t *litmus = file->litmus;
    char *line = next_line(file);
    if (line) sscanf(line, "%31s %127[^\n]", litmus->dialect, litmus->name);
    for (size_t i = 0; i < sizeof dialects / sizeof *dialects; i++) {
        if (strcasecmp(dialects[i].name, litmus->dialect) != 0) continue;
        file->read = dialects[i].read;
        file->functions = dialects[i].functions;
        return true;
    }
    litmus_problem(
        litmus, file->line,
        "a litmus file begins with PTX, GPU_PTX, VULKAN or OPENCL and a name, not '%.60s'",
        line ? line : "");
    return false;
}

/* ---- initial state ---- */

/* "0:r1" and "P0:r1": the register of a thread. NULL: it is a variable. */
static litmus_thread_t *register_owner(file_t *file, char *left, char **name) {
    char *colon = strchr(left, ':');
    if (!colon) return NULL;
    *colon = '\0';
    *name = litmus_trim(colon + 1);
    return litmus_thread(file->litmus, file->line, litmus_trim(left));
}

/* A declaration's types go before its name: ".reg .s32 r0", "int x", "atomic_int *x". */
static char *last_word(char *text) {
    char *at = text + strlen(text);
    while (at > text && !isspace((unsigned char)at[-1]) && at[-1] != '*') at--;
    return at;
}

static void init_register(file_t *file, litmus_thread_t *thread, char *name, const char *value) {
    litmus_t *litmus = file->litmus;
    const int number = litmus_register(litmus, file->line, thread, last_word(name));
    assert(number < (int)thread->registers);
    if (number < 0 || !value) return;
    if (!litmus_number(value, &thread->register_value[number]))
        thread->register_variable[number] = litmus_variable(litmus, file->line,
                                                            value + (*value == '&'));
}

static void init_variable(file_t *file, char *name, const char *value) {
    litmus_t *litmus = file->litmus;
    char *bare = last_word(name);
    bare += *bare == '[';
    bare[strcspn(bare, "]")] = '\0';
    const int number = litmus_variable(litmus, file->line, bare);
    assert(number < (int)litmus->variables);
    if (number < 0 || !value) return;
    if (!litmus_number(value, &litmus->variable_value[number]))
        litmus_problem(litmus, file->line,
                       "the initial value '%.60s' of %s is no number of 32 bits", value, bare);
}

static void init_one(file_t *file, char *text) {
    char *equal = strchr(text, '='), *value = NULL, *name = NULL;
    if (*text == '\0') return;
    if (equal) {
        *equal = '\0';
        value = litmus_trim(equal + 1);
    }
    char *left = litmus_trim(text);
    const bool of_thread = strchr(left, ':');
    litmus_thread_t *thread = register_owner(file, left, &name);
    if (thread)
        init_register(file, thread, name, value);
    else if (!of_thread)
        init_variable(file, left, value);
}

/* From the line with '{' to the one with '}'. */
static bool read_initial_state(file_t *file) {
    char *line, *part[64];
    while ((line = next_line(file)) && *line != '{')
        if (*line != '"' && !strchr(line, '=')) /* a description, or herd's Key=value lines */
            litmus_problem(file->litmus, file->line,
                           "'%.60s' is neither a description nor the initial state", line);
    for (bool done = false; line && !done; line = done ? line : next_line(file)) {
        char *begin = line + (*line == '{'), *close = strchr(begin, '}');
        done = close;
        if (close) *close = '\0';
        const unsigned count = litmus_split(begin, ';', part, 64);
        for (unsigned i = 0; i < count; i++) init_one(file, part[i]);
    }
    if (!line) litmus_problem(file->litmus, 0, "no initial state { … } was found");
    return line;
}

/* ---- where threads run ---- */

/* "P0@cta 0,gpu 0", "P1@sg 0,wg 1,qf 0" */
static litmus_thread_t *read_column_head(file_t *file, char *text) {
    char *place = strchr(text, '@'), *part[8];
    if (place) *place++ = '\0';
    litmus_thread_t *thread = litmus_thread(file->litmus, file->line, litmus_trim(text));
    const unsigned parts = thread && place ? litmus_split(place, ',', part, 8) : 0;
    assert(parts <= sizeof part / sizeof *part);
    for (unsigned i = 0; i < parts; i++) {
        char level[8] = "";
        uint32_t number = 0;
        int end = 0;
        const bool read = sscanf(part[i], "%7[a-z] %n", level, &end) == 1 && part[i][end] != '-' &&
                          litmus_number(part[i] + end, &number);
        const bool block = strcmp(level, "cta") == 0 || strcmp(level, "wg") == 0;
        const bool warp = strcmp(level, "warp") == 0 || strcmp(level, "sg") == 0;
        const bool device = strcmp(level, "gpu") == 0 || strcmp(level, "qf") == 0 ||
                            strcmp(level, "dv") == 0;
        if (block) thread->block = number;
        if (warp) thread->warp = number;
        if (!read || (!block && !warp && !device) || (device && number != 0))
            litmus_problem(file->litmus, file->line,
                           "the place '%.40s' is not taken: cta, wg, warp, sg; one gpu, qf or dv",
                           part[i]);
        thread->placed = thread->placed || block;
        if (block && parts == 2 && i == 0)
            thread->warp = UINT32_MAX; /* no warp named: a separate one */
    }
    return thread;
}

/* "(grid (cta (warp P0) (warp P1)))": a cta or work_group begins a block, a warp, wave or sub_group
 * a warp in it. */
static void read_scope_tree(file_t *file, char *text) {
    unsigned block = 0, warp = 0;
    bool any_block = false;
    for (char *word = strtok(text, "() \t"); word; word = strtok(NULL, "() \t")) {
        if (strcmp(word, "cta") == 0 || strcmp(word, "work_group") == 0 ||
            strcmp(word, "wg") == 0) {
            block += any_block;
            any_block = true;
            warp = UINT32_MAX;
        } else if (strcmp(word, "warp") == 0 || strcmp(word, "wave") == 0 ||
                   strcmp(word, "sub_group") == 0 || strcmp(word, "sg") == 0) {
            warp++;
        } else if ((*word == 'P' || *word == 'T') && isdigit((unsigned char)word[1])) {
            litmus_thread_t *thread = litmus_thread(file->litmus, file->line, word);
            if (!thread) return;
            thread->block = block;
            thread->warp = warp;
            thread->placed = true;
        } else if (strcmp(word, "grid") != 0 && strcmp(word, "device") != 0 &&
                   strcmp(word, "system") != 0 && strcmp(word, "kernel") != 0) {
            litmus_problem(
                file->litmus, file->line,
                "'%.40s' is no level of a scope tree: grid, device, cta, work_group, warp, wave",
                word);
        }
    }
}

/* Warps that were not named get unused numbers. */
static void number_warps(litmus_t *litmus) {
    for (unsigned i = 0; i < litmus->threads; i++) {
        if (litmus->thread[i].warp != UINT32_MAX) continue;
        unsigned next = 0;
        for (unsigned other = 0; other < litmus->threads; other++)
            if (litmus->thread[other].block == litmus->thread[i].block &&
                litmus->thread[other].warp != UINT32_MAX && litmus->thread[other].warp >= next)
                next = litmus->thread[other].warp + 1;
        litmus->thread[i].warp = next;
    }
}

/* ---- program ---- */

static bool begins(const char *line, const char *word) {
    return strncasecmp(line, word, strlen(word)) == 0;
}

/* "P1:r0 = 1", "1:r0 == 1", "P1:r0 != 0" */
static void read_condition(file_t *file, char *text) {
    litmus_t *litmus = file->litmus;
    char owner[8] = "", name[LITMUS_NAME_MAX] = "", relation[4] = "";
    uint32_t value = 0;
    int end = 0;
    const bool read =
        sscanf(text, "%7[PT0-9]:%31[A-Za-z0-9_] %3[=!] %n", owner, name, relation, &end) == 3 &&
        litmus_number(text + end, &value) &&
        (strcmp(relation, "==") == 0 || strcmp(relation, "=") == 0 || strcmp(relation, "!=") == 0);
    if (!read || litmus->conditions == LITMUS_CONDITIONS_MAX) {
        litmus_problem(litmus, file->line,
                       "'%.60s' is not taken in a filter: at most %d conditions like P1:r0 == 1, "
                       "joined by /\\",
                       text, LITMUS_CONDITIONS_MAX);
        return;
    }
    litmus_thread_t *thread = litmus_thread(litmus, file->line, owner);
    const int number = thread ? litmus_register(litmus, file->line, thread, name) : -1;
    if (number < 0) return;
    assert(thread < litmus->thread + litmus->threads && number < (int)thread->registers);
    assert(litmus->conditions < LITMUS_CONDITIONS_MAX);
    litmus->condition[litmus->conditions++] =
        (litmus_condition_t){.thread = (unsigned)(thread - litmus->thread),
                             .number = (unsigned)number,
                             .value = value,
                             .equal = *relation == '='};
}

static void read_filter(file_t *file, char *text) {
    for (char *at = strstr(text, "/\\"); at; at = strstr(at, "/\\")) at[0] = at[1] = '&';
    for (char *at = text; *at; at++)
        if (*at == '(' || *at == ')' || *at == ';') *at = ' ';
    for (char *part = strtok(text, "&"); part; part = strtok(NULL, "&"))
        read_condition(file, litmus_trim(part));
}

/* The lines after the program: the scope tree is read, conditions and memory maps are ignored. */
static bool read_tail_line(file_t *file, char *line) {
    if (begins(line, "scopetree")) {
        read_scope_tree(file, line + strlen("scopetree"));
        return true;
    }
    if (begins(line, "filter")) {
        read_filter(file, line + strlen("filter"));
        return true;
    }
    static const char *const passed[] = {"exists",   "~exists", "forall",    "locations",
                                         "observed", "final",   "not exists"};
    for (size_t i = 0; i < sizeof passed / sizeof *passed; i++)
        if (begins(line, passed[i])) return true;
    return (strstr(line, ": shared") || strstr(line, ": global") || strstr(line, ":shared") ||
            strstr(line, ":global")) &&
           !strchr(line, ';');
}

/* True: the line continues the condition before it. */
static bool is_condition(const char *line) {
    return *line == '(' || *line == ')' || *line == '\\' || *line == '/';
}

static void read_table(file_t *file) {
    assert(file->read && !file->functions);
    litmus_thread_t *column[LITMUS_THREADS_MAX] = {NULL};
    unsigned columns = 0;
    char *line, *part[LITMUS_THREADS_MAX + 1];
    while ((line = next_line(file))) {
        if (read_tail_line(file, line) || (columns > 0 && is_condition(line))) continue;
        char *end = strrchr(line, ';');
        if (!end) {
            litmus_problem(file->litmus, file->line,
                           "'%.60s' is no row of the program: it ends with ';'", line);
            continue;
        }
        *end = '\0';
        const unsigned count = litmus_split(line, '|', part, LITMUS_THREADS_MAX + 1);
        if (columns == 0) {
            columns = count <= LITMUS_THREADS_MAX ? count : LITMUS_THREADS_MAX;
            for (unsigned i = 0; i < columns; i++) column[i] = read_column_head(file, part[i]);
        } else {
            if (count > columns)
                litmus_problem(file->litmus, file->line, "%u columns for %u threads", count,
                               columns);
            for (unsigned i = 0; i < count && i < columns; i++)
                if (*part[i] != '\0' && column[i])
                    file->read(file->litmus, file->line, column[i], part[i]);
        }
    }
}

/* "P0 (global int *x, …) {": parameters are the variables of their names. */
static litmus_thread_t *read_function_head(file_t *file, char *line) {
    char *open = strchr(line, '(');
    if (open) *open = '\0';
    litmus_thread_t *thread = litmus_thread(file->litmus, file->line, litmus_trim(line));
    return thread;
}

static void read_functions(file_t *file) {
    assert(file->read && file->functions);
    litmus_thread_t *thread = NULL;
    char *line, *part[32];
    while ((line = next_line(file))) {
        if (!thread && (read_tail_line(file, line) || is_condition(line))) continue;
        if (!thread) {
            char *body = strchr(line, '{');
            thread = read_function_head(file, line); /* cuts the line at its parameters */
            while (!body && (line = next_line(file))) body = strchr(line, '{');
            if (!thread || !body) return;
            line = litmus_trim(body + 1);
        }
        char *close = strchr(line, '}');
        if (close) *close = '\0';
        const unsigned count = litmus_split(line, ';', part, 32);
        for (unsigned i = 0; i < count; i++)
            if (*part[i] != '\0') file->read(file->litmus, file->line, thread, part[i]);
        if (close) thread = NULL;
    }
}

static void check_whole(litmus_t *litmus) {
    assert(litmus->threads <= LITMUS_THREADS_MAX);
    if (litmus->threads == 0) litmus_problem(litmus, 0, "no thread was found");
    for (unsigned i = 0; i < litmus->threads; i++) {
        if (litmus->thread[i].block >= LITMUS_THREADS_MAX ||
            litmus->thread[i].warp >= LITMUS_WARPS_MAX)
            litmus_problem(litmus, 0,
                           "thread P%u: blocks are numbered 0 to %d, warps of a block 0 to %d", i,
                           LITMUS_THREADS_MAX - 1, LITMUS_WARPS_MAX - 1);
        if (litmus->thread[i].instructions == 0)
            litmus_problem(litmus, 0, "thread P%u has no instruction", i);
        if (!litmus->thread[i].placed)
            litmus_problem(litmus, 0,
                           "where thread P%u runs is not said: add 'P%u@cta 0' or a ScopeTree", i,
                           i);
    }
}

bool litmus_parse(char *text, litmus_t *litmus) {
    *litmus = (litmus_t){.threads = 0};
    file_t file = {.litmus = litmus, .rest = text};
    blank_comments(text);
    if (read_header(&file) && read_initial_state(&file)) {
        if (file.functions)
            read_functions(&file);
        else
            read_table(&file);
        number_warps(litmus);
        if (litmus->problems == 0) check_whole(litmus);
    }
    return litmus->problems == 0;
}
