// The enumerations of src/core/attention.h: each lists names in the order of the core's numbers.

/** `attn_dtype`: the number formats in wasm memory. */
export const DTYPES = ['float32', 'bfloat16', 'float16'];
export const FLOAT32 = DTYPES.indexOf('float32');
export const BFLOAT16 = DTYPES.indexOf('bfloat16');
export const FLOAT16 = DTYPES.indexOf('float16');

/** `attn_causal`: the values of the option `isCausal`. */
export const CAUSAL = /** @type {const} */ ([false, true, 'lower-right']);

/** `attn_activation_kind` */
export const ACTIVATIONS = /** @type {const} */ (['relu', 'gelu', 'gelu_tanh', 'silu', 'tanh']);

/** `attn_rotary_pairs` */
export const PAIRS = /** @type {const} */ (['half', 'interleaved']);
