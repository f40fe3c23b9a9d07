import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { drawMatrices } from '../../web/export/drawing.js';
import { toJavascript } from '../../web/export/javascript.js';
import { toNumpy, toPytorch } from '../../web/export/python.js';
import { toSvg } from '../../web/figures/marks.js';
import { shareColourLimit } from '../../web/figures/tables.js';
import { listLessonSteps } from '../../web/lessons/steps.js';
import { PALETTES } from '../../web/styles/colour.js';
import { modelComputation } from '../support/models.js';
import { assertSameBits } from '../support/near.js';
import { assertBits, assertComputed, runHere, tensorsIn, textOf } from '../support/programs.js';
import { runPrograms } from '../support/python.js';
import { assertWritten } from '../support/written.js';
import '../support/features.js';

const edits = 'layer1/weights.0.3.1:0.5;layer1/wq.0.2.1:2;x.the.3:1';
const computations = await Promise.all([
  modelComputation('describer', { training: 40 }),
  modelComputation('pronoun', { training: 40 }),
  modelComputation('pronoun', { variant: 'one-free', edits: 'layer1/weights.1.0:0.5;x.it.3:1' }),
  modelComputation('mini', { training: -1 }),
  modelComputation('mini', { training: 0, edits, sentence: 'the dogs are' }),
  modelComputation('toy', { training: 20 }),
  modelComputation('toy', { task: 'previous-and-mirror', heads: 4, sentence: 'k a c e' }),
  modelComputation('toy', { task: 'induction', training: 5, heads: 1 }),
  modelComputation('toy', { task: 'order', edits: 'embeddings.0.1:3;logits.2.1:-1' }),
]);

/**
 * The programs sum in another order and use another exponential, through several layers. Two
 * normalizations divide by small numbers.
 */
const SHARE = 1e-5;

describe('exports of a model', () => {
  it('the translator: JSON and CSV have every number', async () => {
    const { state, computation } = await modelComputation('translator');
    assertWritten(state, computation);
  });

  for (const { state, computation } of computations) {
    const { source, task, variant, training } = state;
    const kind = source === 'pronoun' ? `${source} “${variant}”` : source;
    const name = source === 'toy' ? `the toy “${task}”` : `${kind} after ${training} steps`;

    it(`${name}: the JavaScript prints the bits on screen`, async () => {
      const { printed } = await runHere(textOf(toJavascript(state, computation)));
      assertBits(printed, computation);
    });

    it(`${name}: JSON and CSV have every number`, () => assertWritten(state, computation));

    it(`${name}: each step can be drawn`, () => {
      for (const { id, title, figure } of listLessonSteps(state)) {
        const drawing = drawMatrices(shareColourLimit(figure({ state, computation })), {
          title,
          palette: PALETTES.light,
        });
        assert.ok(
          drawing.marks.some(({ kind }) => kind === 'rect'),
          id,
        );
        assert.doesNotMatch(toSvg(drawing), /undefined|NaN/, id);
      }
    });
  }

  it('the Python programs compute the numbers on screen', () => {
    for (const write of [toNumpy, toPytorch]) {
      const programs = computations.map(({ state, computation }) =>
        textOf(write(state, computation)),
      );
      runPrograms('compute', programs).forEach((outcome, i) => {
        assertComputed(outcome, computations[i].computation, SHARE, programs[i]);
      });
    }
  });

  // NumPy's printing is slow, so try only one of the programs.
  it('a Python program prints its numbers without abbreviation', () => {
    const { state, computation } = computations[5];
    for (const write of [toNumpy, toPytorch]) {
      const [outcome] = runPrograms('run', [textOf(write(state, computation))]);
      assertComputed(outcome, computation, SHARE, write.name);
      const printed = tensorsIn(outcome.printed, computation);
      for (const [id, { shape, data }] of Object.entries(printed))
        assertSameBits({ shape, data }, { shape, data: outcome.tensors[id] }, id);
    }
  });
});
