/* XML: whatever is read, each element and attribute stands where it is said to stand. */
#include "tests/fuzz/fuzz.h"

#include "core/text/xml.h"

#include <string.h>

static void check_name(const struct wr_source *source, size_t at, const char *name)
{
    size_t length = strlen(name);
    MUST(at <= source->size && length <= source->size - at);
    MUST(memcmp(source->data + at, name, length) == 0);
}

static void check_element(struct wr_context *context, const struct wr_source *source,
                          wr_xml *element)
{
    static const char *const known[] = {"a", "b", NULL};
    MUST(source->data[element->where.offset] == '<');
    check_name(source, element->where.offset + 1, element->name);
    MUST(element->text_where.offset < source->size);
    size_t last = element->where.offset;
    for (const wr_xml_attribute *a = element->attributes; a; a = a->next) {
        check_name(source, a->where.offset, a->name);
        MUST(a->where.offset > last);
        last = a->where.offset;
    }
    for (wr_xml *child = element->first; child; child = child->next) {
        MUST(child->parent == element && child->where.offset > last);
        check_element(context, source, child);
        last = child->where.offset;
    }
    bool ok = true;
    wr_vec3 at;
    wr_xml_get_vec3(context, element, "a", false, &at, &ok);
    wr_xml_done(context, element, known, known, false, &ok);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct wr_context *context = wr_context_create(NULL, NULL);
    struct wr_arena *arena = wr_arena_create();
    struct wr_source source = {.name = "fuzz.xml", .data = data, .size = size};
    wr_xml *root;
    MUST(context && arena);
    enum wr_result result = wr_xml_read(context, arena, &source, &root);
    MUST(wr_context_count(context, WR_ERROR) == (result != WR_OK));
    if (result == WR_OK)
        check_element(context, &source, root);
    wr_arena_destroy(arena);
    wr_context_destroy(context);
    return 0;
}
