/**
 * The formula in one line, as far as it is known: what the chapter is about is lit, a press on another
 * part goes to its chapter.
 */

import { html, nothing } from 'lit';
import { parseAnswers } from '../../session/guide.js';
import * as text from '../../text/en/course/course.js';
import { K, Q, V } from '../../text/symbols.js';
import { link } from '../../views/link.js';
import { numbered } from '../course.js';

const ROOT = html`/√<i>d</i>`;
/** The chapter whose task is to find it. */
const DIVIDED = 'projections';

/** Each part with the chapters that light it; the first of them explains it. */
const PARTS = /** @type {const} */ ([
  ['softmax(', ['scoring', 'order', 'translation', 'own']],
  [html`${Q}${K}ᵀ`, ['scoring', 'projections', 'translation', 'own']],
  [ROOT, [DIVIDED, 'own']],
  [')', ['scoring', 'order', 'translation', 'own']],
  [V, ['mixing', 'projections', 'translation', 'own']],
]);

/**
 * @param {import('../../views/context.js').ViewContext} context
 * @param {import('../page.js').Chapter} chapter
 */
export function courseFormula(context, chapter) {
  const all = numbered();
  const { mechanism, source, scale } = context.state;
  // Additive scores, as the translator's are, have another formula.
  if (mechanism === 'additive' || source === 'translator') return nothing;
  // Whoever practises knows all of it.
  const until = all.includes(chapter) ? all.indexOf(chapter) : all.length;
  // Until a reader has found out by what scores are divided, they are not.
  const isScaled = until < all.length || scale !== 'none';
  const isFound =
    until > all.findIndex(({ id }) => id === DIVIDED) ||
    parseAnswers(context.state.answers).get(`${DIVIDED}-root`)?.isRight;
  const known = PARTS.filter(
    ([signs, [first]]) =>
      all.findIndex(({ id }) => id === first) <= until && ((isFound && isScaled) || signs !== ROOT),
  );
  if (known.length === 0) return nothing;
  return html`<p class="formula-line" role="group" aria-label=${text.formula}>${known.length === 1 ? text.weights : nothing}${known.map(
    ([signs, chapters]) => {
      const isLit = chapters.some((one) => one === chapter.id);
      const shown = html`<span class=${isLit ? 'lit' : ''}>${signs}</span>`;
      return signs === ')' || chapters[0] === chapter.id
        ? shown
        : link(
            context,
            { guide: chapters[0], answers: context.state.answers },
            html`${shown}<span class="hidden"> ${all.find(({ id }) => id === chapters[0])?.title}</span>`,
            'part',
          );
    },
  )}</p>`;
}
