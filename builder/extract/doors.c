/* Doors as a module has them: where they stand, and what they look like. */
#include "builder/extract/doors.h"
#include "builder/extract/door_size.h"

#include "core/base/bytes.h"
#include "core/base/text.h"
#include "core/base/tolerance.h"
#include "core/text/dump.h"

#include <stdio.h>
#include <string.h>

enum { MOST_DOORS = 4096 }; /* of an area; the games' own have dozens */

/* ---- Where they stand -------------------------------------------------------------------- */

static bool add_door(struct wr_taking *taking, wr_taken_door door)
{
    wr_taken_door *doors =
        wr_arena_more(taking->arena, taking->doors, taking->door_count, sizeof *doors);
    if (!doors)
        return false;
    taking->doors = doors;
    doors[taking->door_count++] = door;
    return true;
}

/* A door that is not turned looks along +Y. */
static bool add_hooks(struct wr_taking *taking)
{
    for (uint32_t i = 0; i < taking->lyt.hook_count && i < MOST_DOORS; i++) {
        const wr_lyt_hook *hook = &taking->lyt.hooks[i];
        double w = hook->w, z = hook->z;
        wr_taken_door door = {.at = hook->position, .room = hook->room, .row = WR_NONE};
        door.x = -2 * w * z;
        door.y = w * w - z * z;
        if (!add_door(taking, door))
            return false;
    }
    return true;
}

static wr_taken_door read_row(struct wr_taking *taking, const wr_gff_struct *row,
                              uint32_t index)
{
    const double degrees = 180 / 3.14159265358979323846;
    wr_taken_door door = {
        .at = {wr_gff_float(row, "X", 0), wr_gff_float(row, "Y", 0), wr_gff_float(row, "Z", 0)},
        .blueprint = wr_gff_text_of(row, "TemplateResRef", taking->arena),
        .row = index,
    };
    float bearing = wr_gff_float(row, "Bearing", 0);
    bearing = bearing > -1e6f && bearing < 1e6f ? bearing : 0;
    wr_turn_of(bearing * degrees + 90, &door.x, &door.y);
    return door;
}

/* The door of the layout where a door of the GIT stands: the nearest that has none yet. */
static uint32_t hook_of(const struct wr_taking *taking, const wr_taken_door *door)
{
    double least = WR_DOORS_APART;
    uint32_t best = WR_NONE;
    for (uint32_t i = 0; i < taking->door_count; i++) {
        double distance = wr_distance(taking->doors[i].at, door->at);
        if (taking->doors[i].row == WR_NONE && distance < least) {
            least = distance;
            best = i;
        }
    }
    return best;
}

static bool add_row(struct wr_taking *taking, wr_taken_door door)
{
    uint32_t hook = wr_vec3_finite(door.at) ? hook_of(taking, &door) : WR_NONE;
    if (!door.blueprint)
        return false;
    if (hook == WR_NONE)
        return !wr_vec3_finite(door.at) || add_door(taking, door);
    door.room = taking->doors[hook].room;
    taking->doors[hook] = door;
    return true;
}

enum wr_result wr_taking_doors(struct wr_taking *taking)
{
    bool fine = add_hooks(taking);
    const wr_gff_list *rows =
        taking->git ? wr_gff_list_of(taking->git->root, "Door List") : NULL;
    for (uint32_t i = 0; fine && rows && i < rows->count && i < MOST_DOORS; i++)
        fine = add_row(taking, read_row(taking, rows->items[i], i));
    return fine ? WR_OK : wr_no_memory(taking->context);
}

/* ---- What they look like ----------------------------------------------------------------- */

/* What a blueprint says, but for its names and whether it ever opens: Warren sets these. */
static const char *look_of(struct wr_taking *taking, struct wr_gff *gff)
{
    struct wr_bytes text = {0};
    struct wr_dump dump;
    wr_gff_set_resref(gff, gff->root, "TemplateResRef", "");
    wr_gff_set_string(gff, gff->root, "Tag", "");
    wr_gff_set_whole(gff, gff->root, "Static", WR_GFF_BYTE, 0);
    wr_dump_start(&dump, &text, false);
    wr_gff_dump(gff, &dump);
    wr_dump_end(&dump);
    char *look = text.failed || gff->failed
                     ? NULL
                     : wr_arena_text(taking->arena, (const char *)text.data, text.size);
    wr_bytes_finish(&text);
    return look;
}

/* A blueprint that was asked for. */
struct blueprint {
    char name[WR_RESREF + 1];
    const char *look; /* NULL: it cannot be had */
    const uint8_t *data;
    size_t size;
    wr_taken_size measured;
};

struct typing {
    struct wr_taking *taking;
    struct blueprint *blueprints;
    uint32_t count;
};

static enum wr_result load(struct wr_taking *taking, struct blueprint *blueprint)
{
    struct wr_gff *gff;
    enum wr_result result = wr_taking_gff(taking, blueprint->name, WR_RES_UTD, "UTD ", &gff);
    const wr_entry *entry = wr_resources_find(&taking->resources, blueprint->name, WR_RES_UTD);
    struct wr_source source;
    if (result != WR_OK || !gff) {
        wr_warn(taking->context, wr_at(&taking->resources.source, WR_WHOLE_FILE),
                "extract-blueprint",
                "its doorways become open arches; put the UTD beside the rooms",
                "the module has no blueprint '%s.utd' that can be read", blueprint->name);
        return result;
    }
    result = wr_entry_read(taking->context, taking->arena, entry, &source);
    if (result != WR_OK)
        return result;
    blueprint->data = source.data;
    blueprint->size = source.size;
    result = wr_taking_door_size(taking, gff, &blueprint->measured);
    if (result != WR_OK)
        return result;
    blueprint->look = look_of(taking, gff);
    return blueprint->look ? WR_OK : wr_no_memory(taking->context);
}

/* Of a door that has none nothing is said. */
static void tell_name(const struct wr_taking *taking, const char *name)
{
    if (name && *name)
        wr_warn(taking->context, wr_at(&taking->resources.source, WR_WHOLE_FILE),
                "extract-blueprint", "names have 1 to 16 of the characters a-z 0-9 _",
                "a door's blueprint is called '%.40s', which no file can be: the doorway is "
                "open",
                name);
}

/* The blueprint of a door, read when it is first asked for; NULL when memory is out. */
static enum wr_result find_blueprint(struct typing *typing, const char *name,
                                     const struct blueprint **out)
{
    struct blueprint wanted = {.look = NULL};
    *out = NULL;
    if (!name || !wr_kit_blueprint_valid(name) || !wr_taken_name(name, wanted.name)) {
        tell_name(typing->taking, name);
        return WR_OK;
    }
    for (uint32_t i = 0; i < typing->count; i++)
        if (strcmp(typing->blueprints[i].name, wanted.name) == 0) {
            *out = &typing->blueprints[i];
            return WR_OK;
        }
    struct blueprint *more =
        wr_arena_more(typing->taking->arena, typing->blueprints, typing->count, sizeof *more);
    if (!more)
        return wr_no_memory(typing->taking->context);
    typing->blueprints = more;
    enum wr_result result = load(typing->taking, &wanted);
    more[typing->count] = wanted;
    *out = &more[typing->count++];
    return result;
}

/* ---- Types ------------------------------------------------------------------------------- */

/* Widths that differ by less than a centimetre are one. */
static bool same_width(float a, float b)
{
    return a - b < (float)WR_CENTIMETRE && b - a < (float)WR_CENTIMETRE;
}

static bool same_look(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

static bool is_type(const struct wr_taking *taking, const char *name)
{
    for (uint32_t i = 0; i < taking->type_count; i++)
        if (wr_text_same(taking->types[i].name, name))
            return true;
    return false;
}

/* The blueprint's name, and a number from the second width on. */
static const char *type_name(struct wr_taking *taking, const struct blueprint *blueprint)
{
    char name[33];
    const char *stem = blueprint ? blueprint->name : "arch";
    int size = snprintf(name, sizeof name, "%s", stem);
    for (unsigned number = 2; is_type(taking, name); number++)
        size = snprintf(name, sizeof name, "%s-%u", stem, number);
    return wr_arena_text(taking->arena, name, (size_t)size);
}

/* The doorway counts; who looks at the room sees which of them is wrong. */
static void tell_size(const struct wr_taking *taking, const struct blueprint *blueprint,
                      float width)
{
    float door = blueprint ? blueprint->measured.width : 0, off = door - width;
    if (door > 0 && (off > (float)WR_DOOR_MISFIT || off < -(float)WR_DOOR_MISFIT))
        wr_warn(taking->context, wr_at(&taking->resources.source, WR_WHOLE_FILE),
                "extract-door-width", "the doorway's width counts",
                "door '%s' is %s m wide, and its doorway %s m", blueprint->name,
                wr_fixed(door, 2).text, wr_fixed(width, 2).text);
}

static bool add_type(struct wr_taking *taking, const struct blueprint *blueprint, float width)
{
    wr_taken_type *types =
        wr_arena_more(taking->arena, taking->types, taking->type_count, sizeof *types);
    const char *name = types ? type_name(taking, blueprint) : NULL;
    if (!name)
        return false;
    taking->types = types;
    types[taking->type_count++] = (wr_taken_type){
        .name = name,
        .blueprint = blueprint ? blueprint->name : NULL,
        .data = blueprint ? blueprint->data : NULL,
        .size = blueprint ? blueprint->size : 0,
        .look = blueprint ? blueprint->look : NULL,
        .width = width,
        .height = blueprint ? blueprint->measured.height : 0,
    };
    tell_size(taking, blueprint, width);
    return true;
}

static bool find_type(struct wr_taking *taking, wr_taken_hook *hook,
                      const struct blueprint *blueprint)
{
    const char *look = blueprint ? blueprint->look : NULL;
    for (hook->type = 0; hook->type < taking->type_count; hook->type++) {
        const wr_taken_type *type = &taking->types[hook->type];
        if (same_look(type->look, look) && same_width(type->width, hook->width))
            return true;
    }
    return add_type(taking, blueprint, hook->width);
}

/* The files of the kit; of several types with one look the first brings it. */
static bool add_files(struct wr_taking *taking)
{
    for (uint32_t i = 0; i < taking->type_count; i++) {
        wr_taken_type *type = &taking->types[i];
        for (uint32_t j = 0; j < i && type->look; j++)
            if (same_look(taking->types[j].look, type->look)) {
                type->blueprint = taking->types[j].blueprint;
                break;
            }
        const char *name =
            type->look ? wr_taking_file_name(taking, type->blueprint, WR_RES_UTD) : "";
        wr_taken_file file = {
            .folder = "", .name = name, .data = type->data, .size = type->size};
        if (!name || (type->look && !wr_taking_add(taking, &file)))
            return false;
    }
    return true;
}

enum wr_result wr_taking_types(struct wr_taking *taking)
{
    struct typing typing = {.taking = taking};
    for (uint32_t i = 0; i < taking->hook_count; i++) {
        wr_taken_hook *hook = &taking->hooks[i];
        const struct blueprint *blueprint = NULL;
        const char *name = hook->door == WR_NONE ? NULL : taking->doors[hook->door].blueprint;
        enum wr_result result = find_blueprint(&typing, name, &blueprint);
        if (result != WR_OK)
            return result;
        if (blueprint && !blueprint->look)
            blueprint = NULL;
        if (!find_type(taking, hook, blueprint))
            return wr_no_memory(taking->context);
        if (hook->twin == WR_NONE || hook->twin > i)
            taking->types[hook->type].count++;
    }
    return add_files(taking) ? WR_OK : wr_no_memory(taking->context);
}
