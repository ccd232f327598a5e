/* Objects and what they hold become a tree. */
#ifndef WR_CORE_WMP_TREE_H
#define WR_CORE_WMP_TREE_H

#include "core/wmp/making.h"

/* Gives objects their parents, and tells members that are not there or held twice ("wmp-range")
 * and objects that hold each other ("wmp-circle"). */
void wr_wmp_tie(struct wr_wmp_making *making);

#endif
