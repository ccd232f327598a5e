/* What the steps of an extraction share. */
#include "builder/extract/taking.h"

#include "core/base/bytes.h"
#include "core/base/path.h"
#include "core/base/text.h"

#include <stdio.h>
#include <string.h>

/* ---- Names ------------------------------------------------------------------------------- */

bool wr_taken_name(const char *text, char out[WR_RESREF + 1])
{
    size_t size = strlen(text);
    if (size == 0 || size > WR_RESREF || wr_name_reserved(text))
        return false;
    for (size_t i = 0; i <= size; i++)
        out[i] = (char)(text[i] >= 'A' && text[i] <= 'Z' ? text[i] - 'A' + 'a' : text[i]);
    return strspn(out, "abcdefghijklmnopqrstuvwxyz0123456789_-") == size;
}

void wr_taken_resref(const char *text, unsigned number, char out[WR_RESREF + 1])
{
    char tail[12] = "";
    if (number > 1)
        snprintf(tail, sizeof tail, "_%u", number);
    size_t most = WR_RESREF - strlen(tail), size = 0;
    for (; text[size] && size < most; size++) {
        char c = text[size] >= 'A' && text[size] <= 'Z' ? (char)(text[size] + ('a' - 'A'))
                                                        : text[size];
        bool fine = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        out[size] = fine ? c : '_';
    }
    memcpy(out + size, tail, strlen(tail) + 1);
}

const char *wr_taking_file_name(struct wr_taking *taking, const char *name, uint16_t type)
{
    const char *suffix = wr_resource_suffix(type);
    size_t stem = strlen(name), tail = strlen(suffix);
    char *text = wr_arena_take(taking->arena, stem + tail + 2, 1);
    if (!text)
        return NULL;
    memcpy(text, name, stem);
    text[stem] = '.';
    memcpy(text + stem + 1, suffix, tail + 1);
    return text;
}

/* ---- Files ------------------------------------------------------------------------------- */

bool wr_taking_add(struct wr_taking *taking, const wr_taken_file *file)
{
    for (uint32_t i = 0; i < taking->file_count; i++)
        if (strcmp(taking->files[i].folder, file->folder) == 0 &&
            wr_text_same(taking->files[i].name, file->name))
            return true;
    wr_taken_file *files =
        wr_arena_more(taking->arena, taking->files, taking->file_count, sizeof *files);
    if (!files)
        return false;
    taking->files = files;
    files[taking->file_count++] = *file;
    return true;
}

/* ---- What is broken ---------------------------------------------------------------------- */

struct wr_context *wr_taking_lenient(struct wr_taking *taking)
{
    struct wr_context *lenient = wr_context_lenient(taking->context);
    if (!lenient)
        wr_no_memory(taking->context);
    return lenient;
}

static enum wr_result read_gff(struct wr_context *context, struct wr_arena *arena,
                               const wr_entry *entry, const char *mark, struct wr_gff **out,
                               struct wr_source *source)
{
    enum wr_result result = wr_entry_read(context, arena, entry, source);
    source->binary = true;
    if (result == WR_OK)
        result = wr_gff_read(context, arena, source, out);
    if (result == WR_OK && strcmp((*out)->type, mark) != 0)
        result = wr_fail(context, WR_INVALID, wr_at(source, 0), "module-gff-type", NULL,
                         "the file says that it is of type '%s', not '%s'", (*out)->type, mark);
    return result;
}

enum wr_result wr_taking_gff_of(struct wr_taking *taking, const char *name, uint16_t type,
                                const char *mark, struct wr_gff **out,
                                struct wr_source **source)
{
    const wr_entry *entry = wr_resources_find(&taking->resources, name, type);
    struct wr_gff *gff = NULL;
    *out = NULL;
    *source = WR_ZERO(taking->arena, struct wr_source, 1);
    if (!*source)
        return wr_no_memory(taking->context);
    if (!entry)
        return WR_OK;
    struct wr_context *lenient = wr_taking_lenient(taking);
    if (!lenient)
        return WR_NO_MEMORY;
    enum wr_result result = read_gff(lenient, taking->arena, entry, mark, &gff, *source);
    wr_context_destroy(lenient);
    if (result == WR_NO_MEMORY)
        return wr_no_memory(taking->context);
    *out = result == WR_OK ? gff : NULL;
    return WR_OK;
}

enum wr_result wr_taking_gff(struct wr_taking *taking, const char *name, uint16_t type,
                             const char *mark, struct wr_gff **out)
{
    struct wr_source *source;
    return wr_taking_gff_of(taking, name, type, mark, out, &source);
}
