// Rotary positions, for entry points that turn what they have computed.

#ifndef ATTN_ROTARY_H
#define ATTN_ROTARY_H

#include <stdint.h>

#include "attention.h"

// Whether these numbers say how vectors of E features are turned.
attn_status check_turns(uint32_t E, uint32_t width, float theta, attn_rotary_pairs pairs);

// Cosines, then sines of the pairs of each position.
//   positions  (L); NULL: first, first + 1 and so on
//   turns      (L, width)
void write_turns(const uint32_t *positions, uint32_t first, uint32_t L, uint32_t width, float theta,
                 float *turns);

// Turns one vector by the turns of its position; its other features stay as they are.
//   output  may be the input
void turn_vector(const float *input, const float *turns, uint32_t width, attn_rotary_pairs pairs,
                 float *output);

#endif
