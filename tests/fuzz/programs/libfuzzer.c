// libFuzzer's entry: `FUZZ_TARGET=softmax libfuzzer corpus/softmax`.
#include <stdlib.h>

#include "../fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const char *target;
  if (target == NULL) {
    target = getenv("FUZZ_TARGET");
    require(target != NULL && has_target(target), "FUZZ_TARGET names no target");
  }
  run_target(target, data, size);
  return 0;
}
