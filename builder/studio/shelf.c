/* Kits as the studio's shelf shows them. */
#include "builder/studio/own.h"

#include "core/walkmesh/walkmesh.h"

/* The points of a doorway's sill, floor on the left. */
static void dump_sill(struct wr_dump *dump, const wr_room *room, const wr_hook *hook)
{
    const struct wr_walkmesh *mesh = room->mesh;
    wr_dump_list(dump, "sill");
    for (uint32_t i = 0; i < hook->threshold_count; i++) {
        uint32_t edge = hook->threshold[i];
        const uint32_t *corners = mesh->faces[edge / 3].v;
        wr_dump_vec3(dump, NULL, mesh->vertices[corners[edge % 3]]);
        if (i + 1 == hook->threshold_count)
            wr_dump_vec3(dump, NULL, mesh->vertices[corners[(edge + 1) % 3]]);
    }
    wr_dump_list_end(dump);
}

static void dump_hook(struct wr_dump *dump, const wr_room *room, const wr_hook *hook)
{
    wr_dump_object(dump, NULL);
    wr_dump_text(dump, "name", hook->name);
    wr_dump_vec3(dump, "at", hook->position);
    wr_dump_text(dump, "door", room->kit->doors[hook->door].name);
    wr_dump_list(dump, "out");
    wr_dump_number(dump, NULL, (float)hook->out_x);
    wr_dump_number(dump, NULL, (float)hook->out_y);
    wr_dump_list_end(dump);
    wr_dump_bool(dump, "links", hook->foot != WR_NONE);
    dump_sill(dump, room, hook);
    wr_dump_object_end(dump);
}

static void dump_marker(struct wr_dump *dump, const wr_marker *marker)
{
    wr_dump_object(dump, NULL);
    wr_dump_text(dump, "name", marker->name);
    wr_dump_text(dump, "kind", wr_marker_kind_name(marker->kind));
    wr_dump_vec3(dump, "at", marker->position);
    wr_dump_number(dump, "facing", marker->facing);
    wr_dump_object_end(dump);
}

static void dump_stretch(struct wr_dump *dump, const wr_stretch *stretch)
{
    wr_dump_object(dump, NULL);
    wr_dump_text(dump, "axis", stretch->axis == 0 ? "x" : "y");
    wr_dump_number(dump, "from", stretch->from);
    wr_dump_number(dump, "to", stretch->to);
    wr_dump_number(dump, "step", stretch->step);
    wr_dump_bool(dump, "slides", stretch->slides);
    wr_dump_object_end(dump);
}

void wr_studio_dump_room(struct wr_dump *dump, const wr_room *room)
{
    wr_dump_text(dump, "id", room->id);
    wr_dump_text(dump, "name", room->name);
    wr_dump_number(dump, "weight", room->weight);
    wr_dump_list(dump, "tags");
    for (uint32_t i = 0; i < room->tag_count; i++)
        wr_dump_text(dump, NULL, room->tags[i]);
    wr_dump_list_end(dump);
    wr_studio_dump_box(dump, &room->box);
    wr_dump_count(dump, "islands", room->island_count);
    wr_dump_count(dump, "walkable", room->mesh->walkable_count);
    wr_dump_bool(dump, "model", room->model != NULL);
    wr_dump_list(dump, "hooks");
    for (uint32_t i = 0; i < room->hook_count; i++)
        dump_hook(dump, room, &room->hooks[i]);
    wr_dump_list_end(dump);
    wr_dump_list(dump, "markers");
    for (uint32_t i = 0; i < room->marker_count; i++)
        dump_marker(dump, &room->markers[i]);
    wr_dump_list_end(dump);
    wr_dump_list(dump, "stretches");
    for (uint32_t i = 0; i < room->stretch_count; i++)
        dump_stretch(dump, &room->stretches[i]);
    wr_dump_list_end(dump);
}

static void dump_door(struct wr_dump *dump, const wr_door *door)
{
    wr_dump_object(dump, NULL);
    wr_dump_text(dump, "name", door->name);
    wr_dump_number(dump, "width", door->width);
    wr_dump_number(dump, "height", door->height);
    wr_dump_object_end(dump);
}

static enum wr_result answer(struct wr_studio *studio, const struct wr_kit *kit)
{
    struct wr_dump *dump = wr_studio_open(studio);
    wr_dump_text(dump, "id", kit->id);
    wr_dump_text(dump, "name", kit->name);
    wr_dump_list(dump, "doors");
    for (uint32_t i = 0; i < kit->door_count; i++)
        dump_door(dump, &kit->doors[i]);
    wr_dump_list_end(dump);
    wr_dump_list(dump, "rooms");
    for (uint32_t i = 0; i < kit->room_count; i++) {
        wr_dump_object(dump, NULL);
        wr_studio_dump_room(dump, &kit->rooms[i]);
        wr_dump_object_end(dump);
    }
    wr_dump_list_end(dump);
    return wr_studio_close(studio);
}

enum wr_result wr_studio_add_kit(struct wr_studio *studio, const char *path)
{
    const struct wr_kit *kit;
    enum wr_result result = wr_studio_begin(studio);
    for (int i = 0; result == WR_OK && i < 2; i++)
        result = wr_kits_add(studio->kits[i], path);
    if (result == WR_OK)
        result = wr_kits_find(studio->context, studio->kits[0], path, &kit);
    return result == WR_OK ? answer(studio, kit) : result;
}

enum wr_result wr_studio_find_room(struct wr_studio *studio, const char *kit, const char *room,
                                   const wr_room **out)
{
    const struct wr_kit *found;
    enum wr_result result = wr_studio_begin(studio);
    if (result == WR_OK)
        result = wr_kits_find(studio->context, studio->kits[0], kit, &found);
    if (result != WR_OK)
        return result;
    *out = wr_kit_room(found, room, NULL);
    return *out ? WR_OK : WR_NOT_FOUND;
}

void wr_studio_give_mesh(struct wr_studio *studio, const wr_room *room)
{
    const struct wr_walkmesh *mesh = room->mesh;
    wr_studio_give(studio, WR_STUDIO_VERTICES, mesh->vertices, 3 * mesh->vertex_count);
    wr_studio_give(studio, WR_STUDIO_FACES, mesh->faces, 3 * mesh->face_count);
    wr_studio_give(studio, WR_STUDIO_MATERIALS, mesh->materials, mesh->face_count);
    wr_studio_give(studio, WR_STUDIO_EDGES, mesh->edges, 2 * mesh->edge_count);
}

enum wr_result wr_studio_room_mesh(struct wr_studio *studio, const char *kit, const char *room)
{
    const wr_room *found;
    enum wr_result result = wr_studio_find_room(studio, kit, room, &found);
    if (result == WR_OK)
        wr_studio_give_mesh(studio, found);
    return result;
}
