/* Lines of manifests, read and written. */
#include "builder/manifest/record.h"

#include "core/base/text.h"

#include <inttypes.h>
#include <string.h>

static const double MOST = 9007199254740992.0; /* 2^53: what every reader of JSON gives back */

/* ---- Reading ----------------------------------------------------------------------------- */

static bool fail_word(struct wr_context *context, const wr_json *json, const char *wanted)
{
    char path[WR_JSON_PATH_SIZE];
    wr_fail(context, WR_INVALID, json->where, "manifest-syntax",
            "a manifest is written by Warren alone: take that of the run", "%s is no %s",
            wr_json_path(json, path), wanted);
    return false;
}

static bool read_digest(struct wr_context *context, wr_json *json, wr_recorded *out, bool *ok)
{
    int64_t bytes = 0;
    const char *hash = "";
    out->path = "";
    wr_json_get_text(context, json, "path", true, &out->path, ok);
    wr_json_get_integer(context, json, "bytes", true, 0, (int64_t)MOST, &bytes, ok);
    wr_json_get_text(context, json, "sha256", true, &hash, ok);
    if (!*ok)
        return false;
    size_t size = strlen(hash);
    if ((size != 0 && size != WR_HASH_SIZE - 1) || strspn(hash, "0123456789abcdef") != size)
        return *ok = fail_word(context, json, "digest");
    out->digest.bytes = (uint64_t)bytes;
    memcpy(out->digest.hash, hash, size + 1);
    return true;
}

static enum wr_result read_inputs(struct wr_context *context, struct wr_arena *arena,
                                  wr_json *object, const wr_recorded **out, size_t *count,
                                  bool *ok)
{
    wr_json *list = wr_json_get(context, object, "inputs", WR_JSON_LIST, true, ok);
    wr_recorded *inputs = WR_ZERO(arena, wr_recorded, list ? list->count : 0);
    if (!inputs)
        return wr_no_memory(context);
    for (wr_json *item = list ? list->first : NULL; item; item = item->next) {
        if (item->kind != WR_JSON_OBJECT)
            *ok = fail_word(context, item, "file");
        else
            read_digest(context, item, &inputs[item->index], ok);
    }
    *out = inputs;
    *count = list ? list->count : 0;
    return WR_OK;
}

static enum wr_result read_arguments(struct wr_context *context, struct wr_arena *arena,
                                     wr_json *object, struct wr_heading *out, bool *ok)
{
    wr_json *list = wr_json_get(context, object, "arguments", WR_JSON_LIST, true, ok);
    const char **arguments = WR_ZERO(arena, const char *, list ? list->count : 0);
    if (!arguments)
        return wr_no_memory(context);
    for (wr_json *item = list ? list->first : NULL; item; item = item->next) {
        if (item->kind != WR_JSON_STRING)
            *ok = fail_word(context, item, "argument");
        arguments[item->index] = item->text;
    }
    out->arguments = arguments;
    out->argument_count = list ? list->count : 0;
    return WR_OK;
}

static enum wr_result read_line(struct wr_context *context, struct wr_arena *arena,
                                const struct wr_source *source, wr_json **out)
{
    enum wr_result result = wr_json_read(context, arena, source, out);
    if (result != WR_OK)
        return result;
    return (*out)->kind == WR_JSON_OBJECT || fail_word(context, *out, "object") ? WR_OK
                                                                                : WR_INVALID;
}

enum wr_result wr_heading_read(struct wr_context *context, struct wr_arena *arena,
                               const struct wr_source *source, struct wr_heading *out)
{
    wr_json *json;
    bool ok = true;
    int64_t index = 0, count = 0;
    *out = (struct wr_heading){0};
    enum wr_result result = read_line(context, arena, source, &json);
    if (result != WR_OK)
        return result;
    wr_json_get_text(context, json, "warren", true, &out->version, &ok);
    wr_json_get_text(context, json, "command", true, &out->command, &ok);
    wr_json_get_integer(context, json, "of", true, 0, WR_MOST_SHARDS, &count, &ok);
    wr_json_get_integer(context, json, "shard", true, 0, WR_MOST_SHARDS, &index, &ok);
    if (ok && (index > count || (index == 0 && count > 0)))
        ok = fail_word(context, wr_json_find(json, "shard"), "shard of so many");
    out->shard = (wr_shard){(uint32_t)index, (uint32_t)count};
    wr_json_get_text(context, json, "pack", false, &out->pack, &ok);
    result = read_arguments(context, arena, json, out, &ok);
    if (result == WR_OK)
        result = read_inputs(context, arena, json, &out->inputs, &out->input_count, &ok);
    return result == WR_OK && !ok ? WR_INVALID : result;
}

static bool find_result(const char *name, enum wr_result *out)
{
    for (int i = WR_OK; i <= WR_STOPPED; i++)
        if (strcmp(wr_result_name((enum wr_result)i), name) == 0) {
            *out = (enum wr_result)i;
            return true;
        }
    return false;
}

static const char *const severities[] = {
    [WR_NOTE] = "note", [WR_WARNING] = "warning", [WR_ERROR] = "error"};

static void read_place(struct wr_context *context, wr_json *json, struct wr_diag *out, bool *ok)
{
    int64_t number = 0;
    if (wr_json_get_integer(context, json, "line", false, 0, UINT32_MAX, &number, ok))
        out->line = (uint32_t)number;
    if (wr_json_get_integer(context, json, "column", false, 0, UINT32_MAX, &number, ok))
        out->column = (uint32_t)number;
    if (wr_json_get_integer(context, json, "caret", false, 0, UINT32_MAX, &number, ok))
        out->caret = (uint32_t)number;
    out->has_offset =
        wr_json_get_integer(context, json, "offset", false, 0, (int64_t)MOST, &number, ok);
    out->offset = out->has_offset ? (uint64_t)number : 0;
}

static void read_finding(struct wr_context *context, wr_json *json, struct wr_diag *out,
                         bool *ok)
{
    const char *severity = "";
    *out = (struct wr_diag){.slug = "", .message = ""};
    if (json->kind != WR_JSON_OBJECT) {
        *ok = fail_word(context, json, "finding");
        return;
    }
    wr_json_get_text(context, json, "severity", true, &severity, ok);
    wr_json_get_text(context, json, "slug", true, &out->slug, ok);
    wr_json_get_text(context, json, "message", true, &out->message, ok);
    wr_json_get_text(context, json, "file", false, &out->file, ok);
    wr_json_get_text(context, json, "hint", false, &out->hint, ok);
    wr_json_get_text(context, json, "excerpt", false, &out->excerpt, ok);
    read_place(context, json, out, ok);
    int i = WR_ERROR;
    while (i > WR_NOTE && strcmp(severities[i], severity) != 0)
        i--;
    out->severity = (enum wr_severity)i;
    if (*ok && strcmp(severities[i], severity) != 0)
        *ok = fail_word(context, json, "finding");
}

static enum wr_result read_findings(struct wr_context *context, struct wr_arena *arena,
                                    wr_json *object, struct wr_record *out, bool *ok)
{
    wr_json *list = wr_json_get(context, object, "findings", WR_JSON_LIST, true, ok);
    out->finding_count = list ? list->count : 0;
    struct wr_diag *findings = WR_ZERO(arena, struct wr_diag, out->finding_count);
    if (!findings)
        return wr_no_memory(context);
    for (wr_json *item = list ? list->first : NULL; item; item = item->next)
        read_finding(context, item, &findings[item->index], ok);
    out->findings = findings;
    return WR_OK;
}

enum wr_result wr_record_read(struct wr_context *context, struct wr_arena *arena,
                              const struct wr_source *source, struct wr_record *out)
{
    wr_json *json;
    bool ok = true;
    const char *word = "";
    *out = (struct wr_record){.unit = ""};
    enum wr_result result = read_line(context, arena, source, &json);
    if (result != WR_OK)
        return result;
    wr_json_get_text(context, json, "unit", true, &out->unit, &ok);
    wr_json_get_text(context, json, "result", true, &word, &ok);
    if (ok && !find_result(word, &out->result))
        ok = fail_word(context, wr_json_find(json, "result"), "result");
    wr_json *output = wr_json_get(context, json, "output", WR_JSON_OBJECT, false, &ok);
    if (output)
        read_digest(context, output, &out->output, &ok);
    out->made = wr_json_get(context, json, "made", WR_JSON_OBJECT, true, &ok);
    result = read_inputs(context, arena, json, &out->inputs, &out->input_count, &ok);
    if (result == WR_OK)
        result = read_findings(context, arena, json, out, &ok);
    return result == WR_OK && !ok ? WR_INVALID : result;
}

/* ---- Writing ----------------------------------------------------------------------------- */

static void write_recorded(const wr_recorded *recorded, struct wr_bytes *out)
{
    wr_bytes_text(out, "{\"path\":");
    wr_bytes_json(out, recorded->path);
    wr_bytes_print(out, ",\"bytes\":%" PRIu64 ",\"sha256\":\"%s\"}", recorded->digest.bytes,
                   recorded->digest.hash);
}

static void write_inputs(const wr_recorded *inputs, size_t count, struct wr_bytes *out)
{
    wr_bytes_text(out, ",\"inputs\":[");
    for (size_t i = 0; i < count; i++) {
        wr_bytes_text(out, i ? "," : "");
        write_recorded(&inputs[i], out);
    }
    wr_bytes_text(out, "]");
}

void wr_heading_write(const struct wr_heading *heading, struct wr_bytes *out)
{
    wr_bytes_text(out, "{\"warren\":");
    wr_bytes_json(out, heading->version);
    wr_bytes_text(out, ",\"command\":");
    wr_bytes_json(out, heading->command);
    wr_bytes_print(out, ",\"shard\":%" PRIu32 ",\"of\":%" PRIu32 ",\"arguments\":[",
                   heading->shard.index, heading->shard.count);
    for (size_t i = 0; i < heading->argument_count; i++) {
        wr_bytes_text(out, i ? "," : "");
        wr_bytes_json(out, heading->arguments[i]);
    }
    wr_bytes_text(out, "]");
    if (heading->pack) {
        wr_bytes_text(out, ",\"pack\":");
        wr_bytes_json(out, heading->pack);
    }
    write_inputs(heading->inputs, heading->input_count, out);
    wr_bytes_text(out, "}\n");
}

void wr_record_write(const struct wr_record *record, double seconds,
                     const struct wr_bytes *made, const struct wr_bytes *findings,
                     struct wr_bytes *out)
{
    wr_bytes_text(out, "{\"unit\":");
    wr_bytes_json(out, record->unit);
    wr_bytes_print(out, ",\"result\":\"%s\",\"seconds\":%s", wr_result_name(record->result),
                   wr_fixed(seconds, 4).text);
    write_inputs(record->inputs, record->input_count, out);
    if (record->output.path) {
        wr_bytes_text(out, ",\"output\":");
        write_recorded(&record->output, out);
    }
    wr_bytes_print(out, ",\"made\":{%.*s},\"findings\":[%.*s]}\n", (int)made->size,
                   made->size ? (const char *)made->data : "", (int)findings->size,
                   findings->size ? (const char *)findings->data : "");
    out->failed |= made->failed || findings->failed;
}
