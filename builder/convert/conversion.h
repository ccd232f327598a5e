/* A conversion under way, and what does it: one file a family of kinds. */
#ifndef WR_BUILDER_CONVERT_CONVERSION_H
#define WR_BUILDER_CONVERT_CONVERSION_H

#include "builder/convert/convert.h"
#include "builder/inspect/kinds.h"

/* What a file becomes, by the end of its name. */
enum wr_form {
    WR_FORM_WOK = 1 << 0,
    WR_FORM_OBJ = 1 << 1,
    WR_FORM_AREA = 1 << 2, /* of NWN2 */
    WR_FORM_LEVEL = 1 << 3,
    WR_FORM_LEVEL_BUILD = 1 << 4,
    WR_FORM_TABLE = 1 << 5,
    WR_FORM_JSON = 1 << 6,
    WR_FORM_INDOOR = 1 << 7,
    WR_FORM_ERF = 1 << 8,
    WR_FORM_RIM = 1 << 9,
    WR_FORM_FOLDER = 1 << 10,
    WR_FORM_GLTF = 1 << 12,
    WR_FORM_GLB = 1 << 13,
    WR_FORM_PWK = 1 << 14,
    WR_FORM_DWK = 1 << 15,
    WR_FORM_MDL = 1 << 16,   /* as ASCII */
    WR_FORM_OTHER = 1 << 11, /* a name that says nothing, or what the JSON of a GFF says */
};

struct wr_conversion {
    struct wr_context *context;
    struct wr_arena *arena;
    const struct wr_convert_options *options;
    wr_surfaces surfaces;
    const char *from, *to;
    enum wr_form form;          /* of `to` */
    const struct wr_kind *kind; /* of `from`; NULL: a folder */
    struct wr_kind_file file;
    wr_where where; /* all of it */
    unsigned flags; /* of what is written */
    bool written;   /* it is in place already, as a folder is */
};

/* Each appends what `to` becomes to `out`, or writes it and says so. */
typedef enum wr_result wr_conversion_fn(struct wr_conversion *conversion, struct wr_bytes *out);

wr_conversion_fn wr_convert_floor, wr_convert_scene, wr_convert_area, wr_convert_level;
wr_conversion_fn wr_convert_table, wr_convert_gff, wr_convert_gff_json, wr_convert_map;
wr_conversion_fn wr_convert_unpack, wr_convert_pack, wr_convert_kit;

#endif
