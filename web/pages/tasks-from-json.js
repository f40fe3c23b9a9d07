/** Tasks as a chapter's JSON has them. What is right is of the run. */

import { table } from '../figures/tables.js';
import { numberAt, readCell } from '../graph/trace.js';
import { bold, precise } from '../text/inline.js';
import { marked } from './marks.js';
import { choice, match, numbers, pick } from './tasks.js';

/** @import { ChoiceSpec, Code, CourseContext, JudgedSpec, MatchSpec, MistakeSpec, NumbersSpec, PageSpec, PressSpec, Task } from './types.js' */

/**
 * @param {PageSpec} page
 * @param {Code} code
 * @param {readonly PageSpec[]} pages of the chapter
 * @returns {Task | undefined} undefined where there is none, or one of the practice
 */
export function taskOf({ task }, code, pages) {
  switch (task?.kind) {
    case 'choice':
      return choiceTask(task, code);
    case 'press':
      return pressTask(task);
    case 'numbers':
      return numbersTask(task, code, pages);
    case 'match':
      return matchTask(task, code);
    case 'target':
    case 'pick':
      return judgedTask(task, code);
    default:
      return undefined;
  }
}

/** @param {ChoiceSpec} task @param {Code} code */
const choiceTask = ({ question, answers, code: isCode }, code) =>
  choice({
    ...{ question: marked(question), isCode },
    answers: answers.map(({ answer, reply }) => [
      isCode ? answer : marked(answer),
      (/** @type {CourseContext} */ context) =>
        marked([reply].flat().join(' '), context, code.words),
    ]),
    right: answers.findIndex(({ right }) => right),
  });

/** @param {PressSpec} task */
function pressTask({ question, instruction = '', word, right, wrong, replies = [] }) {
  /** @param {CourseContext} context */
  const wanted = (context) => {
    if (word !== 'largest') return word;
    const { view } = table(context, 'weights');
    const weights = context.computation.keyWords.map((_, key) => view.at(context.selected, key));
    return weights.indexOf(Math.max(...weights));
  };
  /** @param {number} index */
  const toWrong = (index) =>
    replies.find((one) => [one.word].flat().includes(index))?.reply ?? wrong;
  return pick({
    ...{ question: marked(question), instruction: marked(instruction), room: instruction },
    right: wanted,
    reply: (context, index) =>
      marked(index === wanted(context) ? right : toWrong(index), context, {
        word: bold(context.computation.keyWords[index] ?? ''),
      }),
  });
}

/** @param {CourseContext} context @param {string} place */
function numberOf({ computation: { run } }, place) {
  const cell = readCell(place, run);
  return cell ? numberAt(run, cell) : Number.NaN;
}

/** As in a calculation by hand. @type {typeof import('../lessons/formula.js').quote} */
const calculated = ({ run }, place) => {
  const cell = readCell(place, run);
  return cell ? precise(numberAt(run, cell)) : '…';
};

/**
 * @param {NumbersSpec} task
 * @param {Code} code
 * @param {readonly PageSpec[]} pages
 */
function numbersTask(task, code, pages) {
  const { question, cells, help, right, wrong, tolerance } = task;
  const places = cells.map(({ cell = '' }) => cell);
  return numbers({
    ...{ question: marked(question), right: marked(right), tolerance },
    labels: cells.map(({ cell = '', label = cell }) => marked(label)),
    ...(help !== undefined && {
      help: (context) => marked(help, context, code.words, calculated),
    }),
    expected: (context) => cells.map(({ cell = '', number }) => number ?? numberOf(context, cell)),
    mistakes: [
      ...mistakesOf(task, pages).map(({ by, cells: others = [], numbers: typed, reply }) => ({
        of: (/** @type {CourseContext} */ context) =>
          typed ??
          (by
            ? (code.mistakes?.[by](context, places) ?? [])
            : [others.map((place) => numberOf(context, place))]),
        reply: marked(reply),
      })),
      ...(code.known?.(places) ?? []),
    ],
    ...(wrong !== undefined && { wrong: marked(wrong) }),
  });
}

/**
 * @param {NumbersSpec} task
 * @param {readonly PageSpec[]} pages
 * @returns {MistakeSpec[]}
 */
function mistakesOf({ mistakes = [] }, pages) {
  if (typeof mistakes !== 'string') return mistakes;
  const other = pages.find(({ id }) => id === mistakes)?.task;
  return other?.kind === 'numbers' ? mistakesOf(other, pages) : [];
}

/** @param {MatchSpec} task @param {Code} code */
function matchTask({ question, items, options, right, wrong = '', by = '' }, code) {
  const matching = code.matches?.[by];
  return match({
    ...{ question: marked(question), options, picture: matching?.picture },
    items: items.map(({ item }) => item),
    right: (context) => matching?.right(context) ?? items.map(({ option = 0 }) => option),
    mistake: (context, at, option) => {
      const { item, replies = [], wrong: ofItem = wrong } = items[at];
      return marked(replies.find((one) => one.option === option)?.reply ?? ofItem, context, {
        ...{ item, option: options[option] },
        ...matching?.words(context, option),
      });
    },
    done: marked(right),
  });
}

/** @param {JudgedSpec} task @param {Code} code @returns {Task} */
const judgedTask = (
  { kind, question, instruction = '', judge, replies, word },
  { judges = {} },
) => ({
  ...{ kind, question: marked(question), instruction: marked(instruction), room: instruction },
  ...(word !== undefined && { expected: () => word }),
  judge: (/** @type {CourseContext} */ context, value = '') => {
    const { isRight, reply, words } = judges[judge](context, value);
    return { isRight, reply: marked(replies[reply], context, words) };
  },
});
