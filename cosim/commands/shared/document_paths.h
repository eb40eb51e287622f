/* SPDX-License-Identifier: Apache-2.0 */
/* document_paths.h: where the documents are that a message names. */
#ifndef SCORD_DOCUMENT_PATHS_H
#define SCORD_DOCUMENT_PATHS_H

#include <stdio.h>

/* Prints TEXT. A document in it, "docs/NAME.md", becomes the path of the installed one; of a scord
 * that is not installed, or without its documents, it stays as it is: below the checkout. */
void document_paths_put(FILE *out, const char *text);

#endif
