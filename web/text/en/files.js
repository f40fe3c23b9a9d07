/** What is said of files with tensors, and of those that cannot be read. */

export const yourNumbers = 'Your own numbers';
export const files = 'Files';
/** @param {string} names */
export const shown = (names) => `Shown: ${names}.`;
/** @param {string} names @param {string} why */
export const notRead = (names, why) => `Not read: ${names}. ${why}`;
export const whichFiles = `Choose or drop .npy, .npz, .safetensors or .json files with q, k and v, each
  (words, width) or (heads, words, width), or with weights, (queries, keys) or (heads, queries, keys). They stay on
  your machine.`;

/** The first of many. @param {readonly string[]} names */
const named = (names) => {
  const text = names.slice(0, 8).join(', ').slice(0, 200);
  return text.length < names.join(', ').length ? `${text} …` : text;
};

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

/** @param {string} name */
export const torchFile = (name) =>
  `The file ${name} is written by torch.save or pickle. Save its array with np.save, or with safetensors.`;

/** @param {string} name of an entry of an archive */
export const encrypted = (name) =>
  `The archive is encrypted: ${name} needs a password. Save it without one.`;

/** @param {string} name */
export const twice = (name) => `The array ${name} is there twice. Save it once, or rename one.`;

/** @param {string} name */
export const noAttentions = (name) =>
  `The tensor ${name} holds null: the model returned no attentions. Load the model with attn_implementation="eager" and pass output_attentions=True.`;

/** @param {string} name */
export const ragged = (name) =>
  `The rows of the tensor ${name} differ in length; expected nested arrays with rows of equal length.`;

/** @param {string} name @param {{ argument?: string, received?: string, expected?: string }} error */
export const otherSteps = (name, { argument, received, expected }) =>
  `The steps of generate() in ${name} do not follow each other: ${argument} has the shape ${received}; expected ${expected}.`;

/** @param {string} name @param {string} type */
export const wrongType = (name, type) =>
  `The tensor ${name} is of the type ${type.slice(0, 9)}; expected floats, integers or booleans.${
    type === 'V2' ? ' It may be bfloat16: save it as float32.' : ''
  }`;

/**
 * @param {string} name
 * @param {readonly number[]} shape
 * @param {number} expected
 * @param {number} bytes
 * @param {string} [type] that has so many bytes
 */
export const wrongLength = (name, shape, expected, bytes, type) =>
  `The tensor ${name} has ${bytes} bytes; expected ${expected} for the shape ${list(shape)}.${
    type ? ` Its numbers may be ${type}.` : ''
  }`;

/** @param {string} name @param {readonly number[]} shape @param {number} expected @param {number} count */
export const wrongCount = (name, shape, expected, count) =>
  `The tensor ${name} has ${count} numbers; expected ${expected} for the shape ${list(shape)}.`;

/**
 * @param {string} name
 * @param {string} role
 * @param {readonly number[]} shape
 * @param {(string | number)[]} axes the first is that of the heads
 * @param {number[]} most
 */
export function wrongShape(name, role, shape, axes, most) {
  const [heads] = axes;
  const expected = Number(heads) > 1 ? list(axes) : `${list(axes.slice(1))} or ${list(axes)}`;
  const more =
    role === 'weights'
      ? ' or (layers, 1, heads, queries, keys)'
      : role === 'k' && Number(heads) > 1
        ? `, or a number of heads that divides ${heads}`
        : '';
  const isBatch = shape.length > 3 && shape[shape.length - 4] > 1;
  return `The tensor ${name} has the shape ${list(shape)}; expected ${expected}${more}, at most ${list(most)}.${
    isBatch ? ' Save one sentence of the batch.' : ''
  }`;
}

/** @param {string} name @param {readonly number[]} counts */
export const wrongTokens = (name, counts) =>
  `The ${name} do not fit; expected an array of ${[...new Set(counts)].join(' or ')}, each a string.`;

/** @param {readonly string[]} names */
export const nothingFits = (names) =>
  `Expected q, k and v, or weights; the file has ${named(names) || 'none'}.`;

/** @param {readonly string[]} names */
export const severalArrays = (names) =>
  `The file has several arrays: ${named(names)}. Give the one to show the name weights, or save it alone.`;
