// How numbers are kept in wasm memory.

/** `attn_dtype` of the core is the index. */
export const DTYPES = ['float32', 'bfloat16'];

/** What the core is told of packed weights that are not in another dtype. */
export const FLOAT32 = DTYPES.indexOf('float32');
