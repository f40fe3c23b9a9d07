import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { outOfRange } from '../../web/text/en/trace.js';
import {
  alignedColumn,
  chooseNumberFormat,
  chooseWeightFormat,
  exact,
  hasUnclearComma,
  parseDecimal,
  parseTypedNumber,
  rounded,
  roundedWeight,
  toDecimal,
  toFiveDigits,
} from '../../web/text/number.js';
import { reduceCaseCount } from '../support/extent.js';

/** Reads a number on the screen as a reader does. @param {string} text */
const read = (text) => Number(text.trim().replaceAll('\u2212', '-').replace('∞', 'Infinity'));

fc.configureGlobal({ seed: 7 });

describe('a number on screen', () => {
  it('exact() parses back to the same float32, for every one', () => {
    fc.assert(
      fc.property(fc.float({ noNaN: true }), (value) => {
        assert.ok(Object.is(Math.fround(Number(exact(value))), value), exact(value));
      }),
      { numRuns: reduceCaseCount(5000) },
    );
  });

  it('exact() is the shortest such text', () => {
    assert.equal(exact(Math.fround(0.1)), '0.1');
    assert.equal(exact(Math.fround(0.8661287)), '0.8661287');
    assert.equal(exact(16777216), '16777216');
    assert.equal(exact(-0), '-0');
    assert.equal(exact(Number.NaN), 'NaN');
    assert.equal(exact(-Infinity), '-Infinity');
  });

  it('toDecimal() is the same float32, by its shortest decimal', () => {
    assert.equal(toDecimal(Math.fround(0.9)), 0.9);
    for (const value of [-0, 4294967295, Number.NaN, Infinity, 'sqrt', undefined])
      assert.ok(Object.is(toDecimal(value), value), String(value));
    fc.assert(
      fc.property(fc.float(), (value) => {
        assert.ok(Object.is(Math.fround(toDecimal(value)), value), String(value));
        assert.ok(String(toDecimal(value)).length <= String(value).length);
      }),
      { numRuns: reduceCaseCount(2000) },
    );
  });

  it('rounded() keeps three significant digits', () => {
    fc.assert(
      fc.property(fc.float({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const shown = read(rounded(value));
        const isWhole = Number.isInteger(value) && Math.abs(value) < 1e5;
        assert.equal(shown, isWhole ? value + 0 : Number(value.toPrecision(3)) + 0);
      }),
      { numRuns: reduceCaseCount(5000) },
    );
  });

  it('rounded() keeps as many digits as are wanted, also above 100', () => {
    for (const [value, digits, text] of /** @type {[number, number, string][]} */ ([
      [123.456, 6, '123.456'],
      [123.456, 4, '123.5'],
      [-1234.5678, 6, '−1234.57'],
      [99.6, 2, '100'],
      [1234.5, 2, '1200'],
      [123456.7, 4, '1.235e5'],
      [123, 6, '123'],
    ]))
      assert.equal(rounded(value, digits), text);
  });

  it('toFiveDigits() has as few digits as five allow, with either sign', () => {
    for (const [value, text] of /** @type {[number, string][]} */ ([
      [0.61, '0.61'],
      [-0.48, '−0.48'],
      [-0.8, '−0.8'],
      [-0.2928, '−0.2928'],
      [-1.3288001, '−1.3288'],
      [123.456, '123.46'],
      [-0.00000123, '−1.23e−6'],
      [1234567, '1.2346e6'],
      [-0, '0'],
      [-Infinity, '−∞'],
    ]))
      assert.equal(toFiveDigits(Math.fround(value)), text);
    fc.assert(
      fc.property(fc.float({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const text = toFiveDigits(value);
        assert.equal(read(text), Number(value.toPrecision(5)) + 0);
        assert.equal(text.replace(/^−/, ''), toFiveDigits(-value).replace(/^−/, ''));
      }),
      { numRuns: reduceCaseCount(5000) },
    );
  });

  it('integers have no decimals, and others keep trailing zeros', () => {
    const texts = [32, 0, -0, 1, 0.5, 1.2, 0.117218, 0.00079, -0.25].map((value) => rounded(value));
    const expected = ['32', '0', '0', '1', '0.500', '1.20', '0.117', '0.000790', '−0.250'];
    assert.deepEqual(texts, expected);
  });

  it('very small and very large numbers fit a cell', () => {
    fc.assert(
      fc.property(fc.float(), (value) => {
        assert.ok(rounded(value).length <= 9, rounded(value));
      }),
    );
    assert.equal(rounded(6.9e-13), '6.90e−13');
    assert.equal(rounded(123456.7), '1.23e5');
    assert.equal(rounded(12345.6), '12300');
  });

  it('no weight above 0 is written like a 0, and only 0 is written 0', () => {
    const weights = [0, 1.3e-7, 0.00049, 0.0005, 0.00123, 0.996, 0.9996, 1, 2.5, Number.NaN];
    assert.deepEqual(
      weights.map((value) => roundedWeight(value)),
      ['0', '≈0', '≈0', '0.000500', '0.00123', '0.996', '1.00', '1', '2.50', 'NaN'],
    );
    assert.deepEqual(
      weights.map((value) => roundedWeight(value, 3)),
      ['0', '≈0', '≈0', '0.001', '0.001', '0.996', '1.000', '1', '2.50', 'NaN'],
    );
    assert.deepEqual(
      [0, 0.0049, 0.005, 0.25, 1].map((value) => roundedWeight(value, 2)),
      ['0', '≈0', '0.01', '0.25', '1'],
    );
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1, minExcluded: true }),
        fc.constantFrom(undefined, 2, 3),
        (weight, decimals) => assert.notEqual(Number(roundedWeight(weight, decimals)), 0),
      ),
      { numRuns: reduceCaseCount(2000) },
    );
  });

  it('the digits of a table’s weights depend on the number of words alone', () => {
    const weights = [0.00256, 0.99744, 0.0001, 0, 1];
    assert.deepEqual(weights.map(chooseWeightFormat(6)), ['0.00256', '0.997', '≈0', '0', '1']);
    assert.deepEqual(weights.map(chooseWeightFormat(7)), ['0.003', '0.997', '≈0', '0', '1']);
  });

  it('of other tables are ≈0 in place of a small number with an exponent beside larger ones', () => {
    const scores = [-4.88e-16, 0, 9.99e-5, -1e-4, 0.5, -1e5];
    assert.deepEqual(scores.map(chooseNumberFormat(scores)), [
      ...['≈0', '0', '≈0', '−0.000100', '0.500', '−1.00e5'],
    ]);
    const small = [-4.88e-16, 0, 9.99e-5];
    assert.deepEqual(small.map(chooseNumberFormat(small)), ['−4.88e−16', '0', '9.99e−5']);
    const odd = [Number.NaN, Number.NEGATIVE_INFINITY, 1e-9];
    assert.deepEqual(odd.map(chooseNumberFormat(odd)), ['NaN', '−∞', '≈0']);
  });

  it('infinities and NaN have a text', () => {
    assert.deepEqual(
      [-Infinity, Infinity, Number.NaN].map((value) => rounded(value)),
      ['−∞', '∞', 'NaN'],
    );
  });

  it('the points of a column are aligned', () => {
    const column = alignedColumn([0.5, -12.3456, 0.00079, 3, -Infinity]);
    const afterPoint = (/** @type {string} */ text) => text.length - text.search(/[.\u2008]/u);
    assert.deepEqual(column.slice(0, 4).map(afterPoint), [7, 7, 7, 7]);
    assert.equal(column[4], '−∞');
    assert.deepEqual(alignedColumn([4, 11]), ['4', '11']);
    const weights = alignedColumn([0.5, 0.0001], (weight) => roundedWeight(weight));
    assert.deepEqual(weights, ['0.500', '≈0'], 'blanks would widen the column');
  });

  it('a number that would need many blanks stays below the head of its column', () => {
    assert.deepEqual(alignedColumn([1, 0.000148], undefined, 2), ['1', '0.000148']);
    const scores = alignedColumn([0, 1.61, 0.801], undefined, 2);
    assert.deepEqual(scores, ['0', '1.61\u2007', '0.801']);
    assert.deepEqual(
      alignedColumn([2, 0.5], (value) => String(value), 2),
      ['2\u2008\u2007', '0.5'],
    );
  });

  it('alignment changes no number', () => {
    fc.assert(
      fc.property(fc.array(fc.float({ noNaN: true }), { minLength: 1 }), (values) => {
        assert.deepEqual(
          alignedColumn(values).map(read),
          values.map((value) => read(rounded(value))),
        );
      }),
    );
  });
});

describe('a typed number', () => {
  it('is decimal, with or without a sign, a point and an exponent', () => {
    for (const [text, number] of /** @type {const} */ ([
      ...[
        ['12', 12],
        ['-0.5', -0.5],
        ['+.5', 0.5],
        ['3.', 3],
        [' 2e-3 ', 0.002],
        ['1E2', 100],
      ],
    ]))
      assert.equal(parseDecimal(text), number, text);
    for (const text of [
      '',
      ' ',
      '0x10',
      '0b1',
      '1_000',
      'Infinity',
      'NaN',
      '1,5',
      '1/2',
      '--1',
      '.',
    ])
      assert.ok(Number.isNaN(parseDecimal(text)), text);
  });

  it('may be typed with a minus sign, a decimal comma, as a fraction, a root, a percentage or as ≈0', () => {
    for (const [text, number] of /** @type {const} */ ([
      ...[
        ['−1,5', -1.5],
        ['1/4', 0.25],
        ['−3 / 4', -0.75],
        ['1,5/3', 0.5],
        ['7', 7],
        ['≈0', 0],
        ['62.5%', 0.625],
        ['−12,5 %', -0.125],
        ['− 0.5', -0.5],
        ['– 1 / 3', -1 / 3],
        ['+\u00a012,5 %', 0.125],
      ],
    ]))
      assert.equal(parseTypedNumber(text), number, text);
    // Other digits, full-width signs, and the fractions of keyboards.
    for (const [text, number] of /** @type {[string, number][]} */ ([
      ['٠٫٥', 0.5],
      ['٠،٥', 0.5],
      ['۱۲٫۷۵', 12.75],
      ['−०.२५', -0.25],
      ['０．５', 0.5],
      ['－０，５', -0.5],
      ['５０％', 0.5],
      ['٥٠٪', 0.5],
      ['½', 0.5],
      ['-¾', -0.75],
      ['\u{1d7df}.\u{1d7db}', 7.3],
    ]))
      assert.equal(parseTypedNumber(text), number, text);
    for (const [text, number] of /** @type {[string, number][]} */ ([
      ['1,000,000', 1e6],
      ['−1,000,000', -1e6],
      ['2,147,483,647', 2147483647],
      ['1,000.5', 1000.5],
      ['1,234,567/1,000,000', 1.234567],
      ['0,500', 0.5],
      ['-0,125', -0.125],
      ['12,5', 12.5],
      ['1,0000', 1],
      ['1234,567', 1234.567],
      ['1.000', 1],
    ]))
      assert.equal(parseTypedNumber(text), number, text);
    for (const text of ['1,000', '-1,234', '٩٩٩،١٢٥', '12,500 %', '1/1,000', '1,000e3']) {
      assert.ok(Number.isNaN(parseTypedNumber(text)), text);
      assert.ok(hasUnclearComma(text), text);
    }
    for (const text of ['0,500', '1,000,000', '1,000.5', '12,5', '1.000', '1,00,000', '1,5,2'])
      assert.ok(!hasUnclearComma(text), text);
    for (const text of ['1,00,000', '1,5,2', '1,5.2', '1.000,5', '0,000,000'])
      assert.ok(Number.isNaN(parseTypedNumber(text)), text);
    for (const [text, number] of /** @type {[string, number][]} */ ([
      ['√4', 2],
      ['1/√4', 0.5],
      ['1 / sqrt(256)', 0.0625],
      ['−√ 0,25', -0.5],
      ['√(9)/3', 1],
      ['SQRT (16)', 4],
    ]))
      assert.equal(parseTypedNumber(text), number, text);
    for (const text of ['√', 'sqrt', 'sqrt4', '√−1', '2√2', '√√16', '√(4', '1/√0', '√4%'])
      assert.ok(Number.isNaN(parseTypedNumber(text)), text);
    for (const text of ['1½', '2²', '二', '٠٬٥٠٠'])
      assert.ok(Number.isNaN(parseTypedNumber(text)), text);
    for (const text of ['', '1/0', '1/2/3', '1/', '/2', 'two', '0x1/2', '%', '1/2%', '5%%'])
      assert.ok(Number.isNaN(parseTypedNumber(text)), text);
  });
});

it('each limit that a refusal names can be typed', () => {
  for (const [least, most] of [
    [-1e6, 1e6],
    [-1000, 20_000],
    [-0.5, 0.5],
  ]) {
    const words = outOfRange('x', least, most);
    const named = words.match(/[−\d][\d.,]*\d/g)?.map(parseTypedNumber);
    assert.deepEqual(named, [least, most], words);
  }
});
