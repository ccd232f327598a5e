/* A level put into a module whose resources were changed by anybody: an error, or a module that
 * is read again, and to which the same level adds nothing any more. */
#include "tests/fuzz/fuzz_spoil.h"

#include "builder/module/into.h"

static void add_door(struct small_module *m, const char *name, const char *key, bool fixed)
{
    struct wr_gff *utd = wr_gff_create(m->f->arena, "UTD ");
    wr_gff_set_resref(utd, utd->root, "TemplateResRef", name);
    wr_gff_set_string(utd, utd->root, "KeyName", key);
    wr_gff_set_whole(utd, utd->root, "Static", WR_GFF_BYTE, fixed);
    small_add_gff(m, name, WR_RES_UTD, utd);
}

static void add_image(struct small_module *m, const char *name, uint16_t type)
{
    struct wr_bytes bytes = {0};
    wr_bytes_text(&bytes, name);
    small_add(m, name, type, bytes);
}

/* What the level brings: another door, a locked one, its key, and images. */
static void add_new(struct small_module *m)
{
    wr_gff_list *waypoints = wr_gff_set_list(m->git, m->git->root, "WaypointList");
    wr_gff_set_string(m->git, wr_gff_append(m->git, waypoints, 5), "Tag", "key_brass");
    wr_gff_set_resref(m->git, small_door(m->git, 0, 3, "s_dor1"), "TemplateResRef", "s_dor1");
    add_door(m, "s_dor1", "brass", true);
    add_image(m, "s_tex0", WR_RES_TGA);
}

/* What the module has that the level has not. */
static void add_old(struct small_module *m)
{
    wr_gff_set_resref(m->git, small_door(m->git, 0, 3, "s_dor2"), "TemplateResRef", "s_dor2");
    add_door(m, "s_dor2", "", false);
    add_image(m, "s_tex0", WR_RES_TGA);
    add_image(m, "s_tex1", WR_RES_TPC);
    add_image(m, "s_tex1", WR_RES_TXI);
    add_image(m, "s_room0", WR_RES_WOK);
}

static enum wr_result put(const struct wr_bytes *edited, const struct wr_bytes *fresh,
                          struct wr_bytes *out, struct wr_into_count *count)
{
    struct wr_context *context = wr_context_create(NULL, NULL);
    struct wr_source old = {.name = "edited", .data = edited->data, .size = edited->size};
    struct wr_source made = {.name = "fresh", .data = fresh->data, .size = fresh->size};
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    const struct wr_into_level level = {.id = "s", .surfaces = &surfaces};
    MUST(context);
    enum wr_result result = wr_module_into(context, &old, &made, &level, out, count);
    MUST((result == WR_OK) == (wr_context_count(context, WR_ERROR) == 0));
    wr_context_destroy(context);
    return result;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct wr_bytes sound, fresh;
    struct wr_bytes names = {0}, once = {0}, twice = {0};
    struct wr_into_count first = {.names = &names}, again = {0};
    if (!sound.data) {
        sound = spoil_module(add_old);
        fresh = spoil_module(add_new);
    }
    struct wr_bytes edited = spoil(&sound, data, size);
    if (put(&edited, &fresh, &once, &first) == WR_OK) {
        MUST((names.size > 0) == (first.removed > 0));
        MUST(put(&once, &fresh, &twice, &again) == WR_OK);
        MUST(again.added == 0);
    }
    wr_bytes_finish(&names);
    wr_bytes_finish(&once);
    wr_bytes_finish(&twice);
    wr_bytes_finish(&edited);
    return 0;
}
