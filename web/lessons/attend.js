/** Mask and softmax: the same in every kind of attention. */

import { html } from 'lit';
import * as formula from './formula.js';
import { pairs, rowSums, symbols } from './tables.js';

const { S2, E, A } = symbols;

/**
 * @param {string} before the tensor that is masked
 * @param {string} name
 * @param {unknown} symbol
 * @param {string} letter its symbol, for the formula
 * @returns {Record<'maskedScores' | 'weights', import('./dot.js').Step>}
 */
export function attend(before, name, symbol, letter) {
  return {
    maskedScores: {
      name: 'Mask',
      title: 'Some words may not be asked',
      text: ({ state }) =>
        state.mask === 'causal'
          ? html`<p>With the causal mask a word may ask itself and the words before it. The score of
              every later word becomes −∞, whatever it was. The softmax will turn −∞ into a weight of
              exactly 0.</p>`
          : html`<p>A mask takes words away from those that may be asked. None is set: every score
              passes unchanged. Choose “causal” above, and no word can ask those after it.</p>`,
      formula: ({ state }) =>
        state.mask === 'causal' ? formula.causal(letter) : formula.unmasked(letter),
      stage: (context) => [
        pairs(context, before, name, symbol),
        '→',
        pairs(context, 'maskedScores', 'masked scores', S2),
      ],
    },

    weights: {
      name: 'Softmax',
      title: 'Scores become weights',
      text: ({ state }) => html`<p>From each score the largest of its row is subtracted; then
        <i>e</i> is raised to the result; each is divided by their sum. ${
          state.mask === 'causal'
            ? html`Where a score is masked, <i>e</i> to the −∞ is 0.`
            : 'The subtraction keeps the numbers small and changes no weight.'
        } The weights of a row lie between 0 and 1 and add up to 1.</p>`,
      formula: () => formula.softmax('𝑠″'),
      stage: (context) => [
        pairs(context, 'maskedScores', 'masked scores', S2),
        '→',
        pairs(context, 'exponentials', 'exponentials', E, 'plain'),
        rowSums(context),
        '→',
        pairs(context, 'weights', 'weights', A, 'weights'),
      ],
    },
  };
}
