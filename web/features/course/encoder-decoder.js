/**
 * Draws the whole translator: encoder states, the attention of one English word, and decoder
 * states.
 */

import { html, nothing, svg } from 'lit';
import { styled } from '../../figures/dom.js';
import { signedLegend, stateTile } from '../../figures/tiles.js';
import { formatCell, getRow } from '../../graph/cell.js';
import { roundUpLimit } from '../../styles/colour.js';
import { exact, roundedWeight } from '../../text/number.js';
import { stateLink } from '../../views/link.js';
import { LEAST_DRAWN_WEIGHT } from './paired-sentences.js';
import * as text from './text/en/translation.js';

/** @import { CourseContext } from '../../pages/types.js' */

/** The thickness of a line of weight 1, in pixels. */
const THICK = 9;

/**
 * Returns a row of a tensor and the cells of its numbers.
 * @param {CourseContext} context
 * @param {string} id
 * @param {number[]} index the row; none if the tensor is a vector
 */
const rowWithPlaces = ({ computation: { results } }, id, ...index) => ({
  values: [...getRow(results[id], ...index)],
  placeOf: (/** @type {number} */ column) => formatCell({ id, index: [...index, column] }),
});

/** @param {CourseContext} context */
export function encoderDecoder(context) {
  const { computation, selected } = context;
  const { keyWords, queryWords } = computation;
  const encoded = keyWords.map((_, key) => rowWithPlaces(context, 'annotations', key));
  const query = rowWithPlaces(context, 'queries', selected);
  const mixed = rowWithPlaces(context, 'contexts', selected);
  const decoded = [
    rowWithPlaces(context, 'decoder/start'),
    ...queryWords.map((_, i) => rowWithPlaces(context, 'states', i)),
  ];
  const limit = roundUpLimit([...encoded, mixed, ...decoded].flatMap(({ values }) => values));
  const limitOfQueries = roundUpLimit(computation.results.queries.data);
  const columns = Math.max(keyWords.length, queryWords.length + 1);
  return html`<div class="coder" role="group" aria-label=${text.coder(keyWords, queryWords[selected])}
    ${styled('--columns', String(columns))}>
    ${rowName(context, 'words', 'embeddings')}
    ${keyWords.map((word, key) => cell(key, html`<span lang="fr">${word}</span>`))}
    ${rowName(context, 'encoder', 'annotations', role(context, text.roles.keys))}
    ${encoded.map((row, key) => {
      const label = text.encoderState(keyWords[key], row.values.length);
      return cell(key, stateTile({ ...row, label, limit }), key > 0 ? 'both' : '');
    })}
    ${weightsRow(context, columns)}
    ${rowName(context, 'mixed', 'contexts')}
    ${cell(selected, html`${stateTile({ ...query, label: text.queryTile(query.values.length), limit: limitOfQueries })} ${role(context, text.roles.query, text.roles.asked)}`, 'q')}
    ${cell(selected + 1, html`${stateTile({ ...mixed, label: text.contextTile(mixed.values.length), limit })} ${role(context, text.roles.context, text.roles.result)}`, 'v')}
    ${rowName(context, 'decoder', 'states')}
    ${decoded.map((row, i) => {
      const label = text.decoderState(queryWords[i - 1], row.values.length);
      return cell(i, stateTile({ ...row, label, limit }), i > 0 ? 'next' : '');
    })}
    ${translationRow(context)}
  </div>
  <p class="note">${text.coderCaption(queryWords[selected])}</p>
  ${signedLegend(limit, text.legend.states)} ${signedLegend(limitOfQueries, text.legend.query)}`;
}

/** @param {number} column @param {unknown} content @param {string} [kind] */
const cell = (column, content, kind = '') =>
  html`<div class="cell ${kind}" ${styled('--at', String(column + 1))}>${content}</div>`;

/**
 * Returns the name of a row, which links to the row's step in the lab.
 * @param {CourseContext} context
 * @param {keyof typeof text.coderParts} part
 * @param {string} step
 * @param {unknown} [more]
 */
const rowName = (context, part, step, more = nothing) =>
  html`<div class="name">${stateLink(context, { ...context.state, guide: '', cell: '', step }, text.coderParts[part])} ${more}</div>`;

/**
 * Names the role of a row once the task is done. Before that, the name would give the answer away.
 * @param {CourseContext} context
 * @param {string} label
 * @param {string} [open] the label while the task is open
 */
const role = ({ isOpen }, label, open = '') =>
  html`<span class="note role">${isOpen ? label : open}</span>`;

/**
 * Draws the weights of the selected word, and lines that show what the weights mix.
 * @param {CourseContext} context
 * @param {number} columns
 */
function weightsRow(context, columns) {
  const { computation, selected } = context;
  const { keyWords, queryWords } = computation;
  const { values, placeOf } = rowWithPlaces(context, 'weights', selected);
  return html`
    ${rowName(context, 'weights', 'weights')}
    ${values.map((weight, key) =>
      cell(
        key,
        html`<span class="weight" data-place=${placeOf(key)} data-value=${exact(weight)}>${roundedWeight(weight, 2)}</span>`,
      ),
    )}
    <svg class="fan" viewBox="0 0 ${columns} 1" preserveAspectRatio="none" role="img"
      aria-label=${text.lines(queryWords[selected], keyWords, values)}>
      ${keyWords.map((_, key) => svg`<path class="asks" d=${makeLinkPath(selected, key)}></path>`)}
      ${values.map((weight, key) =>
        weight < LEAST_DRAWN_WEIGHT
          ? nothing
          : svg`<path class="gives" d=${makeLinkPath(selected + 1, key)} stroke-width=${THICK * weight}></path>`,
      )}
    </svg>`;
}

/**
 * Draws the words of the translation as buttons that select a word.
 * @param {CourseContext} context
 */
const translationRow = (context) => html`
    ${rowName(context, 'written', 'probabilities')}
    ${cell(0, html`<span class="note role">${text.start}</span>`)}
    ${context.computation.queryWords.map((word, i) => {
      const isSelected = i === context.selected;
      return cell(
        i + 1,
        html`<button type="button" class=${isSelected ? 'token from' : 'token'} lang="en"
          aria-label=${text.write(word)} aria-pressed=${isSelected} @click=${() => context.dispatch({ query: i }, { by: 'page' })}>${word}</button>`,
      );
    })}`;

/** @param {number} below @param {number} above */
const makeLinkPath = (below, above) => `M${below + 0.5} 1L${above + 0.5} 0`;
