/* SPDX-License-Identifier: Apache-2.0 */
/* options_print.c: --help, manual page and shell completion of a command_form_t; see options.h. */
#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/base/wrapped_text.h"
#include "cosim/commands/shared/command.h"
#include "cosim/commands/shared/document_paths.h"
#include "cosim/commands/shared/options.h"

enum { EXPLANATIONS = 22, TEXT_SIZE = 2048 }; /* column of explanations; longest one */

/* ---- texts of a row ---- */

/* "--seed N", "-o, --output PAGE", "--threads[=always]". */
static void term_of(const option_t *row, char *term, size_t size) {
    const bool joined = row->argument && row->argument[0] == '[';
    snprintf(term, size, "%s%s%s%s%s", row->also ? row->also : "", row->also ? ", " : "", row->name,
             row->argument && !joined ? " " : "", row->argument ? row->argument : "");
}

/* "lrr (default), gto, tls"; without choices "default 10". */
static void values_of(const option_t *row, char *text, size_t size) {
    size_t used = 0;
    const char *standard = row->standard ? row->standard : "";
    text[0] = '\0';
    if (!row->choices && row->standard) snprintf(text, size, "default %s", standard);
    for (const char *name = row->choices ? row->choices : ""; *name && used < size;) {
        const size_t width = strcspn(name, " ");
        const bool usual = strlen(standard) == width && strncmp(name, standard, width) == 0;
        used += (size_t)snprintf(text + used, size - used, "%s%.*s%s", used ? ", " : "", (int)width,
                                 name, usual ? " (default)" : "");
        name += width;
        name += strspn(name, " ");
    }
}

/* "--lib --run": the names of ROWS. Returns text. */
static char *names_of(const option_t *rows, char *text, size_t size) {
    size_t used = 0;
    text[0] = '\0';
    for (; rows->kind != OPTION_END; rows++) {
        used += (size_t)snprintf(text + used, size - used, "%s%s", used ? " " : "", rows->name);
        assert(used < size);
    }
    return text;
}

static void explanation_of(const option_t *row, char *text, size_t size) {
    char values[TEXT_SIZE / 2];
    const char *help = row->help ? row->help : "", *mark = strstr(help, "{}");
    values_of(row, values, sizeof values);
    int length;
    if (mark)
        length = snprintf(text, size, "%.*s%s%s", (int)(mark - help), help, values, mark + 2);
    else if (row->choices && (!row->argument || !strchr(row->argument, '|')) && row->standard)
        length = snprintf(text, size, "%s: %s", help, values);
    else
        length = snprintf(text, size, row->standard ? "%s (default %s)" : "%s", help,
                          row->standard);
    assert(length >= 0 && (size_t)length < size);
    (void)length;
}

/* ---- --help ---- */

static void put_rows(const option_t *rows, FILE *out) {
    for (const option_t *row = rows; row->kind != OPTION_END; row++) {
        char term[TEXT_SIZE], text[TEXT_SIZE];
        if (row->manual) continue;
        if (row->kind == OPTION_TABLE && row->help) {
            fprintf(out, "\n%s:\n  ", row->help);
            scord_print_wrapped_quotes(out, names_of(row->table, text, sizeof text), 2, 2);
        } else if (row->kind == OPTION_TABLE) {
            put_rows(row->table, out);
        } else if (row->kind == OPTION_HEADING) {
            fprintf(out, "%s%s:\n", row == rows ? "" : "\n", row->help);
        } else {
            term_of(row, term, sizeof term);
            explanation_of(row, text, sizeof text);
            const unsigned width = 2 + (unsigned)scord_columns_of(term, strlen(term));
            const unsigned column = width + 2 > EXPLANATIONS ? width + 2 : EXPLANATIONS;
            fprintf(out, "  %s%*s", term, text[0] ? (int)(column - width) : 0, "");
            scord_print_wrapped_quotes(out, text, column, EXPLANATIONS);
        }
    }
}

/* The next line of *TEXT, whose end it moves *TEXT behind; -1: there is none. */
static int next_line(const char **text, const char **line) {
    if (!*text || !**text) return -1;
    const size_t length = strcspn(*text, "\n");
    *line = *text;
    *text += length + ((*text)[length] == '\n');
    return (int)length;
}

static void put_usage(const char *usage, FILE *out) {
    const char *line, *rest = usage;
    unsigned widest = 0;
    bool first = true;
    for (int length; (length = next_line(&rest, &line)) >= 0;) {
        const size_t width = strcspn(line, "\t\n");
        if (width < (size_t)length && width > widest) widest = (unsigned)width;
    }
    for (int length; (length = next_line(&usage, &line)) >= 0;) {
        const int width = (int)strcspn(line, "\t\n");
        fprintf(out, "%s%.*s", first ? "" : "       ", width, line);
        first = false;
        if (width < length)
            fprintf(out, "%*s%.*s", (int)widest - width + 2, "", length - width - 1,
                    line + width + 1);
        fputc('\n', out);
    }
}

static void put_help(const command_form_t *form, FILE *out) {
    const char *line, *rest = form->about;
    fputs("usage: ", out);
    put_usage(form->usage, out);
    fputc('\n', out);
    for (int length; (length = next_line(&rest, &line)) >= 0;) {
        char text[TEXT_SIZE];
        const unsigned indent = (unsigned)strspn(line, " ");
        snprintf(text, sizeof text, "%.*s", length - (int)indent, line + indent);
        fprintf(out, "%*s", (int)indent, "");
        scord_print_wrapped_quotes(out, text, indent, indent ? indent + 2 : 0);
    }
    if (form->options->kind != OPTION_END) fputc('\n', out);
    put_rows(form->options, out);
    fputs("\nexamples:\n", out);
    rest = form->examples;
    for (int length; (length = next_line(&rest, &line)) >= 0;)
        fprintf(out, "  %.*s\n", length, line);
    if (!form->exit_codes) return;
    fputs("\nexit codes: ", out);
    scord_print_wrapped_quotes(out, form->exit_codes, 12, 12);
}

void options_print_help(const command_form_t *form, FILE *out) {
    assert(form->name && form->usage && form->options);
    char *text = NULL;
    size_t size;
    FILE *lines = scord_need(open_memstream(&text, &size)); /* whole, to find documents in it */
    put_help(form, lines);
    if (fclose(lines) == 0) document_paths_put(out, scord_need(text));
    free(text);
}

/* ---- manual ---- */

/* LENGTH bytes for roff: what it would read as a request or as another character is escaped. */
static void put_roff(FILE *out, const char *text, size_t length) {
    if (length > 0 && text[0] == '.') fputs("\\&", out);
    for (size_t i = 0; i < length; i++) switch (text[i]) {
        case '\\': fputs("\\e", out); break;
        case '-': fputs("\\-", out); break;
        case '\'': fputs("\\(aq", out); break;
        case '`': fputs("\\(ga", out); break;
        case '^': fputs("\\(ha", out); break;
        case '~': fputs("\\(ti", out); break;
        default: fputc(text[i], out);
        }
}

static void put_roff_line(FILE *out, const char *text) {
    put_roff(out, text, strlen(text));
    fputc('\n', out);
}

/* Headings that are sections of their own; the others stand below OPTIONS. */
static bool is_section(const char *heading) {
    return strcmp(heading, "commands") == 0 || strcmp(heading, "environment") == 0 ||
           strcmp(heading, "files") == 0;
}

static void put_heading(FILE *out, const char *heading, bool *in_options) {
    if (is_section(heading)) {
        fputs(".SH ", out);
        for (const char *c = heading; *c; c++) fputc(toupper((unsigned char)*c), out);
        fputc('\n', out);
        *in_options = false;
        return;
    }
    if (!*in_options) fputs(".SH OPTIONS\n", out);
    *in_options = true;
    fputs(".SS\n", out);
    put_roff_line(out, heading);
}

static void put_roff_rows(FILE *out, const option_t *rows, bool *in_options, bool *in_section) {
    for (const option_t *row = rows; row->kind != OPTION_END; row++) {
        char term[TEXT_SIZE], text[TEXT_SIZE];
        if (row->kind == OPTION_TABLE && row->help) {
            put_heading(out, row->help, in_options);
            put_roff_line(out, names_of(row->table, text, sizeof text));
            continue;
        }
        if (row->kind == OPTION_TABLE) {
            put_roff_rows(out, row->table, in_options, in_section);
            continue;
        }
        if (row->kind == OPTION_HEADING) {
            put_heading(out, row->help, in_options);
            *in_section = true;
            continue;
        }
        if (!*in_options && !*in_section) {
            fputs(".SH OPTIONS\n", out);
            *in_options = true;
        }
        term_of(row, term, sizeof term);
        explanation_of(row, text, sizeof text);
        fputs(text[0] ? ".TP\n.B " : ".PP\n.B ", out);
        put_roff_line(out, term);
        if (text[0]) put_roff_line(out, text);
    }
}

/* Lines as they are; a tab is a wide blank. */
static void put_literal(FILE *out, const char *text) {
    const char *line;
    fputs(".nf\n", out);
    for (int length; (length = next_line(&text, &line)) >= 0; fputc('\n', out)) {
        const size_t first = strcspn(line, "\t\n");
        put_roff(out, line, first < (size_t)length ? first : (size_t)length);
        if (first >= (size_t)length) continue;
        fputs("    ", out);
        put_roff(out, line + first + 1, (size_t)length - first - 1);
    }
    fputs(".fi\n", out);
}

static void put_description(FILE *out, const char *about) {
    const char *line;
    bool listed = false;
    for (int length; (length = next_line(&about, &line)) >= 0;) {
        const size_t indent = strspn(line, " ");
        if (indent > 0) fputs(".IP\n", out);
        if (indent == 0 && (listed || length == 0)) fputs(".PP\n", out);
        listed = indent > 0;
        if (length == 0) continue;
        put_roff(out, line + indent, (size_t)length - indent);
        fputs(indent ? "\n" : "\n.br\n", out);
    }
}

void options_print_manual(const command_form_t *form, const char *version, const char *see,
                          FILE *out) {
    char page[64] = "scord";
    bool in_options = false, in_section = false;
    if (form->name[0]) snprintf(page, sizeof page, "scord-%s", form->name);
    for (char *c = page; *c; c++)
        if (*c == ' ') *c = '-';
    fputs(".TH ", out);
    for (const char *c = page; *c; c++)
        if (*c == '-')
            fputs("\\-", out);
        else
            fputc(toupper((unsigned char)*c), out);
    fprintf(out, " 1 \"\" \"%s\" \"scord manual\"\n.SH NAME\n", version);
    put_roff(out, page, strlen(page));
    fputs(" \\- ", out);
    put_roff_line(out, form->summary);
    fputs(".SH SYNOPSIS\n", out);
    put_literal(out, form->usage);
    fputs(".SH DESCRIPTION\n", out);
    put_description(out, form->about);
    put_roff_rows(out, form->options, &in_options, &in_section);
    fputs(".SH EXAMPLES\n", out);
    put_literal(out, form->examples);
    if (form->exit_codes) {
        fputs(".SH EXIT STATUS\n", out);
        put_roff_line(out, form->exit_codes);
    }
    fputs(".SH SEE ALSO\n", out);
    while (*see) {
        const size_t length = strcspn(see, " ");
        fputs(".BR ", out);
        put_roff(out, see, length);
        see += length;
        see += strspn(see, " ");
        fputs(*see ? " (1),\n" : " (1)\n", out);
    }
}

/* ---- completion ---- */

/* What the word behind an option is, as _scord of completion.bash understands it. */
static void put_value_kind(const option_t *row, FILE *out) {
    assert(row->argument);
    if (row->choices) {
        fputs(row->choices, out);
    } else if (strchr(row->argument, '|')) {
        for (const char *c = row->argument; *c; c++) fputc(*c == '|' ? ' ' : *c, out);
    } else if (row->kind == OPTION_FILE) {
        fputs("file", out);
    } else if (row->kind == OPTION_FOLDER) {
        fputs("directory", out);
    } else {
        fputs("other", out);
    }
}

static void put_key(const char *name, FILE *out) {
    for (; *name; name++) fputc(*name == ' ' ? '-' : *name, out);
}

static void put_values(const char *command, const option_t *rows, FILE *out) {
    for (const option_t *row = rows; row->kind != OPTION_END; row++) {
        if (row->kind == OPTION_TABLE) put_values(command, row->table, out);
        if (row->kind < OPTION_FLAG || row->kind > OPTION_CALL || !row->argument ||
            row->argument[0] == '[')
            continue;
        for (int i = 0; i < 1 + !!row->also; i++) {
            fputs("        \"", out);
            put_key(command, out);
            fprintf(out, " %s\") REPLY=\"", i == 0 ? row->name : row->also);
            put_value_kind(row, out);
            fputs("\";;\n", out);
        }
    }
}

static void put_names(const option_t *rows, FILE *out) {
    for (const option_t *row = rows; row->kind != OPTION_END; row++) {
        if (row->kind == OPTION_TABLE) put_names(row->table, out);
        if (row->kind < OPTION_FLAG || row->kind > OPTION_CALL) continue;
        fprintf(out, " %s", row->name);
        if (row->also) fprintf(out, " %s", row->also);
    }
}

void options_print_completion(const command_form_t *const *forms, size_t count, FILE *out) {
    fputs("# SPDX-License-Identifier: Apache-2.0\n"
          "# bash completion for scord and scord-nvcc, made by `scord --completion`.\n\n"
          "# What the word behind OPTION of COMMAND is: file, directory, other, or the words to\n"
          "# choose from; nothing: OPTION has no value.\n"
          "_scord_value() { # COMMAND OPTION\n"
          "    case \"$1 $2\" in\n",
          out);
    for (size_t i = 0; i < count; i++) put_values(forms[i]->name, forms[i]->options, out);
    fputs("        *) REPLY=;;\n    esac\n}\n\n_scord_words() { # COMMAND\n    case $1 in\n", out);
    for (size_t i = 0; i < count; i++) {
        fputs("        ", out);
        put_key(forms[i]->name[0] ? forms[i]->name : "\"\"", out);
        fprintf(out, ") REPLY=\"%s%s--help", forms[i]->actions ? forms[i]->actions : "",
                forms[i]->actions ? " " : "");
        put_names(forms[i]->options, out);
        fputs("\";;\n", out);
    }
    fputs("        *) REPLY=;;\n    esac\n}\n", out);
}
