/** The mask as a separate table: which query may attend to which key, cell by cell. */

import { html, nothing } from 'lit';
import { ref } from 'lit/directives/ref.js';
import { styled } from '../figures/dom.js';
import { formatCells, parseCells } from '../graph/masks/custom.js';
import { canPaint } from '../lessons/attend.js';
import { isDecoderSelf } from '../state/derived.js';
import { MAX_DIGITS } from '../state/limits.js';
import { listMaskedCells, makeMaskedTest } from '../state/mask.js';
import * as text from '../text/en/tables.js';
import { directionOf, word } from '../text/inline.js';
import { exact, roundedWeight } from '../text/number.js';
import { chooseInk, pairsCorner } from './number-table.js';

/**
 * @import { Pair } from '../graph/types.js'
 * @import { ViewContext } from '../lessons/context.js'
 * @import { State } from '../state/types.js'
 */

/**
 * @param {Pick<ViewContext, 'state' | 'computation'>} context
 * @param {number} query
 * @param {number} key
 * @returns {{ masked: boolean, change: Partial<State> }} whether the pair is masked, and the change
 * that toggles it
 */
export function toggleMask({ state, computation }, query, key) {
  const masked = makeMaskedTest(state, computation.keyWords.length)(query, key);
  return { masked, change: paintPairs({ state, computation }, [{ query, key }], !masked) };
}

/**
 * Masks or unmasks some pairs of the mask in force.
 * @param {Pick<ViewContext, 'state' | 'computation'>} context
 * @param {Pair[]} pairs
 * @param {boolean} off
 * @returns {Partial<State>}
 */
function paintPairs({ state, computation: { queryWords, keyWords } }, pairs, off) {
  const others = listMaskedCells(state, queryWords.length, keyWords.length).filter(
    (cell) => !pairs.some(({ query, key }) => query === cell.query && key === cell.key),
  );
  return { mask: 'custom', masked: formatCells(off ? [...others, ...pairs] : others) };
}

/** The stroke on each table, until it ends. @type {WeakMap<Element, { state: State, cancel: () => void }>} */
const strokes = new WeakMap();

/** Cancels the stroke on a table that is about to show another state. @param {State} state */
const cancelOutdatedStroke = (state) =>
  ref((table) => {
    const stroke = table && strokes.get(table);
    if (stroke && stroke.state !== state) stroke.cancel();
  });

/**
 * Dragging over cells gives all of them the new value of the first one, as one change when the
 * pointer is released. A press that stays on its cell is handled by the button.
 * @param {ViewContext} context
 * @param {PointerEvent} event
 */
function startStroke(context, { target, currentTarget, button, pointerId }) {
  const table = /** @type {HTMLElement} */ (currentTarget);
  const findCell = (/** @type {Element | null | undefined} */ element) =>
    /** @type {HTMLElement | null | undefined} */ (element?.closest('[data-pair]'));
  const first = findCell(/** @type {Element} */ (target));
  if (!first || button !== 0) return;
  const off = first.ariaPressed !== 'true';
  /** @type {Set<HTMLElement>} */
  const strokeCells = new Set();
  // A second finger ends the stroke of the first.
  strokes.get(table)?.cancel();
  const listening = new AbortController();
  const { signal } = listening;
  const stop = () => {
    listening.abort();
    strokes.delete(table);
  };
  /** @param {PointerEvent} event */
  const move = ({ clientX, clientY, buttons }) => {
    if (buttons === 0) return cancel();
    // Touch events stay at the cell where they began.
    const root = /** @type {ShadowRoot} */ (table.getRootNode());
    const cell = findCell(root.elementFromPoint(clientX, clientY));
    if (!cell || !table.contains(cell) || (strokeCells.size === 0 && cell === first)) return;
    table.setPointerCapture(pointerId);
    for (const painted of [first, cell]) {
      strokeCells.add(painted);
      painted.parentElement?.classList.toggle('masked', off);
    }
  };
  /** Shows the cells as before. */
  const cancel = () => {
    stop();
    for (const { parentElement, ariaPressed } of strokeCells)
      parentElement?.classList.toggle('masked', ariaPressed === 'true');
  };
  const end = () => {
    stop();
    const pairs = [...strokeCells].flatMap(({ dataset }) => parseCells(dataset.pair ?? ''));
    if (pairs.length > 0) context.dispatch(paintPairs(context, pairs, off));
  };
  /** @param {(event: PointerEvent) => void} react */
  const ofPointer = (react) => (/** @type {PointerEvent} */ event) =>
    event.pointerId === pointerId && react(event);
  strokes.set(table, { state: context.state, cancel });
  table.addEventListener('pointermove', ofPointer(move), { signal });
  table.addEventListener('pointerup', ofPointer(end), { signal });
  table.addEventListener('pointercancel', ofPointer(cancel), { signal });
}

/**
 * @param {ViewContext} context
 * @param {(query: number, key: number) => number} [weightOf] returns the weights, if they are shown
 * in place of signs
 */
export function maskPainter(context, weightOf) {
  const { state, computation, selected, readonly, isLocked } = context;
  const { queryWords, keyWords } = computation;
  const isMasked = makeMaskedTest(state, keyWords.length);
  const isFixed = readonly || !canPaint(context);
  const isDecoder = isDecoderSelf(state);
  if (queryWords.length > MAX_DIGITS || keyWords.length > MAX_DIGITS) return '';
  /** @param {string} name @param {Pair[]} pairs @param {string} label */
  const groupButton = (name, pairs, label) => {
    if (isFixed) return word(name);
    const all = pairs.every(({ query, key }) => isMasked(query, key));
    return html`<button type="button" class="word" tabindex="-1" aria-pressed=${all} aria-label=${label}
      @click=${() => context.dispatch(paintPairs(context, pairs, !all))}>${word(name)}</button>`;
  };
  const queries = [...queryWords.keys()];
  const keys = [...keyWords.keys()];
  return html`<div class="matrix" part="matrix" dir=${directionOf(keyWords)} 
    ${styled('--columns', `${keyWords.length}`)} ${styled('--letters', `${3 * keyWords.length}`)}><table role=${isLocked ? nothing : 'grid'} class=${weightOf ? 'painter weights' : 'painter'}
    @pointerdown=${(/** @type {PointerEvent} */ event) => isFixed || startStroke(context, event)} ${cancelOutdatedStroke(state)} aria-label=${text.table(text.mask, queryWords.length, keyWords.length)}>
    <caption>${weightOf ? text.weightsOfLinks : html`${text.mask} <i>M</i>`} <span class="shape">${queryWords.length} × ${keyWords.length}</span>
      <span class="note">${isDecoder ? text.decoderMask : isFixed ? nothing : text.pressToMask}</span></caption>
    <thead><tr>
      ${pairsCorner(keyWords)}
      ${keyWords.map(
        (name, key) =>
          html`<th scope="col">${groupButton(
            name,
            queries.map((query) => ({ query, key })),
            text.maskColumn(name),
          )}</th>`,
      )}
    </tr></thead>
    <tbody>${queryWords.map(
      (name, query) => html`<tr class=${query === selected ? 'selected' : ''}>
        <th scope="row">${groupButton(
          name,
          keys.map((key) => ({ query, key })),
          text.maskRow(name),
        )}</th>
        ${keyWords.map((_, key) =>
          pairCell(
            context,
            { query, key },
            {
              isMasked: isMasked(query, key),
              weight: weightOf?.(query, key),
              isFixed,
            },
          ),
        )}
      </tr>`,
    )}</tbody>
  </table></div>`;
}

/**
 * Renders a button that masks one pair, or allows it again.
 * @param {ViewContext} context
 * @param {Pair} pair
 * @param {{ isMasked: boolean, weight: number | undefined, isFixed: boolean }} shown `weight` is
 * shown in place of a sign
 */
function pairCell(context, { query, key }, { isMasked, weight, isFixed }) {
  const { queryWords, keyWords } = context.computation;
  const [name, keyName] = [queryWords[query], keyWords[key]];
  const isAdded = context.state.fill === 'inf' && weight === undefined;
  const [off, on] = isAdded ? ['−∞', '0'] : ['×', '·'];
  const sign = isMasked ? off : weight === undefined ? on : roundedWeight(weight, 2);
  const ink = isMasked || weight === undefined ? undefined : chooseInk(weight);
  const kind = isMasked ? 'masked' : (ink?.kind ?? '');
  if (context.isLocked) return html`<td class=${kind}>${sign}</td>`;
  const hasNumber = isAdded || weight !== undefined;
  const label = hasNumber ? text.maskWeight(sign, name, keyName) : text.maskKey(name, keyName);
  return html`<td role="gridcell" class=${kind} data-value=${weight === undefined ? nothing : exact(weight)} ${styled('--level', `${ink?.level ?? 0}%`)}><button type="button" class="may" tabindex="-1"
    aria-pressed=${isMasked} aria-disabled=${isFixed} aria-label=${label}
    data-pair="${query}.${key}" @click=${() => isFixed || context.dispatch(toggleMask(context, query, key).change)}
    >${sign}</button></td>`;
}
