/* Showing and judging levels of GameStudio, for the table of kinds. */
#ifndef WR_BUILDER_INSPECT_KINDS_WMP_H
#define WR_BUILDER_INSPECT_KINDS_WMP_H

#include "builder/inspect/kinds.h"

bool wr_kind_is_wmp_binary(const uint8_t *data, size_t size);
/* Maps of ACKNEX-3, too: reading one says what it is. */
bool wr_kind_is_wmp_text(const uint8_t *data, size_t size);

enum wr_result wr_kind_show_wmp(struct wr_context *context, const struct wr_kind_file *file,
                                struct wr_dump *dump);
enum wr_result wr_kind_check_wmp(struct wr_context *context, const struct wr_kind_file *file);

/* The floors of a level, in metres; the caller frees them. WR_INVALID "wmp-no-floor". */
enum wr_result wr_kind_floors_of_wmp(struct wr_context *context,
                                     const struct wr_kind_file *file, struct wr_walkmesh **out);

#endif
