/** Texts about an article's claim on “Hello I love you”. */

import { html } from 'lit';
import { counted } from '../../../../text/en/language.js';
import { bold } from '../../../../text/inline.js';

export const title = 'What an article says, and what this model does';
export const claim = html`An article on attention says that a trained layer gives ${bold('love')} a higher weight for
  ${bold('I')} and ${bold('you')} than for ${bold('Hello')}.`;
/** @param {number} holding @param {number} all heads */
export const result = (holding, all) =>
  holding === 0
    ? `In this model it holds in none of ${counted(all, 'head')}.`
    : `In this model it holds in ${holding} of ${counted(all, 'head')}.`;
export const causal = 'Here no token attends to a later one, so love gives no weight to you.';
export const pieces = 'If a word has several pieces, their weights are added.';
export const from = 'from love';
/** The words that *love* attends to, in the order of the columns. */
export const words = ['Hello', 'I', 'you'];
export const holds = 'holds';
/** @param {number} layer @param {number} head */
export const place = (layer, head) => `layer ${layer}, head ${head}`;
