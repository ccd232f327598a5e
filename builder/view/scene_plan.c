/* A scene from above: faces by height, the lowest first. */
#include "builder/view/scene_plan.h"
#include "builder/picture/inks.h"
#include "builder/view/page.h"

#include "core/base/text.h"
#include "core/model/drawn.h"
#include "core/scene/growing.h"
#include "core/walkmesh/surfaces.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a page likes to be, pixels, and what a metre takes at most. */
#define WIDEST 1800.0
#define TALLEST 1300.0
#define NARROWEST 640.0
#define LARGEST_SCALE 60.0
/* Pixels: no page of a stated width is longer, however slim the scene is. */
#define LONGEST 100000.0
/* Metres: what lies farther is nothing that one looks at. */
#define FARTHEST 1e6

enum {
    BANDS = 24,      /* heights of one shade */
    MOST_LEGEND = 24 /* materials that are explained */
};

/* A face that looks upward. */
struct face {
    wr_dvec3 corners[3];
    uint32_t material; /* of the looks */
    uint32_t band;
    uint32_t index;
};

/* A material of the scene, or several of one name. */
struct look {
    const char *name;
    wr_colour colour;
    double area; /* m², as seen from above */
    wr_ink inks[BANDS];
};

struct drawing {
    struct wr_context *context;
    const struct wr_scene *scene;
    struct wr_picture *picture;
    struct wr_arena *scratch;
    struct face *faces;
    size_t count;
    struct look *looks;
    uint32_t look_count;
    uint32_t *look_of; /* one a material of the scene, and one for none */
    bool floors;       /* walkmeshes are drawn, too */
    double left, bottom, right, top, low, high; /* metres */
    double x, y;                                /* pixels, of the left upper corner */
};

/* ---- Models --------------------------------------------------------------------------------
 */

const struct wr_scene *wr_scene_seen(struct wr_arena *arena, const struct wr_model *model,
                                     const char *name)
{
    struct wr_scene_growing *growing = WR_ZERO(arena, struct wr_scene_growing, 1);
    struct wr_drawn_mesh *meshes;
    uint32_t count;
    if (!growing || !wr_drawn_read(arena, model, &meshes, &count))
        return NULL;
    growing->arena = arena;
    for (uint32_t i = 0; i < count; i++) {
        const char *texture = *meshes[i].texture ? meshes[i].texture : "no texture";
        const wr_scene_material material = {.name = texture, .image = WR_SCENE_NONE};
        const wr_scene_node node = {
            .name = name,
            .parent = WR_SCENE_NONE,
            .mesh = wr_scene_add_drawn(growing, &meshes[i],
                                       wr_scene_add_material(growing, &material)),
            .own = wr_affine_none()};
        wr_scene_add_node(growing, &node);
    }
    return growing->failed ? NULL : &growing->scene;
}

/* ---- Colours -------------------------------------------------------------------------------
 */

static wr_colour shade(wr_colour colour, double light)
{
    wr_colour out = 0xff;
    for (int shift = 8; shift < 32; shift += 8)
        out |= (wr_colour)((double)(colour >> shift & 255) * light + 0.5) << shift;
    return out;
}

/* A surface has the colour that it has in every plan; other names decide their own. */
static wr_colour colour_of(const char *name)
{
    uint32_t surface;
    float parts[4];
    if (wr_surface_named(wr_view_of(name), &surface))
        return wr_floor_ink(surface)->fill;
    wr_scene_colour(name, parts);
    return (wr_colour)(parts[0] * 255) << 24 | (wr_colour)(parts[1] * 255) << 16 |
           (wr_colour)(parts[2] * 255) << 8 | 0xff;
}

static void mix(struct look *look)
{
    for (int i = 0; i < BANDS; i++) {
        wr_colour colour = shade(look->colour, 0.7 + 0.3 * i / (BANDS - 1));
        look->inks[i] =
            (wr_ink){.role = "floor seen", .fill = colour, .stroke = colour, .width = 0.4f};
    }
}

struct named {
    const char *name;
    uint32_t material;
};

static int order_names(const void *a, const void *b)
{
    const struct named *p = a, *q = b;
    int order = strcmp(p->name, q->name);
    return order ? order : p->material < q->material ? -1 : p->material > q->material;
}

/* Those of one name look alike. */
static bool find_looks(struct drawing *drawing)
{
    uint32_t count = drawing->scene->material_count;
    struct named *names = WR_TAKE(drawing->scratch, struct named, (size_t)count + 1);
    drawing->look_of = WR_TAKE(drawing->scratch, uint32_t, (size_t)count + 1);
    drawing->looks = WR_ZERO(drawing->picture->arena, struct look, (size_t)count + 1);
    if (!names || !drawing->look_of || !drawing->looks)
        return false;
    for (uint32_t i = 0; i <= count; i++)
        names[i] =
            (struct named){i < count ? drawing->scene->materials[i].name : "no material", i};
    qsort(names, (size_t)count + 1, sizeof *names, order_names);
    for (uint32_t i = 0; i <= count; i++) {
        if (i == 0 || strcmp(names[i].name, names[i - 1].name) != 0) {
            struct look *look = &drawing->looks[drawing->look_count++];
            look->name = names[i].name;
            look->colour = colour_of(look->name);
            mix(look);
        }
        drawing->look_of[names[i].material] = drawing->look_count - 1;
    }
    return true;
}

/* ---- Faces ---------------------------------------------------------------------------------
 */

static bool is_floor(const struct drawing *drawing, const wr_scene_part *part)
{
    uint32_t surface;
    return part->material != WR_SCENE_NONE &&
           wr_surface_named(wr_view_of(drawing->scene->materials[part->material].name),
                            &surface);
}

static bool only_floors(const struct drawing *drawing)
{
    const struct wr_scene *scene = drawing->scene;
    for (uint32_t n = 0; n < scene->node_count; n++) {
        if (scene->nodes[n].mesh == WR_SCENE_NONE)
            continue;
        const wr_scene_mesh *mesh = &scene->meshes[scene->nodes[n].mesh];
        for (uint32_t i = 0; i < mesh->part_count; i++)
            if (mesh->parts[i].triangle_count > 0 && !is_floor(drawing, &mesh->parts[i]))
                return false;
    }
    return true;
}

static bool is_near(wr_dvec3 p)
{
    return fabs(p.x) < FARTHEST && fabs(p.y) < FARTHEST && fabs(p.z) < FARTHEST;
}

static void widen(struct drawing *drawing, const struct face *face)
{
    for (int k = 0; k < 3; k++) {
        const wr_dvec3 *p = &face->corners[k];
        drawing->left = p->x < drawing->left ? p->x : drawing->left;
        drawing->right = p->x > drawing->right ? p->x : drawing->right;
        drawing->bottom = p->y < drawing->bottom ? p->y : drawing->bottom;
        drawing->top = p->y > drawing->top ? p->y : drawing->top;
        drawing->low = p->z < drawing->low ? p->z : drawing->low;
        drawing->high = p->z > drawing->high ? p->z : drawing->high;
    }
}

static bool keep(struct drawing *drawing, const struct face *face)
{
    struct face *faces =
        wr_arena_more(drawing->scratch, drawing->faces, drawing->count, sizeof *faces);
    if (!faces)
        return false;
    drawing->faces = faces;
    faces[drawing->count] = *face;
    faces[drawing->count].index = (uint32_t)drawing->count;
    drawing->count++;
    widen(drawing, face);
    return true;
}

/* Faces of a part that look upward; false when memory is out. */
static bool take_part(struct drawing *drawing, const wr_affine *world,
                      const wr_scene_part *part)
{
    bool mirrored = wr_affine_determinant(world) < 0;
    uint32_t none = drawing->scene->material_count;
    struct look *look =
        &drawing
             ->looks[drawing->look_of[part->material == WR_SCENE_NONE ? none : part->material]];
    for (uint32_t t = 0; t < part->triangle_count; t++) {
        struct face face = {.material = (uint32_t)(look - drawing->looks)};
        bool near = true;
        for (int k = 0; k < 3; k++) {
            uint32_t corner = part->triangles[t][mirrored ? 2 - k : k];
            face.corners[k] = wr_affine_point(world, wr_widen(part->points[corner]));
            near = near && is_near(face.corners[k]);
        }
        wr_dvec3 normal = wr_cross(wr_sub(face.corners[1], face.corners[0]),
                                   wr_sub(face.corners[2], face.corners[0]));
        if (!near || !(normal.z > 1e-9))
            continue;
        look->area += normal.z / 2;
        if (!keep(drawing, &face))
            return false;
    }
    return true;
}

static enum wr_result take_faces(struct drawing *drawing)
{
    const struct wr_scene *scene = drawing->scene;
    drawing->floors = only_floors(drawing);
    for (uint32_t n = 0; n < scene->node_count; n++) {
        const wr_scene_node *node = &scene->nodes[n];
        if (wr_context_stopped(drawing->context))
            return WR_STOPPED;
        if (node->mesh == WR_SCENE_NONE)
            continue;
        const wr_scene_mesh *mesh = &scene->meshes[node->mesh];
        for (uint32_t i = 0; i < mesh->part_count; i++)
            if ((drawing->floors || !is_floor(drawing, &mesh->parts[i])) &&
                !take_part(drawing, &node->world, &mesh->parts[i]))
                return wr_no_memory(drawing->context);
    }
    return WR_OK;
}

static int order_faces(const void *a, const void *b)
{
    const struct face *p = a, *q = b;
    if (p->band != q->band)
        return p->band < q->band ? -1 : 1;
    if (p->material != q->material)
        return p->material < q->material ? -1 : 1;
    return p->index < q->index ? -1 : p->index > q->index;
}

/* The lowest first; those of one shade behind each other. */
static void sort_faces(struct drawing *drawing)
{
    double range = drawing->high - drawing->low;
    for (size_t i = 0; i < drawing->count; i++) {
        struct face *face = &drawing->faces[i];
        double middle = (face->corners[0].z + face->corners[1].z + face->corners[2].z) / 3;
        double part = range > 0 ? (middle - drawing->low) / range : 1;
        face->band = (uint32_t)(part * (BANDS - 1) + 0.5);
        face->band = face->band < BANDS ? face->band : BANDS - 1;
    }
    qsort(drawing->faces, drawing->count, sizeof *drawing->faces, order_faces);
}

/* ---- Drawing -------------------------------------------------------------------------------
 */

static double scale_for(const struct drawing *drawing, double width)
{
    double wide = drawing->right - drawing->left, tall = drawing->top - drawing->bottom;
    double scale = ((width > 0 ? width : WIDEST) - 2 * WR_PAGE_MARGIN) / wide;
    double tallest = width > 0 ? LONGEST : TALLEST;
    scale = scale * tall > tallest ? tallest / tall : scale;
    return width > 0 || scale < LARGEST_SCALE ? scale : LARGEST_SCALE;
}

static void draw_face(const struct drawing *drawing, const struct face *face)
{
    double scale = drawing->picture->scale;
    wr_picture_contour(drawing->picture, true);
    for (int k = 0; k < 3; k++)
        wr_picture_point(drawing->picture,
                         drawing->x + (face->corners[k].x - drawing->left) * scale,
                         drawing->y + (drawing->top - face->corners[k].y) * scale);
}

static void draw_faces(struct drawing *drawing)
{
    for (size_t i = 0; i < drawing->count; i++) {
        const struct face *face = &drawing->faces[i], *before = i ? face - 1 : NULL;
        struct look *look = &drawing->looks[face->material];
        if (!before || before->band != face->band || before->material != face->material) {
            wr_picture_path(drawing->picture, &look->inks[face->band]);
            wr_picture_tip(drawing->picture, look->name);
        }
        draw_face(drawing, face);
    }
}

static int order_areas(const void *a, const void *b)
{
    const struct look *const *p = a, *const *q = b;
    if ((*p)->area != (*q)->area)
        return (*p)->area > (*q)->area ? -1 : 1;
    return *p < *q ? -1 : *p > *q;
}

/* The materials that take the most floor. */
static bool explain(const struct drawing *drawing, struct wr_page *page)
{
    const struct look **order =
        WR_TAKE(drawing->scratch, const struct look *, drawing->look_count);
    struct wr_swatch *swatches = WR_TAKE(drawing->scratch, struct wr_swatch, MOST_LEGEND);
    uint32_t count = 0, shown = 0;
    if (!order || !swatches)
        return false;
    for (uint32_t i = 0; i < drawing->look_count; i++)
        if (drawing->looks[i].area > 0)
            order[count++] = &drawing->looks[i];
    qsort(order, count, sizeof *order, order_areas);
    for (; shown < count && shown < MOST_LEGEND; shown++) {
        char text[96];
        int size = snprintf(text, sizeof text, "%.60s, %s m\xc2\xb2", order[shown]->name,
                            wr_fixed(order[shown]->area, 1).text);
        swatches[shown] =
            (struct wr_swatch){.ink = &order[shown]->inks[BANDS - 1],
                               .text = wr_arena_text(drawing->scratch, text, (size_t)size)};
        if (!swatches[shown].text)
            return false;
    }
    wr_page_swatches(page, swatches, shown);
    return true;
}

static void describe(const struct drawing *drawing, struct wr_bytes *out)
{
    wr_page_count(out, drawing->count, "face");
    wr_bytes_text(out, " that look upward, ");
    wr_page_count(out, drawing->scene->node_count, "node");
    wr_bytes_print(out, " \xc2\xb7 heights from %s to %s m", wr_fixed(drawing->low, 1).text,
                   wr_fixed(drawing->high, 1).text);
    wr_bytes_char(out, '\0');
}

static bool draw_page(struct drawing *drawing, const char *title, double width)
{
    struct wr_picture *picture = drawing->picture;
    struct wr_bytes subtitle = {0};
    describe(drawing, &subtitle);
    if (subtitle.failed)
        return false;
    picture->scale = scale_for(drawing, width);
    picture->title = title;
    double across = (drawing->right - drawing->left) * picture->scale;
    double needed = across + 2 * WR_PAGE_MARGIN;
    width = width > 0            ? width
            : needed > NARROWEST ? (double)(int64_t)(needed + 0.5)
                                 : NARROWEST;
    struct wr_page page = wr_page_start(picture, width, title, (const char *)subtitle.data);
    drawing->x = (width - across) / 2;
    drawing->y = page.y;
    page.y += (drawing->top - drawing->bottom) * picture->scale + WR_PAGE_GAP;
    draw_faces(drawing);
    bool fine = explain(drawing, &page);
    wr_page_end(&page);
    wr_bytes_finish(&subtitle);
    return fine && !picture->failed;
}

static enum wr_result draw(struct drawing *drawing, const struct wr_scene_plan *plan,
                           double width)
{
    if (!drawing->scratch || !find_looks(drawing))
        return wr_no_memory(drawing->context);
    enum wr_result result = take_faces(drawing);
    if (result != WR_OK)
        return result;
    if (drawing->count == 0)
        return wr_fail(drawing->context, WR_INVALID, plan->where, "view-nothing-seen", NULL,
                       "nothing of it can be seen from above: no face looks upward");
    sort_faces(drawing);
    return draw_page(drawing, plan->title, width) ? WR_OK : wr_no_memory(drawing->context);
}

enum wr_result wr_scene_plan_draw(struct wr_context *context, const struct wr_scene_plan *plan,
                                  double width, struct wr_picture *picture)
{
    struct drawing drawing = {.context = context,
                              .scene = plan->scene,
                              .picture = picture,
                              .scratch = wr_arena_create(),
                              .left = FARTHEST,
                              .bottom = FARTHEST,
                              .low = FARTHEST,
                              .right = -FARTHEST,
                              .top = -FARTHEST,
                              .high = -FARTHEST};
    enum wr_result result = draw(&drawing, plan, width);
    wr_arena_destroy(drawing.scratch);
    return result;
}
