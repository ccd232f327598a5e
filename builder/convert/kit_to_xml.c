/* A kit of HolocronToolset becomes Warren's. What Warren passes over in the one, and refuses in
 * the other, is left out. */
#include "builder/convert/kit_making.h"

#include "core/base/bytes.h"
#include "core/base/math.h"
#include "core/base/text.h"
#include "core/base/tolerance.h"
#include "core/files/file.h"
#include "core/walkmesh/walkmesh.h"
#include "kits/kit.h"
#include "kits/kit_assets.h"
#include "kits/kit_text.h"

#include <stdlib.h>
#include <string.h>

enum { LONGEST_ID = 32, LONGEST_TITLE = 64, LARGEST_MARK = 999999, NUMBER_ROOM = 8 };

/* What was left out, over all rooms. */
struct losses {
    uint32_t ids, titles, hooks, facings;
};

/* ---- Names --------------------------------------------------------------------------------
 */

static bool in_id(char c)
{
    return wr_kit_id_valid((wr_view){&c, 1});
}

/* Bytes of a title that XML takes: no control characters, nor what UTF-8 writes EF BF BE and
 * BF.
 */
static bool in_title(const char *at)
{
    const unsigned char *c = (const unsigned char *)at;
    return c[0] >= 0x20 && c[0] != 0x7f && !(c[0] == 0xef && c[1] == 0xbf && c[2] >= 0xbe);
}

static bool begins_character(char c)
{
    return ((unsigned char)c & 0xc0) != 0x80;
}

/* A text as an id, or as a title, of at most `most` characters; NULL when memory is out. */
static const char *fit(struct wr_arena *arena, const char *text, bool title, size_t most)
{
    char *out = wr_arena_text(arena, text, strlen(text));
    size_t size = 0, count = 0;
    for (const char *c = text; out && *c; c++) {
        if ((!title || begins_character(*c)) && count++ == most)
            break;
        out[size++] = (title ? in_title(c) : in_id(*c)) ? *c : '_';
    }
    if (out)
        out[size] = '\0';
    return out;
}

struct name {
    const char *text;
    uint32_t index;
};

static int order_names(const void *a, const void *b)
{
    const struct name *p = a, *q = b;
    int order = wr_text_same(p->text, q->text) ? 0 : wr_text_order(p->text, q->text);
    return order ? order : (p->index > q->index) - (p->index < q->index);
}

static bool is_taken(const struct name *sorted, uint32_t count, const char *text)
{
    struct name wanted = {text, 0};
    uint32_t low = 0, high = count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (order_names(&sorted[middle], &wanted) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low < count && wr_text_same(sorted[low].text, text);
}

/* Names that all differ: those that repeat an earlier one get a number that nobody has. False
 * when memory is out. */
static bool tell_apart(struct wr_kit_making *making, const char **names, bool title)
{
    struct wr_arena *arena = making->conversion->arena;
    uint32_t count = making->kit->room_count, number = 1;
    size_t most = (title ? LONGEST_TITLE : LONGEST_ID) - NUMBER_ROOM;
    struct name *sorted = WR_TAKE(arena, struct name, count);
    if (!sorted)
        return false;
    for (uint32_t i = 0; i < count; i++)
        sorted[i] = (struct name){names[i], i};
    if (count)
        qsort(sorted, count, sizeof *sorted, order_names);
    for (uint32_t i = 1; i < count; i++) {
        if (!wr_text_same(sorted[i].text, sorted[i - 1].text))
            continue;
        const char *stem = fit(arena, sorted[i].text, title, most), *text;
        do
            text =
                stem ? wr_kit_name(making, title ? "%s %u" : "%s-%u", stem, (unsigned)++number)
                     : NULL;
        while (text && is_taken(sorted, count, text));
        if (!text)
            return false;
        names[sorted[i].index] = text;
    }
    return true;
}

/* How many of the names are not those of the old kit. */
static uint32_t count_changed(const struct wr_kit *kit, const char *const *names, bool title)
{
    uint32_t changed = 0;
    for (uint32_t i = 0; i < kit->room_count; i++)
        changed += strcmp(names[i], title ? kit->rooms[i].name : kit->rooms[i].id) != 0;
    return changed;
}

/* New ids, or titles, of rooms; NULL when memory is out. */
static const char *const *name_rooms(struct wr_kit_making *making, bool title)
{
    const struct wr_kit *kit = making->kit;
    struct wr_arena *arena = making->conversion->arena;
    const char **names = WR_TAKE(arena, const char *, kit->room_count);
    for (uint32_t i = 0; names && i < kit->room_count; i++) {
        names[i] = fit(arena, title ? kit->rooms[i].name : kit->rooms[i].id, title,
                       title ? LONGEST_TITLE : LONGEST_ID);
        if (!names[i])
            return NULL;
    }
    return names && tell_apart(making, names, title) ? names : NULL;
}

/* ---- Hooks --------------------------------------------------------------------------------
 */

/* Whether a hook stands on a doorway that another of those kept has; else it is its own. */
static bool is_another(const wr_hook *hooks, uint32_t kept, const wr_hook *hook, bool *owned)
{
    for (uint32_t i = 0; i < kept; i++)
        if (wr_distance(hooks[i].position, hook->position) <= WR_HOOK_REACH)
            return true;
    for (uint32_t i = 0; i < hook->threshold_count; i++)
        if (owned[hook->threshold[i]])
            return true;
    for (uint32_t i = 0; i < hook->threshold_count; i++)
        owned[hook->threshold[i]] = true;
    return false;
}

/* An id that is elsewhere is not the hook's, and too large a one becomes the edges that bear
 * it. */
static void settle(const wr_room *room, wr_hook *hook, struct losses *losses)
{
    double cosine, sine;
    bool borne = hook->id >= 0 && wr_room_transition(room, hook->foot) == hook->id;
    if (!borne || hook->id <= LARGEST_MARK || hook->threshold_count > WR_MOST_EDGES)
        hook->threshold_count = 0;
    if (!borne || hook->id > LARGEST_MARK)
        hook->id = -1;
    wr_turn_of(isnan(hook->facing) ? 0 : hook->facing, &cosine, &sine);
    if (isnan(hook->facing) || cosine * hook->out_x + sine * hook->out_y >= 0)
        return;
    hook->facing = NAN;
    losses->facings++;
}

/* The hooks that Warren's own kit may have. */
static enum wr_result choose_hooks(struct wr_kit_making *making, const wr_room *room,
                                   struct losses *losses, const wr_hook **out, uint32_t *count)
{
    struct wr_arena *arena = making->conversion->arena;
    wr_hook *hooks = WR_TAKE(arena, wr_hook, room->hook_count);
    bool *owned = wr_arena_zero(arena, room->mesh->walkable_count, 3 * sizeof *owned);
    if (!hooks || !owned)
        return wr_no_memory(making->conversion->context);
    *out = hooks;
    for (uint32_t h = 0; h < room->hook_count; h++) {
        const wr_hook *hook = &room->hooks[h];
        if (hook->foot == WR_NONE || is_another(hooks, *count, hook, owned)) {
            losses->hooks++;
            continue;
        }
        hooks[*count] = *hook;
        settle(room, &hooks[(*count)++], losses);
    }
    return WR_OK;
}

/* ---- Rooms --------------------------------------------------------------------------------
 */

static enum wr_result check_materials(const struct wr_kit_making *making, const wr_room *room)
{
    const struct wr_conversion *conversion = making->conversion;
    for (uint32_t f = 0; f < room->mesh->face_count; f++)
        if (!wr_material_in(conversion->surfaces.known, room->mesh->materials[f]))
            return wr_fail(conversion->context, WR_INVALID, conversion->where,
                           "material-unknown", "materials are rows of surfacemat.2da",
                           "face %u of room '%s' has the material %u, which the game does not "
                           "know",
                           (unsigned)f, room->name, (unsigned)room->mesh->materials[f]);
    return WR_OK;
}

static enum wr_result copy_room(struct wr_kit_making *making, const wr_room *room,
                                const char *id)
{
    const char *name = wr_kit_name(making, "%s.wok", room->id);
    const char *named =
        name ? wr_path_join(making->conversion->arena, making->kit->folder, name) : NULL;
    if (!named)
        return wr_no_memory(making->conversion->context);
    enum wr_result result = check_materials(making, room);
    if (result == WR_OK)
        result = wr_kit_copy_beside(making, "", id, named, ".wok");
    if (result == WR_OK && room->model)
        result = wr_kit_copy_model(making, "", id, room->model);
    return result == WR_OK ? wr_kit_copy_beside(making, "", id, named, ".png") : result;
}

static enum wr_result write_room(struct wr_kit_making *making, const wr_room *room,
                                 const char *id, const char *title, struct losses *losses,
                                 struct wr_bytes *out)
{
    const wr_hook *hooks = NULL;
    uint32_t count = 0;
    enum wr_result result = choose_hooks(making, room, losses, &hooks, &count);
    if (result == WR_OK)
        result = copy_room(making, room, id);
    if (result != WR_OK)
        return result;
    wr_bytes_text(out, "\n  <room");
    wr_kit_text_attribute(out, "id", id);
    wr_kit_text_attribute(out, "name", title);
    wr_bytes_print(out, " walkmesh=\"%s.wok\"", id);
    if (room->model)
        wr_bytes_print(out, " model=\"%s.mdl\"", id);
    wr_bytes_text(out, count ? ">\n" : "/>\n");
    for (uint32_t h = 0; h < count; h++)
        wr_kit_text_hook(out, &hooks[h], making->kit->doors[hooks[h].door].name);
    if (count)
        wr_bytes_text(out, "  </room>\n");
    return WR_OK;
}

static enum wr_result write_rooms(struct wr_kit_making *making, struct losses *losses,
                                  struct wr_bytes *out)
{
    const struct wr_kit *kit = making->kit;
    struct wr_context *context = making->conversion->context;
    const char *const *ids = name_rooms(making, false);
    const char *const *titles = ids ? name_rooms(making, true) : NULL;
    enum wr_result result = titles ? WR_OK : wr_no_memory(context);
    if (result != WR_OK)
        return result;
    losses->ids = count_changed(kit, ids, false);
    losses->titles = count_changed(kit, titles, true);
    for (uint32_t i = 0; result == WR_OK && i < kit->room_count; i++) {
        wr_context_progress(context, "rooms written", i, kit->room_count);
        result = write_room(making, &kit->rooms[i], ids[i], titles[i], losses, out);
    }
    return result;
}

/* ---- Doors --------------------------------------------------------------------------------
 */

/* Doors may share a blueprint. */
static bool is_copied(const struct wr_kit *kit, uint32_t door, int game)
{
    const char *name = kit->doors[door].blueprints[game];
    for (uint32_t d = 0; d <= door; d++)
        for (int g = 0; g < (d < door ? 2 : game); g++)
            if (kit->doors[d].blueprints[g] && wr_text_same(kit->doors[d].blueprints[g], name))
                return true;
    return false;
}

static enum wr_result copy_blueprint(struct wr_kit_making *making, uint32_t door, int game)
{
    struct wr_conversion *conversion = making->conversion;
    const char *name = making->kit->doors[door].blueprints[game], *path;
    if (!name || is_copied(making->kit, door, game))
        return WR_OK;
    enum wr_result result = wr_kit_blueprint_find(
        conversion->context, conversion->arena, making->kit, door, game ? WR_K2 : WR_K1, &path);
    return result == WR_OK && path
               ? wr_kit_copy_file(making, "", wr_kit_name(making, "%s.utd", name), path)
               : result;
}

static enum wr_result write_doors(struct wr_kit_making *making, struct wr_bytes *out)
{
    enum wr_result result = WR_OK;
    for (uint32_t d = 0; result == WR_OK && d < making->kit->door_count; d++) {
        wr_kit_text_door(out, &making->kit->doors[d]);
        for (int game = 0; result == WR_OK && game < 2; game++)
            result = copy_blueprint(making, d, game);
    }
    return result;
}

/* ---- The kit ------------------------------------------------------------------------------
 */

static enum wr_result write_kit(struct wr_kit_making *making, struct losses *losses,
                                struct wr_bytes *out)
{
    struct wr_conversion *conversion = making->conversion;
    const struct wr_kit *kit = making->kit;
    const char *id = fit(conversion->arena, kit->id, false, LONGEST_ID);
    const char *title = fit(conversion->arena, kit->name, true, LONGEST_TITLE);
    if (!id || !title)
        return wr_no_memory(conversion->context);
    losses->ids += strcmp(id, kit->id) != 0;
    losses->titles += strcmp(title, kit->name) != 0;
    wr_bytes_text(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    wr_kit_text_start(out, id, title);
    enum wr_result result = write_doors(making, out);
    if (result == WR_OK)
        result = write_rooms(making, losses, out);
    wr_bytes_text(out, "</kit>\n");
    return result;
}

static void tell(const struct wr_kit_making *making, const struct losses *losses)
{
    if (losses->ids)
        wr_kit_lose(making, "ids that are not 1 to 32 of A-Z a-z 0-9 _ -, nor one twice",
                    "they are changed");
    if (losses->titles)
        wr_kit_lose(making, "names longer than 64 characters, nor one twice",
                    "they are changed, and maps ask for them in vain");
    if (losses->hooks)
        wr_kit_lose(making, "hooks off the edges of the floor, nor two on one edge",
                    "they are left out");
    if (losses->facings)
        wr_kit_lose(making, "hooks that face into their room", "the walkmesh says where");
}

enum wr_result wr_kit_to_xml(struct wr_kit_making *making)
{
    struct wr_conversion *conversion = making->conversion;
    struct losses losses = {0};
    struct wr_bytes text = {0};
    if (making->kit->room_count == 0)
        return wr_fail(conversion->context, WR_INVALID, conversion->where, "kit-empty",
                       "a kit of Warren's has at least one room",
                       "no room of this kit can be used");
    enum wr_result result = wr_kit_copy_assets(making, false);
    if (result == WR_OK)
        result = write_kit(making, &losses, &text);
    if (result == WR_OK && text.failed)
        result = wr_no_memory(conversion->context);
    if (result == WR_OK)
        result = wr_kit_make_file(making, "", "kit.xml", text.data, text.size);
    if (result == WR_OK)
        tell(making, &losses);
    wr_bytes_finish(&text);
    return result;
}
