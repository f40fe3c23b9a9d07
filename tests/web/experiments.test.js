import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { experiments, readBefore } from '../../web/session/experiments.js';
import { LabSession } from '../../web/session/lab-session.js';
import { writeAddress } from '../../web/state/address.js';
import { findWords } from '../../web/state/derived.js';
import { DEFAULTS, getSettings } from '../../web/state/fields.js';
import { normaliseState } from '../../web/state/normalise.js';
import { splitWords, toWordKey } from '../../web/state/words.js';
import * as text from '../../web/text/en/experiments.js';
import { experimentNamed, stateAfter } from '../support/computations.js';
import { reduceCaseCount } from '../support/extent.js';
import { anyState } from '../support/states.js';

/** @import { State } from '../../web/state/types.js' */

fc.configureGlobal({ seed: 7 });

/** @param {string} id @param {object} [requested] */
const refusal = (id, requested) => experimentNamed(id).attempt(normaliseState(requested)).reason;

/**
 * Returns the state of a session after a reader's experiment.
 * @param {string} id
 * @param {Partial<State>} requested
 */
async function stateOfReader(id, requested) {
  const session = new LabSession({ isConnected: true, requestUpdate() {} });
  await session.start();
  session.dispatch(requested, { by: 'program' });
  session.dispatch(experimentNamed(id).attempt(session.state).change, { by: 'reader' });
  return session.state;
}

const target = 'he is tall';
const noRoom = text.noRoom(512);
/** The orders for seeds 1 to 3. */
const ORDERS = ['fried eat They noodles', 'fried eat noodles They', 'noodles fried eat They'];
// Two words without a blank, which the dictionary separates.
const chinese = '我们炒面';

describe('an experiment', () => {
  it('has an id of its own, a name and a question', () => {
    assert.equal(new Set(experiments.map(({ id }) => id)).size, experiments.length);
    for (const { name, question } of experiments) assert.ok(name && /^[^!]+\?$/.test(question));
  });

  it('is available by default, and changes settings', () => {
    const state = normaliseState({});
    for (const { id, attempt } of experiments) {
      const { change, reason } = attempt(state);
      assert.equal(reason, undefined);
      assert.notDeepEqual(getSettings({ ...state, ...change }), getSettings(state), id);
    }
  });

  it('says why it is not available, and changes nothing then', () => {
    fc.assert(
      fc.property(anyState, fc.constantFrom(...experiments), (state, { attempt }) => {
        const { change, reason } = attempt(state);
        if (reason !== undefined) assert.match(reason, /^[A-Z][^!]*\.$/);
        assert.equal(Object.keys(change ?? {}).length > 0, reason === undefined);
      }),
      { numRuns: reduceCaseCount(1000) },
    );
  });

  it('makes a valid state that remembers the previous one', () => {
    let applied = 0;
    fc.assert(
      fc.property(anyState, fc.constantFrom(...experiments), (state, { attempt }) => {
        const { change } = attempt(state);
        fc.pre(change !== undefined);
        applied++;
        const changed = { ...state, ...change };
        const next = normaliseState(changed);
        // An experiment may change how many words the mask covers, and what is marked.
        for (const name of ['sentence', 'keys', 'temperature', 'edits', 'before', 'query', 'key']) {
          const key = /** @type {keyof State} */ (name);
          assert.deepEqual(next[key], changed[key], name);
        }
        const back = readBefore(next);
        assert.ok(back);
        assert.deepEqual(getSettings(back), getSettings(state));
        assert.deepEqual(normaliseState(back), back);
      }),
      { numRuns: reduceCaseCount(1000) },
    );
    assert.equal(applied, reduceCaseCount(1000));
  });

  it('is not available for fixed numbers or without words', () => {
    for (const { id } of experiments) {
      assert.equal(refusal(id, { source: 'article' }), text.fixed);
      assert.equal(refusal(id, { source: 'coffee' }), text.fixed);
      assert.equal(refusal(id, { sentence: ' ' }), text.noWords);
      assert.equal(refusal(id, { sentence: '', target }), text.noWords);
    }
  });
});

describe('shuffled words', () => {
  it('always change if two of them differ', () => {
    const letters = fc.array(fc.constantFrom('a', 'b', 'A', 'c,'), { minLength: 2, maxLength: 6 });
    let shuffled = 0;
    fc.assert(
      fc.property(letters, fc.nat(1000), (words, seed) => {
        const requested = { sentence: words.join(' '), seed };
        if (new Set(words.map(toWordKey)).size < 2)
          assert.equal(refusal('shuffle', requested), text.allTheSame);
        else {
          shuffled++;
          const next = splitWords(stateAfter('shuffle', requested).sentence).words;
          assert.notDeepEqual(next.map(toWordKey), words.map(toWordKey));
          assert.deepEqual(next.toSorted(), words.toSorted());
        }
      }),
      { numRuns: reduceCaseCount(1000) },
    );
    assert.ok(shuffled > reduceCaseCount(500));
  });

  it('depend only on the seed and their order', () => {
    assert.equal(stateAfter('shuffle').sentence, stateAfter('shuffle').sentence);
    const orders = [1, 2, 3, 4, 5, 6, 7, 8].map((seed) => stateAfter('shuffle', { seed }).sentence);
    assert.ok(new Set(orders).size > 3, String(orders));
    // Links with such seeds depend on these orders.
    assert.deepEqual(orders.slice(0, 3), ORDERS);
  });

  it('have another order after each click', () => {
    for (const sentence of ['They eat fried noodles', 'a b c', 'a a b c']) {
      let state = normaliseState({ sentence });
      const orders = [state.sentence];
      for (let i = 0; i < 12; i++) {
        state = normaliseState({ ...state, ...experimentNamed('shuffle').attempt(state).change });
        assert.ok(!orders.slice(-2).includes(state.sentence), `back to ${state.sentence}`);
        orders.push(state.sentence);
      }
      assert.ok(new Set(orders).size >= 5, orders.join('; '));
    }
  });

  it('swap with each click if there are two', () => {
    const swapped = normaliseState({ sentence: 'a b', before: writeAddress({ sentence: 'b a' }) });
    assert.equal(stateAfter('shuffle', swapped).sentence, 'b a');
    const back = writeAddress({ sentence: 'b a a' });
    assert.equal(stateAfter('shuffle', { sentence: 'a a b', before: back }).sentence, 'a b a');
  });

  it('stay selected at their new places', () => {
    for (const sentence of ['They eat fried noodles', 'a b c d e f g h']) {
      const state = normaliseState({ sentence, query: 2, pin: 0, key: 3 });
      const next = normaliseState({
        ...state,
        ...experimentNamed('shuffle').attempt(state).change,
      });
      const [was, is] = [state, next].map((start) => {
        const { words } = splitWords(start.sentence);
        return [words[start.query], words[start.pin], words[start.key]];
      });
      assert.deepEqual(is, was);
    }
    const { pin, key } = stateAfter('shuffle');
    assert.deepEqual([pin, key], [-1, -1]);
  });

  it('drop the scores set at changed places, and keep all other edits', async () => {
    const kept = 'q.0.1:2;x.eat.0:0.5';
    const edits = `${kept};s.0.0.1:1;s.0.1.1:2;s.1.3.2:3`;
    const words = ['one', 'two', 'three', 'four'];
    for (let seed = 0; seed < 20; seed++) {
      const next = await stateOfReader('shuffle', { sentence: words.join(' '), seed, edits });
      const now = splitWords(next.sentence).words;
      const stays = (/** @type {number} */ place) => now[place] === words[place];
      const expected = [
        kept.split(';')[0],
        ...(stays(0) && stays(1) ? ['s.0.0.1:1'] : []),
        ...(stays(1) ? ['s.0.1.1:2'] : []),
        ...(stays(3) && stays(2) ? ['s.1.3.2:3'] : []),
        kept.split(';')[1],
      ];
      assert.equal(next.edits, expected.join(';'));
    }
  });

  it('of a script without blanks are separated by blanks', () => {
    assert.deepEqual(splitWords(chinese).words, ['我们', '炒面']);
    assert.equal(stateAfter('shuffle', { sentence: chinese }).sentence, '炒面 我们');
  });

  it('do not move if blanks would split them differently', () => {
    // Splitting is cached, so use a text that was not split before.
    const unknown = '你们包子';
    const { Segmenter } = Intl;
    // A dictionary that finds two words in a text of four characters, but none in its halves.
    const Fickle = class {
      /** @param {string} text */
      segment(text) {
        const words = text.length === 4 ? [text.slice(0, 2), text.slice(2)] : [...text];
        return words.map((segment) => ({ segment, isWordLike: true }));
      }
    };
    Object.assign(Intl, { Segmenter: Fickle });
    try {
      assert.equal(splitWords(unknown).words.length, 2);
      assert.equal(refusal('shuffle', { sentence: unknown }), text.wouldBeCut);
      assert.equal(refusal('repeat', { sentence: unknown }), text.wouldBeCut);
      assert.equal(refusal('append', { sentence: unknown }), undefined);
    } finally {
      Object.assign(Intl, { Segmenter });
    }
  });

  it('do not move if there are too many of them', () => {
    const sentence = 'a b '.repeat(300);
    for (const id of ['shuffle', 'repeat', 'append']) {
      assert.equal(refusal(id, { sentence }), noRoom);
    }
    assert.equal(refusal('hotter', { sentence }), undefined);
  });
});

describe('a repeated word', () => {
  it('is the selected word, and comes right after itself', () => {
    assert.equal(stateAfter('repeat', { query: 1 }).sentence, 'They eat eat fried noodles');
    assert.equal(stateAfter('repeat', { query: 3 }).sentence, 'They eat fried noodles noodles');
    assert.equal(stateAfter('repeat', { sentence: 'one', query: 0 }).sentence, 'one one');
  });

  it('stays selected, and so do the words after it', () => {
    const { query, key, pin } = stateAfter('repeat', { query: 1, key: 3, pin: 0 });
    assert.deepEqual([query, key, pin], [1, 4, 0]);
  });

  it('keeps the set scores before it, and drops those after it', async () => {
    const { edits } = await stateOfReader('repeat', {
      query: 1,
      edits: 's.0.0.1:1;s.0.0.2:2;s.0.3.0:3;v.0.0:4',
    });
    assert.equal(edits, 's.0.0.1:1;v.0.0:4');
  });

  it('is refused beyond the limit', () => {
    assert.equal(refusal('repeat', { sentence: 'a '.repeat(512) }), noRoom);
    assert.equal(refusal('repeat', { sentence: 'a '.repeat(511) }), undefined);
    assert.equal(
      refusal('repeat', { sentence: `${'a'.repeat(4000)} ${'b'.repeat(3999)}` }),
      noRoom,
    );
  });
});

describe('an appended word', () => {
  it('comes after the unchanged text', () => {
    assert.equal(stateAfter('append').sentence, 'They eat fried noodles again');
    assert.equal(stateAfter('append', { sentence: chinese }).sentence, `${chinese} again`);
  });

  it('is another word with each click', () => {
    let state = normaliseState({});
    for (let i = 0; i < 4; i++)
      state = normaliseState({ ...state, ...experimentNamed('append').attempt(state).change });
    assert.equal(new Set(splitWords(state.sentence).words).size, 8);
  });

  it('is the first of the list if the sentence has all of them', () => {
    const sentence = text.added.join(' ');
    assert.equal(stateAfter('append', { sentence }).sentence, `${sentence} ${text.added[0]}`);
  });

  it('keeps what is selected and set, except scores of missing words', async () => {
    const requested = { query: 3, key: 2, pin: 0, edits: 's.0.0.1:1;s.0.0.4:2;s.0.4.0:3' };
    const { query, key, pin, edits } = await stateOfReader('append', requested);
    assert.deepEqual([query, key, pin, edits], [3, 2, 0, 's.0.0.1:1']);
  });

  it('is refused beyond the limit', () => {
    assert.equal(refusal('append', { sentence: 'a '.repeat(512) }), noRoom);
    assert.equal(refusal('append', { sentence: 'a'.repeat(7995) }), noRoom);
    assert.equal(refusal('append', { sentence: 'a'.repeat(7994) }), undefined);
    const { sentence } = stateAfter('append', { sentence: 'a '.repeat(511) });
    assert.equal(splitWords(sentence).words.length, 512);
  });
});

describe('with two sentences', () => {
  it('words are moved, repeated and appended in the first sentence', () => {
    for (const id of ['shuffle', 'repeat', 'append']) {
      const state = stateAfter(id, { target });
      assert.equal(state.target, target);
      assert.notEqual(state.sentence, DEFAULTS.sentence, id);
    }
  });

  it('the marked key is repeated, or the word at the place of the query', () => {
    assert.equal(
      stateAfter('repeat', { target, query: 1, key: 2 }).sentence,
      'They eat fried fried noodles',
    );
    assert.equal(
      stateAfter('repeat', { target, query: 2 }).sentence,
      'They eat fried fried noodles',
    );
    assert.equal(
      stateAfter('repeat', { target, query: 2, key: 0 }).sentence,
      'They They eat fried noodles',
    );
    assert.equal(
      stateAfter('repeat', { target, sentence: 'one two', query: 2 }).sentence,
      'one two two',
    );
  });

  it('the query stays, and the key goes with its word', () => {
    const state = normaliseState({ target, query: 2, pin: 1, key: 3 });
    const next = normaliseState({ ...state, ...experimentNamed('shuffle').attempt(state).change });
    assert.deepEqual([next.query, next.pin], [2, 1]);
    assert.equal(findWords(next).keyWords[next.key], 'noodles');
  });

  it('only set scores of moved keys are dropped', async () => {
    const { edits } = await stateOfReader('repeat', {
      target,
      query: 0,
      key: 1,
      edits: 's.0.2.1:1;s.0.2.2:2',
    });
    assert.equal(edits, 's.0.2.1:1');
  });

  it('set scores of the second sentence with itself are kept', async () => {
    const edits = 's.0.2.2:2;ss.0.1.2:3;ss.0.2.0:4';
    const next = await stateOfReader('repeat', { target, query: 0, key: 1, edits });
    assert.equal(next.edits, 'ss.0.1.2:3;ss.0.2.0:4');
  });

  it('experiments on words are not available if the second attends to itself', () => {
    for (const id of ['shuffle', 'repeat', 'append']) {
      assert.equal(refusal(id, { target, layer: 'self' }), text.attendsToItself);
    }
    assert.equal(refusal('same-keys', { target, layer: 'self' }), undefined);
  });
});

describe('K = Q and the temperature', () => {
  it('K = Q can be switched on and off', () => {
    const state = stateAfter('same-keys');
    assert.equal(state.keys, 'queries');
    assert.equal(stateAfter('same-keys', state).keys, 'own');
  });

  it('K = Q is available only for the dot product', () => {
    assert.equal(refusal('same-keys', { mechanism: 'additive' }), text.dotOnly);
  });

  it('hotter doubles the temperature and colder halves it, up to the limits', () => {
    assert.equal(stateAfter('hotter', { temperature: 1.5 }).temperature, 3);
    assert.equal(stateAfter('colder', { temperature: 1.5 }).temperature, 0.75);
    assert.equal(stateAfter('colder', stateAfter('hotter', {})).temperature, 1);
    const { temperature } = normaliseState({ temperature: 1e30 });
    assert.equal(stateAfter('hotter', { temperature: 0.6 * temperature }).temperature, temperature);
    assert.equal(refusal('hotter', { temperature }), text.atLimit);
    assert.equal(refusal('colder', { temperature }), undefined);
  });

  it('colder is not available at the lowest temperature', () => {
    let state = normaliseState({});
    for (let i = 0; i < 20; i++)
      state = normaliseState({ ...state, ...experimentNamed('colder').attempt(state).change });
    assert.equal(state.temperature, normaliseState({ temperature: 0 }).temperature);
    assert.equal(refusal('colder', state), text.atLimit);
  });
});
