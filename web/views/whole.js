/** Where the whole picture stands in the lab, and the way to it. What draws it is a script of its own. */

import { html, nothing } from 'lit';
import { layerOf } from '../graph/graph.js';
import { loadCourse, loadedCourse } from '../learning/course.js';
import * as text from '../text/en/steps.js';
import { link } from './link.js';

/** @typedef {import('./context.js').ViewContext} ViewContext */

/** @type {unknown} why the script did not come */
let failure;

/** From a step to the picture. @param {ViewContext} context */
export const wholeLink = (context) =>
  `${layerOf(context.overview)}scores` in context.computation.nodes
    ? link(context, { ...context.state, view: 'whole' }, text.whole)
    : nothing;

/**
 * @param {ViewContext} context
 * @param {() => void} refresh renders again
 */
export function wholeSection(context, refresh) {
  const course = loadedCourse();
  if (!course)
    loadCourse().then(refresh, (error) => {
      if (failure !== error) {
        failure = error;
        refresh();
      }
    });
  return html`<section class="steps guide" aria-labelledby="step-title">
    <h2 id="step-title" tabindex="-1">${text.whole}</h2>
    ${course ? course.wholePicture(context) : html`<p role="status">${failure ?? text.loading}</p>`}
  </section>`;
}

/**
 * @param {ViewContext} context
 * @param {string} format svg or png
 * @param {Element} host
 */
export async function drawWhole(context, format, host) {
  const { pictureIn, wholeSvg, wholePng } = await loadCourse();
  const picture = pictureIn(context);
  if (!picture) throw new RangeError(text.noWhole);
  const draw = format === 'svg' ? wholeSvg : wholePng;
  return draw(context, picture, { query: context.selected, host });
}
