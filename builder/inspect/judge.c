/* Judging a module's archive: which parts there are, and which rules look at them. */
#include "builder/inspect/judge.h"
#include "builder/inspect/judge_rules.h"

#include <string.h>

/* ---- Parts ------------------------------------------------------------------------------- */

/* Reads a GFF of the module; NULL where it is missing, or is none. */
static struct wr_gff *take_gff(struct wr_judging *judging, const char *name, uint16_t type,
                               const char *mark, struct wr_source *source)
{
    struct wr_gff *gff = NULL;
    const wr_entry *part = wr_module_take(judging->parts, name, type);
    if (!part)
        return NULL;
    enum wr_result result = wr_entry_read(judging->context, judging->arena, part, source);
    source->binary = true;
    if (result == WR_OK)
        result = wr_gff_read(judging->context, judging->arena, source, &gff);
    if (result == WR_OK && strcmp(gff->type, mark) != 0)
        result =
            wr_fail(judging->context, WR_INVALID, wr_at(source, 0), "module-gff-type", NULL,
                    "the file says that it is of type '%s', not '%s'", gff->type, mark);
    wr_judged(judging, result);
    return result == WR_OK ? gff : NULL;
}

static void missing_part(struct wr_judging *judging, const char *slug, const char *hint,
                         const char *name)
{
    wr_judged(judging, wr_fail(judging->context, WR_NOT_FOUND, judging->whole, slug, hint,
                               "the module has no '%s'", name));
}

static void take_area_file(struct wr_judging *judging, uint16_t type, const char *mark,
                           struct wr_gff **gff, struct wr_source *source)
{
    struct wr_bytes name = {0};
    *gff = take_gff(judging, judging->area, type, mark, source);
    if (*gff || wr_resources_find(judging->resources, judging->area, type))
        return;
    wr_bytes_print(&name, "%s.%s", judging->area, wr_resource_suffix(type));
    wr_bytes_char(&name, '\0');
    if (name.failed)
        wr_judged(judging, wr_no_memory(judging->context));
    else
        missing_part(judging, "module-area-missing",
                     "the entry area must be in the module, with its ARE and GIT",
                     (const char *)name.data);
    wr_bytes_finish(&name);
}

/* Archives that only add lips, textures or conversations are MOD files too. */
static bool has_area(const struct wr_resources *resources)
{
    static const uint16_t types[] = {WR_RES_ARE, WR_RES_GIT, WR_RES_LYT, WR_RES_VIS,
                                     WR_RES_PTH};
    for (size_t i = 0; i < resources->count; i++)
        for (size_t t = 0; t < sizeof types / sizeof *types; t++)
            if (resources->entries[i].type == types[t])
                return true;
    return false;
}

/* The area a module is entered in; without information about it, that of its only ARE. */
static const char *find_area(struct wr_judging *judging)
{
    const char *area =
        judging->ifo ? wr_gff_text_of(judging->ifo->root, "Mod_Entry_Area", judging->arena)
                     : "";
    for (size_t i = 0; area && !*area && i < judging->resources->count; i++)
        if (judging->resources->entries[i].type == WR_RES_ARE)
            area = wr_entry_name(judging->arena, &judging->resources->entries[i]);
    if (!area)
        wr_judged(judging, wr_no_memory(judging->context));
    return area && *area ? area : NULL;
}

/* ---- The order of it --------------------------------------------------------------------- */

static enum wr_result look(void *user, struct wr_context *context,
                           const struct wr_module_view *view)
{
    struct wr_judging *judging = user;
    enum wr_result before = judging->result;
    (void)context;
    judging->result = WR_OK;
    judging->view = view;
    wr_judge_entry(judging);
    wr_judge_area(judging);
    wr_judge_doors(judging);
    wr_judge_paths(judging);
    wr_judge_models(judging);
    enum wr_result found = judging->result;
    judging->result = before;
    wr_judged(judging, found);
    return found;
}

static void judge_parts(struct wr_judging *judging)
{
    uint32_t files = 0;
    judging->ifo = take_gff(judging, "module", WR_RES_IFO, "IFO ", &judging->ifo_source);
    if (!judging->ifo && !wr_resources_find(judging->resources, "module", WR_RES_IFO) &&
        has_area(judging->resources))
        missing_part(judging, "module-ifo-missing", "the game asks it where to begin",
                     "module.ifo");
    judging->area = find_area(judging);
    if (!judging->area)
        return;
    take_area_file(judging, WR_RES_ARE, "ARE ", &judging->are, &judging->are_source);
    take_area_file(judging, WR_RES_GIT, "GIT ", &judging->git, &judging->git_source);
    judging->pth = take_gff(judging, judging->area, WR_RES_PTH, "PTH ", &judging->pth_source);
    const wr_entry *lyt = wr_module_take(judging->parts, judging->area, WR_RES_LYT);
    if (lyt) {
        wr_judged(judging, wr_module_check(judging->context, lyt, judging->parts,
                                           judging->options, look, judging, &files));
        return;
    }
    wr_note(judging->context, judging->whole, "module-lyt-elsewhere",
            "its rooms are not judged", "the module has no '%.40s.lyt': the game must have it",
            judging->area);
    look(judging, judging->context, NULL);
}

enum wr_result wr_module_judge(struct wr_context *context, struct wr_arena *arena,
                               const struct wr_module_parts *parts,
                               const struct wr_check_options *options)
{
    struct wr_judging judging = {.context = context,
                                 .arena = arena,
                                 .parts = parts,
                                 .resources = parts->resources,
                                 .surfaces = options->surfaces,
                                 .options = options,
                                 .whole = wr_at(&parts->resources->source, WR_WHOLE_FILE)};
    judge_parts(&judging);
    return judging.result;
}
