import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { toJavascript } from '../../web/export/javascript.js';
import { writeJavascriptString, writePythonString } from '../../web/export/literals.js';
import { toNumpy, toPytorch } from '../../web/export/python.js';
import { computationOf, HOSTILE, ownComputationOf, STATES } from '../support/computations.js';
import { reduceCaseCount } from '../support/extent.js';
import { assertSameBits, assertWithin, shareOfLargest } from '../support/near.js';
import {
  assertBits,
  assertComputed,
  numberOf,
  runHere,
  tensorsIn,
  textOf,
} from '../support/programs.js';
import { runPrograms } from '../support/python.js';
import { createRandom } from '../support/random.js';
import { anyState } from '../support/states.js';

/** @import { Computation } from '../../web/sources/types.js' */
/** @import { Numbers } from '../support/near.js' */

fc.configureGlobal({ seed: 7 });

const root = fileURLToPath(new URL('../..', import.meta.url));
const random = createRandom(12);
const ownTensors = Object.fromEntries(
  Object.entries({ q: [2, 3, 4], k: [2, 5, 4], v: [2, 5, 3] }).map(([name, shape]) => [
    name,
    random.tensor(shape),
  ]),
);
const computations = [
  ...Object.entries(STATES).map(([name, requested]) => ({ name, ...computationOf(requested) })),
  { name: 'own queries, keys and values', ...ownComputationOf(ownTensors) },
  {
    name: 'own queries, masked, scaled and edited',
    ...ownComputationOf(
      { ...ownTensors, queryTokens: ['a', 'b', 'c'], keyTokens: [...'vwxyz'] },
      {
        ...{ mask: 'custom', masked: '0.1 2.4', fill: '0', scale: 0.7, temperature: 2 },
        ...{ dropout: 0.3, edits: 'weights.1.2.3:0.5;q.0.1.2:-1' },
      },
    ),
  },
];
const languages = { NumPy: toNumpy, PyTorch: toPytorch, JavaScript: toJavascript };

/**
 * Reads a constant from a program's text without running it.
 * @param {string} text
 * @param {string} name
 * @returns {Numbers | undefined}
 */
function constantIn(text, name) {
  const lines = text.split('\n');
  const first = lines.findIndex((line) =>
    new RegExp(`^(const )?${name} = (np\\.array\\(|torch\\.tensor\\()?\\[`).test(line),
  );
  if (first < 0) return undefined;
  const ends = lines.slice(first).findIndex((line) => /^\]|\](;|, dtype=[\w.]+\))$/.test(line));
  const source = lines
    .slice(first, first + ends + 1)
    .map((line, i) => line.replace(i === 0 ? /^[^[]*/ : /(#|\/\/) ".*$/, ''))
    .join('\n')
    .replace(/\](;|, dtype=[\w.]+\))$/, ']')
    .replace(/,(\s*\])/g, '$1');
  /** @type {number[]} */
  const shape = [];
  const nested = JSON.parse(source);
  for (let level = nested; Array.isArray(level); level = level[0]) shape.push(level.length);
  return { shape, data: nested.flat(shape.length).map(Math.fround) };
}

/** @param {Computation['results']} results @param {string} language */
const placesOf = (results, language) =>
  Object.fromEntries(
    ['wordEmbeddings', 'positionEmbeddings', 'queryWordEmbeddings', 'queryPositionEmbeddings'].map(
      (id) => [
        language === 'JavaScript'
          ? id
          : id.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
        results[id],
      ],
    ),
  );

/**
 * Returns every constant that a program should contain, by its name there.
 * @param {ReturnType<typeof computationOf>} made
 * @param {string} language
 * @returns {Record<string, Numbers | undefined>}
 */
function constantsOf({ state, computation }, language) {
  const { results } = computation;
  const { source, mechanism } = state;
  if (source === 'coffee') return { query: results.query, key: results.key };
  if (source === 'article') return { query: results.query, key: results.key, heads: results.heads };
  if (source === 'own') return { Q: results.q, K: results.k, V: results.v };
  const embeddings = results.wordEmbeddings
    ? placesOf(results, language)
    : { X: results.embeddings, Z: results.queryEmbeddings };
  if (mechanism === 'additive') {
    return { ...embeddings, W_q: results.wq, W_k: results.wk, w: results.wv };
  }
  const { wq: W_Q, wk, wv: W_V, wo: W_O } = results;
  return { ...embeddings, W_Q, W_K: state.keys === 'own' ? wk : undefined, W_V, W_O };
}

/** @param {string} text @param {string} language @param {ReturnType<typeof computationOf>} source */
function assertConstants(text, language, source) {
  for (const [name, expected] of Object.entries(constantsOf(source, language))) {
    const found = constantIn(text, name);
    if (expected === undefined) assert.equal(found, undefined, `${language} needs no ${name}`);
    else assertSameBits(found ?? { shape: [], data: [] }, expected, `${language}: ${name}`);
  }
}

/** Computations whose program runs in its own process. Each costs a start of Node. */
const SAVED = ['the first picture', 'dropout', 'hostile words', 'additive', 'the article'];

describe('the computation as code', () => {
  for (const { name, state, computation } of computations) {
    it(`${name}: begins with the inputs and weights of the computation in each language`, () => {
      for (const [language, write] of Object.entries(languages)) {
        assertConstants(textOf(write(state, computation)), language, { state, computation });
      }
    });

    it(`${name}: the JavaScript prints the bits on screen`, async () => {
      const { printed } = await runHere(textOf(toJavascript(state, computation)));
      assertBits(printed, computation);
    });
  }

  for (const { name, state, computation } of computations.filter((candidate) =>
    SAVED.includes(candidate.name),
  )) {
    it(`${name}: the JavaScript, saved and run unchanged, prints the bits on screen`, () => {
      const input = textOf(toJavascript(state, computation));
      const options = { input, cwd: root, encoding: /** @type {const} */ ('utf8') };
      const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module'], options);
      assert.equal(stderr, '');
      assertBits(stdout, computation);
    });
  }

  it('the NumPy programs print the numbers on screen, without a warning', () => {
    const programs = computations.map(({ state, computation }) =>
      textOf(toNumpy(state, computation)),
    );
    const outcomes = runPrograms('run', programs);
    assertPrinted(outcomes);
    outcomes.forEach(({ printed, tensors }, i) => {
      for (const [tensor, { shape, data }] of Object.entries(
        tensorsIn(printed, computations[i].computation),
      )) {
        const all = { shape, data: tensors[tensor] };
        assertSameBits({ shape, data }, all, `${tensor} is printed in full`);
      }
    });
  });

  it('the PyTorch programs print the numbers on screen, with PyTorch or its stand-in', () => {
    const programs = computations.map(({ state, computation }) =>
      textOf(toPytorch(state, computation)),
    );
    const outcomes = runPrograms('run', programs);
    assertPrinted(outcomes);
    const differences = outcomes.flatMap(({ printed }) =>
      [...printed.matchAll(/^Largest difference from one call: (.*) $/gm)].map(([, text]) => text),
    );
    assert.ok(differences.length >= 8);
    for (const text of differences) assert.ok(numberOf(text) < 1e-5, text);
  });

  it('the Python programs compute with numbers that are set within the softmax of an empty row', () => {
    const edits = ['exponentials.0.1.0:3', 'rowSum.0.1:4', 'rowMax.1.1:2;exponentials.1.1.3:0.5'];
    for (const edit of edits) {
      const { state, computation } = computationOf({
        ...{ mask: 'custom', masked: '1.0 1.1 1.2 1.3', edits: edit },
      });
      const programs = [toNumpy, toPytorch].map((write) => textOf(write(state, computation)));
      for (const outcome of runPrograms('compute', programs)) {
        assertComputed(outcome, computation, 1e-5, edit);
      }
    }
  });

  it('the Python programs are valid, and begin with the words of the computation', () => {
    for (const write of [toNumpy, toPytorch]) {
      const programs = computations.map(({ state, computation }) =>
        textOf(write(state, computation)),
      );
      runPrograms('parse', programs).forEach(({ words, error }, i) => {
        const { queryWords, keyWords } = computations[i].computation;
        assert.equal(error, '', computations[i].name);
        assert.deepEqual(words, [queryWords, keyWords]);
      });
    }
  });

  /** @param {ReturnType<typeof runPrograms>} outcomes */
  function assertPrinted(outcomes) {
    assert.equal(outcomes.length, computations.length);
    outcomes.forEach(({ printed, error }, i) => {
      const { name, computation } = computations[i];
      assert.equal(error, '', name);
      for (const [tensor, numbers] of Object.entries(tensorsIn(printed, computation))) {
        const expected = computation.results[tensor];
        // The program sums in another order and uses another exponential.
        assertWithin(numbers, expected, shareOfLargest(expected), `${name}: ${tensor}`);
      }
    });
  }

  it('the Python programs write a set −0 as −0.0, which keeps its sign', () => {
    const { state, computation } = computationOf({ heads: 1, edits: 'k.3.2:-0;k.3.1:2' });
    for (const write of [toNumpy, toPytorch])
      assert.match(textOf(write(state, computation)), / 2\.0, {1,2}-0\.0, /);
  });

  it('the PyTorch program calls PyTorch’s attention only if that computes the same', () => {
    const calls = Object.fromEntries(
      computations.map(({ name, state, computation }) => [
        name,
        /scaled_dot_product_attention\((.*)\)/.exec(textOf(toPytorch(state, computation)))?.[1],
      ]),
    );
    assert.equal(calls['the first picture'], 'Q, K, V');
    assert.equal(calls['one head that looks back'], 'Q, K, V, attn_mask=allowed');
    assert.equal(calls['four heads, unscaled, at a temperature'], 'Q, K, V, scale=scale');
    assert.equal(calls['two sentences'], 'Q, K, V, attn_mask=allowed');
    for (const name of [
      ...['padding filled with 0', 'an empty row of zeros', 'an empty row of NaN', 'dropout'],
      ...['scores of the reader', 'additive', 'the article', 'the coffee cup'],
    ]) {
      assert.equal(calls[name], undefined, name);
    }
  });

  it('programs of random states are ASCII, run, and have the words and numbers of the computation', async () => {
    /** @type {{ text: string, computation: Computation }[]} */
    const programs = [];
    // Wide computations are slow and are refused. Another test covers that.
    const narrow = anyState.filter(({ dModel }) => dModel <= 16);
    await fc.assert(
      fc.asyncProperty(narrow, async (state) => {
        const { computation } = computationOf(state);
        for (const [language, write] of Object.entries(languages)) {
          const file = write(state, computation);
          if ('refused' in file) {
            assert.equal(computation.queryWords.length, 0);
            continue;
          }
          assert.match(file.text, /^[\n -~]*$/);
          assertConstants(file.text, language, { state, computation });
          if (language !== 'JavaScript') programs.push({ text: file.text, computation });
          else {
            const { queryWords, keyWords, printed } = await runHere(file.text);
            assert.deepEqual(
              [queryWords, keyWords],
              [computation.queryWords, computation.keyWords],
            );
            assertBits(printed, computation);
          }
        }
      }),
      { numRuns: reduceCaseCount(100) },
    );
    assert.ok(programs.length > reduceCaseCount(100));
    const texts = programs.map(({ text }) => text);
    const outcomes = runPrograms('run', texts);
    outcomes.forEach(({ words, printed, error }, i) => {
      const { text, computation } = programs[i];
      assert.equal(error, '', text);
      assert.deepEqual(words, [computation.queryWords, computation.keyWords]);
      for (const [tensor, { shape }] of Object.entries(tensorsIn(printed, computation))) {
        assert.deepEqual(shape, [...computation.results[tensor].shape], tensor);
      }
    });
  });

  it('any word is written as one string literal', () => {
    const words = [
      ...HOSTILE.split(' '),
      '\n',
      '\r\n',
      '\u2028\u2029',
      '\uDC00\uD800',
      '\u007f',
      "\\'",
    ];
    for (const word of words) {
      const literal = writeJavascriptString(word);
      assert.match(literal, /^"[ -~]*"$/);
      assert.doesNotMatch(literal, /</);
      assert.equal(new Function(`return ${literal}`)(), word);
      assert.match(writePythonString(word), /^"[ -~]*"$/);
    }
    const [read] = runPrograms('parse', [
      `query_words = [${words.map(writePythonString).join(', ')}]`,
    ]);
    assert.deepEqual(read.words[0], words);
  });

  it('has at most 60 lines besides the constants', () => {
    for (const { name, state, computation } of computations) {
      for (const [language, write] of Object.entries(languages)) {
        const [, steps] = textOf(write(state, computation)).split(/^\S+ ---- What is computed.*$/m);
        const [computing] = steps.split(/^\S+ ---- What comes out/m);
        const lines = computing.split('\n').filter((line) => line.trim());
        assert.ok(
          lines.length > 4 && lines.length <= 60,
          `${name} in ${language}: ${lines.length} lines`,
        );
        const longest = Math.max(...lines.map((line) => line.length));
        assert.ok(longest <= 125, `${name} in ${language}: a line of ${longest}`);
      }
    }
  });

  it('is refused with a suggestion if there are too many numbers', () => {
    for (const requested of [
      { dModel: 768, heads: 12 },
      { dModel: 512, heads: 8 },
    ]) {
      const { state, computation } = computationOf(requested);
      for (const write of Object.values(languages)) {
        const file = write(state, computation);
        assert.ok('refused' in file);
        assert.match(file.refused, /[\d,]{9} numbers; at most 20,000 .* Choose a smaller width/);
      }
    }
    const { state, computation } = computationOf({ dModel: 70, heads: 1, sentence: 'one two' });
    assert.ok(4 * 70 ** 2 + 2 * 70 < 20_000);
    for (const write of Object.values(languages)) textOf(write(state, computation));
  });

  it('is refused without words', () => {
    const { state, computation } = computationOf({ sentence: ' ' });
    for (const write of Object.values(languages)) {
      assert.deepEqual(write(state, computation), {
        refused: 'There are no words yet. Write a sentence first.',
      });
    }
  });

  it('computes a tensor that is too long, but does not print it', async () => {
    const { state, computation } = computationOf({ heads: 1, sentence: 'many words '.repeat(80) });
    const { printed } = await runHere(textOf(toJavascript(state, computation)));
    assert.match(printed, /^scores \(1, 160, 160\)\nscaledScores/m);
    assert.match(printed, /^output \(160, 4\)\n-?\d/m);
  });
});
