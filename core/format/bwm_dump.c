/* A walkmesh as text: every table as the file has it. */
#include "core/format/bwm.h"
#include "core/text/dump.h"

static const char *kind_name(enum wr_walkmesh_kind kind)
{
    return kind == WR_WOK ? "WOK" : kind == WR_DWK ? "DWK" : "PWK";
}

static void dump_head(const struct wr_walkmesh *mesh, struct wr_dump *dump)
{
    wr_dump_text(dump, "type", kind_name(mesh->kind));
    wr_dump_vec3(dump, "position", mesh->position);
    wr_dump_list(dump, "relative_hooks");
    for (int i = 0; i < 2; i++)
        wr_dump_vec3(dump, NULL, mesh->relative_hooks[i]);
    wr_dump_list_end(dump);
    wr_dump_list(dump, "absolute_hooks");
    for (int i = 0; i < 2; i++)
        wr_dump_vec3(dump, NULL, mesh->absolute_hooks[i]);
    wr_dump_list_end(dump);
    wr_dump_count(dump, "vertex_count", mesh->vertex_count);
    wr_dump_count(dump, "face_count", mesh->face_count);
    wr_dump_count(dump, "walkable_count", mesh->walkable_count);
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
    wr_dump_vec3(dump, "normal", mesh->normals[f]);
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
    wr_dump_row(dump);
    wr_dump_list(dump, "perimeters");
    for (uint32_t i = 0; i < mesh->perimeter_count; i++)
        wr_dump_count(dump, NULL, mesh->perimeters[i]);
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
    wr_dump_list(dump, "vertices");
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        wr_dump_vec3(dump, NULL, mesh->vertices[v]);
    wr_dump_list_end(dump);
    wr_dump_list(dump, "faces");
    for (uint32_t f = 0; f < mesh->face_count; f++)
        dump_face(mesh, dump, f);
    wr_dump_list_end(dump);
    dump_edges(mesh, dump);
    dump_tree(mesh, dump);
}
