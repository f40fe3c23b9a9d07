/** From any values to a state: settings, from which every tensor follows, and what is selected of them. */

import { formatCells, parseCells } from '../graph/masks/custom.js';
import { headCounts, wordsOf } from './derived.js';
import { formatEdits, parseEdits } from './edits.js';
import {
  BUG,
  CELL,
  CHOICES,
  DEFAULT_SELECTION,
  DEFAULT_SETTINGS,
  decidedBy,
  isOwn,
  MAX_CELL,
  MAX_DIGITS,
  MAX_GIVEN_HEADS,
  MAX_GIVEN_SIZE,
  MAX_HEADS,
  MAX_RATE,
  MAX_SCALE,
  MAX_SEED,
  MAX_SPREAD,
  MAX_STEPS,
  MAX_WIDTH,
  MOST_HEADS_OF_MODEL,
  modelOf,
  numberOf,
  oneOf,
  SCALES,
  single,
  textOf,
  VIEW_CHOICES,
  whole,
} from './fields.js';
import { readAnswers, readGuide } from './guide.js';
import { stepIn, stepsOf } from './step-order.js';
import { cleanSentence, MAX_WORDS, splitWords } from './words.js';

/** @import { Scale, Settings, State, ViewSelection } from './fields.js' */

/**
 * The valid settings nearest to the requested ones.
 * @param {Record<string, unknown>} requested
 * @returns {Settings}
 */
function readSettings(requested) {
  const otherwise = DEFAULT_SETTINGS;
  /** @template {keyof typeof CHOICES} Name @param {Name} name */
  const named = (name) =>
    /** @type {Settings[Name]} */ (
      oneOf(
        requested[name],
        /** @type {readonly Settings[Name][]} */ (CHOICES[name]),
        otherwise[name],
      )
    );
  // A removed attribute arrives as null.
  const sentence = cleanSentence(requested.sentence ?? otherwise.sentence);
  const written = cleanSentence(requested.target ?? otherwise.target);
  const source = named('source');
  // The limits of the reader's own tensors were checked when they were read.
  const own = isOwn({ source });
  const isAlone = own || modelOf({ source }) !== undefined;
  const decided = decidedBy({ source });
  const target = !isAlone && splitWords(written).words.length > 0 ? written : '';
  const layer = target === '' ? otherwise.layer : named('layer');
  const dModel =
    decided?.dModel ??
    whole(
      requested.dModel,
      1,
      own ? MAX_GIVEN_SIZE * MAX_GIVEN_HEADS : MAX_WIDTH,
      otherwise.dModel,
    );
  const mostHeads = whole(
    requested.heads,
    1,
    decided ? MOST_HEADS_OF_MODEL : own ? MAX_GIVEN_HEADS : MAX_HEADS,
    otherwise.heads,
  );
  const { keyWords } = wordsOf({ sentence, target, layer });
  return {
    source,
    sentence,
    target,
    layer,
    mechanism: own ? 'dot' : named('mechanism'),
    heads: own ? mostHeads : Math.max(...headCounts(dModel).filter((count) => count <= mostHeads)),
    dModel,
    keyWidth: whole(requested.keyWidth, 0, MAX_DIGITS, otherwise.keyWidth),
    keys: named('keys'),
    positions: named('positions'),
    seed: whole(requested.seed, 0, MAX_SEED, otherwise.seed),
    mask: named('mask'),
    pad: whole(
      requested.pad,
      0,
      own ? MAX_GIVEN_SIZE : Math.max(1, keyWords.length),
      otherwise.pad,
    ),
    masked: formatCells(parseCells(textOf(requested.masked))),
    fill: named('fill'),
    emptyRow: named('emptyRow'),
    scale: readScale(requested.scale),
    temperature: single(requested.temperature, 2 ** -10, 2 ** 10, otherwise.temperature),
    dropout: single(requested.dropout, 0, 1, otherwise.dropout),
    dropoutSeed: whole(requested.dropoutSeed, 0, MAX_SEED, otherwise.dropoutSeed),
    training: whole(requested.training, -1, MAX_STEPS, otherwise.training),
    rate: single(requested.rate, 0, MAX_RATE, otherwise.rate),
    task: named('task'),
    variant: named('variant'),
    bug: readBug(requested.bug),
    edits: formatEdits(parseEdits(textOf(requested.edits))),
    ...decided,
  };
}

/** @param {unknown} value */
const readBug = (value) => BUG.exec(textOf(value))?.[0] ?? '';

/**
 * @param {unknown} value
 * @returns {Scale}
 */
function readScale(value) {
  const number = Math.fround(numberOf(value)) + 0;
  // With scores and a temperature in range, products stay finite.
  if (Math.abs(number) <= MAX_SCALE) return number;
  return oneOf(value, SCALES, 'sqrt');
}

// What is looked at: the step, the marked rows and cells, the page of the course.

/**
 * The valid selection nearest to the requested one, for these settings.
 * @param {Settings} settings
 * @param {Record<string, unknown>} requested
 * @returns {ViewSelection}
 */
function readSelection(settings, requested) {
  const otherwise = DEFAULT_SELECTION;
  const words = wordsOf(settings);
  // The settings do not know how many words the reader's own tensors have, or a translation.
  const [last, lastKey] = [words.queryWords, words.keyWords].map(({ length }) =>
    isOwn(settings)
      ? MAX_GIVEN_SIZE - 1
      : modelOf(settings)
        ? MAX_WORDS - 1
        : Math.max(0, length - 1),
  );
  return {
    view: oneOf(requested.view, VIEW_CHOICES.view, otherwise.view),
    step: stepIn(stepsOf(settings), requested.step),
    query: whole(requested.query, 0, last, otherwise.query),
    key: whole(requested.key, -1, lastKey, otherwise.key),
    pin: whole(requested.pin, -1, last, otherwise.pin),
    rows: oneOf(requested.rows, VIEW_CHOICES.rows, otherwise.rows),
    head: whole(requested.head, 0, settings.heads - 1, otherwise.head),
    cell: readCellName(requested.cell),
    spread: whole(requested.spread, 1, MAX_SPREAD, otherwise.spread),
    before: textOf(requested.before).replace(/\p{Surrogate}/gu, ''),
    guide: readGuide(requested.guide),
    answers: readAnswers(requested.answers),
  };
}

/** Whether there is such a cell, the run knows. @param {unknown} value */
function readCellName(value) {
  const isName = typeof value === 'string' && value.length <= MAX_CELL && CELL.test(value);
  return isName ? value : '';
}

// Settings and selection as one plain, flat object, with the entries of attributes, properties and
// addresses. Only passing things are not in it: the focus, an open menu, a text being typed.

/**
 * The valid state nearest to the requested one. Never throws; normalising twice changes nothing more.
 * @param {unknown} wanted
 * @returns {State}
 */
export function normalise(wanted) {
  const requested = /** @type {Record<string, unknown>} */ (Object(wanted ?? {}));
  const settings = readSettings(requested);
  return { v: 1, ...settings, ...readSelection(settings, requested) };
}
