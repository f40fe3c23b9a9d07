/** Shows the picture of a pretrained model on the page. Pressing a part opens its step. */

import { html } from 'lit';
import { Directive, directive } from 'lit/directive.js';
import { toElement } from '../../../figures/marks.js';
import { proposeByPage } from '../../../lessons/context.js';
import { ExportError } from '../../../text/error.js';
import { inFile } from '../text/en/views.js';
import { makePicture } from './model-picture-marks.js';

/**
 * @import { ViewContext } from '../../../lessons/context.js'
 * @import { ElementPart } from 'lit'
 */

/** @param {ViewContext} context */
export const modelPictureView = (context) =>
  html`<div class="model-picture" ${picture(context)}
    @click=${(/** @type {Event} */ { target }) => pressPart(context, findPart(target))}
    @keydown=${(/** @type {KeyboardEvent} */ event) => handleKey(context, event)}></div>`;

/** @returns {never} */
export const listPictureCells = () => {
  throw new ExportError(inFile.noTable);
};

/** @param {EventTarget | null} target */
const findPart = (target) =>
  target instanceof Element ? /** @type {SVGElement | null} */ (target.closest('.part')) : null;

/** @param {Element} holder */
const listParts = (holder) =>
  [...holder.querySelectorAll('.part')].map((part) => /** @type {SVGElement} */ (part));

/** @param {ViewContext} context @param {SVGElement | null} part */
function pressPart(context, part) {
  if (context.isLocked) return;
  const change = makePicture(context).targets.get(part?.dataset.part ?? '');
  // Readers who may not change anything can still look at every part.
  if (change) proposeByPage(context).dispatch(change);
}

/** @param {ViewContext} context @param {KeyboardEvent} event */
function handleKey(context, event) {
  const { key, target, currentTarget, altKey, ctrlKey, metaKey } = event;
  const part = findPart(target);
  if (!part || altKey || ctrlKey || metaKey) return;
  const parts = listParts(/** @type {Element} */ (currentTarget));
  const at = parts.indexOf(part);
  /** @type {Record<string, number>} */
  const places = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: parts.length - 1 };
  if (key === 'Enter' || key === ' ') pressPart(context, part);
  else if (key in places) parts[places[key]]?.focus();
  else return;
  event.preventDefault();
  event.stopPropagation();
}

class ModelPictureDirective extends Directive {
  /** The inputs of the current drawing. @type {unknown[]} */
  #drawnInputs = [];

  /** @param {ViewContext} _context */
  render(_context) {
    return '';
  }

  /** @param {ElementPart} part @param {[ViewContext]} context @override */
  update({ element }, [context]) {
    const { computation, state, isLocked } = context;
    const { modelLayer, head, edits, layerEdits } = state;
    const inputs = [computation.run.graph, modelLayer, head, edits, layerEdits, isLocked];
    if (inputs.some((input, i) => input !== this.#drawnInputs[i])) drawPicture(element, context);
    this.#drawnInputs = inputs;
    return '';
  }
}

const picture = directive(ModelPictureDirective);

/** @param {Element} holder @param {ViewContext} context */
function drawPicture(holder, context) {
  const { width, height, title, marks } = makePicture(context);
  const root = /** @type {ShadowRoot} */ (holder.getRootNode());
  const focused = findPart(root.activeElement)?.dataset.part;
  holder.replaceChildren(
    toElement({
      kind: 'svg',
      viewBox: `0 0 ${width} ${height}`,
      width,
      height,
      children: marks,
      access: { role: 'group', 'aria-label': title },
    }),
  );
  const find = (/** @type {string | undefined} */ name) =>
    listParts(holder).find(({ dataset }) => dataset.part === name);
  if (context.isLocked) {
    for (const part of listParts(holder)) {
      part.setAttribute('role', 'img');
      part.removeAttribute('tabindex');
    }
    return;
  }
  // A pressed layer is open now, and its attention stands for it.
  const stop = find(focused) ?? find('attention');
  // All parts together are one tab stop.
  stop?.setAttribute('tabindex', '0');
  // After the microtask, the picture is in the page.
  if (focused) queueMicrotask(() => stop?.focus());
}
