/** Chapter 2: the figures and tasks that its JSON cannot express. */

import { html } from 'lit';
import { findLargestIndex } from '../../../src/js/largest.js';
import {
  makeButtonLayer,
  makeCrossLayer,
  makeGridLayer,
  makeRingLayer,
  massFigure,
} from '../../figures/on-plane.js';
import { parseCell } from '../../graph/cell.js';
import { makeChapter } from '../../pages/chapter.js';
import {
  drawArcs,
  drawTable,
  drawTableLegend,
  numberSlider,
  readFirstHeadRow,
  readPoint,
  settingChoice,
} from '../../pages/figures.js';
import { withEdit } from '../../state/edit-cells.js';
import { streetAdjectives, streetSentence } from '../../text/en/street.js';
import { roundedWeight } from '../../text/number.js';
import { mixingMotion, sumTerms } from './mixing-motion.js';
import * as text from './text/en/course.js';
import json from './text/en/mixing.json' with { type: 'json' };

/**
 * @import { Layer, Point } from '../../figures/types.js'
 * @import { Sum } from './mixing-motion.js'
 * @import { CourseContext } from '../../pages/types.js'
 */

const TIRED = 14;

/** Positions of words in the sentence of the trained model. */
const [ANIMAL, BOX, LAST_NOUN, BECAUSE] = [1, 6, 9, 10];

/**
 * Half the width of the trained model's plane, which leaves room for the values and their names.
 */
const TRAINED_LIMIT = 5.2;

const LIMIT = 5;

const EAT = 1;

const NOODLES = 2;

/**
 * The thousandths of a weight of 1. Sliders move in hundredths; if the other weights were rounded
 * to these, too, a small one would stay where it is.
 */
const PARTS_OF_WEIGHT = 1000;

/** @type {Point} */
const RING = [-2.5, -1];

const RADIUS = 0.4;

/** @type {Point} */
const CROSS = [2, 3];

/**
 * Lists the values with their names and with the weights of a word.
 * @param {CourseContext} context
 * @param {number} row
 */
const listValues = (context, row) =>
  readFirstHeadRow(context, 'weights', row).map((weight, key) => ({
    name: context.computation.keyWords[key],
    at: readPoint(context, 'v', key),
    weight,
  }));

/**
 * Draws the values of the trained model, one for each different word.
 * @param {CourseContext} context
 */
function trainedValues(context) {
  const { isOpen, computation, given, answer } = context;
  const { keyWords } = computation;
  const all = listValues(context, TIRED);
  const named = [ANIMAL, BOX, LAST_NOUN];
  const others = keyWords.flatMap((word, row) =>
    keyWords.indexOf(word) === row && !named.includes(row) && row !== BECAUSE ? [row] : [],
  );
  const values = [...named, BECAUSE, ...others].map((row) => ({
    ...all[row],
    row,
    name: named.includes(row) ? keyWords[row] : row === BECAUSE ? text.otherWords : '',
  }));
  const found = isOpen ? readPoint(context, 'heads', TIRED) : undefined;
  const shown = values.filter(({ name }) => name !== '');
  const points = shown.map(({ row, name, at }) => ({
    name,
    at,
    label: text.press(name),
    isPressed: given?.value === String(row),
    press: () => answer(String(row)),
  }));
  return massFigure(
    { values, output: found && { name: text.output, at: found } },
    { title: isOpen ? text.valuesAndOutput : text.values, text: text.plane(shown, found) },
    {
      limit: TRAINED_LIMIT,
      under: [makeGridLayer(LIMIT)],
      ...(!isOpen && { over: [makeButtonLayer(points)], isControl: true }),
    },
  );
}

/** Draws the output, and a choice of other last words. @param {CourseContext} context */
const foundWords = (context) => html`<div>
  ${drawTable(context, 'heads', { rows: [TIRED], name: text.output })}
  ${settingChoice(
    context,
    text.flipping,
    streetAdjectives.map((word) => [word, { sentence: `${streetSentence} ${word}` }]),
  )}
</div>`;

/**
 * Draws the values, the output and the weight sliders of “eat”.
 * @param {CourseContext} context
 * @param {Layer} target drawn over the name of the output
 * @param {string} goal describes the target to screen readers
 */
function planeWithSliders(context, target, goal) {
  const values = listValues(context, EAT);
  const found = readPoint(context, 'heads', EAT);
  return html`<div class="abreast">
    ${massFigure(
      { values, output: { name: text.output, at: found }, isSmall: true },
      { title: text.valuesAndOutput, text: `${text.plane(values, found)}; ${goal}` },
      { limit: LIMIT, over: [target] },
    )}
    ${weightSliders(context)}
  </div>`;
}

/** @param {CourseContext} context */
function weightSliders(context) {
  const { state, computation, dispatch } = context;
  const words = computation.keyWords;
  const weights = readFirstHeadRow(context, 'weights', EAT);
  const parts = weights.map((weight) => Math.round(PARTS_OF_WEIGHT * weight));
  const cell = (/** @type {number} */ key) => `weights.0.${EAT}.${key}`;
  const slide = (/** @type {number} */ key, /** @type {number} */ value) => {
    const edits = redistributeWeight(parts, key, (PARTS_OF_WEIGHT / 100) * value).reduce(
      (edited, part, i) => withEdit(edited, cell(i), part / PARTS_OF_WEIGHT),
      state.edits,
    );
    dispatch({ edits }, { by: 'page' });
  };
  return html`<div role="group" aria-label=${text.sliders(words[EAT])}>
    ${words.map((word, key) =>
      numberSlider({
        name: word,
        label: text.slider(words[EAT], word),
        range: { min: 0, max: 100, step: 1, value: Math.round(100 * weights[key]) },
        place: cell(key),
        number: weights[key],
        digits: roundedWeight(weights[key], 3),
        onSlide: (value) => slide(key, value),
      }),
    )}
  </div>`;
}

/**
 * Sets one of several integers that add up to 1,000, and rescales the others in proportion.
 * @param {readonly number[]} parts
 * @param {number} index
 * @param {number} part
 */
export function redistributeWeight(parts, index, part) {
  const others = parts.reduce((sum, share, i) => (i === index ? sum : sum + share), 0);
  const exactly = parts.map((share, i) =>
    i === index
      ? part
      : others > 0
        ? ((PARTS_OF_WEIGHT - part) * share) / others
        : (PARTS_OF_WEIGHT - part) / (parts.length - 1),
  );
  const rounded = exactly.map(Math.floor);
  let left = PARTS_OF_WEIGHT - rounded.reduce((sum, part) => sum + part, 0);
  // Round up the numbers with the largest remainders.
  const order = exactly.map((_, i) => i).sort((a, b) => (exactly[b] % 1) - (exactly[a] % 1));
  for (const i of order) {
    if (left > 0 && i !== index) {
      rounded[i]++;
      left--;
    }
  }
  return rounded;
}

/** Says in which direction the ring lies. @param {Point} at */
function describeWay([x, y]) {
  const { left, rightward, up, down, and } = text;
  const [right, above] = [RING[0] - x, RING[1] - y];
  const least = RADIUS / 2;
  return [
    ...(Math.abs(right) > least ? [right > 0 ? rightward : left] : []),
    ...(Math.abs(above) > least ? [above > 0 ? up : down] : []),
  ].join(and);
}

/** @param {Point} at */
const isInRing = ([x, y]) => Math.hypot(x - RING[0], y - RING[1]) <= RADIUS;

/** @param {CourseContext} context @param {number} row @returns {Sum} */
export function computeWeightedSum(context, row) {
  return sumTerms(context.attention, listValues(context, row), readPoint(context, 'heads', row));
}

/**
 * Draws the weights, the values and the outputs as an equation. The outputs stay covered while the
 * task asks for them.
 * @param {CourseContext} context
 * @param {number[]} rows
 */
const drawProduct = (context, rows) => html`<div class="matrices">
  ${drawTable(context, 'weights', { rows, name: text.weights })}
  <span class="sign">·</span>
  ${drawTable(context, 'v')}
  <span class="sign">=</span>
  ${drawTable(context, 'heads', { rows, name: text.output, covered: context.isOpen ? [] : rows.flatMap((row) => [`${row}.0`, `${row}.1`]) })}
</div>
${drawTableLegend(context, ['weights', 'v', 'heads'])}`;

/** Names output and weights as the tables do: H comes in chapter 6, A in chapter 4. @param {CourseContext} context */
function nameOutput(context) {
  const { nodes, ...computation } = context.computation;
  const heads = { ...nodes.heads, singular: text.output, symbol: '' };
  const weights = { ...nodes.weights, symbol: '' };
  return { ...context, computation: { ...computation, nodes: { ...nodes, heads, weights } } };
}

/**
 * Returns a test for a known mistake: it computes the wrong output that the mistake gives.
 * @param {(terms: { weight: number, value: number }[], output: number, most: number) => number |
 *   number[]} rule computes one column; several numbers mean that the mistake has several forms
 */
const makeMistake =
  (rule) =>
  (/** @type {CourseContext} */ context, /** @type {string[]} */ [place]) => {
    const row = Number(parseCell(place)?.index[1]);
    const weights = readFirstHeadRow(context, 'weights', row);
    const most = findLargestIndex(weights);
    const [first, second] = [0, 1].map((column) => {
      const terms = weights.map((weight, key) => ({
        weight,
        value: readPoint(context, 'v', key)[column],
      }));
      return [rule(terms, readPoint(context, 'heads', row)[column], most)].flat();
    });
    return first.map((number, i) => [number, second[i]]);
  };

/** @param {{ weight: number, value: number }[]} terms @param {(value: number, weight: number) => number} termOf */
const addUp = (terms, termOf) =>
  terms.reduce((sum, { weight, value }) => sum + termOf(value, weight), 0);

/** @param {{ weight: number, value: number }[]} terms @param {number} output */
const leaveOutEach = (terms, output) => terms.map(({ weight, value }) => output - weight * value);

/** Leaves the output as it is for terms without a minus sign. @type {typeof leaveOutEach} */
const loseEachSign = (terms, output) =>
  terms.map(({ weight, value }) => output + weight * (Math.abs(value) - value));

export const mixing = makeChapter('mixing', json, {
  figures: {
    trained: (context) =>
      html`<div class="below-arcs">
        <p class="given">${context.computation.keyWords.join(' ')}</p>
        <div class="abreast">${trainedValues(context)}
          <div>${drawTable(context, 'v', { rows: [ANIMAL, BOX, LAST_NOUN] })} ${context.isOpen ? foundWords(context) : ''}</div></div>
        ${drawArcs(context)}
      </div>`,
    ring: (context) => planeWithSliders(context, makeRingLayer(RING, RADIUS), text.ring(RING)),
    ofEat: (context) => drawProduct(context, [EAT]),
    travel: (context) => mixingMotion(computeWeightedSum(context, EAT)),
    trainedTravel: (context) => mixingMotion(computeWeightedSum(context, TIRED)),
    ofNoodles: (context) => drawProduct(context, [NOODLES]),
    ofBoth: (context) => drawProduct(context, [0, EAT]),
    cross: (context) => planeWithSliders(context, makeCrossLayer(CROSS), text.cross(CROSS)),
  },
  setters: ['ring', 'cross'],
  judges: {
    ring: (context) => {
      const at = readPoint(context, 'heads', EAT);
      const isRight = isInRing(at);
      const words = { at: text.point2(at), way: describeWay(at) };
      return { isRight, reply: isRight ? 'reached' : 'far', words };
    },
  },
  mistakes: {
    sum: makeMistake((terms) => addUp(terms, (value) => value)),
    mean: makeMistake((terms) => addUp(terms, (value) => value) / terms.length),
    largest: makeMistake((terms, _, most) => terms[most].value),
    product: makeMistake((terms, _, most) => terms[most].weight * terms[most].value),
    // One wrong number may come from either mistake.
    signOrMissing: makeMistake((terms, output) => {
      const withoutTerm = leaveOutEach(terms, output);
      return loseEachSign(terms, output).filter((number) => withoutTerm.includes(number));
    }),
    sign: makeMistake((terms, output) => [
      addUp(terms, (value, weight) => weight * Math.abs(value)),
      ...loseEachSign(terms, output),
    ]),
    missing: makeMistake(leaveOutEach),
    unweighted: makeMistake((terms, output) =>
      terms.map(({ weight, value }) => output + (1 - weight) * value),
    ),
    otherColumn: (context, [place]) => [
      readPoint(context, 'heads', Number(parseCell(place)?.index[1])).toReversed(),
    ],
  },
  panel: nameOutput,
});
