/* Any text as a kit whose every file is there and holds one square floor: what is read is
 * whole, and what is not read was refused with an error. */
#ifndef WR_TESTS_FUZZ_FUZZ_KIT_H
#define WR_TESTS_FUZZ_FUZZ_KIT_H

#include "kits/kit.h"

#include <stdlib.h>
#include <string.h>

static const char fuzz_floor[] = "usemtl Stone\nv -6 -6 0\nv -1 -6 0\nv 1 -6 0\nv 6 -6 0\n"
                                 "v 6 6 0\nv -6 6 0\nf 1 2 6\nf 2 3 5 6\nf 3 4 5\n";

static bool fuzz_exists(void *user, const char *path)
{
    (void)user;
    (void)path;
    return true;
}

static enum wr_result fuzz_read(void *user, struct wr_context *context, struct wr_arena *arena,
                                const char *path, struct wr_source *out)
{
    (void)user;
    *out = (struct wr_source){.name = wr_arena_text(arena, path, strlen(path)),
                              .data = (const uint8_t *)fuzz_floor,
                              .size = sizeof fuzz_floor - 1};
    return out->name ? WR_OK : wr_no_memory(context);
}

static enum wr_result fuzz_list(void *user, struct wr_context *context, struct wr_arena *arena,
                                const char *folder, char ***names, size_t *count)
{
    (void)user;
    (void)folder;
    static char names_there[][8] = {"a.wok", "hub.mdl", "hub.wok"};
    char *const files[] = {names_there[0], names_there[1], names_there[2]};
    *count = sizeof files / sizeof *files;
    *names = wr_arena_copy(arena, files, *count, sizeof *files);
    return *names ? WR_OK : wr_no_memory(context);
}

static void fuzz_check_hook(const struct wr_kit *kit, const wr_room *room, const wr_hook *hook)
{
    if (hook->door >= kit->door_count ||
        (hook->foot == WR_NONE) != (hook->threshold_count == 0))
        abort();
    for (uint32_t i = 0; i < hook->threshold_count; i++)
        if (hook->threshold[i] / 3 >= room->mesh->walkable_count)
            abort();
}

static void fuzz_check_kit(const struct wr_kit *kit)
{
    for (uint32_t r = 0; r < kit->room_count; r++) {
        const wr_room *room = &kit->rooms[r];
        if (room->kit != kit || !room->mesh || !room->id || !room->name)
            abort();
        for (uint32_t h = 0; h < room->hook_count; h++)
            fuzz_check_hook(kit, room, &room->hooks[h]);
    }
}

static void fuzz_kit(const uint8_t *data, size_t size, const char *path)
{
    struct wr_context *context = wr_context_create(NULL, NULL);
    const struct wr_kit_files files = {fuzz_exists, fuzz_exists, fuzz_read, fuzz_list, NULL};
    const struct wr_source source = {.name = path, .data = data, .size = size};
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    struct wr_kit *kit = NULL;
    enum wr_result result = wr_kit_parse(context, &source, path, &files, &surfaces, &kit);
    if ((result == WR_OK) != (kit != NULL) ||
        (result == WR_OK) == (wr_context_count(context, WR_ERROR) > 0))
        abort();
    if (kit)
        fuzz_check_kit(kit);
    wr_kit_free(kit);
    wr_context_destroy(context);
}

#endif
