/** Messages about files with tensors, and about files that cannot be read. */

import { cutText, formatShape } from '../../../src/js/errors.js';
import { endSentence } from '../spelling.js';
import { counted, grouped } from './language.js';

export const yourNumbers = 'Your own numbers';
export const files = 'Files';

/** @param {string} names */
export const shown = (names) => `Shown: ${names}.`;

/** @param {string} names @param {string} why */
export const notRead = (names, why) => `Not read: ${names}. ${why}`;

export const whichFiles = `Choose or drop .npy, .npz, .safetensors or .json files. They hold q, k and v, each (words, width) or (heads, words, width). Or they hold weights, (queries, keys) or (heads, queries, keys), or one such array for each layer. An array named tokens gives the words. The files stay on your machine.`;

/** Lists the first few of many names. @param {readonly string[]} names */
const named = (names) => {
  const few = names.slice(0, 8);
  while (few.length > 1 && few.join(', ').length > 200) few.pop();
  const text = few.join(', ').slice(0, 200);
  return text.length < names.join(', ').length ? `${text} …` : text;
};

/** Bytes may come without a name. @param {string} name */
const theFile = (name) => (name === '' ? 'The file' : `The file ${name}`);

/** Arrays without a name are named “tensor”. @param {string} name */
const theTensor = (name) => (name === 'tensor' ? 'The tensor' : `The tensor ${name}`);

/** @param {'file' | 'tensor'} kind @param {string} name */
export const unreadableFile = (kind, name) =>
  `${kind === 'file' ? theFile(name) : theTensor(name)} cannot be read: it is damaged, cut off, or not a .npy, .npz, .safetensors or JSON file.`;

/** @param {string} name */
export const emptyFile = (name) => `${theFile(name)} is empty.`;

/** @param {string} name @param {string} reason the message of the engine, with its place */
export const brokenJson = (name, reason) => `${theFile(name)} is not JSON: ${endSentence(reason)}`;

/** @param {string} name */
export const fileWithoutTensors = (name) =>
  `${theFile(name)} has no tensors; expected at least one array of numbers.`;

/** @param {string} name @param {number} [status] the HTTP status */
export const unreachableFile = (name, status) =>
  `${theFile(name)} did not load: the server answered ${status}.`;

/** @param {string} src */
export const noAddress = (src) => `src="${src.slice(0, 80)}" is not the address of a file.`;

/** @param {string} name @param {string} origin */
export const forbiddenFile = (name, origin) =>
  `The file ${name} did not load: the policy of this page forbids it; connect-src ${origin} would allow it.`;

/** @param {string} name */
export const localFile = (name) =>
  `The file ${name} did not load: a page that is opened as a file may not load others. Open it from a server.`;

/** @param {string} name */
export const fileOfComputer = (name) =>
  `The file ${name} did not load: a page from a server may not load files of the computer. Put the file next to the page.`;

/** @param {string} name */
export const noServer = (name) => `The file ${name} did not load: its server gave no answer.`;

/** @param {string} name @param {string} origin */
export const otherOrigin = (name, origin) =>
  `The file ${name} did not load: ${origin} gave no answer, or does not allow this page to read it (Access-Control-Allow-Origin).`;

/** @param {string} part @param {readonly string[]} names the nearest first @param {string} [near] the nearest, if it is similar */
export const otherMaps = (part, names, near) =>
  `The file has no map “${part.slice(0, 80)}”${near ? `; the nearest is ${near}` : ''}. It has ${named(names)}: write one of them behind #.`;

/** @param {string} part */
export const noMaps = (part) =>
  `The file does not hold several maps with names: leave out #${part.slice(0, 80)}.`;

/** For a file that a lab loads as a chapter. @param {string} name */
export const fileOfWeights = (name) =>
  `The file ${name} holds weights, not a chapter: <attention-map src="${name}"> shows them.`;

/** For a file that a map loads. @param {string} name */
export const onlyWeights = (name) =>
  `The file ${name} has q, k and v; a map shows weights alone, and <attention-lab> shows all three.`;

/** @param {number} numbers */
export const tooLarge = (numbers) =>
  `The file is too large: expected at most ${counted(numbers, 'number')}.`;

/** @param {number} bytes */
export const longHeader = (bytes) =>
  `The header of the file is too long: expected at most ${counted(bytes, 'byte')}.`;

/** @param {number[]} shape @param {number} most */
export const tooManyScores = (shape, most) =>
  `q and k make scores of the shape ${formatShape(shape)}; expected at most ${counted(most, 'number')}.`;

export const otherZip = () =>
  'The archive has an unknown format; expected a zip of less than 4 GB, stored or deflated.';

/** @param {string} name */
export const torchFile = (name) =>
  `${theFile(name)} was written by torch.save or pickle. Save its array with np.save, or with safetensors.`;

/** @param {string} name @param {string} format @param {string} advice */
export const otherFormat = (name, format, advice) =>
  `${theFile(name)} cannot be read: it is ${format}. ${advice}`;

export const compressed = 'compressed';
export const picture = 'a picture';
export const plainText = 'plain text';
export const webPage = 'a web page (HTML)';

export const askServer =
  'Open its address in a new tab: the server may ask for a login there, or have another file.';

export const table = 'a table of text, such as .csv';
export const python = 'written as Python prints it';
export const javascript = 'written as in JavaScript, with unquoted names';
export const stringify = 'Write it with JSON.stringify.';
export const comments = 'JSON with comments';
export const commas = 'JSON with a comma before a closing bracket';
export const jsonLines = 'JSON lines, with one value on each line';
export const unpack = 'Unpack it first.';
export const saveArray = 'Save its array with np.save.';

export const saveMatlab =
  'Load it with scipy.io.loadmat, or h5py from version 7.3 on, and save the array with np.save.';

export const saveAttentions =
  'It holds parameters. Run the model, and save its attentions with np.save.';

export const saveTable = 'Load it with np.loadtxt and save the array with np.save.';
export const dumpJson = 'Write it with json.dumps, or save the array with np.save.';
export const removeThem = 'Remove them; JSON has no comments.';
export const saveOneLine = 'Save one line alone, or put all lines in one array.';

/** @param {string} name */
export const rawNumbers = (name) =>
  `The file ${name} cannot be read: raw numbers have no shape. Save the array with np.save, or as JSON such as {"shape": [12, 64, 64], "data": […]}.`;

/** @param {string} name the name of an entry in the archive */
export const encrypted = (name) =>
  `The archive is encrypted: ${name} needs a password. Save it without one.`;

/** @param {string} name */
export const twice = (name) =>
  `The name ${name.slice(0, 80)} appears twice. Save its array once, or rename one.`;

/** @param {string} name */
export const fileWithoutAttentions = (name) =>
  `${theTensor(name)} holds null: the model returned no attentions. Load the model with attn_implementation="eager" and pass output_attentions=True.`;

/**
 * @param {string} name
 * @param {readonly number[]} index a row
 * @param {number | undefined} length its length, if it is a row
 * @param {number} first the length of the first row
 */
export const ragged = (name, index, length, first) =>
  `The rows of ${theTensor(name).replace('T', 't')} differ in length: [${index.join('][')}] ${
    length === undefined ? 'is no row' : `has ${counted(length, 'element')}`
  }, [${index.map(() => 0).join('][')}] has ${counted(first, 'element')}.`;

/** @param {string | undefined} name undefined for the file @param {string} expected @param {string} received */
export const wrongHeader = (name, expected, received) =>
  `${name === undefined ? 'The file' : theTensor(name)} ${received}; expected ${expected}.`;

/** @param {string} name @param {{ argument?: string, received?: string, expected?: string }} error */
export const unfitTensor = (name, { argument, received, expected }) =>
  `${theTensor(name)} cannot be read: ${argument} is ${received}; expected ${expected}.`;

/** @param {string} name @param {{ argument?: string, received?: string, expected?: string }} error */
export const otherSteps = (name, { argument, received, expected }) =>
  `The steps of generate() in ${name} do not follow each other: ${argument} has the shape ${received}; expected ${expected}.`;

/** @param {string} name @param {string} received */
export const notTensor = (name, received) =>
  `${theTensor(name)} is ${received}; expected a tensor or nested arrays.`;

/** For the property `tensors`. @param {string} received */
export const notTensors = (received) =>
  `tensors is ${received}; expected { q, k, v } or { weights }.`;

/** @param {string} name @param {string} received @param {readonly number[]} index */
export const wrongElement = (name, received, index) =>
  `${theTensor(name)} holds ${received} at [${index.join('][')}]; expected numbers.`;

/** @param {string} name @param {string} type */
export const wrongType = (name, type) =>
  `${theTensor(name)} is of the type ${cutText(type)}; expected floats, integers or booleans.${
    /^(V2|b(float|rain)?16)$/.test(type) ? ' It may be bfloat16: save it as float32.' : ''
  }`;

/**
 * @param {string} name
 * @param {readonly number[]} shape
 * @param {number} expected
 * @param {number} bytes
 * @param {string} [type] a type that has this many bytes
 */
export const wrongLength = (name, shape, expected, bytes, type) =>
  `${theTensor(name)} has ${bytes} bytes; expected ${expected} for the shape ${formatShape(shape)}.${
    type ? ` Its numbers may be ${type}.` : ''
  }`;

/** @param {string} name @param {readonly number[]} shape @param {number} expected @param {number} count */
export const wrongCount = (name, shape, expected, count) =>
  `${theTensor(name)} has ${counted(count, 'number')}; expected ${grouped(expected)} for the shape ${formatShape(shape)}.`;

/**
 * @param {string} name
 * @param {string} role
 * @param {readonly number[]} shape
 * @param {(string | number)[]} axes the first is the axis of the heads
 * @param {number[]} most
 */
export function wrongShape(name, role, shape, axes, most) {
  const [heads] = axes;
  const expected =
    Number(heads) > 1 ? formatShape(axes) : `${formatShape(axes.slice(1))} or ${formatShape(axes)}`;
  const more =
    role === 'weights'
      ? ' or (layers, 1, heads, queries, keys)'
      : role === 'k' && Number(heads) > 1
        ? `, or a number of heads that divides ${heads}`
        : '';
  const isBatch = shape.length > 3 && shape[shape.length - 4] > 1;
  const [count, ...head] = shape;
  const hint =
    role === 'weights' && head.length === 3
      ? ` If the first axis counts layers, reshape it to ${formatShape([count, 1, ...head])}, or save the tokens with it.`
      : '';
  return `${theTensor(name)} has the shape ${formatShape(shape)}; expected ${expected}${more}, at most ${formatShape(most)}.${
    isBatch ? ` Save one sentence of the batch.${hint}` : ''
  }`;
}

/** @param {string} name @param {string} near */
export const misspeltTokens = (name, near) =>
  `The name ${name.slice(0, 80)} is unknown; the nearest is ${near}.`;

/**
 * @param {string} name
 * @param {readonly number[]} counts
 * @param {readonly number[] | undefined} shape the shape of the tokens, if it does not fit
 * @param {string} wrong for example `tokens[1] is null`
 */
export const wrongTokens = (name, counts, shape, wrong) =>
  `The ${name} do not fit${shape ? `: their shape is ${formatShape(shape)}` : ''}; expected an array of ${[...new Set(counts)].join(' or ')}, each a string${
    wrong && `, but ${wrong.slice(0, 80)}`
  }.`;

/** @param {readonly string[]} names */
export const nothingFits = (names) =>
  `Expected q, k and v, or weights; found ${named(names) || 'none'}.`;

/** @param {readonly string[]} names @param {string} [reason] why they are no layers, in a sentence */
export const severalArrays = (names, reason) =>
  `The file has several arrays: ${named(names)}. ${reason ? `${reason} ` : ''}Give the one to show the name weights, save it alone, or write its name behind # in src.`;

/** @param {readonly (readonly [name: string, shape: readonly number[]])[]} arrays two of different shapes */
export const differentShapes = ([[name, shape], [otherName, otherShape]]) =>
  `They are no layers of one text, as ${name} has the shape ${formatShape(shape)} and ${otherName} ${formatShape(otherShape)}.`;

export const unusualRows =
  'Their rows do not sum to 1: to show them as layers, name them layer1/weights, layer2/weights and so on.';
