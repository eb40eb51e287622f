/* SPDX-License-Identifier: Apache-2.0 */
/* test_json_writer.c: cmodel/base/json_writer.h: layouts byte for byte, and every value read back.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "tb/unit/model/model_test.h"
#include "cmodel/base/json_tree.h"
#include "cmodel/base/json_writer.h"
#include "cmodel/base/memory_stream.h"

typedef struct written {
    char *text;
    size_t bytes;
    json_writer_t json;
} written_t;

static json_writer_t *begin(written_t *written, json_layout_t layout) {
    FILE *out = scord_memory_stream(&written->text, &written->bytes);
    assert_non_null(out);
    written->json = json_writer(out, layout);
    return &written->json;
}

static void expect(written_t *written, const char *text) {
    size_t at;
    assert_int_equal(written->json.depth, 0);
    assert_int_equal(fclose(written->json.out), 0);
    assert_string_equal(written->text, text);
    json_t *tree = json_parse(written->text, &at);
    assert_non_null(tree);
    json_free(tree);
    free(written->text);
}

static void put_all(json_writer_t *json) {
    static const uint32_t triple[] = {1, 2, UINT32_MAX};
    json_open_object(json, NULL);
    json_put_unsigned(json, "a", UINT64_MAX);
    json_put_signed(json, "b", INT64_MIN);
    json_put_bool(json, "c", true);
    json_put_null(json, "d");
    json_put_string(json, "e", "q\"\n");
    json_put_printf(json, "f", "%.3f", 0.5);
    json_put_array32(json, "g", triple, 3);
    json_open_array(json, "h");
    json_close(json);
    json_open_object(json, "i");
    json_close(json);
    json_close(json);
}

TEST(rows) {
    written_t written;
    put_all(begin(&written, JSON_SPACED));
    expect(&written,
           "{\"a\": 18446744073709551615, \"b\": -9223372036854775808, \"c\": true, \"d\": null, "
           "\"e\": \"q\\\"\\u000a\", \"f\": 0.500, \"g\": [1, 2, 4294967295], \"h\": [], \"i\": "
           "{}}");
    put_all(begin(&written, JSON_DENSE));
    expect(&written,
           "{\"a\":18446744073709551615,\"b\":-9223372036854775808,\"c\":true,\"d\":null,"
           "\"e\":\"q\\\"\\u000a\",\"f\":0.500,\"g\":[1,2,4294967295],\"h\":[],\"i\":{}}");
}

TEST(lines) {
    written_t written;
    json_writer_t *json = begin(&written, JSON_SPACED);
    json_open_object(json, NULL);
    json_lines(json, 2);
    json_put_unsigned(json, "a", 1);
    json_open_array(json, "b");
    json_lines(json, 4);
    for (unsigned i = 0; i < 2; i++) {
        json_open_object(json, NULL);
        json_put_unsigned(json, "x", i);
        json_line(json, 6); /* one break inside of a row */
        json_put_unsigned(json, "y", i);
        json_put_unsigned(json, "z", i);
        json_close(json);
    }
    json_line(json, 2);
    json_close(json);
    json_lines(json, -1); /* and back to a row */
    json_put_bool(json, "c", false);
    json_put_name(json, "d");
    fputs("7", json->out);
    json_line(json, 0);
    json_close(json);
    expect(&written, "{\n"
                     "  \"a\": 1,\n"
                     "  \"b\": [\n"
                     "    {\"x\": 0,\n"
                     "      \"y\": 0, \"z\": 0},\n"
                     "    {\"x\": 1,\n"
                     "      \"y\": 1, \"z\": 1}\n"
                     "  ], \"c\": false, \"d\": 7\n"
                     "}");
}

TEST(value_alone) {
    written_t written;
    json_put_string(begin(&written, JSON_DENSE), NULL, "alone");
    expect(&written, "\"alone\"");
}

/* As deep as the writer goes. */
TEST(deep) {
    written_t written;
    json_writer_t *json = begin(&written, JSON_SPACED);
    char text[2 * JSON_DEEPEST + 1] = "";
    for (unsigned i = 0; i < JSON_DEEPEST; i++) json_open_array(json, NULL);
    for (unsigned i = 0; i < JSON_DEEPEST; i++) json_close(json);
    memset(text, '[', JSON_DEEPEST);
    memset(text + JSON_DEEPEST, ']', JSON_DEEPEST);
    expect(&written, text);
}

TEST_MAIN("json_writer")
