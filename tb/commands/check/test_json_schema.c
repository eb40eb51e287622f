/* SPDX-License-Identifier: Apache-2.0 */
/* Unit test of cmodel/base/json_tree.c and json_schema.c: the judge of the reports must
 * itself say no. */
#include "tb/unit/model/model_test.h"

#include "tb/commands/check/json_schema.h"

#include <errno.h>

static bool parses(const char *text) {
    size_t at;
    json_t *value = json_parse(text, &at);
    json_free(value);
    return value;
}

TEST(test_grammar) {
    static const char *const good[] = {
        "{}", " [1, -2.5e+3, \"a\\u00e9\\n\", null, true, false, {\"x\": []}] ", "0", "\"\""};
    static const char *const bad[] = {"",
                                      "{",
                                      "[1,]",
                                      "{\"a\" 1}",
                                      "{\"a\": 1,}",
                                      "01",
                                      "1.",
                                      "1e",
                                      "+1",
                                      "\"a",
                                      "\"\t\"",
                                      "\"\\x\"",
                                      "\"\\u12g4\"",
                                      "nul",
                                      "[] []",
                                      "{\"a\": 1, \"a\": 2}",
                                      "{a: 1}",
                                      "'a'"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        if (!parses(good[i])) fail_msg("refused: %s", good[i]);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (parses(bad[i])) fail_msg("taken: %s", bad[i]);
}

TEST(test_strings) {
    size_t at;
    json_t *value = json_parse("{\"a\": \"\\u00e9\\u20ac\\\"\\\\\\/\\t\"}", &at);
    assert_non_null(value);
    assert_string_equal(json_member(value, "a")->string, "\xc3\xa9\xe2\x82\xac\"\\/\t");
    json_free(value);
    assert_null(json_parse("[1, x]", &at));
    assert_int_equal(errno, EINVAL);
    assert_int_equal(at, 4);
    assert_null(json_parse("[1e999]", &at));              /* no double holds it */
    assert_null(json_parse("\"\\u0000\"", &at));          /* it would cut the string */
    value = json_parse("\"\\ud83d\\ude00\\uffff\"", &at); /* beyond the basic plane */
    assert_non_null(value);
    assert_string_equal(value->string, "\xf0\x9f\x98\x80\xef\xbf\xbf");
    json_free(value);
    assert_null(json_parse("\"\\ud83d\"", &at)); /* half a pair */
    assert_null(json_parse("\"\\ud83dx\"", &at));
    assert_null(json_parse("\"\\ud83d\\u0041\"", &at));
    assert_null(json_parse("\"\\ude00\\ud83d\"", &at));
}

/* Whether VALUE is valid under SCHEMA; the problem must then begin with PATH. */
static void expect(const char *schema_text, const char *text, const char *path) {
    char problem[1024] = "";
    size_t at;
    json_t *schema = json_parse(schema_text, &at), *value = json_parse(text, &at);
    assert_non_null(schema);
    assert_non_null(value);
    const bool good = json_schema_valid(schema, value, problem, sizeof problem);
    if (good != (!path)) fail_msg("%s under %s: %s", text, schema_text, good ? "valid" : problem);
    if (path && (strncmp(problem, path, strlen(path)) != 0 || problem[strlen(path)] != ':'))
        fail_msg("%s: the problem is at %s, not at %s", text, problem, path);
    json_free(schema);
    json_free(value);
}

TEST(test_keywords) {
    expect("{\"type\": \"integer\", \"minimum\": 1}", "1", NULL);
    expect("{\"type\": \"integer\", \"minimum\": 1}", "0", "$");
    expect("{\"type\": \"integer\"}", "1.5", "$");
    expect("{\"type\": [\"string\", \"null\"]}", "null", NULL);
    expect("{\"type\": [\"string\", \"null\"]}", "false", "$");
    expect("{\"enum\": [\"a\", null]}", "null", NULL);
    expect("{\"enum\": [\"a\", null]}", "\"b\"", "$");
    expect("{\"const\": [1, {\"a\": 2}]}", "[1, {\"a\": 2}]", NULL);
    expect("{\"const\": [1, {\"a\": 2}]}", "[1, {\"a\": 3}]", "$");
    expect("{\"pattern\": \"^[a-z]+$\"}", "\"abc\"", NULL);
    expect("{\"pattern\": \"^[a-z]+$\"}", "\"aBc\"", "$");
    expect("{\"items\": {\"type\": \"string\"}, \"minItems\": 1, \"maxItems\": 2}", "[\"a\"]",
           NULL);
    expect("{\"items\": {\"type\": \"string\"}}", "[\"a\", 1]", "$[1]");
    expect("{\"minItems\": 1}", "[]", "$");
    expect("{\"maxItems\": 1}", "[1, 2]", "$");
    expect("{\"anyOf\": [{\"type\": \"null\"}, {\"type\": \"string\"}]}", "\"x\"", NULL);
    expect("{\"anyOf\": [{\"type\": \"null\"}, {\"type\": \"string\"}]}", "1", "$");
}

TEST(test_objects) {
    const char *schema = "{\"required\": [\"a\"], \"additionalProperties\": false, \"properties\": "
                         "{\"a\": {\"$ref\": \"#/$defs/n\"},"
                         " \"b\": true}, \"$defs\": {\"n\": {\"type\": \"number\"}}}";
    expect(schema, "{\"a\": 1, \"b\": []}", NULL);
    expect(schema, "{\"b\": 1}", "$");
    expect(schema, "{\"a\": \"x\"}", "$.a");
    expect(schema, "{\"a\": 1, \"c\": 1}", "$");
    expect("{\"additionalProperties\": {\"type\": \"number\"}}", "{\"x\": 1, \"y\": null}", "$.y");
    expect("{\"properties\": {\"a\": {\"properties\": {\"b\": false}}}}", "{\"a\": {\"b\": 1}}",
           "$.a.b");
    expect("{\"$ref\": \"#/$defs/none\"}", "1", "$");
    expect("{\"maxProperties\": 3}", "{}",
           "$"); /* an unknown keyword is no condition passed over */
}

TEST_MAIN("json_schema")
