/* Rooms of a kit's XML: their files and hooks. */
#include "core/base/math.h"
#include "core/base/tolerance.h"
#include "core/files/file.h"
#include "core/walkmesh/walkmesh.h"
#include "kits/kit_xml.h"

#include <string.h>

static const char *const none[] = {NULL};

/* ---- Files
 * ----------------------------------------------------------------------------------- */

/* The path of a file of the kit; NULL when it cannot be one. */
static const char *get_path(struct wr_kit_xml *reader, wr_xml *element, const char *name,
                            bool required)
{
    const char *text;
    if (!wr_kit_xml_text(reader, element, name, required, &text))
        return NULL;
    wr_where where = wr_kit_xml_where(element, name);
    if (text[0] == '\0' || !wr_path_inside(text)) {
        reader->ok = false;
        wr_fail(reader->context, WR_INVALID, where, "path-outside",
                "paths are relative to the folder of the kit and stay in it",
                "'%s' is no path inside the kit's folder", text);
        return NULL;
    }
    char *path = wr_path_join(reader->arena, reader->kit->folder, text);
    if (path)
        wr_path_slashes(path + strlen(path) - strlen(text));
    else
        wr_kit_xml_starve(reader);
    enum wr_result stays =
        path ? wr_path_stays(reader->context, reader->kit->folder, path) : WR_OK;
    if (stays == WR_NO_MEMORY)
        wr_kit_xml_starve(reader);
    if (stays != WR_INVALID)
        return path;
    reader->ok = false;
    wr_fail(reader->context, WR_INVALID, where, "path-outside", "put the file itself there",
            "a link leads from '%s' out of the kit's folder", text);
    return NULL;
}

static void read_model(struct wr_kit_xml *reader, wr_xml *element, wr_room *room)
{
    room->model = get_path(reader, element, "model", false);
    if (!room->model || wr_file_exists(reader->context, room->model))
        return;
    wr_warn(reader->context, wr_kit_xml_where(element, "model"), "kit-file-missing",
            "the room is built without a model", "there is no file '%s'", room->model);
    room->model = NULL;
}

/* Rooms that name one file, and have one origin in it, share one mesh. */
static bool share_mesh(struct wr_kit_xml *reader, const char *path, wr_room *room,
                       struct wr_room_places *places)
{
    for (uint32_t i = 0; i < reader->kit->room_count; i++) {
        const struct wr_source *source = &reader->reading->places[i].mesh_source;
        const wr_room *other = &reader->kit->rooms[i];
        if (other->outline || strcmp(source->name, path) != 0 ||
            !wr_vec3_same(other->origin, room->origin))
            continue;
        room->mesh = other->mesh;
        room->written = other->written ? other->written : other->mesh->vertices;
        places->mesh_source = *source;
        return true;
    }
    return false;
}

/* A walkmesh in the coordinates of an area is brought into the room's own. */
static enum wr_result bring_mesh(struct wr_kit_xml *reader, wr_room *room)
{
    struct wr_walkmesh *mesh;
    room->written = room->mesh->vertices;
    if (wr_vec3_same(room->origin, wr_vec3_of(0, 0, 0)))
        return WR_OK;
    enum wr_result result =
        wr_kit_mesh_bring(reader->context, reader->arena, reader->reading->scratch, room->mesh,
                          room->origin, &mesh);
    if (result == WR_OK)
        room->mesh = mesh;
    return result;
}

static enum wr_result load_mesh(struct wr_kit_xml *reader, wr_xml *element, const char *path,
                                wr_room *room, struct wr_room_places *places)
{
    struct wr_walkmesh *mesh;
    if (!wr_file_exists(reader->context, path))
        return wr_fail(reader->context, WR_NOT_FOUND, places->mesh, "kit-file-missing", NULL,
                       "there is no file '%s'", path);
    enum wr_result result =
        wr_file_read(reader->context, reader->reading->scratch, path, &places->mesh_source);
    if (!result)
        result = wr_kit_mesh_read(reader->context, reader->arena, &places->mesh_source,
                                  reader->reading->surfaces, &mesh);
    if (!result)
        room->mesh = mesh;
    return result || !wr_xml_find(element, "origin") ? result : bring_mesh(reader, room);
}

static bool within_area(float coordinate)
{
    return coordinate >= (float)-WR_AREA_REACH && coordinate <= (float)WR_AREA_REACH;
}

/* An origin that is not too far for what is left to be numbers. */
static void read_origin(struct wr_kit_xml *reader, wr_xml *element, wr_vec3 *out)
{
    if (!wr_xml_get_vec3(reader->context, element, "origin", false, out, &reader->ok) ||
        (within_area(out->x) && within_area(out->y) && within_area(out->z)))
        return;
    *out = wr_vec3_of(0, 0, 0);
    reader->ok = false;
    wr_fail(reader->context, WR_LIMIT, wr_kit_xml_where(element, "origin"), "room-too-far",
            "coordinates of an area are exact to a centimetre up to there",
            "the origin is farther away than %s m", wr_fixed(WR_AREA_REACH, 0).text);
}

static bool read_mesh(struct wr_kit_xml *reader, wr_xml *element, wr_room *room,
                      struct wr_room_places *places)
{
    read_origin(reader, element, &room->origin);
    const char *path = get_path(reader, element, "walkmesh", true);
    if (!path)
        return false;
    places->mesh = wr_kit_xml_where(element, "walkmesh");
    if (share_mesh(reader, path, room, places))
        return true;
    enum wr_result result = load_mesh(reader, element, path, room, places);
    if (result == WR_NO_MEMORY)
        reader->fatal = result;
    if (result)
        reader->ok = false;
    return result == WR_OK;
}

/* ---- Hooks
 * ----------------------------------------------------------------------------------- */

static bool read_edge(struct wr_kit_xml *reader, wr_where where, wr_view word,
                      const struct wr_walkmesh *mesh, uint32_t *out)
{
    reader->ok &= wr_parse_u32(word, out);
    if (!wr_parse_u32(word, out)) {
        wr_fail(reader->context, WR_INVALID, where, "xml-value", NULL,
                "'%.*s' is no number of an edge", (int)word.size, word.data);
        return false;
    }
    bool open =
        !mesh || (*out / 3 < mesh->walkable_count && mesh->adjacency[*out / 3][*out % 3] < 0);
    if (open)
        return true;
    reader->ok = false;
    wr_fail(reader->context, WR_INVALID, where, "edge-not-open",
            "an edge is 3 * face + corner of the derived walkmesh, as `warren show` lists them",
            "edge %u is no open edge of a walkable face", (unsigned)*out);
    return false;
}

/* The listed edges become the hook's candidates. */
static bool read_edges(struct wr_kit_xml *reader, wr_xml *element,
                       const struct wr_walkmesh *mesh, wr_hook *hook)
{
    const char *text;
    uint32_t edges[WR_MOST_EDGES], count = 0;
    if (!wr_kit_xml_text(reader, element, "edges", false, &text))
        return true;
    wr_where where = wr_kit_xml_where(element, "edges");
    wr_view rest = wr_view_of(text), word;
    while ((word = wr_view_word(&rest)).size > 0 && count < WR_MOST_EDGES)
        if (!read_edge(reader, where, word, mesh, &edges[count++]))
            return false;
    if (word.size > 0 || count == 0) {
        reader->ok = false;
        wr_fail(reader->context, WR_INVALID, where, "xml-value", NULL,
                "a hook lists 1 to %d edges", (int)WR_MOST_EDGES);
        return false;
    }
    hook->threshold = wr_arena_copy(reader->arena, edges, count, sizeof *edges);
    hook->threshold_count = count;
    return hook->threshold || wr_kit_xml_starve(reader);
}

static bool read_marks(struct wr_kit_xml *reader, wr_xml *element,
                       const struct wr_walkmesh *mesh, wr_hook *hook)
{
    uint32_t id;
    wr_xml_attribute *edges = wr_xml_find(element, "edges");
    if (wr_kit_xml_count(reader, element, "id", &id))
        hook->id = (int32_t)id;
    if (edges && wr_xml_find(element, "id")) {
        reader->ok = false;
        wr_fail(reader->context, WR_INVALID, edges->where, "hook-id-and-edges",
                "keep the id where the walkmesh bears it, the edges where it does not",
                "a hook has an id or a list of edges, not both");
        return false;
    }
    return read_edges(reader, element, mesh, hook);
}

static bool read_hook(struct wr_kit_xml *reader, wr_xml *element,
                      const struct wr_walkmesh *mesh, wr_hook *hook)
{
    static const char *const known[] = {"name", "at", "facing", "door", "id", "edges", NULL};
    *hook = (wr_hook){.facing = NAN, .id = -1, .foot = WR_NONE, .island = WR_NONE};
    bool whole = wr_kit_xml_id(reader, element, "name", &hook->name);
    whole &=
        wr_xml_get_vec3(reader->context, element, "at", true, &hook->position, &reader->ok);
    whole &= wr_kit_xml_hook_door(reader, element, hook);
    wr_xml_get_f32(reader->context, element, "facing", false, &hook->facing, &reader->ok);
    whole &= read_marks(reader, element, mesh, hook);
    wr_kit_xml_done(reader, element, known, none);
    return whole;
}

static void read_hooks(struct wr_kit_xml *reader, wr_xml *element, wr_room *room,
                       struct wr_room_places *places)
{
    uint32_t count;
    if (!wr_kit_xml_within(reader, element, "hook", WR_MOST_HOOKS, &count))
        return;
    wr_hook *hooks = WR_TAKE(reader->arena, wr_hook, count);
    wr_where *wheres = WR_TAKE(reader->reading->scratch, wr_where, count);
    if (!hooks || !wheres) {
        wr_kit_xml_starve(reader);
        return;
    }
    wr_xml *child = wr_kit_xml_next(element->first, "hook");
    for (; child && !reader->fatal; child = wr_kit_xml_next(child->next, "hook"))
        if (read_hook(reader, child, room->mesh, &hooks[room->hook_count]))
            wheres[room->hook_count++] = child->where;
    room->hooks = hooks;
    places->hooks = wheres;
    wr_kit_xml_refuse_twice(reader, element, "hook", "name");
}

/* ---- Rooms
 * ----------------------------------------------------------------------------------- */

static void read_limits(struct wr_kit_xml *reader, wr_xml *element, wr_room *room)
{
    room->weight = 1;
    room->most = WR_NONE;
    wr_kit_xml_size(reader, element, "weight", false, true, &room->weight);
    wr_kit_xml_count(reader, element, "least", &room->least);
    if (!wr_kit_xml_count(reader, element, "most", &room->most) || room->least <= room->most)
        return;
    reader->ok = false;
    wr_fail(reader->context, WR_INVALID, wr_kit_xml_where(element, "least"), "limits-crossed",
            NULL, "a level would need at least %u of this room and at most %u",
            (unsigned)room->least, (unsigned)room->most);
}

static void read_tags(struct wr_kit_xml *reader, wr_xml *element, wr_room *room)
{
    wr_xml_attribute *written = wr_xml_find(element, "tags");
    wr_kit_xml_words(reader, element, "tags", &room->tags, &room->tag_count);
    if (written && strchr(written->value, ',')) {
        wr_kit_xml_refuse_name(reader, element, "tags", written->value,
                               "tags are parted by spaces, not commas: tags=\"hall dug\"");
        return;
    }
    for (uint32_t i = 0; i < room->tag_count; i++)
        if (!wr_kit_id_valid(wr_view_of(room->tags[i])))
            wr_kit_xml_refuse_name(reader, element, "tags", room->tags[i], wr_kit_id_hint);
}

/* A room that is drawn: its files, and hooks on its walkmesh. */
static bool read_drawn(struct wr_kit_xml *reader, wr_xml *element, wr_room *room,
                       struct wr_room_places *places)
{
    static const char *const known[] = {"id",    "name", "walkmesh", "origin",
                                        "model", "tags", "weight",   "least",
                                        "most",  "low",  NULL};
    static const char *const children[] = {"hook", "marker", "stretch", "outline", NULL};
    bool meshed = read_mesh(reader, element, room, places);
    read_model(reader, element, room);
    read_tags(reader, element, room);
    read_limits(reader, element, room);
    read_hooks(reader, element, room, places);
    wr_kit_xml_markers(reader, element, room, places);
    wr_kit_xml_stretches(reader, element, room);
    wr_kit_xml_done(reader, element, known, children);
    return meshed;
}

static bool read_said(struct wr_kit_xml *reader, wr_xml *element, wr_xml *outline,
                      wr_room *room, struct wr_room_places *places)
{
    static const char *const known[] = {"id",    "name", "tags", "weight",
                                        "least", "most", "low",  NULL};
    static const char *const children[] = {"outline", "hook", "marker", NULL};
    bool made = wr_kit_xml_outline(reader, element, outline, room, places);
    read_tags(reader, element, room);
    read_limits(reader, element, room);
    wr_kit_xml_markers(reader, element, room, places);
    wr_kit_xml_done(reader, element, known, children);
    return made;
}

static bool read_room(struct wr_kit_xml *reader, wr_xml *element, wr_room *room,
                      struct wr_room_places *places)
{
    *room = (wr_room){.kit = reader->kit};
    *places = (struct wr_room_places){.room = element->where, .mesh = element->where};
    room->low = WR_ROOM_LOW;
    wr_kit_xml_size(reader, element, "low", false, true, &room->low);
    bool whole = wr_kit_xml_id(reader, element, "id", &room->id);
    whole &= wr_kit_xml_title(reader, element, &room->name);
    wr_xml *outline = wr_kit_xml_next(element->first, "outline");
    bool meshed = outline ? read_said(reader, element, outline, room, places)
                          : read_drawn(reader, element, room, places);
    return whole && meshed;
}

void wr_kit_xml_rooms(struct wr_kit_xml *reader, wr_xml *root)
{
    struct wr_kit *kit = reader->kit;
    uint32_t count;
    if (!wr_kit_xml_within(reader, root, "room", WR_MOST_ROOMS, &count))
        return;
    kit->rooms = WR_TAKE(reader->arena, wr_room, count);
    struct wr_room_places *places =
        WR_TAKE(reader->reading->scratch, struct wr_room_places, count);
    reader->reading->places = places;
    if (!kit->rooms || !places) {
        wr_kit_xml_starve(reader);
        return;
    }
    wr_xml *child = wr_kit_xml_next(root->first, "room");
    for (; child && !reader->fatal; child = wr_kit_xml_next(child->next, "room"))
        kit->room_count +=
            read_room(reader, child, &kit->rooms[kit->room_count], &places[kit->room_count]);
    wr_kit_xml_refuse_twice(reader, root, "room", "id");
    wr_kit_xml_refuse_twice(reader, root, "room", "name");
    if (count > 0)
        return;
    reader->ok = false;
    wr_fail(reader->context, WR_INVALID, root->where, "kit-empty",
            "a kit has at least one <room>", "this kit has no room");
}
