/* The models a layout's rooms come from, and the names of their images in the module. Private
 * to builder/module. */
#ifndef WR_BUILDER_MODULE_SOURCES_H
#define WR_BUILDER_MODULE_SOURCES_H

#include "builder/module/models.h"
#include "core/format/archive.h"
#include "core/model/model.h"

/* A kit room that stands in the layout. */
typedef struct wr_model_source {
    const wr_room *room;
    uint32_t first;               /* the first placed room that is one */
    uint32_t kit;                 /* in wr_module_models.kits */
    uint32_t twin;                /* the first source with the same file */
    const struct wr_model *model; /* NULL: a grey box; rooms of one file share it, and longer
                                     ones make it longer */
    wr_vec3 offset;               /* from the model's space to the kit's */
    /* As several rooms have it, mirrored or not, turned or not; NULL: no more than a few do. */
    const struct wr_model *forms[2][2];
} wr_model_source;

/* How a placed room's model stands in its area room. */
typedef struct wr_model_stand {
    const wr_model_source *source;
    bool mirrored;
    bool turned; /* or moved */
    wr_vec3 shift;
} wr_model_stand;

/* An image that is packed under another name. */
typedef struct wr_image_name {
    uint32_t kit;
    bool lightmap;
    const char *from; /* lower-case */
    char to[WR_RESREF + 1];
} wr_image_name;

/* Who asks for a new name. */
struct wr_renaming {
    const struct wr_module_models *models;
    uint32_t kit;
};

struct wr_module_models {
    struct wr_arena *arena;
    const struct wr_layout *layout;
    enum wr_game game;
    const struct wr_kit **kits; /* in the order in which they are first used */
    uint32_t kit_count;
    wr_model_source *sources; /* in the order in which they first stand in the layout */
    uint32_t source_count;
    uint32_t *source_of;         /* one a placed room */
    struct wr_opening *openings; /* the doorways of area rooms, see openings.c */
    uint32_t *opening_starts;    /* one an area room and one more */
    wr_image_name *names;        /* sorted; set by the assets */
    uint32_t name_count;
};

/* A wr_model_rename_fn; `user` is a struct wr_renaming. */
const char *wr_image_rename(void *user, const wr_model_texture *texture);

/* A pair of files as a model, read into `arena`; `scratch` holds what is not kept. The MDX lies
 * beside the MDL under its name, whatever its case; "model-mdx-missing" where it does not, and
 * the model needs one, "path-outside" where a link leads from it out of the kit (NULL: its
 * folder was listed as one of assets, and nothing in that leads out). */
enum wr_result wr_model_load(struct wr_context *context, struct wr_arena *arena,
                             struct wr_arena *scratch, const struct wr_kit *kit,
                             const char *path, struct wr_model **out);

/* A doorway to another area room that stays open. */
typedef struct wr_opening {
    uint32_t other; /* the area room behind it */
    wr_vec3 position;
    float height;
} wr_opening;

/* Refuses a model that cannot have a longer room's lengths: "stretch-node" or "stretch-folds",
 * at the stretch. `offset` leads from the model's space to the room's. */
enum wr_result wr_model_stretch_judge(struct wr_context *context, const struct wr_model *model,
                                      const wr_room *room, wr_vec3 offset);
/* The same of a kit's own room: with the least and greatest lengths of its stretches. */
enum wr_result wr_model_stretches_check(struct wr_context *context,
                                        const struct wr_model *model, const wr_room *room,
                                        wr_vec3 offset);
/* Makes a model as long as its room is. */
enum wr_result wr_model_stretch(struct wr_context *context, struct wr_model *model,
                                const wr_room *room, wr_vec3 offset);

/* `first` is the first room of its area room. */
wr_model_stand wr_model_stand_of(const struct wr_module_models *models, uint32_t first,
                                 uint32_t room);
/* A source's model as all rooms have it that stand alike, but for where that is: as long as the
 * room, mirrored, with a node that turns it, laid out for the game, its images renamed. */
enum wr_result wr_model_form_make(struct wr_context *context,
                                  const struct wr_module_models *models,
                                  const wr_model_stand *stand, struct wr_arena *arena,
                                  struct wr_model **out);

/* Lists the doorways of all area rooms; false when memory is out. */
bool wr_openings_make(struct wr_module_models *models);
/* A grey box for an area room. */
enum wr_result wr_room_greybox(struct wr_context *context,
                               const struct wr_module_models *models, uint32_t area_room,
                               const char *name, const struct wr_walkmesh *mesh,
                               struct wr_arena *arena, struct wr_arena *scratch,
                               wr_module_model *out);

#endif
