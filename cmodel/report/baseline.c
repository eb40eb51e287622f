/* SPDX-License-Identifier: Apache-2.0 */
/* baseline.c: see baseline.h. */
#include "cmodel/report/baseline.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/base/array.h"
#include "cmodel/base/byte_hash.h"
#include "cmodel/base/json_tree.h"

static uint64_t mix(uint64_t hash, const char *text) {
    hash = scord_byte_hash(hash, text, text ? strlen(text) : 0);
    return scord_byte_hash(hash, "\xff", 1);
}

uint64_t scord_baseline_key(const char *rule, const char *instruction, const char *file,
                            const char *function, const char *source) {
    const char *slash = file ? strrchr(file, '/') : NULL;
    uint64_t hash = mix(mix(SCORD_BYTE_HASH_START, rule), instruction);
    hash = mix(mix(mix(hash, slash ? slash + 1 : file), function), source);
    return hash != 0 ? hash : 1;
}

static const char *member(const json_t *object, const char *name) {
    const json_t *value = json_member(object, name);
    return value && value->type == JSON_STRING ? value->string : NULL;
}

/* The sites of LIST, whose member RULE names the rule and SIDE the place. NULL: all is well. */
static const char *add_sites(scord_baseline_t *baseline, const json_t *list, const char *rule,
                             const char *side) {
    if (!list || list->type != JSON_ARRAY) return "not a report of scord check --json";
    for (const json_t *site = list->first; site; site = site->next) {
        const json_t *at = json_member(site, side);
        if (!member(site, rule) || !at) return "a site without rule or place";
        if (!SCORD_ARRAY_ROOM(baseline->key, baseline->allocated, baseline->keys + 1))
            return "out of memory";
        baseline->key[baseline->keys++] =
            scord_baseline_key(member(site, rule), member(at, "instruction"), member(at, "file"),
                               member(at, "function"), member(at, "source"));
    }
    return NULL;
}

static size_t line_of(const char *text, size_t at) {
    size_t line = 1;
    for (size_t i = 0; i < at; i++) line += text[i] == '\n';
    return line;
}

bool scord_baseline_read(scord_baseline_t *baseline, const char *path, const char *text,
                         size_t size, char *message, size_t message_size) {
    size_t at = 0;
    const char *wrong = NULL;
    *baseline = (scord_baseline_t){.path = path};
    json_t *tree = json_parse(text, &at);
    if (!tree && errno == ENOMEM)
        wrong = "out of memory";
    else if (!tree || strlen(text) != size)
        wrong = "no JSON; a baseline is what scord check --json has written";
    if (!wrong) at = 0;
    if (!wrong) wrong = add_sites(baseline, json_member(tree, "sites"), "verdict", "access");
    if (!wrong) wrong = add_sites(baseline, json_member(tree, "findings"), "rule", "at");
    json_free(tree);
    if (!wrong) return true;
    snprintf(message, message_size, "%s:%zu: %s", path, line_of(text, at), wrong);
    scord_baseline_free(baseline);
    return false;
}

bool scord_baseline_take(scord_baseline_t *baseline, uint64_t key) {
    for (uint32_t i = 0; i < baseline->keys; i++) {
        if (baseline->key[i] != key) continue;
        baseline->key[i] = 0;
        return true;
    }
    return false;
}

void scord_baseline_free(scord_baseline_t *baseline) {
    free(baseline->key);
    *baseline = (scord_baseline_t){.path = baseline->path};
}
