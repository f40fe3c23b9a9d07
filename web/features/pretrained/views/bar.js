/** A number with a bar before it. */

import { html } from 'lit';
import { styled } from '../../../figures/dom.js';
import { quoted } from '../../../text/inline.js';

/** @param {number} share of the room, which the bar takes @param {number} value */
export const barWithNumber = (share, value) =>
  html`<span class="bar"><i ${styled('inline-size', `${100 * share}%`)}></i></span>
    <span class="number">${quoted(value)}</span>`;
