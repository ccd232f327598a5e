/* What the report says about a module's archive. */
#include "builder/module/assembly.h"

#include "core/text/dump.h"

static void report_entry(struct wr_dump *dump, const wr_module_entry *entry)
{
    wr_dump_row(dump);
    wr_dump_object(dump, "entry");
    wr_dump_vec3(dump, "position", entry->position);
    wr_dump_number(dump, "facing", entry->facing);
    wr_dump_number(dump, "clearance", entry->clearance);
    wr_dump_bool(dump, "moved", entry->moved);
    wr_dump_object_end(dump);
}

static void report_minimap(struct wr_dump *dump, const struct wr_minimap_mapping *m)
{
    const float world[] = {m->world1_x, m->world1_y, m->world2_x, m->world2_y};
    const float map[] = {m->map1_x, m->map1_y, m->map2_x, m->map2_y};
    wr_dump_row(dump);
    wr_dump_object(dump, "minimap");
    wr_dump_list(dump, "world");
    for (int i = 0; i < 4; i++)
        wr_dump_number(dump, NULL, world[i]);
    wr_dump_list_end(dump);
    wr_dump_list(dump, "map");
    for (int i = 0; i < 4; i++)
        wr_dump_number(dump, NULL, map[i]);
    wr_dump_list_end(dump);
    wr_dump_object_end(dump);
}

static void report_paths(struct wr_dump *dump, const struct wr_paths *paths)
{
    wr_dump_row(dump);
    wr_dump_object(dump, "paths");
    wr_dump_count(dump, "points", paths->count);
    wr_dump_count(dump, "hops", paths->count ? paths->starts[paths->count] / 2 : 0);
    wr_dump_count(dump, "narrow", paths->narrow);
    wr_dump_count(dump, "bare", paths->bare);
    wr_dump_object_end(dump);
}

/* Images the game itself must have. */
static void report_external(struct wr_dump *dump, const struct wr_module_assets *assets)
{
    wr_dump_row(dump);
    wr_dump_list(dump, "external");
    for (uint32_t i = 0; i < assets->external_count; i++)
        wr_dump_text(dump, NULL, assets->external[i]);
    wr_dump_list_end(dump);
}

void wr_module_report(struct wr_dump *dump, const struct wr_assembly *assembly,
                      const struct wr_build_summary *summary)
{
    wr_dump_object(dump, "mod");
    wr_dump_text(dump, "game", assembly->layout->game == WR_K1 ? "k1" : "k2");
    wr_dump_count(dump, "resources", summary->resources);
    wr_dump_count(dump, "bytes", summary->mod_bytes);
    wr_dump_count(dump, "doors", assembly->hung);
    wr_dump_count(dump, "arches", assembly->doors.count - assembly->hung);
    wr_dump_count(dump, "extras", assembly->assets.extra_count);
    report_paths(dump, &assembly->paths);
    report_entry(dump, &assembly->entry);
    report_minimap(dump, &assembly->mapping);
    report_external(dump, &assembly->assets);
    wr_dump_object_end(dump);
}
