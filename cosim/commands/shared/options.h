/* SPDX-License-Identifier: Apache-2.0 */
/* options.h: the command line of a sub-command of `scord`, stated once. From a command_form_t come
 * the parser (options_read), `--help` (options_print_help), the manual page (options_print_manual)
 * and the shell completion (options_print_completion).
 *
 * A form has the command's usage, its options as rows of a table, its examples and its exit codes:
 *
 *   static const option_t rows[] = {
 *       {"--seed", "S", OPTION_NUMBER, offsetof(line_t, seed), .most = UINT64_MAX,
 *        .standard = "1", .help = "draws the schedule"},
 *       {"--tier", "T", OPTION_CHOICE, offsetof(line_t, tier), .choices = "smoke nightly",
 *        .standard = "smoke", .help = "which rows run: {}"},
 *       {0}};
 *
 * A row's place is an offset into the structure that the command reads its line into, so that
 * tables are constant and commands that share options share the table (OPTION_TABLE). What
 * `standard` says is stored before the first word is read, and is what `--help` shows: a default is
 * stated once.
 *
 * Understood of every command: `--name VALUE`, `--name=VALUE`, a name cut short while it means one
 * option, `-h`, `--help`; `--no-X` for every flag `--X` and `--X` for every `--no-X`, of which the
 * last counts; options and other words in any order; `--` ends the options.
 */
#ifndef SCORD_OPTIONS_H
#define SCORD_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* A constant's digits, for the help of an option whose default the code states. */
#define OPTION_DIGITS_(number) #number
#define OPTION_DIGITS(number)  OPTION_DIGITS_(number)

typedef enum option_kind {
    OPTION_END,      /* behind the last row */
    OPTION_FLAG,     /* no value: the bool becomes true */
    OPTION_TEXT,     /* const char *: the word itself */
    OPTION_FILE,     /* the same; completed by files */
    OPTION_FOLDER,   /* the same; completed by folders */
    OPTION_NUMBER,   /* uint64_t, least to most, decimal or 0x… */
    OPTION_UNSIGNED, /* the same, unsigned */
    OPTION_CHOICE,   /* unsigned: which of `choices`, from 0 */
    OPTION_CALL,     /* `read` stores it; `standard` is only shown */
    OPTION_TABLE,    /* the rows of `table`, whose places count from this one's; with a `help`
                        --help gives their names alone, under that heading */
    OPTION_ENTRY,    /* no option: a name and its explanation, for --help and the manual */
    OPTION_HEADING   /* no option: `help` stands above the rows that follow */
} option_kind_t;

/* Reads VALUE (NULL: none) of OPTION, which its user wrote as `option`, into PLACE. Returns 0, or
 * an exit code after one message, which begins with COMMAND. */
typedef int option_reader_t(void *place, const char *command, const char *option,
                            const char *value);

typedef struct option_row {
    const char *name;     /* "--seed", "-o" */
    const char *argument; /* "N"; NULL: no value; "[=always]": a value behind = that may be missing;
                             "a|b": these choices */
    option_kind_t kind;
    size_t place; /* offset */
    uint64_t least, most;
    const char *standard;           /* the default as a user would write it; NULL: none */
    const char *choices;            /* words with a blank between; of OPTION_CHOICE, and offered by
                                       completion for any kind */
    option_reader_t *read;          /* of OPTION_CALL */
    const struct option_row *table; /* of OPTION_TABLE */
    const char *also;               /* a second name, "-o"; NULL: none */
    const char *help;               /* {}: where choices and default go; else behind it */
    bool manual;                    /* OPTION_ENTRY and OPTION_HEADING: in the manual only */
} option_t;

typedef struct command_form {
    const char *name;    /* "check", "events import"; "": scord itself */
    const char *summary; /* in a few words */
    const char *usage;   /* lines, each: synopsis, or synopsis, tab, remark */
    const char *about; /* lines of any length; one that begins with blanks is an entry of a list */
    const option_t *options; /* up to OPTION_END */
    const char *actions;     /* choices of the first word, a blank between; NULL: none */
    const char *examples;    /* lines */
    const char *exit_codes;  /* in one line; NULL: not stated */
    bool program_words; /* words behind -- are a program's: they are left alone; and words with one
                           dash that are no option go to `word` */
    /* Takes argv[*index], which is no option, and may take words behind it; NULL: such words are
     * gathered. Returns 0, or an exit code after one message. */
    int (*word)(void *line, int argc, char **argv, int *index);
} command_form_t;

typedef struct options_found {
    bool help;            /* was asked for: nothing else counts */
    char **words;         /* those that are no options, in their order (not with form->word) */
    int count;            /* how many */
    char **program_words; /* what stands behind --; NULL at its end */
} options_found_t;

/* Reads argv[1] to argv[argc - 1] into LINE, after the defaults of all rows. Without form->word it
 * moves words within argv: what needs the line as it was typed copies it before. Returns 0, or
 * SCORD_EXIT_BAD_INPUT after one message. */
int options_read(const command_form_t *form, void *line, int argc, char **argv,
                 options_found_t *found);

/* The one message about a value that is not to be had: "COMMAND: PROBLEM WORD; see `scord COMMAND
 * --help`". Returns SCORD_EXIT_BAD_INPUT. */
int options_refuse(const char *command, const char *problem, const char *word);
/* The same for a value out of a list: "COMMAND: OPTION is one of a, b, c, not 'VALUE'". CHOICES as
 * in option_t. */
int options_refuse_choice(const char *command, const char *option, const char *choices,
                          const char *value);
/* A number of OPTION from LEAST to MOST. Returns 0, or SCORD_EXIT_BAD_INPUT after one message. */
int options_read_number(const char *command, const char *option, const char *value, uint64_t least,
                        uint64_t most, uint64_t *number);

/* ---- what is made of a form (options_print.c) ---- */

void options_print_help(const command_form_t *form, FILE *out);
/* In roff, by the man macros; SEE: names of pages, a blank between. */
void options_print_manual(const command_form_t *form, const char *version, const char *see,
                          FILE *out);
/* The functions of bash that say what may follow: _scord_value COMMAND OPTION and _scord_words
 * COMMAND, which scripts/install/completion.bash uses. FORMS: COUNT of them. */
void options_print_completion(const command_form_t *const *forms, size_t count, FILE *out);

#endif
