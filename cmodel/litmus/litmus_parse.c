/* SPDX-License-Identifier: Apache-2.0 */
/* litmus_parse.c: the parts of a litmus file: header, initial state, program, scope tree
 * (docs/litmus.md).
 *
 *   DIALECT NAME                          PTX, GPU_PTX, LISA, VULKAN or OPENCL
 *   { x = 0; 0:r1 = x; P0:r0 = 0; }
 *    P0@cta 0 | P1@cta 1 ;                tables: one column a thread
 *    st.weak x, 1 | ld.weak r0, x ;
 *   P0 (...) { *x = 1; }                  OPENCL: one function a thread
 *   ScopeTree (grid (cta (warp P0)) (cta (warp P1)))
 *   x: shared, y: global                  the memory map
 *   filter (1:r0 = 1)                     litmus_filter.c
 *   exists (1:r0 = 1)                     ignored
 *
 * One pass over the lines. The text is split in place; names are pointers into it until they are
 * copied. The dialect of the first line chooses how instructions are read (litmus_table.c,
 * litmus_opencl.c) and whether threads are columns or functions.
 *
 * A line that cannot be imported is recorded with its number and the reason, and parsing continues,
 * so that one run reports all of them. The test is used only if there is none. Checks of the whole
 * test (litmus_check.c) come last and only then, because a bad line would make them fail too.
 *
 * Invariants
 *   - counts never exceed the arrays of litmus_t: an element too many is recorded as a problem.
 *   - a register of a condition or an instruction has been named before: its number is valid.
 *   - the target of a branch is a label until litmus_check makes it an instruction.
 *   - warp UINT32_MAX means "a separate warp"; litmus_check replaces it.
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
    bool functions;           /* threads are functions: there is no `read` */
    bool conditions;          /* of herd follow: observed states, a final condition by model */
} file_t;

/* Comments blanked out, line ends kept: (* … *), / * … * /, and // to the end of the line. In C,
 * "(*x" reads what x points to. */
static void blank_comments(char *text) {
    const char *end = NULL;
    const bool in_c = strncasecmp(text + strspn(text, " \t\r\n"), "OPENCL", 6) == 0;
    for (char *at = text; *at; at++) {
        const char third = at[1] != '\0' ? at[2] : '\0';
        const bool reads = in_c && (isalpha((unsigned char)third) || third == '_');
        if (!end && ((strncmp(at, "(*", 2) == 0 && !reads) || strncmp(at, "/*", 2) == 0))
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
    {"LISA", litmus_read_lisa, false},
    {"VULKAN", litmus_read_vulkan, false},
    {"OPENCL", NULL, true},
};

static char *next_of_file(void *file, unsigned *line) {
    char *text = next_line(file);
    *line = ((file_t *)file)->line;
    return text;
}

static bool read_header(file_t *file) {
    assert(!file->read);
    litmus_t *litmus = file->litmus;
    char *line = next_line(file);
    if (line && litmus_khronos_begins(line)) {
        litmus_read_khronos(litmus, line, next_of_file, file, file->line);
        litmus_check(litmus);
        return false;
    }
    if (line) sscanf(line, "%31s %127[^\n]", litmus->dialect, litmus->name);
    for (size_t i = 0; i < sizeof dialects / sizeof *dialects; i++) {
        if (strcasecmp(dialects[i].name, litmus->dialect) != 0) continue;
        file->read = dialects[i].read;
        file->functions = dialects[i].functions;
        return true;
    }
    litmus_problem(
        litmus, file->line,
        "a litmus file begins with PTX, GPU_PTX, LISA, VULKAN or OPENCL and a name, or with NEWWG, "
        "not '%.60s'",
        line ? line : "");
    return false;
}

/* ---- initial state ---- */

/* "0", "P0" and "T0" name a thread. */
static bool is_thread_name(const char *text) {
    const char *digits = text + (*text == 'P' || *text == 'T');
    return *digits != '\0' && digits[strspn(digits, "0123456789")] == '\0';
}

/* A declaration's types go before its name: ".reg .s32 r0", "int x", "atomic_int *x". */
static char *last_word(char *text) {
    char *at = text + strlen(text);
    while (at > text && !isspace((unsigned char)at[-1]) && at[-1] != '*') at--;
    return at;
}

/* A number, or a variable's name for its address. */
static bool read_initial_value(file_t *file, const char *text, uint32_t *value) {
    if (litmus_number(text, value)) return true;
    const char *name = text + (*text == '&');
    if (isdigit((unsigned char)*name) || *name == '-') return false;
    char place[LITMUS_NAME_MAX * 2];
    snprintf(place, sizeof place, "%s", name);
    const int known = litmus_place(file->litmus, file->line, place);
    const int variable = known >= 0 ? known : litmus_variable(file->litmus, file->line, name);
    if (variable >= 0) *value = file->litmus->variable_address[variable];
    return variable >= 0;
}

static void init_register(file_t *file, litmus_thread_t *thread, char *name, const char *value) {
    litmus_t *litmus = file->litmus;
    const int number = litmus_register(litmus, file->line, thread, last_word(name));
    assert(number < (int)thread->registers);
    if (number < 0) return;
    if (value && !read_initial_value(file, value, &thread->register_value[number]))
        litmus_problem(litmus, file->line,
                       "the initial value '%.60s' is neither a number of 32 bits nor a variable",
                       value);
    thread->register_given[number] = true; /* one without a value begins with 0 */
}

static bool has_word(const char *text, const char *word) {
    const size_t length = strlen(word);
    for (const char *at = strstr(text, word); at; at = strstr(at + 1, word))
        if ((at == text || !isalnum((unsigned char)at[-1])) && !isalnum((unsigned char)at[length]))
            return true;
    return false;
}

/* "{1, 2}": of the elements from the first on. */
static void init_elements(file_t *file, unsigned variable, char *list) {
    litmus_t *litmus = file->litmus;
    char *part[LITMUS_VARIABLES_MAX], *end = strrchr(list, '}');
    if (end) *end = '\0';
    const unsigned count = litmus_split(list + 1, ',', part, LITMUS_VARIABLES_MAX);
    if (count > 1 && litmus->variable_elements[variable] < count)
        litmus_declare_array(litmus, file->line, variable, count);
    for (unsigned i = 0; i < count; i++) {
        const int element = litmus_element(litmus, file->line, variable,
                                           i * litmus->variable_width[variable]);
        uint32_t value;
        if (element < 0 || *part[i] == '\0') continue;
        if (read_initial_value(file, part[i], &value))
            litmus->variable_value[element] = value;
        else
            litmus_problem(litmus, file->line,
                           "the initial value '%.60s' of %s is no number of 32 bits", part[i],
                           litmus->variable_name[element]);
    }
}

/* "x[2]" with a list or nothing declares an array, with a number it is one of its elements. -1: a
 * problem is recorded. */
static int array_or_element(file_t *file, unsigned variable, const char *index, const char *value) {
    litmus_t *litmus = file->litmus;
    uint32_t number;
    if (!litmus_number(index, &number) || number > LITMUS_VARIABLES_MAX) {
        litmus_problem(litmus, file->line, "'%.40s' is no number of elements: at most %d", index,
                       LITMUS_VARIABLES_MAX);
        return -1;
    }
    const bool element = value && *value != '{';
    const bool grows = element && litmus->variable_elements[variable] <= number;
    if (!element || grows) litmus_declare_array(litmus, file->line, variable, number + element);
    return element ? litmus_element(litmus, file->line, variable,
                                    number * litmus->variable_width[variable])
                   : (int)variable;
}

/* NAME and what the file says of its type and storage. */
static void init_variable(file_t *file, char *name, const char *type, char *value) {
    litmus_t *litmus = file->litmus;
    char *bare = last_word(name), *index, *offset;
    const bool bracketed = *bare == '[';
    bare += bracketed;
    if (bracketed) bare[strcspn(bare, "]")] = '\0';
    if (!litmus_split_place(bare, &index, &offset) || offset) {
        litmus_problem(litmus, file->line, "'%.60s' names no variable", bare);
        return;
    }
    int number = litmus_variable(litmus, file->line, litmus_trim(bare));
    assert(number < (int)litmus->variables);
    if (number < 0) return;
    litmus->variable_shared[number] |= has_word(type, "shared") || has_word(type, "local");
    if (litmus->variable_elements[number] == 0) litmus_type(litmus, (unsigned)number, type);
    if (index) number = array_or_element(file, (unsigned)number, index, value);
    if (number < 0) return;
    if (value && *value == '{')
        init_elements(file, (unsigned)number, value);
    else if (value && !read_initial_value(file, value, &litmus->variable_value[number]))
        litmus_problem(litmus, file->line,
                       "the initial value '%.60s' of %s is no number of 32 bits", value, bare);
}

/* "x: int = 0", "x @ shared = 0", "shared int x = 0", "x = 0" */
static void init_typed_variable(file_t *file, char *left, char *value) {
    char *mark = strpbrk(left, ":@");
    if (mark) {
        *mark = '\0';
        init_variable(file, litmus_trim(left), mark + 1, value);
        return;
    }
    char type[64];
    snprintf(type, sizeof type, "%.*s", (int)(last_word(left) - left), left);
    init_variable(file, left, type, value);
}

static void init_one(file_t *file, char *text) {
    char *equal = strchr(text, '='), *value = NULL;
    if (*text == '\0') return;
    if (has_word(text, "aliases")) {
        litmus_problem(file->litmus, file->line,
                       "'%.60s' is not taken: aliases are another proxy's, and not modelled", text);
        return;
    }
    if (equal) {
        *equal = '\0';
        value = litmus_trim(equal + 1);
    }
    char *left = litmus_trim(text), *colon = strchr(left, ':');
    if (colon) *colon = '\0';
    if (colon && is_thread_name(last_word(litmus_trim(left)))) { /* a type may be before it */
        litmus_thread_t *thread = litmus_thread(file->litmus, file->line,
                                                last_word(litmus_trim(left)));
        if (thread) init_register(file, thread, litmus_trim(colon + 1), value);
        return;
    }
    if (colon) *colon = ':';
    init_typed_variable(file, left, value);
}

/* "x = 0", or several with commas: "shared int x = 0, y = 0". The type of the first is that of all.
 */
static void init_some(file_t *file, char *text) {
    char *part[LITMUS_VARIABLES_MAX * 2], type[64] = "", typed[512];
    const unsigned count = litmus_split(text, ',', part, LITMUS_VARIABLES_MAX * 2);
    if (count > 1) {
        char first[64];
        snprintf(first, sizeof first, "%s", part[0]);
        first[strcspn(first, "=")] = '\0';
        const char *name = last_word(litmus_trim(first));
        snprintf(type, sizeof type, "%.*s", (int)(name - first), first);
    }
    for (unsigned i = 0; i < count; i++) {
        snprintf(typed, sizeof typed, "%s%s", i > 0 ? type : "", part[i]);
        init_one(file, typed);
    }
}

/* The brace that ends the initial state, NULL: it is not in TEXT. Lists of values have their own.
 */
static char *closing_brace(char *text) {
    unsigned depth = 0;
    for (; *text; text++) {
        if (*text == '{') depth++;
        if (*text == '}' && depth-- == 0) return text;
    }
    return NULL;
}

/* From the line with '{' to the one with '}'. */
static bool read_initial_state(file_t *file) {
    char *line, *part[64];
    bool quoted = false; /* in a description of several lines */
    while ((line = next_line(file)) && (quoted || *line != '{')) {
        if (!quoted && *line != '"' && (strchr(line, '|') || line[strlen(line) - 1] == ';'))
            litmus_problem(file->litmus, file->line,
                           "'%.60s' is neither a description nor the initial state", line);
        for (const char *at = strchr(line, '"'); at; at = strchr(at + 1, '"')) quoted = !quoted;
    }
    for (bool done = false; line && !done; line = done ? line : next_line(file)) {
        char *begin = line + (*line == '{'), *close = closing_brace(begin);
        done = close;
        if (close) *close = '\0';
        const unsigned count = litmus_split(begin, ';', part, 64);
        for (unsigned i = 0; i < count; i++) init_some(file, part[i]);
    }
    if (!line) litmus_problem(file->litmus, 0, "no initial state { … } was found");
    return line;
}

/* ---- where threads run ---- */

/* "cta 0" */
static void read_place(file_t *file, litmus_thread_t *thread, const char *text) {
    char level[9] = "";
    uint32_t number = 0;
    int end = 0;
    const bool read = sscanf(text, "%8[a-z] %n", level, &end) == 1 && text[end] != '-' &&
                      litmus_number(text + end, &number);
    const bool block = strcmp(level, "cta") == 0 || strcmp(level, "wg") == 0;
    const bool warp = strcmp(level, "warp") == 0 || strcmp(level, "sg") == 0;
    const bool cluster = strcmp(level, "cluster") == 0, passed = strcmp(level, "sys") == 0;
    const bool device = strcmp(level, "gpu") == 0 || strcmp(level, "qf") == 0 ||
                        strcmp(level, "dv") == 0 || strcmp(level, "dev") == 0;
    if (block) thread->block = number;
    if (warp) thread->warp = number;
    if (device && number != 0) thread->device = number;
    if (cluster) thread->cluster = number;
    thread->placed = thread->placed || block;
    if (!read || (!block && !warp && !device && !cluster && !passed))
        litmus_problem(file->litmus, file->line,
                       "the place '%.40s' is not taken: cta, wg, warp, sg, gpu, qf, dv, dev, sys, "
                       "cluster and a number",
                       text);
}

/* "cta 0,gpu 0", "sg 0,wg 1,qf 0" */
static void read_places(file_t *file, litmus_thread_t *thread, char *text) {
    char *part[8];
    thread->warp = UINT32_MAX; /* no warp named: a separate one */
    const unsigned parts = litmus_split(text, ',', part, 8);
    assert(parts <= sizeof part / sizeof *part);
    for (unsigned i = 0; i < parts; i++) read_place(file, thread, part[i]);
}

/* "P0@cta 0,gpu 0" */
static litmus_thread_t *read_column_head(file_t *file, char *text) {
    char *place = strchr(text, '@');
    if (place) *place++ = '\0';
    litmus_thread_t *thread = litmus_thread(file->litmus, file->line, litmus_trim(text));
    if (thread && place) read_places(file, thread, place);
    return thread;
}

static bool is_one_of(const char *word, const char *const *words) {
    for (; *words; words++)
        if (strcasecmp(word, *words) == 0) return true;
    return false;
}

/* "(grid (cta (warp P0) (warp P1)))": a device or gpu begins a device, a cta or work_group a block
 * in it, a warp, wave or sub_group a warp in that. A level may have a number. */
static void read_scope_tree(file_t *file, char *text) {
    static const char *const blocks[] = {"cta", "work_group", "wg", "block", NULL};
    static const char *const warps[] = {"warp", "wave", "sub_group", "sg", NULL};
    static const char *const clusters[] = {"cluster", NULL};
    static const char *const devices[] = {"device", "gpu", "dev", "qf", "agent", NULL};
    static const char *const above[] = {"grid", "system",    "sys", "kernel", "ker", "dv",
                                        "all",  "work_item", "wi",  "thread", NULL};
    unsigned block = 0, warp = 0, cluster = 0, device = 0;
    bool any_cluster = false, any_block = false, any_device = false, after_level = false;
    for (char *word = strtok(text, "(), \t"); word; word = strtok(NULL, "(), \t")) {
        const bool number = after_level && word[strspn(word, "0123456789")] == '\0';
        after_level = !is_thread_name(word);
        if (number) {
            after_level = false;
        } else if (is_one_of(word, devices)) {
            device += any_device;
            any_device = true;
        } else if (is_one_of(word, clusters)) {
            cluster += any_cluster;
            any_cluster = true;
        } else if (is_one_of(word, blocks)) {
            block += any_block;
            any_block = true;
            warp = UINT32_MAX;
        } else if (is_one_of(word, warps)) {
            warp++;
        } else if (is_thread_name(word)) {
            litmus_thread_t *thread = litmus_thread(file->litmus, file->line, word);
            if (!thread) return;
            thread->block = block;
            thread->warp = warp;
            thread->cluster = cluster;
            thread->device = device;
            thread->placed = true;
        } else if (!is_one_of(word, above)) {
            litmus_problem(
                file->litmus, file->line,
                "'%.40s' is no level of a scope tree: grid, device, cta, work_group, warp, wave",
                word);
        }
    }
}

/* ---- program ---- */

static bool begins(const char *line, const char *word) {
    return strncasecmp(line, word, strlen(word)) == 0;
}

/* The text after KEYWORD in LINE, with the lines that follow as long as a bracket is open, in
 * BUFFER. */
static char *with_following(file_t *file, const char *line, char *buffer, size_t size) {
    int open = 0;
    size_t used = 0;
    for (const char *next = line; next; next = open > 0 ? next_line(file) : NULL) {
        for (const char *at = next; *at; at++) open += (*at == '(') - (*at == ')');
        used += (size_t)snprintf(buffer + used, size - used, "%s ", next);
        if (used < size) continue;
        litmus_problem(file->litmus, file->line,
                       "more than %zu characters in one condition or tree", size - 1);
        break;
    }
    return buffer;
}

/* "x: shared, y: global". False: the line is none. */
static bool read_memory_map(file_t *file, char *line) {
    char copy[256], *part[LITMUS_VARIABLES_MAX];
    if (strchr(line, ';') || strchr(line, '|') || !strchr(line, ':')) return false;
    if (strlen(line) >= sizeof copy) return false;
    strcpy(copy, line);
    const unsigned parts = litmus_split(copy, ',', part, LITMUS_VARIABLES_MAX);
    for (unsigned i = 0; i < parts; i++) {
        char *colon = strchr(part[i], ':');
        if (!colon) return false;
        *colon = '\0';
        const char *space = litmus_trim(colon + 1), *name = litmus_trim(part[i]);
        const bool shared = strcmp(space, "shared") == 0 || strcmp(space, "local") == 0;
        if (!shared && strcmp(space, "global") != 0) return false;
        if (!litmus_is_variable(file->litmus, name)) continue;
        const int number = litmus_variable(file->litmus, file->line, name);
        for (unsigned element = 0; element < file->litmus->variables; element++)
            if (file->litmus->variable_base[element] == number)
                file->litmus->variable_shared[element] = shared;
    }
    return true;
}

void litmus_read_system_order(litmus_t *litmus, unsigned line, char *text) {
    litmus_thread_t *thread[2] = {NULL, NULL};
    unsigned count = 0;
    for (char *word = strtok(text, "(),;-> \t"); word; word = strtok(NULL, "(),;-> \t"), count++)
        if (count < 2) thread[count] = litmus_thread(litmus, line, word);
    if (count != 2) litmus_problem(litmus, line, "'ssw' takes two threads: ssw P0 P1");
    if (count != 2 || !thread[0] || !thread[1]) return;
    litmus->after[thread[1] - litmus->thread] |= (uint8_t)(1u << (thread[0] - litmus->thread));
    litmus_only_vulkan(litmus, line, "'ssw' is");
}

/* The lines after the program: the scope tree, the filter and the memory map are read, conditions
 * are ignored. */
static bool read_tail_line(file_t *file, char *line) {
    char buffer[1024];
    if (begins(line, "scopetree") || begins(line, "scopes")) {
        char *tree = strchr(line, '(');
        if (!tree) tree = next_line(file);
        if (tree) read_scope_tree(file, with_following(file, tree, buffer, sizeof buffer));
        return true;
    }
    if (begins(line, "filter")) {
        const unsigned number = file->line;
        litmus_read_filter(file->litmus, number,
                           with_following(file, line + strlen("filter"), buffer, sizeof buffer));
        return true;
    }
    if (begins(line, "ssw")) {
        litmus_read_system_order(file->litmus, file->line, line + strlen("ssw"));
        return true;
    }
    /* observed states and final conditions by model are lines of any form, up to the end */
    file->conditions = file->conditions || begins(line, "observed") || begins(line, "final");
    if (file->conditions) return true;
    static const char *const passed[] = {"exists",    "~exists",    "~ exists", "forall",
                                         "locations", "not exists", "assert"};
    for (size_t i = 0; i < sizeof passed / sizeof *passed; i++)
        if (begins(line, passed[i])) {
            with_following(file, line, buffer, sizeof buffer);
            return true;
        }
    return read_memory_map(file, line);
}

/* True: the line continues the condition before it; so do the next ones while a bracket is open. */
static bool is_condition(file_t *file, const char *line) {
    char buffer[1024];
    const bool is = *line == '(' || *line == ')' || *line == '\\' || *line == '/';
    if (is) with_following(file, line, buffer, sizeof buffer);
    return is;
}

/* "setp.eq p|q, …": the bar between its predicates is no column's end, and becomes '^'. */
static void keep_predicates(char *line) {
    for (char *at = strstr(line, "setp"); at; at = strstr(at + 1, "setp"))
        for (char *bar = at; *bar != ',' && *bar != '\0'; bar++)
            if (*bar == '|') *bar = '^';
}

/* A cell may end with ';' as well. */
static char *without_end(char *cell) {
    size_t length = strlen(cell);
    while (length > 0 && (cell[length - 1] == ';' || cell[length - 1] == ' '))
        cell[--length] = '\0';
    return cell;
}

static void read_table(file_t *file) {
    assert(file->read && !file->functions);
    litmus_thread_t *column[LITMUS_THREADS_MAX] = {NULL};
    unsigned columns = 0;
    char *line, *part[LITMUS_THREADS_MAX + 1];
    while ((line = next_line(file))) {
        if (read_tail_line(file, line) || (columns > 0 && is_condition(file, line))) continue;
        char *end = strrchr(line, ';');
        if (!end) {
            litmus_problem(file->litmus, file->line,
                           "'%.60s' is no row of the program: it ends with ';'", line);
            continue;
        }
        *end = '\0';
        keep_predicates(line);
        const unsigned count = litmus_split(line, '|', part, LITMUS_THREADS_MAX + 1);
        if (columns == 0) {
            columns = count <= LITMUS_THREADS_MAX ? count : LITMUS_THREADS_MAX;
            for (unsigned i = 0; i < columns; i++) column[i] = read_column_head(file, part[i]);
        } else {
            if (count > columns)
                litmus_problem(file->litmus, file->line, "%u columns for %u threads", count,
                               columns);
            for (unsigned i = 0; i < count && i < columns; i++)
                if (*without_end(part[i]) != '\0' && column[i])
                    file->read(file->litmus, file->line, column[i], part[i]);
        }
    }
}

/* The rest of the file from LINE on, as one text again. */
static char *uncut(const file_t *file, char *line) {
    if (!file->rest) return line;
    for (char *at = line + strlen(line); at < file->rest - 1; at++)
        if (*at == '\0') *at = ' ';
    file->rest[-1] = '\n';
    return line;
}

/* "__kernel void P0": the name. */
static char *after_words(char *head) {
    static const char *const words[] = {"__kernel", "kernel", "void"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strncmp(head, words[i], strlen(words[i])) == 0)
            head = litmus_trim(head + strlen(words[i]));
    return head;
}

/* "P0@wg 0, dev 0 (global atomic_int* x, …) { … }": parameters are the variables of their names. */
static void read_functions(file_t *file) {
    assert(file->functions);
    bool any = false;
    for (char *line = next_line(file); line; line = next_line(file)) {
        if (read_tail_line(file, line) || (any && is_condition(file, line))) continue;
        char *text = uncut(file, line), *open = text + strcspn(text, "({;"), head[128];
        snprintf(head, sizeof head, "%.*s", (int)(open - text < 127 ? open - text : 127), text);
        litmus_thread_t *thread = *open == ';' ? NULL : read_column_head(file, after_words(head));
        if (*open == ';')
            litmus_problem(file->litmus, file->line, "'%.60s' begins no thread: P0 (…) {…} does",
                           head);
        if (!thread) return;
        file->rest = litmus_read_function(file->litmus, &file->line, thread, open);
        file->line--; /* next_line counts the rest of this line again */
        any = true;
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
        litmus_check(litmus);
    }
    return litmus->problems == 0;
}
