// Rotary positions without guards. A "turn" is the cosine and the sine that rotate a pair.

#ifndef ATTN_ROTARY_H
#define ATTN_ROTARY_H

#include <stdint.h>

#include "attention.h"

// The scaling of frequencies, as in attn_rotary.
typedef struct rotary_scaling {
  double factor, low, high;
} rotary_scaling;

#define UNSCALED ((rotary_scaling){1.0, 1.0, 1.0})

// Checks the arguments of a rotation of vectors of E features.
attn_status check_rotation(uint32_t E, uint32_t width, float theta, attn_rotary_pairs pairs,
                           rotary_scaling scaling);

// Writes the cosines, then the sines of the pairs of each position.
//   positions  (L); NULL: first, first + 1, ...
//   turns      (L, width)
void write_turns(const uint32_t *positions, uint32_t first, uint32_t L, uint32_t width, float theta,
                 rotary_scaling scaling, float *turns);

// Rotates the first `width` features of one vector by the turns of its position.
//   output  (width); may be the input
void turn_vector(const float *input, const float *turns, uint32_t width, attn_rotary_pairs pairs,
                 float *output);

#endif
