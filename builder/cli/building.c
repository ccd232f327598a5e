/* Options and kits of a build. */
#include "builder/cli/building.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

const struct option_row building_rows[] = {
    {"kit", 'k', "KIT", OPTION_KITS, offsetof(struct building, kits),
     "a kit, or a folder of kits, to look in before others; may be given\n"
     "several times"},
    {"id", 0, "ID", OPTION_TEXT, offsetof(struct building, options.id),
     "the module's id, instead of the input's"},
    {"merge", 0, "all", OPTION_WORD, offsetof(struct building, merge),
     "make the whole level one room"},
    {"mod", 0, NULL, OPTION_FLAG, offsetof(struct building, options.mod),
     "write <id>.mod too: all of it in one file, as the game loads it"},
    {"trx", 0, NULL, OPTION_FLAG, offsetof(struct building, options.trx),
     "write <id>.trx too: the level's walkmesh for Neverwinter Nights 2"},
    {"into", 0, "FILE", OPTION_MODULE, offsetof(struct building, options.into),
     "put it into a .mod that was edited since: what Warren makes is\n"
     "replaced, all else stays; nothing else is written. X.rim stays as it\n"
     "is: X.mod is made of it, X_s.rim and X_dlg.erf"},
    {"vis", 0, "portal|all", OPTION_CHOICE, offsetof(struct building, vis),
     "which rooms are drawn from which: those that can be seen through\n"
     "doorways (portal), or every room from every other"},
    {"seam", 0, "METRES", OPTION_LENGTH, offsetof(struct building, options.seam_distance),
     "how far a doorway's vertices may move (0.08)"},
    {"force", 'f', NULL, OPTION_FLAG, offsetof(struct building, options.force),
     "replace files that are in DIR"},
    {"durable", 0, NULL, OPTION_FLAG, offsetof(struct building, options.durable),
     "sync every file, so that a power cut loses nothing"},
    {0},
};

bool building_start(struct building *building, const struct session *session)
{
    building->kits.items = calloc((size_t)session->argc + 1, sizeof *building->kits.items);
    return building->kits.items != NULL;
}

void building_finish(struct building *building)
{
    free(building->kits.items);
    wr_bytes_finish(&building->removed);
}

void building_settle(const struct session *session, struct building *building)
{
    building->options.merge_all = building->merge;
    building->options.vis = (enum wr_vis_rule)building->vis;
    building->options.game = session->game;
    building->options.surfaces = session->surfaces_given ? &session->surfaces : NULL;
    building->options.removed = &building->removed;
}

enum wr_result building_kits(struct session *session, struct building *building,
                             enum wr_game game, struct wr_kits **out)
{
    if (!session->surfaces_given && game)
        session->surfaces = wr_surfaces_default(game);
    building_settle(session, building);
    building->options.surfaces = &session->surfaces;
    *out = wr_kits_create(&session->surfaces);
    enum wr_result result = *out ? WR_OK : WR_NO_MEMORY;
    for (size_t i = 0; result == WR_OK && i < building->kits.count; i++)
        result = wr_kits_add(*out, building->kits.items[i]);
    return result == WR_OK ? wr_kits_check(session->context, *out) : result;
}

bool building_packs(struct session *session, struct building *building, bool many,
                    enum exit_code *code)
{
    struct wr_build_options *options = &building->options;
    const char *conflict = NULL;
    if (options->output || options->into || options->dry_run)
        conflict = "--pack takes the place of --output, and excludes --into and --dry-run";
    else if (!many)
        conflict = "--pack is of many levels: give --count, too";
    return session_packs(session, &options->output, options->force, options->durable, conflict,
                         code);
}

void say_seen(struct wr_bytes *out, const struct wr_build_summary *sum)
{
    uint64_t rooms = sum->area_rooms, all = rooms * (rooms - 1);
    if (sum->seen == all)
        return;
    uint64_t tenths = (10 * sum->seen + rooms / 2) / rooms;
    wr_bytes_print(out, "  a room sees %llu.%llu of %llu others; %llu%% is culled\n",
                   (unsigned long long)(tenths / 10), (unsigned long long)(tenths % 10),
                   (unsigned long long)(rooms - 1),
                   (unsigned long long)(100 - (100 * sum->seen + all / 2) / all));
}

/* The removed resource behind `name`, the first behind NULL; NULL at the end. */
static const char *next_removed(const struct wr_bytes *removed, const char *name)
{
    const char *first = (const char *)removed->data;
    const char *next = name ? name + strlen(name) + 1 : first;
    return removed->size > 0 && next < first + removed->size ? next : NULL;
}

/* The file that was written, and where that is another what it was made of. */
static void say_target(struct wr_bytes *out, const char *into)
{
    size_t start = out->size, size = strlen(into);
    wr_build_into_file(into, out);
    if (!out->failed &&
        (out->size - start != size || memcmp(out->data + start, into, size) != 0))
        wr_bytes_print(out, ", made of %s", into);
    wr_bytes_char(out, '\n');
}

void say_into(struct wr_bytes *out, const struct wr_build_summary *sum,
              const struct building *building)
{
    const struct wr_bytes *removed = &building->removed;
    out->failed |= removed->failed;
    if (sum->files == 0) {
        wr_bytes_print(out, "nothing changed in %s\n", building->options.into);
        return;
    }
    say_count(out, sum->replaced, "resource");
    wr_bytes_print(out, " replaced, %u added, %u removed in ", sum->added, sum->removed);
    say_target(out, building->options.into);
    for (const char *name = NULL; (name = next_removed(removed, name));)
        wr_bytes_print(out, "  removed %s\n", name);
}

void json_into(struct wr_bytes *out, const struct wr_build_summary *sum,
               const struct building *building)
{
    const struct wr_bytes *removed = &building->removed;
    const char *comma = "";
    struct wr_bytes file = {0};
    out->failed |= removed->failed;
    wr_build_into_file(building->options.into, &file);
    wr_bytes_char(&file, '\0');
    json_text(out, "into", file.failed ? NULL : (const char *)file.data);
    out->failed |= file.failed;
    wr_bytes_finish(&file);
    json_count(out, "replaced", sum->replaced);
    json_count(out, "added", sum->added);
    json_count(out, "removed", sum->removed);
    wr_bytes_text(out, ",\"removed_names\":[");
    for (const char *name = NULL; (name = next_removed(removed, name)); comma = ",") {
        wr_bytes_text(out, comma);
        wr_bytes_json(out, name);
    }
    wr_bytes_char(out, ']');
}

void say_size(struct wr_bytes *out, uint64_t bytes)
{
    const uint64_t kib = 1024, mib = kib * kib;
    if (bytes < 10 * mib)
        wr_bytes_print(out, "%llu KiB", (unsigned long long)((bytes + kib - 1) / kib));
    else
        wr_bytes_print(out, "%llu MiB", (unsigned long long)((bytes + mib - 1) / mib));
}

void say_stale(struct wr_bytes *out, const struct wr_build_summary *sum)
{
    if (sum->stale == 0)
        return;
    wr_bytes_text(out, "  removed ");
    say_count(out, sum->stale, "file");
    wr_bytes_text(out, " of rooms the module has no more\n");
}
