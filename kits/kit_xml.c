/* Warren's kit XML. The language is described in docs/kits.md; its schema is
 * kits/library/kit.rng. */
#include "kits/kit_xml.h"

#include <string.h>

static bool check_root(struct wr_kit_xml *reader, wr_xml *root)
{
    const char *version;
    if (strcmp(root->name, "kit") != 0) {
        wr_fail(reader->context, WR_INVALID, root->where, "kit-unknown",
                "a kit's outermost element is <kit>", "this is a <%s>, not a kit", root->name);
        return false;
    }
    if (!wr_kit_xml_text(reader, root, "version", true, &version) || strcmp(version, "1") == 0)
        return true;
    wr_fail(reader->context, WR_INVALID, wr_kit_xml_where(root, "version"), "kit-version",
            "use a newer Warren, or write version=\"1\"",
            "kits of version '%s' are not known here", version);
    return false;
}

static void read_root(struct wr_kit_xml *reader, wr_xml *root)
{
    static const char *const known[] = {"id", "name", "version", NULL};
    static const char *const children[] = {"door", "room", NULL};
    wr_kit_xml_id(reader, root, "id", &reader->kit->id);
    wr_kit_xml_title(reader, root, &reader->kit->name);
    wr_kit_xml_doors(reader, root);
    if (!reader->fatal)
        wr_kit_xml_rooms(reader, root);
    wr_kit_xml_done(reader, root, known, children);
}

enum wr_result wr_kit_xml_read(struct wr_kit_reading *reading)
{
    wr_xml *root;
    struct wr_kit_xml reader = {.reading = reading,
                                .context = reading->context,
                                .arena = reading->kit->arena,
                                .kit = reading->kit,
                                .ok = true};
    enum wr_result result =
        wr_xml_read(reading->context, reader.arena, &reading->source, &root);
    if (result)
        return result;
    if (!check_root(&reader, root))
        return WR_INVALID;
    read_root(&reader, root);
    return reader.fatal ? reader.fatal : reader.ok ? WR_OK : WR_INVALID;
}
