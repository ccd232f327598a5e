/* A level while it is written: numbers, names and what does not go in. */
#ifndef WR_CORE_WMP_WRITING_H
#define WR_CORE_WMP_WRITING_H

#include "core/base/arena.h"
#include "core/wmp/places.h"

/* What a target may have no place for. */
enum wr_wmp_loss {
    WR_WMP_LOST_REGION,
    WR_WMP_LOST_SOUND,
    WR_WMP_LOST_SETTINGS,
    WR_WMP_LOST_LIGHT_FLAGS,
    WR_WMP_LOST_MODEL_TEXTS,
    WR_WMP_LOST_ATTACHED,
    WR_WMP_LOST_PICTURE,
    WR_WMP_LOST_SHEAR,
    WR_WMP_LOST_LETTERS,
    WR_WMP_LOSSES,
};

struct wr_wmp_lost {
    uint32_t count;
    wr_where first;
};

struct wr_wmp_writing {
    struct wr_context *context;
    struct wr_arena *arena;
    const struct wr_wmp *level;
    struct wr_wmp_places places;
    struct wr_bytes *out;
    bool build;          /* a build file, not text 710 */
    const char *newline; /* "\n" or "\r\n" */
    wr_where where;      /* of the record that is written */
    unsigned depth;      /* tabs before a line */
    struct wr_wmp_lost lost[WR_WMP_LOSSES];
    enum wr_result result;
};

typedef void wr_wmp_write_fn(struct wr_wmp_writing *writing);
/* Resolves the level, writes it and tells what was lost. */
enum wr_result wr_wmp_write(struct wr_context *context, const struct wr_wmp *level, bool build,
                            wr_wmp_write_fn *write, struct wr_bytes *out);

/* One more of what is lost, of the record that is written. */
void wr_wmp_lose(struct wr_wmp_writing *writing, enum wr_wmp_loss loss);
/* A warning "wmp-left-out" a kind of loss. */
void wr_wmp_tell_lost(const struct wr_wmp_writing *writing);

/* A line begins with its tabs. */
void wr_wmp_begin_line(struct wr_wmp_writing *writing);
void wr_wmp_end_line(struct wr_wmp_writing *writing);
/* A whole line of words that are known. */
void wr_wmp_put_line(struct wr_wmp_writing *writing, const char *words);
/* `head {   // name`, and one tab more from there; without a name no comment. */
void wr_wmp_open_record(struct wr_wmp_writing *writing, const char *head, const char *name);
void wr_wmp_close_record(struct wr_wmp_writing *writing);

void wr_wmp_put_text(struct wr_wmp_writing *writing, const char *text);
/* Numbers with spaces between. */
void wr_wmp_put_numbers(struct wr_wmp_writing *writing, const double *values, size_t count);
void wr_wmp_put_point(struct wr_wmp_writing *writing, wr_dvec3 point);
void wr_wmp_put_number_line(struct wr_wmp_writing *writing, double value);
void wr_wmp_put_point_line(struct wr_wmp_writing *writing, wr_dvec3 point);
void wr_wmp_put_flags(struct wr_wmp_writing *writing, uint32_t flags);
void wr_wmp_put_flags_line(struct wr_wmp_writing *writing, uint32_t flags);
/* A name as one word; NULL is ndef. */
void wr_wmp_put_word(struct wr_wmp_writing *writing, const char *name);
void wr_wmp_put_name_line(struct wr_wmp_writing *writing, const char *name);
/* In brackets, but not in a build file. */
void wr_wmp_put_file_line(struct wr_wmp_writing *writing, const char *name);

/* Blocks and entities have the same form in both targets. */
void wr_wmp_write_block(struct wr_wmp_writing *writing, uint32_t block);
/* Lines from scale to ambient; what follows differs. */
void wr_wmp_write_model(struct wr_wmp_writing *writing, const wr_wmp_entity *entity,
                        wr_dvec3 scale);
/* Lines from the count of nodes to edges; nodes are moved by `place`. */
void wr_wmp_write_path(struct wr_wmp_writing *writing, const wr_wmp_path *path,
                       const wr_wmp_place *place);

#endif
