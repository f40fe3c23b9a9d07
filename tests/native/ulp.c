// How far exp_lanes and tanh_lanes lie from float64, and whether they keep what
// their comments promise.
//
//   ulp [step]   takes every step-th of all 2^32 floats: 997 by default, 1 for all (minutes)
//
// Writes JSON: for each function the number of inputs, the largest error in ULP and where it is,
// how many errors are at most 0.5, 1, 1.5, 2, 2.5 and 3 ULP and how many are larger, and how many
// inputs break a promise and one of them.

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "tanh.h"

#define BINS 7
#define SMALLEST_NORMAL (-87.33F) // where exp is hardly larger than FLT_MIN
#define FLOATS (UINT64_C(1) << 32)

typedef struct report {
  uint64_t inputs;
  double largest;
  float largest_at;
  uint64_t histogram[BINS];
  uint64_t broken;
  float broken_at;
} report;

static float float_of(uint32_t bits) {
  float value = 0.0F;
  memcpy(&value, &bits, sizeof(value));
  return value;
}

static bool is_same(float a, float b) { return a == b && (signbit(a) != 0) == (signbit(b) != 0); }

// Error in units of the last place that a float of the exact value's size has.
static double error_of(float is, double exact) {
  const int exponent = exact == 0.0 ? FLT_MIN_EXP : ilogb(exact);
  const int normal = exponent < FLT_MIN_EXP - 1 ? FLT_MIN_EXP - 1 : exponent;
  return fabs((double)is - exact) / ldexp(1.0, normal - (FLT_MANT_DIG - 1));
}

static void note(report *r, float x, float is, double exact) {
  const double error = error_of(is, exact);
  if (error > r->largest) {
    r->largest = error;
    r->largest_at = x;
  }
  const double bin = ceil(error * 2.0) - 1.0;
  r->histogram[bin < 0.0 ? 0 : bin < BINS ? (int)bin : BINS - 1]++;
}

static void promise(report *r, float x, bool is_kept) {
  if (is_kept) return;
  r->broken++;
  r->broken_at = x;
}

static void try_exp(report *r, const float *inputs) {
  float results[LANES];
  wasm_v128_store(results, exp_lanes(wasm_v128_load(inputs)));
  for (int i = 0; i < LANES; i++) {
    const float x = inputs[i];
    const float is = results[i];
    if (x > 0.0F) continue; // not what it is for
    r->inputs++;
    if (isnan(x)) {
      promise(r, x, isnan(is));
    } else if (x < EXP_CUTOFF) {
      promise(r, x, is_same(is, 0.0F));
    } else if (x < SMALLEST_NORMAL) {
      promise(r, x, is >= 0.0F && is <= 2.0F * FLT_MIN);
    } else {
      if (x == 0.0F) promise(r, x, is == 1.0F);
      note(r, x, is, exp((double)x));
    }
  }
}

static void try_tanh(report *r, const float *inputs) {
  float results[LANES];
  float negated[LANES];
  const v128_t x = wasm_v128_load(inputs);
  wasm_v128_store(results, tanh_lanes(x));
  wasm_v128_store(negated, tanh_lanes(wasm_f32x4_neg(x)));
  for (int i = 0; i < LANES; i++) {
    r->inputs++;
    if (isnan(inputs[i])) {
      promise(r, inputs[i], isnan(results[i]));
      continue;
    }
    const float size = fabsf(inputs[i]);
    promise(r, inputs[i], is_same(negated[i], -results[i]));
    if (size >= TANH_LIMIT) promise(r, inputs[i], is_same(results[i], copysignf(1.0F, inputs[i])));
    if (size < FLT_MIN) promise(r, inputs[i], is_same(results[i], inputs[i]));
    note(r, inputs[i], results[i], tanh((double)inputs[i]));
  }
}

static void write_report(const char *name, const report *r, const char *end) {
  (void)printf("\"%s\": {\"inputs\": %" PRIu64
               ", \"largest\": %.4f, \"at\": %.9g, \"histogram\": [",
               name, r->inputs, r->largest, (double)r->largest_at);
  for (int i = 0; i < BINS; i++) (void)printf("%s%" PRIu64, i == 0 ? "" : ", ", r->histogram[i]);
  (void)printf("], \"broken\": %" PRIu64 ", \"brokenAt\": \"%.9g\"}%s\n", r->broken,
               (double)r->broken_at, end);
}

int main(int count, char **arguments) {
  const uint64_t step = count > 1 ? strtoul(arguments[1], NULL, 10) : 997;
  if (step == 0) return EXIT_FAILURE;
  report exp_report = {.inputs = 0};
  report tanh_report = {.inputs = 0};
  for (uint64_t first = 0; first < FLOATS; first += LANES * step) {
    float inputs[LANES];
    for (uint64_t i = 0; i < LANES; i++) inputs[i] = float_of((uint32_t)(first + i * step));
    try_exp(&exp_report, inputs);
    try_tanh(&tanh_report, inputs);
  }
  // Values that a step may pass over.
  const float corners[][LANES] = {
      {0.0F, -0.0F, INFINITY, -INFINITY},
      {NAN, -NAN, EXP_CUTOFF, nextafterf(EXP_CUTOFF, -INFINITY)},
      {SMALLEST_NORMAL, nextafterf(SMALLEST_NORMAL, -INFINITY), -1.0F, -FLT_TRUE_MIN},
      {TANH_LIMIT, -TANH_LIMIT, nextafterf(TANH_LIMIT, 0.0F), FLT_TRUE_MIN},
      {FLT_MIN, -FLT_MIN, nextafterf(FLT_MIN, 0.0F), -FLT_TRUE_MIN},
  };
  for (size_t i = 0; i < sizeof(corners) / sizeof(corners[0]); i++) {
    try_exp(&exp_report, corners[i]);
    try_tanh(&tanh_report, corners[i]);
  }
  (void)printf("{");
  write_report("exp", &exp_report, ",");
  write_report("tanh", &tanh_report, "}");
  return EXIT_SUCCESS;
}
