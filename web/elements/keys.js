/** Keyboard shortcuts while the focus is within the lab. */

import { readKey } from '../figures/dom.js';
import { readCell } from '../graph/trace.js';
import { canPaint } from '../lessons/attend.js';
import { editName } from '../state/edit-cells.js';
import { changeLayer } from '../state/edits.js';
import { findItem, isForRadio, refocusNumber, WAYS, walkGroup } from '../views/grid.js';
import { toggleMask } from '../views/mask-painter.js';
import { readPlace } from '../views/places.js';
import { chooseHead } from '../views/token-bar.js';
import { discardTyped } from '../views/typed-value.js';

/**
 * @import { ViewContext } from '../lessons/context.js'
 * @import { LabSession } from '../session/lab-session.js'
 * @import { Navigation } from './navigation.js'
 */

/** The keys that lead to the previous and the next step or page. @type {Record<string, 1 | -1>} */
const NEIGHBOURS = { '[': -1, ']': 1 };

/** @param {KeyboardEvent} event @param {ViewContext} context @param {Navigation} navigation */
export function handleKey(event, context, navigation) {
  if (event.defaultPrevented || event.isComposing) return;
  if (context.isLocked && !(readKey(event) in NEIGHBOURS)) return;
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
function handleChord(event, session) {
  if (!(event.ctrlKey || event.metaKey)) return false;
  const key = readKey(event);
  const isRedo = key === 'y' || (key === 'z' && event.shiftKey);
  // A key that changes nothing here belongs to the surrounding page.
  if (isRedo ? !session.canRedo : key !== 'z' || !session.canUndo) return false;
  if (isRedo) session.redo();
  else session.undo();
  return true;
}

/**
 * @param {KeyboardEvent} event
 * @param {Element} target
 * @param {ViewContext} context
 * @param {Navigation} navigation
 */
function handleSingleKey(event, target, context, navigation) {
  const { ctrlKey, altKey, metaKey } = event;
  const key = readKey(event);
  // Whether single letters are shortcuts.
  const { letters } = navigation.help;
  if (letters && key in NEIGHBOURS) {
    // Many keyboards need Option or AltGr for brackets, and AltGr counts as Ctrl and Alt.
    if ((ctrlKey || metaKey) && !altKey) return false;
    navigation.goToNeighbour(NEIGHBOURS[key]);
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
  // A page of the course decides itself what its reader may set.
  const isInLab = state.guide === '';
  if (isInLab && (key === 'F2' || (letters && key === 'e'))) {
    const cell = readCell(place ?? state.cell, computation.run);
    if (!cell || readonly || editName(state, computation, cell) === undefined) return false;
    dispatch({ cell: place ?? state.cell });
    navigation.edit();
    return true;
  }
  if (!letters) return false;
  if (place === state.cell && /^[-+.,\d]/.test(key) && navigation.focusField()) {
    // The browser writes the key into the field.
    event.stopPropagation();
    return false;
  }
  if (key === '?') navigation.help.open();
  else if (/^[1-9]$/.test(key) && Number(key) <= state.heads)
    dispatch(chooseHead(context, Number(key) - 1));
  else if (key === 'h') return goToHead(event.shiftKey ? -1 : 1, context);
  else if (key === 'l') return goToLayer(event.shiftKey ? -1 : 1, context);
  else if (isInLab && key === 'm') return toggleMaskAt(place, context);
  else if (isInLab && key === 'p') return togglePinAt(place, context);
  else return false;
  return true;
}

/**
 * Moves to a neighbouring head, because models have more heads than there are digits.
 * @param {1 | -1} by
 * @param {ViewContext} context
 */
function goToHead(by, context) {
  const { state, dispatch } = context;
  const head = state.head + by;
  if (head < 0 || head >= state.heads) return false;
  dispatch(chooseHead(context, head));
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
