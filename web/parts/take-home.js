/** What can be taken home: a link, numbers, pictures and code. */

import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { drawMatrices, toPng, toSvg } from '../export/drawing.js';
import { FORMATS } from '../export/exports.js';
import { table } from '../lessons/tables.js';
import { readPlace } from '../model/trace.js';
import { paletteOf } from '../styles/colour.js';
import { linkTo } from './permalink.js';

/** @typedef {import('./picture.js').Picture} Picture */

/** Longer texts are saved, not shown. */
const LONGEST = 300000;
/** Numbers of a matrix in a drawing. */
const MOST_CELLS = 2 ** 14;

/** What is being taken: the format, and once made its text or bytes. */
export class Shelf {
  /** @type {Picture | undefined} */
  picture;
  format = '';
  /** @type {string | Blob | undefined} */
  made;
  said = '';
  /** @type {import('../model/state.js').State | undefined} the state it was made of */
  of;
  #host;

  /** @param {import('lit').LitElement & { permalink: boolean }} host */
  constructor(host) {
    this.#host = host;
  }

  /** Only an element that follows the page's address has a link that leads to it. */
  get isLinked() {
    return this.#host.permalink;
  }

  /**
   * @param {string} format
   * @returns {Promise<string | Blob>}
   */
  async make(format) {
    const { picture } = this;
    if (!picture) throw new Error('There is nothing to export yet.');
    if (picture.lesson.queryWords.length === 0 && format !== 'link') {
      throw new RangeError('There is no word here yet, and so no number to take home.');
    }
    if (format === 'link') return linkTo(picture.state);
    if (format === 'svg') return toSvg(drawing(picture, this.#host));
    if (format === 'png') return toPng(drawing(picture, this.#host));
    const found = FORMATS.find(({ id }) => id === format);
    if (!found) {
      const known = ['link', 'svg', 'png', ...FORMATS.map(({ id }) => id)].join(', ');
      throw new RangeError(`export: ${format} is none of ${known}`);
    }
    const made = found.make(request(picture));
    if ('refused' in made) throw new RangeError(made.refused);
    return made.text;
  }

  /** @param {string} format */
  async take(format) {
    const of = this.picture?.state;
    Object.assign(this, { format, of, said: '', made: undefined });
    let [made, said] = [/** @type {string | Blob | undefined} */ (undefined), ''];
    try {
      made = await this.make(format);
    } catch (error) {
      said = error instanceof Error ? error.message : String(error);
    }
    // Something else may have been asked for meanwhile.
    if (this.format !== format || this.of !== of) return;
    Object.assign(this, { made, said });
    this.#host.requestUpdate();
    await this.#host.updateComplete;
    const home = this.#host.renderRoot.querySelector('.take-home');
    home?.scrollIntoView({ block: 'nearest' });
  }

  async copy() {
    try {
      await navigator.clipboard.writeText(String(this.made));
      this.said = 'Copied.';
    } catch {
      // In a sandbox only the old way is open; the text is selected already.
      this.said = document.execCommand('copy')
        ? 'Copied.'
        : 'The browser does not allow copying here; the text is selected for you.';
    }
    this.#host.requestUpdate();
  }
}

/**
 * The table that is on screen: that of the traced number, or the one that the step makes.
 * @param {Picture} picture
 * @returns {import('../export/exports.js').Request}
 */
function request(picture) {
  const { state, lesson } = picture;
  const place = readPlace(state.cell, lesson);
  const matrices = picture.parts.filter((part) => typeof part !== 'string');
  const made =
    matrices.find(({ tensor }) => tensor === place?.tensor) ??
    matrices.find(({ tensor }) => tensor === state.step) ??
    matrices.at(-1);
  const { tensor, lead } = made ?? table(picture, 'weights');
  return { state, lesson, tensor, lead };
}

/**
 * @param {Picture} picture
 * @param {Element} host in whose colours it is drawn
 */
function drawing(picture, host) {
  const { state, lesson } = picture;
  const { parts } = picture;
  const matrices = parts.filter((part) => typeof part !== 'string');
  if (matrices.some(({ view }) => view.rows * view.columns > MOST_CELLS))
    throw new RangeError(
      'A picture of so many numbers could not be read. Take JSON, or a smaller size.',
    );
  const shown = matrices.length > 0 ? parts : [table(picture, 'weights')];
  return drawMatrices(shown, {
    title: `${state.step}: ${lesson.queryWords.join(' ')}`,
    palette: paletteOf(host),
  });
}

/**
 * The formats with their labels, link and pictures included.
 * @type {{ id: string, label: string, type?: string,
 *   file?: string | import('../export/exports.js').Format['file'] }[]}
 */
const ALL = [
  { id: 'link', label: 'Link to this' },
  { id: 'svg', label: 'Picture as SVG', file: 'attention.svg', type: 'image/svg+xml' },
  { id: 'png', label: 'Picture as PNG', file: 'attention.png', type: 'image/png' },
  ...FORMATS,
];

/**
 * @param {Picture} picture
 * @param {Shelf} shelf
 */
export function takeHome(picture, shelf) {
  // What was made of another state is not what is on screen.
  const fresh = shelf.of === picture.state;
  const { format, made, said } = fresh ? shelf : { format: '', made: undefined, said: '' };
  const found = ALL.find(({ id }) => id === format);
  const file = fileOf(found, picture);
  const text = typeof made === 'string' && made.length <= LONGEST ? made : undefined;
  return html`<details class="take-home">
    <summary>Take it home</summary>
    <div class="formats">${ALL.filter(({ id }) => id !== 'link' || shelf.isLinked).map(
      ({ id, label }) => html`<button type="button" class="plain" aria-pressed=${id === format}
        data-format=${id} @click=${() => shelf.take(id)}>${label}</button>`,
    )}</div>
    ${
      text === undefined
        ? nothing
        : html`<textarea class="made" readonly rows=${format === 'link' ? 2 : 12} spellcheck="false"
            aria-label="What is taken home" .value=${live(text)}></textarea>`
    }
    ${
      made === undefined
        ? nothing
        : html`<p>
          ${
            text === undefined
              ? nothing
              : html`<button type="button" class="plain" @click=${(/** @type {Event} */ event) => {
                  const button = /** @type {Element} */ (event.currentTarget);
                  button.closest('details')?.querySelector('textarea')?.select();
                  shelf.copy();
                }}>Copy</button>`
          }
          ${
            file
              ? html`<button type="button" class="plain" @click=${() => download(made, file)}>Save as ${file.name}</button>`
              : nothing
          }</p>`
    }
    <p class="note" role="status">${said}</p>
  </details>`;
}

/**
 * @param {(typeof ALL)[number] | undefined} format
 * @param {Picture} picture
 */
function fileOf(format, picture) {
  const { file, type } = format ?? {};
  if (!file || !type) return undefined;
  return { name: typeof file === 'string' ? file : file(request(picture)), type };
}

/**
 * @param {string | Blob} made
 * @param {{ name: string, type: string }} as
 */
function download(made, { name, type }) {
  const blob = typeof made === 'string' ? new Blob([made], { type }) : made;
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken its own reference by the next turn.
  setTimeout(() => URL.revokeObjectURL(url));
}
