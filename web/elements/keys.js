/** Keyboard shortcuts while the focus is within the lab, and the list of them. */

import { html, nothing } from 'lit';
import { getSlot, needSlot } from '../features.js';
import { readCell } from '../graph/trace.js';
import { canPaint } from '../lessons/attend.js';
import { LoadState } from '../session/load-state.js';
import { editName } from '../state/edit-cells.js';
import { changeLayer } from '../state/edits.js';
import * as text from '../text/en/controls.js';
import * as messages from '../text/en/messages.js';
import { findItem, isForRadio, readPlace, refocusNumber, WAYS, walkGroup } from '../views/grid.js';
import { toggleMask } from '../views/mask-painter.js';
import { loadStatus } from '../views/status-message.js';
import { discardTyped } from '../views/typed-value.js';

/**
 * @import { ViewContext } from '../lessons/context.js'
 * @import { LabSession } from '../session/lab-session.js'
 * @import { AttentionLab } from './attention-lab.js'
 * @import { Navigation } from './navigation.js'
 */

/** @param {KeyboardEvent} event @param {ViewContext} context @param {Navigation} navigation */
export function handleKey(event, context, navigation) {
  if (event.defaultPrevented || event.isComposing) return;
  const target = /** @type {Element} */ (event.composedPath()[0]);
  // Slides around the element would react to the key.
  if (isForTarget(event.key, target)) event.stopPropagation();
  // Dialogs and pop-ups handle their own keys, such as Esc.
  if (target.closest('dialog, :popover-open')) return;
  const isTyping = target.matches('input:not([type=radio]):not([type=checkbox]), textarea, select');
  const isHandled = isTyping
    ? handleFieldKey(event, target, context, navigation)
    : walkGroup(event) ||
      handleChord(event, navigation.session) ||
      handleSingleKey(event, target, context, navigation);
  if (isHandled) {
    event.preventDefault();
    event.stopPropagation();
  }
}

/**
 * Whether the focused element handles a key. The surrounding page must not react to it, but cannot
 * see the focused element.
 * @param {string} key
 * @param {Element} target
 */
const isForTarget = (key, target) =>
  target.closest('dialog') !== null ||
  isForRadio(key, target) ||
  target.closest('input:not([type=radio]), textarea, select') !== null ||
  (key in WAYS && findItem(target) !== null) ||
  (/^(Enter| )$/.test(key) &&
    target.closest('button:not([aria-disabled=true]), a, summary') !== null);

/**
 * @param {KeyboardEvent} event
 * @param {Element} target
 * @param {ViewContext} context
 * @param {Navigation} navigation
 */
function handleFieldKey(event, target, context, navigation) {
  const { state, dispatch } = context;
  if (!target.matches('.editor input'))
    return event.key === 'Escape' && (discardTyped(target) || closeNumber(target, context));
  const field = /** @type {HTMLInputElement} */ (target);
  // The browser undoes typed letters that are not committed yet.
  const isSet = field.type === 'range' || field.value === field.dataset.set;
  if (isSet && handleChord(event, navigation.session)) return true;
  if (event.key !== 'Escape') return false;
  // Discard the typed text.
  field.value = '';
  dispatch({ cell: state.cell });
  refocusNumber(target, state.cell);
  return true;
}

/**
 * Closes the trace. The next Esc belongs to the page, such as slides, whose overview it opens.
 * @param {Element} target
 * @param {ViewContext} context
 */
function closeNumber(target, { traced, state, dispatch }) {
  if (!traced) return false;
  dispatch({ cell: '' });
  refocusNumber(target, state.cell);
  return true;
}

/** @param {KeyboardEvent} event @param {LabSession} session */
function handleChord({ key, ctrlKey, metaKey, shiftKey }, session) {
  if (!(ctrlKey || metaKey)) return false;
  const letter = key.toLowerCase();
  if (letter === 'y' || (letter === 'z' && shiftKey)) session.redo();
  else if (letter === 'z') session.undo();
  else return false;
  return true;
}

/**
 * @param {KeyboardEvent} event
 * @param {Element} target
 * @param {ViewContext} context
 * @param {Navigation} navigation
 */
function handleSingleKey(event, target, context, navigation) {
  const { key, ctrlKey, altKey, metaKey } = event;
  // Whether single letters are shortcuts.
  const { letters } = navigation.help;
  if (letters && (key === '[' || key === ']')) {
    // Many keyboards need Option or AltGr for brackets, and AltGr counts as Ctrl and Alt.
    if ((ctrlKey || metaKey) && !altKey) return false;
    navigation.goToNeighbour(key === ']' ? 1 : -1);
    return true;
  }
  if (ctrlKey || altKey || metaKey) return false;
  const { state, dispatch, computation, readonly } = context;
  const pressed = readPlace(event);
  const place = pressed?.place;
  if (pressed && (key === 'Enter' || key === ' ')) {
    // The number is open already, so the page may scroll or show its next slide.
    if (key === ' ' && pressed.place === state.cell && !pressed.isInOverview) return false;
    navigation.pressCell(pressed.place, pressed.isInOverview);
    return true;
  }
  if (key === 'Escape') return closeNumber(target, context);
  if (key === 'F2' || (letters && key === 'e')) {
    const cell = readCell(place ?? state.cell, computation.run);
    if (!cell || readonly || editName(state, computation, cell) === undefined) return false;
    dispatch({ cell: place ?? state.cell });
    navigation.edit();
    return true;
  }
  if (!letters) return false;
  if (key === '?') navigation.help.open();
  else if (/^[1-9]$/.test(key) && Number(key) <= state.heads) dispatch({ head: Number(key) - 1 });
  else if (/^h$/i.test(key)) return goToHead(event.shiftKey ? -1 : 1, context);
  else if (/^l$/i.test(key)) return goToLayer(event.shiftKey ? -1 : 1, context);
  else if (key === 'm') return toggleMaskAt(place, context);
  else if (key === 'p') return togglePinAt(place, context);
  else return false;
  return true;
}

/**
 * Moves to a neighbouring head, because models have more heads than there are digits.
 * @param {1 | -1} by
 * @param {ViewContext} context
 */
function goToHead(by, { state, dispatch }) {
  const head = state.head + by;
  if (head < 0 || head >= state.heads) return false;
  dispatch({ head });
  return true;
}

/** @param {1 | -1} by @param {ViewContext} context */
function goToLayer(by, { state, computation, dispatch }) {
  const layer = state.modelLayer + by;
  if (layer < 0 || layer >= (computation.layerCount ?? 0)) return false;
  // A reader who cannot change anything can still look at every layer.
  dispatch(changeLayer(state, layer), { by: 'page' });
  return true;
}

/** @param {string | undefined} place a cell as in `data-place` @param {ViewContext} context */
function toggleMaskAt(place, context) {
  const { run, nodes } = context.computation;
  const cell = place === undefined ? undefined : readCell(place, run);
  if (!cell || context.readonly || !canPaint(context)) return false;
  if (!nodes[cell.id].axes.endsWith('qk')) return false;
  const [query, key] = cell.index.slice(-2);
  context.dispatch(toggleMask(context, query, key).change);
  return true;
}

/** @param {string | undefined} place a cell as in `data-place` @param {ViewContext} context */
function togglePinAt(place, { state, computation, dispatch, selected }) {
  const cell = readCell(place ?? '', computation.run);
  const axis = cell ? computation.nodes[cell.id].axes.indexOf('q') : -1;
  const row = cell && axis >= 0 ? cell.index[axis] : selected;
  dispatch({ pin: state.pin === row ? -1 : row });
  return true;
}

/** The glossary, the list of shortcuts, and the switch for single letters. */
export class Help {
  letters = true;
  #isOpen = false;
  #host;
  #isOurPage;
  #glossary;

  /**
   * @param {AttentionLab} host
   * @param {() => boolean} isOurPage whether the page has no keys of its own
   */
  constructor(host, isOurPage) {
    this.#host = host;
    this.#isOurPage = isOurPage;
    this.#glossary = new LoadState(() => host.requestUpdate());
    host.addController(this);
  }

  hostConnected() {
    this.#listen();
  }

  /** Listens to the keys of the page, but not on pages of others. */
  #listen() {
    if (this.#isOurPage()) document.addEventListener('keydown', this.#onPageKey);
    else document.removeEventListener('keydown', this.#onPageKey);
  }

  hostUpdated() {
    // `permalink` may have changed.
    this.#listen();
    const dialog = this.#host.renderRoot.querySelector('dialog');
    if (dialog && !dialog.open) dialog.showModal();
  }

  /** Closes the dialog. At another place in the document it would be open, but not in front of the page. */
  hostDisconnected() {
    document.removeEventListener('keydown', this.#onPageKey);
    if (this.#isOpen) this.#show(false);
  }

  /** Opens the list by its key while the focus is outside the lab. @param {KeyboardEvent} event */
  #onPageKey = (event) => {
    const { key, ctrlKey, altKey, metaKey, defaultPrevented } = event;
    if (key !== '?' || ctrlKey || altKey || metaKey || defaultPrevented) return;
    const path = event.composedPath();
    const fields = 'input, textarea, select, [contenteditable]';
    const isTyping = path.some((part) => part instanceof Element && part.matches(fields));
    if (isTyping || path.includes(this.#host) || !this.letters) return;
    event.preventDefault();
    this.open();
  };

  open = () => this.#show(true);

  /** @param {boolean} isOpen */
  #show(isOpen) {
    this.#isOpen = isOpen;
    this.#host.requestUpdate();
  }

  /** Renders the glossary, which is loaded with the course. */
  #renderGlossary() {
    const words = getSlot('glossary');
    const load = (/** @type {Event} */ { currentTarget }) => {
      const { open } = /** @type {HTMLDetailsElement} */ (currentTarget);
      if (open && !words) this.#glossary.run(() => needSlot('glossary'));
    };
    return html`<details class="glossary" @toggle=${load}>
      <summary>${text.glossary}</summary>
      ${words ? html`<dl>${words.map(([term, meaning]) => html`<dt>${term}</dt><dd>${meaning}</dd>`)}</dl>` : loadStatus(this.#glossary, messages.theGlossary)}
    </details>`;
  }

  /** Renders the dialog, if it is open. */
  render() {
    if (!this.#isOpen) return nothing;
    const toggle = () => {
      this.letters = !this.letters;
      this.#host.requestUpdate();
    };
    return html`<dialog class="help" aria-labelledby="help-title" @close=${() => this.#show(false)}>
    <div data-level="2" id="help-title">${text.help}</div>
    ${this.#renderGlossary()}
    <p class="note">${text.where}</p>
    <dl>${text.keys.map(([key, what]) => html`<dt>${key}</dt><dd>${what}</dd>`)}</dl>
    <p><label><input type="checkbox" .checked=${this.letters} @change=${toggle}> ${text.letters}</label></p>
    <form method="dialog"><button class="plain">${text.close}</button></form>
  </dialog>`;
  }
}
