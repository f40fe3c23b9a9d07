// How values are told in the messages of errors.

export const UNREADABLE = 'an object that throws when it is read';

/** @param {readonly (number | string)[]} shape */
export const formatShape = (shape) => `(${shape.join(', ')}${shape.length === 1 ? ',' : ''})`;

/** @param {number} bytes */
export function formatBytes(bytes) {
  const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];
  const unit = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), units.length - 1);
  return `${Number((bytes / 2 ** (10 * unit)).toPrecision(4))} ${units[unit]}`;
}

/**
 * What an argument is, in words.
 *
 * @param {unknown} value
 * @returns {string}
 */
export function describe(value) {
  if (typeof value === 'string') return value.length > 20 ? 'a string' : JSON.stringify(value);
  if (typeof value === 'bigint') return `the BigInt ${value}`;
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'symbol') return 'a symbol';
  if (typeof value !== 'object' || value === null) return String(value);
  try {
    if (Array.isArray(value)) return 'an array';
    const tag = Object.prototype.toString.call(value).slice(8, -1);
    if (tag === 'Object') return 'an object';
    return `${/^[AEIO]/.test(tag) ? 'an' : 'a'} ${tag}`;
  } catch {
    return UNREADABLE;
  }
}
