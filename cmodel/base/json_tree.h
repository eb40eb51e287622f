/* SPDX-License-Identifier: Apache-2.0 */
/* json_tree.h: a JSON text (RFC 8259) as a tree, for reading result records and for tests of
 * reports. */
#ifndef SCORD_JSON_TREE_H
#define SCORD_JSON_TREE_H

#include <stdbool.h>
#include <stddef.h>

typedef enum json_type {
    JSON_NULL,
    JSON_FALSE,
    JSON_TRUE,
    JSON_NUMBER,
    JSON_STRING,
    JSON_ARRAY,
    JSON_OBJECT
} json_type_t;

typedef struct json {
    json_type_t type;
    double number;
    bool integer; /* a number without fraction and exponent */
    char *string;
    char *name;                /* as a member of an object */
    struct json *first, *next; /* elements or members, in order */
} json_t;

/* Parses TEXT. NULL on an error: errno is EINVAL and *at the place (bytes from the start), or
 * ENOMEM. Limits: lists nest at most 256 deep, numbers fit a double, no \u0000, which would end a C
 * string. */
json_t *json_parse(const char *text, size_t *at);
const json_t *json_member(const json_t *object,
                          const char *name); /* NULL: there is none, or it is no object */
size_t json_count(const json_t *list);       /* elements or members */
bool json_equal(const json_t *a, const json_t *b);
void json_free(json_t *value);

#endif
