/**
 * The lesson of the translator. The encoder runs once, and the decoder's steps are those of the
 * selected English word.
 */

import {
  getSelectedRow,
  getSelectedWord,
  makeEquationParts,
  makeTable,
} from '../../../figures/tables.js';
import { additiveSteps, makeFeaturesNote } from '../../../lessons/additive.js';
import { attendSteps, canMask } from '../../../lessons/attend.js';
import { dotSteps } from '../../../lessons/dot.js';
import * as formula from '../../../lessons/formula.js';
import { makeMaskedTest } from '../../../state/mask.js';
import { isRandom } from '../../../state/source-kinds.js';
import { weighed } from '../../../text/en/steps-additive.js';
import { paragraph } from '../../../text/inline.js';
import { mathLines } from '../../../text/math.js';
import * as words from '../text/en/translator.js';
import { makeAnswerStep } from './answers.js';
import { makeEmbeddingsStep } from './layers.js';
import { makeTranslatorSource } from './translator-source.js';

/**
 * @import { StepContext } from '../../../sources/types.js'
 * @import { Step } from '../../../lessons/types.js'
 * @import { State } from '../../../state/types.js'
 * @import { ModelKind } from '../types.js'
 */

/** Returns the length of a tensor's rows. @param {StepContext} context @param {string} tensor */
const countColumns = ({ computation }, tensor) => Number(computation.results[tensor].shape.at(-1));

/**
 * Makes the table of the last words' embeddings, with these words as row labels.
 * @param {StepContext} context
 */
const lastWords = (context) => ({
  ...makeTable(context, 'lastWords'),
  rowWords: [words.END, ...context.computation.queryWords.slice(0, -1)],
});

/** Returns the word before the selected word. @param {StepContext} context */
const lastWord = (context) =>
  context.computation.queryWords[getSelectedRow(context) - 1] ?? words.END;

/**
 * @param {'forward' | 'backward'} direction
 * @param {(width: number) => unknown} text
 * @returns {Pick<Step, 'shows' | 'text' | 'formula' | 'figure'>}
 */
const makeReadingStep = (direction, text) => ({
  shows: [
    ...['Resets', 'Updates', 'Candidates', 'States'].map((rows) => direction + rows),
    `encoder/${direction}/`,
  ],
  text: (context) => paragraph(text(countColumns(context, `${direction}States`))),
  formula: () => gateFormulas,
  figure: (context) =>
    makeEquationParts(
      context,
      `embeddings → ${direction}Updates ${direction}Candidates → ${direction}States`,
    ),
});

const attentionSteps = attendSteps(({ mechanism }) =>
  mechanism === 'additive' ? 'scores' : 'scaledScores',
);

/** @type {Record<string, Step>} */
const steps = {
  embeddings: makeEmbeddingsStep(words.embeddings, (context) =>
    words.embedded(countColumns(context, 'embeddings')),
  ),

  forward: { ...words.forward, ...makeReadingStep('forward', words.readForward) },
  backward: { ...words.backward, ...makeReadingStep('backward', () => words.readBackward) },

  annotations: {
    ...words.annotations,
    text: (context) => paragraph(words.annotated(countColumns(context, 'annotations'))),
    formula: () => annotationFormula,
    figure: (context) => makeEquationParts(context, 'forwardStates backwardStates → annotations'),
  },

  keys: {
    ...words.keys,
    shows: ['keyWeights', 'keyBias', 'keyProducts'],
    text: () => paragraph(words.projectedKeys),
    formula: () => keyFormula,
    figure: (context) => makeEquationParts(context, 'annotations · keyWeights → keys'),
  },

  queries: {
    ...words.queries,
    shows: [
      'lastWords',
      'word',
      'queryState',
      'queryWord',
      'queryBias',
      'queryStateWeights',
      'queryWordWeights',
    ],
    text: (context) => paragraph(words.projectedQuery(getSelectedWord(context), lastWord(context))),
    formula: () => queryFormula,
    figure: (context) => [
      makeTable(context, 'states', { note: words.stateBefore }),
      lastWords(context),
      ...makeEquationParts(context, '→ queries'),
    ],
  },

  features: {
    ...additiveSteps.features,
    figure: (context) =>
      makeEquationParts(context, 'queries + keys → features', makeFeaturesNote(context)),
  },

  scaledScores: {
    ...dotSteps.scaledScores,
    text: (context) => paragraph(words.scaled(countColumns(context, 'keys'))),
    formula: (context) => formula.divisionFormula(countColumns(context, 'keys')),
  },

  ...attentionSteps,
  maskedScores: { ...attentionSteps.maskedScores, ...words.maskedScores, text: blockText },

  contexts: {
    ...words.contexts,
    text: (context) => paragraph(words.weighedUp(getSelectedWord(context))),
    formula: () => contextFormula,
    figure: (context) => makeEquationParts(context, 'weights · annotations → contexts'),
  },

  gates: {
    ...words.gates,
    shows: [
      'resets',
      'updates',
      'candidates',
      'kept',
      'candidatePast',
      'candidateInput',
      ...['reset', 'update', 'candidate'].flatMap((gate) =>
        ['Sum', 'Word', 'Context', 'State', 'WordWeights', 'ContextWeights', 'StateWeights']
          .concat('InputBias', 'StateBias')
          .map((part) => gate + part),
      ),
    ],
    text: (context) => paragraph(words.gated(lastWord(context))),
    formula: () => gateFormulas,
    figure: (context) => makeEquationParts(context, 'resets updates candidates'),
  },

  states: {
    ...words.states,
    shows: ['start'],
    text: () => paragraph(words.mixed),
    formula: () => stateFormula,
    figure: (context) => makeEquationParts(context, 'updates candidates → states'),
  },

  probabilities: makeAnswerStep(
    words,
    (context) => words.chosen(countColumns(context, 'probabilities') - 1),
    'logits logitState logitContext logitBias logitStateWeights logitContextWeights'.split(' '),
  ),

  alignment: {
    ...words.alignment,
    text: ({ state }) =>
      paragraph(words.aligned, ...(isRandom(state) ? [] : [words.learnedAlone, words.offDiagonal])),
    figure: (context) => makeEquationParts(context, 'weights'),
  },
};

/** @type {Record<State['mechanism'], Step>} */
const scoresSteps = {
  additive: {
    ...additiveSteps.scores,
    shows: ['scoreWeights'],
    text: (context) =>
      paragraph(weighed(getSelectedWord(context), countColumns(context, 'features'))),
    figure: (context) =>
      makeEquationParts(context, 'features · scoreWeights → scores', makeFeaturesNote(context)),
  },
  dot: {
    ...dotSteps.scores,
    text: (context) => paragraph(words.dotScores(getSelectedWord(context))),
    figure: (context) => makeEquationParts(context, 'queries · keys → scores'),
  },
};

/** @param {StepContext} context */
function blockText(context) {
  const { state, computation } = context;
  const { queryWords, keyWords } = computation;
  const isMasked = makeMaskedTest(state, keyWords.length);
  const rows = queryWords.map(
    (_, query) => keyWords.filter((__, key) => isMasked(query, key)).length,
  );
  if (rows.every((count) => count === 0))
    return paragraph(words.nothingBlocked, canMask(context) && words.block);
  return paragraph(words.blocked, rows.includes(keyWords.length) && words.blockedRow);
}

const stateFormula = mathLines`h_t = (1 − z_t) ∘ n_t + z_t ∘ h_{t − 1}`;

/** The formulas leave out biases, as the papers do. */
const gateFormulas = [
  mathLines`
  r_t = σ(W_r x_t + U_r h_{t − 1})
  z_t = σ(W_z x_t + U_z h_{t − 1})
  n_t = tanh(W_n x_t + r_t ∘ (U_n h_{t − 1}))`,
  stateFormula,
];

const annotationFormula = mathLines`h_j = [{h^→_j}h^←_j]`;

const keyFormula = mathLines`k:K = v:H W_K + b_K`;

const queryFormula = mathLines`q:q_t = W_Q [h_{t − 1}, y_{t − 1}] + b_Q`;

const contextFormula = mathLines`c_t = ∑_j a_tj h_j`;

/** @type {ModelKind} */
export const translator = {
  words,
  source: makeTranslatorSource,
  steps: ({ mechanism }) => ({ ...steps, scores: scoresSteps[mechanism] }),
  originOf: () => words,
  defaultQuery: () => 0,
};
