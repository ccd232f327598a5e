/* Rooms that are said instead of drawn: their floors and doorways against plain arithmetic. */
#include "core/base/random.h"
#include "core/walkmesh/walkmesh.h"
#include "tests/kits/memory.h"

enum { CORNERS = 14, TRIES = 40 };

/* ---- The oracle ---------------------------------------------------------------------------
 */

struct point {
    double x, y;
};

static double area_of(const struct point *p, int count)
{
    double twice = 0;
    for (int i = 0; i < count; i++)
        twice += p[i].x * p[(i + 1) % count].y - p[(i + 1) % count].x * p[i].y;
    return fabs(twice) / 2;
}

static double distance_to(struct point at, struct point a, struct point b)
{
    double dx = b.x - a.x, dy = b.y - a.y;
    double t = ((at.x - a.x) * dx + (at.y - a.y) * dy) / (dx * dx + dy * dy);
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    dx = a.x + t * dx - at.x;
    dy = a.y + t * dy - at.y;
    return sqrt(dx * dx + dy * dy);
}

/* A ray to the east crosses the edge of what it starts in an odd number of times. */
static bool is_inside(const struct point *p, int count, struct point at)
{
    bool inside = false;
    for (int i = 0; i < count; i++) {
        struct point a = p[i], b = p[(i + 1) % count];
        if ((a.y > at.y) != (b.y > at.y) &&
            at.x < a.x + (b.x - a.x) * (at.y - a.y) / (b.y - a.y))
            inside = !inside;
    }
    return inside;
}

static bool is_near_a_wall(const struct point *p, int count, struct point at)
{
    for (int i = 0; i < count; i++)
        if (distance_to(at, p[i], p[(i + 1) % count]) < 1e-3)
            return true;
    return false;
}

static int faces_over(const struct wr_walkmesh *mesh, struct point at)
{
    int over = 0;
    for (uint32_t f = 0; f < mesh->walkable_count; f++) {
        int sides = 0;
        for (int k = 0; k < 3; k++) {
            wr_vec3 a = mesh->vertices[mesh->faces[f].v[k]];
            wr_vec3 b = mesh->vertices[mesh->faces[f].v[(k + 1) % 3]];
            sides +=
                ((double)b.x - a.x) * (at.y - a.y) - ((double)b.y - a.y) * (at.x - a.x) > 0;
        }
        over += sides == 3;
    }
    return over;
}

/* ---- Questions ----------------------------------------------------------------------------
 */

static void assert_floor(const wr_room *room, const struct point *p, int count,
                         wr_random *random, uint64_t seed)
{
    const struct wr_walkmesh *mesh = room->mesh;
    double sum = 0, area = area_of(p, count);
    for (uint32_t f = 0; f < mesh->face_count; f++) {
        sum += wr_face_area(mesh, f);
        if (!(mesh->normals[f].z > 0.999f))
            fail_msg("seed %llu: a face does not look up", (unsigned long long)seed);
    }
    if (fabs(sum - area) > 1e-4 * area || mesh->perimeter_count != 1 ||
        mesh->face_count != mesh->vertex_count - 2 || room->island_count != 1)
        fail_msg("seed %llu: area %g, wanted %g", (unsigned long long)seed, sum, area);
    for (int i = 0; i < TRIES; i++) {
        struct point at = {
            (double)room->box.min.x +
                wr_random_unit(random) * ((double)room->box.max.x - room->box.min.x),
            (double)room->box.min.y +
                wr_random_unit(random) * ((double)room->box.max.y - room->box.min.y)};
        int over = faces_over(mesh, at);
        bool inside = is_inside(p, count, at);
        /* Between two faces a point is in neither. */
        if (over > 1 || (over == 1 && !inside && !is_near_a_wall(p, count, at)))
            fail_msg("seed %llu: %d faces at %g %g", (unsigned long long)seed, over, at.x,
                     at.y);
    }
}

/* A doorway is one edge, from `from` to `to` or back, and the only one with its number. */
static void assert_doorway(const wr_room *room, uint32_t h, struct point from, struct point to,
                           uint64_t seed)
{
    const struct wr_walkmesh *mesh = room->mesh;
    const wr_hook *hook = &room->hooks[h];
    int painted = 0;
    for (uint32_t i = 0; i < mesh->edge_count; i++)
        painted += mesh->edges[i].transition == (int32_t)h;
    if (hook->threshold_count != 1 || painted != 1 || mesh->edges == NULL)
        fail_msg("seed %llu: doorway %u has %u edges, %d painted", (unsigned long long)seed,
                 (unsigned)h, (unsigned)hook->threshold_count, painted);
    wr_vec3 a = mesh->vertices[wr_edge_start(mesh, hook->foot)];
    wr_vec3 b = mesh->vertices[wr_edge_end(mesh, hook->foot)];
    double ahead =
        fabs(a.x - from.x) + fabs(a.y - from.y) + fabs(b.x - to.x) + fabs(b.y - to.y);
    double back = fabs(b.x - from.x) + fabs(b.y - from.y) + fabs(a.x - to.x) + fabs(a.y - to.y);
    if (fmin(ahead, back) > 6e-3)
        fail_msg("seed %llu: doorway %u is at %g %g to %g %g", (unsigned long long)seed,
                 (unsigned)h, (double)a.x, (double)a.y, (double)b.x, (double)b.y);
    assert_near(hook->position.x, (from.x + to.x) / 2, 1e-3);
    assert_near(hook->position.y, (from.y + to.y) / 2, 1e-3);
}

/* ---- Polygons -----------------------------------------------------------------------------
 */

/* Corners around a middle, at random distances from it. */
static int draw_star(wr_random *random, struct point *p)
{
    static const double ways[CORNERS][2] = {
        {20, 0},  {18, 8},   {12, 16},   {4, 19},   {-4, 19}, {-12, 16}, {-18, 8},
        {-20, 0}, {-18, -8}, {-12, -16}, {-4, -19}, {4, -19}, {12, -16}, {18, -8}};
    int count = 0;
    for (int i = 0; i < CORNERS; i++) {
        double far = 0.25 + (double)wr_random_below(random, 8) / 4;
        if (wr_random_below(random, 4))
            p[count++] = (struct point){ways[i][0] * far, ways[i][1] * far};
    }
    return count;
}

static void write_star(struct wr_bytes *out, const struct point *p, int count, bool about,
                       int wall)
{
    wr_bytes_text(out, "<kit id='k' name='K' version='1'><door name='d' width='2' height='2'/>"
                       "<room id='r' name='R'><outline points='");
    for (int i = 0; i < count; i++) {
        const struct point *at = &p[about ? count - 1 - i : i];
        wr_bytes_number(out, (float)at->x);
        wr_bytes_char(out, ' ');
        wr_bytes_number(out, (float)at->y);
        wr_bytes_char(out, ' ');
    }
    int said = about ? (2 * count - 2 - wall) % count : wall;
    wr_bytes_print(out, "'/><hook name='h' door='d' wall='%d'/></room></kit>", said);
}

static bool middle_is_inside(const struct point *p, int count)
{
    for (int i = 0; i < count; i++) {
        struct point a = p[i], b = p[(i + 1) % count];
        if (a.x * b.y - b.x * a.y <= 1e-6)
            return false;
    }
    return true;
}

static bool has_straight_corner(const struct point *p, int count)
{
    for (int i = 0; i < count; i++) {
        struct point a = p[i], b = p[(i + 1) % count], c = p[(i + 2) % count];
        double x = b.x - a.x, y = b.y - a.y, u = c.x - b.x, v = c.y - b.y;
        if (fabs(x * v - y * u) < 0.01 * sqrt((x * x + y * y) * (u * u + v * v)))
            return true;
    }
    return false;
}

static void floors_of_corners_are_what_is_between_them(void **state)
{
    (void)state;
    int asked = 0;
    for (uint64_t seed = 1; seed <= 1500; seed++) {
        wr_random random = wr_random_of(seed, 1);
        struct point p[CORNERS];
        struct wr_bytes text = {0};
        struct shelf shelf;
        int count = draw_star(&random, p);
        if (count < 3 || !middle_is_inside(p, count))
            continue;
        int wall = (int)wr_random_below(&random, (uint32_t)count);
        struct point a = p[wall], b = p[(wall + 1) % count];
        double length = sqrt((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y));
        write_star(&text, p, count, wr_random_below(&random, 2), wall);
        shelf_open(&shelf, "kit/kit.xml");
        enum wr_result result = shelf_read(&shelf, (const char *)text.data, text.size);
        if ((result == WR_OK) != (length >= 2 && !has_straight_corner(p, count)))
            fail_msg("seed %llu: %s", (unsigned long long)seed, findings_said(&shelf.findings));
        if (result == WR_OK) {
            double part = 1 / length;
            struct point middle = {(a.x + b.x) / 2, (a.y + b.y) / 2};
            struct point way = {(b.x - a.x) * part, (b.y - a.y) * part};
            const wr_room *room = &shelf.kit->rooms[0];
            assert_floor(room, p, count, &random, seed);
            assert_doorway(room, 0, (struct point){middle.x - way.x, middle.y - way.y},
                           (struct point){middle.x + way.x, middle.y + way.y}, seed);
            asked++;
        }
        shelf_close(&shelf);
        wr_bytes_finish(&text);
    }
    assert_true(asked > 400);
}

/* ---- Boxes --------------------------------------------------------------------------------
 */

/* A box whose sides are ranges, and a door that slides along each wall. */
struct box {
    double least[2], most[2]; /* of its sides */
    double from[4], to[4];    /* of doors along their walls */
    double lengths[6];
};

static double quarters(wr_random *random, double least, uint32_t bound)
{
    return least + (double)wr_random_below(random, bound) / 4;
}

static void draw_box(struct box *box, wr_random *random)
{
    for (int i = 0; i < 2; i++) {
        box->least[i] = quarters(random, 4, 20);
        box->most[i] = quarters(random, box->least[i] + 0.25, 40);
    }
    for (int i = 0; i < 4; i++) {
        uint32_t room = (uint32_t)(4 * (box->least[i % 2] - 2)) + 1;
        box->from[i] = quarters(random, 1, room);
        uint32_t more = (uint32_t)(4 * (box->most[i % 2] - 1 - box->from[i])) + 1;
        box->to[i] = quarters(random, box->from[i], more);
        box->to[i] += box->to[i] == box->from[i] ? 0.25 : 0;
        if (box->to[i] > box->most[i % 2] - 1)
            box->to[i] = box->from[i] = 1;
    }
}

static void write_range(struct wr_bytes *out, const char *name, double from, double to)
{
    wr_bytes_print(out, " %s='", name);
    wr_bytes_number(out, (float)from);
    wr_bytes_text(out, "..");
    wr_bytes_number(out, (float)to);
    wr_bytes_char(out, '\'');
}

static void write_box(const struct box *box, struct wr_bytes *out)
{
    static const char *const walls[] = {"south", "east", "north", "west"};
    wr_bytes_text(out, "<kit id='k' name='K' version='1'><door name='d' width='2' height='2'/>"
                       "<room id='r' name='R'><outline");
    write_range(out, "x", box->least[0], box->most[0]);
    write_range(out, "y", box->least[1], box->most[1]);
    wr_bytes_text(out, "/>");
    for (int i = 0; i < 4; i++) {
        wr_bytes_print(out, "<hook name='%s' door='d' wall='%s'", walls[i], walls[i]);
        write_range(out, "along", box->from[i], box->to[i]);
        wr_bytes_text(out, "/>");
    }
    wr_bytes_text(out, "</room></kit>");
}

static double along_of(const struct box *box, const wr_room *room, const float *lengths, int i)
{
    double at = box->from[i];
    if (at > box->least[i % 2] / 2)
        at += lengths[i % 2];
    for (uint32_t s = 2; s < room->stretch_count; s++)
        if (room->stretches[s].hook == (uint32_t)i)
            at += lengths[s];
    return at;
}

static bool assert_lengths(const struct box *box, struct shelf *shelf, const float *lengths,
                           wr_random *random, uint64_t seed)
{
    const wr_room *room = &shelf->kit->rooms[0], *made;
    struct wr_context *context = shelf->findings.context;
    double x = box->least[0] + lengths[0], y = box->least[1] + lengths[1];
    bool fits = true;
    for (int i = 0; i < 4; i++) {
        double at = along_of(box, room, lengths, i);
        fits = fits && at >= 1 && at <= (i % 2 ? y : x) - 1;
    }
    enum wr_result result = wr_lengths_fit(context, room, lengths, WR_NOWHERE);
    if ((result == WR_OK) != fits)
        fail_msg("seed %llu: %s", (unsigned long long)seed, findings_said(&shelf->findings));
    if (!fits)
        return false;
    assert_int_equal(wr_room_stretch(context, shelf->findings.arena, room, lengths, &made),
                     WR_OK);
    const struct point p[4] = {{0, 0}, {x, 0}, {x, y}, {0, y}};
    assert_floor(made, p, 4, random, seed);
    for (int i = 0; i < 4; i++) {
        double at = along_of(box, room, lengths, i), across = i == 1 ? x : i == 2 ? y : 0;
        struct point from =
            i % 2 ? (struct point){across, at - 1} : (struct point){at - 1, across};
        struct point to =
            i % 2 ? (struct point){across, at + 1} : (struct point){at + 1, across};
        assert_doorway(made, (uint32_t)i, from, to, seed);
        assert_true(
            wr_vec3_same(wr_hook_at(room, (uint32_t)i, lengths), made->hooks[i].position));
    }
    return true;
}

static void boxes_of_any_lengths_have_their_doors_where_these_say(void **state)
{
    (void)state;
    int fitting = 0, others = 0;
    for (uint64_t seed = 1; seed <= 400; seed++) {
        wr_random random = wr_random_of(seed, 2);
        struct wr_bytes text = {0};
        struct shelf shelf;
        struct box box;
        draw_box(&box, &random);
        write_box(&box, &text);
        shelf_open(&shelf, "kit/kit.xml");
        if (shelf_read(&shelf, (const char *)text.data, text.size) != WR_OK)
            fail_msg("seed %llu: %s", (unsigned long long)seed, findings_said(&shelf.findings));
        const wr_room *room = &shelf.kit->rooms[0];
        for (int i = 0; i < 12; i++) {
            float lengths[WR_MOST_STRETCHES];
            for (uint32_t s = 0; s < room->stretch_count; s++)
                lengths[s] =
                    (float)quarters(&random, 0, (uint32_t)(4 * room->stretches[s].to) + 1);
            bool fits = assert_lengths(&box, &shelf, lengths, &random, seed);
            fitting += fits;
            others += !fits;
        }
        shelf_close(&shelf);
        wr_bytes_finish(&text);
    }
    assert_true(fitting > 500 && others > 500);
}

/* ---- Doors that slide ---------------------------------------------------------------------
 */

static void a_door_that_slides_moves_alone(void **state)
{
    (void)state;
    static const char text[] =
        "<kit id='k' name='K' version='1'><door name='d' width='2' height='2'/>"
        "<room id='r' name='R'><outline x='8..12' y='5' height='4' floor='Wood'/>"
        "<hook name='n' door='d' wall='north' along='any'/>"
        "<hook name='e' door='d' wall='east'/></room></kit>";
    struct shelf shelf;
    shelf_open(&shelf, "kit/kit.xml");
    assert_int_equal(shelf_read(&shelf, text, sizeof text - 1), WR_OK);
    const wr_room *room = &shelf.kit->rooms[0];
    assert_int_equal(room->stretch_count, 2);
    assert_int_equal(wr_hook_stretches(room, 0), 2);
    assert_int_equal(wr_hook_stretches(room, 1), 1);
    assert_true(room->stretches[1].from == -3 && room->stretches[1].to == 7);
    assert_true(room->height == 4);
    for (uint32_t f = 0; f < room->mesh->face_count; f++)
        assert_int_equal(room->mesh->materials[f], 5);
    const float lengths[2] = {4, 7};
    assert_true(wr_vec3_same(wr_hook_at(room, 0, lengths), wr_vec3_of(11, 5, 0)));
    assert_true(wr_vec3_same(wr_hook_at(room, 1, lengths), wr_vec3_of(12, 2.5f, 0)));
    shelf_close(&shelf);
}

/* So small that no whole number counts them. */
static void a_door_slides_in_the_smallest_steps(void **state)
{
    (void)state;
    static const char text[] =
        "<kit id='k' name='K' version='1'><door name='d' width='2' height='2'/>"
        "<room id='r' name='R'><outline x='11' y='5' height='4'/>"
        "<hook name='e' door='d' wall='north' along='any' step='1e-45'/></room></kit>";
    struct shelf shelf;
    shelf_open(&shelf, "kit/kit.xml");
    assert_int_equal(shelf_read(&shelf, text, sizeof text - 1), WR_OK);
    assert_true(shelf.kit->rooms[0].stretches[0].from == -4.5f);
    assert_true(shelf.kit->rooms[0].stretches[0].to == 4.5f);
    shelf_close(&shelf);
}

/* ---- What is wrong ------------------------------------------------------------------------
 */

/* Also where nothing else of the kit can be longer. */
static void what_a_room_cannot_be_is_told_where_its_outline_is(void **state)
{
    (void)state;
    static const char text[] =
        "<kit id='k' name='K' version='1'>\n"
        "<room id='r' name='R'>\n"
        "<outline x='8..12' y='5' height='4'/>\n"
        "<marker name='m' kind='trigger' at='4 2 0'>"
        "<corner by='-3 -1 0'/><corner by='3 -1 0'/><corner by='0 1 0'/></marker>\n"
        "</room></kit>";
    struct shelf shelf;
    shelf_open(&shelf, "kit/kit.xml");
    assert_int_equal(shelf_read(&shelf, text, sizeof text - 1), WR_INVALID);
    assert_non_null(strstr(findings_said(&shelf.findings),
                           "3:10: error [stretch-marker] the plane of this stretch goes "
                           "through the shape of marker 'm'"));
    shelf_close(&shelf);
}

/* ---- Without memory ------------------------------------------------------------------------
 */

/* Reads a kit, and makes each of its rooms longer. */
static enum wr_result read_starved(struct findings *f, void *text)
{
    const float lengths[2] = {4, 7};
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    const wr_room *longer;
    struct wr_kit *kit = NULL;
    enum wr_result result =
        wr_kit_read(f->context, "kit.xml", text, strlen(text), &surfaces, &kit);
    for (uint32_t r = 0; result == WR_OK && r < kit->room_count; r++) {
        result = wr_lengths_fit(f->context, &kit->rooms[r], lengths, WR_NOWHERE);
        if (result == WR_OK)
            result = wr_room_stretch(f->context, f->arena, &kit->rooms[r], lengths, &longer);
    }
    wr_kit_free(kit);
    return result;
}

static void every_failing_allocation_reaches_the_caller(void **state)
{
    (void)state;
    static char text[] =
        "<kit id='k' name='K' version='1'><door name='d' width='2' height='2'/>"
        "<room id='r' name='R'><outline x='8..12' y='5' height='4' floor='Wood'/>"
        "<hook name='n' door='d' wall='north' along='any'/></room>"
        "<room id='p' name='P'><outline points='0 0  12 0  12 14  0 14'/>"
        "<hook name='s' door='d' wall='0' along='2..6'/><hook name='e' door='d' wall='1' "
        "along='4..11'/></room></kit>";
    assert_true(starve(read_starved, text) > 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_failing_allocation_reaches_the_caller),
        cmocka_unit_test(floors_of_corners_are_what_is_between_them),
        cmocka_unit_test(boxes_of_any_lengths_have_their_doors_where_these_say),
        cmocka_unit_test(a_door_that_slides_moves_alone),
        cmocka_unit_test(a_door_slides_in_the_smallest_steps),
        cmocka_unit_test(what_a_room_cannot_be_is_told_where_its_outline_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
