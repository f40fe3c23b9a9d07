import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  findLastPage,
  formatAnswers,
  isAuthorChapter,
  isReservedName,
  mergeAnswers,
  parseAnswers,
  readAnswers,
  readGuide,
  withAnswer,
} from '../../web/state/guide.js';
import '../support/names.js';

describe('the page of the course', () => {
  it('is a name of up to 40 small letters, digits and dashes', () => {
    for (const name of ['why', 'why-flip', 'practice-bug-2', 'chapter-1', 'a'.repeat(40)])
      assert.equal(readGuide(name), name);
    assert.equal(readGuide('Why-Flip'), 'why-flip');
    for (const odd of [
      '2why',
      '-why',
      'why-',
      'why flip',
      'why--flip',
      '<why>',
      'why.',
      'a'.repeat(41),
    ])
      assert.equal(readGuide(odd), '', odd);
    for (const odd of [undefined, null, {}, [], true, 3, '3']) assert.equal(readGuide(odd), '');
  });

  it('belongs to a feature or to an author by its first word', () => {
    for (const [name, isPractice, isAuthors] of /** @type {[string, boolean, boolean][]} */ ([
      ['practice', true, false],
      ['practice-worksheet', true, false],
      ['chapter-1', true, true],
      ['why-practice', false, false],
      ['why-chapter', false, false],
      ['', false, false],
    ])) {
      assert.deepEqual(
        [isReservedName(name), isAuthorChapter(name)],
        [isPractice, isAuthors],
        name,
      );
    }
  });
});

describe('answers', () => {
  it('are read page by page, with a star for right ones', () => {
    assert.deepEqual(
      [...parseAnswers('why-flip_6* mixing-row_0.5_1 a_-2')],
      [
        ['why-flip', { value: '6', isRight: true }],
        ['mixing-row', { value: '0.5_1', isRight: false }],
        ['a', { value: '-2', isRight: false }],
      ],
    );
    const text = 'why-flip_6* mixing-row_0.5_1 a_-2';
    assert.equal(formatAnswers(parseAnswers(text)), text);
    assert.equal(readAnswers(text), text);
  });

  it('that cannot be read are left out, and the others are kept', () => {
    const page = 'a'.repeat(40);
    const value = '1'.repeat(120);
    for (const [text, left] of [
      [`${page}_${value}*`, `${page}_${value}*`],
      [`${page}a_1 b_2`, 'b_2'],
      [`a_${value}1 b_2`, 'b_2'],
      ['_1 b_2', 'b_2'],
      ['1a_1 b_2', 'b_2'],
      ['A_1 b_2', 'b_2'],
      ['a_ b_2', 'b_2'],
      ['a_1** b_2', 'b_2'],
      ['a_1*x b_2', 'b_2'],
      ['<a_1 b_2', 'b_2'],
      ['a_1, b_2', 'b_2'],
      ['a_1\nb_2 c_3', 'c_3'],
    ]) {
      assert.equal(readAnswers(text), left, text);
    }
    for (const odd of [undefined, null, 5, {}, []]) assert.equal(readAnswers(odd), '');
  });

  it('take at most 3,000 characters, and drop the earliest', () => {
    // Each entry has ten characters and a blank, so 272 entries leave room for eight characters
    // with a blank.
    const letter = (/** @type {number} */ i) => 'abcdefghij'[i % 10];
    const later = Array.from(
      { length: 272 },
      (_, i) => `p${letter(i)}${letter(Math.floor(i / 10))}${letter(Math.floor(i / 100))}_1234*`,
    ).join(' ');
    assert.equal(later.length, 2991);
    assert.equal(readAnswers(`q_12345 ${later}`), `q_12345 ${later}`);
    assert.equal(readAnswers(`q_123456 ${later}`), later);
    assert.equal(readAnswers(`r_1 q_123456 ${later}`), later);
  });

  it('come last when they replace others', () => {
    const given = { value: '2', isRight: true };
    const answers = withAnswer('why-cup_1 mixing-row_1', 'why-cup', given);
    assert.equal(answers, 'mixing-row_1 why-cup_2*');
    assert.equal(findLastPage(answers), 'why-cup');
    assert.equal(mergeAnswers('a_1 b_1', 'a_2*'), 'b_1 a_2*');
  });

  it('and a stored page lead back only to pages of a chapter', () => {
    assert.equal(findLastPage('', 'zz'), undefined);
    assert.equal(findLastPage('zz_1', ''), undefined);
    assert.equal(findLastPage('mixing-row_1 zz_1', 'zz'), 'mixing-row');
    for (const page of ['why-flip', 'practice-bugs-2-17', 'chapter-paint'])
      assert.equal(findLastPage('mixing-row_1', page), page);
  });

  it('are read only from the last 6,000 characters of a text', () => {
    assert.equal(readAnswers(`a_1${' '.repeat(5997)}`), 'a_1');
    assert.equal(readAnswers(`a_1${' '.repeat(5998)}`), '');
  });
});
