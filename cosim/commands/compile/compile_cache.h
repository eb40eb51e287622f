/* SPDX-License-Identifier: Apache-2.0 */
/* compile_cache.h: what was compiled before, by the hash of all that went into it.
 *
 * One file an entry, DIR/<first digit>/<key>: a line with size and SHA-256 of the content, then the
 * content. Entries are written beside their place and renamed, so that any number of processes may
 * share a directory; an entry that does not match its line is removed and counts as absent. Each of
 * the 16 parts is kept below a 16th of the bound by removing what was used longest ago. A cache
 * that cannot be used (no home directory, no permission, disk full) is done without.
 */
#ifndef SCORD_COMPILE_CACHE_H
#define SCORD_COMPILE_CACHE_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

#define CACHE_DIRECTORY "SCORD_CACHE"      /* environment: the directory; set and empty: no cache */
#define CACHE_SIZE      "SCORD_CACHE_SIZE" /* environment: bound in MB (2^20 bytes) */

enum { CACHE_DEFAULT_MEGABYTES = 1024 };

typedef struct compile_cache {
    char directory[PATH_MAX]; /* "": no cache */
    uint64_t bound;           /* bytes */
} compile_cache_t;

/* SCORD_CACHE, else $XDG_CACHE_HOME/scord, else $HOME/.cache/scord. Returns 0, or
 * SCORD_EXIT_BAD_INPUT after one message (SCORD_CACHE_SIZE is no number). */
int compile_cache_open(compile_cache_t *cache);
/* Copies the entry to PATH. False: there is none (or no cache, or PATH cannot be written). */
bool compile_cache_get(const compile_cache_t *cache, const char *key, const char *path);
/* Keeps a copy of PATH under KEY. */
void compile_cache_put(const compile_cache_t *cache, const char *key, const char *path);

#endif
