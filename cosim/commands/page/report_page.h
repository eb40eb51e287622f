/* SPDX-License-Identifier: Apache-2.0 */
/* report_page.h: one result as one page: what --html of the other commands does (docs/reports.md).
 */
#ifndef SCORD_REPORT_PAGE_H
#define SCORD_REPORT_PAGE_H

#include <stddef.h>

/* Writes PAGE of the BYTES of TEXT (malloc; taken over) that scord itself made, called NAME there;
 * TEXT NULL: of the file or folder NAME. COMMAND made it (NULL: not shown); WAVE, when the file
 * exists, and the view beside it are links (NULL: none). Without gnuplot the page has tables only,
 * and says so. Returns 0, or an exit code after one message. */
int report_single(const char *page, const char *name, const char *command, char *text, size_t bytes,
                  const char *wave);

#endif
