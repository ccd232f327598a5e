/* Judging built modules by the oracle alone. */
#include "tests/support/judged.h"
#include "tests/support/outlined.h"

#include "core/base/bytes.h"
#include "core/format/bwm.h"

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- Folders ---- */

void folder_make(char out[128])
{
    const char *root = getenv("TMPDIR");
    snprintf(out, 128, "%s/warren-XXXXXX", root && strlen(root) < 100 ? root : "/tmp");
    assert_non_null(mkdtemp(out));
}

static int order_names(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Paths of what a folder holds, in the order of names; free each and the list. */
static char **list_folder(const char *folder, size_t *count)
{
    char **paths = NULL;
    size_t capacity = 0;
    *count = 0;
    DIR *opened = opendir(folder);
    if (!opened)
        return NULL;
    for (struct dirent *entry; (entry = readdir(opened));) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        if (*count == capacity) {
            capacity = capacity ? 2 * capacity : 16;
            paths = realloc(paths, capacity * sizeof *paths);
            assert_non_null(paths);
        }
        size_t size = strlen(folder) + strlen(entry->d_name) + 2;
        paths[*count] = malloc(size);
        assert_non_null(paths[*count]);
        snprintf(paths[(*count)++], size, "%s/%s", folder, entry->d_name);
    }
    closedir(opened);
    if (*count)
        qsort(paths, *count, sizeof *paths, order_names);
    return paths;
}

static void free_list(char **paths, size_t count)
{
    for (size_t i = 0; i < count; i++)
        free(paths[i]);
    free(paths);
}

void folder_drop(const char *folder)
{
    size_t count;
    char **paths = list_folder(folder, &count);
    for (size_t i = 0; i < count; i++) {
        struct stat status;
        if (lstat(paths[i], &status) == 0 && S_ISDIR(status.st_mode))
            folder_drop(paths[i]);
        else
            unlink(paths[i]);
    }
    free_list(paths, count);
    rmdir(folder);
}

size_t folder_count(const char *folder)
{
    size_t count;
    char **paths = list_folder(folder, &count);
    free_list(paths, count);
    return count;
}

static uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t size)
{
    const unsigned char *at = bytes;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ at[i]) * 0x100000001b3u;
    return hash;
}

uint64_t folder_hash(const char *folder)
{
    uint64_t hash = 0xcbf29ce484222325u;
    size_t count;
    char **paths = list_folder(folder, &count);
    struct oracle_report report = {0};
    for (size_t i = 0; i < count; i++) {
        size_t size;
        unsigned char *bytes = oracle_file_bytes(&report, paths[i], &size);
        const char *name = strrchr(paths[i], '/') + 1;
        assert_non_null(bytes);
        hash = hash_bytes(hash, name, strlen(name) + 1);
        hash = hash_bytes(hash, bytes, size);
        free(bytes);
    }
    free_list(paths, count);
    return hash;
}

/* ---- Rooms ---- */

static const wr_room *room_of(const struct made *made, const wr_map_room *asked)
{
    const struct wr_kit *kit = made->map->embedded;
    if (asked->kit) {
        struct wr_context *context = wr_context_create(NULL, NULL);
        assert_int_equal(wr_kits_find(context, made->kits, asked->kit, &kit), WR_OK);
        wr_context_destroy(context);
    }
    assert_non_null(kit);
    const wr_room *room = wr_kit_room(kit, asked->room, NULL);
    assert_non_null(room);
    return room;
}

static void read_kit_wok(const struct made *made, const wr_room *room, struct oracle_wok *out)
{
    struct oracle_report report = {0};
    struct wr_bytes mesh = {0};
    if (made->wok_folder) {
        char path[1024];
        size_t size;
        snprintf(path, sizeof path, "%s/%s.wok", made->wok_folder, room->id);
        unsigned char *bytes = oracle_file_bytes(&report, path, &size);
        assert_non_null(bytes);
        assert_true(oracle_wok_read(&report, path, bytes, size, out));
        free(bytes);
    } else {
        wr_bwm_write(room->mesh, &mesh);
        assert_true(oracle_wok_read(&report, room->id, mesh.data, mesh.size, out));
    }
    wr_bytes_finish(&mesh);
    oracle_report_clear(&report);
}

/* Moves what lies beyond the planes of a room's stretches by the lengths a map gives it. */
static void stretch_kit_wok(const wr_room *room, const wr_map_room *asked,
                            struct oracle_wok *out)
{
    const double still = 0.001;
    for (uint32_t v = 0; v < out->vertex_count && asked->length_count > 0; v++) {
        const double was[2] = {(double)out->vertices[v][0], (double)out->vertices[v][1]};
        for (uint32_t i = 0; i < asked->length_count; i++) {
            const wr_stretch *stretch = &room->stretches[i];
            if (was[stretch->axis] <= (double)stretch->at + still)
                continue;
            out->vertices[v][stretch->axis] += asked->lengths[i];
            out->vertices[v][2] += stretch->rise * asked->lengths[i];
        }
    }
}

/* The number of the area room each map room became: groups stand where their first room does.
 */
static size_t *number_rooms(const struct made *made)
{
    const struct wr_map *map = made->map;
    size_t *numbers = oracle_take(map->room_count, sizeof *numbers), next = 0;
    for (uint32_t i = 0; i < map->room_count; i++) {
        numbers[i] = SIZE_MAX;
        for (uint32_t k = 0; k < i && numbers[i] == SIZE_MAX; k++) {
            const char *a = map->rooms[i].group, *b = map->rooms[k].group;
            if (made->merged_all || (a && b && strcmp(a, b) == 0))
                numbers[i] = numbers[k];
        }
        if (numbers[i] == SIZE_MAX)
            numbers[i] = next++;
    }
    return numbers;
}

/* The position in a room's header turns and mirrors as a vector and does not move. */
static void compare_position(const struct oracle_wok *kit, const struct oracle_wok *built,
                             const struct oracle_placement *placement)
{
    double angle = placement->turn * (3.14159265358979323846 / 180);
    double x = (double)kit->position[0] * (placement->mirror_x ? -1 : 1);
    double y = (double)kit->position[1] * (placement->mirror_y ? -1 : 1);
    assert_near(built->position[0], x * cos(angle) - y * sin(angle), 1e-4);
    assert_near(built->position[1], x * sin(angle) + y * cos(angle), 1e-4);
    assert_near(built->position[2], (double)kit->position[2], 1e-4);
}

static void compare_rooms(struct oracle_report *report, const struct oracle_module *module,
                          const struct made *made)
{
    const struct wr_map *map = made->map;
    size_t *numbers = number_rooms(made);
    for (uint32_t i = 0; i < map->room_count; i++) {
        const wr_map_room *asked = &map->rooms[i];
        struct oracle_placed_options options = oracle_placed();
        for (uint32_t k = 0; k < map->room_count; k++)
            options.part_of_merge |= k != i && numbers[k] == numbers[i];
        struct oracle_placement placement = {
            .mirror_x = asked->placement.mirror_x,
            .mirror_y = asked->placement.mirror_y,
            .turn = (double)asked->placement.turn,
            .position = {(double)asked->placement.position.x,
                         (double)asked->placement.position.y,
                         (double)asked->placement.position.z},
        };
        struct oracle_wok kit;
        const wr_room *room = room_of(made, asked);
        if (room->outline && !options.part_of_merge) {
            outlined_judge(room, asked, &module->rooms[numbers[i]].wok);
            if (asked->length_count > 0)
                continue;
        }
        read_kit_wok(made, room, &kit);
        stretch_kit_wok(room, asked, &kit);
        assert_true(numbers[i] < module->room_count);
        if (!options.part_of_merge)
            compare_position(&kit, &module->rooms[numbers[i]].wok, &placement);
        oracle_compare_placed(report, &options, module->rooms[numbers[i]].file, &kit,
                              &module->rooms[numbers[i]].wok, &placement);
        oracle_wok_free(&kit);
    }
    free(numbers);
}

size_t judge_module(struct oracle_report *report, const char *folder, const struct made *made)
{
    struct oracle_module_options options = oracle_built();
    struct oracle_module module;
    size_t before = report->count;
    if (oracle_module_read(report, &options, folder, &module)) {
        oracle_module_judge(report, &options, &module);
        compare_rooms(report, &module, made);
        oracle_module_free(&module);
    }
    for (size_t i = before; i < report->count && i < before + 12; i++)
        printf("[  FAULT   ] %s: %s [%s]\n", report->faults[i].file, report->faults[i].text,
               oracle_rule_name(report->faults[i].rule));
    return report->count - before;
}

/* ---- Rings ---- */

/* Takes the transitions between two rooms away, both ways. */
static void close_door(struct oracle_module *module, uint32_t a, uint32_t b)
{
    for (uint32_t i = 0; i < module->rooms[a].wok.edge_count; i++)
        if (module->rooms[a].wok.edges[i].transition == (int32_t)b)
            module->rooms[a].wok.edges[i].transition = -1;
    for (uint32_t i = 0; i < module->rooms[b].wok.edge_count; i++)
        if (module->rooms[b].wok.edges[i].transition == (int32_t)a)
            module->rooms[b].wok.edges[i].transition = -1;
}

static bool comes_to_every_room(const struct oracle_module *module)
{
    unsigned char *reached = oracle_flood(module, 0, 0);
    bool all = true;
    for (size_t r = 0; r < module->room_count; r++)
        all &= reached[module->rooms[r].first_face];
    free(reached);
    return all;
}

static bool comes_round_without(const char *folder, struct oracle_report *report,
                                const struct oracle_link *shut)
{
    struct oracle_module_options options = oracle_built();
    struct oracle_module module;
    assert_true(oracle_module_read(report, &options, folder, &module));
    close_door(&module, shut->room, shut->other_room);
    bool comes = comes_to_every_room(&module);
    oracle_module_free(&module);
    return comes;
}

size_t judge_round(const char *folder)
{
    struct oracle_report report = {0};
    struct oracle_module_options options = oracle_built();
    struct oracle_module whole;
    assert_true(oracle_module_read(&report, &options, folder, &whole));
    size_t count, doors = 0;
    struct oracle_link *links = oracle_links(&whole, &count);
    bool round = true;
    for (size_t i = 0; i < count; i++) {
        if (links[i].room > links[i].other_room ||
            (i && links[i].room == links[i - 1].room &&
             links[i].other_room == links[i - 1].other_room))
            continue; /* the other way, or one more edge of the same doorway */
        doors++;
        round &= comes_round_without(folder, &report, &links[i]);
    }
    free(links);
    oracle_module_free(&whole);
    oracle_report_clear(&report);
    return round ? doors : 0;
}
