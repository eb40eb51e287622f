/* SPDX-License-Identifier: Apache-2.0 */
/* host_calls.c: functions that device code calls and PTX does not define: printf, assert, malloc,
 * free, mathematics. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cmodel/base/demangle.h"
#include "sim/runtime/device_launches.h"
#include "sim/runtime/math_functions.h"
#include "sim/runtime/ordering.h"

enum { TEXT_MAX = 4096 }; /* longest format, and longest string argument, of a device printf */

/* A string as the lane sees it, cut at size - 1. False: it runs out of allocated memory. */
static bool read_string(const core_host_call_t *call, uint64_t address, char *text, size_t size) {
    for (size_t i = 0; i + 1 < size; i++) {
        if (!core_read(call->warp, call->lane, address + i, &text[i], 1)) return false;
        if (text[i] == '\0') return true;
    }
    text[size - 1] = '\0';
    return true;
}

/* ---- printf ---- */

/* The argument buffer of vprintf: C's default promotions, each argument at its natural alignment.
 */
typedef struct argument_reader {
    const core_host_call_t *call;
    uint64_t next;
    bool failed;
} argument_reader_t;

static uint64_t next_argument(argument_reader_t *reader, uint32_t bytes) {
    uint64_t value = 0;
    reader->next = (reader->next + bytes - 1) / bytes * bytes;
    if (!core_read(reader->call->warp, reader->call->lane, reader->next, &value, bytes))
        reader->failed = true;
    reader->next += bytes;
    return value;
}

/* One conversion specification: "%-08.3lld" split into its text without length modifier, and its
 * argument's size. */
typedef struct conversion {
    char text[64];
    size_t length;
    char kind;
    uint32_t bytes;  /* of the argument: char and short are promoted */
    uint32_t narrow; /* bits that %hd and %hhd keep; 0: all */
} conversion_t;

static void append(conversion_t *conversion, char c) {
    if (conversion->length + 1 < sizeof conversion->text)
        conversion->text[conversion->length++] = c;
    conversion->text[conversion->length] = '\0';
}

static void append_star(conversion_t *conversion, argument_reader_t *reader) {
    char digits[16];
    snprintf(digits, sizeof digits, "%d", (int)(int32_t)next_argument(reader, 4));
    for (const char *c = digits; *c != '\0'; c++) append(conversion, *c);
}

/* Reads the specification that begins after the % at FORMAT; returns what follows it. */
static const char *read_conversion(const char *format, conversion_t *conversion,
                                   argument_reader_t *reader) {
    *conversion = (conversion_t){.text = "%", .length = 1, .bytes = 4};
    for (; *format != '\0' && strchr("-+ #0123456789.*", *format); format++) {
        if (*format == '*')
            append_star(conversion, reader);
        else
            append(conversion, *format);
    }
    for (; *format != '\0' && strchr("hlLqjzt", *format); format++)
        if (*format == 'h')
            conversion->narrow = conversion->narrow == 16 ? 8 : 16;
        else
            conversion->bytes = 8;
    conversion->kind = *format;
    if (*format != '\0' && strchr("eEfFgGaAsp", *format)) conversion->bytes = 8;
    if (*format == 'c') conversion->bytes = 4;
    return *format == '\0' ? format : format + 1;
}

static void print_integer(FILE *out, conversion_t *conversion, uint64_t value) {
    const char kind = conversion->kind;
    const bool is_signed = kind == 'd' || kind == 'i';
    const uint32_t unused = conversion->narrow != 0 ? 64 - conversion->narrow
                                                    : 64 - 8 * conversion->bytes;
    value = is_signed ? (uint64_t)((int64_t)(value << unused) >> unused)
                      : value << unused >> unused;
    append(conversion, 'l');
    append(conversion, 'l');
    append(conversion, kind);
    fprintf(out, conversion->text, (long long)value);
}

static void print_string(FILE *out, conversion_t *conversion, argument_reader_t *reader,
                         uint64_t address) {
    char text[TEXT_MAX];
    append(conversion, 's');
    if (address == 0)
        fprintf(out, conversion->text, "(null)");
    else if (read_string(reader->call, address, text, sizeof text))
        fprintf(out, conversion->text, text);
    else
        reader->failed = true;
}

static void print_conversion(FILE *out, conversion_t *conversion, argument_reader_t *reader) {
    const char kind = conversion->kind;
    if (kind == '%' || kind == '\0') {
        fputc('%', out);
        return;
    }
    const uint64_t value = next_argument(reader, conversion->bytes);
    double real;
    memcpy(&real, &value, sizeof real);
    if (strchr("diuoxX", kind)) {
        print_integer(out, conversion, value);
    } else if (kind == 's') {
        print_string(out, conversion, reader, value);
    } else {
        append(conversion, kind);
        if (kind == 'c')
            fprintf(out, conversion->text, (int)value);
        else if (kind == 'p')
            fprintf(out, conversion->text, (void *)(uintptr_t)value);
        else if (strchr("eEfFgGaA", kind))
            fprintf(out, conversion->text, real);
        else
            fputs(conversion->text, out);
    }
}

static int call_printf(core_host_call_t *call, char *message, size_t size) {
    char format[TEXT_MAX];
    argument_reader_t reader = {.call = call, .next = call->argument[1]};
    if (!read_string(call, call->argument[0], format, sizeof format)) {
        snprintf(message, size, "printf's format string lies outside of allocated memory");
        return -1;
    }
    for (const char *c = format; *c != '\0';) {
        conversion_t conversion;
        if (*c != '%') {
            fputc(*c++, stdout);
            continue;
        }
        c = read_conversion(c + 1, &conversion, &reader);
        call->result += conversion.kind != '%';
        print_conversion(stdout, &conversion, &reader);
    }
    if (reader.failed)
        snprintf(message, size, "an argument of printf lies outside of allocated memory");
    return reader.failed ? -1 : 0;
}

/* ---- assert, malloc, free ---- */

static int call_assertfail(core_host_call_t *call, char *message, size_t size) {
    char expression[128], function[96];
    if (!read_string(call, call->argument[0], expression, sizeof expression)) expression[0] = '\0';
    if (!read_string(call, call->argument[3], function, sizeof function)) function[0] = '\0';
    snprintf(message, size, "assertion `%s` failed in %s", expression, function);
    return -1;
}

static int call_malloc(session_t *session, core_host_call_t *call) {
    const uint64_t bytes = call->argument[0];
    call->result = bytes == 0 ? 0 : session_allocate(session, bytes, DEVICE_MEMORY_HEAP, "malloc");
    if (call->result == 0) return 0;
    unwritten_set(&session->unwritten, call->result, bytes, true);
    host_remember_malloc(session, call->result, call->instruction);
    return 0;
}

/* What cudaMalloc() has given is not free()'s. */
static int call_free(session_t *session, core_host_call_t *call, char *message, size_t size) {
    const device_allocation_t *found = device_memory_find(session->memory, call->argument[0]);
    if (call->argument[0] == 0) return 0;
    if (found) ordering_forget(session, found->address);
    if (found && found->kind == DEVICE_MEMORY_HEAP &&
        device_memory_release(session->memory, call->argument[0]))
        return 0;
    call->wrong = true;
    snprintf(message, size, "free of 0x%" PRIx64 ", which no allocation begins at",
             call->argument[0]);
    return -1;
}

/* ---- mathematics ---- */

static bool call_math(core_host_call_t *call) {
    double a, b, result;
    memcpy(&a, &call->argument[1], sizeof a);
    memcpy(&b, &call->argument[2], sizeof b);
    if (!scord_math_evaluate((uint32_t)call->argument[0], a, b, &result)) return false;
    memcpy(&call->result, &result, sizeof result);
    return true;
}

static bool call_mathf(core_host_call_t *call) {
    float a, b, result;
    memcpy(&a, &call->argument[1], sizeof a);
    memcpy(&b, &call->argument[2], sizeof b);
    if (!scord_math_evaluatef((uint32_t)call->argument[0], a, b, &result)) return false;
    call->result = 0;
    memcpy(&call->result, &result, sizeof result);
    return true;
}

static bool call_norm(core_host_call_t *call) {
    double a[4], result;
    memcpy(a, &call->argument[1], sizeof a);
    if (!scord_math_norm((uint32_t)call->argument[0], a, &result)) return false;
    memcpy(&call->result, &result, sizeof result);
    return true;
}

int session_host_call(void *context, core_host_call_t *call, char *message, size_t size) {
    session_t *session = context;
    int code;
    call->result = 0;
    if (strcmp(call->name, "__scord_mathf") == 0 && call_mathf(call)) return 0;
    if (strcmp(call->name, "__scord_math") == 0 && call_math(call)) return 0;
    if (strcmp(call->name, "__scord_norm") == 0 && call_norm(call)) return 0;
    if (strcmp(call->name, "vprintf") == 0) return call_printf(call, message, size);
    if (strcmp(call->name, "__assertfail") == 0) return call_assertfail(call, message, size);
    if (strcmp(call->name, "malloc") == 0) return call_malloc(session, call);
    if (strcmp(call->name, "free") == 0) return call_free(session, call, message, size);
    if (device_call(session, call, message, size, &code)) return code;
    if (strcmp(call->name, CORE_GRID_WAIT) == 0 || strcmp(call->name, CORE_GRID_TRIGGER) == 0)
        return ordering_kernel_call(session, call), 0;
    char name[128];
    snprintf(message, size,
             "call of %s, which no .cu file of the program defines and scord does not provide; "
             "name the file that defines it, too",
             scord_demangle(call->name, name, sizeof name));
    return -1;
}
