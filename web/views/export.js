/** The export section: a link, numbers, images and code. */

import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { FORMATS } from '../export/formats.js';
import { needSlot } from '../features.js';
import {
  isTooWide,
  listMatrices,
  makeTable,
  mapMatrices,
  nameCell,
  shareColourLimit,
  withOwnerName,
} from '../figures/tables.js';
import { selectRows } from '../graph/cell.js';
import { readCell } from '../graph/trace.js';
import { LoadState } from '../session/load-state.js';
import { isOwn } from '../state/source-kinds.js';
import { addLineColours, readPalette } from '../styles/colour.js';
import * as text from '../text/en/export.js';
import { ExportError, makeFormatError, readMessage } from '../text/error.js';
import { makeLink, worksheetLink } from './link.js';
import { listShownRows } from './matrix.js';

/**
 * @import { Format, Request } from '../export/types.js'
 * @import { Drawing, Matrix } from '../figures/types.js'
 * @import { ViewContext } from '../lessons/context.js'
 * @import { State } from '../state/types.js'
 * @import { LitElement } from 'lit'
 */

/** The longest text that is shown. Longer texts are saved. */
const LONGEST_SHOWN_TEXT = 300000;

/** The largest width of a picture's tables in pixels, for a page of a document. */
const PAPER_WIDTH = 700;

/** Pictures are laid out for the width on screen. @param {Element} host */
const measureFigure = (host) =>
  host.shadowRoot?.querySelector('.figure')?.clientWidth || host.clientWidth || Infinity;

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
  /** The last export. */
  last = NO_EXPORT;
  /** The export in progress. @type {LoadState<Pick<Export, 'result' | 'picture'>>} */
  making;
  #host;

  /** @param {LitElement} host */
  constructor(host) {
    this.#host = host;
    this.making = new LoadState(() => host.requestUpdate());
  }

  /** @param {string} format @returns {Promise<string | Blob>} */
  async make(format) {
    return (await this.#make(format)).result;
  }

  /** @param {string} format @returns {Promise<{ result: string | Blob, drawing?: Drawing }>} */
  async #make(format) {
    const { context } = this;
    if (!context || (context.computation.queryWords.length === 0 && format !== 'link')) {
      throw new ExportError(this.explain(text.nothing));
    }
    if (format === 'link') {
      if (isOwn(context.state)) throw new ExportError(text.noLink);
      if (!context.isLinked) throw new ExportError(text.noPermalink);
      return { result: makeLink(context.state) };
    }
    if (isPicture(format)) {
      const host = this.#host;
      const drawing =
        context.state.view === 'whole'
          ? (await needSlot('picture')).draw(context, host, measureFigure(host))
          : await drawStep(context, host, this.tables);
      const { toPng, toSvg } = await needSlot('writers');
      return { result: format === 'svg' ? toSvg(drawing) : await toPng(drawing), drawing };
    }
    const found = FORMATS.find((each) => each.id === format && isOffered(each, context));
    if (!found) {
      const names = ALL_FORMATS.filter((each) => isOffered(each, context)).map(({ id }) => id);
      throw makeFormatError(format, names);
    }
    const result = await found.make(makeRequest(context));
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
    const message = failure === undefined ? '' : readMessage(failure);
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

/**
 * Returns the table to export: the one with the traced number, or the one that the step makes. The
 * whole picture has no step, and its number may be in any table.
 * @param {ViewContext} context
 * @returns {Request}
 */
function makeRequest(context) {
  const { state, computation } = context;
  const cell = readCell(state.cell, computation.run);
  const isWhole = state.view === 'whole';
  const matrices = isWhole
    ? [makeTable(context, cell?.id ?? context.overview)]
    : listMatrices(context.parts);
  const matrix =
    matrices.find(({ tensor }) => tensor === cell?.id) ??
    matrices.find(({ tensor }) => tensor === state.step) ??
    matrices.at(-1);
  const cells = isWhole ? undefined : context.step.listCells?.(context);
  const { tensor, leadingIndex } = cells
    ? { tensor: state.step, leadingIndex: undefined }
    : (matrix ?? makeTable(context, context.overview));
  // Files have the tokens with the marks of the tokenizer.
  const withTokens = computation.tokens ? { ...computation, ...computation.tokens } : computation;
  return { state, computation: withTokens, tensor, leadingIndex, cells };
}

/**
 * @param {ViewContext} context
 * @param {Element} host the element whose colours are used
 * @param {string[]} [tables] the only tables to draw
 */
async function drawStep(context, host, tables) {
  const { state, computation, step } = context;
  if (step.draw && !tables) return step.draw(context, addLineColours(readPalette(host)));
  const alone = tables?.filter((name) => Object.hasOwn(computation.nodes, name));
  const parts = alone?.map((name) => makeTable(context, name)) ?? context.parts;
  const matrices = listMatrices(parts);
  const { MOST_RECTANGLES } = await needSlot('writers');
  const { drawWrapped } = await needSlot('stepPicture');
  if (matrices.some(({ view }) => view.rows * view.columns > MOST_RECTANGLES))
    throw new ExportError(text.tooManyToDraw);
  const shown = matrices.length > 0 ? parts : [makeTable(context, context.overview)];
  const seen = mapMatrices(shareColourLimit(shown), (matrix) =>
    selectShownRows(withOwnerName(matrix, computation), context),
  );
  return drawWrapped(seen, {
    width: Math.min(PAPER_WIDTH, measureFigure(host)),
    formula: host.shadowRoot?.querySelector('.formula'),
    trace: host.shadowRoot?.querySelector('.trace'),
    title: [text.drawing(state.step, computation.queryWords), computation.words?.changes]
      .filter(Boolean)
      .join('. '),
    palette: readPalette(host),
  });
}

/** @param {Matrix} matrix @param {ViewContext} context @returns {Matrix} */
function selectShownRows(matrix, context) {
  const { view, rowWords, masked } = matrix;
  if (isTooWide(matrix)) return matrix;
  const rows = listShownRows(matrix, context);
  const frames = findFrames(matrix, context, rows);
  if (rows.length === view.rows) return { ...matrix, frames };
  return {
    ...matrix,
    frames,
    allRows: view.rows,
    view: selectRows(view, rows),
    rowWords: rows.map((row) => rowWords?.[row] ?? String(row + 1)),
    masked: (row, column) => masked(rows[row], column),
  };
}

/**
 * Finds the rows, the column and the numbers that the page frames.
 * @param {Matrix} matrix
 * @param {ViewContext} context
 * @param {number[]} rows the shown rows
 * @returns {Matrix['frames']}
 */
function findFrames(matrix, { state, selected, marks, marksNoQuery }, rows) {
  const { axes, selects, view } = matrix;
  const isOfQueries = selects === 'query';
  const row = isOfQueries ? (marksNoQuery ? -1 : selected) : selects === 'key' ? state.key : -1;
  const columns = Array.from({ length: marks.size > 0 ? view.columns : 0 }, (_, column) => column);
  const cells = rows.flatMap((at, i) =>
    columns.flatMap((column) => {
      const kind = marks.get(nameCell(matrix, at, column));
      return kind ? { row: i, column, kind } : [];
    }),
  );
  return {
    row: rows.indexOf(row),
    pinned: isOfQueries && state.pin !== row ? rows.indexOf(state.pin) : -1,
    key: axes.endsWith('qk') ? state.key : -1,
    cells,
  };
}

/**
 * All formats with their labels, including the link and the images.
 * @type {{ id: string, label: string, type?: string,
 *   file?: string | Format['file'], isOffered?: Format['isOffered'] }[]}
 */
const ALL_FORMATS = [
  { id: 'link', label: text.link },
  { id: 'svg', label: text.svg, file: 'attention.svg', type: 'image/svg+xml' },
  { id: 'png', label: text.png, file: 'attention.png', type: 'image/png' },
  ...FORMATS,
];

/**
 * Whether the numbers have a format: only a model has a map of all its heads.
 * @param {Pick<Format, 'isOffered'>} format
 * @param {Pick<ViewContext, 'computation'>} context
 */
const isOffered = ({ isOffered: isIn = () => true }, { computation }) => isIn(computation);

/** @param {string} format */
const isPicture = (format) => format === 'svg' || format === 'png';

/** The formats that only the lab offers. */
const PROGRAMS = ['numpy', 'pytorch', 'javascript'];

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
  /** @param {{ id: string, isOffered?: Format['isOffered'] }} each */
  const isListed = (each) =>
    each.id === 'link'
      ? // A link exists only if the address of the page follows the element.
        context.isLinked
      : isOffered(each, context) && (hasPrograms || !PROGRAMS.includes(each.id));
  const found = ALL_FORMATS.find(({ id }) => id === format);
  const file = describeFile(found, context);
  const shown =
    typeof result === 'string' && result.length <= LONGEST_SHOWN_TEXT ? result : undefined;
  return html`<details class="export">
    <summary>${text.title}</summary>
    <div class="formats">${ALL_FORMATS.filter(isListed).map(
      ({ id, label }) => html`<button type="button" class="plain" aria-pressed=${id === format}
        data-format=${id} @click=${() => exporter.start(id)}>${label}</button>`,
    )} ${hasWorksheet ? worksheetLink(context, text.worksheet) : nothing}</div>
    ${picture ?? nothing}
    ${
      shown === undefined
        ? nothing
        : html`<textarea class="made" readonly rows=${countTextRows(format)} spellcheck="false"
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
          ${
            file
              ? html`<button type="button" class="plain" @click=${() => download(result, file)}>${text.saveAs(file.name)}</button>`
              : nothing
          }</p>`
    }
    <p class="note" role="status">${isMaking ? text.making : message}</p>
  </details>`;
}

/** A link is short, and the code of a picture stands below the picture. @param {string} format */
const countTextRows = (format) => (format === 'link' ? 2 : isPicture(format) ? 3 : 12);

/** @param {(typeof ALL_FORMATS)[number] | undefined} format @param {ViewContext} context */
function describeFile(format, context) {
  const { file, type } = format ?? {};
  if (!file || !type) return undefined;
  return { name: typeof file === 'string' ? file : file(makeRequest(context)), type };
}

/** @param {string | Blob} result @param {{ name: string, type: string }} as */
function download(result, { name, type }) {
  const blob = typeof result === 'string' ? new Blob([result], { type }) : result;
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has its own reference by then.
  setTimeout(() => URL.revokeObjectURL(url));
}
