/** Numbers to fill in. The answer is the numbers, joined by `_`. Right numbers are computed from the run. */

import { html, nothing } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { formatCell, listIndices } from '../../graph/cell.js';
import { readCell, readNamedNumber, readNumber } from '../../graph/trace.js';
import { deferMarked, fillNumbers, renderMarked } from '../../lessons/chapter-markup.js';
import * as words from '../../text/en/pages.js';
import { chapterText, precise } from '../../text/inline.js';
import { parseTypedNumber, rounded, withMinus } from '../../text/number.js';
import { cellLabel } from '../../views/cell-label.js';
import {
  clearRefusal,
  formEnd,
  keepDraft,
  keepTyped,
  markField,
  readFields,
  refusalId,
  refuseFields,
} from './form.js';
import {
  bound,
  cell,
  list,
  MOST_FIELDS,
  makeKindSchema,
  makeProblem,
  number,
  object,
  text,
} from './schema.js';

/**
 * @import { CourseContext, MistakeSpec, Numbers, NumbersSpec, PageSpec } from '../types.js'
 * @import { TaskKind } from './index.js'
 */

/** The default tolerance, which depends on the digits on screen. */
const TOLERANCE = 0.006;
/** The tolerance relative to numbers above 0.6. */
const RELATIVE_TOLERANCE = 0.01;

/** Returns how far an answer may be from a number. @param {number} wanted */
export const computeTolerance = (wanted) =>
  Math.max(TOLERANCE, RELATIVE_TOLERANCE * Math.abs(wanted));

/**
 * Whether a given number is right up to rounding.
 * @param {number} given
 * @param {number} wanted
 * @param {number} [tolerance] the tolerance; 0 for integers, which must be exact
 */
export const isNumberNear = (given, wanted, tolerance = computeTolerance(wanted)) =>
  Math.abs(given - wanted) <= tolerance;

/** The numbers of decimals that a page may ask for. */
const DECIMALS = [2, 3, 4, 5, 6];

/** The decimals of numbers on screen. */
const SHOWN_DECIMALS = 3;

/** The largest error of a number that needs no rounding. */
const FLOAT_ERROR = 1e-6;

/**
 * Whether numbers are right when they are rounded.
 * @param {readonly number[]} wanted
 * @param {number} decimals
 * @param {number} [tolerance]
 */
const areRightRounded = (wanted, decimals, tolerance) =>
  wanted.every((number) => isNumberNear(Number(number.toFixed(decimals)), number, tolerance));

/**
 * Finds the fewest decimals with which an answer is right.
 * @param {readonly number[]} wanted
 * @param {number} [tolerance]
 */
const findFewestDecimals = (wanted, tolerance) =>
  DECIMALS.find((each) => areRightRounded(wanted, each, tolerance));

/**
 * Finds how many decimals a page asks for.
 * @param {readonly number[]} wanted
 * @param {number} [tolerance]
 * @returns {number | undefined} undefined if three decimals give the numbers exactly
 */
export const findDecimals = (wanted, tolerance) =>
  areRightRounded(wanted, SHOWN_DECIMALS, FLOAT_ERROR)
    ? undefined
    : findFewestDecimals(wanted, tolerance);

/**
 * Finds a slip that says nothing about attention.
 * @param {number} given
 * @param {number} wanted
 * @param {number} [tolerance]
 * @returns {'sign' | 'rounding' | undefined}
 */
function findSlip(given, wanted, tolerance) {
  if (given === 0) return undefined;
  if (isNumberNear(given, -wanted, tolerance)) return 'sign';
  const decimals = String(given).split('.')[1]?.length ?? 0;
  const isShort = decimals > 0 || Math.abs(wanted) > 1;
  // A number may be cut off instead of rounded: 2/3 becomes 0.66. A tie may be rounded up or down,
  // so -1.25 may become -1.2 or -1.3.
  const isCutOff = Math.abs(given) < Math.abs(wanted);
  const largest = (isCutOff ? 1 : 0.501) * 10 ** -decimals;
  return isShort && Math.abs(given - wanted) < largest ? 'rounding' : undefined;
}

/**
 * Describes the number that a reader gave in place of the right one: a neighbour in its row, or a
 * score that differs by the factor √d. A page may show this row alone.
 * @param {CourseContext} context
 * @param {string} place the cell of the right number
 * @param {(number: number) => boolean} isGiven
 * @param {(place: string) => unknown} findLabel the label of a field of the page
 */
function describeNear(context, place, isGiven, findLabel) {
  const { run, results } = context.computation;
  const cell = readCell(place, run);
  if (!cell) return undefined;
  const d = results.q?.shape.at(-1) ?? 1;
  if (cell.id === 'scores' && isGiven(readNumber(run, cell) / Math.sqrt(d)))
    return words.reply.dividedByRoot(d);
  if (cell.id === 'scaledScores' && isGiven(readNumber(run, { ...cell, id: 'scores' })))
    return words.reply.notDivided;
  const others = listIndices(results[cell.id].shape.at(-1) ?? 0)
    .filter((at) => at !== cell.index.at(-1))
    .map((at) => ({ id: cell.id, index: cell.index.with(-1, at) }));
  const other = others.find((each) => isGiven(readNumber(run, each)));
  return other && words.reply.neighbour(findLabel(formatCell(other)) ?? cellLabel(context, other));
}

/** The digits that a field keeps. */
const KEPT_DIGITS = 6;

/** Rounds a typed number to the digits that a field keeps. @param {number} number */
const roundTyped = (number) => Number(number.toPrecision(KEPT_DIGITS));

/** Writes a typed number for an address, in which `+` would need an escape. @param {number} number */
const writeTyped = (number) => String(roundTyped(number)).replace('+', '');

/**
 * Writes a right number with three digits, or with as many as the task asks for.
 * @param {number} number
 * @param {number} [tolerance]
 */
function writeRight(number, tolerance) {
  const texts = listIndices(KEPT_DIGITS + 1)
    .slice(SHOWN_DECIMALS)
    .map((digits) => rounded(number, digits));
  const isEnough = (/** @type {string} */ text) =>
    isNumberNear(parseTypedNumber(text), number, tolerance);
  return texts.find(isEnough) ?? texts[0];
}

/** @param {CourseContext} context @param {string} place */
const readCellNumber = ({ computation: { run } }, place) =>
  readNamedNumber(run, place) ?? Number.NaN;

/**
 * Quotes a cell with the digits for a calculation by hand.
 * @type {typeof import('../../lessons/formula.js').quoteCell}
 */
const quoteForCalculation = ({ run }, place) => {
  const number = readNamedNumber(run, place);
  return number === undefined ? '…' : precise(number);
};

/** @param {NumbersSpec} task @param {readonly PageSpec[]} pages @returns {MistakeSpec[]} */
function listMistakes({ mistakes = [] }, pages) {
  if (typeof mistakes !== 'string') return mistakes;
  const other = pages.find(({ id }) => id === mistakes)?.task;
  return other?.kind === 'numbers' ? listMistakes(other, pages) : [];
}

/**
 * Reports a problem unless an object has exactly one of two names.
 * @param {object} object
 * @param {[string, string]} names
 */
const findChoiceProblem = (object, names) =>
  names.filter((name) => Object.hasOwn(object, name)).length !== 1 && words.oneOfBoth(...names);

const parseField = (/** @type {HTMLInputElement} */ { value }) => parseTypedNumber(value);

/** @param {readonly HTMLInputElement[]} fields */
const joinTyped = (fields) => fields.map(parseField).map(writeTyped).join('_');

/** Refuses each field with a text that is no number. @param {readonly HTMLInputElement[]} fields @param {string} typed */
function refuseTyped(fields, typed) {
  const same = fields.filter(({ value }) => value.trim() === typed);
  refuseFields(same, words.reply.notANumber(typed));
}

/** @param {Omit<Numbers, 'kind'>} task @returns {Numbers} */
export const makeNumbers = (task) => ({
  ...task,
  kind: 'numbers',

  fields(course, give) {
    const { labels, help, isUngraded, decimals } = task;
    const { given, isOpen, verdict } = course;
    const values = given?.value.split('_') ?? [];
    const places = decimals?.(course);
    const roundingId = `rounding-${course.state.guide}`;
    const described = `${refusalId(course)}${places === undefined ? '' : ` ${roundingId}`}`;
    // With several numbers, the reply alone does not tell which one is wrong.
    const isJudged = given && !isOpen && !isUngraded && labels.length > 1;
    const wrong = isJudged ? verdict?.wrong : undefined;
    const check = (/** @type {Event} */ event) => {
      const fields = readFields(event);
      const refused = fields.find((field) => !Number.isFinite(parseField(field)));
      if (refused) return refuseTyped(fields, refused.value.trim());
      course.progress?.keepDraft(course.state.guide);
      give(course, event, joinTyped(fields));
    };
    // An answer without a reply needs no button: it is kept when the reader leaves the field.
    const keep = (/** @type {Event} */ event) => {
      const fields = readFields(event);
      if (!fields.map(parseField).every(Number.isFinite)) return;
      course.progress?.keepDraft(course.state.guide);
      course.answer(joinTyped(fields));
    };
    // A refusal belongs to its page.
    return keyed(
      course.state.guide,
      html`<form class="blanks" novalidate @submit=${check} @input=${keepDraft(course)} @change=${isUngraded ? keep : nothing}>
      ${help ? html`<div class="help chapter-text">${help(course)}</div>` : ''}
      ${labels.map((label, i) => {
        const value = Number.isFinite(Number(values[i])) ? withMinus(values[i] ?? '') : '';
        // There is no input mode, because the decimal keypad of some phones has no minus.
        return html`<label>${chapterText(fillNumbers(label, course))}
          <input type="text" autocomplete="off" size="6" aria-describedby=${described} @input=${clearRefusal}
            ${markField(course, i, value, wrong)} .value=${keepTyped(course, i, value)}></label>`;
      })}
      ${formEnd(
        course,
        isUngraded ? words.keep : words.check,
        places === undefined
          ? nothing
          : html`<p class="note" id=${roundingId}>${words.decimalsAsked(places)}</p>`,
      )}
    </form>`,
    );
  },

  shown: (course) =>
    task.expected(course).map((number, i) => {
      const label = fillNumbers(task.labels[i], course);
      const colon = /[^=:?\s]\s*$/.test(label) ? ':' : '';
      return html`${i > 0 ? '; ' : ''}${chapterText(label)}${colon} <b>${writeRight(number, task.tolerance)}</b>`;
    }),
});

/** @type {TaskKind<NumbersSpec>} */
export const numbersKind = {
  kind: 'numbers',
  schema: makeKindSchema(
    'numbers',
    {
      question: text(),
      cells: list(object({ cell, number: bound, label: text(100), wrong: text() }), MOST_FIELDS),
      tolerance: number(0, 1),
      help: text(),
      right: text(),
      wrong: text(),
      mistakes: list(
        object(
          {
            cells: list(cell, MOST_FIELDS),
            numbers: list(list(bound, MOST_FIELDS), 8),
            reply: text(),
          },
          ['reply'],
        ),
        16,
      ),
    },
    ['question', 'cells', 'right'],
  ),
  descriptions: {
    '': 'Up to eight numbers. The right ones are computed, unless you write them.',
    'cells.cell': 'A number by its name: tensor, head, row, column.',
    'cells.number': 'What is right, where it is in no table.',
    'cells.wrong': 'The reply in place of the general one, if this is the first wrong number.',
    help: 'A calculation that is begun; {weights.0.1.3} has as many digits as are needed for it.',
    tolerance:
      'How far a number may be off; 0 for whole numbers, which have to be exact. If it is left out: 0.006, or 1 % of a number above 0.6.',
    mistakes:
      'Other numbers that somebody may give: cells of the run, or lists of numbers. Known bugs are named by themselves.',
  },
  problems: ({ cells, mistakes = [] }) => [
    ...cells.flatMap((cell, i) =>
      makeProblem(`task.cells[${i}]`, findChoiceProblem(cell, ['cell', 'number'])),
    ),
    ...(typeof mistakes === 'string' ? [] : mistakes).flatMap((mistake, i) => [
      ...makeProblem(`task.mistakes[${i}]`, findChoiceProblem(mistake, ['cells', 'numbers'])),
      ...makeProblem(
        `task.mistakes[${i}].numbers`,
        mistake.numbers?.some(({ length }) => length !== cells.length) &&
          words.asMany(cells.length),
      ),
    ]),
  ],
  missing: ({ computation }, { cells, tolerance }) =>
    cells.flatMap(({ cell = '', number: typed }, i) => {
      const wanted = typed ?? readNamedNumber(computation.run, cell);
      // A cell that is not there is reported by its name alone.
      const isReached = wanted === undefined || isNumberNear(roundTyped(wanted), wanted, tolerance);
      return makeProblem(
        `task.cells[${i}]`,
        !isReached && words.unreachable(rounded(wanted, KEPT_DIGITS)),
      );
    }),
  wantedCells: ({ cells }) => cells.map((cell) => cell.cell ?? ''),

  read(task, code, pages) {
    const { question, cells, help, right, wrong: wrongReply, tolerance } = task;
    const places = cells.map((cell) => cell.cell ?? '');
    const labels = cells.map(({ label }, i) => deferMarked(label ?? places[i]));
    const mistakes = [
      ...listMistakes(task, pages).map(({ by, cells: others = [], numbers: typed, reply }) => ({
        answers: (/** @type {CourseContext} */ context) =>
          typed ??
          (by
            ? (code.mistakes?.[by](context, places) ?? [])
            : [others.map((place) => readCellNumber(context, place))]),
        reply: (/** @type {CourseContext} */ context) => chapterText(renderMarked(reply, context)),
      })),
      ...(code.known?.(places) ?? []),
    ];
    /** @param {CourseContext} context */
    const expected = (context) =>
      cells.map(({ number: typed }, i) => typed ?? readCellNumber(context, places[i]));
    return makeNumbers({
      question: deferMarked(question),
      labels,
      ...(help !== undefined && {
        help: (context) => renderMarked(help, context, code.words, quoteForCalculation),
      }),
      expected,
      tolerance,
      decimals: (context) => findDecimals(expected(context), tolerance),
      judge: (context, value) => {
        const given = value.split('_').map(Number);
        const wanted = expected(context);
        /** @param {number} field @param {number} number */
        const isGiven = (field, number) => isNumberNear(given[field], number, tolerance);
        const wrong = [...wanted.keys()].filter((i) => !isGiven(i, wanted[i]));
        if (wrong.length === 0)
          return { isRight: true, reply: chapterText(renderMarked(right, context)) };
        const known = mistakes.find(({ answers }) =>
          answers(context).some((way) => wrong.every((i) => isGiven(i, way[i]))),
        );
        const [first] = wrong;
        const isGivenFirst = (/** @type {number} */ number) => isGiven(first, number);
        const findLabel = (/** @type {string} */ place) =>
          fillNumbers(labels[places.indexOf(place)], context);
        const firstReply = cells[first].wrong ?? wrongReply;
        const [slip, ...others] = wrong.map((i) => findSlip(given[i], wanted[i], tolerance));
        const needed = findFewestDecimals(wanted, tolerance) ?? SHOWN_DECIMALS;
        const slipReply = { sign: words.reply.sign, rounding: words.reply.rounding(needed) };
        const reply =
          known?.reply ??
          (slip && others.every((other) => other === slip) ? slipReply[slip] : undefined) ??
          (wrong.length === 1
            ? describeNear(context, places[first], isGivenFirst, findLabel)
            : undefined) ??
          (firstReply && chapterText(renderMarked(firstReply, context))) ??
          words.reply.numbers;
        return {
          isRight: false,
          wrong,
          reply: fillNumbers(reply, context),
        };
      },
    });
  },
};
