/* Kits as texts, for the suites that read them: a shelf with the files they name. */
#ifndef WR_TESTS_KITS_BURROW_H
#define WR_TESTS_KITS_BURROW_H

#include "tests/kits/memory.h"

#define ROOT(content) "<kit id='burrow' name='Burrow' version='1'>\n" content "\n</kit>\n"
#define DOOR "<door name='narrow' width='2.4' height='2.5'/>\n"
#define ROOM(content) "<room id='hub' name='Hub' walkmesh='hub.obj'>\n" content "\n</room>\n"
#define HOOK "<hook name='south' at='0 -6 0' door='narrow'/>\n"
#define KIT(content) ROOT(DOOR ROOM(content))

/* The files that the texts name. */
static inline void open_shelf(struct shelf *shelf)
{
    shelf_open(shelf, "kit/kit.xml");
    memory_text(&shelf->memory, "kit/deep/hub.obj", hub_obj(&shelf->bytes));
    memory_text(&shelf->memory, "kit/hub.mdl", "");
    memory_text(&shelf->memory, "kit/hub.obj", (const char *)shelf->bytes.data);
}

/* Everything a kit may say. */
static const char whole[] =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    "<kit id=\"burrow\" name=\"Burrow &amp; Co\" version=\"1\">\n"
    "  <door name=\"narrow\" width=\"2.4\" height=\"2.5\" k1=\"door_narrow1\" k2=\"door_2\"\n"
    "        meets=\"wide other_kit:gate\"/>\n"
    "  <room id=\"hub\" name=\"Hub\" walkmesh=\"hub.obj\" model=\"hub.mdl\" tags=\"hub "
    "crossing\"\n"
    "        weight=\"0.5\" least=\"1\" most=\"3\">\n"
    "    <hook name=\"north\" at=\"0 6 0\" facing=\"90\" door=\"narrow\"/>\n"
    "    <marker name=\"arrival\" kind=\"spawn\" at=\"1 2 0.25\" facing=\"45\">\n"
    "      <set key=\"note\" value=\"first visit\"/>\n"
    "      <set key=\"empty\" value=\"\"/>\n"
    "    </marker>\n"
    "    <hook name=\"west\" at=\"-6 0 0\" door=\"wide\" edges=\"31\"/>\n"
    "    <marker name=\"chest\" kind=\"loot\" at=\"1 1 0\"/>\n"
    "  </room>\n"
    "  <door name=\"wide\" width=\"3\" height=\"2.5\" meets=\"*\"/>\n"
    "  <room id=\"end\" name=\"End\" walkmesh=\"deep/hub.obj\"/>\n"
    "</kit>\n";

#endif
