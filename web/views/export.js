/** The export section: a link, numbers, images and code. */

import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { FORMATS } from '../export/formats.js';
import { drawScreen, makeRequest } from '../export/screen.js';
import { needSlot } from '../features.js';
import { LoadState } from '../session/load-state.js';
import { isOwn } from '../state/source-kinds.js';
import * as text from '../text/en/export.js';
import { ExportError, makeFormatError, readMessage } from '../text/error.js';
import { makeLink, worksheetLink } from './link.js';

/**
 * @import { FileFormat } from '../export/types.js'
 * @import { Drawing } from '../figures/types.js'
 * @import { ViewContext } from '../lessons/context.js'
 * @import { State } from '../state/types.js'
 * @import { LitElement } from 'lit'
 */

/** The longest text that is shown. Longer texts are saved. */
const LONGEST_SHOWN_TEXT = 300000;

/**
 * The milliseconds for which a saved file is kept. No event tells when the browser has read it, and
 * Safari begins to read large files late.
 */
const TIME_TO_SAVE = 60_000;

/**
 * A finished export, of the state that was on screen.
 * @typedef {{ format: string, state?: State, result?: string | Blob,
 *   picture?: HTMLCanvasElement, message: string }} Export
 */

/** @type {Export} */
const NO_EXPORT = { format: '', message: '' };

export class ExportController {
  /** @type {ViewContext | undefined} */
  context;
  /** The names of tables that are shown alone. @type {string[] | undefined} */
  tables;
  /** Explains why there are no numbers, with its argument if only words are missing. */
  explain = (/** @type {string} */ noWords) => noWords;
  /** Whether the author names a table or steps that do not exist, so that a message replaces them. */
  isNamedWrongly = false;
  /** The last export. */
  last = NO_EXPORT;
  /** The export in progress. @type {LoadState<Pick<Export, 'result' | 'picture'>>} */
  making;
  #host;

  /** @param {LitElement} host */
  constructor(host) {
    this.#host = host;
    this.making = new LoadState(host);
  }

  /** @param {string} format @returns {Promise<string | Blob>} */
  async make(format) {
    return (await this.#make(format)).result;
  }

  /** Whether a page of a chapter shows numbers: some have only texts, or say why they show nothing. */
  #showsNumbers() {
    return this.#host.renderRoot.querySelector('[data-tensor], [data-place], canvas') !== null;
  }

  /** @param {string} name @returns {Promise<{ result: string | Blob, drawing?: Drawing }>} */
  async #make(name) {
    const { context } = this;
    const hasWords = (context?.computation.queryWords.length ?? 0) > 0;
    const isBare = this.isNamedWrongly || (context?.state.guide !== '' && !this.#showsNumbers());
    if (!context || ((!hasWords || isBare) && name !== 'link'))
      throw new ExportError(this.explain(hasWords ? text.noNumbers : text.nothing));
    const format = FORMATS.find(({ id }) => id === name);
    if (!format)
      throw makeFormatError(
        name,
        FORMATS.map(({ id }) => id),
      );
    if (!listFormats(context).includes(format)) throw new ExportError(text.onlyOfModels);
    if (format.kind === 'link') {
      if (isOwn(context.state)) throw new ExportError(text.noLink);
      if (!context.isLinked) throw new ExportError(text.noPermalink);
      return { result: makeLink(context.state) };
    }
    if (format.kind === 'picture') {
      const drawing = await drawScreen(context, this.#host, this.tables);
      return { result: await format.make(drawing), drawing };
    }
    const result = await format.make(makeRequest(context));
    if ('refused' in result) throw new ExportError(result.refused);
    return { result: result.text };
  }

  /** Paints what a picture's file shows. @param {Drawing} drawing */
  async #paint(drawing) {
    const { toCanvas } = await needSlot('writers');
    const canvas = toCanvas(drawing);
    canvas.className = 'made-picture';
    canvas.role = 'img';
    canvas.ariaLabel = drawing.title;
    canvas.style.maxWidth = `min(100%, ${drawing.width}px)`;
    return canvas;
  }

  /** @param {string} format */
  async start(format) {
    const { context } = this;
    const make = async () => {
      const { result, drawing } = await this.#make(format);
      return { result, picture: drawing && (await this.#paint(drawing)) };
    };
    if (!(await this.making.run(make))) return;
    const { value, failure } = this.making;
    const note =
      format === 'link' && location.protocol === 'file:' ? text.linkToFile : text.exportDone;
    const message = failure === undefined ? note : readMessage(failure);
    this.last = { format, state: context?.state, ...value, message };
    this.#host.requestUpdate();
    await this.#host.updateComplete;
    const section = this.#host.renderRoot.querySelector('.export');
    section?.scrollIntoView({ block: 'nearest' });
  }

  async copy() {
    const { last } = this;
    let isCopied = true;
    try {
      await navigator.clipboard.writeText(String(last.result));
    } catch {
      if (this.last !== last) return;
      // A sandbox only allows the old command. The text is already selected.
      isCopied = document.execCommand('copy');
    }
    // Another format may be on screen by now.
    if (this.last !== last) return;
    this.last = { ...last, message: isCopied ? text.copied : text.cannotCopy };
    this.#host.requestUpdate();
  }
}

/** The lines of a text that are shown. A link is short, and the code of a picture stands below the picture. */
const TEXT_ROWS = { link: 2, picture: 3, text: 12, program: 12 };

/**
 * Lists what the numbers have: only a model has a map of all its heads.
 * @param {ViewContext} context
 */
const listFormats = ({ computation }) =>
  FORMATS.filter((format) => format.isOffered?.(computation) ?? true);

/**
 * @param {ViewContext} context
 * @param {ExportController} exporter
 * @param {object} parts
 * @param {boolean} parts.hasPrograms whether the section offers programs
 * @param {boolean} parts.hasWorksheet whether the section links to a worksheet of these numbers
 */
export function exportSection(context, exporter, { hasPrograms, hasWorksheet }) {
  const isMaking = exporter.making.loading !== undefined;
  // An export of another state does not match the screen, and one of another format not the button.
  const isFresh = exporter.last.state === context.state && !isMaking;
  const { format, result, picture, message } = isFresh ? exporter.last : NO_EXPORT;
  // A link exists only if the address of the page follows the element.
  const isListed = { link: context.isLinked, picture: true, text: true, program: hasPrograms };
  const found = FORMATS.find(({ id }) => id === format);
  const shown =
    typeof result === 'string' && result.length <= LONGEST_SHOWN_TEXT ? result : undefined;
  const isPrintedWhole =
    context.isLinked && context.state.view === 'step' && context.steps.length > 1;
  return html`<details class="export">
    <summary>${text.title}</summary>
    <div class="formats">${listFormats(context)
      .filter(({ kind }) => isListed[kind])
      .map(
        ({ id, label }) => html`<button type="button" class="plain" aria-pressed=${id === format}
        data-format=${id} @click=${() => exporter.start(id)}>${label}</button>`,
      )} ${hasWorksheet ? worksheetLink(context, text.worksheet) : nothing}</div>
    ${isPrintedWhole ? html`<div class="note">${text.printing(context.steps.length)}</div>` : nothing}
    ${picture ?? nothing}
    ${
      shown === undefined
        ? nothing
        : html`<textarea class="made" readonly rows=${TEXT_ROWS[found?.kind ?? 'text']} spellcheck="false"
            aria-label=${text.exported} .value=${live(shown)}></textarea>`
    }
    ${
      result === undefined
        ? nothing
        : html`<p>
          ${
            shown === undefined
              ? nothing
              : html`<button type="button" class="plain" @click=${(/** @type {Event} */ event) => {
                  const button = /** @type {Element} */ (event.currentTarget);
                  button.closest('details')?.querySelector('textarea')?.select();
                  exporter.copy();
                }}>${text.copy}</button>`
          }
          ${found && found.kind !== 'link' ? saveButton(result, found, context) : nothing}</p>`
    }
    <p class="note" role="status">${isMaking ? text.making : message}</p>
  </details>`;
}

/** @param {string | Blob} result @param {FileFormat} format @param {ViewContext} context */
function saveButton(result, { file, type }, context) {
  const name = file(makeRequest(context));
  return html`<button type="button" class="plain" @click=${() => download(result, { name, type })}>${text.saveAs(name)}</button>`;
}

/** @param {string | Blob} result @param {{ name: string, type: string }} as */
function download(result, { name, type }) {
  const blob = typeof result === 'string' ? new Blob([result], { type }) : result;
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), TIME_TO_SAVE);
}
