/* The names of a module's rooms, and whether the game can hold them. */
#include "builder/layout/names.h"

#include <stdio.h>
#include <string.h>

#include "core/base/path.h"
#include "core/base/text.h"

static unsigned digits_of(uint32_t number)
{
    unsigned digits = 1;
    while (number >= 10) {
        number /= 10;
        digits++;
    }
    return digits;
}

enum { ROOM_MARK = sizeof "_room" - 1, MAP_MARK = sizeof "lbl_map" - 1 };

wr_where wr_names_id_where(const struct wr_layout *layout)
{
    const struct wr_map *map = layout->map;
    if (!map->source || layout->id != map->id)
        return WR_NOWHERE;
    return wr_at(map->source, map->id_place.offset);
}

enum wr_result wr_names_check(struct wr_context *context, const struct wr_layout *layout,
                              bool mod)
{
    unsigned tail = ROOM_MARK + digits_of(layout->area_room_count - 1);
    size_t longest = WR_LONGEST_NAME - tail, size = strlen(layout->id);
    if (size == 0 || strspn(layout->id, "abcdefghijklmnopqrstuvwxyz0123456789_") != size)
        return wr_fail(context, WR_INVALID, wr_names_id_where(layout), "id-characters",
                       "an id is made of a-z, 0-9 and _",
                       "the id '%.64s' holds a character the game does not take in a name",
                       layout->id);
    if (wr_name_reserved(layout->id))
        return wr_fail(context, WR_INVALID, wr_at(layout->map->source, WR_WHOLE_FILE),
                       "id-reserved", "choose another id",
                       "the id '%s' is the name of a device on Windows", layout->id);
    bool minimap = mod && longest > WR_LONGEST_NAME - MAP_MARK;
    longest = minimap ? WR_LONGEST_NAME - MAP_MARK : longest;
    if (size <= longest)
        return WR_OK;
    return wr_fail(
        context, WR_LIMIT, wr_names_id_where(layout), "id-too-long",
        minimap ? "shorten it, or give --id: the game knows names of 16 characters, and the "
                  "minimap is lbl_map<id>"
                : "shorten it, or give --id: the game knows names of 16 characters, and each "
                  "room's "
                  "is <id>_room<number>",
        "the id '%s' has %zu characters; with %u room%s%s it may have at most %zu", layout->id,
        size, (unsigned)layout->area_room_count, layout->area_room_count == 1 ? "" : "s",
        minimap ? " and --mod" : "", longest);
}

static void write_room(char *out, size_t size, const char *id, uint32_t number,
                       const char *ending)
{
    snprintf(out, size, "%s_room%u%s", id, (unsigned)number, ending);
}

wr_room_file wr_room_file_of(const char *id, uint32_t area_room, const char *ending)
{
    wr_room_file file;
    write_room(file.name, sizeof file.name, id, area_room, ending);
    return file;
}

bool wr_room_file_number(const char *name, const char *id, const char *ending, uint32_t *out)
{
    size_t size = strlen(id);
    if (strncmp(name, id, size) != 0 || strncmp(name + size, "_room", ROOM_MARK) != 0)
        return false;
    const char *digits = name + size + ROOM_MARK;
    wr_view text = {digits, strspn(digits, "0123456789")};
    return wr_parse_u32(text, out) && strcmp(wr_room_file_of(id, *out, ending).name, name) == 0;
}

wr_room_names wr_room_names_make(struct wr_arena *arena, const struct wr_layout *layout)
{
    wr_room_names names = {.stride = strlen(layout->id) + ROOM_MARK + 11};
    names.items = wr_arena_take(arena, layout->area_room_count, names.stride);
    for (uint32_t i = 0; names.items && i < layout->area_room_count; i++)
        write_room(names.items + names.stride * i, names.stride, layout->id, i, "");
    return names;
}

void wr_key_tag(const char *key, char out[WR_LONGEST_TAG + 1])
{
    snprintf(out, WR_LONGEST_TAG + 1, "key_%s", key);
}
