/* Rooms with lengths, found again by what they are made of. */
#include "builder/layout/longer.h"

#include "core/base/text.h"
#include "kits/kit.h"

#include <stdio.h>
#include <string.h>

void wr_longer_rooms_start(struct wr_longer_rooms *table, struct wr_arena *arena)
{
    *table = (struct wr_longer_rooms){.arena = arena};
}

/* ---- Found again --------------------------------------------------------------------------
 */

static uint64_t hash_of(const wr_room *room, const float *lengths)
{
    uint64_t hash = (uint64_t)(uintptr_t)room * 0x9e3779b97f4a7c15u;
    for (uint32_t i = 0; i < room->stretch_count; i++) {
        uint32_t bits;
        memcpy(&bits, &lengths[i], sizeof bits);
        hash = (hash ^ bits) * 0x100000001b3u;
    }
    return hash ^ hash >> 32;
}

static bool is_made_of(const wr_room *made, const wr_room *room, const float *lengths)
{
    return made->drawn == room &&
           memcmp(made->lengths, lengths, room->stretch_count * sizeof *lengths) == 0;
}

static const wr_room **slot_of(const struct wr_longer_rooms *table, const wr_room *room,
                               const float *lengths)
{
    size_t slot = hash_of(room, lengths) & (table->capacity - 1);
    while (table->slots[slot] && !is_made_of(table->slots[slot], room, lengths))
        slot = (slot + 1) & (table->capacity - 1);
    return &table->slots[slot];
}

static bool make_space(struct wr_longer_rooms *table)
{
    struct wr_longer_rooms old = *table;
    if (2 * (table->count + 1) <= table->capacity)
        return true;
    table->capacity = old.capacity ? 2 * old.capacity : 16;
    table->slots = WR_ZERO(table->arena, const wr_room *, table->capacity);
    if (!table->slots) {
        *table = old;
        return false;
    }
    for (size_t i = 0; i < old.capacity; i++)
        if (old.slots[i])
            *slot_of(table, old.slots[i]->drawn, old.slots[i]->lengths) = old.slots[i];
    return true;
}

/* ---- What a stretch allows ----------------------------------------------------------------
 */

static enum wr_result refuse_count(struct wr_context *context, const wr_room *room,
                                   uint32_t count, wr_where where)
{
    return wr_fail(context, WR_INVALID, where, "stretch-count",
                   room->stretch_count > 0
                       ? "give one length a stretch, in the order of the kit"
                       : "give the room of the kit a <stretch>, or leave the lengths out",
                   "%u lengths are given for room '%s', which has %u stretches",
                   (unsigned)count, room->name, (unsigned)room->stretch_count);
}

static enum wr_result refuse_length(struct wr_context *context, const wr_room *room,
                                    uint32_t stretch, float length, wr_where where)
{
    const wr_stretch *allowed = &room->stretches[stretch];
    char hint[200];
    snprintf(hint, sizeof hint, "%s to %s m are allowed%s%s", wr_fixed(allowed->from, 3).text,
             wr_fixed(allowed->to, 3).text, allowed->step > 0 ? ", in steps of " : "",
             allowed->step > 0 ? wr_fixed(allowed->step, 3).text : "");
    return wr_fail(context, WR_INVALID, where, "stretch-length", hint,
                   "stretch %u of room '%s' cannot be %s m long", (unsigned)stretch, room->name,
                   wr_fixed(length, 3).text);
}

static enum wr_result take_lengths(struct wr_context *context, const wr_room *room,
                                   const float *lengths, uint32_t count, wr_where where,
                                   float out[WR_MOST_STRETCHES])
{
    enum wr_result result = WR_OK;
    if (count > room->stretch_count)
        return refuse_count(context, room, count, where);
    for (uint32_t i = 0; i < room->stretch_count; i++) {
        out[i] = i < count ? lengths[i] + 0.0f : 0; /* no -0 */
        if (!wr_stretch_allows(&room->stretches[i], out[i]))
            result = refuse_length(context, room, i, out[i], where);
    }
    return result;
}

/* ---- Asked for ----------------------------------------------------------------------------
 */

enum wr_result wr_longer_room(struct wr_context *context, struct wr_longer_rooms *table,
                              const wr_room *room, const float *lengths, uint32_t count,
                              wr_where where, const wr_room **out)
{
    float taken[WR_MOST_STRETCHES];
    const wr_room *made;
    enum wr_result result = take_lengths(context, room, lengths, count, where, taken);
    if (result != WR_OK)
        return result;
    if (!make_space(table))
        return wr_no_memory(context);
    const wr_room **slot = slot_of(table, room, taken);
    if (*slot) {
        *out = *slot;
        return WR_OK;
    }
    result = wr_lengths_fit(context, room, taken, where);
    if (result == WR_OK)
        result = wr_room_stretch(context, table->arena, room, taken, &made);
    if (result != WR_OK)
        return result;
    if (made->drawn) {
        *slot = made;
        table->count++;
    }
    *out = made;
    return WR_OK;
}
