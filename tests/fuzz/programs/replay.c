// Runs a target on each input of stdin, without libFuzzer: `replay softmax <inputs`. An input is
// its number of bytes, a word of 32 bits, and the bytes. Writes to stdout how many there were.
#include <stdio.h>
#include <stdlib.h>

#include "../fuzz.h"

#define MOST_BYTES 4096

int main(int argc, char **argv) {
  require(argc == 2 && has_target(argv[1]), "the argument names no target");
  unsigned count = 0;
  uint32_t length = 0;
  while (fread(&length, sizeof(length), 1, stdin) == 1) {
    require(length <= MOST_BYTES, "an input is too long");
    uint8_t *data = malloc(length + 1); // not NULL for an empty one
    require(data != NULL, "no more memory");
    require(fread(data, 1, length, stdin) == length, "the last input is cut off");
    run_target(argv[1], data, length);
    free(data);
    count++;
  }
  (void)printf("%u\n", count);
  return EXIT_SUCCESS;
}
