/* A kit as text: what stands in it, and what was found on its walkmeshes. */
#include "builder/inspect/kinds.h"
#include "kits/marker_row.h"

#include <math.h>

static void dump_texts(struct wr_dump *dump, const char *key, const char *const *items,
                       uint32_t count)
{
    wr_dump_row(dump);
    wr_dump_list(dump, key);
    for (uint32_t i = 0; i < count; i++)
        wr_dump_text(dump, NULL, items[i]);
    wr_dump_list_end(dump);
}

static void dump_door(struct wr_dump *dump, const wr_door *door)
{
    wr_dump_object(dump, NULL);
    wr_dump_text(dump, "name", door->name);
    wr_dump_number(dump, "width", door->width);
    wr_dump_number(dump, "height", door->height);
    wr_dump_text(dump, "k1", door->blueprints[0]);
    wr_dump_text(dump, "k2", door->blueprints[1]);
    if (door->rows[0])
        wr_dump_count(dump, "k1_row", door->rows[0]);
    if (door->rows[1])
        wr_dump_count(dump, "k2_row", door->rows[1]);
    if (door->meets_any)
        wr_dump_text(dump, "meets", "any");
    else
        dump_texts(dump, "meets", door->meets, door->meets_count);
    wr_dump_object_end(dump);
}

static void dump_hook(struct wr_dump *dump, const struct wr_kit *kit, const wr_hook *hook)
{
    wr_dump_object(dump, NULL);
    wr_dump_text(dump, "name", hook->name);
    wr_dump_text(dump, "door", kit->doors[hook->door].name);
    wr_dump_vec3(dump, "position", hook->position);
    if (!isnan(hook->facing))
        wr_dump_number(dump, "facing", hook->facing);
    wr_dump_integer(dump, "transition", hook->id);
    if (hook->foot == WR_NONE) {
        wr_dump_text(dump, "threshold", NULL);
    } else {
        wr_dump_row(dump);
        wr_dump_list(dump, "threshold");
        for (uint32_t i = 0; i < hook->threshold_count; i++)
            wr_dump_count(dump, NULL, hook->threshold[i]);
        wr_dump_list_end(dump);
        wr_dump_vec3(dump, "outward", (wr_vec3){(float)hook->out_x, (float)hook->out_y, 0});
        wr_dump_count(dump, "island", hook->island);
    }
    wr_dump_count(dump, "strays", hook->stray_count);
    wr_dump_object_end(dump);
}

static void dump_marker(struct wr_dump *dump, const wr_marker *marker)
{
    wr_dump_object(dump, NULL);
    wr_dump_text(dump, "name", marker->name);
    wr_dump_text(dump, "kind", wr_marker_kind_name(marker->kind));
    wr_dump_vec3(dump, "position", marker->position);
    wr_dump_number(dump, "facing", marker->facing);
    if (marker->pair_count) {
        wr_dump_object(dump, "values");
        for (uint32_t i = 0; i < marker->pair_count; i++)
            wr_dump_text(dump, marker->pairs[i].key, marker->pairs[i].value);
        wr_dump_object_end(dump);
    }
    wr_marker_dump_parts(dump, marker);
    wr_dump_object_end(dump);
}

static void dump_floor(struct wr_dump *dump, const wr_room *room)
{
    wr_dump_row(dump);
    wr_dump_object(dump, "walkmesh");
    wr_dump_count(dump, "vertices", room->mesh->vertex_count);
    wr_dump_count(dump, "faces", room->mesh->face_count);
    wr_dump_count(dump, "walkable", room->mesh->walkable_count);
    wr_dump_count(dump, "perimeters", room->mesh->perimeter_count);
    wr_dump_count(dump, "islands", room->island_count);
    wr_dump_object_end(dump);
    wr_dump_vec3(dump, "least", room->box.min);
    wr_dump_vec3(dump, "most", room->box.max);
}

static void dump_stretch(struct wr_dump *dump, const wr_room *room, const wr_stretch *stretch)
{
    wr_dump_row(dump);
    wr_dump_object(dump, NULL);
    wr_dump_text(dump, "axis", stretch->axis == 0 ? "x" : "y");
    wr_dump_number(dump, "at", stretch->at);
    if (stretch->slides)
        wr_dump_text(dump, "slides", room->hooks[stretch->hook].name);
    wr_dump_number(dump, "from", stretch->from);
    wr_dump_number(dump, "to", stretch->to);
    if (stretch->step > 0)
        wr_dump_number(dump, "step", stretch->step);
    if (stretch->rise != 0)
        wr_dump_number(dump, "rise", stretch->rise);
    wr_dump_object_end(dump);
}

static void dump_stretches(struct wr_dump *dump, const wr_room *room)
{
    if (room->stretch_count == 0)
        return;
    wr_dump_list(dump, "stretches");
    for (uint32_t i = 0; i < room->stretch_count; i++)
        dump_stretch(dump, room, &room->stretches[i]);
    wr_dump_list_end(dump);
}

static void dump_room(struct wr_dump *dump, const wr_room *room)
{
    wr_dump_object(dump, NULL);
    wr_dump_text(dump, "id", room->id);
    wr_dump_text(dump, "name", room->name);
    dump_floor(dump, room);
    wr_dump_text(dump, "model", room->model);
    dump_texts(dump, "tags", room->tags, room->tag_count);
    wr_dump_number(dump, "weight", room->weight);
    if (room->low != WR_ROOM_LOW)
        wr_dump_number(dump, "low", room->low);
    if (room->height > 0)
        wr_dump_number(dump, "height", room->height);
    wr_dump_count(dump, "at_least", room->least);
    if (room->most != WR_NONE)
        wr_dump_count(dump, "at_most", room->most);
    wr_dump_list(dump, "hooks");
    for (uint32_t i = 0; i < room->hook_count; i++)
        dump_hook(dump, room->kit, &room->hooks[i]);
    wr_dump_list_end(dump);
    wr_dump_list(dump, "markers");
    for (uint32_t i = 0; i < room->marker_count; i++)
        dump_marker(dump, &room->markers[i]);
    wr_dump_list_end(dump);
    dump_stretches(dump, room);
    wr_dump_object_end(dump);
}

void wr_kit_dump(const struct wr_kit *kit, struct wr_dump *dump)
{
    wr_dump_text(dump, "id", kit->id);
    wr_dump_text(dump, "name", kit->name);
    wr_dump_list(dump, "doors");
    for (uint32_t i = 0; i < kit->door_count; i++)
        dump_door(dump, &kit->doors[i]);
    wr_dump_list_end(dump);
    wr_dump_list(dump, "rooms");
    for (uint32_t i = 0; i < kit->room_count; i++)
        dump_room(dump, &kit->rooms[i]);
    wr_dump_list_end(dump);
}
