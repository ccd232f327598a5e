/* What a plain door says of itself. */
#include "builder/module/plain_door.h"
#include "builder/module/rows.h"

static const wr_gff_row HEAD[] = {
    {"AutoRemoveKey", WR_GFF_BYTE, 0, 0},
    {"CloseLockDC", WR_GFF_BYTE, 0, 0},
    {"Conversation", WR_GFF_RESREF, 0, 0},
    {"Interruptable", WR_GFF_BYTE, 1, 0},
    {"Faction", WR_GFF_DWORD, 1, 0},
    {"Plot", WR_GFF_BYTE, 1, 0},
    {"NotBlastable", WR_GFF_BYTE, 1, WR_K2},
    {"Min1HP", WR_GFF_BYTE, 0, 0},
    {"KeyRequired", WR_GFF_BYTE, 0, 0},
    {"Lockable", WR_GFF_BYTE, 0, 0},
    {"Locked", WR_GFF_BYTE, 0, 0},
    {"OpenLockDC", WR_GFF_BYTE, 28, 0},
    {"OpenLockDiff", WR_GFF_BYTE, 0, WR_K2},
    {"OpenLockDiffMod", WR_GFF_CHAR, 0, WR_K2},
    {"PortraitId", WR_GFF_WORD, 0, 0},
    {"TrapDetectable", WR_GFF_BYTE, 1, 0},
    {"TrapDetectDC", WR_GFF_BYTE, 0, 0},
    {"TrapDisarmable", WR_GFF_BYTE, 1, 0},
    {"DisarmDC", WR_GFF_BYTE, 28, 0},
    {"TrapFlag", WR_GFF_BYTE, 0, 0},
    {"TrapOneShot", WR_GFF_BYTE, 1, 0},
    {"TrapType", WR_GFF_BYTE, 2, 0},
    {"KeyName", WR_GFF_STRING, 0, 0},
    {"AnimationState", WR_GFF_BYTE, 0, 0},
    {"Appearance", WR_GFF_DWORD, 0, 0},
    {"HP", WR_GFF_SHORT, 20, 0},
    {"CurrentHP", WR_GFF_SHORT, 20, 0},
    {"Hardness", WR_GFF_BYTE, 5, 0},
    {"Fort", WR_GFF_BYTE, 28, 0},
    {"Ref", WR_GFF_BYTE, 0, 0},
    {"Will", WR_GFF_BYTE, 0, 0},
    {"OnClosed", WR_GFF_RESREF, 0, 0},
    {"OnDamaged", WR_GFF_RESREF, 0, 0},
    {"OnDeath", WR_GFF_RESREF, 0, 0},
    {"OnDisarm", WR_GFF_RESREF, 0, 0},
    {"OnHeartbeat", WR_GFF_RESREF, 0, 0},
    {"OnLock", WR_GFF_RESREF, 0, 0},
    {"OnMeleeAttacked", WR_GFF_RESREF, 0, 0},
    {"OnOpen", WR_GFF_RESREF, 0, 0},
    {"OnSpellCastAt", WR_GFF_RESREF, 0, 0},
    {"OnTrapTriggered", WR_GFF_RESREF, 0, 0},
    {"OnUnlock", WR_GFF_RESREF, 0, 0},
    {"OnUserDefined", WR_GFF_RESREF, 0, 0},
    {"LoadScreenID", WR_GFF_WORD, 0, 0},
};
static const wr_gff_row TAIL[] = {
    {"Static", WR_GFF_BYTE, 0, 0},    {"OpenState", WR_GFF_BYTE, 0, WR_K2},
    {"OnClick", WR_GFF_RESREF, 0, 0}, {"OnFailToOpen", WR_GFF_RESREF, 0, 0},
    {"PaletteID", WR_GFF_BYTE, 1, 0}, {"Comment", WR_GFF_STRING, 0, 0},
};

struct wr_gff *wr_plain_door(struct wr_arena *arena, unsigned row, enum wr_game game)
{
    struct wr_gff *gff = wr_gff_create(arena, "UTD ");
    if (!gff)
        return NULL;
    wr_gff_set_string(gff, gff->root, "Tag", "");
    wr_gff_set_local(gff, gff->root, "LocName", -1, "Door");
    wr_gff_set_local(gff, gff->root, "Description", -1, NULL);
    wr_gff_set_resref(gff, gff->root, "TemplateResRef", "");
    WR_GFF_ROWS(gff, gff->root, HEAD, game);
    wr_gff_set_whole(gff, gff->root, "GenericType", WR_GFF_BYTE, row);
    WR_GFF_ROWS(gff, gff->root, TAIL, game);
    return gff->failed ? NULL : gff;
}
