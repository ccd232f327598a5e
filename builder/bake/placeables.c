/* Which placeables take floor away was measured: of three areas those that are static and not
 * walkable. Turns and sizes are as documents have them; no walkmesh of a game's placeable was
 * at hand. */
#include "builder/bake/placeables.h"
#include "builder/bake/floor.h"

#include "core/base/math.h"
#include "core/base/text.h"
#include "core/base/tolerance.h"
#include "core/files/file.h"
#include "core/format/mdb.h"
#include "core/format/twoda.h"
#include "core/walkmesh/walkmesh.h"

#include <string.h>

struct placing {
    struct wr_context *context;
    struct wr_arena *arena;
    const struct wr_bake_places *places;
    const wr_surfaces *surfaces;
    const char *folder; /* NULL: none */
    char **names;       /* of its files */
    size_t name_count;
    struct wr_twoda table; /* placeables.2da; without rows where there is none */
    struct wr_aswm_cutters *cutters;
    bool failed; /* memory is out */
};

/* ---- The folder ----------------------------------------------------------------------------
 */

/* The file that is called so, in whatever case; NULL where there is none. */
static const char *find_name(struct placing *placing, const char *name)
{
    for (size_t i = 0; i < placing->name_count; i++)
        if (wr_text_same(placing->names[i], name)) {
            const char *path = wr_path_join(placing->arena, placing->folder, placing->names[i]);
            placing->failed |= path == NULL;
            return path;
        }
    return NULL;
}

/* The walkmesh that is called so, with the first of some endings that there is. */
static const char *find_file(struct placing *placing, const char *stem)
{
    static const char *const endings[] = {".mdb", ".obj", ".wok", ".pwk"};
    size_t length = strlen(stem);
    const char *found = NULL;
    char *name = WR_TAKE(placing->arena, char, length + 5);
    placing->failed |= name == NULL;
    for (int i = 0; i < 4 && !found && length > 0 && !placing->failed; i++) {
        memcpy(name, stem, length);
        memcpy(name + length, endings[i], 5);
        found = find_name(placing, name);
    }
    return found;
}

static enum wr_result open_folder(struct placing *placing)
{
    struct wr_source *source = WR_TAKE(placing->arena, struct wr_source, 1);
    if (!placing->folder)
        return WR_OK;
    enum wr_result result = wr_folder_list(placing->context, placing->arena, placing->folder,
                                           &placing->names, &placing->name_count);
    const char *table = result == WR_OK ? find_name(placing, "placeables.2da") : NULL;
    if (placing->failed || !source)
        return wr_no_memory(placing->context);
    if (!table)
        return result;
    result = wr_file_read(placing->context, placing->arena, table, source);
    return result == WR_OK
               ? wr_twoda_read(placing->context, placing->arena, source, &placing->table)
               : result;
}

/* What the walkmesh of a placeable may be called. */
static const char *model_of(const struct placing *placing, const wr_gff_struct *row)
{
    int64_t appearance = wr_gff_whole(row, "Appearance", -1);
    if (appearance < 0 || appearance >= placing->table.row_count)
        return NULL;
    return wr_twoda_cell(&placing->table, (uint32_t)appearance, "NWN2_ModelName");
}

/* ---- Triangles -----------------------------------------------------------------------------
 */

static enum wr_result read_walkmesh(struct placing *placing, const char *path,
                                    wr_triangles *out)
{
    struct wr_bake_floor *floor = WR_TAKE(placing->arena, struct wr_bake_floor, 1);
    if (!floor)
        return wr_no_memory(placing->context);
    enum wr_result result = wr_bake_floor_read(placing->context, placing->arena, path,
                                               placing->surfaces, WR_UP_Z, floor);
    if (result != WR_OK)
        return result;
    if (floor->kind != WR_BAKE_MESH)
        return wr_fail(placing->context, WR_INVALID, wr_at(&floor->source, WR_WHOLE_FILE),
                       "bake-kind", "known are MDB, OBJ, WOK and PWK",
                       "this is no walkmesh of a placeable");
    const struct wr_walkmesh *mesh = floor->mesh;
    *out = (wr_triangles){mesh->vertices, mesh->faces, mesh->materials, mesh->vertex_count,
                          mesh->face_count};
    return WR_OK;
}

static enum wr_result read_model(struct placing *placing, const char *path, wr_triangles *out)
{
    struct wr_source *source = WR_TAKE(placing->arena, struct wr_source, 1);
    if (!wr_text_same(path + strlen(path) - 4, ".mdb"))
        return read_walkmesh(placing, path, out);
    if (!source)
        return wr_no_memory(placing->context);
    enum wr_result result = wr_file_read(placing->context, placing->arena, path, source);
    source->binary = true;
    return result == WR_OK ? wr_mdb_read_walk(placing->context, placing->arena, source, out)
                           : result;
}

/* Where a placeable stands: how wide it is made, then turned, then moved. */
struct stand {
    double wide, deep, cosine, sine, x, y;
};

static struct stand stand_of(const wr_gff_struct *row)
{
    enum { HALF_TURN = 180 };
    const double pi = 3.14159265358979323846;
    const wr_gff_field *scale = wr_gff_find(row, "ModelScale");
    const wr_gff_struct *size = scale && scale->type == WR_GFF_STRUCT ? scale->child : NULL;
    struct stand stand = {.wide = size ? (double)wr_gff_float(size, "x", 1) : 1,
                          .deep = size ? (double)wr_gff_float(size, "y", 1) : 1,
                          .x = (double)wr_gff_float(row, "X", NAN),
                          .y = (double)wr_gff_float(row, "Y", NAN)};
    double bearing = (double)wr_gff_float(row, "Bearing", 0) * HALF_TURN / pi;
    wr_turn_of(bearing, &stand.cosine, &stand.sine);
    return stand;
}

static wr_plan_point place(const struct stand *stand, wr_vec3 at)
{
    double x = (double)at.x * stand->wide, y = (double)at.y * stand->deep;
    return (wr_plan_point){stand->cosine * x - stand->sine * y + stand->x,
                           stand->sine * x + stand->cosine * y + stand->y};
}

/* Whether a triangle stands upright, or is a hair. */
static bool is_thin(const wr_plan_point at[3])
{
    for (int i = 0; i < 3; i++)
        if (wr_plan_distance(at[i], at[(i + 1) % 3], at[(i + 2) % 3]) <= WR_CARVE_DISTANCE)
            return true;
    return false;
}

static enum wr_result add_cutters(struct placing *placing, const wr_triangles *model,
                                  const struct stand *stand, const char *tag, wr_where where)
{
    struct wr_aswm_cutters *cutters = placing->cutters;
    enum wr_result result = WR_OK;
    for (uint32_t i = 0; result == WR_OK && i < model->face_count; i++) {
        wr_plan_point at[3];
        for (int k = 0; k < 3; k++)
            at[k] = place(stand, model->vertices[model->faces[i].v[k]]);
        if (is_thin(at))
            continue;
        wr_aswm_cutter *items =
            wr_arena_more(placing->arena, cutters->items, cutters->count, sizeof *items);
        if (!items)
            return wr_no_memory(placing->context);
        cutters->items = items;
        result = wr_aswm_cutter_make(placing->context, placing->arena, at, 3, tag, where,
                                     &items[cutters->count]);
        cutters->count += result == WR_OK;
    }
    return result;
}

/* ---- One placeable -------------------------------------------------------------------------
 */

static enum wr_result ignore(struct placing *placing, const struct stand *stand,
                             const char *tag, const char *model, wr_where where)
{
    struct wr_bytes place = {0};
    wr_bytes_number(&place, (float)stand->x);
    wr_bytes_char(&place, ' ');
    wr_bytes_number(&place, (float)stand->y);
    wr_bytes_char(&place, '\0');
    if (!place.failed)
        wr_note(placing->context, where, "placeable-ignored",
                "give a folder with its walkmesh by --placeables",
                "the floor under placeable '%s' at %s stays: there is no walkmesh '%s'", tag,
                (const char *)place.data, model);
    bool failed = place.failed;
    wr_bytes_finish(&place);
    return failed ? wr_no_memory(placing->context) : WR_OK;
}

static enum wr_result put(struct placing *placing, const wr_gff_struct *row,
                          struct wr_bake_placed *placed)
{
    const wr_gff_field *field = wr_gff_find(row, "Appearance");
    wr_where where = wr_at(&placing->places->source, field ? field->at : WR_WHOLE_FILE);
    const char *tag = wr_gff_text_of(row, "Tag", placing->arena);
    const char *blueprint = wr_gff_text_of(row, "TemplateResRef", placing->arena);
    const char *model = model_of(placing, row);
    struct stand stand = stand_of(row);
    wr_triangles triangles;
    if (!tag || !blueprint)
        return wr_no_memory(placing->context);
    const char *path = model ? find_file(placing, model) : NULL;
    path = path ? path : find_file(placing, blueprint);
    if (placing->failed)
        return wr_no_memory(placing->context);
    placed->left_out += path == NULL;
    if (!path)
        return ignore(placing, &stand, tag, model ? model : blueprint, where);
    placed->cut++;
    enum wr_result result = read_model(placing, path, &triangles);
    return result == WR_OK ? add_cutters(placing, &triangles, &stand, tag, where) : result;
}

enum wr_result wr_bake_placeables(struct wr_context *context, struct wr_arena *arena,
                                  const struct wr_bake_places *places, const char *folder,
                                  const wr_surfaces *surfaces, struct wr_aswm_cutters *out,
                                  struct wr_bake_placed *placed)
{
    const wr_gff_list *rows = wr_gff_list_of(places->git->root, "Placeable List");
    struct placing placing = {.context = context,
                              .arena = arena,
                              .places = places,
                              .surfaces = surfaces,
                              .folder = folder,
                              .cutters = out};
    enum wr_result result = open_folder(&placing);
    *placed = (struct wr_bake_placed){0};
    for (uint32_t i = 0; result == WR_OK && rows && i < rows->count; i++)
        if (wr_gff_whole(rows->items[i], "Static", 0) != 0 &&
            wr_gff_whole(rows->items[i], "IsWalkable", 0) == 0)
            result = put(&placing, rows->items[i], placed);
    return result;
}
