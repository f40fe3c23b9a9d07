// An author who leaves out the steps between two tables of scores still gets their formulas.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { stepSection } from '../../web/views/figure.js';
import { computationOf, viewContext } from '../support/computations.js';
import { markup, plain } from '../support/markup.js';

/** Returns the formulas of the weights. @param {string[] | undefined} wanted @param {object} [more] */
function readFormulas(wanted, more) {
  const context = viewContext({ ...computationOf({ ...more, step: 'weights' }), wanted });
  const section = markup(stepSection(context, { isPart: true, renderPiece: (make) => make() }));
  const [, formulas = ''] = /<div class="formula">(.*?)<\/div>/s.exec(section) ?? [];
  return [/𝑆′=Sd/, /𝑆″=𝑆′\+M/].map((formula) => formula.test(plain(formulas).replace(/\s/g, '')));
}

it('steps that an author leaves out between scores and weights leave their formulas', () => {
  assert.deepEqual(readFormulas(['scores', 'weights']), [true, false]);
  assert.deepEqual(readFormulas(['scores', 'weights'], { mask: 'causal' }), [true, true]);
  assert.deepEqual(readFormulas(['scores', 'scaledScores', 'weights']), [false, false]);
  assert.deepEqual(readFormulas(['scaledScores', 'weights'], { mask: 'causal' }), [false, true]);
});

it('no formula comes from a step whose scores are nowhere, or if no step is left out', () => {
  assert.deepEqual(readFormulas(['weights']), [false, false]);
  assert.deepEqual(readFormulas(undefined), [false, false]);
});
