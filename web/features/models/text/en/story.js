/** The player on the first screen, where Mini writes a story. */

import { html } from 'lit';
import { counted } from '../../../../text/en/language.js';
import { bold, quoted } from '../../../../text/inline.js';

export const title = 'A model that writes';

/** @param {number} count of numbers @param {number} steps */
export const about = (count, steps) =>
  html`Mini, a language model of ${counted(count, 'number')}, writes word by word. It was trained in
  ${counted(steps, 'step')} on made-up stories. The last word attends to the words before it, and the next word follows
  from what it reads there.`;

export const play = 'Write';
export const stop = 'Stop';
export const word = 'One word';
export const takeBack = 'Take back';
export const another = 'Another story';

/** @param {string} last @param {string} head */
export const arcs = (last, head) =>
  `The story, with arcs from ${last} to the words it attends to in ${head}`;

/** @param {string} key @param {boolean} isBlocked */
export const toggle = (key, isBlocked) => `${key}: ${isBlocked ? 'open' : 'block'} the link to it`;

export const press = 'Press a word to block the link to it.';

/**
 * @param {string} key
 * @param {string} next
 * @param {number} before
 * @param {number} after
 */
export const effect = (key, next, before, after) =>
  html`Without its link to ${bold(key)}, the probability of ${bold(next)} changes from ${quoted(before)} to ${quoted(after)}.`;

export const heads =
  'Each row below the words is one head: the stronger the shade, the larger the weight. Choose a head to see its arcs.';

/** @param {number} layer @param {number} head counted from 1 */
export const head = (layer, head) => `layer ${layer}, head ${head}`;

/** @param {string} name @param {string} key @param {number} weight */
export const strongest = (name, key, weight) => `${name}: most to ${key}, ${weight.toFixed(2)}`;

/** @param {string} last */
export const next = (last) => html`Next word after ${bold(last)}`;

export const over = 'The story has ended.';

export const lab = 'See all its numbers';
export const translator = 'A model that translates';
