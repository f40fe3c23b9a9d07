/**
 * Draws the formula of attention in one line, as far as the reader knows it. The chapter's own part
 * is highlighted; a press on another part opens its chapter.
 */

import { html, nothing } from 'lit';
import { getCourseChapters } from '../../pages/chapters.js';
import { parseAnswers } from '../../state/guide.js';
import * as text from '../../text/en/pages.js';
import { K, Q, V } from '../../text/inline.js';
import { pageLink } from '../../views/link.js';
import { glossary } from './text/en/course.js';

/**
 * @import { ViewContext } from '../../lessons/context.js'
 * @import { Chapter } from '../../pages/types.js'
 */

const ROOT = html`/√<i>d</i>`;

/** The chapter whose task is to find the divisor √d. */
const DIVIDED = 'projections';

/** The page that explains the softmax. */
const SOFTMAX_PAGE = 'scoring-share';

/**
 * Each part with the chapters that highlight it, and its terms in the glossary. The first of these
 * chapters explains the part.
 */
const PART_CHAPTERS = /** @type {const} */ ([
  ['softmax(', ['scoring', 'order', 'translation', 'own'], ['softmax']],
  [html`${Q}${K}ᵀ`, ['scoring', 'projections', 'translation', 'own'], ['query (Q)', 'key (K)']],
  [ROOT, [DIVIDED, 'own'], ['scale, √d']],
  [')', ['scoring', 'order', 'translation', 'own'], []],
  [V, ['mixing', 'projections', 'translation', 'own'], ['value (V)']],
]);

/** @param {readonly string[]} terms */
const explainTerms = (terms) =>
  glossary
    .filter(([term]) => terms.includes(term))
    .map((entry) => entry.join(': '))
    .join('\n') || nothing;

/** @param {ViewContext} context @param {Chapter} chapter */
export function courseFormula(context, chapter) {
  const all = getCourseChapters();
  const { mechanism, source, scale } = context.state;
  // Additive scores, which the translator uses, have another formula.
  if (mechanism === 'additive' || source === 'translator') return nothing;
  // The practice comes after the course, so all parts are known there.
  const until = all.includes(chapter) ? all.indexOf(chapter) : all.length;
  // Hide the division by √d until the reader has found the divisor.
  const isScaled = until < all.length || scale !== 'none';
  const isFound =
    until > all.findIndex(({ id }) => id === DIVIDED) ||
    parseAnswers(context.state.answers).get(`${DIVIDED}-root`)?.isRight;
  const known = PART_CHAPTERS.filter(
    ([signs, [first]]) =>
      all.findIndex(({ id }) => id === first) <= until && ((isFound && isScaled) || signs !== ROOT),
  );
  if (known.length === 0) return nothing;
  const indexOf = (/** @type {string} */ id) => chapter.pages.findIndex((page) => page.id === id);
  const at = indexOf(context.state.guide);
  const isBeforeSoftmax = at >= 0 && at < indexOf(SOFTMAX_PAGE);
  return html`<p class="formula-line" role="toolbar" aria-label=${text.formula}>${known.length === 1 ? text.weights : nothing}${known.map(
    ([signs, chapters, terms]) => {
      const isLit = chapters.some((id) => id === chapter.id);
      if (signs === 'softmax(' && isBeforeSoftmax)
        return html`<span class=${isLit ? 'lit' : ''}>${text.weightsOf}</span>`;
      const shown = html`<span class=${isLit ? 'lit' : ''} title=${explainTerms(terms)}>${signs}</span>`;
      return signs === ')' || chapters[0] === chapter.id
        ? shown
        : pageLink(
            context,
            chapters[0],
            html`${shown}<span class="hidden"> ${all.find(({ id }) => id === chapters[0])?.title}</span>`,
            'part',
          );
    },
  )}</p>`;
}
