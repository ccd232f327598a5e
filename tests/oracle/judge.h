/* What the judge's own files share: the walkmesh being judged, and the derived tables. */
#ifndef ORACLE_JUDGE_H
#define ORACLE_JUDGE_H

#include "tests/oracle/oracle.h"

struct oracle_hearing {
    struct oracle_report *report;
    const struct oracle_options *options;
    const char *file;
    const struct oracle_wok *wok;
};

#define ORACLE_BLAME(hearing, word, ...)                                                       \
    oracle_blame((hearing)->report, ORACLE_##word, (hearing)->file, __VA_ARGS__)

bool oracle_is_walkable(const struct oracle_hearing *hearing, uint32_t face);
/* Corner `corner` of a face, as doubles. */
void oracle_corner(const struct oracle_wok *wok, uint32_t face, unsigned corner, double out[3]);
/* Twice the area as a vector along the normal. */
void oracle_face_cross(const struct oracle_wok *wok, uint32_t face, double out[3]);
double oracle_length(const double v[3]);

/* For each edge of the first `row_count` faces the edge it must be linked to, or -1, and in
   `uses` how many of those faces use it in either direction. Both are the caller's to free. */
void oracle_derive_links(const struct oracle_wok *wok, int32_t **links, uint32_t **uses);

void oracle_judge_faces(const struct oracle_hearing *hearing);
/* False when rows and faces do not match, so that rows cannot be judged. */
bool oracle_judge_materials(const struct oracle_hearing *hearing);
void oracle_judge_adjacency(const struct oracle_hearing *hearing, const int32_t *links,
                            const uint32_t *uses);
void oracle_judge_loops(const struct oracle_hearing *hearing, const int32_t *links);
void oracle_judge_tree(const struct oracle_hearing *hearing);

#endif
