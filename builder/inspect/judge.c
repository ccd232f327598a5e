/* Judging a module's archive: which parts there are, and which rules look at them. */
#include "builder/inspect/judge.h"
#include "builder/inspect/judging.h"
#include "builder/inspect/kinds.h"

#include "core/base/math.h"
#include "core/base/text.h"
#include "core/base/tolerance.h"
#include "core/walkmesh/walkmesh.h"

#include <string.h>

/* ---- Floors and edges -------------------------------------------------------------------- */

bool wr_judged_floor(const struct wr_judging *judging, wr_vec3 point, wr_hit *out)
{
    bool found = false;
    for (uint32_t i = 0; wr_vec3_finite(point) && i < judging->view->lyt->room_count; i++) {
        const struct wr_walkmesh *mesh = judging->view->meshes[i];
        wr_hit hit;
        if (!mesh || !wr_walkmesh_face_at(mesh, point,
                                          wr_walkmesh_walkable(mesh, judging->surfaces), &hit))
            continue;
        if (!found || hit.distance < out->distance)
            *out = hit;
        found = true;
    }
    return found;
}

/* Seen from above. */
static double distance_to_edge(wr_vec3 point, wr_vec3 a, wr_vec3 b)
{
    wr_dvec3 along = wr_sub(wr_widen(b), wr_widen(a)),
             to = wr_sub(wr_widen(point), wr_widen(a));
    along.z = to.z = 0;
    double length = wr_dot(along, along), part = length > 0 ? wr_dot(to, along) / length : 0;
    part = part < 0 ? 0 : part > 1 ? 1 : part;
    return wr_length(wr_sub(to, wr_scale(along, part)));
}

double wr_judged_edge(const struct wr_judging *judging, wr_vec3 point, bool doorways)
{
    double nearest = INFINITY;
    for (uint32_t i = 0; i < judging->view->lyt->room_count; i++) {
        const struct wr_walkmesh *mesh = judging->view->meshes[i];
        for (uint32_t e = 0; mesh && e < mesh->edge_count; e++) {
            const wr_edge *edge = &mesh->edges[e];
            wr_vec3 a = mesh->vertices[wr_edge_start(mesh, edge->edge)];
            wr_vec3 b = mesh->vertices[wr_edge_end(mesh, edge->edge)];
            bool level = fabs(0.5 * ((double)a.z + b.z) - point.z) < WR_HEADROOM;
            double far = level && (edge->transition >= 0) == doorways
                             ? distance_to_edge(point, a, b)
                             : INFINITY;
            nearest = far < nearest ? far : nearest;
        }
    }
    return nearest;
}

/* ---- Parts ------------------------------------------------------------------------------- */

/* Reads a GFF of the module; NULL where it is missing, or is none. */
static struct wr_gff *take_gff(struct wr_judging *judging, const char *name, const char *suffix,
                               const char *type, struct wr_source *source)
{
    struct wr_gff *gff = NULL;
    size_t part = wr_shelf_take(judging->shelf, name, suffix);
    if (part == judging->shelf->count)
        return NULL;
    enum wr_result result =
        wr_shelf_read(judging->context, judging->arena, judging->shelf, part, source);
    source->binary = true;
    if (result == WR_OK)
        result = wr_gff_read(judging->context, judging->arena, source, &gff);
    if (result == WR_OK && strcmp(gff->type, type) != 0)
        result =
            wr_fail(judging->context, WR_INVALID, wr_at(source, 0), "module-gff-type", NULL,
                    "the file says that it is of type '%s', not '%s'", gff->type, type);
    wr_judged(judging, result);
    return result == WR_OK ? gff : NULL;
}

static void missing_part(struct wr_judging *judging, const char *slug, const char *hint,
                         const char *name)
{
    wr_judged(judging, wr_fail(judging->context, WR_NOT_FOUND, judging->whole, slug, hint,
                               "the module has no '%s'", name));
}

static void take_area_file(struct wr_judging *judging, const char *suffix, const char *type,
                           struct wr_gff **gff, struct wr_source *source)
{
    struct wr_bytes name = {0};
    *gff = take_gff(judging, judging->area, suffix, type, source);
    if (*gff ||
        wr_archive_find(judging->archive, judging->area, wr_resource_type_of(suffix + 1)))
        return;
    wr_bytes_text(&name, judging->area);
    wr_bytes_add(&name, suffix, strlen(suffix) + 1);
    if (name.failed)
        wr_judged(judging, wr_no_memory(judging->context));
    else
        missing_part(judging, "module-area-missing",
                     "the entry area must be in the module, with its ARE and GIT",
                     (const char *)name.data);
    wr_bytes_finish(&name);
}

/* Archives that only add lips, textures or conversations are MOD files too. */
static bool has_area(const struct wr_archive *archive)
{
    static const uint16_t types[] = {WR_RES_ARE, WR_RES_GIT, WR_RES_LYT, WR_RES_VIS,
                                     WR_RES_PTH};
    for (uint32_t i = 0; i < archive->count; i++)
        for (size_t t = 0; t < sizeof types / sizeof *types; t++)
            if (archive->items[i].type == types[t])
                return true;
    return false;
}

/* The area a module is entered in; without information about it, that of its only ARE. */
static const char *find_area(struct wr_judging *judging)
{
    const char *area =
        judging->ifo ? wr_gff_text_of(judging->ifo->root, "Mod_Entry_Area", judging->arena)
                     : "";
    for (uint32_t i = 0; area && !*area && i < judging->archive->count; i++)
        if (judging->archive->items[i].type == WR_RES_ARE)
            area = judging->archive->items[i].name;
    if (!area)
        wr_judged(judging, wr_no_memory(judging->context));
    return area && *area ? area : NULL;
}

/* ---- The order of it --------------------------------------------------------------------- */

static enum wr_result look(void *user, struct wr_context *context,
                           const struct wr_module_view *view)
{
    struct wr_judging *judging = user;
    enum wr_result before = judging->result;
    (void)context;
    judging->result = WR_OK;
    judging->view = view;
    wr_judge_entry(judging);
    wr_judge_area(judging);
    wr_judge_doors(judging);
    wr_judge_paths(judging);
    wr_judge_models(judging);
    enum wr_result found = judging->result;
    judging->result = before;
    wr_judged(judging, found);
    return found;
}

static void judge_parts(struct wr_judging *judging)
{
    uint32_t files = 0;
    judging->ifo = take_gff(judging, "module", ".ifo", "IFO ", &judging->ifo_source);
    if (!judging->ifo && !wr_archive_find(judging->archive, "module", WR_RES_IFO) &&
        has_area(judging->archive))
        missing_part(judging, "module-ifo-missing", "the game asks it where to begin",
                     "module.ifo");
    judging->area = find_area(judging);
    if (!judging->area)
        return;
    take_area_file(judging, ".are", "ARE ", &judging->are, &judging->are_source);
    take_area_file(judging, ".git", "GIT ", &judging->git, &judging->git_source);
    judging->pth = take_gff(judging, judging->area, ".pth", "PTH ", &judging->pth_source);
    size_t lyt = wr_shelf_take(judging->shelf, judging->area, ".lyt");
    if (lyt < judging->shelf->count) {
        wr_judged(judging, wr_module_check(judging->context, lyt, judging->shelf,
                                           judging->options, look, judging, &files));
        return;
    }
    wr_note(judging->context, judging->whole, "module-lyt-elsewhere",
            "its rooms are not judged", "the module has no '%.40s.lyt': the game must have it",
            judging->area);
    look(judging, judging->context, NULL);
}

/* What no rule has looked at. */
static void judge_others(struct wr_judging *judging)
{
    struct wr_arena *arena = wr_arena_create();
    if (!arena) {
        wr_judged(judging, wr_no_memory(judging->context));
        return;
    }
    for (size_t i = 0; i < judging->shelf->count; i++) {
        uint16_t type = judging->shelf->resources[i]->type;
        struct wr_kind_file file = {.arena = arena, .surfaces = judging->surfaces};
        if (judging->shelf->taken[i])
            continue;
        wr_arena_reset(arena);
        enum wr_result result =
            wr_shelf_read(judging->context, arena, judging->shelf, i, &file.source);
        const struct wr_kind *kind =
            result == WR_OK ? wr_kind_of(file.source.data, file.source.size) : NULL;
        bool text = type == WR_RES_LYT || type == WR_RES_VIS;
        file.source.binary = kind && kind->binary;
        if (kind && (kind->binary || text))
            result = kind->check(judging->context, &file);
        wr_judged(judging, result);
    }
    wr_arena_destroy(arena);
}

enum wr_result wr_module_judge(struct wr_context *context, struct wr_arena *arena,
                               const struct wr_archive *archive,
                               const struct wr_check_options *options)
{
    struct wr_shelf shelf;
    struct wr_judging judging = {.context = context,
                                 .arena = arena,
                                 .archive = archive,
                                 .shelf = &shelf,
                                 .surfaces = options->surfaces,
                                 .options = options,
                                 .whole = wr_at(archive->source, WR_WHOLE_FILE)};
    enum wr_result result = wr_shelf_of_archive(context, arena, archive, &shelf);
    if (result != WR_OK)
        return result;
    judge_parts(&judging);
    if (judging.result != WR_NO_MEMORY)
        judge_others(&judging);
    return judging.result;
}
