/* <id>.are: the area's light, its map and its rooms. Source: formats/module, 2.3 and 5. */
#include "builder/module/assembly.h"
#include "builder/module/rows.h"

static const wr_gff_row HEAD[] = {
    {"ID", WR_GFF_INT, 0, 0},
    {"Creator_ID", WR_GFF_INT, 0, 0},
    {"Version", WR_GFF_DWORD, 1, 0},
};
static const wr_gff_row BODY[] = {
    {"Expansion_List", WR_GFF_LIST, 0, 0},      {"Flags", WR_GFF_DWORD, 0, 0},
    {"ModSpotCheck", WR_GFF_INT, 0, 0},         {"ModListenCheck", WR_GFF_INT, 0, 0},
    {"AlphaTest", WR_GFF_FLOAT, 0.2f, 0},       {"CameraStyle", WR_GFF_INT, 0, 0},
    {"DefaultEnvMap", WR_GFF_RESREF, 0, 0},     {"Grass_TexName", WR_GFF_RESREF, 0, 0},
    {"Grass_Density", WR_GFF_FLOAT, 0, 0},      {"Grass_QuadSize", WR_GFF_FLOAT, 0, 0},
    {"Grass_Ambient", WR_GFF_DWORD, 0, 0},      {"Grass_Diffuse", WR_GFF_DWORD, 0, 0},
    {"Grass_Emissive", WR_GFF_DWORD, 0, WR_K2}, {"Grass_Prob_LL", WR_GFF_FLOAT, 0.25f, 0},
    {"Grass_Prob_LR", WR_GFF_FLOAT, 0.25f, 0},  {"Grass_Prob_UL", WR_GFF_FLOAT, 0.25f, 0},
    {"Grass_Prob_UR", WR_GFF_FLOAT, 0.25f, 0},  {"MoonAmbientColor", WR_GFF_DWORD, 0, 0},
    {"MoonDiffuseColor", WR_GFF_DWORD, 0, 0},   {"MoonFogOn", WR_GFF_BYTE, 0, 0},
    {"MoonFogNear", WR_GFF_FLOAT, 99, 0},       {"MoonFogFar", WR_GFF_FLOAT, 100, 0},
    {"MoonFogColor", WR_GFF_DWORD, 0, 0},       {"MoonShadows", WR_GFF_BYTE, 0, 0},
};
static const wr_gff_row SUN[] = {
    {"SunFogOn", WR_GFF_BYTE, 0, 0},     {"SunFogNear", WR_GFF_FLOAT, 99, 0},
    {"SunFogFar", WR_GFF_FLOAT, 100, 0}, {"SunFogColor", WR_GFF_DWORD, 0, 0},
    {"SunShadows", WR_GFF_BYTE, 0, 0},
};
static const wr_gff_row TAIL[] = {
    {"IsNight", WR_GFF_BYTE, 0, 0},
    {"LightingScheme", WR_GFF_BYTE, 0, 0},
    {"ShadowOpacity", WR_GFF_BYTE, 205, 0},
    {"DayNightCycle", WR_GFF_BYTE, 0, 0},
    {"ChanceRain", WR_GFF_INT, 0, 0},
    {"ChanceSnow", WR_GFF_INT, 0, 0},
    {"ChanceLightning", WR_GFF_INT, 0, 0},
    {"WindPower", WR_GFF_INT, 0, 0},
    {"LoadScreenID", WR_GFF_WORD, 0, 0},
    {"PlayerVsPlayer", WR_GFF_BYTE, 3, 0},
    {"NoRest", WR_GFF_BYTE, 0, 0},
    {"NoHangBack", WR_GFF_BYTE, 0, 0},
    {"PlayerOnly", WR_GFF_BYTE, 0, 0},
    {"Unescapable", WR_GFF_BYTE, 0, 0},
    {"DisableTransit", WR_GFF_BYTE, 0, WR_K2},
    {"StealthXPEnabled", WR_GFF_BYTE, 0, 0},
    {"StealthXPLoss", WR_GFF_DWORD, 0, 0},
    {"StealthXPMax", WR_GFF_DWORD, 0, 0},
    {"DirtyARGBOne", WR_GFF_INT, 0, WR_K2},
    {"DirtySizeOne", WR_GFF_INT, 0, WR_K2},
    {"DirtyFormulaOne", WR_GFF_INT, 0, WR_K2},
    {"DirtyFuncOne", WR_GFF_INT, 0, WR_K2},
    {"DirtyARGBTwo", WR_GFF_INT, 0, WR_K2},
    {"DirtySizeTwo", WR_GFF_INT, 0, WR_K2},
    {"DirtyFormulaTwo", WR_GFF_INT, 0, WR_K2},
    {"DirtyFuncTwo", WR_GFF_INT, 0, WR_K2},
    {"DirtyARGBThree", WR_GFF_INT, 0, WR_K2},
    {"DirtySizeThree", WR_GFF_INT, 0, WR_K2},
    {"DirtyFormulaThre", WR_GFF_INT, 0, WR_K2}, /* a label has 16 characters */
    {"DirtyFuncThree", WR_GFF_INT, 0, WR_K2},
};
static const wr_gff_row SCRIPTS[] = {
    {"OnEnter", WR_GFF_RESREF, 0, 0},
    {"OnExit", WR_GFF_RESREF, 0, 0},
    {"OnHeartbeat", WR_GFF_RESREF, 0, 0},
    {"OnUserDefined", WR_GFF_RESREF, 0, 0},
};
static const wr_gff_row ROOM[] = {
    {"EnvAudio", WR_GFF_INT, 0, 0},
    {"AmbientScale", WR_GFF_FLOAT, 0.93f, 0}, /* the largest of the game's own */
    {"ForceRating", WR_GFF_INT, 0, WR_K2},
    {"DisableWeather", WR_GFF_BYTE, 0, WR_K2},
};

/* 0x00BBGGRR. */
static uint32_t colour_of(const float light[3])
{
    uint32_t colour = 0;
    for (int i = 0; i < 3; i++) {
        float part = light[i] > 0 ? light[i] < 1 ? light[i] : 1 : 0;
        colour |= (uint32_t)(part * 255) << 8 * i;
    }
    return colour;
}

static void set_rooms(struct wr_gff *gff, const struct wr_assembly *assembly)
{
    wr_gff_list *rooms = wr_gff_set_list(gff, gff->root, "Rooms");
    for (uint32_t i = 0; i < assembly->layout->area_room_count; i++) {
        wr_gff_struct *room = wr_gff_append(gff, rooms, 0);
        wr_gff_set_string(gff, room, "RoomName", assembly->layout->names[i]);
        WR_GFF_ROWS(gff, room, ROOM, assembly->layout->game);
    }
}

enum wr_result wr_module_write_are(struct wr_context *context,
                                   const struct wr_assembly *assembly, struct wr_bytes *out)
{
    const struct wr_layout *layout = assembly->layout;
    enum wr_game game = layout->game;
    const struct wr_map *map = layout->map;
    uint32_t light = colour_of(map->lighting), sun = map->has_sun ? colour_of(map->sun) : light;
    struct wr_gff *gff = wr_gff_create(assembly->arena, "ARE ");
    if (!gff)
        return wr_no_memory(context);
    wr_gff_struct *root = gff->root;
    WR_GFF_ROWS(gff, root, HEAD, game);
    wr_gff_set_string(gff, root, "Tag", layout->id);
    wr_gff_set_local(gff, root, "Name", -1,
                     layout->map->title ? layout->map->title : layout->id);
    wr_gff_set_string(gff, root, "Comments", "");
    wr_minimap_set(gff, &assembly->mapping);
    WR_GFF_ROWS(gff, root, BODY, game);
    wr_gff_set_whole(gff, root, "SunAmbientColor", WR_GFF_DWORD, light);
    wr_gff_set_whole(gff, root, "SunDiffuseColor", WR_GFF_DWORD, sun);
    WR_GFF_ROWS(gff, root, SUN, game);
    wr_gff_set_whole(gff, root, "DynAmbientColor", WR_GFF_DWORD, light);
    WR_GFF_ROWS(gff, root, TAIL, game);
    set_rooms(gff, assembly);
    WR_GFF_ROWS(gff, root, SCRIPTS, game);
    return wr_gff_write(context, gff, out);
}
