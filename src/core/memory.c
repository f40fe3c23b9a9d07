#include "attention.h"
#include "threads.h"

#ifdef __wasm__
extern const unsigned char __heap_base; // set by the linker, after data and stack

uint32_t attn_abi_version(void) { return ATTN_ABI_VERSION; }

#ifdef __wasm_relaxed_simd__
uint32_t attn_is_fast(void) { return 1; }
#endif

uint32_t attn_heap_base(void) { return (uint32_t)(uintptr_t)&__heap_base; }
#endif
