/** One line above a page about the reader's answers, with a way back. */

import { html, nothing } from 'lit';
import * as text from '../text/en/pages.js';

/** @import { ViewContext } from '../lessons/context.js' */

/** @param {ViewContext} context */
export function answersNotice({ progress }) {
  const { notice } = progress ?? {};
  if (!notice) return nothing;
  const [words, name] =
    notice.kind === 'forgotten'
      ? [text.forgotten(notice.count), text.bringBack]
      : [text.foreignAnswers, text.startOwn];
  return html`<p class="note answers-notice" role="status">${words}
    <button type="button" class="plain" @click=${notice.undo}>${name}</button></p>`;
}
