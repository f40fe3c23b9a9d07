// Lists more and more arrays in a guard and writes, for each number of them, a line with the
// statuses of as many inputs and of as many outputs.

#include <stdio.h>
#include <stdlib.h>

#include "check.h"

#define MOST (GUARD_SLOTS + 8)

int main(void) {
  float arrays[MOST];
  for (uint32_t count = 1; count <= MOST; count++) {
    guard inputs = {.read_count = 0};
    guard outputs = {.read_count = 0};
    for (uint32_t i = 0; i < count; i++) {
      reads(&inputs, &arrays[i], 1, sizeof(float));
      writes(&outputs, &arrays[i], 1);
    }
    (void)printf("%u %u %u\n", count, (unsigned)check(&inputs), (unsigned)check(&outputs));
  }
  return EXIT_SUCCESS;
}
