/* Warren's public conversion: a file becomes another. */
#ifndef WR_BUILDER_CONVERT_CONVERT_H
#define WR_BUILDER_CONVERT_CONVERT_H

#include "core/core.h"
#include "kits/kits.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How a file is turned into another. */
struct wr_convert_options {
    const wr_surfaces *surfaces; /* NULL: K1's */
    bool text; /* of what has a form in bytes and one in text under the same ending, the text */
    /* Of an area: which kinds of floor become others, as "stone=wood,mud=dirt"; "none" is what
     * is walkable and has none. NULL: all stay. */
    const char *floors;
    const char *game_folder; /* of a scene: a game's folder, for textures that are not at hand;
                                NULL: none */
    /* How links to rooms are painted on corners of glTF, read and written: "kotormax" or
     * "kotorblender". NULL: colours say nothing. */
    const char *links;
    struct wr_bytes *written; /* gets the paths of files where there are several, a line each;
                                 NULL: nobody asks */
    enum wr_up up;            /* of an OBJ: which axis is up; found by where its floors look */
    bool strip;               /* of an area: triangles in its border are taken off */
    bool clean;           /* what nobody reads, and toolsets fill with garbage, becomes zero */
    struct wr_kits *kits; /* of a map that becomes an .indoor, for the names of kits and rooms,
                             or a scene; NULL: where they usually lie */
    bool force, durable;
};

/* Turns a file, whose kind its content tells, into one of the kind that the name of the other
 * ends in; an archive into a folder, and a folder into an archive, which lies as the folder's
 * archive.json says; all states of a door into a file each, where the form has a place for
 * one. docs/convert.md lists what becomes what. What a form has no place for is
 * named by a warning.
 * WR_INVALID "convert-kind", "convert-links", "convert-door", and what readers and writers of
 * either kind find. */
WR_API enum wr_result wr_convert(struct wr_context *context, const char *from, const char *to,
                                 const struct wr_convert_options *options);

#ifdef __cplusplus
}
#endif
#endif
