/* A built .mod, opened for questions. */
#ifndef WR_TESTS_SUPPORT_MOD_H
#define WR_TESTS_SUPPORT_MOD_H

#include "core/files/file.h"
#include "core/format/archive.h"
#include "core/format/gff.h"
#include "tests/support/heard.h"
#include "tests/support/test.h"

struct mod {
    struct heard heard;
    struct wr_arena *arena;
    struct wr_source source;
    struct wr_archive *archive;
};

static inline void mod_open(struct mod *mod, const char *folder, const char *id)
{
    char path[300];
    snprintf(path, sizeof path, "%s/%s.mod", folder, id);
    heard_start(&mod->heard);
    mod->arena = wr_arena_create();
    assert_int_equal(wr_file_read(mod->heard.context, mod->arena, path, &mod->source), WR_OK);
    mod->source.binary = true;
    if (wr_archive_read(mod->heard.context, mod->arena, &mod->source, &mod->archive) != WR_OK)
        fail_msg("%s", mod->heard.messages[0]);
}

static inline void mod_close(struct mod *mod)
{
    wr_arena_destroy(mod->arena);
    heard_end(&mod->heard);
}

/* A resource that must be there. */
static inline struct wr_source mod_bytes(struct mod *mod, const char *name, uint16_t type)
{
    struct wr_source source;
    const wr_resource *resource = wr_archive_find(mod->archive, name, type);
    if (!resource)
        fail_msg("there is no %s.%s", name, wr_resource_suffix(type));
    assert_int_equal(
        wr_archive_source(mod->heard.context, mod->arena, mod->archive, resource, &source),
        WR_OK);
    return source;
}

static inline wr_gff_struct *mod_gff(struct mod *mod, const char *name, uint16_t type)
{
    struct wr_source *source = WR_TAKE(mod->arena, struct wr_source, 1);
    struct wr_gff *gff = NULL;
    *source = mod_bytes(mod, name, type);
    if (wr_gff_read(mod->heard.context, mod->arena, source, &gff) != WR_OK)
        fail_msg("%s: %s", name, mod->heard.messages[0]);
    return gff->root;
}

static inline const char *mod_text(struct mod *mod, const wr_gff_struct *in, const char *label)
{
    return wr_gff_text_of(in, label, mod->arena);
}

#endif
