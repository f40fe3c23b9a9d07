// The notation of formulas, and the MathML that it gives.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { math, mathLines, mathText } from '../../web/text/math.js';
import { markup } from '../support/markup.js';

/** @param {unknown} template */
const read = (template) =>
  markup(template)
    .replace(/ class=(?=>)/g, '')
    .replaceAll('&InvisibleTimes;', '\u2062');

/** Parses a text as if it were in a template. @param {string} text */
const parse = (text) => read(math(/** @type {any} */ ([text])));

const times = '<mo>\u2062</mo>';

describe('a formula', () => {
  /** @type {[name: string, notation: string, expected: string][]} */
  const cases = [
    ['multiplies symbols with a blank between', 'A X', `<mi>A</mi>${times}<mi>X</mi>`],
    ['puts symbols without one side by side', '2i', '<mn>2</mn><mi>i</mi>'],
    ['does not multiply after a sum', '∑_j w', '<munder><mo>∑</mo><mi>j</mi></munder><mi>w</mi>'],
    ['knows two indices', 'a_ij', '<msub><mi>a</mi><mi class=index>ij</mi></msub>'],
    ['has a name for a function', 'exp', '<mi>exp</mi>'],
    ['groups', 'd^{2i}', '<msup><mi>d</mi><mrow><mn>2</mn><mi>i</mi></mrow></msup>'],
    ['writes primes in italics', 'S′s″', '<mi>𝑆′</mi><mi>𝑠″</mi>'],
    ['has fractions of roots', 'S/√d', '<mfrac><mi>S</mi><msqrt><mi>d</mi></msqrt></mfrac>'],
    ['has spaces', '~~', '<mspace width="0.4em"></mspace>'],
    ['has plain signs', 'a\\/b', '<mi>a</mi><mo>/</mo><mi>b</mi>'],
    ['has absolute values', '|i − j|', '<mo>|</mo><mi>i</mi><mo>−</mo><mi>j</mi><mo>|</mo>'],
    ['has arrows above', 'h^→', '<mover><mi>h</mi><mo>→</mo></mover>'],
    [
      'transposes within its colour',
      'k:K_1ᵀ',
      '<mrow class=k><mrow><msub><mi>K</mi><mn>1</mn></msub><mtext>ᵀ</mtext></mrow></mrow>',
    ],
    [
      'has sums from and to',
      '∑_{h=1}^3',
      '<munderover><mo>∑</mo><mrow><mi>h</mi><mo>=</mo><mn>1</mn></mrow><mn>3</mn></munderover>',
    ],
  ];
  for (const [name, notation, expected] of cases)
    it(`${name}: ${notation}`, () => assert.equal(parse(notation), expected));

  it('has parentheses that grow only around a fraction', () => {
    const [plain, tall] = ['exp(a)', 'exp(a/b)'].map(parse);
    assert.ok(plain.includes('<mo stretchy="false">(</mo><mi>a</mi><mo stretchy="false">)</mo>'));
    assert.ok(
      tall.includes('<mrow><mo>(</mo><mfrac><mi>a</mi><mi>b</mi></mfrac><mo>)</mo></mrow>'),
    );
  });

  it('takes numbers, symbols with roles, and more mathematics', () => {
    const query = /** @type {const} */ ({ symbol: 'Q_R', role: 'q' });
    assert.equal(read(math`${query} ${'W_1'}`), parse('q:Q_R W_1'));
    assert.equal(read(math`A_${2} ${'X'} + ${math`b`}`), parse('A_2 X + b'));
    assert.equal(read(math`${'−0.5'}`), '<mn>−0.5</mn>');
  });

  it('does not read a text as notation', () => {
    assert.equal(
      read(math`q_${mathText('a_b } 1')}`),
      '<msub><mi>q</mi><mtext>a_b } 1</mtext></msub>',
    );
  });

  it('is one of several on lines of their own', () => {
    const lines = read(mathLines`
      A = B
      C = D`);
    assert.equal(lines.match(/<math display="block">/g)?.length, 2);
  });
});

describe('a mistake in the notation', () => {
  for (const wrong of [
    ...['a_', 'a^', 'a/', '/a', '√', 'q:', '{a', 'a_{b', '(a', '[a)', 'a)', 'a}', '(a)/b', 'a_/b'],
    ...['a - b', 'a * b', 'a ‖ b', '“a”', '_a', 'a__b'],
  ])
    it(`is an error with its text: ${wrong}`, () => {
      assert.throws(
        () => parse(wrong),
        ({ name, message }) =>
          name === 'SyntaxError' && message.endsWith(` in the formula ${wrong}`),
      );
    });
});
