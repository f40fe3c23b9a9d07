/** Settles what an author selects by a word or a cell, once the numbers tell which of them exist. */

import { findMeantName } from '../../src/js/nearest.js';
import { listMatrices } from '../figures/tables.js';
import { findHeadAndQuery, formatCell, parseCell } from '../graph/cell.js';
import { findStep } from '../lessons/steps.js';
import { readNames } from '../state/hidden-parts.js';
import { normaliseState } from '../state/normalise.js';
import { listAllSteps } from '../state/step-order.js';
import { misspelt, unseenCell } from '../text/en/warnings.js';
import { isWord, ONE_BY_ONE } from './authored-values.js';
import { warnOfValue } from './warnings.js';

/**
 * @import { ViewContext } from '../lessons/context.js'
 * @import { LabSession } from '../session/lab-session.js'
 * @import { Nodes } from '../sources/types.js'
 * @import { State } from '../state/types.js'
 * @import { AttentionLab } from './attention-lab.js'
 * @import { AuthorsText } from './authored-values.js'
 * @import { AuthorParts } from './author-parts.js'
 */

/** @typedef {{ session: LabSession, parts: AuthorParts }} Lab */

/** Nobody has set the head, the query or the step that follows from a cell. */
const DERIVED = { ...ONE_BY_ONE, isDerived: true };

/**
 * Takes the indices of words and the nearest cell, and warns once of what is written otherwise. Later, a
 * program may show other words and tables.
 * @param {AttentionLab} host
 * @param {Lab} lab
 * @param {Map<string, AuthorsText>} texts by field
 * @param {ViewContext} context what is on screen
 */
export function settleSelection(host, lab, texts, context) {
  const { session, parts } = lab;
  const cell = texts.get('cell');
  const change = cell?.value && parts.hasAuthorsSettings && settleCell(host, lab, cell, context);
  const words = [...texts].flatMap(([name, text]) =>
    isWord(name, text.value) ? settleWord(host, lab, name, text, context) : [],
  );
  const { cell: nearest, ...following } = change || {};
  // They replace what the author wrote, also when other numbers come.
  const found = { ...(nearest && { cell: nearest }), ...Object.fromEntries(words) };
  if (Object.keys(found).length > 0) session.dispatch(found, ONE_BY_ONE);
  if (Object.keys(following).length > 0) session.dispatch(following, DERIVED);
  settleAnswer(host, session, context);
}

/**
 * Marks the last token where an author shows the answer of a model that continues texts. Authors,
 * their cells and readers may mark another.
 * @param {AttentionLab} host
 * @param {LabSession} session
 * @param {ViewContext} context
 */
function settleAnswer({ steps }, session, { computation: { writesAfter, nodes } }) {
  const showsAnswer = readNames(steps)?.includes('next') ?? false;
  if (writesAfter === undefined || !showsAnswer || session.isSet('query')) return;
  const { state } = session;
  if (session.isSet('cell') && isInMarkedRow(state, nodes)) return;
  if (state.query !== writesAfter) session.dispatch({ query: writesAfter }, DERIVED);
}

/** @param {Pick<State, 'cell' | 'query'>} state @param {Nodes} nodes */
function isInMarkedRow({ cell, query }, nodes) {
  const { id, index } = parseCell(cell) ?? { id: '', index: [] };
  return Object.hasOwn(nodes, id) && findHeadAndQuery(nodes[id].axes, index).query === query;
}

/**
 * Finds the word that stands in place of its index, if these are the author's words.
 * @param {AttentionLab} host
 * @param {Lab} lab
 * @param {string} name
 * @param {AuthorsText} word
 * @param {ViewContext} context
 */
function settleWord(host, { session, parts }, name, { value, place }, { computation }) {
  const words = computation[name === 'key' ? 'keyWords' : 'queryWords'];
  const index = parts.hasAuthorsSettings ? words.indexOf(value) : -1;
  warnOfValue(host, place, value, misspelt(value, undefined, index < 0 ? '' : `${index}`));
  // A program may have set another word.
  const isKept = session.authored[/** @type {keyof State} */ (name)] === value;
  return index >= 0 && isKept ? [[name, index]] : [];
}

/**
 * Finds the nearest cell, and its head, query and step unless somebody has chosen one.
 * @param {AttentionLab} host
 * @param {Lab} lab
 * @param {AuthorsText} cell
 * @param {ViewContext} context
 * @returns {Partial<State> | undefined}
 */
function settleCell(host, { session, parts }, { value, place }, context) {
  const warn = (/** @type {string} */ fault) => warnOfValue(host, place, value, fault);
  const { state } = session;
  const { results, nodes } = context.computation;
  const tensors = parts.listTensors();
  const { id, index } = parseCell(value) ?? { id: value.split('.')[0], index: [] };
  // A step makes some tables only with other settings.
  if (!tensors.includes(id) && listAllSteps().includes(id)) return undefined;
  const meant = findMeantName(id, tensors);
  if (!meant) return void warn(misspelt(value, tensors));
  const { shape } = results[meant];
  const near = shape.map((size, axis) => Math.max(0, Math.min(index[axis] ?? 0, size - 1)));
  const [first, last, nearest] = [shape.map(() => 0), shape.map((size) => size - 1), near].map(
    (at) => formatCell({ id: meant, index: at }),
  );
  const alone = parts.tables();
  const shown = listMatrices(context.parts).map(({ tensor }) => tensor);
  // The reader can open no other step or picture.
  const isOneFigure =
    parts.isPart() && state.view === 'step' && (context.steps.length === 1 || alone);
  if (nearest !== value) warn(misspelt(value, [`${first} to ${last}`], nearest));
  else if (!context.traced && isOneFigure) warn(unseenCell(alone ?? shown));
  // A program may have set another cell.
  const isKept = state.cell === normaliseState({ ...state, cell: value }).cell;
  // A state names its head and its query itself.
  const implied = isKept && place === 'cell' ? findHeadAndQuery(nodes[meant].axes, near) : {};
  const isFree = (/** @type {'head' | 'query'} */ name) =>
    name in implied && implied[name] !== state[name] && !session.isSet(name);
  const step = findStep(state, meant);
  const isShown = [...shown, ...(alone ?? [])].includes(meant);
  const isStepClosed = !isShown && parts.isPart() && parts.hasStep(step) && !session.isSet('step');
  return {
    ...(isKept && nearest !== value && { cell: nearest }),
    ...(isFree('head') && { head: implied.head }),
    ...(isFree('query') && { query: implied.query }),
    ...(isStepClosed && { step }),
  };
}
