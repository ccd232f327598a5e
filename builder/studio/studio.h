/* What the studio asks of Warren: a page in a browser, which speaks to this by WebAssembly.
 *
 * Texts and numbers go in, and what comes out is JSON on one line, or an array as it lies in
 * memory. Files are in memory only. A question ends what the one before it gave: its answer,
 * its findings, its arrays. Metres, degrees, Z up; indices that mean nothing are -1 in JSON. */
#ifndef WR_BUILDER_STUDIO_STUDIO_H
#define WR_BUILDER_STUDIO_STUDIO_H

#include "builder/builder.h"

struct wr_studio;

/* NULL when out of memory. */
struct wr_studio *wr_studio_create(void);
void wr_studio_destroy(struct wr_studio *studio);

/* ---- What was said ---- */

/* JSON, with a NUL behind it; "" where a question has no answer. */
const char *wr_studio_answer(const struct wr_studio *studio);
/* A list of what was found while the last question was answered, as JSON; with a NUL. */
const char *wr_studio_findings(struct wr_studio *studio);

/* An array of the last question, as 4-byte words, and how many words it has; 0 of one it did
 * not give. */
enum wr_studio_array {
    WR_STUDIO_VERTICES,  /* float: x, y, z of each */
    WR_STUDIO_FACES,     /* three vertices of each, walkable ones first */
    WR_STUDIO_MATERIALS, /* one a face */
    WR_STUDIO_EDGES,     /* 3 * face + corner of each open edge of the walkable floor, and its
                            transition */
    WR_STUDIO_ROOMS,     /* which room of the map each face is of; of the floor only */
    WR_STUDIO_POINTS,    /* float: x, y, z of each point */
    WR_STUDIO_LOOKS,     /* float: WR_STUDIO_LOOK of each vertex of a model: its normal, u, v */
    WR_STUDIO_PIXELS,    /* red, green, blue and alpha of each, the lowest row first */
    WR_STUDIO_ARRAYS,
};
enum { WR_STUDIO_LOOK = 5 };
const void *wr_studio_array(const struct wr_studio *studio, enum wr_studio_array which);
uint32_t wr_studio_array_size(const struct wr_studio *studio, enum wr_studio_array which);

/* ---- Files ---- */

/* Puts a file into memory, or another one in its place. */
enum wr_result wr_studio_put(struct wr_studio *studio, const char *path, const void *data,
                             size_t size);
/* A file's bytes, and how many; NULL and 0 where there is none. */
const void *wr_studio_file(struct wr_studio *studio, const char *path);
size_t wr_studio_file_size(struct wr_studio *studio, const char *path);

/* ---- Kits ---- */

/* Looks for kits at a path, too: a kit's XML or JSON, which is read, and told of in full. */
enum wr_result wr_studio_add_kit(struct wr_studio *studio, const char *path);
/* The walkmesh of a kit's room. */
enum wr_result wr_studio_room_mesh(struct wr_studio *studio, const char *kit, const char *room);

/* The model of a kit's room, in the room's coordinates: the meshes that are drawn behind each
 * other, of each its texture and how many faces it has. None where the room has no model. */
enum wr_result wr_studio_room_model(struct wr_studio *studio, const char *kit,
                                    const char *room);
/* A texture of a kit by its lower-case name, made smaller where it has more than
 * WR_STUDIO_TEXTURE pixels a side. WR_NOT_FOUND, without a word, where the kit does not bring
 * it. */
enum { WR_STUDIO_TEXTURE = 512 };
enum wr_result wr_studio_texture(struct wr_studio *studio, const char *kit, const char *name);

/* ---- Modules ---- */

/* Takes a module apart, a file in memory or a folder of its files: a kit, which becomes
 * `folder`/kit.xml, and the map that puts it together again. Answers how much was taken, and
 * the map's text. The kit is not looked for until it is added. */
enum wr_result wr_studio_take_module(struct wr_studio *studio, const char *path,
                                     const char *folder);

/* ---- Maps ---- */

/* Warren's own text of a map, which may be an .indoor file; and that as one. */
enum wr_result wr_studio_read_map(struct wr_studio *studio, const char *text, size_t size);
enum wr_result wr_studio_write_indoor(struct wr_studio *studio, const char *text, size_t size);
/* What a build would find: rooms, doorways, links, near misses, overlaps, islands. It is kept
 * for what follows, until another map is looked at. Fails only where rooms cannot be had: what
 * a build would refuse it for is its "verdict". */
enum wr_result wr_studio_look(struct wr_studio *studio, const char *text, size_t size);
/* A room of it as it stands there, longer than its kit has it or carried by the map: told of as
 * a room of a kit is, with its walkmesh; and its model. */
enum wr_result wr_studio_standing_room(struct wr_studio *studio, uint32_t room);
enum wr_result wr_studio_standing_model(struct wr_studio *studio, uint32_t room);
/* Which rooms are drawn from which: a list for each room of the LYT. */
enum wr_result wr_studio_sights(struct wr_studio *studio);
/* All of it as one walkmesh, on which one can walk from then on. */
enum wr_result wr_studio_floor(struct wr_studio *studio);

/* Which ways rooms of a kit could stand at a doorway: `hook` of room number `room`. The map is
 * sketched anew only where `text` is another than before. */
enum wr_result wr_studio_offers(struct wr_studio *studio, const char *text, size_t size,
                                uint32_t room, uint32_t hook, const char *kit, bool fitting);

/* ---- Levels ---- */

/* What stands in levels that are rolled from the next template on: rooms of a map, by their
 * names, one a line (none: all of them). With `add` the level is asked of new rooms alone,
 * which begin at `doorways`, "room:hook", one a line (none: wherever one is open). No text:
 * nothing stands. */
enum wr_result wr_studio_keep(struct wr_studio *studio, const char *text, size_t size,
                              const char *rooms, const char *doorways, bool add);
/* Reads a template, and makes its kits ready. */
enum wr_result wr_studio_read_template(struct wr_studio *studio, const char *path);
/* The level of a seed: its map as text, and what was measured on it. */
enum wr_result wr_studio_roll(struct wr_studio *studio, uint32_t seed);

/* Builds a map, and answers which files that made: WR_STUDIO_OUT/<name>. What was built before
 * is removed. */
#define WR_STUDIO_OUT "out"
enum wr_result wr_studio_build(struct wr_studio *studio, const char *text, size_t size);

/* Makes a scene of a map, glTF in one file, in place of what was built: WR_STUDIO_SCENE. */
#define WR_STUDIO_SCENE WR_STUDIO_OUT "/level.glb"
enum wr_result wr_studio_write_scene(struct wr_studio *studio, const char *text, size_t size);

/* ---- Walking ---- */

/* Sets somebody onto the floor: the height nearest to z. Answers where that is, or fails. */
enum wr_result wr_studio_stand(struct wr_studio *studio, float x, float y, float z);
/* Walks from where one stands straight to (x, y), along walls where there are any and never
 * through them or through what stands in `shut`, a closed door: pairs of points across
 * doorways, x and y of both. Answers where that leads. */
enum wr_result wr_studio_walk(struct wr_studio *studio, float x, float y, const float *shut,
                              uint32_t shut_count);

#endif
