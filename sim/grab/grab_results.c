/* SPDX-License-Identifier: Apache-2.0 */
/* grab_results.c: see grab_results.h. Numbers as they are in memory, strings behind their length,
 * tables without their free places.
 */
#include "sim/grab/grab_results.h"

#include <stdlib.h>
#include <string.h>

#define MARK UINT32_C(0x47524142)

enum { TEXT_MOST = 1 << 16, SITES_MOST = 1 << 24 };

const grab_object_t *grab_results_object(const grab_results_t *results, uint64_t address) {
    for (uint32_t i = results->objects; i-- > 0;)
        if (address >= results->object[i].address &&
            address - results->object[i].address < results->object[i].bytes)
            return &results->object[i];
    return NULL;
}

/* ---- writing ---- */

static void put(FILE *out, const void *data, size_t bytes) {
    fwrite(data, 1, bytes, out);
} /* ferror tells */

static void put_text(FILE *out, const char *text) {
    const uint32_t length = !text ? UINT32_MAX : (uint32_t)strlen(text);
    put(out, &length, sizeof length);
    if (text) put(out, text, length);
}

static void put_tally(FILE *out, const grab_tally_t *tally) {
    const uint64_t used = tally->used;
    put(out, &used, sizeof used);
    for (size_t i = 0; i < tally->places; i++)
        if (!grab_entry_is_free(&tally->place[i])) put(out, &tally->place[i], sizeof *tally->place);
}

static void put_marks(FILE *out, const grab_marks_t *marks) {
    const uint64_t head[2] = {marks->used, marks->lost};
    put(out, head, sizeof head);
    for (size_t i = 0; i < marks->places; i++)
        if (!grab_mark_is_free(&marks->place[i])) put(out, &marks->place[i], sizeof *marks->place);
}

static void put_account(FILE *out, const grab_account_t *account, uint32_t sites) {
    const grab_counts_t none = {0};
    put(out, &account->total, sizeof account->total);
    for (uint32_t i = 0; i < sites; i++)
        put(out, i < account->sites ? &account->site[i] : &none, sizeof none);
    put_tally(out, &account->sites_of_faults);
    put_marks(out, &account->effects);
    put_marks(out, &account->roots);
    put(out, account->bucket, sizeof account->bucket);
    put(out, &account->log2_requests_per_bucket, sizeof account->log2_requests_per_bucket);
}

bool grab_results_write(const grab_results_t *results, FILE *out) {
    const uint32_t head[6] = {
        MARK, results->scorings, results->sites, results->objects, results->kernels, results->sms};
    put(out, head, sizeof head);
    put(out, &results->instructions, sizeof results->instructions);
    for (uint32_t i = 0; i < results->sites; i++) {
        const grab_site_t *site = &results->site[i];
        put(out, &site->pc, sizeof site->pc);
        put(out, &site->line, sizeof site->line);
        put_text(out, site->file);
        put_text(out, site->function);
    }
    for (uint32_t i = 0; i < results->objects; i++) {
        put(out, &results->object[i].address, sizeof results->object->address);
        put(out, &results->object[i].bytes, sizeof results->object->bytes);
        put_text(out, results->object[i].name);
    }
    for (uint32_t i = 0; i < results->kernels; i++) {
        put(out, &results->kernel[i].launches, sizeof results->kernel->launches);
        put(out, &results->kernel[i].counts, sizeof results->kernel->counts);
        put_text(out, results->kernel[i].name);
    }
    for (uint32_t i = 0; i < results->scorings; i++) {
        put(out, &results->scored[i].machine, sizeof results->scored[i].machine);
        for (unsigned level = 0; level < GRAB_LEVELS; level++)
            put_account(out, &results->scored[i].account[level], results->sites);
    }
    put(out, &head[0], sizeof head[0]); /* whole */
    return ferror(out) == 0;
}

/* ---- reading ---- */

static bool get(FILE *in, void *data, size_t bytes) { return fread(data, 1, bytes, in) == bytes; }

static bool get_text(FILE *in, char **text) {
    uint32_t length;
    *text = NULL;
    if (!get(in, &length, sizeof length)) return false;
    if (length == UINT32_MAX) return true;
    if (length > TEXT_MOST || !(*text = calloc(1, (size_t)length + 1))) return false;
    return get(in, *text, length);
}

static bool get_tally(FILE *in, grab_tally_t *tally) {
    uint64_t used;
    if (!get(in, &used, sizeof used)) return false;
    *tally = (grab_tally_t){.places = (size_t)used, .used = (size_t)used};
    tally->place = calloc(tally->places + 1, sizeof *tally->place);
    return tally->place && get(in, tally->place, tally->places * sizeof *tally->place);
}

static bool get_marks(FILE *in, grab_marks_t *marks) {
    uint64_t head[2];
    if (!get(in, head, sizeof head)) return false;
    *marks = (grab_marks_t){.places = (size_t)head[0], .used = (size_t)head[0], .lost = head[1]};
    marks->place = calloc(marks->places + 1, sizeof *marks->place);
    return marks->place && get(in, marks->place, marks->places * sizeof *marks->place);
}

static bool get_account(FILE *in, grab_account_t *account, uint32_t sites) {
    account->sites = sites;
    account->site = calloc((size_t)sites + 1, sizeof *account->site);
    return account->site && get(in, &account->total, sizeof account->total) &&
           get(in, account->site, sites * sizeof *account->site) &&
           get_tally(in, &account->sites_of_faults) && get_marks(in, &account->effects) &&
           get_marks(in, &account->roots) && get(in, account->bucket, sizeof account->bucket) &&
           get(in, &account->log2_requests_per_bucket, sizeof account->log2_requests_per_bucket);
}

static bool get_site(FILE *in, grab_site_t *site) {
    return get(in, &site->pc, sizeof site->pc) && get(in, &site->line, sizeof site->line) &&
           get_text(in, &site->file) && get_text(in, &site->function);
}

static bool get_object(FILE *in, grab_object_t *object) {
    return get(in, &object->address, sizeof object->address) &&
           get(in, &object->bytes, sizeof object->bytes) && get_text(in, &object->name);
}

static bool get_kernel(FILE *in, grab_kernel_t *kernel) {
    return get(in, &kernel->launches, sizeof kernel->launches) &&
           get(in, &kernel->counts, sizeof kernel->counts) && get_text(in, &kernel->name);
}

static bool get_scored(FILE *in, grab_scored_t *scored, uint32_t sites) {
    bool whole = get(in, &scored->machine, sizeof scored->machine);
    for (unsigned level = 0; whole && level < GRAB_LEVELS; level++)
        whole = get_account(in, &scored->account[level], sites);
    return whole;
}

static bool make_room(grab_results_t *results, const uint32_t head[6]) {
    if (head[0] != MARK || head[1] > GRAB_SCORINGS_MAX || head[2] > SITES_MOST ||
        head[3] > SITES_MOST || head[4] > SITES_MOST)
        return false;
    results->scorings = head[1];
    results->sms = head[5];
    results->site = calloc((size_t)head[2] + 1, sizeof *results->site);
    results->object = calloc((size_t)head[3] + 1, sizeof *results->object);
    results->kernel = calloc((size_t)head[4] + 1, sizeof *results->kernel);
    if (!results->site || !results->object || !results->kernel) return false;
    results->sites = head[2];
    results->objects = head[3];
    results->kernels = head[4];
    return true;
}

bool grab_results_read(grab_results_t *results, FILE *in) {
    uint32_t head[6], mark = 0;
    memset(results, 0, sizeof *results);
    if (!get(in, head, sizeof head) || !make_room(results, head)) return false;
    bool whole = get(in, &results->instructions, sizeof results->instructions);
    for (uint32_t i = 0; whole && i < results->sites; i++) whole = get_site(in, &results->site[i]);
    for (uint32_t i = 0; whole && i < results->objects; i++)
        whole = get_object(in, &results->object[i]);
    for (uint32_t i = 0; whole && i < results->kernels; i++)
        whole = get_kernel(in, &results->kernel[i]);
    for (uint32_t i = 0; whole && i < results->scorings; i++)
        whole = get_scored(in, &results->scored[i], results->sites);
    return whole && get(in, &mark, sizeof mark) && mark == MARK;
}

void grab_results_free(grab_results_t *results) {
    for (uint32_t i = 0; i < results->sites; i++) {
        free(results->site[i].file);
        free(results->site[i].function);
    }
    for (uint32_t i = 0; i < results->objects; i++) free(results->object[i].name);
    for (uint32_t i = 0; i < results->kernels; i++) free(results->kernel[i].name);
    for (uint32_t i = 0; i < results->scorings; i++)
        for (unsigned level = 0; level < GRAB_LEVELS; level++)
            grab_account_free(&results->scored[i].account[level]);
    free(results->site);
    free(results->object);
    free(results->kernel);
    memset(results, 0, sizeof *results);
}
