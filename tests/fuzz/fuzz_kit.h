/* Any text as a kit whose every file is there and holds one square floor: what is read is
 * whole, and what is not read was refused with an error. */
#ifndef WR_TESTS_FUZZ_FUZZ_KIT_H
#define WR_TESTS_FUZZ_FUZZ_KIT_H

#include "kits/kit.h"
#include "tests/fuzz/given.h"

#include <stdlib.h>
#include <string.h>

static const char fuzz_floor[] = "usemtl Stone\nv -6 -6 0\nv -1 -6 0\nv 1 -6 0\nv 6 -6 0\n"
                                 "v 6 6 0\nv -6 6 0\nf 1 2 6\nf 2 3 5 6\nf 3 4 5\n";

static void fuzz_check_hook(const struct wr_kit *kit, const wr_room *room, const wr_hook *hook)
{
    if (hook->door >= kit->door_count ||
        (hook->foot == WR_NONE) != (hook->threshold_count == 0))
        abort();
    for (uint32_t i = 0; i < hook->threshold_count; i++)
        if (hook->threshold[i] / 3 >= room->mesh->walkable_count)
            abort();
}

/* As long as each of its stretches allows. */
static void fuzz_check_lengths(struct wr_context *context, const wr_room *room)
{
    float lengths[WR_MOST_STRETCHES];
    struct wr_arena *arena = wr_arena_create();
    const wr_room *longer;
    for (uint32_t s = 0; s < room->stretch_count; s++) {
        lengths[s] = room->stretches[s].to;
        if (!wr_stretch_allows(&room->stretches[s], lengths[s]))
            abort();
    }
    if (wr_lengths_fit(context, room, lengths, WR_NOWHERE) != WR_OK) {
        wr_arena_destroy(arena);
        if (!room->outline)
            abort();
        return;
    }
    if (wr_room_stretch(context, arena, room, lengths, &longer) != WR_OK ||
        (!room->outline && (longer->mesh->face_count != room->mesh->face_count ||
                            longer->mesh->edge_count != room->mesh->edge_count)))
        abort();
    for (uint32_t h = 0; h < room->hook_count; h++)
        if (!wr_vec3_same(longer->hooks[h].position, wr_hook_at(room, h, lengths)))
            abort();
    wr_arena_destroy(arena);
}

static void fuzz_check_kit(struct wr_context *context, const struct wr_kit *kit)
{
    for (uint32_t r = 0; r < kit->room_count; r++) {
        const wr_room *room = &kit->rooms[r];
        if (room->kit != kit || !room->mesh || !room->id || !room->name)
            abort();
        for (uint32_t h = 0; h < room->hook_count; h++)
            fuzz_check_hook(kit, room, &room->hooks[h]);
        fuzz_check_lengths(context, room);
    }
}

static void fuzz_kit(const uint8_t *data, size_t size, const char *path)
{
    struct wr_context *context = wr_context_create(NULL, NULL);
    static const char *const names[] = {"a.wok", "hub.mdl", "hub.wok", NULL};
    struct given given = {.data = fuzz_floor, .size = sizeof fuzz_floor - 1, .names = names};
    const struct wr_source source = {.name = path, .data = data, .size = size};
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    struct wr_kit *kit = NULL;
    wr_context_set_files(context, given_files(&given));
    enum wr_result result = wr_kit_parse(context, &source, path, &surfaces, &kit);
    if ((result == WR_OK) != (kit != NULL) ||
        (result == WR_OK) == (wr_context_count(context, WR_ERROR) > 0))
        abort();
    if (kit)
        fuzz_check_kit(context, kit);
    wr_kit_free(kit);
    wr_context_destroy(context);
}

#endif
