// The natural logarithm of a float, in double, with a relative error of at most 9.8e-16. A
// library's log may give different bits on each machine.

#ifndef ATTN_LOG_H
#define ATTN_LOG_H

#include <stdint.h>
#include <string.h>

#define LN2 0x1.62e42fefa39efp-1

static inline double power_of_two_double(int32_t n) {
  const uint64_t bits = (uint64_t)(n + 1023) << 52;
  double power = 0.0;
  memcpy(&power, &bits, sizeof(power));
  return power;
}

// log(x) = n ln 2 + 2 atanh((m - 1) / (m + 1)) with x = 2^n m, for a normal x > 0.
static inline double natural_log(float x) {
  uint32_t bits = 0;
  memcpy(&bits, &x, sizeof(bits));
  int32_t n = (int32_t)(bits >> 23) - 127;
  double m = (double)x / power_of_two_double(n);
  if (m > 0x1.6a09e6p+0) {
    m /= 2.0;
    n++;
  }
  const double t = (m - 1.0) / (m + 1.0);
  double sum = 0.0;
  for (int k = 17; k > 0; k -= 2) sum = sum * t * t + 1.0 / k;
  return n * LN2 + 2.0 * t * sum;
}

#endif
