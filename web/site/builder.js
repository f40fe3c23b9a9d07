/** A builder that configures the element, and the snippets that embed it. */

import { html, nothing, render } from 'lit';
import { live } from 'lit/directives/live.js';
import { readField } from '../figures/controls.js';
import { readMessage } from '../text/error.js';
import { typedValue } from '../views/typed-value.js';
import { FIRST_CHOICES, makeSnippetOptions, withState } from './choices.js';
import { choicesForm } from './form.js';
import {
  SnippetBox,
  writeFrameAddress,
  writeFrameSnippet,
  writeImageSnippet,
  writeTagSnippet,
} from './snippets.js';

/**
 * @import { AttentionLab as Lab } from '../elements/attention-lab.js'
 * @import { State } from '../state/types.js'
 * @import { Choices } from './choices.js'
 */

/** @typedef {'tag' | 'frame' | 'picture'} Output */

const WIDTHS = { narrow: '320 pixels', middle: '640 pixels', full: 'as wide as this page' };

const OUTPUTS = { tag: 'the tag', frame: 'an iframe', picture: 'a picture, SVG' };

/** @param {HTMLElement} place */
export const startBuilder = (place) => new Builder(place).draw();

class Builder {
  #place;
  /** @type {Choices} */
  #choices = FIRST_CHOICES;
  /** @type {keyof typeof WIDTHS} */
  #width = 'full';
  /** @type {Output} */
  #output = 'tag';
  /** The address of the standalone page. */
  #page = 'index.html';
  #picture = { svg: '', refusal: '' };
  #boxes = {
    tag: this.#box('the tag'),
    frame: this.#box('the iframe'),
    file: this.#box('a picture in a file'),
    inline: this.#box('the picture itself'),
  };

  /** @param {HTMLElement} place */
  constructor(place) {
    this.#place = place;
    // Changes in the preview are choices, too.
    place.addEventListener('attention-change', (event) => {
      this.#choices = withState(this.#choices, /** @type {CustomEvent} */ (event).detail.state);
      this.draw();
    });
  }

  /** @param {string} title */
  #box(title) {
    return new SnippetBox(`Builder, ${title}`, () => this.draw());
  }

  /** @returns {Lab | null} */
  get #lab() {
    return this.#place.querySelector('attention-lab');
  }

  /** @param {Choices} choices */
  #update = (choices) => {
    this.#choices = choices;
    this.draw();
    const lab = this.#lab;
    if (!lab) return;
    // A query that nobody chose stays unset: a locked table alone then marks no row.
    const { state } = lab;
    const changed = Object.entries(choices.state).filter(
      ([name, value]) => value !== state?.[/** @type {keyof State} */ (name)],
    );
    lab.state = Object.fromEntries(changed);
  };

  draw() {
    const { readonly, locked, compact, theme, lang } = this.#choices;
    const { steps = [], table, hide = [], show = [] } = makeSnippetOptions(this.#choices);
    render(
      html`${choicesForm(this.#choices, this.#update)}
        <h3>Preview</h3>
        ${this.#radios('Width', WIDTHS, this.#width, (width) => {
          this.#width = width;
        })}
        <p class="note">What you do here, turning to a step or pressing a number, goes into the
          snippet as well.</p>
        <div class="preview of-${this.#width}">
          <attention-lab steps=${steps.join(',') || nothing} table=${table || nothing} hide=${hide.join(',') || nothing} show=${show.join(',') || nothing}
            ?readonly=${readonly} ?locked=${locked} ?compact=${compact} theme=${theme || nothing} lang=${lang || nothing}></attention-lab>
        </div>
        <h3>Snippet</h3>
        ${this.#radios('Made as', OUTPUTS, this.#output, (output) => {
          this.#output = output;
        })}
        ${this.#snippet()}`,
      this.#place,
    );
    if (this.#output === 'picture') this.#takePicture();
  }

  #snippet() {
    const options = makeSnippetOptions(this.#choices);
    if (this.#output === 'tag') return this.#boxes.tag.view(writeTagSnippet(options));
    if (this.#output === 'picture') return this.#pictureView();
    return html`<p class="field">
        <label for="choose-page">Address of the standalone page</label>
        <input id="choose-page" type="text" spellcheck="false" autocomplete="off" .value=${typedValue(this.#page)}
          @input=${readField(({ value }) => {
            this.#page = value;
            this.draw();
          })}>
      </p>
      ${this.#boxes.frame.view(writeFrameSnippet(options, this.#page))}
      <p><a href="index.html#${writeFrameAddress(options)}">Open what the iframe shows</a></p>`;
  }

  #pictureView() {
    const { svg, refusal } = this.#picture;
    if (refusal) return html`<p role="status">${refusal}</p>`;
    if (!svg) return nothing;
    const [, width, height] = /width="([\d.]+)" height="([\d.]+)"/.exec(svg) ?? ['', '', ''];
    const address = `data:image/svg+xml,${encodeURIComponent(svg)}`;
    return html`<p class="picture" tabindex="0" role="group" aria-label="The picture">
        <img src=${address} alt="The tables of the preview" width=${width} height=${height}></p>
      <p class="note">It holds the ${makeSnippetOptions(this.#choices).table ? 'table' : 'step'} on screen. It has no
        script, and the theme in which you see the preview.</p>
      <p><a href=${address} download="attention.svg">Save attention.svg</a>, and put this where it
        belongs:</p>
      ${this.#boxes.file.view(writeImageSnippet(this.#choices, { width, height }))}
      <p>Or put the picture itself into the page:</p>
      ${this.#boxes.inline.view(svg.trim())}`;
  }

  /** Exports a picture of the preview. */
  async #takePicture() {
    const lab = this.#lab;
    const choices = this.#choices;
    if (!lab) return;
    const picture = { svg: '', refusal: '' };
    try {
      await customElements.whenDefined('attention-lab');
      await lab.updateComplete;
      picture.svg = String(await lab.export('svg'));
    } catch (error) {
      picture.refusal = readMessage(error);
    }
    // The choices may have changed meanwhile.
    if (choices !== this.#choices || JSON.stringify(picture) === JSON.stringify(this.#picture))
      return;
    this.#picture = picture;
    this.draw();
  }

  /**
   * @template {string} Value
   * @param {string} legend
   * @param {Record<Value, string>} choices
   * @param {Value} current
   * @param {(value: Value) => void} update
   */
  #radios(legend, choices, current, update) {
    return html`<fieldset class="row">
      <legend>${legend}</legend>
      ${Object.entries(choices).map(
        ([value, text]) => html`<label><input type="radio" name=${legend} value=${value}
          .checked=${live(value === current)} @change=${() => {
            update(/** @type {Value} */ (value));
            this.draw();
          }}> ${text}</label>`,
      )}
    </fieldset>`;
  }
}
