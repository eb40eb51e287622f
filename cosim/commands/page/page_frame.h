/* SPDX-License-Identifier: Apache-2.0 */
/* page_frame.h: what all HTML pages of the commands share: policy, style sheet, the way past the
 * head. Nothing is loaded from anywhere and no script runs, which the page's own policy forbids
 * (Content-Security-Policy). Light, dark and paper.
 *
 *   page_begin(out); html_text(out, title); page_body(out, style);
 *   "<header>" … "</header>", "<main id=main>" … "</main>", "</body></html>" are the caller's.
 */
#ifndef SCORD_PAGE_FRAME_H
#define SCORD_PAGE_FRAME_H

#include <stdio.h>

/* Up to the title's text, which the caller writes, escaped. */
void page_begin(FILE *out);
/* From the title's end to the link to #main, the first thing in the body. STYLE: rules of this page
 * alone, behind the shared ones. */
void page_body(FILE *out, const char *style);

#endif
