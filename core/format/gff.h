/* GFF V3.2: trees of labelled values, what a module says about its area, doors, paths and
 * placed things. Source: formats/module, 2. */
#ifndef WR_CORE_FORMAT_GFF_H
#define WR_CORE_FORMAT_GFF_H

#include "core/base/arena.h"
#include "core/base/bytes.h"
#include "core/base/diag.h"

struct wr_dump; /* core/text/dump.h */

enum wr_gff_type {
    WR_GFF_BYTE,
    WR_GFF_CHAR,
    WR_GFF_WORD,
    WR_GFF_SHORT,
    WR_GFF_DWORD,
    WR_GFF_INT,
    WR_GFF_DWORD64,
    WR_GFF_INT64,
    WR_GFF_FLOAT,
    WR_GFF_DOUBLE,
    WR_GFF_STRING,
    WR_GFF_RESREF,
    WR_GFF_LOCSTRING,
    WR_GFF_VOID,
    WR_GFF_STRUCT,
    WR_GFF_LIST,
    WR_GFF_ORIENTATION, /* w, x, y, z */
    WR_GFF_VECTOR,
    WR_GFF_STRREF,
};

enum { WR_GFF_LABEL = 16, WR_GFF_RESREF_LENGTH = 16 };

/* One language of a localised text. `language` is twice the language, plus one for female. */
typedef struct wr_gff_text {
    uint32_t language;
    const uint8_t *data;
    uint32_t size;
} wr_gff_text;

typedef struct wr_gff_struct wr_gff_struct;

typedef struct wr_gff_list {
    wr_gff_struct **items;
    uint32_t count, capacity;
} wr_gff_list;

typedef struct wr_gff_field {
    char label[WR_GFF_LABEL + 1];
    enum wr_gff_type type;
    union {
        uint64_t bits; /* whole numbers, sign-extended where the type is signed; strref */
        float single, vector[4];
        double real;
        struct {
            const uint8_t *data; /* string, resref, void: in the tree's arena */
            uint32_t size;
        } bytes;
        struct {
            wr_gff_text *texts;
            uint32_t count;
            int32_t strref;
        } local;
        wr_gff_struct *child;
        wr_gff_list list;
    };
    size_t at; /* where the field stands in its file, for findings; 0 in a tree made anew */
    uint32_t place, number; /* its number in the file that was read, from 1; the writer's own */
} wr_gff_field;

struct wr_gff_struct {
    uint32_t id;
    wr_gff_field *fields;
    uint32_t count, capacity;
    uint32_t place, number; /* as a field's */
};

/* A tree. What it holds lies in `arena`; adding does not fail: when memory is out or a name is
 * too long, `failed` and `refused` remember it and writing says so. */
struct wr_gff {
    struct wr_arena *arena;
    char type[5]; /* "ARE " */
    wr_gff_struct *root;
    bool failed;
    const char *refused; /* a label or resref that was set and is too long, or NULL */
    const struct wr_gff_order *order; /* how the file that was read lies; NULL: made anew */
};

bool wr_gff_recognise(const uint8_t *data, size_t size);

/* Reads a tree; every fault of the file is reported ("gff-..."), none is read past. Structs
 * that are shared, lie in a circle or nest deeper than any module's are refused. */
enum wr_result wr_gff_read(struct wr_context *context, struct wr_arena *arena,
                           const struct wr_source *source, struct wr_gff **out);

/* Appends a tree: one that was read and not changed gives its bytes back, values that were
 * changed stay in their places, and a tree made anew is laid out as the game's own files are.
 */
enum wr_result wr_gff_write(struct wr_context *context, const struct wr_gff *gff,
                            struct wr_bytes *out);

void wr_gff_dump(const struct wr_gff *gff, struct wr_dump *dump);

/* ---- Making ------------------------------------------------------------------------------ */

/* A tree with an empty root; NULL when memory is out. `type` is "ARE ", "GIT ", … */
struct wr_gff *wr_gff_create(struct wr_arena *arena, const char *type);

/* Each sets a field: the one of that label where there is one (its type becomes the given one),
 * else a new last one. Texts are copied: UTF-8 becomes Windows-1252, which the games read, with
 * '?' for what that has not. */
void wr_gff_set_whole(struct wr_gff *gff, wr_gff_struct *in, const char *label,
                      enum wr_gff_type type, int64_t value);
void wr_gff_set_float(struct wr_gff *gff, wr_gff_struct *in, const char *label, float value);
void wr_gff_set_string(struct wr_gff *gff, wr_gff_struct *in, const char *label,
                       const char *text);
void wr_gff_set_resref(struct wr_gff *gff, wr_gff_struct *in, const char *label,
                       const char *name);
/* A text in English; NULL: no text. `strref` is -1 for none. */
void wr_gff_set_local(struct wr_gff *gff, wr_gff_struct *in, const char *label, int32_t strref,
                      const char *english);
void wr_gff_set_void(struct wr_gff *gff, wr_gff_struct *in, const char *label, const void *data,
                     uint32_t size);
/* The struct, or the list, of a field; made where it is missing. NULL when memory is out; every
 * function here takes a NULL struct and does nothing. */
wr_gff_struct *wr_gff_set_struct(struct wr_gff *gff, wr_gff_struct *in, const char *label,
                                 uint32_t id);
wr_gff_list *wr_gff_set_list(struct wr_gff *gff, wr_gff_struct *in, const char *label);
wr_gff_struct *wr_gff_append(struct wr_gff *gff, wr_gff_list *list, uint32_t id);
void wr_gff_remove(wr_gff_list *list, uint32_t index);

/* ---- Asking ------------------------------------------------------------------------------ */

/* A field by label; NULL where there is none. */
wr_gff_field *wr_gff_find(const wr_gff_struct *in, const char *label);
/* A value by label, or `otherwise` where there is none of a fitting type. */
int64_t wr_gff_whole(const wr_gff_struct *in, const char *label, int64_t otherwise);
float wr_gff_float(const wr_gff_struct *in, const char *label, float otherwise);
/* A string or resref as text in `arena`; "" where there is none, NULL when memory is out. */
const char *wr_gff_text_of(const wr_gff_struct *in, const char *label, struct wr_arena *arena);
/* Its list; NULL where there is none. */
wr_gff_list *wr_gff_list_of(const wr_gff_struct *in, const char *label);

#endif
