// A hook of Node's modules that replaces the exact build by the fast one.

/**
 * @param {string} specifier
 * @param {unknown} context
 * @param {(specifier: string, context: unknown) => unknown} nextResolve
 */
export const resolve = (specifier, context, nextResolve) =>
  nextResolve(specifier.replace('/attention-wasm.js', '/attention-fast-wasm.js'), context);
