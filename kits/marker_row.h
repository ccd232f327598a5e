/* What becomes of a marker in the GIT: a row of a list. Source: formats/module, 2.4. */
#ifndef WR_KITS_MARKER_ROW_H
#define WR_KITS_MARKER_ROW_H

#include "core/base/math.h"
#include "core/format/archive.h"
#include "core/format/gff.h"
#include "kits/kits.h"

struct wr_dump; /* core/text/dump.h */

/* What turns a row. */
enum wr_row_turn { WR_ROW_FIXED, WR_ROW_DIRECTION, WR_ROW_BEARING };

/* How the games list a kind of things: a list of the GIT, the id of its structs, the labels of
 * its rows. */
typedef struct wr_row_kind {
    const char *list;
    uint32_t id;
    const char *blueprint; /* NULL: a camera, which has none */
    const char *position[3];
    enum wr_row_turn turn;
} wr_row_kind;

/* NULL for what is no row: models of the LYT. */
const wr_row_kind *wr_row_kind_of(enum wr_marker_kind kind);

/* What stands there in the end: what needs a blueprint and names none is a waypoint, loot is a
 * placeable. */
enum wr_marker_kind wr_marker_becomes(const wr_marker *marker);
/* The blueprint it names, in small letters; false where there is none, or where nothing can be
 * called so. */
bool wr_marker_blueprint(const wr_marker *marker, char out[WR_RESREF + 1]);
/* Where it looks: what it says, of a camera that is turned by a quaternion what that means. */
float wr_marker_facing(const wr_marker *marker);
/* What a camera is that says nothing. */
extern const wr_camera wr_camera_usual;

/* Radians, counter-clockwise from +Y, of degrees from +X: what is not turned looks along +Y. */
float wr_row_bearing(double facing);
/* Which list of the GIT something stands in, NULL for none; and whether a label of its rows
 * says where it stands and how it is turned, which is not compared. */
bool wr_row_is_place(const wr_row_kind *kind, const char *label);

/* Appends the row of a marker to its list, which is there: `at` is where it stands in the area,
 * `motion` moves its room there, `tag` is its tag where it is a waypoint and names none. What
 * becomes no row is passed over. */
void wr_marker_row_add(struct wr_gff *git, const wr_marker *marker, const wr_motion *motion,
                       wr_vec3 at, const char *tag, enum wr_game game);

/* Appends its shape, its spots, its camera and the values of its row, each where there is any.
 */
void wr_marker_dump_parts(struct wr_dump *dump, const wr_marker *marker);

#endif
