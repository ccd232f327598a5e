/* Reading a texture: what its alpha means is said by its TXI. */
#include "core/format/texture.h"

#include "core/base/text.h"
#include "core/format/pictures.h"
#include "core/format/tpc.h"

#include <string.h>

/* ---- What shines through -------------------------------------------------------------------
 */

/* Where a TXI names what is mirrored in a texture, its alpha says how much of it is. */
static bool is_mirror(wr_view txi)
{
    static const char *const words[] = {"envmaptexture", "bumpyshinytexture"};
    wr_view line;
    while (wr_view_line(&txi, &line)) {
        wr_view word = wr_view_word(&line);
        for (size_t i = 0; i < sizeof words / sizeof *words; i++)
            if (wr_view_same(word, wr_view_of(words[i])))
                return true;
    }
    return false;
}

static bool is_clear(const struct wr_tga *picture)
{
    size_t count = (size_t)picture->width * picture->height;
    for (size_t i = 0; picture->channels == 4 && i < count; i++)
        if (picture->pixels[4 * i + 3] != 255)
            return true;
    return false;
}

static void drop_alpha(struct wr_tga *picture)
{
    size_t count = (size_t)picture->width * picture->height;
    if (picture->channels != 4)
        return;
    for (size_t i = 0; i < count; i++)
        memmove(picture->pixels + 3 * i, picture->pixels + 4 * i, 3);
    picture->channels = 3;
}

/* ---- Reading -------------------------------------------------------------------------------
 */

static enum wr_result read_tpc(struct wr_context *context, struct wr_arena *arena,
                               const struct wr_source *source, struct wr_tga *picture,
                               wr_view *txi)
{
    struct wr_tpc tpc;
    enum wr_result result = wr_tpc_read(context, source, &tpc);
    if (result != WR_OK)
        return result;
    *txi = (wr_view){tpc.txi, tpc.txi_size};
    return wr_tpc_picture(context, arena, &tpc, picture);
}

enum wr_result wr_texture_read(struct wr_context *context, struct wr_arena *arena,
                               const struct wr_source *source, bool tpc,
                               const struct wr_source *txi, struct wr_texture *out)
{
    wr_view says = txi ? (wr_view){(const char *)txi->data, txi->size} : (wr_view){0};
    *out = (struct wr_texture){0};
    enum wr_result result = tpc ? read_tpc(context, arena, source, &out->picture, &says)
                                : wr_picture_read(context, arena, source, &out->picture);
    if (result != WR_OK)
        return result;
    out->clear = is_clear(&out->picture) && !is_mirror(says);
    if (!out->clear)
        drop_alpha(&out->picture);
    return WR_OK;
}
