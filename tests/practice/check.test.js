// Answers are read as people write them, right answers are always accepted, and known mistakes are
// named.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { tensor } from '../../src/js/index.js';
import { bugs } from '../../web/features/practice/bugs/bugs.js';
import { checkAnswer } from '../../web/features/practice/check/check.js';
import { checker } from '../../web/features/practice/check/page.js';
import { AnswerError, readAnswer } from '../../web/features/practice/check/read-answer.js';
import { practice } from '../../web/features/practice/index.js';
import * as text from '../../web/features/practice/text/en/check.js';
import { makeComputation } from '../../web/session/computation.js';
import { makeEditedRun } from '../../web/state/edit-cells.js';
import { getSettings } from '../../web/state/fields.js';
import { normaliseState } from '../../web/state/normalise.js';
import { contextOf as contextOfPage } from '../course/pages.js';
import { attention } from '../support/computations.js';
import { reduceCaseCount } from '../support/extent.js';
import { markup, plain } from '../support/markup.js';

/** @import { RunContext } from '../../web/features/practice/types.js' */

/** @param {string} text */
const valuesOf = (text) => readAnswer(text).numbers.map(({ value }) => value);

/** Writes a number as a learner copies it: with three significant digits. @param {number} value */
const formatNumber = (value) =>
  Number.isFinite(value) ? String(Number(value.toPrecision(3))) : String(value);

/**
 * @param {Float32Array} data
 * @param {readonly number[]} shape
 * @returns {string} nested like NumPy's output
 */
function formatNested(data, shape) {
  if (shape.length === 0) return formatNumber(data[0]);
  const size = data.length / shape[0];
  const parts = Array.from({ length: shape[0] }, (_, i) =>
    formatNested(data.subarray(i * size, (i + 1) * size), shape.slice(1)),
  );
  return `[${parts.join(', ')}]`;
}

/** @type {Map<string, RunContext>} */
const contexts = new Map();

/** @param {object} requested */
function contextOf(requested) {
  const state = normaliseState(requested);
  const name = JSON.stringify(state);
  // Cache contexts, because many mistakes are checked with the same numbers.
  const known = contexts.get(name);
  if (known) return known;
  const context = { attention, state, computation: makeComputation(attention, getSettings(state)) };
  contexts.set(name, context);
  return context;
}

describe('an answer', () => {
  it('is a number, a row or a table, as Python, JSON, CSV or a person writes it', () => {
    for (const [text, values, shape] of /** @type {[string, number[], number[]][]} */ ([
      ['0.5', [0.5], []],
      ['−0,25', [-0.25], []],
      ['√16', [4], []],
      ['1/sqrt(4), √4', [0.5, 2], [2]],
      ['1/4', [0.25], []],
      ['62.5%', [0.625], []],
      ['.5 1e-3 2E2', [0.5, 0.001, 200], [3]],
      ['[[0.1 0.2]\n [0.3 0.4]]', [0.1, 0.2, 0.3, 0.4], [2, 2]],
      ['tensor([[1., 2.],\n        [3., nan]], device="cpu")', [1, 2, 3, Number.NaN], [2, 2]],
      ['[0.1 0.2; 0.3 0.4]', [0.1, 0.2, 0.3, 0.4], [2, 2]],
      ['A = [0.1, 0.2;\n 0.3, 0.4;]', [0.1, 0.2, 0.3, 0.4], [2, 2]],
      ['[1; 2; 3]', [1, 2, 3], [3]],
      ['0.1,0.2\n0.3,0.4\n,;', [0.1, 0.2, 0.3, 0.4], [2, 2]],
      ['array([[-inf, 0.5]], dtype=float32)', [-Infinity, 0.5], [1, 2]],
      ['0,1;0,2;0,7', [0.1, 0.2, 0.7], [3]],
      ['1/4\t3/4\n1/2\t1/2', [0.25, 0.75, 0.5, 0.5], [2, 2]],
      ['+0,5;1,5e-1', [0.5, 0.15], [2]],
      ['0,5 0,3 -0,2', [0.5, 0.3, -0.2], [3]],
      ['0,5 1\n0,25 nan', [0.5, 1, 0.25, Number.NaN], [2, 2]],
      ['1,2,3', [1, 2, 3], [3]],
      ['1/3,2/3', [1 / 3, 2 / 3], [2]],
      ['0.1,0.2,\n0.3,0.4,\n', [0.1, 0.2, 0.3, 0.4], [2, 2]],
      ['0,1;0,2;', [0.1, 0.2], [2]],
      ['| 0.5 | 0.3 |', [0.5, 0.3], [2]],
      ['| | a | b |\n|:---|---:|---|\n| x | 0.5 | 0,3 |', [0.5, 0.3], [2]],
      ['1;2\n3;4', [1, 2, 3, 4], [2, 2]],
      ['word,they,eat\nthey,0.1,0.9\neat,0.2,0.8', [0.1, 0.9, 0.2, 0.8], [2, 2]],
      ['"a"\t1\t2\n"b"\t3\t4', [1, 2, 3, 4], [2, 2]],
    ])) {
      const answer = readAnswer(text);
      assert.deepEqual(
        answer.numbers.map(({ value }) => value),
        values,
        text,
      );
      assert.deepEqual(answer.shape, shape, text);
    }
  });

  it('has decimal commas in brackets where blanks separate its numbers', () => {
    for (const [text, values, shape] of /** @type {[string, number[], number[]][]} */ ([
      ['[1,0;0,1]', [1, 0, 0, 1], [2, 2]],
      ['[1,2; 3,4]', [1, 2, 3, 4], [2, 2]],
      ['[0,5; 0,25]', [0, 5, 0, 25], [2, 2]],
      ['[0,5 0,25]', [0.5, 0.25], [2]],
      ['[0,5 1; 0,25 62,5%]', [0.5, 1, 0.25, 0.625], [2, 2]],
      ['[[0,5 1]\n [0,25 2]]', [0.5, 1, 0.25, 2], [2, 2]],
      ['[[0,5; 0,25], [0,1; 0,2]]', [0.5, 0.25, 0.1, 0.2], [2, 2]],
      ['[0,5]', [0, 5], [2]],
      ['[[0,5], [1,2]]', [0, 5, 1, 2], [2, 2]],
      ['[0, 5; 1, 2]', [0, 5, 1, 2], [2, 2]],
      ['[1,2,3; 4,5,6]', [1, 2, 3, 4, 5, 6], [2, 3]],
    ])) {
      const answer = readAnswer(text);
      assert.deepEqual([valuesOf(text), answer.shape], [values, shape], text);
    }
    assert.throws(() => readAnswer('[1,000 0,5]'), /may be 1000 or 1\.000/);
  });

  it('is not read as a thousand or as 1 if its comma may mean both', () => {
    for (const text of ['1,000', '1,000 2,000', '0,5;-1,250'])
      assert.throws(() => readAnswer(text), /may be .*\. Write it without the comma/, text);
    const [{ value, tolerance }] = readAnswer('1,000.5;0.5').numbers;
    assert.deepEqual([value, tolerance], [1000.5, 0.05]);
  });

  it('may have blanks after its signs, around / and before %', () => {
    for (const [spaced, plain] of [
      ['- 0.5', '-0.5'],
      ['− 0.5', '-0.5'],
      ['–\u00a00,5', '-0.5'],
      ['- 0.5; - 0.3', '-0.5; -0.3'],
      ['- 0.5, + 0.3', '-0.5, 0.3'],
      ['- 0.5\n  - 0.3', '-0.5\n-0.3'],
      ['they  - 0.5 0.3', '-0.5 0.3'],
      ['| they | - 0.5 |', '-0.5'],
      ['[- 0.5, 1 / 3]', '[-0.5, 1/3]'],
      ['- ∞ 1', '-inf 1'],
      ['62.5 %', '62.5%'],
      ['62,5\u202f%', '62.5%'],
      ['62,5%', '62.5%'],
      ['- 62,5 %', '-62.5%'],
      ['62.5 % 37.5 %', '62.5% 37.5%'],
      ['1 / 3', '1/3'],
      ['- 1 / 3 2 /3', '-1/3 2/3'],
    ])
      assert.deepEqual(readAnswer(spaced), readAnswer(plain), spaced);
  });

  it('may have labels of any words', () => {
    for (const text of [
      '🙂 0.5 0.25\n! 0.125 1',
      'x1 0.5 0.25\n2nd 0.125 1',
      'e 0.5 0.25\n-\t0.125\t1',
      'well,-\n0.5,0.25\n0.125,1',
      ',well,-\nwell,0.5,0.25\n-,0.125,1',
    ])
      assert.deepEqual(readAnswer(text), readAnswer('0.5 0.25\n0.125 1'), text);
  });

  it('never loses a sign or a misspelt number as if it were a label', () => {
    for (const [text, cell] of [
      // A list of 1 and −2, or a difference.
      ['1 - 2', '-'],
      ['- 0.5 - 0.3', '-'],
      ['[0.5 - 0.3]', '-'],
      ['1- 2', '1-'],
      ['-\t0.5', '-'],
      ['0..5 0.3', '0..5'],
      ['0..5\n0.3', '0..5'],
      ['1e -5', '1e'],
      ['(0.5) 0.3', '(0.5)'],
      ['1 / 2 / 3', '1/2/3'],
      ['% 5', '%'],
    ])
      assert.throws(() => readAnswer(text), { message: `“${cell}” is not a number.` }, text);
  });

  it('with a decimal comma is as precise as one with a point', () => {
    for (const text of ['0.125', '+0.125', '1.25e-1;2', '0.5\t0.25'])
      assert.deepEqual(readAnswer(text.replaceAll('.', ',')), readAnswer(text), text);
  });

  it('in percent is as precise as the same share', () => {
    assert.deepEqual(readAnswer('62.5%'), readAnswer('0.625'));
  });

  it('that cannot be read is refused with a sentence that names it', () => {
    for (const [text, sentence] of /** @type {[string, RegExp][]} */ ([
      ['', /no number/],
      ['[]', /no number/],
      ['|---|', /no number/],
      ['noodles', /“noodles” is not a number/],
      ['[[1, 2], [3]]', /One row has 2 numbers, another has 1/],
      ['1 2\n3', /One row has 2 numbers, another has 1/],
      ['[1, [2]]', /Some brackets hold numbers/],
      ['[[1, 2], 3]', /One row has|Some brackets/],
      ['[[1, 2]', /bracket is missing/],
      ['[1]]', /bracket is missing/],
      ['[[0.1 ... 0.4]]', /left out/],
      ['[[[[[1]]]]]', /nested more deeply/],
      ['1 '.repeat(2 ** 21), /too much to compare/],
    ])) {
      assert.throws(
        () => readAnswer(text),
        (error) => error instanceof AnswerError && sentence.test(error.message),
        text.slice(0, 20),
      );
    }
  });

  it('of any text is read or refused, nothing else', () => {
    const piece = fc.constantFrom(
      '[',
      ']',
      ',',
      ' ',
      '1',
      '-2.5',
      'e',
      'nan',
      '\n',
      ';',
      '∞',
      '(',
      'x',
      '.',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(piece).map((all) => all.join('')),
        ),
        (text) => {
          try {
            const { numbers, shape } = readAnswer(text);
            assert.equal(
              numbers.length,
              shape.reduce((size, length) => size * length, 1),
            );
          } catch (error) {
            assert.ok(error instanceof AnswerError, String(error));
          }
        },
      ),
      { seed: 15, numRuns: reduceCaseCount(2000) },
    );
  });

  it('keeps nan and infinities apart from numbers', () => {
    assert.deepEqual(valuesOf('nan inf -inf ∞'), [Number.NaN, Infinity, -Infinity, Infinity]);
    const context = contextOf({ mask: 'causal', step: 'maskedScores' });
    const { shape } = context.computation.results.maskedScores;
    const zeros = formatNested(
      context.computation.results.maskedScores.data.map((x) => (x === -Infinity ? 0 : x)),
      shape,
    );
    // 0 instead of −∞ is a difference, although the tolerance of −∞ would be infinite.
    const result = checkAnswer(context, { id: 'maskedScores', leading: [] }, readAnswer(zeros));
    assert.deepEqual([result.isRight, result.mistakes], [false, ['mask-zero']]);
  });
});

describe('an answer to a task', () => {
  const edits = 's.0.1.0:0;s.0.1.1:0;s.0.1.2:2';
  const settings = { sentence: 'I drink tea', heads: 1, dModel: 2, scale: 'none' };
  const context = contextOf({ ...settings, edits });
  const check = (/** @type {string} */ typed) => {
    const part = { id: 'weights', leading: [0, 1], isTask: true };
    const { isRight, digits, decimals } = checkAnswer(context, part, readAnswer(typed));
    return { isRight, ...(digits && { digits }), ...(decimals && { decimals }) };
  };

  it('is judged like single numbers, however many digits it has', () => {
    for (const typed of ['0.107 0.107 0.787', '0.11 0.11 0.79', '0.112 0.102 0.79'])
      assert.deepEqual(check(typed), { isRight: true }, typed);
    assert.deepEqual(check('0.107 0.107 0.7'), { isRight: false });
  });

  it('is told how many decimals it needs if it is only rounded too much', () => {
    assert.deepEqual(check('0.1 0.1 0.8'), { isRight: false, decimals: 2 });
    assert.deepEqual(check('0.1 0.107 0.787'), { isRight: false, decimals: 2 });
  });

  it('keeps infinities apart from numbers', () => {
    const masked = contextOf({ ...settings, mask: 'causal', step: 'maskedScores' });
    const part = { id: 'maskedScores', leading: [0, 0], isTask: true };
    const [first] = masked.computation.results.maskedScores.data;
    assert.equal(checkAnswer(masked, part, readAnswer(`${first} -inf -inf`)).isRight, true);
    assert.equal(checkAnswer(masked, part, readAnswer(`${first} 0 -9`)).isRight, false);
  });
});

describe('the checker', () => {
  it('keeps the whole table blank but for a checked part, which may not be in a shorter sentence', () => {
    const [page] = checker.pages;
    const countBlanks = (/** @type {string} */ part) => {
      const answers = `practice-check_${part}`;
      return (
        markup(page.figure(contextOfPage(page, { answers }))).split('class="covered').length - 1
      );
    };
    const parts = ['weights', 'weights.3', 'weights.3.3'];
    assert.deepEqual(parts.map(countBlanks), [16, 16, 16]);
    assert.deepEqual(
      parts.map((part) => countBlanks(`${part}_done`)),
      [0, 12, 15],
    );
    const missing = ['weights.4_done', 'weights.3.4_done', 'weights.3.3.0_done'];
    assert.deepEqual(missing.map(countBlanks), [16, 16, 16]);
  });

  it('understands rounding, and tells a wrong digit', () => {
    const context = contextOf({ step: 'weights' });
    const exact = context.computation.results.weights.data[1];
    const part = { id: 'weights', leading: [0, 0, 1] };
    for (let digits = 1; digits <= 8; digits++) {
      assert.ok(
        checkAnswer(context, part, readAnswer(exact.toFixed(digits))).isRight,
        String(digits),
      );
      const off = (exact + 1.2 * 10 ** -digits).toFixed(digits);
      assert.equal(checkAnswer(context, part, readAnswer(off)).isRight, digits > 6, off);
    }
  });

  it('takes a number, a row, a head or all heads, and tells the first that differs', () => {
    const context = contextOf({ step: 'weights' });
    const { data, shape } = context.computation.results.weights;
    for (const leading of [[], [0], [1], [0, 2], [1, 3, 0]]) {
      const rest = shape.slice(leading.length);
      const size = rest.reduce((product, length) => product * length, 1);
      const first = leading.reduce(
        (sum, at, axis) => sum + at * shape.slice(axis + 1).reduce((a, b) => a * b, 1),
        0,
      );
      const part = { id: 'weights', leading };
      const rowNumbers = data.subarray(first, first + size);
      assert.equal(
        checkAnswer(context, part, readAnswer(formatNested(rowNumbers, rest))).isRight,
        true,
        String(leading),
      );
      const changed = rowNumbers.slice();
      changed[size - 1] += 0.25;
      const { isRight, cell, wrong } = checkAnswer(
        context,
        part,
        readAnswer(formatNested(changed, rest)),
      );
      assert.deepEqual([isRight, wrong, cell?.id], [false, 1, 'weights']);
      assert.deepEqual(cell?.index, [...leading, ...rest.map((length) => length - 1)]);
    }
  });

  it('accepts what the three digits on the screen give, and says so', () => {
    const context = contextOf({ step: 'weights' });
    const check = (/** @type {number} */ row, /** @type {string} */ answer) =>
      checkAnswer(context, { id: 'weights', leading: [0, row] }, readAnswer(answer));
    // The row sum 1.1963 is shown as 1.20, and 1 ÷ 1.20 is 0.833.
    const fromDigits = check(1, '0.0305 0.833 0.0568 0.0763');
    assert.deepEqual([fromDigits.isRight, fromDigits.digits], [true, 3]);
    assert.match(text.result.right(fromDigits), /^Right, as far as three digits go: all 4 numbers/);
    assert.equal(check(1, '0.031 0.833 0.057 0.076').isRight, true);
    assert.equal(check(1, '0.0306 0.836 0.0569 0.0766').digits, undefined);
    const coarse = check(1, '0.03 0.8 0.06 0.08');
    assert.match(
      text.result.right(coarse),
      /^Right, as far as one digit goes: all 4 numbers\. The/,
    );
    const wrong = check(1, '0.0305 0.831 0.0568 0.0763');
    assert.deepEqual([wrong.isRight, wrong.wrong, wrong.cell?.index], [false, 1, [0, 1, 1]]);

    // Each table that is computed from numbers on the screen.
    const { nodes, results } = context.computation;
    for (const { id, inputs, op } of Object.values(nodes)) {
      if (inputs.length === 0) continue;
      const shown = inputs.map((input) =>
        tensor(
          [...results[input.id].shape],
          results[input.id].data.map((value) => Number(value.toPrecision(3))),
        ),
      );
      const computed = op.evaluate(attention, shown, nodes[id]);
      const answer = readAnswer(formatNested(computed.data, computed.shape));
      assert.ok(checkAnswer(context, { id, leading: [] }, answer).isRight, id);
    }
  });

  it('says of a number with the wrong sign that only the sign is wrong', () => {
    const context = contextOf({ step: 'scores' });
    const { data } = context.computation.results.scores;
    const check = (/** @type {number} */ number) =>
      checkAnswer(context, { id: 'scores', leading: [0, 0, 0] }, readAnswer(number.toFixed(3)));
    assert.equal(check(-data[0]).hasWrongSign, true);
    assert.equal(check(data[0] + 1).hasWrongSign, false);
  });

  it('repeats a typed number without digits that were not typed', () => {
    const context = contextOf({ step: 'weights' });
    const given = checkAnswer(context, { id: 'weights', leading: [0, 1, 0] }, readAnswer('0.009'));
    assert.match(plain(markup(text.result.wrong(given, 'number', 0.5))), /you have 0\.009\.$/);
  });

  it('knows the exponentials of a row, with the largest score subtracted or not', () => {
    const context = contextOf({ step: 'weights' });
    const { scaledScores, weights } = context.computation.results;
    const scores = [...scaledScores.data.slice(0, weights.shape[2])];
    for (const shift of [0, Math.max(...scores)]) {
      const row = scores.map((score) => Math.exp(score - shift).toFixed(3)).join(' ');
      const { isRight, isUndivided } = checkAnswer(
        context,
        { id: 'weights', leading: [0, 0] },
        readAnswer(row),
      );
      assert.deepEqual([isRight, isUndivided], [false, true], row);
    }
    const other = readAnswer('0.1 0.2 0.3 0.4');
    const part = { id: 'weights', leading: [0, 0] };
    assert.equal(checkAnswer(context, part, other).isUndivided, false);
  });

  it('refuses another shape, another table and a cell that is not there', () => {
    const context = contextOf({ step: 'weights' });
    const three = readAnswer('1 2 3');
    assert.throws(
      () => checkAnswer(context, { id: 'weights', leading: [0, 0] }, three),
      /You have 3 numbers; the row has 4\.$/,
    );
    const four = readAnswer('1 2 3 4');
    const table = { id: 'weights', leading: [0] };
    assert.throws(
      () => checkAnswer(context, table, four),
      /You have 4 numbers; the table has 4 × 4\. Choose its row under “Row”/,
    );
    assert.throws(
      () => checkAnswer(context, { ...table, isTask: true }, four),
      /table has 4 × 4\.$/,
      'where no row can be chosen',
    );
    assert.throws(
      () => checkAnswer(context, { id: 'noodles', leading: [] }, three),
      /no table noodles/,
    );
    assert.throws(
      () => checkAnswer(context, { id: 'weights', leading: [0, 9] }, three),
      /no such row/,
    );
  });

  const seeds = reduceCaseCount(50);
  it(`names each mistake on ${seeds} seeds, and never blames a right answer`, () => {
    // Only the bug lab has the mean of a sentence.
    for (const bug of bugs.filter(({ id }) => id !== 'padding-averaged')) {
      let [namedCount, wrongCount] = [0, 0];
      for (let seed = 1; seed <= seeds; seed++) {
        const context = contextOf({ ...bug.settings, seed });
        const settings = { ...getSettings(context.state), bug: bug.id };
        const source = practice.bug.open(attention, settings);
        assert.ok(source && !(source instanceof Promise));
        const right = context.computation.results[bug.table];
        const { run } = makeEditedRun(attention, settings, source, context.computation.run);
        const result = run.tensor(bug.table);
        const part = { id: bug.table, leading: [] };
        const blamed = checkAnswer(
          context,
          part,
          readAnswer(formatNested(right.data, right.shape)),
        );
        assert.ok(blamed.isRight, `${bug.id} ${seed}: a right answer`);
        const answer = readAnswer(formatNested(result.data, result.shape));
        const { isRight, mistakes } = checkAnswer(context, part, answer);
        // With some seeds nothing overflows, so nothing is wrong.
        if (isRight) continue;
        wrongCount++;
        if (mistakes.includes(bug.id)) namedCount++;
      }
      assert.ok(namedCount >= 0.95 * wrongCount, `${bug.id}: ${namedCount} of ${wrongCount}`);
      assert.ok(wrongCount >= 0.8 * seeds, `${bug.id}: wrong on ${wrongCount} seeds only`);
    }
  });
});

it('a table that is turned is refused, whatever its numbers are', () => {
  const context = contextOf({ dModel: 4, heads: 2, sentence: 'one two three' });
  const place = { id: 'q', leading: [0] };
  const { data } = context.computation.results.q;
  const [rows, columns] = [3, 2];
  const text = formatNested(data.subarray(0, rows * columns), [rows, columns]);
  assert.equal(checkAnswer(context, place, readAnswer(text)).isRight, true);
  const other = formatNested(data.subarray(0, rows * columns), [columns, rows]);
  assert.throws(() => checkAnswer(context, place, readAnswer(other)), AnswerError);
});
