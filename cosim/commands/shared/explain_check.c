/* SPDX-License-Identifier: Apache-2.0 */
/* explain_check.c: see explain_check.h. */
#include "cosim/commands/shared/explain_check.h"

#include <assert.h>
#include <inttypes.h>
#include <stddef.h>
#include <string.h>

#include "cosim/commands/shared/command.h"
#include "cmodel/base/read_number.h"

static int bad_check(const char *command, const char *text) {
    return scord_fail(
        SCORD_EXIT_BAD_INPUT,
        "%s: --explain takes EVENT, EVENT:LANE (0 to %d) or EVENT:0xADDRESS of a word, not '%s'",
        command, SCORD_THREADS_PER_WARP - 1, text);
}

/* After the colon: 0x… is a word, anything else a lane. */
static int read_word(const char *command, const char *text, const char *part,
                     scord_question_t *question) {
    uint64_t number;
    if (!scord_read_number(part, 0, UINT64_MAX, &number)) return bad_check(command, text);
    question->by_word = strncmp(part, "0x", 2) == 0;
    question->by_lane = !question->by_word;
    question->word = number;
    question->lane = (unsigned)number;
    return question->by_lane && number >= SCORD_THREADS_PER_WARP ? bad_check(command, text) : 0;
}

static int read_check(explain_options_t *options, const char *command, const char *text) {
    scord_question_t *question = &options->question;
    const char *colon = strchr(text, ':');
    if (!scord_read_digits(text, colon ? colon : text + strlen(text), &question->event))
        return bad_check(command, text);
    return colon ? read_word(command, text, colon + 1, question) : 0;
}

static int ask_once(explain_options_t *options, const char *command) {
    if (options->asked)
        return scord_fail(SCORD_EXIT_BAD_INPUT,
                          "%s: one check at a time: one of --explain-race and --explain, once",
                          command);
    options->asked = true;
    return 0;
}

static int read_explain(void *place, const char *command, const char *option, const char *value) {
    (void)option;
    const int code = ask_once(place, command);
    return code != 0 ? code : read_check(place, command, value);
}

static int read_explain_race(void *place, const char *command, const char *option,
                             const char *value) {
    explain_options_t *options = place;
    const int code = ask_once(options, command);
    options->question.by_race = true;
    if (code != 0 || scord_read_number(value, 0, UINT64_MAX, &options->question.race)) return code;
    return scord_fail(SCORD_EXIT_BAD_INPUT, "%s: %s takes the number of a race, from 0, not '%s'",
                      command, option, value);
}

const option_t explain_rows[] = {
    {"--explain-race", "K", OPTION_CALL, 0, .read = read_explain_race,
     .help = "why race K (from 0) is one: what was compared, every rule in order with its values, "
             "and what would have made it clean; --json then has it as well (docs/explain.md)"},
    {"--explain", "E[:LANE|:0xWORD]", OPTION_CALL, 0, .read = read_explain,
     .help =
         "the same of any check: event E of the stream, of a lane or of the word at an address"},
    {"--explain-fix", "FILE", OPTION_FILE, offsetof(explain_options_t, fix),
     .help = "writes the stream with the first such change made"},
    {0}};

int explain_settle(const explain_options_t *options, const char *command) {
    if (!options->fix || options->asked) return 0;
    return scord_fail(SCORD_EXIT_BAD_INPUT,
                      "%s: --explain-fix belongs to --explain-race or --explain", command);
}

static int exit_code(scord_walk_status_t status) {
    assert(status != SCORD_WALK_OK);
    return status == SCORD_WALK_BAD_INPUT ? SCORD_EXIT_BAD_INPUT : SCORD_EXIT_ENVIRONMENT;
}

int explain_check(const explain_options_t *options, const char *stream,
                  const scord_config_t *config, scord_explanation_t *explanation) {
    char message[512];
    scord_question_t question = options->question;
    question.stream = stream;
    question.config = config;
    const scord_walk_status_t status = scord_explain(&question, explanation, message,
                                                     sizeof message);
    return status == SCORD_WALK_OK ? 0 : scord_fail(exit_code(status), "%s", message);
}

int explain_write_fix(const explain_options_t *options, const scord_explanation_t *explanation,
                      FILE *out) {
    char message[512];
    uint64_t event;
    if (!options->fix) return 0;
    if (explanation->changes == 0)
        return scord_fail(SCORD_EXIT_BAD_INPUT, "no change was found to make: %s is not written",
                          options->fix);
    const scord_walk_status_t status = scord_explanation_write(explanation, 0, options->fix, &event,
                                                               message, sizeof message);
    if (status != SCORD_WALK_OK) return scord_fail(exit_code(status), "%s", message);
    fprintf(out,
            "  %-13s%s: the stream with the first change; the access is event %" PRIu64 " there\n",
            "written", options->fix, event);
    return 0;
}
