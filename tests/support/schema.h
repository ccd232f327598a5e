/* Judges JSON by the part of JSON Schema our published schemas use, for proving that schema and
 * rules agree. A keyword it does not know fails the test. */
#ifndef WR_TESTS_SUPPORT_SCHEMA_H
#define WR_TESTS_SUPPORT_SCHEMA_H

#include "core/text/json.h"

/* Whether `value` is what `schema` describes; `root` holds the $defs. */
bool schema_allows(const wr_json *root, const wr_json *schema, const wr_json *value);

#endif
