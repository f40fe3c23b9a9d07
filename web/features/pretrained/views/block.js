/** Shows the picture of a pretrained model on the page. Pressing a part opens its step. */

import { html } from 'lit';
import { Directive, directive } from 'lit/directive.js';
import { toElement } from '../../../figures/marks.js';
import { proposeByPage } from '../../../lessons/context.js';
import { getReplies } from '../run/source.js';
import { pictureLabel } from '../text/en/block.js';
import { makePicture, nameOpenLayer } from './block-marks.js';

/**
 * @import { ViewContext } from '../../../lessons/context.js'
 * @import { ElementPart } from 'lit'
 */

/** @param {ViewContext} context */
export const blockView = (context) =>
  html`<div class="block-of-model" ${modelPicture(context)}></div>`;

/** @param {EventTarget | null} target */
const findPressedPart = (target) =>
  target instanceof Element ? /** @type {SVGElement | null} */ (target.closest('.part')) : null;

/**
 * Roots in which a layer was pressed, so that the open layer gets the focus.
 * @type {WeakSet<Node>}
 */
const openedFrom = new WeakSet();

class ModelPictureDirective extends Directive {
  /** @type {ViewContext | undefined} */
  #context;
  /** The inputs of the current drawing. @type {unknown[]} */
  #drawnInputs = [];
  /** @type {ReturnType<typeof makePicture>['targets']} */
  #targets = new Map();
  /** @type {HTMLElement | undefined} */
  #holder;

  /** @param {ViewContext} _context */
  render(_context) {
    return '';
  }

  /**
   * @param {ElementPart} part
   * @param {[ViewContext]} context
   * @override
   */
  update(part, [context]) {
    if (!this.#holder) {
      this.#holder = /** @type {HTMLElement} */ (part.element);
      this.#holder.addEventListener('click', (event) => this.#press(findPressedPart(event.target)));
      this.#holder.addEventListener('keydown', this.#onKey);
    }
    this.#context = context;
    const { computation, state } = context;
    const { modelLayer, head, edits, layerEdits } = state;
    const inputs = [computation.run.graph, modelLayer, head, edits, layerEdits];
    if (inputs.some((input, i) => input !== this.#drawnInputs[i])) this.#draw(context);
    this.#drawnInputs = inputs;
    return '';
  }

  /** @param {ViewContext} context */
  #draw(context) {
    const holder = /** @type {HTMLElement} */ (this.#holder);
    const { width, height, marks, targets } = makePicture(context);
    const { places } = getReplies(context.computation);
    const svg = toElement({
      kind: 'svg',
      viewBox: `0 0 ${width} ${height}`,
      width,
      height,
      children: marks,
      access: {
        role: 'group',
        'aria-label': pictureLabel(nameOpenLayer(places, context.state.modelLayer)),
      },
    });
    this.#targets = targets;
    const root = /** @type {ShadowRoot} */ (holder.getRootNode());
    const focused = findPressedPart(root.activeElement)?.dataset.part;
    holder.replaceChildren(svg);
    const kept = this.#parts.find(({ dataset }) => dataset.part === focused);
    this.#stopAt(kept ?? this.#attention);
    // After the microtask, the picture is in the page.
    queueMicrotask(() => {
      if (openedFrom.delete(root)) this.#attention?.focus();
      else kept?.focus();
    });
  }

  /** The part that stands for the open layer. */
  get #attention() {
    return this.#parts.find(({ dataset }) => dataset.part === 'attention') ?? null;
  }

  get #parts() {
    return [.../** @type {HTMLElement} */ (this.#holder).querySelectorAll('.part')].map(
      (part) => /** @type {SVGElement} */ (part),
    );
  }

  /** Makes one part the only tab stop. @param {SVGElement | null} stop */
  #stopAt(stop) {
    if (!stop) return;
    for (const part of this.#parts) part.setAttribute('tabindex', part === stop ? '0' : '-1');
  }

  /** @param {SVGElement | null} part */
  #press(part) {
    const target = this.#targets.get(part?.dataset.part ?? '');
    if (!target) return;
    if (target.opens.step === 'modelPicture')
      openedFrom.add(/** @type {HTMLElement} */ (this.#holder).getRootNode());
    // Readers who may not change anything can still look at every part.
    if (this.#context) proposeByPage(this.#context).dispatch(target.opens);
  }

  /** @param {KeyboardEvent} event */
  #onKey = (event) => {
    const pressed = findPressedPart(event.target);
    if (!pressed || event.altKey || event.ctrlKey || event.metaKey) return;
    const parts = this.#parts;
    const at = parts.indexOf(pressed);
    /** @type {Record<string, number>} */
    const places = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: parts.length - 1 };
    if (event.key === 'Enter' || event.key === ' ') this.#press(parts[at]);
    else if (event.key in places) parts[places[event.key]]?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
}

const modelPicture = directive(ModelPictureDirective);
