/** Chapter 2: what comes out of looking. */

import { html } from 'lit';
import { mass } from '../../figures/mass.js';
import { cross, presses, ring } from '../../figures/on-plane.js';
import { withEdit } from '../../session/edited.js';
import * as text from '../../text/en/course/mixing.js';
import { exact, rounded } from '../../text/number.js';
import { precise } from '../text.js';
import { byHand } from './by-hand.js';
import { arcsOf, pointOf, rowOf, sentenceChoice, tableOf } from './figures.js';
import { choice, numbers, pick, target } from './tasks.js';

/** @typedef {import('./page.js').CourseContext} CourseContext */
/** @typedef {[x: number, y: number]} Point */

const STREET = 'the animal did not carry the box across the street because it was too';
const TIRED = 14;
/** In that sentence. */
const [ANIMAL, BOX, LAST_NOUN, BECAUSE] = [1, 6, 9, 10];

/** Room for the values there, and for their names. */
const TRAINED_LIMIT = 5.2;

/** Three words with values that are easily reckoned with. */
const SENTENCE = 'They eat noodles';
const VALUES = [
  [4, -3],
  [-2, 4],
  [-4, -3],
];
const LIMIT = 5;
const EAT = 1;
const NOODLES = 2;
/** @type {Point} */
const RING = [-2.5, -1];
const RADIUS = 0.4;
/** @type {Point} */
const CROSS = [2, 3];

/**
 * The example, in which one word has these weights.
 * @param {number} row
 * @param {number[]} weights
 * @param {string} [step]
 */
const mixed = (row, weights, step = 'heads') =>
  byHand(
    SENTENCE,
    { v: VALUES, weights: VALUES.map((_, i) => (i === row ? weights : [])) },
    { step, query: row },
  );

/** Values of the trained model: of each word that has one of its own. @param {CourseContext} context */
function trainedValues(context) {
  const { isOpen, computation, given, answer } = context;
  const { keyWords } = computation;
  const weights = rowOf(context, 'weights', TIRED);
  const named = [ANIMAL, BOX, LAST_NOUN];
  const others = keyWords.flatMap((word, row) =>
    keyWords.indexOf(word) === row && !named.includes(row) && row !== BECAUSE ? [row] : [],
  );
  const values = [...named, BECAUSE, ...others].map((row) => ({
    row,
    name: named.includes(row) ? keyWords[row] : row === BECAUSE ? text.otherWords : '',
    at: pointOf(context, 'v', row),
    weight: weights[row],
  }));
  const found = isOpen ? pointOf(context, 'heads', TIRED) : undefined;
  const shown = values.filter(({ name }) => name !== '');
  const label = text.plane(
    shown.map(({ name }) => name),
    shown.map(({ at }) => at),
    found,
  );
  const points = shown.map(({ row, name, at }) => ({
    ...{ at, label: text.press(name), isPressed: given?.value === String(row) },
    press: () => answer(String(row)),
  }));
  return mass(
    { values, output: found && { name: text.output, at: found } },
    {
      title: isOpen ? text.valuesAndOutput : text.values.caption,
      text: label,
    },
    { limit: TRAINED_LIMIT, ...(!isOpen && { over: [presses(points)], isControl: true }) },
  );
}

/** The output, and other last words. @param {CourseContext} context */
const found = (context) => html`<div>
  ${tableOf(context, 'heads', { rows: [TIRED], name: text.output })}
  ${sentenceChoice(
    context,
    text.values.flipping,
    ['tired', 'heavy', 'wide'].map((word) => [word, `${STREET} ${word}`]),
  )}
</div>`;

/**
 * Values, output and sliders of one word.
 * @param {CourseContext} context
 * @param {number} row
 * @param {import('../../figures/plane.js').Layer[]} under
 * @param {string} goal what that is
 */
function sliding(context, row, under, goal) {
  const words = context.computation.keyWords;
  const weights = rowOf(context, 'weights', row);
  const found = pointOf(context, 'heads', row);
  const values = words.map((name, i) => ({
    ...{ name, at: pointOf(context, 'v', i), weight: weights[i] },
  }));
  const label = text.plane(
    words,
    values.map(({ at }) => at),
    found,
  );
  return html`<div class="abreast">
    ${mass(
      { values, output: { name: text.output, at: found }, isSmall: true },
      { title: text.valuesAndOutput, text: `${label}; ${goal}` },
      { limit: LIMIT, under },
    )}
    ${sliders(context, row, weights)}
  </div>`;
}

/**
 * @param {CourseContext} context
 * @param {number} row
 * @param {number[]} weights
 */
function sliders({ state, computation, apply }, row, weights) {
  const words = computation.keyWords;
  const parts = weights.map((weight) => Math.round(100 * weight));
  const cell = (/** @type {number} */ key) => `weights.0.${row}.${key}`;
  /** @param {number} key @param {Event} event */
  const slide = (key, event) => {
    const { value } = /** @type {HTMLInputElement} */ (event.target);
    const edits = shared(parts, key, Number(value)).reduce(
      (made, part, i) => withEdit(made, cell(i), part / 100),
      state.edits,
    );
    apply({ edits });
  };
  return html`<div role="group" aria-label=${text.sliders(words[row])}>
    ${words.map(
      (word, key) => html`<div class="slide">
        <label><span>${word}</span>
          <input type="range" min="0" max="100" step="1" aria-label=${text.slider(words[row], word)}
            aria-valuetext=${rounded(weights[key], 2)} .value=${String(parts[key])}
            @input=${(/** @type {Event} */ event) => slide(key, event)}></label>
        <data data-place=${cell(key)} data-value=${exact(weights[key])} value=${exact(weights[key])}>${weights[key].toFixed(2)}</data>
      </div>`,
    )}
  </div>`;
}

/**
 * Hundredths that still add up to 100 after one of them was set: the others keep their proportion.
 * @param {readonly number[]} parts
 * @param {number} index
 * @param {number} part
 */
export function shared(parts, index, part) {
  const others = parts.reduce((sum, one, i) => (i === index ? sum : sum + one), 0);
  const exactly = parts.map((one, i) =>
    i === index
      ? part
      : others > 0
        ? ((100 - part) * one) / others
        : (100 - part) / (parts.length - 1),
  );
  const whole = exactly.map(Math.floor);
  let left = 100 - whole.reduce((sum, one) => sum + one, 0);
  // The largest remainders are rounded up.
  const order = exactly.map((_, i) => i).sort((a, b) => (exactly[b] % 1) - (exactly[a] % 1));
  for (const i of order) {
    if (left > 0 && i !== index) {
      whole[i]++;
      left--;
    }
  }
  return whole;
}

/** In which direction the ring is. @param {Point} at */
function way([x, y]) {
  const { left, rightward, up, down, and } = text.slide;
  const [right, above] = [RING[0] - x, RING[1] - y];
  const least = RADIUS / 2;
  return [
    ...(Math.abs(right) > least ? [right > 0 ? rightward : left] : []),
    ...(Math.abs(above) > least ? [above > 0 ? up : down] : []),
  ].join(and);
}

/** @param {Point} at */
const isInRing = ([x, y]) => Math.hypot(x - RING[0], y - RING[1]) <= RADIUS;

/**
 * Weights, values, and the output that is to be worked out.
 * @param {CourseContext} context
 * @param {number} row
 */
const product = (context, row) => html`<div class="matrices">
  ${tableOf(context, 'weights', { rows: [row], name: text.weights })}
  <span class="sign">·</span>
  ${tableOf(context, 'v')}
  <span class="sign">=</span>
  ${tableOf(context, 'heads', { ...{ rows: [row], name: text.output }, covered: context.isOpen ? [] : [`${row}.0`, `${row}.1`] })}
</div>`;

/**
 * What somebody gets for the output of a word.
 * @param {number} row
 * @param {(weights: number[], values: number[], most: number) => number} rule for one column
 */
const by = (row, rule) => (/** @type {CourseContext} */ context) => {
  const weights = rowOf(context, 'weights', row);
  const most = weights.indexOf(Math.max(...weights));
  return [0, 1].map((column) =>
    rule(
      weights,
      weights.map((_, key) => pointOf(context, 'v', key)[column]),
      most,
    ),
  );
};

/** @param {readonly number[]} list */
const total = (list) => list.reduce((sum, one) => sum + one, 0);
/** @param {number[]} weights @param {number[]} values */
const terms = (weights, values) => weights.map((weight, i) => weight * values[i]);

/** @param {number} row @param {typeof text.row.mistakes} said */
const mistakes = (row, said) => [
  { of: by(row, (_, values) => total(values)), reply: said.sum },
  { of: by(row, (_, values) => total(values) / values.length), reply: said.mean },
  { of: by(row, (_, values, most) => values[most]), reply: said.largest },
  { of: by(row, (weights, values, most) => weights[most] * values[most]), reply: said.product },
  {
    of: by(row, (weights, values) => total(terms(weights, values).map(Math.abs))),
    reply: said.sign,
  },
  ...VALUES.flatMap((_, left) => [
    {
      of: by(
        row,
        (weights, values) => total(terms(weights, values)) - weights[left] * values[left],
      ),
      reply: said.missing,
    },
    {
      of: by(
        row,
        (weights, values) => total(terms(weights, values)) + (1 - weights[left]) * values[left],
      ),
      reply: said.unweighted,
    },
  ]),
];

/** The terms of the first number. @param {CourseContext} context */
function writtenOut(context) {
  const weights = rowOf(context, 'weights', EAT);
  return html`${text.row.labels[0]} = ${weights.map((weight, key) => {
    const [value] = pointOf(context, 'v', key);
    const shown = value < 0 ? html`(${precise(value)})` : precise(value);
    return html`${key > 0 ? ' + ' : ''}${precise(weight)} × ${shown}`;
  })}`;
}

/** @type {import('./page.js').Chapter} */
export const mixing = {
  id: 'mixing',
  ...text.chapter,
  pages: [
    {
      id: 'mixing-values',
      title: text.values.title,
      state: {
        ...{ source: 'describer', seed: 0, sentence: `${STREET} tired` },
        ...{ query: TIRED, step: 'heads' },
      },
      origin: text.trained,
      setup: () => text.values.setup,
      figure: (context) =>
        html`<div class="below-arcs">
          <div class="abreast">${trainedValues(context)} ${context.isOpen ? found(context) : ''}</div>
          ${arcsOf(context)}
        </div>`,
      task: pick({
        question: text.values.question,
        right: () => ANIMAL,
        reply: ({ computation }, index) =>
          index === ANIMAL
            ? text.values.right
            : index === BECAUSE
              ? text.values.others
              : text.values.wrong(computation.keyWords[index] ?? ''),
      }),
      after: () => text.values.after,
    },
    {
      id: 'mixing-slide',
      title: text.slide.title,
      state: mixed(EAT, [0.34, 0.33, 0.33]),
      setup: () => text.slide.setup,
      figure: (context) => sliding(context, EAT, [ring(RING, RADIUS)], text.ring(RING)),
      task: target({
        question: text.slide.question,
        isReached: (context) => isInRing(pointOf(context, 'heads', EAT)),
        reply: (context) => {
          const at = pointOf(context, 'heads', EAT);
          return isInRing(at) ? text.slide.reached(at) : text.slide.far(at, way(at));
        },
      }),
      after: () => text.slide.after,
    },
    {
      id: 'mixing-row',
      title: text.row.title,
      state: mixed(EAT, [0.5, 0.25, 0.25]),
      setup: () => text.row.setup,
      figure: (context) => product(context, EAT),
      task: numbers({
        question: text.row.question,
        labels: text.row.labels,
        help: writtenOut,
        expected: (context) => pointOf(context, 'heads', EAT),
        right: text.row.right,
        mistakes: mistakes(EAT, text.row.mistakes),
        wrong: text.row.mistakes.other,
      }),
      after: () => text.row.after,
    },
    {
      id: 'mixing-whole',
      isExtra: true,
      title: text.whole.title,
      state: mixed(NOODLES, [0.1, 0.4, 0.5]),
      setup: () => text.whole.setup,
      figure: (context) => product(context, NOODLES),
      task: numbers({
        question: text.whole.question,
        labels: text.whole.labels,
        expected: (context) => pointOf(context, 'heads', NOODLES),
        right: text.whole.right,
        mistakes: mistakes(NOODLES, text.whole.mistakes),
        wrong: text.whole.mistakes.other,
      }),
      after: () => text.whole.after,
    },
    {
      id: 'mixing-inside',
      title: text.inside.title,
      state: mixed(EAT, [0.34, 0.33, 0.33]),
      setup: () => text.inside.setup,
      figure: (context) => sliding(context, EAT, [cross(CROSS)], text.cross(CROSS)),
      task: choice({
        question: text.inside.question,
        answers: [
          [text.inside.answers[0], text.inside.well],
          [text.inside.answers[1], text.inside.two],
          [text.inside.answers[2], text.inside.right],
        ],
        right: 2,
      }),
      after: () => text.inside.after,
    },
    {
      id: 'mixing-same',
      isExtra: true,
      title: text.same.title,
      state: byHand(
        'They eat fried noodles',
        {
          v: [
            [1, 0],
            [0, 1],
            [1, 0],
            [0, 1],
          ],
          weights: [
            [0.4, 0.1, 0.1, 0.4],
            [0.5, 0.5, 0, 0],
          ],
        },
        { step: 'heads', query: 0 },
      ),
      setup: () => text.same.setup,
      figure: (context) => html`<div class="matrices">
        ${tableOf(context, 'weights', { rows: [0, 1], name: text.weights })}
        <span class="sign">·</span>
        ${tableOf(context, 'v')}
        <span class="sign">=</span>
        ${tableOf(context, 'heads', { ...{ rows: [0, 1], name: text.output }, covered: context.isOpen ? [] : ['0.0', '0.1', '1.0', '1.1'] })}
      </div>`,
      task: choice({
        question: text.same.question,
        answers: [
          [text.same.answers[0], text.same.they],
          [text.same.answers[1], text.same.eat],
          [text.same.answers[2], text.same.right],
        ],
        right: 2,
      }),
      after: () => text.same.after,
    },
  ],
};
