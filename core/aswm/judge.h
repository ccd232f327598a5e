/* Whether a walkmesh of NWN2 is what its compiler makes: invariants I1 to I12 of formats/aswm.
 */
#ifndef WR_CORE_ASWM_JUDGE_H
#define WR_CORE_ASWM_JUDGE_H

#include "core/aswm/aswm.h"

/* Reports what is wrong with a mesh that was read, each kind of fault once with its number and
 * the first place; WR_OK where there is no error. What official files have too is a note. Of a
 * mesh that is not baked (TRN) nothing that a bake makes is asked. */
enum wr_result wr_aswm_judge(struct wr_context *context, const struct wr_aswm *mesh,
                             const struct wr_source *source);

#endif
