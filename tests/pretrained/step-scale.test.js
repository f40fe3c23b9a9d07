import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { needSlot } from '../../web/features.js';
import { listMatrices, shareColourLimit } from '../../web/figures/tables.js';
import { makeContext } from '../../web/lessons/context.js';
import { stepFigure } from '../../web/views/figure.js';
import { attention } from '../support/computations.js';
import { markup, plain } from '../support/markup.js';
import { openModel } from './computation.js';
import '../support/features.js';

await needSlot('pretrained');

const model = await openModel('use-lite');

/** Draws a step, and returns its text and the end of the colours of a tensor. @param {string} step @param {string} tensor */
async function draw(step, tensor) {
  const { state, computation } = await model.show({ sentence: 'They eat fried noodles', step });
  const context = makeContext(
    /** @type {any} */ ({ state, computation, attention, dispatch() {}, navigateTo() {} }),
  );
  const figure = markup(stepFigure(context, (make) => make()));
  const matrices = listMatrices(shareColourLimit(context.parts));
  const limit = matrices.find((matrix) => matrix.tensor === tensor)?.limit;
  return {
    limit,
    legend: plain(figure.slice(figure.indexOf('class="legend"'))),
    text: plain(figure),
  };
}

describe('the colours of a step', () => {
  it('end elsewhere in another step with the same numbers, and its legend names the step', async () => {
    const [scores, weights] = [
      await draw('scores', 'scaledScores'),
      await draw('weights', 'scaledScores'),
    ];
    assert.notEqual(scores.limit, weights.limit);
    for (const { limit, legend } of [scores, weights])
      assert.match(legend, new RegExp(`−${limit} +${limit} in this step`));
    // The scale of weights is the same in all steps.
    assert.match(weights.legend, /in this step\s+0\s+1 *$/);
  });

  it('end in each map where its note says', async () => {
    const { text } = await draw('output', 'output');
    assert.match(text, /Colours end at ±30\./);
    assert.match(text, /Colours end at ±1\./);
    assert.doesNotMatch(text, /in this step/);
  });
});
