import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  cleanSentence,
  MAX_SENTENCE_LETTERS,
  MAX_WORDS,
  splitWords,
  toWordKey,
} from '../../web/state/words.js';

fc.configureGlobal({ seed: 7 });

describe('the words of a sentence', () => {
  it('are separated by blanks of every kind', () => {
    const { words } = splitWords(' They\teat\u00a0fried\n\u3000noodles  ');
    assert.deepEqual(words, ['They', 'eat', 'fried', 'noodles']);
  });

  it('include their punctuation', () => {
    assert.deepEqual(splitWords('l’Afrique, en «septembre»!').words, [
      'l’Afrique,',
      'en',
      '«septembre»!',
    ]);
  });

  it('of scripts without blanks are split without loss', () => {
    for (const sentence of ['我喜欢吃炒面。', '彼らは焼きそばを食べる。', 'พวกเขากินบะหมี่ผัด']) {
      const { words } = splitWords(sentence);
      assert.ok(words.length > 1, sentence);
      assert.equal(words.join(''), sentence);
    }
  });

  it('may be right-to-left words and emoji families', () => {
    const sentence = 'אני אוהב 👩‍👩‍👧 קפה';
    assert.deepEqual(splitWords(sentence).words, sentence.split(' '));
  });

  it('are looked up in lower case, composed, without the punctuation around them', () => {
    const found = ['The', '«dog»!', 'l’Afrique,', 'E\u0301TE\u0301', 'I', '¿Qué?'].map(toWordKey);
    assert.deepEqual(found, ['the', 'dog', 'l’afrique', '\u00e9t\u00e9', 'i', 'qué']);
    for (const sign of ['—', '...', '!?', '€', '']) assert.equal(toWordKey(sign), sign);
  });

  it('are never only invisible characters', () => {
    assert.deepEqual(splitWords('\u200b \u202e \u0000 a').words, ['a']);
    assert.deepEqual(splitWords('').words, []);
  });

  it('of scripts without blanks include signs before the first word, and signs alone are a word', () => {
    assert.equal(splitWords('「我').words.join(' '), '「我');
    assert.equal(splitWords('「」我。').words.join(' '), '「」我。');
    assert.deepEqual(splitWords('。 我'), { words: ['。', '我'], leftOut: 0 });
    assert.deepEqual(splitWords('々、「').words.join(''), '々、「');
  });

  it('of any script are separated by blanks if the browser has no dictionary', () => {
    const { Segmenter } = Intl;
    Reflect.deleteProperty(Intl, 'Segmenter');
    try {
      assert.deepEqual(splitWords('我喜欢 吃 炒面').words, ['我喜欢', '吃', '炒面']);
    } finally {
      Object.defineProperty(Intl, 'Segmenter', {
        value: Segmenter,
        configurable: true,
        writable: true,
      });
    }
  });

  it('are cached for the last few sentences only', () => {
    const first = splitWords('a sentence');
    assert.equal(splitWords('a sentence'), first);
    for (let i = 0; i < 11; i++) splitWords(`another ${i}`);
    assert.notEqual(splitWords('a sentence'), first);
    assert.deepEqual(splitWords('a sentence'), first);
  });

  it('are 512 at most, of 8,000 characters', () => {
    assert.deepEqual([MAX_WORDS, MAX_SENTENCE_LETTERS], [512, 8000]);
    assert.deepEqual(splitWords('a '.repeat(512)).leftOut, 0);
    assert.equal(cleanSentence('x'.repeat(8000)).length, 8000);
    assert.equal(cleanSentence('x'.repeat(8001)).length, 8000);
    assert.equal(cleanSentence('\ud800a\udc00'), '\ufffda\ufffd');
  });

  it('beyond the limit are counted', () => {
    const { words, leftOut } = splitWords('a '.repeat(MAX_WORDS + 3));
    assert.equal(words.length, MAX_WORDS);
    assert.equal(leftOut, 3);
  });

  it('of a pasted megabyte are cut before they are split', () => {
    for (const paste of ['x'.repeat(1e6), '麺'.repeat(1e6), '👍'.repeat(5e5)]) {
      const sentence = cleanSentence(paste);
      assert.ok(sentence.length <= MAX_SENTENCE_LETTERS);
      assert.ok(sentence.length >= MAX_SENTENCE_LETTERS - 1);
      assert.ok(!/\p{Surrogate}/u.test(sentence));
    }
  });

  it('of a cleaned sentence are well formed, and cleaning again changes nothing', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 50 }),
        fc.integer({ min: MAX_SENTENCE_LETTERS - 30, max: MAX_SENTENCE_LETTERS }),
        (units, length) => {
          const sentence = 'x'.repeat(length) + String.fromCharCode(...units);
          const clean = cleanSentence(sentence);
          assert.ok(!/\p{Surrogate}/u.test(clean));
          assert.equal(cleanSentence(clean), clean);
          splitWords(clean);
        },
      ),
    );
  });

  it('of a value that is not a text are missing', () => {
    for (const value of [undefined, null, 7, {}, Symbol('x')])
      assert.equal(cleanSentence(value), '');
  });
});

describe('a sentence beyond the limit', () => {
  it('ends before a character that would be split', () => {
    const most = 'a'.repeat(MAX_SENTENCE_LETTERS - 1);
    assert.equal(cleanSentence(`${most}😀`), most);
    assert.equal(cleanSentence(`${most.slice(1)}😀b`), `${most.slice(1)}😀`);
  });
});
