/* SPDX-License-Identifier: Apache-2.0 */
/* compile_cache.c: compiled sides of sources, by what they were made from; see compile_cache.h.
 *
 *   DIRECTORY/0/0a91…   an entry: "scord-cache-1 BYTES SHA256\n", then the content
 *            /0/new.XXXXXX  an entry that is being written
 *            /1/…  to /f/…  16 parts, by the first digit of the key
 *
 * Several commands use the directory at the same time, and any of them may be killed. There are no
 * locks. Instead:
 *   - a writer writes a file of its own and renames it: a reader sees a whole entry or none;
 *   - an entry's first line has the length and hash of its content. compile_cache_get compares both
 *     and removes an entry that does not fit, so damage costs one compilation;
 *   - keys are hashes of all inputs (compile_unit.c), so two writers of a key write the same bytes;
 *   - half-written files older than an hour are removed by whoever lists their part next.
 *
 * The bound ($SCORD_CACHE_SIZE) is kept for each part by itself, a sixteenth of it: a put lists one
 * part, not the whole cache. The entry that was used longest ago goes first; compile_cache_get sets
 * the modification time of what it hands out, which is therefore the time of use.
 *
 * The cache never fails a command: without a directory, without memory or on a full disk an entry
 * is missing, and the compiler runs.
 *
 * Expensive: the hash of the content on every get, which is little beside clang.
 */
#include "cosim/commands/compile/compile_cache.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cmodel/base/array.h"
#include "cosim/commands/shared/command.h"
#include "cmodel/base/read_number.h"
#include "cosim/commands/shared/sha256.h"
#include "cosim/commands/shared/whole_file.h"

#define MAGIC     "scord-cache-1"
#define TEMPORARY "new." /* begins the names of entries that are being written */

enum {
    PARTS = 16,
    MEGABYTE = 1 << 20,
    HEADER_MAX = 128,
    PATH_SIZE = PATH_MAX + 128,
    STALE_SECONDS = 3600
};

int compile_cache_open(compile_cache_t *cache) {
    const char *stated = getenv(CACHE_DIRECTORY), *xdg = getenv("XDG_CACHE_HOME"),
               *home = getenv("HOME"), *size = getenv(CACHE_SIZE);
    *cache = (compile_cache_t){.bound = (uint64_t)CACHE_DEFAULT_MEGABYTES * MEGABYTE};
    if (size) {
        if (!scord_read_number(size, 0, UINT64_MAX / MEGABYTE, &cache->bound))
            return scord_fail(SCORD_EXIT_BAD_INPUT,
                              CACHE_SIZE " is the cache's bound in MB, a number, not '%s'", size);
        cache->bound *= MEGABYTE;
    }
    int length = 0;
    if (stated)
        length = snprintf(cache->directory, sizeof cache->directory, "%s", stated);
    else if (xdg && xdg[0] == '/')
        length = snprintf(cache->directory, sizeof cache->directory, "%s/scord", xdg);
    else if (home && home[0] == '/')
        length = snprintf(cache->directory, sizeof cache->directory, "%s/.cache/scord", home);
    if (length >= (int)sizeof cache->directory)
        cache->directory[0] = '\0'; /* no such directory can be made */
    return 0;
}

/* DIR/<first digit of the key>, and the entry in it. */
static void part_of(const compile_cache_t *cache, const char *key, char *path, size_t size) {
    snprintf(path, size, "%s/%c", cache->directory, key[0]);
}

static void entry_of(const compile_cache_t *cache, const char *key, char *path, size_t size) {
    assert(key[0] != '\0' && strchr("0123456789abcdef", key[0])); /* its part */
    snprintf(path, size, "%s/%c/%s", cache->directory, key[0], key);
}

static void digest(const char *data, size_t bytes, char hex[SHA256_HEX]) {
    sha256_t hash;
    sha256_start(&hash);
    sha256_add(&hash, data, bytes);
    sha256_finish(&hash, hex);
}

static int make_header(const char *data, size_t bytes, char *header, size_t size) {
    char hex[SHA256_HEX];
    digest(data, bytes, hex);
    const int length = snprintf(header, size, MAGIC " %zu %s\n", bytes, hex);
    assert(length > 0 && (size_t)length < size);
    return length;
}

/* The content of an entry, NULL when its first line does not describe it. */
static const char *content_of(const char *entry, size_t bytes, size_t *content_bytes) {
    const char *end = memchr(entry, '\n', bytes < HEADER_MAX ? bytes : HEADER_MAX);
    char header[HEADER_MAX];
    if (!end) return NULL;
    assert(end >= entry && end < entry + bytes);
    *content_bytes = bytes - (size_t)(end + 1 - entry);
    const int length = make_header(end + 1, *content_bytes, header, sizeof header);
    return (size_t)length == (size_t)(end + 1 - entry) && memcmp(header, entry, (size_t)length) == 0
               ? end + 1
               : NULL;
}

bool compile_cache_get(const compile_cache_t *cache, const char *key, const char *path) {
    char entry[PATH_SIZE];
    size_t bytes, content_bytes;
    if (cache->directory[0] == '\0') return false;
    entry_of(cache, key, entry, sizeof entry);
    char *text = whole_file_read(entry, &bytes);
    if (!text) return false;
    const char *content = content_of(text, bytes, &content_bytes);
    if (!content) unlink(entry); /* damaged */
    const bool written = content && whole_file_write(path, content, content_bytes) == 0;
    if (written) utimensat(AT_FDCWD, entry, NULL, 0); /* used now; see trim() */
    free(text);
    return written;
}

/* ---- writing ---- */

static bool make_directories(const char *path) {
    char partial[PATH_SIZE];
    snprintf(partial, sizeof partial, "%s", path);
    for (char *slash = strchr(partial + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(partial, 0700);
        *slash = '/';
    }
    return mkdir(partial, 0700) == 0 || errno == EEXIST;
}

/* Writes all of it to a file of its own and renames that, so that a reader sees a whole entry or
 * none. */
static bool write_entry(const char *part, const char *entry, const char *content, size_t bytes) {
    char temporary[PATH_SIZE + 16], header[HEADER_MAX];
    snprintf(temporary, sizeof temporary, "%s/" TEMPORARY "XXXXXX", part);
    const int length = make_header(content, bytes, header, sizeof header);
    const int fd = mkstemp(temporary);
    FILE *file = fd < 0 ? NULL : fdopen(fd, "w");
    if (!file) return false;
    bool good = fwrite(header, 1, (size_t)length, file) == (size_t)length &&
                fwrite(content, 1, bytes, file) == bytes;
    good = fclose(file) == 0 && good && rename(temporary, entry) == 0;
    if (!good) unlink(temporary);
    return good;
}

typedef struct cache_file {
    char name[NAME_MAX + 1];
    uint64_t bytes;
    struct timespec used;
} cache_file_t;

static int by_use(const void *a, const void *b) {
    const struct timespec *x = &((const cache_file_t *)a)->used,
                          *y = &((const cache_file_t *)b)->used;
    if (x->tv_sec != y->tv_sec) return x->tv_sec < y->tv_sec ? -1 : 1;
    return x->tv_nsec < y->tv_nsec ? -1 : x->tv_nsec > y->tv_nsec;
}

/* The entries of a part, oldest use first; what a killed process left half-written is removed. */
static size_t list_part(DIR *directory, cache_file_t **files, uint64_t *total) {
    size_t count = 0, allocated = 0;
    struct stat status;
    for (struct dirent *found; (found = readdir(directory));) {
        if (fstatat(dirfd(directory), found->d_name, &status, 0) != 0 || !S_ISREG(status.st_mode))
            continue;
        if (strncmp(found->d_name, TEMPORARY, strlen(TEMPORARY)) == 0) {
            if (status.st_mtime + STALE_SECONDS < time(NULL))
                unlinkat(dirfd(directory), found->d_name, 0);
            continue;
        }
        if (!SCORD_ARRAY_ROOM(*files, allocated, count + 1)) break;
        (*files)[count] = (cache_file_t){.bytes = (uint64_t)status.st_size, .used = status.st_mtim};
        memcpy((*files)[count++].name, found->d_name, strlen(found->d_name) + 1);
        *total += (uint64_t)status.st_size;
    }
    if (count > 0) qsort(*files, count, sizeof **files, by_use);
    return count;
}

/* Removes what was used longest ago until the part is below its share of the bound. */
static void trim(const char *part, uint64_t bound) {
    DIR *directory = opendir(part);
    cache_file_t *files = NULL;
    uint64_t total = 0;
    if (!directory) return;
    const size_t count = list_part(directory, &files, &total);
    for (size_t i = 0; i < count && total > bound; i++)
        if (unlinkat(dirfd(directory), files[i].name, 0) == 0) {
            assert(files[i].bytes <= total);
            total -= files[i].bytes;
        }
    free(files);
    closedir(directory);
}

void compile_cache_put(const compile_cache_t *cache, const char *key, const char *path) {
    char part[PATH_SIZE], entry[PATH_SIZE];
    size_t bytes;
    if (cache->directory[0] == '\0') return;
    part_of(cache, key, part, sizeof part);
    entry_of(cache, key, entry, sizeof entry);
    char *content = whole_file_read(path, &bytes);
    if (content && make_directories(part) && write_entry(part, entry, content, bytes))
        trim(part, cache->bound / PARTS);
    free(content);
}
