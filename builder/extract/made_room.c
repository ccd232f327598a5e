/* Names, places and walkmeshes of rooms that no module has. */
#include "builder/extract/made_room.h"

#include "core/base/bytes.h"
#include "core/base/path.h"
#include "core/format/bwm.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { LONGEST_ID = 8 };

/* ---- Names ------------------------------------------------------------------------------- */

void wr_made_area_name(struct wr_taking *taking, const char *otherwise)
{
    const char *name = wr_path_name(taking->options->source);
    char stem[LONGEST_ID + 1];
    size_t size = strcspn(name, ".");
    if (size == 0) {
        name = otherwise;
        size = strlen(otherwise);
    }
    snprintf(stem, sizeof stem, "%.*s", (int)(size < LONGEST_ID ? size : LONGEST_ID), name);
    wr_taken_resref(stem, 1, taking->area);
}

void wr_made_room_name(struct wr_taking *taking, uint32_t room, const char *name)
{
    char *out = taking->rooms[room].name;
    bool used = true;
    for (unsigned number = 1; used; number++) {
        wr_taken_resref(name, number, out);
        used = false;
        for (uint32_t r = 0; r < room; r++)
            used |= strcmp(taking->rooms[r].name, out) == 0;
    }
}

bool wr_made_rooms(struct wr_taking *taking, uint32_t count)
{
    taking->rooms = WR_ZERO(taking->arena, wr_taken_room, count);
    taking->taken_of = WR_TAKE(taking->arena, uint32_t, count);
    if (!taking->rooms || !taking->taken_of)
        return false;
    taking->room_count = taking->lyt.room_count = count;
    for (uint32_t room = 0; room < count; room++)
        taking->taken_of[room] = taking->rooms[room].slot = taking->rooms[room].like = room;
    return true;
}

/* ---- Walkmeshes -------------------------------------------------------------------------- */

/* Whole metres near the middle of a room, so that nothing is rounded; the origin where there is
 * one room only. */
static wr_vec3 position_of(const struct wr_taking *taking, const struct wr_walkmesh *mesh)
{
    wr_dvec3 least = {INFINITY, INFINITY, INFINITY}, most = {-INFINITY, -INFINITY, 0};
    if (taking->room_count == 1)
        return wr_vec3_of(0, 0, 0);
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        wr_dvec3 p = wr_widen(mesh->vertices[v]);
        least = (wr_dvec3){fmin(least.x, p.x), fmin(least.y, p.y), fmin(least.z, p.z)};
        most = (wr_dvec3){fmax(most.x, p.x), fmax(most.y, p.y), 0};
    }
    return wr_vec3_of((float)floor((least.x + most.x) / 2 + 0.5),
                      (float)floor((least.y + most.y) / 2 + 0.5), (float)floor(least.z));
}

/* The walkmesh as the kit's file has it. */
static enum wr_result add_file(struct wr_taking *taking, wr_taken_room *room,
                               const struct wr_bytes *wok)
{
    uint8_t *data = wr_arena_copy(taking->arena, wok->data, wok->size, 1);
    const char *name = wr_taking_file_name(taking, room->name, WR_RES_WOK);
    wr_taken_file file = {.folder = "", .name = name, .data = data, .size = wok->size};
    if (!data || !name || !wr_taking_add(taking, &file))
        return wr_no_memory(taking->context);
    struct wr_source source = {.name = name, .data = data, .size = wok->size, .binary = true};
    return wr_bwm_read(taking->context, taking->arena, &source, &room->mesh);
}

enum wr_result wr_made_room_mesh(struct wr_taking *taking, uint32_t room,
                                 const struct wr_walkmesh *mesh, wr_where where)
{
    struct wr_bytes wok = {0};
    taking->rooms[room].position = position_of(taking, mesh);
    enum wr_result result = wr_bwm_append(taking->context, mesh, where, &wok);
    if (result == WR_OK && wok.failed)
        result = wr_no_memory(taking->context);
    if (result == WR_OK)
        result = add_file(taking, &taking->rooms[room], &wok);
    wr_bytes_finish(&wok);
    return result;
}
