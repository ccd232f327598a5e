/* Faces are sorted by room and picture; each run of them is a mesh. */
#include "builder/extract/level/model.h"
#include "builder/extract/level/pieces.h"
#include "builder/extract/level/textures.h"
#include "builder/extract/made_model.h"

#include "core/base/tolerance.h"
#include "core/model/greybox.h"
#include "core/wmp/drawing.h"

#include <stdlib.h>
#include <string.h>

#define LARGEST_PLACE 1e6

/* What a face is drawn with. */
struct skin {
    const char *resref;
    double width, height; /* texels of the picture */
};

/* A face on its way to its mesh. */
struct piece {
    wr_level_piece of;
    struct skin skin;
    uint32_t number; /* of the pieces */
};

struct modelling {
    struct wr_taking *taking;
    struct wr_level *level;
    struct wr_wmp_drawing drawing;
    struct wr_level_textures textures;
    struct piece *pieces;
    uint32_t piece_count;
    struct wr_made_model model; /* of one room */
};

static const wr_wmp_face *face_of(const struct modelling *m, const wr_wmp_drawn *drawn)
{
    return &m->level->wmp->blocks[drawn->block].faces[drawn->face];
}

/* ---- What faces look like ---------------------------------------------------------------- */

static const char *grey_of(const struct modelling *m, const wr_wmp_face *face,
                           const wr_wmp_drawn *drawn)
{
    uint32_t material = wr_brush_material(m->level->brush.rules, m->level->brush.rule_count,
                                          face->texture, face->flags);
    if (drawn->normal.z < -WR_BRUSH_SLOPE)
        return wr_greybox_ceiling_texture();
    if (drawn->normal.z < WR_BRUSH_SLOPE || material == WR_BRUSH_NOTHING)
        return wr_greybox_wall_texture();
    return wr_greybox_texture(material);
}

static struct skin skin_of(const struct modelling *m, const wr_wmp_drawn *drawn)
{
    const wr_wmp_face *face = face_of(m, drawn);
    const wr_level_texture *own = wr_level_texture_of(&m->textures, face->texture);
    double size = WR_DRAWN_TEXTURE_SIZE / m->level->metres;
    if (own)
        return (struct skin){own->picture.resref, own->picture.width, own->picture.height};
    return (struct skin){grey_of(m, face, drawn), size, size};
}

static int order_pieces(const void *a, const void *b)
{
    const struct piece *p = a, *q = b;
    if (p->of.room != q->of.room)
        return p->of.room < q->of.room ? -1 : 1;
    int order = strcmp(p->skin.resref, q->skin.resref);
    return order ? order : p->number < q->number ? -1 : p->number > q->number;
}

static enum wr_result find_textures(struct modelling *m)
{
    const char **names = WR_TAKE(m->taking->arena, const char *, m->drawing.face_count);
    if (!names)
        return wr_no_memory(m->taking->context);
    for (uint32_t i = 0; i < m->drawing.face_count; i++)
        names[i] = face_of(m, &m->drawing.faces[i])->texture;
    return wr_level_textures_find(m->taking, names, m->drawing.face_count, &m->textures);
}

static enum wr_result sort_pieces(struct modelling *m)
{
    struct wr_level_pieces pieces;
    if (!wr_level_pieces_make(m->taking, m->level, &m->drawing, &pieces))
        return wr_no_memory(m->taking->context);
    m->piece_count = (uint32_t)pieces.count;
    m->pieces = WR_TAKE(m->taking->arena, struct piece, m->piece_count);
    if (!m->pieces)
        return wr_no_memory(m->taking->context);
    for (uint32_t i = 0; i < m->piece_count; i++)
        m->pieces[i] = (struct piece){pieces.items[i],
                                      skin_of(m, &m->drawing.faces[pieces.items[i].face]), i};
    if (m->piece_count > 0)
        qsort(m->pieces, m->piece_count, sizeof *m->pieces, order_pieces);
    return WR_OK;
}

/* ---- Meshes ------------------------------------------------------------------------------ */

/* Near 0 whatever the level's place, so that floats are fine enough; pictures repeat. */
static double near_zero(double place)
{
    return fabs(place) < LARGEST_PLACE ? floor(place) : 0;
}

static float place_of(double place, double start)
{
    return fabs(place) < LARGEST_PLACE ? (float)(place - start) : 0;
}

static void add_corners(const struct modelling *m, const struct piece *piece, wr_vec3 normal,
                        struct wr_drawn_mesh *mesh)
{
    const wr_wmp_drawn_corner *corners = piece->of.corners;
    bool laid = face_of(m, &m->drawing.faces[piece->of.face])->has_places;
    double width = laid ? 1 : piece->skin.width, height = laid ? 1 : piece->skin.height;
    double left = near_zero(corners[0].u / width), top = near_zero(corners[0].v / height);
    const wr_taken_room *room = &m->taking->rooms[piece->of.room];
    for (uint32_t i = 0; i < piece->of.corner_count; i++) {
        wr_dvec3 at =
            wr_sub(wr_scale(corners[i].at, m->level->metres), wr_widen(room->position));
        mesh->corners[mesh->corner_count++] =
            (wr_drawn_corner){wr_narrow(at), normal, place_of(corners[i].u / width, left),
                              0 - place_of(corners[i].v / height, top)};
    }
}

static void add_piece(const struct modelling *m, const struct piece *piece,
                      struct wr_drawn_mesh *mesh)
{
    uint32_t begin = mesh->corner_count;
    wr_vec3 normal = wr_narrow(m->drawing.faces[piece->of.face].normal);
    add_corners(m, piece, normal, mesh);
    for (uint32_t i = 0; i < piece->of.cut_count; i++) {
        const uint32_t fan[3] = {0, i + 1, i + 2};
        const uint32_t *cut = piece->of.cuts ? piece->of.cuts[i] : fan;
        wr_drawn_face *face = &mesh->faces[mesh->face_count++];
        *face = (wr_drawn_face){.normal = normal};
        for (int k = 0; k < 3; k++)
            face->v[k] = (uint16_t)(begin + cut[k]);
    }
}

/* How many pieces, from the first on, one mesh has room for; corners and faces that they have.
 */
static uint32_t run_of(const struct modelling *m, uint32_t first, uint32_t *corners,
                       uint32_t *faces)
{
    uint32_t count = 0;
    *corners = *faces = 0;
    for (uint32_t i = first; i < m->piece_count; i++, count++) {
        const wr_level_piece *piece = &m->pieces[i].of;
        if (piece->room != m->pieces[first].of.room ||
            strcmp(m->pieces[i].skin.resref, m->pieces[first].skin.resref) != 0 ||
            *corners + piece->corner_count > WR_MADE_MODEL_MOST_CORNERS ||
            (count > 0 && *faces + piece->cut_count > WR_DRAWN_MOST_FACES))
            break;
        *corners += piece->corner_count;
        *faces += piece->cut_count;
    }
    return count;
}

/* The meshes of a room's pieces, which begin at `first`; returns where they end, or
 * WR_WMP_NONE when memory is out. */
static uint32_t add_meshes(struct modelling *m, uint32_t room, uint32_t first)
{
    uint32_t corners, faces;
    while (first < m->piece_count && m->pieces[first].of.room == room) {
        uint32_t count = run_of(m, first, &corners, &faces);
        struct wr_drawn_mesh *mesh = NULL;
        if (faces > 0) {
            mesh = wr_made_model_mesh(m->taking, &m->model, "blocks",
                                      m->pieces[first].skin.resref, corners, faces);
            if (!mesh)
                return WR_WMP_NONE;
        }
        for (uint32_t i = 0; mesh && i < count; i++)
            add_piece(m, &m->pieces[first + i], mesh);
        first += count > 0 ? count : 1; /* a face of more corners than a mesh has is left out */
    }
    return first;
}

static enum wr_result model_room(struct modelling *m, uint32_t room, uint32_t *piece)
{
    m->model = (struct wr_made_model){0};
    *piece = add_meshes(m, room, *piece);
    if (*piece == WR_WMP_NONE)
        return wr_no_memory(m->taking->context);
    return wr_made_model_write(m->taking, &m->model, room,
                               wr_at(m->level->source, WR_WHOLE_FILE));
}

enum wr_result wr_level_models(struct wr_taking *taking, struct wr_level *level)
{
    struct modelling m = {.taking = taking, .level = level};
    uint32_t piece = 0;
    enum wr_result result =
        wr_wmp_draw(taking->context, taking->arena, level->wmp, &level->places, &m.drawing);
    if (result == WR_OK)
        result = find_textures(&m);
    if (result == WR_OK)
        result = sort_pieces(&m);
    for (uint32_t room = 0; result == WR_OK && room < taking->room_count; room++)
        result = model_room(&m, room, &piece);
    return result;
}
