/* The edges of placeables' walkmeshes where they stand. Source: formats/bwm, 5. */
#include "builder/module/path_solids.h"

#include "core/base/bytes.h"
#include "core/base/text.h"
#include "core/base/tolerance.h"
#include "core/format/archive.h"
#include "core/format/bwm.h"
#include "core/format/twoda.h"

#include <stdlib.h>
#include <string.h>

/* More than any area has; what is beyond is not looked at. */
enum { MOST_KINDS = 1024, MOST_PLACEABLES = 1 << 16, MOST_WALLS = 1 << 18 };

/* A placeable of the GIT. */
struct standing {
    const char *blueprint;
    uint32_t row;
    wr_vec3 at;
    double cosine, sine;
};

struct solids {
    struct wr_context *context, *quiet;
    const struct wr_path_library *library;
    struct wr_arena *arena, *scratch;
    struct standing *items;
    uint32_t count;
    struct wr_twoda table; /* placeables.2da; no rows: it is not at hand */
    struct wr_path_solids *out;
};

/* ---- The GIT ----------------------------------------------------------------------------- */

static bool read_row(const wr_gff_struct *row, struct standing *out)
{
    const double degrees = 180 / 3.14159265358979323846;
    double turn = (double)wr_gff_float(row, "Bearing", 0) * degrees;
    out->at = wr_vec3_of(wr_gff_float(row, "X", 0), wr_gff_float(row, "Y", 0),
                         wr_gff_float(row, "Z", 0));
    bool fine = wr_vec3_finite(out->at) && fabs(turn) <= 360;
    if (fine)
        wr_turn_of((float)turn, &out->cosine, &out->sine);
    return fine && *out->blueprint;
}

static int order_standing(const void *a, const void *b)
{
    const struct standing *p = a, *q = b;
    int order = wr_text_order(p->blueprint, q->blueprint);
    return order ? order : p->row < q->row ? -1 : p->row > q->row;
}

static bool list_placeables(struct solids *solids, const struct wr_gff *git)
{
    const wr_gff_list *rows = wr_gff_list_of(git->root, "Placeable List");
    uint32_t count = rows ? rows->count : 0;
    count = count < MOST_PLACEABLES ? count : MOST_PLACEABLES;
    solids->items = WR_TAKE(solids->arena, struct standing, count);
    for (uint32_t i = 0; solids->items && i < count; i++) {
        struct standing *item = &solids->items[solids->count];
        *item = (struct standing){.row = i};
        item->blueprint = wr_gff_text_of(rows->items[i], "TemplateResRef", solids->arena);
        if (!item->blueprint)
            return false;
        solids->count += read_row(rows->items[i], item);
    }
    if (solids->items && solids->count > 1)
        qsort(solids->items, solids->count, sizeof *solids->items, order_standing);
    return solids->items != NULL;
}

/* ---- Models ------------------------------------------------------------------------------ */

static enum wr_result read(struct solids *solids, const char *name, uint16_t type,
                           struct wr_source *out, bool *there)
{
    *out = (struct wr_source){0};
    enum wr_result result = solids->library->read(solids->quiet, solids->library->user,
                                                  solids->scratch, name, type, out, there);
    out->binary = true;
    return result;
}

/* What ends the search; all else is told of and left. */
static bool is_end(enum wr_result result)
{
    return result == WR_NO_MEMORY || result == WR_STOPPED;
}

static enum wr_result leave(struct solids *solids, const char *name, uint16_t type,
                            const struct wr_source *source, enum wr_result result)
{
    if (is_end(result))
        return result;
    wr_warn(solids->context, source->data ? wr_at(source, WR_WHOLE_FILE) : WR_NOWHERE,
            "path-placeable", "`warren check` says what is wrong with it",
            "'%.40s.%s' cannot be read: path points may lead through what stands there", name,
            wr_resource_suffix(type));
    return WR_OK;
}

static enum wr_result read_table(struct solids *solids)
{
    static const char name[] = "placeables";
    struct wr_source source;
    bool there = false;
    enum wr_result result = read(solids, name, WR_RES_2DA, &source, &there);
    uint8_t *data = there && result == WR_OK
                        ? wr_arena_copy(solids->arena, source.data, source.size, 1)
                        : NULL;
    if (!there || result != WR_OK)
        return result == WR_OK ? WR_OK : leave(solids, name, WR_RES_2DA, &source, result);
    if (!data)
        return WR_NO_MEMORY;
    source.data = data;
    result = wr_twoda_read(solids->quiet, solids->arena, &source, &solids->table);
    if (result == WR_OK)
        return WR_OK;
    solids->table = (struct wr_twoda){0};
    return leave(solids, name, WR_RES_2DA, &source, result);
}

/* The model of a blueprint: what the table says, or its own name. */
static enum wr_result find_model(struct solids *solids, const char *blueprint, const char **out)
{
    struct wr_source source;
    struct wr_gff *utp;
    bool there = false;
    *out = blueprint;
    if (solids->table.row_count == 0)
        return WR_OK;
    enum wr_result result = read(solids, blueprint, WR_RES_UTP, &source, &there);
    if (result == WR_OK && there)
        result = wr_gff_read(solids->quiet, solids->scratch, &source, &utp);
    if (result != WR_OK)
        return leave(solids, blueprint, WR_RES_UTP, &source, result);
    int64_t row = there ? wr_gff_whole(utp->root, "Appearance", -1) : -1;
    const char *model = row >= 0 && row < solids->table.row_count
                            ? wr_twoda_cell(&solids->table, (uint32_t)row, "modelname")
                            : NULL;
    *out = model ? model : blueprint;
    return WR_OK;
}

static enum wr_result find_mesh(struct solids *solids, const char *blueprint,
                                struct wr_walkmesh **out)
{
    const char *model;
    struct wr_source source;
    bool there = false;
    *out = NULL;
    enum wr_result result = find_model(solids, blueprint, &model);
    if (result != WR_OK)
        return result;
    result = read(solids, model, WR_RES_PWK, &source, &there);
    if (result == WR_OK && there)
        result = wr_bwm_read(solids->quiet, solids->scratch, &source, out);
    return result == WR_OK ? WR_OK : leave(solids, model, WR_RES_PWK, &source, result);
}

/* ---- Walls ------------------------------------------------------------------------------- */

static wr_dvec3 place(const struct standing *item, const struct wr_walkmesh *mesh, uint32_t v)
{
    wr_dvec3 p = wr_add(wr_widen(mesh->vertices[v]), wr_widen(mesh->position));
    return (wr_dvec3){(double)item->at.x + p.x * item->cosine - p.y * item->sine,
                      (double)item->at.y + p.x * item->sine + p.y * item->cosine,
                      (double)item->at.z + p.z};
}

static bool add_wall(struct solids *solids, wr_dvec3 a, wr_dvec3 b)
{
    struct wr_path_solids *out = solids->out;
    wr_path_wall *walls =
        wr_arena_more(solids->arena, out->walls, out->wall_count, sizeof *walls);
    if (!walls)
        return false;
    out->walls = walls;
    walls[out->wall_count++] =
        (wr_path_wall){a.x, a.y, b.x, b.y, a.z < b.z ? a.z : b.z, a.z < b.z ? b.z : a.z};
    wr_path_solid *solid = &out->items[out->count];
    solid->box = wr_box_add(wr_box_add(solid->box, wr_narrow(a)), wr_narrow(b));
    return true;
}

static wr_dvec3 part_of(wr_dvec3 a, wr_dvec3 b, unsigned part, unsigned parts)
{
    return wr_add(a, wr_scale(wr_sub(b, a), (double)part / parts));
}

static double plan_length(wr_dvec3 a, wr_dvec3 b)
{
    return sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y));
}

/* The edges of a face, and lines across it so near to each other that no place between them
 * keeps off all: nobody stands inside of what is large. */
static bool add_face(struct solids *solids, wr_dvec3 a, wr_dvec3 b, wr_dvec3 c)
{
    enum { MOST_PARTS = 256 };
    const double apart = WR_PATH_CLEARANCE;
    double wide = plan_length(a, b), tall = plan_length(a, c);
    double longest = wide > tall ? wide : tall;
    unsigned parts =
        longest < MOST_PARTS * apart ? 1 + (unsigned)(longest / apart) : MOST_PARTS;
    bool fine = add_wall(solids, a, b) && add_wall(solids, a, c);
    for (unsigned i = 1; fine && i <= parts; i++)
        fine = add_wall(solids, part_of(a, b, i, parts), part_of(a, c, i, parts));
    return fine;
}

/* A PWK's floor, if it has one, is none of the room's. */
static bool add_solid(struct solids *solids, const struct standing *item,
                      const struct wr_walkmesh *mesh)
{
    struct wr_path_solids *out = solids->out;
    wr_path_solid *items = wr_arena_more(solids->arena, out->items, out->count, sizeof *items);
    if (!items)
        return false;
    out->items = items;
    items[out->count] = (wr_path_solid){.box = wr_box_empty(), .first = out->wall_count};
    bool fine = true;
    for (uint32_t f = 0; fine && f < mesh->face_count && out->wall_count < MOST_WALLS; f++) {
        const uint32_t *v = mesh->faces[f].v;
        fine = add_face(solids, place(item, mesh, v[0]), place(item, mesh, v[1]),
                        place(item, mesh, v[2]));
    }
    items[out->count].count = out->wall_count - items[out->count].first;
    out->count += items[out->count].count > 0;
    return fine;
}

/* All placeables of a blueprint; they follow each other. */
static enum wr_result add_kind(struct solids *solids, uint32_t first, uint32_t end)
{
    struct wr_walkmesh *mesh;
    wr_arena_reset(solids->scratch);
    enum wr_result result = find_mesh(solids, solids->items[first].blueprint, &mesh);
    bool fine = true;
    for (uint32_t i = first; result == WR_OK && fine && mesh && i < end; i++)
        fine = add_solid(solids, &solids->items[i], mesh);
    return fine ? result : WR_NO_MEMORY;
}

static enum wr_result make(struct solids *solids, const struct wr_gff *git)
{
    enum wr_result result = list_placeables(solids, git) ? WR_OK : WR_NO_MEMORY;
    if (result == WR_OK && solids->count > 0)
        result = read_table(solids);
    for (uint32_t i = 0, end, kinds = 0; result == WR_OK && i < solids->count; i = end) {
        for (end = i + 1; end < solids->count && wr_text_same(solids->items[end].blueprint,
                                                              solids->items[i].blueprint);)
            end++;
        if (kinds++ < MOST_KINDS && solids->out->wall_count < MOST_WALLS)
            result = add_kind(solids, i, end);
    }
    return result;
}

enum wr_result wr_path_solids_make(struct wr_context *context, const struct wr_gff *git,
                                   const struct wr_path_library *library,
                                   struct wr_arena *arena, struct wr_path_solids *out)
{
    struct solids solids = {.context = context,
                            .quiet = wr_context_within(context, NULL, NULL),
                            .library = library,
                            .arena = arena,
                            .scratch = wr_arena_create(),
                            .out = out};
    *out = (struct wr_path_solids){0};
    enum wr_result result = solids.quiet && solids.scratch ? make(&solids, git) : WR_NO_MEMORY;
    wr_arena_destroy(solids.scratch);
    if (solids.quiet)
        wr_context_destroy(solids.quiet);
    return result == WR_NO_MEMORY ? wr_no_memory(context) : result;
}
