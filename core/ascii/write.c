/* Writing walkmeshes as text that MDLOps and MDLedit read. Source: formats/ascii-wok. */
#include "core/ascii/ascii.h"

#include "core/base/bytes.h"
#include "core/base/math.h"

#include <inttypes.h>
#include <stdlib.h>

/* MDLOps reads one digit of the count. */
enum { MOST_COUNTED = 9, LOOK = 1024 };

struct writing {
    struct wr_context *context;
    const struct wr_walkmesh_set *set;
    struct wr_bytes *out;
};

/* Whether to go on, asked before each row. */
static bool goes_on(const struct writing *w, uint32_t row)
{
    return !w->out->failed && (row % LOOK != 0 || !wr_context_stopped(w->context));
}

/* MDLOps finds no number that has a plus in its exponent: none is written. */
static void write_vec3(struct writing *w, const char *before, wr_vec3 v)
{
    const float numbers[3] = {v.x, v.y, v.z};
    wr_bytes_text(w->out, before);
    for (int i = 0; i < 3; i++) {
        wr_bytes_char(w->out, ' ');
        wr_bytes_number(w->out, numbers[i]);
    }
    wr_bytes_char(w->out, '\n');
}

/* ---- Links ---------------------------------------------------------------------------------
 */

static int by_edge(const void *a, const void *b)
{
    const wr_edge *x = a, *y = b;
    return (x->edge > y->edge) - (x->edge < y->edge);
}

static uint32_t count_links(const struct wr_walkmesh *mesh)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < mesh->edge_count; i++)
        count += mesh->edges[i].transition >= 0;
    return count;
}

/* MDLedit reads a model's up to `endlist`, so that all of them end so there. */
static void write_links(struct writing *w, const struct wr_walkmesh *mesh, bool ended)
{
    uint32_t count = count_links(mesh), kept = 0;
    if (count == 0)
        return;
    wr_edge *links = wr_alloc(count * sizeof *links);
    if (!links) {
        w->out->failed = true;
        return;
    }
    for (uint32_t i = 0; i < mesh->edge_count; i++)
        if (mesh->edges[i].transition >= 0)
            links[kept++] = mesh->edges[i];
    qsort(links, count, sizeof *links, by_edge);
    ended |= count > MOST_COUNTED;
    wr_bytes_text(w->out, "roomlinks");
    if (!ended)
        wr_bytes_print(w->out, " %" PRIu32, count);
    for (uint32_t i = 0; i < count && goes_on(w, i); i++)
        wr_bytes_print(w->out, "\n  %" PRIu32 " %" PRId32, links[i].edge, links[i].transition);
    wr_bytes_text(w->out, ended ? "\nendlist\n" : "\n");
    wr_free(links);
}

/* ---- Nodes ---------------------------------------------------------------------------------
 */

/* Of vertices that stand about `origin`. */
static void write_tables(struct writing *w, const struct wr_walkmesh *mesh, wr_vec3 origin)
{
    wr_dvec3 about = wr_widen(origin);
    bool moved = !wr_vec3_same(origin, wr_vec3_of(0, 0, 0));
    wr_bytes_print(w->out, "verts %" PRIu32 "\n", mesh->vertex_count);
    for (uint32_t i = 0; i < mesh->vertex_count && goes_on(w, i); i++) {
        wr_vec3 vertex = mesh->vertices[i];
        write_vec3(w, " ", moved ? wr_narrow(wr_sub(wr_widen(vertex), about)) : vertex);
    }
    wr_bytes_print(w->out, "faces %" PRIu32 "\n", mesh->face_count);
    for (uint32_t f = 0; f < mesh->face_count && goes_on(w, f); f++) {
        const uint32_t *v = mesh->faces[f].v;
        wr_bytes_print(w->out, "  %" PRIu32 " %" PRIu32 " %" PRIu32 " 1 0 0 0 %" PRIu32 "\n",
                       v[0], v[1], v[2], mesh->materials[f]);
    }
}

static void write_name(struct writing *w, const struct wr_set_part *part)
{
    wr_set_part_write(w->set, part, w->out);
    wr_bytes_char(w->out, '\n');
}

static void write_parent(struct writing *w)
{
    static const char *const ends[] = {[WR_PWK] = "_pwk", [WR_WOK] = "", [WR_DWK] = "_DWK"};
    wr_bytes_print(w->out, "  parent %s%s\n", wr_set_name(w->set), ends[w->set->kind]);
}

static void write_mesh(struct writing *w, const struct wr_walkmesh *mesh, const char *type,
                       const struct wr_set_part *part)
{
    wr_bytes_print(w->out, "node %s ", type);
    write_name(w, part);
    write_parent(w);
    write_vec3(w, "  position", mesh->position);
    wr_bytes_text(w->out, "  orientation 1.0 0.0 0.0 0.0\n  bitmap NULL\n");
}

static void write_hook(struct writing *w, const struct wr_walkmesh *mesh,
                       const struct wr_set_part *part)
{
    wr_bytes_text(w->out, "node dummy ");
    write_name(w, part);
    write_parent(w);
    write_vec3(w, "  position", mesh->relative_hooks[part->hook - 1]);
    wr_bytes_text(w->out, "endnode\n");
}

/* An open door has one hook, which is what other programs look for. */
static bool has_hook(const struct wr_walkmesh *mesh, const struct wr_set_part *part)
{
    wr_vec3 none = {0, 0, 0};
    return part->hook == 1 || part->kind == WR_PWK || part->state == WR_DOOR_CLOSED ||
           !wr_vec3_same(mesh->relative_hooks[1], none);
}

static void write_state(struct writing *w, enum wr_door_state state)
{
    const struct wr_walkmesh *mesh = w->set->meshes[state];
    struct wr_set_part part = {.kind = w->set->kind, .state = state};
    write_mesh(w, mesh, "trimesh", &part);
    write_tables(w, mesh, wr_vec3_of(0, 0, 0));
    write_links(w, mesh, false);
    wr_bytes_text(w->out, "endnode\n");
    for (part.hook = 1; part.hook <= 2; part.hook++)
        if (part.kind != WR_WOK && has_hook(mesh, &part))
            write_hook(w, mesh, &part);
}

static enum wr_result finish(const struct writing *w)
{
    return w->out->failed ? wr_no_memory(w->context) : wr_context_whole(w->context, WR_OK);
}

enum wr_result wr_ascii_write(struct wr_context *context, const struct wr_walkmesh_set *set,
                              struct wr_bytes *out)
{
    struct writing w = {context, set, out};
    for (int i = 0; i < WR_DOOR_STATES; i++)
        if (set->meshes[i])
            write_state(&w, (enum wr_door_state)i);
    return finish(&w);
}

enum wr_result wr_ascii_write_model(struct wr_context *context,
                                    const struct wr_walkmesh_set *set, struct wr_bytes *out)
{
    const struct wr_walkmesh *mesh = wr_set_first(set);
    const char *name = wr_set_name(set);
    const struct wr_set_part part = {.kind = WR_WOK};
    struct writing w = {context, set, out};
    wr_bytes_print(out,
                   "newmodel %s\nsetsupermodel %s NULL\nclassification other\n"
                   "setanimationscale 1.0\nbeginmodelgeom %s\n"
                   "  layoutposition 0.0 0.0 0.0\nnode dummy %s\n  parent NULL\nendnode\n",
                   name, name, name, name);
    write_mesh(&w, mesh, "aabb", &part);
    wr_bytes_text(out, "  render 0\n");
    write_tables(&w, mesh, mesh->position);
    write_links(&w, mesh, true);
    wr_bytes_print(out, "endnode\nendmodelgeom %s\ndonemodel %s\n", name, name);
    return finish(&w);
}
