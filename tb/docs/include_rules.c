/* SPDX-License-Identifier: Apache-2.0 */
/* include_rules.c: compares the quoted includes of cmodel, sim and cosim with the table "Rooms" of
 * docs/architecture.md.
 *
 * usage: include_rules [ROOT]        the checkout, default the working directory
 *
 * A row of the table is "| `ROOM` | what is in it | `ROOM` `ROOM` … |", "-" for no room. A room is
 * a folder; `ROOM/` followed by a star is that folder and all below it. A file belongs to the row
 * with the longest name that fits its folder. The paragraph that begins with `cmodel/parameters`
 * says which headers a name stands for that is no folder: "`NAME` stands for … `HEADER`, `HEADER`
 * …; `NAME` for these and `HEADER` …".
 *
 * A header that is named without a folder is one that the build makes (Verilator's,
 * build_id_value.h) and is not checked. sim/runtime/include and sim/kernels are CUDA that scord
 * compiles for its users: their files are not read, and headers in them count as sim/runtime's.
 *
 * Files of which each includes the next one, in a circle, are refused too. A part is NAME.c and
 * NAME.h (or .cpp) together; more than two parts of a room that need each other are printed as a
 * note.
 *
 * Prints a line for each violation, last "N passed, N failed": one check a row, file and circle.
 * Exit codes: 0 all hold, 1 some do not, 2 the document or a file cannot be read.
 */
#include <assert.h>
#include <ftw.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_ROOMS = 128, MAX_FILES = 2048, MAX_EDGES = 16384, MAX_NAMES = 128, MAX_CIRCLE = 64 };

typedef struct room {
    char *name; /* with its slash and star, if any */
    char *may_include[MAX_NAMES];
    size_t count;
    bool used;
} room_t;

/* A name that stands for some headers */
typedef struct alias {
    char *name;
    char *header[MAX_NAMES];
    size_t count;
} alias_t;

typedef struct file {
    char *path;
    bool good;
} file_t;

/* `from` includes `to`; both are indices of nodes: files, later parts */
typedef struct edge {
    size_t from, to;
    int line;
} edge_t;

static room_t rooms[MAX_ROOMS];
static alias_t aliases[MAX_NAMES];
static file_t files[MAX_FILES];
static edge_t edges[MAX_EDGES];
static size_t room_count, alias_count, file_count, edge_count;
static size_t passed, failed;

static _Noreturn void die(const char *what, const char *name) {
    fprintf(stderr, "include_rules: %s: %s\n", name, what);
    exit(2);
}

static char *copy(const char *text, size_t length) {
    char *result = strndup(text, length);
    if (!result) die("out of memory", text);
    return result;
}

static bool ends_with(const char *text, const char *end) {
    size_t length = strlen(text), tail = strlen(end);
    return length >= tail && strcmp(text + length - tail, end) == 0;
}

static bool starts_with(const char *text, const char *start) {
    return strncmp(text, start, strlen(start)) == 0;
}

/* The next `name` in backquotes at or after *text, NULL if there is none; *text goes behind it. */
static char *next_name(const char **text) {
    const char *first = strchr(*text, '`');
    const char *last = first ? strchr(first + 1, '`') : NULL;
    if (!last) return NULL;
    *text = last + 1;
    return copy(first + 1, (size_t)(last - first - 1));
}

static void read_row(const char *line) {
    const char *text = line;
    if (room_count == MAX_ROOMS) die("too many rooms", line);
    room_t *room = &rooms[room_count++];
    room->name = next_name(&text);
    const char *column = strrchr(line, '|');
    while (column > text && column[-1] != '|') column--;
    for (char *name; (name = next_name(&column));) {
        if (room->count == MAX_NAMES) die("too many names in a row", line);
        room->may_include[room->count++] = name;
    }
}

static void read_aliases(const char *paragraph) {
    for (char *name; (name = next_name(&paragraph));) {
        if (!ends_with(name, ".h")) {
            if (alias_count == MAX_NAMES) die("too many names", name);
            if (alias_count > 0) aliases[alias_count] = aliases[alias_count - 1]; /* "these and" */
            aliases[alias_count++].name = name;
        } else if (alias_count > 0) {
            alias_t *alias = &aliases[alias_count - 1];
            if (alias->count == MAX_NAMES) die("too many headers", name);
            alias->header[alias->count++] = name;
        }
    }
}

static void read_document(const char *path) {
    FILE *in = fopen(path, "r");
    if (!in) die("cannot be read", path);
    char line[4096], paragraph[8192] = "";
    bool table = false, names = false;
    while (fgets(line, sizeof line, in)) {
        line[strcspn(line, "\n")] = '\0';
        if (starts_with(line, "| room "))
            table = true;
        else if (table && starts_with(line, "| `"))
            read_row(line);
        else if (table && line[0] != '|')
            table = false;
        if (starts_with(line, "`cmodel/parameters`")) names = true;
        if (names && !line[0]) break;
        if (names) strncat(paragraph, line, sizeof paragraph - strlen(paragraph) - 1);
    }
    fclose(in);
    read_aliases(paragraph);
    if (room_count == 0 || alias_count == 0) die("no table of rooms, or no names below it", path);
}

/* Whether a room of the table, plain or with a star, names the folder. */
static bool names_folder(const char *room, const char *folder) {
    if (!ends_with(room, "/*")) return strcmp(room, folder) == 0;
    size_t length = strlen(room) - 2;
    return strncmp(room, folder, length) == 0 && (!folder[length] || folder[length] == '/');
}

/* The folder of a file, as the table counts it; the caller frees it. */
static char *folder_of(const char *path) {
    if (starts_with(path, "sim/runtime/include/")) return copy("sim/runtime", 11);
    const char *slash = strrchr(path, '/');
    return slash ? copy(path, (size_t)(slash - path)) : copy("", 0);
}

static room_t *room_of(const char *folder) {
    room_t *best = NULL;
    for (size_t i = 0; i < room_count; i++) {
        if (names_folder(rooms[i].name, folder) &&
            (!best || strlen(rooms[i].name) > strlen(best->name))) {
            best = &rooms[i];
        }
    }
    return best;
}

static bool allowed(const room_t *room, const char *own_folder, const char *header) {
    char *folder = folder_of(header);
    bool holds = strcmp(folder, own_folder) == 0;
    for (size_t i = 0; i < room->count && !holds; i++) {
        holds = names_folder(room->may_include[i], folder);
        for (size_t k = 0; k < alias_count && !holds; k++) {
            if (strcmp(aliases[k].name, room->may_include[i]) != 0) continue;
            for (size_t n = 0; n < aliases[k].count && !holds; n++)
                holds = strcmp(aliases[k].header[n], header) == 0;
        }
    }
    free(folder);
    return holds;
}

static size_t find_file(const char *path) {
    for (size_t i = 0; i < file_count; i++) {
        if (strcmp(files[i].path, path) == 0) return i;
    }
    return MAX_FILES;
}

__attribute__((format(printf, 3, 4))) static void complain(file_t *file, int line,
                                                           const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    printf("%s:%d: ", file->path, line);
    vprintf(format, arguments);
    putchar('\n');
    va_end(arguments);
    file->good = false;
}

static void check_include(size_t index, int line, const char *header, const room_t *room,
                          const char *folder) {
    file_t *file = &files[index];
    size_t to = find_file(header);
    if (!strchr(header, '/')) {
        char beside[4096];
        snprintf(beside, sizeof beside, "%s/%s", folder, header);
        if (find_file(beside) < MAX_FILES)
            complain(file, line, "\"%s\": name it from the root of the checkout", header);
        return;
    }
    if (to < MAX_FILES) {
        if (edge_count == MAX_EDGES) die("too many includes", header);
        edges[edge_count++] = (edge_t){index, to, line};
    } else if (access(header, R_OK) != 0) {
        complain(file, line, "there is no \"%s\"", header);
        return;
    }
    if (!allowed(room, folder, header)) {
        char list[1024] = "";
        for (size_t i = 0; i < room->count; i++) {
            size_t used = strlen(list);
            snprintf(list + used, sizeof list - used, " `%s`", room->may_include[i]);
        }
        complain(file, line, "\"%s\": `%s` may include%s", header, room->name,
                 room->count ? list : " nothing");
    }
}

static void check_file(size_t index) {
    file_t *file = &files[index];
    char *folder = folder_of(file->path);
    room_t *room = room_of(folder);
    FILE *in = fopen(file->path, "r");
    if (!in) die("cannot be read", file->path);
    if (room)
        room->used = true;
    else
        complain(file, 1, "its folder is in no row of the table \"Rooms\"");
    char line[4096], header[1024];
    for (int number = 1; room && fgets(line, sizeof line, in); number++) {
        if (sscanf(line, " # include \"%1023[^\"]\"", header) == 1)
            check_include(index, number, header, room, folder);
    }
    fclose(in);
    free(folder);
}

/* Circles, by depth: a node is being visited while it is on the path. */
typedef struct walk {
    size_t path[MAX_FILES], length;
    unsigned char state[MAX_FILES]; /* 0 not seen, 1 on the path, 2 done */
} walk_t;

static void find_circles(walk_t *walk, size_t node) {
    assert(walk->length < MAX_FILES);
    walk->path[walk->length++] = node;
    walk->state[node] = 1;
    for (size_t i = 0; i < edge_count; i++) {
        if (edges[i].from != node || walk->state[edges[i].to] == 2) continue;
        if (walk->state[edges[i].to] == 0) {
            find_circles(walk, edges[i].to);
            continue;
        }
        printf("%s:%d: files include each other in a circle:", files[node].path, edges[i].line);
        size_t first = walk->length - 1;
        while (walk->path[first] != edges[i].to) first--;
        for (size_t k = first; k < walk->length; k++) printf(" %s", files[walk->path[k]].path);
        puts("");
        failed++;
    }
    walk->state[node] = 2;
    walk->length--;
}

/* Parts: reach[a][b] when a needs b, over any number of steps within their room. */
static bool reach[MAX_FILES][MAX_FILES];

static void find_part_circles(void) {
    static size_t part_of[MAX_FILES];
    static bool listed[MAX_FILES];
    for (size_t i = 0; i < file_count; i++) { /* the first file of the same stem */
        size_t stem = (size_t)(strrchr(files[i].path, '.') - files[i].path + 1);
        for (part_of[i] = 0; strncmp(files[part_of[i]].path, files[i].path, stem) != 0;)
            part_of[i]++;
    }
    for (size_t i = 0; i < edge_count; i++) {
        char *from = folder_of(files[edges[i].from].path), *to = folder_of(files[edges[i].to].path);
        if (strcmp(from, to) == 0) reach[part_of[edges[i].from]][part_of[edges[i].to]] = true;
        free(from);
        free(to);
    }
    for (size_t via = 0; via < file_count; via++) {
        for (size_t from = 0; from < file_count; from++) {
            for (size_t to = 0; reach[from][via] && to < file_count; to++)
                reach[from][to] |= reach[via][to];
        }
    }
    for (size_t i = 0; i < file_count; i++) {
        size_t circle[MAX_CIRCLE] = {i}, count = 1;
        for (size_t k = i + 1; k < file_count && count < MAX_CIRCLE; k++) {
            if (!listed[k] && reach[i][k] && reach[k][i]) circle[count++] = k;
        }
        if (listed[i] || count <= 2) continue;
        printf("note: %s: %zu parts need each other in a circle:", files[i].path, count);
        for (size_t k = 0; k < count; k++) {
            const char *path = files[circle[k]].path;
            printf(" %.*s", (int)(strrchr(path, '.') - path), path);
            listed[circle[k]] = true;
        }
        puts("");
    }
}

static int add_file(const char *path, const struct stat *status, int type, struct FTW *where) {
    (void)status, (void)where;
    const char *dot = strrchr(path, '.');
    if (type != FTW_F || !dot || (strcmp(dot, ".c") && strcmp(dot, ".h") && strcmp(dot, ".cpp")))
        return 0;
    if (starts_with(path, "sim/runtime/include/") || starts_with(path, "sim/kernels/")) return 0;
    if (file_count == MAX_FILES) die("too many files", path);
    files[file_count++] = (file_t){copy(path, strlen(path)), true};
    return 0;
}

static int by_path(const void *a, const void *b) {
    return strcmp(((const file_t *)a)->path, ((const file_t *)b)->path);
}

int main(int argc, char **argv) {
    if (argc > 2) die("usage: include_rules [ROOT]", "arguments");
    if (argc == 2 && chdir(argv[1]) != 0) die("no such folder", argv[1]);
    read_document("docs/architecture.md");
    const char *tops[] = {"cmodel", "sim", "cosim"};
    for (size_t i = 0; i < 3; i++) {
        if (nftw(tops[i], add_file, 16, FTW_PHYS) != 0) die("cannot be read", tops[i]);
    }
    qsort(files, file_count, sizeof *files, by_path);
    for (size_t i = 0; i < file_count; i++) {
        check_file(i);
        if (files[i].good)
            passed++;
        else
            failed++;
    }
    for (size_t i = 0; i < room_count; i++) {
        if (rooms[i].used)
            passed++;
        else
            failed++, printf("docs/architecture.md:1: no file is in room `%s`\n", rooms[i].name);
    }
    static walk_t walk;
    for (size_t i = 0; i < file_count; i++) {
        if (walk.state[i] == 0) find_circles(&walk, i);
    }
    find_part_circles();
    printf("%zu passed, %zu failed\n", passed, failed);
    return failed ? 1 : 0;
}
