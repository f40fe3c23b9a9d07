/**
 * Undo and redo as lists of settings, with the own tensors that a change has replaced. They leave
 * the selection alone, so undoing a change does not turn the page. Only a number that was closed by
 * the change of its words opens again. Another source of numbers brings back its step, head and
 * marked words, and another number of heads its head.
 */

import { getSettings, listChangedSettings } from './fields.js';
import { normaliseState } from './normalise.js';
import { hasSameWords, moveSelection } from './selection.js';
import { isOwn } from './source-kinds.js';

/** @import { Settings, State } from './types.js' */

/** A state with the own tensors beside it, which are compared by identity. @typedef {State & { ownTensors?: object }} StateWithTensors */

/**
 * The settings, step, head and marked words of a state, the own tensors, if the change replaced
 * them, and the open number, if the change closed it.
 * @typedef {Settings & Pick<StateWithTensors, 'ownTensors' | 'step' | 'head' | 'query' | 'key' | 'pin'> &
 *   Partial<Pick<State, 'cell'>>} Entry
 */

/**
 * @typedef {object} History an immutable history
 * @property {readonly Entry[]} past settings that undo restores, the next one last
 * @property {readonly Entry[]} future settings that redo restores, the next one last
 * @property {string} open the field and name of a change that is merged with the last one; '' if
 * the next change is not merged
 */

const MAX_CHANGES = 200;

/** Undo and redo hold at most so many files together, because each may hold half a gigabyte. */
const MAX_FILES = 4;

/** @typedef {Settings & Pick<StateWithTensors, 'ownTensors'>} Numbers settings with the own tensors beside them */

/** Other sources show no own tensors. @param {Numbers} numbers */
const getTensors = (numbers) => (isOwn(numbers) ? numbers.ownTensors : undefined);

/** @param {Numbers} before @param {Numbers} after */
const hasSameTensors = (before, after) => getTensors(before) === getTensors(after);

/** @param {Numbers} before @param {Numbers} after */
export const hasSameNumbers = (before, after) =>
  hasSameTensors(before, after) && listChangedSettings(before, after).length === 0;

/**
 * Adds the current own tensors, which a program may have replaced, to an entry without any.
 * @param {Entry} entry
 * @param {StateWithTensors} current
 */
const addTensors = (entry, current) => ({
  ...entry,
  ownTensors: entry.ownTensors ?? current.ownTensors,
});

/** @returns {History} */
export const startHistory = () => makeHistory([], []);

/**
 * @param {History} known
 * @param {StateWithTensors} before
 * @param {StateWithTensors} after
 * @param {string} [name] the name of a slider or text; successive changes of one field with the
 * same name are undone together
 * @param {Partial<Pick<State, 'cell'>>} [closed] the number that the change has closed
 * @returns {History}
 */
export function recordChange(known, before, after, name = '', closed = {}) {
  if (hasSameNumbers(before, after)) return known;
  const changed = listChangedSettings(before, after);
  const open = name !== '' && changed.length === 1 ? `${changed[0]} ${name}` : '';
  const entry = makeEntry(before, after, closed);
  if (open === '' || open !== known.open) return makeHistory([...known.past, entry], [], open);
  const last = known.past[known.past.length - 1];
  const earlier = known.past.slice(0, -1);
  // A slider that is back at its start has changed nothing.
  if (hasSameNumbers(addTensors(last, after), after)) return makeHistory(earlier, []);
  // Undo opens the number again only if it belongs to the words that undo restores.
  const merged = hasSameWords(last, before) ? Object.freeze({ ...last, ...closed }) : last;
  return makeHistory([...earlier, merged], [], open);
}

/** @typedef {{ state: State, ownTensors?: object, history: History }} Left the lab as its reader left it for a page */

/**
 * Continues the history of the lab when the reader comes back from a page. If the reader brings
 * other numbers, what was done on the page can be undone, and then the lab is as it was left.
 * @param {Left} left
 * @param {History} onPage
 * @param {StateWithTensors} before
 * @param {StateWithTensors} after
 * @returns {History}
 */
export function continueHistory({ state, ownTensors, history }, onPage, before, after) {
  const left = { ...state, ownTensors };
  if (hasSameNumbers(left, after)) return history;
  // Own tensors on a page are not numbers of the page, so undo brings them back.
  const { past, future } = getTensors(before) ? recordChange(onPage, before, after) : onPage;
  // A page that opened with the numbers of the lab has continued its history.
  const added = past.filter((entry) => !history.past.includes(entry));
  const first = added[0] ? addTensors(added[0], left) : after;
  const entered = hasSameNumbers(left, first) ? [] : [makeEntry(left, first)];
  return makeHistory([...history.past, ...entered, ...added], [...future]);
}

/** Somebody else has made a change, so the next one is not merged. @param {History} known */
export const closeEntry = ({ past, future }) => makeHistory([...past], [...future]);

/** @typedef {{ history: History, state: State, ownTensors?: object } | undefined} Restored undefined if there is nothing */

/**
 * Restores the last entry of a list, with the same words selected. The entry that leads back is
 * added to the other list.
 * @param {History} known
 * @param {StateWithTensors} current
 * @param {'past' | 'future'} from
 * @returns {Restored}
 */
export function restoreChange(known, current, from) {
  const entry = known[from].at(-1);
  if (!entry) return undefined;
  const last = addTensors(entry, current);
  const closed = last.cell === undefined ? {} : { cell: current.cell };
  const { step, head, query, key, pin } = last;
  const isOfSameKind = last.source === current.source || (isOwn(last) && isOwn(current));
  const isSame = isOfSameKind && hasSameTensors(last, current);
  const selection = isSame
    ? {
        step: current.step,
        head: last.heads === current.heads ? current.head : head,
        ...moveSelection(current, last),
      }
    : { step, head, query, key, pin };
  const left = known[from].slice(0, -1);
  const added = [...known[from === 'past' ? 'future' : 'past'], makeEntry(current, last, closed)];
  return {
    history: from === 'past' ? makeHistory(left, added) : makeHistory(added, left),
    state: normaliseState({ ...current, ...last, ...selection }),
    ownTensors: last.ownTensors,
  };
}

/**
 * @param {StateWithTensors} before
 * @param {Numbers} after
 * @param {Partial<Pick<State, 'cell'>>} [closed]
 * @returns {Entry}
 */
function makeEntry(before, after, closed) {
  const { step, head, query, key, pin } = before;
  const ownTensors = hasSameTensors(before, after) ? undefined : getTensors(before);
  return Object.freeze({
    ...getSettings(before),
    ownTensors,
    step,
    head,
    query,
    key,
    pin,
    ...closed,
  });
}

/**
 * Returns the latest entries whose own tensors, with the kept ones, are at most `MAX_FILES`.
 * @param {Entry[]} entries
 * @param {Set<object>} kept gets the own tensors of these entries
 */
function dropOldFiles(entries, kept) {
  const last = entries.findLastIndex(({ ownTensors }) => {
    if (!ownTensors || kept.has(ownTensors)) return false;
    if (kept.size === MAX_FILES) return true;
    kept.add(ownTensors);
    return false;
  });
  return entries.slice(last + 1);
}

/** @param {Entry[]} past @param {Entry[]} future @param {string} [open] @returns {History} */
function makeHistory(past, future, open = '') {
  const kept = new Set();
  // Redo counts first, because the last undone change can always be redone.
  const next = dropOldFiles(future, kept);
  const latest = dropOldFiles(past.slice(-MAX_CHANGES), kept);
  return Object.freeze({ past: Object.freeze(latest), future: Object.freeze(next), open });
}
