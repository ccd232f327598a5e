/* The kinds of files Warren reads, told by content: what shows them and what judges them. */
#ifndef WR_BUILDER_INSPECT_KINDS_H
#define WR_BUILDER_INSPECT_KINDS_H

#include "builder/inspect/inspect.h"
#include "core/base/arena.h"
#include "core/base/diag.h"
#include "core/format/bwm.h"
#include "core/format/resources.h"
#include "core/text/dump.h"
#include "kits/kits.h"
#include "templates/maps.h"

#define WR_KNOWN_KINDS                                                                         \
    "known are MOD, RIM, ERF, KEY, BIF, GFF, BWM, MDL, LYT, VIS, 2DA, TGA, TPC, TRX, TRN, "    \
    "WMP, glTF, walkmeshes as OBJ and ASCII, ASCII models, kits, maps, templates and reports"

/* A file that was read, and what its reader may need. An archive that is called like one is not
 * read: its source is a name without bytes. */
struct wr_kind_file {
    struct wr_source source;
    struct wr_arena *arena;
    const wr_surfaces *surfaces;
    float overlap; /* how deep floors of a module may lie in each other; 0: the default */
    const struct wr_rebuild_options *rebuilding; /* NULL: nothing is rebuilt */
    const struct wr_show_tile *tile;             /* the one to show; NULL: all of them */
    const struct wr_source *companion; /* the MDX of a model in an archive; NULL: look beside */
};

/* What a picture of a file shows. */
enum wr_pictured {
    WR_PICTURED_NOTHING,
    WR_PICTURED_KIT,
    WR_PICTURED_LAYOUT, /* the module whose LYT it is */
    WR_PICTURED_MAP,
    WR_PICTURED_MESH,
    WR_PICTURED_AREA,   /* an area of NWN2 */
    WR_PICTURED_MODULE, /* the module that an archive holds */
    WR_PICTURED_FLOORS, /* of a level of GameStudio */
    WR_PICTURED_MODEL,  /* what is seen of it from above */
    WR_PICTURED_SCENE,  /* a glTF, alike */
};

struct wr_kind {
    const char *name;
    bool binary;
    bool container;      /* what is in it is judged and rebuilt by kinds of its own */
    const char *endings; /* of names that are taken to be of the kind, before they are read:
                            ".wok .pwk"; NULL: it is told by content alone */
    bool (*recognise)(const uint8_t *data, size_t size);
    /* Writes the members of the outermost object. */
    enum wr_result (*show)(struct wr_context *context, const struct wr_kind_file *file,
                           struct wr_dump *dump);
    /* Reports everything wrong with the file, but not what is wrong with what is in it; WR_OK
     * where there was no error. */
    enum wr_result (*check)(struct wr_context *context, const struct wr_kind_file *file);
    /* Appends the walkmesh with every derived table made anew; NULL where there is none. */
    enum wr_result (*rebuild)(struct wr_context *context, const struct wr_kind_file *file,
                              struct wr_bytes *out, struct wr_rebuilt *report);
    enum wr_pictured pictured;
    const char *rebuild_cure, *view_cure; /* what to do with it where a walkmesh or a picture is
                                           wanted; NULL: nothing of its own */
};

/* "a" or "an", before its name. */
const char *wr_kind_article(const struct wr_kind *kind);
/* The kind of some bytes; NULL when it is none of ours. */
const struct wr_kind *wr_kind_of(const uint8_t *data, size_t size);
/* The kind that files of a name are taken to be; NULL: none. */
const struct wr_kind *wr_kind_called(const char *name);

/* Reads a file and tells its kind, NULL in `kind` when it is none of ours. */
enum wr_result wr_kind_read(struct wr_context *context, const char *path,
                            struct wr_kind_file *file, const struct wr_kind **kind);
/* Opens a file that is a container. */
enum wr_result wr_kind_open(struct wr_context *context, const struct wr_kind_file *file,
                            struct wr_resources *out);

/* Says that a file is of no kind: WR_SYNTAX "file-kind-unknown", or why it is not the JSON it
 * seems to be. */
enum wr_result wr_kind_refuse(struct wr_context *context, const struct wr_kind_file *file);

void wr_kit_dump(const struct wr_kit *kit, struct wr_dump *dump);
void wr_map_dump(const struct wr_map *map, struct wr_dump *dump);

#endif
