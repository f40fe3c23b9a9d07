/** Chapter 1: why a word has to look at others. */

import { html } from 'lit';
import { arcs } from '../../figures/arcs.js';
import * as text from '../../text/en/course/why.js';
import { arcsOf, sentenceChoice, tableOf } from './figures.js';
import { choice, numbers, pick } from './tasks.js';

/** @typedef {import('./page.js').CourseContext} CourseContext */

const DESCRIBER = /** @type {const} */ ({ source: 'describer', seed: 0 });
/** Not the sentence of the first screen, which shows its arcs. */
const ROAD = 'the dog did not carry the basket across the road because it was too';
const NOUNS = ['dog', 'basket', 'road'];

/** Arcs that are drawn once the task is done; until then a word can be pressed. @param {CourseContext} context */
function predicted(context) {
  const { isOpen, selected, computation, given, answer } = context;
  if (isOpen) return arcsOf(context);
  const words = computation.queryWords;
  return arcs({
    ...{ words, from: selected, weights: [], cellOf: () => '' },
    label: text.arcs(words[selected], false),
    picked: given ? Number(given.value) : undefined,
    onPick: (index) => answer(String(index)),
    labelOf: (index) => text.press(words[index]),
  });
}

/** @param {CourseContext} context @param {number} index */
const wordAt = ({ computation }, index) => computation.queryWords[index] ?? '';

/** @type {import('./page.js').Chapter} */
export const why = {
  id: 'why',
  ...text.chapter,
  pages: [
    {
      id: 'why-flip',
      title: text.flip.title,
      state: { ...DESCRIBER, sentence: `${ROAD} sleepy`, query: 14, step: 'weights' },
      origin: text.trained,
      setup: () => text.flip.setup,
      figure: (context) => html`${predicted(context)}
        ${
          context.isOpen
            ? sentenceChoice(
                context,
                text.flipping,
                ['sleepy', 'bulky', 'icy'].map((word) => [word, `${ROAD} ${word}`]),
              )
            : ''
        }`,
      task: pick({
        question: text.flip.question,
        right: () => 1,
        reply: (context, index) =>
          index === 1
            ? text.flip.right
            : text.flip.wrong(wordAt(context, index), NOUNS.includes(wordAt(context, index))),
      }),
      after: () => text.flip.after,
    },
    {
      id: 'why-unseen',
      title: text.unseen.title,
      state: {
        ...DESCRIBER,
        sentence: 'because it was too flimsy the horse did not move the cart',
        ...{ query: 4, step: 'weights' },
      },
      origin: text.trained,
      setup: () => text.unseen.setup,
      figure: predicted,
      task: pick({
        question: text.unseen.question,
        right: () => 11,
        reply: (context, index) =>
          index === 11 ? text.unseen.right : text.unseen.wrong(wordAt(context, index)),
      }),
      after: () => text.unseen.after,
    },
    {
      id: 'why-cup',
      title: text.cup.title,
      state: { source: 'coffee', step: 'weights', query: 0 },
      origin: text.byHand,
      setup: () => text.cup.setup,
      figure: (context) =>
        tableOf(context, 'weights', {
          ...{ name: text.weights, covered: context.isOpen ? [] : ['0.1', '1.0', '1.1'] },
        }),
      task: numbers({
        question: text.cup.question,
        labels: [text.cup.label],
        expected: ({ computation }) => [computation.results.weights.data[1]],
        right: text.cup.right,
        mistakes: [
          { of: ({ computation }) => [computation.results.weights.data[0]], reply: text.cup.same },
          { of: () => [1], reply: text.cup.all },
        ],
        wrong: text.cup.wrong,
      }),
      after: () => text.cup.after,
    },
    {
      id: 'why-even',
      isExtra: true,
      title: text.even.title,
      state: {
        ...DESCRIBER,
        sentence: 'the dog did not cross the road because it was lazy',
        ...{ query: 7, step: 'weights' },
      },
      origin: text.trained,
      setup: () => text.even.setup,
      figure: (context) =>
        html`${arcsOf(context, { hidden: !context.isOpen })} ${
          context.isOpen
            ? tableOf(context, 'weights', { rows: [context.selected], name: text.weights })
            : ''
        }`,
      task: numbers({
        question: text.even.question,
        labels: [text.even.label],
        expected: ({ computation, selected }) => [
          computation.results.weights.data[selected * computation.keyWords.length],
        ],
        right: text.even.right,
        mistakes: [
          { of: () => [0], reply: text.even.zero },
          { of: () => [1], reply: text.even.one },
          { of: () => [0.1], reply: text.even.half },
        ],
        tolerance: 0.002,
      }),
      after: () => text.even.after,
    },
    {
      id: 'why-limits',
      title: text.limits.title,
      state: {
        ...DESCRIBER,
        sentence: 'the street did not cross the animal because it was too tired',
        ...{ query: 11, step: 'weights' },
      },
      origin: text.trained,
      setup: () => text.limits.setup,
      figure: (context) => arcsOf(context, { hidden: !context.isOpen }),
      task: choice({
        question: text.limits.question,
        answers: [
          [text.limits.answers.street, text.limits.street],
          [text.limits.answers.animal, text.limits.animal],
          [text.limits.answers.even, text.limits.even],
        ],
        right: 1,
      }),
      after: () => text.limits.after,
    },
  ],
};
