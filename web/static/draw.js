/** Steps and tables as SVG. The numbers are the core's, as in the element. */

import { list } from '../elements/groups.js';
import { drawMatrices, toSvg } from '../export/drawing.js';
import { stepOf } from '../lessons/steps.js';
import { table } from '../lessons/tables.js';
import { compute } from '../session/computation.js';
import { normalise } from '../session/state.js';
import { PALETTES } from '../styles/colour.js';
import { drawing as titleOf } from '../text/en/export.js';
import { makeContext } from '../views/context.js';
import { readOptions, refused } from './options.js';

/**
 * @typedef {import('../export/drawing.js').Drawing} Drawing
 * @typedef {import('../session/computation.js').Computation} Computation
 * @typedef {import('../../src/js/attention.js').Operations} Operations
 * @typedef {import('../session/state.js').State} State
 */

/**
 * `steps` below each other, the weights by default, or the tables of `table` alone.
 * @param {Operations} attention
 * @param {Record<string, unknown>} options
 */
export function svgOf(attention, options) {
  const { steps, table: tables, theme, ...requested } = readOptions(options);
  const state = normalise(requested);
  const computation = compute(attention, state);
  if (computation.queryWords.length === 0) {
    throw state.source === 'seed'
      ? refused('sentence', 'at least one word', 'empty')
      : refused('source', 'one that needs no training', state.source);
  }
  const alone = list(tables);
  const below = list(steps) ?? [requested.step === undefined ? 'weights' : state.step];
  const shown = alone
    ? [ofTables(state, computation, alone)]
    : below.map((step) => ofStep(attention, normalise({ ...state, step }), computation));
  const palette = PALETTES[theme === 'dark' ? 'dark' : 'light'];
  const drawings = shown.map(({ parts }) =>
    drawMatrices(parts, { palette, hasLegend: true, title: '' }),
  );
  const title = titleOf(shown.map(({ step }) => step).join(', '), computation.queryWords);
  return toSvg({ ...stacked(drawings), title });
}

/** @param {State} state @param {Computation} computation @param {string[]} names */
function ofTables(state, computation, names) {
  for (const name of names) {
    const there = Object.keys(computation.nodes);
    if (!there.includes(name)) throw refused('table', `one of ${there.join(', ')}`, name);
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

/** Drawings below each other, on one paper. @param {Drawing[]} drawings @returns {Drawing} */
function stacked(drawings) {
  const width = Math.max(...drawings.map((one) => one.width));
  let height = 0;
  const moved = drawings.map(({ rectangles: [, ...rectangles], lines, labels, ...one }) => {
    /** @template {{ y: number }} Part @param {Part[]} parts */
    const down = (parts) => parts.map((part) => ({ ...part, y: part.y + top }));
    const top = height;
    height += one.height;
    return { rectangles: down(rectangles), lines: down(lines), labels: down(labels) };
  });
  const [{ title, rectangles }] = drawings;
  return {
    ...{ title, width, height },
    rectangles: [{ ...rectangles[0], width, height }, ...moved.flatMap((one) => one.rectangles)],
    lines: moved.flatMap((one) => one.lines),
    labels: moved.flatMap((one) => one.labels),
  };
}
