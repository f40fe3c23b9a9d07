// Gradients that a backward adds to, and what it should have added, in double.

#ifndef FUZZ_GRADIENT_H
#define FUZZ_GRADIENT_H

#include "fuzz.h"
#include "learning.h"

#define UNIT (1.0 / 16777216.0)
// A gradient that a call must refuse, since it is not aligned.
#define NOWHERE ((float *)1) // NOLINT

// A sum, and that of the magnitudes of its terms, which bounds its rounding errors.
typedef struct total {
  double value, size;
} total;

typedef struct gradient {
  float *data; // NULL: not wanted
  float *before;
  total *added;
  size_t count;
} gradient;

void add_term(total *to, double term);
total *take_totals(size_t count);
gradient next_gradient(input *in, wide count);
void check_gradient(const gradient *g, size_t roundings, const char *what);

// Checks a gradient to which each number was added once, to the bit.
void check_sum(const gradient *g, const float *added, const char *what);

target fuzz_dot_product_backward, fuzz_additive_backward;

#endif
