/* Names of rooms: each is put on free floor of its own room, as large as fits, on one line, on
 * two, or upright; where none fits, a number stands for it. */
#include "builder/picture/coverage.h"
#include "builder/picture/inks.h"
#include "builder/picture/letters.h"
#include "builder/view/panel.h"

#include <stdio.h>
#include <string.h>

/* Sizes of names that are tried, and of a number; pixels. */
static const float sizes[] = {13, 12, 11, 10, 9, 8};
static const float number_size = 9;
/* From one line to the next, in ems. */
#define LINE 1.08

enum {
    LONGEST_NAME = 64,
    MOST_CELLS = 240,  /* a side of the grid a room is judged on */
    MOST_LABELS = 512, /* of keys and locks */
};

/* What names must not cover: symbols and other names. */
struct keep_out {
    wr_point low, high;
};

/* The free floor of a room, as cells of a grid. */
struct ground {
    wr_point origin; /* pixels */
    double cell;     /* pixels */
    int width, height;
    uint32_t *blocked; /* how many cells up and left of each corner are blocked */
    wr_point middle;   /* of its floor, pixels */
};

struct naming {
    const struct wr_panel *panel;
    struct wr_arena *arena, *scratch; /* for what is taken; for one room */
    struct keep_out *taken;
    uint32_t taken_count;
    struct wr_numbering *numbering;
};

/* ---- What is taken ---- */

static void stretch(struct keep_out *box, wr_point at)
{
    box->low.x = at.x < box->low.x ? at.x : box->low.x;
    box->low.y = at.y < box->low.y ? at.y : box->low.y;
    box->high.x = at.x > box->high.x ? at.x : box->high.x;
    box->high.y = at.y > box->high.y ? at.y : box->high.y;
}

static bool take(struct naming *naming, double x, double y, double half_width,
                 double half_height)
{
    struct keep_out *taken =
        wr_arena_more(naming->arena, naming->taken, naming->taken_count, sizeof *taken);
    if (!taken)
        return false;
    naming->taken = taken;
    taken[naming->taken_count++] =
        (struct keep_out){{x - half_width, y - half_height}, {x + half_width, y + half_height}};
    return true;
}

static bool take_spot(struct naming *naming, wr_vec3 position, uint32_t storey, double half)
{
    if (!wr_panel_shows(naming->panel, storey))
        return true;
    wr_point at = wr_panel_point(naming->panel, (double)position.x, (double)position.y);
    return take(naming, at.x, at.y, half, half);
}

static bool take_doorway(struct naming *naming, const wr_floorplan_doorway *doorway)
{
    const double rim = doorway->exit ? 13 : 4; /* an arrow is larger than a door */
    const struct wr_panel *panel = naming->panel;
    const wr_vec3 *points = panel->floorplan->doorway_points + doorway->first;
    struct keep_out box = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
    if (doorway->count == 0 || !wr_panel_shows(panel, doorway->storey))
        return true;
    for (uint32_t i = 0; i < doorway->count; i++)
        stretch(&box, wr_panel_point(panel, (double)points[i].x, (double)points[i].y));
    return take(naming, (box.low.x + box.high.x) / 2, (box.low.y + box.high.y) / 2,
                (box.high.x - box.low.x) / 2 + rim, (box.high.y - box.low.y) / 2 + rim);
}

static bool take_symbols(struct naming *naming)
{
    const struct wr_floorplan *floorplan = naming->panel->floorplan;
    bool fine = true;
    for (uint32_t i = 0; fine && i < floorplan->doorway_count; i++)
        fine = take_doorway(naming, &floorplan->doorways[i]);
    for (uint32_t i = 0; fine && i < floorplan->marker_count; i++)
        fine =
            take_spot(naming, floorplan->markers[i].position, floorplan->markers[i].storey, 5);
    for (uint32_t i = 0; fine && i < floorplan->key_count; i++)
        fine = take_spot(naming, floorplan->keys[i].spot.position,
                         floorplan->keys[i].spot.storey, 10);
    if (fine && floorplan->entry.there)
        fine = take_spot(naming, floorplan->entry.position, floorplan->entry.storey, 12);
    if (fine && floorplan->exit.there)
        fine = take_spot(naming, floorplan->exit.position, floorplan->exit.storey, 12);
    return fine;
}

/* ---- Ground ---- */

static bool is_ground(const struct wr_panel *panel, const wr_outline *outline)
{
    return (outline->layer == WR_LAYER_FLOOR || outline->layer == WR_LAYER_ECHO) &&
           wr_panel_shows(panel, outline->storey);
}

/* How much of a room's floor this panel is home to. */
static double home_area(const struct wr_panel *panel, const wr_floorplan_room *room)
{
    double area = 0;
    for (uint32_t i = 0; i < room->outline_count; i++)
        if (room->outlines[i].layer == WR_LAYER_FLOOR &&
            wr_panel_shows(panel, room->outlines[i].storey))
            area += room->outlines[i].area;
    return area;
}

static bool find_bounds(const struct wr_panel *panel, const wr_floorplan_room *room,
                        struct keep_out *out)
{
    bool any = false;
    for (uint32_t i = 0; i < room->outline_count; i++)
        for (uint32_t p = 0;
             is_ground(panel, &room->outlines[i]) && p < room->outlines[i].point_count; p++) {
            wr_point at = wr_panel_point(panel, room->outlines[i].points[p].x,
                                         room->outlines[i].points[p].y);
            if (!any)
                *out = (struct keep_out){at, at};
            any = true;
            stretch(out, at);
        }
    return any;
}

static void free_cells(void *user, int y, int first, int end, const float *covered)
{
    const float enough = 0.97f;
    const struct ground *ground = user;
    for (int x = first; x < end; x++)
        if (covered[x - first] > enough)
            ground->blocked[(y + 1) * (ground->width + 1) + x + 1] = 0;
}

static int cell_at(double pixels, double origin, double cell, int most)
{
    double at = (pixels - origin) / cell;
    return at <= 0 ? 0 : at >= most ? most : (int)at;
}

static void block_taken(const struct naming *naming, struct ground *ground)
{
    for (uint32_t i = 0; i < naming->taken_count; i++) {
        const struct keep_out *taken = &naming->taken[i];
        int left = cell_at(taken->low.x, ground->origin.x, ground->cell, ground->width);
        int top = cell_at(taken->low.y, ground->origin.y, ground->cell, ground->height);
        int right = cell_at(taken->high.x + ground->cell, ground->origin.x, ground->cell,
                            ground->width);
        int bottom = cell_at(taken->high.y + ground->cell, ground->origin.y, ground->cell,
                             ground->height);
        for (int y = top; y < bottom; y++)
            for (int x = left; x < right; x++)
                ground->blocked[(y + 1) * (ground->width + 1) + x + 1] = 1;
    }
}

static bool cover_ground(const struct naming *naming, const wr_floorplan_room *room,
                         struct ground *ground)
{
    const struct wr_panel *panel = naming->panel;
    struct wr_shape_sides sides = {0};
    for (uint32_t i = 0; i < room->outline_count; i++) {
        const wr_outline *outline = &room->outlines[i];
        for (uint32_t c = 0; is_ground(panel, outline) && c < outline->contour_count; c++) {
            const wr_contour *contour = &outline->contours[c];
            for (uint32_t k = 0; k < contour->count; k++) {
                wr_point ends[2];
                for (uint32_t e = 0; e < 2; e++) {
                    const wr_point *point =
                        &outline->points[contour->first + (k + e) % contour->count];
                    wr_point at = wr_panel_point(panel, point->x, point->y);
                    ends[e] = (wr_point){(at.x - ground->origin.x) / ground->cell,
                                         (at.y - ground->origin.y) / ground->cell};
                }
                wr_shape_sides_add(&sides, ends[0], ends[1]);
            }
        }
    }
    wr_shape_sides_sort(&sides, 0);
    bool fine = !sides.failed &&
                wr_cover(naming->scratch, sides.items, sides.count,
                         (wr_window){0, ground->width, ground->height}, free_cells, ground);
    wr_shape_sides_finish(&sides);
    return fine;
}

/* Sums up blocked cells, and finds the middle of the others. */
static void sum_ground(struct ground *ground)
{
    double x_sum = 0, y_sum = 0, count = 0;
    int stride = ground->width + 1;
    for (int y = 1; y <= ground->height; y++)
        for (int x = 1; x <= ground->width; x++) {
            uint32_t *cell = &ground->blocked[y * stride + x];
            if (*cell == 0) {
                x_sum += x - 0.5;
                y_sum += y - 0.5;
                count++;
            }
            *cell += cell[-1] + cell[-stride] - cell[-stride - 1];
        }
    ground->middle = (wr_point){
        ground->origin.x + ground->cell * (count > 0 ? x_sum / count : ground->width / 2.0),
        ground->origin.y + ground->cell * (count > 0 ? y_sum / count : ground->height / 2.0)};
}

static bool find_ground(const struct naming *naming, const wr_floorplan_room *room,
                        struct ground *out)
{
    const double finest = 2; /* pixels */
    struct keep_out bounds = {{0, 0}, {0, 0}};
    *out = (struct ground){.cell = finest};
    if (!find_bounds(naming->panel, room, &bounds))
        return true;
    double width = bounds.high.x - bounds.low.x, height = bounds.high.y - bounds.low.y;
    double longest = width > height ? width : height;
    if (longest > finest * MOST_CELLS)
        out->cell = longest / MOST_CELLS;
    out->origin = bounds.low;
    out->width = (int)(width / out->cell) + 1;
    out->height = (int)(height / out->cell) + 1;
    size_t cells = (size_t)(out->width + 1) * (size_t)(out->height + 1);
    out->blocked = WR_ZERO(naming->scratch, uint32_t, cells);
    for (int y = 1; out->blocked && y <= out->height; y++)
        for (int x = 1; x <= out->width; x++)
            out->blocked[y * (out->width + 1) + x] = 1;
    if (!out->blocked || !cover_ground(naming, room, out))
        return false;
    block_taken(naming, out);
    sum_ground(out);
    return true;
}

/* ---- Finding a place ---- */

/* Whether a box stands on this panel and on nothing that is taken. */
static bool is_open(const struct naming *naming, wr_point middle, double width, double height)
{
    const struct wr_panel *panel = naming->panel;
    const struct wr_floorplan *floorplan = panel->floorplan;
    wr_point low = {middle.x - width / 2, middle.y - height / 2};
    wr_point high = {middle.x + width / 2, middle.y + height / 2};
    wr_point end = wr_panel_point(panel, floorplan->right, floorplan->bottom);
    if (low.x < panel->x - WR_PANEL_RIM || low.y < panel->y - WR_PANEL_RIM ||
        high.x > end.x + WR_PANEL_RIM || high.y > end.y + WR_PANEL_RIM)
        return false;
    for (uint32_t i = 0; i < naming->taken_count; i++) {
        const struct keep_out *taken = &naming->taken[i];
        if (low.x < taken->high.x && taken->low.x < high.x && low.y < taken->high.y &&
            taken->low.y < high.y)
            return false;
    }
    return true;
}

/* An open place for a box: at a point, or as near to it as can be, `off` from it; false: none.
 */
static bool find_beside(const struct naming *naming, wr_point at, double off, double width,
                        double height, wr_point *out)
{
    enum { RINGS = 5, WAYS = 9 };
    static const int ways[WAYS][2] = {{0, 0},  {0, -1},  {0, 1}, {1, 0}, {-1, 0},
                                      {1, -1}, {-1, -1}, {1, 1}, {-1, 1}};
    for (int ring = 0; ring < RINGS; ring++)
        for (int way = ring > 0; way < WAYS; way++) {
            double aside = off + width / 2 + ring * height;
            double up = off + height / 2 + ring * height;
            *out = (wr_point){at.x + ways[way][0] * aside, at.y + ways[way][1] * up};
            if (is_open(naming, *out, width, height))
                return true;
        }
    return false;
}

static bool is_free(const struct ground *ground, int x, int y, int width, int height)
{
    const uint32_t *b = ground->blocked;
    int stride = ground->width + 1;
    return b[(y + height) * stride + x + width] + b[y * stride + x] ==
           b[(y + height) * stride + x] + b[y * stride + x + width];
}

/* The free place for a box (pixels) nearest to the middle of the floor; false: none. */
static bool find_place(const struct ground *ground, double width, double height, wr_point *out)
{
    int wide = (int)(width / ground->cell) + 4, tall = (int)(height / ground->cell) + 2;
    double least = -1;
    for (int y = 0; y + tall <= ground->height; y++)
        for (int x = 0; x + wide <= ground->width; x++) {
            wr_point at = {ground->origin.x + ground->cell * (x + wide / 2.0),
                           ground->origin.y + ground->cell * (y + tall / 2.0)};
            double dx = at.x - ground->middle.x, dy = at.y - ground->middle.y;
            double off = dx * dx + dy * dy;
            if ((least >= 0 && off >= least) || !is_free(ground, x, y, wide, tall))
                continue;
            least = off;
            *out = at;
        }
    return least >= 0;
}

/* ---- Writing ---- */

/* Up to two lines about a point. */
struct name {
    char lines[2][LONGEST_NAME + 1];
    int count;
    bool upright;
    float size;
};

static double width_of(const struct name *name)
{
    double width = wr_letters_room(name->lines[0], false);
    double second = name->count > 1 ? wr_letters_room(name->lines[1], false) : 0;
    return (width > second ? width : second) * (double)name->size;
}

/* From the top of capitals to the lowest tail. */
static double height_of(const struct name *name)
{
    double lines = name->count > 1 ? LINE : 0;
    return (WR_CAPITAL_HEIGHT + lines + WR_DESCENT) * (double)name->size;
}

static void write_name(const struct wr_panel *panel, const struct name *name, const wr_ink *ink,
                       wr_point middle)
{
    double size = (double)name->size;
    double first = WR_CAPITAL_HEIGHT * size - height_of(name) / 2;
    wr_lettering lettering = {.ink = ink,
                              .size = name->size,
                              .anchor = 0.5f,
                              .upright = name->upright,
                              .halo = (wr_colour)0xffffff99u};
    for (int i = 0; i < name->count; i++) {
        double off = first + LINE * size * i;
        wr_picture_text(panel->picture, &lettering, middle.x + (name->upright ? off : 0),
                        middle.y + (name->upright ? 0 : off), name->lines[i]);
    }
}

/* Splits a name where it has a gap, as near to its middle as can be; false: it has none. */
static bool split(struct name *name)
{
    const char *text = name->lines[0];
    size_t size = strlen(text), best = 0, least = size;
    for (size_t i = 1; i + 1 < size; i++) {
        size_t off = 2 * i > size ? 2 * i - size : size - 2 * i;
        if (strchr(" -_.+", text[i]) && off < least) {
            least = off;
            best = i;
        }
    }
    if (best == 0)
        return false;
    size_t kept = text[best] == ' ' ? best : best + 1;
    memcpy(name->lines[1], text + best + 1, size - best);
    name->lines[0][kept] = '\0';
    name->count = 2;
    return true;
}

static bool try_name(struct naming *naming, const struct ground *ground,
                     const struct name *name, bool *written)
{
    wr_point at;
    double width = width_of(name), height = height_of(name);
    if (name->upright ? !find_place(ground, height, width, &at)
                      : !find_place(ground, width, height, &at))
        return true;
    write_name(naming->panel, name, &wr_name_ink, at);
    *written = true;
    return take(naming, at.x, at.y, (name->upright ? height : width) / 2,
                (name->upright ? width : height) / 2);
}

/* Writes a name where there is room for it near a point; it is left out where there is none. */
static bool write_beside(struct naming *naming, const struct name *name, const wr_ink *ink,
                         wr_point at, double off, bool *written)
{
    double width = width_of(name), height = height_of(name);
    wr_point middle;
    if (!find_beside(naming, at, off, width, height, &middle))
        return true;
    write_name(naming->panel, name, ink, middle);
    *written = true;
    return take(naming, middle.x, middle.y, width / 2, height / 2);
}

/* One line, two lines, one line upright, at each size. */
static bool try_sizes(struct naming *naming, const struct ground *ground, const char *text,
                      bool *written)
{
    bool fine = true;
    for (size_t i = 0; fine && !*written && i < sizeof sizes / sizeof *sizes; i++) {
        struct name one = {.count = 1, .size = sizes[i]};
        strncpy(one.lines[0], text, LONGEST_NAME);
        struct name two = one, upright = one;
        upright.upright = true;
        fine = try_name(naming, ground, &one, written);
        if (fine && !*written && split(&two))
            fine = try_name(naming, ground, &two, written);
        if (fine && !*written)
            fine = try_name(naming, ground, &upright, written);
    }
    return fine;
}

static bool write_number(struct naming *naming, uint32_t room, const struct ground *ground)
{
    struct name number = {.count = 1, .size = number_size};
    const double off = 7; /* beside a room that is but a strip */
    struct wr_numbering *numbering = naming->numbering;
    bool written = false, first = numbering->numbers[room] == 0;
    uint32_t given = first ? numbering->last + 1 : numbering->numbers[room];
    snprintf(number.lines[0], sizeof number.lines[0], "%u", (unsigned)given);
    if (ground->width && !try_name(naming, ground, &number, &written))
        return false;
    if (!written && !write_beside(naming, &number, &wr_name_ink, ground->middle, off, &written))
        return false;
    if (written && first)
        numbering->numbers[room] = numbering->last = given;
    return true;
}

/* A room is named on each storey that is home to a good part of it. */
static bool name_room(struct naming *naming, uint32_t index)
{
    const double part = 0.2;
    const wr_floorplan_room *room = &naming->panel->floorplan->rooms[index];
    struct ground ground;
    bool written = false;
    double home = home_area(naming->panel, room);
    if (!(home > 0) || home < part * room->area)
        return true;
    if (!find_ground(naming, room, &ground))
        return false;
    if (strlen(room->name) <= LONGEST_NAME && ground.width &&
        !try_sizes(naming, &ground, room->name, &written))
        return false;
    return written || write_number(naming, index, &ground);
}

/* ---- Keys and locks ---- */

static bool write_label(struct naming *naming, const char *text, const wr_ink *ink, wr_point at)
{
    const double off = 5;
    bool written;
    struct name label = {.count = 1, .size = number_size};
    if (strlen(text) > LONGEST_NAME)
        return true;
    memcpy(label.lines[0], text, strlen(text));
    return write_beside(naming, &label, ink, at, off, &written);
}

/* A key's name stands beside it and beside the doors it opens, and where a way out leads beside
 * that. */
static bool name_keys(struct naming *naming)
{
    const struct wr_panel *panel = naming->panel;
    const struct wr_floorplan *floorplan = panel->floorplan;
    uint32_t left = MOST_LABELS;
    bool fine = true;
    for (uint32_t i = 0; fine && left > 0 && i < floorplan->doorway_count; i++) {
        const wr_floorplan_doorway *doorway = &floorplan->doorways[i];
        if (!doorway->lock || !doorway->count || !wr_panel_shows(panel, doorway->storey))
            continue;
        left--;
        fine = write_label(naming, doorway->lock, &wr_lock_text_ink,
                           wr_panel_middle(panel, doorway));
    }
    for (uint32_t i = 0; fine && left > 0 && i < floorplan->doorway_count; i++) {
        const wr_floorplan_doorway *doorway = &floorplan->doorways[i];
        if (!doorway->exit || !doorway->count || !wr_panel_shows(panel, doorway->storey))
            continue;
        left--;
        fine =
            write_label(naming, doorway->exit, &wr_name_ink, wr_panel_middle(panel, doorway));
    }
    for (uint32_t i = 0; fine && left > 0 && i < floorplan->key_count; i++) {
        const wr_floorplan_spot *spot = &floorplan->keys[i].spot;
        if (!wr_panel_shows(panel, spot->storey))
            continue;
        left--;
        fine = write_label(
            naming, floorplan->keys[i].name, &wr_name_ink,
            wr_panel_point(panel, (double)spot->position.x, (double)spot->position.y));
    }
    return fine;
}

bool wr_panel_name_rooms(const struct wr_panel *panel, struct wr_arena *scratch,
                         struct wr_numbering *numbering)
{
    struct naming naming = {.panel = panel,
                            .arena = panel->picture->arena,
                            .scratch = scratch,
                            .numbering = numbering};
    bool fine = take_symbols(&naming) && name_keys(&naming);
    for (uint32_t r = 0; fine && r < panel->floorplan->room_count; r++) {
        wr_arena_mark mark = wr_arena_here(scratch);
        fine = name_room(&naming, r);
        wr_arena_rewind(scratch, mark);
    }
    return fine;
}
