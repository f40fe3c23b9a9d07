/** The steps of the lab that show all heads and layers of the reader's own weights. */

import { html, nothing } from 'lit';
import { directive } from 'lit/directive.js';
import { makeTable, nameCell } from '../../figures/tables.js';
import { memoizeByOwner } from '../../graph/memoize.js';
import { proposeByPage } from '../../lessons/context.js';
import { findScaleEnd, isScaledToItself, measureLayers } from '../../sources/own-weights.js';
import * as texts from '../../text/en/tables.js';
import { makeColourEnds, numberChoice } from '../../views/labelled-map.js';
import { PagePart } from '../../views/page-part.js';
import { drawGrid, drawLines } from './drawing.js';
import { headGrid } from './head-grid.js';
import { headLines } from './lines.js';

/**
 * @import { Drawing } from '../../figures/types.js'
 * @import { ViewContext } from '../../lessons/context.js'
 * @import { Step } from '../../lessons/types.js'
 * @import { Computation } from '../../sources/types.js'
 * @import { ShownWeights, Word } from '../../views/types.js'
 */

const measure = memoizeByOwner((/** @type {Computation} */ { results }) =>
  measureLayers(Object.values(results)),
);

/**
 * @param {ViewContext} context
 * @param {Partial<ShownWeights>} [part] the state of the part of the page
 * @returns {ShownWeights}
 */
function makeShownWeights(context, part = {}) {
  const { state, computation, isLocked = false, overview: tensor, navigateTo } = context;
  const { dispatch } = proposeByPage(context);
  const given = measure(computation);
  const { layers, colours } = given;
  const findEnd = (/** @type {number} */ ofLayer, /** @type {number} */ head) =>
    findScaleEnd(given, '', ofLayer, head);
  const layer = Object.keys(computation.results).indexOf(tensor);
  const name = layers.length > 1 ? texts.ofLayer(texts.ownWeights, layer + 1) : texts.ownWeights;
  const matrix = makeTable(context, tensor, {
    name: state.heads > 1 ? texts.ofHead(name, state.head + 1) : name,
  });
  return {
    memory: {},
    keep: () => {},
    ...part,
    layers,
    layer,
    head: state.head,
    colours,
    isScaled: isScaledToItself(given, ''),
    endOf: findEnd,
    label: texts.ownWeights,
    matrix: { ...matrix, ...makeColourEnds(colours, findEnd(layer, state.head)) },
    rows: computation.queryWords,
    columns: computation.keyWords,
    isPrinting: false,
    isLocked,
    map: () => nothing,
    tabs: () =>
      numberChoice('layer', texts.layer, layer, layers.length, (/** @type {any} */ change) =>
        dispatch({ modelLayer: change.layer }),
      ),
    press: ([row, column]) =>
      dispatch({ query: row, key: column, cell: nameCell(matrix, row, column) }),
    open: (ofLayer, head) =>
      navigateTo({ step: Object.keys(computation.results)[ofLayer], head, cell: '' }),
  };
}

/** Keeps the word whose lines are shown. */
class OwnWeightsView extends PagePart {
  /** @type {ShownWeights['memory']} */
  #memory = {};

  /** @param {(shown: ShownWeights) => unknown} view @param {ViewContext} context @override */
  render(view, context) {
    const memory = this.#memory;
    const keep = (/** @type {Word | undefined} */ word) => {
      memory.kept = word;
      this.requestUpdate();
    };
    return html`<div class="own-weights">${view(makeShownWeights(context, { memory, keep }))}</div>`;
  }
}

const ownWeightsView = directive(OwnWeightsView);

/** @type {Record<'allHeads' | 'headLines', Pick<Step, 'aside' | 'draw'>>} */
export const ownWeightsSteps = {
  allHeads: {
    aside: (context) => ownWeightsView(headGrid, context),
    draw: (context, palette) =>
      /** @type {Drawing} */ (drawGrid(makeShownWeights(context), palette)),
  },
  headLines: {
    aside: (context) => ownWeightsView(headLines, context),
    draw: (context, palette) => drawLines(makeShownWeights(context), palette),
  },
};
