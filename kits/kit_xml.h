/* Reading the kit XML: what its parts share. */
#ifndef WR_KITS_KIT_XML_H
#define WR_KITS_KIT_XML_H

#include "core/text/xml.h"
#include "kits/kit.h"

struct wr_kit_xml {
    struct wr_kit_reading *reading;
    struct wr_context *context;
    struct wr_arena *arena; /* the kit's */
    struct wr_kit *kit;
    bool ok;
    enum wr_result fatal; /* memory is out: stop */
};

/* Says that memory is out, and is false. */
bool wr_kit_xml_starve(struct wr_kit_xml *reader);

/* Attributes. Each is false when the value is wrong (which is reported) or, for a required one,
 * missing; a missing optional one leaves `out` as it was. */
wr_where wr_kit_xml_where(wr_xml *element, const char *name);
bool wr_kit_xml_text(struct wr_kit_xml *reader, wr_xml *element, const char *name,
                     bool required, const char **out); /* false for a missing optional one */
bool wr_kit_xml_id(struct wr_kit_xml *reader, wr_xml *element, const char *name,
                   const char **out);
bool wr_kit_xml_title(struct wr_kit_xml *reader, wr_xml *element, const char **out);
bool wr_kit_xml_blueprint(struct wr_kit_xml *reader, wr_xml *element, const char *name,
                          const char **out);
bool wr_kit_xml_count(struct wr_kit_xml *reader, wr_xml *element, const char *name,
                      uint32_t *out); /* false for a missing one */
bool wr_kit_xml_size(struct wr_kit_xml *reader, wr_xml *element, const char *name,
                     bool required, bool may_be_zero, float *out);
bool wr_kit_xml_words(struct wr_kit_xml *reader, wr_xml *element, const char *name,
                      const char *const **out, uint32_t *count);
bool wr_kit_xml_refuse_name(struct wr_kit_xml *reader, wr_xml *element, const char *name,
                            const char *text, const char *hint);
extern const char wr_kit_id_hint[];

/* Children. */
uint32_t wr_kit_xml_children(const wr_xml *element, const char *name);
/* The first of a name from `child` on, which counts as understood. */
wr_xml *wr_kit_xml_next(wr_xml *child, const char *name);
/* How many there are of a name; more than `most` are an error. */
bool wr_kit_xml_within(struct wr_kit_xml *reader, const wr_xml *element, const char *name,
                       uint32_t most, uint32_t *out);
/* Reports every child of a name whose attribute repeats an earlier one's. */
void wr_kit_xml_refuse_twice(struct wr_kit_xml *reader, wr_xml *element, const char *child,
                             const char *attribute);
void wr_kit_xml_done(struct wr_kit_xml *reader, wr_xml *element, const char *const *attributes,
                     const char *const *children);

/* A door of the kit, or WR_NONE; and the error about one that is not there. */
uint32_t wr_kit_xml_door(const struct wr_kit *kit, wr_view name);
void wr_kit_xml_refuse_door(struct wr_kit_xml *reader, wr_where where, const char *name);

/* Reads all doors below the kit's element. */
void wr_kit_xml_doors(struct wr_kit_xml *reader, wr_xml *root);
/* Reads all markers of a room. */
void wr_kit_xml_markers(struct wr_kit_xml *reader, wr_xml *element, wr_room *room,
                        struct wr_room_places *places);
/* Reads what the children of a marker say of its row in the GIT: <field> and <without>. */
void wr_kit_xml_row(struct wr_kit_xml *reader, wr_xml *element, wr_marker *marker);
/* Reads which door a hook has. */
bool wr_kit_xml_hook_door(struct wr_kit_xml *reader, wr_xml *element, wr_hook *hook);
/* Keeps the kit's text: what is found out later about a stretch points into it, too. */
bool wr_kit_xml_keep_text(struct wr_kit_xml *reader);
/* Reads a room that is said instead of drawn, <outline> and hooks, and makes its walkmesh. */
bool wr_kit_xml_outline(struct wr_kit_xml *reader, wr_xml *element, wr_xml *child,
                        wr_room *room, struct wr_room_places *places);
/* Reads all stretches of a room. */
void wr_kit_xml_stretches(struct wr_kit_xml *reader, wr_xml *element, wr_room *room);
/* Reads all rooms below the kit's element; the doors are known. */
void wr_kit_xml_rooms(struct wr_kit_xml *reader, wr_xml *root);

#endif
