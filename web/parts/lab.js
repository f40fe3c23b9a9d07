/** The whole of what the element shows, free play and guided path. */

import { html, nothing } from 'lit';
import { chapterOf } from '../lessons/guide.js';
import { comparisonNote, experimentBar } from './experiments.js';
import { guideSection, invitation } from './guide.js';
import { origin, weightsFigure } from './overview.js';
import { sentenceField, settings } from './settings.js';
import { stepSection } from './stage.js';
import { strip } from './strip.js';
import { takeHome } from './take-home.js';

/**
 * @typedef {import('./picture.js').Picture} Picture
 *
 * @typedef {object} Frame what the element adds to the picture
 * @property {(part: string) => boolean} shows whether an author has left it in
 * @property {unknown} sorry what is said where there is nothing to show
 * @property {{ undo?: () => void, redo?: () => void, help: () => void }} tools
 * @property {import('./take-home.js').Shelf} shelf
 * @property {unknown} help
 */

/**
 * @param {Picture} picture
 * @param {Frame} frame
 */
export function labView(picture, frame) {
  const { shows } = frame;
  const guided = chapterOf(picture.state) !== undefined && !frame.sorry;
  return html`<div class="lab">
    <div class="top">
      ${shows('title') ? html`<h1>Attention, number by number</h1>` : nothing}
      ${shows('guide') && !picture.readonly ? invitation(picture) : nothing}
    </div>
    ${guided ? guideSection(picture, tools(frame)) : freePlay(picture, frame)}
    ${frame.help}
    <p class="hidden live" aria-live="polite"></p>
  </div>`;
}

/**
 * @param {Picture} picture
 * @param {Frame} frame
 */
function freePlay(picture, frame) {
  const { shows, sorry } = frame;
  const { state, readonly, parts } = picture;
  const drawn = state.source === 'seed';
  const tensors = parts.flatMap((part) => (typeof part === 'string' ? [] : part.tensor));
  return html`
    ${shows('sentence') || shows('tools') ? strip(picture, tools(frame), shows('sentence')) : nothing}
    <section class="first" aria-label="The weights">
      ${shows('sentence') && drawn && !readonly ? html`<div class="fields">${sentenceField(picture)}</div>` : nothing}
      <div class="picture">
        ${sorry ?? (shows('weights') ? weightsFigure(picture) : nothing)}
        ${sorry ? nothing : comparisonNote(picture, tensors)}
      </div>
      <div class="settings">
        ${shows('settings') && !readonly ? html`${settings(picture)} ${shows('experiments') ? experimentBar(picture) : nothing}` : nothing}
        ${origin(picture)}
      </div>
    </section>
    ${sorry || !shows('steps') ? nothing : stepSection(picture)}
    ${sorry || !shows('export') ? nothing : takeHome(picture, frame.shelf)}`;
}

/** @param {Frame} frame */
function tools({ tools: { undo, redo, help }, shows }) {
  if (!shows('tools')) return nothing;
  /** @param {string} text @param {string} label @param {(() => void) | undefined} act */
  const tool = (text, label, act) => html`<button type="button" class="tool" aria-label=${label}
    title=${label} aria-disabled=${act ? 'false' : 'true'} @click=${() => act?.()}>${text}</button>`;
  return html`<div class="tools">
    ${tool('↶', 'Undo', undo)}${tool('↷', 'Redo', redo)}${tool('?', 'Keyboard', help)}
  </div>`;
}
