/* The pieces of a kit's XML that whoever writes one needs. */
#ifndef WR_KITS_KIT_TEXT_H
#define WR_KITS_KIT_TEXT_H

#include "core/base/bytes.h"
#include "kits/kits.h"

/* Appends <kit …>, which the caller ends. */
void wr_kit_text_start(struct wr_bytes *out, const char *id, const char *name);

/* Append attributes: ` name="value"`. */
void wr_kit_text_attribute(struct wr_bytes *out, const char *name, const char *value);
void wr_kit_text_numbers(struct wr_bytes *out, const char *name, const float *values,
                         int count);
void wr_kit_text_point(struct wr_bytes *out, const char *name, wr_vec3 point);
/* What stands between quotes, so that it is read as it was. */
void wr_kit_text_escaped(struct wr_bytes *out, const char *text, size_t size);

/* Append <door …/>, indented by two, and <hook …/>, indented by four: what a hook does not say
 * is left out, and its threshold too where it has an id. */
void wr_kit_text_door(struct wr_bytes *out, const wr_door *door);
void wr_kit_text_hook(struct wr_bytes *out, const wr_hook *hook, const char *door);

#endif
