/* SPDX-License-Identifier: Apache-2.0 */
/* compile_files.c: the preprocessor left out where it would read the same files; see
 * compile_files.h.
 *
 * A side's key is a hash of its preprocessed text (compile_unit.c), and the preprocessor takes more
 * time than all else of a check that finds its program in the cache. Its text is decided by the
 * command line, by the files that it reads, and by the files that it looked for and did not find.
 * One entry of the cache keeps that, under the hash of compiler, command line, source and current
 * directory; a line each:
 *
 *   key HEX                        the side's key
 *   was u|s SIZE INODE CTIME PATH  a file that was read (u: one of the user's own), or a directory
 *   is|no PATH                     a name that an #include or __has_include could mean
 *
 * The names: each `#include NAME` and `__has_include(NAME)` of each file that was read, in each
 * directory of the command line, in /usr/local/include, and for NAME in quotes beside the file. A
 * header that appears earlier on the search path than the one that was read is so noticed.
 *
 * No entry is made, and the preprocessor runs each time, where files do not decide the text or are
 * not known: __TIME__, __DATE__ and __TIMESTAMP__, names of headers made by macros, flags that
 * change the search or write a list of headers, CPATH and its like, an overlay of the source, and
 * a file that changed within SETTLE before the preprocessor started, whose time may be that of a
 * later change, too.
 *
 * Invariant: an entry says "same" only if no file of it was written, replaced or renamed since (the
 * time of the last change of the inode, which no tool sets back, says so).
 *
 * Reference: the direct mode of ccache ("How ccache works" in its manual), which has the same idea;
 * it hashes contents and does not look for headers that appear.
 */
#include "cosim/commands/compile/compile_files.h"

#include <assert.h>
#include <ctype.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmodel/base/array.h"
#include "cosim/commands/shared/whole_file.h"

#define FORMAT "files 1"

enum {
    SETTLE = 20000000,   /* ns: more than a step of the clock that files' times are taken from */
    NAMES_MAX = 1 << 16, /* of an entry; beyond that none is made */
    STATUS_MAX = 96
};

/* ---- preprocessed text: lines `# 1 "file" flags`; flag 3 marks the system's own headers ---- */

const char *compile_next_file(const char *text, char path[PATH_MAX]) {
    for (const char *line = text; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        unsigned number;
        int length = 0;
        if (line[0] == '#' && sscanf(line, "# %u \"%4000[^\"]\"%n", &number, path, &length) == 2 &&
            number == 1)
            return line + length;
    }
    return NULL;
}

bool compile_users_file(const compile_options_t *options, const char *path, const char *flags) {
    return path[0] != '<' && !memchr(flags, '3', strcspn(flags, "\n")) &&
           strncmp(path, options->headers, strlen(options->headers)) != 0;
}

/* ---- names that could mean another file ---- */

typedef struct names {
    char **paths;
    size_t count, allocated;
    const char *directories[COMMAND_WORDS_MAX]; /* of the command line */
    unsigned directory_count;
    bool known; /* false: the files do not decide the text */
} names_t;

static void add_path(names_t *names, const char *directory, size_t directory_length,
                     const char *name, size_t length) {
    char *path = malloc(directory_length + length + 2);
    if (!path || names->count == NAMES_MAX ||
        !SCORD_ARRAY_ROOM(names->paths, names->allocated, names->count + 1)) {
        free(path);
        names->known = false;
        return;
    }
    sprintf(path, "%.*s/%.*s", (int)directory_length, directory, (int)length, name);
    names->paths[names->count++] = path;
}

static void add_name(names_t *names, const char *file, const char *name, size_t length) {
    static const char local[] = "/usr/local/include";
    if (name[0] == '/' || memchr(name, '\n', length)) return;
    for (unsigned i = 0; i < names->directory_count; i++)
        add_path(names, names->directories[i], strlen(names->directories[i]), name, length);
    add_path(names, local, strlen(local), name, length);
    const char *slash = strrchr(file, '/');
    if (name[-1] == '"')
        add_path(names, slash ? file : ".", slash ? (size_t)(slash - file) : 1, name, length);
}

static bool asks_time(const char *text) {
    static const char *const macros[] = {"__TIME__", "__DATE__", "__TIMESTAMP__"};
    for (size_t i = 0; i < sizeof macros / sizeof *macros; i++)
        if (strstr(text, macros[i])) return true;
    return false;
}

static bool before_is(const char *text, const char *at, const char *word) {
    const size_t length = strlen(word);
    return (size_t)(at - text) >= length && memcmp(at - length, word, length) == 0;
}

/* Whether the '#' before BACK is a directive's; comments speak of directives, too. */
static bool begins_line(const char *text, const char *back) {
    for (back--; back > text && (back[-1] == ' ' || back[-1] == '\t');) back--;
    return back == text || back[-1] == '\n';
}

/* What the "include" at AT of FILE's TEXT names, if it is a directive or a question. */
static void add_include(names_t *names, const char *file, const char *text, const char *at) {
    const bool question = before_is(text, at, "__has_");
    const char *back = at, *name = at + strlen("include");
    while (back > text && (back[-1] == ' ' || back[-1] == '\t')) back--;
    if (!question && !(back > text && back[-1] == '#')) return;
    if (strncmp(name, "_next", 5) == 0) name += 5;
    name += strspn(name, " \t");
    if (question && *name != '(') return; /* whether there is such a question */
    name += question;
    name += strspn(name, " \t");
    const char *end = *name == '"'   ? strchr(name + 1, '"')
                      : *name == '<' ? strchr(name, '>')
                                     : NULL;
    if (end)
        add_name(names, file, name + 1, (size_t)(end - name) - 1);
    else if ((isalpha((unsigned char)*name) || *name == '_') &&
             (question || begins_line(text, back)))
        names->known = false;
}

static void scan(names_t *names, const char *file) {
    size_t bytes;
    char *text = whole_file_read(file, &bytes);
    names->known = names->known && text && !asks_time(text);
    for (const char *at = text; at && (at = strstr(at, "include")); at++)
        add_include(names, file, text, at);
    free(text);
}

static int by_text(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Directories that the words search. */
static void take_words(names_t *names, const command_line_t *line, unsigned words) {
    static const char *const searched[] = {"-I", "-iquote", "-isystem", "-idirafter"};
    static const char *const others[] = {
        "-M",        "-iprefix",    "-iwithprefix",  "-F",  "@",
        "-isysroot", "--sysroot",   "-ivfsoverlay",  "-Wp", "-cxx-isystem",
        "-fmodule",  "-iframework", "-Xpreprocessor"};
    for (unsigned i = 0; i < words; i++) {
        const char *word = line->words[i];
        for (size_t k = 0; k < sizeof others / sizeof *others; k++)
            if (strncmp(word, others[k], strlen(others[k])) == 0) names->known = false;
        if (asks_time(word)) names->known = false;
        for (size_t k = 0; k < sizeof searched / sizeof *searched; k++) {
            const size_t length = strlen(searched[k]);
            if (strncmp(word, searched[k], length) != 0) continue;
            const char *directory = word[length]    ? word + length
                                    : i + 1 < words ? line->words[++i]
                                                    : ".";
            names->directories[names->directory_count++] = directory;
            break;
        }
    }
}

static bool environment_searches(void) {
    static const char *const names[] = {"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (getenv(names[i])) return true;
    return false;
}

/* ---- entries ---- */

static void entry_key(const compile_options_t *options, const command_line_t *line, unsigned words,
                      const char *source, char key[SHA256_HEX]) {
    char here[PATH_MAX];
    sha256_t hash;
    sha256_start(&hash);
    sha256_add_text(&hash, FORMAT);
    sha256_add_text(&hash, options->compiler);
    sha256_add_text(&hash, getcwd(here, sizeof here) ? here : "");
    sha256_add_text(&hash, source);
    for (unsigned i = 0; i < words; i++) sha256_add_text(&hash, line->words[i]);
    sha256_finish(&hash, key);
}

static void status_text(const struct stat *status, char text[STATUS_MAX]) {
    snprintf(text, STATUS_MAX, "%lld %llu %lld.%09ld", (long long)status->st_size,
             (unsigned long long)status->st_ino, (long long)status->st_ctim.tv_sec,
             status->st_ctim.tv_nsec);
}

static bool settled(const struct stat *status, const struct timespec *start) {
    const long long seconds = (long long)start->tv_sec - (long long)status->st_ctim.tv_sec;
    return seconds > 1 || seconds * 1000000000 + start->tv_nsec - status->st_ctim.tv_nsec > SETTLE;
}

static bool write_status(FILE *out, char kind, const char *path, const struct timespec *start) {
    struct stat status;
    char text[STATUS_MAX];
    if (stat(path, &status) != 0 || !settled(&status, start)) return false;
    status_text(&status, text);
    fprintf(out, "was %c %s %s\n", kind, text, path);
    return true;
}

static void write_paths(FILE *out, names_t *names) {
    struct stat status;
    if (names->count > 0) qsort(names->paths, names->count, sizeof *names->paths, by_text);
    for (size_t i = 0; i < names->count; i++)
        if (i == 0 || strcmp(names->paths[i], names->paths[i - 1]) != 0)
            fprintf(out, "%s %s\n", stat(names->paths[i], &status) == 0 ? "is" : "no",
                    names->paths[i]);
}

/* Which libstdc++ clang takes is decided by the versions of gcc that are there. */
static bool write_compilers(FILE *out, const struct timespec *start) {
    glob_t found;
    bool good = true;
    if (glob("/usr/lib/gcc/*", 0, NULL, &found) != 0) return true;
    for (size_t i = 0; i < found.gl_pathc && good; i++)
        good = write_status(out, 's', found.gl_pathv[i], start);
    globfree(&found);
    return good;
}

static bool write_files(FILE *out, names_t *names, const compile_options_t *options,
                        const char *text, const struct timespec *start) {
    char path[PATH_MAX];
    while (names->known && (text = compile_next_file(text, path))) {
        if (path[0] == '<') continue;
        const bool users = compile_users_file(options, path, text);
        scan(names, path);
        names->known = names->known && write_status(out, users ? 'u' : 's', path, start);
    }
    return names->known;
}

void compile_files_put(const compile_options_t *options, const command_line_t *line, unsigned words,
                       const char *source, const char *text, const struct timespec *start,
                       const char *key) {
    char entry[SHA256_HEX], path[PATH_MAX + 32];
    names_t *names = calloc(1, sizeof *names);
    if (!names) return;
    snprintf(path, sizeof path, "%s/files", options->directory);
    names->known = !environment_searches();
    take_words(names, line, words);
    FILE *out = names->known ? fopen(path, "w") : NULL;
    if (out) {
        fprintf(out, "key %s\n", key);
        bool good = write_files(out, names, options, text, start) && write_compilers(out, start);
        write_paths(out, names);
        good = ferror(out) == 0 && names->known && good;
        good = fclose(out) == 0 && good;
        entry_key(options, line, words, source, entry);
        if (good) compile_cache_put(&options->cache, entry, path);
        unlink(path);
    }
    for (size_t i = 0; i < names->count; i++) free(names->paths[i]);
    free(names->paths);
    free(names);
}

/* What stands behind kind, size, inode and time in a line that begins with "was"; NULL: damaged. */
static const char *path_of(const char *line) {
    const char *path = line + strlen("was u ");
    for (unsigned word = 0; word < 3 && path; word++) {
        const char *blank = strchr(path, ' ');
        path = blank ? blank + 1 : NULL;
    }
    return path;
}

/* Whether what a line of an entry says still holds. */
static bool holds(const char *line) {
    struct stat status;
    char now[STATUS_MAX];
    const bool is = strncmp(line, "is ", 3) == 0, no = strncmp(line, "no ", 3) == 0;
    if (is || no) return (stat(line + 3, &status) == 0) == is;
    if (strncmp(line, "was ", 4) != 0) return false;
    const char *path = path_of(line);
    if (!path || stat(path, &status) != 0) return false;
    status_text(&status, now);
    const size_t length = strlen(now);
    return (size_t)(path - line) == 6 + length + 1 && memcmp(line + 6, now, length) == 0;
}

/* Reads an entry's TEXT, which it cuts into lines. With NAMES, a file: the user's files go there.
 */
static bool read_entry(char *text, int names, char key[SHA256_HEX]) {
    bool same = strncmp(text, "key ", 4) == 0 && strcspn(text, "\n") == 4 + SHA256_HEX - 1;
    if (!same) return false;
    memcpy(key, text + 4, SHA256_HEX - 1);
    key[SHA256_HEX - 1] = '\0';
    for (char *line = strchr(text, '\n') + 1, *end; same && (end = strchr(line, '\n'));
         line = end + 1) {
        *end = '\0';
        same = holds(line);
    }
    for (char *line = text + 4 + SHA256_HEX; same && names > 0 && *line; line += strlen(line) + 1)
        if (strncmp(line, "was u ", 6) == 0) dprintf(names, "%s\n", path_of(line));
    return same;
}

bool compile_files_get(const compile_options_t *options, const command_line_t *line, unsigned words,
                       const char *source, char key[SHA256_HEX]) {
    char entry[SHA256_HEX], path[PATH_MAX + 32];
    size_t bytes;
    if (environment_searches()) return false;
    entry_key(options, line, words, source, entry);
    snprintf(path, sizeof path, "%s/files", options->directory);
    if (!compile_cache_get(&options->cache, entry, path)) return false;
    char *text = whole_file_read(path, &bytes);
    unlink(path);
    const bool same = text && read_entry(text, options->names, key);
    free(text);
    if (!same) key[0] = '\0';
    assert(!same || strlen(key) == SHA256_HEX - 1);
    return same;
}
