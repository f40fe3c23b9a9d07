/**
 * The stages of the whole picture: a walk through them, step by step or as an animation, and a list
 * of their tables.
 */

import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { actionButton, readField } from '../figures/controls.js';
import { findUnfinishedTable } from '../figures/whole/picture.js';
import * as text from '../text/en/whole.js';
import { symbolOf } from '../text/inline.js';

/**
 * @import { Picture } from '../figures/types.js'
 * @import { listStages } from '../figures/whole/picture.js'
 * @import { ViewContext } from '../lessons/context.js'
 */

/**
 * @typedef {ReturnType<typeof listStages>} Stages
 *
 * @typedef {object} Walked the picture of the walk
 * @property {() => number} count returns the number of stages
 * @property {() => void} mark marks the stage in the drawing
 * @property {() => void} show renders words and controls again
 */

/** The time of a stage in the animation, in milliseconds. */
const STAGE_MILLISECONDS = 1400;

/** The current stage. All stages are shown until the reader starts the walk. */
export class StageWalk {
  #stage = Infinity;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #picture;

  /** @param {Walked} picture */
  constructor(picture) {
    this.#picture = picture;
  }

  get shown() {
    return Math.min(this.#stage, this.#picture.count() - 1);
  }

  get isWalking() {
    return this.#stage !== Infinity || this.#timer !== undefined;
  }

  stop() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #play() {
    if (this.#timer) this.stop();
    else {
      if (this.shown === this.#picture.count() - 1) this.#set(0);
      this.#wait();
    }
    this.#picture.show();
  }

  #wait() {
    this.#timer = setTimeout(() => {
      const next = this.shown + 1;
      const isEnd = next >= this.#picture.count() - 1;
      this.#set(next);
      if (isEnd) this.stop();
      else this.#wait();
      this.#picture.show();
    }, STAGE_MILLISECONDS);
  }

  /** Moves to a stage that the reader chose. The first stage follows the last. @param {number} stage */
  #go(stage) {
    this.stop();
    if (stage >= 0) this.#set(stage % this.#picture.count());
    this.#picture.show();
  }

  /** @param {number} stage */
  #set(stage) {
    this.#stage = stage >= this.#picture.count() - 1 ? Infinity : stage;
    this.#picture.mark();
  }

  /** Renders buttons, a slider, and the description of the stage. @param {Stages} stages */
  template(stages) {
    const { shown } = this;
    return html`<div class="walk">
        <div class="buttons">
          <button type="button" class="plain" @click=${() => this.#play()}>${this.#timer ? text.pause : text.play}</button>
          ${actionButton(text.back, shown > 0 && (() => this.#go(shown - 1)))}
          <button type="button" class="plain" @click=${() => this.#go(shown + 1)}>${text.step}</button>
        </div>
        <label class="scrub"><span class="note">${text.stage}</span>
          <input type="range" min="1" max=${stages.length} .value=${live(String(shown + 1))}
            aria-valuetext=${`${text.stageOf(shown + 1, stages.length)}. ${stages[shown]?.text ?? ''}`}
            @input=${readField(({ value }) => this.#go(Number(value) - 1))}>
          <span class="note">${text.stageOf(shown + 1, stages.length)}</span></label>
        <p class="said" role="status">${stages[shown]?.text}</p>
      </div>`;
  }
}

/**
 * Renders the stages and their tables in words.
 * @param {ViewContext} context
 * @param {Stages} stages
 * @param {(id: string) => void} open opens a table in its step
 */
export const stageList = (context, stages, open) => html`<details class="stages">
  <summary>${text.stages}</summary>
  <ol>${stages.map(
    ({ text: what, parts }) => html`<li>${what}
      <ul>${parts.map(({ id, axes }) => {
        const { name, symbol } = context.computation.nodes[id];
        const { shape } = context.computation.results[id];
        const isOfHead = axes.startsWith('h');
        const each = (isOfHead ? shape.slice(1) : shape).join(' × ');
        const table = text.shape(
          name,
          symbol.replace(/_h$/, '').replace('_', ''),
          isOfHead ? text.inHeads(shape[0], each) : each,
        );
        return html`<li>${
          context.changeToTensor(id)
            ? html`<button type="button" class="plain" @click=${() => open(id)}>${table}</button>`
            : table
        }</li>`;
      })}</ul></li>`,
  )}</ol>
  <p class="note">${text.colours}</p>
</details>`;

/**
 * Names the last table, if the model computes more from it.
 * @param {ViewContext} context
 * @param {Picture} picture
 */
export function endNote({ state, computation: { run, nodes }, isLocked }, picture) {
  const last = findUnfinishedTable(run.graph, picture);
  if (last === undefined) return nothing;
  const table = html`${nodes[last].name} ${symbolOf(nodes[last])}`;
  return html`<p class="note ends">${text.ends(table, state.guide === '' && !isLocked)}</p>`;
}
