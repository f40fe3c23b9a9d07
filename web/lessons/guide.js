/**
 * The guided path: what each chapter asks, shows and says. Where a reader stands in it is a function
 * of the state.
 */

import { DECISIVE, DEFAULTS, normalise } from '../model/state.js';
import { headChapters } from './guide-heads.js';
import { scoreChapters } from './guide-scores.js';
import { weightChapters } from './guide-weights.js';

/**
 * @typedef {import('../model/lesson.js').Lesson} Lesson
 * @typedef {import('../model/state.js').State} State
 * @typedef {import('lit').TemplateResult} Template
 *
 * @typedef {object} Answer
 * @property {string} text
 * @property {boolean} right
 * @property {string | ((lesson: Lesson) => Template)} reply one sentence: why it is right, or what a
 *   reader who chose it had in mind
 *
 * @typedef {object} Trial a thing to change on the page now
 * @property {string} text one sentence
 * @property {Partial<State>} patch does it for the reader
 * @property {string[]} [tensors] what to look at then, where it is not what the chapter shows
 * @property {(lesson: Lesson) => Template} [seen] said in place of the chapter's text once it is done
 *
 * @typedef {object} Chapter
 * @property {string} id
 * @property {string} section several chapters in a row may share one
 * @property {string} title
 * @property {Partial<State>} state what differs from the defaults
 * @property {string[]} tensors at most three, in order; the question is about the last. None: what the
 *   step itself shows
 * @property {string} question one sentence
 * @property {Answer[]} answers exactly one is right
 * @property {(context: { lesson: Lesson }) => Template} text after the answer; with its reply at most
 *   three sentences
 * @property {Trial} tryIt
 */

/** @type {readonly Chapter[]} */
export const chapters = Object.freeze([...scoreChapters, ...weightChapters, ...headChapters]);

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
 * A chapter that is asked for by its number alone brings its own numbers.
 * @param {Partial<State>} asked
 * @returns {Partial<State>}
 */
export function withChapter(asked) {
  const rest = Object.keys(asked).filter((name) => !['v', 'guide', 'answer'].includes(name));
  const guide = Number(asked.guide);
  return rest.length === 0 && chapterOf({ guide }) ? { ...chapterState(guide), ...asked } : asked;
}

/**
 * What is said to an answer.
 * @param {Answer} answer
 * @param {Lesson} lesson
 */
export function replyTo({ reply }, lesson) {
  return typeof reply === 'string' ? reply : reply(lesson);
}

/**
 * Do the chapter's words fit what is on screen?
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
  if (like(tried, [...DECISIVE, ...changed])) return 'tried';
  return like(home, DECISIVE) ? 'here' : 'away';
}

/**
 * The tensors to show.
 * @param {State} state
 * @returns {string[]} none: what the step itself shows
 */
export function tensorsOf(state) {
  const chapter = chapterOf(state);
  const place = standing(state);
  if (!chapter || place === 'away') return [];
  return (place === 'tried' && chapter.tryIt.tensors) || chapter.tensors;
}
