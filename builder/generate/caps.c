/* Closing what is left open. */
#include "builder/generate/generator.h"
#include "builder/solver/ground.h"

/* A cap on a hook: its stance, its hook, and where it stands. */
struct capping {
    const struct wr_making *making;
    const struct wr_pieces *pieces;
    struct wr_draft *draft;
    struct wr_ground ground;
    bool *linked; /* one a doorway of a room, doors_a_room each */
    uint32_t doors_a_room, room_count;
    wr_random random;
};

enum { CAP_STREAM = 51 };

static const wr_piece *piece_of(const struct wr_pieces *pieces, uint32_t stance)
{
    return &pieces->pieces[pieces->stances[stance].piece];
}

/* Whether the doorway that a room's hook is a place of leads somewhere. */
static bool *linked_at(const struct capping *c, uint32_t room, uint32_t hook)
{
    const wr_piece *piece = piece_of(c->pieces, c->draft->rooms[room].standing.stance);
    return &c->linked[room * (size_t)c->doors_a_room + wr_piece_door(piece, hook)];
}

/* What leads into other modules is no open doorway; of what is only added to, none is closed.
 */
static void leave_kept(struct capping *c)
{
    const struct wr_kept *kept = c->making->kept;
    for (uint32_t i = 0; i < c->draft->kept_count; i++)
        for (uint32_t h = 0; h < piece_of(c->pieces, kept->standings[i].stance)->hook_count;
             h++)
            *linked_at(c, i, h) |=
                !c->making->closes_kept || kept->leads_out[kept->first_hooks[i] + h];
}

/* Room for a cap at each doorway. */
static bool make_room(struct capping *c)
{
    struct wr_draft *draft = c->draft;
    size_t doors = 0;
    for (uint32_t i = 0; i < draft->room_count; i++)
        doors += wr_piece_door_count(piece_of(c->pieces, draft->rooms[i].standing.stance));
    wr_draft_room *rooms = WR_TAKE(c->making->arena, wr_draft_room, draft->room_count + doors);
    wr_draft_link *links = WR_TAKE(c->making->arena, wr_draft_link, draft->link_count + doors);
    if (!rooms || !links)
        return false;
    for (uint32_t i = 0; i < draft->room_count; i++)
        rooms[i] = draft->rooms[i];
    for (uint32_t i = 0; i < draft->link_count; i++)
        links[i] = draft->links[i];
    draft->rooms = rooms;
    draft->links = links;
    return true;
}

static bool start(struct capping *c)
{
    const struct wr_draft *draft = c->draft;
    for (uint32_t p = 0; p < c->pieces->piece_count; p++)
        if (wr_piece_door_count(&c->pieces->pieces[p]) > c->doors_a_room)
            c->doors_a_room = wr_piece_door_count(&c->pieces->pieces[p]);
    c->linked = WR_ZERO(c->making->arena, bool, (size_t)draft->room_count * c->doors_a_room);
    if (!c->linked)
        return false;
    for (uint32_t i = 0; i < draft->link_count; i++)
        for (int side = 0; side < 2; side++)
            *linked_at(c, draft->links[i].rooms[side], draft->links[i].hooks[side]) = true;
    leave_kept(c);
    for (uint32_t i = 0; i < draft->room_count; i++)
        if (!wr_ground_put(&c->ground, i, draft->rooms[i].standing))
            return false;
    return true;
}

/* A room and a link more. */
static bool add_cap(struct capping *c, uint32_t room, uint32_t hook, wr_standing standing,
                    uint32_t cap_hook)
{
    struct wr_draft *draft = c->draft;
    uint32_t cap = draft->room_count++;
    draft->links[draft->link_count++] =
        (wr_draft_link){.rooms = {room, cap}, .hooks = {(uint16_t)hook, (uint16_t)cap_hook}};
    draft->rooms[cap] = (wr_draft_room){.standing = standing};
    draft->cap_count++;
    return wr_ground_put(&c->ground, cap, standing);
}

/* A room that does more than close comes no oftener than it may. */
static bool may_close(const struct capping *c, uint32_t piece)
{
    const wr_kit_piece *own = &c->making->kit->rooms[piece];
    uint32_t count = 0;
    if (!own->closes || own->cap || own->count.most == WR_NONE)
        return own->closes;
    for (uint32_t i = 0; i < c->draft->room_count; i++)
        count += c->pieces->stances[c->draft->rooms[i].standing.stance].piece == piece;
    return count < own->count.most;
}

/* One of the caps that were seen. */
struct cap {
    wr_standing standing;
    uint32_t hook, its; /* of the room, and its own */
    uint32_t seen;
};

/* Draws one of the caps that meet the hook and have ground. */
static void draw_cap(struct capping *c, uint32_t room, uint32_t hook, struct cap *drawn)
{
    const struct wr_pieces *pieces = c->pieces;
    const wr_standing *from = &c->draft->rooms[room].standing;
    const wr_piece_hook *out = &pieces->stances[from->stance].hooks[hook];
    for (uint32_t s = 0; s < pieces->stance_count; s++) {
        if (!may_close(c, pieces->stances[s].piece))
            continue;
        for (uint32_t h = 0; h < piece_of(pieces, s)->hook_count; h++) {
            const wr_piece_hook *in = &pieces->stances[s].hooks[h];
            wr_spot at = wr_spot_sub(wr_standing_hook(pieces, from, hook), in->at);
            wr_standing cap = wr_standing_at(s, at);
            if (!wr_hooks_meet(pieces, out, in) ||
                wr_ground_judge(&c->ground, cap, &room, 1) != WR_FREE)
                continue;
            if (drawn->seen++ == 0 || wr_random_below(&c->random, drawn->seen) == 0) {
                drawn->standing = cap;
                drawn->hook = hook;
                drawn->its = h;
            }
        }
    }
}

/* Closes the doorway whose first place a hook is, at one of its places. */
static bool cap_doorway(struct capping *c, uint32_t room, uint32_t hook)
{
    const wr_piece *piece = piece_of(c->pieces, c->draft->rooms[room].standing.stance);
    uint32_t door = wr_piece_door(piece, hook);
    struct cap drawn = {.seen = 0};
    if (*linked_at(c, room, hook))
        return true;
    for (uint32_t h = hook; h < piece->hook_count && wr_piece_door(piece, h) == door; h++)
        draw_cap(c, room, h, &drawn);
    return drawn.seen == 0 || add_cap(c, room, drawn.hook, drawn.standing, drawn.its);
}

static bool cap_rooms(struct capping *c)
{
    for (uint32_t room = 0; room < c->room_count; room++) {
        const wr_piece *piece = piece_of(c->pieces, c->draft->rooms[room].standing.stance);
        for (uint32_t h = 0; h < piece->hook_count; h++)
            if (wr_piece_door_start(piece, h) == h && !cap_doorway(c, room, h))
                return false;
    }
    return true;
}

static bool has_caps(const struct wr_kit_pieces *kit)
{
    for (uint32_t p = 0; p < kit->pieces.piece_count; p++)
        if (kit->rooms[p].closes)
            return true;
    return false;
}

enum wr_result wr_draft_cap(const struct wr_making *m, struct wr_draft *draft)
{
    struct capping c = {.making = m,
                        .pieces = &m->kit->pieces,
                        .draft = draft,
                        .room_count = draft->room_count,
                        .random = wr_random_of(m->seed, CAP_STREAM)};
    if (!has_caps(m->kit))
        return WR_OK;
    wr_ground_start(&c.ground, c.pieces, 0);
    bool fine = make_room(&c) && start(&c) && cap_rooms(&c);
    wr_ground_finish(&c.ground);
    return fine ? WR_OK : wr_no_memory(m->context);
}
