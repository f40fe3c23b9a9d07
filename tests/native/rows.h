// Shared by the programs of tests/native and the targets of tests/fuzz.

#ifndef ROWS_H
#define ROWS_H

#include <stddef.h>
#include <string.h>

// Copies rows first .. first + count - 1 of each of N items of S rows. Returns `rows`.
static inline const float *copy_rows(float *rows, const float *data, size_t N, size_t S,
                                     size_t first, size_t count, size_t width) {
  const size_t size = count * width;
  for (size_t n = 0; n < N && size != 0; n++) {
    memcpy(rows + n * size, data + (n * S + first) * width, size * sizeof(float));
  }
  return rows;
}

#endif
