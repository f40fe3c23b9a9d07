/**
 * The guided path: the question, tensors and texts of each chapter. Where a reader is in it follows
 * from the state.
 */

import { SETTINGS } from '../session/settings.js';
import { DEFAULTS, normalise } from '../session/state.js';
import { scoreWords } from '../text/en/guide-1-scores.js';
import { weightWords } from '../text/en/guide-2-weights.js';
import { headWords } from '../text/en/guide-3-heads.js';
import { plans } from './guide-chapters.js';
import { paragraph, quote } from './text.js';

/**
 * @typedef {import('../session/computation.js').Computation} Computation
 * @typedef {import('../session/state.js').State} State
 * @typedef {import('lit').TemplateResult} Template
 *
 * @typedef {(cell: string, digits?: number) => unknown} At the number of a cell
 * @typedef {string | Template | ((at: At) => Template)} Said
 *
 * @typedef {object} Words what a chapter says
 * @property {string} section several chapters in a row may share one
 * @property {string} title
 * @property {string} question one sentence
 * @property {[answer: string, reply: Said][]} answers the reply is one sentence: why it is right, or
 *   what a reader who chose it had in mind
 * @property {Said} text after the answer; with its reply at most three sentences
 * @property {string} tryIt one sentence: a thing to change on the page now
 * @property {Said} [seen] replaces the text once it is done
 *
 * @typedef {object} Answer
 * @property {string} text
 * @property {boolean} right
 * @property {Said} reply
 *
 * @typedef {object} Trial
 * @property {string} text
 * @property {Partial<State>} patch does it for the reader
 * @property {string[]} [tensors] what to look at then, where it is not what the chapter shows
 * @property {(computation: Computation) => unknown} seen said once it is done
 *
 * @typedef {object} Chapter
 * @property {string} id
 * @property {string} section
 * @property {string} title
 * @property {Partial<State>} state what differs from the defaults
 * @property {string[]} tensors
 * @property {string} question
 * @property {Answer[]} answers exactly one is right
 * @property {(context: { computation: Computation }) => unknown} text
 * @property {Trial} tryIt
 */

/** @type {Record<string, Words>} */
const words = { ...scoreWords, ...weightWords, ...headWords };

/** @type {readonly Chapter[]} */
export const chapters = Object.freeze(
  Object.entries(plans).map(
    /** @returns {Chapter} */ ([id, { right, patch, seen, ...plan }]) => {
      const { answers, text, tryIt, seen: after, ...rest } = words[id];
      return {
        ...{ id, ...plan, ...rest },
        answers: answers.map(([text, reply], i) => ({ text, reply, right: i === right })),
        text: ({ computation }) => paragraph(said(text, computation)),
        tryIt: {
          ...{ text: tryIt, patch, tensors: seen },
          seen: (computation) => after && paragraph(said(after, computation)),
        },
      };
    },
  ),
);

/**
 * @param {Said} what
 * @param {Computation} computation
 */
const said = (what, computation) =>
  typeof what === 'function' ? what((cell, digits) => quote(computation, cell, digits)) : what;

/**
 * The chapter that a state is in.
 * @param {Pick<State, 'guide'>} state
 * @returns {Chapter | undefined} undefined in free play
 */
export const chapterOf = ({ guide }) => chapters[guide - 1];

/**
 * Where a chapter begins.
 * @param {number} guide from 1
 * @returns {State}
 */
export function chapterState(guide) {
  return normalise({ ...DEFAULTS, ...chapterOf({ guide })?.state, guide });
}

/**
 * A chapter that is requested by its number alone brings its own state.
 * @param {Partial<State>} requested
 * @returns {Partial<State>}
 */
export function withChapter(requested) {
  const rest = Object.keys(requested).filter((name) => !['v', 'guide', 'answer'].includes(name));
  const guide = Number(requested.guide);
  return rest.length === 0 && chapterOf({ guide })
    ? { ...chapterState(guide), ...requested }
    : requested;
}

/**
 * The reply to an answer.
 * @param {Answer} answer
 * @param {Computation} computation
 */
export const replyTo = ({ reply }, computation) => said(reply, computation);

/**
 * Does the chapter's text fit the numbers on screen?
 *   free   there is no chapter
 *   here   its numbers are those of the chapter
 *   tried  what it proposes to try has been done, and nothing else
 *   away   the reader has changed something else: the chapter's texts would quote wrong numbers
 * @param {State} state
 * @returns {'free' | 'here' | 'tried' | 'away'}
 */
export function standing(state) {
  const chapter = chapterOf(state);
  if (!chapter) return 'free';
  const home = chapterState(state.guide);
  const { patch } = chapter.tryIt;
  const tried = normalise({ ...home, ...patch });
  /** @param {State} other @param {readonly string[]} names */
  const like = (other, names) =>
    names.every(
      (name) =>
        state[/** @type {keyof State} */ (name)] === other[/** @type {keyof State} */ (name)],
    );
  // Steps may be turned without leaving.
  const changed = Object.keys(patch).filter((name) => name !== 'step');
  if (like(tried, [...SETTINGS, ...changed])) return 'tried';
  return like(home, SETTINGS) ? 'here' : 'away';
}

/**
 * The tensors to show.
 * @param {State} state
 * @returns {string[]} none: what the step itself shows
 */
export function tensorsOf(state) {
  const chapter = chapterOf(state);
  const now = standing(state);
  if (!chapter || now === 'away') return [];
  return (now === 'tried' && chapter.tryIt.tensors) || chapter.tensors;
}
