/* Checks that everything is held once, and from above. */
#include "core/wmp/tree.h"

#include <inttypes.h>

enum { MEMBER_KINDS = WR_WMP_ENTITY_MEMBER + 1 };

struct tying {
    struct wr_wmp_making *making;
    uint32_t counts[MEMBER_KINDS];
    bool *held[MEMBER_KINDS];
};

static void tie_member(struct tying *t, uint32_t object, wr_wmp_member member)
{
    static const char *const names[MEMBER_KINDS] = {"object", "block", "entity"};
    struct wr_wmp *level = t->making->level;
    size_t offset = level->objects[object].where.offset;
    if (member.index >= t->counts[member.kind])
        wr_wmp_fault(t->making, WR_INVALID, offset, "wmp-range",
                     "take it out of the object, or add what it names",
                     "object %" PRIu32 " holds %s %" PRIu32 ", but there are %" PRIu32, object,
                     names[member.kind], member.index, t->counts[member.kind]);
    else if (t->held[member.kind][member.index])
        wr_wmp_fault(t->making, WR_INVALID, offset, "wmp-range",
                     "a thing stands in one object only",
                     "object %" PRIu32 " holds %s %" PRIu32 ", which was held before", object,
                     names[member.kind], member.index);
    else if (member.kind == WR_WMP_OBJECT_MEMBER)
        level->objects[member.index].parent = object;
    if (member.index < t->counts[member.kind])
        t->held[member.kind][member.index] = true;
}

/* From every root down; whoever is not met hangs on itself. */
static void find_circle(struct tying *t, uint32_t *queue)
{
    const struct wr_wmp *level = t->making->level;
    uint32_t waiting = 0;
    for (uint32_t i = 0; i < level->object_count; i++) {
        t->held[0][i] = level->objects[i].parent == WR_WMP_NONE;
        if (t->held[0][i])
            queue[waiting++] = i;
    }
    for (uint32_t next = 0; next < waiting; next++) {
        const wr_wmp_object *object = &level->objects[queue[next]];
        for (uint32_t m = 0; m < object->member_count; m++)
            if (object->members[m].kind == WR_WMP_OBJECT_MEMBER) {
                queue[waiting++] = object->members[m].index;
                t->held[0][object->members[m].index] = true;
            }
    }
    for (uint32_t i = 0; waiting < level->object_count && i < level->object_count; i++)
        if (!t->held[0][i]) {
            wr_wmp_fault(t->making, WR_INVALID, level->objects[i].where.offset, "wmp-circle",
                         "take it out of one of them",
                         "object %" PRIu32 " is held by something that it holds itself", i);
            return;
        }
}

void wr_wmp_tie(struct wr_wmp_making *making)
{
    const struct wr_wmp *level = making->level;
    struct tying t = {
        making, {level->object_count, level->block_count, level->entity_count}, {NULL}};
    uint32_t *queue = WR_TAKE(making->arena, uint32_t, level->object_count);
    bool fine = queue != NULL;
    for (int kind = 0; kind < MEMBER_KINDS; kind++) {
        t.held[kind] = WR_ZERO(making->arena, bool, t.counts[kind]);
        fine = fine && t.held[kind];
    }
    if (!fine) {
        making->result = wr_no_memory(making->context);
        return;
    }
    for (uint32_t i = 0; i < level->object_count; i++)
        for (uint32_t m = 0; m < level->objects[i].member_count; m++)
            tie_member(&t, i, level->objects[i].members[m]);
    if (making->result == WR_OK)
        find_circle(&t, queue);
}
