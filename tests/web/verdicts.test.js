import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as translation from '../../web/features/course/text/en/translation.js';
import { listLessonSteps } from '../../web/lessons/steps.js';
import { isRandom } from '../../web/state/source-kinds.js';
import * as figures from '../../web/text/en/pages.js';
import { weightsFigure } from '../../web/views/overview.js';
import { computationOf, ownComputationOf, STATES, viewContext } from '../support/computations.js';
import { markup, plain } from '../support/markup.js';
import { modelComputation } from '../support/models.js';
import '../support/features.js';

/** @import { Shown as ShownModel } from '../support/models.js' */

/** @typedef {Pick<ShownModel, 'state' | 'computation'>} Shown */

/**
 * Returns all texts on the steps of the lab, without the numbers of the tables.
 * @param {Shown} shown
 */
function saidOf({ state, computation }) {
  const withoutTables = (/** @type {unknown} */ shown) =>
    plain(markup(shown).replace(/<table.*?<\/table>/gs, ' '));
  return listLessonSteps(state).flatMap(({ id }) => {
    const context = viewContext({ state: { ...state, step: id }, computation });
    const { step } = context;
    return [weightsFigure(context), step.text(context), step.aside?.(context)].map(withoutTables);
  });
}

/** @param {Shown} shown */
const overviewOf = (shown) => saidOf(shown)[0];

const VERDICT =
  /attends? (?:most|equally)|mostly|says the model|stands for|\w describes|becomes [a-z(]|it answers|learned in training|never asked|the right word/;

const WORDS = ['one', 'two', 'three', 'four'];

describe('random numbers', () => {
  it('of “The dog bites the man” have no text about what attends', () => {
    const shown = computationOf({ sentence: 'The dog bites the man', heads: 1 });
    assert.ok(isRandom(shown.state));
    for (const text of saidOf(shown)) assert.doesNotMatch(text, VERDICT);
  });

  it('have no verdict in any state of the lab', () => {
    for (const [name, requested] of Object.entries(STATES)) {
      const shown = computationOf(requested);
      if (!isRandom(shown.state)) continue;
      for (const text of saidOf(shown)) assert.doesNotMatch(text, VERDICT, name);
    }
  });

  it('of untrained models have no verdict at any step', async () => {
    const options = [
      ...[{ source: 'describer' }, { source: 'mini' }, { source: 'toy' }],
      ...['two', 'two-free', 'one', 'one-free'].map((variant) => ({ source: 'pronoun', variant })),
      ...['additive', 'dot'].map((mechanism) => ({
        ...{ source: 'translator', mechanism, sentence: "il n'est pas grand" },
      })),
      { source: 'toy', task: 'previous-and-mirror' },
      { source: 'toy', task: 'order-without-positions' },
    ];
    for (const { source, ...more } of options) {
      const shown = await modelComputation(/** @type {any} */ (source), {
        .../** @type {any} */ (more),
        training: 0,
      });
      for (const text of saidOf(shown))
        assert.doesNotMatch(text, VERDICT, `${source} ${JSON.stringify(more)}`);
    }
  });

  it('still have a sentence about a fully masked row', () => {
    const masked = { mask: 'custom', masked: '1.0 1.1 1.2 1.3', query: 1 };
    assert.match(overviewOf(computationOf(masked)), /eat attends to no key/);
    assert.match(overviewOf(computationOf({ ...masked, emptyRow: 'nan' })), /is not a number/);
  });

  it('are compared in two rows without a verdict', () => {
    const { state, computation } = computationOf({ heads: 1, query: 0, pin: 1 });
    const { data } = computation.results.weights;
    const gaps = [0, 1, 2, 3].map((key) => Math.abs(data[key] - data[4 + key]));
    const most = gaps.indexOf(Math.max(...gaps));
    const text = overviewOf({ state, computation });
    assert.match(
      text,
      new RegExp(
        `differ most for the key ${computation.keyWords[most]}: 0\\.\\d+ for They, 0\\.\\d+ for eat`,
      ),
    );
  });
});

describe('numbers with a meaning', () => {
  it('name every key with the same shown weight, or say that all are equal', () => {
    /** @param {number[]} row */
    const readOverview = (row) =>
      overviewOf(
        ownComputationOf(
          { weights: row.map(() => row), queryTokens: WORDS, keyTokens: WORDS },
          { query: 0 },
        ),
      );
    const error = 1e-7;
    assert.match(
      readOverview([0.25, 0.25 + error, 0.25 - error, 0.25]),
      /one attends equally to 4 words \(0\.250 each\)/,
    );
    assert.match(
      readOverview([0.4, 0.4 + error, 0.2, 0]),
      /one attends most to itself and two \(0\.400\)/,
    );
    assert.match(readOverview([0.3, 0.4, 0.2, 0.1]), /one attends most to two \(0\.400\)/);
    assert.match(
      readOverview([0.5, 0.5, 0, 0]),
      /one attends equally to itself and two \(0\.500 each\)/,
    );
    assert.match(readOverview([1, 0, 0, 0]), /one attends most to itself \(1\)/);
  });

  it('have a verdict: of an article, a scene, the reader and a trained model', async () => {
    assert.match(overviewOf(computationOf({ source: 'article' })), /eat attends most to itself/);
    assert.match(
      overviewOf(computationOf({ source: 'coffee', query: 0 })),
      /a look around attends most to red cup/,
    );
    const ownNumbers = ownComputationOf({ q: [[1], [2]], k: [[3], [0]], v: [[1], [2]] });
    assert.match(overviewOf(ownNumbers), /attends most to/);
    const trained = await modelComputation('describer', {
      training: 1500,
      seed: 0,
      sentence: TIRED,
    });
    const shown = { ...trained, state: { ...trained.state, query: 11 } };
    assert.match(
      overviewOf(shown),
      /tired describes animal, says the model \(probability 0\.\d+\).*tired attends most to animal/,
    );
    // The text says so of every other row.
    assert.match(
      overviewOf(shown),
      /Words that are no adjective give every word about the same weight/,
    );
    const { data } = trained.computation.results.weights;
    for (const weight of data.subarray(0, 11 * 12))
      assert.equal(weight.toFixed(3), (1 / 12).toFixed(3));
    // Another layer than that of the answer may attend to another word.
    const mini = await modelComputation('mini', { training: -1 });
    const texts = saidOf(mini).join(' ');
    assert.match(texts, /In layer 1 of 2, the attends most to/);
    assert.match(texts, /In layer 2 of 2, the attends most to/);
    // The tables of a decoder's steps are not layers.
    const sentence = "il n'est pas grand";
    const translator = await modelComputation('translator', { training: 1, sentence });
    const decoderTexts = saidOf(translator).join(' ');
    assert.match(decoderTexts, /attends most to/);
    assert.doesNotMatch(decoderTexts, /In (layer|of)/);
    assert.match(texts, /This matrix was learned in training/);
  });
});

const TIRED = 'the animal did not cross the street because it was too tired';

it('a picture of arcs or lines is described only by its weights', () => {
  for (const text of [
    figures.arcs('the', ['the', 'man'], [0.217, 0.783]),
    translation.lines('the', ['the', 'man'], [0.217, 0.783]),
  ]) {
    assert.match(text, /from the, as strong as its attention weights: the 0\.22, man 0\.78$/);
  }
});
