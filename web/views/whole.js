/** Where the whole picture stands in the lab, and the way to it. */

import { html, nothing } from 'lit';
import { get } from '../features.js';
import { layerOf } from '../graph/graph.js';
import * as text from '../text/en/steps.js';
import { link } from './link.js';

/** @typedef {import('./context.js').ViewContext} ViewContext */

/** From a step to the picture. @param {ViewContext} context */
export const wholeLink = (context) =>
  `${layerOf(context.overview)}scores` in context.computation.nodes
    ? link(context, { ...context.state, view: 'whole' }, text.whole)
    : nothing;

/** @param {ViewContext} context */
export const wholeSection = (
  context,
) => html`<section class="steps guide" aria-labelledby="step-title">
    <h2 id="step-title" tabindex="-1">${text.whole}</h2>
    ${get('picture')?.view(context)}
  </section>`;
