/* Kits on their way from one form into the other. */
#ifndef WR_BUILDER_CONVERT_KIT_MAKING_H
#define WR_BUILDER_CONVERT_KIT_MAKING_H

#include "builder/convert/conversion.h"
#include "core/files/file.h"
#include "kits/kits.h"

/* A file that was made unseen, and its folder: an index into `folders`. */
typedef struct wr_kit_made {
    uint32_t folder;
    const char *name;
} wr_kit_made;

/* The folders a kit has files in, and the one its JSON lies in. */
enum { WR_KIT_FOLDERS = 7 };

struct wr_kit_making {
    struct wr_conversion *conversion;
    const struct wr_kit *kit; /* as it was read */
    const char *folder;       /* of the new one's files */
    const char *folders[WR_KIT_FOLDERS];
    struct wr_staging *stagings[WR_KIT_FOLDERS];
    uint32_t folder_count;
    wr_kit_made *made;
    size_t made_count, made_capacity;
    const char *listed; /* a folder of the old kit, and what is in it; or NULL */
    wr_folder_names there;
};

/* What the other form cannot hold, once a kind, and what becomes of it. */
void wr_kit_lose(const struct wr_kit_making *making, const char *what, const char *then);

/* Makes a file of the new kit: in a folder of it, which is "" for its own. WR_INVALID
 * "file-exists". */
enum wr_result wr_kit_make_file(struct wr_kit_making *making, const char *folder,
                                const char *name, const void *data, size_t size);
/* The same anywhere else. */
enum wr_result wr_kit_make_at(struct wr_kit_making *making, const char *folder,
                              const char *name, const void *data, size_t size);
/* The same from a file of the old one. */
enum wr_result wr_kit_copy_file(struct wr_kit_making *making, const char *folder,
                                const char *name, const char *from);
/* Copies a file and what lies beside it under its stem with another suffix, under a new stem.
 */
enum wr_result wr_kit_copy_beside(struct wr_kit_making *making, const char *folder,
                                  const char *stem, const char *from, const char *suffix);
/* Copies an MDL, and the MDX beside it. */
enum wr_result wr_kit_copy_model(struct wr_kit_making *making, const char *folder,
                                 const char *stem, const char *from);
/* Copies images, skyboxes, padding and what goes into every module. */
enum wr_result wr_kit_copy_assets(struct wr_kit_making *making, bool to_holocron);

/* "stem.suffix", "door0_k1" and the like, in the arena; NULL when memory is out. */
const char *wr_kit_name(const struct wr_kit_making *making, const char *format, ...)
    WR_PRINTF(2, 3);

/* Make the kit in either form, its own text last. */
enum wr_result wr_kit_to_xml(struct wr_kit_making *making);
enum wr_result wr_kit_to_holocron(struct wr_kit_making *making);

#endif
