/** The translator in one picture: states of the encoder, the attention of one English word, states of the decoder. */

import { html, nothing, svg } from 'lit';
import { styled } from '../../figures/dom.js';
import { signedLegend, stateTile } from '../../figures/tiles.js';
import { roundUpLimit } from '../../styles/colour.js';
import { exact } from '../../text/number.js';
import { stateLink } from '../../views/link.js';
import * as text from './text/en/translation.js';

/** @import { CourseContext } from '../../pages/types.js' */

/** Pixels of a line whose weight is 1. */
const THICK = 9;

/** Smaller weights have no line. */
const LEAST_DRAWN_WEIGHT = 0.02;

/**
 * A row of a tensor, and the places of its numbers.
 * @param {CourseContext} context
 * @param {string} id
 * @param {number} [row] without: a vector
 */
function rowWithPlaces({ computation: { results } }, id, row) {
  const { data, shape } = results[id];
  const width = Number(shape.at(-1));
  const first = (row ?? 0) * width;
  const prefix = row === undefined ? id : `${id}.${row}`;
  return {
    values: [...data.subarray(first, first + width)],
    placeOf: (/** @type {number} */ column) => `${prefix}.${column}`,
  };
}

/** @param {CourseContext} context */
export function encoderDecoder(context) {
  const { computation, selected, isOpen, dispatch } = context;
  const { keyWords, queryWords } = computation;
  const columns = Math.max(keyWords.length, queryWords.length + 1);
  const encoded = keyWords.map((_, key) => rowWithPlaces(context, 'annotations', key));
  const query = rowWithPlaces(context, 'queries', selected);
  const mixed = rowWithPlaces(context, 'contexts', selected);
  const decoded = [
    rowWithPlaces(context, 'decoder/start'),
    ...queryWords.map((_, i) => rowWithPlaces(context, 'states', i)),
  ];
  const weights = rowWithPlaces(context, 'weights', selected);
  const limit = roundUpLimit([...encoded, mixed, ...decoded].flatMap(({ values }) => values));
  const limitOfQueries = roundUpLimit(computation.results.queries.data);
  const tile = (/** @type {ReturnType<typeof rowWithPlaces>} */ row, /** @type {string} */ label) =>
    stateTile({ ...row, label, limit });
  const queryTile = stateTile({
    ...query,
    label: text.queryTile(query.values.length),
    limit: limitOfQueries,
  });
  /** @param {number} column @param {unknown} content @param {string} [kind] */
  const cell = (column, content, kind = '') =>
    html`<div class="cell ${kind}" ${styled('--at', String(column + 1))}>${content}</div>`;
  /**
   * A name of a row, and the way to its step.
   * @param {keyof typeof text.coderParts} part
   * @param {string} step
   * @param {unknown} [more]
   */
  const name = (part, step, more = nothing) =>
    html`<div class="name">${stateLink(context, { ...context.state, guide: '', cell: '', step }, text.coderParts[part])} ${more}</div>`;
  /** Kept free until it is no answer any more. @param {string} label */
  const role = (label) => html`<span class="note role">${isOpen ? label : nothing}</span>`;
  return html`<div class="coder" role="group" aria-label=${text.coder(keyWords, queryWords[selected])}
    ${styled('--columns', String(columns))}>
    ${name('words', 'embeddings')}
    ${keyWords.map((word, key) => cell(key, html`<span lang="fr">${word}</span>`))}
    ${name('encoder', 'annotations', role(text.roles.keys))}
    ${encoded.map((row, key) =>
      cell(
        key,
        tile(row, text.encoderState(keyWords[key], row.values.length)),
        key > 0 ? 'both' : '',
      ),
    )}
    ${name('weights', 'weights')}
    ${weights.values.map((weight, key) =>
      cell(
        key,
        html`<span class="weight" data-place=${weights.placeOf(key)} data-value=${exact(weight)}>${weight.toFixed(2)}</span>`,
      ),
    )}
    <svg class="fan" viewBox="0 0 ${columns} 1" preserveAspectRatio="none" role="img"
      aria-label=${text.lines(queryWords[selected], keyWords, weights.values)}>
      ${keyWords.map((_, key) => svg`<path class="asks" d=${makeLinkPath(selected, key)}></path>`)}
      ${weights.values.map((weight, key) =>
        weight < LEAST_DRAWN_WEIGHT
          ? nothing
          : svg`<path class="gives" d=${makeLinkPath(selected + 1, key)} stroke-width=${THICK * weight}></path>`,
      )}
    </svg>
    ${name('mixed', 'contexts')}
    ${cell(selected, html`${queryTile} ${role(text.roles.query)}`, 'q')}
    ${cell(selected + 1, html`${tile(mixed, text.contextTile(mixed.values.length))} ${role(text.roles.context)}`, 'v')}
    ${name('decoder', 'states')}
    ${decoded.map((row, i) =>
      cell(
        i,
        tile(row, text.decoderState(queryWords[i - 1], row.values.length)),
        i > 0 ? 'next' : '',
      ),
    )}
    ${name('written', 'probabilities')}
    ${queryWords.map((word, i) =>
      cell(
        i + 1,
        html`<button type="button" class=${i === selected ? 'token from' : 'token'} lang="en"
          aria-label=${text.write(word)} aria-pressed=${i === selected} @click=${() => dispatch({ query: i }, { by: 'page' })}>${word}</button>`,
      ),
    )}
  </div>
  ${signedLegend(limit, text.legend.states)} ${signedLegend(limitOfQueries, text.legend.query)}`;
}

/** Between the middles of two columns. @param {number} below @param {number} above */
const makeLinkPath = (below, above) => `M${below + 0.5} 1L${above + 0.5} 0`;
