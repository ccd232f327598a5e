/* What was built, in words and as JSON lines. */
#include "builder/cli/built.h"

#include <inttypes.h>

/* ---- One map ----------------------------------------------------------------------------- */

static void say_where(struct wr_bytes *out, const struct wr_built *built,
                      const struct building *building)
{
    if (building->options.into) {
        say_into(out, &built->sum, building);
        return;
    }
    say_count(out, built->sum.files, "file");
    wr_bytes_text(out, ", ");
    say_size(out, built->sum.bytes);
    wr_bytes_print(out, ", in %s\n", built->folder);
}

void say_built(struct wr_bytes *out, const struct wr_built *built,
               const struct building *building)
{
    const struct wr_build_summary *sum = &built->sum;
    wr_bytes_print(out, "Built %s: ", built->id);
    say_count(out, sum->rooms, "room");
    wr_bytes_text(out, ", ");
    say_count(out, sum->links, "link");
    wr_bytes_text(out, ", ");
    if (sum->exits) {
        say_count(out, sum->exits, "exit");
        wr_bytes_text(out, ", ");
    }
    say_count(out, sum->faces, "face");
    wr_bytes_text(out, "; ");
    say_where(out, built, building);
    say_seen(out, sum);
    say_stale(out, sum);
    if (sum->near_misses) {
        wr_bytes_text(out, "  ");
        say_count(out, sum->near_misses, "doorway");
        wr_bytes_text(out, " nearly met another; --dry-run lists them\n");
    }
}

static void json_rooms(struct wr_bytes *out, const struct wr_build_summary *sum)
{
    json_count(out, "rooms", sum->rooms);
    json_count(out, "area_rooms", sum->area_rooms);
    json_count(out, "hooks", sum->hooks);
    json_count(out, "links", sum->links);
    if (sum->exits)
        json_count(out, "exits", sum->exits);
    json_count(out, "near_misses", sum->near_misses);
    json_count(out, "overlaps", sum->overlaps);
    json_count(out, "unreachable", sum->unreachable);
    json_count(out, "seen", sum->seen);
    json_count(out, "faces", sum->faces);
}

static void json_files(struct wr_bytes *out, const struct wr_build_summary *sum)
{
    json_count(out, "files", sum->files);
    if (sum->resources)
        json_count(out, "resources", sum->resources);
    if (sum->stale)
        json_count(out, "stale", sum->stale);
    json_count(out, "bytes", sum->bytes);
}

void json_built(struct wr_bytes *out, const struct wr_built *built,
                const struct building *building)
{
    bool fine = built->result == WR_OK;
    wr_bytes_text(out, "{\"map\":");
    wr_bytes_json(out, built->path);
    json_text(out, "result", wr_result_name(built->result));
    if (built->id)
        json_text(out, "module", built->id);
    if (fine && building->options.into)
        json_into(out, &built->sum, building);
    else if (fine)
        json_text(out, "folder", built->folder);
    if (fine) {
        json_rooms(out, &built->sum);
        json_files(out, &built->sum);
    }
    wr_bytes_text(out, "}\n");
}

/* ---- Many -------------------------------------------------------------------------------- */

void say_many(struct wr_bytes *out, const struct wr_many_summary *sum,
              const struct building *building)
{
    wr_bytes_text(out, "Built ");
    if (sum->failed)
        wr_bytes_print(out, "%" PRIu32 " of ", sum->built);
    say_count(out, sum->maps, "map");
    wr_bytes_text(out, sum->built ? ": " : "\n");
    if (sum->built == 0)
        return;
    say_count(out, sum->build.rooms, "room");
    wr_bytes_text(out, ", ");
    say_count(out, sum->build.links, "link");
    wr_bytes_text(out, ", ");
    say_count(out, sum->build.faces, "face");
    wr_bytes_text(out, "; ");
    say_count(out, sum->build.files, "file");
    wr_bytes_text(out, ", ");
    say_size(out, sum->build.bytes);
    wr_bytes_print(out, ", in %s\n", building->options.output);
    say_stale(out, &sum->build);
}

void json_many(struct wr_bytes *out, const struct wr_many_summary *sum)
{
    wr_bytes_print(out, "{\"maps\":%" PRIu32, sum->maps);
    json_count(out, "built", sum->built);
    json_count(out, "failed", sum->failed);
    json_rooms(out, &sum->build);
    json_files(out, &sum->build);
    wr_bytes_text(out, "}\n");
}
