import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { readAddress, writeAddress } from '../../web/state/address.js';
import { findWords } from '../../web/state/derived.js';
import { DEFAULTS } from '../../web/state/fields.js';
import { MAX_SEED, MAX_WIDTH } from '../../web/state/limits.js';
import { normaliseState } from '../../web/state/normalise.js';
import { listUnparsableValues } from '../../web/state/problems.js';
import { chooseCaseCount, recordFigure } from '../support/bar.js';
import { reduceCaseCount } from '../support/extent.js';
import { anyText } from '../support/hostile-text.js';
import { OTHER } from '../support/other-state.js';
import { anyState } from '../support/states.js';

/** @import { State } from '../../web/state/types.js' */

fc.configureGlobal({ seed: 7 });

/** @param {string} text */
const openAddress = (text) => {
  const { state, unknown } = readAddress(text);
  return { state: normaliseState(state), unknown };
};

/**
 * @param {string} text
 * @returns {string} the address as the page writes it again
 */
const rewritten = (text) => {
  const { state, unknown } = openAddress(text);
  return writeAddress(state, unknown);
};

it('the parts of an address that set nothing are listed, not ranges of numbers', () => {
  for (const [hash, parts] of /** @type {[string, string[]][]} */ ([
    ['v=1&w=x.they.0:NaN', ['x.they.0:NaN']],
    ['v=1&w=x.they.0:1e38;q.0.1:2;::::&seed=3', ['x.they.0:1e38', '::::']],
    ['v=1&w=heads.1.0-9.0-7:0;q.0.1:2', []],
    ['v=1&cells=0.2+1.x', ['1.x']],
    ['v=1&s=a:b;c&x=1', []],
    [`v=1&w=${'y'.repeat(9999)}`, [`${'y'.repeat(40)}…`]],
  ]))
    assert.deepEqual(listUnparsableValues(readAddress(hash).state), parts, hash);
});

/**
 * Asserts that writing an address settles: reading and writing it again changes neither text nor
 * meaning.
 * @param {string} text
 */
function settles(text) {
  const first = openAddress(text);
  const once = writeAddress(first.state, first.unknown);
  const again = openAddress(once);
  assert.equal(writeAddress(again.state, again.unknown), once);
  assert.deepEqual(again, first);
  assert.deepEqual(normaliseState(first.state), first.state);
}

describe('the address', () => {
  it('of the defaults is the version alone', () => {
    assert.equal(writeAddress(DEFAULTS), 'v=1');
    assert.deepEqual(readAddress('v=1'), { state: {}, unknown: '' });
    assert.deepEqual(readAddress(''), { state: {}, unknown: '' });
  });

  it('names every entry that differs from its default, in a fixed order', () => {
    const state = normaliseState({
      step: 'weights',
      heads: 4,
      mechanism: 'dot',
      sentence: 'They eat',
      query: 0,
    });
    assert.equal(writeAddress(state), 'v=1&s=They+eat&h=4&step=weights&q=0');
  });

  it('names the sentence of a model that learns, which has another default', () => {
    for (const source of ['describer', 'pronoun', 'mini']) {
      const state = normaliseState({ source, sentence: DEFAULTS.sentence });
      assert.deepEqual(normaliseState(readAddress(writeAddress(state)).state), state, source);
    }
  });

  it('of a partial state names its entries, even with their defaults', () => {
    assert.equal(writeAddress({ heads: 4 }), 'v=1&h=4');
    assert.deepEqual(readAddress('m=dot&layer=cross&h=2').state, {
      mechanism: 'dot',
      layer: 'cross',
      heads: 2,
    });
  });

  it('may begin with #, and keeps any other first character', () => {
    assert.deepEqual(readAddress('#h=4').state, { heads: 4 });
    assert.deepEqual(readAddress('h=4&s=a#b').state, { heads: 4, sentence: 'a#b' });
    assert.deepEqual(readAddress('##h=4'), { state: {}, unknown: '%23h=4' });
  });

  it('is read as documented', () => {
    const { state, unknown } = readAddress(
      '#v=1&s=They+eat+fried+noodles&m=dot&h=2&d=4&seed=7&mask=causal&step=weights&q=1',
    );
    assert.equal(unknown, '');
    assert.deepEqual(normaliseState(state), normaliseState({ mask: 'causal', step: 'weights' }));
  });

  it('accepts attribute names as keys', () => {
    assert.equal(
      rewritten('guide=why-flip&head=1&d-model=8&key=2'),
      'v=1&d=8&k=2&head=1&g=why-flip',
    );
    assert.equal(rewritten('query=2&q=3'), 'v=1&q=2', 'the first counts');
    assert.equal(rewritten('query=foo&key-width=3'), 'v=1&query=foo&key-width=3', 'not ours');
  });

  it('accepts edits with bare or encoded colons', () => {
    const edits = 'o.2.0:-1;q.0.1:0.5';
    assert.equal(readAddress('w=o.2.0:-1;q.0.1:0.5').state.edits, edits);
    assert.equal(readAddress(writeAddress(normaliseState({ edits }))).state.edits, edits);
  });

  it('has a different key for every entry', () => {
    assert.deepEqual(
      Object.keys(DEFAULTS).filter((name) => name !== 'v' && !(name in OTHER)),
      [],
    );
    const state = /** @type {State} */ ({ v: 1, ...OTHER });
    assert.deepEqual({ v: 1, ...readAddress(writeAddress(state)).state }, state);
  });

  it('writes each float32 as the shortest text that gives it back', () => {
    const state = normaliseState({ temperature: 0.1, dropout: 0.3, scale: 1e-7 });
    assert.equal(writeAddress(state), 'v=1&sc=1e-7&temp=0.1&drop=0.3');
  });

  it('gives back any state', () => {
    fc.assert(
      fc.property(anyState, (state) => {
        assert.deepEqual(normaliseState(readAddress(writeAddress(state)).state), state);
        settles(writeAddress(state));
      }),
      { numRuns: reduceCaseCount(1000) },
    );
  });

  it('leaves out invalid values, which become the default', () => {
    for (const number of ['', ' ', '0x10', 'NaN', 'Infinity', '-Infinity', '1e999', 'two', '1;2']) {
      const text = new URLSearchParams({ h: number, temp: number, sc: number }).toString();
      assert.deepEqual(readAddress(text).state, {}, number);
    }
    for (const choice of ['', 'nonsense', '__proto__', 'constructor', 'toString']) {
      const text = `m=${choice}&mask=${choice}&layer=${choice}&from=${choice}&rows=${choice}&keys=${choice}`;
      assert.deepEqual(readAddress(text).state, {}, choice);
    }
  });

  it('takes the nearest name for a misspelt one, as attributes do', () => {
    const { state, unknown } = readAddress('mask=casual&mechanism=aditive&colour=red');
    assert.deepEqual([state, unknown], [{ mask: 'causal', mechanism: 'additive' }, 'colour=red']);
  });

  it('clamps numbers beyond the range', () => {
    const { state } = openAddress('h=-5&d=1e9&seed=99999999&q=-1&temp=1e300&drop=7&spread=0');
    const { heads, dModel, seed, query, temperature, dropout, spread } = state;
    assert.deepEqual(
      [heads, dModel, seed, query, temperature, dropout, spread],
      [1, MAX_WIDTH, MAX_SEED, 0, normaliseState({ temperature: 1e30 }).temperature, 1, 1],
    );
  });

  it('takes the first of several values, even if it is invalid', () => {
    assert.equal(readAddress('h=4&h=1&%68=2').state.heads, 4);
    assert.deepEqual(readAddress('h=many&h=4').state, {});
  });

  it('reads the known entries of another version', () => {
    assert.deepEqual(readAddress('v=2&s=a&new=1'), { state: { sentence: 'a' }, unknown: 'new=1' });
    assert.equal(rewritten('s=a+b&v=2&v=3'), 'v=1&s=a+b');
  });

  it('keeps unknown keys in order and with repetitions', () => {
    assert.equal(
      rewritten('z=1&seed=8&hide=train,export&z=2&__proto__=x&='),
      'v=1&seed=8&z=1&hide=train%2Cexport&z=2&__proto__=x&=',
    );
    assert.equal(/** @type {Record<string, unknown>} */ ({}).x, undefined);
  });

  it('never throws, whatever the text', () => {
    const megabyte = 2 ** 20;
    for (const text of [
      ...'# ## ? &&& = === % %%% %4 s=% s=%E4%A s=%ff%fe s=%ED%A0%80'.split(' '),
      ...[
        's=\ud800',
        '\udfff=\ud800',
        's=%00',
        's=<script>alert(1)</script>',
        's=javascript:alert(1)',
      ],
      ...'w=javascript:alert(1) c=__proto__ before=% before=v%3D1%26s%3D%25'.split(' '),
      ...'cells=0.0+x+9999.1'.split(' '),
      ...[
        'a'.repeat(megabyte),
        `s=${'a '.repeat(megabyte / 2)}`,
        `w=${'q.0.0:1;'.repeat(megabyte / 8)}`,
      ],
      ...[
        '%'.repeat(megabyte),
        '&'.repeat(megabyte),
        'a=1&'.repeat(megabyte / 4),
        'h=2&'.repeat(megabyte / 4),
      ],
      `s=${'\ud83d'.repeat(megabyte)}`,
    ]) {
      settles(text);
    }
  });

  const hashes = chooseCaseCount(1000, 100_000);
  it(`is the same after one and after two round trips, for ${hashes} hostile hashes`, () => {
    const keys = fc.constantFrom(
      ...'v s t layer m h d kw keys seed mask pad cells fill empty sc temp drop dseed w from'.split(
        ' ',
      ),
      ...'step q k pin rows head c spread before g a hide __proto__ constructor %73 S'.split(' '),
    );
    const values = fc.oneof(
      fc.constantFrom(
        ...['NaN', 'Infinity', '-Infinity', '1e999', '-1', '-0', '0x10', '1e-50', '', '+', '%'],
      ),
      fc.constantFrom(
        ...['<img src=x onerror=alert(1)>', 'javascript:alert(1)', '%ED%A0%80', '%00', '\u202e'],
      ),
      fc.constantFrom(
        ...'dot additive causal self 0.3+2.1 q.0.1:1e99 x.%2525.0:1 weights.0.0.0'.split(' '),
      ),
      fc.double().map(String),
      fc.maxSafeInteger().map(String),
      anyText(),
    );
    const pair = fc.tuple(keys, values).map(([key, value]) => `${key}=${value}`);
    const hash = fc.oneof(
      fc.array(fc.oneof(pair, fc.string()), { maxLength: 20 }).map((parts) => parts.join('&')),
      anyText({ maxLength: 200 }),
    );
    fc.assert(fc.property(hash, settles), { numRuns: hashes });
    recordFigure('hostile', { counts: { 'random addresses': hashes } });
  });

  it('an old link to a French sentence without accents still opens with the words it names', () => {
    const link = 'v=1&s=il+n+est+pas+aussi+grand+que+son+pere&t=he+is+not+as+tall+as+his+father';
    const { state } = openAddress(link);
    assert.equal(findWords(state).keyWords.length, 9);
    assert.equal(writeAddress(state), link);
    const { keyWords } = findWords(normaliseState({ sentence: "il n'est pas l’ami" }));
    assert.deepEqual(keyWords, ['il', "n'est", 'pas', 'l’ami']);
  });
});

it('an address cannot open the reader’s tensors', () => {
  for (const source of ['own', 'own-weights']) {
    assert.deepEqual(readAddress(`v=1&from=${source}`).state, {}, source);
  }
  assert.equal(readAddress('v=1&from=article').state.source, 'article');
  // A word that starts like this is still a word.
  for (const sentence of ['own', 'own words'])
    assert.equal(readAddress(`v=1&s=${sentence}`).state.sentence, sentence);
});
