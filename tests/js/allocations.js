// Counts every memory request that JavaScript can make of the host, and makes some of them fail.

const KINDS = ['Float32Array', 'Float64Array', 'Int32Array', 'Uint8Array', 'Uint32Array'];

/**
 * Runs a function while some memory requests fail as on the host: typed arrays that are made,
 * sliced or viewed in part, and growth of a WebAssembly memory.
 * @param {(n: number) => boolean} fails decides whether the n-th request fails, counted from 1
 * @param {() => unknown} body
 * @returns {{ requests: number, result: any, error: unknown }}
 */
export function withFailingAllocations(fails, body) {
  let requests = 0;
  const request = () => {
    requests++;
    if (fails(requests)) throw new RangeError('Array buffer allocation failed');
  };
  /** @type {(() => void)[]} */
  const restorers = [];
  /** @param {any} object @param {string} name @param {(original: any) => any} change */
  const replace = (object, name, change) => {
    const original = object[name];
    object[name] = change(original);
    restorers.push(() => {
      object[name] = original;
    });
  };
  const counting = (/** @type {any} */ original) =>
    function (/** @type {any} */ ...args) {
      request();
      // @ts-expect-error: it is a method
      return original.apply(this, args);
    };
  for (const name of KINDS) {
    replace(globalThis, name, (Kind) => {
      /** @type {any} */
      const Counting = new Proxy(Kind, {
        /** @returns {any} */
        construct(target, args, newTarget) {
          request();
          return Reflect.construct(target, args, newTarget === Counting ? target : newTarget);
        },
      });
      return Counting;
    });
  }
  const typedArray = Object.getPrototypeOf(Float32Array.prototype);
  for (const name of ['slice', 'subarray']) replace(typedArray, name, counting);
  replace(WebAssembly.Memory.prototype, 'grow', counting);
  try {
    const result = body();
    return { result, error: undefined, requests };
  } catch (error) {
    return { result: undefined, error, requests };
  } finally {
    for (const restore of restorers) restore();
  }
}
