/* Strict JSON with positions. cJSON parses; its types stay in json.c.
 *
 * Refused with line and column: what is not JSON or UTF-8, duplicate keys, trailing text,
 * integers a double cannot hold without loss, numbers beyond a double, NUL characters, nesting
 * deeper than 64, files over 256 MiB or four million values. Everything lives in the arena
 * given to wr_json_read; the source must live as long. */
#ifndef WR_CORE_TEXT_JSON_H
#define WR_CORE_TEXT_JSON_H

#include "core/base/arena.h"
#include "core/base/diag.h"

enum { WR_JSON_DEPTH = 64 }; /* lists and objects in each other, at most */

enum wr_json_kind {
    WR_JSON_NULL,
    WR_JSON_BOOL,
    WR_JSON_NUMBER,
    WR_JSON_STRING,
    WR_JSON_LIST,
    WR_JSON_OBJECT,
};

typedef struct wr_json {
    const char *key;  /* of a member, or NULL */
    const char *text; /* of a string, NUL-ended; a NUL inside is refused */
    double number;
    struct wr_json *first, *next; /* the items of an object or list */
    struct wr_json *parent;       /* NULL: the outermost value */
    uint32_t count;               /* how many items */
    uint32_t index;               /* among the items of its parent, from 0 */
    enum wr_json_kind kind;
    bool truth;         /* of a bool */
    bool taken;         /* a reader has asked for it: see wr_json_done */
    wr_where where;     /* of the value */
    wr_where key_where; /* of the key */
} wr_json;

enum wr_result wr_json_read(struct wr_context *context, struct wr_arena *arena,
                            const struct wr_source *source, wr_json **out);

/* Reading members: each looks a key up, marks it taken, checks its type and reports a wrong
 * type or, where required, a missing key ("json-type", "json-missing"). They return false when
 * the value is not there or wrong; *ok turns false only when something was reported. */
wr_json *wr_json_find(wr_json *object, const char *key);
bool wr_json_get_text(struct wr_context *context, wr_json *object, const char *key,
                      bool required, const char **out, bool *ok);
/* The float32 that is nearest to a number as it is written; beyond its range: "json-range". */
bool wr_json_f32(struct wr_context *context, const wr_json *json, float *out, bool *ok);
bool wr_json_get_f32(struct wr_context *context, wr_json *object, const char *key,
                     bool required, float *out, bool *ok);
bool wr_json_get_integer(struct wr_context *context, wr_json *object, const char *key,
                         bool required, int64_t least, int64_t most, int64_t *out, bool *ok);
bool wr_json_get_bool(struct wr_context *context, wr_json *object, const char *key,
                      bool required, bool *out, bool *ok);
/* A list of three numbers. */
bool wr_json_get_vec3(struct wr_context *context, wr_json *object, const char *key,
                      bool required, wr_vec3 *out, bool *ok);
/* A list or an object under a key, or NULL. */
wr_json *wr_json_get(struct wr_context *context, wr_json *object, const char *key,
                     enum wr_json_kind kind, bool required, bool *ok);
/* Reports every member nobody asked for ("json-unknown-key"), with the nearest of `known` (a
 * NULL-ended list) or all of them as the hint. */
void wr_json_done(struct wr_context *context, wr_json *object, const char *const *known,
                  bool *ok);
/* "a string", "a number", ... */
const char *wr_json_kind_name(enum wr_json_kind kind);

enum { WR_JSON_PATH_SIZE = 128 };

/* Where a value stands, for messages: "rooms[3].position", or "the file". The text is in `out`.
 */
const char *wr_json_path(const wr_json *json, char out[WR_JSON_PATH_SIZE]);

#endif
