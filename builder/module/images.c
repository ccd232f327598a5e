/* Images: which ones the models name, which of them a kit has, and what they are called in the
 * module. */
#include "builder/module/packing.h"

#include "core/base/bytes.h"
#include "core/base/text.h"
#include "core/files/file.h"
#include "core/model/greybox.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAMED = 8 /* images that a finding lists */ };

/* ---- What is wanted ---------------------------------------------------------------------- */

static int order_wanted(const void *a, const void *b)
{
    const wr_wanted *p = a, *q = b;
    if (p->use != q->use)
        return p->use < q->use ? -1 : 1;
    int order = strcmp(p->name, q->name);
    if (order)
        return order;
    return p->kit < q->kit ? -1 : p->kit > q->kit;
}

/* Asks for an image; `name` is lower-case and outlives the packing. */
static void want(struct wr_packing *packing, const char *name, uint32_t kit,
                 enum wr_image_use use)
{
    wr_wanted *wanted =
        wr_arena_more(packing->scratch, packing->wanted, packing->wanted_count, sizeof *wanted);
    packing->failed |= !wanted || !name;
    if (packing->failed)
        return;
    packing->wanted = wanted;
    wanted[packing->wanted_count++] = (wr_wanted){.name = name, .kit = kit, .use = use};
}

struct visit {
    struct wr_packing *packing;
    uint32_t kit;
};

static void want_texture(void *user, const wr_model_texture *texture)
{
    struct visit *visit = user;
    enum wr_image_use use = texture->use == WR_TEXTURE_MESH       ? WR_IMAGE_TEXTURE
                            : texture->use == WR_TEXTURE_LIGHTMAP ? WR_IMAGE_LIGHTMAP
                                                                  : WR_IMAGE_VERBATIM;
    want(visit->packing,
         wr_arena_text(visit->packing->arena, texture->name, strlen(texture->name)), visit->kit,
         use);
}

/* Sorts what is wanted from `from` on and keeps each once. */
static void settle(struct wr_packing *packing, size_t from)
{
    size_t kept = from;
    if (packing->wanted_count > from)
        qsort(packing->wanted + from, packing->wanted_count - from, sizeof *packing->wanted,
              order_wanted);
    for (size_t i = from; i < packing->wanted_count; i++)
        if (kept == from || order_wanted(&packing->wanted[kept - 1], &packing->wanted[i]) != 0)
            packing->wanted[kept++] = packing->wanted[i];
    packing->wanted_count = kept;
}

static void gather(struct wr_packing *packing)
{
    const struct wr_module_models *models = packing->models;
    for (uint32_t i = 0; i < models->source_count; i++) {
        struct visit visit = {packing, models->sources[i].kit};
        if (models->sources[i].model)
            wr_model_each_texture(models->sources[i].model, want_texture, &visit);
    }
    for (size_t i = 0; i < packing->extra_count; i++) {
        struct visit visit = {packing, packing->extras[i].kit};
        wr_model_each_texture(packing->extras[i].model, want_texture, &visit);
    }
    settle(packing, 0);
}

/* ---- Which kit has it -------------------------------------------------------------------- */

static const wr_kit_image *find_in(const struct wr_kit_assets *kit, const wr_wanted *wanted)
{
    if (wanted->use == WR_IMAGE_LIGHTMAP)
        return wr_kit_image_find(kit->lightmaps, kit->lightmap_count, wanted->name);
    return wr_kit_image_find(kit->textures, kit->texture_count, wanted->name);
}

/* Rooms a map carries were made of rooms of its kits, whose images they name. */
static void find_image(const struct wr_packing *packing, wr_wanted *wanted)
{
    const struct wr_module_models *models = packing->models;
    wanted->owner = wanted->kit;
    if (wanted->use == WR_IMAGE_VERBATIM && strlen(wanted->name) > WR_RESREF)
        return; /* no name of a resource */
    wanted->image = find_in(&packing->kits[wanted->kit], wanted);
    if (models->kits[wanted->kit] != packing->layout->map->embedded)
        return;
    for (uint32_t k = 0; k < models->kit_count && !wanted->image; k++) {
        wanted->owner = k;
        wanted->image = find_in(&packing->kits[k], wanted);
    }
}

/* ---- Names ------------------------------------------------------------------------------- */

/* The first of one name that has the same image: they share what is packed. */
static const wr_wanted *twin_of(const struct wr_packing *packing, size_t index)
{
    const wr_wanted *wanted = &packing->wanted[index];
    for (size_t i = index; i > 0; i--) {
        const wr_wanted *other = &packing->wanted[i - 1];
        if (other->use != wanted->use || strcmp(other->name, wanted->name) != 0)
            break;
        if (other->image == wanted->image)
            return other;
    }
    return NULL;
}

static uint32_t count_packed(const struct wr_packing *packing, enum wr_image_use use)
{
    uint32_t count = 0;
    for (size_t i = 0; i < packing->wanted_count; i++)
        count +=
            packing->wanted[i].use == use && packing->wanted[i].image && !twin_of(packing, i);
    return count;
}

static void pack_image(struct wr_packing *packing, const wr_kit_image *image, const char *name)
{
    wr_packing_add(packing, name, image->tpc ? WR_RES_TPC : WR_RES_TGA, image->path, NULL, 0);
    if (image->txi)
        wr_packing_add(packing, name, WR_RES_TXI, image->txi, NULL, 0);
}

/* Names and packs all images of a use that a kit has. */
static enum wr_result name_images(struct wr_packing *packing, enum wr_image_use use,
                                  const char *mark, const char *thing)
{
    struct wr_module_models *models = packing->models;
    uint32_t number = 0, count = count_packed(packing, use);
    enum wr_result result = count ? wr_packing_fits(packing, mark, thing, count) : WR_OK;
    char name[WR_RESREF + 1] = "";
    for (size_t i = 0; i < packing->wanted_count && result == WR_OK; i++) {
        const wr_wanted *wanted = &packing->wanted[i];
        if (wanted->use != use || !wanted->image)
            continue;
        const wr_wanted *twin = twin_of(packing, i);
        wr_image_name *entry = &models->names[models->name_count];
        *entry = (wr_image_name){wanted->kit, use == WR_IMAGE_LIGHTMAP, wanted->name, ""};
        if (twin) {
            const wr_image_name *before = entry;
            do
                before--;
            while (before->kit != twin->kit || strcmp(before->from, twin->name) != 0);
            memcpy(name, before->to, sizeof name);
        } else {
            wr_packing_name(packing, mark, number++, name);
            pack_image(packing, wanted->image, name);
        }
        memcpy(entry->to, name, sizeof name);
        models->name_count++;
    }
    return result;
}

/* Images that nothing renames are packed under their own names, one kit's a name. */
static void pack_verbatim(struct wr_packing *packing)
{
    const char *last = NULL;
    for (size_t i = 0; i < packing->wanted_count; i++) {
        const wr_wanted *wanted = &packing->wanted[i];
        if (wanted->use != WR_IMAGE_VERBATIM || !wanted->image ||
            (last && strcmp(last, wanted->name) == 0))
            continue;
        pack_image(packing, wanted->image, wanted->name);
        last = wanted->name;
    }
}

/* ---- What a TXI names -------------------------------------------------------------------- */

/* The words behind which a TXI names another image. */
static const char *const txi_words[] = {"bumpmaptexture", "bumpyshinytexture", "envmaptexture"};

/* How much of the end of a TPC is looked at: its text stands there, behind the pixels. */
enum { TXI_TAIL = 4096 };

static bool starts_with(wr_view text, const char *word)
{
    size_t size = strlen(word);
    return text.size > size && wr_view_same((wr_view){text.data, size}, wr_view_of(word)) &&
           (text.data[size] == ' ' || text.data[size] == '\t');
}

/* Wants the image that a text names, if it starts with one of the words. */
static void read_txi_word(struct wr_packing *packing, wr_view text, uint32_t kit)
{
    bool found = false;
    for (size_t i = 0; i < sizeof txi_words / sizeof *txi_words; i++)
        found |= starts_with(text, txi_words[i]);
    if (!found)
        return;
    wr_view_word(&text);
    wr_view name = wr_view_word(&text);
    if (name.size == 0 || name.size > WR_MODEL_NAME)
        return;
    char *copy = wr_arena_text(packing->arena, name.data, name.size);
    for (size_t i = 0; copy && i < name.size; i++)
        if (copy[i] >= 'A' && copy[i] <= 'Z')
            copy[i] = (char)(copy[i] - 'A' + 'a');
    want(packing, copy, kit, WR_IMAGE_VERBATIM);
}

/* A TXI goes along as it is, so what it names keeps its name. In a TPC its first line follows
 * the last pixel at once. */
static enum wr_result follow_txi(struct wr_packing *packing, const char *path, bool tail,
                                 uint32_t kit)
{
    struct wr_source source = {0};
    struct wr_arena *arena = wr_arena_create();
    enum wr_result result = arena ? wr_file_read(packing->context, arena, path, &source)
                                  : wr_no_memory(packing->context);
    size_t at = result == WR_OK && tail && source.size > TXI_TAIL ? source.size - TXI_TAIL : 0;
    for (; result == WR_OK && at < source.size; at++)
        read_txi_word(packing, (wr_view){(const char *)source.data + at, source.size - at},
                      kit);
    wr_arena_destroy(arena);
    return result;
}

/* Bump and environment maps; what those name in turn is not followed. */
static enum wr_result follow_txis(struct wr_packing *packing)
{
    size_t count = packing->wanted_count;
    enum wr_result result = WR_OK;
    for (size_t i = 0; i < count && result == WR_OK; i++) {
        const wr_wanted wanted = packing->wanted[i];
        if (!wanted.image || twin_of(packing, i))
            continue;
        if (wanted.image->txi)
            result = follow_txi(packing, wanted.image->txi, false, wanted.owner);
        if (result == WR_OK && wanted.image->tpc)
            result = follow_txi(packing, wanted.image->path, true, wanted.owner);
    }
    settle(packing, 0);
    return result;
}

/* ---- Judging images ---------------------------------------------------------------------- */

static bool is_power(uint32_t number)
{
    return number && (number & (number - 1)) == 0;
}

/* What the game cannot read of a TGA's header, or NULL. */
static const char *tga_fault(const uint8_t head[18])
{
    uint32_t width = head[12] | (uint32_t)head[13] << 8;
    uint32_t height = head[14] | (uint32_t)head[15] << 8;
    if (head[1] != 0 || (head[2] != 2 && head[2] != 3 && head[2] != 10))
        return "it is of a kind of TGA the game does not read";
    if (head[16] != (head[2] == 3 ? 8 : 24) && head[16] != 32)
        return "it has neither 24 nor 32 bits a pixel";
    if (!width || !height)
        return "it has no pixels";
    if (head[17] & 0x10)
        return "its rows run from right to left";
    return is_power(width) && is_power(height) ? NULL : "its sides are no powers of two";
}

static const char *tpc_fault(const uint8_t head[18])
{
    uint32_t width = head[8] | (uint32_t)head[9] << 8;
    uint32_t height = head[10] | (uint32_t)head[11] << 8;
    bool coded = head[12] == 1 || head[12] == 2 || head[12] == 4 || head[12] == 12;
    return coded && is_power(width) && is_power(height) ? NULL : "it is no TPC";
}

static enum wr_result judge_image(struct wr_packing *packing, wr_module_asset *item)
{
    uint8_t head[18] = {0};
    size_t got = 0;
    enum wr_result result =
        wr_file_head(packing->context, item->path, head, sizeof head, &got, &item->size);
    if (result != WR_OK || (item->type != WR_RES_TGA && item->type != WR_RES_TPC))
        return result;
    const char *fault = got < sizeof head          ? "it is too short"
                        : item->type == WR_RES_TGA ? tga_fault(head)
                                                   : tpc_fault(head);
    struct wr_source source = {.name = item->path, .binary = true};
    if (fault)
        wr_warn(packing->context, wr_at(&source, WR_WHOLE_FILE), "image-unfit",
                "save it as an uncompressed TGA of 24 or 32 bits, 256 by 256 for example",
                "the game may not show this image: %s", fault);
    return WR_OK;
}

static enum wr_result judge_images(struct wr_packing *packing, size_t from)
{
    enum wr_result result = WR_OK;
    for (size_t i = from; i < packing->item_count && result == WR_OK; i++)
        result = judge_image(packing, &packing->items[i]);
    return result;
}

/* ---- What must be in the game ------------------------------------------------------------ */

static int order_names(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* "a, b, c and 4 more" */
static void list_names(struct wr_bytes *text, const char *const *names, uint32_t count)
{
    for (uint32_t i = 0; i < count && i < NAMED; i++) {
        wr_bytes_text(text, i ? ", " : "");
        wr_bytes_clean(text, names[i]);
    }
    if (count > NAMED)
        wr_bytes_print(text, " and %u more", (unsigned)(count - NAMED));
    wr_bytes_char(text, '\0');
}

static void note_external(struct wr_packing *packing, uint32_t kit, const char *const *names,
                          uint32_t count)
{
    struct wr_bytes text = {0};
    struct wr_source source = {.name = packing->models->kits[kit]->path};
    list_names(&text, names, count);
    if (!text.failed)
        wr_note(packing->context, wr_at(&source, WR_WHOLE_FILE), "images-external", NULL,
                "%u images of kit '%s' are not in its folders and must be in the game: %s",
                (unsigned)count, packing->models->kits[kit]->name, (const char *)text.data);
    packing->failed |= text.failed;
    wr_bytes_finish(&text);
}

/* Grey boxes name images of the base game: those are listed without a note. */
static void list_greyboxes(struct wr_packing *packing)
{
    const struct wr_module_models *models = packing->models;
    bool used[WR_SURFACE_COUNT] = {false}, any = false;
    for (uint32_t i = 0; i < models->source_count; i++) {
        const struct wr_walkmesh *mesh = models->sources[i].room->mesh;
        if (models->sources[i].model)
            continue;
        any = true;
        for (uint32_t f = 0; f < mesh->face_count; f++)
            used[mesh->materials[f] < WR_SURFACE_COUNT ? mesh->materials[f] : 0] = true;
    }
    for (uint32_t material = 0; material < WR_SURFACE_COUNT; material++)
        if (used[material])
            packing->external[packing->external_count++] = wr_greybox_texture(material);
    if (!any)
        return;
    packing->external[packing->external_count++] = wr_greybox_wall_texture();
    packing->external[packing->external_count++] = wr_greybox_ceiling_texture();
}

/* The names no kit has, of all kits together in packing->external, each kit's in a note. */
static void list_external(struct wr_packing *packing)
{
    const char **names = WR_TAKE(packing->scratch, const char *, packing->wanted_count);
    packing->external =
        WR_TAKE(packing->arena, const char *, packing->wanted_count + WR_SURFACE_COUNT + 2);
    packing->failed |= !names || !packing->external;
    for (uint32_t k = 0; k < packing->models->kit_count && !packing->failed; k++) {
        uint32_t count = 0;
        for (size_t i = 0; i < packing->wanted_count; i++) {
            const wr_wanted *wanted = &packing->wanted[i];
            if (wanted->kit != k || wanted->image)
                continue;
            names[count++] = wanted->name;
            packing->external[packing->external_count++] = wanted->name;
        }
        if (count)
            note_external(packing, k, names, count);
    }
    if (packing->failed)
        return;
    list_greyboxes(packing);
    if (!packing->external_count)
        return;
    qsort(packing->external, packing->external_count, sizeof *packing->external, order_names);
    size_t kept = 1;
    for (size_t i = 1; i < packing->external_count; i++)
        if (strcmp(packing->external[kept - 1], packing->external[i]) != 0)
            packing->external[kept++] = packing->external[i];
    packing->external_count = kept;
}

/* ---- What they are called ---------------------------------------------------------------- */

/* By kit, then textures before lightmaps, then by name. */
static int order_images(const void *a, const void *b)
{
    const wr_image_name *p = a, *q = b;
    if (p->kit != q->kit)
        return p->kit < q->kit ? -1 : 1;
    if (p->lightmap != q->lightmap)
        return p->lightmap ? 1 : -1;
    return strcmp(p->from, q->from);
}

const char *wr_image_rename(void *user, const wr_model_texture *texture)
{
    const struct wr_renaming *renaming = user;
    const struct wr_module_models *models = renaming->models;
    wr_image_name key = {renaming->kit, texture->use == WR_TEXTURE_LIGHTMAP, texture->name, ""};
    if (models->name_count == 0 ||
        (texture->use != WR_TEXTURE_MESH && texture->use != WR_TEXTURE_LIGHTMAP))
        return NULL;
    const wr_image_name *found =
        bsearch(&key, models->names, models->name_count, sizeof key, order_images);
    return found ? found->to : NULL;
}

/* ---- All of it --------------------------------------------------------------------------- */

static enum wr_result name_all(struct wr_packing *packing)
{
    struct wr_module_models *models = packing->models;
    models->names = WR_TAKE(packing->arena, wr_image_name, packing->wanted_count);
    if (!models->names)
        return wr_no_memory(packing->context);
    enum wr_result textures = name_images(packing, WR_IMAGE_TEXTURE, "_tex", "each texture");
    enum wr_result lightmaps = name_images(packing, WR_IMAGE_LIGHTMAP, "_lm", "each lightmap");
    if (models->name_count)
        qsort(models->names, models->name_count, sizeof *models->names, order_images);
    return textures == WR_OK ? lightmaps : textures;
}

enum wr_result wr_images_pack(struct wr_packing *packing)
{
    size_t from = packing->item_count;
    gather(packing);
    for (size_t i = 0; i < packing->wanted_count; i++)
        find_image(packing, &packing->wanted[i]);
    enum wr_result result = packing->failed ? wr_no_memory(packing->context) : WR_OK;
    if (result == WR_OK)
        result = follow_txis(packing);
    for (size_t i = 0; i < packing->wanted_count; i++)
        find_image(packing, &packing->wanted[i]);
    if (result == WR_OK)
        result = name_all(packing);
    if (result != WR_OK)
        return result;
    pack_verbatim(packing);
    list_external(packing);
    if (packing->failed)
        return wr_no_memory(packing->context);
    return judge_images(packing, from);
}
