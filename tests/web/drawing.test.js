import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadAttention } from '../../src/js/index.js';
import { lessonSteps } from '../../web/lessons/steps.js';
import { computeLesson } from '../../web/model/lesson.js';
import { rounded } from '../../web/model/number.js';
import { normalise } from '../../web/model/state.js';
import { PALETTES } from '../../web/styles/colour.js';
import { drawMatrices, toSvg } from '../../web/take-home/drawing.js';

const attention = await loadAttention();

/** @param {object} asked */
function drawn(asked) {
  const state = normalise(asked);
  const lesson = computeLesson(attention, state);
  const step = lessonSteps(state).find(({ id }) => id === state.step);
  const parts = step?.stage({ state, lesson }) ?? [];
  return { parts, drawing: drawMatrices(parts, { title: 'a step', palette: PALETTES.light }) };
}

describe('a drawing', () => {
  it('holds every number of the step’s matrices, and every word', () => {
    for (const asked of [
      { step: 'scores' },
      { step: 'weights', mask: 'causal' },
      { step: 'mechanisms' },
      { step: 'decoder', target: 'he is tall' },
    ]) {
      const { parts, drawing } = drawn(asked);
      const texts = drawing.labels.map(({ text }) => text);
      for (const part of parts) {
        if (typeof part === 'string') continue;
        const { view, rowWords = [] } = part;
        for (let row = 0; row < view.rows; row++) {
          for (let column = 0; column < view.columns; column++) {
            const at = texts.indexOf(rounded(view.at(row, column)));
            assert.ok(at >= 0, `${part.tensor} ${row} ${column}`);
            texts.splice(at, 1);
          }
        }
        for (const word of rowWords) assert.ok(texts.includes(word), word);
      }
    }
  });

  it('lies within its borders', () => {
    const { drawing } = drawn({ step: 'weights' });
    for (const { x, y, width, height } of drawing.rectangles) {
      assert.ok(x >= 0 && y >= 0 && x + width <= drawing.width && y + height <= drawing.height);
    }
  });

  it('as SVG has hostile words as text, and characters that XML forbids replaced', () => {
    const sentence = '<script>alert(1)</script> "&\' \u0001x\ufffe';
    const svg = toSvg(drawn({ sentence, step: 'q' }).drawing);
    assert.match(svg, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" /);
    for (const never of ['<script', '\u0001', '\ufffe']) assert.ok(!svg.includes(never), never);
    assert.match(svg, /&#60;script&#62;/);
  });
});
