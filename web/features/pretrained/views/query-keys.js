/** Draws one query against all keys of a head: both vectors, their products, and the score. */

import { html, nothing } from 'lit';
import { findPlaceUnder } from '../../../figures/pixels.js';
import { makeTable } from '../../../figures/tables.js';
import { getRow, makeView } from '../../../graph/cell.js';
import { roundUpLimit } from '../../../styles/colour.js';
import { masked } from '../../../text/en/tables.js';
import { quoted, word } from '../../../text/inline.js';
import { exact } from '../../../text/number.js';
import { readout, writeReadoutNear } from '../../../views/matrix.js';
import { paintedCells } from '../../../views/painted-canvas.js';
import * as text from '../text/en/query-keys.js';
import { barWithNumber } from './answer.js';

/** @import { ViewContext } from '../../../lessons/context.js' */

/** The most keys that are shown. */
const MAX_KEYS = 64;

/**
 * Returns the rows of the picture: all keys, or those with the largest weights if there are many.
 * @param {ViewContext} context
 * @param {{ query: string, key: string }} ids the ids of the query and key tensors
 */
export function compareQueryWithKeys({ state, computation, selected }, ids) {
  const { results, keyWords } = computation;
  const { head } = state;
  const query = getRow(results[ids.query], head, selected);
  const [scores, weights] = [results.scores, results.weights].map((all) =>
    getRow(all, head, selected),
  );
  const places = [...keyWords.keys()];
  const strongest = new Set(places.toSorted((a, b) => weights[b] - weights[a]).slice(0, MAX_KEYS));
  const rows = places
    .filter((place) => strongest.has(place))
    .map((place) => {
      const key = getRow(results[ids.key], head, place);
      const products = query.map((number, i) => number * key[i]);
      return { place, key, products, score: scores[place], weight: weights[place] };
    });
  return { query, rows };
}

/**
 * @param {ViewContext} context
 * @param {{ query: string, key: string }} ids the ids of the query and key tensors
 */
export function queryKeysView(context, ids) {
  const { state, computation, selected, isLocked } = context;
  const { queryWords, keyWords } = computation;
  const { query, rows } = compareQueryWithKeys(context, ids);
  const limit = roundUpLimit([...query, ...rows.flatMap(({ key }) => [...key])]);
  const largest = roundUpLimit(rows.flatMap(({ products }) => [...products]));
  const name = queryWords[selected];
  const isMasked = makeTable(context, 'weights').masked;
  const nameCell = (/** @type {string} */ id, /** @type {number} */ key) =>
    isLocked ? nothing : `${id}.${state.head}.${selected}.${key}`;
  return html`<section class="query-keys" aria-label=${text.productsLabel(name, '…')}>
    <div class="wide"><table role=${isLocked ? nothing : 'grid'}>
      <caption>${text.title(name, state.head + 1)}</caption>
      <thead>
        <tr><th scope="row">${text.queryTitle(name)}</th><td>${strip(query, limit, text.queryLabel(name))}</td></tr>
        <tr><td></td><th scope="col">${text.key}</th><th scope="col">${text.products}</th><th scope="col">${text.score}</th><th scope="col">${text.weight}</th></tr>
      </thead>
      <tbody>${rows.map(
        ({
          place,
          key,
          products,
          score,
          weight,
        }) => html`<tr class=${place === state.key ? 'selected' : nothing}>
          <th scope="row">${word(keyWords[place])}</th>
          <td>${strip(key, limit, text.keyLabel(keyWords[place]))}</td>
          <td @pointermove=${(/** @type {PointerEvent} */ event) => readTerm(event, query, key)}
            @pointerleave=${(/** @type {PointerEvent} */ event) => writeReadoutNear(event, '')}>${strip(
              products,
              largest,
              text.productsLabel(name, keyWords[place]),
            )}</td>
          <td class="number" data-place=${nameCell('scores', place)} data-value=${exact(score)}>${quoted(score)}</td>
          <td class="weight-share" data-place=${nameCell('weights', place)} data-value=${exact(weight)}>${isMasked(selected, place) ? masked : barWithNumber(weight, weight)}</td>
        </tr>`,
      )}</tbody>
    </table></div>
    ${readout}
    <p class="note">${text.hint} ${text.ends(limit, largest)} ${rows.length < keyWords.length ? text.strongestKeys(rows.length, keyWords.length) : nothing}</p>
  </section>`;
}

/** @param {Float32Array} numbers @param {number} limit @param {string} label */
const strip = (numbers, limit, label) =>
  html`<canvas role="img" aria-label=${label} ${paintedCells(
    () => ({ view: makeView(1, numbers.length, numbers), colours: 'signed', limit }),
    { isQueued: true },
  )}></canvas>`;

/** @param {PointerEvent} event @param {Float32Array} query @param {Float32Array} key */
function readTerm(event, query, key) {
  const { target } = event;
  if (!(target instanceof HTMLCanvasElement)) return;
  const [, i] = findPlaceUnder(event, target, { rows: 1, columns: query.length });
  const product = Math.fround(query[i] * key[i]);
  writeReadoutNear(event, text.term({ place: i + 1, query: query[i], key: key[i], product }));
}
