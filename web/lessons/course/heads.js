/** Chapter 6: several heads. */

import { html } from 'lit';
import { bands } from '../../figures/bands.js';
import { thumbnail } from '../../figures/thumbnails.js';
import { numberAt } from '../../graph/trace.js';
import { formatEdits, parseEdits } from '../../session/edits.js';
import * as text from '../../text/en/course/heads.js';
import { exact } from '../../text/number.js';
import { matrixTable } from '../../views/matrix.js';
import { concatenatedTable } from '../dot.js';
import { arcsOf, buttons, tableOf } from './figures.js';
import { choice, match, numbers } from './tasks.js';

/**
 * @typedef {import('./page.js').CourseContext} CourseContext
 * @typedef {import('../../session/computation.js').Computation} Computation
 */

const LINE = 'k a c e b b i j l d a f g h c e';
const MINI = /** @type {const} */ ({
  source: 'mini',
  seed: 0,
  sentence: '<s> Anna has a red ball . she gives the',
  query: 9,
  step: 'layer1/weights',
});
/** @type {Partial<import('./page.js').State>} */
const ARTICLE = { source: 'article', step: 'concatenated', heads: 3, dModel: 9 };

// Two heads on a toy

/**
 * An answer of a toy that has two: the most probable letter.
 * @param {CourseContext} context
 * @param {number} output which of both
 */
function answered({ computation: { results, names }, selected }, output) {
  const { shape, data } = results.probabilities;
  const [, words, count] = shape;
  const first = (output * words + selected) * count;
  const row = [...data.subarray(first, first + count)];
  const probability = Math.max(...row);
  return { letter: names?.n[row.indexOf(probability)] ?? '', probability };
}

/** @param {CourseContext} context */
function rowsOfToy(context) {
  const { state, isOpen, apply } = context;
  if (!isOpen) return arcsOf(context, { tensor: 'layer1/weights', hidden: true });
  const [before, opposite] = [0, 1].map((output) => answered(context, output));
  return html`${Array.from({ length: state.heads }, (_, head) => arcsOf(context, { tensor: 'layer1/weights', head }))}
    <p class="note">${text.why.answered(before.letter, before.probability, opposite.letter, opposite.probability)}</p>
    ${buttons(
      text.why.heads,
      [text.why.single, text.why.two].map((name, i) => ({
        ...{ name, isChosen: state.heads === i + 1 },
        press: () => apply({ heads: i + 1 }),
      })),
    )}`;
}

// The heads of Mini's first layer

const LAYER = 'layer1';
const HEADS = 4;

/**
 * The weights of a head, row by row.
 * @param {Computation} computation
 * @param {number} head
 */
export function mapOf({ results, queryWords }, head) {
  const { data } = results[`${LAYER}/weights`];
  const count = queryWords.length;
  return queryWords.map((_, row) => {
    const first = (head * count + row) * count;
    return [...data.subarray(first, first + count)];
  });
}

/** The word that a head looks at most from the selected one. @param {Pick<CourseContext, 'computation' | 'selected'>} context @param {number} head */
export function lookedAt({ computation, selected }, head) {
  const row = mapOf(computation, head)[selected];
  return row.indexOf(Math.max(...row));
}

/** @param {CourseContext} context @param {number} head */
function headMap(context, head) {
  const { computation, selected } = context;
  const words = computation.queryWords;
  const weights = mapOf(computation, head);
  const to = lookedAt(context, head);
  const label = text.mapSeen(words[selected], words[to], weights[selected][to]);
  return thumbnail({ label, weights, words, row: selected });
}

/** What each option of the match looks at: the word itself, the colour, the verb, the article. */
const JOBS = [9, 4, 2, 3];

/** Words of Mini's rows, and numbers that a head passes on of each. */
const ROWS = MINI.sentence.split(' ').length;
const WIDTH = 8;

/** Edits that set to 0 all that a head passes on. @param {number} head from 0 */
export const silencing = (head) =>
  formatEdits(
    parseEdits(
      Array.from(
        { length: ROWS * WIDTH },
        (_, i) => `${LAYER}/heads.${head}.${Math.floor(i / WIDTH)}.${i % WIDTH}:0`,
      ).join(';'),
    ),
  );

const LIKELIEST = 4;

/**
 * The most probable next words.
 * @param {Pick<CourseContext, 'computation' | 'selected'>} context
 */
export function nextWords({ computation: { results, names }, selected }) {
  const { shape, data } = results.probabilities;
  const row = [...data.subarray(selected * shape[1], (selected + 1) * shape[1])];
  const order = row.map((_, i) => i).sort((a, b) => row[b] - row[a]);
  return order.slice(0, LIKELIEST).map((i) => ({
    word: names?.n[i] ?? '',
    probability: row[i],
    place: `probabilities.${selected}.${i}`,
  }));
}

/** @param {CourseContext} context */
const nextTable = (context) => html`<table class="terms" role="grid">
  <caption>${text.silence.next}</caption>
  <tbody>${nextWords(context).map(
    ({ word, probability, place }, i) => html`<tr>
      <th scope="row">${word}</th>
      <td role="gridcell" tabindex="-1" data-row=${i} data-col="0" data-place=${place} data-value=${exact(probability)}>${probability.toFixed(3)}</td>
      <td><meter class="positive" max="1" value=${probability} aria-hidden="true"></meter></td>
    </tr>`,
  )}</tbody>
</table>`;

const counts = html`<table class="counts">
  <caption>${text.silence.counted}</caption>
  <tbody>${text.silence.counts.map(
    ([name, count]) => html`<tr><th scope="row">${name}</th><td>${count}</td></tr>`,
  )}</tbody>
</table>`;

/** @param {CourseContext} context */
function silencer(context) {
  const { isOpen, state, apply } = context;
  const all = ['', ...Array.from({ length: HEADS }, (_, head) => silencing(head))];
  return html`${
    isOpen
      ? buttons(
          text.silence.missing,
          all.map((edits, i) => ({
            name: i === 0 ? text.silence.none : text.head(i),
            isChosen: state.edits === edits,
            press: () => apply({ edits }),
          })),
        )
      : ''
  }
  <p class="given">${context.computation.queryWords.slice(1).join(' ')} …</p>
  ${nextTable(context)} ${isOpen ? counts : ''}`;
}

// Side by side

/** @param {CourseContext} context @param {boolean} isJoined */
function articleHeads({ computation: { results, run } }, isJoined) {
  const [heads, rows, size] = results.heads.shape;
  const counted = (/** @type {number} */ count) => Array.from({ length: count }, (_, i) => i);
  const indexOf = (
    /** @type {number} */ head,
    /** @type {number} */ row,
    /** @type {number} */ column,
  ) => (isJoined ? [row, head * size + column] : [head, row, column]);
  const id = isJoined ? 'concatenated' : 'heads';
  return bands({
    isJoined,
    names: counted(heads).map((head) => text.head(head + 1)),
    whole: text.concatenate.joined,
    label: text.concatenate.label(isJoined),
    heads: counted(heads).map((head) =>
      counted(rows).map((row) =>
        counted(size).map((column) => numberAt(run, { id, index: indexOf(head, row, column) })),
      ),
    ),
    placeOf: (head, row, column) => `${id}.${indexOf(head, row, column).join('.')}`,
  });
}

const ROW = 1;

/** So many numbers of the end of a row are asked for. */
const ENDS = 2;

/** The end of a row of the article's heads, whatever is done to them. @param {Computation} computation @param {(at: (head: number, row: number) => number[]) => number[]} make */
function madeOfHeads({ results: { heads } }, make) {
  const [, rows, size] = heads.shape;
  const made = make((head, row) => {
    const first = (head * rows + row) * size;
    return [...heads.data.subarray(first, first + size)];
  });
  return made.slice(-ENDS);
}

// The output projection

/** Rows of W_O, small enough to compute with; the first two are head 1's. */
const WO = [
  [1, 2, 0, -1],
  [0, 1, 1, 0],
  [2, 0, 1, 1],
  [-1, 1, 0, 2],
];
const ROWS_OF_HEADS = [
  [1, 2],
  [3, 1],
];
const BY_HAND = [
  ...WO.flatMap((row, i) => row.map((value, j) => `o.${i}.${j}:${value}`)),
  ...ROWS_OF_HEADS.flatMap((row, head) => row.map((value, i) => `heads.${head}.0.${i}:${value}`)),
];

/** @param {Computation} computation */
const brought = ({ results: { headContributions, output } }) => ({
  heads: [0, 1].map((head) => [...headContributions.data.subarray(4 * head, 4 * head + 4)]),
  output: [...output.data],
});

/** @param {CourseContext} context */
function projection(context) {
  const { isOpen } = context;
  const step = (/** @type {string} */ sign, /** @type {unknown} */ shown) =>
    html`<div class="term">${sign && html`<span class="sign" aria-hidden="true">${sign}</span>`}${shown}</div>`;
  return html`<div class="matrices">
      ${step('', matrixTable(concatenatedTable(context), context))}
      ${step('·', tableOf(context, 'wo'))}
    </div>
    ${
      isOpen
        ? html`<div class="matrices">
            ${step('', tableOf(context, 'headContributions', { head: 0 }))}
            ${step('+', tableOf(context, 'headContributions', { head: 1 }))}
            ${step('→', tableOf(context, 'contributionSum'))}
            ${step('=', tableOf(context, 'output'))}
          </div>`
        : ''
    }`;
}

/** @type {import('./page.js').Chapter} */
export const heads = {
  id: 'heads',
  ...text.chapter,
  pages: [
    {
      id: 'heads-why',
      title: text.why.title,
      state: {
        ...{ source: 'toy', task: 'previous-and-mirror', heads: 1, seed: 0 },
        ...{ sentence: LINE, query: 2, step: 'layer1/weights' },
      },
      setup: () => text.why.setup,
      meanwhile: () => '',
      figure: rowsOfToy,
      task: choice({
        question: text.why.question,
        answers: [
          [text.why.answers.each, text.why.each],
          [text.why.answers.half, text.why.half],
          [text.why.answers.one, text.why.one],
        ],
        right: 1,
      }),
      after: () => text.why.after,
    },
    {
      id: 'heads-jobs',
      title: text.jobs.title,
      state: MINI,
      setup: () => text.jobs.setup,
      meanwhile: () => '',
      figure: () => html`<p class="note">${text.jobs.axes}</p>`,
      task: match({
        question: text.jobs.question,
        items: Array.from({ length: HEADS }, (_, head) => text.head(head + 1)),
        options: text.jobs.options,
        picture: headMap,
        right: (context) =>
          Array.from({ length: HEADS }, (_, head) =>
            JOBS.indexOf(lookedAt({ ...context, selected: MINI.query }, head)),
          ),
        mistake: ({ computation }, head, option) =>
          text.jobs.mistake(text.head(head + 1), computation.queryWords[JOBS[option]] ?? ''),
        done: text.jobs.done,
      }),
      after: () => text.jobs.after,
    },
    {
      id: 'heads-silence',
      isExtra: true,
      title: text.silence.title,
      state: { ...MINI, head: 1 },
      setup: () => text.silence.setup,
      meanwhile: () => '',
      figure: silencer,
      task: choice({
        question: text.silence.question,
        answers: [
          [text.silence.answers.same, text.silence.same],
          [
            text.silence.answers.colour,
            (/** @type {CourseContext} */ context) => {
              const [{ word, probability }] = nextWords(context);
              return context.state.edits === silencing(1)
                ? text.silence.seen(word, probability)
                : text.silence.colour;
            },
          ],
          [text.silence.answers.any, text.silence.any],
        ],
        right: 1,
      }),
      after: () => text.silence.after,
    },
    {
      id: 'heads-concatenate',
      title: text.concatenate.title,
      state: ARTICLE,
      origin: text.worked,
      setup: () => text.concatenate.setup,
      figure: (context) => articleHeads(context, context.isOpen),
      task: numbers({
        question: text.concatenate.question,
        labels: text.concatenate.labels,
        expected: ({ computation }) => [
          ...computation.results.concatenated.data.subarray(9 * (ROW + 1) - ENDS, 9 * (ROW + 1)),
        ],
        right: text.concatenate.right,
        mistakes: [
          {
            of: ({ computation }) =>
              madeOfHeads(computation, (at) =>
                at(0, ROW).map((_, i) => (at(0, ROW)[i] + at(1, ROW)[i] + at(2, ROW)[i]) / 3),
              ),
            reply: text.concatenate.averaged,
          },
          {
            of: ({ computation }) =>
              madeOfHeads(computation, (at) =>
                at(0, ROW).map((_, i) => at(0, ROW)[i] + at(1, ROW)[i] + at(2, ROW)[i]),
              ),
            reply: text.concatenate.summed,
          },
          // All numbers of a head before those of the next, cut into rows of nine.
          {
            of: ({ computation }) => madeOfHeads(computation, (at) => at(1, 2)),
            reply: text.concatenate.memory,
          },
          ...[0, 2].map((row) => ({
            of: (/** @type {CourseContext} */ { computation }) =>
              madeOfHeads(computation, (at) => at(2, row)),
            reply: text.concatenate.own,
          })),
          {
            of: ({ computation }) => madeOfHeads(computation, (at) => at(0, ROW)),
            reply: text.concatenate.first,
          },
        ],
        wrong: text.concatenate.wrong,
      }),
      after: () => text.concatenate.after,
    },
    {
      id: 'heads-width',
      isExtra: true,
      title: text.width.title,
      state: ARTICLE,
      origin: text.worked,
      setup: () => text.width.setup,
      figure: (context) => articleHeads(context, true),
      task: choice({
        question: text.width.question,
        answers: [
          ['128 to 191', text.width.off],
          ['129 to 192', text.width.right],
          ['193 to 256', text.width.zero],
          ['1,025 to 1,536', text.width.full],
        ],
        right: 1,
      }),
      after: () => text.width.after,
    },
    {
      id: 'heads-output',
      title: text.output.title,
      state: {
        ...{ sentence: 'noodles', query: 0, heads: 2, dModel: 4, step: 'headContributions' },
        edits: BY_HAND.join(';'),
      },
      setup: () => text.output.setup,
      figure: projection,
      task: numbers({
        question: text.output.question,
        help: () => text.output.help('1 · 1 + 2 · 0 = 1'),
        labels: text.output.labels,
        expected: ({ computation }) => {
          const { heads: parts, output } = brought(computation);
          return [parts[1][0], output[0]];
        },
        right: text.output.right,
        mistakes: [
          // Head 2 with the rows of head 1: 3 · 1 + 1 · 0.
          { of: () => [3, 4], reply: text.output.rows },
          {
            of: ({ computation }) => {
              const { heads: parts, output } = brought(computation);
              return [parts[1][0] / 2, output[0] / 2];
            },
            reply: text.output.mean,
          },
          {
            of: ({ computation }) => {
              const [, [first]] = brought(computation).heads;
              return [first, first];
            },
            reply: text.output.only,
          },
          // Row 1 of W_O in place of column 1: 3 · 0 + 1 · (−1), and 1 · 1 + 2 · 2 before it.
          { of: () => [-1, 4], reply: text.output.across },
        ],
      }),
      after: () => text.output.after,
    },
  ],
};
