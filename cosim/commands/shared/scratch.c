/* SPDX-License-Identifier: Apache-2.0 */
/* scratch.c: folders for intermediate files that go away however their command ends; see
 * scratch.h.
 *
 *   $TMPDIR/scord-check-a8Xk2b/
 *       .scord-6f1c…-…      a file that this process holds locked (flock); its name has the start
 * of the machine (boot_id) 0.device, 0.o, …    what the command makes
 *
 * A command may end in four ways, and each has to remove its folders:
 *   return or exit      atexit
 *   quick_exit          at_quick_exit
 *   a signal            on_end, for those signals that the command does not take itself; then the
 *                       signal has its usual effect
 *   SIGKILL, power cut  no cleaning is possible. The next command that makes a folder in the same
 * place does (sweep)
 *
 * sweep must not remove a folder that is in use, on this machine or on another one that mounts the
 * same directory. It removes a folder only if its lock is free (the kernel frees it with its
 * process), the lock's name says this start of this machine (locks do not reach across machines),
 * and the folder is this user's. A folder that only looks like one of ours has no such file. The
 * lock file goes last, so that an interrupted sweep can be taken up again.
 *
 * Invariants: folders[i].path is "" or the path of a folder of this process; between mkdtemp and
 * that note signals are blocked, so a folder that exists is known. `owner` keeps forked children,
 * which inherit the table, from removing their parent's folders.
 *
 * Removing neither allocates nor uses stdio: the command may end for want of memory, and a signal's
 * handler may call only what is async-signal-safe (hence getdents64 on a buffer, not readdir).
 * Folders in folders are followed to DEEPEST, links never.
 */
#include "cosim/commands/shared/scratch.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cosim/commands/shared/command.h"

enum { FOLDERS = 4 /* of a process at a time */, DEEPEST = 16 /* folders in folders */ };

typedef struct scratch_folder {
    char path[PATH_MAX]; /* "" a free place */
    int lock;            /* -1 none */
} scratch_folder_t;

/* Those of this process. The end of a process passes no argument to whoever cleans up, so this must
 * be global, as the signals in interrupts.c. */
static scratch_folder_t folders[FOLDERS];
static pid_t owner; /* children that are forked, and end before they become another program, remove
                       nothing */

/* ---- removing: neither takes memory, which may be what the command ends for, nor does what a
 * signal's handler must not ---- */

static void empty(int folder, const char *last, unsigned depth);

/* Links are removed, not followed. */
static bool remove_entry(int parent, const char *name, unsigned depth) {
    if (unlinkat(parent, name, 0) == 0) return true;
    const int folder = depth > 0
                           ? openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
                           : -1;
    if (folder < 0) return false;
    empty(folder, "", depth - 1);
    close(folder);
    return unlinkat(parent, name, AT_REMOVEDIR) == 0;
}

/* All that is in FOLDER; the entry LAST after all others. Reads anew as long as something went:
 * what is removed moves what follows. */
static void empty(int folder, const char *last, unsigned depth) {
    _Alignas(struct dirent64) char entries[2048];
    ssize_t bytes;
    bool removed;
    do {
        removed = false;
        lseek(folder, 0, SEEK_SET);
        while ((bytes = getdents64(folder, entries, sizeof entries)) > 0)
            for (ssize_t at = 0; at < bytes;) {
                const struct dirent64 *entry = (const void *)(entries + at);
                assert(entry->d_reclen > 0 && at + entry->d_reclen <= bytes);
                at += entry->d_reclen;
                if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0 ||
                    strcmp(entry->d_name, last) == 0)
                    continue;
                removed |= remove_entry(folder, entry->d_name, depth);
            }
    } while (removed);
    if (*last != '\0') unlinkat(folder, last, 0);
}

/* ---- whose folder is it: a file in it that its process holds locked, named after the start of the
 * machine ---- The lock ends with the process, however that ends. Only a folder whose lock is free,
 * of this start (so of this machine: a folder may be shared by several) and of this user is
 * left over; a folder that only has such a name has no such file. */

static bool lock_name(char *name, size_t size) {
    char boot[37] = "";
    const int file = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
    const bool known = file >= 0 && read(file, boot, sizeof boot - 1) == (ssize_t)sizeof boot - 1;
    if (file >= 0) close(file);
    snprintf(name, size, ".scord-%s", boot);
    return known;
}

/* The file gets its name when it is locked. Without one the folder is removed by this process or
 * not at all. */
static int lock_folder(const char *directory, const char *name) {
    const int folder = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    int lock = folder >= 0 ? openat(folder, ".scord", O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600)
                           : -1;
    if (lock >= 0 &&
        (flock(lock, LOCK_EX | LOCK_NB) != 0 || renameat(folder, ".scord", folder, name) != 0)) {
        close(lock);
        lock = -1;
    }
    if (folder >= 0) close(folder);
    return lock;
}

static void sweep_one(int parent, const char *name, const char *lock_file) {
    struct stat status;
    const int folder = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (folder < 0) return;
    const int lock = openat(folder, lock_file, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    if (lock >= 0 && fstat(folder, &status) == 0 && status.st_uid == geteuid() &&
        flock(lock, LOCK_EX | LOCK_NB) == 0) {
        empty(folder, lock_file, DEEPEST);
        unlinkat(parent, name, AT_REMOVEDIR);
    }
    if (lock >= 0) close(lock);
    close(folder);
}

/* What processes left in PARENT that were killed. */
static void sweep(const char *parent, const char *lock_file) {
    DIR *listing = opendir(parent);
    if (!listing) return;
    for (const struct dirent *found; (found = readdir(listing));)
        if (strncmp(found->d_name, "scord-", 6) == 0)
            sweep_one(dirfd(listing), found->d_name, lock_file);
    closedir(listing);
}

/* ---- the end of the process ---- */

static void remove_folder(scratch_folder_t *scratch, const char *lock_file) {
    assert(scratch->path[0] != '\0');
    const int folder = open(scratch->path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (folder >= 0) {
        empty(folder, lock_file, DEEPEST);
        close(folder);
    }
    rmdir(scratch->path);
    scratch->path[0] = '\0';
    if (scratch->lock >= 0) close(scratch->lock);
}

void scratch_remove_all(void) {
    char lock_file[64];
    if (getpid() != owner) return;
    lock_name(lock_file, sizeof lock_file);
    for (int i = 0; i < FOLDERS; i++)
        if (folders[i].path[0] != '\0') remove_folder(&folders[i], lock_file);
}

static void on_end(int signal_number) {
    scratch_remove_all();
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

/* Signals that the command does not take itself: they end it, after its folders. */
static void remove_at_end(void) {
    static const int ends[] = {SIGHUP, SIGINT, SIGPIPE, SIGTERM, SIGXCPU, SIGXFSZ};
    if (owner != 0) return;
    for (int i = 0; i < FOLDERS; i++) assert(folders[i].path[0] == '\0');
    owner = getpid();
    atexit(scratch_remove_all);
    at_quick_exit(scratch_remove_all);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        struct sigaction action;
        if (sigaction(ends[i], NULL, &action) != 0 || action.sa_handler != SIG_DFL) continue;
        action = (struct sigaction){.sa_handler = on_end};
        sigfillset(&action.sa_mask);
        sigaction(ends[i], &action, NULL);
    }
}

/* ---- what commands call ---- */

/* Returns what scratch_make does; signals are blocked. */
static int make(const char *parent, char *directory) {
    char lock_file[64];
    int place = 0;
    assert(owner == getpid() && directory[0] != '\0');
    while (place < FOLDERS && folders[place].path[0] != '\0') place++;
    if (place == FOLDERS)
        return scord_fail(SCORD_EXIT_ENVIRONMENT, "more than %d folders for intermediate files",
                          FOLDERS);
    const bool lockable = lock_name(lock_file, sizeof lock_file);
    if (lockable) sweep(parent, lock_file);
    if (!mkdtemp(directory))
        return scord_fail(SCORD_EXIT_ENVIRONMENT, "%s: %s; set TMPDIR to a writable directory",
                          directory, strerror(errno));
    assert(strlen(directory) < sizeof folders[place].path);
    snprintf(folders[place].path, sizeof folders[place].path, "%s", directory);
    folders[place].lock = lockable ? lock_folder(directory, lock_file) : -1;
    return 0;
}

int scratch_make(const char *name, char *directory, size_t size) {
    const char *parent = getenv("TMPDIR");
    if (!parent || *parent == '\0') parent = "/tmp";
    const size_t length = (size_t)snprintf(directory, size, "%s/scord-%s-XXXXXX", parent, name);
    int code;
    if (length >= size || length >= PATH_MAX) {
        code = scord_fail(SCORD_EXIT_ENVIRONMENT,
                          "%s: the name is too long; set TMPDIR to another directory", parent);
    } else {
        sigset_t all, before;
        remove_at_end();
        sigfillset(&all);
        sigprocmask(SIG_BLOCK, &all, &before); /* a folder that is made is one that is known */
        code = make(parent, directory);
        sigprocmask(SIG_SETMASK, &before, NULL);
    }
    if (code != 0) directory[0] = '\0';
    return code;
}

void scratch_remove(char *directory) {
    char lock_file[64];
    lock_name(lock_file, sizeof lock_file);
    for (int i = 0; i < FOLDERS && directory[0] != '\0'; i++)
        if (strcmp(folders[i].path, directory) == 0) remove_folder(&folders[i], lock_file);
    directory[0] = '\0';
}

void scratch_remove_tree(const char *path) {
    const int folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (folder < 0) return;
    empty(folder, "", DEEPEST);
    close(folder);
    rmdir(path);
}
