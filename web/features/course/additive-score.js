/**
 * Draws how an additive score is computed: project a query and a key, add them, apply tanh, weight
 * the results and sum them.
 */

import { html, nothing, svg } from 'lit';
import { drawChart } from '../../figures/chart.js';
import { styled } from '../../figures/dom.js';
import { getRow, listIndices } from '../../graph/cell.js';
import { roundUpLimit } from '../../styles/colour.js';
import { exact, rounded } from '../../text/number.js';
import * as text from './text/en/translation.js';

/** @import { CourseContext } from '../../pages/types.js' */

/** The largest number of columns for which the bars show their numbers. */
const MOST_WRITTEN = 4;

/**
 * @typedef {object} Additive
 * @property {{ queries: string, keys: string, weights: string }} ids the ids of the tensors
 * @property {number} query
 * @property {number} key
 * @property {boolean} isCovered whether tanh and the products are hidden in every column but the
 *   first, because the task asks for the score
 *
 * @typedef {object} Bars a row of the picture
 * @property {unknown} name
 * @property {readonly number[]} values
 * @property {string} [id] the id of the tensor; sums and products have none
 * @property {string} [kind] the kind of vector that gives the bars their colour
 * @property {number} [limit]
 * @property {number} [shown] how many numbers are shown; the rest is covered
 */

/**
 * Computes the intermediate results of an additive score.
 * @param {Pick<CourseContext, 'computation'>} context
 * @param {Omit<Additive, 'isCovered'>} which
 */
export function computeScoreParts({ computation: { results } }, { ids, query, key }) {
  const readRow = (/** @type {string} */ id, /** @type {number[]} */ ...index) => [
    ...getRow(results[id], ...index),
  ];
  const [queries, keys] = [readRow(ids.queries, query), readRow(ids.keys, key)];
  const [features, weights] = [readRow('features', query, key), readRow(ids.weights)];
  return {
    queries,
    keys,
    features,
    weights,
    sums: queries.map((value, i) => value + keys[i]),
    products: features.map((value, i) => value * weights[i]),
    score: getRow(results.scores, query)[key],
  };
}

/** @param {CourseContext} context @param {Additive} which */
export function additiveScore(context, which) {
  const { keyWords, queryWords } = context.computation;
  const { ids, query, key, isCovered } = which;
  const parts = computeScoreParts(context, which);
  const count = parts.weights.length;
  const [queryWord, keyWord] = [queryWords[query], keyWords[key]];
  const limit = roundUpLimit([...parts.queries, ...parts.keys, ...parts.sums]);
  const weightLimit = roundUpLimit(parts.weights);
  const shown = isCovered ? 1 : count;
  /** @type {Bars[]} */
  const rows = [
    {
      name: text.additive.query(queryWord),
      values: parts.queries,
      id: `${ids.queries}.${query}`,
      kind: 'q',
    },
    { name: text.additive.key(keyWord), values: parts.keys, id: `${ids.keys}.${key}`, kind: 'k' },
    { name: text.additive.sum, values: parts.sums, shown },
    {
      name: text.additive.tanh,
      values: parts.features,
      id: `features.${query}.${key}`,
      limit: 1,
      shown,
    },
    { name: text.additive.weights, values: parts.weights, id: ids.weights, limit: weightLimit },
    { name: text.additive.products, values: parts.products, limit: weightLimit, shown },
  ];
  return html`<div class="abreast additive"><div class="bar-rows" ${styled('--columns', String(count))}>
      ${rows.map((row) => barRow({ limit, ...row }, count <= MOST_WRITTEN))}
      <div class="total"><span>${text.additive.score}</span>${
        isCovered
          ? nothing
          : html`<data data-place="scores.${query}.${key}" data-value=${exact(parts.score)} value=${exact(parts.score)}>${rounded(parts.score)}</data>`
      }</div>
    </div>
    ${tanhCurve(isCovered ? [] : parts.sums.map((sum, i) => [sum, parts.features[i]]), limit)}
  </div>`;
}

/** @param {Bars & { limit: number }} row @param {boolean} isWritten */
function barRow({ name, values, id, kind = '', limit, shown = values.length }, isWritten) {
  return html`<div class=${`bar-row ${kind} ${isWritten ? 'written' : ''}`}>
    <span class="name"><span>${name}</span> <span class="note">±${rounded(limit)}</span></span>
    ${values.map((value, i) => {
      if (i >= shown)
        return html`<span class="amount"><span class="hidden">${text.covered}</span></span>`;
      const place = id === undefined ? nothing : `${id}.${i}`;
      return html`<span class="amount" data-place=${place} data-value=${exact(value)}>
        <i class=${value < 0 ? 'negative' : 'positive'} ${styled('--part', `${(50 * Math.abs(value)) / limit}%`)}></i>
        ${isWritten ? html`<span class="digits">${rounded(value)}</span>` : nothing}</span>`;
    })}
  </div>`;
}

/**
 * Draws the curve of tanh and marks the sums on it.
 * @param {(readonly [sum: number, squeezed: number])[]} points
 * @param {number} limit
 */
function tanhCurve(points, limit) {
  const sums = listIndices(121).map((i) => (limit * (i - 60)) / 60);
  return html`<figure class="squeezing">
    ${drawChart(
      text.additive.curve(points.map(([sum]) => sum)),
      {
        size: [300, 160],
        x: { ends: [24, 284], range: [-limit, limit], ticks: [-limit, 0, limit] },
        y: { ends: [136, 8], range: [-1, 1], ticks: [-1, 0, 1] },
      },
      (x, y, line) => svg`<line class="hair" x1=${x(0)} x2=${x(0)} y1=${y(-1)} y2=${y(1)}></line>
        <polyline points=${line(sums.map((sum) => [sum, Math.tanh(sum)]))}></polyline>
        ${points.map(([sum, squeezed]) => svg`<circle cx=${x(sum)} cy=${y(squeezed)} r="4"></circle>`)}`,
    )}
    <figcaption class="note">${text.additive.caption}</figcaption>
  </figure>`;
}
