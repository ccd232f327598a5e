/* Stretches of a room in a kit's XML. */
#include "core/base/math.h"
#include "core/base/tolerance.h"
#include "kits/kit_xml.h"

#include <string.h>

static bool refuse(struct wr_kit_xml *reader, wr_xml *element, const char *name,
                   const char *slug, const char *hint, const char *what)
{
    reader->ok = false;
    wr_fail(reader->context, WR_INVALID, wr_kit_xml_where(element, name), slug, hint,
            "a stretch's '%s' %s", name, what);
    return false;
}

static bool read_axis(struct wr_kit_xml *reader, wr_xml *element, uint32_t *out)
{
    const char *text;
    if (!wr_kit_xml_text(reader, element, "axis", true, &text))
        return false;
    *out = strcmp(text, "y") == 0;
    return *out == 1 || strcmp(text, "x") == 0 ||
           refuse(reader, element, "axis", "xml-value", "write \"x\" or \"y\"",
                  "is neither x nor y");
}

static bool read_number(struct wr_kit_xml *reader, wr_xml *element, const char *name,
                        bool required, float *out)
{
    bool ok = true;
    wr_xml_get_f32(reader->context, element, name, required, out, &ok);
    reader->ok &= ok;
    return ok;
}

/* A room is its drawn self with a length of 0, and no longer than an area. */
static bool check_range(struct wr_kit_xml *reader, wr_xml *element, const wr_stretch *stretch)
{
    if (stretch->from > stretch->to && wr_xml_find(element, "from"))
        return refuse(reader, element, "from", "stretch-range", "exchange the two",
                      "is more than its 'to'");
    if (stretch->from > 0 || stretch->from < (float)-WR_PULL_LONGEST)
        return refuse(reader, element, "from", "stretch-range",
                      "a length of 0, the room as it is drawn, is always one of them",
                      stretch->from > 0 ? "is more than 0" : "is less than -1000");
    if (stretch->to < 0 || stretch->to > (float)WR_PULL_LONGEST)
        return refuse(reader, element, "to", "stretch-range",
                      "a length of 0, the room as it is drawn, is always one of them",
                      stretch->to < 0 ? "is less than 0" : "is more than 1000");
    return true;
}

static bool check_step(struct wr_kit_xml *reader, wr_xml *element, const wr_stretch *stretch)
{
    if (!wr_xml_find(element, "step") || stretch->step == 0 ||
        (wr_stretch_allows(stretch, stretch->from) && wr_stretch_allows(stretch, stretch->to)))
        return true;
    return refuse(reader, element, "step", "stretch-step",
                  "lengths are 0, one step, two steps: let the range end with one",
                  "does not lead from 0 to the ends of its range");
}

static bool read_stretch(struct wr_kit_xml *reader, wr_xml *element, wr_stretch *out)
{
    static const char *const known[] = {"axis", "at", "from", "to", "step", "rise", NULL};
    static const char *const none[] = {NULL};
    *out = (wr_stretch){.place = element->where.offset};
    bool whole = read_axis(reader, element, &out->axis);
    whole &= read_number(reader, element, "at", true, &out->at);
    whole &= read_number(reader, element, "from", false, &out->from);
    whole &= read_number(reader, element, "to", true, &out->to);
    whole &= read_number(reader, element, "rise", false, &out->rise);
    wr_kit_xml_size(reader, element, "step", false, false, &out->step);
    wr_kit_xml_done(reader, element, known, none);
    return whole && check_range(reader, element, out) && check_step(reader, element, out);
}

bool wr_kit_xml_keep_text(struct wr_kit_xml *reader)
{
    const struct wr_source *from = &reader->reading->source;
    if (reader->kit->text)
        return true;
    struct wr_source *text = wr_arena_copy(reader->arena, from, 1, sizeof *text);
    if (text) {
        text->name = reader->kit->path;
        text->data = wr_arena_copy(reader->arena, from->data, from->size, 1);
    }
    reader->kit->text = text && text->data ? text : NULL;
    return reader->kit->text || wr_kit_xml_starve(reader);
}

void wr_kit_xml_stretches(struct wr_kit_xml *reader, wr_xml *element, wr_room *room)
{
    uint32_t count;
    if (!wr_kit_xml_within(reader, element, "stretch", WR_MOST_STRETCHES, &count))
        return;
    wr_stretch *stretches = WR_TAKE(reader->arena, wr_stretch, count);
    if (!stretches) {
        wr_kit_xml_starve(reader);
        return;
    }
    wr_xml *child = wr_kit_xml_next(element->first, "stretch");
    for (; child && !reader->fatal; child = wr_kit_xml_next(child->next, "stretch"))
        room->stretch_count += read_stretch(reader, child, &stretches[room->stretch_count]);
    room->stretches = stretches;
    if (room->stretch_count > 0)
        wr_kit_xml_keep_text(reader);
}
