/* race_print.c: the race report for a terminal, 100 columns wide. */
#include <string.h>

#include "race_site.h"
#include "race_words.h"
#include "source_text.h"

enum {
    COLUMNS = 100,
    INDENT = 15,                        /* where texts start, after the label */
    TEXT_SIZE = 4 * SCORD_NAME_MAX + 512 /* two places of the longest paths, and words */
};

static const char *const bold_red = "\033[1;31m", *const bold = "\033[1m", *const green = "\033[32m",
                  *const plain = "\033[0m";

/* Columns of UTF-8 text: every byte that is not a continuation. */
static unsigned columns_of(const char *text, size_t length)
{
    unsigned columns = 0;
    for (size_t i = 0; i < length; i++)
        columns += ((unsigned char)text[i] & 0xc0) != 0x80;
    return columns;
}

/* Prints words from column `column` on, continuing lines at `indent`; a word longer than a line keeps its line. */
static void print_wrapped(FILE *out, const char *text, unsigned column, unsigned indent)
{
    bool first = true;
    while (*text) {
        const size_t length = strcspn(text, " ");
        const unsigned width = columns_of(text, length);
        if (!first && column + 1 + width > COLUMNS) {
            fprintf(out, "\n%*s", (int)indent, "");
            column = indent;
            first = true;
        }
        fprintf(out, "%s%.*s", first ? "" : " ", (int)length, text);
        column += width + !first;
        first = false;
        text += length;
        text += strspn(text, " ");
    }
    fputc('\n', out);
}

static void print_labelled(FILE *out, const char *label, const char *text)
{
    fprintf(out, "  %-*s", INDENT - 2, label);
    print_wrapped(out, text, INDENT, INDENT);
}

/* ", block (3,0,0) warp 2 thread (64,0,0)", or hardware slots when the block is not known. */
static void who_words(const scord_race_side_t *side, char *text, size_t size)
{
    const unsigned sm = side->block_id >> SCORD_SLOT_WIDTH;
    const unsigned slot = side->block_id & ((1u << SCORD_SLOT_WIDTH) - 1);
    if (!side->block_known) {
        snprintf(text, size, "SM %u block slot %u warp slot %u", sm, slot, side->warp_id);
        return;
    }
    const int used = snprintf(text, size, "block (%u,%u,%u) warp %u", side->cta[0], side->cta[1], side->cta[2],
                              side->warp_of_block);
    if (side->thread_known)
        snprintf(text + used, size - (size_t)used, " thread (%u,%u,%u)", side->thread[0], side->thread[1],
                 side->thread[2]);
}

/* The source line under a side, when its file can be read. */
static void print_source(FILE *out, const scord_instruction_t *instruction)
{
    char line[4 * COLUMNS], text[4 * COLUMNS];
    if (!instruction || !instruction->file ||
        !scord_source_text(instruction->file, instruction->line, line, sizeof line))
        return;
    snprintf(text, sizeof text, "%s", line);
    size_t length = strlen(text);
    bool cut = false;
    while (length > 0 && columns_of(text, length) > COLUMNS - INDENT - 2) { /* quotes */
        text[--length] = 0;
        cut = true;
    }
    if (cut) /* make room for the ellipsis, at a character boundary */
        while (length > 0 && (((unsigned char)text[length] & 0xc0) == 0x80 ||
                              columns_of(text, length) > COLUMNS - INDENT - 2 - 3))
            length--;
    fprintf(out, "%*s\"%.*s%s\"\n", INDENT, "", (int)length, text, cut ? "..." : "");
}

static void print_side(const scord_race_report_t *report, FILE *out, const char *label, const scord_race_side_t *side)
{
    char who[128], words[64], place[SCORD_NAME_MAX + 64], text[TEXT_SIZE];
    who_words(side, who, sizeof who);
    if (!side->known) {
        snprintf(text, sizeof text, "%s (its access is no longer known: only the last few per word are kept)", who);
        print_labelled(out, label, text);
        return;
    }
    const scord_instruction_t *instruction = scord_program_map_instruction(&report->program, side->pc);
    scord_instruction_words(instruction, words, sizeof words);
    scord_place_words(report, side->pc, place, sizeof place);
    const bool in_function = instruction && instruction->function;
    snprintf(text, sizeof text, "%s %s%s%s, %s", place, words, in_function ? " in " : "",
             in_function ? instruction->function : "", who);
    print_labelled(out, label, text);
    print_source(out, instruction);
}

static void print_heading(FILE *out, const scord_race_site_t *site, unsigned number, bool colour)
{
    char text[TEXT_SIZE], launches[96] = "";
    const char *scope = site->device_races == site->races ? "device scope"
                        : site->device_races == 0         ? "block scope"
                                                          : "block and device scope";
    if (site->launches > 1)
        snprintf(launches, sizeof launches, ", launches %u to %u", site->first_launch, site->last_launch);
    const int heading = snprintf(text, sizeof text, "race %u: %s", number, scord_verdict_words(site->verdict));
    fprintf(out, "%s%s%s ", colour ? bold_red : "", text, colour ? plain : "");
    snprintf(text, sizeof text, "(%s, %s), %llu time%s in kernel %s%s", scord_verdict_table(site->verdict), scope,
             (unsigned long long)site->races, site->races == 1 ? "" : "s", site->kernel ? site->kernel : "?", launches);
    print_wrapped(out, text, (unsigned)heading + 1, INDENT);
}

static void print_other_owners(const scord_race_report_t *report, FILE *out, const scord_race_site_t *site)
{
    char place[SCORD_NAME_MAX + 64], words[64], text[TEXT_SIZE];
    for (unsigned i = 0; i < site->owner_count; i++) {
        const scord_site_owner_t *owner = &site->owners[i];
        if (site->owner.known && owner->pc == site->owner.pc)
            continue;
        scord_instruction_words(scord_program_map_instruction(&report->program, owner->pc), words, sizeof words);
        scord_place_words(report, owner->pc, place, sizeof place);
        snprintf(text, sizeof text, "%s %s (%llu time%s)", place, words, (unsigned long long)owner->races,
                 owner->races == 1 ? "" : "s");
        print_labelled(out, "also with:", text);
    }
}

static void print_object(FILE *out, const scord_race_site_t *site)
{
    char text[TEXT_SIZE];
    if (site->object)
        snprintf(text, sizeof text, "%s+%llu, address 0x%llx", site->object, (unsigned long long)site->object_offset,
                 (unsigned long long)site->address);
    else
        snprintf(text, sizeof text, "address 0x%llx (no object named)", (unsigned long long)site->address);
    print_labelled(out, "object:", text);
}

static void print_site(const scord_race_report_t *report, FILE *out, const scord_race_site_t *site, unsigned number,
                       bool colour)
{
    char text[TEXT_SIZE];
    print_heading(out, site, number, colour);
    print_side(report, out, "this access:", &site->access);
    print_side(report, out, "owner:", &site->owner);
    print_other_owners(report, out, site);
    print_object(out, site);
    scord_rule_words(report, site, text, sizeof text);
    print_labelled(out, "rule:", text);
    scord_hint_words(report, site, text, sizeof text);
    fputs(colour ? green : "", out);
    print_labelled(out, "hint:", text);
    fputs(colour ? plain : "", out);
}

void scord_race_report_print(const scord_race_report_t *report, FILE *out, bool colour)
{
    for (uint32_t i = 0; i < report->sites; i++) {
        print_site(report, out, &report->site[i], i + 1, colour);
        fputc('\n', out);
    }
    fprintf(out, "%s%llu race%s at %u site%s%s\n", colour ? bold : "", (unsigned long long)report->races,
            report->races == 1 ? "" : "s", report->sites, report->sites == 1 ? "" : "s", colour ? plain : "");
    if (report->out_of_memory)
        fputs("this report is incomplete: memory ran out while gathering it\n", out);
}
