/* Where the bytes of a glTF are: in it, behind it, beside it. */
#include "core/scene/gltf_reading.h"

#include "core/base/text.h"
#include "core/files/file.h"
#include "core/text/base64.h"

#include <string.h>

/* ---- URIs ----------------------------------------------------------------------------------
 */

static int hex(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

/* With what "%20" stands for; NULL when memory is out. */
static char *unescaped(struct gltf *gltf, const char *text)
{
    char *out = wr_arena_text(gltf->arena, text, strlen(text)), *to = out;
    if (!out) {
        wr_gltf_starve(gltf);
        return NULL;
    }
    for (const char *at = out; *at; at++) {
        int high = *at == '%' ? hex(at[1]) : -1, low = high < 0 ? -1 : hex(at[2]);
        *to++ = low < 0 || high + low == 0 ? *at : (char)(high * 16 + low);
        at += low < 0 || high + low == 0 ? 0 : 2;
    }
    *to = '\0';
    return out;
}

static bool decode(struct gltf *gltf, const wr_json *uri, struct gltf_bytes *out)
{
    const char *comma = strchr(uri->text, ',');
    size_t size, bad;
    bool coded = comma && comma - uri->text >= 7 && memcmp(comma - 7, ";base64", 7) == 0;
    if (!coded || !wr_base64_check(wr_view_of(comma + 1), &size, &bad))
        return wr_gltf_fail(gltf, WR_INVALID, uri, "gltf-uri", "write data:...;base64,...",
                            "holds no base64");
    uint8_t *data = wr_arena_take(gltf->arena, size + 1, 1);
    if (!data)
        return wr_gltf_starve(gltf);
    wr_base64_decode(wr_view_of(comma + 1), data);
    *out = (struct gltf_bytes){data, size, true};
    return true;
}

bool wr_gltf_resolve(struct gltf *gltf, const wr_json *uri, struct gltf_bytes *inside,
                     const char **path)
{
    static const char cure[] = "put the file into the folder of the scene, or below it";
    if (strncmp(uri->text, "data:", 5) == 0)
        return decode(gltf, uri, inside);
    char *text = unescaped(gltf, uri->text);
    if (!text)
        return false;
    wr_path_slashes(text);
    if (!wr_path_inside(text) || strchr(text, ':'))
        return wr_gltf_fail(gltf, WR_INVALID, uri, "gltf-uri", cure,
                            "leads out of the scene's folder");
    *path = wr_path_join(gltf->arena, gltf->folder, text);
    if (!*path)
        return wr_gltf_starve(gltf);
    enum wr_result stays = wr_path_stays(gltf->context, gltf->folder, *path);
    if (stays == WR_NO_MEMORY)
        return wr_gltf_starve(gltf);
    if (stays != WR_OK)
        return wr_gltf_fail(gltf, WR_INVALID, uri, "gltf-uri", cure,
                            "leads out of the scene's folder");
    return true;
}

/* ---- Buffers -------------------------------------------------------------------------------
 */

static bool load(struct gltf *gltf, const char *path, struct gltf_bytes *out)
{
    struct wr_source source;
    enum wr_result result = wr_file_read(gltf->context, gltf->arena, path, &source);
    if (result != WR_OK) {
        gltf->result = gltf->result == WR_OK ? result : gltf->result;
        return false;
    }
    *out = (struct gltf_bytes){source.data, source.size, true};
    return true;
}

static bool fetch(struct gltf *gltf, uint32_t index, struct gltf_bytes *out)
{
    wr_json *buffer = gltf->lists[GLTF_BUFFERS].items[index];
    wr_json *uri = wr_json_find(buffer, "uri");
    const char *path = NULL;
    if (uri && uri->kind != WR_JSON_STRING)
        return wr_gltf_fail(gltf, WR_INVALID, uri, "gltf-uri", NULL, "is no text");
    if (uri && !wr_gltf_resolve(gltf, uri, out, &path))
        return false;
    if (path && !load(gltf, path, out))
        return false;
    if (uri)
        return true;
    *out = gltf->rest;
    return gltf->rest.data ? true
                           : wr_gltf_fail(gltf, WR_INVALID, buffer, "gltf-buffer", NULL,
                                          "has no uri, and no bytes follow the JSON");
}

static bool buffer_of(struct gltf *gltf, uint32_t index, struct gltf_bytes *out)
{
    struct gltf_bytes *buffer = &gltf->buffers[index];
    wr_json *json = gltf->lists[GLTF_BUFFERS].items[index];
    uint64_t size;
    if (!buffer->sought && wr_gltf_count(gltf, json, "byteLength", 0, &size) &&
        fetch(gltf, index, buffer)) {
        if (size > buffer->size) {
            buffer->data = NULL;
            wr_gltf_fail(gltf, WR_INVALID, json, "gltf-buffer", "export it again",
                         "claims more bytes than there are");
        } else
            buffer->size = (size_t)size;
        gltf->there += buffer->size;
    }
    buffer->sought = true;
    *out = *buffer;
    return buffer->data != NULL;
}

bool wr_gltf_view(struct gltf *gltf, uint32_t index, struct gltf_bytes *out)
{
    wr_json *view = gltf->lists[GLTF_VIEWS].items[index];
    uint32_t buffer;
    uint64_t at, size;
    struct gltf_bytes bytes;
    if (!wr_gltf_index(gltf, view, "buffer", GLTF_BUFFERS, true, &buffer) ||
        !wr_gltf_count(gltf, view, "byteOffset", 0, &at) ||
        !wr_gltf_count(gltf, view, "byteLength", 0, &size) || !buffer_of(gltf, buffer, &bytes))
        return false;
    if (at > bytes.size || size > bytes.size - at)
        return wr_gltf_fail(gltf, WR_INVALID, view, "gltf-buffer", "export it again",
                            "lies outside its buffer");
    *out = (struct gltf_bytes){bytes.data + at, (size_t)size, true};
    return true;
}
