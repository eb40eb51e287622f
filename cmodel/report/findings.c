/* SPDX-License-Identifier: Apache-2.0 */
/* findings.c: see findings.h. */
#include "cmodel/report/findings.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/base/array.h"

static uint64_t site_key(const scord_event_finding_t *finding) {
    return (uint64_t)finding->rule << 32 | finding->pc;
}

static scord_finding_site_t *add_site(scord_findings_t *findings,
                                      const scord_event_finding_t *finding) {
    if (!SCORD_ARRAY_ROOM(findings->site, findings->sites_allocated, findings->sites + 1))
        return NULL;
    scord_finding_site_t *site = &findings->site[findings->sites];
    *site = (scord_finding_site_t){.rule = (scord_finding_rule_t)finding->rule,
                                   .pc = finding->pc,
                                   .mask = finding->mask,
                                   .other_pc = finding->other_pc,
                                   .other_mask = finding->other_mask,
                                   .address = finding->address,
                                   .text = strdup(finding->text ? finding->text : "")};
    if (!site->text) return NULL;
    if (!scord_index_map_add(&findings->site_of, site_key(finding), findings->sites)) {
        free(site->text);
        return NULL;
    }
    findings->sites++;
    return site;
}

bool scord_findings_add(scord_findings_t *findings, const scord_event_t *event, uint32_t launch,
                        scord_finding_site_t **first) {
    const scord_event_finding_t *finding = &event->finding;
    assert(event->kind == SCORD_EVENT_KIND_FINDING && finding->rule < SCORD_FINDING_RULES);
    *first = NULL;
    const uint32_t index = scord_index_map_find(&findings->site_of, site_key(finding));
    scord_finding_site_t *site = index != SCORD_INDEX_NONE ? &findings->site[index] : NULL;
    if (!site) {
        *first = site = add_site(findings, finding);
        if (!site) return false;
        site->first_launch = launch;
    }
    if (!*first && finding->text && finding->text[0] != '\0') { /* it knows more */
        char *text = strdup(finding->text);
        if (!text) return false;
        free(site->text);
        site->text = text;
    }
    site->count += finding->count;
    site->last_launch = launch;
    return true;
}

uint64_t scord_findings_count(const scord_findings_t *findings, scord_severity_t severity,
                              scord_finding_kind_t kind, uint32_t *sites) {
    uint64_t count = 0;
    *sites = 0;
    for (uint32_t i = 0; i < findings->sites; i++) {
        const scord_finding_site_t *site = &findings->site[i];
        if (site->known != SCORD_KNOWN_NOT || scord_finding_rule_severity(site->rule) != severity ||
            (kind != SCORD_FINDING_KINDS && scord_finding_rule_kind(site->rule) != kind))
            continue;
        count += site->count;
        ++*sites;
    }
    return count;
}

void scord_findings_destroy(scord_findings_t *findings) {
    for (uint32_t i = 0; i < findings->sites; i++) {
        free(findings->site[i].object);
        free(findings->site[i].text);
    }
    free(findings->site);
    scord_index_map_destroy(&findings->site_of);
    *findings = (scord_findings_t){0};
}
