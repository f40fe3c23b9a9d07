// Shared by the targets: bytes become sizes, numbers and options; arrays lie in blocks of their
// exact size, so that AddressSanitizer sees the first byte behind them.

#ifndef FUZZ_H
#define FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "attention.h"

// Counts that a call may have: sizes near 2^32 multiplied with each other overflow 64 bits.
__extension__ typedef unsigned __int128 wide;

// More than this is not computed, only called with an output or a workspace that is refused.
#define MOST_ELEMENTS 8448
#define MOST_WORK 6144
// More than this an array may not have.
#define MOST_ALLOWED (UINT64_C(1) << 30)

// After the last byte, values come from a generator that the bytes have seeded.
typedef struct input {
  const uint8_t *data;
  size_t count;
  uint32_t state;
} input;

// The numbers of the arrays.
typedef enum kind {
  KIND_PLAIN,   // of moderate size
  KIND_STRANGE, // also NaN, infinities and zeros of either sign
  KIND_ANY,     // any 32 bits: overflow is likely, and no oracle follows
} kind;

input start_input(const uint8_t *data, size_t count);
uint8_t next_byte(input *in);
uint32_t next_word(input *in);
uint32_t next_size(input *in);  // mostly small, up to 2^32 - 1
uint32_t next_heads(input *in); // of 1 to 4 mostly
kind next_kind(input *in);

// A block for one call; NULL for no bytes. Nothing is in it yet but 0xff.
void *block(size_t bytes);
float *next_floats(input *in, kind kind, wide count);
void free_blocks(void);

// Memory that reads as zeros, 4 GiB of it: for inputs that a call must refuse, or of which a mask
// with wide strides reads little.
void *vast(void);

// Ends the process with a message; the sanitizers have their own.
void require(bool holds, const char *what);
bool untouched(const float *data, wide count);
bool same_bits(const float *a, const float *b, wide count);
bool fits(const wide *counts, size_t length, wide work);
bool any_above(const wide *counts, size_t length);

// A call with one fault in its pointers, which has to be refused.
typedef enum spoil { SPOIL_NOTHING, SPOIL_NULL, SPOIL_SHIFT, SPOIL_OVERLAP, SPOIL_KINDS } spoil;

// Spoils one of the pointers that are not empty, or puts the output on it. Answers the status that
// is to come, ATTN_OK where nothing was spoiled.
attn_status spoil_one(input *in, const float **inputs[], const wide *counts, size_t length,
                      float **output, wide output_count);

typedef struct drawn_options {
  attn_options options;
  bool are_right;    // every number is in its range
  bool are_too_wide; // a mask has more elements than any array may
} drawn_options;

drawn_options next_options(input *in, uint32_t N, uint32_t H, uint32_t L, uint32_t S);

// Answers the options or, now and then, an address that is refused: null or not aligned. Sets the
// status that is to come of them. Only the wasm knows that an address is unreadable.
const attn_options *spoil_options(input *in, const drawn_options *drawn, attn_status *expected);

typedef void target(input *in);
target fuzz_linear, fuzz_softmax, fuzz_dot_product, fuzz_additive, fuzz_multi_head, fuzz_parts,
    fuzz_learning;

// Runs the target of that name; one that needs more than some seconds of processor time is ended.
bool has_target(const char *name);
void run_target(const char *name, const uint8_t *data, size_t count);

#endif
