/* SPDX-License-Identifier: Apache-2.0 */
/* document_commands.c: runs the commands of a document as a reader pastes them, and compares what
 * they print with what the document shows.
 *
 * usage: document_commands [--not-run N] DOCUMENT STEPS
 *
 * The commands run in the working directory, in order, in one bash. STEPS is a folder for the
 * script, and for N.output and N.exit of command N. Every fenced block of DOCUMENT is one of
 *
 *   ```console          "$ COMMAND", "> " before its further lines; below it its output
 *   ```sh               a command a line (more lines when they end with \), without output
 *   ```WORD file=NAME   a file: it is written to NAME, at this point of the script
 *   anything            below a line "<!-- not run: REASON -->"; --not-run: as many as this, or the
 *                       test fails (default 0), so that no block drops out unseen
 *
 * "…" alone on a line of output stands for any lines, within a line for any part of it. Commands
 * end with exit code 0, except below a line "<!-- exit: CODE… -->": a code a command, in order.
 *
 * A check each: a block's kind, a command's exit code, its output, and each line of it: the output
 * must not fit when the document showed that line otherwise. Last line "N passed, N failed".
 * Exit codes: 0 all hold, 1 some do not, 2 bad usage, 3 a file or bash fails.
 */
#include <assert.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include "cmodel/base/array.h"

#define ANY          "…"
#define NOT_RUN      "<!-- not run: "
#define EXIT_CODES   "<!-- exit: "
#define COMMENT_ENDS " -->"
#define END_OF_FILE  "END_OF_FILE_OF_DOCUMENT"

typedef struct lines {
    char **line; /* without newline */
    size_t count, allocated;
} lines_t;

typedef struct command {
    char *text;
    size_t at; /* its line of the document, from 1 */
    int exit_code;
    lines_t shown;
    bool compared; /* of a console block */
} command_t;

typedef enum kind { NO_BLOCK, CONSOLE, SHELL, WRITTEN, LEFT_OUT, UNKNOWN } block_kind_t;

/* The document as far as it is read */
typedef struct reader {
    const char *document;
    FILE *script;
    const char *steps;
    size_t at;
    char *above;       /* the line before this one */
    char *exit_codes;  /* what is left of the block's "exit:", NULL for none */
    block_kind_t kind; /* of the block that the line is in */
    size_t block_at, block_commands;
    bool continues; /* the next line belongs to the last command */
    command_t *command;
    size_t commands, allocated, not_run;
} reader_t;

static unsigned passed, failed;

static void check(bool holds, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void check(bool holds, const char *format, ...) {
    va_list arguments;
    if (holds) {
        passed++;
        return;
    }
    failed++;
    fputs("FAIL ", stdout);
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    putchar('\n');
}

static void die(const char *what) {
    perror(what);
    exit(3);
}

static void *some(void *memory) {
    if (!memory) die("document_commands");
    return memory;
}

static char *format_text(const char *format, ...) __attribute__((format(printf, 1, 2)));
static char *format_text(const char *format, ...) {
    char *text;
    va_list arguments;
    va_start(arguments, format);
    if (vasprintf(&text, format, arguments) < 0) die("document_commands");
    va_end(arguments);
    return text;
}

static bool starts(const char *text, const char *with) {
    return strncmp(text, with, strlen(with)) == 0;
}

static void append_line(lines_t *lines, const char *line) {
    if (!SCORD_ARRAY_ROOM(lines->line, lines->allocated, lines->count + 1)) some(NULL);
    lines->line[lines->count++] = some(strdup(line));
}

static void free_lines(lines_t *lines) {
    for (size_t i = 0; i < lines->count; i++) free(lines->line[i]);
    free(lines->line);
    *lines = (lines_t){0};
}

static lines_t read_lines(const char *path) {
    FILE *file = fopen(path, "r");
    lines_t lines = {0};
    char *line = NULL;
    size_t size = 0;
    ssize_t length;
    if (!file) die(path);
    while ((length = getline(&line, &size, file)) >= 0) {
        if (length > 0 && line[length - 1] == '\n') line[length - 1] = '\0';
        append_line(&lines, line);
    }
    free(line);
    fclose(file);
    return lines;
}

/* ---- comparison --------------------------------------------------------------------------- */

/* A line that is shown fits a line that was found. After a mismatch the last "…" takes one
 * character more; the earlier ones need not, as what stands between them is already found. */
static bool line_fits(const char *shown, const char *found) {
    const char *after_any = NULL, *taken = NULL;
    while (*found) {
        if (starts(shown, ANY)) {
            after_any = shown += strlen(ANY);
            taken = found;
        } else if (*shown == *found) {
            shown++, found++;
        } else {
            if (!after_any) return false;
            shown = after_any;
            found = ++taken;
        }
    }
    while (starts(shown, ANY)) shown += strlen(ANY);
    return *shown == '\0';
}

static bool any_lines(const lines_t *shown, size_t i) { return strcmp(shown->line[i], ANY) == 0; }

/* The same for lines. *FURTHEST: the first line of SHOWN for which none was found. */
static bool lines_fit(const lines_t *shown, const lines_t *found, size_t *furthest) {
    const size_t none = (size_t)-1;
    size_t s = 0, f = 0, after_any = none, taken = 0;
    *furthest = 0;
    while (f < found->count) {
        if (s > *furthest) *furthest = s;
        if (s < shown->count && any_lines(shown, s)) {
            after_any = ++s;
            taken = f;
        } else if (s < shown->count && line_fits(shown->line[s], found->line[f])) {
            s++, f++;
        } else {
            if (after_any == none) return false;
            s = after_any;
            f = ++taken;
        }
    }
    while (s < shown->count && any_lines(shown, s)) s++;
    if (s > *furthest) *furthest = s;
    return s == shown->count;
}

static char *joined(const lines_t *lines) {
    char *text = some(strdup(""));
    for (size_t i = 0; i < lines->count && i < 12; i++) {
        char *longer = format_text("%s\n  | %s", text, lines->line[i]);
        free(text);
        text = longer;
    }
    return text;
}

static void compare(const reader_t *reader, const command_t *command, const lines_t *found) {
    const lines_t *shown = &command->shown;
    size_t furthest, unused;
    bool fits = lines_fit(shown, found, &furthest);
    char *output = joined(found);
    check(fits, "%s:%zu: %s: %s%s; found:%s", reader->document, command->at, command->text,
          furthest < shown->count ? "shown, not found: " : "more was found than is shown",
          furthest < shown->count ? shown->line[furthest] : "", output);
    free(output);
    for (size_t i = 0; fits && i < shown->count; i++) {
        char *line = shown->line[i];
        if (any_lines(shown, i)) continue;
        shown->line[i] = format_text("~%s~", line);
        check(!lines_fit(shown, found, &unused), "%s:%zu: %s: fits also without its line %zu: %s",
              reader->document, command->at, command->text, i + 1, line);
        free(shown->line[i]);
        shown->line[i] = line;
    }
}

/* ---- the document ------------------------------------------------------------------------- */

static void print_quoted(FILE *file, const char *text) {
    putc('\'', file);
    for (; *text; text++) {
        if (*text == '\'')
            fputs("'\\''", file);
        else
            putc(*text, file);
    }
    putc('\'', file);
}

/* The next code of the block's list, 0 without a list */
static int next_exit_code(reader_t *reader) {
    char *end;
    if (!reader->exit_codes) return 0;
    long code = strtol(reader->exit_codes, &end, 10);
    if (end == reader->exit_codes) {
        check(false, "%s:%zu: the block has more commands than exit codes", reader->document,
              reader->at);
        return 0;
    }
    reader->exit_codes = end;
    return (int)code;
}

static void begin_command(reader_t *reader, const char *text) {
    if (!SCORD_ARRAY_ROOM(reader->command, reader->allocated, reader->commands + 1)) some(NULL);
    reader->command[reader->commands++] = (command_t){
        .text = some(strdup(text)),
        .at = reader->at,
        .exit_code = next_exit_code(reader),
        .compared = reader->kind == CONSOLE,
    };
    reader->block_commands++;
}

static command_t *last_command(reader_t *reader) {
    assert(reader->commands > 0);
    return &reader->command[reader->commands - 1];
}

static void continue_command(reader_t *reader, const char *text) {
    command_t *command = last_command(reader);
    char *longer = format_text("%s\n%s", command->text, text);
    free(command->text);
    command->text = longer;
}

/* $? of a command is that of the one before it, as at a prompt. */
static void write_commands(reader_t *reader) {
    for (size_t i = reader->commands - reader->block_commands; i < reader->commands; i++) {
        fputs("(exit $status)\neval ", reader->script);
        print_quoted(reader->script, reader->command[i].text);
        fputs(" > ", reader->script);
        print_quoted(reader->script, reader->steps);
        fprintf(reader->script, "/%zu.output 2>&1\nstatus=$?\necho $status > ", i + 1);
        print_quoted(reader->script, reader->steps);
        fprintf(reader->script, "/%zu.exit\n", i + 1);
    }
}

static void begin_file(reader_t *reader, const char *name) {
    fputs("cat > ", reader->script);
    print_quoted(reader->script, name);
    fprintf(reader->script, " <<'%s'\n", END_OF_FILE);
}

/* True: the line above is the comment that begins with WITH; *TEXT (released by the caller): what
 * stands in it, NULL when that is nothing. */
static bool comment_above(const reader_t *reader, const char *with, char **text) {
    const char *above = reader->above;
    *text = NULL;
    if (!above || !starts(above, with)) return false;
    const char *end = strstr(above, COMMENT_ENDS);
    size_t length = end ? (size_t)(end - above) : 0;
    if (length > strlen(with)) *text = some(strndup(above + strlen(with), length - strlen(with)));
    return true;
}

static void begin_block(reader_t *reader, const char *line) {
    const char *file = strstr(line, " file=");
    char *text;
    reader->block_at = reader->at;
    reader->block_commands = 0;
    reader->exit_codes = NULL;
    reader->continues = false;
    if (comment_above(reader, NOT_RUN, &text)) {
        reader->kind = LEFT_OUT;
        reader->not_run++;
        check(text, "%s:%zu: no reason why it is not run", reader->document, reader->at);
        if (text) printf("not run: %s:%zu: %s\n", reader->document, reader->at, text);
        free(text);
        return;
    }
    if (comment_above(reader, EXIT_CODES, &text)) reader->exit_codes = text;
    reader->kind = file                         ? WRITTEN
                   : starts(line, "```console") ? CONSOLE
                   : strcmp(line, "```sh") == 0 ? SHELL
                                                : UNKNOWN;
    check(reader->kind != UNKNOWN,
          "%s:%zu: a block that is no console, sh or file and has no \"" NOT_RUN
          "REASON" COMMENT_ENDS "\" above it",
          reader->document, reader->at);
    if (file) begin_file(reader, file + strlen(" file="));
}

static void end_block(reader_t *reader) {
    if (reader->kind == WRITTEN) fprintf(reader->script, "%s\n", END_OF_FILE);
    if (reader->kind == CONSOLE || reader->kind == SHELL)
        check(reader->block_commands > 0, "%s:%zu: a block of commands without one",
              reader->document, reader->block_at);
    if (reader->exit_codes)
        check(reader->exit_codes[strspn(reader->exit_codes, " ")] == '\0',
              "%s:%zu: the block has fewer commands than exit codes", reader->document,
              reader->block_at);
    write_commands(reader);
    reader->block_commands = 0;
    reader->kind = NO_BLOCK;
}

static void take_console(reader_t *reader, const char *line) {
    if (starts(line, "$ "))
        begin_command(reader, line + 2);
    else if (reader->block_commands == 0)
        check(false, "%s:%zu: output before the block's first \"$ \"", reader->document,
              reader->at);
    else if (starts(line, "> ") && last_command(reader)->shown.count == 0)
        continue_command(reader, line + 2);
    else
        append_line(&last_command(reader)->shown, line);
}

static void take_shell(reader_t *reader, const char *line) {
    size_t length = strlen(line);
    if (!reader->continues && line[strspn(line, " ")] == '\0') return;
    if (reader->continues)
        continue_command(reader, line);
    else
        begin_command(reader, line);
    reader->continues = length > 0 && line[length - 1] == '\\';
}

static void take_line(reader_t *reader, const char *line) {
    reader->at++;
    const char *text = line + strspn(line, " ");
    if (reader->kind == NO_BLOCK && (starts(text, "~~~") || (text > line && starts(text, "```"))))
        check(false, "%s:%zu: a fence that is not ``` at the margin", reader->document, reader->at);
    if (starts(line, "```")) {
        if (reader->kind == NO_BLOCK)
            begin_block(reader, line);
        else
            end_block(reader);
    } else if (reader->kind == CONSOLE)
        take_console(reader, line);
    else if (reader->kind == SHELL)
        take_shell(reader, line);
    else if (reader->kind == WRITTEN)
        fprintf(reader->script, "%s\n", line);
    free(reader->above);
    reader->above = some(strdup(line));
}

/* ---- the run ------------------------------------------------------------------------------ */

static void run_script(const char *script) {
    int status;
    fflush(stdout);
    pid_t child = fork();
    if (child < 0) die("fork");
    if (child == 0) {
        if (!freopen("/dev/null", "r", stdin)) _exit(127);
        execlp("nice", "nice", "-n", "10", "bash", script, (char *)NULL);
        _exit(127);
    }
    if (waitpid(child, &status, 0) < 0) die("bash");
    check(WIFEXITED(status) && WEXITSTATUS(status) != 127, "the script %s ended with status %d",
          script, status);
}

static void judge(const reader_t *reader, size_t n) {
    const command_t *command = &reader->command[n];
    char *output = format_text("%s/%zu.output", reader->steps, n + 1);
    char *exit_file = format_text("%s/%zu.exit", reader->steps, n + 1);
    if (access(output, R_OK) != 0 || access(exit_file, R_OK) != 0) {
        check(false, "%s:%zu: %s: did not run to its end", reader->document, command->at,
              command->text);
    } else {
        lines_t found = read_lines(output), code = read_lines(exit_file);
        int exit_code = code.count > 0 ? atoi(code.line[0]) : -1;
        char *text = joined(&found);
        check(exit_code == command->exit_code, "%s:%zu: %s: exit code %d, the document says %d:%s",
              reader->document, command->at, command->text, exit_code, command->exit_code, text);
        if (command->compared) compare(reader, command, &found);
        free(text);
        free_lines(&found);
        free_lines(&code);
    }
    free(output);
    free(exit_file);
}

static void read_document(reader_t *reader) {
    lines_t lines = read_lines(reader->document);
    for (size_t i = 0; i < lines.count; i++) take_line(reader, lines.line[i]);
    check(reader->kind == NO_BLOCK, "%s:%zu: the block has no end", reader->document,
          reader->block_at);
    if (reader->kind == WRITTEN) fprintf(reader->script, "%s\n", END_OF_FILE);
    free_lines(&lines);
}

static double children_seconds(void) {
    struct rusage usage;
    if (getrusage(RUSAGE_CHILDREN, &usage) != 0) return 0;
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

int main(int argc, char **argv) {
    size_t not_run = 0;
    if (argc == 5 && strcmp(argv[1], "--not-run") == 0) {
        not_run = strtoul(argv[2], NULL, 10);
        argv += 2, argc -= 2;
    }
    if (argc != 3) {
        fputs("usage: document_commands [--not-run N] DOCUMENT STEPS\n", stderr);
        return 2;
    }
    reader_t reader = {.document = argv[1], .steps = argv[2]};
    char *script = format_text("%s/script", reader.steps);
    reader.script = fopen(script, "w");
    if (!reader.script) die(script);
    fputs("status=0\n", reader.script);
    read_document(&reader);
    if (fclose(reader.script) != 0) die(script);

    run_script(script);
    for (size_t n = 0; n < reader.commands; n++) judge(&reader, n);
    check(reader.not_run == not_run, "%s: %zu blocks are not run, --not-run says %zu",
          reader.document, reader.not_run, not_run);
    check(reader.commands > 0, "%s: no command", reader.document);
    printf("%s: %zu commands run in %.1f s of processor time, %zu blocks not run\n",
           reader.document, reader.commands, children_seconds(), reader.not_run);
    printf("%u passed, %u failed\n", passed, failed);
    return failed > 0;
}
