/* The numbers the game has for kinds of resources. Source: formats/module, 1.4; the kinds of
 * the older games the format comes from by xoreos's table. */
#include "core/format/archive.h"

#include "core/base/text.h"

static const struct {
    uint16_t type;
    const char *suffix;
} TYPES[] = {
    {0, "res"},    {1, "bmp"},    {2, "mve"},    {3, "tga"},    {4, "wav"},    {6, "plt"},
    {7, "ini"},    {8, "mp3"},    {9, "mpg"},    {10, "txt"},   {2000, "plh"}, {2001, "tex"},
    {2002, "mdl"}, {2003, "thg"}, {2005, "fnt"}, {2007, "lua"}, {2008, "slt"}, {2009, "nss"},
    {2010, "ncs"}, {2011, "mod"}, {2012, "are"}, {2013, "set"}, {2014, "ifo"}, {2015, "bic"},
    {2016, "wok"}, {2017, "2da"}, {2018, "tlk"}, {2022, "txi"}, {2023, "git"}, {2024, "bti"},
    {2025, "uti"}, {2026, "btc"}, {2027, "utc"}, {2029, "dlg"}, {2030, "itp"}, {2031, "btt"},
    {2032, "utt"}, {2033, "dds"}, {2034, "bts"}, {2035, "uts"}, {2036, "ltr"}, {2037, "gff"},
    {2038, "fac"}, {2039, "bte"}, {2040, "ute"}, {2041, "btd"}, {2042, "utd"}, {2043, "btp"},
    {2044, "utp"}, {2045, "dft"}, {2046, "gic"}, {2047, "gui"}, {2048, "css"}, {2049, "ccs"},
    {2050, "btm"}, {2051, "utm"}, {2052, "dwk"}, {2053, "pwk"}, {2054, "btg"}, {2055, "utg"},
    {2056, "jrl"}, {2057, "sav"}, {2058, "utw"}, {2059, "4pc"}, {2060, "ssf"}, {2061, "hak"},
    {2062, "nwm"}, {2063, "bik"}, {2064, "ndb"}, {2065, "ptm"}, {2066, "ptt"}, {2074, "cut"},
    {3000, "lyt"}, {3001, "vis"}, {3002, "rim"}, {3003, "pth"}, {3004, "lip"}, {3005, "bwm"},
    {3006, "txb"}, {3007, "tpc"}, {3008, "mdx"}, {9997, "erf"}, {9998, "bif"}, {9999, "key"},
};

const char *wr_resource_suffix(uint16_t type)
{
    for (size_t i = 0; i < sizeof TYPES / sizeof *TYPES; i++)
        if (TYPES[i].type == type)
            return TYPES[i].suffix;
    return NULL;
}

uint16_t wr_resource_type_of(const char *suffix)
{
    for (size_t i = 0; i < sizeof TYPES / sizeof *TYPES; i++)
        if (wr_text_same(TYPES[i].suffix, suffix))
            return TYPES[i].type;
    return 0;
}
