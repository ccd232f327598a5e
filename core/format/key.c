/* KEY files. Source: formats/module, 1.3. */
#include "core/format/key.h"

#include "core/text/dump.h"

#include <string.h>

enum { HEADER = 64, FILE_SIZE = 12, ENTRY = 22, RESOURCE_BITS = 20 };

struct reader {
    struct wr_context *context;
    struct wr_arena *arena;
    const struct wr_source *source;
    struct wr_key *key;
    uint32_t files, entries; /* where they start */
    enum wr_result result;
};

bool wr_key_recognise(const uint8_t *data, size_t size)
{
    return size >= 8 && memcmp(data, "KEY V1  ", 8) == 0;
}

static struct wr_reader bytes_at(const struct reader *reader, size_t at)
{
    return (struct wr_reader){reader->source->data, reader->source->size, at, false};
}

static void need(struct reader *reader, const char *what, size_t where, uint32_t at,
                 uint32_t count, uint32_t stride)
{
    struct wr_reader bytes = bytes_at(reader, 0);
    if (count > 0 && (at < HEADER || !wr_reader_fits(&bytes, at, count, stride)))
        reader->result =
            wr_fail(reader->context, WR_SYNTAX, wr_at(reader->source, where), "key-table", NULL,
                    "the %s lie at byte %u and take %llu bytes; the file has %zu", what, at,
                    (unsigned long long)count * stride, reader->source->size);
}

static enum wr_result read_header(struct reader *reader)
{
    struct wr_key *key = reader->key;
    struct wr_reader bytes = bytes_at(reader, 8);
    if (reader->source->size < HEADER)
        return wr_fail(reader->context, WR_SYNTAX, wr_at(reader->source, reader->source->size),
                       "key-short", NULL, "the file ends within its header");
    key->file_count = wr_reader_u32(&bytes);
    key->entry_count = wr_reader_u32(&bytes);
    reader->files = wr_reader_u32(&bytes);
    reader->entries = wr_reader_u32(&bytes);
    key->year = wr_reader_u32(&bytes);
    key->day = wr_reader_u32(&bytes);
    need(reader, "files", 16, reader->files, key->file_count, FILE_SIZE);
    need(reader, "names", 20, reader->entries, key->entry_count, ENTRY);
    if (reader->result != WR_OK)
        return reader->result;
    key->files = WR_ZERO(reader->arena, wr_key_file, key->file_count);
    key->entries = WR_ZERO(reader->arena, wr_key_entry, key->entry_count);
    return key->files && key->entries ? WR_OK : wr_no_memory(reader->context);
}

/* A path of the game's own system, as this one has it. */
static void read_file(struct reader *reader, uint32_t index)
{
    wr_key_file *file = &reader->key->files[index];
    size_t where = reader->files + (size_t)FILE_SIZE * index;
    struct wr_reader bytes = bytes_at(reader, where);
    file->size = wr_reader_u32(&bytes);
    uint32_t at = wr_reader_u32(&bytes);
    uint16_t size = wr_reader_u16(&bytes);
    file->drives = wr_reader_u16(&bytes);
    struct wr_reader name = bytes_at(reader, at);
    const char *text = (const char *)wr_reader_take(&name, size);
    if (!text) {
        reader->result =
            wr_fail(reader->context, WR_SYNTAX, wr_at(reader->source, where), "key-file", NULL,
                    "the name of file %u lies outside the KEY", index);
        return;
    }
    size_t length = 0;
    while (length < size && text[length])
        length++;
    while (length > 0 && (*text == '\\' || *text == '/')) {
        text++;
        length--;
    }
    char *path = wr_arena_text(reader->arena, text, length);
    if (!path) {
        reader->result = wr_no_memory(reader->context);
        return;
    }
    for (char *c = path; *c; c++)
        *c = (char)(*c == '\\' ? '/' : *c);
    file->path = path;
}

static void read_entry(struct reader *reader, uint32_t index)
{
    wr_key_entry *entry = &reader->key->entries[index];
    size_t where = reader->entries + (size_t)ENTRY * index;
    struct wr_reader bytes = bytes_at(reader, where);
    const uint8_t *name = wr_reader_take(&bytes, WR_RESREF);
    for (size_t i = 0; i < WR_RESREF && name[i]; i++)
        entry->name[i] = (char)(name[i] >= 'A' && name[i] <= 'Z' ? name[i] + 32 : name[i]);
    entry->type = wr_reader_u16(&bytes);
    uint32_t id = wr_reader_u32(&bytes);
    entry->file = id >> RESOURCE_BITS;
    entry->resource = id & ((UINT32_C(1) << RESOURCE_BITS) - 1);
    if (entry->file < reader->key->file_count)
        return;
    reader->result =
        wr_fail(reader->context, WR_SYNTAX, wr_at(reader->source, where + WR_RESREF + 2),
                "key-entry", NULL, "'%s' lies in file %u, but there are only %u", entry->name,
                entry->file, reader->key->file_count);
    entry->file = WR_KEY_NO_FILE;
}

enum wr_result wr_key_read(struct wr_context *context, struct wr_arena *arena,
                           const struct wr_source *source, struct wr_key **out)
{
    struct wr_source own = *source;
    own.binary = true;
    struct reader reader = {.context = context,
                            .arena = arena,
                            .source = &own,
                            .key = WR_ZERO(arena, struct wr_key, 1)};
    if (!reader.key)
        return wr_no_memory(context);
    if (!wr_key_recognise(source->data, source->size))
        return wr_fail(context, WR_SYNTAX, wr_at(&own, 0), "key-mark", NULL,
                       "the file does not start with 'KEY V1  '");
    enum wr_result result = read_header(&reader);
    if (result != WR_OK)
        return result;
    for (uint32_t i = 0; i < reader.key->file_count && reader.result != WR_NO_MEMORY; i++)
        read_file(&reader, i);
    for (uint32_t i = 0; i < reader.key->entry_count && reader.result != WR_NO_MEMORY; i++)
        read_entry(&reader, i);
    if (reader.result != WR_NO_MEMORY)
        *out = reader.key;
    return reader.result;
}

/* ---- Showing ----------------------------------------------------------------------------- */

static void dump_file(struct wr_dump *dump, uint32_t index, const wr_key_file *file)
{
    wr_dump_row(dump);
    wr_dump_object(dump, NULL);
    wr_dump_count(dump, "index", index);
    wr_dump_text(dump, "path", file->path);
    wr_dump_count(dump, "size", file->size);
    wr_dump_count(dump, "drives", file->drives);
    wr_dump_object_end(dump);
}

static void dump_entry(struct wr_dump *dump, const wr_key_entry *entry)
{
    const char *suffix = wr_resource_suffix(entry->type);
    wr_dump_row(dump);
    wr_dump_object(dump, NULL);
    wr_dump_text(dump, "name", entry->name);
    if (suffix)
        wr_dump_text(dump, "type", suffix);
    else
        wr_dump_count(dump, "type", entry->type);
    wr_dump_count(dump, "file", entry->file);
    wr_dump_count(dump, "resource", entry->resource);
    wr_dump_object_end(dump);
}

void wr_key_dump(const struct wr_key *key, struct wr_dump *dump)
{
    wr_dump_count(dump, "year", key->year);
    wr_dump_count(dump, "day", key->day);
    wr_dump_list(dump, "files");
    for (uint32_t i = 0; i < key->file_count; i++)
        dump_file(dump, i, &key->files[i]);
    wr_dump_list_end(dump);
    wr_dump_list(dump, "resources");
    for (uint32_t i = 0; i < key->entry_count; i++)
        dump_entry(dump, &key->entries[i]);
    wr_dump_list_end(dump);
}
