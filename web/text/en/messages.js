/** Messages for readers if there is nothing to show, and for authors about invalid input. */

import { cutText, formatShape } from '../../../src/js/errors.js';
import { rounded } from '../number.js';
import { endSentence } from '../spelling.js';
import { counted, grouped, listed } from './language.js';

export const loading = 'Loading the core.';

/** Shown in an element that waits until it comes near the view. */
export const showNumbers = 'Show the numbers';

export const computing = 'Computing…';
export const opening = 'Loading…';
export const theWholePicture = 'The whole picture';
export const theCourse = 'The course';
export const theFirstScreen = 'The first screen';
export const theStory = 'The model that writes';
export const theGlossary = 'The glossary';
export const theMapViews = 'Grid and lines';

/** @param {string} what @param {string} reason the error message of the browser */
export const didNotLoad = (what, reason) => `${what} did not load: ${endSentence(reason)}`;

export const retry = 'Try again';

export const loadingModels = 'Loading the models.';

/** @param {string} reason */
export const noCore = (reason) =>
  `The WebAssembly core, which computes every number, did not load. ${reason}`;

/** @param {string} reason the error message of the browser */
export const notDrawn = (reason) =>
  `This page could not be shown: ${endSentence(reason)} Reload it, or report this message.`;

export const noWebAssembly = 'This browser has no WebAssembly, or has it switched off.';

export const forbidden =
  "The policy of this page forbids WebAssembly; script-src 'wasm-unsafe-eval' would allow it.";

export const tooOld = 'It needs a browser with WebAssembly SIMD, such as any from 2023 on.';

/** @param {string} refusal the error message of the core */
export const refused = (refusal) => `The core refused these numbers: ${refusal}`;

export const outOfMemory =
  'The browser does not have enough memory for this. A shorter sentence or smaller sizes need less.';

export const workerEnded =
  'The browser ended the Worker that held the model, perhaps because memory ran out.';

export const noTensors = 'There are no numbers yet: they come from your files or your own program.';
export const noModel = 'The model is not loaded. Load it first.';
export const noWords = 'There are no words yet. Their attention will appear here.';

// Messages about the weights of other models.

/** @param {string} reason */
export const badWeights = (reason) => `These weights cannot be shown. ${endSentence(reason)}`;

export const noWeights = 'There are no weights here yet.';

export const needsWeights =
  'This map needs attention weights. Set weights to a tensor of shape (L, S), (H, L, S) or (1, H, L, S).';

/**
 * @param {string} subject `<attention-map> weights`
 * @param {{ row: number, head: number, layer: number, sum: number, isTransposed: boolean }} wrong
 * @param {{ heads: number, layers: number }} counts
 */
export function wrongRowSum(subject, { row, head, layer, sum, isTransposed }, { heads, layers }) {
  const ofHead = heads > 1 ? ` of head ${head + 1}` : '';
  const inLayer = layers > 1 ? ` in layer ${layer + 1}` : '';
  const hint = isTransposed ? ' The columns sum to 1: are the weights transposed?' : '';
  return `${subject}: row ${row + 1}${ofHead}${inLayer} sums to ${rounded(sum)}; expected 1.${hint}`;
}

/** The longest list of names beside a suggestion, and without one. */
const FEW = 12;
const MANY = 24;
const EXAMPLES = 5;

/**
 * @param {string} subject element and attribute: `<attention-lab> mask="casual"`
 * @param {readonly string[] | undefined} names the valid names; undefined for an attribute of numbers
 * @param {string | undefined} near
 * @param {(names: readonly string[]) => readonly string[]} sort sorts the names, the nearest first
 */
export function misspelt(subject, names, near, sort) {
  const problem = near ? `did you mean ${near}?` : names ? 'no such value.' : 'not a number.';
  return `${subject}: ${problem}${names?.length ? listNames(names, near, sort) : ''}`;
}

/** @type {(names: readonly string[], near: string | undefined, sort: (names: readonly string[]) => readonly string[]) => string} */
function listNames(names, near, sort) {
  if (names.length <= (near ? FEW : MANY)) return ` There are ${names.join(', ')}.`;
  const examples = sort(names).slice(0, EXAMPLES);
  return near ? '' : ` There are ${names.length} names, such as ${examples.join(', ')}.`;
}

/**
 * @param {string} subject for example `<attention-lab> query="-1"`
 * @param {'at least' | 'at most'} which
 * @param {number} limit
 */
export const outOfRange = (subject, which, limit) =>
  `${subject}: expected ${which} ${limit}. The nearest number is taken.`;

/**
 * @param {string} subject for example `<attention-lab> query="9"`
 * @param {string} taken the nearest number that fits
 */
export const unfit = (subject, taken) =>
  `${subject}: the nearest number that fits, ${taken}, is taken.`;

/**
 * @param {string} subject for example `<attention-lab> heads="7"`
 * @param {{ heads: number, dModel: number }} taken
 * @param {readonly number[]} divisors
 */
export const undivided = (subject, { heads, dModel }, divisors) =>
  `${subject} does not divide d-model="${dModel}"; ${heads} is taken (${listed(divisors)} ${divisors.length === 1 ? 'divides' : 'divide'} it).`;

/** @param {string} subject for example `<attention-lab> guide="scoring-turn"` @param {string[]} names */
export const changesPage = (subject, names) =>
  `${subject}: ${listed(names)} ${names.length === 1 ? 'changes' : 'change'} the numbers of this page, but not its texts. Leave ${names.length === 1 ? 'it' : 'them'} out.`;

/** @param {string} subject for example `<attention-lab> cell="q.0.0.1"` @param {readonly string[]} tables */
export const unseenCell = (subject, tables) =>
  `${subject}: no table here shows this number. Shown: ${tables.join(', ')}.`;

/** @param {string} subject for example `<attention-lab> step="scores,weights"` @param {string} steps */
export const oneStep = (subject, steps) =>
  `${subject}: expected one step. Write steps="${steps}" to show several.`;

/** @param {string} subject for example `<attention-lab> sentence="…"` @param {number} count */
export const tooManyWords = (subject, count) =>
  `${subject} has too many words; the last ${count} are left out.`;

/** @param {string} subject for example `<attention-lab> silence="9.9"` */
export const noPlace = (subject) => `${subject} has no effect: there is no such place.`;

/** @param {string} subject for example `<attention-lab> masked="0-3"` */
export const unparsable = (subject) => `${subject} cannot be read and is left out.`;

/** @param {string} subject for example `<attention-lab> steps="weights"` @param {string} reason */
export const unused = (subject, reason) => `${subject} has no effect ${reason}.`;
export const besideTable = 'beside table';
export const withoutCustomMask = 'without mask="custom"';
export const withoutPretrained = 'without source="pretrained"';

/** @param {string} subject for example `<attention-lab> sentance` @param {string | undefined} near */
export const unknownAttribute = (subject, near) =>
  `${subject}: ${near ? `did you mean ${near}?` : 'no such attribute.'}`;

/** @param {string} subject for example `<attention-lab> weights` @param {string} owner */
export const otherElement = (subject, owner) => `${subject}: no such attribute. <${owner}> has it.`;

/** @param {string} subject for example `<attention-lab> key-width` @param {string} entry */
export const noAttribute = (subject, entry) =>
  `${subject} is not an attribute. Write state='{"${entry}": …}' instead.`;

/** @param {string} subject for example `<attention-lab> compact="false"` */
export const countsAsTrue = (subject) =>
  `${subject} counts as true. Leave the attribute out for false.`;

export const takenAddress =
  '<attention-lab> permalink: another element has the address of this page. This element has it once the other is removed.';

/** @param {string} subject for example `<attention-lab> state` */
export const noJson = (subject) =>
  `${subject} cannot be read: it must be JSON, such as state='{"keyWidth": 3}'.`;

/** @param {string} subject for example `<attention-lab> caption` @param {string} received */
export const noText = (subject, received) => `${subject} is ${received}; expected text.`;

/** @param {string} subject for example `<attention-lab> heads` @param {string} received */
export const noNumber = (subject, received) => `${subject} is ${received}; expected a number.`;

/** @param {string} subject `<attention-lab> state` @param {string} received */
export const noState = (subject, received) =>
  `${subject} is ${received}; expected an object, such as { heads: 2 }.`;

/** @param {string | undefined} condition an attribute with which a step exists */
const existsWith = (condition) => (condition ? ` It exists, for example, with ${condition}.` : '');

/**
 * @param {string} subject for example `<attention-lab> steps="dropped"`
 * @param {string | undefined} condition
 */
export const missingStep = (subject, condition) =>
  `${subject}: there is no such step here.${existsWith(condition)}`;

/** @param {string} subject for example `<attention-lab> table="dropped"` @param {string} condition */
export const missingTable = (subject, condition) =>
  `${subject}: there is no such table here.${existsWith(condition)}`;

/**
 * @param {'steps' | 'table'} attribute
 * @param {string} value
 * @param {readonly string[]} near
 * @param {string} [condition]
 */
export const nothingNamed = (attribute, value, near, condition) =>
  `There is no ${attribute === 'steps' ? 'step' : 'table'} “${value}” here.${existsWith(condition)} Names that exist are, for example, ${near.join(', ')}.`;

// Expected values of arguments.

/** @param {readonly string[]} steps the steps on screen */
export const aStep = (steps) => `a step of a lesson, here ${steps.join(', ')}`;

export const weightShapes =
  '(L, S) or (H, L, S), (1, H, L, S) or a list of layers, each size at least 1';

/** Flat numbers do not tell their axes. */
export const flatShapes = `${weightShapes}; beside flat numbers set shape, such as [12, 64, 64]`;

export const oneOfBatch = 'a batch of 1, (1, H, L, S); layers are (layers, 1, H, L, S)';

export const attentions =
  'a tensor for each layer, as Transformers returns with attn_implementation="eager" and output_attentions=True';

/** @param {number} count */
export const floats = (count) => `${count} float32 numbers`;

/** @param {number} count number of layers */
export const layersOfFirstStep = (count) => `${counted(count, 'layer')}, as the first step has`;

/** @param {string} shape */
export const headsOfFirstStep = (shape) => `the heads of the first step, ${shape}`;

/** @param {number} keys @param {number} first */
export const keysOfStep = (keys, first) =>
  `${keys} keys, one more for each row, or ${first} as in the first step`;

/** @param {string} shape */
export const likeFirst = (shape) => `L and S of the first layer, ${shape}`;

/** @param {number} count */
export const layers = (count) => counted(count, 'layer');

export const sizes = 'sizes, such as 12,64,64';
export const aTensor = 'a tensor or nested arrays';
export const json = 'JSON';
export const strings = 'an array of strings';
export const aString = 'a string';

/** @param {number} most */
export const lengths = (most) => `${most} along each axis`;

/** @param {number} count */
export const tokens = (count) => `(${count},) to match weights`;

// Received values.

export const noAttentions = 'null: the model returned no attentions';

/** @param {string} shape @param {string} type */
export const mayBe = (shape, type) => `${shape}, which may be ${type}`;

/** @param {unknown} error */
export const unreadable = (error) =>
  `unreadable${error instanceof Error ? ` (${error.message})` : ''}`;

export const notSizes = 'text that is no list of sizes';
export const notReadAsJson = 'text that is not JSON';

/** @param {string} reason */
export const notJson = (reason) => `${notReadAsJson} (${reason})`;

/** @param {string} shape */
export const aMap = (shape) => `a map of ${shape}`;

/** @param {string} type */
export const ofType = (type) => `of type ${type}`;

// Messages about files with tensors, and about unreadable files.

export const yourNumbers = 'Your own numbers';
export const files = 'Files';

/** @param {string} names */
export const shown = (names) => `Shown: ${names}.`;

/** @param {string} names @param {string} why */
export const notRead = (names, why) => `Not read: ${names}. ${why}`;

export const whichFiles = `Choose or drop .npy, .npz, .safetensors or .json files. They hold q, k and v, each (words, width) or (heads, words, width). Or they hold weights, (queries, keys) or (heads, queries, keys). They stay on your machine.`;

/** Lists the first few of many names. @param {readonly string[]} names */
const named = (names) => {
  const text = names.slice(0, 8).join(', ').slice(0, 200);
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

/** @param {string} part @param {readonly string[]} names */
export const otherMaps = (part, names) =>
  `The file has no map “${part.slice(0, 80)}”. It has ${names.join(', ').slice(0, 200)}: write one of them behind #.`;

/** @param {string} part */
export const noMaps = (part) =>
  `The file does not hold several maps with names: leave out #${part.slice(0, 80)}.`;

/** For a file that a map loads. @param {string} name */
export const onlyWeights = (name) =>
  `The file ${name} has q, k and v; a map shows weights alone, and <attention-lab> shows all three.`;

/** @param {number} numbers @param {number} header */
export const tooLarge = (numbers, header) =>
  `The file is too large: expected at most ${counted(numbers, 'number')}, and a header of at most ${counted(header, 'byte')}.`;

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

/** @param {string} name @param {unknown} offsets @param {number} end where the tensor before it ends */
export const wrongOffsets = (name, offsets, end) =>
  `${theTensor(name)} has the data_offsets ${JSON.stringify(offsets)}; expected two numbers from ${end} on, as ${
    end === 0 ? 'the numbers begin there' : 'the tensor before ends there'
  }.`;

/** @param {number} size the bytes of all tensors @param {number} end @param {string} last the name of the last tensor */
export const wrongSize = (size, end, last) =>
  `The tensors of the file have ${counted(size, 'byte')}; expected ${end}, where the last one ends: ${last}.`;

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
      ? ` If the first axis counts layers, reshape it to ${formatShape([count, 1, ...head])}.`
      : '';
  return `${theTensor(name)} has the shape ${formatShape(shape)}; expected ${expected}${more}, at most ${formatShape(most)}.${
    isBatch ? ` Save one sentence of the batch.${hint}` : ''
  }`;
}

/** @param {string} name @param {readonly number[]} counts @param {string} wrong for example `tokens[1] is null` */
export const wrongTokens = (name, counts, wrong) =>
  `The ${name} do not fit; expected an array of ${[...new Set(counts)].join(' or ')}, each a string${
    wrong && `, but ${wrong.slice(0, 80)}`
  }.`;

/** @param {readonly string[]} names */
export const nothingFits = (names) =>
  `Expected q, k and v, or weights; found ${named(names) || 'none'}.`;

/** @param {readonly string[]} names */
export const severalArrays = (names) =>
  `The file has several arrays: ${named(names)}. Give the one to show the name weights, or save it alone.`;

/** @param {readonly string[]} words @param {readonly string[]} vocabulary */
export function unknownWords(words, vocabulary) {
  const known = vocabulary.length <= 120 ? ` It knows: ${vocabulary.join(', ')}.` : '';
  const all = listed(words.map((word) => `“${word}”`));
  return `This model has never seen the ${words.length === 1 ? 'word' : 'words'} ${all}; it knows ${vocabulary.length} words.${known}`;
}
