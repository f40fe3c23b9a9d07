/** The bug lab: the reader presses the first wrong table of a run, then names the mistake. */

import { html, nothing } from 'lit';
import { findLargestIndex } from '../../../../src/js/largest.js';
import { computeIndex } from '../../../../src/js/shapes.js';
import { actionButton } from '../../../figures/controls.js';
import { formatCell, listIndices } from '../../../graph/cell.js';
import { getTensorKind } from '../../../graph/graph.js';
import { getMaskWords, isPainted } from '../../../graph/masks/index.js';
import { memoizeByOwner, memoizeRecent } from '../../../graph/memoize.js';
import { hasEmptyRow } from '../../../lessons/attend.js';
import { drawTable, settingChoice } from '../../../pages/figures.js';
import { makePick } from '../../../pages/tasks/pick.js';
import { answerView } from '../../../pages/tasks/view.js';
import { makeComputation } from '../../../session/computation.js';
import { getMask } from '../../../state/derived.js';
import { getSettings } from '../../../state/fields.js';
import { lang } from '../../../text/en/language.js';
import { notYet, right } from '../../../text/en/pages.js';
import { tensorName } from '../../../text/en/tensors.js';
import { cellLabel } from '../../../views/cell-label.js';
import { pageLink } from '../../../views/link.js';
import * as text from '../text/en/bug-lab.js';
import { bugTexts, mistakeName } from '../text/en/bugs.js';
import { changeSource } from './bugs.js';
import { findSourcesOfNumber, numberPanel, properties } from './clues.js';
import { findMistake, findPuzzle, LEVELS, makeBugSources, namePuzzle } from './puzzle.js';

/**
 * @import { Chapter, CourseContext, Page, PickTask, Verdict } from '../../../pages/types.js'
 * @import { Mistake, Puzzle, RunContext } from '../types.js'
 * @import { LitElement } from 'lit'
 */

/**
 * @typedef {Pick<Puzzle, 'bug' | 'choices'> & { next?: (context: CourseContext) => unknown }}
 *   ShownPuzzle `next` draws the link to another bug
 */

/** The prefix of the ids of the bug lab's pages. */
export const BUG_PAGES = 'practice-bugs';

/** The tables on the screen, in the order in which they are computed. */
const SHOWN_TABLES = (
  'projectedQueries projectedKeys features q k v scores scaledScores maskedScores ' +
  'weights heads concatenated output pooled'
).split(' ');

/** Rounding causes differences up to this share of the table's largest number. */
const SAME_SHARE = 2 ** -18;

/** Returns the run without the bug. */
const runWithoutBug = memoizeByOwner(
  (/** @type {RunContext} */ { attention, computation, state }) => {
    const settings = getSettings(state);
    const source = makeBugSources(attention, settings)?.right;
    return makeComputation(attention, settings, source, computation.run);
  },
  ({ computation }) => computation,
);

/** Lists the tables of a page. @param {RunContext} context */
export function listShownTables({ computation, state }) {
  const { nodes } = computation;
  const hasHeads = state.mechanism === 'dot' && state.heads > 1;
  return SHOWN_TABLES.filter((id) => {
    if (!nodes[id]) return false;
    // With one head, the concatenation equals the head. Without a mask, the masked scores equal the
    // scores.
    if (id === 'concatenated') return hasHeads;
    return id !== 'maskedScores' || getMask(state) !== 'none';
  });
}

/** @param {RunContext} context */
export function findWrongTables(context) {
  const { results } = context.computation;
  const right = runWithoutBug(context).results;
  return listShownTables(context).filter((id) => {
    const { data } = results[id];
    const expected = right[id].data;
    const largest = expected.reduce(
      (most, number) => (Math.abs(number) < Infinity ? Math.max(most, Math.abs(number)) : most),
      0,
    );
    return data.some(
      (number, i) =>
        !Object.is(number, expected[i]) &&
        !(Math.abs(number - expected[i]) <= SAME_SHARE * largest),
    );
  });
}

/**
 * @param {CourseContext} context
 * @param {Pick<Puzzle, 'bug'>} puzzle
 * @param {string} value the table, followed by the mistake once the reader has named one:
 *   'scores_scale-twice'
 * @returns {Verdict}
 */
function judge(context, { bug }, value) {
  const [table, mistake] = value.split('_');
  const wrong = findWrongTables(context);
  const [first] = wrong;
  const name = nameTable(context, table);
  if (table !== first) {
    return {
      isRight: false,
      reply: wrong.includes(table)
        ? text.reply.isLater(name, nameWrongSource(context, table, wrong))
        : text.reply.isRight(name),
    };
  }
  if (mistake === undefined)
    return { isRight: false, isUnderway: true, reply: text.reply.first(name) };
  return mistake === bug.id
    ? { isRight: true, reply: `${mistakeName(bug.id)}.` }
    : {
        isRight: false,
        reply: text.reply.notThis(
          mistakeName(mistake),
          findMostChangedNumber(context, findMistake(mistake), table),
        ),
      };
}

/**
 * Names the last wrong table from which another table is computed.
 * @param {CourseContext} context
 * @param {string} table
 * @param {readonly string[]} wrong
 */
function nameWrongSource(context, table, wrong) {
  const right = runWithoutBug(context);
  const index = right.results[table].shape.map(() => 0);
  const sources = findSourcesOfNumber(right, { id: table, index }, listShownTables(context));
  const found = wrong.findLast((id) => sources.some((source) => source.id === id));
  return found && nameTable(context, found);
}

/**
 * Finds the number of a table that another mistake would change most.
 * @param {CourseContext} context
 * @param {Mistake | undefined} mistake
 * @param {string} table
 */
function findMostChangedNumber(context, mistake, table) {
  const { attention, computation, state } = context;
  const settings = getSettings(state);
  const source = makeBugSources(attention, settings)?.right;
  if (!source || !mistake?.fits(source.graph, { ...settings, bug: '' })) return undefined;
  const other = makeComputation(
    attention,
    settings,
    changeSource(source, mistake.wrong(source)),
  ).results;
  const { shape, data } = computation.results[table];
  const isOfHeads = computation.nodes[table].axes.startsWith('h');
  const size = isOfHeads ? data.length / shape[0] : data.length;
  const first = isOfHeads ? state.head * size : 0;
  const apart = listIndices(size).map((i) => {
    const [is, would] = [data[first + i], other[table].data[first + i]];
    const gap = Object.is(is, would) ? 0 : Math.abs(is - would);
    return Number.isNaN(gap) ? Infinity : gap;
  });
  const most = findLargestIndex(apart);
  if (!(apart[most] > 0)) return undefined;
  return {
    label: cellLabel(context, { id: table, index: computeIndex(shape, first + most) }),
    is: data[first + most],
    would: other[table].data[first + most],
  };
}

/** @param {CourseContext} context @param {string} id */
function nameTable({ computation: { nodes, words } }, id) {
  const node = nodes[id];
  return node ? tensorName(getTensorKind(node), words?.tensors)[0] : text.noSuch(id);
}

/**
 * Hides how the program computed a number until the mistake is found. Marks the numbers from which
 * the pressed number should be computed.
 * @param {CourseContext} context
 * @returns {CourseContext}
 */
function hideMistake(context) {
  const { traced, isOpen } = context;
  if (isOpen) return context;
  const shown = listShownTables(context);
  if (!traced || !shown.includes(traced.id))
    return { ...context, traced: undefined, marks: new Map() };
  /** @type {CourseContext['marks']} */
  const marks = new Map([[formatCell(traced), 'traced']]);
  for (const source of findSourcesOfNumber(runWithoutBug(context), traced, shown))
    marks.set(formatCell(source), 'operand');
  return { ...context, marks };
}

/** @param {CourseContext} context @param {ShownPuzzle} puzzle @param {PickTask} task */
function figure(context, puzzle, task) {
  const { given, isOpen, state } = context;
  const [first] = findWrongTables(context);
  const pressed = given?.value.split('_')[0];
  const verdict = given && !isOpen ? judge(context, puzzle, given.value) : undefined;
  const heads = state.mechanism === 'dot' ? state.heads : 1;
  const isFound = pressed === first || isOpen;
  const shown = listShownTables(context);
  /** @type {CourseContext} */
  const drawn = { ...hideMistake(context), tablesOnOneScale: shown };
  return html`
    ${
      heads > 1
        ? settingChoice(
            context,
            text.head,
            listIndices(heads).map((head) => [String(head + 1), { head }]),
          )
        : nothing
    }
    ${propertyChecks(context)}
    <ol class="suspects">${shown.map(
      (id) => html`<li class=${isFound && id === first ? 'found' : ''}>
        <p class="note">${text.holds[id](describeRun(context))}</p>
        ${drawTable(drawn, id)}
        ${actionButton(text.thisOne(nameTable(context, id)), !isOpen && ((event) => press(context, event, id)), { kind: 'choose', isPressed: pressed === id })}
        ${
          // The next question, which appears below its table, contains the reply to a right press.
          pressed === id && verdict && !verdict.isUnderway
            ? html`<p class="said"><b>${notYet}</b> ${verdict.reply}</p>`
            : nothing
        }
        ${!isOpen && drawn.traced?.id === id ? numberPanel(drawn, runWithoutBug(context), shown) : nothing}
        ${isFound && !isOpen && id === first ? mistakeChoices(context, puzzle, first) : nothing}
        ${isOpen && id === first ? solution(context, puzzle) : nothing}
        ${(isOpen ? first : pressed) === id ? answerView(context, task) : nothing}
      </li>`,
    )}</ol>`;
}

/**
 * Submits an answer, then scrolls to what it reveals: the mistakes, the solution, or else the
 * reply.
 * @param {CourseContext} context
 * @param {Event} event
 * @param {string} value
 */
async function press({ answer }, { currentTarget }, value) {
  const root = /** @type {ShadowRoot} */ (/** @type {Element} */ (currentTarget).getRootNode());
  answer(value);
  // Wait until the mistakes have been rendered.
  await /** @type {LitElement} */ (root.host).updateComplete;
  const isNamed = value.includes('_');
  const next = root.querySelector(isNamed ? '.solution, .said' : '.mistakes, .said');
  next?.scrollIntoView({ block: 'nearest' });
}

/** @param {CourseContext} context */
const propertyChecks = (context) => html`<div class="properties">
  <div data-level="3">${text.properties.title}</div>
  ${properties
    .filter(({ concerns }) => concerns(context))
    .map(
      ({ words, measure }) => html`<details><summary>${words.name}</summary>
        <p>${measure(context)}</p></details>`,
    )}
</div>`;

/** @param {CourseContext} context */
function describeRun(context) {
  const { state } = context;
  const mask = getMask(state);
  const painted = state.target ? text.hides.last : hasEmptyRow(context) && text.hides.row;
  return {
    d: state.dModel / state.heads,
    isAdditive: state.mechanism === 'additive',
    hasPositions: state.positions !== 'none',
    hasTarget: state.target !== '',
    hides: (isPainted(mask) && painted) || getMaskWords(mask).hides?.(state),
  };
}

/** @param {CourseContext} context @param {Pick<Puzzle, 'choices'>} puzzle @param {string} table */
function mistakeChoices(context, { choices }, table) {
  const named = context.given?.value.split('_')[1];
  return html`<fieldset class="question mistakes">
    <legend>${named ? text.which : text.whichHere}</legend>
    ${choices.map(
      ({ id }) => html`<button type="button" class="answer" aria-pressed=${named === id}
        @click=${(/** @type {Event} */ event) => press(context, event, `${table}_${id}`)}>${mistakeName(id)}</button>`,
    )}
  </fieldset>`;
}

/** @param {CourseContext} context @param {ShownPuzzle} puzzle */
function solution(context, { bug, next }) {
  const { name, wrong, right: better, why, seen } = bugTexts[bug.id];
  const note = text.explainProgram(`${wrong}\n${better}`);
  return html`<div class="solution after" tabindex="-1">
    <p class="said">${context.given?.isRight ? html`<b>${right}</b> ` : ''}${name}. ${why}</p>
    <p>${text.wrongLine}</p><pre class="program wrong"><code>${wrong}</code></pre>
    <p>${text.rightLine}</p><pre class="program"><code>${better}</code></pre>
    ${note && html`<p class="note">${note}</p>`}
    <p class="note">${text.seen} ${seen}</p>
    ${next ? html`<p class="others">${next(context)}</p>` : nothing}
  </div>`;
}

/** @param {CourseContext} context @param {Puzzle['level']} level @param {number} number @param {unknown} label */
const linkToPuzzle = (context, level, number, label) =>
  pageLink(context, `${BUG_PAGES}-${namePuzzle(level, number)}`, label);

/** @param {ShownPuzzle} puzzle @param {unknown} [question] */
export function makeBugParts(puzzle, question = html`<span lang=${lang}>${text.question}</span>`) {
  const task = makePick({
    question,
    isNear: true,
    judge: (context, value) => judge(context, puzzle, value),
  });
  return {
    /** @param {CourseContext} context */
    figure: (context) => figure(context, puzzle, task),
    task,
  };
}

/** How many pages are kept. A page links to at most three others. */
const MOST_KEPT = 16;

/** Makes the page of a puzzle. */
const makePuzzlePage = memoizeRecent(MOST_KEPT, (/** @type {string} */ name) => {
  const puzzle = /** @type {Puzzle} */ (findPuzzle(name));
  /** @param {CourseContext} context */
  const next = (context) => linkToPuzzle(context, puzzle.level, puzzle.number + 1, text.another);
  return {
    id: `${BUG_PAGES}-${name}`,
    title: text.title,
    state: puzzle.settings,
    // Once the solution is shown, the link to the next bug is below the solution.
    setup: (/** @type {CourseContext} */ context) =>
      html`<p>${text.program(context.state)}</p>${text.setup}
        <p class="others">${context.isOpen ? nothing : next(context)}
          <span class="note">${text.levels}</span>
          ${LEVELS.map((level) => (level === puzzle.level ? html`<b>${text.level[level]}</b>` : linkToPuzzle(context, level, 0, text.level[level])))}</p>`,
    ...makeBugParts({ ...puzzle, next }),
  };
});

/**
 * @param {string} name the name of a puzzle; any other text means the first puzzle of the first
 *   level
 * @returns {Page}
 */
export function makeBugPage(name) {
  const { level, number } = /** @type {Puzzle} */ (findPuzzle(name) ?? findPuzzle('1-0'));
  return makePuzzlePage(namePuzzle(level, number));
}

/** @type {Chapter} */
export const bugLab = { id: BUG_PAGES, ...text.chapter, pages: [] };
