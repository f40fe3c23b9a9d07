import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { createTranslator } from '../../src/js/learning/index.js';
import { toNumpy } from '../../web/export/python.js';
import { END } from '../../web/features/models/text/en/translator.js';
import { makeGraph } from '../../web/graph/graph.js';
import {
  findComputedCell,
  findConsumers,
  findOperands,
  findShownCell,
  readNumber,
} from '../../web/graph/trace.js';
import { findStep, listLessonSteps } from '../../web/lessons/steps.js';
import { editName } from '../../web/state/edit-cells.js';
import { normaliseState } from '../../web/state/normalise.js';
import { arithmeticView } from '../../web/views/arithmetic.js';
import { markup, plain } from '../support/markup.js';
import { computationAt } from '../support/models.js';
import { trainTo } from '../support/trained.js';
import '../support/features.js';
import { viewContext } from '../support/computations.js';

/** @import { Tensor } from '../../src/js/index.js' */
/** @import { State } from '../../web/state/types.js' */

const FATHER = "il n'est pas aussi grand que son père";
const SENTENCES = [FATHER, "Jane visite l'Afrique en septembre", 'elles ne sont plus petites'];
/**
 * A share of the largest number of a tensor. Sums run in another order; the largest measured
 * difference is 1.7e-6.
 */
const BOUND = 1e-5;

/** @param {'additive' | 'dot'} mechanism @param {number} steps */
async function trainTranslator(mechanism, steps) {
  const model = /** @type {any} */ (await createTranslator({ seed: 0, scoring: mechanism }));
  if (steps > 0) await trainTo(model, `translator-${mechanism}-0`, steps);
  /**
   * Cached, because several tests use the same computation.
   * @type {Map<string, ReturnType<typeof computationAt>>}
   */
  const cache = new Map();
  /** @param {Partial<State>} [more] */
  const open = (more) => {
    const state = normaliseState({
      ...{ source: 'translator', mechanism, training: steps, seed: 0, sentence: FATHER, ...more },
    });
    const name = JSON.stringify(state);
    const known = cache.get(name) ?? computationAt(model, state);
    cache.set(name, known);
    return known;
  };
  return { model, open };
}

/** The library's names of the page's tensors. @type {Record<string, string>} */
const NAMES = {
  embeddings: 'encoder/embeddings',
  annotations: 'encoder/annotations',
  keys: 'encoder/keys',
  lastWords: 'decoder/embeddings',
  queries: 'decoder/queries',
  features: 'decoder/features',
  scores: 'decoder/scores',
  scaledScores: 'decoder/scaledScores',
  weights: 'decoder/weights',
  contexts: 'decoder/contexts',
  states: 'decoder/states',
  logits: 'decoder/logits',
  probabilities: 'decoder/probabilities',
};

/**
 * @param {Float32Array} is
 * @param {Float32Array} expected has more rows if the page has stopped earlier
 * @param {string} name
 */
function assertNear(is, expected, name) {
  assert.ok(is.length <= expected.length, name);
  const largest = expected.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  is.forEach((value, i) => {
    const distance = Math.abs(value - expected[i]);
    assert.ok(distance <= BOUND * largest, `${name} ${i}: ${value}, not ${expected[i]}`);
  });
}

/** Returns one of four parts of each row. @param {Tensor} gates @param {number} part */
function partOf({ shape: [rows, width], data }, part) {
  const size = width / 4;
  return Float32Array.from({ length: rows * size }, (_, i) => {
    const [row, column] = [Math.floor(i / size), i % size];
    return data[row * width + part * size + column];
  });
}

for (const mechanism of /** @type {const} */ (['additive', 'dot'])) {
  for (const steps of [0, 1500]) {
    describe(`the translator, ${mechanism}, after ${steps} steps`, async () => {
      const { model, open } = await trainTranslator(mechanism, steps);
      after(() => model.dispose());

      for (const sentence of SENTENCES) {
        it(`translates as the library does: ${sentence}`, () => {
          const { reading, computation } = open({ sentence });
          const { target } = model.translate(reading.words.join(' '));
          const expected = [...target, END].slice(0, 16);
          assert.deepEqual(computation.queryWords, expected);
          assert.equal(computation.keyWords[0], END);
          assert.equal(computation.keyWords.length, reading.words.length + 2);
        });

        it(`computes the same tensors: ${sentence}`, () => {
          const { reading, computation } = open({ sentence });
          const run = model.run(reading.words.join(' '));
          const absent = mechanism === 'additive' ? 'scaledScores' : 'features';
          for (const [name, runName] of Object.entries(NAMES)) {
            if (name === absent) assert.equal(run[runName], undefined, runName);
            else assertNear(computation.results[name].data, run[runName].data, name);
          }
          const gates = /** @type {const} */ (['Resets', 'Updates', 'Candidates']);
          gates.forEach((gate, i) => {
            for (const direction of ['forward', 'backward']) {
              const expected = partOf(run[`encoder/${direction}/gates`], i);
              assertNear(computation.results[direction + gate].data, expected, gate);
            }
            const expected = partOf(run['decoder/gates'], i);
            assertNear(computation.results[gate.toLowerCase()].data, expected, gate);
          });
        });
      }

      it('is a graph in which every node comes after its inputs', () => {
        const { graph } = open().computation.run;
        assert.equal(makeGraph([...graph.values()]).size, graph.size);
      });

      it('blocks a pair: its weight is 0, and nothing before it changes', () => {
        const plain = open().computation;
        const { computation } = open({ masked: '1.2 1.4' });
        const S = computation.keyWords.length;
        const { data } = computation.results.weights;
        assert.equal(data[S + 2], 0);
        assert.equal(data[S + 4], 0);
        assert.equal(computation.results.maskedScores.data[S + 2], -Infinity);
        assert.deepEqual(data.slice(0, S), plain.results.weights.data.slice(0, S));
        assert.notDeepEqual(
          data.slice(2 * S, 3 * S),
          plain.results.weights.data.slice(2 * S, 3 * S),
        );
        const sum = data.slice(S, 2 * S).reduce((value, other) => value + other, 0);
        assert.ok(Math.abs(sum - 1) < 1e-6);
      });

      it('gives a row that is blocked as a whole weights and a context of 0', () => {
        const keys = open().computation.keyWords.map((_, key) => `0.${key}`);
        const { results } = open({ masked: keys.join(' ') }).computation;
        assert.ok(results.weights.data.subarray(0, keys.length).every((value) => value === 0));
        assert.ok(results.contexts.data.subarray(0, 48).every((value) => value === 0));
        assert.ok(results.probabilities.data.every(Number.isFinite));
      });

      it('has a step with each tensor, and steps for all words', () => {
        const { state, computation } = open();
        const pages = new Map(listLessonSteps(state).map((step) => [step.id, step]));
        const { run, nodes } = computation;
        for (const [node, { axes }] of Object.entries(nodes)) {
          const { id } = findShownCell(run, { id: node, index: [...axes].map(() => 0) });
          const page = findStep(state, id);
          assert.equal(page === 'embeddings', id === 'embeddings', id);
          assert.ok(pages.has(page), id);
        }
        for (const step of pages.values()) {
          assert.ok(step.title && step.name, step.id);
          assert.ok(step.figure({ state, computation }).length > 0);
        }
      });

      it('has operands and consumers for every shown tensor', () => {
        const { run, nodes } = open().computation;
        const shown = Object.keys(nodes).filter((id) => !id.includes('/'));
        assert.ok(shown.length > 25);
        for (const id of shown) {
          const { shape } = run.tensor(id);
          const cell = { id, index: shape.map((length) => Math.floor(length / 2)) };
          assert.ok(
            Object.is(readNumber(run, findComputedCell(run, cell)), readNumber(run, cell)),
            id,
          );
          for (const operand of findOperands(run, cell).flat()) {
            const consumers = findConsumers(run, operand).flatMap(({ cells }) => cells);
            const isThere = consumers.some(
              (consumer) => consumer.id === id && `${consumer.index}` === `${cell.index}`,
            );
            assert.ok(isThere, `${operand.id} ${operand.index} to ${id} ${cell.index}`);
          }
          for (const consumer of findConsumers(run, cell).flatMap(({ cells }) =>
            cells.slice(0, 3),
          )) {
            const operands = findOperands(run, consumer).flat();
            const itself = findShownCell(run, cell);
            const isThere = operands.some(
              (operand) => operand.id === itself.id && `${operand.index}` === `${itself.index}`,
            );
            assert.ok(isThere, `${id} ${cell.index} into ${consumer.id} ${consumer.index}`);
          }
        }
      });

      it('writes out the arithmetic of what it computes', () => {
        const { run, nodes } = open().computation;
        /** @param {(string | number)[][]} terms */
        const value = (terms) => {
          const text = terms.map((term) =>
            term.map((token) => (typeof token === 'number' ? `(${token})` : token)).join(''),
          );
          const code = text
            .join(' + ')
            .replaceAll('×', '*')
            .replaceAll('÷', '/')
            .replaceAll('−', '-');
          const readable = code.replace(/√(\d+)/g, 'Math.sqrt($1)');
          const sigma = (/** @type {number} */ x) => 1 / (1 + Math.exp(-x));
          return new Function('σ', 'tanh', 'exp', 'max', `return ${readable}`)(
            ...[sigma, Math.tanh, Math.exp, Math.max],
          );
        };
        for (const id of Object.keys(nodes).filter((name) => /^decoder\/2\//.test(name))) {
          const { op, options, axes } = nodes[id];
          if (!op.terms || op.name === 'constant') continue;
          const cell = { id, index: [...axes].map(() => 1) };
          const lists = findOperands(run, cell).map((cells) =>
            cells.map((operand) => readNumber(run, operand)),
          );
          const [is, expected] = [value(op.terms(lists, options)), readNumber(run, cell)];
          assert.ok(
            Math.abs(is - expected) <= 1e-4 * Math.max(1, Math.abs(expected)),
            `${id}: ${is}, not ${expected}`,
          );
        }
      });

      it('writes out a weight with its exponential, though the table is a stack', () => {
        const text = plain(
          markup(arithmeticView(viewContext(open()), { id: 'weights', index: [2, 1] })),
        );
        assert.match(text, /^\S+ ÷ \S+ = \S+, where \S+ = exp\(\S+ − \S+\)$/);
      });

      it('continues from set numbers with another word', () => {
        const plain = open();
        const { queryWords, names } = plain.computation;
        const other = Number(names?.n.indexOf('cat'));
        assert.ok(other > 0 && queryWords[1] !== 'cat');
        const cell = { id: 'logits', index: [1, other] };
        const edit = editName(plain.state, plain.computation, cell);
        assert.equal(edit, `decoder/1/logits.${other}`);
        const { computation } = open({ edits: `${edit}:100` });
        assert.equal(computation.queryWords[1], 'cat');
        assert.equal(
          computation.results.logits.data[computation.results.logits.shape[1] + other],
          100,
        );
        assert.ok(Number.isFinite(computation.originals.get(edit)));
      });

      it('is too large for a program, whose refusal says so', () => {
        const { state, computation } = open();
        const shown = toNumpy(state, computation);
        assert.ok('refused' in shown);
        // Neither the width of this model nor fewer words would help.
        assert.match(
          shown.refused,
          /20,000 can be exported\. Export all tensors as JSON instead\.$/,
        );
      });
    });
  }
}

describe('a translation', () => {
  it('is between the marks of its ends, and is stated in one sentence', async () => {
    const { model, open } = await trainTranslator('additive', 1);
    after(() => model.dispose());
    const { reading, computation } = open({ sentence: "il n'est pas" });
    assert.equal(reading.most, 14);
    assert.deepEqual(computation.keyWords, [END, 'il', "n'", 'est', 'pas', END]);
    assert.ok(computation.words?.answer);
  });

  it('uses the first 14 words of a longer sentence, and may have none', async () => {
    const { model, open } = await trainTranslator('dot', 0);
    after(() => model.dispose());
    const long = open({ sentence: new Array(20).fill('il est').join(' ') });
    assert.equal(long.computation.keyWords.length, 16);
    assert.ok(long.reading.words.length > long.reading.most);
    assert.deepEqual(open({ sentence: '' }).computation.keyWords, [END, END]);
  });
});
