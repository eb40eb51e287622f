/* SPDX-License-Identifier: Apache-2.0 */
/* html_text.h: text of unknown origin in an HTML page: kernel names, file names, source and log
 * lines.
 *
 * Everything goes out as UTF-8 text that no browser reads as markup: & < > " ' as entities, bytes
 * that are no UTF-8 and control characters as U+FFFD (tab and line end stay). Holds in elements and
 * in quoted attributes alike.
 */
#ifndef SCORD_HTML_TEXT_H
#define SCORD_HTML_TEXT_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

void html_text(FILE *out, const char *text);
/* At most `bytes` bytes of it, whole characters; what is left out is counted. */
void html_text_cut(FILE *out, const char *text, size_t bytes);
/* A path as the value of href, percent-encoded: never a scheme. */
void html_path(FILE *out, const char *path);
/* Bytes of the UTF-8 character that TEXT begins with, 1 to 4; 0: none (RFC 3629: no surrogates,
 * nothing overlong). */
size_t html_character(const char *text);
/* DATA in base64 (RFC 4648), for data: URLs. */
void html_base64(FILE *out, const unsigned char *data, size_t bytes);

#endif
