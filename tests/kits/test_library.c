/* The kits that ship: that they load without a word and are as well built as they ask others to
 * be, and that the Burrow keeps its lattice. */
#include "core/base/system.h"
#include "core/files/file.h"
#include "core/walkmesh/walkmesh.h"
#include "tests/support/findings.h"

#include "kits/kits.h"

/* What every reader of either game knows. Source: formats/bwm, section 3.4. */
static const char *const safe_surfaces[] = {
    "Dirt",   "Obscuring", "Grass",   "Stone", "Wood",      "Water",        "Nonwalk",
    "Carpet", "Metal",     "Puddles", "Mud",   "DeepWater", "NonWalkGrass",
};

enum { MOST_KITS = 16 };

struct shelf {
    struct findings findings;
    struct wr_kit *kits[MOST_KITS];
    size_t count;
};

static const char *library_path(struct shelf *shelf, const char *name)
{
    const char *source = wr_environment("WARREN_SOURCE");
    assert_non_null(source);
    char *folder = wr_path_join(shelf->findings.arena, source, "kits/library");
    assert_non_null(folder);
    return name ? wr_path_join(shelf->findings.arena, folder, name) : folder;
}

static struct wr_kit *load(struct shelf *shelf, const char *name)
{
    const wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    struct wr_kit *kit = NULL;
    enum wr_result result =
        wr_kit_load(shelf->findings.context, library_path(shelf, name), &surfaces, &kit);
    if (result != WR_OK || shelf->findings.lines.size > 0)
        fail_msg("%s: %s", name, findings_said(&shelf->findings));
    return kit;
}

static int open_shelf(void **state)
{
    static struct shelf shelf;
    shelf.count = 0;
    *state = &shelf;
    findings_start(&shelf.findings);
    char **names;
    size_t count;
    assert_int_equal(wr_folder_list(shelf.findings.context, shelf.findings.arena,
                                    library_path(&shelf, NULL), &names, &count),
                     WR_OK);
    for (size_t i = 0; i < count; i++)
        if (strchr(names[i], '/')) {
            assert_true(shelf.count < MOST_KITS);
            shelf.kits[shelf.count++] = load(&shelf, names[i]);
        }
    return 0;
}

static int close_shelf(void **state)
{
    struct shelf *shelf = *state;
    for (size_t i = 0; i < shelf->count; i++)
        wr_kit_free(shelf->kits[i]);
    findings_end(&shelf->findings);
    return 0;
}

typedef void room_fn(struct shelf *shelf, const wr_room *room);

static void each_room(void **state, room_fn *judge)
{
    struct shelf *shelf = *state;
    assert_true(shelf->count > 0);
    for (size_t i = 0; i < shelf->count; i++)
        for (uint32_t r = 0; r < shelf->kits[i]->room_count; r++)
            judge(shelf, &shelf->kits[i]->rooms[r]);
}

static const struct wr_kit *burrow(struct shelf *shelf)
{
    for (size_t i = 0; i < shelf->count; i++)
        if (strcmp(shelf->kits[i]->id, "burrow") == 0)
            return shelf->kits[i];
    fail_msg("the library has no Burrow");
    return NULL;
}

/* ---- Every kit -------------------------------------------------------------------------- */

/* Vertices and triangles as the text has them, before anything is welded or dropped. */
static void count_text(const struct wr_source *source, size_t *vertices, size_t *faces)
{
    *vertices = *faces = 0;
    const char *end = (const char *)source->data + source->size;
    for (const char *line = (const char *)source->data; line < end;) {
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        stop = stop ? stop : end;
        size_t words = 0;
        for (const char *at = line; at + 1 < stop; at++)
            words += at[0] == ' ' && at[1] != ' ';
        if (line[0] == 'v')
            ++*vertices;
        if (line[0] == 'f')
            *faces += words - 2;
        line = stop + 1;
    }
}

/* Rooms that are said instead of drawn have no file. */
static void nothing_is_lost(struct shelf *shelf, const wr_room *room)
{
    char name[64];
    if (room->outline)
        return;
    snprintf(name, sizeof name, "%s.obj", room->id);
    struct wr_source source;
    assert_int_equal(wr_file_read(shelf->findings.context, shelf->findings.arena,
                                  wr_path_join(shelf->findings.arena, room->kit->folder, name),
                                  &source),
                     WR_OK);
    size_t vertices, faces;
    count_text(&source, &vertices, &faces);
    if (room->mesh->vertex_count != vertices || room->mesh->face_count != faces)
        fail_msg("%s: %u of %zu vertices, %u of %zu faces", room->id,
                 (unsigned)room->mesh->vertex_count, vertices, (unsigned)room->mesh->face_count,
                 faces);
}

static void no_vertex_is_doubled_and_no_face_is_without_area(void **state)
{
    each_room(state, nothing_is_lost);
}

static void floor_can_be_stood_on(struct shelf *shelf, const wr_room *room)
{
    (void)shelf;
    const struct wr_walkmesh *mesh = room->mesh;
    assert_true(mesh->walkable_count > 0);
    for (uint32_t i = 0; i < mesh->walkable_count; i++)
        if (!(mesh->normals[i].z > 0.85f))
            fail_msg("%s: face %u is too steep", room->id, (unsigned)i);
}

static void floors_look_up(void **state)
{
    each_room(state, floor_can_be_stood_on);
}

static void surfaces_are_safe(struct shelf *shelf, const wr_room *room)
{
    (void)shelf;
    for (uint32_t i = 0; i < room->mesh->face_count; i++) {
        const char *name = wr_surface_name(room->mesh->materials[i]);
        bool safe = false;
        for (size_t k = 0; k < sizeof safe_surfaces / sizeof *safe_surfaces; k++)
            safe = safe || strcmp(name, safe_surfaces[k]) == 0;
        if (!safe)
            fail_msg("%s: face %u is %s", room->id, (unsigned)i, name);
    }
}

static void only_surfaces_every_reader_knows_are_used(void **state)
{
    each_room(state, surfaces_are_safe);
}

static double edge_length(const struct wr_walkmesh *mesh, uint32_t edge)
{
    return wr_distance(mesh->vertices[wr_edge_start(mesh, edge)],
                       mesh->vertices[wr_edge_end(mesh, edge)]);
}

static void thresholds_fit(struct shelf *shelf, const wr_room *room)
{
    (void)shelf;
    assert_true(room->hook_count > 0);
    for (uint32_t i = 0; i < room->hook_count; i++) {
        const wr_hook *hook = &room->hooks[i];
        double width = 0;
        for (uint32_t k = 0; k < hook->threshold_count; k++)
            width += edge_length(room->mesh, hook->threshold[k]);
        if (fabs(width - (double)room->kit->doors[hook->door].width) > 1e-6)
            fail_msg("%s: the threshold of %s is %.3f m wide", room->id, hook->name, width);
    }
}

static void every_threshold_is_as_wide_as_its_door(void **state)
{
    each_room(state, thresholds_fit);
}

static void islands_have_hooks(struct shelf *shelf, const wr_room *room)
{
    (void)shelf;
    for (uint32_t island = 0; island < room->island_count; island++) {
        bool entered = false;
        for (uint32_t i = 0; i < room->hook_count; i++)
            entered = entered || room->hooks[i].island == island;
        if (!entered)
            fail_msg("%s: no hook leads to island %u", room->id, (unsigned)island);
    }
}

static void a_hook_leads_to_every_floor(void **state)
{
    each_room(state, islands_have_hooks);
}

static bool in_a_threshold(const wr_room *room, uint32_t edge)
{
    for (uint32_t i = 0; i < room->hook_count; i++)
        for (uint32_t k = 0; k < room->hooks[i].threshold_count; k++)
            if (room->hooks[i].threshold[k] == edge)
                return true;
    return false;
}

static bool has_wall(const struct wr_walkmesh *mesh, uint32_t edge)
{
    for (uint32_t other = 3 * mesh->walkable_count; other < 3 * mesh->face_count; other++)
        if (wr_edge_start(mesh, other) == wr_edge_end(mesh, edge) &&
            wr_edge_end(mesh, other) == wr_edge_start(mesh, edge))
            return true;
    return false;
}

/* Those that are said instead of drawn are floors only. */
static void floors_are_walled(struct shelf *shelf, const wr_room *room)
{
    (void)shelf;
    for (uint32_t i = 0; !room->outline && i < room->mesh->edge_count; i++) {
        uint32_t edge = room->mesh->edges[i].edge;
        if (in_a_threshold(room, edge) == has_wall(room->mesh, edge))
            fail_msg("%s: edge %u of the floor is %s", room->id, (unsigned)edge,
                     has_wall(room->mesh, edge) ? "a doorway with a wall in it"
                                                : "neither a doorway nor walled");
    }
}

static void floors_end_at_walls_or_doorways(void **state)
{
    each_room(state, floors_are_walled);
}

/* Whether p lies on the segment between a and b but is neither. */
static bool splits(wr_vec3 p, wr_vec3 a, wr_vec3 b)
{
    double whole = wr_distance(a, b);
    return !wr_vec3_same(p, a) && !wr_vec3_same(p, b) &&
           wr_distance(a, p) + wr_distance(p, b) < whole + 1e-9;
}

static void edges_are_whole(struct shelf *shelf, const wr_room *room)
{
    (void)shelf;
    const struct wr_walkmesh *mesh = room->mesh;
    for (uint32_t edge = 0; edge < 3 * mesh->face_count; edge++)
        for (uint32_t i = 0; i < mesh->vertex_count; i++)
            if (splits(mesh->vertices[i], mesh->vertices[wr_edge_start(mesh, edge)],
                       mesh->vertices[wr_edge_end(mesh, edge)]))
                fail_msg("%s: vertex %u lies inside edge %u", room->id, (unsigned)i,
                         (unsigned)edge);
}

static void no_vertex_lies_inside_an_edge(void **state)
{
    each_room(state, edges_are_whole);
}

static void markers_stand(struct shelf *shelf, const wr_room *room)
{
    (void)shelf;
    const uint64_t walkable = wr_surfaces_default(WR_K1).walkable;
    for (uint32_t i = 0; i < room->marker_count; i++) {
        const wr_marker *marker = &room->markers[i];
        wr_hit hit;
        if (marker->kind == WR_PLACEABLE)
            continue; /* may be the furniture itself */
        if (!wr_walkmesh_face_at(room->mesh, marker->position, walkable, &hit) ||
            !(hit.distance < 0.001f))
            fail_msg("%s: marker %s is not on the floor", room->id, marker->name);
    }
}

static void people_and_loot_stand_on_the_floor(void **state)
{
    each_room(state, markers_stand);
}

/* ---- The Burrow ------------------------------------------------------------------------- */

static bool is_multiple(double x, double of)
{
    return fmod(x, of) == 0;
}

static void without_a_table_of_surfaces_the_built_in_one_holds(void **state)
{
    struct shelf *shelf = *state;
    struct wr_kit *kit = NULL;
    const struct wr_kit *same = burrow(shelf);
    assert_int_equal(
        wr_kit_load(shelf->findings.context, library_path(shelf, "burrow"), NULL, &kit), WR_OK);
    assert_int_equal(kit->room_count, same->room_count);
    for (uint32_t r = 0; r < kit->room_count; r++)
        assert_int_equal(kit->rooms[r].mesh->walkable_count,
                         same->rooms[r].mesh->walkable_count);
    wr_kit_free(kit);
}

static void burrow_has_what_levels_need(void **state)
{
    const struct wr_kit *kit = burrow(*state);
    assert_true(kit->room_count >= 14);
    assert_int_equal(kit->door_count, 2);
    assert_true(kit->doors[0].width != kit->doors[1].width);
    static const char *const tags[] = {"hub",  "start",    "junction", "corridor", "stairs",
                                       "hall", "dead-end", "cap",      "lift"};
    for (size_t i = 0; i < sizeof tags / sizeof *tags; i++) {
        bool found = false;
        for (uint32_t r = 0; r < kit->room_count; r++)
            for (uint32_t t = 0; t < kit->rooms[r].tag_count; t++)
                found = found || strcmp(kit->rooms[r].tags[t], tags[i]) == 0;
        if (!found)
            fail_msg("no room is tagged '%s'", tags[i]);
    }
    bool kinds[WR_LOOT + 1] = {false};
    for (uint32_t r = 0; r < kit->room_count; r++)
        for (uint32_t i = 0; i < kit->rooms[r].marker_count; i++)
            kinds[kit->rooms[r].markers[i].kind] = true;
    assert_true(kinds[WR_SPAWN] && kinds[WR_WAYPOINT] && kinds[WR_PLACEABLE] && kinds[WR_LOOT]);
}

static void burrow_stands_on_its_lattice(void **state)
{
    const struct wr_kit *kit = burrow(*state);
    for (uint32_t r = 0; r < kit->room_count; r++) {
        const wr_room *room = &kit->rooms[r];
        for (uint32_t i = 0; i < room->hook_count; i++) {
            const wr_hook *hook = &room->hooks[i];
            if (!is_multiple((double)hook->position.x - 3 * hook->out_x, 6) ||
                !is_multiple((double)hook->position.y - 3 * hook->out_y, 6) ||
                !is_multiple((double)hook->position.z, 4.5))
                fail_msg("%s: hook %s is not in the middle of a cell's side", room->id,
                         hook->name);
        }
        for (uint32_t i = 0; i < room->mesh->vertex_count; i++) {
            wr_vec3 v = room->mesh->vertices[i];
            if (!is_multiple((double)v.x, 1.0 / 64) || !is_multiple((double)v.y, 1.0 / 64) ||
                !is_multiple((double)v.z, 1.0 / 64))
                fail_msg("%s: vertex %u is not exact", room->id, (unsigned)i);
        }
    }
}

static void burrow_has_doorways_cut_in_two_and_in_three(void **state)
{
    const struct wr_kit *kit = burrow(*state);
    uint32_t cut[4] = {0};
    for (uint32_t r = 0; r < kit->room_count; r++)
        for (uint32_t i = 0; i < kit->rooms[r].hook_count; i++) {
            assert_in_range(kit->rooms[r].hooks[i].threshold_count, 1, 3);
            cut[kit->rooms[r].hooks[i].threshold_count]++;
        }
    assert_true(cut[1] > cut[2] + cut[3] && cut[2] > 0 && cut[3] > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_vertex_is_doubled_and_no_face_is_without_area),
        cmocka_unit_test(floors_look_up),
        cmocka_unit_test(only_surfaces_every_reader_knows_are_used),
        cmocka_unit_test(every_threshold_is_as_wide_as_its_door),
        cmocka_unit_test(a_hook_leads_to_every_floor),
        cmocka_unit_test(floors_end_at_walls_or_doorways),
        cmocka_unit_test(no_vertex_lies_inside_an_edge),
        cmocka_unit_test(people_and_loot_stand_on_the_floor),
        cmocka_unit_test(without_a_table_of_surfaces_the_built_in_one_holds),
        cmocka_unit_test(burrow_has_what_levels_need),
        cmocka_unit_test(burrow_stands_on_its_lattice),
        cmocka_unit_test(burrow_has_doorways_cut_in_two_and_in_three),
    };
    return cmocka_run_group_tests(tests, open_shelf, close_shelf);
}
