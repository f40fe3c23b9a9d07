/** Messages for readers if there is nothing to show, and refusals of own weights. */

import { endSentence } from '../spelling.js';
import { counted, listed } from './language.js';
import { existsWith } from './warnings.js';

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

// Messages about names that do not exist.

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

/** @param {readonly string[]} parts */
export const noPartRead = (parts) =>
  parts.length === 1
    ? `This link has a part that cannot be read: “${parts[0]}”.`
    : `This link has ${parts.length} parts that cannot be read, such as “${parts[0]}”.`;

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
