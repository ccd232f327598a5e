/* Names in kits: what an id may look like, and which names are given twice. */
#include "core/base/text.h"
#include "kits/kit.h"

#include <stdlib.h>
#include <string.h>

enum { LONGEST_ID = 32, LONGEST_BLUEPRINT = 16 };

bool wr_kit_id_valid(wr_view text)
{
    for (size_t i = 0; i < text.size; i++) {
        char c = text.data[i];
        bool letter = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
        if (!letter && !(c >= '0' && c <= '9') && c != '_' && c != '-')
            return false;
    }
    return text.size > 0 && text.size <= LONGEST_ID;
}

bool wr_kit_blueprint_valid(const char *text)
{
    size_t size = strlen(text);
    return size <= LONGEST_BLUEPRINT && wr_kit_id_valid(wr_view_of(text)) && !strchr(text, '-');
}

/* By name without case, then by place: the first of equal names stands first. */
static int compare(const void *left, const void *right)
{
    const struct wr_named *a = left, *b = right;
    if (!wr_text_same(a->text, b->text))
        return wr_text_order(a->text, b->text);
    return (a->where.offset > b->where.offset) - (a->where.offset < b->where.offset);
}

uint32_t wr_names_repeated(struct wr_named *names, uint32_t count)
{
    uint32_t repeated = 0;
    if (count > 0)
        qsort(names, count, sizeof *names, compare);
    const char *last = NULL;
    for (uint32_t i = 0; i < count; i++) {
        struct wr_named name = names[i];
        if (last && wr_text_same(last, name.text))
            names[repeated++] = name;
        last = name.text;
    }
    return repeated;
}
