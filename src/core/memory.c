#include "attention.h"

#ifdef __wasm__
extern const unsigned char __heap_base; // set by the linker, after data and stack

uint32_t attn_abi_version(void) { return ATTN_ABI_VERSION; }

#ifdef __wasm_relaxed_simd__
// A module of the fast build tells that it is one, wherever its bytes come from.
ATTN_API uint32_t attn_is_fast(void);
uint32_t attn_is_fast(void) { return 1; }
#endif

uint32_t attn_heap_base(void) { return (uint32_t)(uintptr_t)&__heap_base; }
#endif
