/* A walkmesh as a dump: every table as the file has it, right or wrong. */
#include "core/base/math.h"
#include "core/format/bwm.h"
#include "core/text/dump.h"

static const char *kind_name(enum wr_walkmesh_kind kind)
{
    return kind == WR_WOK ? "WOK" : kind == WR_DWK ? "DWK" : "PWK";
}

static void dump_pair(struct wr_dump *dump, const char *key, const wr_vec3 *hooks)
{
    wr_dump_row(dump);
    wr_dump_list(dump, key);
    wr_dump_vec3(dump, NULL, hooks[0]);
    wr_dump_vec3(dump, NULL, hooks[1]);
    wr_dump_list_end(dump);
}

static uint32_t transition_count(const struct wr_walkmesh *mesh)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < mesh->edge_count; i++)
        count += mesh->edges[i].transition != -1;
    return count;
}

static void dump_head(const struct wr_walkmesh *mesh, struct wr_dump *dump)
{
    wr_dump_text(dump, "type", kind_name(mesh->kind));
    wr_dump_vec3(dump, "position", mesh->position);
    dump_pair(dump, "relative_hooks", mesh->relative_hooks);
    dump_pair(dump, "absolute_hooks", mesh->absolute_hooks);
    wr_dump_count(dump, "vertex_count", mesh->vertex_count);
    wr_dump_count(dump, "face_count", mesh->face_count);
    wr_dump_count(dump, "walkable_count", mesh->walkable_count);
    wr_dump_count(dump, "edge_count", mesh->edge_count);
    wr_dump_count(dump, "transition_count", transition_count(mesh));
    wr_dump_count(dump, "perimeter_count", mesh->perimeter_count);
    wr_dump_count(dump, "node_count", mesh->node_count);
}

static void dump_extent(const struct wr_walkmesh *mesh, struct wr_dump *dump)
{
    if (mesh->vertex_count == 0)
        return;
    wr_box box = {mesh->vertices[0], mesh->vertices[0]};
    for (uint32_t v = 1; v < mesh->vertex_count; v++)
        box = wr_box_add(box, mesh->vertices[v]);
    wr_dump_vec3(dump, "least", box.min);
    wr_dump_vec3(dump, "most", box.max);
}

static void dump_material(struct wr_dump *dump, uint32_t material, uint32_t faces)
{
    wr_dump_row(dump);
    wr_dump_object(dump, NULL);
    wr_dump_count(dump, "material", material);
    wr_dump_text(dump, "surface", wr_surface_name(material));
    wr_dump_count(dump, "faces", faces);
    wr_dump_object_end(dump);
}

static void dump_materials(const struct wr_walkmesh *mesh, struct wr_dump *dump)
{
    uint32_t faces[WR_SURFACE_COUNT] = {0}, beyond = 0;
    for (uint32_t f = 0; f < mesh->face_count; f++)
        if (mesh->materials[f] < WR_SURFACE_COUNT)
            faces[mesh->materials[f]]++;
        else
            beyond++;
    wr_dump_list(dump, "materials");
    for (uint32_t i = 0; i < WR_SURFACE_COUNT; i++)
        if (faces[i] > 0)
            dump_material(dump, i, faces[i]);
    wr_dump_list_end(dump);
    if (beyond > 0)
        wr_dump_count(dump, "materials_beyond", beyond);
}

static void dump_vertices(const struct wr_walkmesh *mesh, struct wr_dump *dump)
{
    wr_dump_list(dump, "vertices");
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        wr_dump_row(dump);
        wr_dump_object(dump, NULL);
        wr_dump_count(dump, "index", v);
        wr_dump_vec3(dump, "at", mesh->vertices[v]);
        wr_dump_object_end(dump);
    }
    wr_dump_list_end(dump);
}

static void dump_integers(struct wr_dump *dump, const char *key, const int32_t *items)
{
    wr_dump_list(dump, key);
    for (int i = 0; i < 3; i++)
        wr_dump_integer(dump, NULL, items[i]);
    wr_dump_list_end(dump);
}

static void dump_face(const struct wr_walkmesh *mesh, struct wr_dump *dump, uint32_t f)
{
    wr_dump_row(dump);
    wr_dump_object(dump, NULL);
    wr_dump_count(dump, "index", f);
    wr_dump_list(dump, "vertices");
    for (int k = 0; k < 3; k++)
        wr_dump_count(dump, NULL, mesh->faces[f].v[k]);
    wr_dump_list_end(dump);
    wr_dump_count(dump, "material", mesh->materials[f]);
    wr_dump_text(dump, "surface", wr_surface_name(mesh->materials[f]));
    if (mesh->normals)
        wr_dump_vec3(dump, "normal", mesh->normals[f]);
    if (mesh->distances)
        wr_dump_number(dump, "distance", mesh->distances[f]);
    if (mesh->adjacency && f < mesh->walkable_count)
        dump_integers(dump, "across", mesh->adjacency[f]);
    wr_dump_object_end(dump);
}

static void dump_edges(const struct wr_walkmesh *mesh, struct wr_dump *dump)
{
    wr_dump_list(dump, "edges");
    for (uint32_t i = 0; i < mesh->edge_count; i++) {
        wr_dump_row(dump);
        wr_dump_object(dump, NULL);
        wr_dump_count(dump, "edge", mesh->edges[i].edge);
        wr_dump_integer(dump, "transition", mesh->edges[i].transition);
        wr_dump_object_end(dump);
    }
    wr_dump_list_end(dump);
}

/* Each loop with its edges. Ends that are out of order or range give what can be given. */
static void dump_perimeters(const struct wr_walkmesh *mesh, struct wr_dump *dump)
{
    uint32_t start = 0;
    wr_dump_list(dump, "perimeters");
    for (uint32_t i = 0; i < mesh->perimeter_count; i++) {
        uint32_t end = mesh->perimeters[i];
        wr_dump_row(dump);
        wr_dump_object(dump, NULL);
        wr_dump_count(dump, "end", end);
        wr_dump_list(dump, "edges");
        for (; start < end && start < mesh->edge_count; start++)
            wr_dump_count(dump, NULL, mesh->edges[start].edge);
        wr_dump_list_end(dump);
        wr_dump_object_end(dump);
    }
    wr_dump_list_end(dump);
}

static void dump_tree(const struct wr_walkmesh *mesh, struct wr_dump *dump)
{
    wr_dump_list(dump, "tree");
    for (uint32_t i = 0; i < mesh->node_count; i++) {
        const wr_tree_node *node = &mesh->nodes[i];
        wr_dump_row(dump);
        wr_dump_object(dump, NULL);
        wr_dump_count(dump, "index", i);
        wr_dump_vec3(dump, "least", node->box.min);
        wr_dump_vec3(dump, "most", node->box.max);
        wr_dump_integer(dump, "face", node->face);
        wr_dump_count(dump, "constant", node->constant);
        wr_dump_count(dump, "plane", node->plane);
        wr_dump_integer(dump, "left", node->left);
        wr_dump_integer(dump, "right", node->right);
        wr_dump_object_end(dump);
    }
    wr_dump_list_end(dump);
}

void wr_bwm_dump(const struct wr_walkmesh *mesh, struct wr_dump *dump)
{
    dump_head(mesh, dump);
    dump_extent(mesh, dump);
    dump_materials(mesh, dump);
    dump_vertices(mesh, dump);
    wr_dump_list(dump, "faces");
    for (uint32_t f = 0; f < mesh->face_count; f++)
        dump_face(mesh, dump, f);
    wr_dump_list_end(dump);
    dump_edges(mesh, dump);
    dump_perimeters(mesh, dump);
    dump_tree(mesh, dump);
}
