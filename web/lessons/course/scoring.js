/** Chapter 3: who gets how much. */

import { html } from 'lit';
import { bars } from '../../figures/bars.js';
import { grid, handle, projections } from '../../figures/on-plane.js';
import { plane } from '../../figures/plane.js';
import { withEdit } from '../../session/edited.js';
import * as text from '../../text/en/course/scoring.js';
import { roundedWeight } from '../../text/number.js';
import { precise } from '../text.js';
import { byHand, editsOf } from './by-hand.js';
import { pointOf, rowOf, settingChoice, tableOf } from './figures.js';
import { choice, numbers, target } from './tasks.js';

/** @typedef {import('./page.js').CourseContext} CourseContext */

const EAT = 1;

// Arrows

const [THEY, , FRIED, NOODLES] = [0, 1, 2, 3];
const QUERY = [2, 3];
const KEYS = [
  [1, -3],
  [-1, 1],
  [1, 2],
  [4, 1],
];
const LIMIT = 5;

const arrowState = byHand(
  'They eat fried noodles',
  { q: [[], QUERY], k: KEYS },
  { query: EAT, step: 'scores' },
);

/**
 * The query of a word and the keys of all.
 * @param {CourseContext} context
 * @param {{ hasFeet: boolean, move?: (to: [number, number]) => void }} options
 */
function arrows(context, { hasFeet, move }) {
  const { queryWords, keyWords } = context.computation;
  const word = queryWords[EAT];
  const query = pointOf(context, 'q', EAT);
  const keys = keyWords.map((_, row) => pointOf(context, 'k', row));
  const said = { name: text.turn.handle, value: text.turn.value(query), how: text.turn.how };
  return plane(
    [
      { name: text.queryOf(word), at: query, role: 'q', isArrow: true },
      ...keyWords.map((name, row) => ({
        ...{ name, at: keys[row], isArrow: true },
        role: /** @type {const} */ ('k'),
      })),
    ],
    {
      title: (hasFeet ? text.feetCaption : text.arrowsCaption)(word),
      text: text.arrows(word, query, keyWords, keys),
    },
    {
      limit: LIMIT,
      under: [grid(), ...(hasFeet ? [projections(query, keys)] : [])],
      over: move ? [handle(query, said, move)] : [],
      isControl: move !== undefined,
    },
  );
}

/** @param {CourseContext} context */
function scoresOfArrows(context) {
  const { isOpen } = context;
  return html`<div class="abreast">
    ${arrows(context, { hasFeet: isOpen })}
    <div>
      ${isOpen ? tableOf(context, 'scores', { rows: [EAT] }) : ''}
      <div class="matrices">${tableOf(context, 'q', { rows: [EAT] })} ${tableOf(context, 'k')}</div>
    </div>
  </div>`;
}

/** What somebody gets for the two scores who goes by another rule. @param {(query: number[], key: number[]) => number} rule */
const scoredBy = (rule) => (/** @type {CourseContext} */ context) =>
  [NOODLES, THEY].map((row) => rule(pointOf(context, 'q', EAT), pointOf(context, 'k', row)));

/** The products of the first score. @param {CourseContext} context */
function products(context) {
  const [query, key] = [pointOf(context, 'q', EAT), pointOf(context, 'k', NOODLES)];
  return html`${text.dot.labels[0]} =
    ${precise(query[0])} × ${precise(key[0])} + ${precise(query[1])} × ${precise(key[1])}`;
}

/** The largest score, and whose it is; undefined where two share it. @param {CourseContext} context */
function most(context) {
  const scores = rowOf(context, 'scores', EAT);
  const largest = Math.max(...scores);
  const words = scores.flatMap((score, row) => (score === largest ? [row] : []));
  return { largest, row: words.length === 1 ? words[0] : undefined };
}

/** Does the query point at the key, within 5 degrees? @param {CourseContext} context @param {number} row */
function pointsAt(context, row) {
  const [[a, b], [c, d]] = [pointOf(context, 'q', EAT), pointOf(context, 'k', row)];
  return a * c + b * d > 0 && Math.abs(Math.atan2(a * d - b * c, a * c + b * d)) < Math.PI / 36;
}

/** @param {CourseContext} context */
function turnReply(context) {
  const { largest, row } = most(context);
  const word = context.computation.keyWords[row ?? -1] ?? '';
  if (pointOf(context, 'q', EAT).every((one) => one === 0)) return text.turn.nothing;
  if (row === undefined) return text.turn.tie;
  if (row === FRIED) return text.turn.reached(word, largest);
  return pointsAt(context, FRIED) ? text.turn.longer(word) : text.turn.other(word, largest);
}

// Shares

const SENTENCE = 'They eat noodles';
/** e to the power of them is 2 and 5. */
const [LN2, LN5] = [Math.log(2), Math.log(5)];
const OF_EAT = [0, LN2, LN5];
const SCORES = [[0, 0, LN2], OF_EAT, [0, LN5, LN2]];

/** @param {number} query */
const shareState = (query) => byHand(SENTENCE, { scores: SCORES }, { query, step: 'weights' });

/** Room in a column of bars. */
const MOST_SCORE = 2;

/**
 * Scores, powers of e, weights.
 * @param {CourseContext} context
 * @param {number} row
 * @param {{ hasPowers: boolean, isCovered: boolean }} options
 */
function shares(context, row, { hasPowers, isCovered }) {
  const words = context.computation.keyWords;
  const scores = rowOf(context, 'scores', row);
  const powers = scores.map(Math.exp);
  const cell = (/** @type {string} */ id) => (/** @type {number} */ key) => `${id}.0.${row}.${key}`;
  return bars({
    ...{ label: text.steps(words[row]), covered: text.covered, words },
    columns: [
      {
        ...{ title: text.score, values: scores, placeOf: cell('scores') },
        most: Math.max(MOST_SCORE, ...scores),
      },
      // The run's own exponentials are of scores less the largest.
      ...(hasPowers ? [{ title: text.power, values: powers, most: Math.max(...powers) }] : []),
      {
        ...{ title: text.weight, values: rowOf(context, 'weights', row), most: 1 },
        ...{ placeOf: cell('weights'), isCovered: () => isCovered },
      },
    ],
  });
}

/**
 * What somebody gets for the weights of some words who goes by another rule.
 * @param {number} row
 * @param {number[]} keys
 * @param {(scores: number[]) => number[]} rule
 */
const weighedBy = (row, keys, rule) => (/** @type {CourseContext} */ context) => {
  const made = rule(rowOf(context, 'scores', row));
  return keys.map((key) => made[key]);
};

/** @param {number[]} list */
const total = (list) => list.reduce((sum, one) => sum + one, 0);
/** @param {number[]} list @param {number} by */
const divided = (list, by) => list.map((one) => one / by);
/** @param {number[]} scores */
const powersOf = (scores) => scores.map(Math.exp);
const rules = {
  linear: (/** @type {number[]} */ scores) => divided(scores, total(scores)),
  /** e to the power of 0 taken for 0 */
  zero: (/** @type {number[]} */ scores) => {
    const powers = scores.map((score) => (score === 0 ? 0 : Math.exp(score)));
    return divided(powers, total(powers));
  },
  undivided: powersOf,
  byLargest: (/** @type {number[]} */ scores) =>
    divided(powersOf(scores), Math.max(...powersOf(scores))),
  byCount: (/** @type {number[]} */ scores) => divided(powersOf(scores), scores.length),
  even: (/** @type {number[]} */ scores) => scores.map(() => 1 / scores.length),
};

/** In the example of three words. */
const [FIRST, MIDDLE, LAST] = [0, 1, 2];

/**
 * What somebody gets for the weights of the first word whose softmax runs over something else than its row.
 * @param {'columns' | 'whole'} over
 */
const sharedOut = (over) => (/** @type {CourseContext} */ context) => {
  const rows = [FIRST, MIDDLE, LAST].map((row) => powersOf(rowOf(context, 'scores', row)));
  return rows[FIRST].map(
    (power, key) => power / total(over === 'columns' ? rows.map((row) => row[key]) : rows.flat()),
  );
};

/** The quotient of the first weight. @param {CourseContext} context */
function quotient(context) {
  const powers = powersOf(rowOf(context, 'scores', EAT)).map((power) =>
    precise(Math.fround(power)),
  );
  return text.share.help(powers[FIRST], powers, text.share.labels[0]);
}

const changes = {
  same: editsOf({ scores: SCORES }),
  more: editsOf({
    scores: SCORES.with(
      EAT,
      OF_EAT.map((score) => score + 3),
    ),
  }),
  times: editsOf({
    scores: SCORES.with(
      EAT,
      OF_EAT.map((score) => score * 3),
    ),
  }),
};

// Learning

const LEARNED = 'the animal did not carry the box across the street because it was too tired';
/** About what training makes of these arrows. */
const GROWN = 3.5;

/** Where the asking word and the nouns stand, in any sentence. @param {CourseContext} context */
function placesOf({ computation: { keyWords } }) {
  const nouns = ['animal', 'box', 'street'].map((noun) => keyWords.indexOf(noun));
  return { asking: keyWords.indexOf('tired'), nouns: nouns.filter((row) => row >= 0) };
}

/** The arrows; what trains them comes once something is guessed. @param {CourseContext} context */
function learning(context) {
  const { keyWords } = context.computation;
  const { asking, nouns } = placesOf(context);
  if (asking < 0) return context.training;
  const query = pointOf(context, 'q', asking);
  const keys = nouns.map((row) => pointOf(context, 'k', row));
  const names = nouns.map((row) => keyWords[row]);
  const weights = rowOf(context, 'weights', asking);
  const isGuessed = context.given !== undefined;
  return html`<div class="learning">
      ${plane(
        [
          { name: text.queryOf(keyWords[asking]), at: query, role: 'q', isArrow: true },
          ...names.map((name, i) => ({
            ...{ name, at: keys[i], isArrow: true },
            role: /** @type {const} */ ('k'),
          })),
        ],
        {
          title: text.learn.caption(keyWords[asking]),
          text: text.arrows(keyWords[asking], query, names, keys),
        },
        { limit: Math.max(GROWN, ...[query, ...keys].flat().map(Math.abs)) },
      )}
      ${isGuessed ? context.training : ''}
      ${
        isGuessed
          ? bars({
              ...{ label: text.steps(keyWords[asking]), covered: text.covered, words: names },
              columns: [
                {
                  ...{ title: text.weight, values: nouns.map((row) => weights[row]), most: 1 },
                  write: (weight) => roundedWeight(weight, true),
                  placeOf: (i) => `weights.0.${asking}.${nouns[i]}`,
                },
              ],
            })
          : ''
      }
  </div>`;
}

/** @type {import('./page.js').Chapter} */
export const scoring = {
  id: 'scoring',
  ...text.chapter,
  pages: [
    {
      id: 'scoring-dot',
      title: text.dot.title,
      state: arrowState,
      setup: () => text.dot.setup,
      figure: scoresOfArrows,
      task: numbers({
        question: text.dot.question,
        labels: text.dot.labels,
        help: products,
        expected: (context) => {
          const scores = rowOf(context, 'scores', EAT);
          return [scores[NOODLES], scores[THEY]];
        },
        right: text.dot.right,
        mistakes: [
          { of: scoredBy((q, k) => total([...q, ...k])), reply: text.dot.sum },
          { of: scoredBy((q, k) => q[0] * k[0]), reply: text.dot.first },
          { of: scoredBy((q, k) => q[1] * k[1]), reply: text.dot.second },
          {
            of: scoredBy((q, k) => Math.abs(q[0] * k[0]) + Math.abs(q[1] * k[1])),
            reply: text.dot.sign,
          },
          { of: scoredBy((q, k) => Math.abs(q[0] * k[0] + q[1] * k[1])), reply: text.dot.sign },
          { of: scoredBy((q, k) => q[0] * k[1] + q[1] * k[0]), reply: text.dot.crossed },
          { of: scoredBy((q, k) => total(q) * total(k)), reply: text.dot.length },
        ],
      }),
      after: () => text.dot.after,
    },
    {
      id: 'scoring-turn',
      title: text.turn.title,
      state: arrowState,
      setup: () => text.turn.setup,
      figure: (context) => {
        const move = (/** @type {[number, number]} */ to) =>
          context.apply({
            edits: to.reduce(
              (edits, number, i) => withEdit(edits, `q.0.${EAT}.${i}`, number),
              context.state.edits,
            ),
          });
        return html`<div class="abreast">
          ${arrows(context, { hasFeet: true, move })}
          ${tableOf(context, 'scores', { rows: [EAT] })}
        </div>`;
      },
      task: target({
        question: text.turn.question,
        isReached: (context) => most(context).row === FRIED,
        reply: turnReply,
      }),
      after: () => text.turn.after,
    },
    {
      id: 'scoring-share',
      title: text.share.title,
      state: shareState(EAT),
      setup: () => text.share.setup,
      figure: (context) => shares(context, EAT, { hasPowers: true, isCovered: !context.isOpen }),
      task: numbers({
        question: text.share.question,
        labels: text.share.labels,
        help: quotient,
        expected: (context) => {
          const weights = rowOf(context, 'weights', EAT);
          return [weights[FIRST], weights[LAST]];
        },
        right: text.share.right,
        mistakes: [
          ...Object.entries({
            linear: text.share.linear,
            zero: text.share.zero,
            undivided: text.share.undivided,
            byLargest: text.share.byLargest,
            byCount: text.share.byCount,
          }).map(([rule, reply]) => ({
            of: weighedBy(EAT, [FIRST, LAST], rules[/** @type {keyof typeof rules} */ (rule)]),
            reply,
          })),
          {
            of: (context) => {
              const middle = rowOf(context, 'weights', EAT)[MIDDLE];
              return [middle, middle];
            },
            reply: text.share.middle,
          },
        ],
        wrong: text.share.wrong,
      }),
      after: () => text.share.after,
    },
    {
      id: 'scoring-row',
      isExtra: true,
      title: text.row.title,
      state: shareState(FIRST),
      setup: () => text.row.setup,
      figure: (context) => html`<div class="matrices">
        ${tableOf(context, 'scores')}
        ${context.isOpen ? tableOf(context, 'weights') : ''}
      </div>`,
      task: numbers({
        question: text.row.question,
        labels: text.row.labels,
        expected: (context) => rowOf(context, 'weights', FIRST),
        right: text.row.right,
        mistakes: [
          { of: sharedOut('columns'), reply: text.row.columns },
          { of: sharedOut('whole'), reply: text.row.whole },
          ...Object.entries({
            zero: text.row.zero,
            undivided: text.row.undivided,
            byLargest: text.row.byLargest,
            even: text.row.even,
          }).map(([rule, reply]) => ({
            of: weighedBy(
              FIRST,
              [FIRST, MIDDLE, LAST],
              rules[/** @type {keyof typeof rules} */ (rule)],
            ),
            reply,
          })),
        ],
      }),
      after: () => text.row.after,
    },
    {
      id: 'scoring-shift',
      isExtra: true,
      title: text.shift.title,
      state: shareState(EAT),
      setup: () => text.shift.setup,
      figure: (context) =>
        html`${shares(context, EAT, { hasPowers: context.isOpen, isCovered: false })}
        ${
          context.isOpen
            ? settingChoice(context, text.shift.choose, [
                [text.shift.names[0], { edits: changes.same }],
                [text.shift.names[1], { edits: changes.more }],
                [text.shift.names[2], { edits: changes.times }],
              ])
            : ''
        }`,
      task: choice({
        question: text.shift.question,
        answers: [
          [text.shift.answers[0], text.shift.both],
          [text.shift.answers[1], text.shift.adding],
          [text.shift.answers[2], text.shift.right],
          [text.shift.answers[3], text.shift.neither],
        ],
        right: 2,
      }),
      after: () => text.shift.after,
    },
    {
      id: 'scoring-learn',
      title: text.learn.title,
      state: {
        ...{ source: 'describer', seed: 0, training: 0, sentence: LEARNED },
        ...{ query: 14, step: 'weights' },
      },
      setup: () => text.learn.setup,
      figure: learning,
      task: choice({
        question: text.learn.question,
        answers: [
          [text.learn.answers[0], text.learn.query],
          [text.learn.answers[1], text.learn.key],
          [text.learn.answers[2], text.learn.right],
        ],
        right: 2,
      }),
      after: () => text.learn.after,
    },
  ],
};
