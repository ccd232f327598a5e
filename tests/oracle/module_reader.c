/* Reads a module's folder: its LYT, its VIS and one WOK a room. */
#include "tests/oracle/module.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *join(const char *folder, const char *name, const char *suffix)
{
    size_t size = strlen(folder) + strlen(name) + strlen(suffix) + 2;
    char *path = oracle_take(size, 1);
    snprintf(path, size, "%s/%s%s", folder, name, suffix);
    return path;
}

static bool ends_in(const char *name, const char *suffix)
{
    size_t length = strlen(name), tail = strlen(suffix);
    return length > tail && strcmp(name + length - tail, suffix) == 0;
}

/* Names of the folder's files with a suffix, in no order. */
static char **list(const char *folder, const char *suffix, size_t *count)
{
    char **names = NULL;
    DIR *stream = opendir(folder);
    *count = 0;
    for (const struct dirent *entry; stream && (entry = readdir(stream));)
        if (ends_in(entry->d_name, suffix)) {
            names = oracle_grow(names, *count, sizeof *names);
            names[(*count)++] = oracle_copy(entry->d_name);
        }
    if (stream)
        closedir(stream);
    return names;
}

static void free_list(char **names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        free(names[i]);
    free(names);
}

/* The module's id: the name of its only LYT. */
static char *find_id(struct oracle_report *report, const char *folder)
{
    size_t count;
    char **names = list(folder, ".lyt", &count), *id = NULL;
    if (count != 1)
        oracle_blame(report, ORACLE_MODULE_FOLDER, folder, "%zu files end in .lyt, not one",
                     count);
    else
        id = oracle_copy(names[0]);
    if (id)
        id[strlen(id) - 4] = 0;
    free_list(names, count);
    return id;
}

typedef void read_text(struct oracle_report *report, const char *file, const void *bytes,
                       size_t size, struct oracle_module *module);

static void read_file(struct oracle_report *report, const char *path, read_text *read,
                      struct oracle_module *module)
{
    size_t size;
    unsigned char *bytes = oracle_file_bytes(report, path, &size);
    if (bytes)
        read(report, path, bytes, size, module);
    free(bytes);
}

static bool edges_fit(const struct oracle_wok *wok)
{
    for (uint32_t i = 0; i < wok->edge_count; i++)
        if (wok->edges[i].edge >= 3 * wok->row_count)
            return false;
    return true;
}

static void read_room(struct oracle_report *report, const struct oracle_options *options,
                      struct oracle_room *room)
{
    size_t size;
    unsigned char *bytes = oracle_file_bytes(report, room->file, &size);
    if (bytes && oracle_wok_read(report, room->file, bytes, size, &room->wok)) {
        room->has_wok =
            oracle_wok_judge(report, options, room->file, &room->wok) && edges_fit(&room->wok);
        if (!room->has_wok)
            oracle_wok_free(&room->wok);
    }
    free(bytes);
}

static bool exists(const char *path)
{
    FILE *stream = fopen(path, "rb");
    if (stream)
        fclose(stream);
    return stream != NULL;
}

/* How many leading rooms bear the names rooms must have. */
static size_t named_rooms(const struct oracle_module *module)
{
    char name[80];
    size_t count = 0;
    for (; count < module->room_count; count++) {
        snprintf(name, sizeof name, "%.40s_room%zu", module->id, count);
        if (strcmp(module->rooms[count].name, name) != 0)
            break;
    }
    return count;
}

static bool is_room_name(const char *id, const char *name)
{
    size_t length = strlen(id);
    return strncmp(name, id, length) == 0 && strncmp(name + length, "_room", 5) == 0;
}

/* Rooms come first, each with its WOK; what follows has a name of its own and none. */
static void read_rooms(struct oracle_report *report, const struct oracle_options *options,
                       const char *folder, struct oracle_module *module)
{
    size_t named = named_rooms(module);
    if (!named)
        oracle_blame(report, ORACLE_MODULE_ROOMS, module->lyt, "there is no %s_room0",
                     module->id);
    for (size_t i = 0; i < module->room_count; i++) {
        struct oracle_room *room = &module->rooms[i];
        room->file = join(folder, room->name, ".wok");
        if (i < named)
            read_room(report, options, room);
        else if (is_room_name(module->id, room->name) || exists(room->file))
            oracle_blame(report, ORACLE_MODULE_ROOMS, module->lyt,
                         "room %zu is '%s', not '%s_room%zu', or stands behind other models", i,
                         room->name, module->id, i);
        room->first_face = module->face_count;
        module->face_count += room->wok.face_count;
    }
}

size_t oracle_room_named(const struct oracle_module *module, const char *name)
{
    const char *tail = strrchr(name, 'm');
    size_t guess = tail ? strtoul(tail + 1, NULL, 10) : 0;
    if (guess < module->room_count && strcmp(module->rooms[guess].name, name) == 0)
        return guess;
    for (size_t i = 0; i < module->room_count; i++)
        if (strcmp(module->rooms[i].name, name) == 0)
            return i;
    return SIZE_MAX;
}

static void judge_strays(struct oracle_report *report, const char *folder,
                         const struct oracle_module *module)
{
    size_t count;
    char **names = list(folder, ".wok", &count);
    for (size_t i = 0; i < count; i++) {
        names[i][strlen(names[i]) - 4] = 0;
        if (oracle_room_named(module, names[i]) == SIZE_MAX)
            oracle_blame(report, ORACLE_MODULE_ROOMS, folder, "no room is named after %s.wok",
                         names[i]);
    }
    free_list(names, count);
}

bool oracle_module_read(struct oracle_report *report,
                        const struct oracle_module_options *options, const char *folder,
                        struct oracle_module *module)
{
    memset(module, 0, sizeof *module);
    module->id = find_id(report, folder);
    if (!module->id)
        return false;
    module->lyt = join(folder, module->id, ".lyt");
    module->vis = join(folder, module->id, ".vis");
    read_file(report, module->lyt, oracle_lyt_read, module);
    read_file(report, module->vis, oracle_vis_read, module);
    read_rooms(report, &options->wok, folder, module);
    judge_strays(report, folder, module);
    return true;
}

static void free_texts(struct oracle_module *module)
{
    for (size_t i = 0; i < module->hook_count; i++) {
        free(module->hooks[i].room);
        free(module->hooks[i].door);
    }
    for (size_t i = 0; i < module->sight_count; i++) {
        free_list(module->sights[i].seen, module->sights[i].seen_count);
        free(module->sights[i].room);
    }
}

void oracle_module_free(struct oracle_module *module)
{
    free_texts(module);
    for (size_t i = 0; i < module->room_count; i++) {
        oracle_wok_free(&module->rooms[i].wok);
        free(module->rooms[i].name);
        free(module->rooms[i].file);
    }
    free(module->rooms);
    free(module->hooks);
    free(module->sights);
    free(module->id);
    free(module->lyt);
    free(module->vis);
    memset(module, 0, sizeof *module);
}

bool oracle_judge_folder(struct oracle_report *report,
                         const struct oracle_module_options *options, const char *folder)
{
    size_t before = report->count;
    struct oracle_module module;
    if (oracle_module_read(report, options, folder, &module))
        oracle_module_judge(report, options, &module);
    oracle_module_free(&module);
    return report->count == before;
}
