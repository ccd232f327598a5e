/* module.ifo: where the player arrives, and in which area. Source: formats/module, 2.2. */
#include "builder/module/assembly.h"
#include "builder/module/rows.h"

static const wr_gff_row HEAD[] = {
    {"Mod_Creator_ID", WR_GFF_INT, 2, 0},
    {"Mod_Version", WR_GFF_DWORD, 3, 0},
    {"Mod_VO_ID", WR_GFF_STRING, 0, 0},
    {"Expansion_Pack", WR_GFF_WORD, 0, 0},
};
static const wr_gff_row FLAGS[] = {
    {"Mod_Hak", WR_GFF_STRING, 0, 0},
    {"Mod_Description", WR_GFF_LOCSTRING, 0, 0},
    {"Mod_IsSaveGame", WR_GFF_BYTE, 0, 0},
};
static const wr_gff_row TIMES[] = {
    {"Mod_Expan_List", WR_GFF_LIST, 0, 0},     {"Mod_DawnHour", WR_GFF_BYTE, 6, 0},
    {"Mod_DuskHour", WR_GFF_BYTE, 18, 0},      {"Mod_MinPerHour", WR_GFF_BYTE, 2, 0},
    {"Mod_StartMonth", WR_GFF_BYTE, 6, 0},     {"Mod_StartDay", WR_GFF_BYTE, 1, 0},
    {"Mod_StartHour", WR_GFF_BYTE, 13, 0},     {"Mod_StartYear", WR_GFF_DWORD, 1372, 0},
    {"Mod_XPScale", WR_GFF_BYTE, 10, 0},       {"Mod_OnHeartbeat", WR_GFF_RESREF, 0, 0},
    {"Mod_OnModLoad", WR_GFF_RESREF, 0, 0},    {"Mod_OnModStart", WR_GFF_RESREF, 0, 0},
    {"Mod_OnClientEntr", WR_GFF_RESREF, 0, 0}, {"Mod_OnClientLeav", WR_GFF_RESREF, 0, 0},
    {"Mod_OnActvtItem", WR_GFF_RESREF, 0, 0},  {"Mod_OnAcquirItem", WR_GFF_RESREF, 0, 0},
    {"Mod_OnUsrDefined", WR_GFF_RESREF, 0, 0}, {"Mod_OnUnAqreItem", WR_GFF_RESREF, 0, 0},
    {"Mod_OnPlrDeath", WR_GFF_RESREF, 0, 0},   {"Mod_OnPlrDying", WR_GFF_RESREF, 0, 0},
    {"Mod_OnPlrLvlUp", WR_GFF_RESREF, 0, 0},   {"Mod_OnSpawnBtnDn", WR_GFF_RESREF, 0, 0},
    {"Mod_OnPlrRest", WR_GFF_RESREF, 0, 0},    {"Mod_StartMovie", WR_GFF_RESREF, 0, 0},
    {"Mod_CutSceneList", WR_GFF_LIST, 0, 0},   {"Mod_GVar_List", WR_GFF_LIST, 0, 0},
};

enum { AREA_STRUCT = 6, ID_SIZE = 16 };

static void set_entry(struct wr_gff *gff, const wr_module_entry *entry)
{
    double x, y;
    wr_turn_of(entry->facing, &x, &y);
    wr_gff_set_float(gff, gff->root, "Mod_Entry_X", entry->position.x);
    wr_gff_set_float(gff, gff->root, "Mod_Entry_Y", entry->position.y);
    wr_gff_set_float(gff, gff->root, "Mod_Entry_Z", entry->position.z);
    wr_gff_set_float(gff, gff->root, "Mod_Entry_Dir_X", (float)x);
    wr_gff_set_float(gff, gff->root, "Mod_Entry_Dir_Y", (float)y);
}

enum wr_result wr_module_write_ifo(struct wr_context *context,
                                   const struct wr_assembly *assembly, struct wr_bytes *out)
{
    static const uint8_t no_id[ID_SIZE];
    const struct wr_layout *layout = assembly->layout;
    const char *title = layout->map->title ? layout->map->title : layout->id;
    struct wr_gff *gff = wr_gff_create(assembly->arena, "IFO ");
    if (!gff)
        return wr_no_memory(context);
    wr_gff_set_void(gff, gff->root, "Mod_ID", no_id, sizeof no_id);
    WR_GFF_ROWS(gff, gff->root, HEAD, layout->game);
    wr_gff_set_local(gff, gff->root, "Mod_Name", -1, title);
    wr_gff_set_string(gff, gff->root, "Mod_Tag", layout->id);
    WR_GFF_ROWS(gff, gff->root, FLAGS, layout->game);
    wr_gff_set_resref(gff, gff->root, "Mod_Entry_Area", layout->id);
    set_entry(gff, &assembly->entry);
    WR_GFF_ROWS(gff, gff->root, TIMES, layout->game);
    wr_gff_list *areas = wr_gff_set_list(gff, gff->root, "Mod_Area_list");
    wr_gff_set_resref(gff, wr_gff_append(gff, areas, AREA_STRUCT), "Area_Name", layout->id);
    return wr_gff_write(context, gff, out);
}
