/* SPDX-License-Identifier: Apache-2.0 */
/* json_schema.c: see json_schema.h. */
#include "tb/commands/check/json_schema.h"

#include <regex.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { PATH_SIZE = 512 };

typedef struct validation {
    const json_t *root; /* of the schema */
    char path[PATH_SIZE], *problem;
    size_t size;
} validation_t;

static bool valid(validation_t *validation, const json_t *schema, const json_t *value);

static bool fail(validation_t *validation, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static bool fail(validation_t *validation, const char *format, ...) {
    va_list arguments;
    const int used = snprintf(validation->problem, validation->size, "$%s: ", validation->path);
    va_start(arguments, format);
    vsnprintf(validation->problem + used, validation->size - (size_t)used, format, arguments);
    va_end(arguments);
    return false;
}

static bool has_type(const json_t *value, const char *name) {
    static const char *const names[] = {"null",   "boolean", "boolean", "number",
                                        "string", "array",   "object"};
    return strcmp(names[value->type], name) == 0 ||
           (strcmp(name, "integer") == 0 && value->type == JSON_NUMBER && value->integer);
}

static bool check_type(validation_t *validation, const json_t *types, const json_t *value) {
    if (types->type == JSON_STRING)
        return has_type(value, types->string) ||
               fail(validation, "is not of type %s", types->string);
    for (const json_t *type = types->first; type; type = type->next)
        if (has_type(value, type->string)) return true;
    return fail(validation, "is of none of the types");
}

static bool check_enum(validation_t *validation, const json_t *choices, const json_t *value) {
    for (const json_t *choice = choices->first; choice; choice = choice->next)
        if (json_equal(choice, value)) return true;
    return fail(validation, "'%s' is not one of the values",
                value->type == JSON_STRING ? value->string : "?");
}

/* Validates a part with its name on the path. */
static bool valid_part(validation_t *validation, const json_t *schema, const json_t *value,
                       const char *name, size_t index) {
    const size_t length = strlen(validation->path);
    if (name)
        snprintf(validation->path + length, PATH_SIZE - length, ".%s", name);
    else
        snprintf(validation->path + length, PATH_SIZE - length, "[%zu]", index);
    const bool good = valid(validation, schema, value);
    if (good) validation->path[length] = '\0';
    return good;
}

static bool check_members(validation_t *validation, const json_t *schema, const json_t *value) {
    const json_t *properties = json_member(schema, "properties"),
                 *others = json_member(schema, "additionalProperties");
    for (const json_t *member = value->first; member; member = member->next) {
        const json_t *property = properties ? json_member(properties, member->name) : NULL;
        if (!property && others && others->type == JSON_FALSE)
            return fail(validation, "has the unknown member '%s'", member->name);
        if (!property && others && others->type == JSON_OBJECT) property = others;
        if (property && !valid_part(validation, property, member, member->name, 0)) return false;
    }
    return true;
}

static bool check_required(validation_t *validation, const json_t *names, const json_t *value) {
    for (const json_t *name = names->first; name; name = name->next)
        if (!json_member(value, name->string))
            return fail(validation, "lacks the member '%s'", name->string);
    return true;
}

static bool check_items(validation_t *validation, const json_t *schema, const json_t *value) {
    size_t index = 0;
    for (const json_t *element = value->first; element; element = element->next)
        if (!valid_part(validation, schema, element, NULL, index++)) return false;
    return true;
}

static bool check_pattern(validation_t *validation, const json_t *pattern, const json_t *value) {
    regex_t expression;
    if (regcomp(&expression, pattern->string, REG_EXTENDED | REG_NOSUB) != 0)
        return fail(validation, "bad pattern '%s'", pattern->string);
    const bool found = regexec(&expression, value->string, 0, NULL, 0) == 0;
    regfree(&expression);
    return found || fail(validation, "'%s' does not match '%s'", value->string, pattern->string);
}

static bool check_any_of(validation_t *validation, const json_t *schemas, const json_t *value) {
    const size_t length = strlen(validation->path);
    for (const json_t *schema = schemas->first; schema; schema = schema->next) {
        if (valid(validation, schema, value)) return true;
        validation->path[length] = '\0';
    }
    return false; /* the problem of the last */
}

static bool check_reference(validation_t *validation, const json_t *reference,
                            const json_t *value) {
    const json_t *definitions = json_member(validation->root, "$defs");
    const char *name = strncmp(reference->string, "#/$defs/", 8) == 0 ? reference->string + 8 : "";
    const json_t *schema = definitions ? json_member(definitions, name) : NULL;
    return schema ? valid(validation, schema, value)
                  : fail(validation, "the schema refers to '%s'", reference->string);
}

static bool check_keyword(validation_t *validation, const json_t *schema, const json_t *keyword,
                          const json_t *value) {
    static const char *const annotations[] = {"$schema", "$id", "$defs", "title", "description"};
    const char *name = keyword->name;
    for (size_t i = 0; i < sizeof annotations / sizeof *annotations; i++)
        if (strcmp(name, annotations[i]) == 0) return true;
    const bool object = value->type == JSON_OBJECT, array = value->type == JSON_ARRAY;
    if (strcmp(name, "type") == 0) return check_type(validation, keyword, value);
    if (strcmp(name, "enum") == 0) return check_enum(validation, keyword, value);
    if (strcmp(name, "const") == 0)
        return json_equal(keyword, value) || fail(validation, "is not the constant");
    if (strcmp(name, "properties") == 0) return !object || check_members(validation, schema, value);
    if (strcmp(name, "additionalProperties") == 0)
        return !object || json_member(schema, "properties") ||
               check_members(validation, schema, value);
    if (strcmp(name, "required") == 0) return !object || check_required(validation, keyword, value);
    if (strcmp(name, "items") == 0) return !array || check_items(validation, keyword, value);
    if (strcmp(name, "minItems") == 0)
        return !array || (double)json_count(value) >= keyword->number ||
               fail(validation, "has too few elements");
    if (strcmp(name, "maxItems") == 0)
        return !array || (double)json_count(value) <= keyword->number ||
               fail(validation, "has too many elements");
    if (strcmp(name, "minimum") == 0)
        return value->type != JSON_NUMBER || value->number >= keyword->number ||
               fail(validation, "is too small");
    if (strcmp(name, "pattern") == 0)
        return value->type != JSON_STRING || check_pattern(validation, keyword, value);
    if (strcmp(name, "anyOf") == 0) return check_any_of(validation, keyword, value);
    if (strcmp(name, "$ref") == 0) return check_reference(validation, keyword, value);
    return fail(validation, "the schema has the keyword '%s', which this validator does not know",
                name);
}

static bool valid(validation_t *validation, const json_t *schema, const json_t *value) {
    if (schema->type == JSON_TRUE) return true;
    if (schema->type != JSON_OBJECT) return fail(validation, "is not allowed");
    for (const json_t *keyword = schema->first; keyword; keyword = keyword->next)
        if (!check_keyword(validation, schema, keyword, value)) return false;
    return true;
}

bool json_schema_valid(const json_t *schema, const json_t *value, char *problem, size_t size) {
    validation_t validation = {.root = schema, .problem = problem, .size = size};
    return valid(&validation, schema, value);
}
