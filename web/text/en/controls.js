/** Texts of the controls: the sentence, the settings, the words to follow, the tools. */

import { html } from 'lit';
import { quoted, WK, WQ } from '../inline.js';
import { withMinus } from '../number.js';
import { counted } from './language.js';

export const title = 'Attention, number by number';
export const checkNumbers = 'Check your own numbers';
export const course = 'The course: eight chapters, four to six minutes each';
export const lastPage = 'Back to the course, where you were';
export const sentence = 'Sentence';
export const secondSentence = 'Second sentence, which attends to the first';
export const noSentence = 'none';

/** @param {number} digits the most words with numbers @param {number} maps the most words with maps */
export const wordLimits = (digits, maps) =>
  `Tables of up to ${digits} words show numbers, and larger ones, up to ${maps}, show colours.`;

/** @param {number} count */
export const leftOut = (count) => `Left out: ${counted(count, 'more word')}.`;

export const preset = 'Start from';
export const models = 'Models that learn, in the order to try them';
export const ownPreset = 'your own settings';
export const ownNumbers = 'your own numbers';
export const attendsTo = 'Attends to';
export const otherSentence = 'the other sentence';
export const itself = 'itself';
export const mechanism = 'Mechanism';
export const dotProduct = 'dot product';
export const additive = 'additive';
export const mask = 'Mask';
/** @param {string} mask the name of a mask that compares positions */
export const needsOneSentence = (mask) =>
  `The ${mask} mask compares places in one sentence, so it is not offered for two.`;
export const paintMask = 'Paint it, cell by cell';
export const decoderMask = 'A decoder’s mask is causal: no word attends to a later one.';
export const fill = 'Masked scores become';
export const zeroFill = '0, a common bug';
export const emptyRow = 'A fully masked row gives';
export const zeros = 'zeros';
export const heads = 'Heads';

/** @param {number} each numbers per head @param {number} all numbers of all heads */
export const headWidth = (each, all) => `${counted(each, 'number')} each, ${all} in all`;

export const expert = 'Expert';

/** Labels of settings under Expert. */
export const expertLabels = {
  rows: 'Rows',
  positions: 'Positions',
  scale: 'Scale',
  temperature: 'Temperature',
  dropout: 'Dropout',
  dropoutSeed: 'Dropout seed',
  dModel: 'Width of embeddings',
  keyWidth: 'Width of key embeddings',
  seed: 'Seed',
};

/** Values of settings under Expert, as words. @type {Readonly<Record<string, string>>} */
export const expertValues = { one: 'one', words: '÷ √words' };

/** @param {string} label @param {string} value */
export const settingIs = (label, value) => `${label.toLowerCase()}: ${value}`;

export const allRows = 'all';
export const oneRow = 'the marked one';
export const noScale = 'none';
export const scaleByWords = '÷ √words';
export const factor = 'Or multiply by';
export const sameWidth = '0 means: as wide as the others.';

/** @param {number} least @param {number} most @param {boolean} isWhole */
export const numberLimits = (least, most, isWhole) =>
  `Only ${isWhole ? 'whole ' : ''}numbers from ${writeLimit(least)} to ${writeLimit(most)}.`;

/** Fields for numbers take no commas of thousands. @param {number} limit */
const writeLimit = (limit) =>
  limit > 0 && limit < 0.01 ? `1/${1 / limit}` : withMinus(`${limit}`);

/** @param {number} before @param {number} width @param {number} [heads] their number, if it has become smaller */
export const widthChanged = (before, width, heads) =>
  `Width ${before} → ${width}: ${heads ? `${heads === 1 ? 'one head' : counted(heads, 'head')}, and ` : ''}all scores are new.`;

/** @param {number} each numbers per head */
export const headsChanged = (each) => `${counted(each, 'number')} each: all scores are new.`;

/** @param {number} seed */
export const seedChanged = (seed) => `Seed ${seed}: all numbers are new.`;

export const whyOneWidth = html`Queries and keys share one width, because a dot product needs as many numbers in
  both. A Transformer’s ${WQ} and ${WK} make them equally long. Additive attention takes any length, and so does
  Luong’s score, <i>q W k</i>ᵀ, which has a matrix between the two.`;

export const noPositions = 'none';
export const sinusoidal = 'sinusoidal';
export const positionsHelp =
  'Sinusoidal: the sines and cosines of a word’s place are added to its embedding.';
export const dropoutHelp = 'The share of weights that become 0 at random.';
export const queryToFollow = 'The query to follow';
export const head = 'Head';
export const undo = 'Undo';
export const redo = 'Redo';
export const restored = { past: 'Undone.', future: 'Redone.' };
// Keys change something at the focused number.
export const headShown = (/** @type {number} */ number) => `Head ${number}.`;
export const layerShown = (/** @type {number} */ number) => `Layer ${number}.`;
export const rowPinned = 'Row pinned.';
export const rowUnpinned = 'No row pinned.';
export const help = 'Glossary and keyboard';
/** The title of the dialog on a phone, where it lists no keys. */
export const glossaryTitle = 'Glossary';

/** Says that numbers are set, by the reader, an author, a link or a page. @param {number} count */
export const setNumbers = (count) => `${counted(count, 'number')} set by hand`;

/** @param {number} before */
export const insteadOf = (before) => html`instead of ${quoted(before)}`;

export const resetAll = 'Reset all';

// The line about the reader’s answers above a page.

/** @param {number} count number of answers */
export const forgotten = (count) => `Forgotten: ${counted(count, 'answer')}.`;
export const bringBack = 'Bring them back';
export const foreignAnswers = 'This link holds somebody’s answers.';
export const startOwn = 'Start with your own';

// The glossary and the list of keyboard shortcuts.

export const where =
  'These keys work while the focus is in this lesson. Tab moves from table to table.';

export const letters = 'Use single letters, digits and signs as keys';
export const glossary = 'Glossary: what the words mean';
export const keyboard = 'Keyboard: what the keys do';
export const close = 'Close';

/** @type {readonly (readonly [key: string, what: string])[]} */
export const keys = [
  [
    'Arrows, Home, End',
    'move within a table or the formula; with Ctrl, Home and End go to the corners of a table',
  ],
  ['Enter', 'take a number apart'],
  ['Esc', 'close what is open'],
  ['[ ]', 'previous and next step'],
  ['1 … 9', 'choose a head; on an open number, start to set it'],
  ['H, Shift + H', 'next and previous head'],
  ['L, Shift + L', 'next and previous layer of a real model'],
  [
    'E or F2',
    'in the lab, set the focused number, or else the open one; Enter keeps it, Esc discards it',
  ],
  ['M', 'in the lab, mask a key for its query, or unmask it'],
  ['P', 'in the lab, pin a row, to compare it with another'],
  ['Ctrl + Z, Ctrl + Shift + Z', 'undo and redo'],
  ['?', 'this box'],
];
