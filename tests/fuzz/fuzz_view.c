/* Files of every kind, drawn: what is drawn is an XML whose numbers are numbers, and what is
 * not was refused with an error. Kits are looked for where there are none. */
#include "tests/fuzz/fuzz.h"

#include "builder/builder.h"
#include "core/base/system.h"
#include "core/files/file.h"
#include "core/text/xml.h"

#include <string.h>
#include <unistd.h>

static const char *file_name(void)
{
    static char text[256];
    const char *folder = wr_environment("TMPDIR");
    if (*text == '\0')
        snprintf(text, sizeof text, "%.200s/warren-fuzz-view-%ld", folder ? folder : "/tmp",
                 (long)getpid());
    return text;
}

static void check_svg(struct wr_context *context, const struct wr_bytes *picture)
{
    struct wr_arena *arena = wr_arena_create();
    struct wr_source source = {
        .name = "drawn.svg", .data = picture->data, .size = picture->size};
    wr_xml *root;
    MUST(arena && wr_xml_read(context, arena, &source, &root) == WR_OK);
    MUST(strcmp(root->name, "svg") == 0);
    for (wr_xml *child = root->first; child; child = child->next)
        for (wr_xml *path = child->first; path; path = path->next) {
            wr_xml_attribute *d = wr_xml_find(path, "d");
            MUST(!d || (!strstr(d->value, "nan") && !strstr(d->value, "inf")));
        }
    wr_arena_destroy(arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct wr_context *context = wr_context_create(NULL, NULL);
    struct wr_bytes svg = {0}, png = {0};
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    struct wr_kits *kits = wr_kits_create(&surfaces);
    const char *path = file_name();
    MUST(context && kits);
    wr_context_set_jobs(context, 1);
    MUST(wr_file_write(context, path, data, size, WR_OVERWRITE) == WR_OK);
    struct wr_draw_options options = {.width = 400};
    enum wr_result drawn = wr_draw(context, path, kits, &options, &svg);
    MUST(drawn == WR_OK || wr_context_count(context, WR_ERROR) > 0);
    MUST(drawn != WR_OK || svg.size > 0);
    if (svg.size > 0)
        check_svg(context, &svg);
    options.format = WR_PNG;
    enum wr_result painted = wr_draw(context, path, kits, &options, &png);
    MUST(painted == drawn || painted == WR_LIMIT);
    remove(path);
    wr_bytes_finish(&svg);
    wr_bytes_finish(&png);
    wr_kits_free(kits);
    wr_context_destroy(context);
    return 0;
}
