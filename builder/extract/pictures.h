/* Pictures of what is drawn, as the games read them. */
#ifndef WR_BUILDER_EXTRACT_PICTURES_H
#define WR_BUILDER_EXTRACT_PICTURES_H

#include "builder/extract/taking.h"

/* A picture of the kit's folder `textures`. */
typedef struct wr_taken_picture {
    const char *resref; /* NULL: there is none */
    uint32_t width, height;
} wr_taken_picture;

/* Those there are so far. Starts with its taking; ends with wr_taken_pictures_finish. */
struct wr_taken_pictures {
    struct wr_taking *taking;
    struct wr_context *lenient;
    const char **resrefs; /* that are taken, sorted */
    uint32_t resref_count;
};

/* False when memory is out, which is reported. */
bool wr_taken_pictures_start(struct wr_taken_pictures *pictures, struct wr_taking *taking);
void wr_taken_pictures_finish(struct wr_taken_pictures *pictures);
/* Reads a picture (PNG, TGA, PCX, BMP, or a TPC, which stays as it is and has to live as long
 * as the taking) and adds it, called by `name`. One that cannot be read is told of in a
 * warning, and `out` stays as it is. WR_NO_MEMORY and WR_STOPPED are the only failures. */
enum wr_result wr_taken_pictures_add(struct wr_taken_pictures *pictures, const char *name,
                                     const struct wr_source *source, bool tpc,
                                     wr_taken_picture *out);
/* Adds a picture of four by four texels of a colour: red, green, blue. */
enum wr_result wr_taken_pictures_paint(struct wr_taken_pictures *pictures,
                                       const uint8_t colour[3], wr_taken_picture *out);

#endif
