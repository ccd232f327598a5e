/* A kit somebody else wrote, or a walkmesh in a kit of ours, built into a module of three
 * rooms: refused, or a module that the check has no fault to find with. */
#define _XOPEN_SOURCE 700 /* nftw */
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/given.h"
#include "tests/support/folder.h"
#include "tests/support/scenes.h"

#include "builder/builder.h"
#include "kits/kit.h"

#include <string.h>

static const char floor_text[] = "usemtl Stone\nv -6 -6 0\nv -1 -6 0\nv 1 -6 0\nv 6 -6 0\n"
                                 "v 6 6 0\nv 1 6 0\nv -1 6 0\nv -6 6 0\nf 1 2 7 8\n"
                                 "f 2 3 6 7\nf 3 4 5 6\n";
static const char kit_text[] =
    "{\"name\":\"K\",\"id\":\"k\",\"doors\":[{\"utd_k1\":\"\",\"utd_k2\":\"\",\"width\":2,"
    "\"height\":2.5}],\"components\":["
    "{\"name\":\"A\",\"id\":\"a\",\"doorhooks\":["
    "{\"x\":0,\"y\":-6,\"z\":0,\"rotation\":180,\"door\":0,\"edge\":-1},"
    "{\"x\":0,\"y\":6,\"z\":0,\"rotation\":0,\"door\":0,\"edge\":-1}]},"
    "{\"name\":\"Hub\",\"id\":\"hub\",\"doorhooks\":["
    "{\"x\":0,\"y\":6,\"z\":0,\"rotation\":0,\"door\":0,\"edge\":-1},"
    "{\"x\":0,\"y\":-6,\"z\":0,\"rotation\":180,\"door\":0,\"edge\":-1}]}]}";

/* ---- Files ------------------------------------------------------------------------------- */

static struct wr_kit *read_kit(struct scene *scene, const uint8_t *data, size_t size)
{
    bool kit_given = size > 0 && (data[0] == '<' || data[0] == '{');
    static const char *const names[] = {"a.wok", "hub.wok", NULL};
    struct given given = {.data = floor_text,
                          .size = sizeof floor_text - 1,
                          .ending = kit_given ? NULL : "a.wok",
                          .own = data,
                          .own_size = size,
                          .names = names};
    struct wr_source source = {.name = "k.json",
                               .data = kit_given ? data : (const uint8_t *)kit_text,
                               .size = kit_given ? size : sizeof kit_text - 1};
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    struct wr_kit *kit = NULL;
    wr_context_set_files(scene->context, given_files(&given));
    wr_kit_parse(scene->context, &source, "k.json", &surfaces, &kit);
    for (uint32_t i = 0; kit && i < kit->room_count; i++)
        kit->rooms[i].model = NULL; /* which no file is */
    wr_context_set_files(scene->context, NULL);
    return kit;
}

/* ---- The level --------------------------------------------------------------------------- */

/* Three rooms of the kit, each at the last doorway of the one before it, where there are any.
 */
static void place(struct scene *scene)
{
    const struct wr_kit *kit = scene->map.embedded;
    const wr_room *before = &kit->rooms[0];
    scene_put(scene, before->id, 0, 0, 0, 0);
    for (uint32_t i = 1; i < 3; i++) {
        const wr_room *room = &kit->rooms[i % kit->room_count];
        if (before->hook_count > 0 && room->hook_count > 0)
            scene_join(scene, i - 1, before->hooks[before->hook_count - 1].name, room->id,
                       room->hooks[0].name, i == 2);
        else
            scene_put(scene, room->id, 40 * (float)i, 0, 0, 30);
        before = room;
    }
}

/* The first doorway leads out, by a door or by a trigger, where no room is behind it. */
static void lead_out(struct scene *scene, wr_map_exit *exit)
{
    const wr_room *first = &scene->map.embedded->rooms[0];
    *exit = (wr_map_exit){.module = "tower", .title_line = -1};
    if (first->hook_count < 2)
        return;
    exit->hook = first->hooks[0].name;
    exit->way = first->hook_count % 2 ? WR_EXIT_BY_TRIGGER : WR_EXIT_BY_EITHER;
    scene->map.exits = exit;
    scene->map.exit_count = 1;
}

static void build(struct scene *scene)
{
    wr_map_exit exit;
    struct wr_check_summary sum = {0};
    struct folder folder;
    bool odd = scene_heard(scene, "material-unknown"); /* which a foreign kit may bring */
    scene->options.mod = true;
    place(scene);
    lead_out(scene, &exit);
    scene_said(scene);
    folder_start(&folder);
    enum wr_result result = scene_build(scene, folder.root, NULL);
    MUST((result == WR_OK) == (scene->errors == 0));
    if (result == WR_OK)
        wr_check(scene->context, folder.root, NULL, &sum);
    MUST(sum.wrong == 0 || odd);
    folder_end(&folder);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct scene scene;
    scene_start(&scene);
    wr_context_set_jobs(scene.context, 1);
    struct wr_kit *kit = read_kit(&scene, data, size);
    if (kit) {
        wr_arena_destroy(scene.kit_arena);
        scene.map.embedded = kit;
        if (kit->room_count > 0)
            build(&scene);
    }
    scene_end(&scene);
    return 0;
}
