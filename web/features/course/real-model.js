/**
 * Figures of the pages about a pretrained model: the whole model with its open part, and what each
 * part adds.
 */

import { html } from 'lit';
import { choiceButtons } from '../../figures/controls.js';
import { computePrincipalDirections } from '../../figures/principal.js';
import { listMatrices } from '../../figures/tables.js';
import { getRow } from '../../graph/cell.js';
import { proposeByPage } from '../../lessons/context.js';
import { drawEquation } from '../../pages/figures.js';
import { word } from '../../text/inline.js';
import { mixingMotion, sumTerms } from './mixing-motion.js';
import * as text from './text/en/real-model.js';

/** @import { CourseContext } from '../../pages/types.js' */

/**
 * Returns what a step of the model's lesson shows besides its tables. The model's source provides
 * the lesson.
 * @param {CourseContext} context
 * @param {string} id of the step
 */
const getAside = (context, id) => context.steps.find((step) => step.id === id)?.aside?.(context);

/** Scrolls to the opened part if it is below the picture. @param {Event} event */
const showOpenPart = ({ currentTarget }) =>
  /** @type {Element} */ (currentTarget).nextElementSibling?.scrollIntoView({ block: 'nearest' });

/** The matrices of the two main parts of a layer, by the step that a press opens. @type {Record<string, string[]>} */
const MATRICES_OF_STEP = {
  weights: ['wq', 'wk', 'wv', 'wo'],
  hidden: ['feedForward/wGate', 'feedForward/w1', 'feedForward/w2'],
};

/** The rows of the norm that a step shows together with what reads it. @type {Record<string, string[]>} */
const NORM_OF_STEP = {
  input: ['attention/gain', 'attention/bias'],
  hidden: ['feedForward/gain', 'feedForward/bias'],
};

/**
 * Lists the shapes of the parameters that belong to the open part.
 * @param {CourseContext} context
 * @param {Record<string, string[]>} idsOfStep
 */
const listShapes = ({ computation: { parameters }, state: { step } }, idsOfStep) =>
  (idsOfStep[step] ?? []).flatMap((id) => (parameters[id] ? [parameters[id].shape] : []));

/**
 * Draws the whole model, and the result table of the pressed part.
 * @param {CourseContext} context
 */
export function modelPicture(context) {
  const { step, parts, state } = context;
  const last = listMatrices(parts).at(-1);
  // The matrices of all heads count as one.
  const sizes = listShapes(context, MATRICES_OF_STEP).map((shape) => {
    const [heads, rows, columns] = shape.length === 3 ? shape : [1, ...shape];
    return [rows, heads * columns];
  });
  const ofNorm = listShapes(context, NORM_OF_STEP).flat();
  return html`<div class="model-parts">
    <div @click=${showOpenPart}>${getAside({ ...context, ...proposeByPage(context) }, 'modelPicture')}</div>
    <div class="open-part">
      <p><b>${step.title}</b></p>
      ${step.text(context)}
      ${sizes.length > 0 ? html`<p>${text.matrices(sizes)}</p>` : ''}
      ${ofNorm.length > 0 ? html`<p>${text.norm(ofNorm)}</p>` : ''}
      ${last ? drawEquation({ ...context, tablesOnOneScale: undefined }, [last]) : getAside({ ...context, readonly: true }, step.id)}
      <p>${context.labLink({ step: state.step, modelLayer: state.modelLayer })}</p>
    </div>
  </div>`;
}

/**
 * Draws the model beside the residual stream of the selected word.
 * @param {CourseContext} context
 */
export function addedRows(context) {
  const { computation, selected, dispatch, navigateTo, state, isOpen } = context;
  const lab = { ...state, guide: '', cell: '' };
  /** Open a part in the lab. @type {CourseContext['dispatch']} */
  const open = (change) => navigateTo({ ...lab, ...change });
  const leading = { ...context, dispatch: open };
  return html`<div class="model-parts">
    <div>${getAside(leading, 'modelPicture')}</div>
    <div>${choiceButtons(
      text.wordOfStream,
      computation.queryWords.map((name, query) => ({
        name: word(name),
        isChosen: query === selected,
        press: () => dispatch({ query }, { by: 'page' }),
      })),
    )}
    ${isOpen ? getAside(leading, 'stream') : ''}</div>
  </div>`;
}

/**
 * Places a head's values in the plane that holds most of them, and computes the weighted sum of the
 * selected word there.
 * @param {Pick<CourseContext, 'attention' | 'computation' | 'selected' | 'state'>} context
 */
export function placeValues({ attention, computation, selected, state }) {
  const { results, keyWords } = computation;
  const ofHead = (/** @type {string} */ id, /** @type {number} */ row) => [
    ...getRow(results[id], state.head, row),
  ];
  const values = keyWords.map((_, key) => ofHead('v', key));
  const { directions, share } = computePrincipalDirections(values, 2);
  // The sign of an axis is arbitrary, so turn the axes until the word's own value points right and
  // up.
  const ownPoint = attention.linear([values[selected]], directions).data;
  const axes = directions.map((direction, i) =>
    direction.map((part) => (ownPoint[i] < 0 ? -part : part)),
  );
  const findPoint = (/** @type {number[]} */ row) => {
    const [x, y] = attention.linear([row], axes).data;
    return /** @type {[number, number]} */ ([x, y]);
  };
  const weights = ofHead('weights', selected);
  const terms = keyWords.map((name, key) => ({
    name,
    at: findPoint(values[key]),
    weight: weights[key],
  }));
  const output = findPoint(ofHead('heads', selected));
  return { sum: sumTerms(attention, terms, output), directions: axes, share };
}

/**
 * Animates the weighted sum of the selected word once the task is done.
 * @param {CourseContext} context
 */
export function meaningFigure(context) {
  const { computation, isOpen } = context;
  if (!isOpen) return html`<p class="given">${computation.queryWords.join(' ')}</p>`;
  const { sum, share } = placeValues(context);
  return html`${mixingMotion(sum)} <p class="note">${text.inPlane(share)}</p>`;
}
