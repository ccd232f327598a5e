/* Making kits: what the readers of every kit format share. */
#ifndef WR_KITS_KIT_H
#define WR_KITS_KIT_H

#include "core/base/arena.h"
#include "core/base/diag.h"
#include "core/base/pull.h"
#include "core/base/text.h"
#include "kits/kits.h"

/* ---- The walkmesh of a room -------------------------------------------------------------- */

/* A walkmesh file of a kit, binary WOK or text OBJ, told by content; derived, transitions kept.
 */
enum wr_result wr_kit_mesh_read(struct wr_context *context, struct wr_arena *arena,
                                const struct wr_source *source, const wr_surfaces *surfaces,
                                struct wr_walkmesh **out);

/* Brings a walkmesh whose file has other coordinates than its room's into these, in which
 * `origin` lies at 0 0 0; derived anew. */
enum wr_result wr_kit_mesh_bring(struct wr_context *context, struct wr_arena *arena,
                                 struct wr_arena *scratch, const struct wr_walkmesh *mesh,
                                 wr_vec3 origin, struct wr_walkmesh **out);

/* The open edge nearest to a point, in space, among those bearing the transition `id` (-1: all)
 * whose face has a way out in the plane; ties go to the lowest edge. WR_NONE when there is
 * none.
 */
uint32_t wr_room_edge_near(const wr_room *room, wr_vec3 point, int32_t id, double *distance);
/* The transition of an open edge, -1 for any other. */
int32_t wr_room_transition(const wr_room *room, uint32_t edge);

/* A walkmesh whose points were pulled apart; derived anew, and its edges keep their numbers. */
enum wr_result wr_kit_mesh_pull(struct wr_context *context, struct wr_arena *arena,
                                const struct wr_walkmesh *mesh, const wr_pull *pulls,
                                uint32_t count, struct wr_walkmesh **out);

/* Fills what follows from a room's derived mesh, kit and hooks: box, islands and, of every
 * hook, foot, threshold, outward direction and island. A hook that already has a threshold has
 * its candidates there; one that has neither threshold nor id takes of the open edges only
 * those within its door's width. Nothing is reported: faults are left as WR_NONE and judged by
 * wr_kit_check. */
enum wr_result wr_thresholds_find(struct wr_context *context, struct wr_arena *arena,
                                  wr_room *room);

/* ---- Reading ------------------------------------------------------------------------------
 */

/* The most a kit may hold of each: far more than anybody has, and little enough to stay quick.
 */
enum {
    WR_MOST_DOORS = 256,
    WR_MOST_ROOMS = 10000,
    WR_MOST_HOOKS = 256,               /* of one room */
    WR_MOST_EDGES = 64,                /* listed for one hook */
    WR_MOST_POINTS = 1000,             /* corners, or arrivals, of one marker */
    WR_MOST_VALUES = 256,              /* of one marker's row, with all that lies in them */
    WR_MOST_STRETCHES = WR_MOST_PULLS, /* of one room */
};

/* Whether a text is a kit: an XML whose outermost element is <kit>, or a HolocronToolset JSON.
 */
bool wr_kit_recognise_xml(const uint8_t *data, size_t size);
bool wr_kit_recognise_holocron(const uint8_t *data, size_t size);

/* Ids are 1 to 32 of the characters A-Z a-z 0-9 _ -. */
bool wr_kit_id_valid(wr_view text);
/* Names of blueprints are 1 to 16 of the characters A-Z a-z 0-9 _. */
bool wr_kit_blueprint_valid(const char *text);

/* A name and where it is written. */
struct wr_named {
    const char *text;
    wr_where where;
};

/* Sorts names without case and keeps in front those that repeat an earlier one; returns how
 * many. */
uint32_t wr_names_repeated(struct wr_named *names, uint32_t count);

/* Where the things of a kit were written, parallel to the public arrays, for findings. */
struct wr_room_places {
    wr_where room, mesh; /* mesh: where its file is named */
    const wr_where *hooks, *markers;
    struct wr_source mesh_source;
};

/* "path-outside" where a link leads from a path in a kit's folder out of it; the folder itself
 * may be a link. */
enum wr_result wr_kit_keeps(struct wr_context *context, const struct wr_kit *kit,
                            const char *path);

/* One kit being read. Everything that is kept lives in kit->arena; `scratch` ends with the
 * reading. */
struct wr_kit_reading {
    struct wr_context *context;
    struct wr_arena *scratch;
    const wr_surfaces *surfaces;
    struct wr_source source; /* the kit's text */
    struct wr_kit *kit;      /* path is set, the reader fills the rest */
    struct wr_room_places *places;
};

/* The readers fill everything but what wr_thresholds_find does, and report all faults. */
enum wr_result wr_kit_xml_read(struct wr_kit_reading *reading);
enum wr_result wr_kit_holocron_read(struct wr_kit_reading *reading);

/* A kit from the text in `source` as if it lay at `path`; takes no ownership. */
enum wr_result wr_kit_parse(struct wr_context *context, const struct wr_source *source,
                            const char *path, const wr_surfaces *surfaces, struct wr_kit **out);

/* The file of the kit that a path means: itself, or what a folder stands for; NULL when a
 * folder is no kit. */
enum wr_result wr_kit_path(struct wr_context *context, struct wr_arena *arena, const char *path,
                           const char **out);

/* Judges a kit's rooms: hooks off the perimeter, ids on no edge, hooks facing into their room,
 * two hooks on one spot, unreachable hooks, materials outside the table, markers off the floor
 * or made of what nothing can be called. What a kit's author can mend is an error in Warren's
 * XML and a warning in a foreign kit. `places` and `surfaces` may be NULL. */
enum wr_result wr_kit_check(struct wr_context *context, const struct wr_kit *kit,
                            const struct wr_room_places *places, const wr_surfaces *surfaces);

/* Says what the author of a kit should know and who builds with it need not hear each time: ids
 * spilt onto jambs and doors whose blueprint the kit does not bring (warnings), markers without
 * a blueprint (a note). */
enum wr_result wr_kit_remark(struct wr_context *context, const struct wr_kit *kit);

/* The value a kit gives a marker under a key, or NULL. */
const char *wr_marker_value(const wr_marker *marker, const char *key);
/* What the kinds are called, by kind, and NULL. */
extern const char *const wr_marker_kind_names[];
/* Whether markers of a kind have corners, arrivals. */
static inline bool wr_marker_has_corners(enum wr_marker_kind kind)
{
    return kind == WR_TRIGGER || kind == WR_ENCOUNTER;
}

/* ---- Rooms that are no kit's ---------------------------------------------------------------
 */

/* A kit made in memory, for rooms a map carries itself: takes the arena over (freed with the
 * kit, or here on failure). Rooms need id, name, mesh (derived) and hooks with position,
 * facing, door and id. It is judged like a foreign kit. */
enum wr_result wr_kit_adopt(struct wr_context *context, struct wr_arena *arena, const char *id,
                            wr_door *doors, uint32_t door_count, wr_room *rooms,
                            uint32_t room_count, struct wr_kit **out);

/* A room like `room`, in `arena`, with another walkmesh (derived, room coordinates): its hooks
 * are found anew on it, and a warning names each that no longer is. */
enum wr_result wr_room_with_mesh(struct wr_context *context, struct wr_arena *arena,
                                 const wr_room *room, const struct wr_walkmesh *mesh,
                                 wr_room **out);

/* ---- Rooms that are longer than their kit has them ------------------------------------------
 */

/* What lengths, one a stretch of the room, make of its points. */
void wr_room_pulls(const wr_room *room, const float *lengths, wr_pull out[WR_MOST_STRETCHES]);
/* A room of a kit with lengths, which its stretches allow, in `arena`: walkmesh, hooks and
 * markers. A pure function of the two. The kit's own where all lengths are 0. */
enum wr_result wr_room_stretch(struct wr_context *context, struct wr_arena *arena,
                               const wr_room *room, const float *lengths, const wr_room **out);
/* Whether the doors of an outline stand within their walls and beside each other with lengths,
 * which its stretches allow: "outline-door-off", "outline-doors-meet" at `where`. Any other
 * room is fine with all that its stretches allow. */
enum wr_result wr_lengths_fit(struct wr_context *context, const wr_room *room,
                              const float *lengths, wr_where where);
/* Where in its kit's text a stretch is. */
wr_where wr_stretch_where(const wr_room *room, uint32_t stretch);
/* "stretch-overlaps" where parts of the floor would come to lie in each other that do not hang
 * together there; all other lengths are 0. */
enum wr_result wr_stretch_sweep(struct wr_context *context, const wr_room *room,
                                uint32_t stretch);
/* Judges the stretches of a room: that the floor goes on across each plane, that no doorway and
 * no shape of a marker lies across it, and that no face turns over or becomes too steep with
 * any lengths they allow. */
enum wr_result wr_stretches_check(struct wr_context *context, const wr_room *room);

/* A place a map names itself, relative to its folder and looked at before it, until the next
 * wr_kits_set_map_folder. WR_NO_MEMORY is not reported. */
enum wr_result wr_kits_add_of_map(struct wr_kits *kits, const char *path);

/* wr_kits_find for somebody who asks at a place in a text. */
enum wr_result wr_kits_find_at(struct wr_context *context, struct wr_kits *kits,
                               const char *name, wr_where where, const struct wr_kit **out);

#endif
