/**
 * Additive (Bahdanau) attention: what the core is given, and what it gives. Keys and values are the
 * embeddings that are asked, as an encoder's states are.
 */

import { tensor } from '../../src/js/index.js';
import { upright } from './arrange.js';
import { scoreTable } from './edits.js';
import { maskOptions } from './mask.js';
import { Seeded } from './seeded.js';
import { attendToScores } from './set-scores.js';
import { isCrossing } from './state.js';

/** @typedef {import('./state.js').State} State */

const WEIGHT_REACH = 1;
const SCORE_REACH = 2;
/** Width of the hidden layer. Not the embeddings' width, to show that it is free. */
export const HIDDEN = 3;

/**
 * @param {import('../../src/js/attention.js').Operations} attention
 * @param {State} state
 * @param {{ queryWords: string[], keyWords: string[] }} words
 * @returns {import('./lesson.js').Computed}
 */
export function additiveLesson(attention, state, { queryWords, keyWords }) {
  const { dModel, keyWidth } = state;
  const seeded = new Seeded(state);
  const crossing = isCrossing(state);
  const separate = crossing || keyWidth > 0;
  const embeddings = keyWidth
    ? seeded.embeddings('y', keyWords, keyWidth)
    : seeded.embeddings('x', keyWords, dModel);
  const asking = separate ? seeded.embeddings('x', queryWords, dModel) : embeddings;
  const name = 'additive weights';
  const parameters = {
    wq: seeded.weight(`${name} q`, [HIDDEN, dModel], WEIGHT_REACH, 'aq'),
    wk: seeded.weight(`${name} k`, [HIDDEN, embeddings.shape[1]], WEIGHT_REACH, 'ak'),
    wv: seeded.tensor(`${name} v`, [HIDDEN], SCORE_REACH, (i) => `av.${i}`),
  };
  const options = {
    ...maskOptions(state, queryWords.length, keyWords.length),
    ...(state.dropout > 0 && { dropout: { p: state.dropout, seed: state.dropoutSeed } }),
    scale: 1 / state.temperature,
    trace: true,
  };
  const { output, trace } = attention.additiveAttention(
    asking,
    embeddings,
    embeddings,
    parameters,
    options,
  );
  const own = /** @type {Record<string, import('../../src/js/index.js').Tensor>} */ (trace);
  const edited = attendToScores(attention, seeded, own, embeddings, options, scoreTable(state));
  return {
    inputs: separate ? { queryEmbeddings: asking, embeddings } : { embeddings },
    parameters,
    results: Object.freeze({
      ...(separate && { queryEmbeddings: asking }),
      embeddings,
      wq: upright(parameters.wq),
      wk: upright(parameters.wk),
      wv: tensor([HIDDEN], parameters.wv.data),
      ...own,
      ...edited?.trace,
      output: edited?.output ?? output,
    }),
    seeded: seeded.replaced,
  };
}
