/* Showing and judging the game's own containers, for the table of kinds. */
#ifndef WR_BUILDER_INSPECT_KINDS_GAME_H
#define WR_BUILDER_INSPECT_KINDS_GAME_H

#include "builder/inspect/kinds.h"
#include "core/format/archive.h"
#include "core/format/gff.h"
#include "core/format/key.h"
#include "core/format/tga.h"
#include "core/format/tpc.h"
#include "core/model/model.h"

enum wr_result wr_kind_show_gff(struct wr_context *context, const struct wr_kind_file *file,
                                struct wr_dump *dump);
enum wr_result wr_kind_check_gff(struct wr_context *context, const struct wr_kind_file *file);
enum wr_result wr_kind_show_gff_json(struct wr_context *context,
                                     const struct wr_kind_file *file, struct wr_dump *dump);
enum wr_result wr_kind_check_gff_json(struct wr_context *context,
                                      const struct wr_kind_file *file);
enum wr_result wr_kind_show_archive(struct wr_context *context, const struct wr_kind_file *file,
                                    struct wr_dump *dump);
enum wr_result wr_kind_check_archive(struct wr_context *context,
                                     const struct wr_kind_file *file);
enum wr_result wr_kind_show_key(struct wr_context *context, const struct wr_kind_file *file,
                                struct wr_dump *dump);
enum wr_result wr_kind_check_key(struct wr_context *context, const struct wr_kind_file *file);
enum wr_result wr_kind_show_bif(struct wr_context *context, const struct wr_kind_file *file,
                                struct wr_dump *dump);
enum wr_result wr_kind_check_bif(struct wr_context *context, const struct wr_kind_file *file);
enum wr_result wr_kind_show_model(struct wr_context *context, const struct wr_kind_file *file,
                                  struct wr_dump *dump);
enum wr_result wr_kind_check_model(struct wr_context *context, const struct wr_kind_file *file);
enum wr_result wr_kind_show_tga(struct wr_context *context, const struct wr_kind_file *file,
                                struct wr_dump *dump);
enum wr_result wr_kind_check_tga(struct wr_context *context, const struct wr_kind_file *file);
enum wr_result wr_kind_show_tpc(struct wr_context *context, const struct wr_kind_file *file,
                                struct wr_dump *dump);
enum wr_result wr_kind_check_tpc(struct wr_context *context, const struct wr_kind_file *file);

#endif
