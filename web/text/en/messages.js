/** What is said where there is nothing to show, and to authors whose input cannot be read. */

import { counted } from './plural.js';

export const loading = 'Loading the core.';
export const computing = 'Computing…';
export const loadingCourse = 'Getting the course.';
export const opening = 'Getting the numbers.';
export const loadingModels = 'Loading the models.';
/** @param {string} reason */
export const noCore = (reason) =>
  `The WebAssembly core, which computes every number, did not load. ${reason}`;
export const noWebAssembly = 'This browser has no WebAssembly, or has it switched off.';
export const forbidden =
  "The policy of this page forbids WebAssembly; script-src 'wasm-unsafe-eval' would allow it.";
export const tooOld = 'It needs a browser with WebAssembly SIMD, such as any from 2023 on.';
/** @param {string} refusal the core's own words */
export const refused = (refusal) => `The core refused these numbers: ${refusal}`;
export const outOfMemory =
  'The browser gives too little memory for this. A shorter sentence or smaller sizes need less.';
export const noTensors =
  'There are no numbers yet: they come from your files, or from your own program.';
export const noWords = 'There are no words yet. The attention of one or more appears here.';

// Weights of anybody's own model

/** @param {string} reason */
export const badWeights = (reason) => `These weights cannot be shown. ${reason}.`;
export const noWeights = 'There are no weights here yet.';

/** @param {string} format @param {string[]} known */
export const unknownFormat = (format, known) => `export: ${format} is none of ${known.join(', ')}`;

const FEW = 12;

/**
 * @param {string} written `<attention-lab> mask="casual"`
 * @param {readonly string[] | undefined} names without: it takes a number
 * @param {string | undefined} near
 */
export const misspelt = (written, names, near) =>
  `${written}: ${near ? `did you mean ${near}?` : names ? 'no such value.' : 'not a number.'}${
    // There are dozens of steps.
    names && names.length > 0 && names.length <= FEW ? ` There are ${names.join(', ')}.` : ''
  }`;

/** @param {string} written `<attention-lab> sentance` @param {string | undefined} near */
export const unknownAttribute = (written, near) =>
  `${written}: ${near ? `did you mean ${near}?` : 'no such attribute.'}`;

/**
 * In place of steps or tables, where an author has named none that there are.
 * @param {'steps' | 'table'} attribute
 * @param {string} value
 * @param {readonly string[]} near
 */
export const nothingNamed = (attribute, value, near) =>
  `There is no ${attribute === 'steps' ? 'step' : 'table'} “${value}” here. Names that exist: ${near.join(', ')}.`;

// What an argument has to be

export const aStep = 'a step of a lesson';
export const weightShapes =
  '(L, S) or (H, L, S), (1, H, L, S) or a list of layers, each size at least 1';
export const oneOfBatch = 'a batch of 1, (1, H, L, S); layers are (layers, 1, H, L, S)';
export const attentions =
  'a tensor for each layer, as Transformers returns with attn_implementation="eager" and output_attentions=True';
/** @param {number} count */
export const floats = (count) => `${count} float32 numbers`;
/** @param {number} count of layers */
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

// What came in its place

export const noAttentions = 'null: the model returned no attentions';
/** @param {string} shape @param {string} type */
export const mayBe = (shape, type) => `${shape}, which may be ${type}`;
/** @param {unknown} error */
export const unreadable = (error) =>
  `unreadable${error instanceof Error ? ` (${error.message})` : ''}`;
export const otherText = 'other text';
/** @param {string} reason */
export const unread = (reason) => `other text (${reason})`;
/** @param {string} shape */
export const aMap = (shape) => `a map of ${shape}`;
/** @param {string} type */
export const ofType = (type) => `of type ${type}`;
