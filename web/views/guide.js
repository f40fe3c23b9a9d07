/** The guided path: a question, the numbers that answer it, and what they say. */

import { html, nothing } from 'lit';
import {
  chapterOf,
  chapterState,
  chapters,
  replyTo,
  standing,
  tensorsOf,
} from '../lessons/guide.js';
import { presetState } from '../session/presets.js';
import { uses } from '../session/source-settings.js';
import * as text from '../text/en/guide.js';
import { figure } from './figure.js';
import { origin } from './overview.js';
import { pageBar } from './page-bar.js';
import { tokenBar } from './token-bar.js';

/** @typedef {import('./context.js').ViewContext} ViewContext */

/**
 * Buttons that enter and leave the path.
 * @param {ViewContext} context
 */
export function invitation({ apply, state }) {
  if (chapterOf(state)) {
    return html`<p class="invitation"><button type="button" class="plain"
      @click=${() => apply(freeState(state))}>${text.leave}</button></p>`;
  }
  return html`<p class="invitation">${text.invitation}
    <button type="button" class="plain" @click=${() => apply(chapterState(1))}>${text.start}</button>
    <span class="note">${text.length(chapters.length)}</span></p>`;
}

/**
 * Leaving the path keeps the numbers on screen, except for a scene, which can hardly be changed.
 * @param {import('../session/state.js').State} state
 */
function freeState(state) {
  const out = { guide: 0, answer: -1, cell: '' };
  return uses(state, 'sentence')
    ? out
    : { ...out, ...presetState('noodles'), query: 1, rows: /** @type {const} */ ('all') };
}

/**
 * @param {ViewContext} context
 * @param {unknown} tools
 */
export function guideSection(context, tools) {
  const { state, computation, apply } = context;
  const chapter = /** @type {import('../lessons/guide.js').Chapter} */ (chapterOf(state));
  const index = chapters.indexOf(chapter);
  const place = standing(state);
  const tensors = tensorsOf(state);
  const home = () => apply({ ...chapterState(index + 1), answer: state.answer });
  const open = state.answer >= 0 || place !== 'here';
  const covered = open ? undefined : (tensors.at(-1) ?? context.step.id);
  return html`
    ${tokenBar(context, tools)}
    <section class="steps guide" aria-labelledby="step-title">
      <div class="one">
        <header>
          <p class="note">${text.position(index + 1, chapters.length, chapter.section)}</p>
          <h2 id="step-title" tabindex="-1">${chapter.title}</h2>
        </header>
        <div class="prose">
          ${question(context, chapter, place === 'here')}
          ${
            place === 'away'
              ? html`<p>${text.away}
                  <button type="button" class="plain" @click=${home}>${text.restore}</button></p>`
              : open
                ? (place === 'tried' && chapter.tryIt.seen?.(computation)) || chapter.text(context)
                : nothing
          }
          ${
            open && place === 'here'
              ? html`<p class="try"><span class="note">${text.tryIt}</span> ${chapter.tryIt.text}
                  <button type="button" class="plain" @click=${() => apply(chapter.tryIt.patch)}>${text.doIt}</button></p>`
              : nothing
          }
          ${
            place === 'tried'
              ? html`<p class="try"><button type="button" class="plain" @click=${home}>${text.goBack}</button></p>`
              : nothing
          }
          ${origin(context)}
        </div>
        ${figure(context, { tensors, covered })}
      </div>
      ${pageBar({
        label: text.pages,
        pages: chapters.map(({ title }) => ({ name: title, dot: true })),
        index: index,
        open: (to) => context.turn(chapterState(to + 1)),
      })}
    </section>`;
}

/**
 * @param {ViewContext} context
 * @param {import('../lessons/guide.js').Chapter} chapter
 * @param {boolean} replies whether the numbers are still those of the replies
 */
function question({ state, computation, update }, { question: sentence, answers }, replies) {
  const chosen = answers[state.answer];
  return html`<fieldset class="question">
    <legend>${sentence}</legend>
    ${answers.map(
      (answer, i) => html`<button type="button" class="answer" aria-pressed=${i === state.answer}
        @click=${() => update({ answer: i })}>${
          chosen && answer.right
            ? html`<b>✓</b><span class="hidden">${text.rightAnswer}</span> `
            : nothing
        }${answer.text}</button>`,
    )}
  </fieldset>
  <p role="status" class="reply">${
    chosen && replies
      ? html`<b>${chosen.right ? text.right : text.wrong}</b> ${replyTo(chosen, computation)}`
      : nothing
  }</p>`;
}
