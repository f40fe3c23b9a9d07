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
      list_input(&inputs, &arrays[i], 1, sizeof(float));
      list_output(&outputs, &arrays[i], 1);
    }
    (void)printf("%u %u %u\n", count, (unsigned)check_guard(&inputs),
                 (unsigned)check_guard(&outputs));
  }
  return EXIT_SUCCESS;
}
