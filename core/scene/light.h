/* Between the light that scenes state and the bytes of pictures. */
#ifndef WR_CORE_SCENE_LIGHT_H
#define WR_CORE_SCENE_LIGHT_H

/* The light, 0 to 1, that each byte of a picture stands for (sRGB). */
void wr_light_fill(double out[256]);
/* The byte that is nearest to a light. */
unsigned wr_light_byte(const double light[256], double wanted);

#endif
