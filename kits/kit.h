/* Making kits: what the readers of every kit format share. */
#ifndef WR_KITS_KIT_H
#define WR_KITS_KIT_H

#include "core/base/arena.h"
#include "core/base/diag.h"
#include "kits/kits.h"

/* Where the things of a kit were written, parallel to the public arrays, for findings. */
struct wr_room_places {
    wr_where room, mesh;
    const wr_where *hooks, *markers;
    struct wr_source mesh_source;
};

/* Finds foot, threshold, outward direction and island of every hook of a room whose mesh is
 * derived, without reporting anything: faults are left as WR_NONE and judged by wr_kit_check.
 */
enum wr_result wr_thresholds_find(struct wr_context *context, struct wr_arena *arena,
                                  wr_room *room);

/* Judges a kit's rooms: hooks off the perimeter, ids on no edge, ids spilt onto jambs (once a
 * kit), hooks facing into their room, two hooks on one spot, unreachable hooks, materials
 * outside the table. What a kit's author can mend is an error in Warren's XML and a warning in
 * a foreign kit. */
enum wr_result wr_kit_check(struct wr_context *context, const struct wr_kit *kit,
                            const struct wr_room_places *places, const wr_surfaces *surfaces);

/* wr_kits_find for somebody who asks at a place in a text. */
enum wr_result wr_kits_find_at(struct wr_context *context, struct wr_kits *kits,
                               const char *name, wr_where where, const struct wr_kit **out);

enum wr_result wr_kit_xml_read(struct wr_context *context, const char *path,
                               const wr_surfaces *surfaces, struct wr_kit **out);
enum wr_result wr_kit_holocron_read(struct wr_context *context, const char *path,
                                    const wr_surfaces *surfaces, struct wr_kit **out);

/* A kit made in memory, for rooms a map carries itself: takes the arena over (freed with the
 * kit, or here on failure). Rooms need id, name, mesh (derived) and hooks with position,
 * facing, door and id. */
enum wr_result wr_kit_adopt(struct wr_context *context, struct wr_arena *arena, const char *id,
                            wr_door *doors, uint32_t door_count, wr_room *rooms,
                            uint32_t room_count, struct wr_kit **out);

/* A room like `room`, in `arena`, with another walkmesh (derived, room coordinates): its hooks
 * are found anew on it. */
enum wr_result wr_room_with_mesh(struct wr_context *context, struct wr_arena *arena,
                                 const wr_room *room, const struct wr_walkmesh *mesh,
                                 wr_room **out);

/* A walkmesh file of a kit, binary WOK or text OBJ, told by content; derived, transitions kept.
 */
enum wr_result wr_kit_mesh_read(struct wr_context *context, struct wr_arena *arena,
                                const struct wr_source *source, const wr_surfaces *surfaces,
                                struct wr_walkmesh **out);

#endif
