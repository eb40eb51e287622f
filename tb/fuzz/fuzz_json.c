/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_json.c: libFuzzer target: any bytes as JSON (cmodel/base/json_tree.h).
 *
 * What must hold besides sanitizers' silence: what is refused is refused at a byte of the text;
 * what is accepted, written again with the writer of strings that reports use, is accepted and
 * equal. A cut of an accepted list is refused: a file that was cut short is never taken for whole.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/base/json_writer.h"
#include "cmodel/base/json_tree.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(int holds) {
    if (!holds) abort();
}

static void write_value(FILE *out, const json_t *value) {
    const char *separator = "";
    switch (value->type) {
    case JSON_NULL: fputs("null", out); break;
    case JSON_FALSE: fputs("false", out); break;
    case JSON_TRUE: fputs("true", out); break;
    case JSON_NUMBER: fprintf(out, "%.17g", value->number); break;
    case JSON_STRING: scord_json_string(out, value->string); break;
    case JSON_ARRAY:
    case JSON_OBJECT:
        fputc(value->type == JSON_ARRAY ? '[' : '{', out);
        for (const json_t *element = value->first; element;
             element = element->next, separator = ",") {
            fputs(separator, out);
            if (value->type == JSON_OBJECT) scord_json_string(out, element->name), fputc(':', out);
            write_value(out, element);
        }
        fputc(value->type == JSON_ARRAY ? ']' : '}', out);
    }
}

static void require_same_again(const json_t *value) {
    char *text;
    size_t size, at;
    FILE *out = open_memstream(&text, &size);
    require(out);
    write_value(out, value);
    fclose(out);
    json_t *again = json_parse(text, &at);
    require(again && json_equal(value, again) && json_equal(again, value));
    json_free(again);
    if (value->type == JSON_ARRAY || value->type == JSON_OBJECT) {
        text[size - 1 - size / 3 % size] = '\0';
        require(!json_parse(text, &at) && at <= strlen(text));
    }
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    size_t at = size + 1;
    char *text = malloc(size + 1);
    require(text);
    memcpy(text, data, size);
    text[size] = '\0';
    json_t *value = json_parse(text, &at);
    if (!value)
        require(at <= strlen(text));
    else
        require_same_again(value);
    json_free(value);
    free(text);
    return 0;
}
