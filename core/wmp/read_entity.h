/* What the entities of all texts have in common. */
#ifndef WR_CORE_WMP_READ_ENTITY_H
#define WR_CORE_WMP_READ_ENTITY_H

#include "core/wmp/lexis.h"

/* The lines of a model from its scale on, as many of them as there are. */
bool wr_wmp_read_model(struct wr_wmp_lexis *body, wr_wmp_entity *entity);
/* The lines of a path from its name on; a `bare` one has neither skills nor edges. */
bool wr_wmp_read_path(struct wr_wmp_lexis *body, bool bare, wr_wmp_entity *entity);

#endif
