/** Texts of the player on the first screen, where Mini writes a story. */

import { html } from 'lit';
import { counted, listed } from '../../../../text/en/language.js';
import { bold, quotedAs } from '../../../../text/inline.js';
import { roundedWeight } from '../../../../text/number.js';

/** @import { Effect } from '../../story/story.js' */

export const title = 'A model that writes';
export const model = 'Mini';

/**
 * @param {number} count the number of parameters
 * @param {number} steps the number of training steps
 */
export const about = (count, steps) =>
  html`Mini, a language model of ${counted(count, 'number')}, writes word by word. Training on made-up stories changed its numbers
  ${counted(steps, 'time')}; &lt;s&gt; marks the beginning of a story. The last word looks at itself and the words before it
  in eight ways, its heads. Four are in layer 1; the four in layer 2 read what layer 1 found.`;

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

export const press = 'Press a word to block the link to it for the next word.';

/** Writes a probability with the digits of the list of next words. @param {number} value */
const quoted = (value) => quotedAs(value, () => roundedWeight(value, 3));

/** @param {string[]} keys */
const linksTo = (keys) => html`${keys.length === 1 ? 'link' : 'links'} to <b>${listed(keys)}</b>`;

/** @param {Effect} effect the effect of the links that the reader has blocked */
export const blocked = ({ keys, next, before, after, instead }) =>
  instead.word === next && roundedWeight(before, 3) === roundedWeight(after, 3)
    ? html`Without the ${linksTo(keys)}, ${bold(next)} still has a probability of ${quoted(after)}: the model does not need ${keys.length === 1 ? 'this link' : 'these links'} here.`
    : html`Without the ${linksTo(keys)}, ${bold(next)} has a probability of ${quoted(after)} instead of ${quoted(before)}. The most probable
    next word is ${bold(instead.word)} (${quoted(instead.probability)}).`;

/** @param {Effect} effect the effect that blocking a link would have */
export const wouldBe = ({ keys, next, before, after }) =>
  html`Without the ${linksTo(keys)}, the probability of ${bold(next)} would be ${quoted(after)} instead of ${quoted(before)}.`;

export const heads =
  'Each row is one head, with the word that it attends to most. Choose a head to see its arcs.';

export const shades = html`Shades run from 0 <i class="ramp weights"></i> to 1.`;

/**
 * @param {string} name the name of a head
 * @param {string} key the word that the head attends to most
 */
export const strongest = (name, key) => `${name} → ${key}`;

/** @param {string} last */
export const next = (last) => html`Next word after ${bold(last)}`;

export const over =
  'The story has ended. Training showed Mini nothing after an end, so the next words below mean nothing.';

/** @param {number} most */
export const full = (most) => `Mini reads at most ${most} words.`;

export const lab = 'See all its numbers';
export const translator = 'A model that translates';
