/* SPDX-License-Identifier: Apache-2.0 */
/* validate_json.c: validate_json SCHEMA FILE...: whether the files are valid under the schema. With
 * --sarif, also that what refers to each other in a SARIF log agrees. Exit codes: 0 all are, 1 one
 * is not, 2 a file cannot be read.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/commands/check/json_schema.h"

static json_t *read_json(const char *path) {
    char *text = NULL;
    size_t bytes = 0, at;
    FILE *file = fopen(path, "r");
    json_t *value = NULL;
    if (file && getdelim(&text, &bytes, '\0', file) >= 0) {
        value = json_parse(text, &at);
        if (!value) fprintf(stderr, "%s: not JSON at byte %zu\n", path, at);
    } else {
        fprintf(stderr, "%s: cannot be read\n", path);
    }
    if (file) fclose(file);
    free(text);
    return value;
}

static const json_t *element(const json_t *list, double index) {
    const json_t *found = list ? list->first : NULL;
    while (found && index >= 1) {
        found = found->next;
        index--;
    }
    return found;
}

static bool same_text(const json_t *a, const json_t *b) { return a && b && json_equal(a, b); }

/* An artifactLocation's index names the artifact of the same URI (section 3.4.5). */
static bool artifact_agrees(const json_t *run, const json_t *location) {
    const json_t *physical = json_member(location, "physicalLocation");
    const json_t *artifact = physical ? json_member(physical, "artifactLocation") : NULL;
    if (!artifact) return true;
    const json_t *index = json_member(artifact, "index");
    const json_t *named = index ? element(json_member(run, "artifacts"), index->number) : NULL;
    return named && same_text(json_member(json_member(named, "location"), "uri"),
                              json_member(artifact, "uri"));
}

static bool locations_agree(const json_t *run, const json_t *list) {
    for (const json_t *location = list->first; location; location = location->next)
        if (!artifact_agrees(run, location)) return false;
    return true;
}

static unsigned fingerprints_like(const json_t *results, const json_t *wanted) {
    unsigned count = 0;
    for (const json_t *result = results->first; result; result = result->next)
        count += json_equal(json_member(result, "partialFingerprints"), wanted);
    return count;
}

/* ruleIndex names the rule of ruleId (section 3.27.6), indices of artifacts agree, fingerprints are
 * each result's own.
 */
static const char *sarif_problem(const json_t *log) {
    const json_t *run = json_member(log, "runs")->first, *results = json_member(run, "results");
    const json_t *rules = json_member(json_member(json_member(run, "tool"), "driver"), "rules");
    for (const json_t *result = results->first; result; result = result->next) {
        const json_t *rule = element(rules, json_member(result, "ruleIndex")->number);
        if (!rule || !same_text(json_member(rule, "id"), json_member(result, "ruleId")))
            return "ruleIndex and ruleId differ";
        if (!locations_agree(run, json_member(result, "locations")))
            return "a location's artifact index is wrong";
        if (!locations_agree(run, json_member(result, "relatedLocations")))
            return "a related location's artifact index is wrong";
        if (fingerprints_like(results, json_member(result, "partialFingerprints")) != 1)
            return "two results have one fingerprint";
    }
    return NULL;
}

static int validate(const json_t *schema, const char *path, bool sarif) {
    char problem[1024];
    json_t *value = read_json(path);
    if (!value) return 2;
    const char *what = json_schema_valid(schema, value, problem, sizeof problem) ? NULL : problem;
    if (!what && sarif) what = sarif_problem(value);
    if (what) fprintf(stderr, "%s: %s\n", path, what);
    json_free(value);
    return what ? 1 : 0;
}

int main(int argc, char **argv) {
    const bool sarif = argc > 1 && strcmp(argv[1], "--sarif") == 0;
    const int first = sarif ? 2 : 1;
    int code = 0;
    if (argc < first + 2) {
        fputs("usage: validate_json [--sarif] SCHEMA FILE...\n", stderr);
        return 2;
    }
    json_t *schema = read_json(argv[first]);
    if (!schema) return 2;
    for (int i = first + 1; i < argc; i++) {
        const int found = validate(schema, argv[i], sarif);
        code = found > code ? found : code;
    }
    json_free(schema);
    return code;
}
