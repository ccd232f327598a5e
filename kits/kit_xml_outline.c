/* Outlines in a kit's XML: rooms that are said instead of drawn, and their doors. */
#include "kits/outline.h"

#include "core/base/tolerance.h"
#include "core/walkmesh/surfaces.h"
#include "core/walkmesh/walkmesh.h"
#include "kits/kit_xml.h"

#include <math.h>
#include <string.h>

static const char *const none[] = {NULL};

struct outlining {
    struct wr_kit_xml *reader;
    wr_xml *element; /* <outline> */
    wr_room *room;
    wr_room_outline *outline;
    wr_stretch *stretches;
    bool box, turned; /* turned: its points go round the other way */
};

static bool refuse(struct wr_kit_xml *reader, wr_xml *element, const char *name,
                   const char *slug, const char *hint, const char *what)
{
    reader->ok = false;
    wr_fail(reader->context, WR_INVALID, wr_kit_xml_where(element, name), slug, hint,
            "'%s' of this %s %s", name, element->name, what);
    return false;
}

/* ---- Ranges -------------------------------------------------------------------------------
 */

struct range {
    float from, to, step;
};

static bool parse_range(const char *text, struct range *out)
{
    const char *dots = strstr(text, "..");
    wr_view first = wr_view_of(text);
    if (!dots) {
        bool fine = wr_parse_f32(first, &out->from);
        out->to = out->from;
        return fine;
    }
    first.size = (size_t)(dots - text);
    return wr_parse_f32(first, &out->from) && wr_parse_f32(wr_view_of(dots + 2), &out->to);
}

/* A number, or two with ".." between. */
static bool read_range(struct wr_kit_xml *reader, wr_xml *element, const char *name,
                       struct range *out)
{
    const char *text;
    if (!wr_kit_xml_text(reader, element, name, true, &text))
        return false;
    if (!parse_range(text, out))
        return refuse(reader, element, name, "xml-value", "write \"4\" or \"4..12\"",
                      "is neither a number of metres nor a range of them");
    if (!(out->from >= 0 && out->to <= (float)WR_PULL_LONGEST))
        return refuse(reader, element, name, "outline-range", "lengths are 0 to 1000 m",
                      "is no length");
    return out->from <= out->to || refuse(reader, element, name, "outline-range",
                                          "exchange the two", "begins with more than it ends");
}

static bool check_step(struct wr_kit_xml *reader, wr_xml *element, const char *name,
                       const wr_stretch *stretch)
{
    return wr_stretch_allows(stretch, stretch->to) ||
           refuse(reader, element, name, "stretch-step", "let the range be whole steps long",
                  "is not a whole number of steps long");
}

/* ---- The floor ----------------------------------------------------------------------------
 */

static bool add_stretch(struct outlining *o, wr_xml *element, wr_stretch stretch)
{
    if (o->room->stretch_count == WR_MOST_STRETCHES) {
        o->reader->ok = false;
        wr_fail(o->reader->context, WR_LIMIT, element->where, "kit-limit",
                "let fewer doors slide, or fewer sides have a range",
                "room '%s' has more than %d ranges", o->room->name, (int)WR_MOST_STRETCHES);
        return false;
    }
    o->stretches[o->room->stretch_count++] = stretch;
    return true;
}

static bool read_side(struct outlining *o, uint32_t axis, float step, float *out)
{
    struct range range;
    const char *name = axis == 0 ? "x" : "y";
    wr_xml *element = o->element;
    if (!read_range(o->reader, element, name, &range))
        return false;
    *out = range.from;
    if (range.from == range.to)
        return true;
    wr_stretch stretch = {.axis = axis,
                          .at = range.from / 2,
                          .to = range.to - range.from,
                          .step = step,
                          .place = wr_kit_xml_where(element, name).offset};
    return check_step(o->reader, element, name, &stretch) && add_stretch(o, element, stretch);
}

static bool read_box(struct outlining *o)
{
    float step = 0, x, y;
    wr_kit_xml_size(o->reader, o->element, "step", false, false, &step);
    bool whole = read_side(o, 0, step, &x);
    whole &= read_side(o, 1, step, &y);
    if (!whole)
        return false;
    const wr_vec3 corners[4] = {wr_vec3_of(0, 0, 0), wr_vec3_of(x, 0, 0), wr_vec3_of(x, y, 0),
                                wr_vec3_of(0, y, 0)};
    o->outline->corners = wr_arena_copy(o->reader->arena, corners, 4, sizeof *corners);
    o->outline->corner_count = 4;
    return o->outline->corners || wr_kit_xml_starve(o->reader);
}

static bool is_left_about(const wr_vec3 *corners, uint32_t count)
{
    double twice = 0;
    for (uint32_t i = 0; i < count; i++) {
        wr_vec3 a = corners[i], b = corners[i + 1 < count ? i + 1 : 0];
        twice += (double)a.x * b.y - (double)b.x * a.y;
    }
    return twice >= 0;
}

/* Corners go round with the floor on the left; walls keep the numbers they were written with.
 */
static void turn_about(struct outlining *o, wr_vec3 *corners, uint32_t count)
{
    o->turned = !is_left_about(corners, count);
    for (uint32_t i = 0; o->turned && i < count / 2; i++) {
        wr_vec3 kept = corners[i];
        corners[i] = corners[count - 1 - i];
        corners[count - 1 - i] = kept;
    }
}

static bool parse_points(const char *text, wr_vec3 *out, uint32_t *count)
{
    wr_view rest = wr_view_of(text), x, y;
    for (*count = 0; (x = wr_view_word(&rest)).size > 0; ++*count) {
        y = wr_view_word(&rest);
        if (*count == WR_OUTLINE_POINTS || !wr_parse_f32(x, &out[*count].x) ||
            !wr_parse_f32(y, &out[*count].y))
            return false;
        out[*count].z = 0;
    }
    return *count >= 3;
}

static bool read_points(struct outlining *o)
{
    const char *text;
    wr_vec3 points[WR_OUTLINE_POINTS];
    uint32_t count;
    if (!wr_kit_xml_text(o->reader, o->element, "points", true, &text))
        return false;
    if (!parse_points(text, points, &count))
        return refuse(o->reader, o->element, "points", "outline-points",
                      "write \"0 0  8 0  8 5  0 5\": x and y of 3 to 64 corners",
                      "are no corners of a floor");
    turn_about(o, points, count);
    o->outline->corners = wr_arena_copy(o->reader->arena, points, count, sizeof *points);
    o->outline->corner_count = count;
    return o->outline->corners || wr_kit_xml_starve(o->reader);
}

static bool read_floor(struct outlining *o)
{
    const char *text = "Stone";
    uint64_t walkable = o->reader->reading->surfaces->walkable;
    wr_kit_xml_text(o->reader, o->element, "floor", false, &text);
    return (wr_surface_named(wr_view_of(text), &o->outline->material) &&
            wr_material_in(walkable, o->outline->material)) ||
           refuse(o->reader, o->element, "floor", "outline-floor",
                  "Dirt, Grass, Stone, Wood, Water, Carpet, Metal, Puddles or Mud",
                  "is no material one can walk on");
}

static bool read_outline(struct outlining *o)
{
    static const char *const of_box[] = {"x", "y", "step", "height", "floor", NULL};
    static const char *const of_points[] = {"points", "height", "floor", NULL};
    struct wr_kit_xml *reader = o->reader;
    o->box = !wr_xml_find(o->element, "points");
    bool whole = o->box ? read_box(o) : read_points(o);
    whole &= read_floor(o);
    wr_kit_xml_size(reader, o->element, "height", false, false, &o->room->height);
    wr_kit_xml_done(reader, o->element, o->box ? of_box : of_points, none);
    enum wr_result shape =
        whole ? wr_outline_judge(reader->context, o->outline, o->room->name, o->element->where)
              : WR_OK;
    reader->ok &= shape == WR_OK;
    return whole && shape == WR_OK;
}

/* ---- Doors --------------------------------------------------------------------------------
 */

static bool read_wall(struct outlining *o, wr_xml *element, uint32_t *out)
{
    static const char *const sides[] = {"south", "east", "north", "west"};
    const char *text;
    uint32_t count = o->outline->corner_count;
    if (!wr_kit_xml_text(o->reader, element, "wall", true, &text))
        return false;
    for (uint32_t i = 0; o->box && i < 4; i++)
        if (strcmp(text, sides[i]) == 0) {
            *out = i;
            return true;
        }
    if (!o->box && wr_parse_u32(wr_view_of(text), out) && *out < count) {
        *out = o->turned ? (2 * count - 2 - *out) % count : *out;
        return true;
    }
    return refuse(o->reader, element, "wall", "outline-wall",
                  o->box ? "write \"south\", \"east\", \"north\" or \"west\""
                         : "wall 0 leads from the first point to the second",
                  "is no wall of this outline");
}

/* How long a wall may become. */
static double longest(const struct outlining *o, uint32_t wall, double length)
{
    for (uint32_t i = 0; o->box && i < o->room->stretch_count; i++)
        if (!o->stretches[i].slides && o->stretches[i].axis == wall % 2)
            length += (double)o->stretches[i].to;
    return length;
}

static float whole_steps(double length, float step)
{
    double steps = step > 0 ? length / step + 1e-6 : 0;
    return (float)(step > 0 ? floor(steps) * step : length);
}

/* Where along its wall the door stands as the room is drawn, and how it slides from there. */
static bool read_along(struct outlining *o, wr_xml *element, double wall, double most,
                       double half, float *at, wr_stretch *out)
{
    const char *text = "";
    struct range range = {0};
    *at = (float)(wall / 2);
    wr_kit_xml_text(o->reader, element, "along", false, &text);
    if (!*text && !wr_xml_find(element, "along"))
        return true;
    if (strcmp(text, "any") == 0) {
        out->from = 0 - whole_steps(wall / 2 > half ? wall / 2 - half : 0, out->step);
        out->to = whole_steps(most - half > wall / 2 ? most - half - wall / 2 : 0, out->step);
        return true;
    }
    if (!read_range(o->reader, element, "along", &range))
        return false;
    *at = range.from;
    out->to = range.to - range.from;
    if ((double)range.to + half > most + WR_PULL_PLANE)
        return refuse(o->reader, element, "along", "outline-door-off",
                      "the doorway's middle is half a door from either end at least",
                      "leads out of the wall");
    return check_step(o->reader, element, "along", out);
}

static bool slide(struct outlining *o, wr_xml *element, uint32_t hook, wr_dvec3 way,
                  wr_stretch stretch)
{
    if (stretch.from == stretch.to)
        return true;
    wr_vec3 at = o->room->hooks[hook].position;
    stretch.axis = way.x == 0;
    if (way.x != 0 && way.y != 0)
        return refuse(o->reader, element, "along", "outline-askew",
                      "give the door a place, or the wall the direction of x or y",
                      "is a range, on a wall that is neither along x nor along y");
    stretch.at = way.x == 0 ? at.y : at.x;
    stretch.slides = true;
    stretch.hook = hook;
    stretch.place = wr_kit_xml_where(element, "along").offset;
    return add_stretch(o, element, stretch);
}

static bool place_door(struct outlining *o, wr_xml *element, uint32_t h, wr_hook *hook)
{
    wr_dvec3 way;
    double length;
    float at;
    wr_stretch stretch = {0};
    uint32_t wall = o->outline->walls[h];
    wr_dvec3 from = wr_outline_wall(o->outline, o->outline->corners, wall, &way, &length);
    wr_kit_xml_size(o->reader, element, "step", false, false, &stretch.step);
    if (!read_along(o, element, length, longest(o, wall, length),
                    0.5 * (double)o->reader->kit->doors[hook->door].width, &at, &stretch))
        return false;
    hook->position = wr_narrow(wr_add(from, wr_scale(way, at)));
    return slide(o, element, h, way, stretch);
}

static bool read_door(struct outlining *o, wr_xml *element, bool floor, wr_hook *hook)
{
    static const char *const known[] = {"name", "door", "wall", "along", "step", NULL};
    uint32_t h = o->room->hook_count;
    *hook = (wr_hook){.facing = NAN, .id = (int32_t)h, .foot = WR_NONE, .island = WR_NONE};
    bool whole = wr_kit_xml_id(o->reader, element, "name", &hook->name);
    whole &= wr_kit_xml_hook_door(o->reader, element, hook);
    whole &= !floor || read_wall(o, element, &o->outline->walls[h]);
    whole = whole && floor && place_door(o, element, h, hook);
    if (floor)
        wr_kit_xml_done(o->reader, element, known, none);
    return whole;
}

static bool read_doors(struct outlining *o, wr_xml *element, bool floor,
                       struct wr_room_places *places)
{
    uint32_t count;
    struct wr_kit_xml *reader = o->reader;
    if (!wr_kit_xml_within(reader, element, "hook", WR_OUTLINE_DOORS, &count))
        return false;
    wr_hook *hooks = WR_TAKE(reader->arena, wr_hook, count);
    wr_where *wheres = WR_TAKE(reader->reading->scratch, wr_where, count);
    o->outline->walls = WR_TAKE(reader->arena, uint32_t, count);
    if (!hooks || !wheres || !o->outline->walls)
        return wr_kit_xml_starve(reader);
    o->room->hooks = hooks;
    places->hooks = wheres;
    bool whole = true;
    wr_xml *child = wr_kit_xml_next(element->first, "hook");
    for (; child && !reader->fatal; child = wr_kit_xml_next(child->next, "hook")) {
        bool read = read_door(o, child, floor, &hooks[o->room->hook_count]);
        whole &= read;
        if (read)
            wheres[o->room->hook_count++] = child->where;
    }
    wr_kit_xml_refuse_twice(reader, element, "hook", "name");
    return whole;
}

/* ---- The room -----------------------------------------------------------------------------
 */

static bool make(struct outlining *o, struct wr_room_places *places)
{
    struct wr_kit_xml *reader = o->reader;
    struct wr_walkmesh *mesh = NULL;
    const wr_vec3 *corners = o->outline->corners;
    enum wr_result result =
        wr_outline_fits(reader->context, o->room, corners, places->hooks, o->element->where);
    if (result == WR_OK)
        result = wr_outline_mesh(reader->context, reader->arena, o->room, corners,
                                 o->element->where, &mesh);
    if (result == WR_NO_MEMORY)
        reader->fatal = result;
    reader->ok &= result == WR_OK;
    o->room->mesh = mesh;
    return result == WR_OK;
}

bool wr_kit_xml_outline(struct wr_kit_xml *reader, wr_xml *element, wr_xml *child,
                        wr_room *room, struct wr_room_places *places)
{
    struct outlining o = {.reader = reader, .element = child, .room = room};
    o.outline = WR_ZERO(reader->arena, wr_room_outline, 1);
    o.stretches = WR_TAKE(reader->arena, wr_stretch, WR_MOST_STRETCHES);
    places->mesh = child->where;
    places->mesh_source = reader->reading->source;
    places->mesh_source.name = reader->kit->path;
    if (!o.outline || !o.stretches)
        return wr_kit_xml_starve(reader);
    room->outline = o.outline;
    room->stretches = o.stretches;
    bool floor = read_outline(&o), doors = read_doors(&o, element, floor, places);
    bool fine = floor && doors && !reader->fatal && make(&o, places);
    return fine && (room->stretch_count == 0 || wr_kit_xml_keep_text(reader));
}
