/**
 * Draws the words of a trained model as a map, and lists the words whose rows are most similar to
 * the chosen one.
 */

import { html, nothing, svg } from 'lit';
import { styled } from '../../figures/dom.js';
import { planeFigure } from '../../figures/plane.js';
import { computePrincipalDirections } from '../../figures/principal.js';
import { getRow, listIndices } from '../../graph/cell.js';
import { memoizeByOwner } from '../../graph/memoize.js';
import { word } from '../../text/inline.js';
import { exact } from '../../text/number.js';
import * as text from './text/en/real-model.js';

/**
 * @import { Layer } from '../../figures/types.js'
 * @import { CourseContext } from '../../pages/types.js'
 */

/** The words among which the task lets readers choose, so their points need names. */
const ANSWERS = ['London', 'Rome', 'France'];

/** The number of nearest words that are listed. */
const NEAREST = 5;

/**
 * Computes the positions of words in the plane in which their rows differ most, and the similarity
 * of each pair. The model has to have embeddings of its tokens.
 */
export const placeWords = memoizeByOwner(
  (/** @type {Pick<CourseContext, 'attention' | 'computation'>} */ context) => {
    const { attention, computation } = context;
    const { queryWords, tokenRows } = computation;
    if (!tokenRows) throw new RangeError('This computation has no embeddings of its tokens');
    // Leave out punctuation: a full stop is a token, but not a word.
    const named = queryWords.flatMap((name, token) => (/\p{L}/u.test(name) ? { name, token } : []));
    const rows = named.map(({ token }) => [...getRow(tokenRows, token)]);
    const mean = listIndices(tokenRows.shape[1]).map(
      (column) => rows.reduce((sum, row) => sum + row[column], 0) / rows.length,
    );
    const centred = rows.map((row) => row.map((value, column) => value - mean[column]));
    const { directions, share } = computePrincipalDirections(centred, 2);
    const points = attention.linear(centred, directions).data;
    const products = attention.linear(rows, rows).data;
    const count = rows.length;
    const lengths = rows.map((_, i) => Math.sqrt(products[i * count + i]));
    return {
      share,
      words: named.map(({ name, token }, i) => ({
        name,
        token,
        at: /** @type {[number, number]} */ ([points[2 * i], points[2 * i + 1]]),
        cosines: lengths.map((length, j) => products[i * count + j] / (length * lengths[i])),
      })),
    };
  },
  ({ computation }) => computation,
);

/**
 * Returns the words most similar to a given word, the most similar first.
 * @param {ReturnType<typeof placeWords>['words']} words
 * @param {number} index
 */
export const findNearestWords = (words, index) =>
  words[index].cosines
    .map((cosine, other) => ({ ...words[other], other, cosine }))
    .filter(({ other }) => other !== index)
    .sort((left, right) => right.cosine - left.cosine)
    .slice(0, NEAREST);

/** @param {CourseContext} context */
export function wordMap(context) {
  const { isOpen, dispatch } = context;
  const { words, share } = placeWords(context);
  const selected = Math.max(
    0,
    words.findIndex(({ token }) => token === context.selected),
  );
  const chosen = words[selected];
  const nearest = isOpen ? findNearestWords(words, selected) : [];
  /** @type {Layer} */
  const links = ({ place }) =>
    svg`<g class="near">${nearest.map(({ at }) => {
      const [from, to] = [place(chosen.at), place(at)];
      return svg`<line x1=${from.x} y1=${from.y} x2=${to.x} y2=${to.y}></line>`;
    })}</g>`;
  const near = new Set(nearest.map(({ other }) => other));
  /** @param {number} i @returns {'q' | 'k' | 'plain'} */
  const findRole = (i) => {
    if (i === selected) return 'q';
    return near.has(i) ? 'k' : 'plain';
  };
  const marks = words.map(({ name, at }, i) => ({
    name,
    at,
    weight: i === selected ? 0.6 : 0,
    role: findRole(i),
  }));
  const answers = words.flatMap(({ name }, i) => (ANSWERS.includes(name) ? [i] : []));
  // Draw the important points first, so that their names win where names overlap.
  const order = [selected, ...near, ...answers, ...words.keys()];
  const inOrder = [...new Set(order)].map((i) => marks[i]);
  return html`<div class="word-map">
    ${planeFigure(
      inOrder,
      { title: text.mapOf(share), text: text.mapLabel(words.map(({ name }) => name)) },
      { under: [links] },
    )}
    <div>
      <div class="word-list" role="group" aria-label=${text.wordsOfMap}>${words.map(
        ({ name, token }, i) =>
          isOpen
            ? html`<button type="button" class="token" aria-pressed=${i === selected}
              @click=${() => dispatch({ query: token }, { by: 'page' })}>${name}</button>`
            : html`<span class="token">${name}</span> `,
      )}</div>
      ${isOpen ? nearestTable(chosen.name, nearest) : nothing}
    </div>
  </div>`;
}

/** @param {string} name @param {ReturnType<typeof findNearestWords>} nearest */
const nearestTable = (name, nearest) => html`<table class="nearest">
    <caption>${text.nearestTo(name)}</caption>
    <tbody>${nearest.map(
      (other) => html`<tr><th scope="row">${word(other.name)}</th>
        <td><span class="measured"><i class="share" ${styled('--part', `${100 * Math.max(0, other.cosine)}%`)}></i><data
          value=${exact(Math.fround(other.cosine))}>${other.cosine.toFixed(2)}</data></span></td></tr>`,
    )}</tbody>
  </table>`;
