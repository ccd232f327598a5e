/* Scenes: kits and maps made by code. What goes wrong here ends the test program. */
#include "tests/support/scenes.h"

#include "builder/builder.h"
#include "builder/layout/seam.h"
#include "kits/kit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void must(bool fine, const char *what)
{
    if (fine)
        return;
    fprintf(stderr, "scene: %s\n", what);
    abort();
}

/* ---- Beginning and end ---- */

static void report(void *user, const struct wr_diag *diag)
{
    static const char *const names[] = {"note", "warning", "error"};
    struct scene *scene = user;
    scene->errors += diag->severity == WR_ERROR;
    scene->warnings += diag->severity == WR_WARNING;
    scene->notes += diag->severity == WR_NOTE;
    wr_bytes_print(&scene->said, "%s [%s] ", names[diag->severity], diag->slug);
    wr_bytes_text(&scene->said, diag->message);
    if (diag->hint) {
        wr_bytes_text(&scene->said, " (");
        wr_bytes_text(&scene->said, diag->hint);
        wr_bytes_text(&scene->said, ")");
    }
    wr_bytes_char(&scene->said, '\n');
}

static void make_doors(struct scene *scene)
{
    static const char *const meets_plain[] = {"plain"};
    scene->doors = WR_ZERO(scene->kit_arena, wr_door, 5);
    must(scene->doors != NULL, "no memory");
    scene->doors[SCENE_PLAIN] = (wr_door){.name = "plain", .width = 3, .height = 2.5f};
    scene->doors[SCENE_SMALL] = (wr_door){
        .name = "small", .width = 2, .height = 2.5f, .meets = meets_plain, .meets_count = 1};
    scene->doors[SCENE_OPEN] =
        (wr_door){.name = "open", .width = 3, .height = 3, .meets_any = true};
    scene->doors[SCENE_FREE] =
        (wr_door){.name = "free", .width = 3, .height = 3, .meets_any = true};
    scene->doors[SCENE_LONELY] = (wr_door){.name = "lonely", .width = 3, .height = 3};
}

void scene_start(struct scene *scene)
{
    *scene = (struct scene){0};
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    scene->context = wr_context_create(report, scene);
    scene->kit_arena = wr_arena_create();
    scene->arena = wr_arena_create();
    scene->kits = wr_kits_create(&surfaces);
    must(scene->context && scene->kit_arena && scene->arena && scene->kits, "no memory");
    scene->map = (struct wr_map){
        .arena = scene->arena,
        .id = "scene",
        .skybox = "",
        .tolerance = NAN,
        .overlap = NAN,
        .entry = {.room = WR_NONE},
        .lighting = {0.5f, 0.5f, 0.5f},
    };
    make_doors(scene);
}

void scene_end(struct scene *scene)
{
    wr_layout_free(scene->layout);
    if (scene->map.embedded)
        wr_kit_free(scene->map.embedded);
    else
        wr_arena_destroy(scene->kit_arena);
    wr_free(scene->map.rooms);
    wr_free(scene->map.links);
    wr_arena_destroy(scene->arena);
    wr_kits_free(scene->kits);
    wr_context_destroy(scene->context);
    wr_bytes_finish(&scene->said);
}

const char *scene_said(struct scene *scene)
{
    wr_bytes_char(&scene->said, '\0');
    scene->said.size = 0;
    scene->errors = scene->warnings = scene->notes = 0;
    return (const char *)scene->said.data;
}

bool scene_heard(const struct scene *scene, const char *slug)
{
    char mark[80];
    int size = snprintf(mark, sizeof mark, "[%s]", slug);
    for (size_t i = 0; i + (size_t)size <= scene->said.size; i++)
        if (memcmp(scene->said.data + i, mark, (size_t)size) == 0)
            return true;
    return false;
}

/* ---- Adding rooms ---- */

void scene_add_mesh(struct scene *scene, const char *id, struct wr_walkmesh *mesh,
                    struct wr_marks marks, const wr_hook *hooks, uint32_t hook_count)
{
    must(!scene->map.embedded, "a room is added after the first was placed");
    must(wr_walkmesh_derive(scene->context, scene->kit_arena, mesh, &marks, WR_NOWHERE, NULL) ==
             WR_OK,
         "a walkmesh cannot be derived");
    wr_room *rooms = WR_TAKE(scene->kit_arena, wr_room, scene->room_count + 1);
    must(rooms != NULL, "no memory");
    if (scene->room_count)
        memcpy(rooms, scene->rooms, scene->room_count * sizeof *rooms);
    rooms[scene->room_count++] = (wr_room){
        .id = id,
        .name = id,
        .mesh = mesh,
        .weight = 1,
        .most = WR_NONE,
        .hooks = wr_arena_copy(scene->kit_arena, hooks, hook_count, sizeof *hooks),
        .hook_count = hook_count,
    };
    must(rooms[scene->room_count - 1].hooks != NULL, "no memory");
    scene->rooms = rooms;
}

void scene_add_marker(struct scene *scene, const wr_marker *marker)
{
    wr_room *room = &scene->rooms[scene->room_count - 1];
    wr_marker *markers = WR_TAKE(scene->kit_arena, wr_marker, room->marker_count + 1);
    must(markers != NULL, "no memory");
    if (room->marker_count)
        memcpy(markers, room->markers, room->marker_count * sizeof *markers);
    markers[room->marker_count++] = *marker;
    room->markers = markers;
}

/* ---- Boxes ---- */

enum { RING = 256 };

/* A box on its way into a walkmesh. Vertex 0 is the middle, ring vertex i is vertex i + 1. */
struct drawing {
    const scene_box *box;
    wr_vec3 ring[RING];
    int door[RING]; /* the doorway that edge i of the ring belongs to, or -1 */
    int jamb[RING]; /* the doorway that edge i follows, or -1 */
    uint32_t count;
    struct wr_walkmesh *mesh;
    uint32_t vertex_count, face_count;
    struct wr_marks marks;
};

static const char SIDES[] = "senw";

/* A point of a side: `along` is +X or +Y from its middle, `out` away from the box. */
static wr_vec3 side_point(const scene_box *box, char side, float along, float out, float rise)
{
    float x = side == 'e' ? box->width / 2 + out : side == 'w' ? -box->width / 2 - out : along;
    float y = side == 'n' ? box->depth / 2 + out : side == 's' ? -box->depth / 2 - out : along;
    return wr_vec3_of(x, y, box->climb * (y / box->depth) + rise);
}

/* A doorway may begin or end at a corner: the two points are one then. */
static void add_point(struct drawing *drawing, wr_vec3 point, int door, int jamb)
{
    must(drawing->count < RING, "too many pieces");
    uint32_t last = drawing->count - 1;
    if (drawing->count && wr_vec3_same(drawing->ring[last], point)) {
        drawing->door[last] = door >= 0 ? door : drawing->door[last];
        drawing->jamb[last] = jamb >= 0 ? jamb : drawing->jamb[last];
        return;
    }
    drawing->door[drawing->count] = door;
    drawing->jamb[drawing->count] = jamb;
    drawing->ring[drawing->count++] = point;
}

static float width_of(const scene_door *door)
{
    return door->width > 0 ? door->width : 3;
}

static void draw_door(struct drawing *drawing, int number)
{
    const scene_door *door = &drawing->box->doors[number];
    uint32_t pieces = door->pieces ? door->pieces : 1;
    float step = door->side == 's' || door->side == 'e' ? 1.0f : -1.0f;
    float half = step * width_of(door) / 2;
    if (door->out > 0)
        add_point(drawing, side_point(drawing->box, door->side, door->at - half, 0, 0), -1, -1);
    for (uint32_t i = 0; i <= pieces; i++) {
        float along = door->at + half * (2 * (float)i / (float)pieces - 1);
        add_point(drawing, side_point(drawing->box, door->side, along, door->out, door->rise),
                  i < pieces ? number : -1, i < pieces ? -1 : number);
    }
    if (door->out > 0)
        add_point(drawing, side_point(drawing->box, door->side, door->at + half, 0, 0), -1, -1);
}

/* The doorway of a side that comes next in walking order after `after`, or -1. */
static int next_door(const scene_box *box, char side, float step, float after)
{
    int found = -1;
    for (int i = 0; i < SCENE_DOORS && box->doors[i].side; i++) {
        float along = box->doors[i].at * step;
        if (box->doors[i].side == side && along > after &&
            (found < 0 || along < box->doors[found].at * step))
            found = i;
    }
    return found;
}

static void draw_side(struct drawing *drawing, char side)
{
    const scene_box *box = drawing->box;
    float step = side == 's' || side == 'e' ? 1.0f : -1.0f;
    float half = (side == 's' || side == 'n' ? box->width : box->depth) / 2;
    int door = next_door(box, side, step, -INFINITY);
    add_point(drawing, side_point(box, side, -step * half, 0, 0), -1, -1);
    for (; door >= 0; door = next_door(box, side, step, box->doors[door].at * step))
        draw_door(drawing, door);
}

static void write_face(struct drawing *drawing, uint32_t a, uint32_t b, uint32_t c,
                       uint32_t material)
{
    drawing->mesh->faces[drawing->face_count] = (wr_face){{a, b, c}};
    drawing->mesh->materials[drawing->face_count++] = material;
}

static uint32_t write_vertex(struct drawing *drawing, wr_vec3 at)
{
    drawing->mesh->vertices[drawing->vertex_count] = at;
    return drawing->vertex_count++;
}

static int32_t id_of(const scene_box *box, int door)
{
    return box->doors[door].id ? box->doors[door].id : 20 + door;
}

static void paint(struct drawing *drawing, uint32_t edge, int door)
{
    int32_t id = door < 0 ? -1 : id_of(drawing->box, door);
    if (id >= 0)
        drawing->marks.items[drawing->marks.count++] = (wr_edge){edge, id};
}

static void write_floor(struct drawing *drawing)
{
    uint32_t count = drawing->count;
    write_vertex(drawing, wr_vec3_of(0, 0, 0));
    for (uint32_t i = 0; i < count; i++)
        write_vertex(drawing, drawing->ring[i]);
    for (uint32_t i = 0; i < count; i++) {
        bool strays = drawing->box->flags & SCENE_STRAYS;
        paint(drawing, 3 * drawing->face_count + 1,
              drawing->door[i] >= 0 ? drawing->door[i]
              : strays              ? drawing->jamb[i]
                                    : -1);
        write_face(drawing, 0, i + 1, (i + 1) % count + 1, i % 2 ? SCENE_CARPET : SCENE_STONE);
    }
}

/* A wall piece gets a flat or an upright face on its outside, sharing the edge. */
static void write_oddities(struct drawing *drawing)
{
    unsigned flags = drawing->box->flags;
    for (uint32_t i = 0; i < drawing->count; i++) {
        uint32_t a = i + 1, b = (i + 1) % drawing->count + 1;
        wr_vec3 p = drawing->ring[i], q = drawing->ring[b - 1];
        if (drawing->door[i] >= 0)
            continue;
        wr_vec3 middle = {(p.x + q.x) / 2, (p.y + q.y) / 2, (p.z + q.z) / 2};
        if (flags & SCENE_FLAT_FACES)
            write_face(drawing, b, a, write_vertex(drawing, middle), SCENE_STONE);
        middle.z += 1;
        if (flags & SCENE_UPRIGHT_FACES)
            write_face(drawing, b, a, write_vertex(drawing, middle), SCENE_STONE);
    }
}

static void write_sills(struct drawing *drawing)
{
    bool doubled = drawing->box->flags & SCENE_DOUBLED_SILLS;
    for (uint32_t i = 0; i < drawing->count; i++) {
        if (drawing->door[i] < 0)
            continue;
        uint32_t a = i + 1, b = (i + 1) % drawing->count + 1;
        wr_vec3 p = drawing->ring[i], q = drawing->ring[b - 1];
        float depth = 0.25f / (float)wr_distance(p, q);
        wr_vec3 outside = {(p.x + q.x) / 2 + (q.y - p.y) * depth,
                           (p.y + q.y) / 2 - (q.x - p.x) * depth, (p.z + q.z) / 2};
        uint32_t c = write_vertex(drawing, outside);
        if (doubled) {
            a = write_vertex(drawing, p);
            b = write_vertex(drawing, q);
        }
        write_face(drawing, b, a, c, SCENE_NONWALK);
    }
}

static wr_hook hook_of(const scene_box *box, int number)
{
    static const char *const names[] = {"s", "e", "n", "w"};
    static const float facings[] = {270, 0, 90, 180};
    const scene_door *door = &box->doors[number];
    size_t side = (size_t)(strchr(SIDES, door->side) - SIDES);
    return (wr_hook){
        .name = door->name ? door->name : names[side],
        .position = side_point(box, door->side, door->at, door->out, door->rise),
        .facing = facings[side],
        .door = (uint32_t)door->type,
        .id = id_of(box, number),
    };
}

void scene_add_box(struct scene *scene, const scene_box *box)
{
    static struct drawing drawing;
    wr_hook hooks[SCENE_DOORS];
    uint32_t hook_count = 0;
    drawing = (struct drawing){.box = box};
    for (int side = 0; side < 4; side++)
        draw_side(&drawing, SIDES[side]);
    if (wr_vec3_same(drawing.ring[0], drawing.ring[drawing.count - 1]))
        drawing.count--;
    drawing.mesh = wr_walkmesh_new(scene->kit_arena, WR_WOK, 6 * RING, 4 * RING);
    drawing.marks.items = WR_TAKE(scene->kit_arena, wr_edge, RING);
    must(drawing.mesh && drawing.marks.items, "no memory");
    write_floor(&drawing);
    write_oddities(&drawing);
    drawing.mesh->walkable_count = drawing.face_count;
    if (box->flags & (SCENE_SILLS | SCENE_DOUBLED_SILLS))
        write_sills(&drawing);
    drawing.mesh->vertex_count = drawing.vertex_count;
    drawing.mesh->face_count = drawing.face_count;
    for (int i = 0; i < SCENE_DOORS && box->doors[i].side; i++)
        hooks[hook_count++] = hook_of(box, i);
    scene_add_mesh(scene, box->id, drawing.mesh, drawing.marks, hooks, hook_count);
}

/* ---- Plans ---- */

enum { PLAN_SIZE = 32, PLAN_ACROSS = PLAN_SIZE + 1, PLAN_HOOKS = 16 };

struct planning {
    const scene_plan *plan;
    float cell;
    int rows, columns;
    struct wr_walkmesh *mesh;
    uint32_t vertices[PLAN_ACROSS * PLAN_ACROSS]; /* WR_NONE: not used yet */
    struct wr_marks marks;
    wr_hook hooks[PLAN_HOOKS];
    uint32_t hook_count;
};

/* The cell at column x, row y from the south; a blank beyond the plan. */
static char cell_at(const struct planning *planning, int x, int y)
{
    if (y < 0 || y >= planning->rows || x < 0)
        return ' ';
    const char *row = planning->plan->rows[planning->rows - 1 - y];
    return x < (int)strlen(row) ? row[x] : ' ';
}

static uint32_t plan_vertex(struct planning *planning, int x, int y)
{
    uint32_t *vertex = &planning->vertices[y * PLAN_ACROSS + x];
    if (*vertex == WR_NONE) {
        *vertex = planning->mesh->vertex_count++;
        planning->mesh->vertices[*vertex] =
            wr_vec3_of((float)x * planning->cell, (float)y * planning->cell, 0);
    }
    return *vertex;
}

/* Two faces: south-west corner first, so that edges run s, e, (diagonal) and (diagonal), n, w.
 */
static void write_cell(struct planning *planning, int x, int y, uint32_t material)
{
    struct wr_walkmesh *mesh = planning->mesh;
    uint32_t a = plan_vertex(planning, x, y), b = plan_vertex(planning, x + 1, y);
    uint32_t c = plan_vertex(planning, x + 1, y + 1), d = plan_vertex(planning, x, y + 1);
    mesh->materials[mesh->face_count] = material;
    mesh->faces[mesh->face_count++] = (wr_face){{a, b, c}};
    mesh->materials[mesh->face_count] = material;
    mesh->faces[mesh->face_count++] = (wr_face){{a, c, d}};
}

static const char *plan_hook_name(char side, uint32_t number)
{
    static const char *const names[4][4] = {{"s", "s2", "s3", "s4"},
                                            {"e", "e2", "e3", "e4"},
                                            {"n", "n2", "n3", "n4"},
                                            {"w", "w2", "w3", "w4"}};
    must(number < 4, "too many doorways to one side");
    return names[strchr(SIDES, side) - SIDES][number];
}

static uint32_t count_hooks(const struct planning *planning, float facing)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < planning->hook_count; i++)
        count += planning->hooks[i].facing == facing;
    return count;
}

/* A doorway of `length` cells beginning at (x, y). */
static void write_plan_hook(struct planning *planning, char side, int x, int y, int length)
{
    static const float facings[] = {270, 0, 90, 180};
    float facing = facings[strchr(SIDES, side) - SIDES];
    bool level = side == 's' || side == 'n';
    float half = (float)length / 2;
    wr_vec3 at = {((float)x + (level         ? half
                               : side == 'e' ? 1.0f
                                             : 0.0f)) *
                      planning->cell,
                  ((float)y + (level ? (side == 'n' ? 1.0f : 0.0f) : half)) * planning->cell,
                  0};
    must(planning->hook_count < PLAN_HOOKS, "too many doorways");
    wr_hook *hook = &planning->hooks[planning->hook_count];
    *hook = (wr_hook){.name = plan_hook_name(side, count_hooks(planning, facing)),
                      .position = at,
                      .facing = facing,
                      .id = 20 + (int32_t)planning->hook_count};
    planning->hook_count++;
}

static void find_plan_hooks(struct planning *planning)
{
    for (int side = 0; side < 4; side++) {
        bool level = SIDES[side] == 's' || SIDES[side] == 'n';
        int dx = level ? 1 : 0, dy = level ? 0 : 1;
        for (int y = 0; y < planning->rows; y++)
            for (int x = 0; x < planning->columns; x++) {
                int length = 0;
                if (cell_at(planning, x, y) != SIDES[side] ||
                    cell_at(planning, x - dx, y - dy) == SIDES[side])
                    continue;
                while (cell_at(planning, x + length * dx, y + length * dy) == SIDES[side])
                    length++;
                write_plan_hook(planning, SIDES[side], x, y, length);
            }
    }
}

/* The edge of a cell's faces to a side. */
static uint32_t cell_edge(uint32_t first_face, char side)
{
    static const uint32_t offsets[] = {0, 1, 4, 5};
    return 3 * first_face + offsets[strchr(SIDES, side) - SIDES];
}

static int32_t id_at(const struct planning *planning, char side, int x, int y)
{
    static const float facings[] = {270, 0, 90, 180};
    wr_vec3 middle = {((float)x + 0.5f) * planning->cell, ((float)y + 0.5f) * planning->cell,
                      0};
    double nearest = INFINITY;
    int32_t id = -1;
    for (uint32_t i = 0; i < planning->hook_count; i++)
        if (planning->hooks[i].facing == facings[strchr(SIDES, side) - SIDES] &&
            wr_distance(planning->hooks[i].position, middle) < nearest) {
            nearest = wr_distance(planning->hooks[i].position, middle);
            id = planning->hooks[i].id;
        }
    return id;
}

static void write_plan_floor(struct planning *planning)
{
    for (int y = 0; y < planning->rows; y++)
        for (int x = 0; x < planning->columns; x++) {
            char cell = cell_at(planning, x, y);
            if (cell == ' ' || cell == '#')
                continue;
            if (strchr(SIDES, cell))
                planning->marks.items[planning->marks.count++] = (wr_edge){
                    cell_edge(planning->mesh->face_count, cell), id_at(planning, cell, x, y)};
            write_cell(planning, x, y, cell == ':' ? SCENE_CARPET : SCENE_STONE);
        }
    planning->mesh->walkable_count = planning->mesh->face_count;
    for (int y = 0; y < planning->rows; y++)
        for (int x = 0; x < planning->columns; x++)
            if (cell_at(planning, x, y) == '#')
                write_cell(planning, x, y, SCENE_NONWALK);
}

void scene_add_plan(struct scene *scene, const scene_plan *plan)
{
    static struct planning planning;
    planning = (struct planning){.plan = plan, .cell = plan->cell > 0 ? plan->cell : 1};
    for (; plan->rows[planning.rows]; planning.rows++)
        if ((int)strlen(plan->rows[planning.rows]) > planning.columns)
            planning.columns = (int)strlen(plan->rows[planning.rows]);
    must(planning.rows <= PLAN_SIZE && planning.columns <= PLAN_SIZE, "too large a plan");
    uint32_t cells = (uint32_t)(planning.rows * planning.columns);
    planning.mesh =
        wr_walkmesh_new(scene->kit_arena, WR_WOK, PLAN_ACROSS * PLAN_ACROSS, 2 * cells);
    planning.marks.items = WR_TAKE(scene->kit_arena, wr_edge, cells);
    must(planning.mesh && planning.marks.items, "no memory");
    planning.mesh->vertex_count = planning.mesh->face_count = 0;
    memset(planning.vertices, 0xff, sizeof planning.vertices);
    find_plan_hooks(&planning);
    write_plan_floor(&planning);
    scene_add_mesh(scene, plan->id, planning.mesh, planning.marks, planning.hooks,
                   planning.hook_count);
}

/* ---- Placing ---- */

static void finish_kit(struct scene *scene)
{
    if (scene->map.embedded)
        return;
    struct wr_kit *kit;
    must(wr_kit_adopt(scene->context, scene->kit_arena, "scene", scene->doors, 5, scene->rooms,
                      scene->room_count, &kit) == WR_OK,
         "the kit is not adopted");
    scene->map.embedded = kit;
    scene->said.size = 0;
    scene->errors = scene->warnings = scene->notes = 0;
}

const wr_room *scene_room(struct scene *scene, const char *id)
{
    finish_kit(scene);
    const wr_room *room = wr_kit_room(scene->map.embedded, id, NULL);
    must(room != NULL, id);
    return room;
}

static uint32_t put(struct scene *scene, const char *room, wr_placement placement)
{
    finish_kit(scene);
    uint32_t number = scene->map.room_count;
    char name[16];
    int size = snprintf(name, sizeof name, "r%u", (unsigned)number);
    must(wr_grow(&scene->map.rooms, &scene->room_capacity, number + 1, sizeof(wr_map_room)),
         "no memory");
    scene->map.rooms[scene->map.room_count++] = (wr_map_room){
        .name = wr_arena_text(scene->arena, name, (size_t)size),
        .room = room,
        .placement = placement,
    };
    return number;
}

uint32_t scene_put(struct scene *scene, const char *room, float x, float y, float z, float turn)
{
    return put(scene, room, (wr_placement){{x, y, z}, turn, false, false});
}

static float rounded_turn(double turn)
{
    turn = turn < 0 ? turn + 360 : turn;
    double quarter = 90 * (double)(int)(turn / 90 + 0.5);
    double off = turn - quarter;
    return (float)(off < 1e-4 && off > -1e-4 ? quarter : turn);
}

wr_placement scene_meeting(const wr_room *to, wr_placement to_placement, uint32_t to_hook,
                           const wr_room *room, uint32_t hook, bool mirrored)
{
    wr_motion there = wr_motion_of(to_placement);
    double x = to->hooks[to_hook].out_x, y = to->hooks[to_hook].out_y;
    wr_motion_direction(&there, &x, &y);
    wr_placement placement = {.mirror_x = mirrored};
    wr_motion here = wr_motion_of(placement);
    double own_x = room->hooks[hook].out_x, own_y = room->hooks[hook].out_y;
    wr_motion_direction(&here, &own_x, &own_y);
    placement.turn = rounded_turn(wr_bearing_of(-x, -y) - wr_bearing_of(own_x, own_y));
    here = wr_motion_of(placement);
    wr_vec3 target = wr_motion_point(&there, to->hooks[to_hook].position);
    wr_vec3 own = wr_motion_point(&here, room->hooks[hook].position);
    placement.position = wr_narrow(wr_sub(wr_widen(target), wr_widen(own)));
    return placement;
}

uint32_t scene_join(struct scene *scene, uint32_t to, const char *to_hook, const char *room,
                    const char *hook, bool mirrored)
{
    finish_kit(scene);
    const wr_room *there = scene_room(scene, scene->map.rooms[to].room);
    const wr_room *here = scene_room(scene, room);
    uint32_t to_number = wr_room_hook(there, to_hook), number = wr_room_hook(here, hook);
    must(to_number != WR_NONE && number != WR_NONE, "no such hook");
    return put(scene, room,
               scene_meeting(there, scene->map.rooms[to].placement, to_number, here, number,
                             mirrored));
}

void scene_link(struct scene *scene, uint32_t a, const char *hook_a, uint32_t b,
                const char *hook_b)
{
    must(wr_grow(&scene->map.links, &scene->link_capacity, scene->map.link_count + 1,
                 sizeof(wr_map_link)),
         "no memory");
    scene->map.links[scene->map.link_count++] =
        (wr_map_link){.rooms = {a, b}, .hooks = {hook_a, hook_b}};
}

/* ---- Building ---- */

enum wr_result scene_place(struct scene *scene)
{
    wr_layout_free(scene->layout);
    scene->layout = NULL;
    return wr_layout_place(scene->context, &scene->map, scene->kits, &scene->options,
                           &scene->layout);
}

enum wr_result scene_connect(struct scene *scene)
{
    enum wr_result result = scene_place(scene);
    return result == WR_OK ? wr_layout_link(scene->context, scene->layout) : result;
}

enum wr_result scene_seam(struct scene *scene)
{
    enum wr_result result = scene_connect(scene);
    return result == WR_OK ? wr_seams_make(scene->context, scene->layout) : result;
}

enum wr_result scene_build(struct scene *scene, const char *folder,
                           struct wr_build_summary *summary)
{
    scene->options.output = folder;
    return wr_build(scene->context, &scene->map, scene->kits, &scene->options, summary);
}

const wr_link *scene_link_of(const struct scene *scene, uint32_t room, const char *hook)
{
    const wr_placed_room *placed = &scene->layout->rooms[room];
    uint32_t number = wr_room_hook(placed->room, hook);
    must(number != WR_NONE, "no such hook");
    uint32_t link = scene->layout->hooks[placed->first_hook + number].link;
    return link == WR_NONE ? NULL : &scene->layout->links[link];
}
