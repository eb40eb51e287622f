/* SPDX-License-Identifier: Apache-2.0 */
/* watch.c: see watch.h.
 *
 * Editors write a file in place, or another one beside it that takes its name: so directories are
 * watched, for the names of the files. They are watched before a check begins, so a change during
 * it is seen after it; of files that only that check made known, the time of the last change
 * decides.
 */
#include "cosim/commands/check/watch.h"

#include <errno.h>
#include <libgen.h>
#include <limits.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cosim/commands/shared/interrupts.h"
#include "cosim/commands/shared/whole_file.h"

/* An editor's several steps are one change: so long nothing more must happen. */
enum { QUIET_MILLISECONDS = 100 };
/* An interrupt just before the wait is seen after that. */
enum { LOOK_MILLISECONDS = 1000 };

typedef struct watched_file {
    int directory; /* of inotify */
    char path[PATH_MAX];
} watched_file_t;

typedef struct watch {
    int inotify;
    watched_file_t *files;
    unsigned count;
} watch_t;

static const char *name_of(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* True: PATH is watched now and was not before. */
static bool add_file(watch_t *watch, const char *path) {
    char directory[PATH_MAX];
    for (unsigned i = 0; i < watch->count; i++)
        if (strcmp(watch->files[i].path, path) == 0) return false;
    snprintf(directory, sizeof directory, "%s", path);
    const int found = inotify_add_watch(watch->inotify, dirname(directory),
                                        IN_CLOSE_WRITE | IN_MOVED_TO | IN_ONLYDIR);
    watched_file_t *files = found < 0 ? NULL
                                      : realloc(watch->files, (watch->count + 1) * sizeof *files);
    if (!files) return false;
    watch->files = files;
    files[watch->count].directory = found;
    snprintf(files[watch->count].path, sizeof files->path, "%s", path);
    watch->count++;
    return true;
}

static void add_target(watch_t *watch, const check_options_t *options) {
    const word_list_t *sources = &options->job.sources;
    for (unsigned i = 0; i < sources->count; i++) add_file(watch, sources->words[i]);
    if (options->executable) add_file(watch, options->executable);
    if (options->ptx.file) add_file(watch, options->ptx.file);
}

/* The names that a check wrote. Returns one that changed since START, in the list; NULL: none. */
static const char *add_names(watch_t *watch, int names, const struct timespec *start) {
    const off_t bytes = lseek(names, 0, SEEK_END);
    const char *changed = NULL;
    char *text = calloc((size_t)bytes + 1, 1), *rest = text;
    if (text && pread(names, text, (size_t)bytes, 0) != bytes) text[0] = '\0';
    for (char *name = strsep(&rest, "\n"); name; name = strsep(&rest, "\n"))
        if (name[0] != '\0' && add_file(watch, name) && whole_file_changed(name, start))
            changed = watch->files[watch->count - 1].path;
    free(text);
    return changed;
}

/* Reads what inotify has. Returns the file that changed, as far as one is watched. */
static const char *read_events(const watch_t *watch) {
    _Alignas(struct inotify_event) char events[4096];
    const char *changed = NULL;
    const ssize_t bytes = read(watch->inotify, events, sizeof events);
    for (ssize_t at = 0; at < bytes;) {
        const struct inotify_event *event = (const void *)(events + at);
        for (unsigned i = 0; i < watch->count; i++)
            if (watch->files[i].directory == event->wd && event->len > 0 &&
                strcmp(name_of(watch->files[i].path), event->name) == 0)
                changed = watch->files[i].path;
        at += (ssize_t)(sizeof *event + event->len);
    }
    return changed;
}

/* Until a watched file has changed and nothing more happens. NULL: interrupted. */
static const char *wait_for_change(const watch_t *watch, const char *changed) {
    while (!interrupts_seen()) {
        struct pollfd ready = {.fd = watch->inotify, .events = POLLIN};
        const int events = poll(&ready, 1, changed ? QUIET_MILLISECONDS : LOOK_MILLISECONDS);
        if (events == 0 && changed) return changed;
        if (events > 0) {
            const char *next = read_events(watch);
            if (next) changed = next;
        }
    }
    return NULL;
}

static int exit_code(int status) {
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static int refuse(const check_options_t *options) {
    if (options->target == TARGET_MAKE)
        return options_refuse(options->command,
                              "--watch does not know the makefile's sources: not "
                              "with --make",
                              "");
    if (options->no_cache)
        return options_refuse(options->command,
                              "--watch knows the headers by the cache: not with --no-cache", "");
    return 0;
}

int watch_checks(check_options_t *options, bool *turn) {
    watch_t watch = {.inotify = inotify_init1(IN_CLOEXEC)};
    int code = refuse(options);
    *turn = false;
    if (code != 0) return code;
    const int names = watch.inotify < 0 ? -1 : memfd_create("scord-names", MFD_CLOEXEC);
    if (names < 0) return scord_fail(SCORD_EXIT_ENVIRONMENT, "--watch: %s", strerror(errno));
    options->job.options.names = names;
    interrupts_catch();
    add_target(&watch, options);
    while (!interrupts_seen()) {
        struct timespec start;
        int status = 0;
        clock_gettime(CLOCK_REALTIME, &start);
        if (ftruncate(names, 0) == 0) lseek(names, 0, SEEK_SET);
        fflush(NULL);
        const pid_t check = fork();
        if (check == 0) {
            close(watch.inotify);
            free(watch.files);
            *turn = true;
            return 0;
        }
        if (check < 0) {
            code = scord_fail(SCORD_EXIT_ENVIRONMENT, "--watch: %s", strerror(errno));
            break;
        }
        while (waitpid(check, &status, 0) < 0 && errno == EINTR) {
        }
        code = exit_code(status);
        if (interrupts_seen()) code = interrupts_end(code);
        const char *changed = add_names(&watch, names, &start);
        fprintf(stderr, "scord: watching %u file%s; Ctrl-C ends\n", watch.count,
                watch.count == 1 ? "" : "s");
        changed = wait_for_change(&watch, changed);
        if (changed) fprintf(stderr, "scord: %s has changed\n", changed);
    }
    close(names);
    free(watch.files);
    close(watch.inotify);
    return code;
}
