/* Pictures get a name that no other has, and become TGAs. */
#include "builder/extract/pictures.h"

#include "core/base/bytes.h"
#include "core/format/pictures.h"
#include "core/format/tpc.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PAINTED = 4 };

bool wr_taken_pictures_start(struct wr_taken_pictures *pictures, struct wr_taking *taking)
{
    *pictures = (struct wr_taken_pictures){.taking = taking};
    pictures->lenient = wr_taking_lenient(taking);
    return pictures->lenient != NULL;
}

void wr_taken_pictures_finish(struct wr_taken_pictures *pictures)
{
    wr_context_destroy(pictures->lenient);
}

/* ---- Names ------------------------------------------------------------------------------- */

static int order_texts(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bool has_resref(const struct wr_taken_pictures *pictures, const char *resref)
{
    return pictures->resref_count > 0 &&
           bsearch(&resref, pictures->resrefs, pictures->resref_count, sizeof resref,
                   order_texts);
}

/* A name as one of a resource, with a number where another is called so. */
static const char *make_resref(struct wr_taken_pictures *pictures, const char *stem)
{
    char name[WR_RESREF + 1];
    unsigned number = 1;
    do
        wr_taken_resref(stem, number++, name);
    while (has_resref(pictures, name));
    const char *out = wr_arena_text(pictures->taking->arena, name, strlen(name));
    const char **resrefs = wr_arena_more(pictures->taking->arena, pictures->resrefs,
                                         pictures->resref_count, sizeof *resrefs);
    if (!out || !resrefs)
        return NULL;
    pictures->resrefs = resrefs;
    uint32_t at = pictures->resref_count++;
    for (; at > 0 && strcmp(resrefs[at - 1], out) > 0; at--)
        resrefs[at] = resrefs[at - 1];
    resrefs[at] = out;
    return out;
}

static enum wr_result add(struct wr_taken_pictures *pictures, const char *called, bool tpc,
                          const uint8_t *data, size_t size, wr_taken_picture *out)
{
    struct wr_taking *taking = pictures->taking;
    const char *resref = make_resref(pictures, called);
    const char *name =
        resref ? wr_taking_file_name(taking, resref, tpc ? WR_RES_TPC : WR_RES_TGA) : NULL;
    wr_taken_file file = {.folder = "textures", .name = name, .data = data, .size = size};
    if (!name || !wr_taking_add(taking, &file))
        return wr_no_memory(taking->context);
    out->resref = resref;
    return WR_OK;
}

/* ---- Files ------------------------------------------------------------------------------- */

/* A TPC stays as it is, once it can be read. */
static enum wr_result add_tpc(struct wr_taken_pictures *pictures, const char *name,
                              const struct wr_source *source, wr_taken_picture *out)
{
    struct wr_tpc tpc;
    enum wr_result result = wr_tpc_read(pictures->lenient, source, &tpc);
    if (result != WR_OK)
        return result;
    out->width = tpc.width;
    out->height = tpc.height;
    return add(pictures, name, true, source->data, source->size, out);
}

static enum wr_result add_tga(struct wr_taken_pictures *pictures, const char *name,
                              const struct wr_tga *tga, wr_taken_picture *out)
{
    struct wr_taking *taking = pictures->taking;
    struct wr_bytes bytes = {0};
    enum wr_result result = wr_tga_write(taking->context, tga, &bytes);
    const uint8_t *data = NULL;
    if (result == WR_OK) {
        data = wr_arena_copy(taking->arena, bytes.data, bytes.size, 1);
        result = data ? WR_OK : wr_no_memory(taking->context);
    }
    if (result == WR_OK) {
        out->width = tga->width;
        out->height = tga->height;
        result = add(pictures, name, false, data, bytes.size, out);
    }
    wr_bytes_finish(&bytes);
    return result;
}

/* Any other is written as the game reads it. */
static enum wr_result add_other(struct wr_taken_pictures *pictures, const char *name,
                                const struct wr_source *source, wr_taken_picture *out)
{
    struct wr_tga tga;
    struct wr_arena *scratch = wr_arena_create();
    enum wr_result result = scratch ? WR_OK : wr_no_memory(pictures->taking->context);
    if (result == WR_OK)
        result = wr_picture_read(pictures->lenient, scratch, source, &tga);
    if (result == WR_OK)
        result = add_tga(pictures, name, &tga, out);
    wr_arena_destroy(scratch);
    return result;
}

enum wr_result wr_taken_pictures_add(struct wr_taken_pictures *pictures, const char *name,
                                     const struct wr_source *source, bool tpc,
                                     wr_taken_picture *out)
{
    enum wr_result result =
        tpc ? add_tpc(pictures, name, source, out) : add_other(pictures, name, source, out);
    return result == WR_NO_MEMORY || result == WR_STOPPED ? result : WR_OK;
}

/* ---- Colours ----------------------------------------------------------------------------- */

enum wr_result wr_taken_pictures_paint(struct wr_taken_pictures *pictures,
                                       const uint8_t colour[3], wr_taken_picture *out)
{
    uint8_t pixels[3 * PAINTED * PAINTED];
    char name[24];
    const struct wr_tga tga = {
        .width = PAINTED, .height = PAINTED, .channels = 3, .pixels = pixels};
    for (size_t i = 0; i < sizeof pixels; i++)
        pixels[i] = colour[i % 3];
    snprintf(name, sizeof name, "colour_%02x%02x%02x", colour[0], colour[1], colour[2]);
    return add_tga(pictures, name, &tga, out);
}
