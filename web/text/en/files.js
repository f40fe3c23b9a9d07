/** What is said of files with tensors, and of those that cannot be read. */

export const yourNumbers = 'Your own numbers';
export const files = 'Files';
/** @param {string} names */
export const shown = (names) => `Shown: ${names}.`;
/** @param {string} names @param {string} why */
export const notRead = (names, why) => `Not read: ${names}. ${why}`;
export const whichFiles = `Choose or drop .npy, .npz, .safetensors or .json files with q, k and v, or
  with weights: (words, width) or (heads, words, width). They stay on your machine.`;

/** @param {readonly unknown[]} sizes */
const list = (sizes) => `(${sizes.slice(0, 8).join(', ')}${sizes.length === 1 ? ',' : ''})`;

/** @param {'file' | 'tensor'} kind @param {string} name */
export const unreadable = (kind, name) =>
  `The ${kind} ${name} cannot be read: it is damaged, cut off, or no .npy, .npz, .safetensors or JSON.`;

/** @param {number} numbers @param {number} header */
export const tooLarge = (numbers, header) =>
  `The file is too large: expected at most ${numbers} numbers, and a header of at most ${header} bytes.`;

/** @param {number[]} shape @param {number} most */
export const tooManyScores = (shape, most) =>
  `q and k make scores of the shape ${list(shape)}; expected at most ${most} numbers.`;

export const otherZip = () =>
  'The archive is packed in another way; expected a zip of less than 4 GB, stored or deflated.';

/** @param {string} name @param {string} type */
export const wrongType = (name, type) =>
  `The tensor ${name} is of the type ${type.slice(0, 9)}; expected floats, integers or booleans.`;

/** @param {string} name @param {number[]} shape @param {number} expected @param {number} bytes */
export const wrongLength = (name, shape, expected, bytes) =>
  `The tensor ${name} has ${bytes} bytes; expected ${expected} for the shape ${list(shape)}.`;

/**
 * @param {string} name
 * @param {number[]} shape
 * @param {(string | number)[]} axes the first is that of the heads
 * @param {number[]} most
 */
export function wrongShape(name, shape, axes, most) {
  const [heads] = axes;
  const expected = Number(heads) > 1 ? list(axes) : `${list(axes.slice(1))} or ${list(axes)}`;
  const more =
    name === 'weights'
      ? ' or (layers, 1, heads, queries, keys)'
      : name === 'k' && Number(heads) > 1
        ? `, or a number of heads that divides ${heads}`
        : '';
  return `The tensor ${name} has the shape ${list(shape)}; expected ${expected}${more}, at most ${list(most)}.`;
}

/** @param {string} name @param {number} count */
export const wrongTokens = (name, count) =>
  `The ${name} do not fit; expected an array of ${count}, each a string.`;

/** @param {string[]} names */
export const nothingFits = (names) =>
  `Expected q, k and v, or weights; the file has ${names.slice(0, 8).join(', ').slice(0, 200) || 'none'}.`;
