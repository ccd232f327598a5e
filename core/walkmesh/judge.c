/* Judging a walkmesh: order, materials, planes and header; the rest is in judge_*.c. Source:
 * formats/bwm, sections 2 and 3. */
#include "core/walkmesh/judge.h"

#include "core/base/tolerance.h"
#include "core/walkmesh/judging.h"
#include "core/walkmesh/planes.h"

#include <float.h>
#include <inttypes.h>

static const char rebuild[] = "`warren rebuild` makes this table anew";

/* ---- Order and materials ------------------------------------------------------------- */

static void judge_materials(struct wr_mesh_judging *judging)
{
    const struct wr_walkmesh *mesh = judging->mesh;
    struct wr_fault unknown = {0};
    for (uint32_t f = 0; f < mesh->face_count; f++)
        if (!wr_material_in(judging->surfaces->known, mesh->materials[f]))
            wr_fault_add(&unknown, f);
    wr_mesh_judging_charge(
        judging, &unknown,
        &(struct wr_charge){WR_ERROR, WR_TABLE_MATERIALS, "wok-material", "face",
                            "has a material that surfacemat.2da does not list",
                            "name the right table with --surfacemat"});
}

/* Whether faces are in the order that adjacency, edges and perimeters build on. */
static bool judge_order(struct wr_mesh_judging *judging)
{
    const struct wr_walkmesh *mesh = judging->mesh;
    struct wr_fault late = {0};
    uint32_t walkable = 0;
    for (uint32_t f = 0; f < mesh->face_count; f++)
        if (wr_material_in(judging->walkable, mesh->materials[f]) && walkable++ != f)
            wr_fault_add(&late, f);
    wr_mesh_judging_charge(judging, &late,
                           &(struct wr_charge){WR_ERROR, WR_TABLE_MATERIALS, "wok-face-order",
                                               "face",
                                               "is walkable but comes after one that is not",
                                               "`warren rebuild` puts walkable faces first"});
    if (walkable != mesh->walkable_count) {
        judging->wrong = true;
        wr_fail(judging->context, WR_INVALID,
                wr_mesh_judging_row(judging, WR_TABLE_ADJACENCY, 0), "wok-adjacency-count",
                rebuild,
                "the adjacency table has %" PRIu32 " rows, but %" PRIu32 " faces are walkable",
                mesh->walkable_count, walkable);
    }
    return late.count == 0 && walkable == mesh->walkable_count;
}

/* ---- Planes ---------------------------------------------------------------------------- */

static bool is_needle(wr_vec3 a, wr_vec3 b, wr_vec3 c)
{
    return wr_triangle_height(a, b, c) < WR_NEEDLE * wr_triangle_longest_side(a, b, c);
}

/* Corners that were rounded by some distance tilt a face by that over its height. */
static bool normal_fits(wr_vec3 normal, wr_vec3 a, wr_vec3 b, wr_vec3 c)
{
    wr_dvec3 right = wr_triangle_normal(a, b, c);
    right = wr_scale(right, 1 / wr_length(right));
    double error = wr_length(wr_sub(wr_widen(normal), right));
    return error <= WR_PLANE_ERROR * (1 + 1 / wr_triangle_height(a, b, c));
}

static double distance_to(wr_vec3 normal, float distance, wr_vec3 corner)
{
    return fabs(wr_dot(wr_widen(normal), wr_widen(corner)) + distance);
}

static double size_of(wr_vec3 corner)
{
    wr_dvec3 p = wr_widen(corner);
    return fabs(p.x) + fabs(p.y) + fabs(p.z);
}

/* What float32 leaves of numbers counts too, far from the origin: a normal that was rounded
 * turns the plane about the corner that the distance was taken at, whichever that is, and is
 * off at the others by as much as that one is away. */
static bool plane_holds(wr_vec3 normal, float distance, wr_vec3 a, wr_vec3 b, wr_vec3 c)
{
    double size = fmax(fmax(size_of(a), size_of(b)), size_of(c));
    double most = WR_PLANE_ERROR + size * FLT_EPSILON;
    return distance_to(normal, distance, a) <= most &&
           distance_to(normal, distance, b) <= most && distance_to(normal, distance, c) <= most;
}

static void judge_planes(struct wr_mesh_judging *judging)
{
    const struct wr_walkmesh *mesh = judging->mesh;
    struct wr_fault normals = {0}, distances = {0};
    for (uint32_t f = 0; f < mesh->face_count; f++) {
        const uint32_t *v = mesh->faces[f].v;
        wr_vec3 a = mesh->vertices[v[0]], b = mesh->vertices[v[1]], c = mesh->vertices[v[2]];
        if (wr_triangle_side(a, b, c) == WR_SIDE_NONE || is_needle(a, b, c))
            continue;
        if (!normal_fits(mesh->normals[f], a, b, c))
            wr_fault_add(&normals, f);
        else if (!plane_holds(mesh->normals[f], mesh->distances[f], a, b, c))
            wr_fault_add(&distances, f);
    }
    wr_mesh_judging_charge(judging, &normals,
                           &(struct wr_charge){WR_ERROR, WR_TABLE_NORMALS, "wok-normal", "face",
                                               "has a normal that does not stand on it",
                                               rebuild});
    wr_mesh_judging_charge(
        judging, &distances,
        &(struct wr_charge){WR_ERROR, WR_TABLE_DISTANCES, "wok-plane", "face",
                            "has a plane distance that is not its own", rebuild});
}

/* ---- Header ---------------------------------------------------------------------------- */

static bool is_zero(wr_vec3 v)
{
    return wr_vec3_same(v, wr_vec3_of(0, 0, 0));
}

/* Relative use hooks follow the type, then come the absolute ones. */
static wr_where header_place(const struct wr_mesh_judging *judging, size_t offset)
{
    bool binary = judging->source && judging->source->binary;
    return wr_at(judging->source, binary ? offset : WR_WHOLE_FILE);
}

static void judge_room_header(const struct wr_mesh_judging *judging)
{
    const struct wr_walkmesh *mesh = judging->mesh;
    for (int i = 0; i < 2; i++)
        if (!is_zero(mesh->relative_hooks[i]) || !is_zero(mesh->absolute_hooks[i])) {
            wr_note(judging->context, header_place(judging, 0x0c), "wok-hooks", NULL,
                    "the room has use hooks, which belong to placeables and doors");
            return;
        }
}

static void judge_door_hooks(const struct wr_mesh_judging *judging)
{
    const struct wr_walkmesh *mesh = judging->mesh;
    for (size_t i = 0; i < 2; i++) {
        wr_dvec3 sum = wr_add(wr_widen(mesh->relative_hooks[i]), wr_widen(mesh->position));
        wr_vec3 hook = mesh->absolute_hooks[i];
        if (!is_zero(hook) && !(wr_distance(wr_narrow(sum), hook) <= WR_PLANE_ERROR))
            wr_warn(judging->context, header_place(judging, 0x24 + 12 * i), "dwk-hooks", NULL,
                    "absolute use hook %zu is not the relative one plus the position", i + 1);
    }
}

static void judge_placed(struct wr_mesh_judging *judging)
{
    const struct wr_walkmesh *mesh = judging->mesh;
    if (mesh->node_count || mesh->walkable_count || mesh->edge_count || mesh->perimeter_count) {
        judging->wrong = true;
        wr_fail(judging->context, WR_INVALID, header_place(judging, 0x64), "pwk-tables",
                rebuild,
                "a placeable's or door's walkmesh has a tree, adjacency, edges or perimeters, "
                "which readers take for a room's");
    }
    if (mesh->kind == WR_DWK)
        judge_door_hooks(judging);
}

/* ---- All of it ------------------------------------------------------------------------- */

static enum wr_result judge_room(struct wr_mesh_judging *judging)
{
    judge_room_header(judging);
    judge_planes(judging);
    if (judge_order(judging)) {
        enum wr_result result = wr_judge_perimeter(judging);
        if (result != WR_OK)
            return result;
    }
    return wr_judge_tree(judging);
}

enum wr_result wr_walkmesh_judge(struct wr_context *context, const struct wr_walkmesh *mesh,
                                 const wr_surfaces *surfaces, const struct wr_source *source)
{
    struct wr_mesh_judging judging = {.context = context,
                                      .mesh = mesh,
                                      .surfaces = surfaces,
                                      .source = source,
                                      .scratch = wr_arena_create(),
                                      .walkable = wr_walkmesh_walkable(mesh, surfaces)};
    if (!judging.scratch)
        return wr_no_memory(context);
    enum wr_result result = WR_OK;
    judge_materials(&judging);
    if (mesh->kind == WR_WOK)
        result = judge_room(&judging);
    else
        judge_placed(&judging);
    if (result == WR_OK)
        result = wr_judge_geometry(&judging);
    wr_arena_destroy(judging.scratch);
    if (result != WR_OK)
        return result;
    return judging.wrong ? WR_INVALID : WR_OK;
}
