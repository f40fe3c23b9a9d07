#include "attention.h"

#ifdef __wasm__
extern const unsigned char __heap_base; // set by the linker, after data and stack

uint32_t attn_abi_version(void) { return ATTN_ABI_VERSION; }

uint32_t attn_heap_base(void) { return (uint32_t)(uintptr_t)&__heap_base; }
#endif
