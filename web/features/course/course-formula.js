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

const MASK = html`\u00a0+\u00a0<i>M</i>`;

/**
 * Each part with the page that explains it, the chapters that highlight it, and its terms in the
 * glossary.
 */
const PARTS = /** @type {const} */ ([
  ['softmax(', 'scoring-share', ['scoring', 'order', 'translation', 'own'], ['softmax']],
  [
    html`${Q}${K}ᵀ`,
    'scoring-share',
    ['scoring', 'projections', 'translation', 'own'],
    ['query (Q)', 'key (K)'],
  ],
  [ROOT, 'projections-root', ['projections', 'own'], ['scale, √d']],
  [MASK, 'order-causal', ['order', 'translation', 'own'], ['mask (M)', 'causal mask']],
  [')', 'scoring-share', ['scoring', 'translation', 'own'], []],
  [V, 'mixing-values', ['mixing', 'projections', 'translation', 'own'], ['value (V)']],
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
  const { mechanism, source, scale, mask } = context.state;
  // Additive scores, which the translator uses, have another formula.
  if (mechanism === 'additive' || source === 'translator') return nothing;
  const pages = all.flatMap((each) => each.pages);
  const findPage = (/** @type {string} */ id) => pages.findIndex((page) => page.id === id);
  const isOfCourse = all.includes(chapter);
  // The practice comes after the course, so all parts are known there.
  const current = isOfCourse
    ? Math.max(findPage(context.state.guide), pages.indexOf(chapter.pages[0]))
    : pages.length;
  const answers = parseAnswers(context.state.answers);
  // A reader may have answered later pages, but the texts of this page do not use their parts yet.
  const isKnown = (/** @type {string} */ page) =>
    findPage(page) < current || (findPage(page) === current && answers.get(page)?.isRight === true);
  const isAbsent = (/** @type {unknown} */ signs) =>
    !isOfCourse && ((signs === ROOT && scale === 'none') || (signs === MASK && mask === 'none'));
  const known = PARTS.filter(([signs, page]) => isKnown(page) && !isAbsent(signs));
  if (known.length === 0) return nothing;
  return html`<p class="formula-line" role="toolbar" aria-label=${text.formula}>${known.length === 1 ? text.weights : nothing}${known.map(
    ([signs, , chapters, terms]) => {
      const isLit = chapters.some((id) => id === chapter.id);
      const shown = html`<span class=${isLit ? 'lit' : ''} title=${explainTerms(terms)}>${signs}</span>`;
      const explaining = all.find(({ id }) => id === chapters[0]);
      return signs === ')' || explaining === chapter
        ? shown
        : pageLink(
            context,
            chapters[0],
            html`${shown}<span class="hidden"> ${explaining?.title}</span>`,
            'part',
          );
    },
  )}</p>`;
}
