/** Messages for readers if there is nothing to show, and for authors about invalid input. */

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
  const ofHead = heads > 1 ? ` of head ${head}` : '';
  const inLayer = layers > 1 ? ` in layer ${layer}` : '';
  const hint = isTransposed ? ' The columns sum to 1: are the weights transposed?' : '';
  return `${subject}: row ${row}${ofHead}${inLayer}, counted from 0, sums to ${rounded(sum)}; expected 1.${hint}`;
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
  if (names.length === 1 && names[0] === near) return '';
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
  `${subject}: expected ${which} ${Number(limit.toPrecision(Number.isInteger(limit) ? 16 : 3))}. The nearest number is taken.`;

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

/**
 * A cut text has lost words that nobody has counted.
 * @param {string} subject for example `<attention-lab> sentence="…"`
 * @param {number} letters
 * @param {number} words
 */
export const tooManyLetters = (subject, letters, words) =>
  `${subject} is longer than ${grouped(letters)} letters. The element reads these, and shows at most ${words} words.`;

/** @param {string} subject @param {number} count */
export const tooManyWords = (subject, count) =>
  `${subject} has too many words; the last ${count} are left out.`;

/**
 * @param {string} subject for example `<attention-lab> silence="9.9"`
 * @param {Readonly<Record<string, number>>} sizes the number of places along each axis
 */
export const noPlace = (subject, sizes) => {
  const counts = Object.values(sizes);
  const last = counts.map((size) => size - 1).join('.');
  return `${subject} has no effect: expected ${Object.keys(sizes).join('.')}, from ${counts.map(() => 0).join('.')} to ${last}.`;
};

/** @param {string} subject for example `<attention-lab> masked="0-3"` @param {string} example */
export const unparsable = (subject, example) =>
  `${subject} cannot be read and is left out. Write it as in ${example}.`;

/** @param {string} subject for example `<attention-lab> steps="weights"` @param {string} reason */
export const unused = (subject, reason) => `${subject} has no effect ${reason}.`;
export const besideTable = 'beside table';
export const withoutTarget = 'without target';
export const withTarget = 'with target. layer="self" shows the masked self-attention';
export const withoutMask = 'without a mask';
export const withAdditive = 'with mechanism="additive"';
export const withDecoderSelf = 'with layer="self", which is causal';

/** @param {string} attribute @param {string} value */
export const without = (attribute, value) => `without ${attribute}="${value}"`;

/** @param {string} source */
export const withSource = (source) => `with source="${source}"`;

/**
 * @param {string} subject for example `<attention-lab> sentance`
 * @param {readonly string[]} names
 * @param {string | undefined} near
 * @param {(names: readonly string[]) => readonly string[]} [sort] sorts the names, the nearest first
 */
export const unknownAttribute = (subject, names, near, sort = (all) => all) =>
  `${subject}: ${near ? `did you mean ${near}?` : `no such attribute.${listNames(names, near, sort)}`}`;

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

export const secondChapter =
  '<attention-lab>: only the first script of type application/json is its chapter. Put all pages in it, or use a second element.';

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

/** @param {string} name */
export const noPageNamed = (name) => `This link names a page that does not exist: “${name}”.`;

/** @param {string} name */
export const noStepNamed = (name) => `This link names a step that does not exist: “${name}”.`;

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
export const jsonTokens =
  'JSON with double quotes, such as ["the", "cat"], or words between blanks';
export const strings = 'an array of strings';
export const aString = 'a string';

/** @param {number} most */
export const lengths = (most) => `${most} along each axis`;

/** @param {number} count */
export const tokens = (count) => `(${count},) to match weights`;

/** @param {number} count */
export const tokensByBlanks = (count) =>
  `${tokens(count)}: words with blanks, not commas, between them`;

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

/** @param {readonly string[]} words @param {readonly string[]} vocabulary */
export function unknownWords(words, vocabulary) {
  const known = vocabulary.length <= 120 ? ` It knows: ${vocabulary.join(', ')}.` : '';
  const all = listed(words.map((word) => `“${word}”`));
  return `This model has never seen the ${words.length === 1 ? 'word' : 'words'} ${all}; it knows ${vocabulary.length} words.${known}`;
}
