/** Steps and tables as SVG. The numbers are the core's, as in the element. */

import { list } from '../elements/groups.js';
import { MOST_RECTANGLES, toSvg } from '../export/drawing.js';
import { offsetOf } from '../graph/cell.js';
import { stepOf } from '../lessons/steps.js';
import { table } from '../lessons/tables.js';
import { compute } from '../session/computation.js';
import { cellsOf } from '../session/edited.js';
import { parseEdits } from '../session/edits.js';
import { numberOf } from '../session/read.js';
import { parted } from '../session/spelling.js';
import { normalise } from '../session/state.js';
import { PALETTES } from '../styles/colour.js';
import { drawing as titleOf } from '../text/en/export.js';
import { makeContext } from '../views/context.js';
import { oneOf, readOptions, refused } from './options.js';
import { drawWrapped, stacked } from './wrapped.js';

/**
 * @typedef {import('../session/computation.js').Computation} Computation
 * @typedef {import('../../src/js/attention.js').Operations} Operations
 * @typedef {import('../session/state.js').State} State
 */

/**
 * `steps` below each other, the weights by default, or the tables of `table` alone; not wider than `width` pixels.
 * @param {Operations} attention
 * @param {Record<string, unknown>} options
 */
export function svgOf(attention, options) {
  const { width, ...others } = options;
  const { steps, table: tables, theme, ...requested } = readOptions(others);
  const widest = Number(width ?? Infinity);
  if (!(widest >= 1)) throw refused('width', 'a number of pixels', JSON.stringify(width));
  const state = normalise(requested);
  for (const [name, value] of Object.entries(requested)) {
    const nearest = state[/** @type {keyof State} */ (name)];
    const number = numberOf(value);
    // Some are kept as the core's float32.
    if (typeof nearest === 'number' && ![number, Math.fround(number)].includes(nearest))
      throw refused(parted(name), `${nearest}, the nearest that fits`, String(value));
  }
  const computation = compute(attention, state);
  if (computation.queryWords.length === 0) {
    throw state.source === 'seed'
      ? refused('sentence', 'at least one word', 'empty')
      : refused('source', 'one that needs no training', state.source);
  }
  for (const edit of parseEdits(state.edits).keys()) {
    if (!isThere(state, computation, edit))
      throw refused('edits', 'numbers of tables that these settings compute', edit);
  }
  const alone = list(tables);
  const below = list(steps) ?? [String(requested.step ?? 'weights')];
  const shown = alone
    ? [ofTables(state, computation, alone)]
    : below.map((step) => ofStep(attention, stateOf(state, step), computation));
  for (const { view, tensor } of shown.flatMap(({ parts }) => parts).filter(isTable)) {
    if (view.rows * view.columns > MOST_RECTANGLES)
      throw refused(
        alone ? 'table' : 'steps',
        `tables of at most ${MOST_RECTANGLES} numbers`,
        `${tensor}, ${view.rows} × ${view.columns}`,
      );
  }
  const palette = PALETTES[theme === 'dark' ? 'dark' : 'light'];
  const drawing = stacked(shown.map(({ parts }) => drawWrapped(parts, palette, widest)));
  const title = titleOf(shown.map(({ step }) => step).join(', '), computation.queryWords);
  const svg = toSvg({ ...drawing, title });
  const { width: own, height } = drawing;
  // What one table needs more is scaled: the numbers of the view box stay.
  return own <= widest
    ? svg
    : svg.replace(
        / width="\d+(\.\d+)?" height="\d+(\.\d+)?"/,
        ` width="${widest}" height="${Math.round((height * widest) / own)}"`,
      );
}

/** At a step that these settings have. @param {State} state @param {string} step */
function stateOf(state, step) {
  const own = normalise({ ...state, step });
  if (own.step === step) return own;
  throw refused('steps', `a step that these settings have, as ${own.step}`, step);
}

/** Does a number that is set belong to a table? @param {State} state @param {Computation} computation @param {string} edit */
const isThere = (state, { queryWords, keyWords, run }, edit) =>
  cellsOf(state, { queryWords, keyWords, graph: run.graph }, edit).some(
    ({ id, index }) => offsetOf(run.tensor(id).shape, index) !== undefined,
  );

/** @param {State} state @param {Computation} computation @param {string[]} names */
function ofTables(state, computation, names) {
  for (const name of names) {
    const there = Object.keys(computation.nodes);
    if (!there.includes(name)) throw refused('table', oneOf(name, there), name);
  }
  return {
    step: stepOf(state, names[0]),
    parts: names.map((name) => table({ state, computation }, name)),
  };
}

/** @param {Operations} attention @param {State} state @param {Computation} computation */
function ofStep(attention, state, computation) {
  const nothing = () => {};
  const context = makeContext({
    ...{ state, computation, attention, comparison: undefined, readonly: true },
    ...{ update: nothing, apply: nothing, turn: nothing },
  });
  const { parts, overview } = context;
  return { step: state.step, parts: parts.length > 0 ? parts : [table(context, overview)] };
}

/** @param {string | import('../lessons/tables.js').Matrix} part @returns {part is import('../lessons/tables.js').Matrix} */
const isTable = (part) => typeof part !== 'string';
