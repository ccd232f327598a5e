/* The rules about a module's archive, one file of code each. */
#ifndef WR_BUILDER_INSPECT_JUDGE_RULES_H
#define WR_BUILDER_INSPECT_JUDGE_RULES_H

#include "builder/inspect/judging.h"

void wr_judge_entry(struct wr_judging *judging);
void wr_judge_area(struct wr_judging *judging);
void wr_judge_doors(struct wr_judging *judging);
void wr_judge_paths(struct wr_judging *judging);
void wr_judge_models(struct wr_judging *judging);

#endif
