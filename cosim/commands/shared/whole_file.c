/* SPDX-License-Identifier: Apache-2.0 */
/* whole_file.c: see whole_file.h. */
#include "cosim/commands/shared/whole_file.h"

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

char *whole_file_read(const char *path, size_t *bytes) {
    struct stat status;
    FILE *file = fopen(path, "r");
    *bytes = 0;
    if (!file) return NULL;
    char *content = NULL;
    if (fstat(fileno(file), &status) == 0 && S_ISREG(status.st_mode))
        content = malloc((size_t)status.st_size + 1);
    if (content) {
        *bytes = fread(content, 1, (size_t)status.st_size, file);
        assert(*bytes <= (size_t)status.st_size);
        content[*bytes] = '\0';
    }
    if (content && ferror(file)) {
        const int problem = errno;
        free(content);
        content = NULL;
        errno = problem;
    }
    fclose(file);
    return content;
}

int whole_file_write(const char *path, const void *data, size_t bytes) {
    FILE *file = fopen(path, "w");
    if (!file) return -1;
    const bool written = fwrite(data, 1, bytes, file) == bytes;
    return fclose(file) == 0 && written ? 0 : -1;
}

int whole_file_install(const char *from, const char *to, bool executable) {
    char temporary[PATH_MAX + 32];
    size_t bytes;
    char *content = whole_file_read(from, &bytes);
    if (!content) return -1;
    struct stat status;
    const bool special = stat(to, &status) == 0 &&
                         !S_ISREG(status.st_mode); /* /dev/null, /dev/stdout */
    snprintf(temporary, sizeof temporary, special ? "%s" : "%s.%ld.new", to, (long)getpid());
    int result = whole_file_write(temporary, content, bytes);
    const int problem = errno;
    free(content);
    if (special) return result;
    const mode_t mask = umask(0);
    umask(mask);
    if (result == 0) result = chmod(temporary, (executable ? 0777 : 0666) & ~mask);
    if (result == 0) result = rename(temporary, to);
    if (result != 0) {
        unlink(temporary);
        errno = errno != ENOENT ? errno : problem;
    }
    return result;
}

bool whole_file_changed(const char *path, const struct timespec *start) {
    struct stat status;
    if (stat(path, &status) != 0) return false;
    const struct timespec *changed = &status.st_mtim;
    return changed->tv_sec > start->tv_sec ||
           (changed->tv_sec == start->tv_sec && changed->tv_nsec >= start->tv_nsec);
}

bool ends_with(const char *text, const char *end) {
    const size_t length = strlen(text), end_length = strlen(end);
    return length >= end_length && strcmp(text + length - end_length, end) == 0;
}
