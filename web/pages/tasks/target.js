/** A target to reach. The screen is judged, and the answers store that the target was reached. */

import { formatCells, parseCells } from '../../graph/masks/custom.js';
import { deferMarked, renderMarked } from '../../lessons/chapter-markup.js';
import { withEdit } from '../../state/edit-cells.js';
import { parseEdits } from '../../state/edits.js';
import { exact } from '../../text/number.js';

/**
 * @import { Code, CourseContext, JudgedSpec, Target } from '../types.js'
 * @import { TaskKind } from './index.js'
 */

/**
 * Reads a task of the course that a program judges.
 * @param {JudgedSpec} task
 * @param {Code} code
 */
export const readJudgedTask = (
  { question, instruction = '', judge, replies, word, keeps },
  { judges = {} },
) => ({
  question: deferMarked(question),
  instruction: deferMarked(instruction),
  room: instruction,
  ...(word !== undefined && { expected: () => word }),
  ...(keeps && (typeof keeps === 'string' ? KEEPERS[keeps] : makeKeeper(keeps))),
  judge: (/** @type {CourseContext} */ context, value = '') => {
    const { isRight, reply, words } = judges[judge](context, value);
    return { isRight, reply: renderMarked(replies[reply], context, words) };
  },
});

/**
 * Returns functions that keep the last right numbers of a reader, and set them again.
 * @param {string[]} names the names of edits
 * @returns {Pick<Target, 'kept' | 'reopen'>}
 */
const makeKeeper = (names) => ({
  kept: ({ state }) => {
    const edits = parseEdits(state.edits);
    return names.map((name) => exact(edits.get(name) ?? 0)).join('_');
  },
  reopen: (value, { edits = '' }) => {
    const numbers = readKeptNumbers(value, names.length);
    if (!numbers) return {};
    return { edits: names.reduce((all, name, i) => withEdit(all, name, numbers[i]), edits) };
  },
});

/**
 * @param {string} value the value of an answer
 * @param {number} count
 * @returns {number[] | undefined} undefined for answers without these numbers, which an address may have
 */
function readKeptNumbers(value, count) {
  const numbers = value.split('_').map(Number);
  return numbers.length === count && numbers.every(Number.isFinite) ? numbers : undefined;
}

/** Keeps the last right mask that a reader has painted, and restores it. @type {Pick<Target, 'kept' | 'reopen'>} */
const maskKeeper = {
  kept: ({ state }) => state.masked.replaceAll(' ', '_'),
  reopen: (value) => {
    const masked = readKeptMask(value);
    return masked ? { masked } : {};
  },
};

/** @param {string} value the value of an answer: pairs joined by _ @returns {string} '' for other values */
const readKeptMask = (value) => formatCells(parseCells(value.replaceAll('_', ' ')));

/** Keeps the last step of the training at which the target was reached. @type {Pick<Target, 'kept' | 'reopen'>} */
const trainingKeeper = {
  kept: ({ state }) => String(state.training),
  reopen: (value) => (Number(value) > 0 ? { training: Number(value) } : {}),
};

const KEEPERS = { mask: maskKeeper, training: trainingKeeper };

/** @param {Omit<Target, 'kind'>} task @returns {Target} */
export const makeTarget = (task) => ({
  ...task,
  kind: 'target',
  isInFigure: true,
  judgesScreen: true,
});

/** @type {TaskKind<JudgedSpec>} */
export const targetKind = {
  kind: 'target',
  read: (task, code) => makeTarget(readJudgedTask(task, code)),
};
