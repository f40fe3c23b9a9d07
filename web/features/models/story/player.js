/**
 * The player on the first screen: Mini's story, the arcs of one head, all heads, and the next words
 * as bars.
 */

import { html } from 'lit';
import { directive } from 'lit/directive.js';
import { findLargestIndex } from '../../../../src/js/largest.js';
import { arcFigure, layOut } from '../../../figures/arcs.js';
import { actionButton } from '../../../figures/controls.js';
import { styled } from '../../../figures/dom.js';
import { nextWordsTable } from '../../../figures/next-words.js';
import { measureView } from '../../../figures/scroller.js';
import { parseCell } from '../../../graph/cell.js';
import { LoadState } from '../../../session/load-state.js';
import { stateLink } from '../../../views/link.js';
import { PagePart } from '../../../views/page-part.js';
import { readPlace } from '../../../views/places.js';
import { loadStatus } from '../../../views/status-message.js';
import { headName } from '../text/en/mini.js';
import * as text from '../text/en/story.js';
import { isEnded } from '../training/writer.js';
import { loadShipped, Story } from './story.js';

/**
 * @import { ViewContext } from '../../../lessons/context.js'
 * @import { Effect, Which } from './story.js'
 * @import { ChildPart } from 'lit'
 */

/** Milliseconds between two words, which leave time to see the arcs. */
const PAUSE = 900;

/** The number of next words that have a bar. */
const BARS = 5;

export class StoryPlayer extends PagePart {
  /** @type {LoadState<Story>} */
  story = new LoadState(this);
  /** The effect of blocking the strongest link, until the reader writes the next word. @type {Effect | undefined} */
  #invitation;
  #count = 0;
  #steps = 0;
  #isPlaying = false;
  /** The index of the head whose arcs are shown. */
  #chosen = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {ChildPart} part @param {[ViewContext]} values @override */
  update(part, values) {
    if (this.story.isFresh) this.story.run(() => this.#load(...values));
    return super.update(part, values);
  }

  /** @param {ViewContext} context */
  async #load({ attention }) {
    const shipped = await loadShipped();
    this.#count = Object.values(shipped.parameters).reduce((sum, { data }) => sum + data.length, 0);
    this.#steps = shipped.progress.total;
    const story = new Story(attention, shipped);
    const { index, effect } = story.findStrongestLink();
    this.#chosen = story.findHead(index);
    this.#invitation = effect;
    return story;
  }

  /** @override */
  removed() {
    this.#stop();
  }

  #stop() {
    clearTimeout(this.#timer);
    this.#isPlaying = false;
  }

  /** @param {Story} story */
  #play(story) {
    if (this.#isPlaying) {
      this.#stop();
      this.requestUpdate();
    } else {
      this.#telling.scrollIntoView({ block: 'nearest' });
      this.#goOn(story);
    }
  }

  get #telling() {
    return /** @type {Element} */ (this.container.querySelector('.telling'));
  }

  /** @param {Story} story */
  #goOn(story) {
    this.#invitation = undefined;
    story.write();
    this.#isPlaying = !story.isOver;
    if (this.#isPlaying) this.#timer = setTimeout(() => this.#goOn(story), PAUSE);
    // In a narrow window each word is a line. Follow the last one, unless the reader has scrolled on.
    const { bottom } = measureView(this.#telling);
    const isInView = this.#telling.getBoundingClientRect().bottom < bottom + 1;
    this.requestUpdate();
    if (isInView) this.#telling.scrollIntoView({ block: 'nearest' });
  }

  /** @param {() => void} change changes the words */
  #change(change) {
    this.#stop();
    this.#invitation = undefined;
    change();
    this.requestUpdate();
  }

  /** @param {Story} story */
  #playAnother(story) {
    this.#change(() => story.begin());
    this.#play(story);
  }

  /** @param {Story} story @param {number} key */
  #toggle(story, key) {
    this.#stop();
    if (key !== story.last) story.toggle(key);
    this.requestUpdate();
  }

  /** @param {ViewContext} context @override */
  render(context) {
    const story = this.story.value;
    return html`<section class="story" aria-labelledby="story-title">
      <div data-level="2" id="story-title">${text.title}</div>
      ${story ? this.#renderStory(context, story) : loadStatus(this.story, text.model)}
    </section>`;
  }

  /** @param {ViewContext} context @param {Story} story */
  #renderStory(context, story) {
    const isPlaying = this.#isPlaying;
    const { words, last, blocked, state } = story;
    const answers = context.progress?.answers ?? '';
    const which = story.heads[this.#chosen];
    const hint = story.isOver ? 'story-hint' : undefined;
    const open = (/** @type {Event} */ event) => {
      const pressed = readPlace(event);
      if (!pressed) return;
      event.stopPropagation();
      const step = parseCell(pressed.place)?.id;
      context.navigateTo({ ...state, answers, step, head: which.head, cell: pressed.place });
    };
    return html`<p class="note">${text.about(this.#count, this.#steps)}</p>
      <div class="buttons">
        <div class="presses">${actionButton(isPlaying ? text.stop : text.play, !story.isOver && (() => this.#play(story)), { kind: 'choose', describedBy: hint })}
        ${actionButton(text.word, !story.isOver && (() => this.#change(() => story.write())), { describedBy: hint })}
        ${actionButton(text.takeBack, story.canTakeBack && (() => this.#change(() => story.takeBack())))}
        <button type="button" class="plain" @click=${() => this.#playAnother(story)}>${text.another}</button></div>
        <span role="status" class="note" id="story-hint">${isPlaying ? '' : this.#renderHint(story)}</span>
      </div>
      <div class="told"><div class="telling" @click=${open}>
        ${arcFigure({
          words,
          from: last,
          weights: story.weightsOf(which),
          blocked,
          cellOf: (key) => story.cellOf(which, key),
          label: text.arcs(words[last], nameHead(which)),
          labelOf: (key) => text.toggle(words[key], blocked.has(key)),
          onPick: (key) => this.#toggle(story, key),
        })}
      </div>
      <div class="heads-of-story">${story.heads.map((head, i) => this.#renderHead(story, head, i))}</div>
      <p class="note">${text.heads} <span class="shades">${text.shades}</span></p>
      <div class="foretold" @click=${open}>${nextWordsTable(text.next(words[last]), story.predictNext().slice(0, BARS))}</div></div>
      <p class="ways">${stateLink(context, state, text.lab, 'way')}
        ${stateLink(context, { guide: 'translation' }, text.translator, 'way')}</p>`;
  }

  /**
   * Renders the effect of the blocked links. If no link is blocked, renders the effect of blocking
   * the strongest link.
   * @param {Story} story
   */
  #renderHint(story) {
    if (story.blocked.size > 0) return text.blocked(story.measureEffect());
    if (story.isOver) return isEnded(story.words) ? text.over : text.full(story.words.length);
    return html`${this.#invitation && text.wouldBe(this.#invitation)} ${text.press}`;
  }

  /** @param {Story} story @param {Which} which @param {number} i */
  #renderHead({ words, weightsOf }, which, i) {
    const { widths } = layOut(words);
    const weights = weightsOf(which);
    const most = findLargestIndex(weights);
    const choose = () => {
      this.#chosen = i;
      this.requestUpdate();
    };
    return html`<button type="button" class="head-row" aria-pressed=${i === this.#chosen} @click=${choose}>
      <span class="strip">${weights.map(
        (weight, key) => html`<span ${styled('--width', `${widths[key]}px`)}>
          <i ${styled('--level', `${Math.round(100 * weight)}%`)}></i></span>`,
      )}</span><span class="strongest">${text.strongest(nameHead(which), words[most])}</span></button>`;
  }
}

/** @param {Which} which */
const nameHead = ({ layer, head }) => headName(layer, head + 1);

export const story = { story: { view: directive(StoryPlayer) } };
