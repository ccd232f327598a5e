/* The rules of a map's ways out, as far as its kits are not asked. */
#include "templates/map_judge.h"

#include "core/base/text.h"

/* ---- Tags -------------------------------------------------------------------------------- */

static void tag_of(const char *given, const char *derived, char out[WR_MAP_LONGEST_TAG + 1])
{
    if (given)
        snprintf(out, WR_MAP_LONGEST_TAG + 1, "%s", given);
    else
        snprintf(out, WR_MAP_LONGEST_TAG + 1, "from_%.16s", derived ? derived : "");
}

void wr_map_exit_tag(const wr_map_exit *exit, const char *id, char out[WR_MAP_LONGEST_TAG + 1])
{
    tag_of(exit->tag, id, out);
}

void wr_map_exit_arrival(const wr_map_exit *exit, char out[WR_MAP_LONGEST_TAG + 1])
{
    tag_of(exit->arrival, exit->module, out);
}

/* ---- One exit ---------------------------------------------------------------------------- */

static wr_json *exit_place(const struct judge *judge, uint32_t index)
{
    return judge->reading && index != WR_NONE ? judge->reading->exits[index] : NULL;
}

static void judge_module(struct judge *judge, struct spot spot, const char *module)
{
    size_t size = module ? strlen(module) : 0;
    size_t known = module ? strspn(module, "abcdefghijklmnopqrstuvwxyz0123456789_") : 0;
    if (size == 0 || known < size || size > WR_MAP_LONGEST_ID)
        fault(judge, spot, "exit-module",
              "a module is called as its file, without .mod: 1 to 16 of a-z, 0-9 and _",
              "'%.64s' is no name of a module", module ? module : "");
}

static void judge_exit(struct judge *judge, uint32_t index, bool repeated)
{
    const wr_map_exit *exit = &judge->map->exits[index];
    wr_json *json = exit_place(judge, index);
    struct spot hook = item_at(at(json, "from"), 1);
    if (exit->room >= judge->map->room_count) {
        fault(judge, at(NULL, NULL), "exit-room", NULL,
              "exit %lu names a room the map does not have", (unsigned long)index);
        return;
    }
    judge_text(judge, hook, exit->hook, "doorway of an exit");
    if (repeated)
        fault(judge, hook, "exit-doorway-twice", "a doorway leads to one place only",
              "doorway '%.64s' of %s is in a link or another exit", exit->hook,
              room_label(judge, exit->room));
    judge_module(judge, at(json, "module"), exit->module);
    wr_map_judge_tag(judge, at(json, "tag"), exit->tag);
    wr_map_judge_tag(judge, at(json, "arrival"), exit->arrival);
    if (exit->lock)
        judge_text(judge, at(json, "lock"), exit->lock, "lock of an exit");
    if (exit->lock && exit->way == WR_EXIT_BY_TRIGGER)
        fault(judge, at(json, "lock"), "exit-lock",
              "say \"by\": \"door\", or take the lock out",
              "an exit that is left by a trigger cannot be locked");
}

/* ---- Where others arrive ----------------------------------------------------------------- */

/* The tags of waypoints that exits and the entry make; the games do not tell capitals. */
struct arrivals {
    const char **tags;
    uint32_t *exits; /* whose; WR_NONE: the entry's */
    uint32_t count;
};

static bool add_arrival(struct judge *judge, struct arrivals *arrivals, const char *tag,
                        uint32_t exit)
{
    size_t size = strlen(tag);
    char *text = wr_arena_text(judge->scratch, tag, size);
    if (!text)
        return false;
    for (size_t i = 0; i < size; i++)
        text[i] = (char)(text[i] >= 'A' && text[i] <= 'Z' ? text[i] - 'A' + 'a' : text[i]);
    arrivals->exits[arrivals->count] = exit;
    arrivals->tags[arrivals->count] = text;
    arrivals->count += size > 0;
    return true;
}

static bool list_arrivals(struct judge *judge, struct arrivals *out)
{
    const struct wr_map *map = judge->map;
    char tag[WR_MAP_LONGEST_TAG + 1];
    size_t most = map->exit_count + (size_t)1;
    *out = (struct arrivals){.tags = WR_TAKE(judge->scratch, const char *, most),
                             .exits = WR_TAKE(judge->scratch, uint32_t, most)};
    bool fine = out->tags && out->exits;
    if (fine && map->entry.tag)
        fine = add_arrival(judge, out, map->entry.tag, WR_NONE);
    for (uint32_t i = 0; fine && i < map->exit_count; i++) {
        wr_map_exit_arrival(&map->exits[i], tag);
        fine = add_arrival(judge, out, tag, i);
    }
    return fine;
}

/* Who arrives by a tag that two waypoints have comes out at either. */
static enum wr_result judge_arrivals(struct judge *judge)
{
    struct arrivals arrivals;
    struct wr_names names;
    if (!list_arrivals(judge, &arrivals))
        return wr_no_memory(judge->context);
    enum wr_result result =
        wr_names_make(judge->context, judge->scratch, arrivals.tags, arrivals.count, &names);
    for (uint32_t i = 0; result == WR_OK && i < arrivals.count; i++)
        if (wr_names_find(&names, arrivals.tags[i]) != i)
            fault(judge, at(exit_place(judge, arrivals.exits[i]), NULL), "exit-arrival-twice",
                  "give this exit an 'arrival' of its own, or \"\" where nobody arrives",
                  "two waypoints would have the tag '%s'", arrivals.tags[i]);
    return result;
}

enum wr_result wr_map_judge_exits(struct judge *judge, const bool *repeated)
{
    for (uint32_t i = 0; i < judge->map->exit_count; i++)
        judge_exit(judge, i, repeated[i]);
    return judge->map->exit_count > 0 ? judge_arrivals(judge) : WR_OK;
}
