/** The player of the first screen: Mini's story, the arcs of one head, all heads, and the next words as bars. */

import { html, LitElement, nothing } from 'lit';
import { arcFigure, layOut } from '../../../figures/arcs.js';
import { styled } from '../../../figures/dom.js';
import { word } from '../../../text/inline.js';
import { exact, roundedWeight } from '../../../text/number.js';
import { placeOf } from '../../../views/grid.js';
import { stateLink } from '../../../views/link.js';
import * as text from '../text/en/story.js';
import { loadShipped, Story } from './story.js';

/** @import { ViewContext } from '../../../lessons/context.js' */

const NAME = 'attention-story';

/** Between two words, in milliseconds: time to see the arcs. */
const PAUSE = 900;

/** How many of the next words have a bar. */
const BARS = 5;

export class StoryPlayer extends LitElement {
  static properties = {
    context: { attribute: false },
    isPlaying: { state: true },
    chosen: { state: true },
  };

  /** @type {Story | undefined} */
  story;
  #count = 0;
  #steps = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  constructor() {
    super();
    this.context = /** @type {ViewContext} */ (/** @type {unknown} */ (undefined));
    this.isPlaying = false;
    /**
     * The head whose arcs are shown, by its place among all; until the reader chooses, that which looks most at the word
     * that matters most.
     * @type {number | undefined}
     */
    this.chosen = undefined;
  }

  static define() {
    if (!customElements.get(NAME)) customElements.define(NAME, StoryPlayer);
  }

  /** It is part of the page, and has its styles. */
  createRenderRoot() {
    return this;
  }

  async firstUpdated() {
    const shipped = await loadShipped();
    this.#count = Object.values(shipped.parameters).reduce((sum, { data }) => sum + data.length, 0);
    this.#steps = shipped.progress.total;
    this.story = new Story(this.context.attention, shipped);
    this.requestUpdate();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#stop();
  }

  #stop() {
    clearTimeout(this.#timer);
    this.isPlaying = false;
  }

  /** @param {Story} story */
  #play(story) {
    if (this.isPlaying) return this.#stop();
    if (story.isOver) story.begin();
    this.isPlaying = true;
    this.#goOn(story);
  }

  /** @param {Story} story */
  #goOn(story) {
    story.write();
    this.requestUpdate();
    if (story.isOver) return this.#stop();
    this.#timer = setTimeout(() => this.#goOn(story), PAUSE);
  }

  /** @param {(story: Story) => void} change */
  #change(change) {
    return () => {
      this.#stop();
      if (this.story) change(this.story);
      this.requestUpdate();
    };
  }

  render() {
    const { story } = this;
    return html`<section class="story" aria-labelledby="story-title">
      <div data-level="2" id="story-title">${text.title}</div>
      ${story ? this.#renderStory(story) : nothing}
    </section>`;
  }

  /** @param {Story} story */
  #renderStory(story) {
    const { context, isPlaying } = this;
    const { words, last, blocked, state } = story;
    const answers = context.progress?.answers ?? '';
    const shown = this.chosen ?? story.mostTelling;
    const which = story.heads[shown];
    const open = (/** @type {Event} */ event) => {
      const pressed = placeOf(event);
      if (!pressed) return;
      event.stopPropagation();
      const [step] = pressed.place.split('.');
      context.navigateTo({ ...state, answers, step, head: which.head, cell: pressed.place });
    };
    return html`<p class="note">${text.about(this.#count, this.#steps)}</p>
      <div class="buttons">
        <button type="button" class="choose" @click=${() => this.#play(story)}>${isPlaying ? text.stop : text.play}</button>
        <button type="button" class="plain" aria-disabled=${story.isOver ? 'true' : 'false'}
          @click=${this.#change(() => story.write())}>${text.word}</button>
        <button type="button" class="plain" @click=${this.#change(() => story.takeBack())}>${text.takeBack}</button>
        <button type="button" class="plain" @click=${this.#change(() => story.begin())}>${text.another}</button>
        <span role="status" class="note">${isPlaying ? '' : this.#renderHint(story)}</span>
      </div>
      <div class="telling" @click=${open}>
        ${arcFigure({
          ...{ words, from: last, weights: story.weightsOf(which), blocked },
          cellOf: (key) => story.cellOf(which, key),
          label: text.arcs(words[last], nameOf(which)),
          labelOf: (key) => text.toggle(words[key], blocked.has(key)),
          onPick: (key) => key !== last && this.#change(() => story.toggle(key))(),
        })}
      </div>
      <div class="heads-of-story">${story.heads.map((head, i) => this.#renderHead(story, head, { i, isShown: i === shown }))}</div>
      <p class="note">${text.heads}</p>
      <div @click=${open}>${renderBars(story)}</div>
      <p class="ways">${stateLink(context, { ...state, answers }, text.lab, 'way')}
        ${stateLink(context, { guide: 'translation', answers }, text.translator, 'way')}</p>`;
  }

  /** What a block does: of the links that are blocked, or of the link that matters most. @param {Story} story */
  #renderHint(story) {
    const effect = story.effect;
    const isBlocked = story.blocked.size > 0;
    if (story.isOver && !isBlocked) return text.over;
    if (!effect) return text.press;
    return html`${story.isOver ? text.over : nothing} ${text.effect(effect, isBlocked)} ${isBlocked ? nothing : text.press}`;
  }

  /** @param {Story} story @param {Story['heads'][number]} which @param {{ i: number, isShown: boolean }} place */
  #renderHead({ words, weightsOf }, which, { i, isShown }) {
    const { widths } = layOut(words);
    const weights = weightsOf(which);
    const most = weights.indexOf(Math.max(...weights));
    const choose = () => {
      this.chosen = i;
    };
    return html`<button type="button" class="head-row" aria-pressed=${isShown} @click=${choose}>
      <span class="strip">${weights.map(
        (weight, key) => html`<span ${styled('--width', `${widths[key]}px`)}>
          <i ${styled('--level', `${Math.round(100 * weight)}%`)}></i></span>`,
      )}</span>${text.strongest(nameOf(which), words[most])}</button>`;
  }
}

/** @param {Story['heads'][number]} which */
const nameOf = ({ layer, head }) => text.head(layer, head + 1);

/** @param {Story} story */
const renderBars = (story) => html`<table class="terms next-words" role="table">
  <caption>${text.next(story.words[story.last])}</caption>
  <tbody>${story.next.slice(0, BARS).map(
    ({ word: name, probability, cell }) => html`<tr>
      <th scope="row">${word(name)}</th>
      <td data-place=${cell} data-value=${exact(probability)}>${roundedWeight(probability, true)}</td>
      <td><i class="share" aria-hidden="true" ${styled('--part', `${100 * probability}%`)}></i></td>
    </tr>`,
  )}</tbody>
</table>`;

/** @param {ViewContext} context */
export function storyPlayer(context) {
  StoryPlayer.define();
  return html`<attention-story .context=${context}></attention-story>`;
}
