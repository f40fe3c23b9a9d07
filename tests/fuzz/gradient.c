#include "gradient.h"

#include <math.h>
#include <string.h>

void add_term(total *to, double term) {
  to->value += term;
  to->size += fabs(term);
}

total *take_totals(size_t count) {
  total *totals = block(count * sizeof(total));
  for (size_t i = 0; i < count; i++) totals[i] = (total){0.0, 0.0};
  return totals;
}

gradient next_gradient(input *in, wide count) {
  gradient g = {.added = take_totals((size_t)count), .count = (size_t)count};
  g.before = next_floats(in, KIND_PLAIN, count);
  if (next_byte(in) % 4 == 0) return g;
  g.data = block(g.count * sizeof(float));
  if (g.count != 0) memcpy(g.data, g.before, g.count * sizeof(float));
  return g;
}

void check_gradient(const gradient *g, size_t roundings, const char *what) {
  for (size_t i = 0; g->data != NULL && i < g->count; i++) {
    const double before = (double)g->before[i];
    const double off = fabs((double)g->data[i] - before - g->added[i].value);
    const double bound = ((double)roundings + 4.0) * UNIT * (fabs(before) + g->added[i].size);
    require(off <= bound + 1e-38, what);
  }
}

void check_sum(const gradient *g, const float *added, const char *what) {
  for (size_t i = 0; g->data != NULL && i < g->count; i++) {
    const float sum = g->before[i] + added[i];
    require(same_bits(g->data + i, &sum, 1), what);
  }
}
