#include "simd.h"

v128_t load_tail(const float *from, uint32_t count) { return load_some(from, count); }

void store_tail(float *to, v128_t value, uint32_t count) { store_some(to, value, count); }

float dot_floats(const float *a, const float *b, size_t count) {
  v128_t sum = splat(0.0F);
  for (; count >= LANES; count -= LANES, a += LANES, b += LANES) {
    sum = mul_add(wasm_v128_load(a), wasm_v128_load(b), sum);
  }
  return sum_lanes(mul_add(load_tail(a, (uint32_t)count), load_tail(b, (uint32_t)count), sum));
}
