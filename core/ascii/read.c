/* Reading ASCII models and walkmeshes line by line. Source: formats/ascii-wok, grammar. */
#include "core/ascii/ascii.h"

#include "core/base/arena.h"
#include "core/text/lines.h"

#include <assert.h>
#include <string.h>

enum { MOST_FAULTS = 20, LONGEST_QUOTE = 40, MOST_BYTES = 1 << 30, LOOK = 1024 };
/* A face takes 16 bytes at the least: so all edges have a number. */
static_assert(MOST_BYTES / 16 <= INT32_MAX / 3, "each edge of the largest text has a number");

/* What rows belong to. */
enum list { NO_LIST, VERTS, FACES, LINKS, OTHER_ROWS };

struct reading {
    struct wr_context *context;
    struct wr_ascii *ascii;
    struct wr_lines lines;
    struct wr_ascii_node *node; /* the open one; NULL: none */
    enum list list;
    wr_view opener; /* the keyword of the list */
    uint32_t wanted, got;
    bool counted, more_links, ended;
    size_t vertex_count, face_count, link_count;
    size_t node_capacity, vertex_capacity, face_capacity, material_capacity, link_capacity;
    enum wr_result result; /* of the first fault */
    unsigned faults;
};

/* ---- Faults --------------------------------------------------------------------------------
 */

static void note_fault(struct reading *r, enum wr_result result)
{
    r->faults++;
    if (r->result == WR_OK || result == WR_NO_MEMORY)
        r->result = result;
}

/* A fault told about one word. */
static void fault(struct reading *r, wr_view word, const char *slug, const char *hint,
                  const char *what)
{
    int shown = word.size < LONGEST_QUOTE ? (int)word.size : LONGEST_QUOTE;
    note_fault(r, wr_fail(r->context, WR_SYNTAX, wr_lines_where(&r->lines, word), slug, hint,
                          "'%.*s' %s", shown, word.data, what));
}

static bool grow(struct reading *r, void *items, size_t *capacity, size_t count, size_t size)
{
    if (wr_grow(items, capacity, count + 1, size))
        return true;
    note_fault(r, wr_no_memory(r->context));
    return false;
}

/* ---- Words and numbers ---------------------------------------------------------------------
 */

/* The next word before a comment; empty at the end of the line. */
static wr_view next_word(wr_view *rest)
{
    wr_view word = wr_view_word(rest);
    if (word.size > 0 && word.data[0] == '#')
        rest->size = word.size = 0;
    return word;
}

/* So many numbers, of which more may follow; told about the keyword where they are too few. */
static bool read_numbers(struct reading *r, wr_view keyword, wr_view rest, float *out,
                         int count)
{
    for (int i = 0; i < count; i++) {
        wr_view word = next_word(&rest);
        if (word.size == 0) {
            fault(r, keyword, "ascii-row", NULL, "starts a line that has too few numbers");
            return false;
        }
        if (!wr_parse_f32(word, &out[i]) || !isfinite(out[i])) {
            fault(r, word, "ascii-number", NULL, "is not a finite number");
            return false;
        }
    }
    return true;
}

static void read_vec3(struct reading *r, wr_view keyword, wr_view rest, wr_vec3 *out)
{
    float numbers[3];
    if (read_numbers(r, keyword, rest, numbers, 3))
        *out = wr_vec3_of(numbers[0], numbers[1], numbers[2]);
}

static bool is_row(wr_view word)
{
    char c = word.data[0];
    return (c >= '0' && c <= '9') || c == '-' || c == '+' || c == '.';
}

/* ---- Rows ----------------------------------------------------------------------------------
 */

static void add_vertex(struct reading *r, wr_view line, wr_view word)
{
    wr_vec3 vertex = {0, 0, 0};
    r->node->verts++;
    if (!r->node->counts)
        return;
    read_vec3(r, word, line, &vertex);
    if (grow(r, &r->ascii->vertices, &r->vertex_capacity, r->vertex_count,
             sizeof *r->ascii->vertices))
        r->ascii->vertices[r->vertex_count++] = vertex;
}

/* `v0 v1 v2  smoothing  t0 t1 t2  material`: four of them count. */
static bool read_face(struct reading *r, wr_view line, wr_view first, wr_face *face,
                      uint32_t *material)
{
    enum { COLUMNS = 8 };
    uint32_t columns[COLUMNS];
    for (int i = 0; i < COLUMNS; i++) {
        wr_view word = next_word(&line);
        if (word.size == 0) {
            fault(r, first, "ascii-face", "v0 v1 v2, smoothing, t0 t1 t2, material",
                  "starts a face that does not have 8 columns");
            return false;
        }
        bool passed = i >= 3 && i < COLUMNS - 1;
        if (!passed && !wr_parse_u32(word, &columns[i])) {
            fault(r, word, "ascii-face", "v0 v1 v2, smoothing, t0 t1 t2, material",
                  "is no whole number of a vertex or a material");
            return false;
        }
    }
    *face = (wr_face){{columns[0], columns[1], columns[2]}};
    *material = columns[COLUMNS - 1];
    return true;
}

static void add_face(struct reading *r, wr_view line, wr_view word)
{
    struct wr_ascii *ascii = r->ascii;
    wr_face face = {{0, 0, 0}};
    uint32_t material = 0;
    r->node->faces++;
    if (!r->node->counts)
        return;
    read_face(r, line, word, &face, &material);
    for (int k = 0; k < 3; k++)
        if (face.v[k] >= r->node->verts && r->faults <= MOST_FAULTS) {
            fault(r, word, "ascii-index", "vertices count from 0, and come before the faces",
                  "starts a face with a vertex that its node does not have");
            return;
        }
    if (!grow(r, &ascii->faces, &r->face_capacity, r->face_count, sizeof *ascii->faces) ||
        !grow(r, &ascii->materials, &r->material_capacity, r->face_count,
              sizeof *ascii->materials))
        return;
    ascii->faces[r->face_count] = face;
    ascii->materials[r->face_count++] = material;
}

static void add_link(struct reading *r, wr_view line, wr_view word)
{
    int64_t edge, room;
    wr_view first = next_word(&line), second = next_word(&line);
    if (!r->node->counts)
        return;
    if (!wr_parse_i64(first, &edge) || !wr_parse_i64(second, &room) || edge < 0 ||
        edge > INT32_MAX || room > INT32_MAX) {
        fault(r, word, "ascii-link", "an edge is 3 * face + side, a room its place in the LYT",
              "starts a link that is no edge and room");
        return;
    }
    if (room < 0 ||
        !grow(r, &r->ascii->links, &r->link_capacity, 2 * r->link_count + 1, sizeof(uint32_t)))
        return;
    r->ascii->links[2 * r->link_count] = (uint32_t)edge;
    r->ascii->links[2 * r->link_count++ + 1] = (uint32_t)room;
    r->node->link_count++;
}

static void warn_links(struct reading *r)
{
    if (!r->more_links)
        wr_warn(r->context, wr_lines_where(&r->lines, r->opener), "ascii-links-more",
                "count them, or leave the count out and end them by `endlist`",
                "more links follow than the count says, and are left out");
    r->more_links = true;
}

static void read_row(struct reading *r, wr_view word)
{
    wr_view line = r->lines.line;
    bool full = r->counted && r->got == r->wanted;
    if (r->list == OTHER_ROWS)
        return;
    if (r->list == NO_LIST || !r->node) {
        fault(r, word, "ascii-row", NULL, "starts a row where no list is open");
    } else if (full && r->list == LINKS) {
        warn_links(r);
    } else if (full) {
        fault(r, r->opener, "ascii-count", NULL, "has more rows than it says");
        r->list = OTHER_ROWS;
    } else {
        r->got++;
        if (r->list == VERTS)
            add_vertex(r, line, word);
        else if (r->list == FACES)
            add_face(r, line, word);
        else
            add_link(r, line, word);
    }
}

/* ---- Keywords of a node --------------------------------------------------------------------
 */

/* The count of links is not to be trusted: MDLedit counts all edges of the border there. */
static void close_list(struct reading *r)
{
    if ((r->list == VERTS || r->list == FACES) && r->got < r->wanted)
        fault(r, r->opener, "ascii-count", NULL, "has fewer rows than it says");
    r->list = NO_LIST;
}

static void open_list(struct reading *r, enum list list, wr_view keyword, wr_view rest)
{
    wr_view count = next_word(&rest);
    r->list = list;
    r->opener = keyword;
    r->got = r->wanted = 0;
    r->counted = count.size > 0;
    r->more_links = false;
    if (list == LINKS && !r->counted)
        return;
    if (!wr_parse_u32(count, &r->wanted)) {
        fault(r, count.size > 0 ? count : keyword, "ascii-count", NULL,
              count.size > 0 ? "is no count" : "does not say how many rows it has");
        r->list = OTHER_ROWS;
    }
}

/* A node has each list once; of a second one rows are passed over. */
static void open_mesh_list(struct reading *r, enum list list, wr_view keyword, wr_view rest)
{
    uint32_t has = list == VERTS ? r->node->verts : list == FACES ? r->node->faces : 0;
    open_list(r, list, keyword, rest);
    if (has > 0) {
        fault(r, keyword, "ascii-twice", NULL, "is there a second time in its node");
        r->list = OTHER_ROWS;
    }
}

static void read_turn(struct reading *r, wr_view keyword, wr_view rest)
{
    float numbers[4];
    if (!read_numbers(r, keyword, rest, numbers, 4))
        return;
    r->node->axis = wr_vec3_of(numbers[0], numbers[1], numbers[2]);
    r->node->angle = numbers[3];
}

static void end_node(struct reading *r)
{
    close_list(r);
    r->node = NULL;
}

static void read_member(struct reading *r, wr_view keyword, wr_view rest)
{
    close_list(r);
    if (wr_view_same(keyword, wr_view_of("parent")))
        r->node->parent = next_word(&rest);
    else if (wr_view_same(keyword, wr_view_of("position")))
        read_vec3(r, keyword, rest, &r->node->position);
    else if (wr_view_same(keyword, wr_view_of("orientation")))
        read_turn(r, keyword, rest);
    else if (wr_view_same(keyword, wr_view_of("verts")))
        open_mesh_list(r, VERTS, keyword, rest);
    else if (wr_view_same(keyword, wr_view_of("faces")))
        open_mesh_list(r, FACES, keyword, rest);
    else if (wr_view_same(keyword, wr_view_of("roomlinks")))
        open_list(r, LINKS, keyword, rest);
    else
        r->list = OTHER_ROWS; /* each exporter has keys of its own */
}

/* ---- Lines ---------------------------------------------------------------------------------
 */

static bool is_mesh(wr_view type)
{
    return wr_view_same(type, wr_view_of("trimesh")) || wr_view_same(type, wr_view_of("aabb"));
}

static void start_node(struct reading *r, wr_view keyword, wr_view rest)
{
    struct wr_ascii *ascii = r->ascii;
    wr_view type = next_word(&rest), name = next_word(&rest);
    if (r->node) {
        fault(r, r->node->name, "ascii-node", NULL, "is a node that no `endnode` ends");
        end_node(r);
    }
    if (name.size == 0) {
        fault(r, keyword, "ascii-node", "write `node trimesh NAME`",
              "starts a node that has no type and name");
        name = type = keyword;
    }
    if (!grow(r, &ascii->nodes, &r->node_capacity, ascii->node_count, sizeof *ascii->nodes))
        return;
    bool aabb = wr_view_same(type, wr_view_of("aabb"));
    r->node = &ascii->nodes[ascii->node_count++];
    *r->node = (wr_ascii_node){.type = type,
                               .name = name,
                               .at = keyword,
                               .counts = ascii->model ? aabb : is_mesh(type),
                               .first_vertex = (uint32_t)r->vertex_count,
                               .first_face = (uint32_t)r->face_count,
                               .first_link = (uint32_t)r->link_count};
}

static void read_head(struct reading *r, wr_view keyword, wr_view rest)
{
    struct wr_ascii *ascii = r->ascii;
    bool model = wr_view_same(keyword, wr_view_of("newmodel")) ||
                 wr_view_same(keyword, wr_view_of("beginmodelgeom"));
    bool walkmesh = wr_view_same(keyword, wr_view_of("beginwalkmeshgeom"));
    r->list = OTHER_ROWS;
    if (model || walkmesh)
        ascii->name = next_word(&rest);
    ascii->model |= model;
    ascii->local |= walkmesh;
    r->ended = wr_view_same(keyword, wr_view_of("endmodelgeom"));
    if (wr_view_same(keyword, wr_view_of("layoutposition"))) {
        ascii->placed = true;
        read_vec3(r, keyword, rest, &ascii->layout);
    }
}

/* Words that end a list that lacks rows; any other one there is taken for a row. */
static bool is_structural(wr_view word)
{
    static const char *const words[] = {"node",   "endnode", "verts",     "faces",
                                        "tverts", "aabb",    "roomlinks", "endmodelgeom"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (wr_view_same(word, wr_view_of(words[i])))
            return true;
    return false;
}

static void read_line(struct reading *r)
{
    wr_view rest = r->lines.line, word = next_word(&rest);
    bool lacks = (r->list == VERTS || r->list == FACES) && r->got < r->wanted;
    if (word.size == 0)
        return;
    if (is_row(word) || (lacks && !is_structural(word)))
        read_row(r, word);
    else if (wr_view_same(word, wr_view_of("node")))
        start_node(r, word, rest);
    else if (wr_view_same(word, wr_view_of("endnode")))
        end_node(r);
    else if (r->node)
        read_member(r, word, rest);
    else
        read_head(r, word, rest);
}

static enum wr_result read_lines(struct reading *r)
{
    for (uint32_t look = 0; r->faults <= MOST_FAULTS && r->result != WR_NO_MEMORY &&
                            !r->ended && wr_lines_next(&r->lines);
         look++) {
        if (look % LOOK == 0 && wr_context_stopped(r->context))
            return WR_STOPPED;
        read_line(r);
    }
    if (r->node && r->faults <= MOST_FAULTS && r->result != WR_NO_MEMORY)
        fault(r, r->node->name, "ascii-node", NULL, "is a node that no `endnode` ends");
    return r->result;
}

/* Puts what was read into the arena, which owns it from now on. */
static enum wr_result keep(struct reading *r, struct wr_arena *arena, struct wr_ascii **out)
{
    struct wr_ascii *to = WR_TAKE(arena, struct wr_ascii, 1);
    if (!to)
        return wr_no_memory(r->context);
    *to = *r->ascii;
    to->nodes = wr_arena_copy(arena, to->nodes, to->node_count, sizeof *to->nodes);
    to->vertices = wr_arena_copy(arena, to->vertices, r->vertex_count, sizeof *to->vertices);
    to->faces = wr_arena_copy(arena, to->faces, r->face_count, sizeof *to->faces);
    to->materials = wr_arena_copy(arena, to->materials, r->face_count, sizeof *to->materials);
    to->links = wr_arena_copy(arena, to->links, 2 * r->link_count, sizeof *to->links);
    if (!to->nodes || !to->vertices || !to->faces || !to->materials || !to->links)
        return wr_no_memory(r->context);
    *out = to;
    return WR_OK;
}

enum wr_result wr_ascii_read(struct wr_context *context, struct wr_arena *arena,
                             const struct wr_source *source, struct wr_ascii **out)
{
    struct wr_ascii ascii = {.source = source};
    struct reading r = {.context = context, .ascii = &ascii, .lines = wr_lines_of(source)};
    if (source->size > MOST_BYTES)
        return wr_fail(context, WR_LIMIT, wr_at(source, WR_WHOLE_FILE), "ascii-too-large",
                       "cut it into several rooms",
                       "a walkmesh may have at most 1 GiB of text, this one has %zu bytes",
                       source->size);
    enum wr_result result = read_lines(&r);
    if (result == WR_OK)
        result = keep(&r, arena, out);
    wr_free(ascii.nodes);
    wr_free(ascii.vertices);
    wr_free(ascii.faces);
    wr_free(ascii.materials);
    wr_free(ascii.links);
    return result;
}

/* ---- Recognising ---------------------------------------------------------------------------
 */

/* By its first statement, behind comments and what says which scene it was exported from. */
static bool recognise(const uint8_t *data, size_t size, bool model)
{
    enum { HEAD = 65536 };
    struct wr_source source = {.data = data, .size = size < HEAD ? size : HEAD};
    struct wr_lines lines = wr_lines_of(&source);
    while (wr_lines_next_filled(&lines)) {
        wr_view rest = lines.line, word = wr_view_word(&rest), type;
        if (word.data[0] == '#' || wr_view_same(word, wr_view_of("filedependancy")))
            continue;
        if (model)
            return wr_view_same(word, wr_view_of("newmodel")) ||
                   wr_view_same(word, wr_view_of("beginmodelgeom"));
        if (wr_view_same(word, wr_view_of("beginwalkmeshgeom")))
            return true;
        type = wr_view_word(&rest);
        return wr_view_same(word, wr_view_of("node")) &&
               (is_mesh(type) || wr_view_same(type, wr_view_of("dummy")));
    }
    return false;
}

bool wr_ascii_recognise(const uint8_t *data, size_t size)
{
    return recognise(data, size, false);
}

bool wr_ascii_recognise_model(const uint8_t *data, size_t size)
{
    return recognise(data, size, true);
}
