// Does what a sanitizer has to notice, so that its silence about the others says something:
// `faulty unset` reads what was never written, `faulty beyond` what lies behind a block.
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
  float *block = malloc(4 * sizeof(float));
  if (argc != 2 || block == NULL) return EXIT_FAILURE;
  const volatile float *read = block;
  if (strcmp(argv[1], "beyond") == 0) {
    for (int i = 0; i < 4; i++) block[i] = 1.0F;
    read += 4;
  }
  volatile bool is_positive = false;
  if (*read > 0.0F) is_positive = true; // what is volatile stays a branch
  (void)is_positive;
  free(block);
  return EXIT_SUCCESS;
}
