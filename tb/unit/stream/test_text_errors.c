/* SPDX-License-Identifier: Apache-2.0 */
/* test_text_errors.c: every class of bad line gives its message, exactly; short forms mean what the
 * page says. Normative text: docs/stream-format.md, "Text".
 */
#include <stdlib.h>
#include <string.h>

#include "tb/unit/stream/test_support.h"

#define HEAD   "scord-event-stream 1 config=tiny\n"
#define STAMPS "cycle, sequence"

typedef struct text_case {
    const char *text, *message; /* message without the stream's name; NULL: the text is legal */
} text_case_t;

static const text_case_t header_cases[] = {
    {"", "1: the stream is empty; it starts with 'scord-event-stream 1 config=gtx480'"},
    {"# only a comment\n",
     "2: the stream is empty; it starts with 'scord-event-stream 1 config=gtx480'"},
    {"hello\n", "1: not an event stream: a text one starts with 'scord-event-stream 1 "
                "config=gtx480', a binary one with "
                "the bytes 89 53 45 56"},
    {"scord-event-stream\n", "1: format version '', this scord reads version 1"},
    {"scord-event-stream 2 config=tiny\n", "1: format version '2', this scord reads version 1"},
    {"scord-event-stream 1\n", "1: the first line needs config=NAME, for example config=gtx480"},
    {"scord-event-stream 1 config=huge\n", "1: unknown configuration 'huge'; known: {configs}"},
    {"scord-event-stream 1 config=tiny config=tiny\n",
     "1: config= comes once, before the keys that it gives defaults for"},
    {"scord-event-stream 1 num_sms=2 config=tiny\n",
     "1: config= comes once, before the keys that it gives defaults for"},
    {"scord-event-stream 1 config=tiny colour=3\n",
     "1: unknown configuration key 'colour'; legal: {keys}"},
    {"scord-event-stream 1 config=tiny num_sms=17\n",
     "1: configuration key num_sms=17 is out of range; legal: 1 to 16"},
    {"scord-event-stream 1 config=tiny num_sms=two\n",
     "1: configuration key num_sms=two is out of range; legal: 1 to 16"},
    {"scord-event-stream 1 config=tiny num_sms=2 num_sms=2\n",
     "1: key 'num_sms' is given twice; keep one"},
    {"scord-event-stream 1 config=tiny quick\n", "1: 'quick' is not key=value"},
    {"scord-event-stream 1 config=tiny end=never\n", "1: end=never; legal: required"},
    {"# licence\n\n  scord-event-stream 1 config=tiny # comment\nkernel_end\n", NULL},
};

static const text_case_t line_cases[] = {
    {"acess sm=0", "2: unknown event kind 'acess'; legal: {kinds}"},
    {"warp_exit sm=0 wrap=1", "2: warp_exit: unknown key 'wrap'; legal: sm, slot, warp, " STAMPS},
    {"warp_exit sm=0 warp=1 pc=3",
     "2: warp_exit: unknown key 'pc'; legal: sm, slot, warp, " STAMPS},
    {"expect_pick warp=1 quickly", "2: expect_pick: unknown key 'quickly'; legal: warp, " STAMPS},
    {"warp_exit sm=0 warp=1 sm=0", "2: key 'sm' is given twice; keep one"},
    {"warp_exit sm=0", "2: warp_exit needs warp=…"},
    {"warp_exit warp=1", "2: warp_exit needs sm=…"},
    {"warp_exit sm=0 warp", "2: warp_exit: warp= is not a number (decimal or 0x…, 64 bits)"},
    {"warp_exit sm=0 warp=", "2: warp_exit: warp= is not a number (decimal or 0x…, 64 bits)"},
    {"warp_exit sm=0 warp=-1", "2: warp_exit: warp=-1 is not a number (decimal or 0x…, 64 bits)"},
    {"warp_exit sm=0 warp=1x", "2: warp_exit: warp=1x is not a number (decimal or 0x…, 64 bits)"},
    {"warp_exit sm=0 warp=1 cycle=18446744073709551616",
     "2: warp_exit: cycle=18446744073709551616 is not a number (decimal or 0x…, 64 bits)"},
    {"warp_exit sm=0 warp=4", "2: warp_exit: warp=4 is out of range; legal: 0 to 3"},
    {"warp_exit sm=2 warp=0", "2: warp_exit: sm=2 is out of range; legal: 0 to 1"},
    {"block_exit sm=0 slot=258", "2: block_exit: slot=258 is out of range; legal: 0 to 1"},
    {"schedule sm=0 ready=0x10", "2: schedule: ready=0x10 is out of range; legal: 0x0 to 0xf"},
    {"schedule sm=0 policy=best ready=1",
     "2: schedule: policy=best is unknown; legal: lrr, gto, mwf_lrr, mwf_gto"},
    {"fence sm=0 warp=0 scope=warp",
     "2: fence: scope=warp is unknown; legal: device, block, system"},
    {"fence sm=0 warp=0", "2: fence needs scope=…"},
    {"kernel_begin name=k grid=1 block=1 tracked_base=0 log2_tracked_words=4",
     "2: kernel_begin: name needs a string in double quotes"},
    {"object name address=0 bytes=1", "2: object: name needs a string in double quotes"},
    {"kernel_begin name=\"k grid=1", "2: the quoted string is not closed; add the closing '\"'"},
    {"object name=\"a\\q\" address=0 bytes=1",
     "2: object: name has an unknown escape; legal: \\\" \\\\ \\n \\t \\r \\x01 to \\xff"},
    {"object name=\"a\\x00\" address=0 bytes=1",
     "2: object: name has an unknown escape; legal: \\\" \\\\ \\n \\t \\r \\x01 to \\xff"},
    {"object name=\"a\"b\"\" address=0 bytes=1",
     "2: object: name has an unescaped '\"'; write \\\""},
    {"kernel_begin name=\"k\" grid=1,2,3,4 block=1 tracked_base=0 log2_tracked_words=4",
     "2: kernel_begin: grid has more than 3 values"},
    {"kernel_begin name=\"k\" grid=0 block=1 tracked_base=0 log2_tracked_words=4",
     "2: kernel_begin: grid=0 is out of range; legal: 1 to 4294967295"},
    {"kernel_begin name=\"k\" grid=1 block=1 tracked_base=0x20 log2_tracked_words=4",
     "2: kernel_begin: tracked_base=0x20 must be a multiple of the tracked 0x40 bytes"},
    {"access sm=0 warp=0 op=load",
     "2: access needs either address=… (one, or one a lane) or base=… stride=…"},
    {"access sm=0 warp=0 op=load base=0 address=0",
     "2: access needs either address=… (one, or one a lane) or base=… stride=…"},
    {"access sm=0 warp=0 op=load address=0 stride=4",
     "2: access: unknown key 'stride'; legal: sm, slot, warp, pc, op, atomic_kind, scope, "
     "semantics, strong, unread, size, mask, "
     "address, base, stride, compare, value, returned, differ, " STAMPS},
    {"access sm=0 warp=0 op=load mask=7 address=0,4",
     "2: access: address has 2 values, mask=0x7 has 3 lanes; give one value, or one a lane"},
    {"access sm=0 warp=0 op=load address=2",
     "2: access: address=0x2 of lane 0 must be below 2^40 and a multiple of size=4"},
    {"access sm=0 warp=0 op=load base=4 stride=-4",
     "2: access: address=0xfffffffffffffffc of lane 2 must be below 2^40 and a multiple of size=4"},
    {"access sm=0 warp=0 op=load base=4 stride=x",
     "2: access: stride=x is not a number (decimal or 0x…, 64 bits)"},
    {"access sm=0 warp=0 op=load size=3 address=0", "2: access: size must be 1, 2, 4, 8 or 16"},
    {"access sm=0 warp=0 op=load mask=0 address=0",
     "2: access: mask=0 is out of range; legal: 0x1 to 0xffffffff"},
    {"access sm=0 warp=0 op=load value=1 address=0",
     "2: access: only op=atomic has value and compare"},
    {"access sm=0 warp=0 op=store returned=1 address=0", "2: access: op=store has no returned"},
    {"access sm=0 warp=0 op=load mask=3 differ=3 address=0", "2: access: only op=store has differ"},
    {"access sm=0 warp=0 op=store mask=3 differ=3,3 address=0",
     "2: access: differ has more masks than size has words"},
    {"access sm=0 warp=0 op=store mask=3 differ=6 address=0",
     "2: access: differ names lanes that are not in mask"},
    {"access sm=0 warp=0 op=store mask=7 differ=7 address=0,0,4",
     "2: access: differ names lane 2 and no other lane at its address"},
    {"access sm=0 warp=0 op=store mask=3 differ=0x100000003 address=0",
     "2: access: differ=0x100000003 is no mask of 32 lanes"},
    {"access sm=0 warp=0 op=load size=16 returned=1 address=0",
     "2: access: a 16-byte access carries no returned, value or compare"},
    {"access sm=0 warp=0 op=load size=1 returned=256 address=0",
     "2: access: returned, value and compare of lane 0 must fit in size=1 bytes"},
    {"access sm=0 warp=0 op=atomic address=0",
     "2: access: atomic_kind must be other than none exactly when op=atomic"},
    {"access sm=0 warp=0 op=load atomic_kind=add address=0",
     "2: access: atomic_kind must be other than none exactly when op=atomic"},
    {"access sm=0 warp=0 op=atomic atomic_kind=add strong=0 address=0",
     "2: access: an atomic, or an access with semantics, must have strong=1 (D6)"},
    {"access sm=0 warp=0 op=load unread=1 address=0", "2: access: only op=atomic has unread"},
    {"access sm=0 warp=0 op=load semantics=acquire strong=0 address=0",
     "2: access: an atomic, or an access with semantics, must have strong=1 (D6)"},
    {"access sm=0 warp=0 op=atomic atomic_kind=cas value=1 returned=0 address=0",
     "2: access: atomic_kind=cas with value needs compare=…"},
    {"access sm=0 warp=0 op=atomic atomic_kind=cas address=0",
     "2: access: atomic_kind=cas needs compare, value and returned (D17)"},
    {"access sm=0 warp=0 op=atomic atomic_kind=exch address=0",
     "2: access: atomic_kind=exch needs value (D19)"},
    {"access sm=0 warp=0 op=atomic atomic_kind=add compare=0 address=0",
     "2: access: compare needs value=…"},
    {"access sm=0 warp=0 op=atomic atomic_kind=add compare=1 value=1 address=0",
     "2: access: compare is for atomic_kind=cas; leave it out"},
    {"expect", "2: expect needs clean, races=… or verdict=…"},
    {"expect clean races=0", "2: expect: clean and races= exclude each other"},
    {"expect clean=1", "2: expect: clean takes no value"},
    {"expect races=1", "2: expect: verdict must name a race exactly when races is not 0"},
    {"expect races=0 verdict=not_strong",
     "2: expect: verdict must name a race exactly when races is not 0"},
    {"expect clean scope=block", "2: expect: scope belongs to a race; leave it out when races=0"},
    {"expect verdict=not_strong scope=system",
     "2: expect: scope=system is unknown; legal: device, block, any"},
    {"kernel_end sequence=1", "2: sequence=1 should be 0; leave it out, it is automatic"},
    {"end\nkernel_end", "3: a line after 'end'; move 'end' to the end of the stream"},
    {"end events=1", "2: end: events=1, but 0 were read; correct or drop the number"},
    {"end now", "2: end: 'now' is unknown; legal: events=N"},
    {"end events=0 more", "2: end: too many words; legal: events=N"},
};

typedef const char *list_item_t(unsigned index);
static const char *config_name(unsigned index) { return scord_configs[index].name; }
static const char *key_name(unsigned index) { return scord_config_keys[index].name; }
static const char *kind_name(unsigned index) { return scord_event_kind_name(index); }

static void append_list(char *out, list_item_t *item, unsigned count) {
    for (unsigned i = 0; i < count; i++)
        sprintf(out + strlen(out), "%s%s", i > 0 ? ", " : "", item(i));
}

/* {configs}, {keys} and {kinds} stand for lists that scord.params decides. */
static void expand(const char *message, char *out) {
    for (*out = '\0'; *message != '\0';) {
        if (strncmp(message, "{configs}", 9) == 0)
            append_list(out, config_name, SCORD_CONFIG_COUNT), message += 9;
        else if (strncmp(message, "{keys}", 6) == 0)
            append_list(out, key_name, SCORD_CONFIG_KEY_COUNT), message += 6;
        else if (strncmp(message, "{kinds}", 7) == 0)
            append_list(out, kind_name, SCORD_EVENT_KIND_COUNT), message += 7;
        else
            strncat(out, message++, 1);
    }
}

static void check_text(const char *text, const char *message) {
    events_t read = {NULL, 0, 0};
    scord_stream_error_t error = {.message = ""};
    char expected[2000] = "memory:";
    scord_stream_status_t status = read_events(text, strlen(text), &read, &error);
    if (message) expand(message, expected + strlen(expected));
    if (!message)
        CHECK(status == SCORD_STREAM_END, "%s\n  refused: %s", text, error.message);
    else
        CHECK(status == SCORD_STREAM_BAD && strcmp(error.message, expected) == 0,
              "%s\n  expected %s\n  got %s", text, expected, error.message);
    free_events(&read);
}

static void check_lines(void) {
    char text[1024];
    for (size_t i = 0; i < sizeof header_cases / sizeof header_cases[0]; i++)
        check_text(header_cases[i].text, header_cases[i].message);
    for (size_t i = 0; i < sizeof line_cases / sizeof line_cases[0]; i++) {
        snprintf(text, sizeof text, HEAD "%s\n", line_cases[i].text);
        check_text(text, line_cases[i].message);
    }
}

/* ---- long and odd input ---- */

static void check_long(size_t length, const char *before, char fill, const char *after,
                       const char *message) {
    char *text = malloc(length + 200), *at = text;
    at += sprintf(at, HEAD "%s", before);
    memset(at, fill, length);
    strcpy(at + length, after);
    check_text(text, message);
    free(text);
}

static void check_odd_input(void) {
    check_long(70000, "# ", 'x', "\n", "2: the line is longer than 65535 bytes; split it");
    check_long(65533, "# ", 'x', "\n", NULL);
    check_long(1023, "object address=0 bytes=1 name=\"", 'n', "\"\n", NULL);
    check_long(1024, "object address=0 bytes=1 name=\"", 'n', "\"\n",
               "2: object: name is longer than 1023 bytes; shorten it");
    events_t read = {NULL, 0, 0};
    scord_stream_error_t error = {.message = ""};
    static const char zero[] = HEAD "kernel_end\nkernel\0_end\n";
    scord_stream_status_t status = read_events(zero, sizeof zero - 1, &read, &error);
    CHECK(status == SCORD_STREAM_BAD && read.count == 1 &&
              strcmp(error.message,
                     "memory:3: a zero byte; this is neither a text nor a binary event stream") ==
                  0,
          "%s", error.message);
    free_events(&read);
    char many[2000] = HEAD "kernel_end";
    for (unsigned i = 0; i < 40; i++) sprintf(many + strlen(many), " k%u=1", i);
    check_text(many, "2: more than 32 keys; split the line");
}

/* ---- short forms ---- */

/* Two texts must give the same events. */
static void check_equal(const char *brief, const char *full) {
    char text[2][2048];
    events_t read[2] = {{NULL, 0, 0}, {NULL, 0, 0}};
    scord_stream_error_t error = {.message = ""};
    const char *const lines[2] = {brief, full};
    for (unsigned i = 0; i < 2; i++) {
        snprintf(text[i], sizeof text[i], HEAD "%s\n", lines[i]);
        CHECK(read_events(text[i], strlen(text[i]), &read[i], &error) == SCORD_STREAM_END,
              "%s\n  %s", lines[i], error.message);
    }
    CHECK(read[0].count == read[1].count, "%zu events, not %zu: %s", read[0].count, read[1].count,
          brief);
    for (size_t i = 0; i < read[0].count && i < read[1].count; i++)
        CHECK(same_event(&read[0].list[i], &read[1].list[i]), "event %zu of %s", i, brief);
    free_events(&read[0]);
    free_events(&read[1]);
}

static void check_short_forms(void) {
    check_equal("warp_exit sm=1 warp=2", "warp_exit sm=0x1 slot=0 warp=2 cycle=0 sequence=0");
    check_equal("kernel_end\nkernel_end cycle=9\nkernel_end",
                "kernel_end cycle=0\nkernel_end cycle=9\nkernel_end cycle=10");
    check_equal(
        "kernel_begin name=\"\" grid=2 block=32 tracked_base=0 log2_tracked_words=4\nkernel_end\n"
        "kernel_begin name=\"\" grid=2,1 block=32,1,1 tracked_base=0 "
        "log2_tracked_words=4\nkernel_end",
        "kernel_begin kernel=0 name=\"\" grid=2,1,1 block=32,1,1 dynamic_shared=0 tracked_base=0 "
        "log2_tracked_words=4\nkernel_end kernel=0\nkernel_begin kernel=1 name=\"\" grid=2,1,1 "
        "block=32,1,1 "
        "tracked_base=0 log2_tracked_words=4\nkernel_end kernel=1");
    check_equal("block_launch sm=0 warps=0x5",
                "block_launch sm=0 slot=0 cta=0,0,0 warps=5 threads=64");
    check_equal("fence sm=0 warp=0 scope=block",
                "fence sm=0 slot=0 warp=0 scope=block semantics=none pc=0 mask=0xffffffff");
    check_equal("access sm=0 warp=0 op=load address=8",
                "access sm=0 slot=0 warp=0 pc=0 op=load scope=device semantics=none strong=0 "
                "size=4 mask=1 address=8");
    check_equal("access sm=0 warp=0 op=load address=8,16",
                "access sm=0 warp=0 op=load mask=3 base=8 stride=8");
    check_equal("access sm=0 warp=0 op=load mask=0x30 address=8",
                "access sm=0 warp=0 op=load mask=0x30 address=8,8");
    check_equal("access sm=0 warp=0 op=store base=64",
                "access sm=0 warp=0 op=store mask=0xffffffff base=64 stride=4");
    check_equal("access sm=0 warp=0 op=load mask=0xa base=64 stride=-8",
                "access sm=0 warp=0 op=load mask=0xa address=64,48");
    check_equal("access sm=0 warp=0 op=load semantics=acquire address=0",
                "access sm=0 warp=0 op=load semantics=acquire strong=1 address=0");
    check_equal("access sm=0 warp=0 op=atomic atomic_kind=add compare=0 value=1 address=0,4",
                "access sm=0 warp=0 op=atomic atomic_kind=add strong=1 value=1,1 address=0,4");
    check_equal("schedule sm=0 ready=0xf", "schedule sm=0 policy=mwf_lrr ready=15");
    check_equal("expect clean", "expect races=0 scope=any path=any");
    check_equal("expect verdict=not_strong",
                "expect races=1 verdict=not_strong scope=any path=any");
    check_equal("object name=\"a\\\"\\\\\\n\\x41\" address=0 bytes=1",
                "object bytes=1 address=0 name=\"a\\\"\\\\\\x0aA\"");
    check_equal("  kernel_end # why\r\n\n# nothing\nend events=1 # done\n\n", "kernel_end");
    check_equal("object name=\"a # b = c\" address=0 bytes=1",
                "object name=\"a\\x20# b = c\" address=0 bytes=1 #x");
}

/* ---- configurations by name ---- */

static void check_config(const char *text, const char *message) {
    char expected[2000];
    expand(message, expected);
    scord_config_t config;
    char name[64];
    scord_stream_error_t error = {.message = ""};
    int result = scord_config_parse(text, &config, name, sizeof name, &error);
    CHECK(result == -1 && strcmp(error.message, expected) == 0, "%s: %s", text, error.message);
}

static void check_configs(void) {
    scord_config_t config;
    char name[64];
    scord_stream_error_t error = {.message = ""};
    CHECK(scord_config_parse("gtx480:log2_cache_ratio=0,num_sms=0x3", &config, name, sizeof name,
                             &error) == 0 &&
              strcmp(config.name, "gtx480") == 0 && config.log2_cache_ratio == 0 &&
              config.num_sms == 3 && config.warps_per_sm == scord_configs[0].warps_per_sm,
          "%s", error.message);
    check_config("huge", "unknown configuration 'huge'; known: {configs}");
    check_config("tiny:x=1", "unknown configuration key 'x'; legal: {keys}");
    check_config("tiny:num_sms=99", "configuration key num_sms=99 is out of range; legal: 1 to 16");
    check_config("tiny:lanes=3",
                 "configuration key lanes=3 is out of range; legal: a power of two, 1 to 32");
    check_config(
        "tiny:metadata_lines=12",
        "configuration key metadata_lines=12 is out of range; legal: a power of two, 2 to 128");
    check_config("tiny:num_sms", "'num_sms' is not key=value; write NAME:key=value,key=value");
    check_config("tiny:", "'' is not key=value; write NAME:key=value,key=value");
    check_config("tiny:num_sms=2,", "'' is not key=value; write NAME:key=value,key=value");
    check_config("tiny:num_sms=2,,log_capacity=8",
                 "'' is not key=value; write NAME:key=value,key=value");
    check_config("tiny:num_sms=+2", "configuration key num_sms=+2 is out of range; legal: 1 to 16");
}

static void check_single_lines(void) {
    scord_event_t event;
    scord_stream_error_t error = {.message = ""};
    char strings[16];
    CHECK(scord_event_parse("# nothing", &event, strings, sizeof strings, &error) ==
              SCORD_STREAM_END,
          "a comment");
    CHECK(scord_event_parse("warp_exit sm=16 warp=0", &event, strings, sizeof strings, &error) ==
                  SCORD_STREAM_BAD &&
              strcmp(error.message, "warp_exit: sm=16 is out of range; legal: 0 to 15") == 0,
          "%s", error.message);
    CHECK(scord_event_parse("object name=\"0123456789abcdef\" address=0 bytes=1", &event, strings,
                            sizeof strings, &error) == SCORD_STREAM_BAD,
          "a string that does not fit");
    CHECK(scord_event_parse("kernel_end sequence=7 cycle=8", &event, strings, sizeof strings,
                            &error) == SCORD_STREAM_OK &&
              event.sequence == 7 && event.cycle == 8,
          "stamps of a single line");
}

int main(void) {
    check_lines();
    check_odd_input();
    check_short_forms();
    check_configs();
    check_single_lines();
    return finish_test();
}
