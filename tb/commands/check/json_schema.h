/* SPDX-License-Identifier: Apache-2.0 */
/* json_schema.h: whether a JSON value is valid under a JSON Schema (2020-12), for the keywords that
 * scord's schemas use: type, enum, const, properties, required, additionalProperties, items,
 * minItems, maxItems, minimum, pattern, anyOf and $ref within the schema. Any other keyword is an
 * error, so that no condition is passed over.
 */
#ifndef TB_JSON_SCHEMA_H
#define TB_JSON_SCHEMA_H

#include "cmodel/base/json_tree.h"

/* False: `problem` says what is wrong, and where as a path ("$.sites[0].races"). */
bool json_schema_valid(const json_t *schema, const json_t *value, char *problem, size_t size);

#endif
