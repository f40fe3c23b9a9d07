// Compares the MathML of every step's formula, so that no notation changes by mistake.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { it } from 'node:test';
import { needSlot } from '../../web/features.js';
import { listLessonSteps } from '../../web/lessons/steps.js';
import { checkpoints, sourceOf } from '../pretrained/checkpoints.js';
import { openModel } from '../pretrained/computation.js';
import { computationOf, ownComputationOf, STATES } from '../support/computations.js';
import { markup } from '../support/markup.js';
import { modelComputation } from '../support/models.js';
import '../support/features.js';

/** @import { Computation } from '../../web/sources/types.js' */
/** @import { State } from '../../web/state/types.js' */

const path = new URL('./golden-formulas.txt', import.meta.url);

/** @typedef {{ state: State, computation: Computation }} Shown */

const rows = [
  [1, 2],
  [3, 4],
];

/** @returns {Promise<Record<string, Shown>>} */
async function computeAll() {
  const all = Object.fromEntries(
    Object.entries(STATES).map(([name, state]) => [name, computationOf(state)]),
  );
  Object.assign(all, {
    'tensors of the reader': ownComputationOf({ q: rows, k: rows, v: rows }, { mask: 'causal' }),
    'weights of the reader': ownComputationOf({ weights: rows }),
    'the describer': await modelComputation('describer'),
    Mini: await modelComputation('mini'),
    'a toy without positions': await modelComputation('toy', { task: 'order-without-positions' }),
  });
  for (const variant of ['one', 'one-free', 'two', 'two-free'])
    all[`the pronoun resolver ${variant}`] = await modelComputation('pronoun', { variant });
  for (const task of ['previous', 'previous-and-mirror', 'induction', 'order'])
    all[`the toy ${task}`] = await modelComputation('toy', { task });
  for (const mechanism of /** @type {const} */ (['additive', 'dot']))
    all[`the translator, ${mechanism}`] = await modelComputation('translator', { mechanism });
  await needSlot('pretrained');
  for (const name of [...checkpoints, 'use-lite']) {
    const { info, show } = await openModel(sourceOf(name));
    for (const modelLayer of info.sizes.hasEncoder ? [0, 2, 3] : [0, 1])
      all[`${name}, layer ${modelLayer}`] = await show({ sentence: 'the old mill', modelLayer });
  }
  return all;
}

/** Writes a formula on one line. @param {unknown} template */
const writeLine = (template) =>
  markup(template)
    .replace(/ class=(\w+)/g, ' class="$1"')
    .replace(/ class=(?:"")?(?=>)/g, '')
    .replaceAll('&InvisibleTimes;', '\u2062')
    .replace(/\s*(<[^>]*>)\s*/g, '$1')
    .replace(/[ \n]+/g, ' ')
    .replaceAll('</math><math', '</math>\n    <math');

it('formulas have this notation', async () => {
  /** The first step with each formula. @type {Map<string, [name: string, step: string]>} */
  const firsts = new Map();
  /** @param {[name: string, shown: Shown]} entry */
  const writeSteps = ([name, { state, computation }]) => {
    /** Steps with a formula of an earlier state, by that state. @type {Record<string, string[]>} */
    const same = {};
    const steps = listLessonSteps(state).flatMap(({ id, formula }) => {
      const line = writeLine(formula({ state, computation }));
      if (line === '') return [];
      const [first, step] = firsts.get(line) ?? [];
      if (!first) firsts.set(line, [name, id]);
      else same[first] = [...(same[first] ?? []), step === id ? id : `${id}=${step}`];
      return first ? [] : `${id}\n    ${line}`;
    });
    const others = Object.entries(same).map(([first, ids]) => `as ${first}: ${ids.join(' ')}`);
    return [`==== ${name}`, ...others, ...steps, ''];
  };
  const printed = Object.entries(await computeAll())
    .flatMap(writeSteps)
    .join('\n');
  // After an intended change: WRITE_GOLDEN=1 node --test tests/web/golden-formulas.test.js
  if (process.env.WRITE_GOLDEN) writeFileSync(path, printed);
  assert.equal(printed, readFileSync(path, 'utf8'));
});
