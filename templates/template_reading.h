/* Reading and judging templates: what the parts of the reader share. */
#ifndef WR_TEMPLATES_TEMPLATE_READING_H
#define WR_TEMPLATES_TEMPLATE_READING_H

#include "core/text/json.h"
#include "templates/map.h"
#include "templates/template.h"

#define WR_TEMPLATE_HINT "a template starts with \"format\": \"warren-template\""

enum {
    WR_TEMPLATE_VERSION = 1,
    WR_TEMPLATE_MOST_ROOMS = 1000000, /* in one level, or of one kind */
    WR_TEMPLATE_MOST_TIMES = 1000,    /* a pattern comes */
    WR_TEMPLATE_MOST_CORRIDOR = 100,  /* rooms in one chain */
};

/* What reading a template needs beside the template. A value that is missing or wrong was
 * reported, and has its default in the template. */
struct wr_template_reading {
    struct wr_context *context;
    struct wr_template *template;
    struct wr_arena *scratch; /* the tree and the tables; ends with the reading */
    wr_json *root;
    wr_json **nodes, **links; /* where each of the template's was written */
    wr_json *grow;            /* NULL where there is none */
    struct wr_names names;    /* of the nodes, once they are read */
    unsigned unknown_nodes;   /* how many names of nodes led nowhere */
    bool names_known;         /* each node has the name its author gave it */
    bool links_known;         /* each link of the text is in the template */
    bool ok;                  /* no fault so far */
    enum wr_result result;    /* WR_NO_MEMORY, once that was reported */
};

/* Reads a text into a template that owns `arena`, which is destroyed on failure. The source
 * must live as long. */
enum wr_result wr_template_parse(struct wr_context *context, struct wr_arena *arena,
                                 const struct wr_source *source, struct wr_template **out);

/* ---- Values: faults are reported and remembered in `reading` -------------------------------
 */

/* Whether memory was taken: where there is none, reports and remembers that. */
bool wr_template_took(struct wr_template_reading *reading, const void *memory);
void wr_template_fault(struct wr_template_reading *reading, wr_json *json, const char *slug,
                       const char *hint, const char *format, ...) WR_PRINTF(5, 6);
bool wr_template_is_kind(struct wr_template_reading *reading, wr_json *json,
                         enum wr_json_kind kind);
/* A member of any kind; one that is missing is a fault. */
wr_json *wr_template_need(struct wr_template_reading *reading, wr_json *object,
                          const char *key);
/* A text that is not empty, copied into the template's arena, or NULL. */
const char *wr_template_keep(struct wr_template_reading *reading, wr_json *json);
/* The same of a member. */
const char *wr_template_text(struct wr_template_reading *reading, wr_json *object,
                             const char *key, bool required);
/* A list of at least one under a key, or NULL. */
wr_json *wr_template_list(struct wr_template_reading *reading, wr_json *object, const char *key,
                          bool required);
/* The index of a text among the NULL-ended `words`; `otherwise` where there is none. */
int wr_template_word(struct wr_template_reading *reading, wr_json *object, const char *key,
                     const char *const *words, int otherwise);
bool wr_template_bool(struct wr_template_reading *reading, wr_json *object, const char *key,
                      bool otherwise);
/* A number from `least` to `most`. */
float wr_template_number(struct wr_template_reading *reading, wr_json *object, const char *key,
                         float least, float most, float otherwise);
/* A needed point of an area. */
bool wr_template_point(struct wr_template_reading *reading, wr_json *object, const char *key,
                       wr_vec3 *point);
/* 5, or [3, 7]; [3, null] where `endless` allows it. Not beyond `most`. */
wr_span wr_template_span(struct wr_template_reading *reading, wr_json *object, const char *key,
                         uint32_t least, uint32_t most, bool endless, wr_span otherwise);
/* A whole number that is an item of a list. */
bool wr_template_count(struct wr_template_reading *reading, wr_json *json, uint32_t least,
                       uint32_t most, uint32_t *out);
/* One text, or a list of them. */
wr_choice wr_template_choice(struct wr_template_reading *reading, wr_json *object,
                             const char *key, bool required);
/* What kits are called by, under "kit": one text, or a list of names and paths. */
const char *const *wr_template_kits(struct wr_template_reading *reading, wr_json *object,
                                    uint32_t *count, const wr_place **places);
/* A list of paths, or NULL. */
const char *const *wr_template_paths(struct wr_template_reading *reading, wr_json *object,
                                     const char *key, uint32_t *count);
wr_corridor_rule wr_template_corridor(struct wr_template_reading *reading, wr_json *object,
                                      wr_corridor_rule otherwise);
void wr_template_done(struct wr_template_reading *reading, wr_json *object,
                      const char *const *known);

/* ---- Parts
 * ----------------------------------------------------------------------------------- */

void wr_template_read_json(struct wr_template_reading *reading);
/* Nodes and links, grow, patterns: each does nothing where the text has none. */
void wr_template_read_graph(struct wr_template_reading *reading);
void wr_template_read_grow(struct wr_template_reading *reading);
void wr_template_read_patterns(struct wr_template_reading *reading);
/* The node a text names; WR_NONE where there is none, and where it cannot be told. */
uint32_t wr_template_node_index(struct wr_template_reading *reading, wr_json *json);

/* Contradictions between what was said in several places. */
void wr_template_check(struct wr_template_reading *reading);
/* Those of a graph: links, whether it hangs together, locks and keys. */
void wr_template_check_graph(struct wr_template_reading *reading);
void wr_template_check_keys(struct wr_template_reading *reading);

#endif
