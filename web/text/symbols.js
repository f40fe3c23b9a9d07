/** Symbols, coloured as the tables are. */

import { html } from 'lit';

/**
 * @param {Pick<import('../graph/graph.js').Node, 'symbol' | 'role'>} node
 * @param {number} [head] which head's, where the symbol has the index h
 */
export function symbolOf({ symbol, role }, head) {
  const [, base, prime, index] = /^([^_′″]+)([′″]*)(?:_(.+))?$/.exec(symbol) ?? [
    '',
    symbol,
    '',
    '',
  ];
  const below = index === 'h' && head !== undefined ? String(head + 1) : index;
  // A weight's index says whose it is; the colour is for queries, keys and values themselves.
  const colour = role && !index ? role : '';
  return html`<i class=${colour}>${base}</i>${prime}${below ? html`<sub>${below}</sub>` : ''}`;
}

/** @param {string} symbol @param {'q' | 'k' | 'v'} [role] */
const of = (symbol, role) => symbolOf({ symbol, role });

export const X = of('X');
export const Z = of('Z');
export const Q = of('Q', 'q');
export const K = of('K', 'k');
export const V = of('V', 'v');
export const WQ = of('W_Q');
export const WK = of('W_K');
export const WV = of('W_V');
export const WO = of('W_O');
export const Wq = of('W_q');
export const Wk = of('W_k');
export const w = of('w');
export const S = of('S');
export const A = of('A');
export const F = of('F');
export const H = of('H');
export const Y = of('Y');
